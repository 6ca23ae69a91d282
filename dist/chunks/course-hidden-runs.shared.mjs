import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  costing
} from "./lease-run.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/course/hidden-runs.ts
import { createHash } from "node:crypto";
var MOST_COMMITS = 4e3;
async function hiddenRuns(world, { closed }) {
  const known = closed.mac !== "" && closed.mac === signed(world, closed.commits) ? closed.commits : [];
  const { found, closed: all } = await world.ledger.hidden(new Set(known));
  const commits = all.slice(-MOST_COMMITS);
  const problems = new Map(
    [...found].map(([id, record]) => [
      id,
      record instanceof Problem ? record : hiddenRun(fold(id, record.events))
    ])
  );
  return { problems, closed: { commits, mac: signed(world, commits) } };
}
var signed = (world, commits) => world.ownerMark(`closed records ${createHash("sha256").update(commits.join(" ")).digest("hex")}`);
var hiddenRun = (run) => new Problem({
  code: "hidden-run",
  kind: "ledger",
  what: `Run ${run.id} lies in the archive and is not closed: its ref was moved there by somebody, and no look comes by it any more.`,
  next: `"gpu-lease restore ${run.id}" brings it back among the open runs.`,
  costing: costing(run)
});

export {
  hiddenRuns,
  hiddenRun
};
