import { inParallel } from '../host/limit.ts';
import type { Job } from '../job/job.ts';
import type { EventBody, RunOpened } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { appendDecided } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { divisionOf, divisionWords, jobOfPart, partId, type Roster } from './division.ts';
import {
  AT_ONCE,
  type PartRecord,
  readSweep,
  type SweepRecord,
  smokeOf,
  strangerOf,
  sweepPart,
} from './record.ts';

type OpenWorld = Pick<World, 'ledger' | 'clock' | 'who'>;

export interface SweepOrder {
  id: string;
  job: Job;
  /** As asked for. `undefined`: as it is recorded. */
  roster: Roster | undefined;
  /** What the record of a plain run of the whole job would say. */
  opened: RunOpened;
}

/**
 * Opens what of the sweep is not open yet. The first part is written first and its record names the roster, so whoever comes
 * later, after a kill between any two of these appends or in another workflow run, opens exactly what is missing. No part
 * has its smoke before all are open, and nothing is rented for a part without one.
 *
 * @throws Problem `other-division`, `other-configuration`, `not-a-part`, `sweep-without-boxes`; what the ledger throws
 */
export async function openSweep(world: OpenWorld, order: SweepOrder): Promise<SweepRecord> {
  const recorded = await readSweep(world.ledger, order.id);
  if (recorded) refuseOther(recorded, order);
  const roster = recorded?.roster ?? order.roster;
  if (!roster) throw withoutBoxes(order);
  await openPart(world, order, roster, 1);
  // Whoever was first, with whatever division, is what counts.
  const sweep = await readSweep(world.ledger, order.id);
  if (!sweep) throw strangerAt(partId(order.id, 1), order.id);
  refuseOther(sweep, order);
  for (let part = 2; part <= sweep.roster.length; part += 1) await openPart(world, order, sweep.roster, part);
  return sweep;
}

async function openPart(
  world: OpenWorld,
  { id, job, opened }: SweepOrder,
  roster: Roster,
  part: number,
): Promise<void> {
  const own = jobOfPart(job, roster, part);
  const body: RunOpened = {
    ...opened,
    run: partId(id, part),
    cells: own.cells.map(({ name }) => name),
    budget: own.budget,
    document: own,
    sweep: sweepPart(id, roster, part),
  };
  const { record } = await appendDecided(world, partId(id, part), (run) => (run.opened ? [] : [body]));
  if (part === 1) return;
  const stranger = strangerOf(fold(record.run, record.events), body);
  if (stranger) throw stranger;
}

/**
 * Gives every part that has none the evidence of the one smoke, or the waiver of a job that has none.
 * @param parts all of the sweep's, opened
 * @returns whether every part may be rented for now
 */
export async function shareSmoke(
  world: OpenWorld,
  { id, opened }: SweepRecord,
  parts: readonly PartRecord[],
): Promise<boolean> {
  const without = parts.filter(({ run }) => run?.smoke === 'missing');
  if (without.length === 0) return true;
  const evidence: EventBody | undefined =
    opened.document.smoke === 'none' ? { type: 'smoke-waived' } : await smokeOf(world.ledger, id);
  if (!evidence) return false;
  await inParallel(without, AT_ONCE, (part) =>
    appendDecided(world, part.id, (run) => (run.smoke === 'missing' ? [evidence] : [])),
  );
  return true;
}

function refuseOther({ id, roster, opened }: SweepRecord, order: SweepOrder): void {
  if (opened.configHash !== order.opened.configHash) {
    throw new Problem({
      code: 'other-configuration',
      kind: 'refused',
      what: `Sweep ${id} is bound to configuration ${opened.configHash.slice(0, 12)}; the job file and code here make ${order.opened.configHash.slice(0, 12)}.`,
      next: 'Check out the commit of that sweep to go on with it; another commit or another workflow run is another sweep.',
    });
  }
  if (!order.roster || divisionOf(order.roster) === divisionOf(roster)) return;
  throw new Problem({
    code: 'other-division',
    kind: 'refused',
    what: `Sweep ${id} is recorded as ${divisionWords(roster)}; asked for are ${divisionWords(order.roster)}${sameSizes(roster, order.roster) ? ', other ones: the weights have changed' : ''}. A cell in two parts would be run twice.`,
    next: `Go on with what is recorded: "gpu-lease sweep ${id}". For another division start another sweep, from another commit or workflow run.`,
  });
}

const sameSizes = (one: Roster, other: Roster): boolean => divisionWords(one) === divisionWords(other);

const withoutBoxes = ({ job }: SweepOrder): Problem =>
  new Problem({
    code: 'sweep-without-boxes',
    kind: 'usage',
    what: `Nothing says over how many boxes the ${job.cells.length} cells of "${job.name}" are to be divided. Nothing was opened.`,
    next: 'Say it with --boxes (in a workflow the input "boxes"), or write "sweep: { boxes: 4 }" into the job file. More boxes are sooner done and not cheaper.',
  });

const strangerAt = (run: string, id: string): Problem =>
  new Problem({
    code: 'not-a-part',
    kind: 'refused',
    what: `Run ${run} is there and is no part of sweep ${id}; nothing was done to it.`,
    next: 'Start the sweep under another id: another commit or another workflow run makes one.',
  });
