import type { Pauses } from '../host/backoff.ts';

/** Tries of one git call on a transport failure or a held lock; about two seconds in all. */
export const ATTEMPTS = 4;

/** After a failure that passes. */
export const PASSING: Pauses = { first: 0.4, most: 4, jitter: 0.5 };

/** After a lost race: short, because somebody's success is what made us lose. */
export const LOST_RACE: Pauses = { first: 0.02, most: 0.5, jitter: 1 };
