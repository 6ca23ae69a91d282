import type { Worker } from 'node:worker_threads';
import { combineCrc32 } from '../codec/crc32-combine.ts';
import type { Bulk, BulkSlice, BulkWork } from './bulk.ts';
import { ElementScan } from './element-scan.ts';
import { lookAtSlice, type SliceAnswer, type SliceTask } from './scan-slice.ts';
import { WORTH_BYTES } from './shared-bytes.ts';
import { takeThread } from './thread.ts';
import { BLOCK_BYTES } from './word-scan.ts';

/** Long enough that a message costs nothing beside it, short enough that workers end together. A multiple of a block. */
const SLICE_BYTES = 4096 * BLOCK_BYTES;

interface Waiting {
  task: SliceTask;
  resolve: (slice: BulkSlice) => void;
  reject: (error: unknown) => void;
}

/** So many slices of one stretch are under way or waiting. */
const MOST_SLICES = 64;
/** A worker always has the next slice at hand when it is done with one. */
const HELD_BY_WORKER = 2;

/**
 * Threads that compute CRCs and scans of slices: this one and `jobs - 1` others. One pool may serve many files, one after
 * another or together.
 */
export class ScanPool {
  readonly #jobs: number;
  readonly #workers: Worker[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #held = new Map<Worker, Waiting[]>();
  #helps = false;
  #failure: Error | undefined;
  #closed: Promise<void> | undefined;

  constructor(jobs: number) {
    this.#jobs = jobs;
  }

  /** Work on one open file. */
  of(descriptor: number): BulkWork {
    return {
      work: (offset, length, bulk, onSlice) => this.#work(descriptor, { offset, length }, bulk, onSlice),
    };
  }

  /** May be called again while it is under way. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#failed(new Error('the pool was closed'));
    // Whoever waits for their end must not find that the process has ended before.
    for (const worker of this.#workers) worker.ref();
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  /** Slices are joined as they come in, so that memory does not grow with the stretch. */
  async #work(
    descriptor: number,
    { offset, length }: { offset: number; length: number },
    { crc: wantsCrc, scan: wanted }: Bulk,
    onSlice: (bytes: number) => void,
  ): Promise<BulkSlice> {
    const slices: Promise<BulkSlice>[] = [];
    const scan = wanted && new ElementScan(wanted.dtype, wanted.options);
    let crc = 0;
    for (let done = 0, asked = 0; done < length; ) {
      for (; asked < length && slices.length < MOST_SLICES; asked += SLICE_BYTES) {
        const bytes = Math.min(SLICE_BYTES, length - asked);
        const task = { descriptor, offset: offset + asked, bytes, crc: wantsCrc };
        const slice = this.#submit(wanted === undefined ? task : { ...task, scan: wanted });
        // Awaited in its turn; until then a failure must not count as unhandled.
        slice.catch(() => {});
        slices.push(slice);
      }
      const slice = await (slices.shift() as Promise<BulkSlice>);
      crc = combineCrc32(crc, slice.crc ?? 0, slice.bytes);
      if (slice.scan !== undefined) scan?.join(slice.scan);
      done += slice.bytes;
      onSlice(slice.bytes);
    }
    return {
      bytes: length,
      ...(wantsCrc ? { crc } : {}),
      ...(scan === undefined ? {} : { scan: scan.state() }),
    };
  }

  /**
   * This thread does its share of what no worker has at hand, and listens between two slices. Once for all stretches that are
   * under way: if each helped itself, a turn of the event loop would be a slice of every one, and workers would go hungry.
   */
  async #help(): Promise<void> {
    if (this.#helps) return;
    this.#helps = true;
    await breath();
    for (let mine = this.#waiting.shift(); mine !== undefined; mine = this.#waiting.shift()) {
      settle(mine, lookAtSlice(mine.task));
      await breath();
    }
    this.#helps = false;
  }

  /** Not before there is something for them: many a file has no stretch that could be cut. */
  #start(): void {
    while (this.#workers.length < this.#jobs - 1) {
      const worker = takeThread('scan-worker');
      this.#workers.push(worker);
      this.#held.set(worker, []);
      worker.on('message', (answer: SliceAnswer) => this.#took(worker, answer));
      worker.on('error', (error) => this.#failed(error));
      worker.on('exit', () => this.#failed(new Error('a thread that scans ended by itself')));
      // The process may end while they wait for work.
      worker.unref();
    }
  }

  #submit(task: SliceTask): Promise<BulkSlice> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) reject(this.#failure);
      else {
        this.#start();
        this.#waiting.push({ task, resolve, reject });
        this.#handOut();
        void this.#help();
      }
    });
  }

  #handOut(): void {
    for (const worker of this.#workers) {
      const held = this.#held.get(worker) ?? [];
      while (held.length < HELD_BY_WORKER && this.#waiting.length > 0) {
        const waiting = this.#waiting.shift() as Waiting;
        held.push(waiting);
        worker.ref();
        worker.postMessage(waiting.task);
      }
    }
  }

  #took(worker: Worker, answer: SliceAnswer): void {
    const held = this.#held.get(worker) ?? [];
    const waiting = held.shift();
    if (waiting !== undefined) settle(waiting, answer);
    this.#handOut();
    if (held.length === 0) worker.unref();
  }

  #failed(error: Error): void {
    this.#failure ??= error;
    const held = [...this.#held.values()].flatMap((list) => list.splice(0));
    for (const { reject } of [...held, ...this.#waiting.splice(0)]) reject(this.#failure);
  }
}

/** Does work with a pool where that pays, and ends the pool's threads whatever happens. */
export async function withPool<T>(
  jobs: number | undefined,
  largestBytes: number,
  work: (workers: ScanPool | undefined) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (jobs === undefined || jobs < 2 || largestBytes < WORTH_BYTES) return await work(undefined);
  const pool = new ScanPool(jobs);
  // A pool has a whole stretch in hand; without it nobody would look at the signal before its end.
  const stop = () => void pool.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work(pool);
  } finally {
    signal?.removeEventListener('abort', stop);
    await pool.close();
  }
}

const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function settle({ resolve, reject }: Waiting, answer: SliceAnswer): void {
  if ('slice' in answer) resolve(answer.slice);
  else reject(answer.shrank ? new RangeError(answer.why) : new Error(answer.why));
}
