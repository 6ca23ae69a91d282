import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  readRun
} from "./chunk-PH3R4AHW.mjs";
import "./chunk-EX6OS3IS.mjs";
import {
  releaseMeaning
} from "./chunk-LTO73DWZ.mjs";
import {
  leaseOf
} from "./chunk-OLE3AQ2S.mjs";
import "./chunk-V52FZBFB.mjs";
import "./chunk-ZK4JLOL7.mjs";
import {
  plansOf
} from "./chunk-IOFQC7PA.mjs";
import "./chunk-B6VXC6PH.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-ZO4L5MQX.mjs";
import "./chunk-VATWTG4W.mjs";
import "./chunk-JK5RV7T3.mjs";
import "./chunk-PWIFMBAF.mjs";
import "./chunk-YFOISCAY.mjs";
import {
  CALLER_PATH
} from "./chunk-RTGJTRYZ.mjs";
import "./chunk-XP5PRQEC.mjs";
import "./chunk-MKR5JNV4.mjs";
import "./chunk-QPLZD3UH.mjs";
import {
  openWorld
} from "./chunk-JBMMCHOQ.mjs";
import "./chunk-HJ42LIAM.mjs";
import "./chunk-TOK2E7I4.mjs";
import "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-NQQWXG3U.mjs";
import "./chunk-BB3BUOLY.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-MGQEN37V.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-BZOEQR7H.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-DOAI2G6O.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import {
  readParts,
  readSweep
} from "./chunk-X3DG36XT.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-QEYFAV26.mjs";
import "./chunk-Q4WEXG3D.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-R3BI3LOG.mjs";
import {
  next
} from "./chunk-PBQQT3UF.mjs";
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
import "./chunk-4X7WQNKK.mjs";
import "./chunk-PIGHJRY3.mjs";
import "./chunk-IOI5FI5K.mjs";
import "./chunk-WZDAAEFK.mjs";
import "./chunk-BCYTXDZH.mjs";
import "./chunk-MNCYU5NY.mjs";
import "./chunk-N7EITUHM.mjs";
import "./chunk-B2XEDZXF.mjs";
import "./chunk-J22EQXEF.mjs";
import "./chunk-3KCBATJD.mjs";
import {
  jsonLine
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-IBFS6QVH.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import {
  fold
} from "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/ask.ts
var MOST_RUNS = 100;
async function command(request, signal) {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const asked = await askForReleases(settings, face, signal);
  if (settings.json) process.stdout.write(jsonLine({ asked }));
  return 0;
}
async function askForReleases(settings, face, signal) {
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    const waiting = [];
    for (const run of await runsMeant(settings, world)) waiting.push(...await waitingOf(world, run));
    if (waiting.length === 0) face.line("no release waits for an approval");
    const asked = waiting.length > 0 ? await askAll(settings, world, waiting) : [];
    for (const each of asked) face.line(lineOf(each));
    return asked;
  } finally {
    await world.close();
  }
}
async function runsMeant(settings, { ledger, face }) {
  const named = settings.value("run")?.trim();
  const sweep = named ? await readSweep(ledger, named) : void 0;
  if (sweep) return (await readParts(ledger, sweep)).flatMap(({ run }) => run ? [run] : []);
  if (named) return [await readRun(ledger, named)];
  return [...await ledger.readOpen()].flatMap(([id, record]) => {
    if (!(record instanceof Problem)) return [fold(id, record.events)];
    face.warn(record.message);
    return [];
  });
}
async function waitingOf(world, run) {
  const plans = await plansOf(world, run);
  return next(run, plans, world.clock.now()).flatMap((step) => {
    if (step.do !== "ask") return [];
    const staleFacts = plans(leaseOf(run, step.lease)).zero.some((verb) => verb.staleFacts === true);
    return [{ run, step, staleFacts }];
  });
}
async function askAll(settings, world, waiting) {
  const { github } = world;
  if (!github) throw unknownRepository(waiting);
  const { file, ref } = await ownWorkflow(settings, github);
  const runs = await github.runsOf(file, MOST_RUNS);
  const asked = [];
  for (const { run, step, staleFacts } of waiting) {
    const { lease, seal } = step;
    const meaning = releaseMeaning({ lease, seal, staleFacts });
    const earlier = runs.find(({ title }) => meaning.title.every(({ holds }) => words(title).some(holds)));
    const inputs = Object.fromEntries(meaning.inputs.map(({ name, says }) => [name, says]));
    const begun = earlier ?? await github.dispatch(file, ref, { stage: "release", run: run.id, ...inputs });
    const workflowRun = "id" in begun ? begun.id : begun.workflowRun;
    asked.push({ run: run.id, lease, seal, workflowRun, started: earlier === void 0 });
  }
  return asked;
}
var words = (title) => title.split(/\s+/);
async function ownWorkflow({ env }, github) {
  const [, path, ref] = /^[^/]+\/[^/]+\/(.+?)@refs\/(?:heads|tags)\/(.+)$/.exec(env["GITHUB_WORKFLOW_REF"] ?? "") ?? [];
  const file = (path ?? CALLER_PATH).replace(/^.*\//, "");
  return { file, ref: ref ?? (await github.describe()).defaultBranch };
}
var lineOf = ({ lease, seal, workflowRun, started }) => `${started ? "asked" : "was asked already"} for the release of ${lease}, seal ${seal.slice(0, 8)}${workflowRun === void 0 ? "" : `: workflow run ${workflowRun}`}`;
var unknownRepository = (waiting) => new Problem({
  code: "github-unknown",
  kind: "usage",
  what: `${waiting.length} release${waiting.length === 1 ? " waits" : "s wait"} for an approval, and nothing says in which repository and with which token to ask for it.`,
  next: `Set GITHUB_REPOSITORY and GH_TOKEN (actions: write), or release from here: ${waiting.map(({ run }) => `gpu-lease release ${run.id}`).join("; ")}`
});
export {
  askForReleases,
  command
};
