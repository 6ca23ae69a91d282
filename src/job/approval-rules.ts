import { DEFAULT_BUDGET } from './assemble.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';

export function* approvalRules({ parts: { approval, budget }, raw }: Context): Generator<Finding> {
  if (!approval) return;
  const typed = Object.keys((raw['approval'] ?? {}) as object);
  for (const key of ['self-review', 'admin-bypass'] as const) {
    if (approval.environment !== undefined || !typed.includes(key)) continue;
    const what = `\`approval.${key}\` speaks of the reviewers of an environment, and none is named.`;
    yield stop('approval-without-environment', ['approval', key], what, 'Add `approval.environment`.');
  }
  const standing = approval.standing;
  if (standing === undefined || standing === 'forbid' || standing.usdPerHour === undefined) return;
  const { usdPerHour } = budget ?? DEFAULT_BUDGET;
  if (standing.usdPerHour > usdPerHour) {
    const what = `An approval in advance is bounded by ${standing.usdPerHour} USD/h, and no box of this job may cost more than ${usdPerHour} USD/h.`;
    const next = 'Lower `approval.standing.usdPerHour`, or leave it out.';
    yield warn('standing-above-budget', ['approval', 'standing', 'usdPerHour'], what, next);
  }
}
