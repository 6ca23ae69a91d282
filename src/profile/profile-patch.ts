import { Document, isMap } from 'yaml';
import { Problem } from '../problem.ts';

interface Edit {
  /** Index of the line before which is inserted, and from which on lines go. */
  at: number;
  remove: number;
  insert: string[];
}

const CONTEXT = 3;

/**
 * A profile's text with an entry behind its last gotcha and, where there is one, a source behind its last source, and the
 * difference as a patch that `git apply` takes. Everything else stays as it was written, comments included.
 *
 * @param path as it is to stand in the patch, with forward slashes
 * @throws Problem `no-place`
 */
export function withGotcha(
  text: string,
  path: string,
  gotcha: Readonly<Record<string, unknown>>,
  source: { tag: string; kind: string; where: string } | undefined,
): { text: string; patch: string } {
  if (!text.endsWith('\n')) throw noPlace(path, 'does not end with a line break');
  const lines = text.split('\n').slice(0, -1);
  const end = lines[0]?.endsWith('\r') ? '\r' : '';
  const entry = indented(yamlOf([gotcha]), 2);
  const edits: Edit[] = [
    ...(source === undefined
      ? []
      : [
          behind(lines, path, 'sources', [
            `  ${source.tag}: ${flowOf({ kind: source.kind, where: source.where })}`,
          ]),
        ]),
    behind(lines, path, 'gotchas', entry),
  ].map((edit) => ({ ...edit, insert: edit.insert.map((line) => line + end) }));
  edits.sort((a, b) => a.at - b.at);
  return { text: `${applied(lines, edits).join('\n')}\n`, patch: patchOf(lines, edits, path) };
}

/** Behind the last line of a block of the top level; an empty `key: []` or `key: {}` becomes a block. */
function behind(lines: readonly string[], path: string, key: string, insert: string[]): Edit {
  const start = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (start < 0) throw noPlace(path, `has no "${key}:" at the start of a line`);
  const head = lines[start]?.replace(/\s+#.*$/, '').trim();
  if (head !== `${key}:`) {
    if (!/:\s*(?:\[\s*\]|\{\s*\})$/.test(head ?? '')) throw noPlace(path, `has its "${key}" on one line`);
    return { at: start, remove: 1, insert: [`${key}:`, ...insert] };
  }
  let last = start;
  for (let at = start + 1; at < lines.length && !/^[^\s#]/.test(lines[at] ?? ''); at += 1)
    if (/^\s+[^\s#]/.test(lines[at] ?? '')) last = at;
  return { at: last + 1, remove: 0, insert };
}

function applied(lines: readonly string[], edits: readonly Edit[]): string[] {
  const result = [...lines];
  for (const { at, remove, insert } of [...edits].reverse()) result.splice(at, remove, ...insert);
  return result;
}

/** Edits in order and apart; those whose context would overlap share a hunk. */
function patchOf(lines: readonly string[], edits: readonly Edit[], path: string): string {
  const groups: Edit[][] = [];
  for (const edit of edits) {
    const before = groups.at(-1)?.at(-1);
    if (before && edit.at - (before.at + before.remove) <= 2 * CONTEXT) groups.at(-1)?.push(edit);
    else groups.push([edit]);
  }
  let shift = 0;
  const hunks = groups.map((group) => {
    const hunk = hunkOf(lines, group, shift);
    shift += group.reduce((sum, { remove, insert }) => sum + insert.length - remove, 0);
    return hunk;
  });
  return `--- a/${path}\n+++ b/${path}\n${hunks.join('')}`;
}

function hunkOf(lines: readonly string[], edits: readonly Edit[], shift: number): string {
  const first = Math.max(0, (edits[0]?.at ?? 0) - CONTEXT);
  const final = edits.at(-1);
  const last = Math.min(lines.length, (final?.at ?? 0) + (final?.remove ?? 0) + CONTEXT);
  const body: string[] = [];
  let at = first;
  const keep = (to: number) => {
    for (; at < to; at += 1) body.push(` ${lines[at]}`);
  };
  for (const edit of edits) {
    keep(edit.at);
    for (let removed = 0; removed < edit.remove; removed += 1, at += 1) body.push(`-${lines[at]}`);
    for (const line of edit.insert) body.push(`+${line}`);
  }
  keep(last);
  const added = edits.reduce((sum, { remove, insert }) => sum + insert.length - remove, 0);
  const size = last - first;
  return `@@ -${first + 1},${size} +${first + 1 + shift},${size + added} @@\n${body.join('\n')}\n`;
}

/** In the style of the catalogue: one line a key, lists of maps in flow style. */
function yamlOf(value: unknown): string {
  const document = new Document(value);
  const [entry] = (document.toJS() as Record<string, unknown>[]).map((_, index) => document.get(index, true));
  if (isMap(entry))
    for (const { key, value: node } of entry.items)
      if (['phases', 'match'].includes(String(key)) && node !== null && typeof node === 'object')
        (node as { flow?: boolean }).flow = true;
  // Blanks inside braces and none inside brackets, which the library has only together.
  return document.toString({ lineWidth: 0 }).replace(/^( *(?:phases|match): )\[ (.*) \]$/gm, '$1[$2]');
}

function flowOf(value: Record<string, string>): string {
  const document = new Document(value);
  if (isMap(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0 }).trim();
}

const indented = (text: string, by: number): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => ' '.repeat(by) + line);

const noPlace = (path: string, why: string): Problem =>
  new Problem({
    code: 'no-place',
    kind: 'usage',
    what: `${path} ${why}, so there is no place for an entry.`,
    next: 'Write its sources and gotchas as blocks, as the profiles that come with gpu-lease do.',
  });
