import { MOST_KEYS, type Piece, quote, type Row } from './row.ts';
import { completeLines, isMarked, isTorn, TOO_LONG } from './text-lines.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** What writers leave where a row has no value; a cell that is no number is said, and this one is none. */
const NOTHING = /^(?:|none|null|n\/?a|<na>)$/i;

/**
 * A table with a header. A row may lack cells and may have empty ones: trainers that log training and validation apart leave every
 * other row half empty. A header that stands in the middle, because the writer began anew or has learnt of a column, counts from there.
 */
export function* csvTable(piece: Piece, stepKey: string): Generator<Row> {
  let header = piece.at === 0 ? undefined : headerOf(piece.start);
  for (const { number, text } of completeLines(piece)) {
    if (text === undefined) {
      yield { kind: 'broken', at: number, what: TOO_LONG };
      continue;
    }
    const line = text.trimEnd();
    if (line.trim() === '') continue;
    const separator: string = header?.separator ?? separatorOf(line);
    const cells = cellsOf(line, separator);
    if (!cells) yield { kind: 'broken', at: number, what: `has a quote that is not closed: ${quote(line)}` };
    else if (!header || cells.includes(stepKey)) header = { separator, names: cells };
    else yield { kind: 'record', at: number, record: recordOf(header.names, cells), marked: isMarked(text) };
  }
  if (isTorn(piece)) yield { kind: 'torn' };
}

interface Header {
  separator: string;
  names: readonly string[];
}

function headerOf(start: Uint8Array | undefined): Header | undefined {
  if (!start) return;
  const [first] = completeLines({ bytes: start, at: 0 });
  const line = first?.text?.trimEnd();
  if (line === undefined) return;
  const separator = separatorOf(line);
  const names = cellsOf(line, separator);
  return names && { separator, names };
}

/** The one of the three that a header has most of. */
function separatorOf(header: string): string {
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Cells without their quotes, at most `MOST_KEYS`; `undefined` where a quote is not closed on its line. */
function cellsOf(line: string, separator: string): string[] | undefined {
  const plain = line.charCodeAt(0) === 0xfeff ? line.slice(1) : line;
  if (!plain.includes('"')) return plain.split(separator, MOST_KEYS).map((cell) => cell.trim());
  const cells: string[] = [];
  let from = 0;
  while (from <= plain.length && cells.length < MOST_KEYS) {
    const end = plain[from] === '"' ? quotedEnd(plain, from) : from;
    if (end < 0) return;
    const next = plain.indexOf(separator, end);
    const to = next < 0 ? plain.length : next;
    const cell = plain.slice(from, to).trim();
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell);
    from = to + separator.length;
  }
  return cells;
}

/** Behind the quote that closes the one at `from`; -1 where none does. */
function quotedEnd(line: string, from: number): number {
  let at = line.indexOf('"', from + 1);
  while (at >= 0 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at < 0 ? -1 : at + 1;
}

function recordOf(names: readonly string[], cells: readonly string[]): Map<string, unknown> {
  const record = new Map<string, unknown>();
  for (const [index, name] of names.entries()) {
    const text = cells[index];
    if (text === undefined || NOTHING.test(text)) continue;
    record.set(name, NUMBER.test(text) ? Number(text) : text);
  }
  return record;
}
