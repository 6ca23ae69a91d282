import { secondsBetween } from '../clock.ts';
import { constraintFor, whyNoKernels } from '../job/cuda.ts';
import type { Candidate, Job } from '../job/job.ts';
import { usdSoFar } from '../lease/cost.ts';
import type { Lease, Run } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import type { Offer } from '../platforms/driver.ts';
import { BLOCK } from './blocked.ts';
import { type CostFacts, type ExpectedCost, expectedCost } from './expected-cost.ts';
import { type Failure, failuresOf, type HeldBack, machineHeldBack, offerHeldBack } from './failures.ts';
import { whyUnmet } from './meets.ts';
import { unclearOf } from './unclear.ts';

/** An offer that somebody else had taken is not tried again for so long. */
const TAKEN_FOR_SECONDS = 600;

/** What the platform of one candidate answered. */
export interface Answer {
  /** Position of the candidate in the job. */
  index: number;
  candidate: Candidate;
  offers: Offer[];
  facts: CostFacts;
  /** Machines that nothing is rented at: `vastai/12345`. */
  blockedHosts?: ReadonlySet<string>;
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
  /** A box of it failed of late: it comes behind every other offer, and for how long. */
  heldBack?: HeldBack;
}

export interface Declined {
  candidate: Candidate;
  offer?: Offer;
  why: string;
  /** From when on it may be taken again, where that is known. ISO 8601. */
  until?: string;
  /** Its platform, or its box, gave no answer: a key is wrong, or nobody is there. */
  isSilent?: true;
}

/**
 * Every offer that may be taken, the best first, and why each other was declined. The best is the one on which the job is
 * expected to cost least; with `prefer: order` a candidate that stands earlier in the job comes first. Pure: offers were
 * fetched by the caller.
 *
 * @param elsewhere boxes that failed in other runs (`learnElsewhere`)
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
  for (const { index, candidate, offers, facts, blockedHosts, needGb, lostOnSpot } of answers) {
    if (offers.length === 0)
      declined.push({ candidate, why: `${wantedOf(job)} that meets the constraint is offered now` });
    const unclear = unclearOf(run, candidate.platform, now);
    for (const offer of offers) {
      const heldBack = offerHeldBack(failures, offer, now) ?? unclear?.heldBack;
      const cost = expectedCost(job, offer, facts);
      const priced = { index, candidate, offer, facts, cost, ...(heldBack && { heldBack }) };
      const why =
        (offer.market === 'spot' ? lostOnSpot : undefined) ??
        whyBlocked(offer, blockedHosts) ??
        whyTooSmall(offer, needGb) ??
        whyNot({ job, run, now }, priced);
      const held =
        why === undefined
          ? (machineHeldBack(failures, run.id, offer) ??
            unfitHere(failures, run, offer) ??
            (unclear?.mayBeAsked === false ? unclear.heldBack : undefined))
          : { why };
      if (held) declined.push({ candidate, offer, ...held });
      else ranked.push(priced);
    }
  }
  const best = job.prefer === 'order' ? byOrder : byCost;
  const byTrust = (a: Ranked, b: Ranked): number =>
    Number(a.heldBack !== undefined) - Number(b.heldBack !== undefined);
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
}

const whyNot = (choice: Choice, priced: Ranked): string | undefined =>
  whyUnmet(constraintFor(choice.job, priced.candidate), priced.candidate, priced.offer) ??
  whyNoKernels(choice.job, priced.offer) ??
  whyTooDear(choice, priced) ??
  whyNotAgain(choice, priced.offer);

const whyBlocked = ({ platform, hostId }: Offer, hosts: Answer['blockedHosts']): string | undefined =>
  hostId !== undefined && hosts?.has(`${platform}/${hostId}`)
    ? `its host ${hostId} is blocked for this repository (${BLOCK})`
    : undefined;

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

/** An offer that could not be rented is not tried again in this run. */
function whyNotAgain({ run, now }: Choice, offer: Offer): string | undefined {
  const refused = run.leases.filter(
    ({ platform, state, offer: id }) => platform === offer.platform && state === 'refused' && id === offer.id,
  );
  if (refused.some((lease) => !isForgotten(lease, now))) return 'could not be rented earlier in this run';
  return;
}

/** Neither is one that was not fit. A failed boot on a machine that nobody names says less of the offer: see `offerHeldBack`. */
function unfitHere(failures: readonly Failure[], run: Run, offer: Offer): HeldBack | undefined {
  const unfit = failures.find(
    (each) =>
      each.unfit && each.run === run.id && each.platform === offer.platform && each.offer === offer.id,
  );
  return unfit && { why: `it was ${unfit.name} earlier in this run and ${unfit.why}` };
}

/**
 * What was only taken may be free again, and of a create without an answer that left nothing behind nobody knows why; a request that was
 * refused will be refused again.
 */
const isForgotten = ({ refusal, claim }: Lease, now: Date): boolean =>
  refusal !== undefined &&
  refusal.reason !== 'refused' &&
  secondsBetween(new Date(claim.at), now) >= TAKEN_FOR_SECONDS;
