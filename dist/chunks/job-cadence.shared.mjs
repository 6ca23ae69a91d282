import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  askedTooLittle,
  diskBudget,
  lookAt,
  needGb,
  outliving,
  wantedPlaces
} from "./profile-overrides.shared.mjs";
import {
  staleVerbsBy
} from "./profile-stale-verbs.shared.mjs";
import {
  constraintFor,
  whyNoKernels
} from "./job-cuda.shared.mjs";
import {
  lastUnclear
} from "./lease-meter-price.shared.mjs";
import {
  workLeftSeconds
} from "./lease-forecast.shared.mjs";
import {
  placementCheck,
  tiersAt
} from "./profile-placement.shared.mjs";
import {
  cardText,
  isCard,
  knownGpu
} from "./job-gpu-cards.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/profile/lifetime.ts
var ENDS = ["stop", "release", "wipe", "delete-all", "end-job", "end-session"];
function lifetimeFits(job, profile) {
  return profile.clocks.filter((clock) => clock.while === "running" && ENDS.includes(clock.effect)).map((clock) => fitOf(job, profile, clock)).sort(
    (a, b) => (a.lifeSeconds ?? Number.POSITIVE_INFINITY) - (b.lifeSeconds ?? Number.POSITIVE_INFINITY)
  );
}
function fitOf(job, { id: platform }, { id: clock, after: after2 }) {
  const { expectedSeconds } = job.watch;
  const isExpected = expectedSeconds !== void 0;
  const workSeconds = expectedSeconds ?? job.budget.hours * 3600;
  const lifeSeconds = after2?.seconds ?? null;
  const goesOn = job.checkpoint?.resume === "continues";
  const needed = lifeSeconds === null ? null : Math.ceil(workSeconds / lifeSeconds);
  const boxes = needed === null || needed > 1 && !goesOn ? null : needed;
  const work = `${hours(workSeconds)} of work${isExpected ? "" : " at most, by the budget"}`;
  const says = `${clock} of ${platform}: ${meaning({ needed, goesOn, work, life: after2?.text })}`;
  return { platform, clock, lifeSeconds, workSeconds, isExpected, boxes, says };
}
var hours = (seconds) => seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
function meaning({ needed, goesOn, work, life }) {
  const then = goesOn ? "the run goes on from its checkpoint" : "nothing leads from one box to the next (`checkpoint.resume`)";
  if (needed === null) return `how long a box lives is not known; ${work}; ${then}`;
  if (needed === 1) return `a box lives ${life}, which is enough for ${work}`;
  return goesOn ? `a box lives ${life}; ${work} take ${needed} of them, one after the other: ${then}` : `a box lives ${life}, and ${work} do not fit: ${then}`;
}
function outlivesEveryBox(job, profile) {
  const fits = lifetimeFits(job, profile);
  const isShort = ({ isExpected, lifeSeconds, boxes }) => isExpected && lifeSeconds !== null && boxes === null;
  return fits.length > 0 && fits.every(isShort) ? fits.at(-1)?.says : void 0;
}

