import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/profile/runner-price.ts
function usdOfMinutes(minutes, { rates }) {
  const usual = rates[0]?.["usd-per-minute"] ?? 0;
  const price = (label) => rates.find(({ id }) => id === label)?.["usd-per-minute"] ?? usual;
  const usd = [...minutes].reduce((sum, [label, count]) => sum + count * price(label), 0);
  return Number(usd.toFixed(4));
}

export {
  usdOfMinutes
};
