import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  pageOn
} from "./report-page.shared.mjs";
import {
  annotation,
  inert
} from "./github-inert.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import {
  visible
} from "./report-visible-text.shared.mjs";
import {
  Problem,
  Problems,
  stackOf
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/print-error.ts
function printError(error, env, toPerson = (text) => pageOn(process.stderr, env).print(text.trimEnd()), toRunner = (text) => void process.stdout.write(text)) {
  const isWorkflow = env["GITHUB_ACTIONS"] === "true";
  const shown = isWorkflow ? inert : visible;
  const problems = error instanceof Problems ? error.all : error instanceof Problem ? [error] : [];
  if (problems.length === 0) {
    toPerson(`gpu-lease: a bug of ours, please report it with this text:
${shown(stackOf(error))}
`);
    if (isWorkflow) toRunner(annotation("error", `a bug of gpu-lease: ${String(error)}`));
    return;
  }
  for (const problem of problems) {
    const at = problem.at ? `${problem.at.file}:${problem.at.line}:${problem.at.column}: ` : "";
    if (isWorkflow) toRunner(annotation("error", problem.message, problem.at));
    else toPerson(`gpu-lease: ${shown(`${at}${problem.message}`)}
`);
  }
}
export {
  printError
};
