import type { FoundSet } from '../contract/set.ts';
import { type FileVerdict, holdsTensors, type Reason, type RoleFrom } from '../contract/verdict.ts';
import type { FileTask } from './tree-options.ts';

/** A set and what examining it gave. */
export interface ExaminedSet {
  set: FoundSet;
  verdict: FileVerdict;
}

/**
 * Files that belong together through one set or several (a folder of which some files are shards), and the sets themselves:
 * what is asked of one of them, any of them may hold.
 */
interface Group {
  paths: Set<string>;
  verdicts: FileVerdict[];
}

function groupsOf(sets: readonly ExaminedSet[]): Group[] {
  let groups: Group[] = [];
  for (const { set, verdict } of sets) {
    const own: Group = { paths: new Set([...set.parts, ...set.members]), verdicts: [verdict] };
    const touching = groups.filter(({ paths }) => [...own.paths].some((path) => paths.has(path)));
    for (const { paths, verdicts } of touching) {
      for (const path of paths) own.paths.add(path);
      own.verdicts.push(...verdicts);
    }
    groups = [...groups.filter((group) => !touching.includes(group)), own];
  }
  return groups;
}

/**
 * Holds what the roster asks of files against the sets they belong to: the names they must contain, and that there are
 * tensors at all where the role demands them. Gives reasons for the files of which too much was asked.
 */
export function judgeContents(
  sets: readonly ExaminedSet[],
  verdicts: ReadonlyMap<string, FileVerdict>,
  taskOf: (path: string) => FileTask | undefined,
): Map<string, Reason[]> {
  const faults = new Map<string, Reason[]>();
  for (const { paths, verdicts: ofSets } of groupsOf(sets)) {
    const all = [...ofSets, ...[...paths].flatMap((path) => verdicts.get(path) ?? [])];
    // A set that reads all of its files itself knows what must be in them; one may only point to another.
    const readsAll = sets.every(({ set }) => !set.members.some((path) => paths.has(path)));
    const hasTensors = readsAll || all.some(({ tensors }) => (tensors?.count ?? 0) > 0);
    for (const path of paths) {
      const task = taskOf(path);
      if (task === undefined || !holdsTensors(task.role)) continue;
      const missing = task.contains.filter(
        (name) => !all.some(({ lacks }) => lacks?.includes(name) === false),
      );
      const reasons = [
        ...missing.map((name) =>
          fault('fail', 'key-missing', `neither it nor what belongs to it contains "${name}"`, name),
        ),
        ...(hasTensors
          ? []
          : [
              fault(
                TENSORLESS[task.roleFrom ?? 'declared'],
                'no-tensors',
                `a ${task.role} without a single tensor`,
              ),
            ]),
      ];
      if (reasons.length > 0) faults.set(path, reasons);
    }
  }
  return faults;
}

const TENSORLESS: Record<RoleFrom, Reason['severity']> = {
  declared: 'fail',
  guessed: 'degraded',
  set: 'note',
};

const fault = (severity: Reason['severity'], code: string, what: string, expected?: string): Reason => ({
  code,
  severity,
  level: 'L3',
  what,
  ...(expected === undefined ? {} : { expected }),
});
