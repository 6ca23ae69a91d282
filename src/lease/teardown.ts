import type { Lease, Run } from './run.ts';
import type { PlannedVerb } from './step.ts';

/** One lease of a run with the ordered verbs that end it: what is approved, warranted and carried out as one. */
export interface Teardown {
  run: Run;
  lease: Lease;
  plan: readonly PlannedVerb[];
}

export const verbsOf = ({ plan }: Pick<Teardown, 'plan'>): string[] => plan.map(({ verb }) => verb);
