import type { Subject } from '../contract/format.ts';

/** The rows of a table whose values are not read, against what the run's record says. */
export function judgeRowCount({ findings, expectation, role }: Subject, found: number): void {
  const { rows, minRows } = expectation;
  if (found === 0 && role === 'metrics')
    findings.fail('L2', 'no-rows', 'holds no row of metrics', { expected: 'at least 1' });
  if (rows !== undefined && found !== rows) {
    const extra = { expected: String(rows), found: String(found) };
    findings.fail('L2', 'row-count', 'another number of rows than expected', extra);
  }
  if (minRows !== undefined && found < minRows) {
    const extra = { expected: `>= ${minRows}`, found: String(found) };
    findings.fail('L2', 'row-count', 'fewer rows than expected', extra);
  }
}

/** Metrics must be finite and move; a table that proves only its structure proves nothing about them. */
export function valuesNotRead({ findings, role }: Subject): void {
  if (role !== 'metrics') return;
  const what = 'holds metrics in a format whose values this version does not read';
  findings.inconclusive('L2', 'values-not-read', what, { expected: 'metrics as JSON, JSONL or CSV' });
}
