import { formatSeconds } from '../clock.ts';
import type { Candidate, Job } from '../job/job.ts';
import type { Offer } from '../platforms/driver.ts';
import type { Profile } from '../profile/schema.ts';
import type { MeasuredRate } from './measured.ts';
import {
  ASSUMED_MEAN_HOURS,
  ASSUMED_SAVE_SECONDS,
  cadenceOf,
  type Interruptions,
  secondsWithInterruptions,
} from './preemption.ts';
import { speedOf } from './speed.ts';

/** What profile and earlier attempts tell beside the offer; absent where nobody knows. */
export interface CostFacts {
  /** From create to a login. 0 for a box that is there already. */
  bootSeconds?: number;
  /** How long a spot box is kept, on average. */
  meanHoursBetween?: number;
  /** Time to write a checkpoint, as measured. */
  saveSeconds?: number;
  /** What will be pulled, as far as it is known from files that were. */
  artifactGb?: number;
  /** That the box fetches by itself (`data`), as its sources were listed. */
  dataGb?: number;
  /** After which a box that does not come up is given up. */
  deadlineSeconds?: number;
  /** Work that is left, where some is done already. Default: the whole job. */
  workSeconds?: number;
  /** Of earlier runs of the job. */
  rates?: readonly MeasuredRate[];
}

export interface CostPart {
  part: 'work' | 'boot' | 'failed-boot' | 'disk' | 'ingress' | 'egress' | 'rework';
  usd: number;
  /** How the number comes about, assumptions named. */
  why: string;
}

export interface ExpectedCost {
  usd: number;
  /** The job says how long it takes; else `budget.hours` stands in, and the sum only compares offers. */
  known: boolean;
  parts: CostPart[];
}

/** A box that nobody told us the usual boot time of. */
const ASSUMED_BOOT_SECONDS = 300;
/** Of a container image with PyTorch and CUDA, compressed as it is pulled; of the official ones 3 to 10 GB (2026). */
const ASSUMED_IMAGE_GB = 8;

export function costFactsOf(profile: Profile, candidate: Candidate): CostFacts {
  const usual = profile.rent.boot?.usual.seconds;
  const mean = profile.spot['mean-hours-between'];
  const within = profile.rent.boot?.within.seconds;
  const isThere = candidate.attach !== undefined || profile.kind === 'loopback';
  return {
    ...(isThere ? { bootSeconds: 0 } : usual === undefined ? {} : { bootSeconds: usual }),
    ...(mean === undefined ? {} : { meanHoursBetween: mean }),
    ...(within === undefined ? {} : { deadlineSeconds: within }),
  };
}

/** What the job is expected to cost on an offer, in parts that a person can check. Pure. */
export function expectedCost(job: Job, offer: Offer, facts: CostFacts): ExpectedCost {
  const known = job.watch.expectedSeconds !== undefined;
  const workSeconds = facts.workSeconds ?? wholeWork(job);
  const parts = [
    workPart(job, offer, { seconds: workSeconds, known, rates: facts.rates }),
    bootPart(offer, facts),
    failedBootPart(offer, facts),
    { part: 'disk' as const, usd: 0, why: 'in the price of the offer' },
    ingressPart(offer, facts),
    egressPart(offer, facts, workSeconds),
    reworkPart(job, offer, facts, workSeconds),
  ];
  return { usd: parts.reduce((sum, { usd }) => sum + usd, 0), known, parts };
}

/** Seconds; an upper bound where the job does not say how long a run takes. */
const wholeWork = ({ watch, cells, budget }: Job): number =>
  watch.expectedSeconds === undefined ? budget.hours * 3600 : watch.expectedSeconds * cells.length;

function workPart(
  job: Job,
  offer: Offer,
  { seconds, known, rates }: { seconds: number; known: boolean; rates: CostFacts['rates'] },
): CostPart {
  const { factor, says } = speedOf(job, offer, rates);
  const length = formatSeconds(seconds);
  const source = known
    ? `${length} of work (watch.expected, ${job.cells.length} cell(s))`
    : `watch.expected is not set, so the whole budget.hours: ${length}`;
  // Hours of the budget are hours on any card.
  if (!known || says === undefined)
    return { part: 'work', usd: usdOf(offer, seconds), why: `${source} at ${offer.usdPerHour} USD/h` };
  const here = seconds / factor;
  const why = `${source}, ${says}: ${formatSeconds(here)} at ${offer.usdPerHour} USD/h`;
  return { part: 'work', usd: usdOf(offer, here), why };
}

function bootPart(offer: Offer, { bootSeconds }: CostFacts): CostPart {
  if (bootSeconds === 0) return { part: 'boot', usd: 0, why: 'the box is there already' };
  const usual = bootSeconds ?? ASSUMED_BOOT_SECONDS;
  const pull = offer.downMbps === undefined ? 0 : (ASSUMED_IMAGE_GB * 8000) / offer.downMbps;
  const seconds = Math.max(usual, pull);
  const how =
    pull > usual
      ? `, an image of ${ASSUMED_IMAGE_GB} GB (assumed) at ${offer.downMbps} Mbit/s`
      : bootSeconds === undefined
        ? ', assumed'
        : '';
  const why = `${formatSeconds(seconds)} until it can be used${how}`;
  return { part: 'boot', usd: usdOf(offer, seconds), why };
}

