import { readRun } from '../course/find-run.ts';
import { uploadStepOf } from '../course/store.ts';
import { storeKept } from '../course/store-kept.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import { EXIT } from '../problem.ts';
import type { Call } from './call.ts';
import { meantRun } from './own-run.ts';
import { ledgerOf } from './settings.ts';
import type { StageHooks } from './stages.ts';
import { openWorld } from './world.ts';

/**
 * The step after `watch` has left kept copies to the upload step: reads them back and says where they are. Where the upload
 * failed the next store of the job is tried; where none is left, that is a warning, for the run itself goes on.
 */
export async function runKeptStep(call: Call, { uploaded, onRun }: StageHooks): Promise<number> {
  const { settings, face } = call;
  const ledger = await ledgerOf(settings);
  const world = openWorld(call, ledger);
  try {
    const run = await readRun(ledger, await meantRun(settings, ledger));
    await onRun?.(run);
    if (!run.opened) return EXIT.ok;
    const uploading = { step: uploadStepOf(settings.env, uploaded), wish: undefined };
    const events = await storeKept(world, run, run.opened.document, uploading);
    if (events.length > 0) await appendDecision(world, run.id, events);
    else if (uploading.wish !== undefined)
      face.warn(
        'what was uploaded is not what is kept now: another machine has pulled newer copies meanwhile',
      );
    return EXIT.ok;
  } finally {
    await world.close();
  }
}
