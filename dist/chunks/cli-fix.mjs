import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  findingsIn,
  notedFindings,
  smokeOf
} from "./cli-last-smoke.shared.mjs";
import "./verify-tensor-diff.shared.mjs";
import "./job-init-reading-option-names.shared.mjs";
import {
  derivedRunId
} from "./course-open-run.shared.mjs";
import "./smoke-evidence.shared.mjs";
import {
  bindJob
} from "./cli-bind-job.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import "./crash-frames.shared.mjs";
import "./crash-inert-line.shared.mjs";
import "./ledger-append.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./metrics-series.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./verify-contract-key-book.shared.mjs";
import "./collect-places.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./job-watched.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./box-keeper-pattern.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import {
  faceOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./github-in-workflow.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./box-stranger-text.shared.mjs";
import {
  rewriteWhole
} from "./report-whole-file.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./github-runner.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import {
  jsonLine,
  visible
} from "./report-visible-text.shared.mjs";
import "./verify-codec-checksum.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./job-short-forms.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import {
  withoutSecrets
} from "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./sweep-record.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
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
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import {
  EXIT,
  Problem,
  Problems
} from "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/cli/fix.ts
import { existsSync as existsSync2, readFileSync as readFileSync2 } from "node:fs";
import { resolve as resolve2 } from "node:path";

// src/job/edit-file.ts
var import_yaml = __toESM(require_dist(), 1);
var editedFile = (text, edits) => edits.reduce(withEdit, text);
function withEdit(text, { path, value }) {
  const root = (0, import_yaml.parseDocument)(text, { uniqueKeys: false }).contents;
  const { node, rest, isFlow } = descend(root, pathIn(root, path));
  const edited = replaced(text, { node, rest, isFlow }, value);
  if (edited === void 0 || readAt(edited, path) !== value)
    throw new RangeError(`${path.join(".")} cannot be set to ${JSON.stringify(value)} in this file`);
  return edited;
}
function pathIn(root, path) {
  if (!(0, import_yaml.isMap)(root)) return path;
  const [first = "", second] = path;
  const isListed = typeof second !== "number" || (0, import_yaml.isSeq)(root.get(String(first)));
  const listed = isListed ? path : [first, ...path.slice(2)];
  const above = listed.slice(0, -1);
  const isShort = listed.at(-1) === "path" && above.length > 0 && typeof root.getIn(above) === "string";
  return isShort ? above : listed;
}
var readAt = (text, path) => {
  const document = (0, import_yaml.parseDocument)(text, { uniqueKeys: false });
  return document.errors.length > 0 ? void 0 : document.getIn(pathIn(document.contents, path));
};
function descend(root, path) {
  let node = root;
  let isFlow = false;
  for (const [depth, key] of path.entries()) {
    const below = (0, import_yaml.isMap)(node) || (0, import_yaml.isSeq)(node) ? node.get(key, true) : void 0;
    if (((0, import_yaml.isMap)(node) || (0, import_yaml.isSeq)(node)) && node.flow) isFlow = true;
    if (below === void 0) return { node, rest: path.slice(depth), isFlow };
    node = below;
  }
  return { node, rest: [], isFlow };
}
function replaced(text, { node, rest, isFlow }, value) {
  const [start, end] = node?.range ?? [];
  if (node === void 0 || start === void 0 || end === void 0) return;
  if (rest.length === 0) {
    const isBlock = (0, import_yaml.isScalar)(node) && node.type === "BLOCK_LITERAL" && value !== true;
    const words = isBlock ? literal(text.slice(start, end), value) : scalar(value, isFlow);
    return `${text.slice(0, start)}${words}${text.slice(end)}`;
  }
  if ((0, import_yaml.isScalar)(node)) {
    const long = longForm(node, text.slice(start, end), rest);
    return long && `${text.slice(0, start)}{ ${long}, ${entry(rest, value, true)} }${text.slice(end)}`;
  }
  return (0, import_yaml.isMap)(node) ? inserted(text, node, { rest, isFlow, value }) : void 0;
}
function longForm({ value }, source, rest) {
  if (rest.length !== 1) return;
  if (value === "exact" && rest[0] === "run") return "exact: true";
  return typeof value === "string" ? `path: ${scalar(value, true, source)}` : void 0;
}
function inserted(text, map, { rest, isFlow, value }) {
  const [first] = map.items;
  const key = (0, import_yaml.isPair)(first) ? first.key : void 0;
  const at = key?.range?.[0];
  if (at === void 0) return;
  if (map.flow || isFlow) {
    const last = map.items.at(-1)?.value ?? map.items.at(-1)?.key;
    const end2 = last?.range?.[1];
    return end2 === void 0 ? void 0 : `${text.slice(0, end2)}, ${entry(rest, value, true)}${text.slice(end2)}`;
  }
  const indent = " ".repeat(at - (text.lastIndexOf("\n", at - 1) + 1));
  const line = entry(rest, value, false);
  const end = (0, import_yaml.isScalar)(first?.value) ? first.value.range?.[1] : void 0;
  const lineEnd = end === void 0 ? -1 : text.indexOf("\n", end);
  const isOneLine = end !== void 0 && lineEnd >= 0 && !text.slice(at, end).includes("\n");
  if (isOneLine) return `${text.slice(0, lineEnd)}
${indent}${line}${text.slice(lineEnd)}`;
  return `${text.slice(0, at)}${line}
${indent}${text.slice(at)}`;
}
function entry([key, ...deeper], value, isFlow) {
  if (deeper.length === 0) return `${key}: ${scalar(value, isFlow)}`;
  return `${key}: { ${entry(deeper, value, true)} }`;
}
function scalar(value, isFlow, source) {
  if (value === true) return "true";
  const forms = [source ?? value, value, `'${value.replaceAll("'", "''")}'`];
  const isSame2 = (form) => {
    try {
      const read = (0, import_yaml.parse)(isFlow ? `{ k: ${form}, l: 1 }` : `k: ${form}
l: 1`);
      return read.k === value && read.l === 1;
    } catch {
      return false;
    }
  };
  return forms.find((form) => !form.includes("\n") && isSame2(form)) ?? JSON.stringify(value);
}
function literal(source, value) {
  const [header = "|", ...lines] = source.split("\n");
  const indent = /^ */.exec(lines.find((line) => line.trim() !== "") ?? "  ")?.[0] ?? "  ";
  const body = value.replace(/\n$/, "").split("\n");
  return [header, ...body.map((line) => line === "" ? "" : `${indent}${line}`), ""].join("\n");
}

