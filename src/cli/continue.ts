import { Problem } from '../problem.ts';
import type { Face } from '../world.ts';
import type { Request } from './arguments.ts';
import { arrive, chainingOf, goOn } from './chain.ts';
import { runOfThisWorkflow } from './own-run.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { onlyOpenRun, recordOf } from './status.ts';
import { openWorld } from './world.ts';

export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await continueRun(settings, await faceOf(settings), signal);
  return 0;
}

/**
 * Decides who goes on with a run whose bounded look is over, and dispatches the next one where that is its own workflow.
 * @returns who it is; `nobody` where nothing is left to look at, or nobody was to be asked
 */
export async function continueRun(
  settings: Settings,
  face: Face,
  signal: AbortSignal,
): Promise<'tick' | 'chain' | 'person' | 'nobody'> {
  const chaining = chainingOf(settings);
  if (settings.env['GITHUB_ACTIONS'] !== 'true') {
    throw new Problem({
      code: 'no-workflow',
      kind: 'usage',
      what: 'Only a workflow run can go on in another one, and this is none.',
      next: 'From a terminal "gpu-lease watch" goes on by itself for as long as --bound says.',
    });
  }
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    const named = settings.value('run') ?? (await runOfThisWorkflow(settings, ledger));
    const { id, events } = await recordOf(settings, named ?? (await onlyOpenRun(ledger)));
    const { fold } = await import('../lease/fold.ts');
    await arrive(settings, world, fold(id, events));
    if (chaining === 'never') return 'nobody';
    const onward = await goOn(settings, world, id, chaining);
    return onward.do === 'leave' ? onward.to : 'chain';
  } finally {
    await world.close();
  }
}
