import { Broken } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';
import { type Cell, CsvRows, SEPARATORS, textOf } from './csv-rows.ts';
import { EncodingWatch } from './encoding-watch.ts';
import { MetricsWatch } from './metrics-watch.ts';
import { ANY_ENCODING, lineEndOf, shapeOf, type TableShape, wholeRows } from './table-shape.ts';

const MOST_LONE_HEADER = 1000;
/** Of the rows at the beginning. */
const MOSTLY = 0.8;
const NUMBER = /^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*$/;

const NO_NUMBER = /^\s*([+-]?(nan|inf(inity)?)|n\/?a|null|none)?\s*$/i;
/** Columns of which a table is asked whether they are metrics. */
const MOST_WATCHED = 10_000;

/** A table with a header row. Watched as metrics when the roster says so; else only for being whole. */
export const csv: Format = {
  name: 'csv',
  proves:
    'quoting of RFC 4180, equal columns, unique header; as metrics: finite numbers, moving loss, rows, last step, best',
  checksum: 'none',
  memberNames: /\.(csv|tsv)$/i,

  recognises: (probe: Probe) => separatorOf(probe) !== undefined,

  async open(subject: Subject): Promise<Walk> {
    const separator = separatorOf(subject) ?? ',';
    const table = new Table(subject, isData(subject) ? shapeOf(subject, separator) : undefined);
    const onRow = (cells: Cell[], row: number, offset: number) => table.row(cells, row, offset);
    const encoding = isData(subject) ? new EncodingWatch() : undefined;
    const rows = new CsvRows(separator, subject.budgets.lineBytes, onRow, {
      isQuoted: !isUnquoted(subject, separator),
      lineEnd: lineEndOf(subject.head),
      ...(encoding === undefined ? {} : { encoding }),
    });
    const end = () => {
      rows.end();
      encoding?.judge(subject.findings);
      if (rows.endsWithNewline) return;
      const what = 'does not end with a newline: its last cell may have been cut';
      subject.findings.degraded('L1', 'last-line-cut', what, { offset: subject.sizeBytes });
    };
    return {
      checksummed: false,
      reaches: 'L2',
      regions: () => [wholeFile(subject, { feed: (...piece) => rows.feed(...piece), end })],
      finish(complete) {
        if (complete) table.settle();
      },
    };
  },
};

/** A header of at least two names and, where there is one, a second line with as many cells. Logs have commas too. */
function separatorOf({ head, role, sizeBytes }: Probe): string | undefined {
  if (role === 'log' || role === 'config') return undefined;
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  // What is quoted may hold anything, lines too.
  const lines = withoutComments(text)
    .replace(/"[^"]*"/g, '')
    .split(lineEndOf(head));
  const [header = '', second, more] = lines;
  // Cards of a fixed length, as of FITS, have no lines at all.
  if (role !== 'metrics' && second === undefined && header.length > MOST_LONE_HEADER) return undefined;
  if (!/^[\x20-\x7e\t\r\x80-\xff]+$/.test(header)) return undefined;
  const isWhole = more !== undefined || head.length === sizeBytes;
  const cells = (line: string, separator: string) => line.split(separator).length;
  return SEPARATORS.find((separator) => {
    const columns = cells(header, separator);
    // What the roster calls metrics and what looks like a header is judged as a table, whatever its second line is.
    const fits =
      role === 'metrics' || second === undefined || !isWhole || cells(second, separator) === columns;
    return (
      columns > 1 &&
      fits &&
      (role === 'metrics' || areMostly(columns, lines, (line) => cells(line, separator)))
    );
  });
}

/** The code of a program begins with two lines of as many commas now and then; a table that is damaged still has most of its rows. */
function areMostly(columns: number, lines: readonly string[], cellsOf: (line: string) => number): boolean {
  // The last may be cut, or nothing.
  const whole = lines.slice(0, -1).filter((line) => line.trim() !== '');
  return whole.filter((line) => cellsOf(line) === columns).length >= MOSTLY * whole.length;
}

