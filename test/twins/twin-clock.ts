import type { Clock } from '../../src/clock.ts';

/** Sleeps up to so long are real: what is really running (an sshd, a trainer) needs them. */
const REAL_SECONDS = 5;

/**
 * Time that product and twin share: short waits are real, long ones (a platform's two minutes between sightings) are
 * skipped by moving the common clock on. A bill comes out as if they had been waited for.
 */
export class SkippingClock implements Clock {
  #ahead = 0;
  readonly skipped: number[] = [];

  /** @param realSeconds sleeps up to so long are really slept; 0 where nothing real is waited for */
  constructor(readonly realSeconds = REAL_SECONDS) {}

  now(): Date {
    return new Date(Date.now() + this.#ahead * 1000);
  }

  /** Moves everybody on. */
  pass(seconds: number): void {
    this.#ahead += seconds;
  }

  get aheadSeconds(): number {
    return this.#ahead;
  }

  async sleep(seconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    if (seconds > this.realSeconds) {
      this.skipped.push(seconds);
      this.pass(seconds);
      // Give everybody else a turn, or a polling loop would starve what it polls.
      return new Promise((resolve) => setTimeout(resolve, 5));
    }
    return new Promise((resolve) => {
      const timer = setTimeout(done, seconds * 1000);
      signal?.addEventListener('abort', done, { once: true });
      function done() {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
    });
  }
}
