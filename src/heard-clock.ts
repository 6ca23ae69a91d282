import type { Clock, Heard } from './clock.ts';

/** The newest of each source is enough; more of them than that no process hears. */
const MOST_SOURCES = 50;

/** The wall clock of this machine, and how far it is from those of others that were heard on the way. */
export class HeardClock implements Clock {
  readonly #clock: Clock;
  readonly #heard = new Map<string, Heard>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): Date {
    return this.#clock.now();
  }

  sleep(seconds: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(seconds, signal);
  }

  heard(source: string, theirs: Date, by: Heard['by']): void {
    const aheadSeconds = (this.now().getTime() - theirs.getTime()) / 1000;
    if (!Number.isFinite(aheadSeconds)) return;
    if (this.#heard.size < MOST_SOURCES || this.#heard.has(source))
      this.#heard.set(source, { source, by, aheadSeconds });
  }

  others(): Heard[] {
    return [...this.#heard.values()];
  }
}
