import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import "./chunk-OPQ6Q3N2.mjs";

// src/ledger/redacted-ledger.ts
var WORDS = /* @__PURE__ */ new Set(["what", "why", "next", "how", "cause", "declined", "untimed", "lost", "findings"]);
function redactedLedger(ledger, redactor) {
  const { turn } = ledger;
  return {
    list: (options) => ledger.list(options),
    read: (run) => ledger.read(run),
    readOpen: () => ledger.readOpen(),
    append: (run, tip, events, summary, options) => ledger.append(
      run,
      tip,
      events.map((event) => withoutSecrets(event, redactor)),
      summary,
      options
    ),
    archive: (run, year) => ledger.archive(run, year),
    ...turn ? { turn: (run) => turn.call(ledger, run) } : {},
    get notes() {
      return ledger.notes;
    },
    get ticks() {
      return ledger.ticks;
    },
    get where() {
      return ledger.where;
    }
  };
}
var withoutSecrets = (event, redactor) => Object.fromEntries(
  Object.entries(event).map(([field, value]) => [field, WORDS.has(field) ? redactor.deep(value) : value])
);
export {
  redactedLedger
};
