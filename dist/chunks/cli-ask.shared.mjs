import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  askForApprovals
} from "./approval-ask.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  readParts,
  readSweep
} from "./sweep-record.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/ask.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const asked = await askForReleases(settings, face, signal);
  if (settings.json) process.stdout.write(jsonLine({ asked }));
  return 0;
}
async function askForReleases(settings, face, signal) {
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    return await askForApprovals(settings.env, world, await runsMeant(settings, world));
  } finally {
    await world.close();
  }
}
async function runsMeant(settings, { ledger, face }) {
  const named = settings.value("run")?.trim();
  const sweep = named ? await readSweep(ledger, named) : void 0;
  if (sweep) return (await readParts(ledger, sweep)).flatMap(({ run }) => run ? [run] : []);
  if (named) return [await readRun(ledger, named)];
  return [...await ledger.readOpen()].flatMap(([id, record]) => {
    if (!(record instanceof Problem)) return [fold(id, record.events)];
    face.warn(record.message);
    return [];
  });
}

export {
  command,
  askForReleases
};
