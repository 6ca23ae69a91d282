import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  costLines,
  usdPerHourNow,
  usdSoFar
} from "./chunk-QEXAT76E.mjs";
import {
  table
} from "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import {
  formatUsd
} from "./chunk-PFFAVEAZ.mjs";
import {
  formatSeconds
} from "./chunk-ZJZVJPPJ.mjs";
import {
  jsonLine
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/report/cost-table.ts
function printCost(run, now, json) {
  const lines = costLines(run, now);
  const usd = usdSoFar(run, now);
  if (json) {
    process.stdout.write(
      jsonLine({ run: run.id, usd, usdPerHourNow: usdPerHourNow(run, now), meters: lines })
    );
    return 0;
  }
  const rows = lines.map((line) => [
    line.lease,
    line.meter,
    `${line.usdPerHour} USD/h`,
    formatSeconds(line.seconds),
    formatUsd(line.usd),
    line.running ? "RUNNING" : "stopped, proven",
    line.source
  ]);
  process.stdout.write(table(["lease", "meter", "price", "time", "cost", "state", "price from"], rows));
  const perHour = usdPerHourNow(run, now);
  process.stdout.write(
    `
sum ${formatUsd(usd)}${perHour > 0 ? `; waiting costs ${formatUsd(perHour)} per hour` : "; nothing is running"}
`
  );
  return 0;
}
export {
  printCost
};
