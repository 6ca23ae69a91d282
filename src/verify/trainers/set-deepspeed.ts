import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { byFolder, folderOf, inFolder, nameIn, type Tree } from '../contract/tree.ts';
import { mustBeWhole } from '../contract/whole-members.ts';
import { readPointer } from '../read/pointer-file.ts';
import { mayHoldNothingUnfinished } from '../read/unfinished-names.ts';
import { enterParts, greatest, mustBeForEveryRank, type PartName } from './set-members.ts';
import { type TorchValue, torchValues } from './torch-values.ts';

const STATES = /_(model|optim)_states\.pt$/;
const MODEL = /^(?:zero_pp_rank_([0-9]+)_)?mp_rank_([0-9]+)_model_states\.pt$/;
const OPTIMIZER = /^(?:bf16_)?zero_pp_rank_([0-9]+)_mp_rank_([0-9]+)_optim_states\.pt$/;
const EXPERT = /^layer_([0-9]+)_expert_([0-9]+)_mp_rank_[0-9]+_model_states\.pt$/;
const EXPERT_OPTIMIZER = /^expp_rank_([0-9]+)_mp_rank_([0-9]+)_optim_states\.pt$/;
const TAG = /^global_step([0-9]+)$/;
const SCRIPT = 'zero_to_fp32.py';
const WORLD = /^(dp_world_size|mp_world_size|global_steps|ds_config\.zero_optimization\.stage)$/;
const OPTIMIZER_STEP =
  /^optimizer_state_dict\.(base_optimizer_state|optimizer_state_dict)\.(state\.)?[^.]+\.step$/;

/** A tag's folder of DeepSpeed, `global_step<N>`, and the file `latest` beside it that names the last whole one. */
export const deepspeedCheckpoint: SetKind = {
  name: 'deepspeed-checkpoint',
  proves:
    'latest, which is written last, names a tag that is there and no older one; model and optimizer states of every data and model parallel rank are there, and every expert of every layer, and agree on sizes and step; the script beside them is reported',

  find(tree: Tree): FoundSet[] {
    const folders = byFolder(tree.files);
    const tags = [...folders].flatMap(([folder, files]) =>
      files.some(({ path }) => STATES.test(path)) ? [folder] : [],
    );
    const withTags = new Set(tags.map(folderOf));
    const sets = tags.map((folder) =>
      setOf(folder, pathsOf(folders, folder), pathsOf(folders, folderOf(folder))),
    );
    for (const [folder, files] of folders) {
      const names = files.map(({ path }) => nameIn(path));
      // The script and the pointer are there, and nothing that they are about.
      if (!withTags.has(folder) && names.includes('latest') && names.includes(SCRIPT))
        sets.push(nothingIn(folder));
    }
    return sets;
  },
};

type Folders = ReturnType<typeof byFolder>;
const pathsOf = (folders: Folders, folder: string): string[] =>
  (folders.get(folder) ?? []).map(({ path }) => path);
function setOf(folder: string, own: readonly string[], around: readonly string[]): FoundSet {
  const beside = folder === '' ? [] : around;
  const parts = beside.filter((path) => nameIn(path) === 'latest');
  const members = [...own, ...beside.filter((path) => nameIn(path) === SCRIPT)];
  return { root: folder, parts, members, examine: (subject) => examine(subject, folder, members) };
}

function nothingIn(folder: string): FoundSet {
  const latest = inFolder(folder, 'latest');
  return {
    root: latest,
    parts: [latest],
    members: [],
    async examine(subject) {
      await judgeLatest(subject, latest, '');
      return { reaches: 'L2', checksummed: true };
    },
  };
}

async function examine(subject: SetSubject, folder: string, members: readonly string[]) {
  const { findings } = subject;
  mayHoldNothingUnfinished(subject, folder);
  mustBeWhole(subject, members, (name) => STATES.test(name));
  const script = members.find((path) => nameIn(path) === SCRIPT);
  if (script !== undefined)
    findings.note('L2', 'holds-code', 'a script lies beside the weights; it was not judged', {
      file: script,
    });
  await judgeLatest(subject, inFolder(folderOf(folder), 'latest'), folder);
  const models = members.filter((path) => MODEL.test(nameIn(path)));
  const values = new Map<string, TorchValue>();
  for (const path of models) mustAgree(subject, path, values, await torchValues(subject, path, WORLD));
  judgeStep(subject, folder, values);
  judgeRanks(subject, members.map(nameIn), values);
  judgeExperts(subject, members.map(nameIn));
  await judgeOptimizers(subject, members);
  enterParts(subject, members, partIn);
  // The pointer's bytes are the name of a folder that must be there: there is none to change unseen.
  return { reaches: 'L3' as const, checksummed: true };
}

function partIn(name: string): PartName[] {
  if (/_optim_states\.pt$/.test(name)) return ['optimizer'];
  return /_model_states\.pt$/.test(name) ? ['model', 'step'] : [];
}

