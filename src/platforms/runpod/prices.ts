/** Prices that the API does not tell, from docs.runpod.io/pods/pricing and storage/types, 2026-06. */
const HOURS_PER_MONTH = 730;
const DISK_USD_PER_GB_MONTH = { running: 0.1, stopped: 0.2 };
const VOLUME_USD_PER_GB_MONTH = { standard: 0.07, above1Tb: 0.05, highPerformance: 0.14 };

/** Container or volume disk of a running pod; of a stopped one only the volume disk costs, and twice as much. */
export const diskUsdPerHour = (gb: number, isStopped = false): number =>
  rounded((gb * DISK_USD_PER_GB_MONTH[isStopped ? 'stopped' : 'running']) / HOURS_PER_MONTH);

/** A network volume, attached or not. @param type `STANDARD` or `HIGH_PERFORMANCE` */
export function volumeUsdPerHour(gb: number, type: string): number {
  const { standard, above1Tb, highPerformance } = VOLUME_USD_PER_GB_MONTH;
  const perMonth =
    type === 'HIGH_PERFORMANCE'
      ? gb * highPerformance
      : Math.min(gb, 1000) * standard + Math.max(0, gb - 1000) * above1Tb;
  return rounded(perMonth / HOURS_PER_MONTH);
}

/** To a millionth of a dollar: what is printed, summed and compared is then the same number. */
export const rounded = (usd: number): number => Math.round(usd * 1e6) / 1e6;
