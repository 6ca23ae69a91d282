import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  readManifest
} from "./collect-manifest.shared.mjs";
import {
  expandRoster,
  matchRoster
} from "./job-roster.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";

// src/collect/durable-sets.ts
var LIST = `
cd -- "$1/$2/.sets" 2>/dev/null || exit 0
for manifest in */*/manifest; do
  [ -f "$manifest" ] || continue
  printf 'set %s
' "\${manifest%/manifest}"
  cat -- "$manifest"
done
`;
var MOST_BYTES = 64 * 1024 ** 2;
var PATIENCE_SECONDS = 120;
async function durableSets(channel, durableDir, run) {
  const { exitCode, stdout, stderr, truncated } = await channel.exec(
    ["sh", "-c", LIST, "sh", durableDir, run],
    { timeoutSeconds: PATIENCE_SECONDS, maxOutputBytes: MOST_BYTES }
  );
  if (exitCode !== 0 || truncated)
    throw new TransportFailed(`the durable tier could not be listed: ${oneLine(stderr, 200)}`, "short");
  const sets = stdout.split(/^set /m).flatMap((text) => setIn(text, `${durableDir}/${run}/.sets`) ?? []);
  return sets.sort(
    (one, other) => byAge(other.id) - byAge(one.id) || attemptIn(other.id) - attemptIn(one.id)
  );
}
var COUNT = `
cd -- "$1/../.." && [ -f "$2/manifest" ] && printf '%s\\n' "$2" >kept.new && mv -f kept.new kept && [ -f "$2/manifest" ]
`;
async function holdOnTier(channel, { dir, id }) {
  const { exitCode } = await channel.exec(["sh", "-c", COUNT, "sh", dir, id], {
    timeoutSeconds: PATIENCE_SECONDS
  });
  return exitCode === 0;
}
var byAge = (id) => Number(id.split("-")[0]);
var attemptIn = (id) => Number(id.split("-")[1]);
function setIn(text, root) {
  const [head = "", ...lines] = text.trimEnd().split("\n");
  const [, cell, id] = /^([^/]+)\/(\d{1,12}-\d{1,9})$/.exec(head) ?? [];
  const files = setManifest(lines.join("\n"));
  return cell === void 0 || id === void 0 || !files ? void 0 : { cell, id, dir: `${root}/${cell}/${id}/files`, files };
}
function setManifest(text) {
  const lines = text.trimEnd().split("\n");
  const [, count] = /^end (\d{1,9})$/.exec(lines.pop() ?? "") ?? [];
  if (Number(count) !== lines.length) return void 0;
  const listed = lines.flatMap((line) => {
    const [, sha256, bytes, path] = /^([0-9a-f]{64}) (\d{1,15}) (.+)$/.exec(line) ?? [];
    return path === void 0 ? [] : [{ path, bytes: Number(bytes), sha256 }];
  });
  const { entries, refused } = readManifest(listed);
  if (refused.length > 0 || entries.length !== lines.length || entries.length === 0) return void 0;
  return entries;
}

// src/collect/claims.ts
function claimsOf(job, cell, files, expectationOf) {
  const claims = /* @__PURE__ */ new Map();
  const roster = expandRoster(job).filter((row) => row.cell === cell);
  const here = files.filter((file) => file.cell === cell);
  for (const { entry, files: these } of matchRoster(roster, here).matched)
    for (const file of these)
      if (!claims.has(file.path))
        claims.set(file.path, { entry: file, rule: entry, expectation: expectationOf(entry, file) });
  return claims;
}
function verdictRowsOf(cell, { entry, rule }, { files }) {
  const verdict = files.get(entry.path);
  return verdict === void 0 ? [] : [rowOf({ ...entry, cell }, rule.role, verdict)];
}
var rowOf = (file, role, verdict) => ({
  cell: file.cell,
  path: file.path,
  bytes: file.bytes,
  sha256: verdict.sha256 ?? "",
  role,
  verdict: verdict.verdict,
  level: verdict.level,
  reasons: verdict.reasons.slice(0, 5).map((reason) => reason.what)
});

export {
  durableSets,
  holdOnTier,
  setManifest,
  claimsOf,
  verdictRowsOf
};