// src/storage/fates.ts
var HAPPENINGS = {
  stop: "stop",
  reboot: "reboot",
  reset: "process-restart",
  destroy: "release",
  eviction: "evict",
  "zero balance": "balance-zero"
};
function fatesOf(job, profile, candidate) {
  const wanted = wantedPlaces(job, profile, candidate);
  const happenings = Object.keys(HAPPENINGS);
  return {
    platform: profile.id,
    work: wanted.work,
    workTiers: tiersAt(profile, wanted.work, lookAt(profile, candidate)).map(({ id }) => id),
    durable: wanted.durable?.dir ?? null,
    durableLost: lostWithBox(profile, candidate, wanted.durable?.dir),
    notParked: job.onFinish === "park" ? whyNotParked(profile) : null,
    classes: classesOf(job).map((each) => ({
      ...each,
      fates: happenings.map((what) => fateOf({ job, profile, candidate, wanted, of: each.class }, what))
    }))
  };
}
function lostWithBox(profile, candidate, dir) {
  const found = dir === void 0 ? void 0 : outliving(profile, candidate, dir, []);
  return found?.outlives === false ? found.why : null;
}
function classesOf({ artifacts, checkpoint }) {
  const paths = (isEvidence) => artifacts.filter(({ keep }) => keep === "evidence" === isEvidence).map(({ path }) => path);
  const all = [
    { class: "checkpoint", paths: checkpoint ? [checkpoint.path].flat() : [] },
    { class: "kept", paths: paths(false) },
    { class: "evidence", paths: paths(true) }
  ];
  return all.filter((each) => each.paths.length > 0);
}
var STAYS = ["survives", "survives-billed", "cannot-happen"];
function fateOf(asked, happening) {
  const { job, profile, candidate, wanted } = asked;
  const left = leftOf(asked, wanted.work, happening);
  const saved = STAYS.includes(left.outcome) ? "there" : savedOf(asked, happening);
  return {
    happening,
    mayHappen: MAY_HAPPEN[happening](job, profile, candidate),
    outcome: left.outcome,
    saved,
    why: `${left.why}; ${SAVED[saved]}`
  };
}
function leftOf({ profile, candidate }, path, happening) {
  const { park } = profile.teardown;
  const what = happening === "stop" && park !== null ? { verb: park } : { event: HAPPENINGS[happening] };
  return placementCheck(profile, { path }, what, lookAt(profile, candidate));
}
function savedOf(asked, happening) {
  const { job, of } = asked;
  if (happening === "destroy") return "sealed";
  if ((happening === "stop" || of === "checkpoint") && isCopied(asked, happening)) return "copy";
  if (of !== "evidence") return "pulled";
  if (job.checkpoint?.resume === "continues") return "again";
  return happening === "eviction" ? "lost" : "new-run";
}
function isCopied(asked, happening) {
  const { durable } = asked.wanted;
  return durable !== void 0 && STAYS.includes(leftOf(asked, durable.dir, happening).outcome);
}
var SAVED = {
  there: "it is there afterwards",
  copy: "the checked copy in the durable directory has it",
  pulled: "the newest pull has it",
  sealed: "it takes an approval of what was sealed before",
  again: "the run writes it again from its newest checkpoint",
  "new-run": "only a new run writes it again",
  lost: "nothing else has it"
};
var MAY_HAPPEN = {
  stop: ({ onFinish }, profile) => onFinish === "park" && whyNotParked(profile) === null,
  reboot: () => true,
  reset: () => true,
  destroy: () => true,
  eviction: (_job, { spot }, { attach, market }) => attach === void 0 && market !== "on-demand" && spot.available !== "no",
  "zero balance": (_job, { meters, automation, kind }, { attach }) => attach === void 0 && automation === "full" && kind !== "loopback" && meters.length > 0
};
function whyNotParked({ name, teardown, verbs }) {
  const verb = verbs.find(({ id }) => id === teardown.park);
  if (!verb) return `${name} has no stop that keeps the data`;
  if (verb.destroys.length > 0) return `"${verb.id}" destroys ${verb.destroys.join(", ")}`;
  return verb.reversible === "no" ? `"${verb.id}" cannot be undone` : null;
}
function lostByEviction(job, profile, candidate) {
  const { classes, work, workTiers } = fatesOf(job, profile, candidate);
  const lost = classes.filter(
    ({ fates }) => fates.some(
      ({ happening, mayHappen, saved }) => happening === "eviction" && mayHappen && saved === "lost"
    )
  );
  const paths = lost.flatMap((each) => each.paths);
  if (paths.length === 0) return;
  const named = paths.slice(0, 3).join(", ") + (paths.length > 3 ? ` and ${paths.length - 3} more` : "");
  const { survival } = profile.tiers.find(({ id }) => id === workTiers[0]) ?? {};
  const left = survival?.evict === "lost" ? "is lost then" : "is not known to stay then";
  return {
    what: `An eviction of a spot box on ${profile.id} would lose ${named}: the run lies in ${work}, which ${left}, the files are brought home only at the end, and no checkpoint leads back to them.`,
    next: "Declare the checkpoint that the job resumes from (`checkpoint`), keep the files with `keep: last`, or write `market: on-demand` at that candidate."
  };
}

// src/rent/blocked.ts
var BLOCK = "GPU_LEASE_BLOCK";
async function blockedBy(world) {
  const words2 = (world.secret(BLOCK) ?? "").split(/[\s,]+/).filter((word) => word !== "");
  for (const word of words2) {
    const [platform = "", ...host] = word.split("/");
    const known = await world.profile(platform).then(
      () => void 0,
      (error) => {
        if (error instanceof Problem) return error;
        throw error;
      }
    );
    if (known) throw unknown(word, known.message);
    if (host.length > 1 || host[0] === "") throw unknown(word, "A machine is `platform/host`.");
  }
  return {
    platforms: new Set(words2.filter((word) => !word.includes("/"))),
    hosts: new Set(words2.filter((word) => word.includes("/")))
  };
}
var unknown = (word, why) => new Problem({
  code: "block-unknown",
  kind: "usage",
  what: `${BLOCK} has the word ${JSON.stringify(word.slice(0, 80))}, which blocks nothing. Nothing was rented.`,
  next: `${why} Write platforms, or machines as platform/host (vastai/12345), with commas between them.`
});
var platformBlocked = (platform) => new Problem({
  code: "platform-blocked",
  kind: "refused",
  what: `${platform} is blocked for this repository (${BLOCK}).`,
  next: `Take it out of that variable to rent there again, or name another candidate.`
});

// src/job/cadence.ts
function checkpointEverySeconds(cadence) {
  const { saveSeconds, secondsPerIteration } = cadence;
  const everySeconds = Math.sqrt(2 * meanOf(cadence) * positive(saveSeconds));
  if (secondsPerIteration === void 0) return everySeconds;
  return Math.max(1, Math.floor(everySeconds / positive(secondsPerIteration))) * secondsPerIteration;
}
function overheadShare(cadence, everySeconds) {
  return positive(cadence.saveSeconds) / positive(everySeconds) + everySeconds / (2 * meanOf(cadence));
}
var meanOf = ({ meanSecondsBetweenInterruptions, boxes = 1 }) => positive(meanSecondsBetweenInterruptions) / positive(boxes);
function positive(value) {
  if (value > 0 && Number.isFinite(value)) return value;
  throw new RangeError(`not a time above zero: ${value}`);
}

