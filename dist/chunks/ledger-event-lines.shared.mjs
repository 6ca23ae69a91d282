import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  canonicalJson
} from "./canonical.shared.mjs";
import {
  LEDGER_VERSION
} from "./lease-breaker.shared.mjs";

// src/ledger/event-shapes.ts
var texts = { list: "text" };
var listOf = (fields) => ({ list: { fields } });
var SHAPES = {
  "run-opened": {
    version: "number",
    run: { optional: "text" },
    repository: { optional: { fields: { name: "text", id: { optional: "text" } } } },
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
    goesBack: { optional: "boolean" },
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
    aheadOfBoxSeconds: { optional: "number" },
    from: listOf({ cell: "text", step: "number", source: "text" })
  },
  resumed: { lease: "text", cell: "text", attempt: "number", firstStep: "number", verifiedStep: "number" },
  kept: {
    lease: "text",
    cell: "text",
    files: listOf({ path: "text", bytes: "number", sha256: "text", verdict: "text" }),
    step: { optional: "number" },
    in: { optional: { fields: { machine: "text", dir: "text" } } }
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
  "kept-lost": { cell: "text", person: "text" },
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
    lastLoss: { optional: "number" },
    stride: { optional: "number" },
    background: { optional: "boolean" }
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
    rows: { optional: { list: "number" } },
    bytes: "number",
    level: "text",
    opaque: { optional: "number" },
    place: "text",
    machine: { optional: "text" }
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
  releasing: { lease: "text", verb: "text", found: { optional: "text" } },
  "meter-stopped": { lease: "text", meter: "text", sightings: texts },
  owed: { lease: "text", meter: "text", why: "text", next: "text" },
  "word-given": { lease: "text", verb: "text", person: "text" },
  parked: {
    lease: "text",
    verb: "text",
    why: { optional: "text" },
    clocks: listOf({ id: "text", effect: "text", at: "text" })
  },
  released: { lease: "text", usd: "number" },
  abandoned: { lease: "text", lost: texts },
  halted: { code: "text", what: "text", next: "text" },
  resolved: { how: "text" },
  vouched: { witnesses: texts },
  seen: { lease: "text" },
  unreached: { lease: "text", shown: "text" },
  "stands-stopped": { lease: "text" },
  "runs-again": { lease: "text", meters: texts },
  stalled: { lease: "text", cell: "text", quietSeconds: "number" },
  moving: { lease: "text", cell: "text" },
  detached: { lease: "text", cell: "text", attempt: "number", processes: "number" },
  told: { of: "text", since: "text" },
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
  runJson,
  readRunJson,
  newestFirst
};
