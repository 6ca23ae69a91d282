import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  roleByName,
  roleOfSourceApart,
  verifyTreeApart
} from "./verify-apart-apart.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import {
  openHttpSource
} from "./verify-read-http-source.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import {
  quoted
} from "./secret-shape.shared.mjs";
import {
  LEVEL_NEEDED
} from "./evidence-level.shared.mjs";
import "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/data/verify-data.ts
import { createHash } from "node:crypto";
var CHUNK_BYTES = 8 * 1024 ** 2;
var PATIENT = { wallSeconds: 900, wallBytesPerSecond: 1e6 };
var MOST_NAMED = 5;
async function verifyData(rules, sources, world) {
  const problems = [];
  for (const source of sources) {
    const rule = rules.find(({ to }) => to === source.to);
    if (rule?.verify === void 0) continue;
    const found = await problemIn({ rule: { ...rule, verify: rule.verify }, source, world });
    if (found) problems.push(found);
  }
  const [first, ...rest] = problems;
  if (first) throw rest.length === 0 ? first : new Problems([first, ...rest]);
}
async function problemIn(work) {
  const { source } = work;
  const loose = source.files.filter(({ proof, bytes }) => proof.by === "nothing" || bytes === void 0);
  if (loose.length > 0)
    return notVerifiable(
      source.from,
      `of ${loose.length} of its ${source.files.length} files, such as ${quoted(loose[0]?.path ?? "")}, nothing says digest and size, and the box could get other bytes than were verified`
    );
  try {
    const tasks = /* @__PURE__ */ new Map();
    for (const file of source.files.filter(isMeant)) tasks.set(file.path, await taskOf(work, file));
    return unfit(work, await verdictsOn(work, tasks));
  } catch (error) {
    work.world.signal.throwIfAborted();
    if (error instanceof Problem && error.code !== "not-readable") return error;
    if (error instanceof Problem || error instanceof RangeError)
      return notVerifiable(source.from, error.message.split("\n")[0] ?? "");
    throw error;
  }
}
var isMeant = ({ path, bytes }) => bytes !== 0 || (roleByName(path) ?? "opaque") !== "opaque";
async function verdictsOn({ source, ...work }, tasks) {
  const byPath = new Map(source.files.map((file) => [file.path, file]));
  const { files, sets } = await verifyTreeApart(
    {
      label: source.from,
      files: source.files.map(({ path, bytes = 0 }) => ({ path, sizeBytes: bytes })),
      open: (path) => opened({ source, ...work }, byPath.get(path))
    },
    {
      taskOf: (path) => tasks.get(path),
      chunkBytes: CHUNK_BYTES,
      signal: work.world.signal,
      budgets: PATIENT
    }
  );
  return [...files, ...sets];
}
async function taskOf(work, file) {
  const role = roleByName(file.path) ?? await roleByContent(work, file);
  const needed = LEVEL_NEEDED[role] === "L1" ? "L1" : work.rule.verify;
  return {
    role,
    roleFrom: "guessed",
    contains: [],
    allowDegraded: false,
    requiredLevel: needed,
    ...await digestFor(work, file)
  };
}
async function roleByContent(work, file) {
  const source = await opened(work, file);
  try {
    return await roleOfSourceApart(source, work.world.signal);
  } finally {
    await source.close();
  }
}
async function digestFor(work, file) {
  const { proof } = file;
  if (proof.by === "sha256") return { sha256: proof.digest };
  if (proof.by === "nothing") return {};
  const { sha256, digest } = await digestsOf(await opened(work, file), proof);
  if (digest === proof.digest) return { sha256, alreadyHashed: sha256 };
  throw unfitProblem(work.source.from, [
    `${quoted(file.path)} is ${proof.by} ${digest}, and its source says ${proof.digest}`
  ]);
}
async function digestsOf(source, { by }) {
  const all = createHash("sha256");
  const own = createHash(by === "git-sha1" ? "sha1" : by);
  if (by === "git-sha1") own.update(`blob ${source.sizeBytes}\0`);
  try {
    for (let at = 0; at < source.sizeBytes; at += CHUNK_BYTES) {
      const piece = await source.read(at, Math.min(CHUNK_BYTES, source.sizeBytes - at));
      all.update(piece);
      own.update(piece);
    }
  } finally {
    await source.close();
  }
  return { sha256: all.digest("hex"), digest: own.digest("hex") };
}
async function opened({ rule, source, world }, file) {
  if (file === void 0) throw new RangeError("no such file is listed");
  const token = rule.token === void 0 ? void 0 : world.secret(rule.token);
  const { path: label, bytes = 0 } = file;
  if (bytes === 0) return { label, sizeBytes: 0, read: async () => new Uint8Array(0), close: async () => {
  } };
  const opened2 = await openHttpSource(file.url, {
    headers: token === void 0 ? {} : { authorization: `Bearer ${token}` },
    signal: world.signal,
    fetch: world.fetch,
    clock: world.clock
  });
  if (opened2.sizeBytes === bytes) return opened2;
  throw unfitProblem(source.from, [
    `${quoted(label)} has ${opened2.sizeBytes} bytes, and ${bytes} are listed`
  ]);
}
function unreadIn({ label, reasons }) {
  if (reasons.some(({ severity }) => severity === "fail")) return void 0;
  const bound = reasons.find(({ code }) => code === "over-budget");
  return bound && `${quoted(label)} ${bound.what}`;
}
function unfit({ rule, source }, verdicts) {
  const bad = verdicts.filter(({ counts }) => !counts);
  if (bad.length === 0) return void 0;
  const unread = bad.map(unreadIn);
  if (unread[0] !== void 0 && !unread.includes(void 0)) return notVerifiable(source.from, unread[0]);
  const told = bad.slice(0, MOST_NAMED).map(({ label, verdict, reasons }) => {
    const why = reasons.find(({ severity }) => severity === "fail" || severity === "inconclusive") ?? reasons[0];
    return `${quoted(label)} is ${verdict === "fail" ? "not" : "not surely"} whole to ${rule.verify}${why ? `: ${why.what} (${why.code}${why.found === void 0 ? "" : `, ${quoted(why.found)}`})` : ""}`;
  });
  const more = bad.length > MOST_NAMED ? [`and ${bad.length - MOST_NAMED} more`] : [];
  return unfitProblem(source.from, [...told, ...more]);
}
var unfitProblem = (from, told) => new Problem({
  code: "data-unfit",
  kind: "refused",
  what: `${from}: ${told.join("; ")}. Nothing was rented for it.`,
  next: "Take another revision or source of it; a pickle that runs code is best had as safetensors. Without `verify` the box fetches it by its digest alone."
});
var notVerifiable = (from, why) => new Problem({
  code: "data-not-verifiable",
  kind: "refused",
  what: `${from} cannot be verified before anything is rented: ${why}.`,
  next: "Name its `sha256`, take a source that says its digests and answers ranges (the Hub, S3), or leave `verify` out."
});
export {
  verifyData
};
