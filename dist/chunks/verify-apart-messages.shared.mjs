import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/apart/messages.ts
var keyOf = ({ kind, path }) => `${kind}:${path}`;
function plainTreeOptions(options) {
  const { taskOf: _t, signal: _s, clock: _c, onProgress: _p, onVerdict: _v, ...plain } = options;
  return plain;
}
function plainFileOptions(options) {
  const { signal: _s, clock: _c, onProgress: _p, workers: _w, ...plain } = options;
  return plain;
}

export {
  keyOf,
  plainTreeOptions,
  plainFileOptions
};
