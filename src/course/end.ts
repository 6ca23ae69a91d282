import { inWorkflow } from '../github/in-workflow.ts';
import { attentionOf } from '../lease/concerns.ts';
import { usdSoFar } from '../lease/cost.ts';
import { costing, type Run, runState } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import { EXIT } from '../problem.ts';
import { debtLines } from '../report/debt-lines.ts';
import { linksOf } from '../report/links.ts';
import { type Reported, reportRun } from '../report/report-run.ts';
import { runJson } from '../report/run-table.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { FirstSight } from '../watch/first-sight.ts';
import type { World } from '../world.ts';
import type { Standstill } from './advance.ts';
import { approvalOf } from './approval-of.ts';
import type { Stage } from './effects.ts';
import type { Here } from './here.ts';

interface Ending {
  /** Of the command. */
  name: string;
  here: Pick<Here, 'env' | 'redactor'>;
  stage: Stage;
  stand: Standstill;
  /** Where facts for a program go, where one is to read them. */
  print: ((line: string) => void) | undefined;
  /** Of its action, beside every stage's. */
  outputs?: Record<string, string> | undefined;
  /** Another step of the same job has the card. */
  isFollowed?: boolean;
  /** Of the work that this stage started and left running. */
  firstSight?: FirstSight | undefined;
}

/** What a stage leaves behind for the person: report, outputs, last lines, exit code. */
export async function endStage(ending: Ending): Promise<number> {
  const { here, stage, stand, print, firstSight } = ending;
  const { world } = stage;
  const { run, events } = stand;
  const now = world.clock.now();
  // Nothing of it goes on here: what stays below the last words would look as if it did.
  world.face.settle();
  const approval = await approvalOf(world, stand);
  const { storeDir, face } = world;
  const { env, redactor } = here;
  const links = linksOf(env, run);
  const reported = reportRun({ run, events, now, storeDir, face, approval, links, redactor });
  if (inWorkflow(here)) await publish(ending, reported, now);
  print?.(jsonLine({ ...runJson(run, now), ...(firstSight && { firstSight }) }));
  sayStand(ending, now);
  if (!inWorkflow(here)) world.face.line(`report: ${reported.page}`);
  sayWaiting(world, stand, approval?.phrase);
  if (!world.signal.aborted) return exitOf(stand);
  const paid = costing(stand.run);
  world.face.line(
    `interrupted; nothing was torn down. The same command goes on from here with ${stand.run.id}${paid.length > 0 ? `; meanwhile it costs: ${paid.join('; ')}` : ''}.`,
  );
  return EXIT.interrupted;
}

/** For later steps of the workflow, and for the reader of this one. */
async function publish(
  { stage, stand: { run }, outputs, isFollowed }: Ending,
  { card, line }: Reported,
  now: Date,
): Promise<void> {
  const { publishOutputs, publishSummary, publishUpload, setOutputs } = await import('../github/publish.ts');
  const { seal, ...facts } = runJson(run, now);
  publishOutputs({ ...facts, seal: seal ?? '', verdict: verdictOf(stage, run) });
  if (outputs) setOutputs(outputs);
  const { wish } = stage.uploading;
  if (wish) publishUpload(wish);
  // The step after the upload knows where everything is; copies of a run at work are no news.
  if (wish?.of === 'sealed') return;
  await publishSummary(isFollowed ? line : card);
}

/** How the run stands, and what of it goes on costing. */
function sayStand({ name, stage, stand: { run } }: Ending, now: Date): void {
  const { face } = stage.world;
  face.heading(`${name}: ${run.id} is ${runState(run)}, ${formatUsd(usdSoFar(run, now))}`);
  for (const line of endLines(run, now)) face.line(line);
  for (const { what, next } of attentionOf(run, now)) face.warn(`${what}\nNext: ${next}`);
  // Whoever halted it, this command or one long ago: what a person must look at stands at the end.
  if (run.halted && !run.closed) face.warn(`halted: ${run.halted.what}\nNext: ${run.halted.next}`);
  for (const line of costing(run)) face.line(`still costing: ${line}`);
  for (const line of debtLines(run)) face.warn(line);
}

function sayWaiting({ face }: World, { run, waitingFor }: Standstill, phrase: string | undefined): void {
  if (waitingFor?.do === 'store') {
    face.line(
      `waits for a store: what is sealed as ${waitingFor.seal.slice(0, 8)} lies only on a disk that is thrown away; nothing is released before "gpu-lease collect ${run.id}" has stored it`,
    );
  }
  if (phrase !== undefined)
    face.line(`waits for an approval: gpu-lease release ${run.id} --approve "${phrase}"`);
}

/** The last words in numbers: what was verified, where it resumed, what still runs. */
function endLines(run: Run, now: Date): string[] {
  const { resumedAtStep, boxes, metersRunning } = runJson(run, now);
  const parts = [
    ...(run.seal ? [`verified ${run.seal.verified}/${run.seal.roster}`] : []),
    ...(boxes > 0 ? [`${boxes} box${boxes === 1 ? '' : 'es'}`] : []),
    ...(resumedAtStep !== null ? [`resumed at step ${resumedAtStep}`] : []),
    ...(boxes > 0 ? [`${metersRunning} meter${metersRunning === 1 ? '' : 's'} running`] : []),
  ];
  return parts.length > 0 ? [parts.join(', ')] : [];
}

/** What this stage saw; where it did not look, what the record says. Empty before anything was started. */
function verdictOf(stage: Stage, run: Run): string {
  const { verdict } = stage.watching;
  if (verdict !== undefined) return typeof verdict === 'object' ? 'unknown' : verdict;
  const cells = [...run.cells.values()];
  if (cells.some((cell) => cell.ended?.verdict === 'dead')) return 'dead';
  if (cells.length > 0 && cells.every((cell) => cell.ended)) return 'finished';
  return run.leases.some((lease) => lease.started) ? 'unknown' : '';
}

/** Green while a run goes on or waits for its approval; red for what a person must look at. */
function exitOf({ run }: Standstill): number {
  const state = runState(run);
  if (state === 'debt') return EXIT.billing;
  if (run.halted && !run.closed) return run.halted.code === 'box-unfit' ? EXIT.unfit : EXIT.failed;
  return EXIT.ok;
}
