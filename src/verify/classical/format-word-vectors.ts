import type { Role } from '../../evidence-level.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { holdsTensors } from '../contract/verdict.ts';
import type { VectorLayout } from './vector-layout.ts';

/** How many words, and how many numbers to each. */
const HEADER = /^([1-9][0-9]{0,9}) ([1-9][0-9]{0,5})\r?\n/;
const NUMBER = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/;
/** Longer words are none; the tool that began this takes fifty bytes. */
const MOST_WORD_BYTES = 4096;
/** Rows of fewer numbers without a header are any table. */
const LEAST_NUMBERS = 8;

/**
 * Vectors of words as word2vec, gensim, fastText (`.vec`) and GloVe write them: a word and its numbers, binary or as text, behind a line
 * that counts both or behind none.
 */
export const wordVectors: Format = {
  name: 'word2vec',
  proves:
    'binary and text of word2vec, and GloVe: as many words as the header counts, each with as many numbers, nothing behind them; words in UTF-8; values',
  checksum: 'none',
  memberNames: /\.(bin|vec|w2v|txt)$/i,

  recognises: (probe: Probe) => layoutOf(probe) !== undefined,

  async open(subject: Subject): Promise<Walk> {
    const { openWordVectors } = await import('./word-vectors.ts');
    return openWordVectors(subject, layoutOf(subject) as VectorLayout);
  },
};

export function layoutOf({ head, role, sizeBytes }: Probe): VectorLayout | undefined {
  if (isReadAsText(role)) return undefined;
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const header = HEADER.exec(text);
  if (header === null) return holdsTensors(role) ? headless(text, head.length === sizeBytes) : undefined;
  const [line, words, numbers] = [header[0], Number(header[1]), Number(header[2])];
  const layout = { words, numbers, headerBytes: line.length };
  const first = linesOf(text.slice(line.length), head.length === sizeBytes)[0] ?? '';
  if (numbersOf(first) === numbers) return { kind: 'word2vec-text', ...layout };
  return isBinary(text.slice(line.length), layout, sizeBytes) ? { kind: 'word2vec', ...layout } : undefined;
}

const isReadAsText = (role: Role): boolean => role === 'log' || role === 'config' || role === 'metrics';

/** A word and a blank, and so much behind it that it can be the numbers of as many words; no text has such numbers. */
function isBinary(
  rows: string,
  { words, numbers, headerBytes }: Omit<VectorLayout, 'kind'>,
  sizeBytes: number,
): boolean {
  const least = (words ?? 0) * (4 * numbers + 2);
  const most = (words ?? 0) * (4 * numbers + 2 + MOST_WORD_BYTES);
  const room = sizeBytes - headerBytes;
  // A file that was cut is one too, and is to be told so.
  if (room > most || room < Math.min(least / 4, 4 * numbers)) return false;
  const word = rows.indexOf(' ');
  if (word < 1 || word > MOST_WORD_BYTES || /[\0-\x08\x0e-\x1f]/.test(rows.slice(0, word))) return false;
  return /[\0-\x08\x0e-\x1f\x80-\xff]/.test(rows.slice(word + 1, word + 1 + 4 * numbers));
}

/** Every line that is there has a word and as many numbers as the first, and not all words are numbers. */
function headless(text: string, isWhole: boolean): VectorLayout | undefined {
  const lines = linesOf(text, isWhole);
  const numbers = numbersOf(lines[0] ?? '');
  if (numbers === undefined || numbers < LEAST_NUMBERS || lines.length < 2) return undefined;
  const areAlike = lines.filter((line) => numbersOf(line, numbers) === numbers).length >= 0.9 * lines.length;
  const isTable = lines.every((line) => NUMBER.test(line.split(' ', 1)[0] ?? ''));
  return areAlike && !isTable ? { kind: 'glove', words: undefined, numbers, headerBytes: 0 } : undefined;
}

/** Without the last, which may go on, unless there is no more of it. */
function linesOf(text: string, isWhole: boolean): string[] {
  const lines = text.split('\n');
  const last = lines.pop();
  return isWhole && last !== undefined && last !== '' ? [...lines, last] : lines;
}

/** Behind the word; of some words a blank is part. */
function numbersOf(line: string, wanted?: number): number | undefined {
  const [, ...cells] = line.trimEnd().split(' ');
  const numbers = wanted === undefined ? cells : cells.slice(-wanted);
  return numbers.length > 0 && numbers.every((cell) => NUMBER.test(cell)) ? numbers.length : undefined;
}
