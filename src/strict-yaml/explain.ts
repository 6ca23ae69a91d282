import type { z } from 'zod';
import { nearestOf } from '../nearest.ts';
import { type MeantEntry, Problem } from '../problem.ts';
import { quoted } from '../secret/shape.ts';
import { plainForm } from './plain-form.ts';
import type { Instead, Path, YamlSource } from './read.ts';

type Issue = z.core.$ZodIssue;

/** `artifacts[0].path`, as a person would point at it. */
const pathText = (path: Path): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('');

/**
 * What a rule of the schema says when the schema does not word it itself: the end of a sentence that starts with the
 * value. Given to zod at parse time.
 */
export function wordIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `is not ${KINDS[issue.expected as string] ?? issue.expected}`;
    case 'invalid_value':
      return `is none of ${alternatives((issue.values as unknown[]).map(String))}`;
    case 'too_small':
      return `is ${issue.origin === 'number' || issue.origin === 'int' ? 'below' : 'shorter than'} ${issue.minimum}`;
    case 'too_big':
      return `is ${issue.origin === 'number' || issue.origin === 'int' ? 'above' : 'longer than'} ${issue.maximum}`;
    default:
      return undefined;
  }
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

const alternatives = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function notAMapping({ value, kind, placeOfOffset }: YamlSource): Problem {
  const at = placeOfOffset(0);
  const isEmpty = value === undefined || value === null;
  const what = `${at.file} is ${isEmpty ? 'empty' : 'not a mapping of keys to values'}.`;
  return problem(`not-a-${kind.name}`, what, kind.start, { ...at, line: 1, column: 1 });
}

/** Nobody reads more, and finding the nearest key of a hundred thousand takes its time. */
const MOST_KEYS = 100;

/** One issue of the schema as problems that a person can act on, each where it stands in the file. */
export function explain(issue: Issue, root: Path, raw: unknown, source: YamlSource): Problem[] {
  const path = [...root, ...issue.path] as Path;
  const value = valueAt(raw, path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MOST_KEYS)
      .map((key) => unknownKey(key, path, { valid: issue.message.split(' '), raw, source }));
  }
  if (value === undefined && issue.code !== 'invalid_key') return [missingKey(path, source)];
  if (value === null) return [emptyValue(path, source)];
  if (issue.code === 'invalid_union') return explainUnion(issue.errors, path, raw, source);
  if (issue.code === 'invalid_key') return [invalidKey(issue, path, source)];
  const [why, next] = splitAdvice(issue.message);
  const what = `\`${pathText(path)}\`: ${shown(value, path, source)} ${why}.`;
  const told = toldOf(issue, { path, value, raw, source }) ?? next ?? 'Correct the value here.';
  return [problem(CODES[issue.code] ?? 'bad-value', what, told, source.placeOf(path))];
}

/** What to write, where that is known. */
interface Told {
  next: string;
  meant?: MeantEntry;
}

function toldOf(
  issue: Issue,
  { path, value, raw, source }: { path: Path; value: unknown; raw: unknown; source: YamlSource },
): Told | undefined {
  const instead = source.kind.instead?.(path, value, valueAt(raw, path.slice(0, -1)));
  if (instead) return insteadOf(instead, path);
  if (issue.code === 'invalid_type') {
    const plain = plainForm(issue.expected, path.at(-1), value);
    return plain && insteadOf(plain, path);
  }
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return;
  const words = issue.values.map(String);
  const near = nearestOf(value, words);
  if (near === undefined) return { next: `Write one of them: ${alternatives(words)}.` };
  return { next: `Did you mean ${JSON.stringify(near)}?`, meant: { path, as: { value: near } } };
}

function insteadOf({ line, note, at, isSure }: Instead, path: Path): Told {
  const next = `Write \`${line}\`${note === undefined ? '' : ` ${note}`}.`;
  return isSure ? { next, meant: { path: at ?? path, as: { text: line } } } : { next };
}

