import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  costing,
  runState
} from "./chunk-LC3LL5FN.mjs";
import {
  usdPerHourNow,
  usdSoFar
} from "./chunk-QEXAT76E.mjs";
import {
  table
} from "./chunk-5VLORW6L.mjs";
import {
  formatUsd
} from "./chunk-PFFAVEAZ.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./chunk-ZJZVJPPJ.mjs";
import {
  jsonLine,
  visible
} from "./chunk-7UKGSB5M.mjs";

// src/report/run-table.ts
function printRun(run, now, json) {
  if (json) {
    process.stdout.write(jsonLine(runJson(run, now)));
    return 0;
  }
  const out = [
    `run ${run.id}: ${runState(run)}${run.smoke === "waived" ? "  (WARNING: no smoke)" : ""}${run.opened?.dirty ? "  (uncommitted code)" : ""}`
  ];
  if (run.updatedAt)
    out.push(`last event ${formatSeconds(secondsBetween(new Date(run.updatedAt), now))} ago`);
  out.push(
    "",
    table(
      ["lease", "platform", "state", "box"],
      run.leases.map((lease) => [lease.name, lease.platform, lease.state, lease.boxId ?? ""])
    )
  );
  out.push(
    table(
      ["cell", "ended", "verified step", "resumed at", "files kept"],
      [...run.cells.values()].slice(0, 50).map((cell) => [
        cell.name,
        cell.ended ? `${cell.ended.verdict} (exit ${cell.ended.exitCode})` : "",
        String(cell.verifiedStep ?? ""),
        cell.resumedAt.join(", "),
        String(cell.kept.size)
      ])
    )
  );
  if (run.seal)
    out.push(
      `seal ${run.seal.seal.slice(0, 8)}: verified ${run.seal.verified}/${run.seal.roster} at ${run.seal.level}, in ${run.seal.place}`
    );
  if (run.halted) out.push(`HALTED (${run.halted.code}): ${run.halted.what}
Next: ${run.halted.next}`);
  out.push(`cost ${formatUsd(usdSoFar(run, now))}`, ...costing(run).map((line) => `still costing: ${line}`));
  process.stdout.write(`${visible(out.join("\n"))}
`);
  return 0;
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
    seal: run.seal?.seal ?? null,
    halted: run.halted ? { code: run.halted.code, what: run.halted.what, next: run.halted.next } : null,
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
  runJson
};
