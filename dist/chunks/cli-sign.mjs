import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Digests,
  hashOfKey,
  heldAt,
  keyedBundle,
  strangeIn
} from "./attest-keyed-bundle.shared.mjs";
import {
  isOneOf,
  modelStatement,
  namesBeside
} from "./attest-beside.shared.mjs";
import {
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
import "./evidence-level.shared.mjs";
import "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/sign.ts
import { createPrivateKey } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
async function command(request, signal) {
  const { dir, key, output } = planSign(request);
  const below = relative(dir, output).split(sep).join("/");
  const ignored = [...namesBeside([]), ...below.startsWith("..") ? [] : [below]];
  const isIgnored = isOneOf(ignored);
  const entries = heldAt(dir).entries.filter(({ path }) => !isIgnored(path));
  throwAll(
    strangeIn(entries).map(
      ({ code, what }) => new Problem({ code, kind: "failed", what: `${what}.`, next: "Replace it by what it names." })
    )
  );
  const files = await new Digests(signal).of(entries);
  const subjects = files.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } }));
  const statement = modelStatement(basename(dir), subjects, ignored);
  writeWhole(output, `${JSON.stringify(keyedBundle(statement, key))}
`);
  const [subject] = statement.subject;
  process.stdout.write(`signed ${files.length} files as ${subject?.digest.sha256}: ${output}
`);
  return EXIT.ok;
}
function planSign(request) {
  const faults = [];
  const settings = settingsOf({ ...request, faults });
  const [word, ...more] = request.words;
  const dir = resolve(settings.cwd, word ?? ".");
  if (word === void 0 || more.length > 0 || !statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    faults.push(
      usage("no-folder", "One folder is signed, and none is named.", "gpu-lease sign --key KEY.pem DIR")
    );
  const key = keyIn(settings.value("key"), settings.cwd, faults);
  const output = resolve(settings.cwd, settings.value("output") ?? `${dir}.sig`);
  throwAll(faults);
  return { dir, key, output };
}
function keyIn(given, cwd, faults) {
  const next = "Make one: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem";
  if (given === void 0) {
    faults.push(usage("no-key", "Nothing says with what to sign.", `Add --key KEY.pem. ${next}`));
    return void 0;
  }
  try {
    const key = createPrivateKey(readFileSync(resolve(cwd, given)));
    if (hashOfKey(key) === void 0) throw new Error("it is no key of P-256, P-384 or P-521");
    return key;
  } catch (error) {
    faults.push(usage("bad-key", `--key ${given}: ${error.message}.`, next));
    return void 0;
  }
}
var usage = (code, what, next) => new Problem({ code, kind: "usage", what, next });
export {
  command
};
