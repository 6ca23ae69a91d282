import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import type { JsonEvents, JsonScalar } from '../read/json-scanner.ts';
import { looseDocuments } from './yaml-loose.ts';

export interface YamlLimits {
  depth: number;
  nodes: number;
}

/** A line's end for YAML 1.2, which the library takes for a blank. */
const LONE_RETURN = /\r(?!\n)/g;
/** Lines' ends for YAML 1.1, and so for PyYAML and libyaml (`scan_line_break`; PyYAML 6.0.3), and for YAML 1.2 none. */
const OLDER_LINE_ENDS = /[\x85\u2028\u2029]/g;
/** What no loader takes for text. */
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;
type Table = Map<string, Scalar>;
/** Its value is maps whose entries are the map's own where it has none of that name (YAML 1.1). */
const MERGE = '<<';
/** A chain of maps, each merged into the next, stands for the square of its length. */
const MOST_MERGED = 100_000;
const CORE = 'tag:yaml.org,2002:';
const CORE_TYPES = ['str', 'map', 'seq', 'int', 'float', 'bool', 'null'];

const notYaml = (what: string, offset: number): Broken =>
  new Broken('L1', 'yaml-syntax', `is not YAML: ${what}`, { offset });
const unread = (what: string): Unsettled => new Unsettled('L2', 'yaml-unread', `holds ${what}`);

/** Tells the nodes of every document in order. An alias is counted as what it stands for; only one of a single value is replaced by it. */
export class YamlDocuments {
  /** Those that are no types of YAML itself. */
  readonly tags = new Set<string>();
  /** Whether a bracket or quote goes on further left than YAML 1.2 has it. */
  loose = false;
  readonly #events: JsonEvents;
  readonly #limits: YamlLimits;
  readonly #path: (string | number)[] = [];
  /** Nodes below each anchor of this document; `undefined` while it is still open. */
  #sizes = new Map<string, number | undefined>();
  /** What aliases stand for, where that is one value or a map. */
  readonly #anchored = new Map<string, Scalar | YAMLMap>();
  /** Of maps where some are merged: their single values by name, with those of what is merged into them. */
  readonly #tables = new Map<YAMLMap, Table>();
  #nodes = 0;
  #merged = 0;
  #text = '';
  #place = { char: 0, byte: 0 };

  constructor(events: JsonEvents, limits: YamlLimits) {
    this.#events = events;
    this.#limits = limits;
  }

  /** @throws Broken, or Unsettled where it is too much or of a kind that nobody writes */
  read(written: string): void {
    const text = written.replace(/^\ufeff/, '').replace(LONE_RETURN, '\n');
    this.#read(text);
    if (text.search(OLDER_LINE_ENDS) < 0) return;
    try {
      this.#read(text.replace(OLDER_LINE_ENDS, '\n'));
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      throw unread('an end of a line that only YAML 1.1 knows, and is none to it');
    }
  }

  #read(text: string): void {
    this.#text = text;
    this.#place = { char: 0, byte: 0 };
    const control = text.search(CONTROL);
    if (control >= 0) throw notYaml('a control character', this.#offsetOf(control));
    // Its own look for keys that are there twice compares each with each.
    const options = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
    let documents: Document[] = [...parseAllDocuments(text, options)];
    const error = firstError(documents);
    if (error !== undefined) {
      documents = looseDocuments(text, options);
      if (firstError(documents) !== undefined) throw this.#wrong(error);
      this.loose = true;
    }
    for (const { contents } of documents) {
      this.#sizes = new Map();
      this.#anchored.clear();
      this.#tables.clear();
      this.#value(contents);
    }
  }

