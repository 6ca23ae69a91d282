import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type FileHandle, open, readdir, statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Constraint, Range } from '../../job/constraint.ts';
import { Problem } from '../../problem.ts';
import {
  type Description,
  type Driver,
  type Held,
  type MeterReading,
  type Offer,
  RentFailed,
  type RentIntent,
  type Resource,
} from '../driver.ts';
import {
  BOX_USER,
  type BoxRecord,
  type BoxRoot,
  createBoxDir,
  isBoxName,
  type LocalMeter,
  lastBoot,
  logOf,
  openRoot,
  readMarkOf,
  readMeters,
  readRecord,
  writeMark,
} from './box-dir.ts';
import { boxEnvironment } from './box-environment.ts';
import { endBox } from './end-box.ts';
import { isAlive } from './marked-processes.ts';

const OFFER = 'local-cpu';
/** What the disk costs while the box exists, stopped or not; the rest of the price is the GPU meter (profiles/local.yml). */
const DISK_USD_PER_HOUR = 0.01;
const USD_PER_HOUR = 0.41;
const MAX_LIFETIME_SECONDS = 24 * 3600;

export interface LocalOptions {
  /** Where boxes are; one directory each, made when needed. */
  root: string;
  /** Starts `serveLocalBox` of the directory that is appended: `[node, dist/gpu-lease.js, '__local-box']`. */
  daemon: readonly [string, ...string[]];
  clock: Clock;
  usdPerHour?: number;
  maxLifetimeSeconds?: number;
  /** Secrets in our environment that the job's script could read, running as the same user. Beside any, nothing is offered. */
  laidOpen?: readonly string[];
  /** For tests: what a platform does to its users. */
  faults?: LocalFaults;
}

export interface LocalFaults {
  create?: 'no-capacity' | 'answer-lost' | 'dies-before-boot';
  /** How many readings still show a meter running that has stopped. */
  lateReadings?: number;
}

/**
 * Loopback boxes: an SSH server of our own in a process of its own, a home directory, and a meter that costs nothing but
 * runs like a real one. For the demo, for trying a job before money is spent, and as the platform that tests break.
 */
export function local(options: LocalOptions): Driver {
  const { clock, usdPerHour = USD_PER_HOUR, faults = {}, laidOpen = [] } = options;
  const boot = booter(options.daemon);
  const lateReadings = new Map<string, number>();
  let opened: Promise<BoxRoot> | undefined;
  const openedRoot = (): Promise<BoxRoot> => {
    opened ??= openRoot(options.root);
    return opened;
  };

  /** The box as it is held, its server running; `null` when nothing is held under that name. */
  const hold = async (name: string): Promise<Held | null> => {
    const root = await openedRoot();
    const dir = join(root.path, checked(name));
    const record = await readRecord(dir);
    if (!record || record.state === 'destroyed') return null;
    if (record.state === 'running') await boot(dir, record);
    return heldFrom(root, record, await readMeters(dir));
  };

  /** The directory of a box that is held here; `null` when its id says that it is on another machine. */
  const dirOf = async (boxId: string): Promise<string | null> => {
    const root = await openedRoot();
    const [rootId, name = ''] = boxId.split('/');
    return rootId === root.id ? join(root.path, checked(name)) : null;
  };

  const end = async (boxId: string, how: 'stop' | 'destroy', verb: 'stop' | 'terminate'): Promise<void> => {
    const dir = await dirOf(boxId);
    if (!dir) throw elsewhere(boxId);
    if (faults.lateReadings) lateReadings.set(boxId, faults.lateReadings);
    await endBox(dir, how, verb, clock);
  };

  return {
    platform: 'local',

    async offers(want) {
      if (laidOpen.length > 0) throw besideSecrets(laidOpen);
      if (!existsSync('/proc/self/environ')) throw needsLinux();
      if (!(await fits(want, (await openedRoot()).path))) return [];
      const summary = `this machine: ${availableParallelism()} CPUs, ${gigabytes(totalmem()).toFixed(0)} GB memory, no GPU`;
      return [{ id: OFFER, platform: 'local', summary, usdPerHour, market: 'on-demand' } satisfies Offer];
    },

    async create(intent) {
      if (faults.create === 'no-capacity') throw new RentFailed('every loopback box is taken', 'no-capacity');
      checked(intent.name);
      await openBox((await openedRoot()).path, intent, options);
      if (faults.create === 'dies-before-boot') throw new RentFailed('the platform broke off', 'unclear');
      const held = await hold(intent.name);
      if (!held)
        throw new RentFailed(
          `${intent.name} was a box once; the name of a destroyed box is not used again`,
          'refused',
        );
      if (faults.create === 'answer-lost') throw new RentFailed('no answer from the platform', 'unclear');
      return held;
    },

    async find(name) {
      const held = await hold(name);
      return held ? [held] : [];
    },

    async inventory() {
      const root = await openedRoot();
      const names = (await readdir(root.path)).filter(isBoxName);
      const listed = await Promise.all(names.map((name) => resourceAt(root, name)));
      return listed.filter((each) => each !== null);
    },

    async describe(boxId) {
      const dir = await dirOf(boxId);
      return dir ? describeBox(dir, boot) : { state: 'unknown', native: 'not a box of this machine' };
    },

    async mark(boxId, word) {
      const dir = await dirOf(boxId);
      if (dir) await writeMark(dir, word);
    },

    verbs: {
      stop: (boxId) => end(boxId, 'stop', 'stop'),
      terminate: (boxId) => end(boxId, 'destroy', 'terminate'),
    },

    async meters(held) {
      const late = lateReadings.get(held.boxId) ?? 0;
      if (late > 0) lateReadings.set(held.boxId, late - 1);
      return readingsOf(held, await dirOf(held.boxId), late > 0);
    },
  };
}

