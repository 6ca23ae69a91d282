import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  hiddenRun,
  hiddenRuns
} from "./course-hidden-runs.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";
export {
  hiddenRun,
  hiddenRuns
};
