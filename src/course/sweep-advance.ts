import { inParallel } from '../host/limit.ts';
import type { EventBody, SmokePassed } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { takes } from '../lease/stage-steps.ts';
import { Problem, problemOf } from '../problem.ts';
import { reportRun } from '../report/report-run.ts';
import { partId } from '../sweep/division.ts';
import type { PartRecord, SweepRecord } from '../sweep/record.ts';
import { silentFace, type World } from '../world.ts';
import { advance, type Standstill } from './advance.ts';
import type { BoundJob } from './bound-job.ts';
import { countRunner } from './count-runner.ts';
import { driveOf } from './drive.ts';
import { newStage } from './effects.ts';
import { faceOfPart } from './face-of-run.ts';
import { readRun } from './find-run.ts';
import type { Here } from './here.ts';
import { recordEvidence } from './record-evidence.ts';
import { reportOf } from './report-of.ts';

export interface SweepStage {
  here: Here;
  world: World;
  sweep: SweepRecord;
  bind(): Promise<BoundJob>;
  /** The smoke of the run that is named. */
  smoke(run: Run): Promise<EventBody[]>;
  /** So many parts at once. */
  parallel: number;
}

/**
 * The smoke of the whole sweep, as that of its first part: the parts differ in nothing that it looks at.
 * @param evidence of the smoke that another job made
 */
export async function smokeOnce(order: SweepStage, evidence: SmokePassed | undefined): Promise<void> {
  const { world, here, sweep, bind, smoke } = order;
  const first = partId(sweep.id, 1);
  const run = await readRun(world.ledger, first);
  if (run.smoke !== 'missing' || sweep.opened.document.smoke === 'none') return;
  const bound = await bind();
  if (bound.configHash !== sweep.opened.configHash) throw otherCode(sweep, bound);
  if (evidence) return void (await recordEvidence(world.ledger, here, first, evidence));
  const { boundSeconds, endsAt } = here;
  const stage = newStage(world, { bound: bind, smoke, boundSeconds });
  const stand = await advance(
    driveOf(stage, (step) => step.do === 'smoke', { endsAt }),
    first,
  );
  await countRunner(here, stage, 'smoke', stand);
}

const otherCode = ({ id, opened }: SweepRecord, bound: BoundJob): Problem =>
  new Problem({
    code: 'other-configuration',
    kind: 'refused',
    what: `Sweep ${id} is bound to configuration ${opened.configHash.slice(0, 12)} of commit ${opened.commit.slice(0, 8)}; what is here makes ${bound.configHash.slice(0, 12)}, and its smoke would prove nothing about the sweep.`,
    next: `Check out commit ${opened.commit.slice(0, 8)} and run the same command again.`,
  });

/**
 * Every part as far as it goes within the bound of the command, which they share. What stops one stops no other.
 * @returns by run id, what kept a part from going on
 */
export async function advanceParts(
  order: SweepStage,
  parts: readonly PartRecord[],
): Promise<Map<string, Problem>> {
  const { world, here, bind, parallel } = order;
  const { boundSeconds, endsAt } = here;
  const problems = new Map<string, Problem>();
  const lanes = parts.map((part) => {
    const own = { ...world, face: faceOfPart(world.face, `p${part.part}`) };
    const uploading = { step: undefined, wish: undefined, report: reportOf(here, own) };
    const stage = newStage(own, { bound: bind, smoke: async () => [], boundSeconds, uploading });
    return { part, stage };
  });
  await inParallel(lanes, parallel, async ({ part, stage }) => {
    if (!part.run || part.run.closed || world.signal.aborted) return;
    try {
      const stand = await advance(
        driveOf(stage, (step) => takes('sweep', step), { endsAt }),
        part.id,
      );
      // One runner for all of them: its minutes are counted once.
      if (part.part === 1) await countRunner(here, stage, 'sweep', stand);
      stage.world.face.settle();
      report(here, stand);
      for (const { name } of stand.run.leases) await world.hangUp(name);
    } catch (error) {
      const problem = problemOf(error);
      stage.world.face.warn(problem.message);
      problems.set(part.id, problem);
    }
  });
  return problems;
}

/** Each part has the page of an ordinary run, beside that of the sweep. */
function report({ storeDir, redactor, clock }: Here, { run, events }: Standstill): void {
  reportRun({ run, events, now: clock.now(), storeDir, face: silentFace, approval: undefined, redactor });
}
