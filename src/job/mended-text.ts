import { isMap, isPair, isScalar, isSeq, type Node, type Pair, parse, parseDocument } from 'yaml';
import { type MeantEntry, type Problem, Problems } from '../problem.ts';
import { type Known, parseJob } from './load.ts';

/** A correction may let the next check be made, which then finds more. */
const MOST_ROUNDS = 6;

/** What became of a job file that does not load. */
export interface Mended {
  text: string;
  /** In the order in which they were found; `isAnswered` by the text. */
  problems: { problem: Problem; isAnswered: boolean }[];
}

/**
 * The text of a job file with everything as it is meant whose meaning is sure, and what is left for a person. Every other byte stays.
 *
 * @param file its name, for messages
 */
export function mendedText(text: string, file: string, known: Known): Mended {
  let now = text;
  const answered: Problem[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = problemsIn(now, file, known);
    const before = now;
    for (const problem of found) {
      const mended = problem.meant && withMeant(now, problem.meant);
      if (mended === undefined || isWorse(problemsIn(mended, file, known), problem)) continue;
      now = mended;
      answered.push(problem);
    }
    if (now === before) return { text: now, problems: both(answered, found) };
  }
  return { text: now, problems: both(answered, problemsIn(now, file, known)) };
}

const both = (answered: readonly Problem[], left: readonly Problem[]): Mended['problems'] => [
  ...answered.map((problem) => ({ problem, isAnswered: true })),
  ...left.map((problem) => ({ problem, isAnswered: false })),
];

/** It is still there, or a key of that name was there already. */
const isWorse = (after: readonly Problem[], before: Problem): boolean =>
  after.some(
    (each) => isSame(each, before) || (each.code === 'duplicate-key' && before.code !== 'duplicate-key'),
  );

const isSame = (one: Problem, other: Problem): boolean =>
  one.what === other.what && one.at?.line === other.at?.line && one.at?.column === other.at?.column;

function problemsIn(text: string, file: string, known: Known): readonly Problem[] {
  try {
    parseJob(text, file, known);
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.all;
    throw error;
  }
}

/** `undefined` where nothing stands at that place, or it would not read back. */
function withMeant(text: string, { path, as }: MeantEntry): string | undefined {
  if (path.length === 0) return 'text' in as ? as.text : undefined;
  const span = spanOf(text, { path, as });
  if (!span) return;
  const [start, end, words] = span;
  const edited = `${text.slice(0, start)}${words}${text.slice(end)}`;
  return parseDocument(edited, { uniqueKeys: false }).errors.length === 0 ? edited : undefined;
}

function spanOf(text: string, { path, as }: MeantEntry): [number, number, string] | undefined {
  const root = parseDocument(text, { uniqueKeys: false }).contents;
  const above = path.slice(0, -1);
  const parent = above.reduce<unknown>(
    (node, key) => (isMap(node) || isSeq(node) ? node.get(key, true) : undefined),
    root,
  );
  const last = path.at(-1);
  if (isSeq(parent) && typeof last === 'number') {
    const range = rangeOf(parent.items[last], text);
    return range && [...range, 'text' in as ? as.text : 'value' in as ? scalar(as.value) : ''];
  }
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))
    : undefined;
  return pair && spanOfPair(pair, as, text);
}

function spanOfPair(
  { key, value }: Pair,
  as: MeantEntry['as'],
  text: string,
): [number, number, string] | undefined {
  const [ofKey, ofValue] = [rangeOf(key, text), rangeOf(value, text)];
  if (!ofKey) return;
  if ('key' in as) return [...ofKey, as.key];
  if ('value' in as) return ofValue && [...ofValue, scalar(as.value)];
  return [ofKey[0], (ofValue ?? ofKey)[1], as.text];
}

/** Without the blanks, line ends and comments that a block ends with. */
function rangeOf(node: unknown, text: string): [number, number] | undefined {
  const [start, end] = (node as Node | undefined | null)?.range ?? [];
  if (start === undefined || end === undefined) return;
  const last = isMap(node) || isSeq(node) ? (node.flow ? undefined : node.items.at(-1)) : undefined;
  const inner = isPair(last) ? (last.value ?? last.key) : last;
  return [start, rangeOf(inner, text)?.[1] ?? start + text.slice(start, end).trimEnd().length];
}

const scalar = (value: string): string => {
  const isPlain = !/[\n#]/.test(value) && parse(`[${value}]`)?.[0] === value;
  return isPlain ? value : JSON.stringify(value);
};
