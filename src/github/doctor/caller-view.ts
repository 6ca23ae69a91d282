import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** What a repository's workflow file says, as far as gpu-lease cares. */
export interface CallerView {
  path: string;
  /** Why it is no workflow; then the rest is empty. */
  unreadable: string | undefined;
  triggers: ReadonlySet<string>;
  /** When it starts by itself, each with its place in the file. */
  crons: readonly { text: string; line: number; column: number }[];
  /** Names of the inputs of `workflow_dispatch`. */
  dispatchInputs: readonly string[];
  /** `undefined`: nothing at the top, which is what the repository's settings grant to everybody. */
  permissions: Permissions | undefined;
  calls: readonly Call[];
  steps: readonly StageStep[];
  /** `owner/name@commit` of gpu-lease itself, as often as it is used. */
  pins: readonly string[];
  /** Every `uses:` that is not pinned to a commit. */
  unpinned: readonly string[];
}

export type Permissions = 'read-all' | 'write-all' | Readonly<Record<string, string>>;

/** A job that is one of the workflows of gpu-lease. */
export interface Call {
  job: string;
  workflow: OwnWorkflow;
  permissions: Permissions | undefined;
  /** Names of the secrets that it passes. */
  secrets: readonly string[] | 'inherit';
  environment: string | undefined;
  /** Of the jobs that use no key. */
  ledgerEnvironment: string | undefined;
  /** Label of the runner that it asks for. */
  runsOn: string | undefined;
  /** The same of its jobs that wait, ask and dispatch. */
  runsOnSmall: string | undefined;
  /** Git remote of a ledger elsewhere. */
  ledger: string | undefined;
  /** Jobs that it waits for. */
  needs: readonly string[];
  /** Whether what it seals may be signed; of those that seal. */
  attest: string | undefined;
  /** What the one that signs is to sign, as an expression. */
  runs: string | undefined;
}

/** A step that is one of the actions of gpu-lease, or the root action with a stage. */
export interface StageStep {
  job: string;
  stage: string;
  permissions: Permissions | undefined;
  concurrency: { cancels: boolean; keepsAll: boolean } | undefined;
  runsOn: string | undefined;
  /** Image of the container that its job runs in. */
  container: string | undefined;
  /** Its job names an environment, or a secret anywhere. */
  holdsSecrets: boolean;
}

export const OWN_WORKFLOWS = [
  'smoke',
  'pull-request',
  'train',
  'sweep',
  'release',
  'tick',
  'staleness',
  'label',
  'attest',
  'kaggle',
] as const;
export type OwnWorkflow = (typeof OWN_WORKFLOWS)[number];

const CALLED = /^[^/]+\/gpu-lease\/\.github\/workflows\/([a-z-]+)\.yml@/;
const STAGE = /^[^/]+\/gpu-lease\/actions\/([a-z-]+)@/;
const ROOT = /^[^/]+\/gpu-lease@/;
const PINNED = /@[0-9a-f]{40}$/;

/** Whether a workflow file uses gpu-lease at all, without reading more of it than that. */
export const usesGpuLease = (text: string): boolean =>
  /\/gpu-lease(\/(\.github\/workflows|actions)\/[a-z-]+|@)/.test(text);

const pinOf = (uses: string): string[] => {
  const [, suite, commit] = /^([^/@]+\/gpu-lease)(?:\/[^@]*)?@([0-9a-f]{40})$/.exec(uses) ?? [];
  return suite === undefined ? [] : [`${suite}@${commit}`];
};

/** Reads without trust: whatever is not of the expected shape counts as absent, and GitHub's own parser judges the rest. */
export function readCaller(path: string, text: string): CallerView {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'core', lineCounter: lines });
  const fault = document.errors[0];
  const file = fault ? undefined : mapping(document.toJS({ maxAliasCount: 100 }));
  if (!file) return { ...EMPTY, path, unreadable: fault?.message.split('\n')[0] ?? 'it is no mapping' };
  const on = triggersOf(file['on']);
  const jobs = Object.entries(mapping(file['jobs']) ?? {}).flatMap(([id, job]) => {
    const known = mapping(job);
    return known ? [{ id, job: known }] : [];
  });
  const uses = jobs.flatMap(({ job }) => [job['uses'], ...stepsOf(job).map((step) => step['uses'])]);
  return {
    path,
    unreadable: undefined,
    triggers: new Set(Object.keys(on)),
    crons: cronsOf(document.getIn(['on', 'schedule'], true), lines),
    dispatchInputs: Object.keys(mapping(mapping(on['workflow_dispatch'])?.['inputs']) ?? {}),
    permissions: permissionsOf(file['permissions']),
    calls: jobs.flatMap(({ id, job }) => callOf(id, job)),
    steps: jobs.flatMap(({ id, job }) => stagesOf(id, job, file['concurrency'])),
    pins: uses.flatMap((each) => pinOf(String(each ?? ''))),
    unpinned: uses.filter(
      (each): each is string => typeof each === 'string' && !/^[.$]\//.test(each) && !PINNED.test(each),
    ),
  };
}

