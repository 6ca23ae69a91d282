import { setMaxListeners } from 'node:events';
import { dirname, resolve } from 'node:path';
import { secondsBetween } from '../clock.ts';
import type { Performing } from '../course/drive.ts';
import { hiddenRuns } from '../course/hidden-runs.ts';
import { isNextNeeded, type Ticked } from '../course/next-needed.ts';
import { type EarlierLooks, earlierLooks, goneSinceHere } from '../course/taken-back.ts';
import { noteLook } from '../course/tick-note.ts';
import { notReached, tickRun } from '../course/tick-run.ts';
import { inParallel } from '../host/limit.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { leastOf, monthOfMoney } from '../ledger/month-of-money.ts';
import { EXIT, Problem } from '../problem.ts';
import type { PlatformLook } from '../release/look-for-strays.ts';
import { tickMarkdown } from '../report/tick-markdown.ts';
import { owedMeters, type TickFacts, tickRow, tickText } from '../report/tick-table.ts';
import { jsonLine } from '../report/visible-text.ts';
import { listFirst } from '../tick/lists.ts';
import { missedLooks } from '../tick/missed.ts';
import { type OneReading, oneReadingOf } from '../tick/one-reading.ts';
import { inOrder } from '../tick/order.ts';
import type { RunOutcome, StrayLook } from '../tick/outcome.ts';
import { fateOf, type Looked, problemsOf, type RealProblem } from '../tick/problems.ts';
import { type Pace, paceOf, readSchedule, type Schedule } from '../tick/schedule.ts';
import { isIdle } from '../tick/switch.ts';
import { longUnlooked, unlookedAfter } from '../tick/unlooked.ts';
import type { Face, World } from '../world.ts';
import type { Call } from './call.ts';
import type { Request } from './command.ts';
import { machineCopiesOf } from './ledger-opening.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { forgetReleased } from './ssh-hosts.ts';
import { openWorld } from './world.ts';

/** What one look may take beyond its bound to end what it has begun, such as the second sighting of a stopped meter. */
const GRACE_SECONDS = 240;

/** One look at everything: each open run as far as it goes now, strays, clocks, debts, and looks that were planned and came late. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  try {
    const { exitCode } = await tick(settings, await faceOf(settings), signal);
    return exitCode;
  } finally {
    await forgetReleased(settings);
  }
}

export interface TickEnd {
  facts: TickFacts;
  /** Runs that have ended and that a job with a store has to collect. */
  toCollect: string[];
  exitCode: number;
}

export interface TickHooks {
  /** Called with each open run before anything is done to any: where its secrets are masked. */
  onRun?(run: Run): void;
  /** The world that is looked at, where it is not the one behind the settings. */
  world?: {
    ledger: Ledger;
    open(ledger: Ledger, signal: AbortSignal): OpenWorld;
    /** Carries out a step in it. */
    perform: Performing;
  };
  /** Told what earlier looks kept of the records, before anything is done to any run. */
  onEarlier?(earlier: EarlierLooks): void;
}

type OpenWorld = ReturnType<typeof openWorld>;

