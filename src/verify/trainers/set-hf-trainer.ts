import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { byFolder, nameIn, prefixOf, type Tree } from '../contract/tree.ts';
import { mustBeWhole } from '../contract/whole-members.ts';
import { mayHoldNothingUnfinished } from '../read/unfinished-names.ts';
import { enterParts, greatest, mustBeForEveryRank, type PartName } from './set-members.ts';
import { type TorchValue, torchValues } from './torch-values.ts';
import { readTrainerState } from './trainer-state.ts';

const FOLDER = /^(tmp-)?checkpoint-([0-9]+)$/;
/** Only this trainer calls its files so. */
const OWN = /^(trainer_state\.json|training_args\.bin|rng_state(_[0-9]+)?\.pth)$/;
const RESUME = /^(trainer_state\.json|optimizer\.pt|scheduler\.pt|rng_state(_[0-9]+)?\.pth)$/;
const RANDOM = /^rng_state_([0-9]+)\.pth$/;
const WEIGHTS =
  /^(model|pytorch_model|adapter_model)(-[0-9]{5}-of-[0-9]{5})?\.(safetensors|bin)$|^(model\.safetensors|pytorch_model\.bin)\.index\.json$/;
const NEEDED =
  /^(trainer_state\.json|training_args\.bin|(optimizer|scheduler|scaler)\.(pt|bin)|rng_state(_[0-9]+)?\.pth)$/;

/** Folders in which sharding back ends keep weights and optimizer instead (FSDP, DeepSpeed). */
const WEIGHTS_ELSEWHERE = /^(pytorch_model_fsdp_0|global_step[0-9]+)\//;
const OPTIMIZER_ELSEWHERE = /^(optimizer_0|global_step[0-9]+)\//;

const ARGUMENTS = /^(save_only_model|fp16|distributed_state\.num_processes)$/;
const OPTIMIZER_STEP = /^state\.[^.]+\.step$/;

/** A folder `checkpoint-<N>` of Hugging Face's Trainer. What it writes and when was read in its source (5.23). */
export const hfTrainer: SetKind = {
  name: 'hf-trainer-checkpoint',
  proves:
    'trainer_state.json is there and says the step of the folder’s name; weights, optimizer, scheduler and the random state of every rank are; the optimizer is not ahead; the last losses are finite; nothing unfinished lies in it',

  find(tree: Tree): FoundSet[] {
    const sets: FoundSet[] = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const names = files.map(({ path }) => nameIn(path));
      if (!isCheckpoint(nameIn(folder), names)) continue;
      const members = files.map(({ path }) => path).filter((path) => nameIn(path) !== 'README.md');
      sets.push({
        root: folder,
        parts: [],
        members,
        within: elsewhereIn(tree, folder),
        examine: (subject) => examine(subject, folder, members),
      });
    }
    return sets;
  },
};

/** The folders of sharding back ends below a checkpoint. */
function elsewhereIn({ files }: Tree, folder: string): string[] {
  const below = prefixOf(folder);
  const names = files.flatMap(({ path }) => {
    const rest = path.startsWith(below) ? path.slice(below.length) : '';
    return WEIGHTS_ELSEWHERE.test(rest) || OPTIMIZER_ELSEWHERE.test(rest)
      ? [rest.slice(0, rest.indexOf('/'))]
      : [];
  });
  return [...new Set(names)].map((name) => below + name);
}

function partIn(name: string): PartName[] {
  if (WEIGHTS.test(name)) return ['model'];
  if (/^rng_state/.test(name)) return ['rng'];
  return PARTS[name.replace(/\.[a-z]+$/, '')] ?? [];
}

const PARTS: Readonly<Record<string, PartName[]>> = {
  optimizer: ['optimizer'],
  scheduler: ['scheduler'],
  scaler: ['scaler'],
  trainer_state: ['step', 'epoch'],
};

function isCheckpoint(folder: string, names: readonly string[]): boolean {
  // Examples of diffusers call folders of another layout so.
  if (names.some((name) => /^random_states_[0-9]+\.pkl$/.test(name))) return false;
  if (FOLDER.test(folder)) return names.some((name) => OWN.test(name));
  const own = names.some((name) => OWN.test(name) && name !== 'training_args.bin');
  return own && names.filter((name) => RESUME.test(name)).length > 1;
}

async function examine(subject: SetSubject, folder: string, members: readonly string[]) {
  const { findings, tree } = subject;
  const below = prefixOf(folder);
  const names = new Set(members.map(nameIn));
  const deeper = tree.files.flatMap(({ path }) => (path.startsWith(below) ? [path.slice(below.length)] : []));
  mayHoldNothingUnfinished(subject, folder);
  if (FOLDER.exec(nameIn(folder))?.[1] !== undefined)
    findings.fail('L1', 'unfinished-name', 'has the name of a checkpoint that is still being written');
  mustBeWhole(subject, members, (name) => NEEDED.test(name) || WEIGHTS.test(name));
  if (![...names].some((name) => WEIGHTS.test(name)) && !deeper.some((path) => WEIGHTS_ELSEWHERE.test(path)))
    findings.fail('L2', 'weights-missing', 'has no weights', { expected: 'model.safetensors or its like' });
  const values = await torchValues(subject, `${below}training_args.bin`, ARGUMENTS);
  await judgeState(subject, folder, below, names);
  judgeResume(subject, names, deeper, values);
  await judgeOptimizer(subject, `${below}optimizer.pt`);
  judgeAdapter(subject, members);
  enterParts(subject, members, partIn);
  return { reaches: 'L3' as const, checksummed: true };
}

