import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseAllDocuments } from 'yaml';
import type { z } from 'zod';
import { nearestOf } from './nearest.ts';
import { Problem, Problems } from './problem.ts';
import { keysAllowedAt } from './schema-keys.ts';

export type YamlPath = readonly (string | number)[];

/** 1-based. */
interface Position {
  file: string;
  line: number;
  column: number;
}

export interface StrictYamlOptions {
  /** What the file is, in messages: `job file`, `profile`. */
  what: string;
  /** Where its reader can look things up: `docs/profiles.md`. */
  docs: string;
  /** Default 1 MiB. */
  maxBytes?: number;
}

/** A fault that a schema cannot see: two keys that contradict each other, a name that nothing defines. */
export interface Fault {
  path: YamlPath;
  code: string;
  what: string;
  next: string;
}

export interface StrictYaml<T> {
  value: T;
  doc: Document;
  /** Where the value at `path` stands, or the nearest thing above it that is written down. */
  lineOf(path: YamlPath): Position;
  /** Throws `Problems` with every fault at its position; returns when there are none. */
  refuse(faults: readonly Fault[]): void;
}

const DEFAULT_MAX_BYTES = 1024 * 1024;

/**
 * Parses one YAML 1.2 document and checks it against a strict schema.
 *
 * @throws Problems of kind `usage`, all of them in the order of the file, each with its line and column and, for a
 *   misspelt key or word, the nearest one that is allowed there
 */
export function parseStrictYaml<S extends z.ZodType>(
  text: string,
  fileName: string,
  schema: S,
  options: StrictYamlOptions,
): StrictYaml<z.output<S>> {
  const lines = new LineCounter();
  const { doc, data } = parseOne(text, fileName, lines, options);
  const lineOf = (path: YamlPath): Position => positionOf(doc, path, lines, fileName);
  const refuse = (faults: readonly Fault[]): void => {
    if (faults.length === 0) return;
    throw inFileOrder(faults.map((fault) => problemOf(fault, lineOf(fault.path))));
  };

  const parsed = schema.safeParse(data);
  if (parsed.success) return { value: parsed.data, doc, lineOf, refuse };

  const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, [], schema, data, options));
  throw inFileOrder(
    faults.map((fault) => {
      const key = fault.code === 'unknown-key' ? keyPosition(doc, fault.path, lines, fileName) : undefined;
      return problemOf(fault, key ?? lineOf(fault.path));
    }),
  );
}

function parseOne(text: string, file: string, lines: LineCounter, options: StrictYamlOptions) {
  const whole = { file, line: 1, column: 1 };
  const refusal = (code: string, what: string, next: string, at: Position = whole): Problems =>
    inFileOrder([problemOf({ path: [], code, what, next }, at)]);

  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  if (Buffer.byteLength(text) > maxBytes) {
    throw refusal(
      'too-large',
      `the ${options.what} is larger than ${maxBytes} bytes`,
      'Give the right file.',
    );
  }
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, strict: true });
  const [doc, second] = 'empty' in documents ? [] : documents;
  if (!doc || doc.contents === null) {
    throw refusal('empty-file', `the ${options.what} is empty`, `Write one; ${options.docs} shows how.`);
  }
  if (second) {
    const at = positionAt(second.range[0], lines, file);
    throw refusal('many-documents', 'a second document begins here', 'Keep one document per file.', at);
  }
  if (doc.errors.length > 0) {
    throw inFileOrder(
      doc.errors.map((error) =>
        problemOf(
          { path: [], code: 'yaml-syntax', what: error.message, next: 'Correct the YAML at this place.' },
          positionAt(error.pos[0], lines, file),
        ),
      ),
    );
  }
  try {
    // Aliases multiply: a file of a few lines can stand for gigabytes.
    return { doc: doc as Document, data: doc.toJS({ maxAliasCount: 100 }) as unknown };
  } catch (error) {
    throw refusal(
      'yaml-aliases',
      `its aliases cannot be followed: ${String(error)}`,
      'Write the values out.',
    );
  }
}

