import type { Constraint } from '../job/constraint.ts';
import { constraintFor } from '../job/cuda.ts';
import type { Candidate, Job } from '../job/job.ts';
import { workLeftSeconds } from '../lease/forecast.ts';
import type { Run } from '../lease/run.ts';
import type { Offer, PlatformDriver } from '../platforms/driver.ts';
import { Problem } from '../problem.ts';
import { outlivesEveryBox } from '../profile/lifetime.ts';
import type { Profile } from '../profile/schema.ts';
import { staleVerbsBy } from '../profile/stale-verbs.ts';
import { askedTooLittle, diskBudget, needGb } from '../storage/disk-budget.ts';
import { lostByEviction } from '../storage/fates.ts';
import type { World } from '../world.ts';
import { type Blocked, blockedBy, platformBlocked } from './blocked.ts';
import { type Answer, choose, type Declined, type Ranked } from './choose.ts';
import { type Elsewhere, NOTHING_ELSEWHERE } from './elsewhere.ts';
import { costFactsOf } from './expected-cost.ts';
import { whyLacking } from './lacks.ts';
import { whyOtherGpu } from './meets.ts';
import { tasksOf } from './tasks.ts';

/** Of the problems by which a candidate is refused on which the job could not come to its end, or would lose an artifact. */
export const REFUSALS = { lost: 'would-be-lost', outlived: 'outlives-box', short: 'disk-too-small' } as const;

/** Of all problems by which we ourselves refuse a candidate, whatever its platform offers. */
const OURS: readonly string[] = [
  ...Object.values(REFUSALS),
  'platform-blocked',
  'no-spot',
  'no-registry-login',
  'no-tasks',
  'standing-stale-facts',
];

/** Of the problem by which a card is told that its platform lacks: nobody need wait for one. */
const NO_SUCH_CARD = 'no-such-card';

export interface Choosing {
  /** The best first. */
  ranked: Ranked[];
  declined: Declined[];
  /** Set when no platform at all could be asked: why the first could not. */
  unasked: Problem | undefined;
  /** Then, why others could not be, where a person has to do something about each: a key that is not set, say. */
  unaskedToo: Problem[];
}

/**
 * Asks the platform of every candidate, all at once, and ranks what they offer. One that cannot be asked (no key, no
 * answer), on which the job would not come to its end, or that is blocked for the repository, is declined with its reason.
 *
 * @param elsewhere what other runs of the ledger tell
 * @throws Problem `block-unknown`
 */
export async function askAndChoose(
  world: World,
  run: Run,
  job: Job,
  { failures, rates }: Elsewhere = NOTHING_ELSEWHERE,
): Promise<Choosing> {
  const blocked = await blockedBy(world);
  const replies = await Promise.all(
    job.candidates.map((candidate, index) => ask(world, { run, job, rates, blocked }, candidate, index)),
  );
  const answers = replies.filter((reply) => 'offers' in reply);
  const unasked = replies.filter((reply) => 'problem' in reply);
  const { ranked, declined } = choose(job, run, answers, world.clock.now(), failures);
  const silent = unasked.map(({ candidate, problem: { code, what, next } }): Declined => {
    if (OURS.includes(code)) return { candidate, why: `not asked: ${what} ${next}` };
    if (code === NO_SUCH_CARD) return { candidate, why: `${what} ${next}` };
    return { candidate, why: `could not be asked: ${what} ${next}`, isSilent: true };
  });
  const why = answers.length === 0 ? unasked.map(({ problem }) => problem) : [];
  return { ranked, declined: [...declined, ...silent], unasked: why[0], unaskedToo: others(why) };
}

/** Only where each of them is for a person to mend; what does not answer now is asked again. */
function others([first, ...more]: readonly Problem[]): Problem[] {
  if (!first || [first, ...more].some(({ kind }) => kind !== 'usage')) return [];
  const known = new Set([first.what]);
  return more.filter(({ what }) => !known.has(what) && known.add(what));
}

interface Unasked {
  candidate: Candidate;
  problem: Problem;
}

