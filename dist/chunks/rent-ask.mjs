import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  REFUSALS,
  askAndChoose
} from "./job-cadence.shared.mjs";
import "./profile-overrides.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./duration.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./nearest.shared.mjs";
import "./problem.shared.mjs";
import "./lease-cost.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";
export {
  REFUSALS,
  askAndChoose
};
