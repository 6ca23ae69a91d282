import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  approveInAdvance
} from "./approval-approve-in-advance.shared.mjs";
import "./approval-standing-terms.shared.mjs";
import "./approval-approve-release.shared.mjs";
import "./approval-lines-for-approver.shared.mjs";
import "./github-in-workflow.shared.mjs";
import "./approval-meaning.shared.mjs";
import "./lease-warrant.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./lease-next.shared.mjs";
import "./lease-endings.shared.mjs";
import "./job-glob.shared.mjs";
import "./wildcard.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./duration.shared.mjs";
import "./canonical.shared.mjs";
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
  approveInAdvance
};
