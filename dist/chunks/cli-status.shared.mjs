import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  noRun,
  onlyOpenRun
} from "./course-find-run.shared.mjs";
import {
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  surelyEmpty
} from "./ledger-no-refs.shared.mjs";
import {
  ledgerLocation,
  recordsDir
} from "./cli-ledger-place.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/status.ts
import { existsSync } from "node:fs";
async function command(request) {
  const settings = settingsOf(request);
  try {
    return await show(request.command.name, settings);
  } catch (error) {
    const { withKnownCosts } = await import("./cli-known-costs.mjs");
    throw withKnownCosts(settings, error);
  }
}
async function show(name, settings) {
  const run = settings.value("run");
  if (name === "status" && run === void 0) return listRuns(settings);
  const by = name === "cost" ? settings.value("by") : void 0;
  if (by !== void 0) {
    const { costOfAll } = await import("./cli-cost-of-all.mjs");
    return costOfAll(settings, by);
  }
  if (name === "status" && run !== void 0 && await showSweep(settings, run)) return 0;
  const { id, events, trust } = await recordOf(settings, run);
  if (trust === "not-verified") sayNotVerified(id);
  const { fold } = await import("./lease-fold.mjs");
  const folded = fold(id, events);
  if (name === "events") return printEvents(settings, events);
  if (name === "cost") {
    const { printCost } = await import("./report-cost-table.mjs");
    return printCost(folded, settings.clock.now(), settings);
  }
  const { printRun } = await import("./report-run-table.mjs");
  return printRun(folded, settings.clock.now(), settings);
}
async function listRuns(settings) {
  const archived = settings.flag("archived");
  const { where, runs } = await runsOf(settings, archived);
  const outOfSight = await runsOutOfSight(settings, runs);
  if (settings.json) {
    process.stdout.write(`${jsonLine({ runs, outOfSight })}
`);
    return 0;
  }
  const { pageOn } = await import("./report-page.mjs");
  const page = pageOn(process.stdout, settings.env);
  const list = await listing({ where, runs, archived, columns: page.columns }, settings.clock.now());
  page.print(list.trimEnd());
  for (const { run, what, next } of outOfSight) page.print(`ATTENTION: ${run}: ${what}
Next: ${next}`);
  return 0;
}
async function runsOutOfSight(settings, listed) {
  const mayHide = surelyEmpty(ledgerLocation(settings), true) === void 0;
  if (!mayHide && !existsSync(recordsDir(settings))) return [];
  const { machineCopiesOf } = await import("./cli-ledger-opening.mjs");
  const copies = machineCopiesOf(settings);
  const ledger = await lookingLedgerOf(settings);
  const found = mayHide ? await runsInArchive(ledger, copies) : [];
  const known = new Set([...listed, ...found].map(({ run }) => run));
  for (const run of copies.runs()) {
    if (known.has(run) || copies.read(run)?.text.trimEnd().split("\n").at(-1)?.includes('"type":"closed"'))
      continue;
    try {
      await ledger.read(run);
    } catch (error) {
      if (!(error instanceof Problem && error.kind === "ledger")) throw error;
      found.push({ run, what: error.what, next: error.next });
    }
  }
  return found;
}
async function runsInArchive(ledger, copies) {
  const before = copies.closed();
  const { found, closed } = await ledger.hidden(before);
  if (closed.length !== before.size || closed.some((commit) => !before.has(commit)))
    copies.rememberClosed(closed);
  if (found.size === 0) return [];
  const { hiddenRun } = await import("./course-hidden-runs.mjs");
  const { fold } = await import("./lease-fold.mjs");
  return [...found].map(([run, record]) => {
    const { what, next } = record instanceof Problem ? record : hiddenRun(fold(run, record.events));
    return { run, what, next };
  });
}
async function listing({
  where,
  runs,
  archived,
  columns
}, now) {
  if (runs.length === 0) return `No ${archived ? "" : "open "}runs in ${where}.
`;
  const rows = bySweep(runs).map((run) => [
    run.sweep ? `${run.run}  (part ${run.sweep.part} of ${run.sweep.of})` : run.run,
    run.archived ? `${run.state} (closed)` : run.state,
    formatUsd(run.usd),
    `${formatSeconds(secondsBetween(new Date(run.updatedAt), now))} ago`,
    run.leases.at(-1) ?? ""
  ]);
  const { table } = await import("./report-text-table.mjs");
  return table(["run", "state", "cost then", "last event", "lease"], rows, columns);
}
function bySweep(runs) {
  const groups = /* @__PURE__ */ new Map();
  for (const run of runs) {
    const key = run.sweep ? `sweep ${run.sweep.id}` : `run ${run.run}`;
    groups.set(key, [...groups.get(key) ?? [], run]);
  }
  return [...groups.values()].flatMap(
    (group) => [...group].sort((a, b) => (a.sweep?.part ?? 0) - (b.sweep?.part ?? 0))
  );
}
async function showSweep(settings, id) {
  const ledger = await lookingLedgerOf(settings);
  const { readSweep } = await import("./sweep-record.mjs");
  const sweep = (await ledger.read(id)).events.length > 0 ? void 0 : await readSweep(ledger, id);
  if (!sweep) return false;
  const { standingOf } = await import("./course-sweep-facts.mjs");
  const { sweepText } = await import("./report-sweep-text.mjs");
  const { facts, failures } = await standingOf(ledger, sweep, settings.clock.now());
  const { pageOn } = await import("./report-page.mjs");
  const page = pageOn(process.stdout, settings.env);
  const lines = [
    `sweep ${id}: ${facts.state}`,
    ...sweepText(facts, page.columns),
    ...failures === "" ? [] : [failures]
  ];
  if (settings.json) process.stdout.write(jsonLine(facts));
  else page.print(lines.join("\n"));
  return true;
}
async function runsOf(settings, archived) {
  const empty = surelyEmpty(ledgerLocation(settings), archived);
  if (empty !== void 0) return { where: empty, runs: [] };
  const ledger = await lookingLedgerOf(settings);
  return { where: ledger.where, runs: await ledger.list({ archived }) };
}
async function recordOf(settings, run) {
  const ledger = await lookingLedgerOf(settings);
  const id = run ?? await onlyOpenRun(ledger);
  const { events, trust = "plain" } = await ledger.read(id);
  if (events.length === 0) throw await noRun(ledger, id);
  return { id, events, trust };
}
function sayNotVerified(id) {
  process.stderr.write(
    `The record of ${id} is NOT VERIFIED: it is signed, and GPU_LEASE_SECRET is not set here. Anybody who can push may have written what follows.
`
  );
}
async function printEvents(settings, events) {
  if (settings.json) {
    process.stdout.write(`${jsonLine({ events })}
`);
    return 0;
  }
  const { describeEvent } = await import("./report-event-words.mjs");
  const { pageOn } = await import("./report-page.mjs");
  const page = pageOn(process.stdout, settings.env);
  for (const event of events) page.print(`${event.at}  ${event.by}  ${describeEvent(event)}`);
  return 0;
}

export {
  command,
  listing,
  runsOf,
  recordOf,
  sayNotVerified
};
