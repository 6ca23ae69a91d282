import { Worker } from 'node:worker_threads';

/**
 * Runs beside the main thread, which decrypts: one core hashes what another one receives. Kept as text because the bundle
 * is one file. Reads files back from the page cache, so nothing is held in memory.
 */
const HASHER = `
const { parentPort } = require('node:worker_threads');
const { closeSync, openSync, readSync } = require('node:fs');
const { createHash } = require('node:crypto');
const buffer = Buffer.allocUnsafeSlow(1 << 20);
const open = new Map();
function advance(id, path, upTo) {
  let file = open.get(id);
  if (!file) open.set(id, (file = { fd: openSync(path, 'r'), hash: createHash('sha256'), at: 0 }));
  while (file.at < upTo) {
    const read = readSync(file.fd, buffer, 0, Math.min(buffer.length, upTo - file.at), file.at);
    if (read === 0) throw new Error(path + ' ends at ' + file.at + ', before ' + upTo);
    file.hash.update(buffer.subarray(0, read));
    file.at += read;
  }
  return file;
}
function drop(id) {
  const file = open.get(id);
  open.delete(id);
  if (file) closeSync(file.fd);
}
parentPort.on('message', ({ id, path, upTo, last }) => {
  try {
    if (upTo === undefined) return drop(id);
    const file = advance(id, path, upTo);
    if (!last) return;
    parentPort.postMessage({ id, sha256: file.hash.digest('hex') });
    drop(id);
  } catch (error) {
    drop(id);
    if (last) parentPort.postMessage({ id, error: String(error && error.message) });
  }
});
`;

interface Answer {
  id: number;
  sha256?: string;
  error?: string;
}

/** SHA-256 of files on this machine, computed in order and off the main thread. */
export class FileHasher {
  #worker: Worker | undefined;
  #nextId = 0;
  readonly #waiting = new Map<number, { resolve(sha256: string): void; reject(error: Error): void }>();

  /** A digest that can follow a file while it grows. */
  follow(path: string): FollowingDigest {
    const id = this.#nextId++;
    return {
      advance: (upTo) => this.#post({ id, path, upTo }),
      finish: (bytes) =>
        new Promise((resolve, reject) => {
          this.#waiting.set(id, { resolve, reject });
          this.#post({ id, path, upTo: bytes, last: true });
        }),
      drop: () => this.#post({ id }),
    };
  }

  hash(path: string, bytes: number): Promise<string> {
    return this.follow(path).finish(bytes);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #post(message: { id: number; path?: string; upTo?: number; last?: boolean }): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(HASHER, { eval: true, execArgv: [], env: {}, name: 'hasher' });
    worker.unref();
    worker.on('message', ({ id, sha256, error }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (sha256 !== undefined) waiting?.resolve(sha256);
      else waiting?.reject(new Error(`could not hash: ${error}`));
    });
    worker.on('error', (error) => {
      for (const waiting of this.#waiting.values()) waiting.reject(error as Error);
      this.#waiting.clear();
    });
    return worker;
  }
}

export interface FollowingDigest {
  /** Bytes [0, upTo) are in place; hash them when there is time. */
  advance(upTo: number): void;
  /** Lower-case hex over bytes [0, bytes). Rejects when the file is shorter. */
  finish(bytes: number): Promise<string>;
  drop(): void;
}
