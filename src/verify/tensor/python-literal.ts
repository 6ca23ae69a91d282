/** What a literal of Python's notation can be in a file's header; dicts keep their keys in order, twice is refused. */
export type Literal = null | boolean | bigint | string | LiteralTuple | Literal[] | Map<string, Literal>;

export class LiteralTuple {
  constructor(readonly items: readonly Literal[]) {}
}

/** NumPy's own types nest structures in structures; nobody nests them twenty deep. */
const DEEPEST = 20;

const ESCAPES: Record<string, string> = { '\\': '\\', "'": "'", '"': '"', n: '\n', r: '\r', t: '\t' };

/**
 * Strings, integers, `True`, `False`, `None`, tuples, lists and dicts with string keys: all that NumPy writes. Nothing is
 * evaluated. The text must be one literal and then nothing but spaces.
 *
 * @throws Error with a plain reason; the caller knows where the text came from
 */
export function parseLiteral(text: string): Literal {
  const parser = new LiteralParser(text);
  const value = parser.value(0);
  parser.mustEnd();
  return value;
}

class LiteralParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  mustEnd(): void {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#odd();
  }

  value(depth: number): Literal {
    if (depth > DEEPEST) throw new Error(`nested deeper than ${DEEPEST}`);
    this.#skip();
    const char = this.#text[this.#at];
    if (char === "'" || char === '"') return this.#string();
    if (char === '(') return this.#tuple(depth);
    if (char === '[') return this.#list(']', depth).items;
    if (char === '{') return this.#dict(depth);
    return this.#word();
  }

  #word(): Literal {
    const [word = ''] =
      /^(True|False|None|-?(?:0+|[1-9][0-9]{0,19})L?)(?![\w.])/.exec(
        this.#text.slice(this.#at, this.#at + 32),
      ) ?? [];
    if (word === '') throw this.#odd();
    this.#at += word.length;
    if (word === 'None') return null;
    if (word === 'True' || word === 'False') return word === 'True';
    // Python 2 wrote its long integers with an L.
    return BigInt(word.replace('L', ''));
  }

  #string(): string {
    const quote = this.#text[this.#at];
    let content = '';
    for (this.#at += 1; this.#text[this.#at] !== quote; this.#at += 1) {
      let char = this.#text[this.#at];
      if (char === undefined || char === '\n') throw new Error('a string does not end');
      if (char === '\\') {
        this.#at += 1;
        char = ESCAPES[this.#text[this.#at] ?? ''];
        if (char === undefined) throw this.#odd();
      }
      content += char;
    }
    this.#at += 1;
    return content;
  }

  /** `(1)` is a number in brackets, `(1,)` a tuple. */
  #tuple(depth: number): Literal {
    const { items, comma } = this.#list(')', depth);
    const [only] = items;
    return items.length === 1 && !comma && only !== undefined ? only : new LiteralTuple(items);
  }

  #list(close: string, depth: number): { items: Literal[]; comma: boolean } {
    const items: Literal[] = [];
    let comma = true;
    this.#at += 1;
    while (!this.#takes(close)) {
      if (!comma) throw this.#odd();
      items.push(this.value(depth + 1));
      comma = this.#takes(',');
    }
    return { items, comma };
  }

  #dict(depth: number): Map<string, Literal> {
    const dict = new Map<string, Literal>();
    let comma = true;
    this.#at += 1;
    while (!this.#takes('}')) {
      if (!comma) throw this.#odd();
      const key = this.value(depth + 1);
      if (typeof key !== 'string' || !this.#takes(':')) throw this.#odd();
      if (dict.has(key)) throw new Error(`the key ${JSON.stringify(key.slice(0, 40))} is there twice`);
      dict.set(key, this.value(depth + 1));
      comma = this.#takes(',');
    }
    return dict;
  }

  #takes(char: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #skip(): void {
    while (this.#text[this.#at] === ' ') this.#at += 1;
  }

  #odd(): Error {
    const found = JSON.stringify(this.#text.slice(this.#at, this.#at + 20));
    return new Error(`no literal at character ${this.#at}: ${found}`);
  }
}