/** Lines that NumPy, R and astronomers write before a table. */
const withoutComments = (text: string): string => text.replace(/^(#[^\n]*\n)+/, '');

/** Nobody said that these are metrics. */
const isData = ({ role, roleFrom }: Pick<Subject, 'role' | 'roleFrom'>): boolean =>
  role !== 'metrics' || roleFrom === 'guessed';

/** Corpora separated by tabs are written without quoting, and their texts hold quotes as any text does. */
function isUnquoted(subject: Subject, separator: string): boolean {
  if (separator !== '\t' || !isData(subject)) return false;
  const rows = new CsvRows(separator, subject.budgets.lineBytes, () => {}, {
    encoding: ANY_ENCODING,
    lineEnd: lineEndOf(subject.head),
  });
  try {
    rows.feed(wholeRows(subject), 0);
    rows.end();
    return false;
  } catch (error) {
    return error instanceof Broken && /^csv-(quoting|cut)$/.test(error.code);
  }
}

class Table {
  readonly #subject: Subject;
  readonly #shape: TableShape | undefined;
  #metrics: MetricsWatch | undefined;
  readonly #isData: boolean;
  #columns: string[] | undefined;
  /** The last line before the table that begins with "#": its header, or a comment. */
  #comment: Cell[] | undefined;
  #rows = 0;
  #isOdd = false;

  constructor(subject: Subject, shape: TableShape | undefined) {
    this.#subject = subject;
    this.#shape = shape;
    this.#isData = isData(subject);
    this.#metrics = subject.role === 'metrics' ? new MetricsWatch(subject) : undefined;
  }

  row(cells: Cell[], row: number, offset: number): void {
    if (this.#columns === undefined) {
      if (this.#isData && cells[0]?.raw.startsWith('#')) this.#comment = cells;
      else this.#begin(cells, row, offset);
    } else if (cells.length === 1 && cells[0]?.raw === '') {
      this.#subject.findings.note('L1', 'blank-line', `row ${row} is empty`, { offset });
    } else this.#data(cells, this.#columns, row, offset);
  }

  /** `numpy.savetxt` puts "# " before the names of columns; other comments have another number of cells, or stand before a header. */
  #begin(cells: Cell[], row: number, offset: number): void {
    const comment = this.#comment;
    const isHeader = comment?.length === cells.length && cells.every((cell) => NUMBER.test(textOf(cell)));
    if (!comment || !isHeader) {
      this.#columns = this.#header(cells);
      return;
    }
    this.#columns = this.#header(comment);
    this.#data(cells, this.#columns, row, offset);
  }

  /** `numpy.loadtxt` leaves out what begins with "#"; a single flipped bit makes one of a "3", but of no blank. */
  #isComment(cells: Cell[], { length }: string[]): boolean {
    const first = cells[0]?.raw ?? '';
    return this.#isData && (cells.length === length ? /^#[# ]/ : /^#/).test(first);
  }

  settle(): void {
    this.#subject.facts.rows = this.#rows;
    this.#metrics?.settle();
  }

  #header(cells: Cell[]): string[] {
    // Tables that are padded to be read by people are read by programs, too.
    const names = cells.map((cell) => textOf(cell).trim());
    // Tables of data may have none: a row of numbers names nothing.
    if (this.#isData && names.every((name) => NUMBER.test(name) || NO_NUMBER.test(name))) {
      this.#subject.findings.note('L2', 'csv-headless', 'begins with numbers, not with names of columns');
      this.#rows += 1;
      return names.map((_name, i) => String(i + 1));
    }
    const isTwice = new Set(names).size < names.length;
    if (isTwice && this.#isData) return this.#namesTwice(names);
    if (isTwice) {
      throw new Broken('L2', 'csv-header', 'has one column name twice', {
        offset: 0,
        found: names.join(',').slice(0, 120),
      });
    }
    return this.#named(this.#withRowNames(names));
  }

  #named(names: string[]): string[] {
    // Of a matrix with a column for each gene or pixel nobody asks whether its loss moves.
    if (this.#isData && names.length > MOST_WATCHED) this.#metrics = undefined;
    for (const name of names) {
      this.#subject.keys.addValue(name, name);
      this.#metrics?.header(name);
    }
    return names;
  }

  /** A table without a header, or one whose reader counts its columns: `a`, then `a.1`. */
  #namesTwice(names: readonly string[]): string[] {
    this.#subject.findings.note('L2', 'csv-names-twice', 'has one column name twice', {
      found: names.join(',').slice(0, 120),
    });
    const seen = new Map<string, number>();
    const apart = names.map((name) => {
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      return times === 0 ? name : `${name}.${times}`;
    });
    return this.#named(this.#withRowNames(apart));
  }

  /** R names no column for the names of its rows; other tables begin with their size. One name less may be a lost separator. */
  #withRowNames(names: readonly string[]): string[] {
    const { usual = 0, isRagged = false, isQuotedHeader = false } = this.#shape ?? {};
    const missing = usual - names.length;
    if (isRagged || !(missing >= 2 || (missing === 1 && isQuotedHeader))) return [...names];
    const what = `names ${names.length} columns and has ${usual}`;
    this.#subject.findings.note('L2', 'csv-short-header', what, { offset: 0 });
    return [...Array.from({ length: missing }, (_none, i) => `row name ${i + 1}`), ...names];
  }

  #data(cells: Cell[], columns: string[], row: number, offset: number): void {
    if (this.#isComment(cells, columns)) {
      this.#subject.findings.note('L1', 'comment', `row ${row} is a comment`, { offset });
      return;
    }
    this.#rows += 1;
    if (cells.length !== columns.length && this.#shape?.isRagged === true) {
      this.#metrics = undefined;
      const what = `has rows of other lengths than its first: was read as lines of cells`;
      if (!this.#isOdd) this.#subject.findings.note('L1', 'csv-ragged', what, { offset });
      this.#isOdd = true;
      return;
    }
    if (cells.length !== columns.length) {
      const what = `row ${row} has another number of cells than the header`;
      this.#subject.findings.fail('L1', 'csv-columns', what, {
        offset,
        expected: String(columns.length),
        found: String(cells.length),
      });
      return;
    }
    if (this.#metrics === undefined) return;
    cells.forEach((cell, i) => {
      const name = columns[i] ?? '';
      const text = textOf(cell);
      // Trainers that log training and validation apart leave every other row half empty.
      if (text.trim() === '') return;
      this.#metrics?.value(name, NUMBER.test(text) ? Number(text) : { text }, cell.offset);
    });
    this.#metrics.endRow(row, offset);
  }
}
