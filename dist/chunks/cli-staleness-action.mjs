import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  problemsIn,
  readInputs
} from "./cli-failed-stage.shared.mjs";
import "./world.shared.mjs";
import {
  countsOf,
  exitOf,
  keepIssue,
  planStaleness,
  scanned,
  stalenessMarkdown,
  stalenessSarif,
  stalenessText
} from "./cli-staleness.shared.mjs";
import {
  writeWhole
} from "./report-sarif.shared.mjs";
import "./cli-profile-files.shared.mjs";
import {
  failureMarkdown
} from "./report-facts.shared.mjs";
import "./report-html-page.shared.mjs";
import "./report-markdown-text.shared.mjs";
import "./profile-facts.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import "./secret-shape.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import {
  ownVersion
} from "./cli-installed.shared.mjs";
import "./profile-placement.shared.mjs";
import "./duration.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  maskSecret
} from "./github-runner.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-clock-warning.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./report-text-table.shared.mjs";
import {
  publishSummary,
  setOutputs
} from "./github-publish.shared.mjs";
import "./npm-actions-core-lib-command.shared.mjs";
import "./npm-actions-exec-lib-exec.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./lease-concerns.shared.mjs";
import "./lease-cost.shared.mjs";
import {
  annotation,
  inert
} from "./github-inert.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./report-event-words.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./npm-undici-index.shared.mjs";
import {
  COMMANDS
} from "./cli-command-list.shared.mjs";
import "./cli-command.shared.mjs";
import "./cli-options.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import {
  EXIT
} from "./problem.shared.mjs";
import "./lease-fold.shared.mjs";
import "./lease-breaker.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/staleness-action.ts
var MAX_ANNOTATIONS = 10;
async function stalenessAction(signal) {
  setOutputs({ stale: "", never: "", errors: "", sarif: "" });
  try {
    const options = COMMANDS.find(({ name }) => name === "staleness")?.options ?? [];
    maskSecret(process.env["GH_TOKEN"] ?? "");
    const settings = settingsOf({ given: readInputs(options, process.env) });
    const plan = planStaleness(settings);
    const scan = scanned(plan, settings);
    const { stale, never, errors } = countsOf(scan);
    setOutputs({ stale: String(stale), never: String(never), errors: String(errors) });
    if (plan.sarif !== void 0) {
      writeWhole(plan.sarif, stalenessSarif(scan, ownVersion()));
      setOutputs({ sarif: plan.sarif });
    }
    process.stdout.write(inert(stalenessText(scan, plan.limits, false)));
    annotate(scan);
    await publishSummary(stalenessMarkdown(scan, plan.limits));
    const said = await keepIssue(plan, scan, settings, signal);
    if (said !== void 0) process.stdout.write(`${inert(said)}
`);
    const code = exitOf(scan);
    return code === EXIT.failed ? EXIT.ok : code;
  } catch (error) {
    await publishSummary(failureMarkdown("staleness", problemsIn(error)));
    throw error;
  }
}
function annotate({ faults, facts }) {
  const toCome = facts.filter(({ state }) => state === "future").map(({ file, line, name, stamp }) => ({
    file,
    line,
    column: 1,
    what: `${name} says verified ${stamp.verified}, which is a month to come`,
    next: "Write the month in which it was read."
  }));
  for (const { what, next, ...at } of [...faults, ...toCome].slice(0, MAX_ANNOTATIONS))
    process.stdout.write(annotation("error", `${what}. Next: ${next}`, at));
}
export {
  stalenessAction
};
