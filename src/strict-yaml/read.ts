import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
} from 'yaml';
import { Problem } from '../problem.ts';
import { type Repair, repairOf } from './repair.ts';

/** A path into the file: keys and list positions. */
export type Path = readonly (string | number)[];

interface Place {
  file: string;
  line: number;
  column: number;
}

/** What to write in place of an entry of a mapping, or of an item of a list. */
export interface Instead {
  /** As a person writes it: `gpu: { name: A100 }`; of an item without a key. */
  line: string;
  /** What follows it in the sentence. */
  note?: string;
  /** Of which entry, where it is not the one whose value is wrong. */
  at?: Path;
  /** Its writer can mean nothing else; else it only has the form that is meant. */
  isSure: boolean;
}

/** What a kind of file calls itself, and what its readers advise. */
export interface FileKind {
  /** `job`, `profile`. */
  name: string;
  /** How to begin one. */
  start: string;
  /** Where aliases stand for more than anybody reads. */
  manyValues: string;
  /** Paths below which scalars stay as typed, so that `1.10` is not rounded to `1.1` and `true` not re-spelt. */
  textAt?(path: Path): boolean;
  /** What to write where a key is missing, by its path. */
  missing?: Readonly<Record<string, string>>;
  /** What to write instead of a value or a key that is wrong, where it is known what its writer means. */
  instead?(path: Path, value: unknown, within: unknown): Instead | undefined;
  /** What may be shown of a text that stands at `path`. */
  shown?(text: string, path: Path): string;
}

/** Plain data read from YAML, together with where each part of it stands in the user's file. */
export interface YamlSource {
  value: unknown;
  kind: FileKind;
  /** Of the value at `path`; where nothing stands there, of the nearest enclosing key. Lines and columns from 1. */
  placeOf(path: Path): Place;
  /** Of the key itself at `path`. */
  placeOfKey(path: Path): Place;
  placeOfOffset(offset: number): Place;
  problems: Problem[];
}

/** A job of 4,000 cells is about 400 KB; past this it is not something a person wrote. */
const MAX_BYTES = 1_048_576;
/** Nodes after aliases are followed: what an alias bomb grows. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 24;
/** As written, before aliases are followed. */
const MAX_LEVELS = 64;

/**
 * Reads one YAML document. Never throws on bad text: everything wrong is in `problems`, and `value` is what could be
 * read (`undefined` when nothing could).
 */
export function readYaml(text: string, file: string, kind: FileKind): YamlSource {
  const lines = new LineCounter();
  const reader = new Reader(file, lines, kind, text.startsWith('\ufeff') ? 1 : 0);
  const source: YamlSource = {
    value: undefined,
    kind,
    placeOf: (path) => reader.placeOf(path),
    placeOfKey: (path) => reader.placeOfKey(path),
    placeOfOffset: (offset) => reader.place(offset),
    problems: reader.problems,
  };
  if (Buffer.byteLength(text) > MAX_BYTES) {
    reader.refuse(
      'too-large',
      `${file} has ${Buffer.byteLength(text)} bytes.`,
      `Keep it under ${MAX_BYTES}.`,
      0,
    );
    return source;
  }
  const document = reader.parse(text);
  if (document) source.value = reader.read(document);
  return source;
}

const NOTHING = Symbol('nothing');

class Reader {
  readonly problems: Problem[] = [];
  private readonly valueOffsets = new Map<string, number>();
  private readonly keyOffsets = new Map<string, number>();
  private readonly file: string;
  private readonly lines: LineCounter;
  private readonly markColumns: number;
  private readonly kind: FileKind;
  private readonly anchors = new Map<string, unknown>();
  private nodes = 0;

  /** @param markColumns of the mark that an editor of Windows puts first, which no editor counts */
  constructor(file: string, lines: LineCounter, kind: FileKind, markColumns: number) {
    this.file = file;
    this.lines = lines;
    this.markColumns = markColumns;
    this.kind = kind;
  }

  parse(text: string): Document | undefined {
    const tokens = [...new Parser(this.lines.addNewLine).parse(text)];
    // Composing recurses once per level, and where that exhausts the stack, V8 may end the whole process.
    const deep = firstTooDeep(tokens);
    if (deep !== undefined) {
      this.refuse('too-deep', `This passes ${MAX_LEVELS} levels of nesting.`, 'Write it flatter.', deep);
      return undefined;
    }
    // Duplicate keys are looked for below: the library's own search takes time quadratic in the number of keys.
    const composer = new Composer({ uniqueKeys: false });
    const [document, second] = [...composer.compose(tokens, true, text.length)];
    if (second)
      this.refuse(
        'yaml',
        'A second document begins here.',
        `Keep one ${this.kind.name} per file.`,
        second.range[0],
      );
    if (!document) return undefined;
    const [first] = document.errors;
    const repair = first && repairOf(text, this.place(first.pos[0]).line);
    // What a parser says of the rest comes of the one line.
    if (repair) this.refuseLine(text, repair);
    else
      for (const fault of [...document.errors, ...document.warnings].slice(0, 20))
        this.refuse('yaml', `Not valid YAML: ${fault.message}.`, 'Correct the syntax here.', fault.pos[0]);
    return document.errors.length > 0 ? undefined : document;
  }

  read(document: Document): unknown {
    const value = this.plain(document.contents, [], 0);
    return value === NOTHING ? undefined : value;
  }

