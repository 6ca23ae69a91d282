import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  inOrder,
  readYaml
} from "./strict-yaml-in-order.shared.mjs";
import {
  mapping
} from "./strict-yaml-mapping.shared.mjs";
import {
  DURATION_PATTERN,
  parseDuration
} from "./profile-survival.shared.mjs";
import {
  explain,
  isMapping,
  notAMapping,
  wordIssue
} from "./strict-yaml-explain.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";

// src/strict-yaml/parse.ts
function parseYaml(text2, file, schema, kind) {
  const source = readYaml(text2, file, kind);
  const raw = source.value;
  if (source.problems.length > 0) throw inOrder(source.problems);
  if (!isMapping(raw)) throw inOrder([notAMapping(source)]);
  const parsed = schema.safeParse(raw, { error: wordIssue });
  if (parsed.success) return { value: parsed.data, source };
  throw inOrder(parsed.error.issues.flatMap((issue) => explain(issue, [], raw, source)));
}

// src/profile/schema/stamp.ts
var text = external_exports.string().trim().min(1).max(800).regex(/^[^\x00-\x08\x0b-\x1f\x7f]*$/, "holds a control character");
var identifier = external_exports.string().regex(/^[a-z0-9][a-z0-9-]{0,47}$/, "is not of lower-case letters, digits and dashes");
var tri = external_exports.enum(["yes", "no", "unknown"]);
var duration = external_exports.string().regex(
  DURATION_PATTERN,
  "is no length of time; write a number and s, min, h, d or w, such as 15d, 24h or ~90min"
).transform(parseDuration);
var month = external_exports.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, "is no month; write one such as 2026-06, or null");
var stamp = {
  verified: month.nullable(),
  source: external_exports.union([identifier.transform((tag) => [tag]), external_exports.array(identifier).min(1).max(8)]),
  confidence: external_exports.enum(["high", "medium", "low"]).optional(),
  /** Another source says otherwise; both are kept until someone settles it. */
  contested: external_exports.array(mapping({ says: text, source: identifier })).min(1).optional(),
  note: text.optional()
};
var Stamp = mapping(stamp);
var UNCHECKABLE = ["inferred", "unstamped"];
var Source = mapping({
  kind: external_exports.enum([
    "vendor-doc",
    "vendor-staff",
    "vendor-spec",
    "community",
    "observed",
    "author-use",
    "own-code",
    ...UNCHECKABLE
  ]),
  /** URL without scheme, file of this repository, or words when there is no address. */
  where: text,
  note: text.optional()
});

export {
  parseYaml,
  text,
  identifier,
  tri,
  duration,
  stamp,
  Source
};
