import type { SetSubject } from '../contract/set.ts';
import { StepRecord } from '../read/step-record.ts';

const VALUE = '/.ATTRIBUTES/VARIABLE_VALUE';
/** How optimizers call the number of their steps: Keras 3, Keras 2, TensorFlow 1. */
const ITERATIONS = /(^|\/)(_?iterations|iter)$/;
const COUNTED = /(^|\/)(global_step|step|epoch)$/;
const MOST_SCALARS = 64;

/** Finds a checkpoint's step among its scalars. */
export class TfSteps {
  readonly #subject: SetSubject;
  readonly #iterations = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  #saves: number | undefined;

  constructor(subject: SetSubject) {
    this.#subject = subject;
  }

  offer(key: string, value: number): void {
    const name = key.endsWith(VALUE) ? key.slice(0, -VALUE.length) : key;
    const { stepKey } = this.#subject.expectation;
    const isNamed = stepKey !== undefined && (stepKey === name || stepKey === key);
    if (isNamed) this.#counts.set(stepKey, value);
    else if (COUNTED.test(name)) this.#counts.set(name.slice(name.lastIndexOf('/') + 1), value);
    else if (ITERATIONS.test(name)) this.#iterations.set(name, value);
    else if (name === 'save_counter') this.#saves = value;
    const { scalars } = this.#subject.facts;
    if (Object.keys(scalars).length < MOST_SCALARS) scalars[name.slice(0, 200)] = value;
  }

  settle(): void {
    // A set's subject lacks what belongs to one file, and nothing of that is asked here.
    const record = new StepRecord(this.#subject as unknown as ConstructorParameters<typeof StepRecord>[0]);
    for (const [name, value] of this.#counts) record.offer(name, value);
    const iterations = [...this.#iterations.values()];
    // Two optimizers (of a GAN, say) may have made different numbers of steps; the run went on as long as the longest.
    if (iterations.length > 0) record.offer('iter', Math.max(...iterations));
    // The number of saves is the only count that a checkpoint without an optimizer has.
    else if (this.#counts.size === 0 && this.#saves !== undefined) record.offer('steps', this.#saves);
    record.settle();
  }
}
