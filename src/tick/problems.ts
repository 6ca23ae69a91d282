import { digestOf } from '../canonical.ts';
import { runningClocks } from '../lease/clock-warning.ts';
import { concernsOf } from '../lease/concerns.ts';
import { type MissedLook, missedWords } from '../lease/missed-look.ts';
import { openMeters, type Run } from '../lease/run.ts';
import type { MonthOfMoney } from '../ledger/month-of-money.ts';
import type { Problem } from '../problem.ts';
import { isDanger } from './order.ts';
import type { RunOutcome, StrayLook, StraySeen } from './outcome.ts';
import { longUnlooked, type Unlooked } from './unlooked.ts';

/** Something that a person must look at, in words that stay the same while it does: a changed text is news. */
export interface RealProblem {
  /** Names it across ticks: `debt:<run>:<lease>`. */
  key: string;
  title: string;
  /** Plain sentences; parts of them may come from a box. */
  lines: string[];
  next: string;
}

/** What becomes of an open issue whose problem is not among the present ones. */
export type Fate =
  | { is: 'solved'; how: string }
  /** It could not be looked at this time. */
  | { is: 'unknown' };

export interface Looked {
  outcomes: readonly RunOutcome[];
  strays: readonly StrayLook[];
  /** After this look. */
  unlooked: Unlooked;
  /** Of all open runs, before this look. */
  missed: readonly MissedLook[];
  /** What all runs cost this month, where an open one bounds it; `unread`: it does, and nobody could tell. */
  money?: MonthOfMoney | 'unread' | undefined;
  now: Date;
}

/** Every real problem that this tick found, one per lease, clock, stray or run. */
export const problemsOf = (looked: Looked): RealProblem[] => [
  ...lateness(looked),
  ...overMonth(looked),
  ...looked.outcomes.flatMap((outcome) => problemsOfRun(outcome, looked.now)),
  ...looked.strays.flatMap(({ platform, strays }) =>
    strays.filter((stray) => stray.reported).map((stray) => strayProblem(platform, stray)),
  ),
  ...looked.strays.flatMap(({ platform, dearer }) => dearer.map((each) => dearerProblem(platform, each))),
  ...longUnlooked(looked.unlooked, looked.now).map(([platform, since]) => unlookedProblem(platform, since)),
];

/** With the bound only: what has been spent grows with each look and would be news each time. */
function overMonth({ money }: Looked): RealProblem[] {
  if (money === undefined || money === 'unread' || money.state === 'within') return [];
  const { month, most, state } = money;
  const used = state === 'over' ? `All of the ${most} USD` : `More than nine tenths of the ${most} USD`;
  return [
    {
      key: MONTH,
      title: `The money of ${month} is ${state === 'over' ? '' : 'nearly '}used up`,
      lines: [
        `${used} that all runs of the ledger may cost in ${month} (budget.usdRepositoryPerMonth) are used.`,
        state === 'over'
          ? 'No box is rented until the month is over; those that are held go on and cost on.'
          : 'Then no box is rented until the month is over; those that are held go on.',
      ],
      next: '"gpu-lease cost --by job" shows what it went to; "budget.usdRepositoryPerMonth" of a new run may allow more.',
    },
  ];
}

const MONTH = 'month-money';

/** Runs that are named; the others are counted. */
const MISSED_SHOWN = 5;

function lateness({ missed, now }: Looked): RealProblem[] {
  if (missed.length === 0) return [];
  const rest = missed.length - MISSED_SHOWN;
  return [
    {
      key: 'tick-late',
      title: 'A look came later than it was planned',
      lines: [
        ...missed.slice(0, MISSED_SHOWN).map((each) => missedWords(each, now)),
        ...(rest > 0 ? [`So it was with ${rest} more.`] : []),
        'GitHub delays scheduled runs under load, drops some, and switches the schedule of a public repository off after 60 days without activity.',
      ],
      next: 'Look under "Actions" whether the workflow of the tick is enabled and the one that trains could be started ("gpu-lease doctor" asks both); a clock outside of GitHub may start the tick (docs/recipes.md).',
    },
  ];
}

