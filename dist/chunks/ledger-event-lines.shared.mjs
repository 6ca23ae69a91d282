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
  LEDGER_VERSION,
  faultOfEvent
} from "./lease-bound-anew.shared.mjs";

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
      checkMac(key, read.lastMac, { signed: { ...event, nonce }, mac }, first + offset);
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
function checkMac(key, previous, { signed, mac }, index) {
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
