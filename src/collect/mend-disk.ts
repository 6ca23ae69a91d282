import type { Probe } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { isOfSets } from '../job/checkpoint-sets.ts';
import type { CheckpointRule } from '../job/job.ts';
import type { RunDir } from '../launch/launcher.ts';
import { mendedWords } from '../lease/events/mended.ts';
import type { DiskMended, EventBody } from '../lease/events.ts';
import type { Cell, KeptSet } from '../lease/run.ts';
import type { World } from '../world.ts';
import { type Standing, standingOf } from './disk-look.ts';
import type { Collected } from './gathering.ts';
import type { Keeping } from './keep.ts';
import { KeptCopies } from './kept-copies.ts';
import type { LookedAt } from './looked-at.ts';
import { cellOutDir, storeOf } from './places.ts';
import { listPointers, mendedPointers, writePointers } from './pointers.ts';
import { putKept } from './push-kept.ts';
import { type Restoring, restoreKept } from './restore-kept.ts';
import { asideDir, movedBefore, setAside, unitOf } from './set-aside.ts';

/** A box that has a disk of an earlier attempt and runs nothing of it. */
export interface Mending {
  of: Collected;
  restoring: Restoring;
  channel: Channel;
  dir: RunDir;
  /** That is about to start. */
  attempt: number;
  seen: Pick<Probe, 'bootId' | 'disk'>;
  keeping: Pick<Keeping, 'memoryOf' | 'freeBytes'>;
  boxStores: LookedAt['boxStores'];
  /** How long a look into what is newer than the kept copies may take, of all cells. */
  lookSeconds: number;
}

/**
 * A kill can leave half a checkpoint where a trainer looks for its newest, and most trainers die of it at every start. So what is newer
 * than the kept copies is kept first; what cannot be read is moved beside the outputs, never removed; and our verified copy is put back
 * where the disk has nothing as good. Can be killed anywhere and run again, before the attempt has begun.
 *
 * @returns events to be recorded before the attempt begins; none where the disk is as it should be
 * @throws TransportFailed when the line failed; Problem `kept-copy-missing` when our copy did not come to the box whole
 */
export async function mendDisk(order: Mending): Promise<EventBody[]> {
  const { run, job } = order.of;
  const rule = job.checkpoint;
  if (!rule || rule.resume === 'none') return [];
  const events: EventBody[] = [];
  const stop = AbortSignal.timeout(order.lookSeconds * 1000);
  for (const cell of run.cells.values()) {
    const kept = cell.sets.at(-1);
    // Of what came back from a store at first nobody says what it was called.
    if (!kept || kept.name === '' || cell.ended || cell.mended?.attempt === order.attempt) continue;
    events.push(...(await new CellMending(order, { rule, cell, kept }).mend(stop)));
  }
  return events;
}

class CellMending {
  readonly #order: Mending;
  readonly #rule: CheckpointRule;
  readonly #cell: Cell;
  readonly #kept: KeptSet;

  constructor(order: Mending, { rule, cell, kept }: { rule: CheckpointRule; cell: Cell; kept: KeptSet }) {
    this.#order = order;
    this.#rule = rule;
    this.#cell = cell;
    this.#kept = kept;
  }

