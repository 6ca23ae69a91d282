import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  planFacts,
  planText
} from "./chunk-ZVAH7K5K.mjs";
import "./chunk-ZOZO3HVO.mjs";
import "./chunk-DELYXXVA.mjs";
import {
  runOfThisWorkflow
} from "./chunk-EX6OS3IS.mjs";
import "./chunk-RN5AFV3T.mjs";
import {
  plansOf
} from "./chunk-IOFQC7PA.mjs";
import "./chunk-B6VXC6PH.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-NHN7RZ5X.mjs";
import {
  bindJob,
  runIdOf
} from "./chunk-K6NYEXC5.mjs";
import "./chunk-OJDETOP2.mjs";
import "./chunk-JK5RV7T3.mjs";
import "./chunk-PWIFMBAF.mjs";
import "./chunk-XP5PRQEC.mjs";
import "./chunk-MKR5JNV4.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-JBMMCHOQ.mjs";
import "./chunk-HJ42LIAM.mjs";
import "./chunk-TOK2E7I4.mjs";
import "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-MGQEN37V.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-BZOEQR7H.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-X3DG36XT.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-642HQQA2.mjs";
import {
  noRun,
  onlyOpenRun
} from "./chunk-Q4WEXG3D.mjs";
import "./chunk-BIV4ENUS.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-B4R2ULHI.mjs";
import {
  next
} from "./chunk-PBQQT3UF.mjs";
import "./chunk-JMRYVQAB.mjs";
import "./chunk-KXPYA6BT.mjs";
import "./chunk-VVNF326W.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-QR2KMQVT.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-T2GTVXIG.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-OCC5USEL.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-J22EQXEF.mjs";
import "./chunk-3KCBATJD.mjs";
import {
  jsonLine
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-NH4MOYHC.mjs";
import {
  fold
} from "./chunk-YOYFPQO2.mjs";
import {
  costing,
  runState
} from "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/dry-run.ts
async function dryRun(order) {
  const { settings, world } = order;
  const named = settings.value("run") ?? await runOfThisWorkflow(settings, world.ledger);
  const known = named === void 0 ? void 0 : await runIn(world, named);
  if (known) return show(order, known);
  if (order.opens) return showUnopened(order);
  if (named !== void 0) throw await noRun(world.ledger, named);
  const open = await runIn(world, await onlyOpenRun(world.ledger));
  return open ? show(order, open) : 0;
}
async function runIn(world, id) {
  const { events } = await world.ledger.read(id);
  return events.length > 0 ? fold(id, events) : void 0;
}
async function show({ stage, settings, world, may }, run) {
  const steps = next(run, await plansOf(world, run), world.clock.now()).map((step) => ({
    ...step,
    byThisStage: may(step)
  }));
  const facts = {
    dryRun: true,
    stage,
    run: run.id,
    state: runState(run),
    next: steps,
    costing: costing(run)
  };
  if (settings.json) process.stdout.write(jsonLine({ ...facts, plan: null }));
  world.face.line(`dry run: ${stage} of run ${run.id}, which is ${facts.state}; nothing is changed`);
  for (const step of steps) world.face.line(`next: ${stepWords(step)}`);
  for (const line of facts.costing) world.face.line(`costing now: ${line}`);
  return 0;
}
async function showUnopened(order) {
  const { stage, settings, world } = order;
  const bound = await bindJob(settings, world.face);
  const id = await runIdOf(settings, world.ledger, bound);
  const known = await runIn(world, id);
  if (known) return show(order, known);
  const plan = await planFacts(world, bound);
  if (settings.json) {
    const facts = { dryRun: true, stage, run: id, state: "empty", next: [], costing: [], plan };
    process.stdout.write(jsonLine(facts));
    return 0;
  }
  world.face.line(`dry run: ${stage} would open run ${id}; nothing is changed`);
  process.stdout.write(`
${planText(plan)}`);
  return 0;
}
function stepWords({ byThisStage, ...step }) {
  const lease = "lease" in step ? ` ${step.lease}` : "";
  const detail = step.do === "release" ? ` (${step.verb})` : step.do === "ask" ? ` a person to approve ${step.verbs.join(", ")} for seal ${step.seal.slice(0, 8)}` : step.do === "halt" ? `: ${step.what}` : "";
  return `${step.do}${lease}${detail}${byThisStage ? "" : " (not by this stage)"}`;
}
export {
  dryRun
};
