import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Source,
  identifier,
  parseYaml,
  stamp,
  text
} from "./profile-schema-stamp.shared.mjs";
import {
  mapping
} from "./strict-yaml-mapping.shared.mjs";
import {
  installedDir
} from "./host-installed.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";

// src/cli/runner-rates.ts
import { readFileSync } from "node:fs";

// src/profile/runner-rates.ts
var RUNNER_RATES = {
  name: "rates of runners",
  start: "Take the one that comes with gpu-lease.",
  manyValues: "Write the values out."
};
var RatesSchema = mapping({
  schema: external_exports.literal(1),
  id: identifier,
  sources: external_exports.record(identifier, Source),
  /** By the label of the runner. */
  rates: external_exports.array(mapping({ id: identifier, "usd-per-minute": external_exports.number().nonnegative(), ...stamp })).min(1),
  /** Smallest first. */
  plans: external_exports.array(mapping({ id: identifier, name: text, minutes: external_exports.number().int().positive(), ...stamp })).min(1)
});
var parseRunnerRates = (text2, fileName) => parseYaml(text2, fileName, RatesSchema, RUNNER_RATES).value;

// src/cli/runner-rates.ts
var RATES_FILE = "profiles/runners/github.yml";
var ratesText = () => readFileSync(new URL(RATES_FILE, installedDir()), "utf8");
var runnerRates = () => parseRunnerRates(ratesText(), RATES_FILE);

export {
  RUNNER_RATES,
  parseRunnerRates,
  RATES_FILE,
  ratesText,
  runnerRates
};
