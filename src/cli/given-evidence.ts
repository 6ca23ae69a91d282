import type { BoundJob } from '../course/bound-job.ts';
import type { SmokePassed } from '../lease/events.ts';
import type { Settings } from './settings.ts';

/**
 * What the smoke of another job showed, checked against the commit and the configuration that are here. `undefined` where none was
 * handed over.
 * @throws Problem `bad-evidence`, `evidence-of-another`
 */
export async function givenEvidence(
  settings: Pick<Settings, 'value'>,
  bound: () => Promise<BoundJob>,
): Promise<SmokePassed | undefined> {
  const text = (settings.value('evidence') ?? '').trim();
  if (text === '') return;
  const { readEvidence } = await import('../smoke/evidence.ts');
  const { job, code, configHash } = await bound();
  return readEvidence(text, { commit: code.commit, configHash, job });
}