/** @param folder of the tag that is looked at; `''` when there is none at all */
async function judgeLatest(subject: SetSubject, latest: string, folder: string): Promise<void> {
  const { tree, findings } = subject;
  const tag = await readPointer(subject, latest);
  if (tag === undefined) {
    const what = 'latest is missing: the checkpoint was never finished, or not all of it came';
    findings.fail('L2', 'file-missing', what, { expected: latest });
    return;
  }
  const named = inFolder(folderOf(latest), tag);
  const where = { file: latest, found: JSON.stringify(tag.slice(0, 80)) };
  if (!/^[^/\\]+$/.test(tag) || !tree.files.some(({ path }) => path.startsWith(`${named}/`)))
    findings.fail('L2', 'latest-missing', 'latest names a checkpoint that is not there', where);
  const [own, last] = [TAG.exec(nameIn(folder))?.[1], TAG.exec(tag)?.[1]];
  if (own !== undefined && last !== undefined && Number(last) < Number(own)) {
    const what = 'latest names an older checkpoint, so this one was never finished';
    findings.fail('L2', 'never-finished', what, where);
  }
}

function mustAgree(
  { findings }: SetSubject,
  file: string,
  known: Map<string, TorchValue>,
  found: ReadonlyMap<string, TorchValue>,
): void {
  for (const [name, value] of found) {
    const before = known.get(name);
    if (before === undefined) known.set(name, value);
    else if (before !== value)
      findings.fail('L3', 'ranks-disagree', `its ranks do not agree on ${name}`, {
        file,
        expected: String(before),
        found: String(value),
      });
  }
}

function judgeStep(
  { findings, facts }: SetSubject,
  folder: string,
  values: ReadonlyMap<string, TorchValue>,
): void {
  const step = values.get('global_steps');
  if (typeof step !== 'number') return;
  facts.step = step;
  const named = TAG.exec(nameIn(folder))?.[1];
  if (named !== undefined && Number(named) !== step)
    findings.fail('L3', 'step-disagrees', 'the folder is named for another step than it holds', {
      expected: named,
      found: String(step),
    });
}

function judgeRanks(
  subject: SetSubject,
  names: readonly string[],
  values: ReadonlyMap<string, TorchValue>,
): void {
  const count = (name: string) => {
    const value = values.get(name);
    return typeof value === 'number' && value >= 1 ? value : undefined;
  };
  const dp = count('dp_world_size');
  const mp = count('mp_world_size');
  const grid = (pattern: RegExp) =>
    names.flatMap((name) => {
      const [whole, data, model] = pattern.exec(name) ?? [];
      return whole === undefined
        ? []
        : [{ data: data === undefined ? undefined : Number(data), model: Number(model) }];
    });
  const models = grid(MODEL);
  if (models.length === 0 && !names.some((name) => /-model_states\.pt$/.test(name))) {
    subject.findings.fail('L2', 'weights-missing', 'has no model states', {
      expected: 'mp_rank_00_model_states.pt',
    });
    return;
  }
  const optimizers = grid(OPTIMIZER);
  if (models.length > 0)
    mustBeForEveryRank(subject, {
      numbers: models.map(({ model }) => model),
      what: 'model state',
      count: mp,
    });
  // From stage 3 on every data parallel rank has its own part of the weights.
  const parts = models.flatMap(({ data }) => data ?? []);
  if (parts.length > 0) mustBeForEveryRank(subject, { numbers: parts, what: 'part of the model', count: dp });
  if (optimizers.length === 0) {
    const stage = values.get('ds_config.zero_optimization.stage');
    if (typeof stage === 'number' && stage > 0) {
      const what = `has no optimizer state, and was made with ZeRO stage ${stage}`;
      subject.findings.fail('L2', 'file-missing', what);
    }
    return;
  }
  for (const model of new Set([...models, ...optimizers].map((each) => each.model))) {
    const own = optimizers.filter((each) => each.model === model).flatMap(({ data }) => data ?? []);
    mustBeForEveryRank(subject, { numbers: own, what: `optimizer state (model rank ${model})`, count: dp });
  }
}

/** Each layer of a mixture has the same experts, and each rank that holds some of them an optimizer for them. */
function judgeExperts(subject: SetSubject, names: readonly string[]): void {
  const layers = new Map<string, number[]>();
  for (const name of names) {
    const [, layer, expert] = EXPERT.exec(name) ?? [];
    if (layer !== undefined) layers.set(layer, [...(layers.get(layer) ?? []), Number(expert)]);
  }
  const count = greatest([...layers.values()].flat()) + 1;
  for (const [layer, numbers] of layers)
    mustBeForEveryRank(subject, { numbers, what: `expert of layer ${layer}`, count });
  const optimizers = names.flatMap((name) => EXPERT_OPTIMIZER.exec(name)?.[1] ?? []).map(Number);
  if (optimizers.length > 0)
    mustBeForEveryRank(subject, { numbers: optimizers, what: 'optimizer state of the experts' });
}

async function judgeOptimizers(subject: SetSubject, members: readonly string[]): Promise<void> {
  const { findings, facts } = subject;
  if (facts.step === undefined) return;
  for (const file of members.filter((path) => OPTIMIZER.test(nameIn(path)))) {
    const steps = [...(await torchValues(subject, file, OPTIMIZER_STEP)).values()];
    const most = Math.max(...steps.filter((step) => typeof step === 'number'));
    if (most > facts.step)
      findings.fail('L3', 'optimizer-ahead', 'an optimizer has made more steps than the model', {
        file,
        expected: String(facts.step),
        found: String(most),
      });
  }
}
