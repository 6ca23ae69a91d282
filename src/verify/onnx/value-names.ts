import { type Extra, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';

/** A model of a thousand layers has some ten thousand names of fifty letters. */
const MOST_LETTERS = 128 * 1024 ** 2;
/** What a name costs beside its letters, roughly. */
const NAME_LETTERS = 64;

/** As a code of reasons: whole otherwise. */
export const ORDER = 'onnx-order';

export interface Fault {
  code: string;
  what: string;
  extra: Extra;
}

/**
 * The names by which the nodes of one graph or function hand values to each other. A graph inside a node sees those of the
 * graphs around it. A node that stands before those that feed it is told apart: ONNX Runtime sorts them, and ONNX's checker refuses that.
 */
export class ValueNames {
  /** Inputs and initializers, which may have the same names. */
  readonly #given = new Set<string>();
  readonly #made = new Map<string, number>();
  readonly #used = new Map<string, number>();
  /** Used by a node before any made it: at the end, what is given falls away. */
  readonly #early = new Map<string, number>();
  readonly #delivered = new Map<string, number>();
  #letters = 0;

  give(name: string): void {
    this.#hold(name);
    this.#given.add(name);
  }

  /** @param at where the name stands in the file; a name of no letters is an output that nobody wants */
  make(name: string, at: number): Fault | undefined {
    if (name === '') return undefined;
    this.#hold(name);
    const isTwice = this.#made.has(name);
    this.#made.set(name, at);
    return isTwice ? madeTwice(name, at) : undefined;
  }

  /** What a node takes. A name of no letters is an input that is left out. */
  feed(name: string, at: number): void {
    if (name === '') return;
    if (!this.#made.has(name) && !this.#early.has(name)) this.#early.set(name, at);
    this.#use(name, at);
  }

  /** What a graph within takes from around it. @param makes what the node that holds it makes of that */
  feedFree(inner: ValueNames, makes: ReadonlySet<string>): void {
    for (const [name, at] of inner.#free()) {
      this.feed(name, at);
      if (makes.has(name)) this.#early.set(name, at);
    }
  }

  /** What the graph or function gives back. */
  deliver(name: string, at: number): void {
    if (name === '') return;
    this.#use(name, at);
    this.#delivered.set(name, at);
  }

  /** Of a model's graph or a function, which sees nothing else. @returns the first of each kind */
  faults(): Fault[] {
    const [dangling] = this.#free();
    return [
      ...this.#ownFaults(),
      ...(dangling === undefined
        ? []
        : [told('onnx-dangling', dangling, 'is used, and nothing in the graph makes it')]),
    ];
  }

  /** Of a graph within a node: what it gives back it must make itself. */
  faultsWithin(): Fault[] {
    const free = new Set([...this.#free()].map(([name]) => name));
    const foreign = [...this.#delivered].find(([name]) => free.has(name));
    return [
      ...this.#ownFaults(),
      ...(foreign === undefined
        ? []
        : [told('onnx-dangling', foreign, 'is given back by a graph that does not make it')]),
    ];
  }

  /** Of a graph for training, which goes on from the model's. */
  faultsBeside(): Fault[] {
    return this.#ownFaults();
  }

  #ownFaults(): Fault[] {
    const twice = [...this.#made].find(([name]) => this.#given.has(name));
    const early = [...this.#early].find(([name]) => this.#made.has(name) && !this.#given.has(name));
    return [
      ...(twice === undefined ? [] : [madeTwice(...twice)]),
      ...(early === undefined ? [] : [told(ORDER, early, 'is used before the node that makes it')]),
    ];
  }

  #use(name: string, at: number): void {
    if (this.#used.has(name)) return;
    this.#hold(name);
    this.#used.set(name, at);
  }

  *#free(): Iterable<readonly [string, number]> {
    for (const [name, at] of this.#used)
      if (!this.#made.has(name) && !this.#given.has(name)) yield [name, at];
  }

  #hold({ length }: string): void {
    this.#letters += length + NAME_LETTERS;
    if (this.#letters > MOST_LETTERS)
      throw new Unsettled('L2', 'over-budget', 'a graph has longer names together than we hold');
  }
}

const told = (code: string, [name, offset]: readonly [string, number], what: string): Fault => ({
  code,
  what: `${quoted(name)} ${what}`,
  extra: { offset },
});

const madeTwice = (name: string, at: number): Fault =>
  told('onnx-made-twice', [name, at], 'is made by two nodes, or is given and made');
