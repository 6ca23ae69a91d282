import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
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
import "./report-sarif.shared.mjs";
import "./cli-bundled-root.shared.mjs";
import "./cli-runner-rates.shared.mjs";
import "./cli-profile-files.shared.mjs";
import "./report-markdown-text.shared.mjs";
import "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import "./report-page.shared.mjs";
import {
  annotation,
  inert
} from "./github-inert.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  ownVersion
} from "./host-installed.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./clock.shared.mjs";
import {
  EXIT
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/staleness-step.ts
var MAX_ANNOTATIONS = 10;
async function step({ settings, signal, tell, summarize }) {
  const plan = planStaleness(settings);
  const scan = scanned(plan, settings);
  const { stale, never, errors } = countsOf(scan);
  tell({ stale: String(stale), never: String(never), errors: String(errors) });
  if (plan.sarif !== void 0) {
    writeWhole(plan.sarif, stalenessSarif(scan, ownVersion()));
    tell({ sarif: plan.sarif });
  }
  process.stdout.write(inert(stalenessText(scan, plan.limits, { everything: false })));
  annotate(scan);
  await summarize(stalenessMarkdown(scan, plan.limits));
  const said = await keepIssue(plan, scan, settings, signal);
  if (said !== void 0) process.stdout.write(`${inert(said)}
`);
  const code = exitOf(scan);
  return code === EXIT.failed ? EXIT.ok : code;
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
  step
};
