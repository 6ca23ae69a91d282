import { advance, LEDGER_PATIENCE_SECONDS, type Standstill } from '../course/advance.ts';
import type { BoundJob } from '../course/bound-job.ts';
import { newStage, perform, type Stage } from '../course/effects.ts';
import { faceOfPart } from '../course/face-of-run.ts';
import { plansOf } from '../course/plans.ts';
import { inParallel } from '../in-parallel.ts';
import type { SmokePassed } from '../lease/events.ts';
import type { Step } from '../lease/next.ts';
import { takes } from '../lease/stage-steps.ts';
import { listenForTime } from '../ledger/hear-the-time.ts';
import { Problem, Problems } from '../problem.ts';
import { reportRun } from '../report/report-run.ts';
import { partId } from '../sweep/division.ts';
import type { PartRecord, SweepRecord } from '../sweep/record.ts';
import { silentFace, type World } from '../world.ts';
import { countRunner } from './count-runner.ts';
import { recordEvidence } from './given-evidence.ts';
import { readRun } from './read-run.ts';
import type { Settings } from './settings.ts';
import { bindSmoke } from './smoke.ts';

export interface SweepStage {
  settings: Settings;
  world: World;
  sweep: SweepRecord;
  bind(): Promise<BoundJob>;
}

/**
 * The smoke of the whole sweep, as that of its first part: the parts differ in nothing that it looks at.
 * @param evidence of the smoke that another job made
 */
export async function smokeOnce(order: SweepStage, evidence: SmokePassed | undefined): Promise<void> {
  const { world, settings, sweep, bind } = order;
  const first = partId(sweep.id, 1);
  const run = await readRun(world.ledger, first);
  if (run.smoke !== 'missing' || sweep.opened.document.smoke === 'none') return;
  const bound = await bind();
  if (bound.configHash !== sweep.opened.configHash) throw otherCode(sweep, bound);
  if (evidence) return void (await recordEvidence(world.ledger, settings, first, evidence));
  const stage = newStage(world, {
    bound: bind,
    smoke: (of) => bindSmoke(world, settings, of, bind),
    boundSeconds: settings.boundSeconds,
  });
  const stand = await drive(settings, stage, first, (step) => step.do === 'smoke');
  await countRunner(settings, stage, 'smoke', stand);
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
  const { world, settings, bind } = order;
  const problems = new Map<string, Problem>();
  const lanes = parts.map((part) => {
    const own = { ...world, face: faceOfPart(world.face, `p${part.part}`) };
    const stage = newStage(own, { bound: bind, smoke: async () => [], boundSeconds: settings.boundSeconds });
    return { part, stage };
  });
  await inParallel(lanes, parallelOf(settings), async ({ part, stage }) => {
    if (!part.run || part.run.closed || world.signal.aborted) return;
    try {
      const stand = await drive(settings, stage, part.id, (step) => takes('sweep', step));
      // One runner for all of them: its minutes are counted once.
      if (part.part === 1) await countRunner(settings, stage, 'sweep', stand);
      report(settings, stand);
      for (const { name } of stand.run.leases) await world.hangUp(name);
    } catch (error) {
      const problem = problemOf(error);
      stage.world.face.warn(problem.message);
      problems.set(part.id, problem);
    }
  });
  return problems;
}

const drive = (
  { endsAt }: Pick<Settings, 'endsAt'>,
  stage: Stage,
  run: string,
  may: (step: Step) => boolean,
): Promise<Standstill> => {
  const { world } = stage;
  return advance(
    {
      ledger: world.ledger,
      clock: world.clock,
      who: world.who,
      signal: world.signal,
      patienceSeconds: Math.min(stage.boundSeconds, LEDGER_PATIENCE_SECONDS),
      ...(endsAt && { endsAt }),
      say: (what) => world.face.warn(what),
      plans: (of) => plansOf(world, of),
      hear: async (of) => void (await listenForTime(world, of)),
      perform: (of, step) => perform(stage, of, step),
      may,
    },
    run,
  );
};

/** Each part has the page of an ordinary run, beside that of the sweep. */
function report({ storeDir, redactor, clock }: Settings, { run, events }: Standstill): void {
  reportRun({ run, events, now: clock.now(), storeDir, face: silentFace, approval: undefined, redactor });
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Problems) return error.all[0];
  return new Problem(
    {
      code: 'bug',
      kind: 'bug',
      what: `A bug of gpu-lease: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      next: 'Report it with this text.',
    },
    { cause: error },
  );
}

function parallelOf(settings: Pick<Settings, 'value'>): number {
  const typed = settings.value('parallel')?.trim() ?? '';
  const number = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  if (number >= 1 && number <= 64) return number;
  throw new Problem({
    code: 'bad-parallel',
    kind: 'usage',
    what: `--parallel is "${typed}".`,
    next: 'Write a whole number from 1 to 64.',
  });
}
