import { columnsOf } from '../../src/report/columns.ts';

/** The lines under the headers of tables that a terminal of so many columns would break. */
export const rulesWiderThan = (columns: number, text: string): string[] =>
  text.split('\n').filter((line) => /^ *-{2,}(?: {2}-+)*$/.test(line) && columnsOf(line) > columns);
