import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  givenBefore,
  requirePhrase,
  standingPhrase,
  standingTerms,
  termLines
} from "./approval-standing-terms.shared.mjs";
import {
  askAtTerminal,
  gateOf,
  givenPhrase,
  personOfEnvironment
} from "./approval-approve-release.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  standingMeaning
} from "./approval-meaning.shared.mjs";
import {
  staleVerbsBy
} from "./profile-stale-verbs.shared.mjs";
import {
  costing
} from "./lease-run.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/approval/approve-in-advance.ts
async function approveInAdvance(world, given, run) {
  const now = world.clock.now();
  const terms = standingTerms(run, given.inAdvance ?? "", now);
  world.face.heading(`approval in advance: ${run.id}`);
  for (const line of termLines(run, terms, `until ${terms.expiresAt}`)) world.face.line(line);
  if (givenBefore(run, terms, now)) {
    world.face.line("it was given before and still counts");
    return;
  }
  await refuseStaleFacts(world, run, terms);
  const word = inWorkflow(given) ? await wordInWorkflow(world, given, run, terms) : await wordAtTerminal(world, given, run, terms);
  if (!word) return;
  world.face.line(`approved in advance by ${word.person} (${word.via})`);
  return { type: "standing-approved", ...word, ...terms };
}
async function refuseStaleFacts(world, run, { platforms, expiresAt }) {
  const stale = [];
  for (const platform of platforms) {
    const verbs = staleVerbsBy(await world.profile(platform), new Date(expiresAt));
    if (verbs.length > 0) stale.push(`${platform}: ${verbs.join(", ")}`);
  }
  if (stale.length === 0) return;
  throw new Problem({
    code: "standing-stale-facts",
    kind: "refused",
    what: `What is known of the verbs that a release would carry out is too old to be approved in advance until ${expiresAt} (${stale.join("; ")}).`,
    next: 'Approve the release once the run is sealed, where that is shown and acknowledged; let the approval end before that day ("approval.standing.within", else "budget.hours", of a new run); or update gpu-lease to a version whose profiles were read up ("gpu-lease staleness").',
    costing: costing(run)
  });
}
async function wordInWorkflow(world, given, run, terms) {
  const gate = await gateOf(given, world, run);
  if (gate.kind === "environment" && given.environment !== void 0) {
    const meaning = standingMeaning(run, terms.level, given.env["GITHUB_RUN_ID"]);
    return { person: await personOfEnvironment({ given, world, run }, gate, meaning), via: "environment" };
  }
  if (gate.kind === "phrase" && !run.opened?.change) {
    const typed = await givenPhrase(given, world, run);
    if (typed) return typedWord(run, terms, typed);
  }
  const environment = gate.kind === "environment" ? gate.name : void 0;
  throw new Problem({
    code: gate.kind === "phrase" && gate.because ? gate.because.code : "standing-needs-a-person",
    kind: "refused",
    what: gate.kind === "phrase" && gate.because ? gate.because.what : `An approval in advance was asked for in a workflow, and ${environment === void 0 ? "no protected environment is named" : `its job does not say that it waits in "${environment}"`}.`,
    next: `Let the job wait in a protected environment and name it ("environment"), or approve from a terminal: gpu-lease approve ${run.id} --standing ${terms.level}`,
    costing: costing(run)
  });
}
async function wordAtTerminal(world, given, run, terms) {
  const phrase = standingPhrase(run.id, terms);
  world.face.settle();
  world.face.line(`to approve, type: ${phrase}`);
  const typed = await givenPhrase(given, world, run) ?? await askAtTerminal(given, world, phrase);
  return typed && typedWord(run, terms, typed);
}
function typedWord(run, terms, given) {
  requirePhrase(run, terms, given.typed);
  return { person: given.person, via: "phrase" };
}

export {
  approveInAdvance
};
