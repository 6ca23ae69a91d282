import type { PlatformFacts, PlatformPage } from '../profile/platform-facts.ts';
import { ageInMonths } from '../profile/staleness.ts';
import type { TeardownPlan } from '../profile/teardown.ts';
import { table } from './text-table.ts';
import { visible } from './visible-text.ts';

/** Every platform in a few lines each. */
export const platformListText = (all: readonly PlatformFacts[], now: Date): string =>
  visible(
    `${all.map((facts) => [`${facts.platform}  ${titleOf(facts)}`, ...summary(facts, now)].join('\n  ')).join('\n\n')}\n`,
  );

/** One platform in full. @param columns of the terminal; unset: as wide as it is */
export function platformPageText(page: PlatformPage, now: Date, columns?: number): string {
  const sections: [string, string[]][] = [
    ['ways in', page.entries.map(entryText)],
    ['what a person has to do', page.human],
    ['renting', page.renting.map(({ what, says, stamp }) => `${what}: ${stamped(says, stamp)}`)],
    ['ssh', page.ssh ? [stamped(page.ssh.says, page.ssh.stamp)] : ['none']],
    [
      'places',
      page.tiers.map((each) => `${each.tier} ${each.path ?? '(no path)'}: ${stamped(each.says, each.stamp)}`),
    ],
    ['what survives what', [survivalText(page, columns === undefined ? undefined : columns - INDENT.length)]],
    ['verbs', page.verbs.flatMap(verbLines)],
    [
      'how it pauses',
      teardownLines(page.teardown.park, page.parkNote ?? 'there is no way to pause a box here'),
    ],
    ['how everything ends', teardownLines(page.teardown.zero, 'there is nothing to end')],
    [
      'meters',
      page.meters.flatMap((each) => [
        `${each.meter}: ${stamped(each.says, each.stamp)}`,
        ...each.prices.map((price) => `  ${price}`),
      ]),
    ],
    ['clocks', page.clockPages.map((each) => `${each.clock}: ${stamped(each.says, each.stamp)}`)],
    ['spot', [...page.spotPage.says, `(${page.spotPage.stamp})`]],
    ['good to know', page.conveniences],
    ['dangers', page.dangers],
    [
      'gotchas',
      page.gotchas.flatMap((each) => [
        `${each.id}: ${each.symptom}`,
        `  ${each.cause}`,
        `  ${stamped(each.fix, each.stamp)}`,
      ]),
    ],
    ['contested', page.contested.map((each) => `${each.fact}: ${stamped(each.says, each.source)}`)],
    ['sources', page.sources.map((each) => `${each.tag} (${each.kind}): ${each.where}`)],
  ];
  const body = sections.map(([title, lines]) => section(title, lines.length > 0 ? lines : ['none']));
  return visible(
    [
      `${page.platform}  ${titleOf(page)}`,
      ...summary(page, now).map((line) => `  ${line}`),
      ...body,
      '',
    ].join('\n'),
  );
}

const titleOf = ({ name, nativeName, kind, automation, status }: PlatformFacts): string =>
  `${name}${nativeName ? ` (${nativeName})` : ''}: ${kind}, ${automation}, ${status}`;

function summary(facts: PlatformFacts, now: Date): string[] {
  const { seams, gpuStop, survives, stamps, spot } = facts;
  const launchers = seams.launchers.join(', ') || 'none';
  const stop = gpuStop
    ? `${gpuStop.verb}${gpuStop.native && gpuStop.native !== gpuStop.verb ? ` ${gpuStop.native}` : ''} (${gpuStop.surface}); goes on billing: ${gpuStop.leavesBilling.join(', ') || 'nothing'}`
    : 'no verb does';
  return [
    `seams: driver ${seams.driver}, channel ${seams.channel}, launchers ${launchers}`,
    `what stops the GPU meter: ${stop}`,
    `survives a stop: ${survives.stop.join(', ') || 'nothing'}`,
    `survives a release: ${survives.release.join(', ') || 'nothing'}`,
    `park: ${facts.park ?? 'none'}`,
    `clocks: ${facts.clocks.join('; ') || 'none'}`,
    `spot: ${spot.available === 'no' ? 'none' : `${spot.mechanism}, notice ${spot.notice ?? 'n/a'}, then ${spot.onEvict}`}`,
    `facts: ${stamps.facts}, ${stamps.unverified} unverified, ${stamps.contested} contested; ${ages(stamps, now)}`,
  ];
}

function ages({ oldest, newest }: PlatformFacts['stamps'], now: Date): string {
  if (oldest === null || newest === null) return 'no stamp';
  const age = (month: string) => `${month}, ${ageInMonths(month, now)} months ago`;
  return `oldest stamp ${age(oldest)}, newest ${age(newest)}`;
}

const entryText = ({ says, secret, retiresOn, stamp }: PlatformPage['entries'][number]): string =>
  `${stamped(says, stamp)}${secret ? `; secret: ${secret}` : ''}${retiresOn ? `; RETIRES ON ${retiresOn}` : ''}`;

const survivalText = ({ survival }: PlatformPage, columns: number | undefined): string =>
  table(
    ['tier', 'path', ...survival.events],
    survival.rows.map((row) => [row.name, row.path ?? '', ...row.outcomes]),
    columns,
  );

const verbLines = (verb: PlatformPage['verbs'][number]): string[] => [
  `${verb.verb}: ${stamped(verb.says, verb.stamp)}`,
  ...(verb.confirm ? [`  proven by ${verb.confirm}`] : []),
  ...(verb.console ? [`  by hand: ${verb.console}`] : []),
];

function teardownLines({ steps, leftBilling, warnings }: TeardownPlan, empty: string): string[] {
  if (steps.length === 0) return [empty];
  return [
    ...steps.flatMap((step, index) => [
      `${index + 1}. ${step.verb} (${step.surface}): stops ${step.stops.join(', ') || 'nothing'}; destroys ${step.destroys.join(', ') || 'nothing'}`,
      ...(step.consoleStep ? [`   by hand: ${step.consoleStep}`] : []),
    ]),
    ...leftBilling.map((left) => `goes on billing: ${left.meter}: ${left.why}`),
    ...warnings,
  ];
}

const stamped = (says: string, stamp: string): string => (stamp ? `${says} (${stamp})` : says);

const INDENT = '  ';

const section = (title: string, lines: string[]): string =>
  `\n${title}\n${lines.map((line) => `${INDENT}${line.trimEnd().replaceAll('\n', `\n${INDENT}`)}`).join('\n')}`;
