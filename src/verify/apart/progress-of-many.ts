import type { FileProgress } from './messages.ts';

const TELL_EVERY_MS = 50;

/** A message for each chunk, or for each of many small files, would cost more than reading it. */
export class ProgressOfMany {
  readonly #say: (of: FileProgress[]) => void;
  #said = 0;
  #waiting = new Map<string, FileProgress>();

  constructor(say: (of: FileProgress[]) => void) {
    this.#say = say;
  }

  tell(path: string, done: number, total: number): void {
    this.#waiting.set(path, [path, done, total]);
    if (performance.now() - this.#said >= TELL_EVERY_MS) this.flush();
  }

  flush(): void {
    this.#said = performance.now();
    if (this.#waiting.size > 0) this.#say([...this.#waiting.values()]);
    this.#waiting = new Map();
  }
}
