import type { AgeLimits } from '../profile/staleness.ts';
import { countsOf, type PlacedFact, type Retirement, type StampScan } from '../profile/stamp-scan.ts';
import { markdownCode, markdownText } from './markdown-text.ts';
import { table } from './text-table.ts';
import { visibleLine } from './visible-text.ts';

/** GitHub throws away a summary of more than 1 MiB, and nobody reads the five-hundredth row. */
const MAX_MARKDOWN_ROWS = 200;

/**
 * @param everything fresh facts, too
 * @param columns of the terminal; unset: as wide as it is
 */
export function stalenessText(
  scan: StampScan,
  limits: AgeLimits,
  { everything, columns }: { everything: boolean; columns?: number | undefined },
): string {
  const listed = scan.facts.filter((fact) => everything || fact.state !== 'fresh');
  const [shown, rest] = everything ? [listed, []] : parted(listed);
  const blocking = blockingFirst(scan.facts);
  const blocks = blocking.map((fact) => [
    fact.blocksFrom ?? '',
    `${fact.profile} ${fact.name.replace(/^verbs\./, '')}`,
    ageWords(fact),
    placeOf(fact),
    rereadWords(fact),
  ]);
  const rows = shown.map((fact) => [
    ageWords(fact),
    fact.risk === 'money-or-data' ? 'money' : '',
    `${fact.profile} ${fact.name}`,
    placeOf(fact),
    rereadWords(fact),
  ]);
  const parts = [
    scan.faults.map((fault) => `${faultLine(fault)}\n`).join(''),
    blocks.length > 0
      ? table(['blocks approvals', 'verb', 'verified', 'at', 'read again'], blocks, columns)
      : '',
    rows.length > 0 ? table(['verified', 'risk', 'fact', 'at', 'read again'], rows, columns) : '',
    rest.length > 0 ? `${visibleLine(restWords(rest))}\n` : '',
    scan.retirements.map((each) => `${visibleLine(retirementWords(each))}\n`).join(''),
    `${summaryOf(scan, limits)}\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

export function stalenessMarkdown(scan: StampScan, limits: AgeLimits): string {
  const listed = scan.facts.filter((fact) => fact.state !== 'fresh');
  const shown = listed.slice(0, MAX_MARKDOWN_ROWS);
  const blocks = blockingFirst(scan.facts).map(
    (fact) =>
      `| ${fact.blocksFrom} | ${markdownText(`${fact.profile} ${fact.name}`)} | ${ageWords(fact)} | ${markdownText(rereadWords(fact))} |`,
  );
  const rows = shown.map(
    (fact) =>
      `| ${ageWords(fact)} | ${fact.risk === 'money-or-data' ? 'money' : ''} | ${markdownText(`${fact.profile} ${fact.name}`)} | ${markdownCode(placeOf(fact))} | ${markdownText(fact.sources.map(({ where }) => where).join('; '))} |`,
  );
  return [
    '## Platform facts',
    '',
    markdownText(summaryOf(scan, limits)),
    ...scan.faults.map((fault) => `- ${markdownText(faultLine(fault))}`),
    ...scan.retirements.map((each) => `- ${markdownText(retirementWords(each))}`),
    ...(blocks.length > 0
      ? ['', '| blocks approvals | verb | verified | read again |', '| --- | --- | --- | --- |', ...blocks]
      : []),
    ...(rows.length > 0
      ? ['', '| verified | risk | fact | at | source |', '| --- | --- | --- | --- | --- |', ...rows]
      : []),
    ...(listed.length > shown.length
      ? ['', `And ${listed.length - shown.length} more; "gpu-lease staleness" shows all.`]
      : []),
    '',
  ].join('\n');
}

/** Verbs that a release needs, by the day from which their age stops it: whoever reads one up again keeps a meter from waiting. */
const blockingFirst = (facts: readonly PlacedFact[]): PlacedFact[] =>
  facts
    .filter(({ blocksFrom }) => blocksFrom !== undefined)
    .sort((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.profile.localeCompare(b.profile));

const dayOf = ({ blocksFrom = '' }: PlacedFact): string => (blocksFrom === 'at once' ? '' : blocksFrom);

/** What costs money or data, or cannot be true, is read by its line; the rest is told by its number. */
function parted(facts: readonly PlacedFact[]): [PlacedFact[], PlacedFact[]] {
  const isShown = ({ risk, state }: PlacedFact) => risk === 'money-or-data' || state === 'future';
  return [facts.filter(isShown), facts.filter((fact) => !isShown(fact))];
}

/** `And 40 facts of other kinds: autodl 12 stale, 3 never verified; runpod 25 stale.` */
function restWords(rest: readonly PlacedFact[]): string {
  const counts = [...new Set(rest.map(({ profile }) => profile))].sort().map((profile) => {
    const of = (state: string) =>
      rest.filter((each) => each.profile === profile && each.state === state).length;
    const words = [
      of('stale') > 0 ? `${of('stale')} stale` : '',
      of('never') > 0 ? `${of('never')} never verified` : '',
    ];
    return `${profile} ${words.filter((each) => each !== '').join(', ')}`;
  });
  return `And ${rest.length} that cost neither money nor data: ${counts.join('; ')}. --all lists them, with --platform NAME those of one platform.`;
}

/** The address, file or words of its sources; a tag that the profile does not explain stands for itself. */
const rereadWords = ({ sources }: PlacedFact): string => sources.map(({ where }) => where).join('; ');

/** `12 of 90 facts are stale (money and data after 3 months, the rest after 6), 4 were never verified, 1 error.` */
export function summaryOf(scan: StampScan, { months, monthsMoney }: AgeLimits): string {
  const { facts, stale, never, errors } = countsOf(scan);
  if (facts === 0 && errors === 0)
    return 'There is no stamp to be read: a profile without one says nothing that can be checked.';
  return `${stale} of ${facts} facts are stale (money and data after ${monthsMoney} months, the rest after ${months}), ${never} were never verified, ${errors} ${errors === 1 ? 'error' : 'errors'}.`;
}

export const placeOf = ({ file, line }: { file: string; line: number }): string => `${file}:${line}`;

/** `2026-06 (5 mo)`, `never`, `2027-01, to come`. */
export function ageWords({ state, ageMonths, stamp }: PlacedFact): string {
  if (state === 'never') return 'never';
  if (state === 'future') return `${stamp.verified}, to come`;
  return `${stamp.verified} (${ageMonths} mo)`;
}

export function retirementWords({ profile, entry, on, daysLeft, ...place }: Retirement): string {
  const when = daysLeft < 0 ? `has ended on ${on}` : `ends on ${on}, in ${daysLeft} days`;
  return `${placeOf(place)}: ${profile}: ${entry} ${when}`;
}

const faultLine = ({ file, line, column, what, next }: StampScan['faults'][number]): string =>
  visibleLine(`${file}:${line}:${column}: ${what}. Next: ${next}`);
