import type { Matter } from '../contract/format.ts';
import { partOf } from '../contract/key-book.ts';
import { quoted } from '../contract/untrusted.ts';
import { holdsTensors } from '../contract/verdict.ts';
import { entryOf, type NamedDict, nearDicts, numberOf, tensorsOf } from '../pickle/pickled-parts.ts';
import type { PyTensor, PyValue } from '../pickle/value.ts';
import { namedStep } from '../read/name-step.ts';
import { judgeCopies } from './copies.ts';
import { judgeInstantiator } from './instantiator.ts';
import { PlainNumbers } from './numbers.ts';
import { factsOf, isOptimizer, OptimizerMeaning } from './optimizer.ts';
import { judgeRandomStates } from './rng.ts';

/** The last one, or its mean; the best one may be none yet. */
const LOSS = /^((train|training|val|valid|eval|test)_)?loss$|^lr$|^learning_rate$/;
const OPTIMIZER_STEP = /(^|\.)state\.[^.]+\.step$/;

/**
 * Whether the parts of a training checkpoint fit each other: what one tensor alone cannot tell. Trainers differ, so it is
 * said as a fault only what no trainer writes on purpose; the rest is a note.
 */
export class CheckpointMeaning {
  readonly #subject: Matter;
  readonly #label: string;
  readonly #numbers: PlainNumbers;
  #optimizerStep: number | undefined;
  #toldSteps = false;

  /** @param label of the file, for the step in its name */
  constructor(subject: Matter, label: string) {
    this.#subject = subject;
    this.#label = label;
    this.#numbers = new PlainNumbers(subject);
  }

  /** Whether a tensor of one element is an optimizer's own step count. */
  wants(name: string): boolean {
    return OPTIMIZER_STEP.test(name);
  }

