import { LEVEL_NEEDED, type Level } from '../evidence-level.ts';
import { compileGlob, staysInside } from './glob.ts';
import type { ArtifactRule, Job } from './job.ts';

/** How far a file must be verified to count; what each level proves is in docs/verify.md. */
export type RequiredLevel = Exclude<Level, 'L0'>;

/** One artifact rule of one cell: what must exist when the run is over, said before anything is rented. */
export interface RosterEntry extends ArtifactRule {
  cell: string;
  requiredLevel: RequiredLevel;
}

/** A file as the box lists it. */
export interface ListedFile {
  cell: string;
  path: string;
  bytes: number;
  sha256: string;
}

export interface RosterMatch<File extends ListedFile> {
  /** Each entry with the files that count for it; none of them is empty, and there may be fewer than `min`. */
  matched: { entry: RosterEntry; files: File[] }[];
  /** Entries with fewer files than they need. */
  missing: { entry: RosterEntry; found: number }[];
  /** Files that no entry names. Reported, never dropped in silence; they unlock nothing. */
  undeclared: File[];
  /** Files that an entry names and that hold nothing. They never count. */
  zeroByte: File[];
  /** Listed again: the first counts. */
  duplicate: File[];
}

/** Nothing but its bytes counts: it is never loaded, whatever is in it. */
export const holdsToHashOnly = ({ role }: Pick<ArtifactRule, 'role'>): boolean => LEVEL_NEEDED[role] === 'L1';

/** The roster: every rule for every cell, in the order of the job file. */
export function expandRoster(job: Pick<Job, 'cells' | 'artifacts'>): RosterEntry[] {
  return job.cells.flatMap((cell) =>
    job.artifacts.map((rule) => ({
      ...rule,
      cell: cell.name,
      requiredLevel: LEVEL_NEEDED[rule.role],
    })),
  );
}

/**
 * Compares what was promised with what the box lists. A listing is a stranger's word: a path that could leave the
 * directory, or a cell that does not exist, matches nothing.
 */
export function matchRoster<File extends ListedFile>(
  roster: readonly RosterEntry[],
  listing: readonly File[],
): RosterMatch<File> {
  const { files, duplicate } = withoutDuplicates(listing);
  const filesOf = groupByCell(files);
  const claimed = new Set<File>();
  const matchers = new Map<string, (path: string) => boolean>();
  const matched = roster.map((entry) => {
    const matches = matchers.get(entry.path) ?? compileGlob(entry.path);
    matchers.set(entry.path, matches);
    const named = (filesOf.get(entry.cell) ?? []).filter(({ path }) => staysInside(path) && matches(path));
    for (const file of named) claimed.add(file);
    return { entry, files: named.filter(holdsSomething) };
  });
  return {
    matched,
    missing: matched
      .filter(({ entry, files: counting }) => counting.length < entry.min)
      .map(({ entry, files: counting }) => ({ entry, found: counting.length })),
    undeclared: files.filter((file) => !claimed.has(file)),
    zeroByte: files.filter((file) => claimed.has(file) && !holdsSomething(file)),
    duplicate,
  };
}

const holdsSomething = ({ bytes }: ListedFile): boolean => Number.isSafeInteger(bytes) && bytes > 0;

function withoutDuplicates<File extends ListedFile>(
  listing: readonly File[],
): { files: File[]; duplicate: File[] } {
  const seen = new Set<string>();
  const files: File[] = [];
  const duplicate: File[] = [];
  for (const file of listing) {
    const key = JSON.stringify([file.cell, file.path]);
    (seen.has(key) ? duplicate : files).push(file);
    seen.add(key);
  }
  return { files, duplicate };
}

function groupByCell<File extends ListedFile>(files: readonly File[]): Map<string, File[]> {
  const groups = new Map<string, File[]>();
  for (const file of files) {
    const group = groups.get(file.cell);
    if (group) group.push(file);
    else groups.set(file.cell, [file]);
  }
  return groups;
}
