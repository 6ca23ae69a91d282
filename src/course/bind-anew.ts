import { whyNotBoundAnew } from '../lease/bound-anew.ts';
import type { EventBody } from '../lease/events.ts';
import { isQueued } from '../lease/fold-queue.ts';
import { costing, type Run, runState } from '../lease/run.ts';
import { appendDecided } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import type { BoundJob } from './bound-job.ts';
import { heldBox } from './held-box.ts';

/** A run that is to go on with what lies here, and who says so. */
export interface Anew {
  world: World;
  run: Run;
  bound: BoundJob;
  person: string;
  /** What the smoke of the new commit showed; nothing is bound before it passed. */
  smoke(): Promise<EventBody[]>;
}

/**
 * Binds a run to the commit that lies here, on the box that it holds: smoked first, and the box is neither given back nor rented again.
 * Where it is bound to that already nothing is written.
 *
 * @throws Problem `not-bound-anew` (kind refused), `no-box-held`; what the smoke throws
 */
export async function bindAnew({ world, run, bound, person, smoke }: Anew): Promise<void> {
  const { job, code, configHash } = bound;
  if (run.opened?.configHash === configHash) return;
  const event = {
    type: 'bound-anew',
    person,
    configHash,
    commit: code.commit,
    codeHash: code.hash,
    dirty: code.dirty,
    cells: job.cells.map(({ name }) => name),
    budget: job.budget,
    retryMax: job.retry.max,
    resumes: job.checkpoint?.resume === 'continues',
    document: job,
  } as const;
  refuse(run, whyNotBoundAnew(run, event));
  const { lease } = await heldBox(world, run);
  if (isQueued(lease))
    refuse(run, `${lease.name} is a submission to ${lease.platform}, which ended with its work`);
  const proven: EventBody[] = job.smoke === 'none' ? [{ type: 'smoke-waived' }] : await smoke();
  await appendDecided(world, run.id, (now) => {
    // Somebody may have gone on with it while it was smoked.
    refuse(now, whyNotBoundAnew(now, event));
    return [event, ...proven];
  });
  const before = run.opened?.commit.slice(0, 8);
  world.face.line(`${run.id}: bound to ${code.commit.slice(0, 8)} instead of ${before}, on ${lease.name}`);
}

function refuse(run: Run, why: string | undefined): void {
  if (why === undefined) return;
  throw new Problem({
    code: 'not-bound-anew',
    kind: 'refused',
    what: `Run ${run.id} is ${runState(run)} and does not go on with what lies here: ${why}.`,
    next:
      runState(run) === 'running'
        ? `"gpu-lease stop ${run.id}" ends its work and holds the box; then run the same command again.`
        : `"gpu-lease run" begins a new run of it, "gpu-lease resume ${run.id}" goes on with the commit that it is bound to.`,
    costing: costing(run),
  });
}
