import type { Path } from '../strict-yaml/read.ts';
import type { ExpandedCell } from './cells.ts';
import type { JobFile } from './schema.ts';

/** What a rule found: `stop` makes it a problem, `warn` a warning. */
export interface Finding {
  level: 'stop' | 'warn';
  code: string;
  what: string;
  next: string;
  path: Path;
  /** The word that its writer means by the one that stands there. */
  meant?: string;
}

export interface Known {
  /** Names of the profiles that exist. */
  platforms: ReadonlySet<string>;
  /** Those of them that never cost money. Default: `local`. */
  free?: ReadonlySet<string>;
  /** Those whose API names no price before a box exists: the job may state it. Default: `paperspace-core`. */
  /** Those that are a queue. Default: `slurm`, `kubernetes`. */
  queues?: ReadonlySet<string>;
}

/** The parts of the file that are well-formed by themselves; a rule looks only at what is there. */
export type Parts = Partial<JobFile>;

export const stop = (code: string, path: Path, what: string, next: string): Finding => ({
  level: 'stop',
  code,
  what,
  next,
  path,
});
export const warn = (code: string, path: Path, what: string, next: string): Finding => ({
  level: 'warn',
  code,
  what,
  next,
  path,
});

/** What a rule may look at. */
export interface Context {
  parts: Parts;
  /** The file before any check. */
  raw: Readonly<Record<string, unknown>>;
  cells: readonly ExpandedCell[];
  known: Known;
}
