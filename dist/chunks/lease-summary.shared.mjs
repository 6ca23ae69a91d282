import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  runState
} from "./lease-run.shared.mjs";

// src/lease/summary.ts
var summarise = (run, now) => ({
  run: run.id,
  ...sweepOf(run),
  job: run.opened?.job ?? "",
  state: runState(run),
  usd: Number(usdSoFar(run, now).toFixed(6)),
  updatedAt: run.updatedAt ?? now.toISOString(),
  leases: run.leases.map((lease) => `${lease.name} ${lease.platform} ${lease.state}`)
});
function sweepOf({ opened }) {
  if (!opened?.sweep) return {};
  const { id, part, of } = opened.sweep;
  return { sweep: { id, part, of } };
}

export {
  summarise
};
