import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  annotation
} from "./github-inert.shared.mjs";
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  addSummary,
  setOutput
} from "./github-runner.shared.mjs";

// src/github/publish.ts
var MAX_SUMMARY_BYTES = 900 * 1024;
function publishOutputs(outputs) {
  setOutput("run", outputs.run);
  setOutput("state", outputs.state);
  setOutput("verdict", outputs.verdict);
  setOutput("seal", outputs.seal);
  setOutput("cost-usd", outputs.costUsd.toFixed(4));
}
function publishUpload(wish) {
  setOutput("upload", wish.paths.join("\n"));
  setOutput("artifact-name", wish.name);
  setOutput("retention-days", wish.retentionDays ?? "");
  setOutput("upload-of", wish.of);
}
function publishRecord(record) {
  setOutput("record", record.path);
  setOutput("record-name", record.name);
  setOutput("record-days", record.days);
  setOutput("record-replaces", record.mayReplace);
}
function setOutputs(outputs) {
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
}
async function publishSummary(markdown, say = (text) => void process.stdout.write(text)) {
  if (!ownEnvironment()["GITHUB_STEP_SUMMARY"]) return;
  try {
    await addSummary(fitting(markdown));
  } catch (error) {
    say(annotation("warning", `The job summary could not be written: ${String(error)}`));
  }
}
function fitting(markdown, maxBytes = MAX_SUMMARY_BYTES) {
  const bytes = Buffer.from(markdown, "utf8");
  if (bytes.length <= maxBytes) return markdown;
  const end = bytes.lastIndexOf("\n", maxBytes);
  return `${bytes.subarray(0, Math.max(0, end)).toString("utf8")}

The rest did not fit; it is in the report.
`;
}

export {
  publishOutputs,
  publishUpload,
  publishRecord,
  setOutputs,
  publishSummary,
  fitting
};
