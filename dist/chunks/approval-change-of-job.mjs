import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  platformSecretsOf,
  secretNamesOf
} from "./job-secret-names.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import "./nothing.shared.mjs";

// src/approval/change-of-job.ts
var SUBJECTS = [
  { is: "secrets that go to the box", of: (job) => listed(secretNamesOf(job)) },
  { is: "secrets that go to the platform", of: (job) => listed(platformSecretsOf(job)) },
  {
    is: "where it rents",
    of: ({ candidates }) => listed(
      candidates.map(
        ({ platform, attach }) => attach === void 0 ? platform : `${platform} (${attach})`
      )
    )
  },
  {
    is: "the budget",
    of: ({ budget: { usd, hours, usdPerHour } }) => `${formatUsd(usd)}, ${hours} h, ${formatUsd(usdPerHour)} per hour`
  },
  {
    is: "who is told",
    of: ({ notify, notices }) => listed([...notify ? [`the box, by ${notify.url}`] : [], ...(notices ?? []).map(({ kind }) => kind)])
  }
];
var listed = (names) => names.length === 0 ? "none" : names.join(", ");
function changeOfJob(base, change) {
  const differing = SUBJECTS.flatMap(
    ({ is, of }) => of(base) === of(change) ? [] : [`${is}: ${of(change)} (on the default branch: ${of(base)})`]
  );
  const parts = ["candidates", "budget", "secrets", "notify", "notices", "store", "data", "requirements"].filter((part) => digest(base[part]) !== digest(change[part]));
  const more = parts.length > 0 ? [`its job file differs in: ${parts.join(", ")}`] : [];
  return differing.length + more.length > 0 ? [...differing, ...more] : ["its job file asks for the same secrets, boxes, budget and notices as the default branch"];
}
var isApprovalSame = (base, change) => digest(base.approval) === digest(change.approval);
var digest = (part) => digestOf(part ?? null);
export {
  changeOfJob,
  isApprovalSame
};
