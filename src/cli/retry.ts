import { bindAnew } from '../course/bind-anew.ts';
import { readRun } from '../course/find-run.ts';
import { costing } from '../lease/run.ts';
import { smokeEvidence } from '../smoke/evidence.ts';
import { bindJob } from './bind-job.ts';
import type { Request } from './command.ts';
import { meantRun } from './own-run.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { faceOf, ledgerOf, settingsOf } from './settings.ts';
import { smokeOf } from './smoke.ts';
import { runStage } from './stages.ts';
import { openWorld } from './world.ts';

/** After a fix: the run goes on with the commit that lies here, on the box that it holds. Run again it goes on where it was. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  const call = { settings, face, signal };
  const ledger = await ledgerOf(settings);
  const id = await meantRun(settings, ledger);
  const world = openWorld(call, ledger);
  try {
    const run = await readRun(ledger, id);
    const bound = await bindJob(settings, face);
    const { commit } = bound.code;
    await bindAnew({
      world,
      run,
      bound,
      person: settings.person,
      async smoke() {
        face.heading('smoke');
        for (const line of costing(run)) face.line(`meanwhile: ${line}`);
        const report = await smokeOf(world, settings, bound, id);
        return [smokeEvidence(report, { commit, configHash: bound.configHash })];
      },
    });
  } finally {
    await world.close();
  }
  return runStage('resume', call, {});
}
