import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  SARIF_SCHEMA,
  relativeUri
} from "./report-sarif.shared.mjs";
import {
  BUNDLED_ROOT,
  ROOT_FACTS_FILE,
  parseBundledRoot,
  rootFactsText
} from "./cli-bundled-root.shared.mjs";
import {
  RATES_FILE,
  RUNNER_RATES,
  parseRunnerRates,
  ratesText
} from "./cli-runner-rates.shared.mjs";
import {
  profileFiles
} from "./cli-profile-files.shared.mjs";
import {
  markdownCode,
  markdownText
} from "./report-markdown-text.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
import {
  inert
} from "./github-inert.shared.mjs";
import {
  PROFILE,
  parseProfile,
  stampedFacts
} from "./profile-facts.shared.mjs";
import {
  readYaml
} from "./strict-yaml-in-order.shared.mjs";
import {
  ownVersion
} from "./host-installed.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  jsonLine,
  visible,
  visibleLine
} from "./report-visible-text.shared.mjs";
import {
  openGitHub
} from "./github-this-repository.shared.mjs";
import {
  staleFrom
} from "./profile-stale-verbs.shared.mjs";
import {
  ageOf,
  retirements,
  worstFirst
} from "./profile-placement.shared.mjs";
import {
  throwAll
} from "./cli-given-options.shared.mjs";
import {
  EXIT,
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/profile/stamp-scan.ts
var MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/;
function scanProfile(text, file, now, limits) {
  const scan = scanFile({ text, file, kind: PROFILE, check: parseProfile }, now, limits);
  const announced = scan.faults.length > 0 ? [] : retirements(scan.raw, now);
  return {
    facts: scan.faults.length > 0 ? scan.facts : scan.facts.map((fact) => withBlock(fact, scan.raw)),
    faults: scan.faults,
    retirements: announced.map(({ path, ...each }) => ({
      profile: scan.id,
      ...each,
      file,
      line: scan.lineAt(path)
    }))
  };
}
function withBlock(fact, { teardown, verbs }) {
  const [list, index] = fact.path;
  const verb = list === "verbs" && fact.path.length === 2 ? verbs[Number(index)] : void 0;
  const isNeeded = verb !== void 0 && [...teardown.zero, teardown["gpu-stop"]].includes(verb.id);
  if (!isNeeded || verb.surface === "automatic") return fact;
  const isSafe = (verb.reversible === "yes" || typeof verb.reversible === "object") && verb.destroys.length === 0;
  if (isSafe) return fact;
  const { verified } = fact.stamp;
  return { ...fact, blocksFrom: verified === null ? "at once" : staleFrom(verified).slice(0, 10) };
}
var scanRates = (text, file, now, limits) => scanFacts({ text, file, kind: RUNNER_RATES, check: parseRunnerRates }, now, limits);
var scanBundledRoot = (text, file, now, limits) => scanFacts({ text, file, kind: BUNDLED_ROOT, check: parseBundledRoot }, now, limits);
function scanFacts(of, now, limits) {
  const { facts, faults } = scanFile(of, now, limits);
  return { facts, faults, retirements: [] };
}
function scanFile({ text, file, kind, check }, now, limits) {
  const faults = faultsOf(() => check(text, file), file);
  const yaml = readYaml(text, file, kind);
  const isBroken = yaml.problems.length > 0;
  const raw = isBroken ? {} : yaml.value ?? {};
  const id = String(raw.id ?? file.replace(/^.*[/\\]|\.ya?ml$/g, ""));
  const lineAt = (path) => yaml.placeOf(path).line;
  const facts = stampedFacts(raw).filter(({ stamp: { verified } }) => verified === null || MONTH.test(String(verified))).map((fact) => ({
    ...ageOf(fact, id, now, limits),
    file,
    line: lineAt([...fact.path, "verified"]),
    sources: [fact.stamp.source].flat().map((tag) => ({ tag, where: raw.sources?.[tag]?.where ?? tag }))
  }));
  return { id, raw, lineAt, facts: facts.sort(worstFirst), faults };
}
var together = (scans) => ({
  facts: scans.flatMap(({ facts }) => facts).sort(worstFirst),
  faults: scans.flatMap(({ faults }) => faults),
  retirements: scans.flatMap((each) => each.retirements).sort((a, b) => a.daysLeft - b.daysLeft)
});
function countsOf({ facts, faults }) {
  const of = (state) => facts.filter((fact) => fact.state === state).length;
  return {
    facts: facts.length,
    stale: of("stale"),
    never: of("never"),
    errors: faults.length + of("future")
  };
}
function faultsOf(check, file) {
  try {
    check();
    return [];
  } catch (error) {
    const all = error instanceof Problems ? error.all : error instanceof Problem ? [error] : void 0;
    if (all === void 0) throw error;
    return all.map(({ at, what, next }) => ({
      file,
      line: at?.line ?? 1,
      column: at?.column ?? 1,
      what,
      next
    }));
  }
}

// src/report/staleness-document.ts
function stalenessDocument(scan, limits) {
  return {
    ...countsOf(scan),
    limits,
    list: scan.facts.map(
      ({ profile, name, state, ageMonths, risk, stamp, blocksFrom, file, line, sources }) => ({
        profile,
        fact: name,
        state,
        verified: stamp.verified,
        ageMonths,
        risk,
        blocksFrom: blocksFrom ?? null,
        contested: stamp.contested !== void 0,
        file,
        line,
        sources
      })
    ),
    faults: scan.faults,
    retirements: scan.retirements
  };
}

// src/report/staleness-sarif.ts
import { createHash } from "node:crypto";

// src/report/staleness-text.ts
var MAX_MARKDOWN_ROWS = 200;
function stalenessText(scan, limits, { everything, columns }) {
  const listed = scan.facts.filter((fact) => everything || fact.state !== "fresh");
  const [shown, rest] = everything ? [listed, []] : parted(listed);
  const blocking = blockingFirst(scan.facts);
  const blocks = blocking.map((fact) => [
    fact.blocksFrom ?? "",
    `${fact.profile} ${fact.name.replace(/^verbs\./, "")}`,
    ageWords(fact),
    placeOf(fact),
    rereadWords(fact)
  ]);
  const rows = shown.map((fact) => [
    ageWords(fact),
    fact.risk === "money-or-data" ? "money" : "",
    `${fact.profile} ${fact.name}`,
    placeOf(fact),
    rereadWords(fact)
  ]);
  const parts = [
    scan.faults.map((fault) => `${faultLine(fault)}
`).join(""),
    blocks.length > 0 ? table(["blocks approvals", "verb", "verified", "at", "read again"], blocks, columns) : "",
    rows.length > 0 ? table(["verified", "risk", "fact", "at", "read again"], rows, columns) : "",
    rest.length > 0 ? `${visibleLine(restWords(rest))}
` : "",
    scan.retirements.map((each) => `${visibleLine(retirementWords(each))}
`).join(""),
    `${summaryOf(scan, limits)}
`
  ];
  return parts.filter((part) => part !== "").join("\n");
}
function stalenessMarkdown(scan, limits) {
  const listed = scan.facts.filter((fact) => fact.state !== "fresh");
  const shown = listed.slice(0, MAX_MARKDOWN_ROWS);
  const blocks = blockingFirst(scan.facts).map(
    (fact) => `| ${fact.blocksFrom} | ${markdownText(`${fact.profile} ${fact.name}`)} | ${ageWords(fact)} | ${markdownText(rereadWords(fact))} |`
  );
  const rows = shown.map(
    (fact) => `| ${ageWords(fact)} | ${fact.risk === "money-or-data" ? "money" : ""} | ${markdownText(`${fact.profile} ${fact.name}`)} | ${markdownCode(placeOf(fact))} | ${markdownText(fact.sources.map(({ where }) => where).join("; "))} |`
  );
  return [
    "## Platform facts",
    "",
    markdownText(summaryOf(scan, limits)),
    ...scan.faults.map((fault) => `- ${markdownText(faultLine(fault))}`),
    ...scan.retirements.map((each) => `- ${markdownText(retirementWords(each))}`),
    ...blocks.length > 0 ? ["", "| blocks approvals | verb | verified | read again |", "| --- | --- | --- | --- |", ...blocks] : [],
    ...rows.length > 0 ? ["", "| verified | risk | fact | at | source |", "| --- | --- | --- | --- | --- |", ...rows] : [],
    ...listed.length > shown.length ? ["", `And ${listed.length - shown.length} more; "gpu-lease staleness" shows all.`] : [],
    ""
  ].join("\n");
}
var blockingFirst = (facts) => facts.filter(({ blocksFrom }) => blocksFrom !== void 0).sort((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.profile.localeCompare(b.profile));
var dayOf = ({ blocksFrom = "" }) => blocksFrom === "at once" ? "" : blocksFrom;
function parted(facts) {
  const isShown = ({ risk, state }) => risk === "money-or-data" || state === "future";
  return [facts.filter(isShown), facts.filter((fact) => !isShown(fact))];
}
function restWords(rest) {
  const counts = [...new Set(rest.map(({ profile }) => profile))].sort().map((profile) => {
    const of = (state) => rest.filter((each) => each.profile === profile && each.state === state).length;
    const words = [
      of("stale") > 0 ? `${of("stale")} stale` : "",
      of("never") > 0 ? `${of("never")} never verified` : ""
    ];
    return `${profile} ${words.filter((each) => each !== "").join(", ")}`;
  });
  return `And ${rest.length} that cost neither money nor data: ${counts.join("; ")}. --all lists them, with --platform NAME those of one platform.`;
}
var rereadWords = ({ sources }) => sources.map(({ where }) => where).join("; ");
function summaryOf(scan, { months, monthsMoney }) {
  const { facts, stale, never, errors } = countsOf(scan);
  if (facts === 0 && errors === 0)
    return "There is no stamp to be read: a profile without one says nothing that can be checked.";
  return `${stale} of ${facts} facts are stale (money and data after ${monthsMoney} months, the rest after ${months}), ${never} were never verified, ${errors} ${errors === 1 ? "error" : "errors"}.`;
}
var placeOf = ({ file, line }) => `${file}:${line}`;
function ageWords({ state, ageMonths, stamp }) {
  if (state === "never") return "never";
  if (state === "future") return `${stamp.verified}, to come`;
  return `${stamp.verified} (${ageMonths} mo)`;
}
function retirementWords({ profile, entry, on, daysLeft, ...place }) {
  const when = daysLeft < 0 ? `has ended on ${on}` : `ends on ${on}, in ${daysLeft} days`;
  return `${placeOf(place)}: ${profile}: ${entry} ${when}`;
}
var faultLine = ({ file, line, column, what, next }) => visibleLine(`${file}:${line}:${column}: ${what}. Next: ${next}`);

// src/report/staleness-sarif.ts
var RULES = {
  "profile-unreadable": "A profile that cannot be read, so that none of its stamps counts.",
  "stamp-to-come": "A fact verified in a month to come.",
  "fact-never-verified": "A fact that nobody has verified.",
  "fact-stale": "A fact that has to be read up again.",
  "way-in-retires": "A way to reach the platform that it has announced to end."
};
function stalenessSarif(scan, version) {
  const findings = findingsOf(scan);
  const rules = Object.keys(RULES).filter((rule) => findings.some((each) => each.rule === rule));
  const document = {
    $schema: SARIF_SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "gpu-lease",
            semanticVersion: version,
            rules: rules.map((id) => ({ id, shortDescription: { text: RULES[id] } }))
          }
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((each) => resultOf(each, rules.indexOf(each.rule)))
      }
    ]
  };
  return `${JSON.stringify(document, null, 2)}
`;
}
function findingsOf({ facts, faults, retirements: retirements2 }) {
  return [
    ...faults.map(({ file, line, what, next }) => {
      const message = `${what}. ${next}`;
      return { rule: "profile-unreadable", level: "error", message, file, line, key: what };
    }),
    ...facts.flatMap((fact) => findingOf(fact) ?? []),
    ...retirements2.map((each) => {
      const level = each.daysLeft < 0 ? "error" : "warning";
      const message = retirementWords(each);
      return { rule: "way-in-retires", level, message, file: each.file, line: each.line, key: each.entry };
    })
  ];
}
function findingOf(fact) {
  if (fact.state === "fresh") return void 0;
  const rule = { future: "stamp-to-come", never: "fact-never-verified", stale: "fact-stale" }[fact.state];
  const isCostly = fact.risk === "money-or-data";
  const level = fact.state === "future" ? "error" : isCostly ? "warning" : "note";
  const cost = isCostly ? " Believed wrongly it costs money or data." : "";
  const message = `${fact.profile} ${fact.name}: verified ${ageWords(fact)}.${cost} Source: ${fact.sources.map(({ where }) => where).join("; ")}.`;
  return { rule, level, message, file: fact.file, line: fact.line, key: `${fact.profile}/${fact.name}` };
}
var resultOf = ({ rule, level, message, file, line, key }, ruleIndex) => ({
  ruleId: rule,
  ruleIndex,
  kind: "fail",
  level,
  message: { text: visible(message) },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: relativeUri(file), uriBaseId: "%SRCROOT%" },
        region: { startLine: line }
      }
    }
  ],
  partialFingerprints: {
    "gpuLeaseFact/v1": createHash("sha256").update(JSON.stringify([rule, file, key])).digest("hex").slice(0, 32)
  }
});

