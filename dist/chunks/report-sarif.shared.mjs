import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  visible
} from "./report-visible-text.shared.mjs";

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

export {
  SARIF_SCHEMA,
  sarifText,
  relativeUri
};