const EMPTY: Omit<CallerView, 'path' | 'unreadable'> = {
  triggers: new Set(),
  crons: [],
  dispatchInputs: [],
  permissions: undefined,
  calls: [],
  steps: [],
  pins: [],
  unpinned: [],
};

/** Files that look at everything by a schedule, the one that comes once a day last. */
export function tickingOf(callers: readonly CallerView[]): CallerView[] {
  const ticking = callers.filter(
    ({ triggers, calls, steps }) =>
      triggers.has('schedule') &&
      (calls.some(({ workflow }) => workflow === 'tick') || steps.some(({ stage }) => stage === 'tick')),
  );
  const isDaily = ({ path }: CallerView): boolean => /-daily\.ya?ml$/.test(path);
  return [...ticking.filter((each) => !isDaily(each)), ...ticking.filter(isDaily)];
}

type Mapping = Readonly<Record<string, unknown>>;

const mapping = (value: unknown): Mapping | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : undefined;

const stepsOf = ({ steps }: Mapping): Mapping[] =>
  Array.isArray(steps) ? steps.map(mapping).filter((step) => step !== undefined) : [];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `on: push`, `on: [push, pull_request]` and the long form are one thing. */
function triggersOf(on: unknown): Mapping {
  if (typeof on === 'string') return { [on]: null };
  if (Array.isArray(on)) return Object.fromEntries(on.map((name) => [String(name), null]));
  return mapping(on) ?? {};
}

function cronsOf(schedule: unknown, lines: LineCounter): CallerView['crons'] {
  const items = isSeq(schedule) ? schedule.items : [schedule];
  return items.flatMap((item) => {
    const cron = isMap(item) ? item.get('cron', true) : undefined;
    if (!isScalar(cron)) return [];
    const { line, col } = lines.linePos(cron.range?.[0] ?? 0);
    return [{ text: String(cron.value ?? ''), line, column: col }];
  });
}

function permissionsOf(value: unknown): Permissions | undefined {
  if (value === 'read-all' || value === 'write-all') return value;
  const named = mapping(value);
  return named && Object.fromEntries(Object.entries(named).map(([scope, level]) => [scope, String(level)]));
}

function callOf(job: string, file: Mapping): Call[] {
  const name = CALLED.exec(String(file['uses'] ?? ''))?.[1];
  const workflow = OWN_WORKFLOWS.find((each) => each === name);
  if (workflow === undefined) return [];
  const given = mapping(file['with']);
  return [
    {
      job,
      workflow,
      permissions: permissionsOf(file['permissions']),
      secrets: file['secrets'] === 'inherit' ? 'inherit' : Object.keys(mapping(file['secrets']) ?? {}),
      environment: textOf(given?.['environment']),
      ledgerEnvironment: textOf(given?.['ledger-environment']) || undefined,
      runsOn: textOf(given?.['runs-on']),
      runsOnSmall: textOf(given?.['runs-on-small']),
      ledger: textOf(given?.['ledger']) || undefined,
      needs: [file['needs'] ?? []].flat().map(String),
      attest: textOf(given?.['attest']),
      runs: textOf(given?.['runs']),
    },
  ];
}

function stagesOf(job: string, file: Mapping, ofWorkflow: unknown): StageStep[] {
  const concurrency = concurrencyOf(file['concurrency'] ?? ofWorkflow);
  const permissions = permissionsOf(file['permissions']);
  const container = textOf(file['container']) ?? textOf(mapping(file['container'])?.['image']);
  const runsOn = textOf(file['runs-on']);
  const holdsSecrets = file['environment'] !== undefined || JSON.stringify(file).includes('secrets.');
  return stepsOf(file).flatMap((step) => {
    const uses = String(step['uses'] ?? '');
    const stage = ROOT.test(uses) ? textOf(mapping(step['with'])?.['stage']) : STAGE.exec(uses)?.[1];
    return stage === undefined
      ? []
      : [{ job, stage, permissions, concurrency, runsOn, container, holdsSecrets }];
  });
}

function concurrencyOf(value: unknown): StageStep['concurrency'] {
  if (typeof value === 'string') return { cancels: false, keepsAll: false };
  const named = mapping(value);
  // An expression may turn it on, so only the plain "no" counts as one.
  const cancels = ![undefined, false].includes(named?.['cancel-in-progress'] as undefined);
  return named && { cancels, keepsAll: named['queue'] === 'max' };
}
