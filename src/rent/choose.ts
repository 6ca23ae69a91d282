import { secondsBetween } from '../clock.ts';
import { constraintFor, whyNoKernels } from '../job/cuda.ts';
import type { Candidate, Job } from '../job/job.ts';
import { usdSoFar } from '../lease/cost.ts';
import type { Lease, Run } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import type { Offer } from '../platforms/driver.ts';
import { type CostFacts, type ExpectedCost, expectedCost } from './expected-cost.ts';
import { type Failure, failuresOf } from './failures.ts';
import { whyUnmet } from './meets.ts';

/** An offer that somebody else had taken is not tried again for so long. */
const TAKEN_FOR_SECONDS = 600;
/** An offer whose box never came up is the last choice for so long. */
const FAILED_FOR_SECONDS = 3600;

/** What the platform of one candidate answered. */
export interface Answer {
  /** Position of the candidate in the job. */
  index: number;
  candidate: Candidate;
  offers: Offer[];
  facts: CostFacts;
  /** Of disk, as the budget has it. */
  needGb?: number;
  /** What an eviction would lose of this job there: its spot offers are declined. */
  lostOnSpot?: string;
}

export interface Ranked {
  index: number;
  candidate: Candidate;
  offer: Offer;
  facts: CostFacts;
  cost: ExpectedCost;
}

export interface Declined {
  candidate: Candidate;
  offer?: Offer;
  why: string;
  /** Its platform, or its box, gave no answer: a key is wrong, or nobody is there. */
  isSilent?: true;
}

/**
 * Every offer that may be taken, the best first, and why each other was declined. The best is the one on which the job is
 * expected to cost least; with `prefer: order` a candidate that stands earlier in the job comes first. Pure: offers were
 * fetched by the caller.
 *
 * @param elsewhere boxes that failed in other runs (`failuresElsewhere`)
 */
export function choose(
  job: Job,
  run: Run,
  answers: readonly Answer[],
  now: Date,
  elsewhere: readonly Failure[] = [],
): { ranked: Ranked[]; declined: Declined[] } {
  const failures = [...failuresOf(run), ...elsewhere];
  const declined: Declined[] = [];
  const ranked: Ranked[] = [];
  for (const { index, candidate, offers, facts, needGb, lostOnSpot } of answers) {
    if (offers.length === 0)
      declined.push({ candidate, why: `${wantedOf(job)} that meets the constraint is offered now` });
    for (const offer of offers) {
      const priced = { index, candidate, offer, facts, cost: expectedCost(job, offer, facts) };
      const why =
        (offer.market === 'spot' ? lostOnSpot : undefined) ??
        whyTooSmall(offer, needGb) ??
        whyNot({ job, run, now, failures }, priced);
      if (why) declined.push({ candidate, offer, why });
      else ranked.push(priced);
    }
  }
  const behind = new Set(ranked.filter(({ offer }) => isBehind(failures, offer, now)));
  const best = job.prefer === 'order' ? byOrder : byCost;
  const byTrust = (a: Ranked, b: Ranked): number => Number(behind.has(a)) - Number(behind.has(b));
  return { ranked: ranked.sort((a, b) => byTrust(a, b) || best(a, b)), declined };
}

/** What a platform lacks for good was told before (`whyLacking`). */
const wantedOf = ({ resources: { gpu } }: Job): string =>
  gpu === undefined || gpu.names.length === 0 ? 'nothing' : `no ${gpu.names.join(' or ')}`;

const byCost = (a: Ranked, b: Ranked): number =>
  compare(a.cost.usd, b.cost.usd) ||
  compare(a.offer.usdPerHour, b.offer.usdPerHour) ||
  a.index - b.index ||
  // The same answers, in whatever order they came, must end with the same choice.
  (a.offer.id < b.offer.id ? -1 : a.offer.id > b.offer.id ? 1 : 0);

const byOrder = (a: Ranked, b: Ranked): number => a.index - b.index || byCost(a, b);

/** Expectations may be infinite, and a difference of those is no number. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** For what, and when, an offer is looked at. */
interface Choice {
  job: Job;
  run: Run;
  now: Date;
  failures: readonly Failure[];
}

const whyNot = (choice: Choice, priced: Ranked): string | undefined =>
  whyUnmet(constraintFor(choice.job, priced.candidate), priced.candidate, priced.offer) ??
  whyNoKernels(choice.job, priced.offer) ??
  whyTooDear(choice, priced) ??
  whyNotAgain(choice, priced.offer);

/** An offer that names no disk is decided about by the audit on the box. */
function whyTooSmall({ diskGb }: Offer, needGb: number | undefined): string | undefined {
  if (diskGb === undefined || needGb === undefined || diskGb >= needGb) return;
  return `${diskGb} GB of disk at most, and the disk budget is ${needGb} GB: ${needGb - diskGb} GB are missing`;
}

function whyTooDear({ job, run, now }: Choice, { offer, cost }: Ranked): string | undefined {
  const { usd, usdPerHour } = job.budget;
  if (offer.usdPerHour > usdPerHour)
    return `${offer.usdPerHour} USD/h is over budget.usdPerHour ${usdPerHour}; with \`usdPerHour: ${offer.usdPerHour}\` it could be taken`;
  if (!cost.known) return;
  const left = usd - usdSoFar(run, now);
  if (cost.usd <= left) return;
  const expected = Number.isFinite(cost.usd) ? formatUsd(cost.usd) : 'without bound';
  return `expected to cost ${expected}, and budget.usd has ${formatUsd(Math.max(0, left))} left`;
}

/**
 * Neither a machine that failed, in whichever run, nor an offer that was not fit, nor one that could not be rented is tried again in
 * this run. A failed boot on a machine that nobody names says less of the offer: see `isBehind`.
 */
function whyNotAgain({ run, now, failures }: Choice, offer: Offer): string | undefined {
  const here = failures.filter(({ platform }) => platform === offer.platform);
  const bad = here.find(({ host }) => host !== undefined && host === offer.hostId);
  if (bad) return `its host ${bad.host} failed as ${bad.name} ${whenOf(run, bad)}: ${bad.why}`;
  const unfit = here.find((each) => each.unfit && each.run === run.id && each.offer === offer.id);
  if (unfit) return `it was ${unfit.name} earlier in this run and ${unfit.why}`;
  const refused = run.leases.filter(
    ({ platform, state, offer: id }) => platform === offer.platform && state === 'refused' && id === offer.id,
  );
  if (refused.some((lease) => !isForgotten(lease, now))) return 'could not be rented earlier in this run';
  return;
}

const whenOf = (run: Run, failure: Failure): string =>
  failure.run === run.id ? 'earlier in this run' : `in another run (${failure.at})`;

/** What never came up an hour ago or less comes behind every other offer: it may be the only one there is. */
const isBehind = (failures: readonly Failure[], offer: Offer, now: Date): boolean =>
  failures.some(
    ({ platform, offer: id, at }) =>
      platform === offer.platform &&
      id === offer.id &&
      at !== undefined &&
      secondsBetween(new Date(at), now) < FAILED_FOR_SECONDS,
  );

/**
 * What was only taken may be free again, and of a create without an answer that left nothing behind nobody knows why; a request that was
 * refused will be refused again.
 */
const isForgotten = ({ refusal, claim }: Lease, now: Date): boolean =>
  refusal !== undefined &&
  refusal.reason !== 'refused' &&
  secondsBetween(new Date(claim.at), now) >= TAKEN_FOR_SECONDS;