// src/line-difference.ts
var CONTEXT = 2;
function lineDifference(before, after) {
  const lines = marked(before.split("\n"), after.split("\n"));
  const isNear = (at) => lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== " ");
  return lines.flatMap(({ kind, text }, at) => {
    if (isNear(at)) return [`${kind}${text}`];
    return at > 0 && isNear(at - 1) && lines.slice(at).some((each) => each.kind !== " ") ? ["..."] : [];
  });
}
function marked(before, after) {
  const common = commonLengths(before, after);
  const lines = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== void 0 && old === fresh) {
      lines.push({ kind: " ", text: old });
      i += 1;
      j += 1;
    } else if (old !== void 0 && (fresh === void 0 || lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      lines.push({ kind: "-", text: old });
      i += 1;
    } else {
      lines.push({ kind: "+", text: fresh ?? "" });
      j += 1;
    }
  }
  return lines;
}
var lengthAt = (common, i, j) => common[i]?.[j] ?? 0;
function commonLengths(before, after) {
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (!row) continue;
      row[j] = before[i] === after[j] ? 1 + lengthAt(common, i + 1, j + 1) : Math.max(lengthAt(common, i + 1, j), lengthAt(common, i, j + 1));
    }
  return common;
}

// src/cli/fix-unread.ts
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