/** A host that is down so much of the time does not come up so often; the deadline is then paid, and another box begins. */
function failedBootPart(offer: Offer, { bootSeconds, deadlineSeconds }: CostFacts): CostPart {
  const part = 'failed-boot' as const;
  const { reliability } = offer;
  if (bootSeconds === 0 || reliability === undefined || !(reliability > 0) || reliability >= 1)
    return { part, usd: 0, why: 'no reliability of the host is named' };
  const seconds = deadlineSeconds ?? 2 * ASSUMED_BOOT_SECONDS;
  const failed = (1 - reliability) / reliability;
  const why = `up ${(reliability * 100).toFixed(1)} % of the time, so ${failed.toFixed(3)} boots fail before one comes up, each after ${formatSeconds(seconds)}`;
  return { part, usd: usdOf(offer, seconds * failed), why };
}

function ingressPart(offer: Offer, { bootSeconds, dataGb }: CostFacts): CostPart {
  const part = 'ingress' as const;
  const price = offer.ingressUsdPerGb;
  if (price === undefined || price === 0 || bootSeconds === 0)
    return { part, usd: 0, why: price === 0 ? 'downloading is free' : 'no price for downloads is named' };
  const data =
    dataGb === undefined
      ? '; what the job fetches by itself is not counted)'
      : `) and ${dataGb.toFixed(1)} GB of data`;
  const why = `an image of ${ASSUMED_IMAGE_GB} GB (assumed${data} at ${price} USD/GB`;
  return { part, usd: price * (ASSUMED_IMAGE_GB + (dataGb ?? 0)), why };
}

function egressPart(
  { egressUsdPerGb, freeEgressGbPerHour }: Offer,
  { artifactGb }: CostFacts,
  workSeconds: number,
): CostPart {
  if (egressUsdPerGb === undefined || egressUsdPerGb === 0) {
    const why = egressUsdPerGb === 0 ? 'pulling is free' : 'no price for traffic is named';
    return { part: 'egress', usd: 0, why };
  }
  if (artifactGb === undefined)
    return {
      part: 'egress',
      usd: 0,
      why: `${egressUsdPerGb} USD/GB, and how much will be pulled is not known yet: counted as nothing`,
    };
  const free = Math.min(artifactGb, ((freeEgressGbPerHour ?? 0) * workSeconds) / 3600);
  return {
    part: 'egress',
    usd: egressUsdPerGb * (artifactGb - free),
    why: `${artifactGb.toFixed(1)} GB at ${egressUsdPerGb} USD/GB${free > 0 ? `, ${free.toFixed(1)} GB of it free` : ''}`,
  };
}

function reworkPart(job: Job, offer: Offer, facts: CostFacts, workSeconds: number): CostPart {
  if (offer.market !== 'spot')
    return { part: 'rework', usd: 0, why: 'not taken away before we give it back' };
  const seen = interruptionsOf(facts);
  const every = cadenceOf(job.checkpoint, seen);
  const extra = secondsWithInterruptions(workSeconds, every, seen) - workSeconds;
  const mean = `a loss every ${formatSeconds(seen.meanSecondsBetween)}${facts.meanHoursBetween === undefined ? ' (assumed)' : ''}`;
  const save = `${formatSeconds(seen.saveSeconds)} to save${facts.saveSeconds === undefined ? ' (assumed)' : ''}`;
  const steps =
    every === undefined
      ? 'no checkpoint to continue from'
      : `a checkpoint every ${formatSeconds(every)}${job.checkpoint?.everySeconds === undefined ? ' (the best cadence)' : ''}, ${save}`;
  return {
    part: 'rework',
    usd: usdOf(offer, Math.max(0, extra)),
    why: `${mean}, ${steps}, ${formatSeconds(seen.restartSeconds)} for another box: ${timeText(extra)} more`,
  };
}

/** Assumptions stand in for what nobody knows. */
export const interruptionsOf = ({
  bootSeconds,
  meanHoursBetween,
  saveSeconds,
}: CostFacts): Interruptions => ({
  meanSecondsBetween: (meanHoursBetween ?? ASSUMED_MEAN_HOURS) * 3600,
  saveSeconds: saveSeconds ?? ASSUMED_SAVE_SECONDS,
  restartSeconds: bootSeconds ?? ASSUMED_BOOT_SECONDS,
});

/** Not `usdFor`: an expectation may be without bound. */
const usdOf = ({ usdPerHour }: Offer, seconds: number): number =>
  usdPerHour === 0 ? 0 : (usdPerHour * seconds) / 3600;

const timeText = (seconds: number): string => (seconds < 1e8 ? formatSeconds(seconds) : 'years');
