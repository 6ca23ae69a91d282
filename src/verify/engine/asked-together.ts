import { LEVEL_NEEDED } from '../../evidence-level.ts';
import { Findings } from '../contract/findings.ts';
import type { ExaminedSet } from '../contract/set.ts';
import { folderOf, nameIn, type Tree } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { type FileVerdict, type Reason, verdictOf } from '../contract/verdict.ts';
import { stepFaults } from '../read/step-record.ts';
import type { FileTask } from './tree-options.ts';

/** A file of no set, of which something is asked that others beside it may answer. */
interface AskedFile {
  path: string;
  task: FileTask;
  /** Of the file alone; `lacks` is absent where it could not be read so far. */
  verdict: FileVerdict;
}

/** A file of a set, or the set itself, as what may hold what is asked of files beside it. */
interface SetAnswer {
  verdict: FileVerdict;
  role: FileTask['role'];
}

type TaskOf = (path: string) => FileTask | undefined;

/** What this file is asked when it is read: its step is judged when those of the others are known. */
export function askedAlone(task: FileTask): FileTask {
  if (task.answeredBy === undefined || !mayAnswerForStep(task) || task.expectation === undefined) return task;
  const { step: _step, minStep: _minStep, ...expectation } = task.expectation;
  return { ...task, expectation };
}

/** Rows of metrics are judged where they stand, and say nothing of the weights beside them. */
const mayAnswerForStep = ({ role }: FileTask): boolean => role !== 'metrics';

const STEP = Symbol('step');
type Wish = string | typeof STEP;
type Answer = 'yes' | 'no' | 'unknown';

/** What files of one folder were asked that are of no set, and what lies beside them. */
export class AskedTogether {
  readonly #files = new Map<string, AskedFile[]>();
  readonly #sets = new Map<string, SetAnswer[]>();

