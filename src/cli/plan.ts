import type { BoundJob } from '../course/bound-job.ts';
import { dataAsked } from '../course/data.ts';
import { placesOf } from '../course/large-checkpoint.ts';
import { derivedRunId } from '../course/open-run.ts';
import { divisionFacts, rosterAsked } from '../course/sweep-open.ts';
import type { Candidate, Job } from '../job/job.ts';
import { expandRoster } from '../job/roster.ts';
import { missingSecrets } from '../launch/start.ts';
import { totalOf } from '../lease/billed-minutes.ts';
import { emptyRun, fold } from '../lease/fold.ts';
import type { Footprint } from '../lease/footprint.ts';
import type { Run } from '../lease/run.ts';
import type { Offer } from '../platforms/driver.ts';
import { EXIT, Problem } from '../problem.ts';
import { environmentAdvice } from '../profile/environment-advice.ts';
import { firstContact } from '../profile/first-contact.ts';
import { lifetimeFits } from '../profile/lifetime.ts';
import { survivalTable } from '../profile/placement.ts';
import { everythingHeld } from '../profile/platform-facts.ts';
import { usdOfMinutes } from '../profile/runner-price.ts';
import type { Profile } from '../profile/schema.ts';
import { teardownPlan } from '../profile/teardown.ts';
import { askAndChoose, REFUSALS } from '../rent/ask.ts';
import type { Declined } from '../rent/choose.ts';
import { costRange } from '../rent/cost-range.ts';
import { whyText } from '../report/offers-table.ts';
import { pageOn } from '../report/page.ts';
import { type PlanFacts, planText } from '../report/plan-text.ts';
import { jsonLine } from '../report/visible-text.ts';
import { whyChosen } from '../report/why-chosen.ts';
import { diskBudget, needGb } from '../storage/disk-budget.ts';
import { fatesOf } from '../storage/fates.ts';
import { meterEnds } from '../storage/meter-ends.ts';
import { type Carrier, dayOfLooks } from '../tick/look-bill.ts';
import type { Face, World } from '../world.ts';
import { bindJob } from './bind-job.ts';
import type { Request } from './command.ts';
import { heldBackFacts, rankedFacts, seenElsewhere } from './offers.ts';
import { ownPark, paceOf } from './own-park.ts';
import { runnerRates } from './runner-rates.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

const MOST_RANKED = 5;

/** Everything that a run would do, may cost and could lose, from facts alone. Rents nothing, writes nothing. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const world = openWorld({ settings, face, signal }, await ledgerOf(settings));
  try {
    const facts = await planAsked(world, settings, face);
    const page = pageOn(process.stdout, settings.env);
    if (settings.json) process.stdout.write(jsonLine(facts));
    else page.print(settings.flag('why') ? whyText(facts) : planText(facts, page.columns).trimEnd());
    if (facts.refused !== null) return EXIT.refused;
    return facts.probes === null ? EXIT.ok : (await import('./probe.ts')).probeExit(facts);
  } finally {
    await world.close();
  }
}

/** With the parts of a sweep, where this command or the job file says over how many boxes. */
export async function planAsked(world: World, settings: Settings, face: Face): Promise<PlanFacts> {
  const bound = await bindJob(settings, face);
  const roster = rosterAsked(settings.number('boxes'), bound.job);
  const sweep = roster ? divisionFacts(bound.job, derivedRunId(settings, bound), roster) : null;
  const footprint = await measuredBefore(world, settings, bound);
  const probes = settings.flag('probe') ? await probesOf(world, settings, bound) : null;
  return planFacts(world, bound, { sweep, footprint, probes });
}

async function probesOf(world: World, settings: Settings, { job }: BoundJob): Promise<PlanFacts['probes']> {
  const { probeBoxes } = await import('./probe.ts');
  return probeBoxes(world, settings, job);
}

/** By a smoke of this very commit and configuration. A record that cannot be read keeps nobody from a plan. */
async function measuredBefore(
  { ledger }: World,
  settings: Settings,
  bound: BoundJob,
): Promise<Footprint | undefined> {
  try {
    const id = derivedRunId(settings, bound);
    return fold(id, (await ledger.read(id)).events).footprint;
  } catch (error) {
    if (error instanceof Problem) return;
    throw error;
  }
}

interface PlanKnown {
  sweep?: PlanFacts['sweep'];
  probes?: PlanFacts['probes'];
  footprint?: Footprint | undefined;
}

