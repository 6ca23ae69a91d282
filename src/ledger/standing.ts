import { type Lines, noLines } from './event-lines.ts';
import type { RunRecord } from './ledger.ts';

/** A record as it stood at a commit. Commits never change, so it can be kept. */
export interface Standing extends Lines {
  tip: string | null;
  archived: boolean;
}

export const nothing: Standing = { ...noLines, tip: null, archived: false };

export const recordOf = (run: string, { tip, events, nonces, archived }: Standing): RunRecord => ({
  run,
  tip,
  events: [...events],
  nonces: [...nonces],
  archived,
});
