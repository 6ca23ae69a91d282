import type { Check } from './github.ts';

/** How a run stood after so many events of its record: what a check on a commit tells. */
export interface Standing {
  run: string;
  /** Events of the run's record so far. Only ever grows, whoever writes. */
  sequence: number;
  /** `undefined`: no verdict yet. */
  conclusion: 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required' | undefined;
}

export type CheckStep = { do: 'create' } | { do: 'update'; id: number } | { do: 'keep'; why: string };

export const externalIdOf = ({ run, sequence }: Standing): string => `gpu-lease:${run}:${sequence}`;

/**
 * What becomes of the check of a run. Updates arrive late and out of order: several workflow runs tell of one run at once.
 * A later standing replaces an earlier one, never the other way round; and what has no verdict never replaces a verdict,
 * however new it says it is.
 * @param known all checks of that name on that commit; other runs' are left alone
 */
export function checkStep(known: readonly Check[], next: Standing): CheckStep {
  const own = known
    .flatMap((check) => ({ check, sequence: sequenceOf(check.externalId, next.run) }))
    .filter((each) => each.sequence !== undefined)
    .sort((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0) || b.check.id - a.check.id);
  const [newest] = own;
  if (!newest) return { do: 'create' };
  const { check, sequence = 0 } = newest;
  if (check.status === 'completed' && next.conclusion === undefined)
    return { do: 'keep', why: `it has a verdict already (${check.conclusion ?? 'completed'})` };
  if (sequence > next.sequence)
    return { do: 'keep', why: `it tells of event ${sequence}, and this is event ${next.sequence}` };
  return { do: 'update', id: check.id };
}

/** `undefined` for a check of another run or another program. */
function sequenceOf(externalId: string, run: string): number | undefined {
  const prefix = `gpu-lease:${run}:`;
  const rest = externalId.startsWith(prefix) ? externalId.slice(prefix.length) : '';
  return /^\d{1,12}$/.test(rest) ? Number(rest) : undefined;
}
