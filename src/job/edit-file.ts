import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parse,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { FileEdit } from '../problem.ts';

type Path = FileEdit['path'];
type Value = FileEdit['value'];

/**
 * The text of a job file with new values, every other byte as it was: comments, order, quotes and indentation are its author's.
 * Short forms (`metrics: metrics.jsonl`, `drill: exact`) become mappings where a key of theirs is set.
 *
 * @param text valid YAML with one document
 * @throws RangeError where an edit has no place in the file
 */
export const editedFile = (text: string, edits: readonly FileEdit[]): string => edits.reduce(withEdit, text);

function withEdit(text: string, { path, value }: FileEdit): string {
  const root = parseDocument(text, { uniqueKeys: false }).contents;
  const { node, rest, isFlow } = descend(root, pathIn(root, path));
  const edited = replaced(text, { node, rest, isFlow }, value);
  if (edited === undefined || readAt(edited, path) !== value)
    throw new RangeError(`${path.join('.')} cannot be set to ${JSON.stringify(value)} in this file`);
  return edited;
}

/** A list of one source may be written without the list, and a mapping that has only a path as that path. */
function pathIn(root: unknown, path: Path): Path {
  if (!isMap(root)) return path;
  const [first = '', second] = path;
  const isListed = typeof second !== 'number' || isSeq(root.get(String(first)));
  const listed = isListed ? path : [first, ...path.slice(2)];
  const above = listed.slice(0, -1);
  const isShort = listed.at(-1) === 'path' && above.length > 0 && typeof root.getIn(above) === 'string';
  return isShort ? above : listed;
}

const readAt = (text: string, path: Path): unknown => {
  const document = parseDocument(text, { uniqueKeys: false });
  return document.errors.length > 0 ? undefined : document.getIn(pathIn(document.contents, path));
};

/** Where a value stands, or would: the deepest node that is there, and the keys below it that are not. */
interface Spot {
  node: Node | undefined;
  rest: Path;
  /** Between braces, where commas and brackets part values. */
  isFlow: boolean;
}

function descend(root: unknown, path: Path): Spot {
  let node = root as Node | undefined;
  let isFlow = false;
  for (const [depth, key] of path.entries()) {
    const below = isMap(node) || isSeq(node) ? (node.get(key, true) as Node | undefined) : undefined;
    if ((isMap(node) || isSeq(node)) && node.flow) isFlow = true;
    if (below === undefined) return { node, rest: path.slice(depth), isFlow };
    node = below;
  }
  return { node, rest: [], isFlow };
}

function replaced(text: string, { node, rest, isFlow }: Spot, value: Value): string | undefined {
  const [start, end] = node?.range ?? [];
  if (node === undefined || start === undefined || end === undefined) return;
  if (rest.length === 0) {
    const isBlock = isScalar(node) && node.type === 'BLOCK_LITERAL' && value !== true;
    const words = isBlock ? literal(text.slice(start, end), value) : scalar(value, isFlow);
    return `${text.slice(0, start)}${words}${text.slice(end)}`;
  }
  if (isScalar(node)) {
    const long = longForm(node, text.slice(start, end), rest);
    return long && `${text.slice(0, start)}{ ${long}, ${entry(rest, value, true)} }${text.slice(end)}`;
  }
  return isMap(node) ? inserted(text, node, { rest, isFlow, value }) : undefined;
}

/** What a short form means by itself, as an entry of the mapping that it stands for. */
function longForm({ value }: Scalar, source: string, rest: Path): string | undefined {
  if (rest.length !== 1) return;
  if (value === 'exact' && rest[0] === 'run') return 'exact: true';
  return typeof value === 'string' ? `path: ${scalar(value, true, source)}` : undefined;
}

function inserted(
  text: string,
  map: YAMLMap,
  { rest, isFlow, value }: { rest: Path; isFlow: boolean; value: Value },
): string | undefined {
  const [first] = map.items;
  const key = isPair(first) ? (first.key as Node) : undefined;
  const at = key?.range?.[0];
  if (at === undefined) return;
  if (map.flow || isFlow) {
    const last = (map.items.at(-1)?.value ?? map.items.at(-1)?.key) as Node | undefined;
    const end = last?.range?.[1];
    return end === undefined
      ? undefined
      : `${text.slice(0, end)}, ${entry(rest, value, true)}${text.slice(end)}`;
  }
  const indent = ' '.repeat(at - (text.lastIndexOf('\n', at - 1) + 1));
  const line = entry(rest, value, false);
  // After its first entry, which is what a reader looks for first, where that is one line.
  const end = isScalar(first?.value) ? first.value.range?.[1] : undefined;
  const lineEnd = end === undefined ? -1 : text.indexOf('\n', end);
  const isOneLine = end !== undefined && lineEnd >= 0 && !text.slice(at, end).includes('\n');
  if (isOneLine) return `${text.slice(0, lineEnd)}\n${indent}${line}${text.slice(lineEnd)}`;
  return `${text.slice(0, at)}${line}\n${indent}${text.slice(at)}`;
}

/** `key: value`, of several keys with a mapping between braces behind the first. */
function entry([key, ...deeper]: Path, value: Value, isFlow: boolean): string {
  if (deeper.length === 0) return `${key}: ${scalar(value, isFlow)}`;
  return `${key}: { ${entry(deeper, value, true)} }`;
}

/** Plain where that reads back as the same text, else in the quotes that need the fewest escapes. */
function scalar(value: Value, isFlow: boolean, source?: string): string {
  if (value === true) return 'true';
  const forms = [source ?? value, value, `'${value.replaceAll("'", "''")}'`];
  const isSame = (form: string): boolean => {
    try {
      const read: unknown = parse(isFlow ? `{ k: ${form}, l: 1 }` : `k: ${form}\nl: 1`);
      return (read as { k?: unknown }).k === value && (read as { l?: unknown }).l === 1;
    } catch {
      return false;
    }
  };
  return forms.find((form) => !form.includes('\n') && isSame(form)) ?? JSON.stringify(value);
}

/** A block of lines, indented as the one that it replaces. */
function literal(source: string, value: string): string {
  const [header = '|', ...lines] = source.split('\n');
  const indent = /^ */.exec(lines.find((line) => line.trim() !== '') ?? '  ')?.[0] ?? '  ';
  const body = value.replace(/\n$/, '').split('\n');
  return [header, ...body.map((line) => (line === '' ? '' : `${indent}${line}`)), ''].join('\n');
}
