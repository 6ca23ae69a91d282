import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Channel } from '../../src/box/channel.ts';
import { systemClock } from '../../src/clock.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { PlatformContext } from '../../src/platforms/context.ts';
import type { PlatformDriver, RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { kubernetes } from '../../src/platforms/kubernetes/driver.ts';
import { slurm } from '../../src/platforms/slurm/driver.ts';
import { look } from '../../src/watch/look.ts';
import { newWatching } from '../../src/watch/watching.ts';
import { kubeconfigOf } from '../kubernetes/api-proxy.ts';
import {
  asEvents,
  audited,
  cellEnded,
  intended,
  jobWith,
  LEASE,
  opened,
  RUN,
  reachable,
  rented,
  started,
  waived,
} from '../lease/told-run.ts';
import { execChannel, scriptedWorld } from '../scripted-world.ts';
import { cellOf, lineOf, probeOf, wrote } from './probed.ts';

/*
 * A thousand cells as one submission: what a look at them asks of the engine and of the place of its files, and what it takes of our
 * processor. Over HTTP and by the programs' own output; what is at the other end is written out before.
 */

const COUNT = 1000;
const AT_ONCE = 50;
/** Of these the record knows the end; the next ones have just ended, and 50 after them run. */
const KNOWN = 600;
const ENDED = 640;
const BOUND_SECONDS = 2;

const names = Array.from({ length: COUNT }, (_, at) => `cell-${at}`);
const job = jobWith({
  cells: names.map((name, at) => ({ name, vars: { SEED: String(at) } })),
  sweep: { atOnce: AT_ONCE },
});
const tasks = { count: COUNT, atOnce: AT_ONCE };

const storyOf = (queue: string, boxId: string): EventBody[] => [
  opened({ cells: names }, job),
  waived,
  { ...intended(), queue, tasks } as EventBody,
  { ...rented(), boxId } as EventBody,
  reachable(),
  audited(),
  started({ launcher: 'sbatch' }),
  ...names.slice(0, KNOWN).map((name) => cellEnded('finished', name)),
];

/** The keeper's answer: lines of those that have ended since, and of those that run, as its probe bounds them. */
function answerOfKeeper(): string {
  const steps = wrote(
    '{"step":1,"loss":1}',
    ...Array.from({ length: 60 }, (_, at) => `{"step":${at + 2},"loss":0.5}`),
  );
  const log = 'a line of a log that somebody may want to read later\n'.repeat(70);
  const cellLine = (at: number, over: Parameters<typeof cellOf>[0]) => {
    const cell = cellOf({ name: names[at] ?? '', logTail: log, logBytes: log.length, ...steps, ...over });
    const { cells } = JSON.parse(lineOf(probeOf({}, cell)));
    return JSON.stringify({ gpuLeaseTask: 1, at: 1999, cell: cells[0] });
  };
  const ended = {
    state: 'exited',
    exitCode: 0,
    endedAt: 1990,
    reason: 'exited',
    heartbeatAgeSeconds: null,
  } as const;
  const lines = names.slice(KNOWN, ENDED + AT_ONCE).map((_, n) => {
    const at = KNOWN + n;
    return cellLine(at, at < ENDED ? ended : {});
  });
  const { cells: _, ...top } = JSON.parse(lineOf(probeOf()));
  return `${[JSON.stringify({ ...top, tasks: { planned: COUNT, over: ENDED }, cells: [] }), ...lines].join('\n')}\n`;
}

/** Looks three times as `watch` does, and says what the dearest of them took. */
async function cpuSecondsOfLooks(driver: PlatformDriver, channel: Channel, story: EventBody[]) {
  const { world, face } = scriptedWorld({ driver, channel });
  const watching = newWatching();
  const told = [...story];
  let most = 0;
  const ends: string[] = [];
  for (let poll = 0; poll < 3; poll += 1) {
    const began = process.cpuUsage();
    const run = fold(RUN, asEvents(told));
    const lease = run.leases[0] ?? assert.fail('no lease');
    const { events, verdict } = await look(world, { run, lease, job }, watching);
    const { user, system } = process.cpuUsage(began);
    most = Math.max(most, (user + system) / 1e6);
    assert.equal(verdict, 'running', face.warnings.join('\n'));
    told.push(...events);
    ends.push(...events.flatMap((event) => (event.type === 'cell-ended' ? [event.cell] : [])));
  }
  return { most, ends, told };
}

const intentOf = (platform: string, queue: string): RentIntent => ({
  name: LEASE,
  owner: 'aaaaaaaaaa',
  offer: { id: queue, platform, summary: 'test', usdPerHour: 0, market: 'on-demand' },
  want: {},
  candidate: { platform, queue },
  authorizedKey: 'ssh-ed25519 AAAA',
  lifetimeSeconds: 3600,
  queue,
  tasks,
});

const contextOf = (over: Partial<PlatformContext>): PlatformContext => ({
  clock: systemClock,
  localRoot: '/nowhere',
  selfCommand: ['false'],
  secret: () => undefined,
  ...over,
});

function wellBelow(t: TestContext, seconds: number): void {
  t.diagnostic(`the dearest look took ${seconds.toFixed(2)} s of our processor`);
  assert.ok(seconds < BOUND_SECONDS, `${seconds} s`);
}

const UID = '00000000-0000-4000-8000-000000000001';
const ACCOUNT = '00000000-0000-4000-8000-000000000002';

/** An API server with one Indexed Job, as Kubernetes 1.36 shows it; objects have the size that they have there. */
function apiServer(): { server: Server; asked: string[] } {
  const asked: string[] = [];
  const named = (name: string, uid: string) => ({
    name,
    uid,
    namespace: 'train',
    labels: {},
    annotations: {},
  });
  const status = { active: AT_ONCE, completedIndexes: `0-${ENDED - 1}`, failedIndexes: '' };
  let submitted: object | undefined;
  const podOf = (place: number, state: 'Running' | 'Succeeded') => ({
    metadata: {
      ...named(`${LEASE}-${place}-abcde`, `u${place}`),
      creationTimestamp: '2026-11-21T12:00:00Z',
      labels: { 'batch.kubernetes.io/controller-uid': UID },
      annotations: { 'batch.kubernetes.io/job-completion-index': String(place) },
      managedFields: [{ manager: 'kube-controller-manager', fieldsV1: { text: 'f:spec '.repeat(300) } }],
    },
    spec: { nodeName: 'one', containers: [{ name: 'main', command: ['sh', '-c', 'exec sh '.repeat(200)] }] },
    status: {
      phase: state,
      containerStatuses: [
        { name: 'main', state: state === 'Running' ? { running: {} } : { terminated: { exitCode: 0 } } },
      ],
    },
  });
  const all = names
    .slice(0, ENDED + AT_ONCE)
    .map((_, place) => podOf(place, place < ENDED ? 'Succeeded' : 'Running'));
  const lists = new Map([
    [
      'status.phase!=Succeeded',
      JSON.stringify({ items: all.filter(({ status: { phase } }) => phase !== 'Succeeded') }),
    ],
    ['', JSON.stringify({ items: all })],
  ]);
  const answer = (method: string, url: URL): unknown => {
    const { pathname } = url;
    if (pathname.endsWith('/serviceaccounts/default')) return { metadata: named('default', ACCOUNT) };
    if (pathname.endsWith('/persistentvolumeclaims/work'))
      return { metadata: named('work', 'c'), spec: { accessModes: ['ReadWriteMany'] } };
    const isOfJob = url.searchParams.get('labelSelector') === `batch.kubernetes.io/controller-uid=${UID}`;
    if (pathname.endsWith('/pods') && method === 'GET' && isOfJob)
      return lists.get(url.searchParams.get('fieldSelector') ?? '');
    if (pathname.endsWith(`/jobs/${LEASE}`)) return submitted;
    return undefined;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const only = url.searchParams.get('fieldSelector') ?? '';
    asked.push(`${request.method} ${url.pathname.replace(/^.*\/namespaces\/[^/]+\//, '')} ${only}`.trim());
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST') {
        const sent = JSON.parse(Buffer.concat(chunks).toString());
        submitted = {
          ...sent,
          metadata: {
            ...sent.metadata,
            uid: UID,
            annotations: { ...sent.metadata.annotations, 'gpu-lease/begun': 'yes' },
          },
          spec: { ...sent.spec, suspend: false },
          status,
        };
      }
      const found = request.method === 'POST' ? submitted : answer(request.method ?? '', url);
      response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(typeof found === 'string' ? found : JSON.stringify(found ?? { reason: 'NotFound' }));
    });
  });
  return { server, asked };
}

