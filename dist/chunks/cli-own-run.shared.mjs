import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  onlyOpenRun
} from "./course-find-run.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";

// src/cli/own-run.ts
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
async function runOfThisWorkflow(settings, ledger) {
  const workflowRun = settings.env["GITHUB_RUN_ID"];
  const job = workflowRun ? jobName(settings) : void 0;
  if (job === void 0) return;
  const id = `${job}-${workflowRun}`;
  return (await ledger.read(id)).events.length > 0 ? id : void 0;
}
function jobName({ cwd, value }) {
  const file = value("job") ?? "gpu-lease.yml";
  try {
    return parseJob(readFileSync(resolve(cwd, file), "utf8"), file, knownPlatforms()).job.name;
  } catch {
    return;
  }
}
var meantRun = async (settings, ledger) => settings.value("run") ?? await runOfThisWorkflow(settings, ledger) ?? await onlyOpenRun(ledger);

export {
  runOfThisWorkflow,
  meantRun
};
