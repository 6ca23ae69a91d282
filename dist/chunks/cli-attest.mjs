import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  runPredicateOf
} from "./attest-held-predicate.shared.mjs";
import "./attest-run-statement.shared.mjs";
import {
  checksumsOf,
  isRefusal,
  modelStatement,
  namesBeside,
  readStatement,
  statementDigest
} from "./attest-beside.shared.mjs";
import {
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import {
  throwAll
} from "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/attest.ts
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
var MOST_SUBJECTS = 1024;
var MOST_LIST_BYTES = 512 * 1024;
async function command(request) {
  const settings = settingsOf(request);
  const laid = await layOut(settings);
  for (const [name, value] of Object.entries(laid)) process.stdout.write(`${name}: ${value}
`);
  return EXIT.ok;
}
async function attestStep({ settings, face, tell }) {
  const laid = await layOut(settings);
  if (laid["subjects"] === "")
    face.warn(
      `more than ${MOST_SUBJECTS} files, or a list of them beyond ${MOST_LIST_BYTES >> 10} KiB, are not signed one by one; the model signature is over all of them`
    );
  tell(laid);
  return EXIT.ok;
}
async function layOut(settings) {
  const { run, statement } = asked(settings);
  await requireRecorded(statement, run, settings);
  const model = modelStatement(run, statement.subject, namesBeside(cellsOf(statement)));
  const dir = mkdtempSync(join(settings.env["RUNNER_TEMP"] || tmpdir(), "gpu-lease-attest-"));
  const write = (name, text) => {
    const path = join(dir, name);
    writeWhole(path, text);
    return path;
  };
  const list = checksumsOf(statement);
  const isTaken = statement.subject.length <= MOST_SUBJECTS && Buffer.byteLength(list) <= MOST_LIST_BYTES;
  return {
    subjects: isTaken ? write("subjects.sha256", list) : "",
    predicate: write("predicate.json", JSON.stringify(statement.predicate)),
    "predicate-type": statement.predicateType,
    model: run,
    "model-digest": `sha256:${model.subject[0]?.digest.sha256}`,
    "model-predicate": write("model-predicate.json", JSON.stringify(model.predicate)),
    "model-predicate-type": model.predicateType
  };
}
function asked(settings) {
  const problems = [];
  const wrong = (code, what, next) => problems.push(new Problem({ code, kind: "usage", what, next }));
  const run = settings.value("run");
  if (!run) wrong("no-run", "Nothing says which run it is about.", "Add --run RUN.");
  const path = settings.value("path");
  if (!path)
    wrong(
      "no-path",
      "Nothing says where the statement is.",
      "Add --path STORE/RUN/+evidence/statement.json."
    );
  const statement = path ? statementAt(resolve(settings.cwd, path)) : void 0;
  if (path && !statement)
    wrong(
      "no-statement",
      `${path} is no in-toto statement.`,
      "Name the statement.json that lies beside the seal."
    );
  throwAll(problems);
  return { run, statement };
}
function statementAt(path) {
  try {
    return readStatement(readFileSync(path, "utf8"));
  } catch {
    return void 0;
  }
}
async function requireRecorded(statement, id, settings) {
  const ledger = await ledgerOf(settings);
  const { seal } = fold(id, (await ledger.read(id)).events);
  const digest = statementDigest(statement);
  const predicate = runPredicateOf(statement);
  if (seal?.statement === digest && !isRefusal(predicate)) return;
  throw new Problem({
    code: "another-statement",
    kind: "refused",
    what: `The statement comes to ${digest}, and the record of ${id} has ${seal?.statement ?? "none"}; nothing is to be signed.`,
    next: 'Take the statement from the job that sealed the run; "gpu-lease events" shows what was sealed when.'
  });
}
var cellsOf = ({ subject }) => new Set(subject.map(({ name }) => name.slice(0, name.indexOf("/"))));
export {
  attestStep,
  command
};
