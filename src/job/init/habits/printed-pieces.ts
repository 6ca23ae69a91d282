import type { PythonCall } from '../python/calls.ts';
import { splitAt } from '../python/names.ts';
import { readPython } from '../python/text.ts';

/** Of a line that a script prints: what stands there each time, and what is put in. */
export type Piece = { text: string } | { value: string };

/** Of a call that prints: its arguments with blanks between them, each written in one of the ways in which Python puts values into text. */
export function printedPieces({ name, plain }: PythonCall): Piece[] {
  const [first = '', ...values] = plain;
  const [, , text] = /^(["'])((?:(?!\1)[^\\]|\\.)*)\1$/.exec(first) ?? [];
  if (text?.includes('%') && values.length > 0 && /(^|[._])(info|log)$/.test(name))
    return percented(text, values);
  return plain.flatMap((argument, at) => [...(at > 0 ? [{ text: ' ' }] : []), ...piecesOf(argument)]);
}

function piecesOf(argument: string): Piece[] {
  const [whole = '', prefix = '', , text = ''] =
    /^([fFrRbB]{0,2})(["'])((?:(?!\2)[^\\]|\\.)*)\2/.exec(argument) ?? [];
  if (whole === '') return [{ value: argument }];
  const rest = argument.slice(whole.length).trim();
  if (rest === '') return /f/i.test(prefix) ? formatted(text) : [{ text: plainText(text) }];
  const put = /^(%|\.\s*format)\s*([\s\S]*)$/.exec(rest);
  if (!put) return [{ value: '' }];
  const values = valuesIn(put[2] ?? '');
  return put[1] === '%' ? percented(text, values) : bracketed(text, values);
}

/** `a, b / 8` of `(a, b / 8)`. */
function valuesIn(text: string): string[] {
  const inner = /^\(([\s\S]*)\)$/.exec(text)?.[1] ?? text;
  const { bare } = readPython('', inner);
  return splitAt(bare, { from: 0, to: inner.length }).map(({ from, to }) => inner.slice(from, to).trim());
}

/** A brace and a star of the text itself would be read as what changes. */
const plainText = (text: string): string => text.replace(/[{}*]+/g, '*');

const formatted = (text: string): Piece[] =>
  text
    .split(/(\{[^{}]*\})/)
    .map((piece) =>
      /^\{.*\}$/.test(piece)
        ? { value: piece.slice(1, -1).replace(/:[^:]*$/, '') }
        : { text: piece.includes('*') ? plainText(piece) : piece },
    );

function percented(text: string, values: readonly string[]): Piece[] {
  let next = 0;
  return text.split(/(%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|%%)/).map((piece) => {
    if (piece === '%%') return { text: '%' };
    if (!/^%[^%]/.test(piece)) return { text: plainText(piece) };
    next += 1;
    return { value: values[next - 1] ?? '' };
  });
}

function bracketed(text: string, values: readonly string[]): Piece[] {
  let next = 0;
  return text.split(/(\{[^{}]*\})/).map((piece) => {
    if (!/^\{.*\}$/.test(piece)) return { text: plainText(piece) };
    const name = piece.slice(1, -1).replace(/[:!].*$/, '');
    if (name !== '' && !/^\d+$/.test(name)) {
      const named = values.find((value) => value.startsWith(`${name}=`));
      return { value: named?.slice(name.length + 1) ?? name };
    }
    const at = name === '' ? next : Number(name);
    next += 1;
    return { value: values[at] ?? '' };
  });
}
