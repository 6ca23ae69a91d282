import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { Problem } from '../../problem.ts';
import type { Description, Held, MeterReading, Resource } from '../driver.ts';
import {
  BOX_USER,
  type BoxRecord,
  type BoxRoot,
  isBoxName,
  type LocalMeter,
  lastBoot,
  logOf,
  readMarkOf,
  readMeters,
  readRecord,
  writeMark,
} from './box-dir.ts';
import { endBox } from './end-box.ts';
import { isAlive } from './marked-processes.ts';

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

/** The boxes of one directory, and what this program knows of them. */
export interface LocalBoxes {
  options: LocalOptions;
  root(): Promise<BoxRoot>;
  /** Starts a box's server unless one runs. */
  boot(dir: string, record: BoxRecord): Promise<void>;
  /** By box id, how many readings still show a meter running that has stopped: for tests. */
  late: Map<string, number>;
}

/** The box as it is held, its server running; `null` when nothing is held under that name. */
export async function hold({ root, boot }: LocalBoxes, name: string): Promise<Held | null> {
  const there = await root();
  const dir = join(there.path, checked(name));
  const record = await readRecord(dir);
  if (!record || record.state === 'destroyed') return null;
  if (record.state === 'running') await boot(dir, record);
  return heldFrom(there, record, await readMeters(dir));
}

export async function find(boxes: LocalBoxes, name: string): Promise<Held[]> {
  const held = await hold(boxes, name);
  return held ? [held] : [];
}

export function checked(name: string): string {
  if (isBoxName(name)) return name;
  throw new RangeError(`not a name for a box: ${JSON.stringify(name.slice(0, 80))}`);
}

/** The directory of a box that is held here; `null` when its id says that it is on another machine. */
async function dirOf({ root }: LocalBoxes, boxId: string): Promise<string | null> {
  const there = await root();
  const [rootId, name = ''] = boxId.split('/');
  return rootId === there.id ? join(there.path, checked(name)) : null;
}

export async function inventory({ root }: LocalBoxes): Promise<Resource[]> {
  const there = await root();
  const names = (await readdir(there.path)).filter(isBoxName);
  const listed = await Promise.all(names.map((name) => resourceAt(there, name)));
  return listed.filter((each) => each !== null);
}

export async function describe(boxes: LocalBoxes, boxId: string): Promise<Description> {
  const dir = await dirOf(boxes, boxId);
  return dir ? describeBox(dir, boxes.boot) : { state: 'unknown', native: 'not a box of this machine' };
}

export async function mark(boxes: LocalBoxes, boxId: string, word: string): Promise<void> {
  const dir = await dirOf(boxes, boxId);
  if (dir) await writeMark(dir, word);
}

export async function end(boxes: LocalBoxes, boxId: string, verb: 'stop' | 'terminate'): Promise<void> {
  const dir = await dirOf(boxes, boxId);
  if (!dir) throw elsewhere(boxId);
  const { clock, faults } = boxes.options;
  if (faults?.lateReadings) boxes.late.set(boxId, faults.lateReadings);
  await endBox(dir, verb === 'stop' ? 'stop' : 'destroy', verb, clock);
}

export async function meters(boxes: LocalBoxes, held: Held): Promise<MeterReading[]> {
  const late = boxes.late.get(held.boxId) ?? 0;
  if (late > 0) boxes.late.set(held.boxId, late - 1);
  return readingsOf(held, await dirOf(boxes, held.boxId), late > 0);
}

/**
 * A box whose server died without anybody ending it is started again, as clouds do after their host came back: its files
 * are all there.
 */
async function describeBox(dir: string, boot: LocalBoxes['boot']): Promise<Description> {
  const record = await readRecord(dir).catch(() => 'unreadable' as const);
  if (record === 'unreadable') return { state: 'unknown', native: 'its record cannot be read' };
  if (!record) return { state: 'gone', native: 'no such box' };
  const mark = await readMarkOf(dir);
  return { ...(await stateOf(dir, record, boot)), ...(mark === undefined ? {} : { mark }) };
}

async function stateOf(dir: string, record: BoxRecord, boot: LocalBoxes['boot']): Promise<Description> {
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

const elsewhere = (boxId: string): Problem =>
  new Problem({
    code: 'box-elsewhere',
    kind: 'unreachable',
    what: `${boxId} is a loopback box of another machine or directory; from here it can be neither reached nor stopped.`,
    next: 'Run the same command on the machine where it was made.',
  });
