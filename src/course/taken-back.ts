import { inWorkflow } from '../github/in-workflow.ts';
import type { RunRecord } from '../ledger/ledger.ts';
import type { MachineCopies } from '../ledger/machine-copies.ts';
import { isWitness, refuseOtherCopies } from '../ledger/vouch.ts';
import { Problem } from '../problem.ts';
import type { CopyElsewhere, World } from '../world.ts';
import type { Here } from './here.ts';

/**
 * On a runner that never saw this run: what earlier workflow runs kept of its record is all that it can remember, so it is asked
 * before the first step instead of before the first irreversible one.
 *
 * @param isMet of runs that this machine knew before (`metHere`)
 * @param among `shared` for one of many parts
 * @throws Problem `history-rewritten`
 */
export async function refuseTakenBack(
  world: World,
  run: string,
  isMet: (run: string) => boolean,
  among: 'all' | 'shared' = 'all',
): Promise<void> {
  if (isMet(run) || !world.copiesElsewhere) return;
  await refuseOtherCopies(world, await world.ledger.read(run), among);
}

/** Which runs need nobody else's memory: those that this machine has seen by now, and outside of a workflow all. */
export function metHere(here: Pick<Here, 'env'>, copies: MachineCopies): (run: string) => boolean {
  if (!inWorkflow(here)) return () => true;
  const runs = new Set(copies.runs());
  return (run) => runs.has(run);
}

/**
 * Open runs that this machine has seen and that are gone from the ledger, or stand there as others: no list of the ledger has them
 * any more, and their boxes go on billing.
 */
export async function goneSinceHere(
  copies: MachineCopies,
  { ledger }: Pick<World, 'ledger'>,
  open: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, Problem>> {
  const gone = new Map<string, Problem>();
  for (const run of copies.runs()) {
    if (open.has(run) || isClosed(copies.read(run)?.text ?? '')) continue;
    try {
      await ledger.read(run);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Of one that was put away meanwhile nothing is wrong; what cannot be asked now is asked at the next look.
      if (error.code === 'history-rewritten') gone.set(run, error);
    }
  }
  return gone;
}

const isClosed = (text: string): boolean =>
  text.trimEnd().split('\n').at(-1)?.includes('"type":"closed"') === true;

/** What an earlier look of the schedule kept, against what stands in the ledger now. */
export interface EarlierLooks {
  /** Runs whose records are not what they were, or are gone. */
  problems: ReadonlyMap<string, Problem>;
  /** Of these, what was kept and can be verified: kept on, so that it does not age away. */
  rescued: ReadonlyMap<string, string>;
  /** Whether the last look kept the very same of that run. */
  has(run: string, text: string): boolean;
}

const NOTHING: EarlierLooks = { problems: new Map(), rescued: new Map(), has: () => false };

/** Before a look does anything to any run. One artifact for all, however many there are. */
export async function earlierLooks(
  here: Pick<Here, 'env'>,
  world: World,
  open: ReadonlyMap<string, RunRecord | Problem>,
): Promise<EarlierLooks> {
  if (!inWorkflow(here) || !world.copiesOfAll) return NOTHING;
  const { newest, copies } = await world.copiesOfAll();
  const problems = new Map<string, Problem>();
  const rescued = new Map<string, string>();
  for (const [run, all] of copies) {
    const record = open.get(run) ?? (newest.has(run) ? await putAwayOrGone(world, run) : undefined);
    if (!record || record instanceof Problem) continue;
    const against = await contradiction(world, record, all);
    if (!against) continue;
    problems.set(run, against.problem);
    rescued.set(run, against.text);
  }
  return {
    problems,
    rescued,
    has: (run, text) => newest.has(run) && copies.get(run)?.[0]?.text === text,
  };
}

/** Of one that is not among the open ones. What cannot be asked now is asked at the next look. */
async function putAwayOrGone({ ledger }: World, run: string): Promise<RunRecord | undefined> {
  try {
    return await ledger.read(run);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

async function contradiction(
  { ledger }: World,
  record: RunRecord,
  copies: readonly CopyElsewhere[],
): Promise<{ problem: Problem; text: string } | undefined> {
  for (const copy of [...copies].sort((a, b) => b.text.length - a.text.length)) {
    try {
      await isWitness(ledger, record, copy, 0);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'history-rewritten') return { problem: error, text: copy.text };
    }
  }
  return undefined;
}
