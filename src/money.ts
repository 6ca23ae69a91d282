/**
 * Cost of holding something billed by the hour.
 *
 * @param usdPerHour price as the platform quotes it, before tax
 * @param seconds billed time, from rented to proven stopped; not the time the job ran
 * @returns USD, unrounded
 * @throws RangeError if either is negative or not finite: a clock or parser fault, never a refund
 */
export function usdFor(usdPerHour: number, seconds: number): number {
  if (!(usdPerHour >= 0 && seconds >= 0 && Number.isFinite(usdPerHour) && Number.isFinite(seconds))) {
    throw new RangeError(`not a cost: ${usdPerHour} USD/h for ${seconds} s`);
  }
  return (usdPerHour * seconds) / 3600;
}

/** "0.0042 USD", "1.20 USD": cents, or four digits where cents would show zero; what is less than those is not nothing. */
export function formatUsd(usd: number): string {
  if (usd === 0) return '0.00 USD';
  if (usd > 0 && usd < 0.000_05) return 'under 0.0001 USD';
  return `${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)} USD`;
}
