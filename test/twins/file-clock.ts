import { appendFileSync, readFileSync } from 'node:fs';
import type { Clock } from '../../src/clock.ts';

/**
 * A clock that a twin and the process under test share through a file: every sleep moves both on and takes no time. Each sleep
 * appends a line of its own, so that two at once both count and a reader never sees the time go back.
 */
export class FileClock implements Clock {
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
    try {
      return readFileSync(this.file, 'utf8')
        .split('\n')
        .reduce((sum, line) => sum + Number(line), 0);
    } catch {
      return 0;
    }
  }
}
