import { approvalLines, approvalWays } from '../approval/lines-for-approver.ts';
import { approvalSentence } from '../approval/sentence.ts';
import { leaseOf } from '../lease/run.ts';
import { releasePhrase } from '../lease/warrant.ts';
import { plansOf } from '../release/lease-plans.ts';
import type { ReportFacts } from '../report/facts.ts';
import type { World } from '../world.ts';
import type { Standstill } from './advance.ts';

/** What a report says to who may approve; `undefined` where the run waits for no approval. */
export async function approvalOf(
  world: World,
  { run, waitingFor }: Standstill,
): Promise<ReportFacts['approval']> {
  if (waitingFor?.do !== 'ask') return;
  const { zero } = (await plansOf(world, run))(leaseOf(run, waitingFor.lease));
  const phrase = releasePhrase(waitingFor.lease, waitingFor.seal, zero);
  return {
    phrase,
    sentence: await approvalSentence(world, run, waitingFor),
    lines: await approvalLines(world, run, waitingFor),
    ways: approvalWays(run, waitingFor, phrase),
  };
}