  async mend(stop: AbortSignal): Promise<EventBody[]> {
    const standing = await this.#look(stop);
    if ('events' in standing) return standing.events;
    const { torn, newest } = standing;
    if (newest === 'unknown') {
      this.#warn('what its disk has could not be looked into to its end; it is started with that as it is');
      return [];
    }
    const { channel, dir, attempt } = this.#order;
    const place = { base: dir.base, cell: this.#cell.name, attempt };
    const before = await movedBefore(channel, place, this.#rule);
    if (torn.length === 0 && before.length === 0 && newest !== 'gone') return [];
    // Once something was moved there is no way back: without our copy nothing may start.
    const whyNot = newest === 'gone' && before.length === 0 ? await this.#whyNoCopy() : undefined;
    if (whyNot !== undefined) {
      const names = torn.map(({ set, why }) => `${set.name} (${why})`).join(', ');
      this.#warn(
        `${names || this.#kept.name} cannot be gone on from, and ${whyNot}; it is started with that as it is`,
      );
      return [];
    }
    const names = new Set(before.map(({ name }) => name));
    // Of that name it is our own copy by now, or as much of it as came before the kill.
    const left = torn.filter(({ set }) => !names.has(set.name));
    const sets = left.map(({ set }) => set);
    await setAside(channel, place, sets, this.#rule);
    const back = await this.#putBack(newest, names.has(this.#kept.name));
    const gone = [...sets, ...before].map(({ name }) => unitOf(name, this.#rule));
    const pointers = await this.#mendPointers(standing, gone, back?.name);
    const cutOff = [...names].map((name) => ({ name, why: 'moved by a start that was cut off' }));
    return [
      this.#mended([...left.map(({ set, why }) => ({ name: set.name, why })), ...cutOff], back, pointers),
    ];
  }

  async #look(stop: AbortSignal): Promise<Standing | { events: EventBody[] }> {
    const { of, channel, dir, seen, keeping, boxStores } = this.#order;
    const { name } = this.#cell;
    const world: World = {
      ...of.world,
      signal: AbortSignal.any([of.world.signal, stop]),
      channel: async () => channel,
    };
    const looked: LookedAt = {
      of: { ...of, world },
      probe: { boxTime: 0 },
      cell: { name, state: 'exited', watched: [], metrics: [] },
      memory: keeping.memoryOf(name, seen.bootId),
      freeBytes: () => keeping.freeBytes(of),
      boxStores,
    };
    const known = { rule: this.#rule, kept: this.#kept, base: dir.base };
    return standingOf(looked, channel, known).catch((error: unknown) => {
      if (!stop.aborted || of.world.signal.aborted) throw error;
      return { torn: [], newest: 'unknown', set: undefined } as const;
    });
  }

  /** As the end of a sentence; nothing is moved where what is to take its place cannot be had. */
  async #whyNoCopy(): Promise<string | undefined> {
    const { restoring, seen } = this.#order;
    const { world, run, lease } = restoring;
    const bytes = this.#kept.files.reduce((sum, file) => sum + file.bytes, 0);
    const { freeBytes, totalBytes } = seen.disk;
    if (totalBytes > 0 && bytes > freeBytes)
      return `our verified copy does not fit beside it (${bytes} bytes, and ${freeBytes} are free there)`;
    const { keptIn, name } = this.#cell;
    const isThere =
      keptIn && 'durable' in keptIn
        ? lease?.placed?.durable !== undefined
        : await restoreKept(restoring, this.#cell, new KeptCopies(storeOf(world.storeDir, run.id, name)));
    return isThere ? undefined : 'our verified copy is neither on this machine nor in a store';
  }

  async #putBack(newest: Standing['newest'], wasPut: boolean): Promise<DiskMended['back']> {
    const { restoring, channel, dir } = this.#order;
    const { name, step: keptStep } = this.#kept;
    if (newest !== 'gone')
      return wasPut
        ? { name, ...(keptStep !== undefined && { step: keptStep }), source: 'our-copy' }
        : undefined;
    const putting = { cell: this.#cell, only: isOfSets(this.#rule), where: 'back on its disk' };
    const { step, source } = await putKept(restoring, channel, dir, putting);
    const older = this.#cell.sets.findLast((set) => set.step === step)?.name;
    return { name: older ?? name, ...(step !== undefined && { step }), source };
  }

  async #mendPointers(
    { newest, set }: Standing,
    gone: readonly string[],
    back: string | undefined,
  ): Promise<string[]> {
    const { channel, dir, attempt } = this.#order;
    const there = back ?? (newest === 'kept' ? this.#kept.name : set?.name);
    if (there === undefined) return [];
    const outDir = cellOutDir(dir.base, this.#cell.name);
    const unit = unitOf(there, this.#rule);
    const pointers = mendedPointers(await listPointers(channel, outDir, [...gone, unit]), gone, unit);
    await writePointers(channel, outDir, asideDir(dir.base, this.#cell.name, attempt), pointers);
    return pointers.map(({ path }) => path);
  }

  #mended(aside: DiskMended['aside'], back: DiskMended['back'], pointers: string[]): EventBody {
    const { of, dir, attempt } = this.#order;
    const event = {
      type: 'disk-mended',
      lease: of.lease.name,
      cell: this.#cell.name,
      attempt,
      dir: asideDir(dir.base, this.#cell.name, attempt),
      aside,
      ...(back && { back }),
      pointers,
    } as const;
    this.#warn(mendedWords(event));
    return event;
  }

  #warn(what: string): void {
    this.#order.of.world.face.warn(`${this.#cell.name}: ${what}`);
  }
}
