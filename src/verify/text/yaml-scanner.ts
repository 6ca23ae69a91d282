import { overBudget } from '../contract/findings.ts';
import type { JsonEvents, JsonScalar } from '../read/json-scanner.ts';
import { AnchorBook } from './yaml-anchors.ts';
import { FlowGatherer, FlowReader } from './yaml-flow.ts';
import { cutKey, entriesOf, type Properties, takeProperties } from './yaml-line.ts';
import {
  continuesBlock,
  continuesPlain,
  continuesQuoted,
  plainText,
  type Running,
  textBlock,
  unclosed,
} from './yaml-running.ts';
import {
  closingQuote,
  duplicateKey,
  identityOf,
  isBlankOrComment,
  keyText,
  notYaml,
  outside,
  resolvePlain,
  unquote,
} from './yaml-scalar.ts';

export interface YamlLimits {
  depth: number;
  lineBytes: number;
  nodes: number;
}

interface Block {
  kind: 'map' | 'seq';
  indent: number;
  keys: Set<string>;
  /** Where in it we are. */
  place: string | number;
  /** The present entry has no value yet. */
  isOpen: boolean;
  properties: Properties;
  /** The count of nodes before it, where it has an anchor. */
  before: number;
}

const NO_PROPERTIES: Properties = { anchor: undefined, tag: undefined };

/**
 * Reads the common part of YAML line by line and holds no document: block mappings and lists, flow collections, scalars of all
 * five styles, anchors, tags, several documents. Throws `Broken` for what no reader of YAML takes, and `OutsideSubset` for
 * what it does not know itself.
 */
export class YamlScanner {
  readonly tags = new Set<string>();
  readonly anchors: AnchorBook;
  readonly #events: JsonEvents;
  readonly #limits: YamlLimits;
  #stack: Block[] = [];
  #running: Running | undefined;
  /** The document has a root already. */
  #hasRoot = false;
  /** Properties that stood alone, of the value that the next line begins. */
  #waiting = NO_PROPERTIES;
  #offset = 0;
  #doubt: Error | undefined;
  #path: (string | number)[] = [];
  #ended = false;

  constructor(events: JsonEvents, limits: YamlLimits) {
    this.#events = events;
    this.#limits = limits;
    this.anchors = new AnchorBook(limits.nodes);
  }

