import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Clock, systemClock } from '../../src/clock.ts';

/** Time that this process and programs under test share: it runs as the wall clock does, and hours pass at a word. */
export class ShiftedClock implements Clock {
  readonly #file: string;

  /** @param dir where the file lies that says how far ahead it is */
  constructor(dir: string) {
    this.#file = join(dir, 'ahead-seconds');
    writeFileSync(this.#file, '0');
  }

  /** Of a program that is to live by it. */
  get env(): Record<string, string> {
    const shifted = pathToFileURL(join(import.meta.dirname, 'shifted-date.mjs')).href;
    return { NODE_OPTIONS: `--import=${shifted}`, SHIFTED_BY: this.#file };
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead() * 1000);
  }

  sleep(seconds: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(seconds, signal);
  }

  pass(seconds: number): void {
    writeFileSync(this.#file, String(this.#ahead() + seconds));
  }

  #ahead(): number {
    return Number(readFileSync(this.#file, 'utf8'));
  }
}