async function ask(
  world: World,
  { run, job, rates, blocked }: { run: Run; job: Job; rates: Elsewhere['rates']; blocked: Blocked },
  candidate: Candidate,
  index: number,
): Promise<Answer | Unasked> {
  try {
    if (blocked.platforms.has(candidate.platform)) throw platformBlocked(candidate.platform);
    const profile = await world.profile(candidate.platform);
    // "Nothing is offered now" would be waited for, and never come.
    if (candidate.market === 'spot' && profile.spot.available === 'no') throw noSpot(candidate);
    const outlived = outlivesEveryBox(job, profile);
    if (outlived !== undefined) throw wouldOutlive(outlived);
    const lost = lostByEviction(job, profile, candidate);
    if (lost && candidate.market === 'spot') throw wouldBeLost(lost);
    const budget = diskBudget({ job, profile, candidate, known: run });
    const short = askedTooLittle(job, profile, candidate, budget);
    if (short) throw new Problem({ code: REFUSALS.short, kind: 'refused', ...short });
    refuseStaleRelease(run, profile, candidate, world.clock.now());
    const driver = await world.driver(candidate);
    if (candidate.registry !== undefined && !driver.takesRegistry) throw noRegistry(candidate);
    const tasks = tasksOf(run, job, candidate);
    if (tasks && !driver.takesTasks) throw noTasks(candidate);
    const want = constraintFor(job, candidate);
    const offers = await driver.offers(want, candidate, tasks);
    const lacking = await lackingCard(driver, profile.name, want, candidate, offers);
    if (lacking !== undefined) throw noSuchCard(lacking);
    return {
      index,
      candidate,
      offers,
      blockedHosts: blocked.hosts,
      needGb: needGb(budget),
      facts: { ...costFactsOf(profile, candidate), ...knownOf(run), rates },
      ...(lost && { lostOnSpot: `${lost.what} ${lost.next}` }),
    };
  } catch (error) {
    // Anything else is a bug of ours, or Ctrl-C.
    if (error instanceof Problem) return { candidate, problem: error };
    throw error;
  }
}

/** Only where no offer has the card: what is sold out comes back, and what a platform never had does not. */
async function lackingCard(
  driver: PlatformDriver,
  name: string,
  want: Constraint,
  candidate: Candidate,
  offers: readonly Offer[],
): Promise<string | undefined> {
  const { gpu } = want;
  if (!gpu || !driver.cards || offers.some((offer) => whyOtherGpu(gpu, offer.gpu) === undefined)) return;
  return whyLacking(gpu, await driver.cards(want, candidate), name);
}

const noSuchCard = (what: string): Problem =>
  new Problem({
    code: NO_SUCH_CARD,
    kind: 'usage',
    what,
    next: 'Name one of those in `resources.gpu`, ask by memory alone (`memory: 24GB+`), or take another platform for the candidate.',
  });

/**
 * Somebody counts on a release without a further word. Before there is a box that refusal costs nothing: the age of facts is judged here
 * and when the word is given, and no more once a box bills.
 */
function refuseStaleRelease(run: Run, profile: Profile, { platform }: Candidate, now: Date): void {
  const word = run.standing.findLast(({ expiresAt }) => Date.parse(expiresAt) > now.getTime());
  if (!word) return;
  const stale = staleVerbsBy(profile, new Date(word.expiresAt));
  if (stale.length === 0) return;
  throw new Problem({
    code: 'standing-stale-facts',
    kind: 'refused',
    what: `The approval in advance by ${word.person} counts until ${word.expiresAt}, and what is known of the verbs of a release on ${platform} is too old before that (${stale.join('; ')}).`,
    next: 'Update gpu-lease to a version whose profiles were read up ("gpu-lease staleness"), or name another candidate.',
  });
}

const wouldBeLost = (lost: { what: string; next: string }): Problem =>
  new Problem({ code: REFUSALS.lost, kind: 'refused', ...lost });

const wouldOutlive = (why: string): Problem =>
  new Problem({
    code: REFUSALS.outlived,
    kind: 'refused',
    what: `No box there lives as long as the job works: ${why}.`,
    next: 'Let the script go on from its checkpoint and say so (`checkpoint.resume: continues`), correct `watch.expected`, or name another candidate.',
  });

const noSpot = ({ platform }: Candidate): Problem =>
  new Problem({
    code: 'no-spot',
    kind: 'usage',
    what: `${platform} rents no spot boxes to programs.`,
    next: 'Leave "market: spot" out of that candidate, or name another platform for spot (see "gpu-lease platforms").',
  });

const noTasks = ({ platform }: Candidate): Problem =>
  new Problem({
    code: 'no-tasks',
    kind: 'usage',
    what: `${platform} takes no submission of several tasks from gpu-lease so far: its cells run one after another.`,
    next: 'Leave `sweep.at-once` out of the job, or name a queue that takes one, such as slurm.',
  });

/** Rented without it, a box would wait in vain for an image that it may not pull, and bill. */
const noRegistry = ({ platform, registry }: Candidate): Problem =>
  new Problem({
    code: 'no-registry-login',
    kind: 'usage',
    what: `${platform} takes no registry login (${registry}) from a program: it pulls public images alone.`,
    next: 'Leave `registry` out of that candidate and name a public image, or take another platform for it, such as runpod.',
  });

/** What earlier boxes of the run have told. */
function knownOf(run: Run): { workSeconds?: number; artifactGb?: number; dataGb?: number } {
  const workSeconds = workLeftSeconds(run);
  const kept = [...run.cells.values()].flatMap((cell) => [...cell.kept.values()]);
  const data = [...run.data.values()];
  return {
    ...(data.length === 0 ? {} : { dataGb: data.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9 }),
    ...(workSeconds === undefined ? {} : { workSeconds }),
    ...(kept.length === 0 ? {} : { artifactGb: kept.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9 }),
  };
}
