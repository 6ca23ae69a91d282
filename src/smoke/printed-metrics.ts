import { type LineReader, lineReader } from '../metrics/log-pattern.ts';
import type { Row } from '../metrics/row.ts';
import { isPrinted, type MetricsRule } from '../metrics/rule.ts';

/** A smoke is a few steps. */
const MOST_ROWS = 1_000_000;

/** The metrics that a command prints, taken line by line as it does. */
export class PrintedMetrics {
  readonly #sources: { rule: MetricsRule; read: LineReader; rows: Extract<Row, { kind: 'record' }>[] }[];
  #line = 0;

  constructor(sources: readonly MetricsRule[]) {
    const printed = sources.filter(isPrinted);
    this.#sources = printed.map((rule) => ({ rule, read: lineReader(rule.pattern ?? ''), rows: [] }));
  }

  readonly take = (line: string): void => {
    this.#line += 1;
    for (const { read, rows } of this.#sources) {
      const record = rows.length < MOST_ROWS ? read(line) : undefined;
      if (record) rows.push({ kind: 'record', at: this.#line, record, marked: false });
    }
  };

  /** From here on another command prints. */
  mark(): void {
    for (const source of this.#sources) source.rows = source.rows.map((row) => ({ ...row, marked: true }));
  }

  rowsOf(rule: MetricsRule): readonly Row[] {
    return this.#sources.find((source) => source.rule === rule)?.rows ?? [];
  }
}
