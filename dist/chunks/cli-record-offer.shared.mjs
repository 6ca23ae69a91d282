import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  keptLogs,
  readKeptLog
} from "./collect-printed.shared.mjs";
import {
  fileOfLog
} from "./box-log-name.shared.mjs";
import {
  RECORDS_OF_A_LOOK,
  RecordArtifacts,
  recordArtifactOf
} from "./github-record-artifacts.shared.mjs";
import {
  RunStore
} from "./collect-seal.shared.mjs";
import {
  machineCopiesOf
} from "./cli-ledger-opening.shared.mjs";
import {
  publishRecord
} from "./github-publish.shared.mjs";
import {
  openGitHub
} from "./github-this-repository.shared.mjs";
import {
  partOfId
} from "./sweep-division.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/record-offer.ts
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as join2 } from "node:path";

// src/collect/log-ends.ts
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
var MOST_EACH_BYTES = 64 * 1024;
var MOST_BYTES = 512 * 1024;
async function layLogEnds(storeDir, runs, dir) {
  let room = MOST_BYTES;
  let count = 0;
  for (const run of runs) {
    const { evidenceDir } = new RunStore(storeDir, run);
    const logs = (await keptLogs(evidenceDir)).sort((a, b) => b.attempt - a.attempt);
    for (const log of logs) {
      const end = endOf(await readKeptLog(evidenceDir, log));
      if (end.length > room) return count;
      if (end.length === 0) continue;
      await mkdir(join(dir, run), { recursive: true });
      await writeFile(join(dir, run, fileOfLog(log)), end, { mode: 384 });
      room -= end.length;
      count += 1;
    }
  }
  return count;
}
function endOf(log) {
  if (log.length <= MOST_EACH_BYTES) return log;
  const tail = log.subarray(log.length - MOST_EACH_BYTES);
  return tail.subarray(tail.indexOf("\n") + 1);
}

// src/cli/record-offer.ts
var RUN_DAYS = 90;
var LOOK_DAYS = 30;
async function offerRecord(order, run, thrown) {
  if (isRewritten(thrown) || run === "") return;
  await offer(order, recordArtifactOf(run), recordsHere(order.settings, [run]), RUN_DAYS);
}
async function offerParts(order, runs, thrown) {
  const part = partOfId(runs[0] ?? "");
  if (isRewritten(thrown) || !part) return;
  await offer(order, recordArtifactOf(part.sweep), recordsHere(order.settings, runs), RUN_DAYS);
}
async function offerLook(order, runs, earlier) {
  const records = recordsHere(order.settings, runs);
  for (const [run, text] of earlier?.rescued ?? []) records.set(run, text);
  if ([...records].every(([run, text]) => earlier?.has(run, text))) return;
  await offer(order, RECORDS_OF_A_LOOK, records, LOOK_DAYS);
}
var isRewritten = (thrown) => thrown instanceof Problem && thrown.code === "history-rewritten";
function recordsHere(settings, runs) {
  const copies = machineCopiesOf(settings);
  return new Map(
    runs.flatMap((run) => {
      const text = copies.read(run)?.text;
      return text ? [[run, text]] : [];
    })
  );
}
async function offer(order, name, records, days) {
  const { settings, face } = order;
  if (settings.env["GITHUB_ACTIONS"] !== "true" || records.size === 0) return;
  try {
    const before = await leftAlready(order, name);
    if (before && !keepLonger(records, before)) return;
    const dir = mkdtempSync(join2(runnerTemp(settings), "gpu-lease-record-"));
    mkdirSync(dir, { recursive: true });
    for (const [run, text] of records) writeFileSync(join2(dir, `${run}.jsonl`), text, { mode: 384 });
    await layLogEnds(settings.storeDir, [...records.keys()], join2(dir, "logs"));
    publishRecord({ path: dir, name, days, mayReplace: before !== void 0 });
  } catch (error) {
    face.warn(`The record could not be left for the upload: ${String(error)}`);
  }
}
var runnerTemp = ({ env }) => env["RUNNER_TEMP"] || tmpdir();
async function leftAlready({ settings, face, signal }, name) {
  const { env, clock } = settings;
  const github = signal.aborted ? void 0 : openGitHub(env, clock, signal);
  const artifacts = github && new RecordArtifacts({ github, clock, warn: (text) => face.warn(text) });
  return artifacts?.replacedBy(Number(env["GITHUB_RUN_ID"]), name);
}
function keepLonger(records, before) {
  for (const [run, text] of before) {
    const ours = records.get(run);
    if (ours === void 0 || !ours.startsWith(text)) records.set(run, text);
  }
  return [...records].some(([run, text]) => before.get(run) !== text);
}

export {
  offerRecord,
  offerParts,
  offerLook
};
