import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  reportRun
} from "./chunk-427GWUDT.mjs";
import "./chunk-SXLOM4AE.mjs";
import {
  meantRun,
  readEvents
} from "./chunk-PH3R4AHW.mjs";
import "./chunk-EX6OS3IS.mjs";
import "./chunk-6DKNEM2G.mjs";
import {
  givenBefore,
  standingTerms,
  termLines
} from "./chunk-H2JI2O2E.mjs";
import {
  approvalLines,
  givenPhrase
} from "./chunk-OX62WF6U.mjs";
import {
  releaseMeaning,
  standingMeaning
} from "./chunk-LTO73DWZ.mjs";
import {
  gateOf,
  gitHubOf,
  leaseMeant,
  noWorkflowRun,
  rulesOf,
  thisRun
} from "./chunk-2QKC3FL2.mjs";
import {
  approvalRequest,
  approveByPhrase,
  notSealed,
  storeRefusals
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
import {
  runJson
} from "./chunk-V4QIUBBS.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-CSFF3Q5X.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-JHI344SI.mjs";
import "./chunk-QEYFAV26.mjs";
import "./chunk-Q4WEXG3D.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-26T4FXPK.mjs";
import {
  approvalFor,
  next
} from "./chunk-PBQQT3UF.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import {
  standingFor
} from "./chunk-QR2KMQVT.mjs";
import {
  usdSoFar
} from "./chunk-6EQRBGI4.mjs";
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
  EXIT,
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-YOYFPQO2.mjs";
import {
  costing,
  isUnused,
  openMeters,
  runState
} from "./chunk-EL4YS6VI.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/gate.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  return runGate(settings, await faceOf(settings), signal, {});
}
async function runGate(settings, face, signal, { onRun }) {
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    const { run, events } = await readEvents(ledger, await meantRun(settings, ledger));
    await onRun?.(run);
    const held = await holding(world, settings, run);
    const now = world.clock.now();
    face.heading(
      `gate: ${run.id} is ${runState(run)}, held by ${held.gate === "none" ? "nobody" : `its ${held.gate}`}`
    );
    for (const line of [...held.lines, ...held.ways]) face.line(line);
    const approval = held.gate === "none" ? void 0 : held;
    const { redactor } = settings;
    const markdown = reportRun({ run, events, now, storeDir: world.storeDir, face, approval, redactor });
    await publish(settings, run, now, held, markdown);
    return EXIT.ok;
  } finally {
    await world.close();
  }
}
async function publish(settings, run, now, { gate, environment, noted, lease }, markdown) {
  const facts = runJson(run, now);
  if (settings.json) process.stdout.write(jsonLine({ ...facts, gate, environment, noted, lease }));
  if (settings.env["GITHUB_ACTIONS"] !== "true") return;
  const { publishOutputs, publishSummary, setOutputs } = await import("./publish-A6IGFN5D.mjs");
  publishOutputs({
    run: run.id,
    state: facts.state,
    seal: facts.seal ?? "",
    verdict: "finished",
    costUsd: usdSoFar(run, now)
  });
  setOutputs({ gate, environment, noted, lease });
  await publishSummary(markdown);
}
var nobody = (why) => ({
  gate: "none",
  environment: "",
  noted: "",
  lease: "",
  lines: [why],
  ways: [],
  phrase: ""
});
async function holding(world, settings, run) {
  const here = await thisRun(settings);
  const level = (settings.value("standing") ?? "").trim();
  if (level !== "") return holdingLaunch(world, settings, run, here, level);
  const open = run.leases.filter((each) => openMeters(each).length > 0 && !isUnused(each));
  const meant = leaseMeant(
    open.map(({ name }) => ({ lease: name })),
    here,
    settings.value("approve")
  );
  const lease = open.find(({ name }) => name === meant?.lease);
  if (run.closed || !lease) return nobody("nothing is held, so nothing waits for anybody");
  if (lease.state === "abandoned")
    return nobody(`${lease.name} was given up; its release was approved with that`);
  if (!run.seal) throw refusal(run, notSealed(run));
  const [unstored] = storeRefusals(run, world.clock.now());
  if (unstored) throw refusal(run, unstored);
  return holdingRelease(world, settings, run, lease, run.seal.seal, here);
}
async function holdingRelease(world, settings, run, lease, seal, here) {
  const now = world.clock.now();
  const plans = await plansOf(world, run);
  const { zero } = plans(lease);
  const request = approvalRequest(lease, "release", seal, zero);
  const known = approvalFor(run, lease.name, seal, request.verbs, now);
  const standing = standingFor(run, lease, zero, now);
  if (known || standing) {
    const person = (known ?? standing)?.person ?? "";
    return { ...nobody(`${person} has approved the release of ${lease.name} already`), lease: lease.name };
  }
  if (next(run, plans, now).some((step) => step.do === "park" && step.lease === lease.name))
    world.face.warn(
      `${lease.name} is not parked yet, so its meter waits with it. Next: gpu-lease collect ${run.id}`
    );
  const lines = await approvalLines(world, run, { lease: lease.name });
  const gate = await gateOf(settings, world, run);
  if (gate.kind === "phrase") return byPhrase(settings, world, run, gate, request, lines);
  return byEnvironment(world, run, gate, request, zero, lines, here);
}
async function byPhrase(settings, world, run, { because }, request, lines) {
  const typed = (settings.value("approve") ?? "").trim();
  if (typed === "") {
    throw refusal(run, {
      code: because?.code ?? "not-approved",
      what: because?.what ?? `Nobody has approved ${request.verbs.join(", ")} of ${request.lease}.`,
      next: `${because ? `${because.next} Or start` : "Start"} the workflow with the phrase "${request.phrase}".`
    });
  }
  const given = await givenPhrase(settings, world, run);
  approveByPhrase(run, request, typed, given?.person ?? "", "phrase", world.clock.now());
  const why = because ? `${because.what} ` : "The job file names no protected environment. ";
  return {
    ...nobody(""),
    gate: "phrase",
    lease: request.lease,
    phrase: request.phrase,
    lines,
    ways: [`${why}So the gate is the phrase that a person with write access typed when starting this run.`]
  };
}
async function byEnvironment(world, run, gate, request, plan, lines, here) {
  if (!here) throw noWorkflowRun(run);
  const { beforeApproval } = await import("./environment-approval-JVDUEV3P.mjs");
  const staleFacts = plan.some((each) => each.staleFacts);
  const { noted, reviewers } = await beforeApproval(gitHubOf(world, run), {
    environment: gate.name,
    rules: gate.rules,
    meaning: releaseMeaning({ lease: request.lease, seal: request.binds, staleFacts }),
    run: here,
    costing: costing(run)
  });
  return {
    gate: "environment",
    environment: gate.name,
    noted,
    lease: request.lease,
    phrase: "",
    lines,
    ways: [
      `The gate is the environment "${gate.name}": ${reviewers.join(", ")} may approve this workflow run, which means exactly this release. A typed phrase does not pass it by.`
    ]
  };
}
async function holdingLaunch(world, settings, run, here, level) {
  const now = world.clock.now();
  const terms = standingTerms(run, level, now);
  const before = givenBefore(run, terms, now);
  if (before) return nobody(`${before.person} has approved that in advance already`);
  const gate = await gateOf(settings, world, run);
  if (gate.kind === "phrase") {
    throw refusal(
      run,
      gate.because ?? {
        code: "standing-needs-a-person",
        what: "An approval in advance was asked for in a workflow, and no protected environment is named.",
        next: `Name one ("approval.environment" in the job file), or approve from a terminal: gpu-lease approve ${run.id} --standing ${terms.level}`
      }
    );
  }
  if (!here) throw noWorkflowRun(run);
  const { beforeApproval } = await import("./environment-approval-JVDUEV3P.mjs");
  const { noted, reviewers } = await beforeApproval(gitHubOf(world, run), {
    environment: gate.name,
    rules: rulesOf(run),
    meaning: standingMeaning(run, terms.level, settings.env["GITHUB_RUN_ID"]),
    run: here,
    costing: costing(run)
  });
  const lasts = formatSeconds(secondsBetween(now, new Date(terms.expiresAt)));
  return {
    ...nobody(""),
    gate: "environment",
    environment: gate.name,
    noted,
    lines: termLines(run, terms, `for ${lasts} from the approval on`),
    ways: [
      `${reviewers.join(", ")} may approve this launch in the environment "${gate.name}", in advance for what it seals within these bounds.`
    ]
  };
}
var refusal = (run, { code, what, next: then }) => new Problem({ code, kind: "refused", what, next: then, costing: costing(run) });
export {
  command,
  runGate
};
