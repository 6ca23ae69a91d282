import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isPhrase
} from "./approval-lines-for-approver.shared.mjs";
import {
  holdsToHashOnly
} from "./job-roster.shared.mjs";
import {
  costing,
  isGivenUp
} from "./lease-run.shared.mjs";
import {
  LEVELS
} from "./evidence-level.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/approval/standing-terms.ts
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
  if (run.closed || isGivenUp(run)) {
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
var termLines = ({ opened }, { platforms, maxUsdPerHour, level }, lasts) => [
  `released without asking again: what is sealed at ${level} or better with nothing missing`,
  ...opaqueLine((opened?.document.artifacts ?? []).filter(holdsToHashOnly).map(({ path }) => path)),
  `on ${platforms.join(", ")}, at most ${maxUsdPerHour} USD/h, with nothing owed, ${lasts}`,
  "never: giving up data; a run that ended early, in the background or otherwise than its job file says"
];
var opaqueLine = (paths) => paths.length === 0 ? [] : [`by its bytes only, whatever the level, because it is opaque: ${paths.join(", ")}`];
var givenBefore = (run, terms, now) => run.standing.findLast(
  (given) => given.configHash === terms.configHash && given.level === terms.level && given.maxUsdPerHour === terms.maxUsdPerHour && given.platforms.join(" ") === terms.platforms.join(" ") && Date.parse(given.expiresAt) > now.getTime()
);
function requirePhrase(run, terms, typed) {
  const phrase = standingPhrase(run.id, terms);
  if (isPhrase(typed, phrase)) return;
  throw refused(run, "phrase-differs", `"${typed.trim()}" is not the phrase of this approval in advance.`, {
    next: `Type exactly: ${phrase}`
  });
}
var refused = (run, code, what, { next }) => new Problem({ code, kind: "refused", what, next, costing: costing(run) });

export {
  standingTerms,
  standingPhrase,
  termLines,
  givenBefore,
  requirePhrase
};
