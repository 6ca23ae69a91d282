import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  canonicalJson
} from "./chunk-LFUBYMA7.mjs";
import {
  LEDGER_VERSION
} from "./chunk-NX3KFUAZ.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

// src/ledger/event-shapes.ts
var texts = { list: "text" };
var listOf = (fields) => ({ list: { fields } });
var SHAPES = {
  "run-opened": {
    version: "number",
    job: "text",
    configHash: "text",
    commit: "text",
    codeHash: "text",
    dirty: "boolean",
    cells: texts,
    budget: {
      fields: {
        usd: "number",
        hours: "number",
        usdPerHour: "number",
        usdPerDay: { optional: "number" },
        usdRepositoryPerDay: { optional: "number" }
      }
    },
    retryMax: "number",
    onFinish: "text",
    resumes: "boolean",
    needsStore: { optional: "boolean" },
    sweep: {
      optional: {
        fields: {
          id: "text",
          part: "number",
          of: "number",
          division: "text",
          roster: { optional: { list: texts } }
        }
      }
    },
    document: "object"
  },
  "smoke-passed": {
    commit: "text",
    configHash: "text",
    seconds: "number",
    environment: "object",
    drill: { either: ["text", { fields: { killedAtStep: "number", resumedAtStep: "number" } }] }
  },
  "smoke-waived": {},
  intended: {
    lease: "text",
    platform: "text",
    offer: "text",
    summary: "text",
    usdPerHour: "number",
    market: "text",
    attach: { optional: "text" },
    candidate: { optional: "number" },
    host: { optional: "text" },
    region: { optional: "text" },
    expectedUsd: { optional: "number" },
    claim: { optional: "text" },
    user: { optional: "text" }
  },
  claimed: { lease: "text", claim: "text" },
  "no-capacity": { declined: texts, tryAgainAt: "text" },
  "boot-failed": { lease: "text", why: "text", host: { optional: "text" } },
  surfaced: {
    lease: "text",
    of: "text",
    boxId: "text",
    meters: listOf({ id: "text", kind: "text", usdPerHour: "number", source: "text" }),
    since: { optional: "text" }
  },
  "rent-refused": { lease: "text", reason: "text", what: "text" },
  rented: {
    lease: "text",
    boxId: "text",
    meters: listOf({ id: "text", kind: "text", usdPerHour: "number", source: "text" }),
    adopted: "boolean",
    host: { optional: "text" },
    since: { optional: "text" },
    endsAt: { optional: "text" },
    untimed: { optional: "text" }
  },
  reachable: { lease: "text", hostKeySha256: "text", pin: "text" },
  audited: {
    lease: "text",
    fit: "boolean",
    findings: listOf({ id: "text", level: "text", what: "text" }),
    measured: "object"
  },
  started: {
    lease: "text",
    attempt: "number",
    configHash: "text",
    codeHash: "text",
    keeper: "text",
    dir: { fields: { base: "text", keeper: "text" } },
    launcher: "text",
    bootId: "text",
    oomKills: { either: ["number", "null"] },
    from: listOf({ cell: "text", step: "number", source: "text" })
  },
  resumed: { lease: "text", cell: "text", attempt: "number", firstStep: "number", verifiedStep: "number" },
  kept: {
    lease: "text",
    cell: "text",
    files: listOf({ path: "text", bytes: "number", sha256: "text", verdict: "text" }),
    step: { optional: "number" }
  },
  "kept-stored": {
    mark: "text",
    cells: listOf({
      cell: "text",
      step: { optional: "number" },
      copies: listOf({ path: "text", bytes: "number", sha256: "text", verdict: "text" })
    }),
    store: "text",
    id: "text",
    place: "text",
    digest: "text",
    bytes: "number",
    files: "number",
    keptUntil: { optional: "text" }
  },
  "kept-dropped": { mark: "text" },
  preempted: {
    lease: "text",
    what: "text",
    why: "text",
    clocks: { optional: listOf({ id: "text", effect: "text", at: "text" }) }
  },
  "cell-ended": {
    lease: "text",
    cell: "text",
    attempt: "number",
    verdict: "text",
    exitCode: "number",
    failureClass: { optional: "text" },
    lastStep: { optional: "number" },
    lastLoss: { optional: "number" }
  },
  collected: {
    lease: "text",
    files: "number",
    bytes: "number",
    manifestSha256: "text",
    codeProven: "boolean"
  },
  sealed: {
    seal: "text",
    verified: "number",
    roster: "number",
    bytes: "number",
    level: "text",
    opaque: { optional: "number" },
    place: "text"
  },
  unsealed: { seal: "text", why: "text" },
  stored: {
    seal: "text",
    store: "text",
    id: "text",
    place: "text",
    digest: "text",
    bytes: "number",
    files: "number",
    keptUntil: { optional: "text" }
  },
  "standing-approved": {
    person: "text",
    via: "text",
    configHash: "text",
    platforms: texts,
    maxUsdPerHour: "number",
    level: "text",
    expiresAt: "text"
  },
  continued: { how: "text", hop: "number", workflowRun: { optional: "number" } },
  "runner-used": { stage: "text", seconds: "number", runner: "text" },
  approved: {
    binds: "text",
    goal: "text",
    lease: "text",
    verbs: texts,
    person: "text",
    via: "text",
    expiresAt: "text"
  },
  releasing: { lease: "text", verb: "text" },
  "meter-stopped": { lease: "text", meter: "text", sightings: texts },
  owed: { lease: "text", meter: "text", why: "text", next: "text" },
  "word-given": { lease: "text", verb: "text", person: "text" },
  parked: { lease: "text", verb: "text", clocks: listOf({ id: "text", effect: "text", at: "text" }) },
  released: { lease: "text", usd: "number" },
  abandoned: { lease: "text", lost: texts },
  halted: { code: "text", what: "text", next: "text" },
  resolved: { how: "text" },
  closed: { usd: "number" }
};
var BASE = { type: "text", seq: "number", at: "text", by: "text" };
function faultOfEvent(value) {
  const fault = faultOf(value, { fields: BASE }, "the line");
  if (fault) return fault;
  const { type } = value;
  const shape = Object.hasOwn(SHAPES, type) ? SHAPES[type] : {};
  return faultOf(value, { fields: shape }, type);
}
function faultOf(value, shape, name) {
  if (shape === "text") return typeof value === "string" ? void 0 : `${name} is not text`;
  if (shape === "number")
    return typeof value === "number" && Number.isFinite(value) ? void 0 : `${name} is not a number`;
  if (shape === "boolean") return typeof value === "boolean" ? void 0 : `${name} is not true or false`;
  if (shape === "null") return value === null ? void 0 : `${name} is not null`;
  if (shape === "object") return isObject(value) ? void 0 : `${name} is not an object`;
  if ("optional" in shape) return value === void 0 ? void 0 : faultOf(value, shape.optional, name);
  if ("either" in shape) {
    const faults = shape.either.map((one) => faultOf(value, one, name));
    return faults.includes(void 0) ? void 0 : faults[0];
  }
  if ("list" in shape) {
    if (!Array.isArray(value)) return `${name} is not a list`;
    return firstFault(value.map((one, index) => [one, shape.list, `${name}[${index}]`]));
  }
  if (!isObject(value)) return `${name} is not an object`;
  return firstFault(
    Object.entries(shape.fields).map(([key, field]) => [value[key], field, `${name}.${key}`])
  );
}
function firstFault(checks) {
  for (const [value, shape, name] of checks) {
    const fault = faultOf(value, shape, name);
    if (fault) return fault;
  }
  return void 0;
}
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// src/ledger/mac-chain.ts
import { createHmac, timingSafeEqual } from "node:crypto";
var chainedMac = (key, previousMac, event) => createHmac("sha256", key).update(`${previousMac}
${canonicalJson(event)}`).digest("base64url");
function isMac(key, previousMac, event, mac) {
  const expected = Buffer.from(chainedMac(key, previousMac, event));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// src/ledger/event-lines.ts
var noLines = { text: "", events: [], nonces: [], lastMac: "" };
var BadLine = class extends Error {
  constructor(line, fault, message) {
    super(message);
    this.line = line;
    this.fault = fault;
  }
  line;
  fault;
  name = "BadLine";
};
function readLines(text, key, known = noLines) {
  if (text === known.text) return known;
  const added = text.slice(known.text.length);
  const first = known.events.length;
  if (!added.endsWith("\n"))
    throw new BadLine(first + added.split("\n").length - 1, "corrupt", "the last line is cut off");
  const read = { text, events: [...known.events], nonces: [...known.nonces], lastMac: known.lastMac };
  for (const [offset, line] of added.slice(0, -1).split("\n").entries()) {
    const { event, nonce, mac } = readLine(line, first + offset);
    if (key) {
      checkMac(key, read.lastMac, { ...event, nonce }, mac, first + offset);
      const text2 = canonicalJson({ ...event, nonce, mac });
      if (text2 !== line) throw new BadLine(first + offset, "broken-mac", "the line was written anew");
    }
    read.events.push(event);
    read.nonces.push(nonce);
    read.lastMac = mac;
  }
  return read;
}
function readLine(line, index) {
  let parsed;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new BadLine(index, "corrupt", `not JSON: ${JSON.stringify(line.slice(0, 80))}`);
  }
  refuseNewer(parsed, index);
  const fault = faultOfEvent(parsed);
  if (fault) throw new BadLine(index, "corrupt", fault);
  const { nonce, mac, ...event } = parsed;
  if (event.seq !== index) throw new BadLine(index, "corrupt", `the line says seq ${event.seq}`);
  return {
    event,
    nonce: typeof nonce === "string" ? nonce : "",
    mac: typeof mac === "string" ? mac : ""
  };
}
function refuseNewer(parsed, index) {
  const { type, version } = parsed ?? {};
  if (type !== "run-opened" || typeof version !== "number" || version <= LEDGER_VERSION) return;
  const why = `version ${version}, this program reads up to ${LEDGER_VERSION}`;
  throw new BadLine(index, "newer-version", why);
}
function checkMac(key, previous, signed, mac, index) {
  if (mac === "") throw new BadLine(index, "unsigned", "the event carries no signature");
  if (!isMac(key, previous, signed, mac)) {
    throw new BadLine(
      index,
      "broken-mac",
      "the signature is not one that our secret makes for this event at this place"
    );
  }
}
function writeLines(known, events, nonce, key) {
  const written = { ...known, events: [...known.events], nonces: [...known.nonces] };
  for (const [offset, event] of events.entries()) {
    const stored = JSON.parse(
      canonicalJson({ ...event, seq: known.events.length + offset })
    );
    const fault = faultOfEvent(stored);
    if (fault) throw new Error(`not a ledger event: ${fault}`);
    const signed = { ...stored, nonce };
    const mac = key ? chainedMac(key, written.lastMac, signed) : void 0;
    written.text += `${canonicalJson({ ...signed, mac })}
`;
    written.events.push(stored);
    written.nonces.push(nonce);
    written.lastMac = mac ?? "";
  }
  return written;
}