describe('a thousand cells as one Indexed Job of Kubernetes', () => {
  const { server, asked } = apiServer();
  let driver: PlatformDriver;
  before(async () => {
    await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
    const { port } = server.address() as AddressInfo;
    const config = kubeconfigOf(`http://127.0.0.1:${port}`, 'x');
    const secret = (name: string) => (name === 'KUBE_CONFIG' ? config : undefined);
    driver = guarded(kubernetes(contextOf({ queue: 'kube:///train/work', secret })));
  });
  after(() => void server.close());

  it('are one submission, one Job and one list of pods at a look, and little of our processor', async (t) => {
    const image = `registry.test/trainer@sha256:${'ab'.repeat(32)}`;
    const held = await driver.create({ ...intentOf('kubernetes', 'kube:///train/work'), image });
    assert.equal(asked.filter((each) => each === 'POST jobs').length, 1);
    asked.length = 0;
    const keeper = answerOfKeeper();
    const { channel, execs } = execChannel(() => ({ stdout: keeper }));
    const story = storyOf('kube:///train/work', held.boxId);
    const { most, ends, told } = await cpuSecondsOfLooks(driver, channel, story);
    assert.deepEqual(
      asked,
      Array(3)
        .fill([`GET jobs/${LEASE}`, 'GET pods status.phase!=Succeeded'])
        .flat(),
    );
    assert.equal(execs.length, 3, 'one question to the place at each');
    assert.deepEqual([ends.length, ends[0], ends.at(-1)], [ENDED - KNOWN, names[KNOWN], names[ENDED - 1]]);
    const moved = told.flatMap((event) => (event.type === 'queue-moved' ? [event.tasks] : []));
    assert.deepEqual(moved, [AT_ONCE]);
    wellBelow(t, most);
  });
});

