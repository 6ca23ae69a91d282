import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  profileFiles
} from "./cli-profile-files.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import {
  inert
} from "./github-inert.shared.mjs";
import {
  parseProfile
} from "./profile-facts.shared.mjs";
import {
  whyNotAPattern
} from "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import {
  throwAll
} from "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import {
  findSecrets
} from "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/profile/gotcha-draft.ts
var PARTS = ["symptom", "cause", "fix", "proof", "general", "source", "match"];
var ROUTES = {
  platform: "the platform's profile: this command drafts the entry",
  training: "notes about training, beside the training code: no platform is to blame for it",
  project: "a file of the project's own repository, such as its README or CONTRIBUTING",
  machine: "your own notes: it is a quirk of one machine or one account",
  correction: 'the entry that is wrong: edit it, and change "verified" and "source" to the month and the page that say so'
};
var STREAMS = ["log", "setup", "ssh", "api", "scheduler", "probe"];
var NO_ANSWER = /^\W*(?:n\/?a|none|no|yes|unknown|unclear|not sure|no idea|maybe|perhaps|probably|todo|tbd|idk)\W*$/i;
var MIN_WORDS = 3;
function refusals(draft, known) {
  if (draft.concerns !== "platform") {
    const what = `What concerns a ${draft.concerns} is no entry of a profile.`;
    return [refusal("belongs-elsewhere", what, `It belongs into ${ROUTES[draft.concerns]}.`)];
  }
  return [
    ...unanswered(draft),
    ...matchFaults(draft.match),
    ...secretsIn(draft),
    ...knownAlready(draft, known)
  ];
}
var refusal = (code, what, next) => new Problem({ code, kind: "usage", what, next });
function unanswered(draft) {
  const bar = [
    ["cause", "root-caused: why it happens, not what is seen"],
    ["proof", "reproduced, or certain by its mechanism: say how"],
    ["general", "general: say why it hits others, too"]
  ];
  const missing = bar.filter(([name]) => NO_ANSWER.test(draft[name]) || wordsOf(draft[name]) < MIN_WORDS).map(
    ([name, wants]) => refusal(
      "not-admitted",
      `--${name} is ${draft[name].trim() === "" ? "missing" : shown(draft[name])}; an entry has to be ${wants}.`,
      "Find it out first; until then it is a note of your project's, which costs nobody else anything."
    )
  );
  const isEcho = plain(draft.cause) === plain(draft.symptom) && plain(draft.cause) !== "";
  const said = "--cause says the same as --symptom: that is what is seen, not why.";
  const empty = ["symptom", "fix", "source"].filter((name) => draft[name].trim() === "").map((name) => refusal("bad-gotcha", `--${name} is missing.`, "Give it."));
  return [
    ...missing,
    ...isEcho ? [refusal("not-admitted", said, "Say what makes it happen.")] : [],
    ...empty
  ];
}
function matchFaults(match) {
  if (match === "") return [];
  const { stream, pattern } = splitMatch(match);
  if (!STREAMS.includes(stream)) {
    const forms = STREAMS.map((each) => `${each}:PATTERN`).join(", ");
    return [
      refusal("bad-gotcha", `--match ${shown(stream)} is none of its words.`, `Write one of: ${forms}.`)
    ];
  }
  const why = whyNotAPattern(pattern);
  if (why === void 0) return [];
  const next = "Write the words that the line always has, with bounded repetitions.";
  return [refusal("bad-gotcha", `--match ${shown(pattern)} ${why}.`, next)];
}
function secretsIn(draft) {
  const next = "Take it out, and make a new one: it stood on a command line.";
  return PARTS.flatMap(
    (name) => findSecrets(draft[name]).map(
      ({ kind }) => refusal("secret-in-gotcha", `--${name} holds what looks like ${kind}.`, next)
    )
  );
}
function knownAlready({ symptom }, known) {
  const same = known.find((gotcha) => plain(gotcha.symptom) === plain(symptom));
  if (same === void 0) return [];
  const what = `${same.id} has this symptom already: ${same.symptom}`;
  return [refusal("known-gotcha", what, `If it is wrong, correct it: it belongs into ${ROUTES.correction}.`)];
}
function gotchaOf(draft, id, verified, source) {
  const { stream, pattern } = splitMatch(draft.match);
  return {
    id,
    symptom: draft.symptom.trim(),
    cause: draft.cause.trim(),
    fix: draft.fix.trim(),
    // Nobody was asked for these two: whoever applies the patch reads them.
    phases: ["run"],
    risk: "time",
    ...draft.match === "" ? {} : { match: [{ in: stream, pattern }] },
    verified,
    source,
    note: `${sentence(draft.proof)} ${sentence(draft.general)}`
  };
}
function nextId(platform, known) {
  const numbered = known.flatMap(({ id }) => {
    const [, prefix, number] = /^([A-Z]+)(\d+)$/.exec(id) ?? [];
    return prefix === void 0 ? [] : [{ prefix, number: Number(number) }];
  });
  const counts = /* @__PURE__ */ new Map();
  for (const { prefix } of numbered) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  const [
    usual = platform.replace(/[^a-z]/g, "").slice(0, 4).toUpperCase()
  ] = [...counts].sort((a, b) => b[1] - a[1]).map(([prefix]) => prefix);
  const last = Math.max(0, ...numbered.filter(({ prefix }) => prefix === usual).map(({ number }) => number));
  return `${usual}${last + 1}`;
}
function splitMatch(match) {
  const colon = match.indexOf(":");
  return { stream: match.slice(0, Math.max(0, colon)), pattern: match.slice(colon + 1) };
}
var wordsOf = (text) => (
  // A sentence in Chinese has no blanks.
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).reduce(
    (sum, word) => sum + (word.match(new RegExp("\\p{Script=Han}", "gu"))?.length ?? 1),
    0
  )
);
var plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
var sentence = (text) => text.trim().replace(/[^.!?。]$/u, "$&.");
var shown = (text) => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);

