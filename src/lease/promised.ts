import type { Sealed } from './events.ts';
import type { Run } from './run.ts';

/**
 * What a seal owes of what its run promised when it was opened, a sentence for each row; empty when nothing. The seal says what
 * was verified and `run-opened` what was promised, so no sum of the seal's own is believed.
 *
 * A seal of before rows were counted is held against its own sum alone.
 */
export function shortOf({ opened }: Pick<Run, 'opened'>, { verified, roster, rows }: Sealed): string[] {
  const missing = roster - verified;
  const sum = missing > 0 ? [`${missing} of ${roster} files are not verified`] : [];
  if (!rows || !opened) return sum;
  const { cells, artifacts } = opened.document;
  const promised = cells.flatMap(({ name }) => artifacts.map(({ path, min }) => ({ cell: name, path, min })));
  if (rows.length !== promised.length)
    return [...sum, `it counts ${rows.length} rows; the run promised ${promised.length}`];
  return [
    ...sum,
    ...promised.flatMap(({ cell, path, min }, row) => {
      const found = rows[row] ?? 0;
      return found >= min ? [] : [`${path} of ${cell}: ${found} of at least ${min} verified`];
    }),
  ];
}
