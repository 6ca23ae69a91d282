import type { Run } from '../lease/run.ts';

/** Every meter that should have stopped and is not proven to have: why, and what a person can do. Like ones in one line. */
export function debtLines(run: Run): string[] {
  return run.leases.flatMap(({ name, meters }) => {
    const byDebt = new Map<string, string[]>();
    for (const { id, owed, stoppedAt } of meters) {
      if (!owed || stoppedAt !== undefined) continue;
      const said = `${owed.why}\nNext: ${owed.next}`;
      byDebt.set(said, [...(byDebt.get(said) ?? []), id]);
    }
    return [...byDebt].map(([said, ids]) => `owed: ${name} ${ids.join(', ')}: ${said}`);
  });
}