export async function tick(
  settings: Settings,
  face: Face,
  signal: AbortSignal,
  { onRun, onEarlier, world: other }: TickHooks = {},
): Promise<TickEnd> {
  const bounds = boundsOf(settings);
  const began = settings.clock.now();
  const reading = await oneReadingOf(other?.ledger ?? (await ledgerOf(settings)));
  const schedule = await scheduleOf(reading.ledger, face);
  const hard = AbortSignal.any([signal, AbortSignal.timeout((bounds.boundSeconds + GRACE_SECONDS) * 1000)]);
  // Every wait of every run listens to it, and Node would take so many for a leak.
  setMaxListeners(0, hard);
  const world =
    other?.open(reading.ledger, hard) ??
    openWorld({ settings, face, signal: hard }, reading.ledger, listFirst);
  try {
    face.heading(`tick: ${reading.records.size} open run(s)`);
    const hidden = await hiddenRuns(world, schedule);
    const earlier = await earlierLooks(settings, world, reading.records);
    onEarlier?.(earlier);
    const gone = await goneSinceHere(machineCopiesOf(settings), world, reading.records);
    const kept = new Map([...reading.records].filter(([id]) => !earlier.problems.has(id)));
    const missed = missedLooks(kept, schedule.looks.at(-1)?.at, began);
    const outcomes = [
      ...[...new Map([...gone, ...hidden.problems, ...earlier.problems])].map(([id, problem]) =>
        notReadable(id, problem),
      ),
      ...(await lookAtRuns({ settings, world, kept, schedule, bounds, perform: other?.perform }, onRun)),
    ];
    const accounts = await lookAtAccounts(world);
    const looks = accounts?.map(strayLook);
    const strays = accounts ?? [];
    const idle = isIdle(outcomes, looks, began);
    const looked: Looked = {
      outcomes,
      strays: looks ?? [],
      unlooked: unlookedAfter(schedule.unlooked, looks, began),
      missed,
      money: await moneyOfMonth(reading.ledger, outcomes, began, face),
      now: began,
    };
    const problems = settings.redactor.deep(problemsOf(looked));
    const mayTell = !hard.aborted && settings.choice('issues') === 'true';
    const issues = mayTell ? await tellIssues(world, problems, looked, bounds.calls) : new Map();
    const seconds = secondsBetween(began, settings.clock.now());
    if (!signal.aborted)
      await noteLook(world, looked, { at: began, seconds, everySeconds: bounds.everySeconds }, hidden.closed);
    const here = {
      at: began.toISOString(),
      everySeconds: bounds.everySeconds,
      seconds,
      runs: outcomes.length,
    };
    const pace = paceOf({ looks: [...schedule.looks, here] });
    const ticked = { outcomes, pace, isIdle: idle };
    const isNeeded = inActions(settings) && (await isNextNeeded(settings.env, world, ticked));
    const facts = settings.redactor.deep(
      factsOf({
        looked,
        schedule,
        pace,
        everySeconds: bounds.everySeconds,
        strays,
        problems,
        issues,
        seconds,
        world,
      }),
    );
    return await tell(
      { settings, face },
      facts,
      { ...ticked, isNextNeeded: isNeeded },
      exitCodeOf(signal, outcomes, strays, isNewlyDark(looked, schedule.looks.at(-1)?.at)),
    );
  } finally {
    await world.close();
  }
}

/** Only where an open run bounds it: that reads every record, closed ones too. */
async function moneyOfMonth(
  ledger: Ledger,
  outcomes: readonly RunOutcome[],
  now: Date,
  face: Face,
): Promise<Looked['money']> {
  const most = leastOf(outcomes.map(({ run }) => run?.opened?.budget.usdRepositoryPerMonth));
  if (most === undefined) return;
  try {
    return await monthOfMoney(ledger, most, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`What all runs cost this month could not be told: ${error.what}`);
    return 'unread';
  }
}

interface Bounds {
  boundSeconds: number;
  everySeconds: number;
  parallel: number;
  /** Requests to GitHub. */
  calls: number;
}

function boundsOf(settings: Settings): Bounds {
  return {
    boundSeconds: settings.boundSeconds,
    everySeconds: settings.number('every'),
    parallel: settings.number('parallel'),
    calls: settings.number('calls'),
  };
}

/** Without the note nothing is known of earlier looks, which keeps nobody from this one. */
async function scheduleOf(ledger: Ledger, face: Face): Promise<Schedule> {
  try {
    return readSchedule((await ledger.ticks.read()).text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`When the schedule last looked could not be read: ${error.what}`);
    return readSchedule('');
  }
}

interface LookAtRuns {
  settings: Settings;
  world: World;
  /** Those that are looked at: nobody outside of them knows more. */
  kept: OneReading['records'];
  schedule: Schedule;
  bounds: Bounds;
  perform: Performing | undefined;
}

