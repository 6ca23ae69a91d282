import type { AgeLimits } from '../profile/staleness.ts';
import { countsOf, type PlacedFact, type StampScan } from '../profile/stamp-scan.ts';
import { markdownCode, markdownText } from './markdown-text.ts';
import { ageWords, placeOf, retirementWords, summaryOf } from './staleness-text.ts';

/** By this the one issue is found again. */
export const STALENESS_MARKER = '<!-- gpu-lease:staleness -->';

/** GitHub refuses a longer body. */
export const MAX_ISSUE_CHARACTERS = 65_536;

/** Where a line of a profile can be looked at; `undefined` where nobody knows under which address. */
export type LinkTo = (place: { file: string; line: number }) => string | undefined;

export interface StalenessIssue {
  title: string;
  body: string;
  /** Something waits for a person; else the issue is closed. */
  open: boolean;
  /** What waits, by name and stamp. */
  keys: string[];
}

/**
 * The issue as it is to be now. A box that a person ticked stays ticked as long as its fact carries the same stamp: whoever
 * reads it up again changes the stamp, and then the line goes or begins anew.
 *
 * @param before the body that the issue has; its ticks are read from it and nothing else
 */
export function stalenessIssue(
  scan: StampScan,
  limits: AgeLimits,
  before: string,
  linkTo: LinkTo,
): StalenessIssue {
  const { stale, never, errors } = countsOf(scan);
  const due = scan.facts.filter(({ state }) => state !== 'fresh');
  const ticked = tickedIn(before);
  const head = [
    STALENESS_MARKER,
    markdownText(summaryOf(scan, limits)),
    '',
    'Read each fact up again at its source and write the month into its line; tick a box to say that it is being looked at. This issue is kept up to date by `gpu-lease staleness` and closes when nothing is stale.',
    ...scan.faults.map(({ what, ...at }) => `- ${linked(placeOf(at), linkTo(at))}: ${markdownText(what)}`),
    ...scan.retirements.map((each) => `- ${markdownText(retirementWords(each))}`),
    '',
  ].join('\n');
  const lines = due.map((fact) => ({ key: keyOf(fact), line: lineOf(fact, ticked, linkTo) }));
  return {
    title: `Platform facts to read up again: ${stale} stale, ${never} never verified${errors > 0 ? `, ${errors} unreadable` : ''}`,
    body: fitting(head, lines, ticked),
    open: stale + errors > 0,
    keys: due.map(keyOf),
  };
}

/** In a comment of HTML, so nothing that could end one: a profile that cannot be read may have any keys. */
const keyOf = ({ profile, name, stamp }: PlacedFact): string =>
  `${profile}/${name}@${stamp.verified}`.replace(/[^\w./@-]+|--+/g, '_').slice(0, 300);

/** The keys whose box is ticked. The marks are ours; whatever else a person wrote into the body does not count. */
export const tickedIn = (body: string): Set<string> =>
  new Set(
    [...body.matchAll(/^- \[[xX]\] .*<!-- fact ([^\s<>]{1,300}) -->\r?$/gm)].map(([, key = '']) => key),
  );

/** Every key that the body lists, ticked or not. */
export const listedIn = (body: string): Set<string> =>
  new Set([...body.matchAll(/<!-- fact ([^\s<>]{1,300}) -->/g)].map(([, key = '']) => key));

function lineOf(fact: PlacedFact, ticked: ReadonlySet<string>, linkTo: LinkTo): string {
  const key = keyOf(fact);
  const cost = fact.risk === 'money-or-data' ? ' **money or data**' : '';
  const sources = fact.sources.map(({ tag, where }) => linked(tag, addressOf(where))).join(', ');
  return `- [${ticked.has(key) ? 'x' : ' '}] ${markdownText(`${fact.profile} ${fact.name}`)}: ${ageWords(fact)}${cost}, at ${linked(placeOf(fact), linkTo(fact))}, source ${sources} <!-- fact ${key} -->`;
}

/** The worst first until the body is full; a line that a person ticked is never the one left out. */
function fitting(head: string, lines: { key: string; line: string }[], ticked: ReadonlySet<string>): string {
  const more = (left: number) => `\nAnd ${left} more: \`gpu-lease staleness\` lists all.\n`;
  const start =
    head.length <= MAX_ISSUE_CHARACTERS / 2 ? head : `${head.slice(0, MAX_ISSUE_CHARACTERS / 2)}\n\n`;
  let room = MAX_ISSUE_CHARACTERS - start.length - more(lines.length).length;
  const kept = new Set<string>();
  const worstAfterTicked = [...lines].sort((a, b) => Number(ticked.has(b.key)) - Number(ticked.has(a.key)));
  for (const { key, line } of worstAfterTicked) {
    if (line.length + 1 > room) break;
    room -= line.length + 1;
    kept.add(key);
  }
  const left = lines.length - kept.size;
  const shown = lines.filter(({ key }) => kept.has(key)).map(({ line }) => `${line}\n`);
  return `${start}${shown.join('')}${left > 0 ? more(left) : ''}`;
}

const linked = (text: string, url: string | undefined): string =>
  url === undefined ? markdownCode(text) : `[${markdownText(text)}](${url})`;

/** A source's address is written without its scheme; one with blanks is words. */
function addressOf(where: string): string | undefined {
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[\w\-.~/#?=&%+]*)?$/i.test(where)) return undefined;
  return `https://${where}`;
}
