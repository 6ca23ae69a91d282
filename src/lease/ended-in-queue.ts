import type { EventBody } from './events.ts';
import { logOf } from './log-of.ts';
import type { Lease, Run } from './run.ts';

/**
 * Nothing is submitted again on a program's own word where nobody here ended it and it did not do its work.
 *
 * @param of the cell whose log tells most; absent: the first
 * @param fix what helps, where the engine's word says that
 */
export function submissionEnded(
  run: Run,
  lease: Lease,
  { cancelled, why, of, fix }: { cancelled: boolean; why: string; of?: string; fix?: string | undefined },
): EventBody {
  const cell = of ?? [...run.cells.keys()][0];
  const log = cell === undefined || !lease.started ? '' : `${logOf(run, cell)} and at `;
  const how = cancelled ? 'was cancelled, and nobody here did it' : 'ended without doing its work';
  return {
    type: 'halted',
    code: cancelled ? 'submission-cancelled' : 'submission-failed',
    what: `${lease.name} ${how}: ${why}. It computes nothing${lease.started ? ' more' : ''}, and its files lie where they were.`,
    next: `${fix === undefined ? '' : `What helps: ${fix}. `}Look at ${log}the queue's own record of ${lease.boxId ?? 'it'}. "gpu-lease resume ${run.id}" submits it once more${lease.started ? ' from its newest checkpoint' : ''}; "gpu-lease abandon ${run.id}" ends the run.`,
  };
}

/** The engine took it away, or says nothing of how it ended; or a person was asked, and said go on. */
export const submissionLost = (lease: Lease, why: string): EventBody => ({
  type: 'preempted',
  lease: lease.name,
  what: 'box',
  why: why.slice(0, 300),
});

/** It costs nothing, and would wait for ever. */
export const submissionStuck = (run: Run, { name, boxId }: Lease, why: string): EventBody => ({
  type: 'halted',
  code: 'submission-stuck',
  what: `${name} (${boxId ?? 'not submitted'}) does not start by itself: ${why}. It waits at no cost.`,
  next: `Where that can be put right at the queue, do so, and "gpu-lease resume ${run.id}" waits on; "gpu-lease abandon ${run.id}" takes it out of the queue, for a new run with another job file.`,
});