// src/cli/staleness-issue.ts
import { isAbsolute, relative, resolve } from "node:path";

// src/report/staleness-issue.ts
var STALENESS_MARKER = "<!-- gpu-lease:staleness -->";
var MAX_ISSUE_CHARACTERS = 65536;
function stalenessIssue(scan, limits, before, linkTo) {
  const { stale, never, errors } = countsOf(scan);
  const due = scan.facts.filter(({ state }) => state !== "fresh");
  const ticked = tickedIn(before);
  const head = [
    STALENESS_MARKER,
    markdownText(summaryOf(scan, limits)),
    "",
    "Read each fact up again at its source and write the month into its line; tick a box to say that it is being looked at. This issue is kept up to date by `gpu-lease staleness` and closes when nothing is stale.",
    ...scan.faults.map(({ what, ...at }) => `- ${linked(placeOf(at), linkTo(at))}: ${markdownText(what)}`),
    ...scan.retirements.map((each) => `- ${markdownText(retirementWords(each))}`),
    ""
  ].join("\n");
  const lines = due.map((fact) => ({ key: keyOf(fact), line: lineOf(fact, ticked, linkTo) }));
  return {
    title: `Platform facts to read up again: ${stale} stale, ${never} never verified${errors > 0 ? `, ${errors} unreadable` : ""}`,
    body: fitting(head, lines, ticked),
    open: stale + errors > 0,
    keys: due.map(keyOf)
  };
}
var keyOf = ({ profile, name, stamp }) => `${profile}/${name}@${stamp.verified}`.replace(/[^\w./@-]+|--+/g, "_").slice(0, 300);
var tickedIn = (body) => new Set(
  [...body.matchAll(/^- \[[xX]\] .*<!-- fact ([^\s<>]{1,300}) -->\r?$/gm)].map(([, key = ""]) => key)
);
var listedIn = (body) => new Set([...body.matchAll(/<!-- fact ([^\s<>]{1,300}) -->/g)].map(([, key = ""]) => key));
function lineOf(fact, ticked, linkTo) {
  const key = keyOf(fact);
  const cost = fact.risk === "money-or-data" ? " **money or data**" : "";
  const sources = fact.sources.map(({ tag, where }) => linked(tag, addressOf(where))).join(", ");
  return `- [${ticked.has(key) ? "x" : " "}] ${markdownText(`${fact.profile} ${fact.name}`)}: ${ageWords(fact)}${cost}, at ${linked(placeOf(fact), linkTo(fact))}, source ${sources} <!-- fact ${key} -->`;
}
function fitting(head, lines, ticked) {
  const more = (left2) => `
And ${left2} more: \`gpu-lease staleness\` lists all.
`;
  const start = head.length <= MAX_ISSUE_CHARACTERS / 2 ? head : `${head.slice(0, MAX_ISSUE_CHARACTERS / 2)}

`;
  let room = MAX_ISSUE_CHARACTERS - start.length - more(lines.length).length;
  const kept = /* @__PURE__ */ new Set();
  const worstAfterTicked = [...lines].sort((a, b) => Number(ticked.has(b.key)) - Number(ticked.has(a.key)));
  for (const { key, line } of worstAfterTicked) {
    if (line.length + 1 > room) break;
    room -= line.length + 1;
    kept.add(key);
  }
  const left = lines.length - kept.size;
  const shown = lines.filter(({ key }) => kept.has(key)).map(({ line }) => `${line}
`);
  return `${start}${shown.join("")}${left > 0 ? more(left) : ""}`;
}
var linked = (text, url) => url === void 0 ? markdownCode(text) : `[${markdownText(text)}](${url})`;
function addressOf(where) {
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[\w\-.~/#?=&%+]*)?$/i.test(where)) return void 0;
  return `https://${where}`;
}

// src/cli/staleness-issue.ts
var LABEL = "gpu-lease";
async function keepIssue(plan, scan, { env, cwd, clock }, signal) {
  if (!plan.issue) return void 0;
  const github = openGitHub(env, clock, signal);
  if (github === void 0) throw noRepository();
  const linkTo = linkToProfiles(env, cwd, plan.profiles === void 0);
  const { outcome, issue } = await bringIssue(github, scan, plan.limits, linkTo);
  if (issue === void 0) return "Nothing is stale, so there is no issue.";
  return `Issue #${issue.number} ${SAID[outcome]}: ${issue.url}`;
}
var SAID = {
  created: "was opened",
  updated: "was updated",
  reopened: "was opened again, because something is due that it did not list",
  closed: "was closed, because nothing is stale",
  unchanged: "says so already",
  "left-closed": "stays closed",
  none: "is not needed"
};
var noRepository = () => new Problem({
  code: "no-repository",
  kind: "usage",
  what: "There is no repository for the issue: GITHUB_REPOSITORY (owner/name) and GH_TOKEN are not both set.",
  next: 'In a workflow pass the input "token"; in a terminal set both, or leave --issue out.'
});
async function bringIssue(issues, scan, limits, linkTo) {
  const known = await issues.issueMarked(STALENESS_MARKER, LABEL);
  const wanted = stalenessIssue(scan, limits, known?.body ?? "", linkTo);
  const { title, body } = wanted;
  if (known === void 0) {
    if (!wanted.open) return { outcome: "none" };
    return { outcome: "created", issue: await issues.createIssue({ title, body, labels: [LABEL] }) };
  }
  const outcome = outcomeFor(known, wanted);
  if (outcome === "updated") await issues.updateIssue(known.number, { title, body });
  if (outcome === "reopened") await issues.updateIssue(known.number, { title, body, state: "open" });
  if (outcome === "closed") await issues.updateIssue(known.number, { title, body, state: "closed" });
  return { outcome, issue: known };
}
function outcomeFor(known, { title, body, open, keys }) {
  if (known.state === "open" && !open) return "closed";
  const isSame = known.title === title && known.body.replaceAll("\r\n", "\n").trim() === body.trim();
  if (known.state === "open") return isSame ? "unchanged" : "updated";
  if (!open) return "left-closed";
  const listed = listedIn(known.body);
  return keys.some((key) => !listed.has(key)) ? "reopened" : "left-closed";
}
function linkToProfiles(env, cwd, areOurs) {
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  const workspace = env["GITHUB_WORKSPACE"] || cwd;
  const own = addressOf2(server, env["GITHUB_REPOSITORY"], env["GITHUB_SHA"]);
  const action = addressOf2(server, env["GITHUB_ACTION_REPOSITORY"], env["GITHUB_ACTION_REF"]);
  return ({ file, line }) => {
    const path = areOurs ? file : relative(workspace, resolve(cwd, file));
    const base = areOurs ? action ?? own : own;
    if (base === void 0 || path.startsWith("..") || isAbsolute(path)) return void 0;
    return `${base}/${path.split("/").map(encodeURIComponent).join("/")}#L${line}`;
  };
}
function addressOf2(server, repository, ref) {
  if (!repository || !ref) return void 0;
  return `${server}/${repository}/blob/${ref.split("/").map(encodeURIComponent).join("/")}`;
}

// src/cli/staleness-plan.ts
import { existsSync } from "node:fs";
import { dirname, resolve as resolve2 } from "node:path";
function planStaleness(settings, wrong = []) {
  const faults = [...wrong];
  const refuse = (code, what, next) => void faults.push(new Problem({ code, kind: "usage", what, next }));
  const limits = { months: settings.number("months"), monthsMoney: settings.number("months-money") };
  const sarif = settings.value("sarif") || void 0;
  if (sarif !== void 0 && !sarif.endsWith(".sarif"))
    refuse("bad-sarif", `--sarif ${JSON.stringify(sarif)} has another ending.`, "Call it NAME.sarif.");
  else if (sarif !== void 0 && !existsSync(dirname(resolve2(settings.cwd, sarif))))
    refuse("bad-sarif", `The directory of --sarif ${JSON.stringify(sarif)} is not there.`, "Make it first.");
  throwAll(faults);
  return {
    limits,
    profiles: settings.value("profiles") || void 0,
    platform: settings.value("platform") || void 0,
    sarif: sarif && resolve2(settings.cwd, sarif),
    issue: settings.choice("issue") === "true"
  };
}

// src/cli/staleness.ts
async function command(request, signal) {
  const faults = [];
  const settings = settingsOf({ ...request, faults });
  const plan = planStaleness(settings, faults);
  const scan = scanned(plan, settings);
  if (plan.sarif !== void 0) writeWhole(plan.sarif, stalenessSarif(scan, ownVersion()));
  const page = pageOn(process.stdout, settings.env);
  const form = { everything: settings.flag("all"), columns: page.columns };
  if (settings.json) process.stdout.write(jsonLine(stalenessDocument(scan, plan.limits)));
  else page.print(inert(stalenessText(scan, plan.limits, form)).trimEnd());
  const said = await keepIssue(plan, scan, settings, signal);
  if (said !== void 0) process.stderr.write(`${inert(said)}
`);
  return exitOf(scan);
}
function scanned({ profiles, platform, limits }, { clock, cwd }) {
  const now = clock.now();
  const ofProfiles = profileFiles({ dir: profiles, platform, cwd }).map(
    ({ name, text }) => scanProfile(text, name, now, limits)
  );
  const isAll = profiles === void 0 && platform === void 0;
  const ofNone = () => [
    scanRates(ratesText(), RATES_FILE, now, limits),
    scanBundledRoot(rootFactsText(), ROOT_FACTS_FILE, now, limits)
  ];
  return together([...ofProfiles, ...isAll ? ofNone() : []]);
}
function exitOf(scan) {
  const { facts, stale, errors } = countsOf(scan);
  if (errors > 0) return EXIT.usage;
  return stale > 0 || facts === 0 ? EXIT.failed : EXIT.ok;
}

export {
  countsOf,
  stalenessText,
  stalenessMarkdown,
  stalenessSarif,
  keepIssue,
  planStaleness,
  command,
  scanned,
  exitOf
};
