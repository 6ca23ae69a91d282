import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  option
} from "./cli-options.shared.mjs";

// src/cli/command.ts
var given = (expression) => `\${{ ${expression} }}`;
var PLACE = ["ledger", "store", "json"];
var optionOf = ({ defaults }, name) => {
  const fallback = defaults?.[name];
  return { ...option(name), ...fallback === void 0 ? {} : { fallback } };
};

export {
  given,
  PLACE,
  optionOf
};
