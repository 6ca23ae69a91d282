/** Tries of one git call on a transport failure or a held lock; about two seconds in all. */
export const ATTEMPTS = 4;

/**
 * Pause before try `attempt + 1`, doubling and jittered so that writers who failed together do not return together.
 * @param random in [0, 1)
 */
export const pauseSeconds = (attempt: number, random: number): number =>
  Math.min(4, 0.2 * 2 ** attempt) * (0.5 + random / 2);

/** Pause after a lost race: short, because somebody's success is what made us lose. */
export const racePauseSeconds = (attempt: number, random: number): number =>
  Math.min(0.5, 0.01 * 2 ** attempt) * random;
