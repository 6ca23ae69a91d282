import {
  type ApprovalSource,
  approveRelease,
  askMeant,
  unusableApprovals,
} from '../approval/approve-release.ts';
import type { Given } from '../approval/given.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import { costing, isGivenUp, type Run } from '../lease/run.ts';
import { mayGiveBack } from '../lease/stage-steps.ts';
import { evidenceRefusals, notSealed, storeRefusals } from '../lease/warrant.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { advance, type Drive, type Standstill } from './advance.ts';
import { sealedNow } from './store.ts';

/** The person of a stage, and what was said with it. */
export interface Asking {
  stage: string;
  world: World;
  given: Given;
  /** How an approval is had where nothing came with the command. Default: the terminal. */
  source: ApprovalSource | undefined;
  /** Writes what a person should read before saying yes. @returns its path */
  report(stand: Standstill): Promise<string>;
}

/** Asked for with the launch: a reviewer's word in advance, before anything is rented on it. */
export async function approveAhead(
  { world, given }: Pick<Asking, 'world' | 'given'>,
  run: Run,
): Promise<void> {
  if (given.inAdvance === undefined || run.closed) return;
  const { approveInAdvance } = await import('../approval/approve-in-advance.ts');
  const approved = await approveInAdvance(world, given, run);
  if (approved) await appendDecision(world, run.id, [approved]);
}

/** The loop of a stage, and the person in it: when the run waits for an approval that can be had, it goes on. */
export async function toStandstill(asking: Asking, drive: Drive, runId: string): Promise<Standstill> {
  const { stage, world, given, source } = asking;
  for (let approvals = 0; ; approvals += 1) {
    const stand = await advance(drive, runId);
    if (stand.waitingFor?.do !== 'ask' || !mayGiveBack(stage)) return stand;
    // What was typed or approved was for one lease; whoever is there may be asked about the next one.
    if (approvals > 0 && (inWorkflow(given) || given.phrase)) return stand;
    const asked = (await askMeant(world, given, stand.run)) ?? stand.waitingFor;
    await refuseWithoutEvidence(asking, stand.run);
    const report = await asking.report({ ...stand, waitingFor: asked });
    const approved = await approveRelease({ world, given, run: stand.run, asked, source, report });
    if (!approved) return stand;
    await appendDecision(world, runId, [approved]);
  }
}

/** Before anybody is asked for a word that could not be acted upon here. */
async function refuseWithoutEvidence({ stage, world, given }: Asking, run: Run): Promise<void> {
  const isGiven = stage === 'release' || inWorkflow(given) || given.phrase !== undefined;
  const refusals = evidenceRefusals(run, await sealedNow(world, run));
  for (const { code, what, next } of refusals) {
    if (isGiven) throw new Problem({ code, kind: 'refused', what, next, costing: costing(run) });
    world.face.warn(`${what} Next: ${next}`);
  }
}

/** Told to release and not allowed to: the reason, instead of a wait that looks like a success. */
export async function refuseIdleRelease(world: World, { run, waitingFor }: Standstill): Promise<void> {
  const refusals =
    waitingFor?.do === 'ask'
      ? await unusableApprovals(world, run, waitingFor)
      : waitingFor?.do === 'store'
        ? storeRefusals(run, world.clock.now())
        : run.seal || run.closed || isGivenUp(run)
          ? []
          : [notSealed(run)];
  for (const { code, what, next } of refusals)
    throw new Problem({ code, kind: 'refused', what, next, costing: costing(run) });
}
