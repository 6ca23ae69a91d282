import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  apiBaseOf,
  apiKeyOf
} from "./platforms-context.shared.mjs";
import {
  openApi
} from "./platforms-api.shared.mjs";

// src/platforms/keyed-api.ts
function openKeyed(context, { platform, usual, ...own }) {
  const { clock, secret, signal } = context;
  return openApi({
    ...own,
    base: apiBaseOf(context, platform, usual),
    headers: () => ({ authorization: `Bearer ${apiKeyOf(context, own.name, own.keyName)}` }),
    secrets: [secret(own.keyName)?.trim() ?? ""],
    clock,
    ...signal === void 0 ? {} : { signal }
  });
}

export {
  openKeyed
};
