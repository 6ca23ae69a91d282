import { existsSync } from 'node:fs';
import { resourceLimits, Worker, type WorkerOptions } from 'node:worker_threads';

/** The modules that are threads of their own; each is an entry of the bundle (scripts/build.mjs). */
export type ThreadName = 'scan-worker' | 'apart-worker' | 'crew-worker';

const SOURCES: Readonly<Record<ThreadName, string>> = {
  'scan-worker': './scan-worker.ts',
  'apart-worker': '../apart/apart-worker.ts',
  'crew-worker': '../apart/crew-worker.ts',
};

/** Beside this file in the bundle; among the sources it needs the loader that this thread was started with. */
export function startThread(name: ThreadName, options: WorkerOptions = {}): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    // One is CommonJS as it ships (scripts/build.mjs).
    const files = [`./${name}.cjs`, `./${name}.mjs`, `./chunks/${name}.cjs`, `./chunks/${name}.mjs`];
    const places = files.map((path) => new URL(path, import.meta.url));
    return new Worker(places.find((place) => existsSync(place)) ?? (places[0] as URL), options);
  }
  const loader = import.meta.resolve('tsx/esm/api');
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(
    new URL(SOURCES[name], import.meta.url).href,
  )}); });`;
  return new Worker(start, { ...options, eval: true });
}

/** Threads that wait for their first work. */
let ahead = new Map<ThreadName, Set<Worker>>();

export const aheadThreads = (): typeof ahead => ahead;

/** From here on those are taken which another copy of this module has started. */
export function takeFrom(threads: typeof ahead): void {
  ahead = threads;
}

/** Starts a thread's helpers before there is work for them, up to so many; the thread may end before they have had any. */
export function startAhead(name: ThreadName, count: number): void {
  const waiting = ahead.get(name) ?? new Set();
  ahead.set(name, waiting);
  while (waiting.size < count) {
    const worker = startHelper(name);
    worker.unref();
    waiting.add(worker);
    // One that could not start is not taken; whoever needs another finds out why.
    worker.on('error', () => {});
    worker.on('exit', () => waiting.delete(worker));
  }
}

/** One that was started ahead, or a new one. */
export function takeThread(name: ThreadName): Worker {
  const waiting = ahead.get(name);
  const [worker] = waiting ?? [];
  if (worker === undefined) return startHelper(name);
  waiting?.delete(worker);
  worker.ref();
  return worker;
}

/** It needs no secret, and may take no more memory than this thread. */
const startHelper = (name: ThreadName): Worker =>
  startThread(name, { name: 'verify', env: {}, execArgv: [], resourceLimits });
