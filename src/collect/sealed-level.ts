import type { Level } from '../evidence-level.ts';
import { holdsToHashOnly, type RosterEntry } from '../job/roster.ts';

/** One file that the seal counts, with every row of the roster that names it. */
export interface CountedFile {
  level: Level;
  entries: readonly Pick<RosterEntry, 'role' | 'requiredLevel'>[];
}

export interface SealedLevel {
  level: Level;
  /** How many files were compared by their bytes and never loaded, because that is all their role asks. */
  opaque: number;
}

/**
 * The level of a whole seal: the highest that every file which is to be loaded reaches, or reaches as far as its role can be
 * proven (a log has no values that could make sense). Files that are only `opaque` say nothing about it; where there are no
 * others nothing was loaded, and the level is L1 at most. Why: docs/decisions/0009-level-of-a-seal.md.
 */
export function sealedLevel(files: readonly CountedFile[]): SealedLevel {
  const loaded = files.filter(({ entries }) => !entries.every(holdsToHashOnly));
  const opaque = files.length - loaded.length;
  if (loaded.length === 0) return { level: lower('L1', lowest(files.map(({ level }) => level))), opaque };
  const promised = loaded.map(({ entries }) => highest(entries.map(({ requiredLevel }) => requiredLevel)));
  const shortfalls = loaded.flatMap(({ level }, at) => (level < (promised[at] as Level) ? [level] : []));
  return { level: lowest([highest(promised), ...shortfalls]), opaque };
}

// As text, too, 'L0' < 'L1' < 'L2' < 'L3'.
const lower = (a: Level, b: Level): Level => (a < b ? a : b);
const lowest = (levels: readonly Level[]): Level => [...levels].sort()[0] ?? 'L0';
const highest = (levels: readonly Level[]): Level => [...levels].sort().at(-1) ?? 'L0';
