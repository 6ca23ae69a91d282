import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/money.ts
function usdFor(usdPerHour, seconds) {
  if (!(usdPerHour >= 0 && seconds >= 0 && Number.isFinite(usdPerHour) && Number.isFinite(seconds))) {
    throw new RangeError(`not a cost: ${usdPerHour} USD/h for ${seconds} s`);
  }
  return usdPerHour * seconds / 3600;
}
function formatUsd(usd) {
  if (usd === 0) return "0.00 USD";
  if (usd > 0 && usd < 5e-5) return "under 0.0001 USD";
  return `${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)} USD`;
}

export {
  usdFor,
  formatUsd
};
