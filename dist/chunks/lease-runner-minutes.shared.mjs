import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  OWN_RUNNER,
  billOf,
  together,
  totalOf
} from "./lease-billed-minutes.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/runner-minutes.ts
var LEAST_HOURS = 0.05;
function runnerUse(run, now) {
  const billed = totalOf(billOfRun(run));
  const seconds = run.leases.reduce((sum, lease) => sum + trainingSeconds(lease, now), 0);
  const trainingHours = seconds / 3600;
  return {
    minutes: round(run.runnerSeconds / 60),
    billedMinutes: billed,
    trainingHours: round(trainingHours),
    minutesPerTrainingHour: trainingHours < LEAST_HOURS ? null : round(billed / trainingHours)
  };
}
function billOfRun({ runnerBills, runnerJobs }) {
  const guessed = [...runnerJobs.values()].filter(({ workflowRun }) => !runnerBills.has(workflowRun));
  const jobs = guessed.map(({ seconds, runner }) => ({
    label: runner === OWN_RUNNER ? OWN_RUNNER : USUAL_LABEL,
    seconds
  }));
  return together([...runnerBills.values(), billOf(jobs)]);
}
var USUAL_LABEL = "ubuntu-latest";
function trainingSeconds(lease, now) {
  if (lease.firstStartedAt === void 0) return 0;
  const end = lease.endedAt ?? lease.lostAt;
  return Math.max(0, secondsBetween(new Date(lease.firstStartedAt), end === void 0 ? now : new Date(end)));
}
var round = (number) => Number(number.toFixed(2));

export {
  runnerUse,
  billOfRun
};
