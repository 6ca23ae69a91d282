import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  machineCopiesOf
} from "./chunk-PZ6A7EAM.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-PBQQT3UF.mjs";
import {
  readLines
} from "./chunk-JMRYVQAB.mjs";
import "./chunk-KXPYA6BT.mjs";
import "./chunk-VVNF326W.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-QR2KMQVT.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-T2GTVXIG.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-OCC5USEL.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import {
  fold
} from "./chunk-YOYFPQO2.mjs";
import {
  costing
} from "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/known-costs.ts
function withKnownCosts(settings, error) {
  if (!(error instanceof Problem && UNREAD.has(error.code)) || error.costing.length > 0) return error;
  const { code, kind, what, next, at } = error;
  const held = lastSeenCosting(settings);
  const costs = held.length > 0 ? held : ["whatever box the runs of this ledger have rented; no copy here knows of one, so ask the platforms"];
  return new Problem({ code, kind, what, next, costing: costs, ...at && { at } }, { cause: error });
}
var UNREAD = /* @__PURE__ */ new Set(["remote-unreachable", "append-unclear", "history-rewritten", "ledger-damaged"]);
function lastSeenCosting(settings) {
  const copies = machineCopiesOf(settings);
  const meant = settings.value("run");
  return copies.runs().filter((run) => meant === void 0 || run === meant || run.startsWith(`${meant}-p`)).flatMap((run) => {
    const events = eventsOf(copies.read(run)?.text ?? "");
    const seenAt = events.at(-1)?.at;
    return costing(fold(run, events)).map((line) => `${line} (as this machine saw it at ${seenAt})`);
  });
}
function eventsOf(text) {
  try {
    return readLines(text, void 0).events;
  } catch {
    return [];
  }
}
export {
  withKnownCosts
};
