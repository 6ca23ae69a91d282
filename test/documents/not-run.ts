import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of `README.md` beside this file. */
export interface NotRun {
  page: string;
  /** How the block begins, or one command of a block. */
  begins: string;
  /** Test files that hold it otherwise; empty where only its commands and options are checked. */
  tests: string[];
  why: string;
}

/** What the tests of the blocks do not run, and why. */
export function notRun(table = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')): NotRun[] {
  const rows = [...table.matchAll(/^\| (?!-|Page)(.+) \|$/gm)].map(([, cells = '']) =>
    cells.split('|').map((cell) => cell.trim()),
  );
  return rows.map(([page = '', begins = '', tests = '', why = '', ...more]) => {
    const plain = (text: string) => text.replaceAll('`', '').trim();
    if (plain(why) === '' || more.length > 0) throw new Error(`a row has four cells: ${page} ${begins}`);
    return {
      page: plain(page),
      begins: begins.replace(/^`+ ?| ?`+$/g, ''),
      tests: plain(tests) === '' ? [] : plain(tests).split(', '),
      why,
    };
  });
}
