import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/platforms/asked-once.ts
function askedOnce(ask) {
  let known;
  return () => {
    known ??= ask().catch((error) => {
      known = void 0;
      throw error;
    });
    return known;
  };
}

export {
  askedOnce
};
