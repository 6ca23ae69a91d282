import type { Job } from '../job/job.ts';
import { formatUsd } from '../money.ts';
import type { Offer } from '../platforms/driver.ts';

/** What a run of this job can cost at the offer: expected where the job says how long it takes, and at the very most. */
export function costRange(
  job: Job,
  offer: Offer | undefined,
): { expectedUsd: number | null; atMostUsd: number; lines: string[] } {
  const { usd, hours, usdPerHour } = job.budget;
  const price = offer?.usdPerHour ?? usdPerHour;
  const expectedSeconds = job.watch.expectedSeconds;
  const expectedUsd =
    expectedSeconds === undefined ? null : (price * expectedSeconds * job.cells.length) / 3600;
  const atMostUsd = Math.min(usd, price * hours);
  return {
    expectedUsd,
    atMostUsd,
    lines: [
      expectedUsd === null
        ? 'expected: unknown (watch.expected is not set)'
        : `expected: ${formatUsd(expectedUsd)} for ${job.cells.length} cell(s)`,
      `at ${price} USD/h for at most ${hours} h: ${formatUsd(price * hours)}; the budget stops the run at ${formatUsd(usd)}`,
      'waiting for a release approval costs the same per hour; parking costs less where the platform has it',
    ],
  };
}
