import { formatSeconds, secondsBetween } from '../clock.ts';
import { usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import type { Approved, EventBody } from '../lease/events.ts';
import type { Step } from '../lease/next.ts';
import type { Run } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import { type ApprovalRequest, approvalRequest, approveByPhrase } from '../release/approve.ts';
import type { World } from '../world.ts';
import { leaseOf } from './lifecycle.ts';
import { fullPlan, plansOf } from './plans.ts';
import type { Settings } from './settings.ts';

/** Who is asked; `undefined` as an answer means that nobody can be asked now and the run waits. */
export type ApprovalSource = (
  request: ApprovalRequest,
  world: World,
) => Promise<{ typed: string; person: string; via: Approved['via'] } | undefined>;

interface Asking {
  world: World;
  settings: Settings;
  run: Run;
  asked: Extract<Step, { do: 'ask' }>;
  source: ApprovalSource | undefined;
}

/** Shows everything that an approver needs, then takes the phrase from `--approve`, the source, or the terminal. */
export async function approveRelease({
  world,
  settings,
  run,
  asked,
  source,
}: Asking): Promise<EventBody | undefined> {
  const lease = leaseOf(run, asked.lease);
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, 'release', asked.seal, zero);
  world.face.heading(`approval needed: release ${lease.name}`);
  for (const line of await approvalLines(world, run, asked)) world.face.line(line);
  world.face.line(`to approve, type: ${request.phrase}`);
  const answer = await answerOf(settings, world, request, source);
  if (!answer) return;
  const approved = approveByPhrase(run, request, answer.typed, answer.person, answer.via, world.clock.now());
  world.face.line(`approved by ${answer.person} (${answer.via})`);
  return approved;
}

/** What stops, what is destroyed, what is safe where, what waiting costs. */
export async function approvalLines(world: World, run: Run, asked: { lease: string }): Promise<string[]> {
  const lease = leaseOf(run, asked.lease);
  const plan = await fullPlan(world, lease, 'zero');
  const now = world.clock.now();
  const steps = plan.steps.map(
    (step) =>
      `${step.verb}: stops ${step.stops.join(', ') || 'nothing'}; destroys ${step.destroys.join(', ') || 'nothing'}; still billing after it: ${step.leavesBilling.join(', ') || 'nothing'}`,
  );
  const held = lease.rentedAt ? formatSeconds(secondsBetween(new Date(lease.rentedAt), now)) : 'unknown';
  return [
    ...steps,
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

async function answerOf(
  settings: Settings,
  world: World,
  request: ApprovalRequest,
  source: ApprovalSource | undefined,
) {
  const given = settings.value('approve');
  // An empty input is a workflow's way of saying "unset".
  if (given !== undefined && given !== '')
    return { typed: given, person: settings.person, via: 'phrase' as const };
  if (source) return source(request, world);
  return askAtTerminal(settings, world);
}

/** `--yes` never answers this question, and a pipe cannot. */
export async function askAtTerminal(
  settings: Pick<Settings, 'flag' | 'person'>,
  world: Pick<World, 'signal'>,
) {
  if (!process.stdin.isTTY || !process.stdout.isTTY || settings.flag('yes')) return;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = await lines.question('   phrase (empty = not now): ', { signal: world.signal });
    return typed.trim() === '' ? undefined : { typed, person: settings.person, via: 'phrase' as const };
  } finally {
    lines.close();
  }
}
