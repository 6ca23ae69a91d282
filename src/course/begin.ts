import { beginFrom } from '../collect/begin-from.ts';
import type { Job } from '../job/job.ts';
import type { EventBody } from '../lease/events.ts';
import { costing, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { readRun } from './find-run.ts';
import { storesOf } from './store.ts';

/** Its job begins from another run, and nothing of that was brought yet. */
export const lacksBeginning = ({ opened, begunFrom }: Run): boolean =>
  opened?.document.from !== undefined && begunFrom === undefined;

/** Brings what it begins from, by the record of that other run. @throws Problem where that cannot be had as it was sealed */
export async function begin(world: World, run: Run, job: Job): Promise<EventBody[]> {
  const id = job.from ?? '';
  if (id === run.id)
    throw new Problem({
      code: 'from-itself',
      kind: 'usage',
      what: `The job begins from ${id}, and that is the run itself.`,
      next: 'Name another run, or leave `from` out: a run goes on from its own checkpoint by itself.',
    });
  const source = await readRun(world.ledger, id);
  return [await beginFrom({ world, run, job, source, storesFor: storesOf(world, source) })];
}

/** From nothing it would be another computation than its job says. */
export function refuseWithoutBeginning(run: Run): void {
  if (!lacksBeginning(run)) return;
  throw new Problem({
    code: 'from-missing',
    kind: 'refused',
    what: `The job begins from ${run.opened?.document.from}, and the record of ${run.id} does not say that anything of that was brought. Nothing was started.`,
    next: `Look at it with "gpu-lease events ${run.id}"; "gpu-lease abandon ${run.id}" gives the box back.`,
    costing: costing(run),
  });
}
