import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  runOfThisWorkflow
} from "./cli-own-run.shared.mjs";
import {
  noRun,
  onlyOpenRun
} from "./cli-status.shared.mjs";
import {
  fold
} from "./lease-breaker.shared.mjs";

// src/cli/read-run.ts
async function readRun(ledger, id) {
  return (await readEvents(ledger, id)).run;
}
async function readEvents(ledger, id) {
  const { events } = await ledger.read(id);
  if (events.length === 0) throw await noRun(ledger, id);
  return { run: fold(id, events), events };
}
var meantRun = async (settings, ledger) => settings.value("run") ?? await runOfThisWorkflow(settings, ledger) ?? await onlyOpenRun(ledger);

export {
  readRun,
  readEvents,
  meantRun
};
