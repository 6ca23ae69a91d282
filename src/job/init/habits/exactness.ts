import { type Code, callsOf, findInCode } from '../reading/code.ts';
import { drawsAtRandom } from './random-draws.ts';

/** Two starts of one command are the same run only where something fixes the first random numbers; a generator's own seed does not. */
const SEEDS =
  /(^|\.)(set_seed|seed_everything|set_random_seed|enable_full_determinism)$|^(torch\.(random\.)?)?manual_seed$/;

const SAVES_RANDOM_STATE = /\b(get_rng_state|get_state|getstate|bit_generator\.state)\b/;

export const isSeeded = (code: Code): boolean => callsOf(code, SEEDS).length > 0;

/**
 * Whether a loop that saves its own state is to be held to that: whoever saves the random state, too, means to get the same
 * run back, and whoever draws nothing at random gets it without. A loop that draws and leaves it out would be red for its dropout
 * and its shuffling, which its people may well accept. What else it leaves out is no matter here: the drill finds that, and is
 * right to be red.
 */
export const meansToBeExact = (code: Code): boolean =>
  isSeeded(code) && (findInCode(code, SAVES_RANDOM_STATE) !== undefined || !drawsAtRandom(code));