// src/ledger/git-problems.ts
var MEANINGS = [
  ["disk-full", /No space left on device|Disk quota exceeded/i],
  [
    "login",
    /Authentication failed|could not read (Username|Password)|terminal prompts disabled|Permission denied \(|returned error: 401|Host key verification failed|Invalid username or password/i
  ],
  [
    "permission",
    /hook declined|insufficient permission|returned error: 403|denied to |not allowed|protected|deny|prohibited|read-only|Read-only|Permission denied|unpacker error|unable to create temporary|cannot create directory/i
  ],
  // Behind the permissions: a lock that may not be made says both.
  [
    "busy",
    /Unable to create '[^']*\.lock': File exists|cannot lock ref|failed to update ref|failed to lock/i
  ],
  [
    "no-repository",
    /does not appear to be a git repository|[Rr]epository .*not found|returned error: 404|not a git repository|does not exist/i
  ],
  [
    "transport",
    /Could not resolve|Couldn't connect|Failed to connect|Connection (refused|reset|timed out|closed)|timed out|unreachable|early EOF|unexpected disconnect|hung up|RPC failed|returned error: (429|5\d\d)|Empty reply|SSL|TLS|GnuTLS|kex_exchange|Could not read from remote repository|Operation too slow|unable to access/i
  ]
];
function faultOf2(stderr, timedOut) {
  if (timedOut) return "transport";
  return MEANINGS.find(([, words]) => words.test(stderr))?.[0] ?? "other";
}
var isPassing = (fault) => fault === "transport" || fault === "busy";
function gitProblem(fault, doing, where, stderr) {
  const said = stderr.trim() ? ` Git says: ${firstLines(stderr)}` : "";
  const what = `Could not ${doing} (${where}).${said}`;
  switch (fault) {
    case "transport":
      return new Problem({
        code: "remote-unreachable",
        kind: "unreachable",
        what,
        next: "Check the address and the network, then run the same command again; it goes on from the ledger. This says nothing about the run itself."
      });
    case "login":
    case "permission":
      return new Problem({
        code: fault === "login" ? "login-refused" : "no-write-permission",
        kind: "ledger",
        what,
        next: "Give whoever runs this write access there: in a workflow `permissions: contents: write`, elsewhere a token or key that may push refs/gpu-lease/* (with a token, git 2.31 or newer), or the rights on the directory."
      });
    case "no-repository":
      return new Problem({
        code: "no-repository",
        kind: "ledger",
        what,
        next: "Check that the ledger names an existing git repository; create an empty one there if it should be new."
      });
    case "disk-full":
      return new Problem({
        code: "disk-full",
        kind: "ledger",
        what,
        next: "Free some space there and run the same command again."
      });
    case "busy":
      return new Problem({
        code: "ref-locked",
        kind: "ledger",
        what,
        next: "If no other git works in that repository, remove the .lock file that git names, then run the same command again."
      });
    case "other":
      return new Problem({
        code: "git-failed",
        kind: "ledger",
        what,
        next: "Try the same with git by hand in that repository."
      });
  }
}
var noGit = (cause) => new Problem(
  {
    code: "no-git",
    kind: "ledger",
    what: `The ledger is kept with git, and git could not be started (${cause instanceof Error ? cause.message : String(cause)}).`,
    next: "Install it (`apt-get install git`, `apk add git`, or https://git-scm.com) or put it on the PATH."
  },
  { cause }
);
var appendUnclear = (run, where, cause) => new Problem(
  {
    code: "append-unclear",
    kind: "unreachable",
    what: `Lost contact while writing to run ${run}; the events may or may not be in the ledger (${where}). ${cause.what}`,
    next: "Run the same command again when the ledger can be reached: it reads what is there first and writes nothing twice."
  },
  { cause }
);
var notARecord = (run, why, commit) => new Problem({
  code: "corrupt-record",
  kind: "ledger",
  what: `The record of run ${run} cannot be read: ${why}${commit ? ` (brought by commit ${commit})` : ""}.`,
  next: `Look at \`git log -p refs/gpu-lease/runs/${run}\`; when the commit before was good, put the ref back to it with \`git update-ref\`.`
});
var newerVersion = (run, why) => new Problem({
  code: "newer-version",
  kind: "ledger",
  what: `The record of run ${run} is a ledger written by a newer version of gpu-lease: ${why}.`,
  next: "Update gpu-lease here to the version that opened the run, and run the same command again. Nothing was changed."
});
var distrusted = (run, code, why, commit) => new Problem({
  code,
  kind: "ledger",
  what: `The record of run ${run} is refused: ${why}${commit ? `, brought by commit ${commit}` : ""}.`,
  next: code === "unsigned" ? `Events of this run were written without GPU_LEASE_SECRET. Set the secret wherever gpu-lease runs for it; look at the commit with \`git show\` before you believe it.` : `Somebody without the secret wrote or rewrote it, or the secret was changed. Compare with \`git log -p refs/gpu-lease/runs/${run}\`, and check the box at the platform by hand before anything is released.`
});
var secretNeeded = (run) => new Problem({
  code: "secret-needed",
  kind: "ledger",
  what: `The record of run ${run} is signed, and GPU_LEASE_SECRET is not set here.`,
  next: "Set GPU_LEASE_SECRET to the repository's value; an unsigned event would make the whole record refused."
});
var runArchived = (run) => new Problem({
  code: "archived",
  kind: "ledger",
  what: `Run ${run} is closed and archived; nothing can be added to it.`,
  next: "Start a new run."
});
var firstLines = (text) => text.trim().split("\n").slice(0, 4).join(" | ").replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, 400);