function checked(name: string): string {
  if (isBoxName(name)) return name;
  throw new RangeError(`not a name for a box: ${JSON.stringify(name.slice(0, 80))}`);
}

async function openBox(root: string, intent: RentIntent, options: LocalOptions): Promise<void> {
  const { clock, usdPerHour = USD_PER_HOUR, maxLifetimeSeconds = MAX_LIFETIME_SECONDS } = options;
  const now = clock.now();
  // Only here, because it loads ssh2, which looking at a box does not need.
  const { hostKeyFrom } = await import('./host-key.ts');
  const { privateKey, sha256 } = hostKeyFrom(intent.hostKey);
  const record: BoxRecord = {
    name: intent.name,
    owner: intent.owner,
    offer: intent.offer.id,
    usdPerHour,
    authorizedKey: intent.authorizedKey,
    hostKeySha256: sha256,
    createdAt: now.toISOString(),
    stopsAt: new Date(now.getTime() + maxLifetimeSeconds * 1000).toISOString(),
    state: 'running',
  };
  await createBoxDir(root, record, metersFor(usdPerHour, now), privateKey);
}

function metersFor(usdPerHour: number, now: Date): LocalMeter[] {
  const disk = Math.min(DISK_USD_PER_HOUR, usdPerHour);
  const started = { source: 'offer', startedAt: now.toISOString(), stoppedAt: null };
  return [
    // Rounded, because 0.41 - 0.01 is 0.39999999999999997 and a price is not.
    { id: 'gpu', kind: 'gpu', usdPerHour: Number((usdPerHour - disk).toFixed(6)), ...started },
    { id: 'disk', kind: 'disk', usdPerHour: disk, ...started },
  ];
}

/** Starts a box's server unless one runs; two started at once by two programs are sorted out by the servers themselves. */
function booter(daemon: LocalOptions['daemon']): (dir: string, record: BoxRecord) => Promise<void> {
  const starting = new Map<string, ChildProcess>();
  return async (dir, record) => {
    const last = await lastBoot(dir);
    const child = starting.get(dir);
    if ((last && isAlive(last)) || (child && child.exitCode === null && child.signalCode === null)) return;
    const log = await open(logOf(dir), 'a', 0o600);
    try {
      starting.set(dir, await spawnDetached([...daemon, dir], boxEnvironment(dir, record.name), log));
    } finally {
      await log.close();
    }
  };
}

function spawnDetached(argv: string[], env: NodeJS.ProcessEnv, log: FileHandle): Promise<ChildProcess> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd: '/', env, detached: true, stdio: ['ignore', log.fd, log.fd] });
  child.unref();
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (cause) => reject(new RentFailed(`cannot start ${program}`, 'unclear', { cause })));
  });
}

/**
 * A box whose server died without anybody ending it is started again, as clouds do after their host came back: its files
 * are all there.
 */