  constructor(
    { files }: Pick<Tree, 'files'>,
    taskOf: TaskOf,
    { sets, verdicts }: { sets: readonly ExaminedSet[]; verdicts: ReadonlyMap<string, FileVerdict> },
  ) {
    const ofSet = new Map<string, ExaminedSet[]>();
    for (const each of sets)
      for (const path of [...each.set.parts, ...each.set.members]) grow(ofSet, path, each);
    for (const { path } of files) {
      const [task, verdict] = [taskOf(path), verdicts.get(path)];
      if (task?.answeredBy === undefined || verdict === undefined) continue;
      const own = ofSet.get(path);
      if (own === undefined) grow(this.#files, folderOf(path), { path, task, verdict });
      else
        for (const answer of [verdict, ...own.map((each) => each.verdict)])
          grow(this.#sets, folderOf(path), { role: task.role, verdict: answer });
    }
  }

  /** Whether a file beside a set holds what none of that set does. */
  holdsBeside(path: string, task: FileTask, name: string): boolean {
    if (task.answeredBy === undefined) return false;
    const files = this.#files.get(folderOf(path)) ?? [];
    return files.some((file) => mayAnswer(task, file.task) && answerOf(file, name) !== 'no');
  }

  /** Reasons for files that lack what they should hold themselves, and a verdict for each folder in which nobody holds it. */
  judge(): { files: Map<string, Reason[]>; folders: FileVerdict[] } {
    const files = new Map<string, Reason[]>();
    const folders: FileVerdict[] = [];
    for (const [folder, asked] of this.#files) {
      const findings = new Findings();
      const said = new Set<Wish>();
      for (const file of asked) {
        const reasons = ofOwnStep(file);
        for (const wish of wishesOf(file.task)) {
          const found = this.#lacking(file, wish, asked);
          if (found === undefined) continue;
          if (found.of === 'file') reasons.push(found.reason);
          else if (!said.has(wish)) findings.fail('L3', found.reason.code, found.reason.what, found.reason);
          said.add(wish);
        }
        if (reasons.length > 0) files.set(file.path, reasons);
      }
      const [first] = asked;
      if (first !== undefined && findings.has('fail')) folders.push(ofFolder(folder, first, asked, findings));
    }
    return { files, folders };
  }

  #lacking(file: AskedFile, wish: Wish, asked: readonly AskedFile[]) {
    if (answerOf(file, wish) !== 'no') return undefined;
    const { task, path } = file;
    const others = asked.filter((other) => other !== file);
    // Of a series one cannot do without what another holds.
    const like = others.find(
      (other) => seriesOf(other) === seriesOf(file) && answerOf(other, wish) === 'yes',
    );
    if (like !== undefined)
      return {
        of: 'file' as const,
        reason: reasonOf(wish, task, `, which ${quoted(nameIn(like.path))} does`),
      };
    const sets = this.#sets.get(folderOf(path)) ?? [];
    const isHeld =
      others.some((other) => mayAnswer(task, other.task) && answerOf(other, wish) !== 'no') ||
      sets.some(({ verdict, role }) => mayAnswer(task, { role }) && holds(verdict, wish) === true);
    if (isHeld) return undefined;
    const isOneOfSeveral = others.length + sets.length > 0;
    return task.answeredBy === 'folder' && isOneOfSeveral
      ? { of: 'folder' as const, reason: reasonOf(wish, task, ' in any of its files') }
      : { of: 'file' as const, reason: reasonOf(wish, task, '') };
  }
}

const mayAnswer = ({ answeredBy, role }: FileTask, other: Pick<FileTask, 'role'>): boolean =>
  answeredBy === 'folder' || other.role !== role;

function wishesOf(task: FileTask): Wish[] {
  const { contains, expectation: { step, minStep } = {} } = task;
  const asksStep = mayAnswerForStep(task) && (step !== undefined || minStep !== undefined);
  return [...contains, ...(asksStep ? [STEP as Wish] : [])];
}

function answerOf({ task, verdict }: AskedFile, wish: Wish): Answer {
  // In a file that could not be walked, what is missing is no news.
  if (verdict.lacks === undefined) return 'unknown';
  if (wish === STEP && !mayAnswerForStep(task)) return 'no';
  return holds(verdict, wish) === true ? 'yes' : 'no';
}

const holds = ({ facts, lacks }: FileVerdict, wish: Wish): boolean | undefined =>
  wish === STEP ? facts.step !== undefined : lacks && !lacks.includes(wish as string);

/** Names that differ in numbers alone: the checkpoints of one run. */
const seriesOf = ({ path, task }: AskedFile): string => `${task.role} ${nameIn(path).replace(/\d+/g, '#')}`;

function ofOwnStep({ task, verdict }: AskedFile): Reason[] {
  if (!mayAnswerForStep(task) || verdict.facts.step === undefined) return [];
  const { step, minStep } = task.expectation ?? {};
  return stepFaults(verdict.facts, {
    ...(step === undefined ? {} : { step }),
    ...(minStep === undefined ? {} : { minStep }),
  }).map((fault) => ({ severity: 'fail', level: 'L3', ...fault }));
}

function reasonOf(wish: Wish, { expectation }: FileTask, end: string): Reason {
  if (wish !== STEP) {
    const what = `does not contain "${wish as string}"${end}`;
    return { code: 'key-missing', severity: 'fail', level: 'L3', what, expected: wish as string };
  }
  const [fault] = stepFaults({}, expectation ?? {});
  const { code = 'step-missing', what = 'no step', expected = '' } = fault ?? {};
  return { code, severity: 'fail', level: 'L3', what: `${what}${end}`, expected };
}

function ofFolder(
  folder: string,
  { task: { role, allowDegraded } }: AskedFile,
  asked: readonly AskedFile[],
  findings: Findings,
): FileVerdict {
  return verdictOf(findings, allowDegraded, {
    label: folder,
    level: findings.level('L3'),
    requiredLevel: LEVEL_NEEDED[role],
    role,
    format: 'folder',
    bytes: asked.reduce((sum, { verdict }) => sum + verdict.bytes, 0),
  });
}

function grow<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