// src/ledger/run-json.ts
var MAX_RUN_JSON_BYTES = 64 * 1024;
function runJson(summary) {
  const { run, job, state, usd, updatedAt, sweep } = summary;
  const encode = (leases) => `${canonicalJson({ version: LEDGER_VERSION, run, job, state, usd, updatedAt, leases: [...leases], sweep })}
`;
  let kept = summary.leases;
  let text = encode(kept);
  while (Buffer.byteLength(text) >= MAX_RUN_JSON_BYTES && kept.length > 0) {
    kept = kept.slice(Math.ceil(kept.length / 8));
    text = encode(kept);
  }
  if (Buffer.byteLength(text) >= MAX_RUN_JSON_BYTES)
    throw new Error(`the summary of run ${run} does not fit ${MAX_RUN_JSON_BYTES} bytes`);
  return text;
}
function readRunJson(text, run, archived) {
  const unreadable = { run, job: "", state: "unreadable", usd: 0, updatedAt: "", leases: [], archived };
  if (text === null || text.length > MAX_RUN_JSON_BYTES) return unreadable;
  let value;
  try {
    value = Object(JSON.parse(text));
  } catch {
    return unreadable;
  }
  const { version, job, state, usd, updatedAt, leases } = value;
  if (typeof version === "number" && version > LEDGER_VERSION)
    return { ...unreadable, state: "written by a newer version" };
  const whole = typeof job === "string" && typeof state === "string" && typeof usd === "number" && typeof updatedAt === "string" && Array.isArray(leases) && leases.every((lease) => typeof lease === "string");
  if (!whole) return unreadable;
  const sweep = sweepIn(value["sweep"]);
  return { run, job, state, usd, updatedAt, leases, ...sweep && { sweep }, archived };
}
function sweepIn(value) {
  const { id, part, of } = Object(value);
  return typeof id === "string" && Number.isSafeInteger(part) && Number.isSafeInteger(of) ? { id, part, of } : void 0;
}
var newestFirst = (runs) => runs.sort((a, b) => compare(b.updatedAt, a.updatedAt) || compare(a.run, b.run));
var compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;

export {
  noLines,
  BadLine,
  readLines,
  writeLines,
  faultOf2 as faultOf,
  isPassing,
  gitProblem,
  noGit,
  appendUnclear,
  notARecord,
  newerVersion,
  distrusted,
  secretNeeded,
  runArchived,
  runJson,
  readRunJson,
  newestFirst
};
