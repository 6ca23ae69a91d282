import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/box/channel.ts
var TransportFailed = class extends Error {
  constructor(message, reason, options) {
    super(message, options);
    this.reason = reason;
  }
  reason;
  name = "TransportFailed";
};
var HostKeyChanged = class extends Error {
  constructor(expectedSha256, seenSha256, where) {
    super(`${where} shows host key SHA256:${seenSha256}, pinned is SHA256:${expectedSha256}`);
    this.expectedSha256 = expectedSha256;
    this.seenSha256 = seenSha256;
    this.where = where;
  }
  expectedSha256;
  seenSha256;
  where;
  name = "HostKeyChanged";
};
var LoginRefused = class extends Error {
  name = "LoginRefused";
};
var isOfTheLine = (error) => error instanceof TransportFailed || error instanceof LoginRefused || error instanceof HostKeyChanged;

export {
  TransportFailed,
  HostKeyChanged,
  LoginRefused,
  isOfTheLine
};