function problemsOfRun({ run, id, problem, ended }: RunOutcome, now: Date): RealProblem[] {
  if (!run) {
    if (!problem) return [];
    const lines = [
      problem.what,
      'Until it can be read nothing of this run is watched, collected or released.',
    ];
    return [
      {
        key: keyOf('record', id),
        title: `The record of run ${id} cannot be used`,
        lines,
        next: problem.next,
      },
    ];
  }
  if (run.closed) return [];
  return [
    ...debts(run),
    ...(isTimeless(problem) ? [] : [...clocks(run, now), ...concerns(run, now)]),
    ...(run.halted
      ? [
          {
            key: keyOf('halted', id),
            title: `Run ${id} stopped itself (${run.halted.code})`,
            lines: [run.halted.what, ...run.haltedToo.map(({ what }) => what), ...costLines(run)],
            next: run.halted.next,
          },
        ]
      : []),
    ...(ended === 'failed' && problem && isForAPerson(problem) && !run.halted
      ? [
          {
            key: keyOf('stuck', id),
            title: `Run ${id} cannot go on (${problem.code})`,
            lines: [problem.what, ...costLines(run)],
            next: problem.next,
          },
        ]
      : []),
  ];
}

/** This machine does not know what time it is: what it would say of ages, deadlines and budgets is no word of anybody's. */
const isTimeless = (problem: RunOutcome['problem']): boolean => problem?.code === 'clock-off';

/**
 * What does not answer now may answer the next time, and a sold-out platform is no fault of anybody's. A record that was silent for a
 * day while nobody says what time it is waits for that answer, and tells of nothing else meanwhile.
 */
const isForAPerson = ({ code, kind }: Problem): boolean =>
  code === 'time-unheard' || !['unreachable', 'capacity', 'interrupted'].includes(kind);

function debts(run: Run): RealProblem[] {
  return run.leases.flatMap((lease): RealProblem[] => {
    const owed = openMeters(lease).flatMap((meter) => (meter.owed ? [{ ...meter, owed: meter.owed }] : []));
    const [first] = owed;
    if (!first) return [];
    return [
      {
        key: keyOf('debt', run.id, lease.name),
        title: `${lease.name} on ${lease.platform} may still cost money`,
        lines: owed.map(
          ({ id, usdPerHour, owed: { why } }) => `Meter ${id} (${usdPerHour} USD per hour): ${why}.`,
        ),
        next: first.owed.next,
      },
    ];
  });
}

function clocks(run: Run, now: Date): RealProblem[] {
  return run.leases.flatMap((lease) =>
    runningClocks(lease, now)
      .filter(({ level }) => isDanger(level))
      .map(({ clock, says, at }) => ({
        key: keyOf('clock', run.id, lease.name, clock),
        title: `${lease.name} on ${lease.platform} runs into a deadline (${clock})`,
        lines: [
          says,
          at === null ? 'Nobody says when: it may be over at any moment.' : `It is over at ${at}.`,
        ],
        next: `Collect and release it, or start it again: "gpu-lease status ${run.id}" shows what it holds.`,
      })),
  );
}

/** What lasts, once it is old enough; a halt says itself why. */
const concerns = (run: Run, now: Date): RealProblem[] =>
  concernsOf(run, now)
    .filter(({ due, key }) => due && key !== run.halted?.code)
    .map(({ key, what, next, usdPerHour }) => ({
      key: keyOf('concern', run.id, ...key.split(':')),
      title: `Run ${run.id} needs a look (${key.split(':')[0]})`,
      lines: [what, ...(usdPerHour > 0 ? [`It costs ${usdPerHour} USD per hour.`] : [])],
      next,
    }));

const strayProblem = (platform: string, stray: StraySeen): RealProblem => ({
  key: keyOf('stray', platform, stray.id),
  title: `A ${stray.kind} at ${platform} is held by no lease (${stray.name})`,
  lines: [
    `${stray.kind} ${stray.id} carries this repository's mark, and no lease of the ledger holds it. First seen at ${stray.firstSeenAt}.`,
    billingLine(stray),
  ],
  next: 'Run "gpu-lease strays": it shows what made it. With --put-up the run that made it gives it back.',
});

