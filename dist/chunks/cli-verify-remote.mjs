import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  decoded,
  digestOfUrl
} from "./cli-verify-url.shared.mjs";
import {
  roleByName,
  roleOfSourceApart,
  verdictWithoutReading,
  verifyFileApart,
  withNote
} from "./verify-apart-apart.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import {
  openHttpSource
} from "./verify-read-http-source.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/verify-remote.ts
var CHUNK_BYTES = 8 * 1024 ** 2;
var SHARD = /-[0-9]+-of-[0-9]+(\.|$)/;
async function openUrl(target, { token }, signal) {
  const byName = roleByName(decoded(target.label));
  const headers = token === void 0 ? {} : { authorization: `Bearer ${token}` };
  try {
    const source = await openHttpSource(target.url, { headers, signal });
    const role = byName ?? await roleOfSourceApart(source, signal);
    return { target, source, role, bytes: source.sizeBytes };
  } catch (error) {
    return { target, source: problemIn(error, signal), role: byName ?? "opaque", bytes: 0 };
  }
}
async function verifyUrl({ target, source }, plan, task, { signal, table, moments, progress }) {
  if (source instanceof Problem) return unreached(target, source, task.role);
  const sha256 = digestOfUrl(target, plan.listed);
  try {
    const verdict = await verifyFileApart(source, {
      ...task,
      allowImports: plan.allowImports,
      hash: plan.hash,
      signal,
      chunkBytes: CHUNK_BYTES,
      ...sha256 === void 0 ? {} : { sha256 },
      ...table === void 0 ? {} : { table },
      ...moments === void 0 ? {} : { moments },
      onProgress: (done) => progress(target.url, done, target.label)
    });
    return SHARD.test(target.label) ? withNote(verdict, ALONE) : verdict;
  } catch (error) {
    return unreached(target, problemIn(error, signal), task.role);
  } finally {
    await source.close();
  }
}
var ALONE = {
  path: "",
  code: "others-not-seen",
  severity: "note",
  what: "is one of several files by its name; over HTTP each is verified alone, and the set is not"
};
function problemIn(error, signal) {
  if (!signal.aborted && error instanceof Problem) return error;
  if (!signal.aborted && error instanceof RangeError) {
    const next = "Verify it when nobody writes it.";
    return new Problem({ code: "not-readable", kind: "failed", what: error.message, next });
  }
  throw error;
}
var unreached = ({ label }, { what }, role) => verdictWithoutReading(
  { path: label, code: "not-readable", severity: "inconclusive", what: `could not be verified: ${what}` },
  role
);
export {
  openUrl,
  verifyUrl
};
