import type { SmokePassed } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import type { BoundJob } from './bound-job.ts';
import { readRun } from './find-run.ts';
import { givenEvidence } from './given-evidence.ts';
import type { Here } from './here.ts';
import { openRun, runIdOf } from './open-run.ts';
import { recordEvidence } from './record-evidence.ts';

/** Which run a command means, as far as its words and the place where it stands say so. */
export interface Meant {
  named: string | undefined;
  /** What a label asked for, of a run that is opened now. */
  change: { commit: string; pullRequest: number } | undefined;
  /** The run of a stage that opens none. */
  find(): Promise<string>;
  /** The job file that is meant, bound to the code beside it; read once. */
  bind(): Promise<BoundJob>;
  /** What that run is bound to: its own commit, where the checkout is of another. */
  boundTo(run: Run): Promise<BoundJob>;
  /** What the smoke of another job showed, as text; empty where none was handed over. */
  evidence: string;
  /** Refuses a run of which somebody remembers more than its record says. */
  refuseTakenBack(run: string): Promise<void>;
  /** Said once, where a run begins. */
  noteLedger(): void;
}

/** What a stage that may open a run does before it does. */
export interface Opens {
  opens: boolean;
  /** Of a run that the record does not have yet: refuses what cannot be, and smokes. */
  first?(id: string, bound: BoundJob): Promise<SmokePassed | undefined>;
}

/** The run that is meant, opened if this stage may open one. */
export async function runMeant(
  here: Here,
  world: World,
  meant: Meant,
  { opens, first }: Opens,
): Promise<Run> {
  const { ledger } = world;
  // Before the run is opened: what is refused leaves nothing behind.
  let evidence = await givenEvidence(meant.evidence, meant.bind);
  const isNew = opens && !(await isKnown(world, meant));
  const opening = { ...here, named: meant.named, pullRequest: meant.change?.pullRequest };
  if (isNew && meant.change) requireCommit(meant.change.commit, (await meant.bind()).code.commit);
  const id = isNew ? await runIdOf(opening, ledger, await meant.bind()) : await meant.find();
  await meant.refuseTakenBack(id);
  if (isNew && first && !evidence && (await ledger.read(id)).events.length === 0)
    evidence = await first(id, await meant.bind());
  const run = isNew ? await openRun(opening, ledger, await meant.bind()) : await readRun(ledger, id);
  if (isNew && run.leases.length === 0) meant.noteLedger();
  return evidence ? await recordEvidence(ledger, here, run.id, evidence) : run;
}

/** A branch's name would be whatever is pushed to it meanwhile. */
function requireCommit(asked: string, here: string): void {
  if (asked === here) return;
  throw new Problem({
    code: 'other-commit',
    kind: 'refused',
    what: `A run of commit ${JSON.stringify(asked.slice(0, 60))} was asked for, and ${here} is checked out here; nothing was opened.`,
    next: 'Let the label start it, or give the whole id of the commit, which actions/checkout takes as "ref".',
  });
}

/** A run that was named and exists goes on without its job file. */
const isKnown = async ({ ledger }: World, { named }: Meant): Promise<boolean> =>
  named !== undefined && (await ledger.read(named)).events.length > 0;
