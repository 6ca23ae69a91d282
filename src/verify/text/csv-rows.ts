import { Broken, overBudget } from '../contract/findings.ts';
import type { EncodingWatch } from './encoding-watch.ts';

export interface Cell {
  /** Bytes as characters of the same number; `textOf` makes text of them. */
  raw: string;
  offset: number;
}

interface CsvOptions {
  isQuoted?: boolean;
  lineEnd?: '\n' | '\r';
  /** Takes what is no UTF-8, too; without it that is broken. */
  encoding?: Pick<EncodingWatch, 'feed'>;
}

/** What stands between cells, the likeliest first. */
export const SEPARATORS = [',', '\t', ';'];

const QUOTE = '"';
/** Of one row: separators alone make a cell of each byte. */
const MOST_CELLS = 1_000_000;
/** So many parts of one cell are joined before more are taken: their list must not weigh more than they do. */
const MOST_PARTS = 1_000_000;

/**
 * Splits RFC 4180 text into rows as bytes come in. A quote opens only at the start of a cell, is doubled inside, and
 * closes at a separator or the row's end. `separator` is one ASCII character. Where nothing is quoted a quote is a character;
 * a file may end its lines with "\r" alone.
 */
export class CsvRows {
  readonly #separator: string;
  readonly #rowBytes: number;
  readonly #onRow: (cells: Cell[], row: number, offset: number) => void;
  readonly #isQuoted: boolean;
  readonly #lineEnd: string;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  readonly #encoding: Pick<EncodingWatch, 'feed'> | undefined;
  #cells: Cell[] = [];
  /** Of the cell: what earlier pieces held, and the stretch of this one that is being taken. Character by character it took 36 times its length. */
  #parts: string[] = [];
  #text = '';
  #from = 0;
  #to = 0;
  #cellOffset = 0;
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  /** Nothing but comments so far: a licence quotes as it likes. */
  #isBeforeTable = true;
  #isInComment = false;
  #row = 1;
  #rowOffset = 0;
  #size = 0;
  /** The last byte seen ended a row. */
  endsWithNewline = false;

  constructor(
    separator: string,
    rowBytes: number,
    onRow: (cells: Cell[], row: number, offset: number) => void,
    { isQuoted = true, lineEnd = '\n', encoding }: CsvOptions = {},
  ) {
    this.#separator = separator;
    this.#rowBytes = rowBytes;
    this.#onRow = onRow;
    this.#isQuoted = isQuoted;
    this.#lineEnd = lineEnd;
    this.#encoding = encoding;
  }

  feed(piece: Uint8Array, offset: number): void {
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    if (this.#encoding === undefined) this.#mustBeUtf8(piece, offset);
    else this.#encoding.feed(piece, text, offset);
    this.#text = text;
    this.#from = 0;
    this.#to = 0;
    for (let i = 0; i < text.length; i += 1) this.#take(text[i] as string, offset + i, i);
    this.#keepStretch();
    this.#text = '';
    this.#size = offset + piece.length;
    this.#mustFit(this.#size);
  }

  end(): void {
    if (this.#state === 'quoted') throw this.#broken('csv-cut', 'ends inside a quoted cell', this.#size);
    this.endsWithNewline = this.#state === 'start' && this.#cells.length === 0;
    if (!this.endsWithNewline) this.#endRow(this.#size);
  }

  #mustBeUtf8(piece: Uint8Array, offset: number): void {
    try {
      this.#utf8.decode(piece, { stream: true });
    } catch {
      throw new Broken('L1', 'not-utf8', 'is not UTF-8', { offset });
    }
  }

  #take(char: string, offset: number, at: number): void {
    if (this.#isBeforeTable && offset === this.#rowOffset) {
      this.#isInComment = char === '#';
      this.#isBeforeTable = this.#isInComment;
    }
    if (this.#state === 'quoted') {
      if (char === QUOTE) this.#state = 'closed';
      else this.#add(at);
    } else if (char === this.#separator) this.#endCell(offset);
    else if (char === this.#lineEnd) this.#endRow(offset + 1);
    else if (char === QUOTE && this.#isQuoted && !this.#isInComment) this.#quote(offset, at);
    else if (this.#state === 'closed' && char !== '\r') {
      throw this.#broken('csv-quoting', 'has text after a closing quote', offset);
    } else if (char < ' ' && char !== '\r' && char !== '\t') {
      throw this.#broken('csv-control', 'has a control character', offset);
    } else {
      if (this.#state === 'start') this.#state = 'plain';
      if (this.#state === 'plain') this.#add(at);
    }
  }

  #quote(offset: number, at: number): void {
    if (this.#state === 'plain')
      throw this.#broken('csv-quoting', 'has a quote inside an unquoted cell', offset);
    // Two quotes in a row inside a cell are one quote.
    if (this.#state === 'closed') this.#add(at);
    this.#state = 'quoted';
  }

  /** The character at `at` belongs to the cell. */
  #add(at: number): void {
    if (at !== this.#to) {
      this.#keepStretch();
      this.#from = at;
    }
    this.#to = at + 1;
  }

  #keepStretch(): void {
    if (this.#to > this.#from) this.#parts.push(this.#text.slice(this.#from, this.#to));
    this.#from = this.#to;
    // Of a cell full of doubled quotes every character is a part.
    if (this.#parts.length >= MOST_PARTS) this.#parts = [this.#parts.join('')];
  }

  #takeCell(): string {
    this.#keepStretch();
    const { length } = this.#parts;
    const raw = length === 1 ? (this.#parts[0] as string) : this.#parts.join('');
    if (length > 0) this.#parts = [];
    return raw;
  }

  #endCell(offset: number): void {
    if (this.#cells.length >= MOST_CELLS)
      throw overBudget('objects', MOST_CELLS, this.#cells.length + 1, this.#rowOffset);
    this.#cells.push({ raw: this.#takeCell(), offset: this.#cellOffset });
    this.#cellOffset = offset + 1;
    this.#state = 'start';
  }

  #endRow(nextOffset: number): void {
    this.#mustFit(nextOffset);
    this.#endCell(nextOffset - 1);
    const cells = this.#cells;
    const last = cells.at(-1);
    if (last?.raw.endsWith('\r')) last.raw = last.raw.slice(0, -1);
    this.#cells = [];
    this.#onRow(cells, this.#row, this.#rowOffset);
    this.#row += 1;
    this.#rowOffset = nextOffset;
    this.#isInComment = false;
  }

  #mustFit(end: number): void {
    const rowBytes = end - this.#rowOffset;
    if (rowBytes > this.#rowBytes) throw overBudget('lineBytes', this.#rowBytes, rowBytes, this.#rowOffset);
  }

  #broken(code: string, what: string, offset: number): Broken {
    return new Broken('L1', code, `row ${this.#row} ${what}`, { offset });
  }
}

export const textOf = ({ raw }: Cell): string => Buffer.from(raw, 'latin1').toString('utf8');
