import type { RunnerRates } from './runner-rates.ts';

/**
 * What minutes cost where they are paid: in a private repository, beyond what its plan includes. A label without a price, such as
 * one of a larger runner, counts as the ordinary one.
 *
 * @param minutes billed, by the label of the runner
 * @returns USD
 */
export function usdOfMinutes(minutes: ReadonlyMap<string, number>, { rates }: RunnerRates): number {
  const usual = rates[0]?.['usd-per-minute'] ?? 0;
  const price = (label: string): number => rates.find(({ id }) => id === label)?.['usd-per-minute'] ?? usual;
  const usd = [...minutes].reduce((sum, [label, count]) => sum + count * price(label), 0);
  return Number(usd.toFixed(4));
}