async function lookAtRuns(
  { settings, world, kept, schedule: { seen }, bounds, perform }: LookAtRuns,
  onRun: TickHooks['onRun'],
): Promise<RunOutcome[]> {
  const { boundSeconds, parallel } = bounds;
  const runs: Run[] = [];
  const unreadable: RunOutcome[] = [];
  for (const [id, record] of kept) {
    if (record instanceof Problem) unreadable.push(notReadable(id, record));
    else if (record.events.length > 0) runs.push(fold(id, record.events));
  }
  for (const run of runs) onRun?.(run);
  const now = settings.clock.now();
  const until = new Date(now.getTime() + boundSeconds * 1000);
  const codeDir = dirname(resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml'));
  const ordered = inOrder(runs, (run) => seen[run], now);
  const outcomes = await inParallel(ordered, parallel, async (run) => {
    if (settings.clock.now() >= until || world.signal.aborted) return notReached(run);
    return tickRun({ world, codeDir, until, teller: settings, ...(perform && { perform }) }, run.id);
  });
  return [...unreadable, ...outcomes];
}

const notReadable = (id: string, problem: Problem): RunOutcome => ({
  run: undefined,
  id,
  did: [],
  events: 0,
  verdict: '',
  ended: 'failed',
  next: problem.next,
  left: undefined,
  problem,
  haltedNow: false,
  toldNow: false,
});

/** What bills in the accounts and is held by no lease; `undefined` where none was asked. A ledger that fails meanwhile ends this part, not the tick. */
async function lookAtAccounts(world: World): Promise<PlatformLook[] | undefined> {
  if (world.signal.aborted) return undefined;
  const { lookForStrays } = await import('../release/look-for-strays.ts');
  const { platformsToLookAt } = await import('./strays.ts');
  try {
    return await lookForStrays(world, await platformsToLookAt(world));
  } catch (error) {
    if (!(error instanceof Problem) && !world.signal.aborted) throw error;
    world.face.warn(
      `The accounts could not be looked at: ${error instanceof Problem ? error.what : 'interrupted'}`,
    );
    return undefined;
  }
}

function strayLook({ platform, outcome, why, strays, sorted }: PlatformLook): StrayLook {
  return {
    dearer: (sorted?.held ?? []).flatMap(({ run, lease, dearer }) =>
      dearer ? [{ run, lease, ...dearer }] : [],
    ),
    platform,
    answered: outcome !== 'could-not-look',
    told: outcome !== 'could-not-look' && outcome !== 'could-not-tell',
    why,
    strays: strays.map(({ resource, firstSeenAt, reported }) => ({
      id: resource.id,
      kind: resource.kind,
      name: resource.name,
      usdPerHour: resource.usdPerHour,
      firstSeenAt,
      reported,
      billing: resource.billing,
    })),
  };
}

/** @returns addresses by key. Issues that cannot be written are a warning: the table and the exit code say the same. */
async function tellIssues(
  world: World,
  problems: readonly RealProblem[],
  looked: Looked,
  calls: number,
): Promise<Map<string, string>> {
  const { github } = world;
  if (!github) return new Map();
  const { tellProblems } = await import('../github/problem-issues.ts');
  const before = github.requests();
  const howSolved = (key: string) => {
    const fate = fateOf(key, looked);
    return fate.is === 'solved' ? fate.how : undefined;
  };
  try {
    const told = await tellProblems(github, problems, howSolved, () => github.requests() - before < calls);
    for (const { what, url } of told) if (what !== 'unchanged') world.face.line(`issue ${what}: ${url}`);
    return new Map(told.map(({ key, url }) => [key, url]));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`The issues could not be written: ${error.what} Next: ${error.next}`);
    return new Map();
  }
}

function factsOf(of: {
  looked: Looked;
  schedule: Schedule;
  pace: Pace | undefined;
  everySeconds: number;
  strays: PlatformLook[];
  problems: readonly RealProblem[];
  issues: ReadonlyMap<string, string>;
  seconds: number;
  world: World;
}): TickFacts {
  const { looked, schedule, pace, everySeconds, strays, problems, issues, seconds, world } = of;
  const { missed, outcomes, now } = looked;
  const lastAt = schedule.looks.at(-1)?.at;
  return {
    at: now.toISOString(),
    seconds,
    runs: outcomes.map((outcome) => tickRow(outcome, schedule.seen[outcome.id], world.clock.now())),
    debts: outcomes.reduce((sum, { run }) => sum + (run ? owedMeters(run) : 0), 0),
    strays: strays.map(({ platform, outcome, why, strays: seen }) => ({
      platform,
      outcome,
      why,
      reported: seen.filter(({ reported }) => reported).length,
    })),
    problems: problems.map(({ key, title, lines, next }) => ({
      key,
      title,
      what: lines.join(' '),
      next,
      issue: issues.get(key) ?? null,
    })),
    schedule: {
      lastAt: lastAt ?? null,
      sinceSeconds: lastAt === undefined ? null : Math.max(0, secondsBetween(new Date(lastAt), now)),
      everySeconds,
      longestSeconds: pace?.longestSeconds ?? null,
      late: missed.length > 0,
      missed: missed.map((each) => ({ ...each })),
    },
    requests: { github: world.github?.requests() ?? 0 },
  };
}

