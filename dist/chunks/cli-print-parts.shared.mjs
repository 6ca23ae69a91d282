import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  inspect,
  isPath,
  planVerify,
  tableLines
} from "./cli-verify-plan.shared.mjs";
import {
  digestOfUrl
} from "./cli-verify-url.shared.mjs";
import {
  verifyDocument,
  worstOf
} from "./report-verify-document.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  inertParts
} from "./github-inert.shared.mjs";
import {
  terminalFace
} from "./report-ink.shared.mjs";
import {
  jsonLineParts
} from "./report-visible-text.shared.mjs";
import {
  countsOf,
  joined
} from "./verify-contract-verdicts.shared.mjs";
import {
  SET_NOT_WHOLE
} from "./verify-contract-verdict.shared.mjs";
import {
  throwAll
} from "./cli-given-options.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/cli/verify.ts
import { lstatSync } from "node:fs";
import { resolve } from "node:path";

// src/cli/print-parts.ts
async function printParts(parts, stream = process.stdout) {
  for (const part of parts) {
    if (!stream.writable) return;
    if (stream.write(part)) continue;
    await takenOrGone(stream);
  }
}
var takenOrGone = (stream) => new Promise((resolve2) => {
  const events = ["drain", "error", "close"];
  const done = () => {
    for (const event of events) stream.off(event, done);
    resolve2();
  };
  for (const event of events) stream.on(event, done);
});

// src/cli/verify.ts
var print = (text) => void process.stdout.write(text);
async function command(request, signal) {
  const faults = [];
  const settings = settingsOf({ ...request, faults });
  if (settings.flag("attested")) {
    throwAll(faults);
    const { verifyAttested } = await import("./cli-attested.mjs");
    return unlessInterrupted(signal, () => verifyAttested(request.words, settings, signal));
  }
  const plan = planVerify(request.words, settings, faults);
  const face = await progressFace(settings);
  return unlessInterrupted(signal, async () => {
    if (plan.mode === "diff")
      return (await import("./cli-verify-tensors.mjs")).diff(plan, watching(face, signal), settings.json, print);
    if (plan.mode === "explain") {
      const { explain } = await import("./cli-verify-tensors.mjs");
      const verdicts2 = await explain(plan, watching(face, signal), settings.json, print);
      return exitOf(verdicts2, plan);
    }
    const verdicts = await verified(plan, face, signal);
    await writeReports(plan, verdicts);
    if (settings.json) await printParts(jsonLineParts(verifyDocument(verdicts)));
    else await printTable(verdicts);
    return exitOf(verdicts, plan);
  });
}
var printTable = ({ files, sets }) => printParts(inertParts(tableLines(joined([files, sets]))));
async function progressFace({ env, clock }) {
  if (env["GITHUB_ACTIONS"] !== "true") return terminalFace(process.stderr, clock, env);
  const { actionsFace } = await import("./github-actions-face.mjs");
  return actionsFace(clock, (text) => void process.stderr.write(text));
}
async function verified(plan, face, signal) {
  const before = await previousOf(plan, face, signal);
  return inspect(plan, {
    ...watching(face, signal),
    ...plan.report === void 0 ? {} : { table: true },
    ...before === void 0 ? {} : { previous: before }
  });
}
async function previousOf(plan, face, signal) {
  if (plan.previous === void 0) return void 0;
  const { tensorsBefore } = await import("./cli-verify-tensors.mjs");
  const target = { path: plan.previous, stats: lstatSync(plan.previous) };
  const { verdict, ...before } = await tensorsBefore(plan, target, watching(face, signal));
  if (verdict === "fail" || verdict === "inconclusive")
    face.warn(`the checkpoint before is itself "${verdict}"; it is compared all the same`);
  return before;
}
function watching(face, signal) {
  return {
    signal,
    onProgress(label, done, total) {
      face.progress("verify", { label: "verify", done, total, unit: "bytes", note: label });
      if (done === total) face.settle("verify");
    }
  };
}
async function writeReports(plan, verdicts) {
  if (plan.report === void 0 && plan.sarif === void 0) return;
  const [{ writeWhole }, { verifyHtml }, { sarifText }, { ownVersion }] = await Promise.all([
    import("./report-whole-file.mjs"),
    import("./report-verify-html.mjs"),
    import("./report-sarif.mjs"),
    import("./host-installed.mjs")
  ]);
  if (plan.report !== void 0) writeWhole(plan.report, verifyHtml(verdicts));
  if (plan.sarif !== void 0) writeWhole(plan.sarif, sarifText(verdicts, ownVersion()));
}
function exitOf(verdicts, plan) {
  const { failOn, requires } = plan;
  const worst = worstOf(verdicts);
  if (worst === "fail") return EXIT.failed;
  if (worst === "inconclusive" && failOn !== "fail") return EXIT.inconclusive;
  const all = [countsOf(verdicts.files), countsOf(verdicts.sets)];
  const counting = all.some(
    ({ of, doubtful }) => failOn === "degraded" && of["pass-degraded"] > 0 || failOn === "doubtful" && doubtful > 0
  );
  if (counting) return EXIT.degraded;
  if (requires === "nothing") return EXIT.ok;
  for (const file of verdicts.files) if (!isProvenFor(plan, file)) return EXIT.degraded;
  return EXIT.ok;
}
function isProvenFor({ requires, cwd, digests, listed, targets }, file) {
  if (digests.has(resolve(cwd, file.label))) return true;
  const url = targets.find((target) => !isPath(target) && target.label === file.label);
  if (url !== void 0 && !isPath(url) && digestOfUrl(url, listed) !== void 0) return true;
  return requires === "checksum" && !file.reasons.some(({ code }) => UNPROVEN.has(code));
}
var UNPROVEN = /* @__PURE__ */ new Set(["no-checksum", "no-digest", SET_NOT_WHOLE]);
async function unlessInterrupted(signal, work) {
  try {
    return await work();
  } catch (cause) {
    if (!signal.aborted || cause instanceof Problem) throw cause;
    throw new Problem(
      {
        code: "interrupted",
        kind: "interrupted",
        what: "Interrupted; nothing was written.",
        next: "Run the same command again."
      },
      { cause }
    );
  }
}

export {
  command,
  printTable,
  verified,
  writeReports,
  exitOf,
  unlessInterrupted
};
