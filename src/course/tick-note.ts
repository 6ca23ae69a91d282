import { Problem } from '../problem.ts';
import type { Looked } from '../tick/problems.ts';
import { afterLook, readSchedule, type Schedule, scheduleText } from '../tick/schedule.ts';
import type { World } from '../world.ts';

const TRIES = 5;

/** Writes down that this look was, beside those of others. Best effort: what was done to the runs stands in their records. */
export async function noteLook(
  world: World,
  { outcomes, unlooked }: Looked,
  look: { at: Date; seconds: number; everySeconds: number },
  closed: Schedule['closed'],
): Promise<void> {
  const open = outcomes.filter(({ run }) => !run?.closed).map(({ id }) => id);
  const seen = outcomes.filter(({ ended }) => ended === 'done' || ended === 'left').map(({ id }) => id);
  const entry = {
    at: look.at.toISOString(),
    everySeconds: look.everySeconds,
    seconds: Math.round(look.seconds),
    runs: open.length,
  };
  try {
    const isNoted = await rewritten(world, (before) =>
      afterLook(before, entry, { open, seen, closed, unlooked }),
    );
    if (!isNoted) world.face.warn('Others kept writing down their looks first; this one is not in the note.');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`This look could not be written down: ${error.what}`);
  }
}

/** The schedule was off until now: the time since its last look says nothing of how it comes. */
export async function noteSwitchedOn(world: Pick<World, 'ledger' | 'clock'>): Promise<void> {
  const onSince = world.clock.now().toISOString();
  await rewritten(world, (before) => ({ ...before, onSince }));
}

async function rewritten(
  { ledger }: Pick<World, 'ledger'>,
  change: (before: Schedule) => Schedule,
): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const { text, tip } = await ledger.ticks.read();
    if ((await ledger.ticks.write(scheduleText(change(readSchedule(text))), tip)) === 'written') return true;
  }
  return false;
}
