import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  lookable
} from "./lease-lookable.shared.mjs";
import {
  costing,
  runState
} from "./lease-run.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/course/held-box.ts
async function heldBox(world, run) {
  const held = lookable(run);
  if (!held) throw noBoxHeld(run);
  const { lease, dir } = held;
  return {
    lease,
    channel: await world.channel(lease),
    base: dir.base,
    code: `${dir.base}/code/${lease.started?.codeHash ?? ""}`,
    isPlace: isQueued(lease)
  };
}
var noBoxHeld = (run) => new Problem({
  code: "no-box-held",
  kind: "usage",
  what: `Run ${run.id} is ${runState(run)}: no box of it is held on which anything was begun.`,
  next: `What was brought of it lies in gpu-lease-out/${run.id}; "gpu-lease log ${run.id}" shows what it printed.`,
  costing: costing(run)
});

export {
  heldBox
};
