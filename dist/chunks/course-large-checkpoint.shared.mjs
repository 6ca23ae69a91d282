import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  MARGIN_BYTES
} from "./collect-afar.shared.mjs";
import {
  cadenceAdvice,
  fatesOf,
  interruptionsOf,
  whyNotParked
} from "./job-cadence.shared.mjs";
import {
  lookAt,
  overrideOf,
  wantedPlaces
} from "./profile-overrides.shared.mjs";
import {
  placementCheck
} from "./profile-placement.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";

// src/rent/cost-range.ts
function costRange(job, chosen) {
  const { usd, hours, usdPerHour } = job.budget;
  const price = chosen?.offer.usdPerHour ?? usdPerHour;
  const cost = chosen?.cost.known ? chosen.cost : void 0;
  return {
    expectedUsd: cost ? Number(cost.usd.toFixed(6)) : null,
    atMostUsd: Math.min(usd, price * hours),
    lines: [
      ...expectedLines(job, cost),
      `at ${price} USD/h for at most ${hours} h: ${formatUsd(price * hours)}; the budget stops the run at ${formatUsd(usd)}`,
      ...chosen ? spotAdvice(job, chosen) : [],
      "waiting for a release approval costs the same per hour; parking costs less where the platform has it"
    ]
  };
}
var spotAdvice = (job, { offer, facts }) => offer.market === "spot" ? [`spot: ${cadenceAdvice(job, interruptionsOf(facts))}`] : [];
function expectedLines({ watch, cells }, cost) {
  if (!cost)
    return [
      watch.expectedSeconds === void 0 ? "expected: unknown (watch.expected is not set)" : "expected: unknown (no offer)"
    ];
  return [
    `expected: ${formatUsd(cost.usd)} for ${cells.length} cell(s)`,
    ...cost.parts.map(({ part, usd, why }) => `  ${part}: ${formatUsd(usd)} (${why})`)
  ];
}

// src/profile/environment-advice.ts
var MAKES_ONE = /\b(?:(?:conda|mamba|micromamba)\s+(?:env\s+)?create|python[\d.]*\s+-m\s+venv|virtualenv|uv\s+venv)\b/;
var INSTALLS = /\b(?:pip[\d.]*|conda|mamba)\s+install\b/;
function environmentAdvice(job, profile) {
  const { kind, "may-create": mayCreate } = profile.environment;
  const setup = job.setup ?? "";
  const [made] = MAKES_ONE.exec(setup) ?? [];
  if (made !== void 0 && !mayCreate)
    return [
      {
        platform: profile.id,
        says: `${profile.name}: the environment that is there is the one that works, and \`setup\` makes another (${made}). Install into the one that is there, and keep its ${keptWords(profile)}.`
      }
    ];
  const isNamed = overrideOf(profile, "python", job.storage?.python).is === "value";
  const installs = job.requirements ? "`requirements`" : INSTALLS.test(setup) ? "`setup`" : void 0;
  if (kind !== "host" || !mayCreate || made !== void 0 || isNamed || installs === void 0) return [];
  return [
    {
      platform: profile.id,
      says: `${profile.name}: ${installs} installs into the base environment of a machine that is used for other things, too. Make one in \`setup\` (python3 -m venv), or name its interpreter in \`storage.python\`.`
    }
  ];
}
var keptWords = ({ environment: { keep } }) => keep.length > 0 ? keep.join(", ") : "packages";

// src/host/room-below.ts
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
async function freeBytesBelow(dir) {
  let at = dir;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  const { bavail, bsize } = await statfs(at);
  return bavail * bsize;
}

// src/storage/keeping-places.ts
function keepingPlaces({ checkpoint, store }, here, candidates) {
  if (!checkpoint) return null;
  const rungs = store === void 0 || store === "none" ? [] : store;
  const stores = rungs.flatMap((rung) => rung.kind === "s3" ? [`s3://${rung.bucket}`] : []);
  const mostBytes = Math.max(0, here.freeBytes - here.marginBytes);
  const without = namesOf(candidates.filter(({ durable }) => durable === null));
  const ending = namesOf(candidates.filter(({ durableLost }) => durableLost !== null));
  const isTooLarge = stores.length === 0 && (checkpoint.sizeBytes ?? 0) > mostBytes;
  const room = `${here.freeBytes} bytes are free at ${here.dir}, of which ${here.marginBytes} stay free`;
  return {
    here: here.dir,
    freeBytes: here.freeBytes,
    mostBytes,
    stores,
    withoutTier: without,
    tierEndsWithBox: ending,
    problem: isTooLarge ? noPlace(`A checkpoint has ${checkpoint.sizeBytes} bytes`, room, without, ending) : null
  };
}
var namesOf = (candidates) => [
  ...new Set(candidates.map(({ platform }) => platform))
];
function noPlace(size, room, without, ending) {
  if (without.length > 0)
    return `${size} and would be kept nowhere but on the box (${without.join(", ")}): ${room}. Name an s3 store or a durable directory in the job file, run this where more is free, or make checkpoints smaller.`;
  if (ending.length > 0)
    return `${size}, and at the end it could be sealed nowhere: ${room}, and the durable directory is not known to outlive the box (${ending.join(", ")}). The box would be held and paid for until there is room. Name an s3 store, run this where more is free, or take a volume that outlives the box.`;
  return null;
}

