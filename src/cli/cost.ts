import { billOfWorkflowRun } from '../course/bill-runners.ts';
import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Lease } from '../lease/run.ts';
import { billOfRun } from '../lease/runner-minutes.ts';
import { secretNeeded } from '../ledger/git-problems.ts';
import { Problem } from '../problem.ts';
import { usdOfMinutes } from '../profile/runner-price.ts';
import { type Billed, printCost } from '../report/cost-table.ts';
import type { World } from '../world.ts';
import type { Request } from './command.ts';
import { runnerRates } from './runner-rates.ts';
import { faceOf, lookingLedgerOf, settingsOf } from './settings.ts';
import { command as fromLedger, recordOf } from './status.ts';
import { openWorld } from './world.ts';

/** `cost --billed`: beside what the ledger says, what the platforms say. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  if (request.given.billed !== true) return fromLedger(request);
  const settings = settingsOf(request);
  if (settings.value('by') !== undefined) throw billedOfOne();
  const { id, events, trust } = await recordOf(settings, settings.value('run'));
  // It asks platforms on the strength of what the record says is ours.
  if (trust === 'not-verified') throw secretNeeded(id);
  const run = fold(id, events);
  const world = openWorld(
    { settings, face: await faceOf(settings), signal },
    await lookingLedgerOf(settings),
  );
  try {
    const billed = [];
    for (const lease of run.leases) if (lease.boxId !== undefined) billed.push(await billedFor(world, lease));
    for (const [id, bill] of await billsOf(world, events)) run.runnerBills.set(id, bill);
    const runnersUsd = usdOfMinutes(billOfRun(run), runnerRates());
    return printCost(run, settings.clock.now(), {
      json: settings.json,
      env: settings.env,
      billed,
      runnersUsd,
    });
  } finally {
    await world.close();
  }
}

const billedOfOne = (): Problem =>
  new Problem({
    code: 'billed-of-one',
    kind: 'usage',
    what: '--billed asks platforms for the boxes of one run, and --by is about all runs.',
    next: 'Leave one of the two out.',
  });

/** So many workflow runs are asked for; a chain of weeks has more, and the record says what it knows of those. */
const MOST_WORKFLOW_RUNS = 200;

/** What each workflow run that wrote to the record was billed, by its id, where GitHub can be asked. */
async function billsOf(
  world: World,
  events: readonly LedgerEvent[],
): Promise<Map<string, ReadonlyMap<string, number>>> {
  const bills = new Map<string, ReadonlyMap<string, number>>();
  if (!world.github) return bills;
  const ids = new Set(events.flatMap(({ by }) => /^github:(\d+)\./.exec(by)?.[1] ?? []));
  try {
    for (const id of [...ids].slice(-MOST_WORKFLOW_RUNS)) {
      const bill = await billOfWorkflowRun(world, Number(id));
      if (bill.size > 0) bills.set(id, bill);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`What GitHub bills for runners could not be asked: ${error.what}`);
  }
  return bills;
}

async function billedFor(world: World, lease: Lease): Promise<Billed> {
  const { name, platform, boxId = '', meters, intent } = lease;
  const nothing = (source: string): Billed => ({ lease: name, platform, usd: null, source });
  try {
    const driver = await world.driver(intent);
    if (!driver.billed) return nothing('its API has no bill of a box');
    const told = await driver.billed({
      boxId,
      name,
      meters: meters.map(({ id, kind, usdPerHour, source }) => ({
        id,
        kind: kind as Parameters<NonNullable<typeof driver.billed>>[0]['meters'][number]['kind'],
        usdPerHour,
        source,
      })),
      ...(lease.rentedAt === undefined ? {} : { since: lease.rentedAt }),
    });
    return told
      ? { lease: name, platform, ...told }
      : nothing('nothing yet: a bill may come hours or days after the box; run the same command again then');
  } catch (error) {
    if (error instanceof Problem) return nothing(`could not be asked: ${error.what}`);
    throw error;
  }
}
