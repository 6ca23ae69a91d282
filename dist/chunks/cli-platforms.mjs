import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  platformFacts,
  platformPage
} from "./profile-platform-facts.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
import {
  platformNames,
  profileOfPlatform
} from "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import {
  jsonLine,
  visible
} from "./report-visible-text.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./profile-first-contact.shared.mjs";
import {
  ageInMonths
} from "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/report/platform-text.ts
var platformListText = (all, now) => visible(
  `${all.map((facts) => [`${facts.platform}  ${titleOf(facts)}`, ...summary(facts, now)].join("\n  ")).join("\n\n")}
`
);
function platformPageText(page, now, columns) {
  const sections = [
    ["ways in", page.entries.map(entryText)],
    ["what a person has to do", page.human],
    ["renting", page.renting.map(({ what, says, stamp }) => `${what}: ${stamped(says, stamp)}`)],
    ["ssh", page.ssh ? [stamped(page.ssh.says, page.ssh.stamp)] : ["none"]],
    [
      "places",
      page.tiers.map((each) => `${each.tier} ${each.path ?? "(no path)"}: ${stamped(each.says, each.stamp)}`)
    ],
    ["what survives what", [survivalText(page, columns === void 0 ? void 0 : columns - INDENT.length)]],
    ["verbs", page.verbs.flatMap(verbLines)],
    [
      "how it pauses",
      teardownLines(page.teardown.park, page.parkNote ?? "there is no way to pause a box here")
    ],
    ["how everything ends", teardownLines(page.teardown.zero, "there is nothing to end")],
    [
      "meters",
      page.meters.flatMap((each) => [
        `${each.meter}: ${stamped(each.says, each.stamp)}`,
        ...each.prices.map((price) => `  ${price}`)
      ])
    ],
    ["clocks", page.clockPages.map((each) => `${each.clock}: ${stamped(each.says, each.stamp)}`)],
    ["spot", [...page.spotPage.says, `(${page.spotPage.stamp})`]],
    ["good to know", page.conveniences],
    ["dangers", page.dangers],
    [
      "gotchas",
      page.gotchas.flatMap((each) => [
        `${each.id}: ${each.symptom}`,
        `  ${each.cause}`,
        `  ${stamped(each.fix, each.stamp)}`
      ])
    ],
    ["contested", page.contested.map((each) => `${each.fact}: ${stamped(each.says, each.source)}`)],
    ["sources", page.sources.map((each) => `${each.tag} (${each.kind}): ${each.where}`)]
  ];
  const body = sections.map(([title, lines]) => section(title, lines.length > 0 ? lines : ["none"]));
  return visible(
    [
      `${page.platform}  ${titleOf(page)}`,
      ...summary(page, now).map((line) => `  ${line}`),
      ...body,
      ""
    ].join("\n")
  );
}
var titleOf = ({ name, nativeName, kind, automation, status }) => `${name}${nativeName ? ` (${nativeName})` : ""}: ${kind}, ${automation}, ${status}`;
function summary(facts, now) {
  const { seams, gpuStop, survives, stamps, spot } = facts;
  const launchers = seams.launchers.join(", ") || "none";
  const stop = gpuStop ? `${gpuStop.verb}${gpuStop.native && gpuStop.native !== gpuStop.verb ? ` ${gpuStop.native}` : ""} (${gpuStop.surface}); goes on billing: ${gpuStop.leavesBilling.join(", ") || "nothing"}` : "no verb does";
  return [
    `seams: driver ${seams.driver}, channel ${seams.channel}, launchers ${launchers}`,
    `what stops the GPU meter: ${stop}`,
    `survives a stop: ${survives.stop.join(", ") || "nothing"}`,
    `survives a release: ${survives.release.join(", ") || "nothing"}`,
    `park: ${facts.park ?? "none"}`,
    `clocks: ${facts.clocks.join("; ") || "none"}`,
    `spot: ${spot.available === "no" ? "none" : `${spot.mechanism}, notice ${spot.notice ?? "n/a"}, then ${spot.onEvict}`}`,
    `facts: ${stamps.facts}, ${stamps.unverified} unverified, ${stamps.contested} contested; ${ages(stamps, now)}`
  ];
}
function ages({ oldest, newest }, now) {
  if (oldest === null || newest === null) return "no stamp";
  const age = (month) => `${month}, ${ageInMonths(month, now)} months ago`;
  return `oldest stamp ${age(oldest)}, newest ${age(newest)}`;
}
var entryText = ({ says, secret, retiresOn, stamp }) => `${stamped(says, stamp)}${secret ? `; secret: ${secret}` : ""}${retiresOn ? `; RETIRES ON ${retiresOn}` : ""}`;
var survivalText = ({ survival }, columns) => table(
  ["tier", "path", ...survival.events],
  survival.rows.map((row) => [row.name, row.path ?? "", ...row.outcomes]),
  columns
);
var verbLines = (verb) => [
  `${verb.verb}: ${stamped(verb.says, verb.stamp)}`,
  ...verb.confirm ? [`  proven by ${verb.confirm}`] : [],
  ...verb.console ? [`  by hand: ${verb.console}`] : []
];
function teardownLines({ steps, leftBilling, warnings }, empty) {
  if (steps.length === 0) return [empty];
  return [
    ...steps.flatMap((step, index) => [
      `${index + 1}. ${step.verb} (${step.surface}): stops ${step.stops.join(", ") || "nothing"}; destroys ${step.destroys.join(", ") || "nothing"}`,
      ...step.consoleStep ? [`   by hand: ${step.consoleStep}`] : []
    ]),
    ...leftBilling.map((left) => `goes on billing: ${left.meter}: ${left.why}`),
    ...warnings
  ];
}
var stamped = (says, stamp) => stamp ? `${says} (${stamp})` : says;
var INDENT = "  ";
var section = (title, lines) => `
${title}
${lines.map((line) => `${INDENT}${line.trimEnd().replaceAll("\n", `
${INDENT}`)}`).join("\n")}`;

// src/cli/platforms.ts
async function command(request) {
  const settings = settingsOf(request);
  const name = settings.value("platform");
  const now = settings.clock.now();
  const shown = pageOn(process.stdout, settings.env);
  if (name === void 0) {
    const platforms = platformNames().map((each) => platformFacts(profileOfPlatform(each)));
    if (settings.json) process.stdout.write(jsonLine({ platforms }));
    else shown.print(platformListText(platforms, now).trimEnd());
    return 0;
  }
  const page = platformPage(profileOfPlatform(name));
  if (settings.json) process.stdout.write(jsonLine(page));
  else shown.print(platformPageText(page, now, shown.columns).trimEnd());
  return 0;
}
export {
  command
};
