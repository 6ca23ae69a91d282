import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  markdownText
} from "./report-markdown-text.shared.mjs";
import {
  visibleLine
} from "./report-visible-text.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/github/problem-issues.ts
var ISSUE_LABEL = "gpu-lease";
var MARKER = /<!-- gpu-lease:problem:([A-Za-z0-9_.:-]{1,300}) -->/;
var MAX_TITLE = 200;
async function tellProblems(github, problems, howSolved, mayAsk = () => true) {
  const open = byKey(await github.openIssues(ISSUE_LABEL));
  const told = [];
  for (const problem of problems) {
    if (!mayAsk()) return told;
    const [first, ...younger] = open.get(problem.key) ?? [];
    open.delete(problem.key);
    told.push(await tell(github, problem, first));
    for (const issue of younger) told.push(await closeDuplicate(github, problem.key, issue, first));
  }
  for (const [key, issues] of open) {
    const how = howSolved(key);
    if (how === void 0) continue;
    for (const issue of issues) {
      if (!mayAsk()) return told;
      await github.commentIssue(issue.number, `Solved: ${markdownText(how)}`);
      await github.updateIssue(issue.number, { state: "closed" });
      told.push({ key, url: issue.url, what: "closed" });
    }
  }
  return told;
}
function byKey(issues) {
  const found = /* @__PURE__ */ new Map();
  for (const issue of [...issues].sort((a, b) => a.number - b.number)) {
    const key = MARKER.exec(issue.body)?.[1];
    if (key !== void 0) found.set(key, [...found.get(key) ?? [], issue]);
  }
  return found;
}
async function tell(github, problem, known) {
  const { key } = problem;
  const title = visibleLine(problem.title).slice(0, MAX_TITLE);
  const body = bodyOf(problem);
  const issue = known ?? await github.issueMarked(markerOf(key), ISSUE_LABEL);
  if (!issue) {
    const { url } = await github.createIssue({ title, body, labels: [ISSUE_LABEL] });
    return { key, url, what: "opened" };
  }
  const isSame = sameText(issue.title, title) && sameText(issue.body, body);
  if (issue.state === "closed") {
    await github.updateIssue(issue.number, { state: "open", ...isSame ? {} : { title, body } });
    return { key, url: issue.url, what: "reopened" };
  }
  if (isSame) return { key, url: issue.url, what: "unchanged" };
  await github.updateIssue(issue.number, { title, body });
  return { key, url: issue.url, what: "updated" };
}
async function closeDuplicate(github, key, issue, first) {
  await github.commentIssue(issue.number, `The same as #${first?.number ?? ""}, which stays open.`);
  await github.updateIssue(issue.number, { state: "closed" });
  return { key, url: issue.url, what: "duplicate-closed" };
}
var sameText = (a, b) => plain(a) === plain(b);
var plain = (text) => text.replaceAll("\r\n", "\n").trim();
var bodyOf = ({ key, lines, next }) => [
  markerOf(key),
  ...lines.map(markdownText),
  `**Next:** ${markdownText(next)}`,
  "<sub>Kept up to date by the tick of gpu-lease, which closes it once it is solved.</sub>"
].join("\n\n");
function markerOf(key) {
  const marker = `<!-- gpu-lease:problem:${key} -->`;
  if (!MARKER.test(marker) || key.includes("--"))
    throw new Problem({
      code: "bad-problem-key",
      kind: "bug",
      what: `${JSON.stringify(key.slice(0, 100))} is no key of a problem.`,
      next: "Report it."
    });
  return marker;
}
export {
  ISSUE_LABEL,
  tellProblems
};