// src/rent/preemption.ts
var ASSUMED_MEAN_HOURS = 8;
var ASSUMED_SAVE_SECONDS = 30;
function cadenceOf(checkpoint, seen) {
  if (checkpoint?.resume !== "continues") return;
  return checkpoint.everySeconds ?? bestEverySeconds(seen);
}
var bestEverySeconds = ({ meanSecondsBetween, saveSeconds }) => checkpointEverySeconds({ meanSecondsBetweenInterruptions: meanSecondsBetween, saveSeconds });
function secondsWithInterruptions(workSeconds, everySeconds, { meanSecondsBetween: mean, saveSeconds, restartSeconds }) {
  if (workSeconds <= 0) return 0;
  const saves = everySeconds !== void 0 && everySeconds < workSeconds;
  const segment = saves ? everySeconds : workSeconds;
  const attempt = segment + (saves ? saveSeconds : 0);
  return mean * Math.exp(restartSeconds / mean) * Math.expm1(attempt / mean) * (workSeconds / segment);
}
function cadenceAdvice({ checkpoint }, seen) {
  const mean = formatSeconds(seen.meanSecondsBetween);
  const every = cadenceOf(checkpoint, seen);
  if (every === void 0)
    return `boxes are taken away every ${mean} on average, and this job cannot continue from a checkpoint: each loss ends the run`;
  const best = bestEverySeconds(seen);
  const advice = `with a loss every ${mean} and ${formatSeconds(seen.saveSeconds)} to save, a checkpoint every ${formatSeconds(best)} costs least (${percent(shareAt(best, seen))} of the time)`;
  if (checkpoint?.everySeconds === void 0)
    return `${advice}; the job does not say how often it writes one (checkpoint.every)`;
  const ratio = checkpoint.everySeconds / best;
  if (ratio > 0.5 && ratio < 2)
    return `${advice}; every ${formatSeconds(every)}, as the job does, is about that`;
  return `${advice}; every ${formatSeconds(every)}, as the job does, costs ${percent(shareAt(every, seen))}`;
}
var shareAt = (everySeconds, { meanSecondsBetween, saveSeconds }) => overheadShare({ meanSecondsBetweenInterruptions: meanSecondsBetween, saveSeconds }, everySeconds);
var percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

// src/rent/measured.ts
var LEAST_SECONDS = 60;
function ratesAmong(runs, job) {
  const rates = [];
  const newestFirst = [...runs].sort((a, b) => (a.updatedAt ?? "") < (b.updatedAt ?? "") ? 1 : -1);
  for (const run of newestFirst) {
    const { document } = run.opened ?? {};
    if (document?.name !== job.name || document.run !== job.run) continue;
    const rate = rateOf(run);
    if (rate && !rates.some(({ card }) => isSameCard(card, rate.card))) rates.push(rate);
  }
  return rates;
}
function rateOf(run) {
  const [lease, another] = run.leases.filter(({ started }) => started !== void 0);
  if (!run.seal || run.begunFrom || another || lease?.started?.attempt !== 1) return;
  const card = cardOf(lease);
  const cells = [...run.cells.values()];
  if (!card || cells.length === 0 || !cells.every(isWhole)) return;
  const steps = cells.reduce((sum, { lastStep = 0 }) => sum + lastStep, 0);
  const seconds = cells.reduce((sum, { ended }) => sum + (ended?.ranSeconds ?? 0), 0);
  if (!(steps > 0) || seconds < LEAST_SECONDS) return;
  return { run: run.id, card, stepsPerHour: steps / seconds * 3600, steps: steps / cells.length };
}
function cardOf({ gpus, intent }) {
  const known = gpus && intent.tasks === void 0 ? knownGpu(gpus.name) : void 0;
  return gpus && known && { model: known.model, ...known.form && { form: known.form }, count: gpus.count };
}
var isWhole = ({ ended, resumedAt, lastStep, begunAgain }) => ended?.verdict === "finished" && ended.attempt === 1 && !ended.background && ended.ranSeconds !== void 0 && lastStep !== void 0 && resumedAt.length === 0 && begunAgain === void 0;
var isSameCard = (one, other) => one.model === other.model && one.count === other.count && (one.form === void 0 || other.form === void 0 || one.form === other.form);

// src/rent/speed.ts
var TFLOPS = {
  T4: 65,
  V100: 125,
  "RTX 3090": 71,
  "RTX 4090": 165,
  "RTX 5090": 209,
  A10: 125,
  A40: 150,
  A6000: 155,
  L4: 121,
  L40: 181,
  L40S: 362,
  "RTX 6000 Ada": 364,
  A100: 312,
  H100: 989,
  "H100 PCIe": 756,
  H200: 989,
  B200: 2250
};
function speedOf({ speed, resources, watch, metrics }, { gpu }, rates = []) {
  if (gpu?.model == null) return { factor: 1 };
  const said = Object.entries(speed ?? {}).find(([name]) => knownGpu(name)?.model === gpu.model);
  if (said) return { factor: said[1], says: `${said[1]} times as fast on ${gpu.model} (speed)` };
  if (speed !== void 0) return { factor: 1 };
  const measured = measuredSpeed(rates, gpu, { seconds: watch.expectedSeconds, steps: metrics?.totalSteps });
  if (measured) return measured;
  const [first] = resources.gpu?.names ?? [];
  const named = first === void 0 ? void 0 : knownGpu(first);
  const [base, here] = [named && tflopsOf(named), tflopsOf(gpu)];
  if (!named || base === void 0 || here === void 0 || base === here) return { factor: 1 };
  const factor = Number((here / base).toFixed(2));
  return {
    factor,
    says: `about ${factor} times as fast on ${gpu.model} as on ${named.model} (by their peak rates)`
  };
}
function measuredSpeed(rates, gpu, whole) {
  if (whole.seconds === void 0) return;
  const rate = rates.find(({ card: card2 }) => isSameCard(card2, gpu)) ?? rates.find(({ card: card2 }) => card2.count === gpu.count);
  if (!rate) return;
  const { run, card, stepsPerHour, steps } = rate;
  const took = (whole.steps ?? steps) / stepsPerHour * 3600;
  const pace = `${Math.round(stepsPerHour)} steps/h on ${card.count}x ${card.model}, measured in run ${run}`;
  if (isSameCard(card, gpu)) {
    const factor2 = rounded(whole.seconds / took);
    return { factor: factor2, says: `${factor2} times as fast as that (${pace})` };
  }
  const [base, here] = [tflopsOf(card), tflopsOf(gpu)];
  if (base === void 0 || here === void 0) return;
  const factor = rounded(whole.seconds / took * (here / base));
  return {
    factor,
    says: `about ${factor} times as fast as that on ${gpu.model} (${pace}, and by their peak rates)`
  };
}
var rounded = (factor) => Number(factor.toPrecision(3));
var tflopsOf = ({ model, form }) => TFLOPS[`${model} ${form}`] ?? TFLOPS[model ?? ""];