  private plain(node: unknown, path: Path, depth: number): unknown {
    this.nodes += 1;
    const offset = offsetOf(node);
    if (offset !== undefined && !this.valueOffsets.has(slot(path))) this.valueOffsets.set(slot(path), offset);
    if (this.nodes > MAX_NODES || depth > MAX_DEPTH) return this.bomb(offset);
    if (isAlias(node)) return this.alias(node.source, path, depth, offset);
    // In the order of the text, so that an alias means the last anchor before it. The library's own search walks the
    // whole document once per alias.
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor) this.anchors.set(node.anchor, node);
    if (isMap(node)) return this.mapping(node.items, path, depth);
    if (isSeq(node)) return this.list(node.items, path, depth);
    if (isScalar(node)) return this.scalar(node.value, node.source, path, offset);
    return null;
  }

  private alias(name: string, path: Path, depth: number, offset: number | undefined): unknown {
    const target = this.anchors.get(name);
    if (target) return this.plain(target, path, depth + 1);
    const written = `*${name}`;
    const key = path.at(-1);
    const line = typeof key === 'string' ? `${key}: '${written}'` : `'${written}'`;
    this.problems.push(
      new Problem({
        code: 'yaml',
        kind: 'usage',
        what: `Nothing above is named &${name}, and ${written} without quotes stands for what is.`,
        next: `Write \`${line}\` where that text is meant, or name the value.`,
        at: this.place(offset ?? 0),
        meant: { path, as: { text: line } },
      }),
    );
    // As it was meant, so that the rest is checked as well.
    return written;
  }

  private bomb(offset: number | undefined): typeof NOTHING {
    if (!this.problems.some((problem) => problem.code === 'too-deep')) {
      const what = `Here ${this.file} passes ${MAX_NODES} values or ${MAX_DEPTH} levels once its aliases are followed.`;
      this.refuse('too-deep', what, this.kind.manyValues, offset ?? 0);
    }
    return NOTHING;
  }

  private mapping(
    items: readonly { key: unknown; value: unknown }[],
    path: Path,
    depth: number,
  ): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (const { key: keyNode, value } of items) {
      const offset = offsetOf(keyNode) ?? offsetOf(value) ?? 0;
      const key = isScalar(keyNode) && typeof keyNode.value !== 'symbol' ? keyOf(keyNode) : undefined;
      // "__proto__" would change the object that we build instead of entering it.
      if (key === undefined || key === '__proto__') {
        this.refuse('bad-key', 'A key here is not plain text.', 'Use a word as the key.', offset);
        continue;
      }
      const at = [...path, key];
      if (Object.hasOwn(record, key)) {
        const first = this.placeOfKey(at);
        const what = `The key ${JSON.stringify(key)} stands twice in one mapping, first in line ${first.line}.`;
        this.refuse('duplicate-key', what, 'Keep one of them.', offset);
        continue;
      }
      this.keyOffsets.set(slot(at), offset);
      const plain = this.plain(value, at, depth + 1);
      if (plain !== NOTHING) record[key] = plain;
      if (this.nodes > MAX_NODES) break;
    }
    return record;
  }

  private list(items: readonly unknown[], path: Path, depth: number): unknown[] {
    const list: unknown[] = [];
    for (const item of items) {
      const plain = this.plain(item, [...path, list.length], depth + 1);
      if (plain === NOTHING) break;
      list.push(plain);
    }
    return list;
  }

  private scalar(
    value: unknown,
    source: string | undefined,
    path: Path,
    offset: number | undefined,
  ): unknown {
    if (value === null || typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') {
      return this.kind.textAt?.(path) && source !== undefined ? source : value;
    }
    const what = `This value has a YAML type that a ${this.kind.name} file does not use.`;
    this.refuse('yaml', what, 'Quote it.', offset ?? 0);
    return NOTHING;
  }

  refuse(code: string, what: string, next: string, offset: number): void {
    this.problems.push(new Problem({ code, kind: 'usage', what, next, at: this.place(offset) }));
  }

  private refuseLine(text: string, { line, why, text: mended }: Repair): void {
    const lines = text.split('\n');
    const at = { file: this.file, line, column: 1 };
    lines[line - 1] = mended;
    const next = `Write \`${mended}\`.`;
    const meant = { path: [], as: { text: lines.join('\n') } };
    this.problems.push(new Problem({ code: 'yaml', kind: 'usage', what: why, next, at, meant }));
  }

  place(offset: number): Place {
    const { line, col } = this.lines.linePos(offset);
    return {
      file: this.file,
      line: Math.max(1, line),
      column: Math.max(1, line > 1 ? col : col - this.markColumns),
    };
  }

  placeOf(path: Path): Place {
    const offset = this.valueOffsets.get(slot(path));
    return offset === undefined ? this.placeOfKey(path) : this.place(offset);
  }

  placeOfKey(path: Path): Place {
    for (let length = path.length; length > 0; length -= 1) {
      const at = slot(path.slice(0, length));
      const offset = this.keyOffsets.get(at) ?? this.valueOffsets.get(at);
      if (offset !== undefined) return this.place(offset);
    }
    return this.place(0);
  }
}

/** Where the nesting first passes what may be composed; found without recursion. */
function firstTooDeep(tokens: readonly CST.Token[]): number | undefined {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAX_LEVELS) return 'offset' in token ? token.offset : 0;
    if (token.type === 'document' && token.value) open.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    for (const { key, value } of token.items) {
      if (key) open.push({ token: key, depth: depth + 1 });
      if (value) open.push({ token: value, depth: depth + 1 });
    }
  }
  return undefined;
}

const slot = (path: Path): string => JSON.stringify(path);

function offsetOf(node: unknown): number | undefined {
  const range = (node as Node | null)?.range;
  // An absent value (`setup:`) has an empty range somewhere behind its key; the key is the better place to point at.
  if (!range || (isScalar(node) && node.value === null && !node.source)) return undefined;
  return range[0];
}

function keyOf(node: { value: unknown; source?: string }): string | undefined {
  if (typeof node.value === 'string') return node.value;
  return typeof node.value === 'number' || typeof node.value === 'boolean' ? node.source : undefined;
}
