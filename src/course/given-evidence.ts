import type { SmokePassed } from '../lease/events.ts';
import type { BoundJob } from './bound-job.ts';

/**
 * What the smoke of another job showed, checked against the commit and the configuration that are here. `undefined` where none was
 * handed over.
 * @throws Problem `bad-evidence`, `evidence-of-another`
 */
export async function givenEvidence(
  text: string,
  bound: () => Promise<BoundJob>,
): Promise<SmokePassed | undefined> {
  if (text.trim() === '') return;
  const { readEvidence } = await import('../smoke/evidence.ts');
  const { job, code, configHash } = await bound();
  return readEvidence(text.trim(), { commit: code.commit, configHash, job });
}
