import type { Worker } from 'node:worker_threads';
import { startThread } from '../tensor/thread.ts';
import { HEAP_BYTES } from './limits.ts';

// By itself, so that `verify` can start it before it has read its own part (scripts/build.mjs). No class of it is known elsewhere.

const MiB = 1024 ** 2;

/**
 * For what was made just now. V8 would take 48 MB: of 30,000 small files that is a sixth of all memory, and no processor time was
 * saved by it.
 */
const YOUNG_MB = 6;
/** From 2 GiB on, V8 lets garbage grow to four times of what lives before it looks, below to twice at most (`MaxGrowingFactor`). */
const OLD_MB = 2047;

/** Waits for the next order of this process, of the same heap: starting a thread costs as much as verifying many files. */
let idle: { worker: Worker; heapBytes: number } | undefined;

/** Starts the thread before its first order is there. */
export function startAhead(): void {
  idle ??= { worker: takeThread(HEAP_BYTES), heapBytes: HEAP_BYTES };
  idle.worker.unref();
}

/** The one that waits, or a new one. */
export function takeThread(heapBytes: number): Worker {
  if (idle?.heapBytes === heapBytes) {
    const { worker } = idle;
    idle = undefined;
    return worker;
  }
  // It needs no secret, and no hook that this process was started with.
  const worker = startThread('apart-worker', {
    name: 'verify',
    env: {},
    execArgv: [],
    // Files that it opened by itself are closed with it, wherever it is ended.
    trackUnmanagedFds: true,
    resourceLimits: {
      maxOldGenerationSizeMb: Math.min(Math.ceil(heapBytes / MiB), OLD_MB),
      maxYoungGenerationSizeMb: YOUNG_MB,
    },
  });
  // What it says when it is nobody's any more must not end this process.
  worker.on('error', () => {});
  worker.on('exit', () => {
    if (idle?.worker === worker) idle = undefined;
  });
  return worker;
}

/** @returns whether it waits now; else there is one that does, and this one is to be ended */
export function keepThread(worker: Worker, heapBytes: number): boolean {
  if (idle !== undefined) return false;
  idle = { worker, heapBytes };
  return true;
}
