import { askAtTerminal, environmentIsGate, givenPhrase } from '../approval/approve-release.ts';
import { givenWord } from '../approval/ended-by-hand.ts';
import { gateOf, personOfEnvironment } from '../approval/gate.ts';
import type { Given } from '../approval/given.ts';
import { verbLine } from '../approval/lines-for-approver.ts';
import { abandonMeaning } from '../approval/meaning.ts';
import { type Answer, type ApprovalRequest, approvalRequest, approveByPhrase } from '../approval/request.ts';
import { Keeping } from '../collect/keep.ts';
import { advance } from '../course/advance.ts';
import { driveOf } from '../course/drive.ts';
import { newStage } from '../course/effects.ts';
import { endStage } from '../course/end.ts';
import { onlyOpenRun, readRun } from '../course/find-run.ts';
import { endWork, salvage } from '../course/wind-down.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import { usdSoFar } from '../lease/cost.ts';
import { stepsToClose } from '../lease/endings.ts';
import type { EventBody } from '../lease/events.ts';
import { costing, isUnused, jobOf, type Lease, openMeters, type Run } from '../lease/run.ts';
import { takes } from '../lease/stage-steps.ts';
import { lossesDigest } from '../lease/warrant.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import { EXIT, Problem } from '../problem.ts';
import { fullPlan, plansOf } from '../release/lease-plans.ts';
import { lossesOf } from '../release/losses.ts';
import { lookForLate } from '../rent/close.ts';
import { giveUpIntent } from '../rent/rent.ts';
import type { World } from '../world.ts';
import type { Request } from './command.ts';
import { givenOf } from './given-approval.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { refuseStrangers } from './strangers.ts';
import { openWorld } from './world.ts';

const STOP_GRACE_SECONDS = 10;

/** Gives boxes back without a seal: lists what is lost, needs a phrase that binds to exactly that list. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const id = settings.value('run') ?? (await onlyOpenRun(ledger));
    const run = await readRun(ledger, id);
    refuseWhenNeedless(run);
    for (const lease of run.leases)
      if (lease.state === 'intended') await appendDecision(world, id, await giveUpIntent(world, lease));
    // A phrase that was typed binds to the list as it was shown; saving more first would make it another list.
    const given = givenOf(settings);
    if (given.phrase === undefined) for (const lease of held(run)) await save(world, run, lease);
    const now = await readRun(ledger, id);
    for (const lease of [...held(now), ...lapsed(now, settings.clock.now())]) {
      const agreed = await agree(world, given, now, lease);
      if (!agreed) return waiting(world, now, lease);
      if (lease.state !== 'abandoned') await save(world, now, lease);
      // An attached box stays when it is given up: what we started there must not go on by itself.
      if (lease.intent.attach !== undefined) await endWork(world, lease, STOP_GRACE_SECONDS);
      await appendDecision(world, id, agreed);
    }
    return await giveBack(world, settings, now);
  } finally {
    await world.close();
  }
}

const held = (run: Run): Lease[] =>
  run.leases.filter(
    (lease) =>
      openMeters(lease).length > 0 && lease.state !== 'abandoned' && !lease.boxGone && !isUnused(lease),
  );

/** Given up once, and the word ran out before its verbs were carried out: it is asked for again, of the same list. */
const lapsed = (run: Run, now: Date): Lease[] =>
  run.leases.filter((lease) => {
    if (lease.state !== 'abandoned' || openMeters(lease).length === 0 || lease.verbsDone.length > 0)
      return false;
    const words = run.approvals.filter(({ lease: name, goal }) => name === lease.name && goal === 'abandon');
    return words.every(({ expiresAt }) => Date.parse(expiresAt) <= now.getTime());
  });

/** One more pull of whatever is newest, before anybody decides on what is lost. */
async function save(world: World, run: Run, lease: Lease): Promise<void> {
  const kept = await salvage(new Keeping(), { world, run, lease, job: jobOf(run) });
  if (kept.length > 0) await appendDecision(world, run.id, kept);
}

