import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/cli/new-secret.ts
async function secretLines() {
  const { newSecret } = await import("./keys-JDR7AABE.mjs");
  return [
    `for use in workflows, store this as the repository secret GPU_LEASE_SECRET; it is made new at every call and kept nowhere: ${newSecret()}`
  ];
}

export {
  secretLines
};
