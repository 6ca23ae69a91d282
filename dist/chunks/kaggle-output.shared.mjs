import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  OutputPage,
  sessionsOf,
  wordOf
} from "./cli-kaggle-problems.shared.mjs";
import {
  filesOf
} from "./colab-record.shared.mjs";
import {
  PlatformAnswer
} from "./platforms-api.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  fetchFor,
  isLoopback
} from "./host-proxied-fetch.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/kaggle/record.ts
var SET_ID = /^\d{1,12}-\d{1,9}$/;
var RecordSchema = external_exports.object({
  format: external_exports.literal("gpu-lease-kaggle/1"),
  run: external_exports.string().regex(/^[a-z0-9-]{1,80}$/),
  commit: external_exports.string().regex(/^[0-9a-f]{40,64}$/),
  session: external_exports.int().min(1).max(1e3),
  /** Seconds since 1970. */
  began: external_exports.int(),
  ended: external_exports.int(),
  gpus: external_exports.array(external_exports.string().max(200)).max(64),
  /** What went wrong outside of a command. */
  fault: external_exports.string().transform((text) => oneLine(text, 500)).nullable(),
  /** Every job has one: a record without any says nothing of the work. */
  cells: external_exports.array(
    external_exports.object({
      name: external_exports.string().max(200),
      /** `null`: it did not run, or not to its end. */
      exitCode: external_exports.int().nullable(),
      /** Checkpoint that it went on from, and the newest that it leaves. */
      from: external_exports.string().regex(SET_ID).nullable(),
      saved: external_exports.string().regex(SET_ID).nullable(),
      /** In this session. */
      ran: external_exports.boolean(),
      /** Its artifacts are in the output, with a manifest. */
      kept: external_exports.boolean()
    })
  ).min(1),
  files: external_exports.array(external_exports.looseObject({ cell: external_exports.string() }))
});
function readRecord(text) {
  try {
    return RecordSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return void 0;
  }
}
var filesOfRecord = (record, job) => filesOf(record, job);

// src/kaggle/output.ts
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
var PAGE_SIZE = 100;
var MOST_PAGES = 1e3;
async function outputOf(api, { slug, version }) {
  const asked = {
    userName: await api.user(),
    kernelSlug: slug,
    versionLabel: `v${version}`,
    pageSize: PAGE_SIZE
  };
  const files = /* @__PURE__ */ new Map();
  const seen = /* @__PURE__ */ new Set();
  let pageToken;
  let log = "";
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const body = { ...asked, ...pageToken === void 0 ? {} : { pageToken } };
    const answer = await api.call("ListKernelSessionOutput", body, OutputPage);
    for (const { fileName, url } of answer.files) if (fileName && url) files.set(fileName, url);
    log ||= answer.log ?? "";
    pageToken = answer.nextPageToken || void 0;
    if (pageToken === void 0) return { files, log };
    if (seen.has(pageToken)) break;
    seen.add(pageToken);
  }
  throw new PlatformAnswer(
    `Kaggle does not list the output of ${slug} to its end (${files.size} files so far)`
  );
}
async function fetchTo(address, to, most, signal) {
  const hash = createHash("sha256");
  const counted = new Counted(most, (piece) => hash.update(piece));
  try {
    const body = await opened(address, AbortSignal.any([signal, AbortSignal.timeout(36e5)]));
    if ("why" in body) return body;
    await pipeline(body.stream, counted, createWriteStream(to, { mode: 384 }), { signal });
    return { sha256: hash.digest("hex"), bytes: counted.bytes };
  } catch (error) {
    signal.throwIfAborted();
    await rm(to, { force: true });
    if (error instanceof TooLong)
      return { why: `has more than the ${most} bytes of its record`, mayCome: false };
    const { code = error.name } = error;
    if (["ENOSPC", "EDQUOT", "EROFS", "EACCES"].includes(code)) throw error;
    return { why: `broke off after ${counted.bytes} bytes (${code})`, mayCome: true };
  }
}
async function textAt(output, path, signal, most = MOST_TEXT_BYTES) {
  const address = output.files.get(path);
  if (address === void 0) return void 0;
  const pieces = [];
  try {
    const body = await opened(address, AbortSignal.any([signal, AbortSignal.timeout(6e4)]));
    if ("why" in body) throw new PlatformAnswer(`${path} of the output ${body.why}`);
    const counted = new Counted(most, (piece) => pieces.push(piece));
    await pipeline(body.stream, counted, async (all) => {
      for await (const _piece of all) ;
    });
    return Buffer.concat(pieces).toString("utf8");
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooLong) return void 0;
    if (error instanceof PlatformAnswer) throw error;
    throw new PlatformAnswer(`${path} of the output could not be read to its end`, { cause: error });
  }
}
var MOST_TEXT_BYTES = 64 * 1024 ** 2;
var MOST_HOPS = 5;
async function opened(address, signal) {
  let at = address;
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    if (!URL.canParse(at)) return { why: "has no address that can be used", mayCome: false };
    const url = new URL(at);
    if (!isSafe(url))
      return { why: `lies at an address that is not encrypted (${url.protocol})`, mayCome: false };
    const response = await (await fetchFor(url))(url, { signal, redirect: "manual" });
    if (response.ok && response.body) return { stream: Readable.fromWeb(response.body) };
    await response.body?.cancel();
    const next = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (next === null)
      return { why: `cannot be fetched (${response.status})`, mayCome: response.status !== 404 };
    at = URL.canParse(next, url.href) ? new URL(next, url).href : next;
  }
  return { why: `is sent on more than ${MOST_HOPS} times`, mayCome: true };
}
var isSafe = (url) => url.protocol === "https:" || isLoopback(url.hostname);
var TooLong = class extends Error {
};
var Counted = class extends Transform {
  bytes = 0;
  constructor(most, take) {
    super({
      transform: (piece, _encoding, done) => {
        this.bytes += piece.length;
        if (this.bytes > most) return done(new TooLong());
        take(piece);
        done(null, piece);
      }
    });
  }
};

