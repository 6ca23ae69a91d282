import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isWitness,
  refuseOtherCopies
} from "./lease-clock-doubt.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/course/taken-back.ts
async function refuseTakenBack(world, run, isMet, among = "all") {
  if (isMet(run) || !world.copiesElsewhere) return;
  await refuseOtherCopies(world, await world.ledger.read(run), among);
}
function metHere(here, copies) {
  if (!inWorkflow(here)) return () => true;
  const runs = new Set(copies.runs());
  return (run) => runs.has(run);
}
async function goneSinceHere(copies, { ledger }, open) {
  const gone = /* @__PURE__ */ new Map();
  for (const run of copies.runs()) {
    if (open.has(run) || isClosed(copies.read(run)?.text ?? "")) continue;
    try {
      await ledger.read(run);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "history-rewritten") gone.set(run, error);
    }
  }
  return gone;
}
var isClosed = (text) => text.trimEnd().split("\n").at(-1)?.includes('"type":"closed"') === true;
var NOTHING = { problems: /* @__PURE__ */ new Map(), rescued: /* @__PURE__ */ new Map(), has: () => false };
async function earlierLooks(here, world, open) {
  if (!inWorkflow(here) || !world.copiesOfAll) return NOTHING;
  const { newest, copies } = await world.copiesOfAll();
  const problems = /* @__PURE__ */ new Map();
  const rescued = /* @__PURE__ */ new Map();
  for (const [run, all] of copies) {
    const record = open.get(run) ?? (newest.has(run) ? await putAwayOrGone(world, run) : void 0);
    if (!record || record instanceof Problem) continue;
    const against = await contradiction(world, record, all);
    if (!against) continue;
    problems.set(run, against.problem);
    rescued.set(run, against.text);
  }
  return {
    problems,
    rescued,
    has: (run, text) => newest.has(run) && copies.get(run)?.[0]?.text === text
  };
}
async function putAwayOrGone({ ledger }, run) {
  try {
    return await ledger.read(run);
  } catch (error) {
    if (error instanceof Problem) return void 0;
    throw error;
  }
}
async function contradiction({ ledger }, record, copies) {
  for (const copy of [...copies].sort((a, b) => b.text.length - a.text.length)) {
    try {
      await isWitness(ledger, record, copy, 0);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "history-rewritten") return { problem: error, text: copy.text };
    }
  }
  return void 0;
}

export {
  refuseTakenBack,
  metHere,
  goneSinceHere,
  earlierLooks
};