function refuseWhenNeedless(run: Run): void {
  if (!run.closed && !run.seal) return;
  throw new Problem({
    code: run.closed ? 'closed' : 'sealed',
    kind: 'usage',
    what: run.closed
      ? `Run ${run.id} is closed; there is nothing to give up.`
      : `Run ${run.id} is sealed: nothing need be lost.`,
    next: run.closed
      ? 'See "gpu-lease status --archived".'
      : `Release it with its approval: "gpu-lease release ${run.id}".`,
  });
}

async function agree(world: World, given: Given, run: Run, lease: Lease): Promise<EventBody[] | undefined> {
  const isAgain = lease.state === 'abandoned';
  const losses = isAgain ? lease.lost : lossesOf(run, jobOf(run));
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, 'abandon', lossesDigest(run.id, losses), zero);
  world.face.heading(`abandon ${lease.name}: ${request.verbs.join(', ')}`);
  const { steps, warnings } = await fullPlan(world, lease, 'zero');
  for (const step of steps) world.face.line(verbLine(step, world.clock.now()));
  for (const warning of warnings) world.face.line(`warning: ${warning}`);
  for (const line of losses) world.face.line(line);
  world.face.line(`to give this up, type: ${request.phrase}`);
  const answer = await answerTo(world, given, run, request);
  if (!answer) return;
  const approved = approveByPhrase(run, request, answer, world.clock.now());
  return isAgain ? [approved] : [approved, { type: 'abandoned', lease: lease.name, lost: losses }];
}

/** The gate of a release is that of the worse act as well: where reviewers stand before it, a typed phrase does not pass them by. */
async function answerTo(
  world: World,
  given: Given,
  run: Run,
  request: ApprovalRequest,
): Promise<Answer | undefined> {
  if (inWorkflow(given)) {
    const gate = await gateOf(given, world, run);
    if (gate.kind === 'environment') {
      if (given.environment === undefined) throw environmentIsGate(run, gate.name, 'abandon');
      const meaning = abandonMeaning({ lease: request.lease, losses: request.binds });
      const person = await personOfEnvironment({ given, world, run }, gate, meaning);
      return { typed: request.phrase, person, via: 'environment' };
    }
  }
  return (await givenPhrase(given, world, run)) ?? (await askAtTerminal(given, world));
}

function waiting(world: World, run: Run, lease: Lease): number {
  const costs = costing(run);
  const meanwhile = costs.length > 0 ? `what goes on costing: ${costs.join('; ')}` : 'it costs nothing';
  world.face.line(`nothing was given up; ${lease.name} of run ${run.id} is held, and ${meanwhile}`);
  return EXIT.refused;
}

async function giveBack(world: World, settings: Settings, run: Run): Promise<number> {
  const never = () => Promise.reject(new Error('an abandoned run starts nothing'));
  const word = givenWord(givenOf(settings), world, run);
  const stage = newStage(world, { bound: never, smoke: never, word, boundSeconds: settings.boundSeconds });
  const { endsAt } = settings;
  const print = settings.json ? (line: string) => process.stdout.write(line) : undefined;
  const drive = driveOf(stage, (step) => takes('abandon', step), {
    endsAt,
  });
  for (;;) {
    const stand = await advance(drive, run.id);
    const ending = await endingOf(world, stand.run);
    if (ending.length === 0) return endStage({ name: 'abandon', here: settings, stage, stand, print });
    await appendDecision(world, run.id, ending);
  }
}

/**
 * A run that holds nothing and owes nothing is over, also one that never got a box; unless a create whose answer was lost,
 * or one that was given up, shows its box after all.
 */
export async function endingOf(world: World, run: Run): Promise<EventBody[]> {
  if (world.signal.aborted) return [];
  for (const step of stepsToClose(run, world.clock.now())) {
    if (step.do === 'drop-kept') continue;
    if (step.do === 'close') return [{ type: 'closed', usd: usdSoFar(run, world.clock.now()) }];
    const late = await lookForLate(world, run, new Date(step.until)).catch((error: unknown) => {
      if (world.signal.aborted) return undefined;
      throw error;
    });
    if (!late || late.length > 0) return late ?? [];
  }
  return [];
}
