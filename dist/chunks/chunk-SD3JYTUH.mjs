import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/platforms/yuan.ts
var USD_PER_YUAN = 0.15;
var usdFromYuan = (yuan) => Math.round(yuan * USD_PER_YUAN * 1e6) / 1e6;

export {
  usdFromYuan
};
