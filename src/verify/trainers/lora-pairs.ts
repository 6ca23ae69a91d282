import type { Findings } from '../contract/findings.ts';
import type { TensorRow } from '../contract/tensor-table.ts';
import { quoted } from '../contract/untrusted.ts';
import type { PeftConfig } from './peft-config.ts';

type Shape = readonly number[];

/** The tensors of one adapted module. */
export interface LoraPair {
  a?: Shape;
  b?: Shape;
  magnitude?: Shape;
  isEmbedding: boolean;
}

const PREFIX = /^base_model\.model\./;
const PART = /^(.+)\.lora_(embedding_)?(A|B|magnitude_vector)(\.weight)?$/;
/** In memory the adapter's name stands behind the part; `save_pretrained` takes it out. */
const NAMED = /\.lora_(embedding_)?(A|B|magnitude_vector)\.(?!(weight|bias)$)[^.]+(\.(weight|bias))?$/;
const SHOWN = 5;

export interface LoraTensors {
  /** By module, as the base model calls it. */
  pairs: Map<string, LoraPair>;
  /** Names that carry the adapter's own name. */
  named: string[];
  /** Whole tensors beside the pairs. */
  others: string[];
}

export function pairUp(rows: readonly TensorRow[]): LoraTensors {
  const found: LoraTensors = { pairs: new Map(), named: [], others: [] };
  for (const { name, shape } of rows) {
    const [, module, embedding, part] = PART.exec(name) ?? [];
    if (module === undefined) {
      if (NAMED.test(name)) found.named.push(name);
      else if (!/\.lora_[AB]\.bias$/.test(name)) found.others.push(name);
      continue;
    }
    const key = module.replace(PREFIX, '');
    const pair = found.pairs.get(key) ?? { isEmbedding: false };
    if (embedding !== undefined) pair.isEmbedding = true;
    if (part === 'A') pair.a = shape;
    else if (part === 'B') pair.b = shape;
    else pair.magnitude = shape;
    found.pairs.set(key, pair);
  }
  return found;
}

/** Collects like faults under one reason each: an adapter has hundreds of modules. */
export class PairFaults {
  readonly #faults = new Map<string, { what: string; modules: string[] }>();

  add(code: string, what: string, module: string): void {
    const fault = this.#faults.get(code) ?? { what, modules: [] };
    fault.modules.push(module);
    this.#faults.set(code, fault);
  }

  enter(findings: Findings, file: string): void {
    for (const [code, { what, modules }] of this.#faults) {
      const shown = modules.slice(0, SHOWN).map((module) => quoted(module));
      findings.fail('L2', code, what, { file, found: `${modules.length}: ${shown.join(', ')}` });
    }
  }
}

/** `lora_A` is [r, in, ...], `lora_B` [out, r, ...]; of an embedding likewise [r, entries] and [width, r]. */
export function judgePair(module: string, pair: LoraPair, config: PeftConfig, faults: PairFaults): void {
  const { a, b, magnitude, isEmbedding } = pair;
  if (a === undefined || b === undefined) {
    faults.add('lora-unpaired', 'half of a pair of LoRA matrices is missing', module);
    return;
  }
  if (config.isDora && magnitude === undefined && !isEmbedding)
    faults.add(
      'dora-vector-missing',
      'a magnitude vector is missing, and the configuration says DoRA',
      module,
    );
  if (!config.isDora && magnitude !== undefined)
    faults.add(
      'dora-vector-unexpected',
      'a magnitude vector is there, and the configuration says no DoRA',
      module,
    );
  if (config.isPacked) return;
  if (a[0] !== b[1]) faults.add('lora-shapes', 'the two matrices of a pair do not fit each other', module);
  else if (!ranksOf(module, config).includes(a[0] ?? -1))
    faults.add('lora-rank', 'a pair is of another rank than the configuration says', module);
  const size = magnitude?.reduce((product, length) => product * length, 1);
  if (size !== undefined && !isEmbedding && size !== b[0])
    faults.add('dora-vector-size', 'a magnitude vector is not as long as its module is wide', module);
}

/** The first pattern that matches decides; one that we cannot run may match. */
function ranksOf(module: string, { rank = -1, rankPatterns }: PeftConfig): number[] {
  const maybe: number[] = [];
  for (const { test, rank: own } of rankPatterns) {
    if (test === undefined) maybe.push(own);
    else if (test(module)) return [...maybe, own];
  }
  return [...maybe, rank];
}
