import { approvalLines, approvalWays } from '../approval/lines-for-approver.ts';
import type { Standstill } from '../course/advance.ts';
import type { Stage } from '../course/effects.ts';
import { attentionOf } from '../lease/concerns.ts';
import { usdSoFar } from '../lease/cost.ts';
import { costing, leaseOf, type Run, runState } from '../lease/run.ts';
import { releasePhrase } from '../lease/warrant.ts';
import { formatUsd } from '../money.ts';
import { EXIT } from '../problem.ts';
import { plansOf } from '../release/lease-plans.ts';
import { debtLines } from '../report/debt-lines.ts';
import { reportRun } from '../report/report-run.ts';
import { runJson } from '../report/run-table.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { World } from '../world.ts';
import type { Settings } from './settings.ts';

interface Ending {
  name: string;
  settings: Settings;
  world: World;
  stage: Stage;
  stand: Standstill;
}

/** What a stage leaves behind for the person: archive, report, outputs, last lines, exit code. */
export async function endStage({ name, settings, world, stage, stand }: Ending): Promise<number> {
  const { run, events } = stand;
  const now = world.clock.now();
  if (run.closed) await world.ledger.archive(run.id, new Date(run.closed.at).getUTCFullYear());
  const approval = await approvalOf(world, stand);
  const markdown = reportRun({
    run,
    events,
    now,
    storeDir: world.storeDir,
    face: world.face,
    approval,
    redactor: settings.redactor,
  });
  if (settings.env['GITHUB_ACTIONS'] === 'true') {
    const { publishOutputs, publishSummary, publishUpload, setOutputs } = await import(
      '../github/publish.ts'
    );
    const { seal, ...facts } = runJson(run, now);
    publishOutputs({ ...facts, seal: seal ?? '', verdict: verdictOf(stage, run) });
    const inAdvance = stand.waitingFor?.do === 'approve-standing';
    if (name === 'collect') setOutputs({ approved: inAdvance ? 'in-advance' : '' });
    const { wish } = stage.uploading;
    if (wish) publishUpload(wish);
    await publishSummary(markdown);
  }
  if (settings.json) process.stdout.write(jsonLine(runJson(run, now)));
  world.face.heading(`${name}: ${run.id} is ${runState(run)}, ${formatUsd(usdSoFar(run, now))}`);
  for (const line of endLines(run, now)) world.face.line(line);
  for (const { what, next } of attentionOf(run, now)) world.face.warn(`${what}\nNext: ${next}`);
  // Whoever halted it, this command or one long ago: what a person must look at stands at the end.
  if (run.halted && !run.closed) world.face.warn(`halted: ${run.halted.what}\nNext: ${run.halted.next}`);
  for (const line of costing(run)) world.face.line(`still costing: ${line}`);
  for (const line of debtLines(run)) world.face.warn(line);
  if (stand.waitingFor?.do === 'store') {
    world.face.line(
      `waits for a store: what is sealed as ${stand.waitingFor.seal.slice(0, 8)} lies only on a disk that is thrown away; nothing is released before "gpu-lease collect ${run.id}" has stored it`,
    );
  }
  if (approval) {
    world.face.line(`waits for an approval: gpu-lease release ${run.id} --approve "${approval.phrase}"`);
  }
  if (world.signal.aborted) {
    world.face.line('interrupted; nothing was torn down. The same command goes on from here.');
    return EXIT.interrupted;
  }
  return exitOf(stand);
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

async function approvalOf(world: World, { run, waitingFor }: Standstill) {
  if (waitingFor?.do !== 'ask') return;
  const { zero } = (await plansOf(world, run))(leaseOf(run, waitingFor.lease));
  const phrase = releasePhrase(waitingFor.lease, waitingFor.seal, zero);
  return {
    phrase,
    lines: await approvalLines(world, run, waitingFor),
    ways: approvalWays(run, waitingFor, phrase),
  };
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
