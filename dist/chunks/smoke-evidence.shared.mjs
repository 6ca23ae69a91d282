import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/smoke/evidence.ts
var MAX_CHARACTERS = 2e3;
var MAX_SECONDS = 5 * 24 * 3600;
var MAX_STEP = 1e15;
var MAX_WORD = 100;
var words = (text) => text.replace(/[^\x20-\x7e]+/g, "?").slice(0, MAX_WORD) || "?";
var smokeEvidence = (report, bound) => ({
  type: "smoke-passed",
  ...bound,
  seconds: Math.round(report.seconds * 10) / 10,
  environment: {
    os: words(report.environment.os),
    arch: words(report.environment.arch),
    interpreter: words(report.environment.interpreter)
  },
  drill: report.drill === "none" ? "none" : { killedAtStep: report.drill.killedAtStep, resumedAtStep: report.drill.resumedAtStep },
  ...report.footprint && { footprint: report.footprint }
});
var word = external_exports.string().regex(new RegExp(`^[\\x20-\\x7e]{1,${MAX_WORD}}$`));
var digest = external_exports.string().regex(/^[0-9a-f]{40,64}$/);
var step = external_exports.number().gt(0).max(MAX_STEP);
var measured = external_exports.strictObject({
  bytes: external_exports.int().min(0).max(1e15),
  files: external_exports.int().min(0).max(1e9)
});
var Evidence = external_exports.strictObject({
  type: external_exports.literal("smoke-passed"),
  commit: digest,
  configHash: digest,
  seconds: external_exports.number().min(0).max(MAX_SECONDS),
  environment: external_exports.strictObject({ os: word, arch: word, interpreter: word }),
  drill: external_exports.union([
    external_exports.literal("none"),
    external_exports.strictObject({ killedAtStep: step, resumedAtStep: step }).refine(({ killedAtStep, resumedAtStep }) => resumedAtStep >= killedAtStep, {
      message: "went on before the step of its checkpoint"
    })
  ]),
  footprint: external_exports.strictObject({ checkpoint: measured.optional(), output: measured }).optional()
});
var evidenceText = (evidence) => JSON.stringify(evidence);
function readEvidence(text, { commit, configHash, job }) {
  if (job.smoke === "none") throw bad("the job file says `smoke: none`, so there is none");
  if (text.length > MAX_CHARACTERS) throw bad(`it has ${text.length} characters; ours has a few hundred`);
  const read = Evidence.safeParse(parsed(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw bad(`it has not the shape of ours (${issue?.path.join(".") || "as a whole"}: ${issue?.code})`);
  }
  const evidence = taken(read.data);
  if (evidence.commit !== commit || evidence.configHash !== configHash) {
    throw new Problem({
      code: "evidence-of-another",
      kind: "refused",
      what: `The smoke was of commit ${evidence.commit.slice(0, 8)} in configuration ${evidence.configHash.slice(0, 12)}; what is checked out here is ${commit.slice(0, 8)} in configuration ${configHash.slice(0, 12)}. Nothing was recorded.`,
      next: "Let both jobs check out the same commit and read the same job file."
    });
  }
  const isDrilled = evidence.drill !== "none";
  if (isDrilled !== (job.smoke.drill !== "none"))
    throw bad(isDrilled ? "it tells of a drill that the job file does not have" : "the drill is missing");
  return evidence;
}
function taken({ footprint, ...evidence }) {
  const { checkpoint, output } = footprint ?? {};
  return { ...evidence, ...output && { footprint: { ...checkpoint && { checkpoint }, output } } };
}
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}
var bad = (why) => new Problem({
  code: "bad-evidence",
  kind: "refused",
  what: `What was handed over is no evidence of a smoke of this job: ${why}. Nothing was recorded.`,
  next: 'Hand over the output "evidence" of the action "smoke" as it is, from a job that this one needs.'
});

export {
  smokeEvidence,
  evidenceText,
  readEvidence
};
