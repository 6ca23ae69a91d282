import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  runStatement
} from "./attest-run-statement.shared.mjs";
import {
  RUN_PREDICATE,
  refusal,
  statementDigest
} from "./attest-beside.shared.mjs";
import {
  canonicalJson
} from "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  LEVELS
} from "./evidence-level.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";

// src/attest/predicate-schema.ts
var sha256 = external_exports.string().regex(/^[0-9a-f]{64}$/, "is not 64 lower-case hex digits");
var count = external_exports.number().int().min(0);
var at = external_exports.string().describe("ISO 8601, UTC, by the clock of whoever wrote it down.");
var level = external_exports.enum(LEVELS);
var AuditSchema = external_exports.object({
  at,
  fit: external_exports.boolean(),
  findings: external_exports.array(external_exports.object({ id: external_exports.string(), level: external_exports.string(), what: external_exports.string() })),
  measured: external_exports.record(external_exports.string(), external_exports.union([external_exports.number(), external_exports.string(), external_exports.boolean()]))
});
var BoxSchema = external_exports.object({
  lease: external_exports.string(),
  platform: external_exports.string(),
  offer: external_exports.string(),
  audit: AuditSchema.optional().describe("The last one before the seal.")
});
var AttemptSchema = external_exports.object({
  attempt: count,
  lease: external_exports.string(),
  at,
  codeHash: external_exports.string().describe("Of the code, as it was proven on the box."),
  from: external_exports.array(external_exports.object({ cell: external_exports.string(), step: external_exports.number(), source: external_exports.string() })).describe("What each cell went on from; cells that are absent began afresh.")
});
var PreemptionSchema = external_exports.object({
  lease: external_exports.string(),
  attempt: count.describe("The attempt that ended with it; 0 where none had begun."),
  at,
  what: external_exports.string().describe("box, process, evicted or disk."),
  why: external_exports.string(),
  steps: external_exports.array(external_exports.object({ cell: external_exports.string(), verified: external_exports.number() })).describe("Of each cell the newest step of which a verified copy was held then.")
});
var FileSchema = external_exports.object({
  name: external_exports.string().describe("That of the subject: CELL/PATH."),
  bytes: count,
  role: external_exports.string(),
  verdict: external_exports.enum(["pass", "pass-degraded", "unclaimed"]),
  level: level.optional()
});
var BeginningSchema = external_exports.object({
  run: external_exports.string(),
  seal: external_exports.object({ sha256 }).describe("Of that run, when it was begun from."),
  commit: external_exports.string(),
  configuration: external_exports.object({ sha256 }),
  digest: external_exports.object({ sha256 }).describe("Over the cells below, as canonical JSON of the record."),
  cells: external_exports.array(
    external_exports.object({
      cell: external_exports.string(),
      of: external_exports.string().describe("Cell of that run."),
      name: external_exports.string(),
      step: external_exports.number().optional(),
      files: external_exports.array(external_exports.object({ name: external_exports.string(), bytes: count, digest: external_exports.object({ sha256 }) }))
    })
  )
});
var RunPredicateSchema = external_exports.object({
  run: external_exports.string(),
  job: external_exports.string(),
  repository: external_exports.string().optional().describe("OWNER/NAME, where the record says it."),
  commit: external_exports.string(),
  dirty: external_exports.boolean().describe("Made from a work tree with uncommitted changes."),
  codeHash: external_exports.string(),
  configuration: external_exports.object({ sha256 }).describe("Of everything in the job file that determines the computation."),
  smoke: external_exports.enum(["passed", "waived", "missing"]),
  seal: external_exports.object({ sha256, level, verified: count, opaque: count.optional(), bytes: count }),
  files: external_exports.array(FileSchema),
  boxes: external_exports.array(BoxSchema).describe("Every box that an attempt ran on, in the order of their leases."),
  attempts: external_exports.array(AttemptSchema),
  preemptions: external_exports.array(PreemptionSchema),
  approvals: external_exports.array(external_exports.object({ at, via: external_exports.string(), level, expiresAt: external_exports.string(), platforms: external_exports.array(external_exports.string()) })).describe("Given in advance; a word for this very seal comes after it, and stands in the record."),
  earlier: external_exports.array(
    external_exports.object({
      commit: external_exports.string(),
      codeHash: external_exports.string(),
      configuration: external_exports.object({ sha256 }),
      untilAttempt: count
    })
  ).optional().describe(
    "What the attempts up to `untilAttempt` ran, before a person mended the job on the box that was held."
  ),
  from: BeginningSchema.optional().describe("The sealed checkpoint of another run that it began from."),
  data: external_exports.array(
    external_exports.object({ from: external_exports.string(), to: external_exports.string(), revision: external_exports.string().optional(), sha256: external_exports.string() })
  ),
  tool: external_exports.object({ name: external_exports.literal("gpu-lease"), version: external_exports.string() })
});

