import type { Run } from '../lease/run.ts';

/** Every meter that should have stopped and is not proven to have, like ones together: why, and what a person can do. */
export function debtsOf(run: Run): { what: string; next: string }[] {
  return run.leases.flatMap(({ name, meters }) => {
    const byDebt = new Map<string, { why: string; next: string; ids: string[] }>();
    for (const { id, owed, stoppedAt } of meters) {
      if (!owed || stoppedAt !== undefined) continue;
      const said = JSON.stringify([owed.why, owed.next]);
      const { ids } = byDebt.get(said) ?? { ids: [] };
      byDebt.set(said, { why: owed.why, next: owed.next, ids: [...ids, id] });
    }
    return [...byDebt.values()].map(({ why, next, ids }) => ({
      what: `owed: ${name} ${ids.join(', ')}: ${why}`,
      next,
    }));
  });
}

export const debtLines = (run: Run): string[] =>
  debtsOf(run).map(({ what, next }) => `${what}\nNext: ${next}`);
