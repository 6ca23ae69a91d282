import { noteBill } from '../course/bill-runners.ts';
import { arrive, type Chained, type ChainLink, chainOfRun, goOn } from '../course/chain.ts';
import { chainOfSweep } from '../course/chain-of-sweep.ts';
import { readRun } from '../course/find-run.ts';
import { metHere, refuseTakenBack } from '../course/taken-back.ts';
import { settleSwitch, switchOn } from '../course/tick-switch.ts';
import { fold } from '../lease/fold.ts';
import { costing } from '../lease/run.ts';
import { Problem, Problems } from '../problem.ts';
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

type Who = 'tick' | 'chain' | 'person' | 'nobody';

/**
 * Decides who goes on with a run or sweep whose bounded look is over, and dispatches the next one where that is its own workflow.
 * With `due` it does so for everything that is open: what nobody is known to look at in time gets a chain again.
 *
 * @param onRecord told whose record says who it is
 * @returns who it is, of several the one that has most to do; `nobody` where nothing is left to look at, or nobody was to be asked
 * @throws Problem `chain-ended` where only a person can go on with it
 */
export async function continueRun(
  settings: Settings,
  face: Face,
  signal: AbortSignal,
  onRecord: (run: string) => void = () => {},
): Promise<Who> {
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
    const isDue = settings.choice('due') === 'true';
    const ids = isDue ? await openIds(world) : [await meantRun(settings, ledger)];
    const found: Who[] = [];
    const problems: Problem[] = [];
    for (const id of ids) {
      try {
        const chained = await chainedOf(id, world);
        if (!chained) continue;
        await refuseTakenBack(world, chained.carrier, isMet);
        if (!isDue) onRecord(chained.carrier);
        found.push(
          await continueOne(isDue ? { ...link, link: { ...link.link, hop: 0 } } : link, world, chained),
        );
        // A tick's is of no one run.
        if (!isDue) await noteBill(world, chained.carrier, link.link.workflowRun);
      } catch (error) {
        // One that nobody can go on with keeps nobody from the others.
        if (!(error instanceof Problem) || signal.aborted) throw error;
        problems.push(error);
      }
    }
    if (isDue) await settleSwitch(settings.env, world, settings.choice('idle') === 'true');
    else if (found.some((who) => who !== 'nobody')) await switchOn(settings.env, world);
    throwAll(problems);
    return (['chain', 'tick', 'person'] as const).find((who) => found.includes(who)) ?? 'nobody';
  } finally {
    await world.close();
  }
}

function throwAll([first, ...rest]: readonly Problem[]): void {
  if (first) throw rest.length === 0 ? first : new Problems([first, ...rest]);
}

async function continueOne(link: ChainLink, world: World, chained: Chained): Promise<Who> {
  await arrive(link, world, chained);
  if (link.chaining === 'never') return 'nobody';
  const onward = await goOn(link, world, chained);
  if (onward.do !== 'leave') return 'chain';
  if (onward.to !== 'person') return onward.to;
  const run = await readRun(world.ledger, chained.carrier);
  throw new Problem({
    code: 'chain-ended',
    kind: 'refused',
    what: `Nobody goes on looking at ${chained.inputs.run}: ${onward.why}.`,
    next: 'Start this workflow by hand with that run, or give the step more "hops".',
    costing: costing(run),
  });
}

/** Runs and sweeps that are open, each once. One that cannot be read keeps nobody from the others; the tick reports it. */
async function openIds({ ledger, face }: World): Promise<string[]> {
  const ids = [...(await ledger.readOpen())].flatMap(([id, record]) => {
    if (!(record instanceof Problem)) return [fold(id, record.events).opened?.sweep?.id ?? id];
    face.warn(record.message);
    return [];
  });
  return [...new Set(ids)];
}

/** @returns `undefined` for a sweep of which every part is closed */
async function chainedOf(id: string, { ledger, clock }: World): Promise<Chained | undefined> {
  const sweep = await readSweep(ledger, id);
  if (sweep) return chainOfSweep(id, await readParts(ledger, sweep), clock.now());
  await readRun(ledger, id);
  return chainOfRun(id);
}
