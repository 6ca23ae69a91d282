import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  appendDecided
} from "./ledger-append.shared.mjs";
import {
  billOf,
  jobTimesOf
} from "./lease-billed-minutes.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/course/bill-runners.ts
async function billOfWorkflowRun({ github, clock }, workflowRun) {
  const jobs = await github?.jobsOf(workflowRun) ?? [];
  return billOf(jobTimesOf(jobs, clock.now()));
}
async function noteBill(world, run, workflowRun) {
  try {
    const bill = await billOfWorkflowRun(world, workflowRun);
    if (bill.size === 0) return;
    const rows = [...bill].map(([label, minutes]) => ({ label, minutes }));
    await appendDecided(
      world,
      run,
      ({ closed }) => closed ? [] : [{ type: "runners-billed", workflowRun, bill: rows }]
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`What this workflow run is billed could not be written down: ${error.what}`);
  }
}

export {
  billOfWorkflowRun,
  noteBill
};
