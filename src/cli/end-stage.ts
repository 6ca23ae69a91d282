import { usdSoFar } from '../lease/cost.ts';
import { costing, runState } from '../lease/run.ts';
import { releasePhrase } from '../lease/warrant.ts';
import { formatUsd } from '../money.ts';
import { EXIT } from '../problem.ts';
import { reportRun } from '../report/report-run.ts';
import { runJson } from '../report/run-table.ts';
import type { World } from '../world.ts';
import type { Standstill } from './advance.ts';
import { approvalLines } from './approval.ts';
import type { Stage } from './lifecycle.ts';
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
  const markdown = reportRun({
    run,
    events,
    now,
    storeDir: world.storeDir,
    face: world.face,
    approval: await approvalOf(world, stand),
  });
  if (settings.env['GITHUB_ACTIONS'] === 'true') {
    const { publish } = await import('../github/publish.ts');
    await publish(markdown, { ...runJson(run, now), verdict: verdictOf(stage) });
  }
  if (settings.json) process.stdout.write(`${JSON.stringify(runJson(run, now))}\n`);
  world.face.heading(`${name}: run ${run.id} is ${runState(run)}, ${formatUsd(usdSoFar(run, now))}`);
  for (const line of costing(run)) world.face.line(`still costing: ${line}`);
  if (stand.waitingFor?.do === 'ask') {
    world.face.line(
      `waits for an approval: gpu-lease release ${run.id} --approve "${releasePhrase(stand.waitingFor.lease, stand.waitingFor.seal)}"`,
    );
  }
  if (world.signal.aborted) {
    world.face.line('interrupted; nothing was torn down. The same command goes on from here.');
    return EXIT.interrupted;
  }
  return exitOf(stand);
}

async function approvalOf(world: World, { run, waitingFor }: Standstill) {
  if (waitingFor?.do !== 'ask') return;
  return {
    phrase: releasePhrase(waitingFor.lease, waitingFor.seal),
    lines: await approvalLines(world, run, waitingFor),
  };
}

function verdictOf(stage: Stage): string {
  const { verdict } = stage.watching;
  return typeof verdict === 'object' ? 'unknown' : (verdict ?? '');
}

/** Green while a run goes on or waits for its approval; red for what a person must look at. */
function exitOf({ run }: Standstill): number {
  const state = runState(run);
  if (state === 'debt') return EXIT.billing;
  if (run.halted && !run.closed) return EXIT.failed;
  return EXIT.ok;
}