// src/course/large-checkpoint.ts
async function placesOf({ storeDir }, job, candidates) {
  const freeBytes = await freeBytesBelow(storeDir);
  return keepingPlaces(job, { dir: storeDir, freeBytes, marginBytes: MARGIN_BYTES }, candidates);
}
async function warnOfLargeCheckpoint(world, run, job) {
  const sizeBytes = job.checkpoint?.sizeBytes ?? run.footprint?.checkpoint?.bytes;
  if (!job.checkpoint || sizeBytes === void 0) return;
  const sized = { ...job, checkpoint: { ...job.checkpoint, sizeBytes } };
  const candidates = job.candidates.map(
    async (each) => fatesOf(job, await world.profile(each.platform), each)
  );
  const places = await placesOf(world, sized, await Promise.all(candidates));
  if (places?.problem) world.face.warn(`PROBLEM: ${places.problem}`);
}

// src/storage/self-park.ts
var PARK_AFTER_SECONDS = 600;
function selfParkOf(job, profile, candidate) {
  if (job.onFinish !== "park") return;
  const why = whyNot(job, profile, candidate);
  const own = profile.rent["self-stop"];
  if (why !== void 0 || own === void 0)
    return { why: why ?? `no line is known for it on ${profile.name}` };
  return { line: own.line, verb: own.verb, afterSeconds: job.parkAfterSeconds ?? PARK_AFTER_SECONDS };
}
function whyNot(job, profile, candidate) {
  const { name, teardown, rent, spot } = profile;
  const held = whyNotParked(profile);
  if (held !== null) return held;
  if (candidate.attach !== void 0) return "it is a box of your own, which is not ours to switch off";
  if (candidate.market === "spot" && spot.available !== "no")
    return "a spot box that stands stopped looks like one that was taken away";
  const own = rent["self-stop"];
  if (!own) return `no line is known by which a box of ${name} stops itself`;
  if (own.verb !== teardown.park)
    return `its own line does as "${own.verb}", and it is parked by "${teardown.park}"`;
  const { work } = wantedPlaces(job, profile, candidate);
  const left = placementCheck(profile, { path: work }, { verb: own.verb }, lookAt(profile, candidate));
  return left.outcome === "survives" || left.outcome === "survives-billed" ? void 0 : left.why;
}

// src/storage/own-end.ts
var AFTER_KEEPER_SECONDS = 900;
var KEEPS = ["survives", "survives-billed", "survives-for", "cannot-happen"];
function ownEndOf(profile, candidate, work) {
  const end = profile.rent["self-stop"];
  if (!end) return { never: `${profile.name} is not known to let a box end its own meter` };
  const { line, probe, verb } = end;
  const left = placementCheck(profile, { path: work }, { verb }, lookAt(profile, candidate));
  const isKept = KEEPS.includes(left.outcome);
  if (candidate.attach !== void 0) {
    const loses = destroyedBy(profile);
    if (loses.length > 0)
      return { never: `"${verb}" would destroy ${loses.join(", ")} of a box that is yours` };
    if (!isKept) return { never: left.why };
    if (candidate.selfStop !== true)
      return {
        never: `it is yours: \`self-stop: true\` of the candidate lets it "${verb}" itself, which destroys nothing`
      };
  }
  return { line, probe, verb, holds: isKept ? "always" : "until-work", why: left.why };
}
var destroyedBy = ({ rent, verbs }) => verbs.find(({ id }) => id === rent["self-stop"]?.verb)?.destroys ?? [];

export {
  costRange,
  spotAdvice,
  environmentAdvice,
  selfParkOf,
  AFTER_KEEPER_SECONDS,
  ownEndOf,
  placesOf,
  warnOfLargeCheckpoint
};