const CODES: Record<string, string> = { invalid_type: 'wrong-type', invalid_value: 'wrong-value' };

/** Of several allowed forms, speaks about the one that the writer has chosen. */
function explainUnion(branches: Issue[][], path: Path, raw: unknown, source: YamlSource): Problem[] {
  const isOther = (issue: Issue): boolean =>
    issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
  const meant = branches
    .filter((issues) => !issues.some(isOther))
    .sort((a, b) => a.length - b.length)
    .at(0);
  if (meant) return meant.flatMap((issue) => explain(issue, path, raw, source));
  const forms = alternatives(
    branches.flatMap((issues) => issues.map((issue) => issue.message.replace(/^is (not|none of) /, ''))),
  );
  const value = valueAt(raw, path);
  const what = `\`${pathText(path)}\`: ${shown(value, path, source)} is not ${forms}.`;
  const instead = source.kind.instead?.(path, value, valueAt(raw, path.slice(0, -1)));
  const told = instead ? insteadOf(instead, path) : 'Write one of these.';
  return [problem('wrong-type', what, told, source.placeOf(path))];
}

function unknownKey(
  key: string,
  parent: Path,
  { valid, raw, source }: { valid: readonly string[]; raw: unknown; source: YamlSource },
): Problem {
  const near = nearestOf(key, valid);
  const path = [...parent, key];
  const place = source.placeOfKey(path);
  const where = parent.length > 0 ? ` in \`${pathText(parent)}\`` : '';
  const instead = source.kind.instead?.(path, valueAt(raw, path), valueAt(raw, parent));
  const told: Told = instead
    ? insteadOf(instead, path)
    : near
      ? { next: `Did you mean \`${near}\`?`, meant: { path, as: { key: near } } }
      : { next: `The keys here are: ${valid.join(', ')}.` };
  return problem('unknown-key', `There is no key ${quoted(key)}${where}.`, told, place);
}

function missingKey(path: Path, source: YamlSource): Problem {
  const parent = path.slice(0, -1);
  const next =
    source.kind.missing?.[pathText(path)] ??
    `Add \`${path.at(-1)}:\`${parent.length > 0 ? ` to \`${pathText(parent)}\`` : ''}.`;
  return problem('missing-key', `\`${pathText(path)}\` is missing.`, next, source.placeOfKey(parent));
}

/** Unset, empty and a value are three things: a key with nothing behind it could mean any of them. */
function emptyValue(path: Path, source: YamlSource): Problem {
  const what = `\`${pathText(path)}\` has nothing behind it.`;
  return problem(
    'empty-value',
    what,
    'Remove it to leave it unset, or write `""` for empty text.',
    source.placeOf(path),
  );
}

function invalidKey(issue: Extract<Issue, { code: 'invalid_key' }>, path: Path, source: YamlSource): Problem {
  const [why, next] = splitAdvice(issue.issues[0]?.message ?? 'is not a valid name');
  const what = `\`${pathText(path.slice(0, -1))}\`: the name ${quoted(path.at(-1))} ${why}.`;
  return problem('bad-name', what, next ?? 'Choose another name.', source.placeOfKey(path));
}

/** Rules are written as `why it cannot be; what to do` or `why. What to do.` */
function splitAdvice(message: string): [why: string, next: string | undefined] {
  const [, why, next] = /^(.*?)(?:; |\. )(.+?)\.?$/s.exec(message) ?? [];
  if (why === undefined || !next) return [message, undefined];
  return [why, `${next.charAt(0).toUpperCase()}${next.slice(1)}.`];
}

function shown(value: unknown, path: Path, { kind }: YamlSource): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return typeof value === 'string' ? quoted(kind.shown?.(value, path) ?? value) : String(value);
}

function valueAt(raw: unknown, path: Path): unknown {
  let value = raw;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

const problem = (code: string, what: string, told: Told | string, at: Problem['at'] & object): Problem =>
  new Problem({ code, kind: 'usage', what, at, ...(typeof told === 'string' ? { next: told } : told) });
