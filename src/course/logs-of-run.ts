import { type Channel, isOfTheLine } from '../box/channel.ts';
import type { LogName } from '../box/log-name.ts';
import { type BoxLog, listLogs } from '../box/run-logs.ts';
import { type KeptLog, keptLogs, readKeptLog } from '../collect/printed.ts';
import { RunStore } from '../collect/store.ts';
import { lookable } from '../lease/lookable.ts';
import type { Run } from '../lease/run.ts';
import type { RecordTrust } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

const PIECE_BYTES = 1024 * 1024;

/** A log that can be read, wherever it lies. */
export interface ReadableLog extends LogName {
  /** To its end. */
  bytes: number;
  /** From where on to its end, in pieces; `position` is where each ends. */
  read(from: number): AsyncIterable<{ bytes: Uint8Array; position: number }>;
}

export interface LogsOfRun {
  logs: ReadableLog[];
  /** Why no box was asked; `undefined` where one was. */
  notSeen: string | undefined;
}

/**
 * The logs of a run: those that its box has, and of the others what was brought of them. Nothing is kept of what is read.
 *
 * @param trust of its record: what nobody vouches for may name a stranger's box
 */
export async function logsOfRun(world: World, run: Run, trust: RecordTrust = 'plain'): Promise<LogsOfRun> {
  const dir = new RunStore(world.storeDir, run.id).evidenceDir;
  const kept = (await keptLogs(dir)).map((log) => ofDisk(dir, log));
  const { logs, notSeen } =
    trust === 'not-verified'
      ? { logs: [], notSeen: 'Its record is not verified, so no box was asked.' }
      : await onBox(world, run);
  const isThere = (log: LogName) => logs.some((each) => isSame(each, log));
  return { logs: [...logs, ...kept.filter((log) => !isThere(log))], notSeen };
}

const isSame = (a: LogName, b: LogName): boolean =>
  a.attempt === b.attempt && a.cell === b.cell && a.part === b.part;

async function onBox(world: World, run: Run): Promise<LogsOfRun> {
  const held = lookable(run);
  if (!held) return { logs: [], notSeen: 'No box of it is held.' };
  const { lease, dir } = held;
  try {
    const channel = await world.channel(lease);
    const found = await listLogs(channel, dir);
    const own = found.filter(({ cell }) => cell === undefined || run.cells.has(cell));
    return { logs: own.map((log) => ofBox(channel, log)), notSeen: undefined };
  } catch (error) {
    const isAway = isOfTheLine(error) || (error instanceof Problem && error.kind === 'unreachable');
    if (!isAway) throw error;
    return { logs: [], notSeen: `${lease.name} does not answer us: ${error.message.split('\n')[0]}.` };
  }
}

const ofDisk = (dir: string, log: KeptLog): ReadableLog => ({
  ...log,
  async *read(from) {
    const bytes = await readKeptLog(dir, log);
    yield { bytes: bytes.subarray(from), position: bytes.length };
  },
});

const ofBox = (channel: Channel, log: BoxLog): ReadableLog => ({
  attempt: log.attempt,
  cell: log.cell,
  ...(log.part !== undefined && { part: log.part }),
  bytes: log.bytes,
  async *read(from) {
    for (let at = Math.max(from, log.gone); at < log.bytes; ) {
      const length = Math.min(PIECE_BYTES, log.bytes - at);
      const chunks: Uint8Array[] = [];
      await channel.get(log.path, at - log.gone, length, (chunk) => void chunks.push(chunk.slice()));
      at += length;
      yield { bytes: Buffer.concat(chunks), position: at };
    }
  },
});