  offer(step: number): void {
    if (step >= 0 && Number.isFinite(step)) {
      this.#optimizerStep = Math.max(this.#optimizerStep ?? 0, step);
      return;
    }
    if (this.#toldSteps) return;
    this.#toldSteps = true;
    const what = 'an optimizer has made a number of steps that is none';
    this.#subject.findings.fail('L3', 'step-not-a-count', what, { found: String(step) });
  }

  /** A plain number of the program. @param path of it, or of the list that it stands in */
  number(path: string, value: number): void {
    this.#numbers.offer(path, value);
  }

  /** Call once, when the step is known. */
  settle(root: PyValue): void {
    const dicts = nearDicts(root);
    const optimizers = dicts.filter(isOptimizer).map((dict) => new OptimizerMeaning(this.#subject, dict));
    this.#tellOptimizer(optimizers);
    judgeInstantiator(this.#subject, dicts);
    if (!holdsTensors(this.#subject.role)) {
      this.#numbers.settle(() => false);
      return;
    }
    const models = modelsIn(dicts);
    for (const optimizer of optimizers) {
      optimizer.judgeIndexes();
      optimizer.judgeStepCounts();
      optimizer.judgeShapes(models.map(({ tensors }) => tensors));
    }
    judgeCopies(this.#subject);
    judgeEma(this.#subject, models);
    this.#numbers.settle(this.#judgeLosses(dicts));
    judgeRandomStates(this.#subject, dicts);
    for (const { path, dict } of dicts) {
      if (dict.entries.has('sgrowth_factor') && dict.entries.has('sscale')) this.#judgeScaler(path, dict);
      if (dict.entries.has('slast_epoch')) this.#judgeScheduler(path, dict);
    }
    this.#judgeOptimizerStep();
    this.#judgeName();
  }

  /** Whatever the role: what lies beside the file is held against it. */
  #tellOptimizer(optimizers: readonly OptimizerMeaning[]): void {
    const { facts, role } = this.#subject;
    if (holdsTensors(role))
      for (const { plainStep } of optimizers) if (plainStep !== undefined) this.offer(plainStep);
    const groups = optimizers.flatMap((optimizer) => optimizer.groups);
    const told = factsOf(groups, this.#optimizerStep ?? facts.step);
    if (told !== undefined) facts.optimizer = told;
  }

  /**
   * A loss that is no number says that the weights beside it will be none: that of the file, and below it that of what holds a
   * model or an optimizer. Elsewhere it is a record of something measured. @returns whether a path was judged here
   */
  #judgeLosses(dicts: readonly NamedDict[]): (path: string) => boolean {
    const judged = new Set<string>();
    const holders = dicts.filter((each) => isOptimizer(each) || tensorsOf(each.dict) !== undefined);
    const beside = new Set(['', ...holders.map(({ path }) => path.replace(/\.?[^.]*$/, ''))]);
    for (const { path, dict } of dicts.filter((each) => beside.has(each.path)))
      for (const [key, value] of dict.entries.values()) {
        if (typeof key !== 'string' || !Number.isNaN(numberOf(value)) || !LOSS.test(key)) continue;
        const name = path === '' ? key : `${path}.${key}`;
        judged.add(name);
        const what = `${quoted(name)} is not a number`;
        this.#subject.findings.fail('L3', 'not-a-number', what, { found: 'NaN' });
      }
    return (path) => judged.has(path);
  }

  #judgeScaler(path: string, dict: NamedDict['dict']): void {
    const { findings } = this.#subject;
    const scale = numberOf(entryOf(dict, 'scale'));
    const tracker = numberOf(entryOf(dict, '_growth_tracker'));
    const what = `the gradient scaler ${quoted(path)}`;
    if (scale !== undefined && !(scale > 0 && Number.isFinite(scale)))
      findings.fail('L3', 'scaler-scale', `${what} has a scale that scales nothing`, {
        expected: '> 0',
        found: String(scale),
      });
    else if (scale !== undefined && scale <= 1)
      findings.note('L3', 'scaler-scale', `${what} has shrunk its scale to nothing: gradients overflow`, {
        found: String(scale),
      });
    if (tracker !== undefined && !(tracker >= 0))
      findings.fail('L3', 'scaler-tracker', `${what} counts below zero`, {
        expected: '>= 0',
        found: String(tracker),
      });
  }

  /** A scheduler counts steps or epochs, from 0 or from 1. */
  #judgeScheduler(path: string, dict: NamedDict['dict']): void {
    const { findings, facts } = this.#subject;
    const last = numberOf(entryOf(dict, 'last_epoch'));
    const counts = [facts.step, facts.epoch, this.#optimizerStep].filter((count) => count !== undefined);
    if (last === undefined || counts.length === 0 || counts.some((count) => Math.abs(count - last) <= 1))
      return;
    const what = `${quoted(path)} counts neither the steps nor the epochs of the file`;
    findings.note('L3', 'scheduler-step', what, { expected: counts.join(' or '), found: String(last) });
  }

  /** Gradient accumulation, skipped steps and several optimizers make them differ; so it is told and no more. */
  #judgeOptimizerStep(): void {
    const { findings, facts } = this.#subject;
    if (this.#optimizerStep === undefined || facts.step === undefined || this.#optimizerStep === facts.step)
      return;
    const what = 'the optimizer has made another number of steps than the file says';
    findings.note('L3', 'optimizer-step', what, {
      expected: String(facts.step),
      found: String(this.#optimizerStep),
    });
  }

  /** Trainers count from 0 or 1, so a difference of one is told and no more. */
  #judgeName(): void {
    const { findings, facts } = this.#subject;
    const named = namedStep(this.#label);
    for (const word of ['step', 'epoch'] as const) {
      const [inName, inside] = [named[word], facts[word]];
      if (inName === undefined || inside === undefined || inName === inside) continue;
      const what = `its name is that of another ${word} than it holds`;
      const where = { expected: String(inName), found: String(inside) };
      if (Math.abs(inName - inside) <= 1) findings.note('L3', `name-${word}`, what, where);
      else findings.fail('L3', `name-${word}`, what, where);
    }
  }
}

interface Model {
  part: string;
  tensors: Map<string, PyTensor>;
}

/** Flat dicts of tensors that belong to a model or to its moving average, by their paths; states of optimizers are none. */
const modelsIn = (dicts: readonly NamedDict[]): Model[] =>
  dicts.flatMap(({ path, dict }) => {
    const part = partOf(path);
    const tensors = part === 'model' || part === 'ema' ? tensorsOf(dict) : undefined;
    return tensors === undefined || /(^|\.)(state|param_groups)(\.|$)/.test(path) ? [] : [{ part, tensors }];
  });

/** A moving average has the matrices of its model, in the same shapes; buffers and counters may differ. */
function judgeEma({ findings }: Matter, models: readonly Model[]): void {
  const plain = models.filter(({ part }) => part === 'model');
  for (const { tensors } of models.filter(({ part }) => part === 'ema')) {
    const own = matricesOf(tensors);
    const [nearest] = plain
      .map((model) => matricesOf(model.tensors))
      .sort((a, b) => shared(b, own) - shared(a, own));
    // With less than half of it in common it is an average of something else.
    if (nearest === undefined || shared(nearest, own) * 2 < Math.max(own.size, nearest.size)) continue;
    const differing = [...new Set([...own.keys(), ...nearest.keys()])].filter(
      (name) => own.get(name) !== nearest.get(name),
    );
    if (differing.length === 0) continue;
    findings.fail('L3', 'ema-differs', 'the moving average is not of the model beside it', {
      found: `${differing.length} differ: ${differing
        .slice(0, 3)
        .map((name) => JSON.stringify(name.slice(0, 80)))
        .join(', ')}`,
    });
  }
}

const matricesOf = (tensors: ReadonlyMap<string, PyTensor>): Map<string, string> =>
  new Map(
    [...tensors].flatMap(([name, { shape, dtype }]): [string, string][] =>
      shape.length >= 2 && dtype?.kind === 'float'
        ? [[name.replace(/^(module|ema_model|model)\./, ''), shape.join('x')]]
        : [],
    ),
  );

const shared = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): number =>
  [...a.keys()].filter((name) => b.has(name)).length;
