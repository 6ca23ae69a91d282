import { Worker } from 'node:worker_threads';

/**
 * Runs beside the main thread, which decrypts: one core hashes and writes what another one receives. Kept as text because
 * the bundle is one file. `hash` reads a growing file back from the page cache, so nothing is held in memory; `publish`
 * writes small files, each under its name only when its hash is the expected one.
 */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { closeSync, openSync, readSync, renameSync, writeSync } = require('node:fs');
const { createHash } = require('node:crypto');
const buffer = Buffer.allocUnsafeSlow(1 << 20);
const open = new Map();
function drop(id) {
  const file = open.get(id);
  open.delete(id);
  if (file) closeSync(file.fd);
}
const programs = {
  hash({ id, path, upTo, last }) {
    let file = open.get(id);
    if (!file) open.set(id, (file = { fd: openSync(path, 'r'), hash: createHash('sha256'), at: 0 }));
    while (file.at < upTo) {
      const read = readSync(file.fd, buffer, 0, Math.min(buffer.length, upTo - file.at), file.at);
      if (read === 0) throw new Error(path + ' ends at ' + file.at + ', before ' + upTo);
      file.hash.update(buffer.subarray(0, read));
      file.at += read;
    }
    if (!last) return undefined;
    drop(id);
    return file.hash.digest('hex');
  },
  drop({ id }) {
    drop(id);
  },
  publish({ list, root, temporary, bytes }) {
    let n = 0;
    return list.split('\\n').filter((line) => {
      const [start, end, sha256, path] = line.split('\\t');
      const content = bytes.subarray(+start, +end);
      if (createHash('sha256').update(content).digest('hex') !== sha256) return false;
      const name = temporary + n++;
      const fd = openSync(name, 'wx', 0o600);
      try {
        for (let at = 0; at < content.length; ) at += writeSync(fd, content, at);
      } finally {
        closeSync(fd);
      }
      renameSync(name, root + path);
      return true;
    }).map((line) => line.slice(line.lastIndexOf('\\t') + 1)).join('\\n');
  },
};
parentPort.on('message', (order) => {
  try {
    const value = programs[order.program](order);
    if (value !== undefined) parentPort.postMessage({ id: order.id, value });
  } catch (error) {
    drop(order.id);
    parentPort.postMessage({ id: order.id, error: { message: String(error.message), code: error.code } });
  }
});
`;

interface Answer {
  id: number;
  value?: unknown;
  /** An `Error` would lose its code on the way. */
  error?: { message: string; code?: string };
}

export interface SmallFile {
  /** Without tab and line end. */
  path: string;
  sha256: string;
  /** Its content is bytes [start, end) of the batch. */
  start: number;
  end: number;
}

/** Hashes and writes files on this machine, off the main thread. */
export class DiskWorker {
  #worker: Worker | undefined;
  #nextId = 0;
  readonly #waiting = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>();

  /** A digest that can follow a file while it grows. */
  follow(path: string): FollowingDigest {
    const id = this.#nextId++;
    return {
      advance: (upTo) => this.#post({ program: 'hash', id, path, upTo }),
      finish: (bytes) => this.#ask({ program: 'hash', id, path, upTo: bytes, last: true }),
      drop: () => this.#post({ program: 'drop', id }),
    };
  }

  hash(path: string, bytes: number): Promise<string> {
    return this.follow(path).finish(bytes);
  }

  /**
   * Writes files below `root`, whose directories exist, by way of temporary files whose names begin with `temporary`.
   * Takes the bytes over. Resolves with the paths that are published; the others had another content.
   */
  async publish(
    files: readonly SmallFile[],
    bytes: Uint8Array<ArrayBuffer>,
    { root, temporary }: { root: string; temporary: string },
  ): Promise<string[]> {
    // As one text: handing over thousands of small objects took longer than writing the files.
    const list = files
      .map(({ start, end, sha256, path }) => `${start}\t${end}\t${sha256}\t${path}`)
      .join('\n');
    const order = { program: 'publish', id: this.#nextId++, list, root: `${root}/`, temporary, bytes };
    const published = await this.#ask<string>(order, [bytes.buffer]);
    return published === '' ? [] : published.split('\n');
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #ask<T>(order: { id: number } & Record<string, unknown>, transfer: ArrayBuffer[] = []): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(order.id, { resolve, reject });
      this.#post(order, transfer);
    });
  }

  #post(order: Record<string, unknown>, transfer: ArrayBuffer[] = []): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(order, transfer);
  }

  #start(): Worker {
    const worker = new Worker(PROGRAM, { eval: true, execArgv: [], env: {}, name: 'disk' });
    worker.on('message', ({ id, value, error }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value as never);
      else waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    });
    worker.on('error', (error) => {
      for (const waiting of this.#waiting.values()) waiting.reject(error);
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