// src/attest/held-predicate.ts
function runPredicateOf({ predicateType, predicate, subject }) {
  if (predicateType !== RUN_PREDICATE)
    return refusal("other-predicate", `it is a statement of ${predicateType}, not of ${RUN_PREDICATE}`);
  const read = RunPredicateSchema.safeParse(predicate);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refusal("predicate-invalid", `${issue?.path.join(".") || "the predicate"}: ${issue?.message}`);
  }
  const known = new Set(read.data.files.map(({ name }) => name));
  const silent = subject.find(({ name }) => !known.has(name));
  if (silent || known.size !== subject.length)
    return refusal(
      "predicate-invalid",
      `its files are not its subjects${silent ? `: nothing is said of ${silent.name}` : ""}`
    );
  return read.data;
}
function recordRefusals(statement, run, events) {
  const predicate = statement.predicate;
  if (predicate.run !== run)
    return [refusal("record-differs", `it speaks of run ${predicate.run}, not of ${run}`)];
  const index = events.findLastIndex(
    (event) => event.type === "sealed" && event.seal === predicate.seal.sha256
  );
  const sealed = events[index];
  if (sealed?.type !== "sealed")
    return [refusal("record-differs", `the record has no seal ${predicate.seal.sha256}`)];
  const voided = events.slice(index).find((event) => event.type === "unsealed" && event.seal === sealed.seal);
  if (voided?.type === "unsealed")
    return [refusal("record-differs", `the record has voided its seal: ${voided.why}`)];
  const digest = statementDigest(statement);
  if (sealed.statement === digest) return [];
  const before = events.slice(0, index);
  const ours = runStatement({
    run: fold(run, before),
    events: before,
    seal: sealed,
    files: filesOf(statement),
    version: predicate.tool.version
  });
  const differing = differences(ours.predicate, predicate);
  if (differing.length > 0) return differing.map((what) => refusal("record-differs", what));
  return sealed.statement === void 0 ? [] : [refusal("record-differs", `the record has the statement ${sealed.statement}, and this is ${digest}`)];
}
var filesOf = ({ subject, predicate }) => subject.map(({ name, digest }) => {
  const said = predicate.files.find((file) => file.name === name);
  const slash = name.indexOf("/");
  const place = { cell: name.slice(0, slash), path: name.slice(slash + 1), sha256: digest.sha256 };
  return { bytes: 0, ...said, ...place };
});
function differences(record, signed) {
  const keys = Object.keys({ ...record, ...signed });
  return keys.filter((key) => key !== "files" && textOf(record[key]) !== textOf(signed[key])).map((key) => `${key}: the record has ${shortOf(record[key])}, the statement ${shortOf(signed[key])}`);
}
var textOf = (value) => value === void 0 ? "" : canonicalJson(value);
function shortOf(value) {
  if (value === void 0) return "none";
  if (Array.isArray(value)) return `${value.length}`;
  const text = textOf(value);
  return text.length > 120 ? `${text.slice(0, 120)}\u2026` : text;
}

export {
  runPredicateOf,
  recordRefusals
};