// src/kaggle/standing.ts
var MOST_SESSIONS = 100;
async function standingOf(api, run, signal) {
  const sessions = await sessionsOf(api, run, MOST_SESSIONS);
  const session = sessions.at(-1);
  if (!session) return { is: "none", sessions: [] };
  const word = await wordOf(api, session);
  if (word.phase === "unknown") throw unknownWord(session, word);
  if (word.phase === "going-on") return { is: "going-on", sessions, session, word };
  const newest = await endedAs(api, run, { session, word, signal });
  const from = leavesSomething(run, newest) ? newest : await lastThatLeft(api, run, sessions, signal);
  return { ...judged(newest, sessions), sessions, newest, from };
}
async function endedAs(api, run, { session, word, signal }) {
  const output = await outputOf(api, session);
  const text = await textAt(output, `gpu-lease/${run}/run.json`, signal);
  const record = text === void 0 ? void 0 : readRecord(text);
  const isOurs = record?.run === run && record.session === session.number;
  return { session, word, output, record: isOurs ? record : void 0 };
}
var leavesSomething = (run, { output: { files } }) => [...files.keys()].some((path) => path.startsWith(`gpu-lease/${run}/`) && path.endsWith("/manifest"));
async function lastThatLeft(api, run, sessions, signal) {
  for (const session of sessions.slice(0, -1).reverse()) {
    const word = await wordOf(api, session);
    const ended = await endedAs(api, run, { session, word, signal });
    if (leavesSomething(run, ended)) return ended;
  }
  return void 0;
}
function judged({ session, word, record }, sessions) {
  if (session.lacks.length > 0)
    return { is: "failed", why: `it ran without its ${session.lacks.join(", ")}` };
  if (!record) {
    const why2 = `${word.native}${word.why === void 0 ? "" : ` (${word.why})`}, and it left no record`;
    const before = sessions.at(-2);
    const isSecond = before !== void 0 && sameStart(before, session);
    return { is: isSecond ? "still" : "unfinished", why: why2 };
  }
  if (record.fault !== null && !record.fault.startsWith("KeyboardInterrupt"))
    return { is: "failed", why: record.fault };
  const failed = record.cells.filter(({ exitCode }) => exitCode !== null && exitCode !== 0);
  if (failed.length > 0)
    return {
      is: "failed",
      why: failed.map(({ name, exitCode }) => `${name} ended with ${exitCode}`).join(", ")
    };
  const open = record.cells.filter(({ exitCode, kept }) => exitCode !== 0 || !kept);
  if (open.length === 0) return { is: "done", why: "every command ended well" };
  const notKept = open.filter(({ exitCode }) => exitCode === 0);
  if (notKept.length > 0)
    return {
      is: "failed",
      why: `${notKept.map(({ name }) => name).join(", ")} left no artifacts that could be kept`
    };
  const why = "the time of its session was over";
  const isFurther = open.some(({ from, saved }) => saved !== null && saved !== from);
  const isAnyDone = record.cells.some(({ exitCode, ran }) => exitCode === 0 && ran);
  return { is: isFurther || isAnyDone ? "unfinished" : "still", why };
}
function sameStart(one, other) {
  const start = ({ header: { sources } }) => sources.find((each) => each.startsWith("kernel ")) ?? "";
  return start(one) === start(other);
}
var unknownWord = ({ slug }, { native }) => new Problem({
  code: "kaggle-status",
  kind: "unreachable",
  what: `Kaggle says ${JSON.stringify(native)} of ${slug}, which gpu-lease does not know; so it is neither taken for running nor for over.`,
  next: "Look at it at kaggle.com/code, and run the same command again later."
});

export {
  outputOf,
  fetchTo,
  textAt,
  filesOfRecord,
  standingOf
};
