import type { Turn } from '../engine/tree-options.ts';

const MiB = 1024 ** 2;

/** How often time and memory are looked at. */
const LOOK_EVERY_MS = 200;

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

/** Watches one order: how long its turn takes, how long all of it, and how much memory. */
export class LimitWatch {
  /** The one under way. */
  turn: Turn = { kind: 'all', path: '', bytes: 0 };
  readonly #limits: ApartLimits;
  readonly #bytesBefore = process.memoryUsage.rss();
  readonly #overAt: number;
  readonly #timer: NodeJS.Timeout;
  #turnBegan = performance.now();

  /** @param stop called once, with why */
  constructor(limits: ApartLimits, stop: (why: string) => void) {
    this.#limits = limits;
    this.#overAt = performance.now() + limits.totalSeconds * 1000;
    this.#timer = setInterval(() => {
      const why = this.#breach();
      if (why === undefined) return;
      this.end();
      stop(why);
    }, LOOK_EVERY_MS);
  }

  begin(turn: Turn): void {
    this.turn = turn;
    this.#turnBegan = performance.now();
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

  #breach(): string | undefined {
    const { grownBytes, totalSeconds } = this.#limits;
    const seconds = this.#limits.secondsOf(this.turn);
    if (performance.now() - this.#turnBegan > seconds * 1000)
      return `could not be verified within ${Math.round(seconds)} s`;
    if (this.isTotalOver)
      return `could not be verified within the ${Math.round(totalSeconds)} s for all files`;
    if (process.memoryUsage.rss() - this.#bytesBefore > grownBytes)
      return `needed more than ${mebibytes(grownBytes)} of memory to be verified`;
    return undefined;
  }
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / MiB)} MiB`;
