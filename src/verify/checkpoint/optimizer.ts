import type { Matter } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { OptimizerFacts } from '../contract/verdict.ts';
import { entryOf, itemsOf, type NamedDict, numberOf } from '../pickle/pickled-parts.ts';
import { PyDict, PyTensor, type PyValue } from '../pickle/value.ts';
import { judgeExchange, sameBag } from './exchange.ts';

/** Moments that have the shape of their parameter in every optimizer of PyTorch. */
const MOMENTS = ['exp_avg', 'momentum_buffer', 'square_avg', 'sum'];
/**
 * Of the groups of PyTorch's Adam, AdamW and NAdam, whose steps are about as large as the rate whatever the gradient. SGD's, and the
 * first of RAdam, are as small as the gradient: behind a last normalisation that is zero but for rounding.
 */
const SCALES_STEPS = ['amsgrad', 'momentum_decay'];
/** Keys of groups whose moments are smaller than their parameters on purpose (projected, factored). */
const PROJECTED = ['rank', 'update_proj_gap', 'proj_type', 'proj', 'scale_parameter'];

export const isOptimizer = ({ dict }: NamedDict): boolean =>
  entryOf(dict, 'state') instanceof PyDict && itemsOf(entryOf(dict, 'param_groups')) !== undefined;

/** One optimizer's `state_dict()`: its groups, its state, and the parameters they are for. */
export class OptimizerMeaning {
  readonly #subject: Matter;
  readonly #path: string;
  readonly groups: readonly PyDict[];
  /** As they stand in the groups, in their order. */
  readonly #params: readonly PyValue[];
  readonly #state: PyDict;

  constructor(subject: Matter, { path, dict }: NamedDict) {
    this.#subject = subject;
    this.#path = path === '' ? 'the optimizer' : quoted(path);
    this.groups = (itemsOf(entryOf(dict, 'param_groups')) ?? []).filter((group) => group instanceof PyDict);
    this.#params = this.groups.flatMap((group) => [...(itemsOf(entryOf(group, 'params')) ?? [])]);
    this.#state = entryOf(dict, 'state') as PyDict;
  }

  /** State for a parameter that no group has cannot be loaded; a parameter without state is frozen, or new. */
  judgeIndexes(): void {
    const { findings } = this.#subject;
    const listed = new Set(this.#params);
    // Optimizers may keep things of their own under text keys; only numbers are parameters for certain.
    const numbers = [...this.#state.entries.values()].flatMap(([key]) =>
      typeof key === 'number' ? [key] : [],
    );
    const surplus = numbers.filter((key) => !listed.has(key));
    if (surplus.length > 0) {
      const what = `${this.#path} holds state for parameters that are in none of its groups`;
      findings.fail('L3', 'optimizer-surplus', what, {
        expected: `${this.#params.length} parameters`,
        found: `state ${surplus.slice(0, 5).join(', ')}`,
      });
    }
    const missing = this.#params.filter((key) => typeof key === 'number' && !this.#state.entries.has(key));
    if (numbers.length > 0 && missing.length > 0)
      findings.note('L3', 'optimizer-missing', `${this.#path} holds no state for some of its parameters`, {
        expected: `${this.#params.length} parameters`,
        found: `none for ${missing.length}`,
      });
  }

  /**
   * The shapes of the moments are those of the parameters. Only compared where there are as many as the models have tensors
   * that can be trained: then nothing is frozen, sharded or flattened.
   * @param models the tensors of each model in the file; one of them is meant
   */
  judgeShapes(models: readonly ReadonlyMap<string, PyTensor>[]): void {
    const own = this.#momentShapes();
    const trained = models.map((tensors) => ({ tensors, shapes: trainableShapes(tensors) }));
    const places = { path: this.#path, groups: this.groups, state: this.#state, shapes: own };
    judgeExchange(this.#subject, places, trained);
    if (own === undefined) return;
    const sameCount = trained.map(({ shapes }) => shapes).filter((shapes) => shapes.length === own.length);
    if (sameCount.length === 0 || sameCount.some((shapes) => sameBag(shapes, own))) return;
    const [first = []] = sameCount;
    const left = new Set(first);
    const what = `${this.#path} belongs to another model: its moments have other shapes`;
    this.#subject.findings.fail('L3', 'moment-shape', what, {
      expected: `${first.length} parameters`,
      found: own.find((shape) => !left.has(shape)) ?? 'another mixture of shapes',
    });
  }

  judgeStepCounts(): void {
    const { findings } = this.#subject;
    for (const [, value] of this.#state.entries.values()) {
      const step = value instanceof PyDict ? numberOf(entryOf(value, 'step')) : undefined;
      if (step !== undefined && !(step >= 0 && Number.isFinite(step))) {
        findings.fail('L3', 'step-not-a-count', `${this.#path} has made a number of steps that is none`, {
          found: String(step),
        });
        return;
      }
    }
  }

  /** The greatest step count that stands as a plain number in the state. */
  get plainStep(): number | undefined {
    const steps = [...this.#state.entries.values()].flatMap(([, value]) => {
      const step = value instanceof PyDict ? numberOf(entryOf(value, 'step')) : undefined;
      return step === undefined ? [] : [step];
    });
    return steps.length === 0 ? undefined : steps.reduce((most, step) => Math.max(most, step), 0);
  }

  #momentShapes(): string[] | undefined {
    const isProjected = this.groups.some((group) => PROJECTED.some((key) => group.entries.has(`s${key}`)));
    if (isProjected) return undefined;
    const shapes: string[] = [];
    for (const [, value] of this.#state.entries.values()) {
      const moment =
        value instanceof PyDict
          ? MOMENTS.map((name) => entryOf(value, name)).find((each) => each instanceof PyTensor)
          : undefined;
      if (!(moment instanceof PyTensor)) return undefined;
      shapes.push(moment.shape.join('x'));
    }
    return shapes.length > 0 && shapes.length === this.#params.length ? shapes : undefined;
  }
}

/** @returns `undefined` where there is no group, or a rate is no finite number, which is told as that */
export function factsOf(groups: readonly PyDict[], steps: number | undefined): OptimizerFacts | undefined {
  const rates = groups.map((group) => numberOf(entryOf(group, 'lr')) ?? 0);
  const first = groups.map((group, i) =>
    Math.max(rates[i] ?? 0, numberOf(entryOf(group, 'initial_lr')) ?? 0),
  );
  const of = {
    ...(steps === undefined ? {} : { steps }),
    leastRate: rates.reduce((least, rate) => Math.min(least, rate), Number.POSITIVE_INFINITY),
    mostRate: rates.reduce((most, rate) => Math.max(most, rate), 0),
    leastFirstRate: first.reduce((least, rate) => Math.min(least, rate), Number.POSITIVE_INFINITY),
    scalesSteps: groups.every((group) => SCALES_STEPS.some((key) => entryOf(group, key) !== undefined)),
  };
  return [of.leastRate, of.mostRate, of.leastFirstRate].every(Number.isFinite) ? of : undefined;
}

/** Buffers of normalisation layers are not trained; tied weights count once. */
function trainableShapes(model: ReadonlyMap<string, PyTensor>): string[] {
  const places = new Map<string, string>();
  for (const [name, { storage, dtype, offset, shape }] of model) {
    if (dtype?.kind !== 'float' || /(^|\.)running_(mean|var)$/.test(name)) continue;
    places.set(`${storage?.key ?? name} ${offset} ${shape.join('x')}`, shape.join('x'));
  }
  return [...places.values()];
}
