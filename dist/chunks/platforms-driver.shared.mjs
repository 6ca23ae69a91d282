import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/platforms/driver.ts
var RentFailed = class extends Error {
  /**
   * @param reason `no-capacity`: nothing there now, or the offer is gone: take the next one. `refused`: the request itself
   * (quota, balance, a wrong parameter): the same again will fail again. `unclear`: the answer was lost.
   */
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