const dearerProblem = (
  platform: string,
  { run, lease, rented, listed }: StrayLook['dearer'][number],
): RealProblem => ({
  key: keyOf('price', run, lease),
  title: `${platform} lists ${lease} at another price than it was rented for`,
  lines: [
    `It was rented for ${rented} USD per hour, and the platform's list says ${listed}. Costs and the budget are counted with the price of the rental.`,
  ],
  next: `Look at its price in the console of ${platform}. If it is so, "gpu-lease collect ${run}" and release it, or "gpu-lease abandon ${run}".`,
});

const unlookedProblem = (platform: string, since: string): RealProblem => ({
  key: keyOf('unlooked', platform),
  title: `Nobody can look at the account at ${platform}`,
  lines: [
    `Its list of boxes could not be had since ${since}. What it holds and charges for meanwhile, a stray too, nobody sees.`,
  ],
  next: `Run "gpu-lease strays --platform ${platform}": it says why. Look at the account in the console of ${platform} until it can be asked again.`,
});

function billingLine({ billing, usdPerHour }: StraySeen): string {
  if (billing === 'no') return 'The platform says that it costs nothing.';
  const price =
    usdPerHour === undefined ? 'at a price that the platform does not say' : `${usdPerHour} USD per hour`;
  return billing === 'yes' ? `It costs ${price}.` : `It may cost ${price}.`;
}

/** Prices only: what has been paid grows every minute and would be news at every tick. */
const costLines = (run: Run): string[] =>
  run.leases.flatMap((lease) => {
    const usd = openMeters(lease).reduce((sum, meter) => sum + meter.times * meter.usdPerHour, 0);
    return usd > 0
      ? [`${lease.name} on ${lease.platform} costs ${Number(usd.toFixed(4))} USD per hour.`]
      : [];
  });

/** What became of a problem that has an open issue and is not among the present ones. */
export function fateOf(key: string, looked: Looked): Fate {
  const [kind = '', what = ''] = key.split(':');
  if (kind === 'tick-late') return { is: 'solved', how: 'The looks come as they are planned again.' };
  if (kind === MONTH) {
    return looked.money === 'unread'
      ? { is: 'unknown' }
      : { is: 'solved', how: 'No open run is near its bound of the month any more.' };
  }
  if (kind === 'stray') {
    const look = looked.strays.find(({ platform }) => wordOf(platform) === what);
    const isStillThere = look?.strays.some((stray) => keyOf('stray', look.platform, stray.id) === key);
    if (!look?.told || isStillThere) return { is: 'unknown' };
    return { is: 'solved', how: 'It is no longer in the list of the platform, or a lease holds it.' };
  }
  if (kind === 'unlooked') {
    const isDark = Object.keys(looked.unlooked).some((platform) => wordOf(platform) === what);
    return isDark
      ? { is: 'unknown' }
      : { is: 'solved', how: 'Its account can be looked at again, or holds nothing of ours any more.' };
  }
  const outcome = looked.outcomes.find(({ id }) => wordOf(id) === what);
  if (!outcome) return { is: 'solved', how: 'The run is closed: every meter is proven stopped.' };
  if (kind === 'record' && outcome.run) return { is: 'solved', how: 'The record can be read again.' };
  if (!outcome.run) return { is: 'unknown' };
  if ((kind === 'clock' || kind === 'concern') && isTimeless(outcome.problem)) return { is: 'unknown' };
  // Whoever was not looked at to the end may run into the same again.
  if (kind === 'stuck' && outcome.ended === 'bound') return { is: 'unknown' };
  return { is: 'solved', how: HOW[kind] ?? 'It is no longer so.' };
}

const HOW: Record<string, string> = {
  debt: 'The platform has shown every meter of it gone, twice.',
  clock: 'The clock no longer runs, or has long to go.',
  halted: 'The run goes on, or was abandoned.',
  stuck: 'The run goes on.',
  concern: 'It is no longer so.',
  price: 'The list of the platform agrees with the price of the rental.',
};

const keyOf = (...words: string[]): string => words.map(wordOf).join(':');

/** Ids of platforms may hold anything; a key stands in a comment of HTML. */
const wordOf = (word: string): string =>
  /^[A-Za-z0-9_.-]{1,80}$/.test(word) && !word.includes('--') ? word : digestOf(word).slice(0, 16);
