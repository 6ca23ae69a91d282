import { Problem } from '../problem.ts';
import { markdownText } from '../report/markdown-text.ts';
import { visibleLine } from '../report/visible-text.ts';
import type { Issue, Issues } from './github.ts';

/** Whoever wants no mail about them mutes this label. */
export const ISSUE_LABEL = 'gpu-lease';
const MARKER = /<!-- gpu-lease:problem:([A-Za-z0-9_.:-]{1,300}) -->/;
const MAX_TITLE = 200;

/** Something that a person must look at. Words may come from a box: they are shown, not obeyed. */
export interface ToldProblem {
  /** The same as long as it is the same problem: letters, digits, `_`, `.`, `-` and `:`. */
  key: string;
  title: string;
  lines: readonly string[];
  next: string;
}

/** What became of a problem that has an open issue and is not there now; `undefined`: it could not be looked at. */
export type HowSolved = (key: string) => string | undefined;

export interface ToldIssue {
  key: string;
  url: string;
  what: 'opened' | 'reopened' | 'updated' | 'unchanged' | 'closed' | 'duplicate-closed';
}

/**
 * One issue for each problem: opened once, changed only where its text did, closed with how it was solved. Search and create are
 * two calls, so two ticks at one moment may open two all the same; the next tick closes the younger.
 *
 * @param mayAsk whether the budget of requests allows another problem; what is not told now is told at the next tick
 * @throws Problem as `Issues` does; what was done before it stays done
 */
export async function tellProblems(
  github: Issues,
  problems: readonly ToldProblem[],
  howSolved: HowSolved,
  mayAsk: () => boolean = () => true,
): Promise<ToldIssue[]> {
  const open = byKey(await github.openIssues(ISSUE_LABEL));
  const told: ToldIssue[] = [];
  for (const problem of problems) {
    if (!mayAsk()) return told;
    const [first, ...younger] = open.get(problem.key) ?? [];
    open.delete(problem.key);
    told.push(await tell(github, problem, first));
    for (const issue of younger) told.push(await closeDuplicate(github, problem.key, issue, first));
  }
  for (const [key, issues] of open) {
    const how = howSolved(key);
    if (how === undefined) continue;
    for (const issue of issues) {
      if (!mayAsk()) return told;
      await github.commentIssue(issue.number, `Solved: ${markdownText(how)}`);
      await github.updateIssue(issue.number, { state: 'closed' });
      told.push({ key, url: issue.url, what: 'closed' });
    }
  }
  return told;
}

/** The eldest of each key first. */
function byKey(issues: readonly Issue[]): Map<string, Issue[]> {
  const found = new Map<string, Issue[]>();
  for (const issue of [...issues].sort((a, b) => a.number - b.number)) {
    const key = MARKER.exec(issue.body)?.[1];
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), issue]);
  }
  return found;
}

async function tell(github: Issues, problem: ToldProblem, known: Issue | undefined): Promise<ToldIssue> {
  const { key } = problem;
  const title = visibleLine(problem.title).slice(0, MAX_TITLE);
  const body = bodyOf(problem);
  // Asked again right before it is opened: another tick may have done it meanwhile, or it was there before and is back.
  const issue = known ?? (await github.issueMarked(markerOf(key), ISSUE_LABEL));
  if (!issue) {
    const { url } = await github.createIssue({ title, body, labels: [ISSUE_LABEL] });
    return { key, url, what: 'opened' };
  }
  const isSame = sameText(issue.title, title) && sameText(issue.body, body);
  if (issue.state === 'closed') {
    await github.updateIssue(issue.number, { state: 'open', ...(isSame ? {} : { title, body }) });
    return { key, url: issue.url, what: 'reopened' };
  }
  if (isSame) return { key, url: issue.url, what: 'unchanged' };
  await github.updateIssue(issue.number, { title, body });
  return { key, url: issue.url, what: 'updated' };
}

async function closeDuplicate(
  github: Issues,
  key: string,
  issue: Issue,
  first: Issue | undefined,
): Promise<ToldIssue> {
  await github.commentIssue(issue.number, `The same as #${first?.number ?? ''}, which stays open.`);
  await github.updateIssue(issue.number, { state: 'closed' });
  return { key, url: issue.url, what: 'duplicate-closed' };
}

/** GitHub gives back line breaks as it likes. */
const sameText = (a: string, b: string): boolean => plain(a) === plain(b);
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();

const bodyOf = ({ key, lines, next }: ToldProblem): string =>
  [
    markerOf(key),
    ...lines.map(markdownText),
    `**Next:** ${markdownText(next)}`,
    '<sub>Kept up to date by the tick of gpu-lease, which closes it once it is solved.</sub>',
  ].join('\n\n');

function markerOf(key: string): string {
  const marker = `<!-- gpu-lease:problem:${key} -->`;
  // Two hyphens would end the comment in some readers, and the key would stand in the text.
  if (!MARKER.test(marker) || key.includes('--'))
    throw new Problem({
      code: 'bad-problem-key',
      kind: 'bug',
      what: `${JSON.stringify(key.slice(0, 100))} is no key of a problem.`,
      next: 'Report it.',
    });
  return marker;
}