function faultsOf(
  issue: z.core.$ZodIssue,
  base: YamlPath,
  schema: z.ZodType,
  data: unknown,
  options: StrictYamlOptions,
): Fault[] {
  const path = [...base, ...(issue.path as (string | number)[])];
  const name = path.length > 0 ? path.join('.') : `the ${options.what}`;
  const value = valueAt(data, path);

  if (issue.code === 'unrecognized_keys') {
    const allowed = keysAllowedAt(schema, path);
    return issue.keys.map((key) => ({
      path: [...path, key],
      code: 'unknown-key',
      what: `unknown key ${shown(key)}${path.length > 0 ? ` in ${name}` : ''}`,
      next:
        suggestion(key, allowed) ?? `Allowed here: ${allowed.join(', ') || 'nothing'}. See ${options.docs}.`,
    }));
  }
  if (issue.code === 'invalid_union') {
    const branch = likeliestBranch(issue.errors);
    if (branch.length > 0) return branch.flatMap((each) => faultsOf(each, path, schema, data, options));
  }
  if (value === undefined) {
    const next = `Add it; see ${options.docs}.`;
    return [{ path, code: 'missing', what: `${name} is missing`, next }];
  }
  const allowed = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const near = typeof value === 'string' ? suggestion(value, allowed) : undefined;
  const next = near ?? `Correct it; see ${options.docs}.`;
  return [{ path, code: 'bad-value', what: `${name} is ${shown(value)}: ${issue.message}`, next }];
}

/** The alternative the writer was after: the one that got furthest, then the one with the least wrong. */
function likeliestBranch(branches: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] {
  const depth = (branch: z.core.$ZodIssue[]) => Math.max(0, ...branch.map((issue) => issue.path.length));
  const keyed = (branch: z.core.$ZodIssue[]) =>
    branch.filter((each) => each.code === 'unrecognized_keys').length;
  const sorted = [...branches].sort(
    (a, b) => depth(b) - depth(a) || keyed(b) - keyed(a) || a.length - b.length,
  );
  return sorted[0] ?? [];
}

function suggestion(word: string, allowed: readonly string[]): string | undefined {
  const near = nearestOf(word, allowed);
  return near === undefined ? undefined : `Did you mean ${shown(near)}?`;
}

function valueAt(data: unknown, path: YamlPath): unknown {
  let at = data;
  for (const step of path) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

function positionOf(doc: Document, path: YamlPath, lines: LineCounter, file: string): Position {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? doc.contents : doc.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) {
      // What is written under a key but lacks a part is shown at that key: its own line reads better than its first child's.
      const key = length < path.length ? keyPosition(doc, path.slice(0, length), lines, file) : undefined;
      return key ?? positionAt(node.range[0], lines, file);
    }
  }
  return { file, line: 1, column: 1 };
}

function keyPosition(doc: Document, path: YamlPath, lines: LineCounter, file: string): Position | undefined {
  const parent = path.length > 1 ? doc.getIn(path.slice(0, -1), true) : doc.contents;
  if (!isMap(parent)) return undefined;
  const last = String(path.at(-1));
  const pair = parent.items.find(
    (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === last,
  );
  const range = pair && isNode(pair.key) ? pair.key.range : undefined;
  return range ? positionAt(range[0], lines, file) : undefined;
}

function positionAt(offset: number, lines: LineCounter, file: string): Position {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}

function problemOf(fault: Fault, at: Position): Problem {
  const what = `${at.file}:${at.line}:${at.column}: ${fault.what}`;
  return new Problem({ code: fault.code, kind: 'usage', what, next: fault.next, at });
}

/** All of them as one error, in the order of the file; at one place the misspelling before what it left missing. */
function inFileOrder(problems: readonly Problem[]): Problems {
  const place = (problem: Problem) =>
    (problem.at?.line ?? 0) * 1e6 + (problem.at?.column ?? 0) + (problem.code === 'unknown-key' ? 0 : 0.5);
  const [first, ...rest] = [...problems].sort((a, b) => place(a) - place(b));
  if (!first) throw new Error('no problem to report');
  return new Problems([first, ...rest]);
}

/** A value for a message: one line, no control characters, at most 80 characters. */
function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 80 ? `${json.slice(0, 77)}...` : json;
}
