import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/platforms/driver.ts
var RentFailed = class extends Error {
  constructor(message, reason, options) {
    super(message, options);
    this.reason = reason;
  }
  reason;
  name = "RentFailed";
};

export {
  RentFailed
};