// src/profile/gotcha-source.ts
function sourceFor(given, sources, now) {
  const known = Object.hasOwn(sources, given) ? given : void 0;
  if (known !== void 0)
    return { tag: known, added: void 0, isCheckable: isCheckable(sources[known]?.kind) };
  const isAddress = /^https?:\/\//i.test(given.trim());
  const where = given.trim().replace(/^https?:\/\//i, "");
  const same = Object.entries(sources).find(([, each]) => each.where.toLowerCase() === where.toLowerCase());
  if (same) return { tag: same[0], added: void 0, isCheckable: isCheckable(same[1].kind) };
  const kind = isAddress ? kindOfHost(hostOf(where), sources) : "observed";
  const word = isAddress ? hostOf(where).split(".").at(-2) ?? "page" : `seen-${now.toISOString().slice(0, 7)}`;
  return { tag: freeTag(`${prefixOf(sources)}${word}`, sources), added: { kind, where }, isCheckable: true };
}
var isCheckable = (kind) => kind !== "inferred" && kind !== "unstamped";
var hostOf = (where) => where.toLowerCase().replace(/[/:?#].*$/, "");
function kindOfHost(host, sources) {
  const beside = Object.values(sources).find((each) => hostOf(each.where) === host && isCheckable(each.kind));
  return beside?.kind ?? "community";
}
function prefixOf(sources) {
  const counts = /* @__PURE__ */ new Map();
  for (const tag of Object.keys(sources)) {
    const [, prefix] = /^([a-z0-9]+-)/.exec(tag) ?? [];
    if (prefix !== void 0) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? "";
}
function freeTag(wanted, sources) {
  const base = wanted.toLowerCase().replace(/[^a-z0-9-]+/g, "-").slice(0, 40);
  let tag = base;
  for (let n = 2; Object.hasOwn(sources, tag); n += 1) tag = `${base}-${n}`;
  return tag;
}

// src/profile/profile-patch.ts
var import_yaml = __toESM(require_dist(), 1);
var CONTEXT = 3;
function withGotcha(text, path, gotcha, source) {
  if (!text.endsWith("\n")) throw noPlace(path, "does not end with a line break");
  const lines = text.split("\n").slice(0, -1);
  const end = lines[0]?.endsWith("\r") ? "\r" : "";
  const entry = indented(yamlOf([gotcha]), 2);
  const edits = [
    ...source === void 0 ? [] : [
      behind(lines, path, "sources", [
        `  ${source.tag}: ${flowOf({ kind: source.kind, where: source.where })}`
      ])
    ],
    behind(lines, path, "gotchas", entry)
  ].map((edit) => ({ ...edit, insert: edit.insert.map((line) => line + end) }));
  edits.sort((a, b) => a.at - b.at);
  return { text: `${applied(lines, edits).join("\n")}
`, patch: patchOf(lines, edits, path) };
}
function behind(lines, path, key, insert) {
  const start = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (start < 0) throw noPlace(path, `has no "${key}:" at the start of a line`);
  const head = lines[start]?.replace(/\s+#.*$/, "").trim();
  if (head !== `${key}:`) {
    if (!/:\s*(?:\[\s*\]|\{\s*\})$/.test(head ?? "")) throw noPlace(path, `has its "${key}" on one line`);
    return { at: start, remove: 1, insert: [`${key}:`, ...insert] };
  }
  let last = start;
  for (let at = start + 1; at < lines.length && !/^[^\s#]/.test(lines[at] ?? ""); at += 1)
    if (/^\s+[^\s#]/.test(lines[at] ?? "")) last = at;
  return { at: last + 1, remove: 0, insert };
}
function applied(lines, edits) {
  const result = [...lines];
  for (const { at, remove, insert } of [...edits].reverse()) result.splice(at, remove, ...insert);
  return result;
}
function patchOf(lines, edits, path) {
  const groups = [];
  for (const edit of edits) {
    const before = groups.at(-1)?.at(-1);
    if (before && edit.at - (before.at + before.remove) <= 2 * CONTEXT) groups.at(-1)?.push(edit);
    else groups.push([edit]);
  }
  let shift = 0;
  const hunks = groups.map((group) => {
    const hunk = hunkOf(lines, group, shift);
    shift += group.reduce((sum, { remove, insert }) => sum + insert.length - remove, 0);
    return hunk;
  });
  return `--- a/${path}
+++ b/${path}
${hunks.join("")}`;
}
function hunkOf(lines, edits, shift) {
  const first = Math.max(0, (edits[0]?.at ?? 0) - CONTEXT);
  const final = edits.at(-1);
  const last = Math.min(lines.length, (final?.at ?? 0) + (final?.remove ?? 0) + CONTEXT);
  const body = [];
  let at = first;
  const keep = (to) => {
    for (; at < to; at += 1) body.push(` ${lines[at]}`);
  };
  for (const edit of edits) {
    keep(edit.at);
    for (let removed = 0; removed < edit.remove; removed += 1, at += 1) body.push(`-${lines[at]}`);
    for (const line of edit.insert) body.push(`+${line}`);
  }
  keep(last);
  const added = edits.reduce((sum, { remove, insert }) => sum + insert.length - remove, 0);
  const size = last - first;
  return `@@ -${first + 1},${size} +${first + 1 + shift},${size + added} @@
${body.join("\n")}
`;
}
function yamlOf(value) {
  const document = new import_yaml.Document(value);
  const [entry] = document.toJS().map((_, index) => document.get(index, true));
  if ((0, import_yaml.isMap)(entry)) {
    for (const { key, value: node } of entry.items)
      if (["phases", "match"].includes(String(key)) && node !== null && typeof node === "object")
        node.flow = true;
  }
  return document.toString({ lineWidth: 0 }).replace(/^( *(?:phases|match): )\[ (.*) \]$/gm, "$1[$2]");
}
function flowOf(value) {
  const document = new import_yaml.Document(value);
  if ((0, import_yaml.isMap)(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0 }).trim();
}
var indented = (text, by) => text.trimEnd().split("\n").map((line) => " ".repeat(by) + line);
var noPlace = (path, why) => new Problem({
  code: "no-place",
  kind: "usage",
  what: `${path} ${why}, so there is no place for an entry.`,
  next: "Write its sources and gotchas as blocks, as the profiles that come with gpu-lease do."
});

// src/cli/gotcha.ts
var DRAFTED = 'Nothing was changed. Read the patch, its risk and phases above all; to take it: save it, "git apply FILE" at the root of the repository, then open a pull request.\n';
async function command(request) {
  if (request.words[0] !== "add" || request.words.length > 1) throw noVerb(request.words);
  process.stdout.write(patchFor(settingsOf(request)));
  process.stderr.write(inert(DRAFTED));
  return 0;
}
function patchFor(settings) {
  const said = Object.fromEntries(PARTS.map((part) => [part, settings.value(part) ?? ""]));
  const draft = { ...said, concerns: settings.choice("concerns") };
  const platform = settings.value("platform") || void 0;
  if (platform === void 0) throw noPlatform();
  const [file] = profileFiles({ dir: settings.value("profiles") || void 0, platform, cwd: settings.cwd });
  if (file === void 0) throw new Error("profileFiles gives one profile or throws");
  const profile = parseProfile(file.text, file.name);
  throwAll(refusals(draft, profile.gotchas));
  const now = settings.clock.now();
  const { tag, added, isCheckable: isCheckable2 } = sourceFor(draft.source, profile.sources, now);
  const verified = isCheckable2 ? now.toISOString().slice(0, 7) : null;
  const gotcha = gotchaOf(draft, nextId(profile.id, profile.gotchas), verified, tag);
  const path = file.name.replaceAll("\\", "/");
  const { text, patch } = withGotcha(file.text, path, gotcha, added && { tag, ...added });
  parseProfile(text, file.name, now);
  return patch;
}
var noVerb = (words) => new Problem({
  code: "unknown-argument",
  kind: "usage",
  what: `"gotcha ${words.join(" ").slice(0, 60)}" is nothing that gpu-lease knows.`,
  next: 'Write "gpu-lease gotcha add" and say the rest by options (gpu-lease gotcha --help).'
});
var noPlatform = () => new Problem({
  code: "no-platform",
  kind: "usage",
  what: "No platform was named.",
  next: 'Give --platform and the name of its profile; "gpu-lease platforms" lists them.'
});
export {
  command
};
