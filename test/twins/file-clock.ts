import { readFileSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../src/clock.ts';

/** A clock that a twin and the process under test share through a file: every sleep moves both on and takes no time. */
export class FileClock implements Clock {
  constructor(readonly file: string) {}

  now(): Date {
    return new Date(Date.now() + this.#ahead() * 1000);
  }

  async sleep(seconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    writeFileSync(this.file, String(this.#ahead() + seconds));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }

  #ahead(): number {
    try {
      return Number(readFileSync(this.file, 'utf8')) || 0;
    } catch {
      return 0;
    }
  }
}