async function describeBox(dir: string, boot: ReturnType<typeof booter>): Promise<Description> {
  const record = await readRecord(dir).catch(() => 'unreadable' as const);
  if (record === 'unreadable') return { state: 'unknown', native: 'its record cannot be read' };
  if (!record) return { state: 'gone', native: 'no such box' };
  const mark = await readMarkOf(dir);
  return { ...(await stateOf(dir, record, boot)), ...(mark === undefined ? {} : { mark }) };
}

async function stateOf(
  dir: string,
  record: BoxRecord,
  boot: ReturnType<typeof booter>,
): Promise<Description> {
  if (record.state === 'destroyed') return { state: 'gone', native: `destroyed (${record.endedBy})` };
  if (record.state !== 'running')
    return { state: record.state === 'stopped' ? 'stopped' : 'unknown', native: record.state };
  const last = await lastBoot(dir);
  if (!last || !isAlive(last)) {
    await boot(dir, record);
    return { state: 'starting', native: last ? 'its server was gone; started again' : `log: ${logOf(dir)}` };
  }
  const endpoint = {
    host: '127.0.0.1',
    port: last.port,
    user: BOX_USER,
    hostKeySha256: record.hostKeySha256,
  };
  return { state: 'running', endpoint, native: 'running' };
}

async function readingsOf(held: Held, dir: string | null, late: boolean): Promise<MeterReading[]> {
  const meters = dir === null ? null : await readMeters(dir).catch(() => null);
  return held.meters.map(({ id }): MeterReading => {
    if (!meters) return { id, state: 'unknown' };
    const meter = meters.find((each) => each.id === id);
    return { id, state: late || (meter && meter.stoppedAt === null) ? 'running' : 'gone' };
  });
}

/** For listings: looks, starts nothing. */
async function resourceAt(root: BoxRoot, name: string): Promise<Resource | null> {
  const dir = join(root.path, name);
  const record = await readRecord(dir).catch(() => null);
  if (!record || record.state === 'destroyed') return null;
  const meters = (await readMeters(dir)).filter((meter) => meter.stoppedAt === null);
  return {
    kind: 'instance',
    id: `${root.id}/${name}`,
    name,
    ...(record.owner === undefined ? {} : { owner: record.owner }),
    native: record.state,
    billing: meters.length > 0 ? 'yes' : 'no',
    usdPerHour: meters.reduce((sum, meter) => sum + meter.usdPerHour, 0),
    createdAt: record.createdAt,
  };
}

const heldFrom = (root: BoxRoot, record: BoxRecord, meters: LocalMeter[]): Held => ({
  boxId: `${root.id}/${record.name}`,
  name: record.name,
  meters: meters.map(({ id, kind, usdPerHour, source }) => ({ id, kind, usdPerHour, source })),
});

async function fits(want: Constraint, root: string): Promise<boolean> {
  if (want.gpu) return false;
  if (want.regions && !want.regions.includes('local')) return false;
  const { bavail, bsize } = await statfs(root);
  return (
    within(want.cpus, availableParallelism()) &&
    within(want.memoryGb, gigabytes(totalmem())) &&
    within(want.diskGb, gigabytes(bavail * bsize))
  );
}

const gigabytes = (bytes: number): number => bytes / 1e9;

const within = (range: Range | undefined, value: number): boolean =>
  value >= (range?.min ?? 0) && value <= (range?.max ?? Number.POSITIVE_INFINITY);

function needsLinux(): Problem {
  return new Problem({
    code: 'local-needs-linux',
    kind: 'capacity',
    what: 'The platform "local" finds the processes of a box through /proc, which this system does not have.',
    next: 'Use "generic-ssh" with a Linux machine, or run gpu-lease in a Linux container.',
  });
}

const besideSecrets = (names: readonly string[]): Problem =>
  new Problem({
    code: 'local-beside-secrets',
    kind: 'refused',
    what: `A loopback box in a workflow runs the training script on this runner, as this very user, who can read ${names.join(' and ')} here; and it ends with the job.`,
    next: 'Name a platform, or a box that you reach by SSH, under "candidates". On a runner of your own where that is meant, set GPU_LEASE_LOCAL_IN_WORKFLOW=yes for the job.',
  });

const elsewhere = (boxId: string): Problem =>
  new Problem({
    code: 'box-elsewhere',
    kind: 'unreachable',
    what: `${boxId} is a loopback box of another machine or directory; from here it can be neither reached nor stopped.`,
    next: 'Run the same command on the machine where it was made.',
  });
