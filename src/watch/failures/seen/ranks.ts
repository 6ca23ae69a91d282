import type { Sees } from './over-lines.ts';

const TIMED_OUT = /Watchdog caught collective operation timeout/;

/** What stands before the first collective that timed out; `undefined` where none did. */
const beforeTimeout = (text: string): string | undefined => {
  const at = text.search(TIMED_OUT);
  return at < 0 ? undefined : text.slice(0, text.lastIndexOf('\n', at) + 1);
};

/** The last line of it that says anything. */
const lastOf = (text: string): { line: string; at: number } => {
  const line =
    text
      .trimEnd()
      .split(/[\n\r]/)
      .at(-1) ?? '';
  return { line, at: Math.max(0, text.trimEnd().length - line.length) };
};

/** F-N06: the last that was heard is the begin of an evaluation, of a checkpoint or of a report. */
export const stuckAtPause: Sees = (text) => {
  const before = beforeTimeout(text);
  if (before === undefined) return -1;
  const { line, at } = lastOf(before);
  return /\b(?:evaluat|validat|saving|logging to)/i.test(line) ? at : -1;
};

/** F-N07: the last that was heard is the end of an epoch, or the batch before it. */
export const stuckAtLastBatch: Sees = (text) => {
  const before = beforeTimeout(text);
  if (before === undefined) return -1;
  const { line, at } = lastOf(before);
  const [, done, all] = /\b(\d{1,9})\/(\d{1,9})\b/.exec(line) ?? [];
  return all !== undefined && Number(all) - Number(done) <= 1 && /epoch|train|\[/i.test(line) ? at : -1;
};

const OF_RANK = /^\[(?:rank|default)?(\d{1,5})\]:\s?(?:[\w.]{1,200}\.)?(\w{1,60}Error): /gm;

/** F-N08: an error that one rank has alone, while others wait until a collective times out. */
export const oneRankAlone: Sees = (text) => {
  const waiting = new Set(
    [...text.matchAll(/^\[(?:rank|default)?(\d{1,5})\]:[^\n]{0,200}Watchdog caught/gm)].map(
      ([, rank]) => rank,
    ),
  );
  if (waiting.size === 0) return -1;
  const own = [...text.matchAll(OF_RANK)].filter(
    ([, rank, name]) => !waiting.has(rank) && !/^Dist/.test(name ?? ''),
  );
  return own[0]?.index ?? -1;
};
