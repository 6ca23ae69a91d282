import { columnsOf, fit, pad } from './columns.ts';
import { visibleLine } from './visible-text.ts';

/** A name from a box may be 4,096 bytes long; the whole of it stands in the report. */
const MAX_CELL = 100;

/**
 * Left-aligned columns, two blanks apart, a rule under the header. Ends with a line break. Cells may come from a box: they
 * are shown on one line, without control characters.
 */
export function table(header: string[], rows: string[][]): string {
  const shown = rows.map((row) => row.map((cell) => fit(visibleLine(cell), MAX_CELL)));
  const widths = header.map((title, column) =>
    Math.max(title.length, ...shown.map((row) => columnsOf(row[column] ?? ''))),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return `${[line(header), line(widths.map((width) => '-'.repeat(width))), ...shown.map(line)].join('\n')}\n`;
}
