import type { Job } from '../job/job.ts';
import { formatUsd } from '../money.ts';
import type { Offer } from '../platforms/driver.ts';
import { type CostFacts, type ExpectedCost, interruptionsOf } from './expected-cost.ts';
import { cadenceAdvice } from './preemption.ts';

/** What a run of this job can cost at the offer: expected where the job says how long it takes, and at the very most. */
export function costRange(
  job: Job,
  chosen: { offer: Offer; facts: CostFacts; cost: ExpectedCost } | undefined,
): { expectedUsd: number | null; atMostUsd: number; lines: string[] } {
  const { usd, hours, usdPerHour } = job.budget;
  const price = chosen?.offer.usdPerHour ?? usdPerHour;
  const cost = chosen?.cost.known ? chosen.cost : undefined;
  return {
    expectedUsd: cost ? Number(cost.usd.toFixed(6)) : null,
    atMostUsd: Math.min(usd, price * hours),
    lines: [
      ...expectedLines(job, cost),
      `at ${price} USD/h for at most ${hours} h: ${formatUsd(price * hours)}; the budget stops the run at ${formatUsd(usd)}`,
      ...(chosen ? spotAdvice(job, chosen) : []),
      'waiting for a release approval costs the same per hour; parking costs less where the platform has it',
    ],
  };
}

/** For a box that may be taken away: how often to save. */
export const spotAdvice = (job: Job, { offer, facts }: { offer: Offer; facts: CostFacts }): string[] =>
  offer.market === 'spot' ? [`spot: ${cadenceAdvice(job, interruptionsOf(facts))}`] : [];

function expectedLines({ watch, cells }: Job, cost: ExpectedCost | undefined): string[] {
  if (!cost)
    return [
      watch.expectedSeconds === undefined
        ? 'expected: unknown (watch.expected is not set)'
        : 'expected: unknown (no offer)',
    ];
  return [
    `expected: ${formatUsd(cost.usd)} for ${cells.length} cell(s)`,
    ...cost.parts.map(({ part, usd, why }) => `  ${part}: ${formatUsd(usd)} (${why})`),
  ];
}
