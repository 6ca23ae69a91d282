import type { Subject } from './format.ts';
import type { TensorRow } from './tensor-table.ts';

const NAMES_SHOWN = 8;

/**
 * Holds a checkpoint against the one before it. A later step with the same bytes in every tensor is a stale file or a
 * training that does nothing; with most of them the same it is told, because frozen layers are common.
 */
export function judgeChange(
  { findings, facts, table }: Subject,
  previous: { rows: readonly TensorRow[]; step?: number } | undefined,
): void {
  if (previous === undefined) return;
  const before = new Map(previous.rows.map((row) => [row.name, row]));
  const both = table.rows.filter(
    ({ name, fingerprint }) => fingerprint !== undefined && before.get(name)?.fingerprint !== undefined,
  );
  if (both.length === 0) return;
  const same = both.filter(({ name, fingerprint }) => before.get(name)?.fingerprint === fingerprint);
  const names = same.slice(0, NAMES_SHOWN).map(({ name }) => JSON.stringify(name.slice(0, 80)));
  const found = `${same.length} of ${both.length} the same: ${names.join(', ')}`;
  const { step } = facts;
  const grew = step !== undefined && previous.step !== undefined && step > previous.step;
  if (same.length === both.length && grew) {
    const what = `no tensor changed since step ${previous.step}, and this is step ${step}`;
    findings.fail('L3', 'unchanged', what, { expected: 'other values', found });
  } else if (same.length === both.length) {
    findings.note('L3', 'unchanged', 'holds the same tensors as the one before it', { found });
  } else if (same.length * 2 > both.length) {
    findings.note('L3', 'mostly-unchanged', 'more than half of the tensors are those of the one before it', {
      found,
    });
  }
}
