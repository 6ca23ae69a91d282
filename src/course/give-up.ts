import { approveLoss } from '../approval/approve-loss.ts';
import { givenWord } from '../approval/ended-by-hand.ts';
import type { Given } from '../approval/given.ts';
import { Keeping } from '../collect/keep.ts';
import { LogKeeping } from '../collect/keep-logs.ts';
import { usdSoFar } from '../lease/cost.ts';
import { stepsToClose } from '../lease/endings.ts';
import type { EventBody } from '../lease/events.ts';
import { givingUp } from '../lease/giving-up.ts';
import { costing, jobOf, type Lease, type Run } from '../lease/run.ts';
import { takes } from '../lease/stage-steps.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import { EXIT, Problem } from '../problem.ts';
import { lossesOf } from '../release/losses.ts';
import { lookForLate } from '../rent/close.ts';
import { giveUpIntent } from '../rent/rent.ts';
import type { World } from '../world.ts';
import { advance } from './advance.ts';
import { driveOf } from './drive.ts';
import { newStage } from './effects.ts';
import { endStage } from './end.ts';
import { readRun } from './find-run.ts';
import type { Here } from './here.ts';
import { putAway } from './put-away.ts';
import { endWork, salvage } from './wind-down.ts';

const STOP_GRACE_SECONDS = 10;

/** Everything that a command says to the giving up of a run, whatever its words were. */
export interface GiveUpOrder {
  here: Here;
  world: World;
  given: Given;
  /** Where facts for a program go, where one is to read them. */
  print: ((line: string) => void) | undefined;
}

/** Gives the boxes of a run back without a seal, once a person has agreed to exactly what is lost. @returns the exit code */
export async function giveUp(order: GiveUpOrder, id: string): Promise<number> {
  const { here, world, given } = order;
  const run = await readRun(world.ledger, id);
  refuseWhenNeedless(run);
  const found = givingUp(run, here.clock.now());
  for (const lease of found.unrented) await appendDecision(world, id, await giveUpIntent(world, lease));
  // A phrase that was typed binds to the list as it was shown; saving more first would make it another list.
  if (given.phrase === undefined) for (const lease of found.held) await save(world, run, lease);
  const now = await readRun(world.ledger, id);
  const { held, lapsed } = givingUp(now, here.clock.now());
  const losses = held.length > 0 ? lossesOf(now, jobOf(now)) : [];
  for (const lease of held) {
    const approved = await approveLoss({ world, given, run: now }, lease, losses);
    if (!approved) return waiting(world, now, lease);
    await save(world, now, lease);
    await endAttached(world, lease);
    await appendDecision(world, id, [approved, { type: 'abandoned', lease: lease.name, lost: losses }]);
  }
  for (const lease of lapsed) {
    const approved = await approveLoss({ world, given, run: now }, lease, lease.lost);
    if (!approved) return waiting(world, now, lease);
    await endAttached(world, lease);
    await appendDecision(world, id, [approved]);
  }
  return giveBack(order, now);
}

/** One more pull of whatever is newest, before anybody decides on what is lost. */
async function save(world: World, run: Run, lease: Lease): Promise<void> {
  const kept = await salvage(
    { keeping: new Keeping(), logs: new LogKeeping() },
    { world, run, lease, job: jobOf(run) },
  );
  if (kept.length > 0) await appendDecision(world, run.id, kept);
}

/** An attached box stays when it is given up: what we started there must not go on by itself. */
async function endAttached(world: World, lease: Lease): Promise<void> {
  if (lease.intent.attach !== undefined) await endWork(world, lease, STOP_GRACE_SECONDS);
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

function waiting(world: World, run: Run, lease: Lease): number {
  const costs = costing(run);
  const meanwhile = costs.length > 0 ? `what goes on costing: ${costs.join('; ')}` : 'it costs nothing';
  world.face.line(`nothing was given up; ${lease.name} of run ${run.id} is held, and ${meanwhile}`);
  return EXIT.refused;
}

async function giveBack({ here, world, given, print }: GiveUpOrder, run: Run): Promise<number> {
  const never = () => Promise.reject(new Error('an abandoned run starts nothing'));
  const word = givenWord(given, world, run);
  const stage = newStage(world, { bound: never, smoke: never, word, boundSeconds: here.boundSeconds });
  const drive = driveOf(stage, (step) => takes('abandon', step), { endsAt: here.endsAt });
  for (;;) {
    const stand = await advance(drive, run.id);
    const ending = await endingOf(world, stand.run);
    if (ending.length === 0) {
      const code = await endStage({ name: 'abandon', here, stage, stand, print });
      await putAway(world, stand.run);
      return code;
    }
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
