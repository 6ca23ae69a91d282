import type { MeterPrice } from './events.ts';

/** As a platform tells of it: `usdPerHour` is `undefined` where it tells no price (yet), and 0 where it says that it costs nothing. */
export type ToldMeter = Omit<MeterPrice, 'usdPerHour'> & { usdPerHour: number | undefined };

/**
 * Meters with a price each. A box whose platform tells no price of its GPU, or tells 0, is counted at the offer's price:
 * at 0 the budget would never end it. What it tells of the other meters is taken off, because an offer's price holds them.
 *
 * @param offerUsdPerHour the intent's, everything that bills while the box runs; 0 for a box that costs nothing
 */
export function pricedMeters(meters: readonly ToldMeter[], offerUsdPerHour: number): MeterPrice[] {
  const told = meters.reduce((sum, { usdPerHour }) => sum + (usdPerHour ?? 0), 0);
  const untold = Number((offerUsdPerHour - told).toFixed(6));
  const carrier =
    meters.find(({ kind, usdPerHour }) => (kind === 'gpu' || kind === 'cpu') && !usdPerHour) ??
    meters.find(({ usdPerHour }) => usdPerHour === undefined);
  return meters.map((meter) => {
    if (meter === carrier && untold > 0)
      return { ...meter, usdPerHour: untold, source: `the offer's price, because: ${meter.source}` };
    if (meter.usdPerHour !== undefined) return { ...meter, usdPerHour: meter.usdPerHour };
    return { ...meter, usdPerHour: 0, source: `counted in another meter, because: ${meter.source}` };
  });
}