  #wrong({ code, message, pos }: Document['errors'][number]): Error {
    if (code === 'RESOURCE_EXHAUSTION')
      return overBudget('jsonDepth', this.#limits.depth, this.#limits.depth + 1);
    return notYaml(message.slice(0, 200), this.#offsetOf(pos[0]));
  }

  #value(node: Node | null): void {
    if (this.#path.length > this.#limits.depth)
      throw overBudget('jsonDepth', this.#limits.depth, this.#path.length, this.#offsetAt(node));
    if (isAlias(node)) {
      this.#alias(node.source, this.#offsetAt(node));
      return;
    }
    const before = this.#nodes;
    const { anchor, tag } = (node ?? {}) as { anchor?: string; tag?: string };
    if (anchor !== undefined) this.#sizes.set(anchor, undefined);
    if (tag !== undefined) this.#tag(tag);
    this.#count(1, this.#offsetAt(node));
    if (isMap(node)) this.#map(node);
    else if (isSeq(node))
      this.#children('array', node.items as Node[], (item, index) => this.#child(index, item));
    else this.#events.scalar(scalarOf(node as Scalar | null), this.#path, this.#offsetAt(node));
    if (anchor === undefined) return;
    this.#sizes.set(anchor, this.#nodes - before);
    if (isScalar(node) || isMap(node)) this.#anchored.set(anchor, node);
    else this.#anchored.delete(anchor);
  }

  #map(map: YAMLMap): void {
    const keys = new Set<string>();
    const table: Table = new Map();
    const merged: Table = new Map();
    const tell = ({ key, value }: Pair<Node, Node | null>): void => {
      if (!(key === null || isScalar(key))) throw unread('a key that is no scalar');
      const scalar = scalarOf(key as Scalar | null);
      const name = scalar.kind === 'literal' ? String(scalar.value) : scalar.text;
      const identity = scalar.kind === 'number' ? `v:${scalar.value}` : `${scalar.kind}:${name}`;
      if (keys.has(identity))
        throw new Broken('L2', 'duplicate-key', `has the key ${JSON.stringify(name.slice(0, 80))} twice`, {
          offset: this.#offsetAt(key),
        });
      keys.add(identity);
      this.#child(name, value);
      const single = isAlias(value) ? this.#anchored.get(value.source) : value;
      if (isScalar(single)) table.set(name, single);
      if (name === MERGE) for (const each of this.#mergedFrom(value)) merged.set(...each);
    };
    this.#children('object', map.items as Pair<Node, Node | null>[], tell, () => {
      for (const [name, value] of merged) {
        if (table.has(name)) continue;
        table.set(name, value);
        this.#events.scalar(scalarOf(value), [...this.#path, name], this.#place.byte);
      }
    });
    if (this.#text.includes(MERGE)) this.#tables.set(map, table);
  }

  /** The single values of what a map takes over (`<<: *base`): with its own they may name what neither names alone. */
  #mergedFrom(value: Node | null): Table {
    const table: Table = new Map();
    for (const part of isSeq(value) ? (value.items as Node[]) : [value]) {
      const map = isAlias(part) ? this.#anchored.get(part.source) : part;
      const more = isMap(map) ? this.#tables.get(map) : undefined;
      this.#merged += more?.size ?? 0;
      if (this.#merged > MOST_MERGED)
        throw overBudget('merged entries', MOST_MERGED, this.#merged, this.#place.byte);
      for (const [name, each] of more ?? []) if (!table.has(name)) table.set(name, each);
    }
    return table;
  }

  #children<Item>(
    kind: 'object' | 'array',
    items: readonly Item[],
    tell: (item: Item, index: number) => void,
    last: () => void = () => {},
  ): void {
    this.#events.opened?.(kind, this.#path);
    items.forEach(tell);
    last();
    this.#events.closed?.(this.#path);
  }

  #child(place: string | number, node: Node | null): void {
    this.#path.push(place);
    this.#value(node);
    this.#path.pop();
  }

  #alias(name: string, offset: number): void {
    if (!this.#sizes.has(name)) throw notYaml(`an alias of nothing, *${name.slice(0, 60)}`, offset);
    const size = this.#sizes.get(name);
    if (size === undefined) throw unread('a node that contains itself');
    this.#count(size, offset);
    const scalar = this.#anchored.get(name);
    if (isScalar(scalar)) this.#events.scalar(scalarOf(scalar), this.#path, offset);
  }

  #tag(written: string): void {
    const tag = unescaped(written);
    const type = tag.startsWith(CORE) ? tag.slice(CORE.length) : undefined;
    if (type === undefined) this.tags.add(tag);
    else if (!CORE_TYPES.includes(type)) this.tags.add(`!!${type}`);
  }

  /** A few lines of aliases of aliases stand for more than any memory holds. */
  #count(nodes: number, offset: number): void {
    this.#nodes += nodes;
    if (this.#nodes > this.#limits.nodes)
      throw overBudget('objects', this.#limits.nodes, this.#nodes, offset);
  }

  #offsetAt(node: Node | null | undefined): number {
    return this.#offsetOf(node?.range?.[0] ?? this.#place.char);
  }

  /** In bytes. Asked in order, so that each character is measured once. */
  #offsetOf(char: number): number {
    const from = char < this.#place.char ? { char: 0, byte: 0 } : this.#place;
    this.#place = { char, byte: from.byte + Buffer.byteLength(this.#text.slice(from.char, char)) };
    return this.#place.byte;
  }
}

/** Bytes of an address may be written as `%70`, also where a tag is written out. */
function unescaped(tag: string): string {
  try {
    return decodeURIComponent(tag);
  } catch {
    return tag;
  }
}

const firstError = (documents: readonly Document[]): Document['errors'][number] | undefined =>
  documents.flatMap(({ errors }) => errors)[0];

function scalarOf(node: Scalar | null): JsonScalar {
  const value = node?.value ?? null;
  if (value === null || typeof value === 'boolean') return { kind: 'literal', value };
  // Of `!!binary`: as a text of base64 in one line.
  if (value instanceof Uint8Array) return { kind: 'string', text: Buffer.from(value).toString('base64') };
  if (typeof value === 'string') return { kind: 'string', text: value };
  const text = node?.source ?? String(value);
  if (typeof value !== 'number') return { kind: 'string', text };
  return Number.isFinite(value) ? { kind: 'number', value, text } : { kind: 'nonFinite', text };
}
