import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/tensor/thread.ts
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
var SOURCES = {
  "scan-worker": "./scan-worker.ts",
  "apart-worker": "../apart/apart-worker.ts",
  "crew-worker": "../apart/crew-worker.ts"
};
function startThread(name, options = {}) {
  if (!import.meta.url.endsWith(".ts")) {
    const places = [`./${name}.mjs`, `./chunks/${name}.mjs`].map((path) => new URL(path, import.meta.url));
    return new Worker(places.find((place) => existsSync(place)) ?? places[0], options);
  }
  const loader = import.meta.resolve("tsx/esm/api");
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(
    new URL(SOURCES[name], import.meta.url).href
  )}); });`;
  return new Worker(start, { ...options, eval: true });
}

export {
  startThread
};
