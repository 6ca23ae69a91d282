import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Channel } from '../box/channel.ts';
import { type CheckpointSet, numberOf } from '../job/checkpoint-sets.ts';
import type { EventBody, KeptIn } from '../lease/events.ts';
import type { Cell } from '../lease/run.ts';
import type { Tree } from '../verify/contract/tree.ts';
import { freeBytesOf, MARGIN_BYTES } from './afar.ts';
import { boxSource } from './box-source.ts';
import { setOfCopy } from './copied-set.ts';
import { type DurableSet, durableSets, holdOnTier } from './durable-sets.ts';
import type { Collected } from './gathering.ts';
import { KeptCopies } from './kept-copies.ts';
import { isNewer, isNewest, keptEvent, letGo, otherThanCopied, type Whole, wordsOf } from './kept-news.ts';
import { storeOf } from './places.ts';
import { pullSnapshot } from './pull-snapshot.ts';
import { loadedSet } from './set-verdict.ts';

/**
 * What keepers laid down on the durable tier after the record's last word of a cell: its box was lost between two looks. Of each cell
 * the newest that loads becomes what is kept, before anything is started: here where it has room, else where it lies. One that
 * does not load is named and left, and the next older one is tried.
 *
 * @param asked the copies that were looked into before, by cell and id; grows
 * @returns `kept` events
 * @throws TransportFailed when the box could not be asked
 */
export async function newerOnTier(
  of: Collected,
  asked: Set<string>,
  freeBytes = freeBytesOf,
): Promise<EventBody[]> {
  const { world, run, lease, job } = of;
  const durable = lease.placed?.durable;
  if (durable === undefined || !job.checkpoint) return [];
  const channel = await world.channel(lease);
  const copies = await durableSets(channel, durable, run.id);
  const events: EventBody[] = [];
  for (const cell of run.cells.values()) {
    if (cell.ended) continue;
    const own = copies.filter((copy) => copy.cell === cell.name);
    const kept = await newestOf({ of, channel, cell, asked, freeBytes }, own);
    if (kept) events.push(kept);
  }
  return events;
}

interface Asking {
  of: Collected;
  channel: Channel;
  cell: Cell;
  asked: Set<string>;
  freeBytes(dir: string): Promise<number>;
}

/** @param copies the newest first */
async function newestOf(asking: Asking, copies: readonly DurableSet[]): Promise<EventBody | undefined> {
  const { of, cell, asked } = asking;
  for (const copy of copies) {
    if (isNewest(cell, copy.files)) return undefined;
    const set = setOfCopy(copy, of.job);
    if (!set || isOlder(cell, set) || asked.has(`${copy.cell}/${copy.id}`)) continue;
    asked.add(`${copy.cell}/${copy.id}`);
    const kept = await counted(asking, copy, set);
    if (kept) return kept;
  }
  return undefined;
}

/** By the numbers in their names, which costs no reading; else its content has to say. */
function isOlder({ sets }: Cell, { name }: CheckpointSet): boolean {
  const [known, found] = [numberOf(sets.at(-1)?.name ?? ''), numberOf(name)];
  return known !== undefined && found !== undefined && found < known;
}

async function counted(asking: Asking, copy: DurableSet, set: CheckpointSet): Promise<EventBody | undefined> {
  const { of, cell } = asking;
  const found = await broughtHere(asking, copy);
  const verdict = await loadedSet({ of, cell: cell.name, ...found.afar }, set, copy.files);
  const why = verdict.isWhole ? await differing(of, found, verdict) : `${verdict.path}: ${verdict.why}`;
  if (!verdict.isWhole || why !== undefined) {
    of.world.face.warn(`${cell.name}: ${set.name} on the durable tier (${copy.dir}) is not taken: ${why}`);
    return undefined;
  }
  if (!isNewer(cell, verdict)) return undefined;
  if (found.afar && !(await holdOnTier(asking.channel, copy))) return undefined;
  const bundle = { set, beside: [], metrics: [], onBox: new Set<string>() };
  if (!found.afar) {
    await new KeptCopies(storeOf(of.world.storeDir, of.run.id, cell.name)).hold(verdict.files);
    await letGo(of, bundle, cell.name, verdict.files);
  }
  of.world.face.line(
    `${cell.name}: ${wordsOf(set, verdict.step)} was on the durable tier, newer than what was kept; it loads`,
  );
  const { read } = found;
  return keptEvent({ of, cell }, { bundle, whole: verdict, beside: [], in: found.in, read });
}

/** Where a copy is read. */
interface Found {
  in: KeptIn;
  read(path: string): Promise<Uint8Array>;
  /** Absent where it is on this machine. */
  afar?: { open: Tree['open'] };
}

async function broughtHere({ of, channel, cell, freeBytes }: Asking, copy: DurableSet): Promise<Found> {
  const { world, run, lease } = of;
  const bytes = copy.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes + MARGIN_BYTES <= (await freeBytes(join(world.storeDir, run.id)))) {
    const dir = storeOf(world.storeDir, run.id, cell.name);
    const here = await pullSnapshot(of, channel, cell.name, { dir: copy.dir, entries: copy.files });
    // What did not come as its manifest says is found where it lies, and said.
    if (here.length === copy.files.length)
      return { in: { machine: world.machine, dir }, read: (path) => readFile(join(dir, path)) };
  }
  const sizes = new Map(copy.files.map((file) => [file.path, file.bytes]));
  const open: Tree['open'] = async (path) => boxSource(channel, `${copy.dir}/${path}`, sizes.get(path) ?? 0);
  const read = async (path: string): Promise<Uint8Array> => {
    const source = await open(path);
    return source.read(0, source.sizeBytes);
  };
  return { in: { durable: copy.dir, platform: lease.platform }, read, afar: { open } };
}

const differing = async ({ world }: Collected, { afar }: Found, whole: Whole): Promise<string | undefined> =>
  afar && otherThanCopied(whole, afar.open, world.signal);
