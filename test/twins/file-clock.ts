import { appendFileSync, readFileSync, statSync } from 'node:fs';
import type { Clock } from '../../src/clock.ts';

/**
 * A clock that a twin and the process under test share through a file: every sleep moves both on and takes no time. Each sleep
 * appends a line of its own, so that two at once both count and a reader never sees the time go back.
 */
export class FileClock implements Clock {
  /** What the file came to when it was so long; it only grows. */
  #known = { bytes: 0, seconds: 0 };

  constructor(readonly file: string) {}

  now(): Date {
    return new Date(Date.now() + this.#ahead() * 1000);
  }

  async sleep(seconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    appendFileSync(this.file, `${seconds}\n`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }

  #ahead(): number {
    const bytes = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes !== this.#known.bytes) {
      const lines = readFileSync(this.file, 'utf8').split('\n');
      this.#known = { bytes, seconds: lines.reduce((sum, line) => sum + Number(line), 0) };
    }
    return this.#known.seconds;
  }
}
