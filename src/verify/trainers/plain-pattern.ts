/** Compares a whole name with a pattern. */
export type NameTest = (name: string) => boolean;

type Node =
  | { kind: 'one'; takes: (char: string) => boolean }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'any'; parts: Node[] }
  | { kind: 'repeat'; body: Node; least: 0 | 1; most: 1 | 'many' };

const LONGEST = 500;
const DEEPEST = 20;
const NAME_LONGEST = 1024;
const CLASSES: Record<string, RegExp> = { d: /[0-9]/, w: /[A-Za-z0-9_]/ };

/**
 * A regular expression that came with the files, in the part of the language in which configurations name modules:
 * literals, `.`, `\d`, `\w`, `[...]`, groups, `|`, `*`, `+`, `?`. It is run as an automaton, because a hostile one would keep
 * a backtracking engine busy for ever. Time grows with pattern times name.
 *
 * @returns `undefined` for anything beyond that
 */
export function plainPattern(pattern: string): NameTest | undefined {
  if (pattern.length > LONGEST) return undefined;
  const reader = new PatternReader(pattern.replace(/^\^/, '').replace(/(^|[^\\])\$$/, '$1'));
  const node = reader.read();
  return node === undefined ? undefined : new Automaton(node).test;
}

class PatternReader {
  readonly #pattern: string;
  #at = 0;
  #broken = false;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): Node | undefined {
    const node = this.#alternatives(0);
    return this.#broken || this.#at < this.#pattern.length ? undefined : node;
  }

  #alternatives(depth: number): Node {
    const parts = [this.#sequence(depth)];
    while (this.#next('|')) parts.push(this.#sequence(depth));
    return { kind: 'any', parts };
  }

  #sequence(depth: number): Node {
    const parts: Node[] = [];
    for (let char = this.#peek(); char !== undefined && char !== '|' && char !== ')'; char = this.#peek()) {
      const body = this.#atom(depth);
      if (this.#broken) break;
      if (this.#next('*')) parts.push({ kind: 'repeat', body, least: 0, most: 'many' });
      else if (this.#next('+')) parts.push({ kind: 'repeat', body, least: 1, most: 'many' });
      else if (this.#next('?')) parts.push({ kind: 'repeat', body, least: 0, most: 1 });
      else parts.push(body);
    }
    return { kind: 'all', parts };
  }

  #atom(depth: number): Node {
    const char = this.#peek() ?? '';
    this.#at += 1;
    if (char === '(') return this.#group(depth);
    if (char === '[') return this.#class();
    if (char === '.') return { kind: 'one', takes: () => true };
    if (char === '\\') return this.#escape();
    if ('*+?{}^$]'.includes(char)) this.#broken = true;
    return { kind: 'one', takes: (each) => each === char };
  }

  #group(depth: number): Node {
    if (this.#next('?') && !this.#next(':')) this.#broken = true;
    if (depth >= DEEPEST) this.#broken = true;
    if (this.#broken) return { kind: 'all', parts: [] };
    const node = this.#alternatives(depth + 1);
    if (!this.#next(')')) this.#broken = true;
    return node;
  }

  #class(): Node {
    const end = this.#pattern.indexOf(']', this.#at);
    const inside = end < 0 ? '' : this.#pattern.slice(this.#at, end);
    this.#at = end + 1;
    const ranges = [...inside.matchAll(/([\w.])(?:-([\w.]))?/g)];
    if (inside === '' || ranges.map(([range]) => range).join('') !== inside) this.#broken = true;
    const takes = (char: string) => ranges.some(([, from = '', to = from]) => char >= from && char <= to);
    return { kind: 'one', takes };
  }

  #escape(): Node {
    const char = this.#peek() ?? '';
    this.#at += 1;
    const known = CLASSES[char];
    if (known !== undefined) return { kind: 'one', takes: (each) => known.test(each) };
    if (/[\w]/.test(char) || char === '') this.#broken = true;
    return { kind: 'one', takes: (each) => each === char };
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #next(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }
}

interface State {
  /** Absent: goes on without taking anything. */
  takes?: (char: string) => boolean;
  next: number[];
}

/** Thompson's construction: all states that can be reached are followed at once. State 0 accepts. */
class Automaton {
  readonly #states: State[] = [{ next: [] }];
  readonly #start: number;

  constructor(node: Node) {
    this.#start = this.#add(node, 0);
  }

  readonly test: NameTest = (name) => {
    if (name.length > NAME_LONGEST) return false;
    let now = this.#reach([this.#start]);
    for (const char of name)
      now = this.#reach([...now].flatMap((at) => (this.#states[at]?.takes?.(char) ? this.#nextOf(at) : [])));
    return now.has(0);
  };

  /** @returns the state in which `node` begins when `next` follows it */
  #add(node: Node, next: number): number {
    switch (node.kind) {
      case 'one':
        return this.#states.push({ takes: node.takes, next: [next] }) - 1;
      case 'all':
        return node.parts.reduceRight((after, part) => this.#add(part, after), next);
      case 'any': {
        const fork: State = { next: node.parts.map((part) => this.#add(part, next)) };
        return this.#states.push(fork) - 1;
      }
      case 'repeat': {
        const fork: State = { next: [next] };
        const at = this.#states.push(fork) - 1;
        const body = this.#add(node.body, node.most === 'many' ? at : next);
        fork.next.push(body);
        return node.least === 0 ? at : body;
      }
    }
  }

  #nextOf(at: number): number[] {
    return this.#states[at]?.next ?? [];
  }

  #reach(from: readonly number[]): Set<number> {
    const reached = new Set<number>();
    const open = [...from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (reached.has(at)) continue;
      reached.add(at);
      if (this.#states[at]?.takes === undefined) open.push(...this.#nextOf(at));
    }
    return reached;
  }
}
