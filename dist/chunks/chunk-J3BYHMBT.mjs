import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  fold
} from "./chunk-LIO6FHRK.mjs";
import {
  noSuchRun
} from "./chunk-OYVSYPD4.mjs";

// src/cli/read-run.ts
async function readRun(ledger, id) {
  const { events } = await ledger.read(id);
  if (events.length === 0) throw noSuchRun(id, ledger.where);
  return fold(id, events);
}

export {
  readRun
};