// src/rent/expected-cost.ts
var ASSUMED_BOOT_SECONDS = 300;
var ASSUMED_IMAGE_GB = 8;
function costFactsOf(profile, candidate) {
  const usual = profile.rent.boot?.usual.seconds;
  const mean = profile.spot["mean-hours-between"];
  const within = profile.rent.boot?.within.seconds;
  const isThere = candidate.attach !== void 0 || profile.kind === "loopback";
  return {
    ...isThere ? { bootSeconds: 0 } : usual === void 0 ? {} : { bootSeconds: usual },
    ...mean === void 0 ? {} : { meanHoursBetween: mean },
    ...within === void 0 ? {} : { deadlineSeconds: within }
  };
}
function expectedCost(job, offer, facts) {
  const known = job.watch.expectedSeconds !== void 0;
  const workSeconds = facts.workSeconds ?? wholeWork(job);
  const parts = [
    workPart(job, offer, { seconds: workSeconds, known, rates: facts.rates }),
    bootPart(offer, facts),
    failedBootPart(offer, facts),
    { part: "disk", usd: 0, why: "in the price of the offer" },
    ingressPart(offer, facts),
    egressPart(offer, facts, workSeconds),
    reworkPart(job, offer, facts, workSeconds)
  ];
  return { usd: parts.reduce((sum, { usd }) => sum + usd, 0), known, parts };
}
var wholeWork = ({ watch, cells, budget }) => watch.expectedSeconds === void 0 ? budget.hours * 3600 : watch.expectedSeconds * cells.length;
function workPart(job, offer, { seconds, known, rates }) {
  const { factor, says } = speedOf(job, offer, rates);
  const length = formatSeconds(seconds);
  const source = known ? `${length} of work (watch.expected, ${job.cells.length} cell(s))` : `watch.expected is not set, so the whole budget.hours: ${length}`;
  if (!known || says === void 0)
    return { part: "work", usd: usdOf(offer, seconds), why: `${source} at ${offer.usdPerHour} USD/h` };
  const here = seconds / factor;
  const why = `${source}, ${says}: ${formatSeconds(here)} at ${offer.usdPerHour} USD/h`;
  return { part: "work", usd: usdOf(offer, here), why };
}
function bootPart(offer, { bootSeconds }) {
  if (bootSeconds === 0) return { part: "boot", usd: 0, why: "the box is there already" };
  const usual = bootSeconds ?? ASSUMED_BOOT_SECONDS;
  const pull = offer.downMbps === void 0 ? 0 : ASSUMED_IMAGE_GB * 8e3 / offer.downMbps;
  const seconds = Math.max(usual, pull);
  const how = pull > usual ? `, an image of ${ASSUMED_IMAGE_GB} GB (assumed) at ${offer.downMbps} Mbit/s` : bootSeconds === void 0 ? ", assumed" : "";
  const why = `${formatSeconds(seconds)} until it can be used${how}`;
  return { part: "boot", usd: usdOf(offer, seconds), why };
}
function failedBootPart(offer, { bootSeconds, deadlineSeconds }) {
  const part = "failed-boot";
  const { reliability } = offer;
  if (bootSeconds === 0 || reliability === void 0 || !(reliability > 0) || reliability >= 1)
    return { part, usd: 0, why: "no reliability of the host is named" };
  const seconds = deadlineSeconds ?? 2 * ASSUMED_BOOT_SECONDS;
  const failed = (1 - reliability) / reliability;
  const why = `up ${(reliability * 100).toFixed(1)} % of the time, so ${failed.toFixed(3)} boots fail before one comes up, each after ${formatSeconds(seconds)}`;
  return { part, usd: usdOf(offer, seconds * failed), why };
}
function ingressPart(offer, { bootSeconds, dataGb }) {
  const part = "ingress";
  const price = offer.ingressUsdPerGb;
  if (price === void 0 || price === 0 || bootSeconds === 0)
    return { part, usd: 0, why: price === 0 ? "downloading is free" : "no price for downloads is named" };
  const data = dataGb === void 0 ? "; what the job fetches by itself is not counted)" : `) and ${dataGb.toFixed(1)} GB of data`;
  const why = `an image of ${ASSUMED_IMAGE_GB} GB (assumed${data} at ${price} USD/GB`;
  return { part, usd: price * (ASSUMED_IMAGE_GB + (dataGb ?? 0)), why };
}
function egressPart({ egressUsdPerGb, freeEgressGbPerHour }, { artifactGb }, workSeconds) {
  if (egressUsdPerGb === void 0 || egressUsdPerGb === 0) {
    const why = egressUsdPerGb === 0 ? "pulling is free" : "no price for traffic is named";
    return { part: "egress", usd: 0, why };
  }
  if (artifactGb === void 0)
    return {
      part: "egress",
      usd: 0,
      why: `${egressUsdPerGb} USD/GB, and how much will be pulled is not known yet: counted as nothing`
    };
  const free = Math.min(artifactGb, (freeEgressGbPerHour ?? 0) * workSeconds / 3600);
  return {
    part: "egress",
    usd: egressUsdPerGb * (artifactGb - free),
    why: `${artifactGb.toFixed(1)} GB at ${egressUsdPerGb} USD/GB${free > 0 ? `, ${free.toFixed(1)} GB of it free` : ""}`
  };
}
function reworkPart(job, offer, facts, workSeconds) {
  if (offer.market !== "spot")
    return { part: "rework", usd: 0, why: "not taken away before we give it back" };
  const seen = interruptionsOf(facts);
  const every = cadenceOf(job.checkpoint, seen);
  const extra = secondsWithInterruptions(workSeconds, every, seen) - workSeconds;
  const mean = `a loss every ${formatSeconds(seen.meanSecondsBetween)}${facts.meanHoursBetween === void 0 ? " (assumed)" : ""}`;
  const save = `${formatSeconds(seen.saveSeconds)} to save${facts.saveSeconds === void 0 ? " (assumed)" : ""}`;
  const steps = every === void 0 ? "no checkpoint to continue from" : `a checkpoint every ${formatSeconds(every)}${job.checkpoint?.everySeconds === void 0 ? " (the best cadence)" : ""}, ${save}`;
  return {
    part: "rework",
    usd: usdOf(offer, Math.max(0, extra)),
    why: `${mean}, ${steps}, ${formatSeconds(seen.restartSeconds)} for another box: ${timeText(extra)} more`
  };
}
var interruptionsOf = ({
  bootSeconds,
  meanHoursBetween,
  saveSeconds
}) => ({
  meanSecondsBetween: (meanHoursBetween ?? ASSUMED_MEAN_HOURS) * 3600,
  saveSeconds: saveSeconds ?? ASSUMED_SAVE_SECONDS,
  restartSeconds: bootSeconds ?? ASSUMED_BOOT_SECONDS
});
var usdOf = ({ usdPerHour }, seconds) => usdPerHour === 0 ? 0 : usdPerHour * seconds / 3600;
var timeText = (seconds) => seconds < 1e8 ? formatSeconds(seconds) : "years";

