import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  planAsked,
  planText
} from "./chunk-7ASZNKIS.mjs";
import "./chunk-YSOHBG4V.mjs";
import {
  markdownBlock
} from "./chunk-6DKNEM2G.mjs";
import "./chunk-33Y2TOCM.mjs";
import "./chunk-ZOZO3HVO.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-XHYPYQ6F.mjs";
import "./chunk-FHNV3QS7.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-26CIAAZH.mjs";
import "./chunk-OZ3FN5CT.mjs";
import "./chunk-RSTNO2XH.mjs";
import "./chunk-CHNY77EN.mjs";
import "./chunk-DLCKG3TQ.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-BDUVHFDQ.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-OVGNU7BZ.mjs";
import {
  openWorld
} from "./chunk-XIK5UCS4.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-PRBAHTSJ.mjs";
import {
  listing,
  recordOf,
  runsOf
} from "./chunk-UUGDLZZV.mjs";
import {
  ledgerOf
} from "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-K7WALTTO.mjs";
import {
  runJson,
  runText
} from "./chunk-FBEWP6EE.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-QEYFAV26.mjs";
import "./chunk-7PLT7US4.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-BUXBQPPS.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import {
  fold
} from "./chunk-GVZD235W.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-VPOCTM3H.mjs";
import {
  inert
} from "./chunk-PLJFYNW4.mjs";
import {
  visible
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-NAVTETUI.mjs";
import "./chunk-XWCB2UBN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SYBH34PZ.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/looking-actions.ts
async function planStep(settings, face, signal) {
  const world = openWorld(settings, await ledgerOf(settings), face, signal);
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
    const { id, events } = await recordOf(settings, only);
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
