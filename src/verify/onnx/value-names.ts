import { type Extra, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';

/** A model of a thousand layers has some ten thousand names of fifty letters. */
const MOST_LETTERS = 128 * 1024 ** 2;
/** What a name costs beside its letters, roughly. */
const NAME_LETTERS = 64;

interface Fault {
  code: string;
  what: string;
  extra: Extra;
}

/**
 * The names by which the nodes of one graph or function hand values to each other. A graph inside a node sees those of the
 * graphs around it. Whether a node stands before those that feed it is not asked: ONNX Runtime sorts them.
 */
export class ValueNames {
  /** Inputs and initializers, which may have the same names. */
  readonly #given = new Set<string>();
  readonly #made = new Map<string, number>();
  readonly #used = new Map<string, number>();
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
    return isTwice ? twice(name, at) : undefined;
  }

  /** A name of no letters is an input that is left out. */
  use(name: string, at: number): void {
    if (name === '' || this.#used.has(name)) return;
    this.#hold(name);
    this.#used.set(name, at);
  }

  /** The names of a graph within, which sees these. */
  useFree(inner: ValueNames): void {
    for (const [name, at] of inner.#free()) this.use(name, at);
  }

  /** Call once, when all are told. @returns the first of each kind */
  faults({ isOutermost }: { isOutermost: boolean }): Fault[] {
    const faults: Fault[] = [];
    for (const [name, at] of this.#made)
      if (this.#given.has(name)) {
        faults.push(twice(name, at));
        break;
      }
    if (!isOutermost) return faults;
    for (const [name, at] of this.#free()) {
      const what = `${quoted(name)} is used, and nothing in the graph makes it`;
      faults.push({ code: 'onnx-dangling', what, extra: { offset: at } });
      break;
    }
    return faults;
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

const twice = (name: string, at: number): Fault => ({
  code: 'onnx-made-twice',
  what: `${quoted(name)} is made by two nodes, or is given and made`,
  extra: { offset: at },
});
