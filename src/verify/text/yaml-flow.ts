import { overBudget } from '../contract/findings.ts';
import type { JsonScalar } from '../read/json-scanner.ts';
import {
  closingQuote,
  duplicateKey,
  identityOf,
  keyText,
  notYaml,
  outside,
  resolvePlain,
  startsPlain,
  unquote,
} from './yaml-scalar.ts';

/** What happens inside brackets, told in order. */
export interface FlowEvents {
  open(kind: 'object' | 'array', offset: number): void;
  close(): void;
  /** Names the place of the next value. */
  place(part: string | number): void;
  scalar(scalar: JsonScalar, offset: number): void;
  alias(name: string, offset: number): void;
}

/** Follows brackets and quotes from line to line until the outermost bracket closes. */
export class FlowGatherer {
  readonly #mostBytes: number;
  #text = '';
  #depth = 0;
  #quote = '';
  /** The last character that is no space. */
  #last = '[';

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get text(): string {
    return this.#text;
  }

  /** @returns what follows the last bracket, once it has come */
  add(line: string): string | undefined {
    let at = 0;
    while (at < line.length) {
      const char = line[at] as string;
      if (this.#quote !== '') {
        const end = closingQuote(line, at, this.#quote);
        if (end < 0) break;
        this.#quote = '';
        at = end + 1;
        continue;
      }
      const before = at === 0 ? ' ' : (line[at - 1] as string);
      if (char === '#' && /\s/.test(before)) return this.#keep(line.slice(0, at));
      const isQuote = /["']/.test(char) && /[\s,:[{]/.test(before);
      const isOdd = before === ':' ? !/["'\]}]/.test(line[at - 2] ?? '') : !/[,:[{]/.test(this.#last);
      if (isQuote && isOdd) throw outside('a quote within a text');
      if (isQuote) this.#quote = char;
      else if (/[[{]/.test(char)) this.#depth += 1;
      else if (/[\]}]/.test(char)) this.#depth -= 1;
      if (char !== ' ') this.#last = char;
      at += 1;
      if (this.#depth === 0) {
        this.#keep(line.slice(0, at));
        return line.slice(at);
      }
    }
    return this.#keep(line);
  }

  #keep(line: string): undefined {
    this.#text += `${line}\n`;
    if (this.#text.length > this.#mostBytes)
      throw overBudget('lineBytes', this.#mostBytes, this.#text.length);
  }
}

/** Reads one flow collection that was gathered whole. */
export class FlowReader {
  readonly #text: string;
  readonly #offset: number;
  readonly #events: FlowEvents;
  readonly #mostDepth: number;
  #at = 0;

  constructor(text: string, offset: number, events: FlowEvents, mostDepth: number) {
    this.#text = text.trimEnd();
    this.#offset = offset;
    this.#events = events;
    // This reader calls itself once for each bracket.
    this.#mostDepth = Math.min(mostDepth, 500);
  }

  read(): void {
    this.#collection(1);
    if (this.#at < this.#text.length) throw this.#wrong('something follows a bracket');
  }

  #collection(depth: number): void {
    if (depth > this.#mostDepth) throw overBudget('jsonDepth', this.#mostDepth, depth, this.#offset);
    const isMap = this.#text[this.#at] === '{';
    const end = isMap ? '}' : ']';
    const keys = new Set<string>();
    this.#at += 1;
    this.#events.open(isMap ? 'object' : 'array', this.#offset);
    for (let index = 0; ; index += 1) {
      this.#skip();
      if (this.#text[this.#at] === end) break;
      if (isMap) this.#key(keys);
      else this.#events.place(index);
      this.#value(depth, isMap);
      this.#skip();
      const next = this.#text[this.#at];
      if (next === ',') this.#at += 1;
      else if (next !== end) throw outside('an unusual entry between brackets');
    }
    this.#at += 1;
    this.#events.close();
  }

  #key(keys: Set<string>): void {
    const isQuoted = /["']/.test(this.#text[this.#at] ?? '');
    const from = this.#at;
    const key = this.#scalar();
    if (this.#text.slice(from, this.#at).includes('\n')) throw outside('a key of several lines');
    this.#skipSpaces();
    const next = this.#text[this.#at + 1] ?? '';
    if (this.#text[this.#at] !== ':' || !(isQuoted || /[ \n]/.test(next)))
      throw outside('a key without a value between brackets');
    if (this.#at - from > 1000) throw outside('a very long key');
    this.#at += 1;
    const identity = identityOf(key);
    if (keys.has(identity)) throw duplicateKey(keyText(key), this.#offset);
    keys.add(identity);
    this.#events.place(keyText(key));
  }

  #value(depth: number, isMap: boolean): void {
    this.#skip();
    const char = this.#text[this.#at] ?? '';
    if (char === '[' || char === '{') this.#collection(depth + 1);
    else if (char === '*') {
      const name = /^\*([A-Za-z0-9_-]+)(?=[ \n,\]}])/.exec(this.#text.slice(this.#at, this.#at + 200))?.[1];
      if (name === undefined) throw outside('an unusual alias');
      this.#at += name.length + 1;
      this.#events.alias(name, this.#offset);
    } else this.#events.scalar(this.#scalar(), this.#offset);
    this.#skip();
    if (!isMap && this.#text[this.#at] === ':') throw outside('a pair in a list');
  }

  #scalar(): JsonScalar {
    const quote = this.#text[this.#at] ?? '';
    if (quote === '"' || quote === "'") {
      const end = closingQuote(this.#text, this.#at + 1, quote);
      if (end < 0) throw this.#wrong('a quote is not closed');
      const inner = this.#text.slice(this.#at + 1, end);
      if (/\\ *\n/.test(inner)) throw outside('an escaped line end between brackets');
      this.#at = end + 1;
      const folded = inner.replace(/ *\n\s*/g, ' ');
      return { kind: 'string', text: unquote(folded, quote, this.#offset) };
    }
    const plain = /^[^,[\]{}#:\n]+(?:[:#](?<![ ]#)(?![ ,[\]{}\n])[^,[\]{}#:\n]*)*/.exec(this.#rest());
    const text = plain?.[0].trimEnd() ?? '';
    if (text === '' || !startsPlain(text) || /[:#]$/.test(text))
      throw outside('an unusual value between brackets');
    this.#at += text.length;
    return resolvePlain(text);
  }

  /** One line is enough for a plain scalar. */
  #rest(): string {
    const end = this.#text.indexOf('\n', this.#at);
    return this.#text.slice(this.#at, end < 0 ? undefined : end);
  }

  #skip(): void {
    while (/[ \n]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === ' ') this.#at += 1;
  }

  #wrong(what: string) {
    return notYaml(what, this.#offset, this.#text.slice(this.#at, this.#at + 40));
  }
}
