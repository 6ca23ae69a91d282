import type { Face } from '../world.ts';
import type { Settings } from './settings.ts';

/** One call of this program: what its words and its environment say, where it speaks, and what cuts it short. */
export interface Call {
  settings: Settings;
  face: Face;
  signal: AbortSignal;
}
