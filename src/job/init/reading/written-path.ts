import type { PythonCall } from '../python/calls.ts';
import { parametersOf } from '../python/names.ts';
import { assignedBefore } from '../python/values.ts';
import type { Place } from '../repository.ts';
import type { Code } from './code.ts';
import { findInCode } from './code.ts';
import { isOutputName } from './option-names.ts';
import { READS_OUR_DIRECTORY } from './started-where.ts';

/** Where a script writes something, as far as reading can tell. */
/** A `directory` becomes ours with all that is put into it; a `member` keeps its name and lies in ours. */
export type Kind = 'directory' | 'member';

export interface WrittenPath {
  /** Relative to the output directory; what is worked out at run time is `*`. `''`: the directory itself. */
  glob: string;
  /** The folder that the script names itself: it must become the output directory. */
  fixed?: { folder: string; place: Place };
}

type Part = { text: string } | 'output' | 'unknown';

const MOST_STEPS = 6;

/** What the expression of a path says; names are followed to where they get their value. */
export function writtenPath(
  code: Code,
  call: PythonCall,
  { expression, kind }: { expression: string; kind: Kind },
): WrittenPath {
  const parts = partsOf({ code, file: call.file, before: call.offset }, expression, MOST_STEPS);
  const from = parts.lastIndexOf('output');
  const own = from < 0 ? parts : parts.slice(from + 1);
  const glob = own
    .map((part) => (typeof part === 'object' ? part.text : '*'))
    .join('')
    .replace(/\/{2,}/g, '/')
    .replace(/\*{2,}/g, '*')
    .replace(/^(\.?\/)+/, '')
    .replace(/\/+$/, '');
  if (from >= 0) return { glob };
  if (code.isStartedInOutput && !leadsElsewhere(parts[0]))
    return { glob: typeof parts[0] === 'object' ? glob : glob.replace(/^\*\//, '**/') };
  return belowItsOwnFolder(glob, {
    isFixed: typeof parts[0] === 'object',
    kind,
    place: { file: call.file, line: call.line },
  });
}

const leadsElsewhere = (part: Part | undefined): boolean =>
  typeof part === 'object' && /^(?:[/~]|\.\.)/.test(part.text);

/** `out/step_*` of a script that knows nothing of us: `out` is to become our directory. */
function belowItsOwnFolder(
  glob: string,
  { isFixed, kind, place }: { isFixed: boolean; kind: Kind; place: Place },
): WrittenPath {
  const [folder = '', ...rest] = glob.split('/');
  const below = rest.join('/');
  if (!isFixed || folder.includes('*'))
    return { glob: below === '' && !isFixed && kind === 'directory' ? '' : below || glob };
  if (below === '' && kind === 'member') return { glob, fixed: { folder: '.', place } };
  return { glob: below, fixed: { folder, place } };
}

interface Where {
  code: Code;
  file: string;
  before: number;
}

function partsOf(where: Where, expression: string, steps: number): Part[] {
  const text = expression.trim();
  const literal = /^([rbfuRBFU]{0,2})(['"])((?:(?!\2).)*)\2$/.exec(text);
  if (literal)
    return [{ text: (literal[3] ?? '').replace(/\{[^}]*\}/g, '*').replace(/%[0-9.]*[a-z]/g, '*') }];
  const joined = /^(?:os\.path\.join|Path|pathlib\.Path|str|os\.fspath|os\.path\.abspath)\s*\((.*)\)$/.exec(
    text,
  );
  if (joined) return withSlashes(topLevel(joined[1] ?? '', ','), where, steps);
  const halves = topLevel(text, '/');
  if (halves.length > 1) return withSlashes(halves, where, steps);
  const sum = topLevel(text, '+');
  if (sum.length > 1) return sum.flatMap((part) => partsOf(where, part, steps));
  // Only what is not put together of pieces: one of the pieces may be our directory.
  if (isOutput(where.code, text)) return ['output'];
  const next = /^increment_path\s*\((.*)\)$/.exec(text);
  if (next) return [...partsOf(where, topLevel(next[1] ?? '', ',')[0] ?? '', steps), 'unknown'];
  const origin = steps > 0 ? originOf(where, text) : undefined;
  return origin ? partsOf(origin.where, origin.expression, steps - 1) : ['unknown'];
}

/** Where a name got its value: a line before, an attribute set anywhere, or what a caller of the function gives. */
function originOf(where: Where, text: string): { where: Where; expression: string } | undefined {
  if (/^[A-Za-z_]\w*$/.test(text)) {
    const value = assignedTo(where, text);
    if (value) return { where: { ...where, before: value.offset }, expression: value.text };
    return givenByCaller(where, text);
  }
  if (!/^self\.\w+$/.test(text)) return undefined;
  const value = assignedTo({ ...where, before: Number.POSITIVE_INFINITY }, text.replace('.', '\\.'));
  return value && { where: { ...where, before: value.offset }, expression: value.text };
}

/** Of a parameter of the function that the place lies in: what the first call of that function gives for it. */
function givenByCaller(where: Where, name: string): { where: Where; expression: string } | undefined {
  const file = where.code.files.find(({ path }) => path === where.file);
  const heads = [...(file?.bare.slice(0, where.before) ?? '').matchAll(/^[ \t]*def\s+(\w+)\s*\(/gm)];
  const own = heads.at(-1)?.[1];
  if (!file || own === undefined) return undefined;
  const at = parametersOf(file, own).findIndex((each) => each.name === name);
  const call = where.code.calls.find(
    (each) => each.name.split('.').at(-1) === own && !each.name.startsWith('torch.'),
  );
  const expression = at < 0 ? undefined : (call?.named.get(name) ?? call?.plain[at]);
  return call && expression !== undefined
    ? { where: { ...where, file: call.file, before: call.offset }, expression }
    : undefined;
}

const withSlashes = (texts: readonly string[], where: Where, steps: number): Part[] =>
  texts.flatMap((text, at) => [...(at > 0 ? [{ text: '/' }] : []), ...partsOf(where, text, steps)]);

/** `args.output_dir`, `cfg.out`, `os.environ["GPU_LEASE_OUT"]`: what the command line or we say. */
function isOutput({ flags }: Code, text: string): boolean {
  if (/GPU_LEASE_OUT/.test(text)) return true;
  const name = /^(?:\w+\.)*(\w+)$/.exec(text)?.[1] ?? /^\w+\[['"](\w+)['"]\]$/.exec(text)?.[1];
  return name !== undefined && /\.|\[/.test(text) && isOutputName(flags.all, name);
}

function assignedTo({ code, file, before }: Where, name: string) {
  const python = code.files.find(({ path }) => path === file);
  return python && assignedBefore(python, name, before);
}

/** The pieces between separators that stand in no bracket and no quotes. */
function topLevel(text: string, separator: string): string[] {
  const pieces = [''];
  let depth = 0;
  let quote = '';
  for (const char of text) {
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (char === separator && depth === 0 && quote === '') pieces.push('');
    else pieces[pieces.length - 1] += char;
  }
  return pieces;
}

/** Whether the script reads our output directory itself, anywhere. */
export const readsOurDirectory = (code: Code): Place | undefined => findInCode(code, READS_OUR_DIRECTORY);