// src/rent/failures.ts
var HOST_FOR_SECONDS = 86400;
var OFFER_FOR_SECONDS = 3600;
var failuresOf = (run) => run.leases.flatMap(
  ({ name, platform, offer, host, failure, unfit, failedAt, evicted }) => failure === void 0 ? [] : [
    {
      name,
      run: run.id,
      platform,
      offer,
      // Who was outbid had a machine that works.
      host: evicted ? void 0 : host,
      why: failure,
      unfit,
      at: failedAt
    }
  ]
);
function machineHeldBack(failures, run, { platform, hostId }) {
  if (hostId === void 0) return;
  const bad = failures.find((each) => each.platform === platform && each.host === hostId);
  if (!bad) return;
  if (bad.run === run || bad.at === void 0)
    return { why: `its host ${hostId} failed as ${bad.name} earlier in this run: ${bad.why}` };
  const until = after(bad.at, HOST_FOR_SECONDS);
  return {
    why: `its host ${hostId} failed as ${bad.name} in another run (${bad.at}) and is not taken before ${until}: ${bad.why}`,
    until
  };
}
function offerHeldBack(failures, { platform, id }, now) {
  const ofOffer = failures.filter((each) => each.platform === platform && each.offer === id);
  const last = ofOffer.flatMap(({ at }) => at ?? []).sort().at(-1);
  const bad = ofOffer.find(({ at }) => at === last);
  if (last === void 0 || !bad) return;
  const until = after(last, OFFER_FOR_SECONDS);
  if (Date.parse(until) <= now.getTime()) return;
  return { why: `${bad.name} of it ${bad.unfit ? "was unfit" : "failed"} (${last}): ${bad.why}`, until };
}
var after = (at, seconds) => new Date(Date.parse(at) + seconds * 1e3).toISOString();

