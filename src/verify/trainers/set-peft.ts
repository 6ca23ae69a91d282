import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import type { TensorRow } from '../contract/tensor-table.ts';
import { byFolder, nameIn, prefixOf, type Tree } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { mustBeWhole } from '../contract/whole-members.ts';
import { mayNotBeUnfinished } from '../read/unfinished-names.ts';
import { judgePair, PairFaults, pairUp } from './lora-pairs.ts';
import { type PeftConfig, parsePeftConfig } from './peft-config.ts';

const CONFIG = 'adapter_config.json';
const WEIGHTS = /^adapter_model\.(safetensors|bin)$/;

/** An adapter as the PEFT library saves it: a configuration and the tensors that it asks for. */
export const peftAdapter: SetKind = {
  name: 'peft-adapter',
  proves:
    'configuration and weights are both there; LoRA matrices come in pairs of the rank that the configuration says; every target module has one; DoRA vectors and modules saved whole are there',

  find(tree: Tree): FoundSet[] {
    const sets: FoundSet[] = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const own = files.filter(({ path }) => nameIn(path) === CONFIG || WEIGHTS.test(nameIn(path)));
      if (own.length === 0) continue;
      const members = own.map(({ path }) => path);
      sets.push({
        root: folder,
        parts: [],
        members,
        examine: (subject) => examine(subject, folder, members),
      });
    }
    return sets;
  },
};

async function examine(subject: SetSubject, folder: string, members: readonly string[]) {
  const { findings } = subject;
  const below = prefixOf(folder);
  mayNotBeUnfinished(subject, [...members, below + CONFIG, `${below}adapter_model.safetensors`]);
  mustBeWhole(subject, members, () => true);
  const weights = members.filter((path) => WEIGHTS.test(nameIn(path)));
  if (weights.length === 0)
    findings.fail('L2', 'file-missing', 'has a configuration and no weights', {
      expected: `${below}adapter_model.safetensors`,
    });
  const config = parsePeftConfig(await subject.text(below + CONFIG), below + CONFIG);
  for (const file of weights) judgeWeights(subject, config, file);
  return { reaches: 'L3' as const, checksummed: true };
}

/** One file of weights and the tensors in it. */
interface Weights {
  file: string;
  rows: readonly TensorRow[];
}

/** For a classifier PEFT names both, because models call their head the one or the other (read in its source, 0.21). */
const HEADS: readonly string[] = ['classifier', 'score'];

function judgeWeights(subject: SetSubject, config: PeftConfig, file: string): void {
  const { findings, table, keys } = subject;
  const alone = subject.verdictOf(file);
  // What could not be read has its own reason already.
  if (alone === undefined || !alone.verdict.startsWith('pass')) return;
  const rows = alone.table ?? [];
  for (const row of rows) {
    table.add(row);
    keys.addTensor(row.name, row.name);
  }
  const weights = { file, rows };
  if (config.type === 'LORA') judgeLora(subject, config, weights);
  else if (config.type === 'IA3') mustHold(subject, weights, { what: 'IA3 vectors', names: /\.ia3_l(\.|$)/ });
  else if (/^(PROMPT_TUNING|P_TUNING|PREFIX_TUNING|MULTITASK_PROMPT_TUNING)$/.test(config.type))
    judgePrompt(subject, config, weights);
  else {
    const what = `the weights are not held against the configuration of ${config.type.slice(0, 40)}`;
    findings.note('L2', 'adapter-type-unknown', what, { file });
  }
  const isSaved = (module: string) => rows.some(({ name }) => `.${name}`.includes(`.${module}.`));
  const hasHead = HEADS.every((head) => config.modulesToSave.includes(head)) && HEADS.some(isSaved);
  for (const module of config.modulesToSave) {
    if (!isSaved(module) && !(hasHead && HEADS.includes(module)))
      findings.fail('L2', 'module-missing', `the configuration says that ${quoted(module)} is saved whole`, {
        file,
      });
  }
}

function judgeLora(subject: SetSubject, config: PeftConfig, { file, rows }: Weights): void {
  const { findings } = subject;
  const { pairs, named, others } = pairUp(rows);
  if (pairs.size === 0) findings.fail('L2', 'lora-missing', 'holds no LoRA matrix', { file });
  if (named.length > 0) {
    const what = 'tensors carry the name of the adapter, and would not be found';
    findings.fail('L2', 'adapter-name-in-key', what, {
      file,
      found: `${named.length}: ${quoted(named[0] ?? '')}`,
    });
  }
  const faults = new PairFaults();
  for (const [module, pair] of pairs) judgePair(module, pair, config, faults);
  faults.enter(findings, file);
  judgeCoverage(subject, config, file, [...pairs.keys()]);
  const beside = others.filter(
    (name) => !config.modulesToSave.some((module) => `.${name}`.includes(`.${module}.`)),
  );
  if (beside.length > 0)
    findings.note('L2', 'adapter-holds-more', 'holds tensors of the model itself beside the matrices', {
      file,
      found: `${beside.length}: ${quoted(beside[0] ?? '')}`,
    });
}

/** A name in a list is a whole module or the end of one; a pattern must match every module that was adapted. */
function judgeCoverage(
  { findings }: SetSubject,
  { targets, isPacked }: PeftConfig,
  file: string,
  modules: readonly string[],
): void {
  if (targets === undefined || modules.length === 0) return;
  if ('ends' in targets) {
    for (const end of targets.ends) {
      if (modules.some((module) => module === end || module.endsWith(`.${end}`))) continue;
      findings.fail('L2', 'target-missing', `no module called ${quoted(end)} was adapted`, { file });
    }
    return;
  }
  const { pattern } = targets;
  if (pattern === undefined) {
    findings.note('L2', 'targets-unread', 'its pattern of target modules is not one that we run', { file });
    return;
  }
  const stray = modules.find((module) => !pattern(module));
  if (stray !== undefined && !isPacked)
    findings.fail('L2', 'target-unexpected', 'a module was adapted that the pattern does not name', {
      file,
      found: quoted(stray),
    });
}

function judgePrompt(subject: SetSubject, { virtualTokens }: PeftConfig, weights: Weights): void {
  mustHold(subject, weights, { what: 'prompt embeddings', names: /(^|\.)prompt_embeddings(\.|$)/ });
  const { file, rows } = weights;
  const length = rows.find(({ name }) => name === 'prompt_embeddings')?.shape[0];
  if (
    virtualTokens === undefined ||
    virtualTokens < 1 ||
    length === undefined ||
    length % virtualTokens === 0
  )
    return;
  subject.findings.fail('L2', 'prompt-length', 'the prompt is not as long as the configuration says', {
    file,
    expected: `a multiple of ${virtualTokens}`,
    found: String(length),
  });
}

function mustHold(
  { findings }: SetSubject,
  { file, rows }: Weights,
  { what, names }: { what: string; names: RegExp },
) {
  if (!rows.some(({ name }) => names.test(name)))
    findings.fail('L2', 'adapter-empty', `holds no ${what}`, { file });
}
