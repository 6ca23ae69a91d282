import { type Code, findInCode } from '../reading/code.ts';

/** Two starts of one command are the same run only where something fixes the first random numbers. */
const SEEDS = /(?<!def )\b(manual_seed|set_seed|seed_everything|enable_full_determinism)\s*\(/;

const SAVES_RANDOM_STATE = /\b(get_rng_state|get_state|getstate|bit_generator\.state)\b/;

export const isSeeded = (code: Code): boolean => findInCode(code, SEEDS) !== undefined;

/**
 * Whether a loop that saves its own state is to be held to that: whoever saves the random state, too, means to get the same
 * run back. A loop that leaves it out would be red for its dropout and its shuffling, which its people may well accept. What
 * else it leaves out is no matter here: the drill finds that, and is right to be red.
 */
export const meansToBeExact = (code: Code): boolean =>
  isSeeded(code) && findInCode(code, SAVES_RANDOM_STATE) !== undefined;
