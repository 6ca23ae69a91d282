import { Broken } from '../contract/findings.ts';
import type { Probe } from '../contract/format.ts';
import { JsonScanner } from '../read/json-scanner.ts';
import { CsvRows, SEPARATORS } from './csv-rows.ts';

const NEWLINE = 0x0a;
const LIMITS = { depth: 512, constantBytes: 1 << 20, keys: 1_000_000 };
const LINE_BYTES = 1 << 20;

/**
 * Whether the start of a file, whose name says nothing, is without a fault what a format takes it for. Settings of
 * `[section "name"]`, dumps, phrase books and sources begin like JSON or like a table, and nobody said that they are any.
 */
export function isFaultless(format: string, { head, sizeBytes }: Probe): boolean {
  const isWhole = head.length === sizeBytes;
  const lines = isWhole ? head : head.subarray(0, head.lastIndexOf(NEWLINE) + 1);
  if (format === 'json') return isSound(() => feedDocument(head, isWhole));
  if (format === 'jsonl') return isSound(() => feedLines(lines));
  if (format === 'csv') return SEPARATORS.some((separator) => isTable(lines, separator));
  return true;
}

function feedDocument(head: Uint8Array, isWhole: boolean): void {
  const scanner = new JsonScanner({ scalar: () => {} }, { ...LIMITS, comments: true });
  scanner.feed(head, 0);
  if (isWhole) scanner.end(head.length);
}

function feedLines(lines: Uint8Array): void {
  const scanner = new JsonScanner({ scalar: () => {} }, LIMITS);
  for (let from = 0; from < lines.length; ) {
    const found = lines.indexOf(NEWLINE, from);
    const end = found < 0 ? lines.length : found;
    scanner.feed(lines.subarray(from, end), from);
    // A writer that was killed leaves half a line at the end.
    if (!scanner.isUntouched && found >= 0) scanner.end(end);
    scanner.reset();
    from = end + 1;
  }
}

/** At least two rows, and all of more than one and of as many cells. */
function isTable(lines: Uint8Array, separator: string): boolean {
  const counts = new Set<number>();
  let rows = 0;
  const rowsOf = new CsvRows(separator, LINE_BYTES, (cells) => {
    counts.add(cells.length);
    rows += 1;
  });
  const isWhole = isSound(() => {
    rowsOf.feed(lines, 0);
    rowsOf.end();
  });
  return isWhole && rows >= 2 && counts.size === 1 && !counts.has(1);
}

function isSound(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Broken) return false;
    throw error;
  }
}
