import type { ExaminedSet } from '../contract/set.ts';
import { type FileVerdict, holdsTensors, type Reason, type RoleFrom } from '../contract/verdict.ts';
import { stepFaults } from '../read/step-record.ts';
import type { AskedTogether } from './asked-together.ts';
import type { FileTask } from './tree-options.ts';

/**
 * Files that belong together through one set or several (a folder of which some files are shards), and the sets themselves:
 * what is asked of one of them, any of them may hold.
 */
interface Group {
  paths: Set<string>;
  sets: ExaminedSet[];
}

function groupsOf(sets: readonly ExaminedSet[]): Group[] {
  let groups: Group[] = [];
  for (const each of sets) {
    const own: Group = { paths: new Set([...each.set.parts, ...each.set.members]), sets: [each] };
    const touching = groups.filter((group) => isTouching(group, own));
    for (const group of touching) {
      for (const path of group.paths) own.paths.add(path);
      own.sets.unshift(...group.sets);
    }
    groups = [...groups.filter((group) => !touching.includes(group)), own];
  }
  return groups;
}

function isTouching(a: Group, b: Group): boolean {
  const reaches = (group: Group, paths: Iterable<string>) => {
    const folders = group.sets.flatMap(({ set }) => set.within ?? []);
    return folders.some((folder) => [...paths].some((path) => path.startsWith(`${folder}/`)));
  };
  return [...b.paths].some((path) => a.paths.has(path)) || reaches(a, b.paths) || reaches(b, a.paths);
}

/** Reasons by what they are about. */
export interface ContentFaults {
  files: Map<string, Reason[]>;
  sets: Map<ExaminedSet, Reason[]>;
}

/**
 * Holds what the roster asks of files against the sets they belong to: the names they must contain, the step, and that there
 * are tensors at all where the role demands them. Gives reasons for the files of which too much was asked, and for their sets.
 */
export function judgeContents(
  sets: readonly ExaminedSet[],
  verdicts: ReadonlyMap<string, FileVerdict>,
  { taskOf, asked }: { taskOf(path: string): FileTask | undefined; asked: AskedTogether },
): ContentFaults {
  const faults: ContentFaults = { files: new Map(), sets: new Map() };
  for (const group of groupsOf(sets)) {
    const own = [...group.paths].flatMap((path) => verdicts.get(path) ?? []);
    const all = [...group.sets.map(({ verdict }) => verdict), ...own];
    // A set that reads all of its files itself knows what must be in them; one may only point to another.
    const readsAll = sets.every(({ set }) => !set.members.some((path) => group.paths.has(path)));
    const hasTensors = readsAll || all.some(({ tensors }) => (tensors?.count ?? 0) > 0);
    for (const path of group.paths) {
      const task = taskOf(path);
      if (task === undefined) continue;
      const ofStep = judgeStep(all, task);
      for (const each of group.sets)
        if (ofStep.length > 0 && each.set.parts.includes(path)) faults.sets.set(each, ofStep);
      const isHeld = (name: string) =>
        all.some(({ lacks }) => lacks?.includes(name) === false) || asked.holdsBeside(path, task, name);
      const reasons = [...ofStep, ...(holdsTensors(task.role) ? judgeNames(isHeld, task, hasTensors) : [])];
      if (reasons.length > 0) faults.files.set(path, reasons);
    }
  }
  return faults;
}

/** The step of a set is what the set itself found, else what any file of it says. Rows of metrics are judged where they stand. */
function judgeStep(all: readonly FileVerdict[], { role, expectation }: FileTask): Reason[] {
  if (expectation === undefined || role === 'metrics') return [];
  const first = (fact: 'step' | 'epoch') => all.find(({ facts }) => facts[fact] !== undefined)?.facts[fact];
  const [step, epoch] = [first('step'), first('epoch')];
  const known = { ...(step === undefined ? {} : { step }), ...(epoch === undefined ? {} : { epoch }) };
  return stepFaults(known, expectation).map((each) => ({ severity: 'fail', level: 'L3', ...each }));
}

function judgeNames(isHeld: (name: string) => boolean, task: FileTask, hasTensors: boolean): Reason[] {
  const missing = task.contains.filter((name) => !isHeld(name));
  return [
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
