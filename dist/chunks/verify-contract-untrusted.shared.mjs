import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/contract/untrusted.ts
var quoted = (name, mostCharacters = 200) => JSON.stringify(name.slice(0, mostCharacters));

export {
  quoted
};
