import type { Code } from '../reading/code.ts';
import type { Place } from '../repository.ts';
import type { PythonCall } from './calls.ts';
import { splitAt } from './names.ts';
import { lineAt, type PythonText } from './text.ts';

/** What a name was last given before a call, with its brackets whole; `undefined` where nothing is seen. */
export function valueBefore(code: Code, call: PythonCall, name: string): string | undefined {
  const file = code.files.find(({ path }) => path === call.file);
  return file && assignedBefore(file, name, call.offset)?.text;
}

const MOST_NAMES = 12;

/** An expression with what its names were last given, and theirs: the text of all that it comes from. */
export function originText(code: Code, call: PythonCall, expression: string): string {
  const texts = [expression];
  const seen = new Set<string>();
  for (const text of texts) {
    for (const [name] of text.matchAll(/(?<![\w.'"])[A-Za-z_]\w*/g)) {
      if (seen.has(name) || seen.size >= MOST_NAMES) continue;
      seen.add(name);
      const value = valueBefore(code, call, name);
      if (value !== undefined) texts.push(value);
    }
  }
  return texts.join('\n');
}

export function assignedBefore(
  file: PythonText,
  name: string,
  before: number,
): { text: string; offset: number } | undefined {
  const names = String.raw`((?:[\w.]+[ \t]*,[ \t]*)*)${name}(?:[ \t]*,[ \t]*[\w.]+)*`;
  const pattern = new RegExp(`^[ \\t]*${names}\\s*(?::[^=\\n]+)?=(?!=)[ \\t]*`, 'gm');
  const last = [...file.bare.slice(0, before).matchAll(pattern)].at(-1);
  if (!last) return undefined;
  const from = last.index + last[0].length;
  const whole = { from, to: endOfValue(file.bare, from) };
  const place = (last[1] ?? '').split(',').length - 1;
  const isOne = !last[0].split('=')[0]?.includes(',');
  const one = isOne ? whole : splitAt(file.bare, whole)[place];
  return one && { text: file.code.slice(one.from, one.to).trim(), offset: last.index };
}

/** To the end of the line, or of the bracket that opens on it. */
function endOfValue(bare: string, from: number): number {
  let depth = 0;
  for (let at = from; at < bare.length; at += 1) {
    const char = bare.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (char === '\n' && depth <= 0) return at;
  }
  return bare.length;
}

/** The text of a plain quoted string, else `undefined`. */
export const literalText = (expression: string | undefined): string | undefined =>
  /^[rbuRBU]?(['"])((?:(?!\1).)*)\1$/.exec(expression?.trim() ?? '')?.[2];

export const placeOf = ({ file, line }: PythonCall): Place => ({ file, line });

/** The line of the user's file, as it stands. */
export function lineText(code: Code, { file, line }: Place): string {
  const python = code.files.find(({ path }) => path === file);
  return python?.text.split('\n')[line - 1]?.trim() ?? '';
}

/** Where a named argument of a call stands: on the call's line, or further down. */
export function placeOfArgument(code: Code, call: PythonCall, name: string): Place {
  const file = code.files.find(({ path }) => path === call.file);
  const found = file && new RegExp(`\\b${name}\\s*=`).exec(file.bare.slice(call.offset));
  return file && found ? { file: call.file, line: lineAt(file, call.offset + found.index) } : placeOf(call);
}