// src/rent/meets.ts
var TOLERANCE = 0.95;
function whyUnmet(want, candidate, offer) {
  return whyOtherMarket(candidate, offer) ?? whyOtherThanNamed(candidate, offer) ?? (want.gpu && whyOtherGpu(want.gpu, offer.gpu)) ?? whyOutside("CPUs", want.cpus, offer.cpus) ?? whyOutside("GB of memory", want.memoryGb, offer.memoryGb) ?? // What an offer names is the largest disk that can be had, so only too little of it counts.
  whyOutside("GB of disk", want.diskGb && minOf(want.diskGb), offer.diskGb) ?? whyElsewhere(want.regions, offer.region);
}
var numberText = ({ count, most }) => most === void 0 ? String(count) : `${count} to ${most}`;
function whyOtherThanNamed({ types, notHosts, usdPerHour, attach, queue }, offer) {
  if (types && !types.includes(offer.type ?? ""))
    return `${offer.type ?? "of no named type"}, and the candidate wants ${types.join(" or ")}`;
  if (offer.hostId !== void 0 && notHosts?.includes(offer.hostId))
    return `its host ${offer.hostId} is among the candidate's not-hosts`;
  const isBound = usdPerHour !== void 0 && attach === void 0 && queue === void 0;
  if (isBound && offer.usdPerHour > usdPerHour)
    return `${offer.usdPerHour} USD/h is over the candidate's usdPerHour ${usdPerHour}`;
  return;
}
function whyOtherMarket({ market, bidUsdPerHour }, offer) {
  if (market !== void 0 && market !== "any" && offer.market !== market)
    return `${offer.market}, and the candidate wants ${market}`;
  const spot = offer.bidUsdPerHour ?? offer.usdPerHour;
  if (bidUsdPerHour !== void 0 && offer.market === "spot" && spot > bidUsdPerHour)
    return `${spot} USD/h is over the candidate's bidUsdPerHour ${bidUsdPerHour}`;
  return;
}
function whyOtherGpu(want, gpu) {
  if (!gpu) return;
  if (gpu.count < want.count || gpu.count > (want.most ?? want.count))
    return `${gpu.count} cards, and the job asks for ${numberText(want)}`;
  if (want.names.length > 0 && !want.names.some((name) => isCard(gpu, name)))
    return `${cardText(gpu)}, and the job asks for ${want.names.join(" or ")}`;
  return whyOutside("GB per card", want.memoryGb, gpu.memoryGb);
}
function whyOutside(what, want, has) {
  if (!want || has === void 0) return;
  if (want.min !== void 0 && has < want.min * TOLERANCE)
    return `${has} ${what}, and the job asks for at least ${want.min}`;
  if (want.max !== void 0 && has > want.max)
    return `${has} ${what}, and the job asks for at most ${want.max}`;
  return;
}
var minOf = ({ min }) => min === void 0 ? {} : { min };
function whyElsewhere(regions, region) {
  if (!regions || regions.length === 0 || region === void 0) return;
  const is = ` ${words(region)} `;
  if (regions.some((each) => is.includes(` ${words(each)} `))) return;
  return `in ${region}, and the job wants ${regions.join(" or ")}`;
}
var words = (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "").join(" ");

// src/rent/unclear.ts
var FOR_SECONDS = 600;
var IN_A_ROW = 2;
function unclearOf(run, platform, now) {
  const unclear = lastUnclear(run, platform);
  const last = unclear.at(-1);
  if (!last?.refusal) return;
  const until = new Date(Date.parse(last.claim.at) + FOR_SECONDS * 1e3);
  if (until <= now) return;
  const times = unclear.length === 1 ? "the last create" : `the last ${unclear.length} creates`;
  const why = `${times} at ${platform} had no clear answer and left nothing behind: ${last.refusal.what.slice(0, 160)}`;
  return { heldBack: { why, until: until.toISOString() }, mayBeAsked: unclear.length < IN_A_ROW };
}

// src/rent/choose.ts
var TAKEN_FOR_SECONDS = 600;
function choose(job, run, answers, now, elsewhere = []) {
  const failures = [...failuresOf(run), ...elsewhere];
  const declined = [];
  const ranked = [];
  for (const { index, candidate, offers, facts, blockedHosts, needGb: needGb2, lostOnSpot } of answers) {
    if (offers.length === 0)
      declined.push({ candidate, why: `${wantedOf(job)} that meets the constraint is offered now` });
    const unclear = unclearOf(run, candidate.platform, now);
    for (const offer of offers) {
      const heldBack = offerHeldBack(failures, offer, now) ?? unclear?.heldBack;
      const cost = expectedCost(job, offer, facts);
      const priced = { index, candidate, offer, facts, cost, ...heldBack && { heldBack } };
      const why = (offer.market === "spot" ? lostOnSpot : void 0) ?? whyBlocked(offer, blockedHosts) ?? whyTooSmall(offer, needGb2) ?? whyNot({ job, run, now }, priced);
      const held = why === void 0 ? machineHeldBack(failures, run.id, offer) ?? unfitHere(failures, run, offer) ?? (unclear?.mayBeAsked === false ? unclear.heldBack : void 0) : { why };
      if (held) declined.push({ candidate, offer, ...held });
      else ranked.push(priced);
    }
  }
  const best = job.prefer === "order" ? byOrder : byCost;
  const byTrust = (a, b) => Number(a.heldBack !== void 0) - Number(b.heldBack !== void 0);
  return { ranked: ranked.sort((a, b) => byTrust(a, b) || best(a, b)), declined };
}
var wantedOf = ({ resources: { gpu } }) => gpu === void 0 || gpu.names.length === 0 ? "nothing" : `no ${gpu.names.join(" or ")}`;
var byCost = (a, b) => compare(a.cost.usd, b.cost.usd) || compare(a.offer.usdPerHour, b.offer.usdPerHour) || a.index - b.index || // The same answers, in whatever order they came, must end with the same choice.
(a.offer.id < b.offer.id ? -1 : a.offer.id > b.offer.id ? 1 : 0);
var byOrder = (a, b) => a.index - b.index || byCost(a, b);
var compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
var whyNot = (choice, priced) => whyUnmet(constraintFor(choice.job, priced.candidate), priced.candidate, priced.offer) ?? whyNoKernels(choice.job, priced.offer) ?? whyTooDear(choice, priced) ?? whyNotAgain(choice, priced.offer);
var whyBlocked = ({ platform, hostId }, hosts) => hostId !== void 0 && hosts?.has(`${platform}/${hostId}`) ? `its host ${hostId} is blocked for this repository (${BLOCK})` : void 0;
function whyTooSmall({ diskGb }, needGb2) {
  if (diskGb === void 0 || needGb2 === void 0 || diskGb >= needGb2) return;
  return `${diskGb} GB of disk at most, and the disk budget is ${needGb2} GB: ${needGb2 - diskGb} GB are missing`;
}
function whyTooDear({ job, run, now }, { offer, cost }) {
  const { usd, usdPerHour } = job.budget;
  if (offer.usdPerHour > usdPerHour)
    return `${offer.usdPerHour} USD/h is over budget.usdPerHour ${usdPerHour}; with \`usdPerHour: ${offer.usdPerHour}\` it could be taken`;
  if (!cost.known) return;
  const left = usd - usdSoFar(run, now);
  if (cost.usd <= left) return;
  const expected = Number.isFinite(cost.usd) ? formatUsd(cost.usd) : "without bound";
  return `expected to cost ${expected}, and budget.usd has ${formatUsd(Math.max(0, left))} left`;
}
function whyNotAgain({ run, now }, offer) {
  const refused = run.leases.filter(
    ({ platform, state, offer: id }) => platform === offer.platform && state === "refused" && id === offer.id
  );
  if (refused.some((lease) => !isForgotten(lease, now))) return "could not be rented earlier in this run";
  return;
}
function unfitHere(failures, run, offer) {
  const unfit = failures.find(
    (each) => each.unfit && each.run === run.id && each.platform === offer.platform && each.offer === offer.id
  );
  return unfit && { why: `it was ${unfit.name} earlier in this run and ${unfit.why}` };
}
var isForgotten = ({ refusal, claim }, now) => refusal !== void 0 && refusal.reason !== "refused" && secondsBetween(new Date(claim.at), now) >= TAKEN_FOR_SECONDS;