  line(line: string, offset: number): void {
    this.#offset = offset;
    const indent = line.length - line.trimStart().length;
    const rest = line.slice(indent);
    if (rest === '' && line.includes('\t')) throw outside('a blank line with a tab');
    this.#judgeDoubt(rest);
    if (/^(---|\.\.\.)( |$)/.test(line)) {
      this.#marker(line);
      return;
    }
    if (this.#running !== undefined && this.#continues(line, indent, rest)) return;
    if (rest === '' || rest.startsWith('#')) return;
    if (line.slice(0, indent).includes('\t')) throw this.#tabs(rest);
    if (/^%/.test(line) || this.#ended) throw outside('a directive, or a document without its marker');
    this.#entry(indent, rest);
  }

  end(offset: number): void {
    this.#offset = offset;
    if (this.#doubt !== undefined) throw this.#doubt;
    this.#endRunning();
    this.#endDocument();
  }

  /** A line that can be nothing else could still be a key whose colon comes on the next line. */
  #judgeDoubt(rest: string): void {
    if (this.#doubt === undefined || rest === '') return;
    if (rest.startsWith(':')) throw outside('a key of several lines');
    throw this.#doubt;
  }

  #tabs(rest: string): Error {
    const isEntry = cutKey(rest) !== undefined && this.#stack.length > 0;
    return isEntry ? notYaml('a tab indents', this.#offset, rest) : outside('a tab before a value');
  }

  #marker(line: string): void {
    this.#endRunning();
    this.#endDocument();
    if (!isBlankOrComment(line.slice(3))) throw outside('a value beside a document marker');
    this.#ended = line.startsWith('...');
  }

  #endDocument(): void {
    while (this.#stack.length > 0) this.#pop();
    if (this.#waiting !== NO_PROPERTIES) throw outside('a document that is only a tag');
    this.#hasRoot = false;
    this.anchors.forget();
  }

  // Entries of blocks.

  #entry(indent: number, rest: string): void {
    const { dashes, at, key, value } = entriesOf(rest);
    const first = dashes > 0 ? 'seq' : key === undefined ? undefined : 'map';
    this.#close(indent, first);
    if (first === undefined) {
      this.#loneValue(indent, rest);
      return;
    }
    let column = indent;
    for (let dash = 0; dash < dashes; dash += 1) {
      this.#enter('seq', column);
      column += at[dash] as number;
    }
    if (key === undefined) {
      if (dashes > 0) this.#value(value);
      return;
    }
    this.#enter('map', column);
    this.#key(key);
    if (/^- |^-$/.test(value) || cutKey(value) !== undefined)
      throw notYaml('a mapping or a list begins behind a key', this.#offset, rest);
    this.#value(value);
  }

  /** Ends every block that this line is no part of. */
  #close(indent: number, kind: Block['kind'] | undefined): void {
    for (let top = this.#stack.at(-1); top !== undefined; top = this.#stack.at(-1)) {
      const below = this.#stack.at(-2);
      const isLastOfFlushList =
        top.kind === 'seq' && kind !== 'seq' && top.indent === indent && below?.indent === indent;
      if (top.indent <= indent && !isLastOfFlushList) return;
      this.#pop();
    }
  }

  /** Into the block of this kind at this column, which is new where the entry above has no value yet. */
  #enter(kind: Block['kind'], indent: number): void {
    const top = this.#stack.at(-1);
    if (top === undefined && this.#hasRoot) throw notYaml('an entry left of its block', this.#offset);
    const isFlushList = kind === 'seq' && top?.kind === 'map' && top.indent === indent && top.isOpen;
    if (top !== undefined && top.indent === indent && !isFlushList) {
      if (top.kind !== kind) throw notYaml('a mapping and a list at one column', this.#offset);
      if (this.#waiting !== NO_PROPERTIES && top.isOpen) this.#scalar(resolvePlain(''));
      this.#closeEntry(top);
      if (kind === 'seq') top.place = (top.place as number) + 1;
      top.isOpen = true;
      return;
    }
    if (top !== undefined && !top.isOpen)
      throw notYaml('an entry at a column where no block is', this.#offset);
    this.#push(kind, indent);
  }

  #push(kind: Block['kind'], indent: number): void {
    if (this.#stack.length >= this.#limits.depth)
      throw overBudget('jsonDepth', this.#limits.depth, this.#stack.length + 1, this.#offset);
    const top = this.#stack.at(-1);
    if (top !== undefined) top.isOpen = false;
    this.#hasRoot = true;
    const properties = this.#takeWaiting();
    const before = properties.anchor === undefined ? 0 : this.anchors.open(properties.anchor);
    this.anchors.node(this.#offset);
    this.#events.opened?.(kind === 'map' ? 'object' : 'array', this.#pathNow());
    const block = {
      kind,
      indent,
      keys: new Set<string>(),
      place: kind === 'seq' ? 0 : '',
      properties,
      before,
    };
    this.#stack.push({ ...block, isOpen: true });
  }

  #pop(): void {
    const top = this.#stack.at(-1);
    if (top === undefined) return;
    this.#closeEntry(top);
    this.#stack.pop();
    if (top.properties.anchor !== undefined) this.anchors.settle(top.properties.anchor, top.before);
    this.#events.closed?.(this.#pathNow());
  }

  /** A key or a dash without a value has the value null. */
  #closeEntry(top: Block): void {
    if (top.isOpen && top.place !== '') this.#scalar(resolvePlain(''));
    top.isOpen = false;
  }

  #key(key: JsonScalar): void {
    const top = this.#stack.at(-1) as Block;
    const identity = identityOf(key);
    const name = keyText(key);
    if (top.keys.has(identity)) {
      // Several merges into one mapping are an extension that some readers know.
      if (name === '<<') throw outside('several merges');
      throw duplicateKey(name, this.#offset);
    }
    if (name === '') throw outside('an empty key');
    top.keys.add(identity);
    top.place = name;
    top.isOpen = true;
  }

  // Values.

  /** A line that is neither a key nor an item: the value of the entry above. */
  #loneValue(indent: number, rest: string): void {
    const top = this.#stack.at(-1);
    const { value, anchor, tag } = takeProperties(rest);
    if (top === undefined && !this.#hasRoot && value === '' && this.#waiting === NO_PROPERTIES) {
      this.#wait({ anchor, tag });
      return;
    }
    const isRootFlow = top === undefined && !this.#hasRoot && /^[[{]/.test(rest) && indent === 0;
    if (isRootFlow && this.#waiting === NO_PROPERTIES) {
      this.#hasRoot = true;
      this.#value(rest);
      return;
    }
    if (top === undefined && !this.#hasRoot) throw outside('a document that is one scalar');
    if (top === undefined || !top.isOpen || indent <= top.indent) {
      if (/^[?:*]|\t/.test(rest) || (/^[&!]/.test(rest) && value !== '')) throw outside('an unusual key');
      this.#doubt = notYaml('a line that is neither a key nor an item', this.#offset, rest);
      return;
    }
    this.#value(rest);
  }

  #value(text: string): void {
    if (/\t/.test(text)) throw outside('a tab in a value');
    const { value, anchor, tag } = takeProperties(text);
    if (anchor !== undefined || tag !== undefined) this.#wait({ anchor, tag });
    if (value === '') return;
    const hasProperties = anchor !== undefined || tag !== undefined;
    if (hasProperties && (cutKey(value) !== undefined || /^- |^-$/.test(value)))
      throw outside('an anchor or a tag before a key');
    const alias = /^\*([A-Za-z0-9_-]+)(.*)$/.exec(value);
    if (alias !== null) {
      if (this.#waiting !== NO_PROPERTIES || !isBlankOrComment(alias[2] ?? ''))
        throw outside('an unusual alias');
      this.anchors.alias(alias[1] as string, this.#offset);
      this.#filled();
      return;
    }
    const begins = value[0] as string;
    if (begins === '"' || begins === "'") this.#quoted(value, begins);
    else if (begins === '[' || begins === '{') this.#flow(value);
    else if (begins === '|' || begins === '>')
      this.#running = textBlock(value, this.#stack.at(-1)?.indent ?? 0, this.#offset);
    else this.#running = plainText(value, this.#offset);
  }

  #quoted(value: string, quote: string): void {
    const end = closingQuote(value, 1, quote);
    if (end < 0) {
      this.#running = { kind: 'quoted', text: value.slice(1), quote, offset: this.#offset };
      return;
    }
    if (!isBlankOrComment(value.slice(end + 1))) throw outside('something behind a quoted text');
    this.#scalar({ kind: 'string', text: unquote(value.slice(1, end), quote, this.#offset) });
  }

  #flow(value: string): void {
    const flow = new FlowGatherer(this.#limits.lineBytes);
    this.#running = { kind: 'flow', flow, offset: this.#offset };
    this.#feedFlow(flow, value);
  }

  // What runs over several lines.

  /** @returns whether the line is part of what runs */
  #continues(line: string, indent: number, rest: string): boolean {
    const running = this.#running as Running;
    const parent = this.#stack.at(-1)?.indent ?? -1;
    if (running.kind === 'block' || running.kind === 'plain') {
      const goesOn =
        running.kind === 'block'
          ? continuesBlock(running, line, indent)
          : continuesPlain(running, line, indent, parent, this.#offset);
      if (!goesOn) this.#endRunning();
      return goesOn;
    }
    if (rest !== '' && indent <= parent) throw outside('text that is not indented');
    if (line.includes('\t')) throw outside('a tab in a value');
    if (running.kind === 'flow') {
      this.#feedFlow(running.flow, line);
      return true;
    }
    const text = continuesQuoted(running, rest, this.#limits.lineBytes);
    if (text === undefined) return true;
    this.#running = undefined;
    this.#scalar({ kind: 'string', text });
    return true;
  }

  #feedFlow(flow: FlowGatherer, line: string): void {
    const rest = flow.add(line);
    if (rest === undefined) return;
    this.#running = undefined;
    if (!isBlankOrComment(rest)) throw outside('something behind a bracket');
    const properties = this.#takeWaiting();
    const before = properties.anchor === undefined ? 0 : this.anchors.open(properties.anchor);
    this.#path = this.#pathNow();
    new FlowReader(flow.text, this.#offset, this.#flowEvents(), this.#limits.depth).read();
    if (properties.anchor !== undefined) this.anchors.settle(properties.anchor, before);
    this.#filled();
  }

  #flowEvents() {
    return {
      open: (kind: 'object' | 'array', offset: number) => {
        this.anchors.node(offset);
        this.#events.opened?.(kind, this.#path);
        this.#path.push('');
      },
      close: () => {
        this.#path.pop();
        this.#events.closed?.(this.#path);
      },
      place: (part: string | number) => {
        this.#path[this.#path.length - 1] = part;
      },
      scalar: (scalar: JsonScalar, offset: number) => {
        this.anchors.node(offset);
        this.#events.scalar(scalar, this.#path, offset);
      },
      alias: (name: string, offset: number) => this.anchors.alias(name, offset),
    };
  }

  #endRunning(): void {
    const running = this.#running;
    if (running === undefined) return;
    if (running.kind === 'quoted' || running.kind === 'flow') throw unclosed(running);
    this.#running = undefined;
    this.#scalar(
      running.kind === 'plain' ? resolvePlain(running.text) : { kind: 'string', text: running.text },
    );
  }

  #scalar(scalar: JsonScalar): void {
    const { anchor } = this.#takeWaiting();
    const before = anchor === undefined ? 0 : this.anchors.open(anchor);
    this.anchors.node(this.#offset);
    if (anchor !== undefined) this.anchors.settle(anchor, before);
    this.#events.scalar(scalar, this.#pathNow(), this.#offset);
    this.#filled();
  }

  #filled(): void {
    const top = this.#stack.at(-1);
    if (top !== undefined) top.isOpen = false;
  }

  #wait(properties: Properties): void {
    if (this.#waiting !== NO_PROPERTIES) throw outside('several anchors or tags of one value');
    if (properties.tag !== undefined && this.tags.size < 64) this.tags.add(properties.tag.slice(0, 120));
    this.#waiting = properties;
  }

  #takeWaiting(): Properties {
    const waiting = this.#waiting;
    this.#waiting = NO_PROPERTIES;
    return waiting;
  }

  #pathNow(): (string | number)[] {
    return this.#stack.map(({ place }) => place);
  }
}
