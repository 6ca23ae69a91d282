import { type Asked, askForApprovals } from '../approval/ask.ts';
import { readRun } from '../course/find-run.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import { readParts, readSweep } from '../sweep/record.ts';
import type { Face, World } from '../world.ts';
import type { Request } from './command.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** Starts the workflow run in which a person is asked for a release: one for each lease and seal. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const asked = await askForReleases(settings, face, signal);
  if (settings.json) process.stdout.write(jsonLine({ asked }));
  return 0;
}

/** Of the run or sweep that is named, else of all open ones. */
export async function askForReleases(settings: Settings, face: Face, signal: AbortSignal): Promise<Asked[]> {
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    return await askForApprovals(settings.env, world, await runsMeant(settings, world));
  } finally {
    await world.close();
  }
}

/** One that cannot be read or trusted keeps nobody from the others; the tick reports it. */
async function runsMeant(settings: Settings, { ledger, face }: World): Promise<Run[]> {
  const named = settings.value('run')?.trim();
  const sweep = named ? await readSweep(ledger, named) : undefined;
  if (sweep) return (await readParts(ledger, sweep)).flatMap(({ run }) => (run ? [run] : []));
  if (named) return [await readRun(ledger, named)];
  return [...(await ledger.readOpen())].flatMap(([id, record]) => {
    if (!(record instanceof Problem)) return [fold(id, record.events)];
    face.warn(record.message);
    return [];
  });
}
