import type { Job } from '../../src/job/job.ts';
import type {
  Approved,
  EventBody,
  LedgerEvent,
  RunOpened,
  StandingApproved,
  Started,
  Stored,
} from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Lease, Run } from '../../src/lease/run.ts';

/** A run told by its events, one second apart. A test states the events that matter to it and takes the rest from here. */
export const RUN = 'tiny-7';
export const LEASE = 'tiny-7-1';
export const SEAL = 'a'.repeat(64);
export const STARTED_AT = Date.parse('2026-11-21T10:00:00Z');

export const jobWith = (over: Partial<Job> = {}): Job => ({
  name: 'tiny',
  run: 'train',
  secrets: [],
  vars: {},
  resources: {} as Job['resources'],
  candidates: [{ platform: 'sim' }],
  smoke: 'none',
  artifacts: [
    {
      path: 'last.safetensors',
      role: 'checkpoint',
      keep: 'last',
      min: 1,
      contains: [],
      allowDegraded: false,
    },
  ],
  metrics: { path: 'metrics.jsonl', stepKey: 'step', lossKey: 'loss' },
  checkpoint: { path: 'last.safetensors', stepKey: 'step', resume: 'continues' },
  budget: { usd: 10, hours: 10, usdPerHour: 2 },
  onFinish: 'hold',
  retry: { max: 1 },
  watch: { stallSeconds: 600 },
  cells: [{ name: 'main', vars: {} }],
  ...over,
});

export const opened = (over: Partial<RunOpened> = {}, job: Job = jobWith()): RunOpened => ({
  type: 'run-opened',
  version: 1,
  job: job.name,
  configHash: 'c'.repeat(64),
  commit: 'abcdef0123',
  codeHash: 'd'.repeat(64),
  dirty: false,
  cells: job.cells.map((cell) => cell.name),
  budget: job.budget,
  retryMax: job.retry.max,
  onFinish: job.onFinish,
  resumes: true,
  document: job,
  ...over,
});

export const waived: EventBody = { type: 'smoke-waived' };

export const intended = (lease = LEASE): EventBody => ({
  type: 'intended',
  lease,
  platform: 'sim',
  offer: 'o-1',
  summary: 'one GPU',
  usdPerHour: 1,
  market: 'on-demand',
});

export const rented = (lease = LEASE): EventBody => ({
  type: 'rented',
  lease,
  boxId: `box-of-${lease}`,
  meters: [
    { id: 'gpu', kind: 'gpu', usdPerHour: 1, source: 'offer' },
    { id: 'disk', kind: 'disk', usdPerHour: 0.1, source: 'offer' },
  ],
  adopted: false,
});

export const reachable = (lease = LEASE): EventBody => ({
  type: 'reachable',
  lease,
  hostKeySha256: 'key',
  pin: 'platform',
});

export const audited = (fit = true, lease = LEASE): EventBody => ({
  type: 'audited',
  lease,
  fit,
  findings: [],
  measured: {},
});

export const started = (over: Partial<Started> = {}): Started => ({
  type: 'started',
  lease: LEASE,
  attempt: 1,
  configHash: 'c'.repeat(64),
  codeHash: 'd'.repeat(64),
  keeper: 'k',
  dir: { base: '/box/run', keeper: '/box/run/keeper.sh' },
  launcher: 'setsid',
  bootId: 'boot-1',
  oomKills: 0,
  from: [],
  ...over,
});

export const kept = (step: number, cell = 'main'): EventBody => ({
  type: 'kept',
  lease: LEASE,
  cell,
  files: [{ path: 'last.safetensors', bytes: 100 + step, sha256: 'f'.repeat(64), verdict: 'pass' }],
  step,
});

export const lost = (what: 'box' | 'process', lease = LEASE): EventBody => ({
  type: 'preempted',
  lease,
  what,
  why: 'reclaimed',
});

export const cellEnded = (
  verdict: 'finished' | 'dead' = 'finished',
  cell = 'main',
  failureClass = 'CODE_BUG',
): EventBody => ({
  type: 'cell-ended',
  lease: LEASE,
  cell,
  attempt: 1,
  verdict,
  exitCode: verdict === 'finished' ? 0 : 1,
  ...(verdict === 'finished' ? {} : { failureClass }),
});

export const collected: EventBody = {
  type: 'collected',
  lease: LEASE,
  files: 1,
  bytes: 1,
  manifestSha256: 'm',
  codeProven: true,
};

export const sealed: EventBody = {
  type: 'sealed',
  seal: SEAL,
  verified: 1,
  roster: 1,
  bytes: 1,
  level: 'L3',
  place: 'here',
};

export const stored = (over: Partial<Stored> = {}): Stored => ({
  type: 'stored',
  seal: SEAL,
  store: 'workflow-artifact',
  id: '4001',
  place: 'https://github.example/ada/engine/actions/runs/7/artifacts/4001',
  digest: `sha256:${'e'.repeat(64)}`,
  bytes: 1200,
  files: 1,
  ...over,
});

export const approved = (over: Partial<Approved> = {}): Approved => ({
  type: 'approved',
  binds: SEAL,
  goal: 'release',
  lease: LEASE,
  verbs: ['terminate'],
  person: 'ada',
  via: 'phrase',
  expiresAt: '2026-11-22T10:00:00Z',
  ...over,
});

export const standing = (over: Partial<StandingApproved> = {}): StandingApproved => ({
  type: 'standing-approved',
  person: 'ada',
  via: 'environment',
  configHash: 'c'.repeat(64),
  platforms: ['sim'],
  maxUsdPerHour: 1.1,
  level: 'L2',
  expiresAt: '2026-11-21T22:00:00Z',
  ...over,
});

export const gone = (meter: string, sightings = ['t1', 't2'], lease = LEASE): EventBody => ({
  type: 'meter-stopped',
  lease,
  meter,
  sightings,
});

export const HELD = [opened(), waived, intended(), rented()];
export const RUNNING = [...HELD, reachable(), audited(), started()];
export const ENDED = [...RUNNING, cellEnded()];
export const SEALED = [...ENDED, collected, sealed];

export const asEvents = (bodies: readonly EventBody[], everySeconds = 1): LedgerEvent[] =>
  bodies.map((body, seq) => ({
    ...body,
    seq,
    at: new Date(STARTED_AT + seq * everySeconds * 1000).toISOString(),
    by: 'test',
  }));

export const told = (bodies: readonly EventBody[], everySeconds = 1): Run =>
  fold(RUN, asEvents(bodies, everySeconds));

/** The run and its first lease. */
export function leaseOf(bodies: readonly EventBody[]): { run: Run; lease: Lease } {
  const run = told(bodies);
  const [lease] = run.leases;
  if (!lease) throw new Error(`no lease: ${JSON.stringify(run.ignored)}`);
  return { run, lease };
}
