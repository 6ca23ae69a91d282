import { Broken, overBudget } from './findings.ts';

export interface Cell {
  /** Bytes as characters of the same number; `textOf` makes text of them. */
  raw: string;
  offset: number;
}

const QUOTE = '"';

/**
 * Splits RFC 4180 text into rows as bytes come in. A quote opens only at the start of a cell, is doubled inside, and
 * closes at a separator or the row's end. `separator` is one ASCII character.
 */
export class CsvRows {
  readonly #separator: string;
  readonly #rowBytes: number;
  readonly #onRow: (cells: Cell[], row: number, offset: number) => void;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  #cells: Cell[] = [];
  #cell = '';
  #cellOffset = 0;
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #row = 1;
  #rowOffset = 0;
  #size = 0;
  /** The last byte seen ended a row. */
  endsWithNewline = false;

  constructor(
    separator: string,
    rowBytes: number,
    onRow: (cells: Cell[], row: number, offset: number) => void,
  ) {
    this.#separator = separator;
    this.#rowBytes = rowBytes;
    this.#onRow = onRow;
  }

  feed(piece: Uint8Array, offset: number): void {
    try {
      this.#utf8.decode(piece, { stream: true });
    } catch {
      throw new Broken('L1', 'not-utf8', 'is not UTF-8', { offset });
    }
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    for (let i = 0; i < text.length; i += 1) this.#take(text[i] as string, offset + i);
    this.#size = offset + piece.length;
    this.#mustFit(this.#size);
  }

  end(): void {
    if (this.#state === 'quoted') throw this.#broken('csv-cut', 'ends inside a quoted cell', this.#size);
    this.endsWithNewline = this.#state === 'start' && this.#cells.length === 0;
    if (!this.endsWithNewline) this.#endRow(this.#size);
  }

  #take(char: string, offset: number): void {
    if (this.#state === 'quoted') {
      if (char === QUOTE) this.#state = 'closed';
      else this.#cell += char;
    } else if (char === this.#separator) this.#endCell(offset);
    else if (char === '\n') this.#endRow(offset + 1);
    else if (char === QUOTE) this.#quote(offset);
    else if (this.#state === 'closed' && char !== '\r') {
      throw this.#broken('csv-quoting', 'has text after a closing quote', offset);
    } else if (char < ' ' && char !== '\r' && char !== '\t') {
      throw this.#broken('csv-control', 'has a control character', offset);
    } else {
      if (this.#state === 'start') this.#state = 'plain';
      if (this.#state === 'plain') this.#cell += char;
    }
  }

  #quote(offset: number): void {
    if (this.#state === 'plain')
      throw this.#broken('csv-quoting', 'has a quote inside an unquoted cell', offset);
    // Two quotes in a row inside a cell are one quote.
    if (this.#state === 'closed') this.#cell += QUOTE;
    this.#state = 'quoted';
  }

  #endCell(offset: number): void {
    this.#cells.push({ raw: this.#cell, offset: this.#cellOffset });
    this.#cell = '';
    this.#cellOffset = offset + 1;
    this.#state = 'start';
  }

  #endRow(nextOffset: number): void {
    this.#mustFit(nextOffset);
    if (this.#cell.endsWith('\r')) this.#cell = this.#cell.slice(0, -1);
    this.#endCell(nextOffset - 1);
    const cells = this.#cells;
    this.#cells = [];
    this.#onRow(cells, this.#row, this.#rowOffset);
    this.#row += 1;
    this.#rowOffset = nextOffset;
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
