import type { Turn } from '../engine/tree-options.ts';
import type { FilesUnderWay } from './files-under-way.ts';

const MiB = 1024 ** 2;

/** How often time and memory are looked at. */
const LOOK_EVERY_MS = 200;

/** Of the heap of a thread that nobody gave another bound. */
export const HEAP_BYTES = 2048 * MiB;

export interface ApartLimits {
  /** Wall time that one turn may take. */
  secondsOf(turn: Turn): number;
  /** Wall time of all turns together. */
  totalSeconds: number;
  /** Of the thread's own heap. */
  heapBytes: number;
  /** What this process may grow by while the thread works: buffers lie beside its heap. */
  grownBytes: number;
}

/** A turn and when it began, by this process's clock. */
interface Begun {
  turn: Turn;
  since: number;
}

export interface Breach {
  turn: Turn;
  why: string;
  /** Several files share it: beside others one may have been denied what it would have had alone. */
  ofMemory?: boolean;
}

/** Watches one order: how long its turns take, how long all of it, and how much memory. */
export class LimitWatch {
  readonly #limits: ApartLimits;
  readonly #files: FilesUnderWay | undefined;
  readonly #bytesBefore = process.memoryUsage.rss();
  readonly #overAt: number;
  readonly #timer: NodeJS.Timeout;
  #told: Begun = { turn: { kind: 'all', path: '', bytes: 0 }, since: performance.now() };

  /** @param stop called once */
  constructor(limits: ApartLimits, files: FilesUnderWay | undefined, stop: (breach: Breach) => void) {
    this.#limits = limits;
    this.#files = files;
    this.#overAt = performance.now() + limits.totalSeconds * 1000;
    this.#timer = setInterval(() => {
      const breach = this.#breach();
      if (breach === undefined) return;
      this.end();
      stop(breach);
    }, LOOK_EVERY_MS);
  }

  begin(turn: Turn): void {
    this.#told = { turn, since: performance.now() };
  }

  /** The one under way; of several files the largest. */
  get turn(): Turn {
    return largestOf(this.#underWay()).turn;
  }

  get isTotalOver(): boolean {
    return performance.now() > this.#overAt;
  }

  get heapWords(): string {
    return `needed more than ${mebibytes(this.#limits.heapBytes)} of memory to be verified`;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** Files, where some are; else what was told. */
  #underWay(): [Begun, ...Begun[]] {
    const [first, ...others] = this.#files?.look(performance.now()) ?? [];
    return first === undefined ? [this.#told] : [first, ...others];
  }

  #breach(): Breach | undefined {
    const { grownBytes, totalSeconds } = this.#limits;
    const underWay = this.#underWay();
    for (const { turn, since } of underWay) {
      const seconds = this.#limits.secondsOf(turn);
      if (performance.now() - since > seconds * 1000)
        return { turn, why: `could not be verified within ${Math.round(seconds)} s` };
    }
    const { turn } = largestOf(underWay);
    if (this.isTotalOver)
      return { turn, why: `could not be verified within the ${Math.round(totalSeconds)} s for all files` };
    if (process.memoryUsage.rss() - this.#bytesBefore > grownBytes)
      return {
        turn,
        why: `needed more than ${mebibytes(grownBytes)} of memory to be verified`,
        ofMemory: true,
      };
    return undefined;
  }
}

const largestOf = ([first, ...others]: readonly [Begun, ...Begun[]]): Begun =>
  others.reduce((most, each) => (each.turn.bytes > most.turn.bytes ? each : most), first);

const mebibytes = (bytes: number): string => `${Math.round(bytes / MiB)} MiB`;
