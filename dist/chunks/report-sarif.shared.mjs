import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  visible
} from "./report-visible-text.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/report/sarif.ts
import { createHash } from "node:crypto";
var RANK = {
  fail: { kind: "fail", level: "error" },
  inconclusive: { kind: "fail", level: "warning" },
  degraded: { kind: "fail", level: "note" },
  note: { kind: "informational", level: "none" }
};
var SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
function sarifText({ files, sets }, version) {
  const findings = [...files, ...sets].flatMap(
    (verdict) => verdict.reasons.map((reason) => ({ verdict, reason }))
  );
  const rules = [...new Set(findings.map(({ reason }) => reason.code))].sort();
  const document = {
    $schema: SARIF_SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "gpu-lease", semanticVersion: version, rules: rules.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        results: findings.map(({ verdict, reason }) => resultOf(verdict, reason, rules.indexOf(reason.code)))
      }
    ]
  };
  return `${JSON.stringify(document, null, 2)}
`;
}
var ruleOf = (code) => ({ id: code, shortDescription: { text: `${code.replaceAll("-", " ")}.` } });
function resultOf(verdict, reason, ruleIndex) {
  const path = reason.file ?? verdict.label;
  const region = reason.offset === void 0 ? {} : { region: { byteOffset: reason.offset } };
  return {
    ruleId: reason.code,
    ruleIndex,
    ...RANK[reason.severity],
    message: { text: messageOf(verdict, reason) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: relativeUri(path), uriBaseId: "%SRCROOT%" }, ...region }
      }
    ],
    partialFingerprints: { "gpuLeaseFinding/v1": fingerprintOf(path, reason) },
    properties: { level: reason.level, format: visible(verdict.format), role: verdict.role }
  };
}
function messageOf({ label }, { what, expected, found }) {
  const more = [
    ...expected === void 0 ? [] : [`expected ${expected}`],
    ...found === void 0 ? [] : [`found ${found}`]
  ].join(", ");
  return visible(`${label}: ${what}${more === "" ? "" : ` (${more})`}`);
}
var fingerprintOf = (path, { code, level, what }) => createHash("sha256").update(JSON.stringify([path, code, level, what])).digest("hex").slice(0, 32);
var relativeUri = (path) => path.split("/").map((name) => encodeURIComponent(name.replace(new RegExp("\\p{Cs}", "gu"), "\uFFFD")).replaceAll("'", "%27")).join("/");

// src/report/whole-file.ts
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
function writeWhole(path, text) {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    rmSync(draft, { force: true });
    const file = openSync(draft, "wx", 420);
    try {
      const bytes = Buffer.from(text, "utf8");
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new Problem(
      {
        code: "not-written",
        kind: "failed",
        what: `${path} could not be written: ${cause.message}.`,
        next: "Free space or name another place, then run the same command again."
      },
      { cause }
    );
  }
}

export {
  SARIF_SCHEMA,
  sarifText,
  relativeUri,
  writeWhole
};
