import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  debtLines
} from "./report-debt-lines.shared.mjs";
import {
  gpuHourLines,
  runnerLines
} from "./lease-balance.shared.mjs";
import {
  runnerUse
} from "./lease-runner-minutes.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  attentionOf,
  endedItself,
  ownEndAhead,
  ownEndWords,
  runningClocks
} from "./lease-asking.shared.mjs";
import {
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  tierFacts,
  tierWords
} from "./lease-comes-back.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import {
  costing,
  endOf,
  openMeters,
  runState
} from "./lease-run.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";

// src/report/run-table.ts
function printRun(run, now, { json, env }) {
  const page = pageOn(process.stdout, env);
  if (json) process.stdout.write(jsonLine(runJson(run, now)));
  else page.print(runText(run, now, page.columns));
  return 0;
}
function runText(run, now, columns) {
  const out = [
    `run ${run.id}: ${runState(run)}${run.smoke === "waived" ? "  (WARNING: no smoke)" : ""}${run.opened?.dirty ? "  (uncommitted code)" : ""}`
  ];
  if (run.updatedAt)
    out.push(`last event ${formatSeconds(secondsBetween(new Date(run.updatedAt), now))} ago`);
  out.push(
    "",
    table(
      ["lease", "platform", "state", "box"],
      run.leases.map((lease) => [lease.name, lease.platform, lease.state, lease.boxId ?? ""]),
      columns
    )
  );
  out.push(cellTable(run, columns), ...tierFacts(run).slice(0, 50).map(tierWords));
  if (run.seal)
    out.push(
      `seal ${run.seal.seal.slice(0, 8)}: verified ${run.seal.verified}/${run.seal.roster} at ${run.seal.level}${opaqueWords(run.seal.opaque)}, in ${run.seal.place}`
    );
  if (run.noCapacity && !run.closed)
    out.push(
      `waiting for capacity until ${run.noCapacity.tryAgainAt}, since ${run.noCapacity.since}`,
      ...run.noCapacity.declined.map((why) => `  ${why}`)
    );
  out.push(...queueLines(run));
  for (const { what, next } of attentionOf(run, now)) out.push(`ATTENTION: ${what}
Next: ${next}`);
  if (run.halted) out.push(`HALTED (${run.halted.code}): ${run.halted.what}
Next: ${run.halted.next}`);
  out.push(
    `cost ${formatUsd(usdSoFar(run, now))}`,
    ...gpuHourLines(run, now),
    ...runnerLines(run, now),
    ...costing(run).map((line) => `still costing: ${line}`),
    ...ownEnds(run),
    ...debtLines(run),
    ...clocksOf(run, now).map(clockLine)
  );
  return out.join("\n");
}
var queueLines = ({ id, leases, closed }) => leases.flatMap(
  ({ name, queue }) => queue?.to === "waiting" && !closed ? [
    `${name} waits in its queue since ${queue.at}${queue.why === void 0 ? "" : `: ${queue.why}`}`,
    `  what it stands behind, asked now: gpu-lease diagnose ${id}`
  ] : []
);
var cellTable = (run, columns) => table(
  ["cell", "ended", "verified step", "resumed at", "files kept"],
  [...run.cells.values()].slice(0, 50).map((cell) => [
    cell.name,
    endWords(run, cell),
    String(cell.verifiedStep ?? ""),
    cell.resumedAt.join(", "),
    String(cell.kept.size)
  ]),
  columns
);
function endWords(run, cell) {
  if (cell.ended) return `${endOf(run, cell)} (exit ${cell.ended.exitCode})`;
  if (cell.detached) return "no: goes on in the background";
  return cell.stalledSince ? `no: silent since ${cell.stalledSince}` : "";
}
var ownEnds = (run) => run.leases.flatMap((lease) => {
  const { name, endsAt, untimed, unreached } = lease;
  const endsItselfAt = ownEndAhead(lease);
  if (openMeters(lease).length === 0) return [];
  const isOver = unreached?.shown === "stopped" && endedItself(lease, unreached.at);
  const own = isOver ? ownEndWords(endsItselfAt) : `it ends its own meter at ${endsItselfAt} if nobody comes`;
  return [
    ...endsAt === void 0 ? [] : [`${name}: the platform ends it at ${endsAt}`],
    ...endsAt === void 0 && untimed !== void 0 ? [`WARNING: ${name} has no end at the platform: ${untimed}`] : [],
    ...endsItselfAt === void 0 ? [] : [`${name}: ${own}`]
  ];
});
var clocksOf = (run, now) => run.leases.flatMap((lease) => runningClocks(lease, now));
var LEVELS = {
  info: "clock",
  half: "WARNING, half of it is over",
  "three-quarters": "WARNING, three quarters of it are over",
  "last-day": "WARNING, it is nearly over",
  over: "OVER",
  unknown: "WARNING, at any moment"
};
function clockLine({ lease, clock, says, level, leftSeconds }) {
  const left = leftSeconds === null ? "nobody says when" : leftSeconds > 0 ? `in ${formatSeconds(leftSeconds)}` : `since ${formatSeconds(-leftSeconds)}`;
  return `${LEVELS[level]}: ${lease}, ${clock}, ${left}: ${says}`;
}
function runJson(run, now) {
  const boxes = run.leases.filter((lease) => lease.boxId !== void 0).length;
  const resumed = [...run.cells.values()].flatMap((cell) => cell.resumedAt);
  return {
    run: run.id,
    state: runState(run),
    smoke: run.smoke,
    resumedAtStep: resumed.length > 0 ? Math.max(...resumed) : null,
    roster: run.seal?.roster ?? null,
    verified: run.seal?.verified ?? null,
    boxes,
    metersRunning: run.leases.flatMap((lease) => lease.meters).filter((meter) => !meter.stoppedAt).length,
    costUsd: Number(usdSoFar(run, now).toFixed(6)),
    usdPerHourNow: usdPerHourNow(run, now),
    runners: runnerUse(run, now),
    seal: run.seal?.seal ?? null,
    attention: attentionOf(run, now),
    halted: run.halted ? { code: run.halted.code, what: run.halted.what, next: run.halted.next } : null,
    clocks: clocksOf(run, now),
    onTier: tierFacts(run),
    leases: run.leases.map((lease) => ({
      name: lease.name,
      platform: lease.platform,
      state: lease.state,
      boxId: lease.boxId ?? null
    }))
  };
}

export {
  printRun,
  runText,
  runJson
};