/** `trainer_state.json` is written after all else, so it is also the sign that the checkpoint is finished. */
async function judgeState(subject: SetSubject, folder: string, below: string, names: ReadonlySet<string>) {
  const { findings, facts, budgets } = subject;
  const file = `${below}trainer_state.json`;
  if (!names.has('trainer_state.json')) {
    const what = 'trainer_state.json is missing: the checkpoint was never finished, or not all of it came';
    findings.fail('L2', 'file-missing', what, { expected: file });
    return;
  }
  const state = readTrainerState(await subject.text(file, budgets.jsonBytes), file, budgets);
  facts.step = state.globalStep;
  if (state.epoch !== undefined) facts.epoch = state.epoch;
  const named = FOLDER.exec(nameIn(folder))?.[2];
  if (named !== undefined && Number(named) !== state.globalStep)
    findings.fail('L3', 'step-disagrees', 'the folder is named for another step than its state says', {
      file,
      expected: named,
      found: String(state.globalStep),
    });
  if (state.lastLogged !== undefined && state.lastLogged > state.globalStep)
    findings.fail('L3', 'log-ahead', 'logged steps that it had not made', {
      file,
      expected: `<= ${state.globalStep}`,
      found: String(state.lastLogged),
    });
  for (const [name, { step, value, brokenBefore }] of state.losses) {
    const where = { file, expected: 'a finite number', found: `${value} at step ${step}` };
    if (!Number.isFinite(value))
      findings.fail('L3', 'loss-not-finite', `the last ${name.slice(0, 80)} is not a number`, where);
    else if (brokenBefore > 0) {
      const what = `${brokenBefore} earlier records of ${name.slice(0, 80)} are not`;
      findings.note('L3', 'loss-was-not-finite', what, { file });
    }
  }
}

/** With `save_only_model` the trainer leaves out all that a resumption needs; else it leaves out nothing. */
function judgeResume(
  subject: SetSubject,
  names: ReadonlySet<string>,
  deeper: readonly string[],
  values: ReadonlyMap<string, TorchValue>,
): void {
  const { findings } = subject;
  const processes = values.get('distributed_state.num_processes');
  const ranks = [...names].flatMap((name) => RANDOM.exec(name)?.[1] ?? []).map(Number);
  const elsewhere = deeper.some((path) => OPTIMIZER_ELSEWHERE.test(path));
  const onlyModel = values.get('save_only_model') === true;
  if (!onlyModel) {
    // Not every class of arguments can be read here.
    const told = values.has('save_only_model') ? ', and was not told to save the model alone' : '';
    const needs = elsewhere ? [] : ['optimizer', 'scheduler'];
    for (const part of needs)
      if (!names.has(`${part}.pt`) && !names.has(`${part}.bin`))
        findings.fail('L2', 'file-missing', `has no ${part}${told}`, {
          expected: `${part}.pt`,
        });
    if (ranks.length === 0 && !names.has('rng_state.pth'))
      findings.fail('L2', 'file-missing', `has no random state${told}`, {
        expected: 'rng_state.pth',
      });
    if (!names.has('training_args.bin'))
      findings.fail('L2', 'file-missing', 'has no training_args.bin', { expected: 'training_args.bin' });
  }
  judgeRanks(
    subject,
    ranks,
    names.has('rng_state.pth'),
    typeof processes === 'number' ? processes : undefined,
  );
  if (values.get('fp16') === false && names.has('scaler.pt'))
    findings.fail('L2', 'scaler-unexpected', 'holds a loss scaler, and the run did not use fp16', {
      file: 'scaler.pt',
    });
  if (values.get('fp16') === true && !names.has('scaler.pt') && !elsewhere)
    findings.degraded('L2', 'scaler-missing', 'holds no loss scaler, and the run used fp16');
}

function judgeRanks(
  subject: SetSubject,
  ranks: readonly number[],
  single: boolean,
  processes: number | undefined,
) {
  const { findings } = subject;
  if (ranks.length > 0 && single)
    findings.fail('L2', 'rank-surplus', 'holds the random state of one process beside those of several');
  // One process alone would have left rng_state.pth.
  if (ranks.length > 0)
    mustBeForEveryRank(subject, {
      numbers: ranks,
      what: 'random state',
      count: processes ?? Math.max(2, greatest(ranks) + 1),
    });
  else if (single && processes !== undefined && processes > 1)
    findings.fail('L2', 'rank-missing', `holds the random state of one of ${processes} processes`);
}

/** Alone an adapter of zeros may be one that was only made; not beside a state that has made steps. */
function judgeAdapter({ findings, facts, verdictOf }: SetSubject, members: readonly string[]): void {
  for (const file of members) {
    const untrained = verdictOf(file)?.reasons.find(({ code }) => code === 'never-trained');
    if (untrained?.severity !== 'degraded' || (facts.step ?? 0) === 0) continue;
    findings.fail('L3', 'never-trained', untrained.what, { file, found: `${facts.step} steps` });
  }
}

/** Steps can be skipped (a loss that overflowed), never made in advance. */
async function judgeOptimizer(subject: SetSubject, file: string): Promise<void> {
  const { findings, facts } = subject;
  if (facts.step === undefined) return;
  const steps = [...(await torchValues(subject, file, OPTIMIZER_STEP)).values()];
  const most = Math.max(...steps.filter((step) => typeof step === 'number'));
  const where = { file, expected: String(facts.step), found: String(most) };
  if (most > facts.step)
    findings.fail('L3', 'optimizer-ahead', 'the optimizer has made more steps than the trainer', where);
  else if (Number.isFinite(most) && most < facts.step)
    findings.note('L3', 'optimizer-behind', 'the optimizer has made fewer steps than the trainer', where);
}
