import { nearestOf } from '../nearest.ts';
import { quoted } from '../secret/shape.ts';
import { candidateOf, DEFAULT_BUDGET } from './assemble.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { QUEUES } from './queue-rules.ts';

export function* candidateRules({
  parts: { candidates },
  known: { platforms, unpriced = new Set(['paperspace-core']) },
}: Context): Generator<Finding> {
  const seen = new Set<string>();
  for (const [at, typed] of (candidates ?? []).entries()) {
    const candidate = candidateOf(typed);
    const path = ['candidates', at];
    const below = (key: string) => (typeof typed === 'string' ? path : [...path, key]);
    if (!platforms.has(candidate.platform)) {
      const names = [...platforms].sort();
      const near = nearestOf(candidate.platform, names);
      const use = `Use one of: ${names.join(', ')}; or add profiles/${candidate.platform}.yml.`;
      yield {
        ...stop(
          'unknown-platform',
          below('platform'),
          `There is no profile for the candidate ${quoted(candidate.platform)}.`,
          near === undefined ? use : `Did you mean "${near}"? ${use}`,
        ),
        ...(near !== undefined && { meant: near }),
      };
    }
    const isPriced =
      candidate.attach === undefined && candidate.queue === undefined && !unpriced.has(candidate.platform);
    if (isPriced && candidate.usdPerHour !== undefined) {
      const next = 'Bound it with `budget.usdPerHour`; this key is the price of a box that you attach.';
      yield stop(
        'price-without-attach',
        below('usdPerHour'),
        'A rented box costs what its offer says.',
        next,
      );
    }
    if (candidate.attach !== undefined && candidate.market !== undefined) {
      yield stop(
        'market-of-attached',
        below('market'),
        'An attached box is on no market.',
        'Remove `market`.',
      );
    }
    if (candidate.attach !== undefined && candidate.usdPerHour === undefined) {
      const what = 'What this attached box costs is not said, so the budget cannot guard it.';
      yield warn('price-unknown', path, what, 'Add `usdPerHour`; 0 for your own.');
    }
    const { platform, attach, market, queue, slurm, kubernetes } = candidate;
    const key = JSON.stringify([platform, attach, market, queue, slurm, kubernetes]);
    if (seen.has(key))
      yield warn('candidate-twice', path, 'This candidate stands twice.', 'Remove one of them.');
    seen.add(key);
  }
}

export function* budgetRules({ parts: { budget, candidates, watch }, known }: Context): Generator<Finding> {
  const { free = new Set(['local']), queues = QUEUES } = known;
  const costly = (candidates ?? [])
    .map(candidateOf)
    .find(
      ({ platform, usdPerHour = queues.has(platform) ? 0 : undefined }) =>
        known.platforms.has(platform) && !free.has(platform) && usdPerHour !== 0,
    );
  if (budget === undefined && costly) {
    yield stop(
      'budget-missing',
      ['budget'],
      `\`budget\` is missing, and the candidate ${quoted(costly.platform)} may cost money.`,
      'Add what the run may cost: `budget: {usd: 20, hours: 10, usdPerHour: 2}`.',
    );
  }
  if (budget && budget.usd > budget.hours * budget.usdPerHour + 1e-9) {
    const most = budget.hours * budget.usdPerHour;
    const what = `The budget of ${budget.usd} USD can never be reached: ${budget.hours} h at ${budget.usdPerHour} USD/h are ${most} USD.`;
    yield warn('budget-unreachable', ['budget', 'usd'], what, 'Lower `usd`, or raise what was meant.');
  }
  const hours = (budget ?? DEFAULT_BUDGET).hours;
  if (watch?.expected !== undefined && watch.expected > hours * 3600) {
    const what = `A run is expected to take ${watch.expected / 3600} h, and the budget ends after ${hours} h.`;
    yield warn('budget-too-short', ['watch', 'expected'], what, 'Raise `budget.hours`.');
  }
}