// src/rent/elsewhere.ts
var MOST_CLOSED = 10;
var MOST_OF_JOB = 5;
var NOTHING_ELSEWHERE = { failures: [], rates: [] };
async function learnElsewhere(ledger, own, job, now) {
  const open = [...await ledger.readOpen()].filter(([id]) => id !== own);
  const records = open.map(([id, record]) => [id, record instanceof Problem ? [] : record.events]);
  const closed = (await ledger.list({ archived: true })).filter(({ archived }) => archived).sort((one, other) => one.updatedAt < other.updatedAt ? 1 : -1);
  const wanted = /* @__PURE__ */ new Set([
    ...closed.filter(({ updatedAt }) => isOfLate(updatedAt, now)).slice(0, MOST_CLOSED),
    ...closed.filter((each) => each.job === job.name).slice(0, MOST_OF_JOB)
  ]);
  for (const { run } of wanted) records.push([run, await eventsOf(ledger, run)]);
  const runs = records.map(([id, events]) => fold(id, events));
  const failures = runs.flatMap((run) => failuresOf(run)).filter(({ at }) => at !== void 0 && isOfLate(at, now));
  return { failures, rates: ratesAmong(runs, job) };
}
async function eventsOf(ledger, run) {
  try {
    return (await ledger.read(run)).events;
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}
var isOfLate = (at, now) => secondsBetween(new Date(at), now) < HOST_FOR_SECONDS;

// src/rent/lacks.ts
var MOST_NAMED = 12;
function whyLacking(want, cards, platform) {
  if (cards.length === 0 || cards.some((card) => whyOtherGpu(want, card) === void 0)) return;
  const named = want.names.length === 0 ? cards : cards.filter((card) => want.names.some((name) => isCard(card, name)));
  if (named.length === 0)
    return `${platform} offers no ${want.names.join(", no ")}; it has ${listed(cards.map(cardText))}.`;
  const inNumber = named.filter(({ count }) => count >= want.count && count <= (want.most ?? want.count));
  if (inNumber.length === 0) {
    const counts = [...new Set(named.map(({ count }) => count))].sort((a, b) => a - b);
    return `${platform} puts ${counts.join(", ")} of ${listed(named.map(cardText))} into one box, and never ${numberText(want)}.`;
  }
  return `No ${want.names.join(" or ") || "card"} of ${platform} has that memory; it has ${listed(inNumber.map(cardText))}.`;
}
function listed(all) {
  const each = [...new Set(all)].sort();
  const more = each.length - MOST_NAMED;
  return `${each.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

// src/rent/tasks.ts
function tasksOf(run, job, { queue }) {
  const atOnce = job.sweep?.atOnce;
  if (atOnce === void 0 || queue === void 0) return;
  const count = job.cells.filter(({ name }) => run.cells.get(name)?.ended === void 0).length;
  return { count, atOnce: Math.min(atOnce, count) };
}

// src/rent/ask.ts
var REFUSALS = { lost: "would-be-lost", outlived: "outlives-box", short: "disk-too-small" };
var OURS = [
  ...Object.values(REFUSALS),
  "platform-blocked",
  "no-spot",
  "no-registry-login",
  "no-tasks",
  "standing-stale-facts"
];
var NO_SUCH_CARD = "no-such-card";
async function askAndChoose(world, run, job, { failures, rates } = NOTHING_ELSEWHERE) {
  const blocked = await blockedBy(world);
  const replies = await Promise.all(
    job.candidates.map((candidate, index) => ask(world, { run, job, rates, blocked }, candidate, index))
  );
  const answers = replies.filter((reply) => "offers" in reply);
  const unasked = replies.filter((reply) => "problem" in reply);
  const { ranked, declined } = choose(job, run, answers, world.clock.now(), failures);
  const silent = unasked.map(({ candidate, problem: { code, what, next } }) => {
    if (OURS.includes(code)) return { candidate, why: `not asked: ${what} ${next}` };
    if (code === NO_SUCH_CARD) return { candidate, why: `${what} ${next}` };
    return { candidate, why: `could not be asked: ${what} ${next}`, isSilent: true };
  });
  const why = answers.length === 0 ? unasked.map(({ problem }) => problem) : [];
  return { ranked, declined: [...declined, ...silent], unasked: why[0], unaskedToo: others(why) };
}
function others([first, ...more]) {
  if (!first || [first, ...more].some(({ kind }) => kind !== "usage")) return [];
  const known = /* @__PURE__ */ new Set([first.what]);
  return more.filter(({ what }) => !known.has(what) && known.add(what));
}
async function ask(world, { run, job, rates, blocked }, candidate, index) {
  try {
    if (blocked.platforms.has(candidate.platform)) throw platformBlocked(candidate.platform);
    const profile = await world.profile(candidate.platform);
    if (candidate.market === "spot" && profile.spot.available === "no") throw noSpot(candidate);
    const outlived = outlivesEveryBox(job, profile);
    if (outlived !== void 0) throw wouldOutlive(outlived);
    const lost = lostByEviction(job, profile, candidate);
    if (lost && candidate.market === "spot") throw wouldBeLost(lost);
    const budget = diskBudget({ job, profile, candidate, known: run });
    const short = askedTooLittle(job, profile, candidate, budget);
    if (short) throw new Problem({ code: REFUSALS.short, kind: "refused", ...short });
    refuseStaleRelease(run, profile, candidate, world.clock.now());
    const driver = await world.driver(candidate);
    if (candidate.registry !== void 0 && !driver.takesRegistry) throw noRegistry(candidate);
    const tasks = tasksOf(run, job, candidate);
    if (tasks && !driver.takesTasks) throw noTasks(candidate);
    const want = constraintFor(job, candidate);
    const offers = await driver.offers(want, candidate, tasks);
    const lacking = await lackingCard(driver, profile.name, want, candidate, offers);
    if (lacking !== void 0) throw noSuchCard(lacking);
    return {
      index,
      candidate,
      offers,
      blockedHosts: blocked.hosts,
      needGb: needGb(budget),
      facts: { ...costFactsOf(profile, candidate), ...knownOf(run), rates },
      ...lost && { lostOnSpot: `${lost.what} ${lost.next}` }
    };
  } catch (error) {
    if (error instanceof Problem) return { candidate, problem: error };
    throw error;
  }
}
async function lackingCard(driver, name, want, candidate, offers) {
  const { gpu } = want;
  if (!gpu || !driver.cards || offers.some((offer) => whyOtherGpu(gpu, offer.gpu) === void 0)) return;
  return whyLacking(gpu, await driver.cards(want, candidate), name);
}
var noSuchCard = (what) => new Problem({
  code: NO_SUCH_CARD,
  kind: "usage",
  what,
  next: "Name one of those in `resources.gpu`, ask by memory alone (`memory: 24GB+`), or take another platform for the candidate."
});
function refuseStaleRelease(run, profile, { platform }, now) {
  const word = run.standing.findLast(({ expiresAt }) => Date.parse(expiresAt) > now.getTime());
  if (!word) return;
  const stale = staleVerbsBy(profile, new Date(word.expiresAt));
  if (stale.length === 0) return;
  throw new Problem({
    code: "standing-stale-facts",
    kind: "refused",
    what: `The approval in advance by ${word.person} counts until ${word.expiresAt}, and what is known of the verbs of a release on ${platform} is too old before that (${stale.join("; ")}).`,
    next: 'Update gpu-lease to a version whose profiles were read up ("gpu-lease staleness"), or name another candidate.'
  });
}
var wouldBeLost = (lost) => new Problem({ code: REFUSALS.lost, kind: "refused", ...lost });
var wouldOutlive = (why) => new Problem({
  code: REFUSALS.outlived,
  kind: "refused",
  what: `No box there lives as long as the job works: ${why}.`,
  next: "Let the script go on from its checkpoint and say so (`checkpoint.resume: continues`), correct `watch.expected`, or name another candidate."
});
var noSpot = ({ platform }) => new Problem({
  code: "no-spot",
  kind: "usage",
  what: `${platform} rents no spot boxes to programs.`,
  next: 'Leave "market: spot" out of that candidate, or name another platform for spot (see "gpu-lease platforms").'
});
var noTasks = ({ platform }) => new Problem({
  code: "no-tasks",
  kind: "usage",
  what: `${platform} takes no submission of several tasks from gpu-lease so far: its cells run one after another.`,
  next: "Leave `sweep.at-once` out of the job, or name a queue that takes one, such as slurm."
});
var noRegistry = ({ platform, registry }) => new Problem({
  code: "no-registry-login",
  kind: "usage",
  what: `${platform} takes no registry login (${registry}) from a program: it pulls public images alone.`,
  next: "Leave `registry` out of that candidate and name a public image, or take another platform for it, such as runpod."
});
function knownOf(run) {
  const workSeconds = workLeftSeconds(run);
  const kept = [...run.cells.values()].flatMap((cell) => [...cell.kept.values()]);
  const data = [...run.data.values()];
  return {
    ...data.length === 0 ? {} : { dataGb: data.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9 },
    ...workSeconds === void 0 ? {} : { workSeconds },
    ...kept.length === 0 ? {} : { artifactGb: kept.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9 }
  };
}

export {
  lifetimeFits,
  fatesOf,
  whyNotParked,
  cadenceAdvice,
  interruptionsOf,
  NOTHING_ELSEWHERE,
  learnElsewhere,
  tasksOf,
  REFUSALS,
  askAndChoose
};
