import { columnsOf } from '../../src/report/columns.ts';

/** A screen that keeps what a person would see: lines wrap at its width, and cursor moves are obeyed. */
export class Terminal {
  raw = '';
  writes = 0;
  readonly isTTY: boolean;
  columns: number;
  #rows: string[] = [''];

  /** Without columns it is a pipe. */
  constructor(columns: number | undefined) {
    this.isTTY = columns !== undefined;
    this.columns = columns ?? 0;
  }

  write(text: string | Uint8Array): boolean {
    this.writes += 1;
    this.raw += String(text);
    // Colours take no columns, and a row that is left is empty already.
    const shown = String(text).replaceAll(/\u001b\[(?:\d*m|K)/g, '');
    for (const [, up, clear, line] of shown.matchAll(/\u001b\[(\d+)A|(\r?\u001b\[0J)|([^\n\u001b\r]*\n?)/g)) {
      if (up) this.#rows.splice(Math.max(0, this.#rows.length - 1 - Number(up)));
      if (up) this.#rows.push('');
      if (clear) this.#rows[this.#rows.length - 1] = '';
      if (line) this.#put(line);
    }
    return true;
  }

  /** As a terminal does: what is wider than it now takes more rows. */
  resize(columns: number): void {
    this.columns = columns;
    this.#rows = this.#rows.flatMap((row) => this.#wrapped(row));
  }

  lines(): string[] {
    return this.#rows.filter((row) => row !== '');
  }

  #put(line: string): void {
    const row = (this.#rows.pop() ?? '') + line.replace('\n', '');
    this.#rows.push(...this.#wrapped(row));
    if (line.endsWith('\n')) this.#rows.push('');
  }

  #wrapped(row: string): string[] {
    if (!this.isTTY) return [row];
    const rows = [''];
    for (const char of row) {
      if (columnsOf(rows.at(-1) + char) > this.columns) rows.push('');
      rows[rows.length - 1] += char;
    }
    return rows;
  }
}
