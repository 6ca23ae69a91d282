import { columnsOf, fit, pad } from './columns.ts';
import { visibleLine } from './visible-text.ts';

/** A name from a box may be 4,096 bytes long; the whole of it stands in the report. */
const MAX_CELL = 100;
const GAP = '  ';

/**
 * Left-aligned columns, two blanks apart, a rule under the header. Ends with a line break. Cells may come from a box: they
 * are shown on one line, without control characters.
 *
 * @param columns of the terminal. A table that is wider has its long cells broken between words, and one that is wider even so is a
 * list, a line for each cell: nothing is left to the terminal to break. Unset: as wide as it is.
 */
export function table(header: string[], rows: string[][], columns?: number): string {
  const shown = rows.map((row) => row.map((cell) => fit(visibleLine(cell), MAX_CELL)));
  const natural = widthsOf(header, shown, columnsOf);
  if (columns === undefined || widthOf(natural) <= columns) return laidOut(header, shown, natural);
  const widths = narrowed(natural, widthsOf(header, shown, longestWord), columns);
  return widths ? laidOut(header, shown, widths) : listed(header, shown, columns);
}

function widthsOf(header: string[], rows: string[][], measure: (text: string) => number): number[] {
  return header.map((title, column) =>
    Math.max(measure(title), ...rows.map((row) => measure(row[column] ?? ''))),
  );
}

const longestWord = (text: string): number => Math.max(0, ...text.split(' ').map(columnsOf));

const widthOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);

/** The widest give way first; `undefined` where the longest words alone are too wide. */
function narrowed(
  natural: readonly number[],
  least: readonly number[],
  columns: number,
): number[] | undefined {
  if (widthOf(least) > columns) return;
  const widths = [...natural];
  while (widthOf(widths) > columns) {
    const spare = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function laidOut(header: string[], rows: string[][], widths: readonly number[]): string {
  const line = (cells: readonly string[]) =>
    widths
      .map((width, column) => pad(cells[column] ?? '', width))
      .join(GAP)
      .trimEnd();
  const lines = (cells: string[]): string[] => {
    const broken = cells.map((cell, column) => brokenAt(cell, widths[column] ?? 0));
    const height = Math.max(1, ...broken.map((each) => each.length));
    return Array.from({ length: height }, (_, at) => line(broken.map((each) => each[at] ?? '')));
  };
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return `${[...lines(header), rule, ...rows.flatMap(lines)].join('\n')}\n`;
}

function brokenAt(cell: string, width: number): string[] {
  const rows = [''];
  for (const word of cell.split(' ')) {
    const last = rows.at(-1) ?? '';
    if (last === '') rows[rows.length - 1] = word;
    else if (columnsOf(last) + 1 + columnsOf(word) <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

/** A row for each cell that says something, its title before it, and an empty one between two rows of the table. */
function listed(header: string[], rows: string[][], columns: number): string {
  const width = Math.max(...header.map(columnsOf));
  const room = Math.max(1, columns - width - GAP.length);
  const blocks = rows.map((row) =>
    row.flatMap((cell, column) =>
      cell === ''
        ? []
        : brokenAt(cell, room).map(
            (part, at) => `${pad(at === 0 ? (header[column] ?? '') : '', width)}${GAP}${part}`,
          ),
    ),
  );
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}