// src/job/mended-text.ts
var import_yaml2 = __toESM(require_dist(), 1);
var MOST_ROUNDS = 6;
function mendedText(text, file, known) {
  let now = text;
  const answered = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = problemsIn(now, file, known);
    const before = now;
    for (const problem of found) {
      const mended = problem.meant && withMeant(now, problem.meant);
      if (mended === void 0 || isWorse(problemsIn(mended, file, known), problem)) continue;
      now = mended;
      answered.push(problem);
    }
    if (now === before) return { text: now, problems: both(answered, found) };
  }
  return { text: now, problems: both(answered, problemsIn(now, file, known)) };
}
var both = (answered, left) => [
  ...answered.map((problem) => ({ problem, isAnswered: true })),
  ...left.map((problem) => ({ problem, isAnswered: false }))
];
var isWorse = (after, before) => after.some(
  (each) => isSame(each, before) || each.code === "duplicate-key" && before.code !== "duplicate-key"
);
var isSame = (one, other) => one.what === other.what && one.at?.line === other.at?.line && one.at?.column === other.at?.column;
function problemsIn(text, file, known) {
  try {
    parseJob(text, file, known);
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.all;
    throw error;
  }
}
function withMeant(text, { path, as }) {
  if (path.length === 0) return "text" in as ? as.text : void 0;
  const span = spanOf(text, { path, as });
  if (!span) return;
  const [start, end, words] = span;
  const edited = `${text.slice(0, start)}${words}${text.slice(end)}`;
  return (0, import_yaml2.parseDocument)(edited, { uniqueKeys: false }).errors.length === 0 ? edited : void 0;
}
function spanOf(text, { path, as }) {
  const root = (0, import_yaml2.parseDocument)(text, { uniqueKeys: false }).contents;
  const above = path.slice(0, -1);
  const parent = above.reduce(
    (node, key) => (0, import_yaml2.isMap)(node) || (0, import_yaml2.isSeq)(node) ? node.get(key, true) : void 0,
    root
  );
  const last = path.at(-1);
  if ((0, import_yaml2.isSeq)(parent) && typeof last === "number") {
    const range = rangeOf(parent.items[last], text);
    return range && [...range, "text" in as ? as.text : "value" in as ? scalar2(as.value) : ""];
  }
  const pair = (0, import_yaml2.isMap)(parent) ? parent.items.find(({ key }) => (0, import_yaml2.isScalar)(key) && String(key.value) === String(last)) : void 0;
  return pair && spanOfPair(pair, as, text);
}
function spanOfPair({ key, value }, as, text) {
  const [ofKey, ofValue] = [rangeOf(key, text), rangeOf(value, text)];
  if (!ofKey) return;
  if ("key" in as) return [...ofKey, as.key];
  if ("value" in as) return ofValue && [...ofValue, scalar2(as.value)];
  return [ofKey[0], (ofValue ?? ofKey)[1], as.text];
}
function rangeOf(node, text) {
  const [start, end] = node?.range ?? [];
  if (start === void 0 || end === void 0) return;
  const last = (0, import_yaml2.isMap)(node) || (0, import_yaml2.isSeq)(node) ? node.flow ? void 0 : node.items.at(-1) : void 0;
  const inner = (0, import_yaml2.isPair)(last) ? last.value ?? last.key : last;
  return [start, rangeOf(inner, text)?.[1] ?? start + text.slice(start, end).trimEnd().length];
}
var scalar2 = (value) => {
  const isPlain = !/[\n#]/.test(value) && (0, import_yaml2.parse)(`[${value}]`)?.[0] === value;
  return isPlain ? value : JSON.stringify(value);
};

// src/cli/fix-unread.ts
function factsOfUnread(settings) {
  const file = settings.value("job") ?? "gpu-lease.yml";
  const path = resolve(settings.cwd, file);
  if (!existsSync(path)) return;
  const text = readFileSync(path, "utf8");
  const { text: mended, problems } = mendedText(text, file, knownPlatforms());
  if (problems.length === 0) return;
  const isWritten = settings.flag("write") && mended !== text;
  if (isWritten) rewriteWhole(path, { had: text, text: mended });
  return {
    file,
    commit: null,
    findings: problems.map(({ problem, isAnswered }) => findingOf(problem, isAnswered)),
    answered: problems.filter(({ isAnswered }) => isAnswered).length,
    difference: mended === text ? [] : lineDifference(text, mended).map(withoutSecrets),
    written: isWritten
  };
}
function findingOf({ code, what, next, at, meant }, isAnswered) {
  const edits = isAnswered && meant ? [{ path: [...meant.path], ...meant.as }] : [];
  return { code, what, next, ...at && { at }, edits };
}

// src/cli/fix.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const unread = factsOfUnread(settings);
  if (unread) return show(settings, unread, EXIT.usage);
  const file = settings.value("job") ?? "gpu-lease.yml";
  const path = resolve2(settings.cwd, file);
  const text = existsSync2(path) ? readFileSync2(path, "utf8") : "";
  const bound = await bindJob(settings, face);
  const findings = await findingsOf(settings, face, { bound, signal });
  const proposed = proposedText(text, file, findings);
  parseJob(proposed, file, knownPlatforms());
  const isWritten = settings.flag("write") && proposed !== text;
  if (isWritten) rewriteWhole(path, { had: text, text: proposed });
  const facts = {
    file,
    commit: bound.code.commit,
    findings,
    answered: findings.filter(({ edits }) => edits.length > 0).length,
    difference: proposed === text ? [] : lineDifference(text, proposed),
    written: isWritten
  };
  return show(settings, facts, EXIT.smoke);
}
function show(settings, facts, codeWhereLeft) {
  process.stdout.write(settings.json ? jsonLine(facts) : fixText(facts));
  return facts.answered < facts.findings.length ? codeWhereLeft : EXIT.ok;
}
function proposedText(text, file, findings) {
  try {
    return editedFile(
      text,
      findings.flatMap(({ edits }) => edits)
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Problem(
      {
        code: "not-editable",
        kind: "usage",
        what: `${file} is written in a way that is not changed by a program: ${error.message}.`,
        next: 'Change it by hand, as the findings of "gpu-lease smoke" say.'
      },
      { cause: error }
    );
  }
}
async function findingsOf(settings, face, { bound, signal }) {
  const noted = notedFindings(settings, bound);
  if (noted || bound.job.smoke === "none") return noted ?? [];
  face.heading(`smoke of ${bound.job.name} at commit ${bound.code.commit.slice(0, 8)}`);
  try {
    const world = { clock: settings.clock, face, signal };
    await smokeOf(world, settings, bound, derivedRunId(settings, bound));
    return [];
  } catch (error) {
    const findings = findingsIn(error, settings);
    if (findings.length === 0) throw error;
    return findings;
  }
}
function fixText({ file, commit, findings, answered, difference, written }) {
  if (findings.length === 0) return `The smoke of this commit has no finding; ${file} stays as it is.
`;
  const left = findings.filter(({ edits }) => edits.length === 0);
  const count = `${answered} of ${findings.length} finding${findings.length === 1 ? "" : "s"}`;
  const head = answered === 0 ? `None of ${findings.length === 1 ? "the finding" : `the ${findings.length} findings`} is answered in ${file}; it stays as it is.` : `${file}${written ? " was changed" : " would be changed"}, which answers ${count}:`;
  return `${[
    head,
    ...difference.map(visible),
    ...left.length > 0 && answered > 0 ? ["", commit === null ? "To change by hand:" : "To change in the code:"] : [],
    ...left.map(
      ({ at, what, next }) => visible(`- ${at ? `${at.file}:${at.line}: ` : ""}${firstLine(what)} Next: ${next}`)
    ),
    "",
    `next: ${nextWords({ file, commit, answered, written })}`
  ].join("\n")}
`;
}
var firstLine = (text) => text.split("\n")[0] ?? "";
function nextWords({
  file,
  commit,
  answered,
  written
}) {
  const check = commit === null ? "plan" : "smoke";
  if (answered === 0)
    return `correct and commit ${commit === null ? file : "the code"}, then "gpu-lease ${check}"`;
  return written ? `commit ${file}, then "gpu-lease ${check}"` : '"gpu-lease fix --write" writes it';
}
export {
  command
};
