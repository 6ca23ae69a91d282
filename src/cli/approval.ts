import { formatSeconds, secondsBetween } from '../clock.ts';
import { usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import type { Approved, EventBody } from '../lease/events.ts';
import type { Step } from '../lease/next.ts';
import { costing, type Run } from '../lease/run.ts';
import { approvalRefusals, type Refusal } from '../lease/warrant.ts';
import { formatUsd } from '../money.ts';
import { ageInMonths } from '../profile/staleness.ts';
import type { TeardownStep } from '../profile/teardown.ts';
import { type ApprovalRequest, approvalRequest, approveByPhrase } from '../release/approve.ts';
import type { World } from '../world.ts';
import { leaseOf } from './lifecycle.ts';
import { fullPlan, plansOf } from './plans.ts';
import type { Settings } from './settings.ts';

export interface Answer {
  typed: string;
  person: string;
  via: Approved['via'];
}

/** Who is asked; `undefined` as an answer means that nobody can be asked now and the run waits. */
export type ApprovalSource = (request: ApprovalRequest, world: World) => Promise<Answer | undefined>;

interface Asking {
  world: World;
  settings: Settings;
  run: Run;
  asked: Extract<Step, { do: 'ask' }>;
  source: ApprovalSource | undefined;
}

/** Shows everything that an approver needs, then takes the phrase from `--approve`, the source, or the terminal. */
export async function approveRelease(asking: Asking): Promise<EventBody | undefined> {
  const { world, run, asked } = asking;
  const lease = leaseOf(run, asked.lease);
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, 'release', asked.seal, zero);
  world.face.heading(`approval needed: release ${lease.name}`);
  for (const line of await approvalLines(world, run, asked)) world.face.line(line);
  world.face.line(`to approve, type: ${request.phrase}`);
  const answer = await answerOf(asking, request);
  if (!answer) return;
  const approved = approveByPhrase(run, request, answer.typed, answer.person, answer.via, world.clock.now());
  world.face.line(`approved by ${answer.person} (${answer.via})`);
  return approved;
}

/** Why what was approved for this lease does not count now; empty while nothing was, for then it simply waits. */
export async function unusableApprovals(
  world: World,
  run: Run,
  asked: Extract<Step, { do: 'ask' }>,
): Promise<Refusal[]> {
  const lease = leaseOf(run, asked.lease);
  const { zero } = (await plansOf(world, run))(lease);
  const refusals = approvalRefusals(run, lease, asked.seal, zero, world.clock.now());
  return refusals.filter(({ code }) => code !== 'not-approved');
}

/** What stops, what is destroyed, what is safe where, what waiting costs. */
export async function approvalLines(world: World, run: Run, asked: { lease: string }): Promise<string[]> {
  const lease = leaseOf(run, asked.lease);
  const plan = await fullPlan(world, lease, 'zero');
  const now = world.clock.now();
  const held = lease.rentedAt ? formatSeconds(secondsBetween(new Date(lease.rentedAt), now)) : 'unknown';
  return [
    ...plan.steps.map((step) => verbLine(step, now)),
    ...plan.leftBilling.map((left) => `NOT stopped by any verb: ${left.meter}: ${left.why}`),
    ...plan.warnings.map((warning) => `warning: ${warning}`),
    ...(run.seal
      ? [
          `safe: ${run.seal.verified}/${run.seal.roster} artifacts verified at ${run.seal.level}, ${run.seal.bytes} bytes, in ${run.seal.place}`,
        ]
      : []),
    `so far ${formatUsd(usdSoFar(run, now))} in ${held}; waiting costs ${formatUsd(usdPerHourNow(run, now))} per hour`,
  ];
}

/** What a verb does; where it may not be undone also who says so and how long ago that was read (FR-03). */
export function verbLine(step: TeardownStep, now: Date): string {
  const { verb, stops, destroys, leavesBilling, safe, stamp } = step;
  const does = `${verb}: stops ${stops.join(', ') || 'nothing'}; destroys ${destroys.join(', ') || 'nothing'}; still billing after it: ${leavesBilling.join(', ') || 'nothing'}`;
  if (safe) return does;
  const checked =
    stamp.verified === null
      ? 'never checked'
      : `checked ${stamp.verified} (${ageInMonths(stamp.verified, now)} months old)`;
  return `${does}; from ${stamp.source.join(', ')}, ${checked}`;
}

async function answerOf(
  { settings, world, run, source }: Asking,
  request: ApprovalRequest,
): Promise<Answer | undefined> {
  const given = await givenPhrase(settings, world, run);
  if (given) return given;
  if (source) return source(request, world);
  return askAtTerminal(settings, world);
}

/**
 * The phrase that came with the command. From a terminal it is the word of whoever sits there; in a workflow it counts
 * only as what a person with write access typed into a `workflow_dispatch`. Approvals of a protected environment will be
 * one more source beside this one.
 */
export async function givenPhrase(
  settings: Pick<Settings, 'value' | 'env' | 'person'>,
  world: Pick<World, 'clock' | 'signal'>,
  run: Run,
): Promise<Answer | undefined> {
  const typed = settings.value('approve');
  // An empty input is a workflow's way of saying "unset".
  if (typed === undefined || typed.trim() === '') return;
  return { typed, person: await whoTyped(settings, world, run, typed), via: 'phrase' };
}

/**
 * From a terminal whoever sits there; in a workflow the person with write access who typed it into a `workflow_dispatch`.
 * @throws Problem `refused` when it was no such person
 */
export async function whoTyped(
  settings: Pick<Settings, 'env' | 'person'>,
  world: Pick<World, 'clock' | 'signal'>,
  run: Run,
  typed: string,
): Promise<string> {
  if (settings.env['GITHUB_ACTIONS'] !== 'true') return settings.person;
  const { dispatchingPerson } = await import('../github/dispatcher.ts');
  const { clock, signal } = world;
  return dispatchingPerson({
    phrase: typed,
    env: settings.env,
    clock,
    signal,
    costing: costing(run),
  });
}

/** `--yes` never answers this question, and a pipe cannot. */
export async function askAtTerminal(
  settings: Pick<Settings, 'flag' | 'person'>,
  world: Pick<World, 'signal'>,
): Promise<Answer | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || settings.flag('yes')) return;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = await lines.question('   phrase (empty = not now): ', { signal: world.signal });
    return typed.trim() === '' ? undefined : { typed, person: settings.person, via: 'phrase' };
  } finally {
    lines.close();
  }
}
