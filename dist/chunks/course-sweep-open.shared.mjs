import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  derivedRunId,
  openedBody
} from "./course-open-run.shared.mjs";
import {
  appendDecided
} from "./ledger-append.shared.mjs";
import {
  cellDifferences
} from "./job-cell-differences.shared.mjs";
import {
  AT_ONCE,
  readParts,
  readSweep,
  requireSweep,
  smokeOf,
  strangerOf,
  sweepPart
} from "./sweep-record.shared.mjs";
import {
  divide,
  divisionOf,
  divisionWords,
  jobOfPart,
  partId
} from "./sweep-division.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  inParallel
} from "./host-limit.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/sweep/open.ts
async function openSweep(world, order) {
  const recorded = await readSweep(world.ledger, order.id);
  if (recorded) refuseOther(recorded, order);
  const roster = recorded?.roster ?? order.roster;
  if (!roster) throw withoutBoxes(order);
  await openPart(world, order, roster, 1);
  const sweep = await readSweep(world.ledger, order.id);
  if (!sweep) throw strangerAt(partId(order.id, 1), order.id);
  refuseOther(sweep, order);
  for (let part = 2; part <= sweep.roster.length; part += 1) await openPart(world, order, sweep.roster, part);
  return sweep;
}
async function openPart(world, { id, job, opened }, roster, part) {
  const own = jobOfPart(job, roster, part);
  const body = {
    ...opened,
    run: partId(id, part),
    cells: own.cells.map(({ name }) => name),
    budget: own.budget,
    document: own,
    sweep: sweepPart(id, roster, part)
  };
  const { record } = await appendDecided(world, partId(id, part), (run) => run.opened ? [] : [body]);
  if (part === 1) return;
  const stranger = strangerOf(fold(record.run, record.events), body);
  if (stranger) throw stranger;
}
async function shareSmoke(world, { id, opened }, parts) {
  const without = parts.filter(({ run }) => run?.smoke === "missing");
  if (without.length === 0) return true;
  const evidence = opened.document.smoke === "none" ? { type: "smoke-waived" } : await smokeOf(world.ledger, id);
  if (!evidence) return false;
  await inParallel(
    without,
    AT_ONCE,
    (part) => appendDecided(world, part.id, (run) => run.smoke === "missing" ? [evidence] : [])
  );
  return true;
}
function refuseOther({ id, roster, opened }, order) {
  if (opened.configHash !== order.opened.configHash) {
    throw new Problem({
      code: "other-configuration",
      kind: "refused",
      what: `Sweep ${id} is bound to configuration ${opened.configHash.slice(0, 12)}; the job file and code here make ${order.opened.configHash.slice(0, 12)}.`,
      next: "Check out the commit of that sweep to go on with it; another commit or another workflow run is another sweep."
    });
  }
  if (!order.roster || divisionOf(order.roster) === divisionOf(roster)) return;
  throw new Problem({
    code: "other-division",
    kind: "refused",
    what: `Sweep ${id} is recorded as ${divisionWords(roster)}; asked for are ${divisionWords(order.roster)}${sameSizes(roster, order.roster) ? ", other ones: the weights have changed" : ""}. A cell in two parts would be run twice.`,
    next: `Go on with what is recorded: "gpu-lease sweep ${id}". For another division start another sweep, from another commit or workflow run.`
  });
}
var sameSizes = (one, other) => divisionWords(one) === divisionWords(other);
var withoutBoxes = ({ job }) => new Problem({
  code: "sweep-without-boxes",
  kind: "usage",
  what: `Nothing says over how many boxes the ${job.cells.length} cells of "${job.name}" are to be divided. Nothing was opened.`,
  next: 'Say it with --boxes (in a workflow the input "boxes"), or write "sweep: { boxes: 4 }" into the job file. More boxes are sooner done and not cheaper.'
});
var strangerAt = (run, id) => new Problem({
  code: "not-a-part",
  kind: "refused",
  what: `Run ${run} is there and is no part of sweep ${id}; nothing was done to it.`,
  next: "Start the sweep under another id: another commit or another workflow run makes one."
});

// src/course/sweep-open.ts
async function sweepMeant(asked, world, bind) {
  const { named, boxes } = asked;
  if (named === void 0) return openSweep(world, await orderOf(asked, world.ledger, await bind()));
  const sweep = await requireSweep(world.ledger, named);
  const parts = await readParts(world.ledger, sweep);
  const isWhole = parts.every(({ run, problem }) => run !== void 0 || problem !== void 0);
  if (isWhole && boxes === void 0) return sweep;
  const order = orderFor(asked, named, await bind());
  return openSweep(world, boxes !== void 0 ? order : { ...order, roster: void 0 });
}
async function orderOf(asked, ledger, bound) {
  return orderFor(asked, asked.named ?? await freeId(asked, ledger, bound), bound);
}
var orderFor = (asked, id, bound) => ({
  id,
  job: bound.job,
  roster: rosterAsked(asked.boxes, bound.job),
  opened: openedBody(asked, bound)
});
async function freeId({ env }, ledger, bound) {
  const base = derivedRunId({ env }, bound);
  if (env["GITHUB_RUN_ID"]) return base;
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}.${n}`;
    const sweep = await readSweep(ledger, id);
    const parts = sweep ? await readParts(ledger, sweep) : [];
    if (parts.length === 0 || parts.some(({ run }) => !run?.closed)) return id;
  }
}
function rosterAsked(asked, job) {
  const { boxes: written, atOnce } = job.sweep ?? {};
  if (atOnce !== void 0 && asked !== void 0 && asked > 1) throw boxesAndAtOnce(asked, atOnce);
  const boxes = atOnce === void 0 ? asked ?? written : 1;
  return boxes === void 0 ? void 0 : divide(job.cells, boxes);
}
var boxesAndAtOnce = (boxes, atOnce) => new Problem({
  code: "boxes-and-at-once",
  kind: "usage",
  what: `${boxes} boxes are asked for, and the job says \`sweep.at-once: ${atOnce}\`: its cells are one submission to a queue. Nothing was opened.`,
  next: 'Leave --boxes (the input "boxes") out; or remove `at-once` from the job file.'
});
function divisionFacts(job, id, roster) {
  const variables = cellDifferences(job.cells, job.vars).varied.map(({ name }) => name);
  return {
    parts: roster.map((cells, index) => {
      const { budget } = jobOfPart(job, roster, index + 1);
      return { run: partId(id, index + 1), cells, usd: budget.usd, usdPerDay: budget.usdPerDay ?? null };
    }),
    differing: {
      variables,
      cells: job.cells.map(({ name, vars }) => ({
        cell: name,
        values: variables.map((variable) => vars[variable] ?? job.vars[variable] ?? null)
      }))
    }
  };
}

export {
  shareSmoke,
  sweepMeant,
  orderOf,
  rosterAsked,
  divisionFacts
};
