import type { PickleStream } from './stream.ts';
import type { PyValue } from './value.ts';

/** The unpickler's stack of stacks: MARK starts a new one, and nothing reaches below it. */
export class PickleStack {
  readonly #in: PickleStream;
  #values: PyValue[] = [];
  #below: PyValue[][] = [];
  #belowCount = 0;

  constructor(input: PickleStream) {
    this.#in = input;
  }

  get size(): number {
    return this.#belowCount + this.#values.length;
  }

  get marks(): number {
    return this.#below.length;
  }

  mark(): void {
    this.#below.push(this.#values);
    this.#belowCount += this.#values.length;
    this.#values = [];
  }

  /** Everything above the last mark, which goes. */
  toMark(): PyValue[] {
    const below = this.#below.pop();
    if (below === undefined) throw this.#in.broken('no mark');
    const items = this.#values;
    this.#values = below;
    this.#belowCount -= below.length;
    return items;
  }

  push(value: PyValue): void {
    this.#values.push(value);
  }

  top(): PyValue {
    const value = this.#values.at(-1);
    if (value === undefined) throw this.#in.broken('the stack is empty');
    return value;
  }

  pop(): PyValue {
    const value = this.top();
    this.#values.pop();
    return value;
  }

  /** POP: a value, or the mark when there is none above it. */
  drop(): void {
    if (this.#values.length > 0) this.#values.pop();
    else this.toMark();
  }

  pair(): [PyValue, PyValue] {
    const second = this.pop();
    return [this.pop(), second];
  }

  popMany(count: number): PyValue[] {
    if (this.#values.length < count) throw this.#in.broken('the stack is empty');
    return this.#values.splice(this.#values.length - count, count);
  }

  /** CPython takes the topmost value and forgets the rest; an honest writer leaves none. */
  only(): PyValue {
    if (this.size !== 1 || this.marks > 0)
      throw this.#in.broken('STOP without exactly one value on the stack');
    return this.top();
  }
}