/** The documented shape of `plan --json` (docs/json.md). */
export async function planFacts(
  world: World,
  { job, code }: BoundJob,
  { sweep = null, probes = null, footprint }: PlanKnown = {},
): Promise<PlanFacts> {
  const platforms = [...new Set(job.candidates.map((each) => each.platform))];
  const profiles = await Promise.all(platforms.map((each) => world.profile(each)));
  const data = await dataAsked(world, job, profiles[0]);
  const run = { ...emptyRun('plan'), footprint, data: dataOf(data) };
  const elsewhere = await seenElsewhere(world, job, async () => world.ledger);
  const { ranked, declined, unasked } = await askAndChoose(world, run, job, elsewhere);
  const [choice] = ranked;
  const ranking = rankedFacts(ranked.slice(0, MOST_RANKED));
  const heldBack = heldBackFacts(ranked, declined);
  const storage = await Promise.all(
    job.candidates.map(async (each) => fatesOf(job, await world.profile(each.platform), each)),
  );
  return {
    job: job.name,
    commit: code.commit,
    dirty: code.dirty,
    run: job.run,
    cells: job.cells.length,
    smoke: job.smoke === 'none' ? null : job.smoke.run,
    onFinish: job.onFinish,
    parksItself: choice ? ownPark(job, await world.profile(choice.offer.platform), choice) : null,
    choice: choice ? offerFacts(choice.offer) : null,
    ranking,
    declined: declined.map(declinedFacts),
    heldBack,
    why: whyChosen({ prefer: job.prefer ?? 'cheapest', ranked: ranking, offers: ranked.length, heldBack }),
    cost: costRange(job, choice),
    runners: runnerDays(job, choice?.offer.market === 'spot'),
    data,
    missingSecrets: missingSecrets(world, job),
    sweep,
    roster: expandRoster(job).map(({ cell, path, role, keep, requiredLevel }) => ({
      cell,
      path,
      role,
      keep,
      requiredLevel,
    })),
    environment: profiles.flatMap((profile) => environmentAdvice(job, profile)),
    lifetimes: profiles.flatMap((profile) => lifetimeFits(job, profile)),
    storage,
    ends: await Promise.all(
      job.candidates.map(async (each) => meterEnds(job, await world.profile(each.platform), each)),
    ),
    disk: await Promise.all(job.candidates.map((each) => diskFacts(world, job, each, run))),
    keeping: await placesOf(world, job, storage),
    probes,
    refused:
      unasked && Object.values<string>(REFUSALS).includes(unasked.code)
        ? `${unasked.what} ${unasked.next}`
        : null,
    platforms: profiles.map((profile) => platformFacts(profile, world.clock.now())),
  };
}

const CARRIERS: readonly Carrier[] = [
  { by: 'wait-timer' },
  { by: 'schedule', everySeconds: 1800 },
  { by: 'pause' },
];

function runnerDays(job: Job, isSpot: boolean): PlanFacts['runners'] {
  const pace = paceOf(job, isSpot);
  const rates = runnerRates();
  return CARRIERS.map((carrier) => {
    const { looks, bill } = dayOfLooks(pace, carrier);
    return { by: carrier.by, looks, billedMinutes: totalOf(bill), usd: usdOfMinutes(bill, rates) };
  });
}

const declinedFacts = ({ candidate, offer, why }: Declined): PlanFacts['declined'][number] => ({
  platform: candidate.platform,
  offer: offer?.id ?? null,
  why,
});

async function diskFacts(
  world: World,
  job: Job,
  candidate: Candidate,
  known: Run,
): Promise<PlanFacts['disk'][number]> {
  const profile = await world.profile(candidate.platform);
  const budget = diskBudget({ job, profile, candidate, known });
  const { platform, isKnown, rows } = budget;
  return { platform, needGb: needGb(budget), isKnown, rows };
}

/** As a run would know them once it has begun. */
const dataOf = ({ sources }: PlanFacts['data']): Run['data'] =>
  new Map(
    sources.map(({ from, to, files, bytes, unproven }) => [
      to,
      { from, to, files, bytes, unproven, digest: '', fetched: undefined },
    ]),
  );

const offerFacts = ({ platform, id, summary, usdPerHour }: Offer): PlanFacts['choice'] => ({
  platform,
  offer: id,
  summary,
  usdPerHour,
});

const platformFacts = (profile: Profile, now: Date): PlanFacts['platforms'][number] => ({
  platform: profile.id,
  ...firstContact(profile),
  clocks: profile.clocks.map((clock) => clock.says),
  survival: survivalTable(profile),
  teardown: teardownPlan(profile, everythingHeld(profile), 'zero', { now }),
});
