import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/contract/budgets.ts
var MiB = 1024 ** 2;
var DEFAULT_BUDGETS = {
  pickleBytes: 512 * MiB,
  pickleOpcodes: 1e8,
  pickleMemo: 1e7,
  pickleStack: 1e6,
  pickleDepth: 1e3,
  pickleName: 1024,
  pickleHeldBytes: 512 * MiB,
  constantBytes: 64 * MiB,
  safetensorsHeaderBytes: 1e8,
  jsonBytes: 256 * MiB,
  yamlBytes: MiB / 4,
  jsonDepth: 1e3,
  protobufDepth: 100,
  lineBytes: 64 * MiB,
  zipMembers: 1e6,
  nesting: 3,
  objects: 1e6,
  structureBytes: 64 * MiB,
  expandedBytes: 1024 ** 4,
  nestedExpansion: 1e4,
  membersExamined: 1e4,
  wallSeconds: 60,
  wallBytesPerSecond: 5e7
};

export {
  DEFAULT_BUDGETS
};
