import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  canonicalJson,
  digestOf
} from "./canonical.shared.mjs";

// src/attest/beside.ts
var REPORTS = /* @__PURE__ */ new Set(["report.html", "summary.md"]);
function isBeside(path) {
  const [name = ""] = path.split("/", 1);
  return name.includes("+") || REPORTS.has(name);
}
var namesBeside = (cells) => [
  "+evidence",
  "+quarantine",
  "+kept",
  "+readback",
  ...[...cells].map((cell) => `${cell}+partial`),
  ...REPORTS
];
var isOneOf = (names) => (path) => names.some((name) => path === name || path.startsWith(`${name}/`));

// src/attest/refusal.ts
var refusal = (code, what) => ({ code, what });
var isRefusal = (value) => "code" in value && "what" in value;

// src/attest/statement.ts
var RUN_PREDICATE = "https://raw.githubusercontent.com/gpu-lease/gpu-lease/main/schemas/run-predicate.v1.schema.json";
var STATEMENT = "https://in-toto.io/Statement/v1";
var IN_TOTO = "application/vnd.in-toto+json";
var statementOf = (subject, predicateType, predicate) => ({
  _type: STATEMENT,
  subject: [...subject].sort((a, b) => a.name < b.name ? -1 : 1),
  predicateType,
  predicate
});
var statementDigest = (statement) => digestOf(statementOf(statement.subject, statement.predicateType, statement.predicate));
var statementText = (statement) => `${canonicalJson(statement)}
`;
var checksumsOf = ({ subject }) => subject.map(({ name, digest }) => `${digest.sha256}  ${name}
`).join("");
function readStatement(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return void 0;
  }
  if (value === null || typeof value !== "object" || value._type !== STATEMENT) return void 0;
  const { subject, predicateType, predicate } = value;
  if (!Array.isArray(subject) || typeof predicateType !== "string") return void 0;
  const isSound = subject.every(
    (each) => typeof each?.name === "string" && /^[0-9a-f]{64}$/.test(String(each.digest?.sha256))
  );
  return isSound ? { _type: STATEMENT, subject, predicateType, predicate } : void 0;
}

// src/attest/model-manifest.ts
import { createHash } from "node:crypto";
var MODEL_SIGNATURE = "https://model_signing/signature/v1.0";
function modelStatement(name, files, ignored) {
  const resources = [...files].sort((a, b) => a.name < b.name ? -1 : 1).map((file) => ({ name: file.name, algorithm: "sha256", digest: file.digest.sha256 }));
  const serialization = {
    method: "files",
    hash_type: "sha256",
    allow_symlinks: false,
    ignore_paths: [...ignored]
  };
  return statementOf([{ name, digest: { sha256: rootOf(resources) } }], MODEL_SIGNATURE, {
    serialization,
    resources
  });
}
function signedModel({ predicateType, subject, predicate }) {
  if (predicateType !== MODEL_SIGNATURE)
    return refusal("other-predicate", `it is a statement of ${predicateType}, not of ${MODEL_SIGNATURE}`);
  const { serialization, resources } = predicate ?? {};
  if (serialization?.method !== "files" || serialization.hash_type !== "sha256" || !Array.isArray(resources))
    return refusal("predicate-invalid", "it is over no list of files by SHA-256");
  if (!resources.every((each) => each.algorithm === "sha256" && /^[0-9a-f]{64}$/.test(each.digest)))
    return refusal("predicate-invalid", "a file in it has no SHA-256");
  if (subject.length !== 1 || subject[0]?.digest.sha256 !== rootOf(resources))
    return refusal("predicate-invalid", "its files do not come to the digest of its subject");
  const { ignore_paths: ignored } = serialization;
  if (!Array.isArray(ignored) || !ignored.every((path) => typeof path === "string"))
    return refusal("predicate-invalid", "it says not what was left out");
  return { serialization, resources };
}
function rootOf(resources) {
  const hash = createHash("sha256");
  for (const { digest } of resources) hash.update(Buffer.from(digest, "hex"));
  return hash.digest("hex");
}

export {
  isBeside,
  namesBeside,
  isOneOf,
  refusal,
  isRefusal,
  RUN_PREDICATE,
  IN_TOTO,
  statementOf,
  statementDigest,
  statementText,
  checksumsOf,
  readStatement,
  MODEL_SIGNATURE,
  modelStatement,
  signedModel
};
