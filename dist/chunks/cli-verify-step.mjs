import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  exitOf,
  printTable,
  unlessInterrupted,
  verified,
  writeReports
} from "./cli-print-parts.shared.mjs";
import {
  planVerify,
  whyOf
} from "./cli-verify-plan.shared.mjs";
import "./cli-verify-url.shared.mjs";
import "./cli-spelling.shared.mjs";
import {
  verifyDocument,
  worstFirst,
  worstOf
} from "./report-verify-document.shared.mjs";
import "./host-nearest-file.shared.mjs";
import {
  markdownCode,
  markdownText
} from "./report-markdown-text.shared.mjs";
import "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import {
  annotation
} from "./github-inert.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./report-ink.shared.mjs";
import {
  formatBytes
} from "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import {
  partsOf
} from "./report-visible-text.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import {
  countsOf
} from "./verify-contract-verdicts.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/verify-step.ts
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// src/report/verify-markdown.ts
var MAX_ROWS = 100;
function verifyMarkdown(verdicts) {
  const { files, sets } = verdicts;
  const counts = Object.entries(countsOf(files).of).filter(([, count]) => count > 0);
  const line = counts.map(([verdict, count]) => `${count} ${verdict}`).join(", ");
  const rows = worstFirst(verdicts);
  const shown = rows.slice(0, MAX_ROWS).map((each) => rowOf(each, sets.includes(each)));
  const rest = rows.length > shown.length ? `

${rows.length - shown.length} more are in the report.` : "";
  return `## verify: **${worstOf(verdicts)}**

${files.length} files: ${line || "none"}

| verdict | level | file | format | role | tensors | size | why |
| --- | --- | --- | --- | --- | ---: | ---: | --- |
${shown.join("\n")}${rest}
`;
}
function rowOf(verdict, isSet) {
  const cells = [
    markdownText(verdict.verdict),
    verdict.level,
    `${isSet ? "set " : ""}${markdownCode(verdict.label)}`,
    markdownText(verdict.format),
    verdict.role,
    verdict.tensors === void 0 ? "" : String(verdict.tensors.count),
    formatBytes(verdict.bytes),
    markdownText(whyOf(verdict))
  ];
  return `| ${cells.join(" | ")} |`;
}

// src/cli/verify-step.ts
var MAX_ANNOTATIONS = 10;
async function step({ settings, face, signal, tell, summarize }) {
  const plan = planVerify([], settings);
  const { files, sets } = await unlessInterrupted(signal, () => verified(plan, face, signal));
  const verdicts = { files: [...files], sets };
  await writeReports(plan, verdicts);
  const temp = settings.env["RUNNER_TEMP"] || tmpdir();
  const json = join(mkdtempSync(join(temp, "gpu-lease-verify-")), "verify.json");
  writeWhole(json, partsOf(lineOf(verifyDocument(verdicts))));
  await printTable(verdicts);
  annotate(verdicts);
  const worst = worstOf(verdicts);
  const failed = [...verdicts.files, ...verdicts.sets].filter(({ verdict }) => verdict === "fail").length;
  tell({ verdict: worst, failed: String(failed), json, report: plan.report ?? "" });
  await summarize(verifyMarkdown(verdicts));
  return exitOf(verdicts, plan);
}
function* lineOf(pieces) {
  yield* pieces;
  yield "\n";
}
function annotate(verdicts) {
  const bad = worstFirst(verdicts).filter(({ verdict }) => verdict === "fail" || verdict === "inconclusive");
  for (const each of bad.slice(0, MAX_ANNOTATIONS)) {
    const severity = each.verdict === "fail" ? "error" : "warning";
    const file = each.reasons.find((reason) => reason.file !== void 0)?.file ?? each.label;
    process.stdout.write(
      annotation(severity, `${each.label}: ${each.verdict}: ${whyOf(each)}`, { file, line: 1, column: 1 })
    );
  }
}
export {
  step
};
