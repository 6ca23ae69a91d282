import { stopWork } from '../course/stop-work.ts';
import { usdSoFar } from '../lease/cost.ts';
import { costing, openMeters } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import { runJson } from '../report/run-table.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Request } from './command.ts';
import { meantRun } from './own-run.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { faceOf, ledgerOf, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** Ends the work on a box that stays held: nothing is released, and nothing that was saved is lost. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const run = await stopWork(world, await meantRun(settings, ledger));
    const now = world.clock.now();
    for (const { name, verifiedStep, ended } of run.cells.values())
      face.line(
        `${name}: ${ended ? `had ${ended.verdict}` : verifiedStep === undefined ? 'nothing of it is verified here: what it saved lies on the box alone' : `verified up to step ${verifiedStep}`}`,
      );
    face.line(`${run.id} works no more, and has cost ${formatUsd(usdSoFar(run, now))}; its box is held`);
    for (const line of costing(run)) face.line(`still costing: ${line}`);
    if (run.leases.flatMap(openMeters).length === 0) face.line('it costs nothing');
    if (run.halted) face.line(`next: ${run.halted.next}`);
    if (settings.json) process.stdout.write(jsonLine(runJson(run, now)));
    return 0;
  } finally {
    await world.close();
  }
}
