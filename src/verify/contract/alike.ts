import type { FileVerdict, Reason } from './verdict.ts';

/** Beyond so many different ones a tree is no tree of files that are alike. */
const MOST_KINDS = 256;
const LONGEST = 1024;

/**
 * Holds once what many verdicts say alike: of a hundred thousand files most have the reasons and the keys of the one before,
 * and only names, sizes and numbers of their own.
 */
export class Alike {
  readonly #words = new Map<string, string>();
  readonly #facts = new Map<string, FileVerdict['facts']>();
  readonly #keys = new Map<string, FileVerdict['keys']>();
  readonly #imports = new Map<string, string[]>();
  readonly #reasons = new Map<string, Reason[]>();

  /** The same verdict, to be read only: its parts may be those of others. */
  held(verdict: FileVerdict): FileVerdict {
    return {
      ...verdict,
      verdict: this.#word(verdict.verdict),
      level: this.#word(verdict.level),
      requiredLevel: this.#word(verdict.requiredLevel),
      role: this.#word(verdict.role),
      format: this.#word(verdict.format),
      facts: heldIn(this.#facts, verdict.facts),
      keys: heldIn(this.#keys, verdict.keys),
      imports: heldIn(this.#imports, verdict.imports),
      reasons: heldIn(this.#reasons, verdict.reasons),
    };
  }

  #word<Word extends string>(word: Word): Word {
    return one(this.#words, word, word) as Word;
  }
}

function heldIn<Part>(held: Map<string, Part>, part: Part): Part {
  const key = JSON.stringify(part);
  return key.length > LONGEST ? part : one(held, key, part);
}

function one<Value>(held: Map<string, Value>, key: string, value: Value): Value {
  const known = held.get(key);
  if (known !== undefined) return known;
  if (held.size < MOST_KINDS) held.set(key, value);
  return value;
}
