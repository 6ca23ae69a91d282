import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  planAsked,
  planText
} from "./chunk-ZVAH7K5K.mjs";
import "./chunk-ZOZO3HVO.mjs";
import "./chunk-DELYXXVA.mjs";
import "./chunk-RN5AFV3T.mjs";
import {
  markdownBlock
} from "./chunk-6DKNEM2G.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-VX6CYW2W.mjs";
import "./chunk-B6VXC6PH.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-NHN7RZ5X.mjs";
import "./chunk-K6NYEXC5.mjs";
import "./chunk-OJDETOP2.mjs";
import "./chunk-JK5RV7T3.mjs";
import "./chunk-PWIFMBAF.mjs";
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
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-MGQEN37V.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-BZOEQR7H.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import {
  runJson,
  runText
} from "./chunk-V4QIUBBS.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-CSFF3Q5X.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-X3DG36XT.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-642HQQA2.mjs";
import "./chunk-QEYFAV26.mjs";
import {
  listing,
  recordOf,
  runsOf,
  sayNotVerified
} from "./chunk-Q4WEXG3D.mjs";
import {
  lookingLedgerOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-B4R2ULHI.mjs";
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
  inert
} from "./chunk-PLJFYNW4.mjs";
import {
  visible
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-NH4MOYHC.mjs";
import {
  fold
} from "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/looking-actions.ts
async function planStep(settings, face, signal) {
  const world = openWorld(settings, await lookingLedgerOf(settings), face, signal);
  try {
    const facts = settings.redactor.deep(await planAsked(world, settings, face));
    const { choice, cost } = facts;
    setOutputs({
      platform: choice?.platform ?? "",
      offer: choice?.offer ?? "",
      "usd-per-hour": choice ? String(choice.usdPerHour) : "",
      "expected-usd": cost.expectedUsd === null ? "" : cost.expectedUsd.toFixed(4),
      "at-most-usd": cost.atMostUsd.toFixed(4)
    });
    await show("plan", planText(facts));
    return 0;
  } finally {
    await world.close();
  }
}
async function statusStep(settings, _face, _signal) {
  const now = settings.clock.now();
  const named = settings.value("run");
  const { where, runs } = named === void 0 ? await runsOf(settings, false) : { where: "", runs: [] };
  const only = named ?? (runs.length === 1 ? runs[0]?.run : void 0);
  if (only !== void 0) {
    const { id, events, trust } = await recordOf(settings, only);
    if (trust === "not-verified") sayNotVerified(id);
    const run = fold(id, events);
    const facts = settings.redactor.deep(runJson(run, now));
    setOutputs({
      runs: "1",
      state: facts.state,
      "cost-usd": facts.costUsd.toFixed(4),
      json: JSON.stringify(facts)
    });
    await show(`status of ${id}`, settings.redactor.text(runText(run, now)));
    return 0;
  }
  setOutputs({
    runs: String(runs.length),
    state: "",
    "cost-usd": runs.reduce((sum, { usd }) => sum + usd, 0).toFixed(4),
    json: JSON.stringify({ runs })
  });
  await show("status", await listing(where, runs, false, now));
  return 0;
}
async function show(heading, text) {
  const shown = visible(text);
  process.stdout.write(inert(`${shown}
`));
  await publishSummary(`## ${heading}

${markdownBlock(shown)}
`);
}
export {
  planStep,
  statusStep
};