/**
 * Red at every look for what costs money by mistake and for a run that cannot go on, and once for a run that stopped itself and for
 * what a person is told of: those wait for somebody who has been told. What does not answer now is looked at again, so it is green.
 */
function exitCodeOf(
  signal: AbortSignal,
  outcomes: readonly RunOutcome[],
  strays: readonly PlatformLook[],
  newlyDark: boolean,
): number {
  if (signal.aborted) return EXIT.interrupted;
  const owes = outcomes.some(({ run }) => run && owedMeters(run) > 0);
  const bills = strays.some((look) =>
    look.strays.some(({ reported, resource }) => reported && resource.billing !== 'no'),
  );
  if (owes || bills) return EXIT.billing;
  const kinds = outcomes.flatMap(({ problem }) => problem?.kind ?? []);
  for (const kind of ['bug', 'identity', 'ledger', 'unfit', 'refused', 'usage', 'failed'] as const)
    if (kinds.includes(kind)) return EXIT[kind];
  const toldNow = newlyDark || outcomes.some((each) => each.haltedNow || each.toldNow);
  return toldNow ? EXIT.failed : EXIT.ok;
}

/** An account that nobody could look at for long enough, since the look before this one. */
function isNewlyDark({ unlooked, now }: Looked, lastAt: string | undefined): boolean {
  const before = lastAt === undefined ? [] : longUnlooked(unlooked, new Date(lastAt));
  return longUnlooked(unlooked, now).length > before.length;
}

async function tell(
  { settings, face }: Pick<Call, 'settings' | 'face'>,
  facts: TickFacts,
  { outcomes, isIdle, isNextNeeded }: Ticked & { isNextNeeded: boolean },
  exitCode: number,
): Promise<TickEnd> {
  const toCollect = outcomes.filter(({ left }) => left?.why === 'collect').map(({ id }) => id);
  face.heading('what this look found');
  for (const line of tickText(facts)) face.line(line);
  for (const { problem, id } of outcomes) {
    if (problem) face.warn(`${id}: ${problem.message}`);
  }
  if (exitCode === EXIT.interrupted)
    face.line('interrupted; nothing was torn down. The next look goes on from here.');
  if (inActions(settings)) {
    const { publishSummary, setOutputs } = await import('../github/publish.ts');
    setOutputs({ ...tickOutputs(facts, toCollect), next: String(isNextNeeded), idle: String(isIdle) });
    await publishSummary(tickMarkdown(facts));
  }
  if (settings.json) process.stdout.write(jsonLine(facts));
  return { facts, toCollect, exitCode };
}

const inActions = ({ env }: Pick<Settings, 'env'>): boolean => env['GITHUB_ACTIONS'] === 'true';

/** As its action describes them (commands/tick.ts). */
export function tickOutputs(facts: TickFacts, toCollect: readonly string[]): Record<string, string> {
  const advanced = facts.runs.filter(({ events }) => events > 0).length;
  const strays = facts.strays.reduce((sum, { reported }) => sum + reported, 0);
  const state = facts.debts > 0 || strays > 0 ? 'billing' : facts.problems.length > 0 ? 'problems' : 'well';
  return {
    runs: String(facts.runs.length),
    advanced: String(advanced),
    problems: String(facts.problems.length),
    debts: String(facts.debts),
    strays: String(strays),
    state,
    collect: JSON.stringify(toCollect),
  };
}
