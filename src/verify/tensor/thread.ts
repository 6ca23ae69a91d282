import { existsSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';

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
    const places = [`./${name}.mjs`, `./chunks/${name}.mjs`].map((path) => new URL(path, import.meta.url));
    return new Worker(places.find((place) => existsSync(place)) ?? (places[0] as URL), options);
  }
  const loader = import.meta.resolve('tsx/esm/api');
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(
    new URL(SOURCES[name], import.meta.url).href,
  )}); });`;
  return new Worker(start, { ...options, eval: true });
}
