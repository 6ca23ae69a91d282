import { join } from 'node:path';
import type { Probe, ProbeCell } from '../box/box-plan.ts';
import { TransportFailed } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import { secondsBetween } from '../clock.ts';
import type { EventBody } from '../lease/events.ts';
import type { World } from '../world.ts';
import { freeBytesOf } from './afar.ts';
import type { Collected } from './gathering.ts';
import { keepCell } from './keep-cell.ts';
import { type KeptCell, type LookedAt, SetMemory } from './looked-at.ts';

/** Pulling may not eat the run: at most about a quarter of the time goes into it. */
const REST_FACTOR = 3;
const DEFAULT_EVERY_SECONDS = 60;

type Due = Omit<LookedAt, 'memory' | 'freeBytes' | 'probe' | 'cell'> & { probe: Probe; cell: ProbeCell };

/**
 * Pulls the newest whole checkpoint as it appears, and what else is declared best or last, hash-equal and loaded, so that a
 * lost box costs little and after the end only the last difference remains. Nothing here stops a run: what changes under us
 * is tried at the next look.
 */
export class Keeping {
  readonly #signatures = new Map<string, string>();
  readonly #notBefore = new Map<string, Date>();
  readonly #memories = new Map<string, { bootId: string; memory: SetMemory }>();
  readonly #freeBytes: (dir: string) => Promise<number>;

  /** @param freeBytes of the disk that a directory lies on */
  constructor(freeBytes = freeBytesOf) {
    this.#freeBytes = freeBytes;
  }

  /** @param boxStores that the box can send to by itself; asked for where this disk is too small */
  async keep(
    of: Collected,
    probe: Probe,
    boxStores: LookedAt['boxStores'] = async () => [],
  ): Promise<EventBody[]> {
    const events: EventBody[] = [];
    for (const cell of probe.cells)
      if (this.#isDue(of.world, cell))
        events.push(...((await this.#keepCell({ of, probe, cell, boxStores })).events ?? []));
    return events;
  }

  /** What was seen of the sets of a cell since its box was booted: what a power cut made of them shows only when they are read again. */
  memoryOf(cell: string, bootId: string): SetMemory {
    const known = this.#memories.get(cell);
    if (known?.bootId === bootId) return known.memory;
    const memory = new SetMemory();
    this.#memories.set(cell, { bootId, memory });
    return memory;
  }

  /** Of the disk that this run's copies come to. */
  freeBytes = ({ world, run }: Pick<Collected, 'world' | 'run'>): Promise<number> =>
    this.#freeBytes(join(world.storeDir, run.id));

  async #keepCell(due: Due): Promise<KeptCell> {
    const { of, cell } = due;
    const { world, job } = of;
    const began = world.clock.now();
    const memory = this.memoryOf(cell.name, due.probe.bootId);
    const freeBytes = () => this.freeBytes(of);
    const result = await keepCell({ ...due, memory, freeBytes }).catch((error: unknown): KeptCell => {
      if (!(error instanceof TransportFailed)) throw error;
      world.face.warn(
        `${cell.name}: its newest files could not be pulled now (${error.reason}: ${oneLine(error.message, 300)}); the next look tries again`,
      );
      return { isSettled: false, hasPulled: true };
    });
    const took = secondsBetween(began, world.clock.now());
    const pause = Math.max(job.checkpoint?.everySeconds ?? DEFAULT_EVERY_SECONDS, took * REST_FACTOR);
    if (result.hasPulled)
      this.#notBefore.set(cell.name, new Date(world.clock.now().getTime() + pause * 1000));
    if (result.isSettled) this.#signatures.set(cell.name, signatureOf(cell));
    return result;
  }

  #isDue(world: World, cell: ProbeCell): boolean {
    if (cell.watched.length === 0 || this.#signatures.get(cell.name) === signatureOf(cell)) return false;
    const notBefore = this.#notBefore.get(cell.name);
    return notBefore === undefined || world.clock.now() >= notBefore;
  }
}

const signatureOf = (cell: ProbeCell): string =>
  `${cell.state}|${cell.watched.map((file) => `${file.path}:${file.bytes}:${file.modifiedAt}`).join('|')}`;
