import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/platforms/owner-mark.ts
var MARKED = /^(.+)--gl([a-z2-7]{10})$/;
var markedName = (name, owner) => `${name}--gl${owner}`;
function readMarkedName(text) {
  const [, name, owner] = MARKED.exec(text) ?? [];
  return name !== void 0 && owner !== void 0 ? { name, owner } : { name: text };
}

export {
  markedName,
  readMarkedName
};
