import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  askAtTerminal,
  gateOf,
  givenPhrase,
  inWorkflow,
  ownEnvironment,
  personOfEnvironment
} from "./chunk-5X7FVOBD.mjs";
import {
  standingMeaning
} from "./chunk-OJBNM73Z.mjs";
import {
  costing
} from "./chunk-YOQWXQOY.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

// src/release/standing-terms.ts
var LEVELS = ["L0", "L1", "L2", "L3"];
var LEAST = "L2";
function standingTerms(run, level, now) {
  const { opened } = run;
  if (!opened) throw new Error(`run ${run.id} was never opened`);
  const bounds = opened.document.approval?.standing;
  if (bounds === "forbid") {
    throw refused(
      run,
      "standing-forbidden",
      'The job file takes no approval in advance ("standing: forbid").',
      {
        next: "Approve the release once the run is sealed."
      }
    );
  }
  const asked = levelOf(level);
  const least = bounds?.level ?? LEAST;
  if (LEVELS.indexOf(asked) < LEVELS.indexOf(least)) {
    const source = bounds ? "the job file wants" : 'without "approval.standing" in the job file it is';
    throw refused(run, "standing-too-low", `${asked} was asked for; ${source} ${least} or better.`, {
      next: `Ask for ${least}, or lower "approval.standing.level" in the job file of a new run.`
    });
  }
  if (run.closed || run.leases.some(({ state }) => state === "abandoned")) {
    throw refused(run, "standing-too-late", `Run ${run.id} is over; nothing of it is left to release.`, {
      next: 'See "gpu-lease status --archived".'
    });
  }
  const withinSeconds = bounds?.withinSeconds ?? opened.budget.hours * 3600;
  return {
    configHash: opened.configHash,
    platforms: [...new Set(opened.document.candidates.map(({ platform }) => platform))],
    maxUsdPerHour: bounds?.usdPerHour ?? opened.budget.usdPerHour,
    level: asked,
    expiresAt: new Date(now.getTime() + withinSeconds * 1e3).toISOString()
  };
}
function levelOf(text) {
  const level = LEVELS.find((each) => each === text.trim().toUpperCase());
  if (level) return level;
  throw new Problem({
    code: "standing-level",
    kind: "usage",
    what: `"${text.slice(0, 40)}" is no level of verification.`,
    next: `Use one of ${LEVELS.join(", ")}; L2 is the usual one.`
  });
}
var standingPhrase = (run, { configHash }) => `standing ${run} ${configHash.slice(0, 8)}`;
var givenBefore = (run, terms, now) => run.standing.some(
  (given) => given.configHash === terms.configHash && given.level === terms.level && given.maxUsdPerHour === terms.maxUsdPerHour && given.platforms.join(" ") === terms.platforms.join(" ") && Date.parse(given.expiresAt) > now.getTime()
);
function requirePhrase(run, terms, typed) {
  const phrase = standingPhrase(run.id, terms);
  if (typed.trim().replace(/\s+/g, " ") === phrase) return;
  throw refused(run, "phrase-differs", `"${typed.trim()}" is not the phrase of this approval in advance.`, {
    next: `Type exactly: ${phrase}`
  });
}
var refused = (run, code, what, { next }) => new Problem({ code, kind: "refused", what, next, costing: costing(run) });

// src/cli/standing.ts
async function approveInAdvance(world, settings, run) {
  const now = world.clock.now();
  const terms = standingTerms(run, settings.value("standing") ?? "", now);
  world.face.heading(`approval in advance: ${run.id}`);
  for (const line of termLines(terms)) world.face.line(line);
  if (givenBefore(run, terms, now)) {
    world.face.line("it was given before and still counts");
    return;
  }
  const word = inWorkflow(settings) ? await wordInWorkflow(world, settings, run, terms) : await wordAtTerminal(world, settings, run, terms);
  if (!word) return;
  world.face.line(`approved in advance by ${word.person} (${word.via})`);
  return { type: "standing-approved", ...word, ...terms };
}
var termLines = ({ platforms, maxUsdPerHour, level, expiresAt }) => [
  `released without asking again: what is sealed at ${level} or better with nothing missing`,
  `on ${platforms.join(", ")}, at most ${maxUsdPerHour} USD/h, with nothing owed, until ${expiresAt}`,
  "never: a verb whose facts are stale; giving up data"
];
async function wordInWorkflow(world, settings, run, terms) {
  const gate = await gateOf(settings, world, run);
  if (gate.kind === "environment" && ownEnvironment(settings) !== void 0) {
    const meaning = standingMeaning(run.id, terms.level);
    return { person: await personOfEnvironment(settings, world, run, gate, meaning), via: "environment" };
  }
  if (gate.kind === "phrase") {
    const given = await givenPhrase(settings, world, run);
    if (given) return typedWord(run, terms, given);
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
async function wordAtTerminal(world, settings, run, terms) {
  world.face.line(`to approve, type: ${standingPhrase(run.id, terms)}`);
  const given = await givenPhrase(settings, world, run) ?? await askAtTerminal(settings, world);
  return given && typedWord(run, terms, given);
}
function typedWord(run, terms, given) {
  requirePhrase(run, terms, given.typed);
  return { person: given.person, via: "phrase" };
}

export {
  standingTerms,
  approveInAdvance
};
