import type { PlatformPage } from '../src/profile/platform-facts.ts';
import type { TeardownPlan } from '../src/profile/teardown.ts';

/** docs/platforms.md: one section for every platform, from the profiles alone, so the same on every day. */
export function platformsMarkdown(pages: readonly PlatformPage[]): string {
  return `# Platforms

What every platform gives, costs, keeps and destroys, as its profile says it. \`gpu-lease platforms NAME\` shows the same in a
terminal, with the age of every stamp. No fact was tried on an account; what was checked how is in [platform checks](platform-checks/README.md).

In brackets after each fact: the month in which a person last compared it with its source, and that source's tag in the platform's
own table. \`unverified\` means that nobody compared it. How a profile is written: [profiles](profiles.md).

${table(
  [
    'platform',
    'kind',
    'who rents',
    'stops the GPU meter',
    'goes on billing then',
    'survives a release',
    'park',
    'spot',
  ],
  pages.map((page) => [
    `[${plain(page.name)}](#${page.platform})`,
    page.kind,
    page.automation,
    plain(page.gpuStop ? (page.gpuStop.native ?? page.gpuStop.verb) : 'no verb'),
    plain(page.gpuStop?.leavesBilling.join(', ') || 'nothing'),
    plain(page.survives.release.join(', ') || 'nothing'),
    plain(page.park ?? 'no'),
    plain(
      page.spot.available === 'no' ? 'no' : `${page.spot.mechanism}, notice ${page.spot.notice ?? 'n/a'}`,
    ),
  ]),
)}

${pages.map(pageText).join('\n')}`;
}

function pageText(page: PlatformPage): string {
  const { seams, stamps } = page;
  const launchers = seams.launchers.join(', ') || 'none';
  return [
    `## ${page.platform}`,
    `${plain(page.name)}${page.nativeName ? ` (${plain(page.nativeName)})` : ''}: ${page.kind}, ${page.automation}, ${page.status}. Driver ${seams.driver}, channel ${seams.channel}, launchers ${launchers}. ${stamps.facts} stamped facts, ${stamps.oldest ?? 'none'} to ${stamps.newest ?? 'none'}; ${stamps.unverified} unverified, ${stamps.contested} contested.`,
    '### Before the first cent',
    list([...page.dangers.map((each) => `**Danger:** ${plain(each)}`), ...page.conveniences.map(plain)]),
    '### Clocks',
    rows(
      ['clock', 'what happens', 'stamp'],
      page.clockPages.map((each) => [each.clock, each.says, each.stamp]),
    ),
    '### Ways in',
    rows(
      ['way', 'secret', 'stamp'],
      page.entries.map((each) => [
        `${each.says}${each.retiresOn ? `; retires on ${each.retiresOn}` : ''}`,
        each.secret ?? '',
        each.stamp,
      ]),
    ),
    ...(page.human.length > 0 ? ['What a person has to do:', list(page.human.map(plain))] : []),
    rows(
      ['renting', '', 'stamp'],
      [
        ...page.renting.map((each) => [each.what, each.says, each.stamp]),
        ...(page.ssh ? [['SSH', page.ssh.says, page.ssh.stamp]] : []),
      ],
    ),
    '### What survives what',
    rows(
      ['place', 'path', 'what it is', 'stamp'],
      page.tiers.map((each) => [each.tier, each.path ?? '', each.says, each.stamp]),
    ),
    rows(
      ['place', ...page.survival.events],
      page.survival.rows.map((row) => [row.tier, ...row.outcomes]),
    ),
    '### Verbs',
    rows(
      ['verb', 'effect', 'proof', 'by hand', 'stamp'],
      page.verbs.map((each) => [each.verb, each.says, each.confirm ?? '', each.console ?? '', each.stamp]),
    ),
    '### How it ends',
    `To pause:${teardownText(page.teardown.park, plain(page.parkNote ?? 'there is no way.'))}`,
    `To end everything:${teardownText(page.teardown.zero, 'there is nothing to end.')}`,
    '### Meters',
    rows(
      ['meter', 'what it is', 'prices', 'stamp'],
      page.meters.map((each) => [each.meter, each.says, each.prices.join('; '), each.stamp]),
    ),
    '### Being taken away',
    `${page.spotPage.says.map(plain).join('. ')} (${page.spotPage.stamp}).`,
    '### Gotchas',
    rows(
      ['id', 'symptom', 'cause', 'fix', 'stamp'],
      page.gotchas.map((each) => [each.id, each.symptom, each.cause, each.fix, each.stamp]),
    ),
    ...(page.contested.length > 0
      ? [
          '### Contested',
          rows(
            ['fact', 'another source says', 'source'],
            page.contested.map((each) => [each.fact, each.says, each.source]),
          ),
        ]
      : []),
    '### Sources',
    rows(
      ['tag', 'kind', 'where'],
      page.sources.map((each) => [each.tag, each.kind, each.where]),
    ),
    '',
  ]
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n');
}

const teardownText = ({ steps, leftBilling, warnings }: TeardownPlan, empty: string): string =>
  steps.length === 0
    ? ` ${empty}`
    : `\n\n${steps.map((step, at) => `${at + 1}. \`${step.verb}\` (${step.surface})${step.consoleStep ? `: ${plain(step.consoleStep)}` : ''}`).join('\n')}\n\n${list(
        [
          ...leftBilling.map((left) => `Goes on billing: ${plain(`${left.meter}: ${left.why}`)}`),
          ...warnings.map(plain),
        ],
      )}`;

const list = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n');

const rows = (header: string[], cells: string[][]): string =>
  cells.length === 0
    ? 'None.'
    : table(
        header,
        cells.map((row) => row.map(stamps)),
      );

const table = (header: string[], cells: string[][]): string =>
  [header, header.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** A cell; a stamp stands in brackets as it does in running text. */
const stamps = (cell: string, column: number, row: string[]): string =>
  column === row.length - 1 && /^(?:20\d\d-\d\d|unverified), /.test(cell) ? `(${plain(cell)})` : plain(cell);

/** Words of a profile as plain words of Markdown. */
export const plain = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[\\|*`$[\]~]/g, (char) => `\\${char}`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;');
