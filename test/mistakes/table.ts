import assert from 'node:assert/strict';
import { after, describe, it, type TestOptions } from 'node:test';
import type { livesInTurn } from '../in-turn.ts';
import { type DeskOfOurs, deskFor } from './desk.ts';
import { type Mistake, rowOf, scoreOf, shortcoming } from './rubric.ts';

export type Row = Mistake<DeskOfOurs>;

/** Each mistake as a test that wants all three points; the table is printed at the end. */
export function mistakes(
  title: string,
  rows: readonly Row[],
  options: TestOptions,
  { by, lives = { it } }: { by?: 'here' | 'program'; lives?: ReturnType<typeof livesInTurn> } = {},
): void {
  describe(title, options, () => {
    const table: string[] = [];
    after(() => console.log(table.join('\n')));
    for (const row of rows)
      lives.it(row.name, async (t) => {
        const score = await scoreOf(row, deskFor(t, by));
        table.push(rowOf(row.name, score));
        assert.equal(score.points, 3, shortcoming(row.name, score));
      });
  });
}
