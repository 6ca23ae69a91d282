import { matchesWildcard } from '../../wildcard.ts';
import { overBudget } from './findings.ts';
import type { KeySummary } from './verdict.ts';

/** What a roster means by a role's name: the top-level keys under which common trainers keep that part. */
const PARTS: Record<string, RegExp> = {
  model:
    /^(model|net|network|module|state_dict|params|weights|generator|student|(model|net|module)_?(state|state_dict|weights|params))([./]|$)/,
  // Keras 2 keeps the slots of its optimizer beside each variable. An option called `optim` names one and is none.
  // By the names of its slots where a file is one optimizer's state and nothing else: a model may be kept as `state`, too.
  optimizer:
    /^state[./].+[./](exp_(avg\w*|inf)|max_exp_avg_sq|momentum_buffer|square_avg|grad_avg|acc_delta|sum|step)$|^(optim|opt)[./]|^(optim|opt|optimizers?)(_?states?|_state_dict|_dict|_weights)([./]|$)|^optimizers?([./]|$)|\/\.OPTIMIZER_SLOT\//,
  scheduler: /^(lr_?)?sched(uler)?s?(_?states?|_state_dict)?([./]|$)/,
  step: /^(global_?|current_?|total_?|train_?)?(step|steps|iter|iteration|iterations|num_steps|num_updates)$/,
  epoch: /^(current_?|last_?)?epochs?$/,
  rng: /^(.*[._/])?(rng|random)(_?states?)?(_.*)?([./].*)?$/,
  scaler: /^(grad_?|amp_?)?scaler(_?state|_state_dict)?([./]|$)|^amp([./]|$)/,
  // Lightning's: what its callbacks remember, best scores that may be infinite among them.
  callbacks: /^callbacks([./]|$)/,
  ema: /^(model_?|net_?)?ema(_?model|_?state|_state_dict|_weights)?([./]|$)|^shadow([./]|$)/,
};

/** Which part of a checkpoint a tensor belongs to; what no other part claims is the model's, as in a flat file. */
export function partOf(name: string): string {
  return OTHER_PARTS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'model';
}

const OTHER_PARTS = Object.entries(PARTS).filter(([part]) => part !== 'model');

const MOST_NAMES = 2_000_000;

/** The names a file holds, and whether they are what the roster asked for. Only what has a value is entered. */
export class KeyBook {
  readonly #top = new Set<string>();
  readonly #values = new Set<string>();
  readonly #tensors = new Set<string>();

  addTensor(path: string, top: string): void {
    this.#enter(this.#tensors, path, top);
  }

  /** A value that is not a tensor. `null` is no content, so it only shows in the summary. */
  addValue(path: string, top: string, isNull = false): void {
    if (isNull) this.#enter(undefined, path, top);
    else this.#enter(this.#values, path, top);
  }

  /** Everything of a file inside this one. */
  take(inner: KeyBook, prefix: string): void {
    for (const name of inner.#tensors) this.addTensor(prefix + name, topOf(prefix + name));
    for (const name of inner.#values) this.addValue(prefix + name, topOf(prefix + name));
  }

  has(path: string): boolean {
    return this.#tensors.has(path) || this.#values.has(path);
  }

  get tensorCount(): number {
    return this.#tensors.size;
  }

  /** The first of the given patterns that nothing in the file answers to, and so on. */
  missing(wanted: readonly string[]): string[] {
    return wanted.filter((each) => !this.#contains(each));
  }

  summary(): KeySummary {
    return { top: [...this.#top].slice(0, 64), total: this.#top.size };
  }

  #contains(wanted: string): boolean {
    const part = Object.hasOwn(PARTS, wanted) ? PARTS[wanted] : undefined;
    const hit = (name: string) =>
      name === wanted ||
      name.startsWith(`${wanted}.`) ||
      name.startsWith(`${wanted}/`) ||
      part?.test(name) ||
      matchesWildcard(wanted, name);
    for (const name of this.#tensors) {
      if (hit(name) || (wanted === 'model' && partOf(name) === 'model')) return true;
    }
    for (const name of this.#values) {
      // A scalar beside the weights is not a model, whatever it is called.
      if (wanted !== 'model' && hit(name)) return true;
    }
    return false;
  }

  #enter(set: Set<string> | undefined, path: string, top: string): void {
    if (this.#top.size < MOST_NAMES) this.#top.add(top);
    if (set === undefined) return;
    if (set.size >= MOST_NAMES) throw overBudget('names', MOST_NAMES, set.size + 1);
    set.add(path);
  }
}

const topOf = (name: string): string => /^[^./]*/.exec(name)?.[0] || name;