/** As Slurm 22.05.8 prints an array, with what each program of the login node is asked for. */
function loginNode(keeper: string): { channel: Channel; asked: string[] } {
  const asked: string[] = [];
  const rest = (name: string) => `N/A|gpu-lease aaaaaaaaaa|${name}`;
  const squeue = [
    `4711_[${ENDED + AT_ONCE}-${COUNT - 1}%${AT_ONCE}]|PENDING|JobArrayTaskLimit|${rest(LEASE)}`,
    ...names.slice(0, ENDED + AT_ONCE).map((_, place) => {
      const state = place < ENDED ? 'COMPLETED' : 'RUNNING';
      return `4711_${place}|${state}|None|${rest(LEASE)}`;
    }),
  ];
  const told = [
    'name>tiny-7-1',
    'begun>yes',
    'uid>1000',
    ...squeue.map((line) => `squeue>${line}`),
    'squeue=0',
  ];
  const { channel } = execChannel((argv) => {
    const words = argv.join(' ');
    const what = words.includes('sbatch --hold') ? 'sbatch' : words.includes('squeue') ? 'look' : 'keeper';
    asked.push(what);
    if (what === 'sbatch') return { stdout: 'squeue=0\nsbatch=0\njob>4711\nkeep=0\n' };
    return { stdout: what === 'look' ? `${told.join('\n')}\n` : keeper };
  });
  return { channel, asked };
}

describe('a thousand cells as one array of Slurm', () => {
  it('are one submission, one question to Slurm at a look, and little of our processor', async (t) => {
    const { channel, asked } = loginNode(answerOfKeeper());
    const queue = 'cluster';
    const resolve = async () => ({ host: 'login', port: 22, user: 'ada' });
    const driver = guarded(slurm(contextOf({ queue, login: async () => channel }), resolve));
    const held = await driver.create(intentOf('slurm', queue));
    assert.deepEqual([held.boxId, asked.splice(0)], ['4711', ['sbatch']]);
    const { most, ends } = await cpuSecondsOfLooks(driver, channel, storyOf(queue, held.boxId));
    assert.deepEqual(asked, Array(3).fill(['look', 'keeper']).flat());
    assert.equal(ends.length, ENDED - KNOWN);
    wellBelow(t, most);
  });

  it('that are all over take no more, with what its accounting says of each and of its steps', async (t) => {
    const steps = names.flatMap((_, place) => [
      `sacct>4711_${place}|${place === 7 ? 'OUT_OF_MEMORY' : 'COMPLETED'}|0:0||4G`,
      `sacct>4711_${place}.batch|COMPLETED|0:0|3256K|`,
      `sacct>4711_${place}.extern|COMPLETED|0:0|512K|`,
    ]);
    const stdout = [
      'name>tiny-7-1',
      'begun>yes',
      'uid>1000',
      'squeue=0',
      ...steps,
      'sacct=0',
      'scontrol>slurm_load_jobs error: Invalid job id specified',
      'scontrol=1',
      '',
    ].join('\n');
    const old = execChannel(() => ({ stdout }));
    const context = contextOf({ queue: 'cluster', login: async () => old.channel });
    const resolve = async () => ({ host: 'login', port: 22, user: 'ada' });
    const driver = guarded(slurm(context, resolve));
    const began = process.cpuUsage();
    const { queue } = await driver.describe('4711');
    const { user, system } = process.cpuUsage(began);
    assert.equal(queue?.phase, 'over');
    assert.deepEqual(
      queue?.tasks?.ended.map(({ places, native }) => [places, native]),
      [['7', 'OUT_OF_MEMORY']],
    );
    assert.equal(old.execs.length, 1);
    wellBelow(t, (user + system) / 1e6);
  });
});
