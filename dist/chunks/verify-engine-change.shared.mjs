import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  partOf
} from "./verify-contract-key-book.shared.mjs";
import {
  Findings
} from "./verify-contract-findings.shared.mjs";

// src/verify/engine/change.ts
var NAMES_SHOWN = 8;
function judgeChange({ findings, facts, table }, previous) {
  if (previous === void 0) return;
  const before = new Map(previous.rows.map((row) => [row.name, row]));
  const both = table.rows.filter(
    ({ name, fingerprint }) => fingerprint !== void 0 && before.get(name)?.fingerprint !== void 0
  );
  if (both.length === 0) return;
  const same = both.filter(({ name, fingerprint }) => before.get(name)?.fingerprint === fingerprint);
  const names = same.slice(0, NAMES_SHOWN).map(({ name }) => JSON.stringify(name.slice(0, 80)));
  const found = `${same.length} of ${both.length} the same: ${names.join(", ")}`;
  const { step } = facts;
  const grew = step !== void 0 && previous.step !== void 0 && step > previous.step;
  const still = stoodStill(both, new Set(same));
  if (step !== void 0 && previous.step !== void 0 && step < previous.step)
    findings.fail("L3", "step-behind", "is older than the one before it", {
      expected: `>= ${previous.step}`,
      found: String(step)
    });
  if (same.length === both.length && grew) {
    const what = `no tensor changed since step ${previous.step}, and this is step ${step}`;
    findings.fail("L3", "unchanged", what, { expected: "other values", found });
  } else if (same.length === both.length) {
    findings.note("L3", "unchanged", "holds the same tensors as the one before it", { found });
  } else if (grew && still !== void 0) {
    const what = `no tensor of the ${still} changed since step ${previous.step}, though the rest did: one of them is stale`;
    findings.fail("L3", `${still}-unchanged`, what, { expected: "other values", found });
  } else if (same.length * 2 > both.length) {
    findings.note("L3", "mostly-unchanged", "more than half of the tensors are those of the one before it", {
      found
    });
  }
}
var sizeOf = ({ shape }) => shape.reduce((product, size) => product * size, 1);
var inPart = (rows, part) => rows.filter((row) => sizeOf(row) > 1 && partOf(row.name) === part);
var PARTS = ["model", "optimizer"];
function stoodStill(both, same) {
  const moved = PARTS.map((part) => inPart(both, part)).filter((rows) => rows.length > 0);
  if (moved.length < 2) return void 0;
  const still = PARTS.filter((part) => inPart(both, part).every((row) => same.has(row)));
  return still.length === 1 ? still[0] : void 0;
}
function withChanges(verdicts) {
  const stepped = verdicts.filter(({ table, facts }) => (table?.length ?? 0) > 0 && facts.step !== void 0);
  const byStep = stepped.sort((a, b) => (a.facts.step ?? 0) - (b.facts.step ?? 0));
  return verdicts.map((verdict) => {
    const { step } = verdict.facts;
    const before = byStep.filter(({ facts }) => step !== void 0 && (facts.step ?? 0) < step).at(-1);
    return before === void 0 || verdict.table === void 0 ? verdict : changedSince(verdict, before);
  });
}
function changedSince(verdict, { table: rows = [], facts: { step } }) {
  const findings = new Findings();
  const { facts, table = [] } = verdict;
  judgeChange({ findings, facts, table: { rows: table } }, { rows, ...step === void 0 ? {} : { step } });
  const { reasons } = findings;
  if (!findings.has("fail")) return { ...verdict, reasons: [...verdict.reasons, ...reasons] };
  const level = verdict.level > "L2" ? "L2" : verdict.level;
  return { ...verdict, verdict: "fail", counts: false, level, reasons: [...reasons, ...verdict.reasons] };
}

export {
  judgeChange,
  withChanges
};
