import type { Remains, Signature } from './failure.ts';

/** Where in a text a row is shown. */
export interface Evidence {
  /** Of the first character; -1 where it is known without any text. */
  at: number;
  /** Behind the last character. */
  end: number;
  match: RegExpExecArray | undefined;
  /** Work that goes on does not take it back. */
  lasts: boolean;
}

/** Of one row in one text. */
const MOST_MATCHES = 5000;

/** So many signs of progress after it, and it ended nothing. */
const LIVED_THROUGH = 8;
/** So many of the lines that take something back. */
const TAKEN_BACK = 3;

/** Steps, epochs and bars that get further, by their numbers. */
const PROGRESS =
  /\b(?:step|iter|iteration|epoch|global_step|batch|update)\b['"]?[ :=#[\t]{1,4}['"]?\d[\d.,]{0,12}|\b\d{1,9}\/\d{1,9} (?:\[|━|\()|\b(?:steps?|it)[ :=]\d{1,9}\b/gi;

/** A launcher's summary, and processes in lockstep, say a number several times. */
const REMEMBERED = 32;

/** Everything in `remains` that shows `row`, in the order of the text; none where something else that it needs is not so. */
export function evidenceOf(row: Signature, remains: Remains, cardWasSeen = false): Evidence[] {
  if (row.when && !row.when(remains)) return [];
  const text = remains.logTail;
  const lasts = row.lasts ?? false;
  const found = matchesOf(row.line, text, lasts);
  if (row.withCard && (remains.cardAsked || cardWasSeen || cardAtWork(text)))
    found.push(...matchesOf(row.withCard, text, true));
  const seen = row.sees?.(text) ?? -1;
  if (seen >= 0) found.push({ at: seen, end: lineEnd(text, seen), match: undefined, lasts: true });
  if (found.length > 0) return found.sort((a, b) => a.at - b.at);
  const isLess = row.line ?? row.withCard ?? row.sees;
  return row.when && !isLess ? [{ at: -1, end: -1, match: undefined, lasts: true }] : [];
}

/** What a program prints that has a card before it. */
export const cardAtWork = (text: string): boolean =>
  /GPU available: True|\bcuda:\d|device(?:_?type)?['"]?[ :=]{1,3}['"]?cuda\b|LOCAL_RANK: \d{1,4} - CUDA_VISIBLE_DEVICES: \[\d|NCCL INFO .{0,80}cudaDev|\| NVIDIA-SMI \d|MiB \/ {1,6}\d{1,9}MiB/.test(
    text,
  );

/** Whether what a text shows was lived through: the work went on after it. */
export function wasLivedThrough({ over }: Signature, text: string, { end, lasts }: Evidence): boolean {
  if (lasts) return false;
  const after = text.slice(end);
  return over ? countOf(over, after) >= TAKEN_BACK : isFarPast(after);
}

/** Whether a text is that of work that went on. */
export const isFarPast = (after: string): boolean => newMarks(after, []).length >= LIVED_THROUGH;

/** Offsets of signs of progress that were not said just before. @param recent what was said lately; it is gone on with */
export function newMarks(text: string, recent: string[]): number[] {
  const found: number[] = [];
  for (const { 0: mark, index } of text.matchAll(PROGRESS)) {
    const said = mark.toLowerCase();
    if (recent.includes(said)) continue;
    recent.push(said);
    if (recent.length > REMEMBERED) recent.shift();
    found.push(index);
  }
  return found;
}

export const isOverAfter = (row: Signature, marks: number): boolean =>
  marks >= (row.over ? TAKEN_BACK : LIVED_THROUGH);

export const countOf = (pattern: RegExp, text: string): number =>
  [...text.matchAll(new RegExp(pattern.source, globally(pattern)))].length;

const globally = ({ flags }: RegExp): string => `${flags.replace('g', '')}g`;

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
};

function matchesOf(pattern: RegExp | undefined, text: string, lasts: boolean): Evidence[] {
  if (!pattern) return [];
  const found: Evidence[] = [];
  const again = new RegExp(pattern.source, globally(pattern));
  for (let match = again.exec(text); match && found.length < MOST_MATCHES; match = again.exec(text)) {
    found.push({ at: match.index, end: match.index + match[0].length, match, lasts });
    if (match[0] === '') again.lastIndex += 1;
  }
  return found;
}
