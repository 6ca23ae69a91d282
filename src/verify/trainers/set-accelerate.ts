import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { byFolder, nameIn, prefixOf, type Tree } from '../contract/tree.ts';
import { mustBeWhole } from '../contract/whole-members.ts';
import { mayHoldNothingUnfinished } from '../read/unfinished-names.ts';
import { enterParts, greatest, mustBeForEveryRank, type PartName } from './set-members.ts';
import { torchValues } from './torch-values.ts';

const RANDOM = /^random_states_([0-9]+)\.pkl$/;
/** What several of are numbered; the first has no number. */
const SERIES = /^(model|optimizer|scheduler|sampler)(?:_([0-9]+))?\.(?:bin|safetensors)$/;
const WEIGHTS = /(^|\/)([a-z_]*model[^/]*|[a-z_]*weights|[^/]+)\.(safetensors|bin|distcp|pt)$/;
const NO_WEIGHTS = /(^|\/)(optimizer|scheduler|sampler|scaler|dl_state_dict)(_[0-9]+)?\.(bin|pt)$/;
/** Files of the Hugging Face Trainer, whose folders have rules of their own. */
const OTHERS = /^(trainer_state\.json|training_args\.bin|rng_state(_[0-9]+)?\.pth)$/;
const NEEDED =
  /^((model|optimizer|scheduler|sampler)(_[0-9]+)?\.(bin|safetensors)|scaler\.pt|random_states_[0-9]+\.pkl)$/;

/** A folder of `Accelerator.save_state`. The random states are written last, which was read in its source (1.15). */
export const accelerateState: SetKind = {
  name: 'accelerate-state',
  proves:
    'model, optimizers and schedulers are there without a gap in their numbers; the random state of every rank up to the last is, and all are of one step; nothing unfinished lies in it',

  find(tree: Tree): FoundSet[] {
    const sets: FoundSet[] = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const names = files.map(({ path }) => nameIn(path));
      const isOwn = names.some((name) => RANDOM.test(name));
      const looksLike =
        names.includes('optimizer.bin') &&
        names.some((name) => SERIES.test(name) && !name.startsWith('optimizer')) &&
        !names.some((name) => OTHERS.test(name));
      if (!isOwn && !looksLike) continue;
      const members = files.map(({ path }) => path).filter((path) => nameIn(path) !== 'README.md');
      sets.push({
        root: folder,
        parts: [],
        members,
        within: [folder],
        examine: (subject) => examine(subject, folder, members),
      });
    }
    return sets;
  },
};

async function examine(subject: SetSubject, folder: string, members: readonly string[]) {
  const { findings, tree } = subject;
  const names = members.map(nameIn);
  mayHoldNothingUnfinished(subject, folder);
  mustBeWhole(subject, members, (name) => NEEDED.test(name));
  const below = prefixOf(folder);
  const hasWeights = tree.files.some(
    ({ path }) => path.startsWith(below) && WEIGHTS.test(path.slice(below.length)) && !NO_WEIGHTS.test(path),
  );
  if (!hasWeights)
    findings.fail('L2', 'weights-missing', 'has no weights', { expected: 'model.safetensors or its like' });
  judgeSeries(subject, names);
  judgeRanks(subject, members);
  await countSteps(subject, members);
  enterParts(subject, members, partIn);
  return { reaches: 'L3' as const, checksummed: true };
}

const OPTIMIZER_STEP = /^state\.[^.]+\.step$/;

/** Where nothing was counted by `accumulate()`, the steps that the optimizer has made are the steps of the save. */
async function countSteps(subject: SetSubject, members: readonly string[]): Promise<void> {
  const { facts } = subject;
  const optimizer = members.find((path) => nameIn(path) === 'optimizer.bin');
  if (facts.step !== undefined || optimizer === undefined) return;
  const steps = [...(await torchValues(subject, optimizer, OPTIMIZER_STEP)).values()];
  const most = greatest(steps.filter((step) => typeof step === 'number'));
  if (most >= 0) facts.step = most;
}

function partIn(name: string): PartName[] {
  const [, series] = SERIES.exec(name) ?? [];
  if (series === 'model' || /^model-[0-9]+-of-[0-9]+\./.test(name)) return ['model'];
  if (series === 'optimizer' || series === 'scheduler') return [series];
  if (RANDOM.test(name)) return ['rng', 'step'];
  return name === 'scaler.pt' ? ['scaler'] : [];
}

function judgeSeries(subject: SetSubject, names: readonly string[]): void {
  const series = new Map<string, number[]>();
  for (const name of names) {
    const [, what, number = '0'] = SERIES.exec(name) ?? [];
    if (what !== undefined) series.set(what, [...(series.get(what) ?? []), Number(number)]);
  }
  for (const [what, numbers] of series) {
    const most = Math.min(greatest(numbers), 10_000);
    const absent = Array.from({ length: most }, (_none, i) => i).find((i) => !numbers.includes(i));
    if (absent !== undefined)
      subject.findings.fail('L2', 'number-missing', `${what} ${most} is there and ${what} ${absent} is not`);
  }
  if (series.has('scheduler') && !series.has('optimizer'))
    subject.findings.fail('L2', 'file-missing', 'has a scheduler and no optimizer', {
      expected: 'optimizer.bin',
    });
}

function judgeRanks(subject: SetSubject, members: readonly string[]): void {
  const { findings, facts, verdictOf } = subject;
  const states = members.filter((path) => RANDOM.test(nameIn(path)));
  if (states.length === 0) {
    const what = 'has no random state: it was never finished, or not all of it came';
    findings.fail('L2', 'file-missing', what, { expected: 'random_states_0.pkl' });
    return;
  }
  const numbers = states.map((path) => Number(RANDOM.exec(nameIn(path))?.[1]));
  mustBeForEveryRank(subject, { numbers, what: 'random state' });
  const steps = new Set(states.flatMap((path) => verdictOf(path)?.facts.step ?? []));
  const [step] = steps;
  // It counts inside `accumulate()` alone: 0 is what every loop without that leaves (1.15.0, 2026-11-25).
  if (steps.size === 1 && step !== undefined && step > 0) facts.step = step;
  if (steps.size > 1)
    findings.fail('L3', 'step-disagrees', 'its ranks are not of one step', { found: [...steps].join(', ') });
}
