import { TransportFailed } from '../box/channel.ts';
import { formatSeconds, type Heard, secondsBetween } from '../clock.ts';
import { drivenBy } from '../lease/driven.ts';
import { openMeters, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { refuseDoubtfulClock } from './doubtful-clock.ts';

/** A record that was silent for longer is no witness of the time: what would be decided by this clock alone waits. */
const SILENT_SECONDS = 86_400;
/** Longest that a box is asked for the time. */
const BOX_SECONDS = 15;

/**
 * Hears what time it is elsewhere before something is decided by it, where nobody has said so yet.
 *
 * @throws Problem `clock-off` where somebody says otherwise than this machine; `time-unheard` where who would know does not
 * answer, and the record was silent for so long that this machine's clock is all there is: what a wrong one wrote would stand in
 * the record for everybody
 */
export async function hearTheTime(world: World, run: Run): Promise<void> {
  const unheard = await listenForTime(world, run);
  // Before anything is said of it, too: a sentence that rests on a wrong time sends somebody to the wrong place.
  refuseDoubtfulClock(world.clock, run);
  const now = world.clock.now();
  const silentSeconds = run.updatedAt === undefined ? 0 : secondsBetween(new Date(run.updatedAt), now);
  if (!unheard || silentSeconds <= SILENT_SECONDS) return;
  throw new Problem(
    {
      code: 'time-unheard',
      kind: 'unreachable',
      // The same words at every look: a person is told of it.
      what: `By the clock of this machine the last event of the record of ${run.id} (${run.updatedAt}) is more than ${formatSeconds(SILENT_SECONDS)} old, and nobody could be asked whether that is so: ${unheard.what} Nothing is decided about time or money.`,
      next: 'Run the same command again when the platform answers; it goes on where this one stopped.',
    },
    { cause: unheard },
  );
}

/** Asks whoever may say what time it is, unless somebody has. @returns why there was no answer */
export async function listenForTime(world: World, run: Run): Promise<Problem | undefined> {
  if (hasHeard(world, 'service')) return;
  const unheard = await askAnybody(world, run).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
  // Whoever refuses our key has said what time it is.
  if (hasHeard(world, 'service')) return;
  if (unheard === undefined) await askBox(world, run);
  return unheard;
}

const hasHeard = (world: World, whom: Heard['by']): boolean =>
  (world.clock.others?.() ?? []).some(({ by }) => by === whom);

/** The box itself, where no service says what time it is: a machine of one's own has no platform that could. */
async function askBox(world: World, run: Run): Promise<void> {
  const { clock } = world;
  const lease = run.leases.findLast((each) => openMeters(each).length > 0);
  // What its clock is worth is known from the start of its work only.
  if (!lease || lease.started?.aheadOfBoxSeconds === undefined || !clock.heard || hasHeard(world, 'box'))
    return;
  try {
    const channel = await world.channel(lease);
    const { stdout } = await channel.exec(['date', '+%s'], { timeoutSeconds: BOX_SECONDS });
    const said = Number(/^\d{9,12}$/m.exec(stdout)?.[0]);
    if (said > 0) clock.heard(lease.name, new Date(said * 1000), 'box');
  } catch (error) {
    // One that cannot be asked is a matter of the look at it, which says so.
    if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
  }
}

/** The platform of a box that is held; before there is one that where the next would be rented. */
async function askAnybody(world: World, run: Run): Promise<void> {
  const lease = run.leases.findLast((each) => openMeters(each).length > 0);
  if (lease?.boxId !== undefined && lease.intent.attach === undefined)
    return void (await (await world.driver(drivenBy(lease))).describe(lease.boxId));
  const candidate = run.opened?.document.candidates.find(({ attach }) => attach === undefined);
  if (lease === undefined && candidate) await (await world.driver(candidate)).find(`${run.id}-1`);
}
