import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  machineCopiesOf
} from "./cli-ledger-opening.shared.mjs";
import {
  readLines
} from "./ledger-event-lines.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./host-hold-file.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./lease-next.shared.mjs";
import "./lease-endings.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import {
  costing
} from "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

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
