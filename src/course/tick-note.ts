import { Problem } from '../problem.ts';
import type { Looked } from '../tick/problems.ts';
import { afterLook, readSchedule, type Schedule, scheduleText } from '../tick/schedule.ts';
import type { World } from '../world.ts';

const TRIES = 5;

/** Writes down that this look was, beside those of others. Best effort: what was done to the runs stands in their records. */
export async function noteLook(
  world: World,
  { outcomes, everySeconds, unlooked }: Looked,
  look: { at: Date; seconds: number },
  closed: Schedule['closed'],
): Promise<void> {
  const open = outcomes.filter(({ run }) => !run?.closed).map(({ id }) => id);
  const seen = outcomes.filter(({ ended }) => ended === 'done' || ended === 'left').map(({ id }) => id);
  const entry = {
    at: look.at.toISOString(),
    everySeconds,
    seconds: Math.round(look.seconds),
    runs: open.length,
  };
  try {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const { text, tip } = await world.ledger.ticks.read();
      const after = afterLook(readSchedule(text), entry, { open, seen, closed, unlooked });
      if ((await world.ledger.ticks.write(scheduleText(after), tip)) === 'written') return;
    }
    world.face.warn('Others kept writing down their looks first; this one is not in the note.');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`This look could not be written down: ${error.what}`);
  }
}
