import { arrive, type Chained, chainOfRun, goOn } from '../course/chain.ts';
import { chainOfSweep } from '../course/chain-of-sweep.ts';
import { readRun } from '../course/find-run.ts';
import { metHere, refuseTakenBack } from '../course/taken-back.ts';
import { Problem } from '../problem.ts';
import { readParts, readSweep } from '../sweep/record.ts';
import type { Face, World } from '../world.ts';
import type { ActionCall } from './action-call.ts';
import { chainLinkOf } from './chain-link.ts';
import type { Request } from './command.ts';
import { machineCopiesOf } from './ledger-opening.ts';
import { meantRun } from './own-run.ts';
import { offerRecord } from './record-offer.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await continueRun(settings, await faceOf(settings), signal);
  return 0;
}

/** The step of `actions/continue`. */
export async function step({ settings, face, signal, tell }: ActionCall): Promise<number> {
  let carrier = '';
  const next = await continueRun(settings, face, signal, (id) => {
    carrier = id;
  });
  tell({ next });
  await offerRecord({ settings, face, signal }, carrier);
  return 0;
}

/**
 * Decides who goes on with a run or sweep whose bounded look is over, and dispatches the next one where that is its own workflow.
 *
 * @param onRecord told whose record says who it is
 * @returns who it is; `nobody` where nothing is left to look at, or nobody was to be asked
 */
export async function continueRun(
  settings: Settings,
  face: Face,
  signal: AbortSignal,
  onRecord: (run: string) => void = () => {},
): Promise<'tick' | 'chain' | 'person' | 'nobody'> {
  const link = chainLinkOf(settings);
  if (settings.env['GITHUB_ACTIONS'] !== 'true') {
    throw new Problem({
      code: 'no-workflow',
      kind: 'usage',
      what: 'Only a workflow run can go on in another one, and this is none.',
      next: 'From a terminal "gpu-lease watch" goes on by itself for as long as --bound says.',
    });
  }
  const isMet = metHere(settings, machineCopiesOf(settings));
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const chained = await meant(settings, world);
    if (!chained) return 'nobody';
    await refuseTakenBack(world, chained.carrier, isMet);
    onRecord(chained.carrier);
    await arrive(link, world, chained);
    if (link.chaining === 'never') return 'nobody';
    const onward = await goOn(link, world, chained);
    return onward.do === 'leave' ? onward.to : 'chain';
  } finally {
    await world.close();
  }
}

/** @returns `undefined` for a sweep of which every part is closed */
async function meant(settings: Settings, { ledger, clock }: World): Promise<Chained | undefined> {
  const id = await meantRun(settings, ledger);
  const sweep = await readSweep(ledger, id);
  if (sweep) return chainOfSweep(id, await readParts(ledger, sweep), clock.now());
  await readRun(ledger, id);
  return chainOfRun(id);
}
