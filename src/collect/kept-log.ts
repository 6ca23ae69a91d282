import { constants, readFileSync } from 'node:fs';
import { lstat, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './partial-file.ts';

/** Ours keeps no more of one log: what a program prints for weeks has no bound of its own. */
const MOST_BYTES = 64 * 1024 * 1024;

/** How far one log has been brought. */
interface Reached {
  /** In the log as the box counts it; what was cut away there counts. */
  at: number;
  /** Of our file, whose length differs: secrets are taken out of it. What lies behind was written by a process that was killed. */
  bytes: number;
}

/**
 * What has been brought of the logs of one run, by the name of our file. A file beside them says how far: a process that was killed
 * between the two writes its part again.
 */
export class KeptLogs {
  readonly #dir: string;
  readonly #index: string;
  readonly #most: number;
  readonly #reached: Map<string, Reached>;

  /** @param dir made by whoever calls */
  constructor(dir: string, index: string, mostBytes = MOST_BYTES) {
    this.#dir = dir;
    this.#index = index;
    this.#most = mostBytes;
    this.#reached = readIndex(index);
  }

  /** From where on a log is still to be brought. */
  async reached(name: string): Promise<number> {
    return (await this.#known(name)).at;
  }

  /** @param at where in the log the text ends */
  async append(name: string, text: Uint8Array, at: number): Promise<void> {
    const path = join(this.#dir, name);
    const { bytes: from } = await this.#known(name);
    // What a stranger could lay there is not written through.
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
    const file = await open(path, flags, 0o600);
    try {
      await file.truncate(from);
      for (let done = 0; done < text.length; )
        done += (await file.write(text, done, text.length - done, from + done)).bytesWritten;
      await file.sync();
    } finally {
      await file.close();
    }
    const bytes = from + text.length;
    this.#reached.set(name, { at, bytes: bytes > this.#most ? await this.#cut(path) : bytes });
    await writeDurably(this.#index, `${JSON.stringify(Object.fromEntries(this.#reached))}\n`);
  }

  async #known(name: string): Promise<Reached> {
    const known = this.#reached.get(name);
    const size = known && (await lstat(join(this.#dir, name)).catch(() => undefined))?.size;
    return known && size !== undefined && size >= known.bytes ? known : { at: 0, bytes: 0 };
  }

  /** The older half goes, up to the end of a line. @returns how long it is now */
  async #cut(path: string): Promise<number> {
    const whole = await readFile(path);
    const half = whole.indexOf('\n', whole.length - this.#most / 2) + 1;
    const note = `[what was before this is not kept here: this log is longer than ${this.#most} bytes]\n`;
    const rest = Buffer.concat([Buffer.from(note), whole.subarray(half)]);
    await writeDurably(path, rest);
    return rest.length;
  }
}

/** Unreadable is as good as none: everything is brought again. */
function readIndex(path: string): Map<string, Reached> {
  try {
    const rows = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Reached>);
    return new Map(
      rows.filter(([, row]) => Number.isSafeInteger(row?.at) && Number.isSafeInteger(row?.bytes)),
    );
  } catch {
    return new Map();
  }
}
