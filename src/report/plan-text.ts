import { formatSeconds } from '../clock.ts';
import { formatUsd } from '../money.ts';
import type { EnvironmentAdvice } from '../profile/environment-advice.ts';
import type { LifetimeFit } from '../profile/lifetime.ts';
import type { survivalTable } from '../profile/placement.ts';
import type { TeardownPlan } from '../profile/teardown.ts';
import type { BudgetRow, DiskBudget } from '../storage/disk-budget.ts';
import type { CandidateFates, Fate } from '../storage/fates.ts';
import type { KeepingPlaces } from '../storage/keeping-places.ts';
import type { CandidateEnds, MeterEnd } from '../storage/meter-ends.ts';
import type { HeldBackOffer, RankedOffer } from './offer-facts.ts';
import { heldBackLines, isHeldBack, rankingTable } from './offers-table.ts';
import { formatBytes } from './progress-bar.ts';
import { type DivisionFacts, divisionText } from './sweep-text.ts';
import { table } from './text-table.ts';
import { visible } from './visible-text.ts';
import { whyFirst } from './why-chosen.ts';

/** What `gpu-lease plan` found; the shape of its `--json` (docs/json.md). */
export interface PlanFacts {
  job: string;
  commit: string;
  dirty: boolean;
  /** The command of each cell. */
  run: string;
  cells: number;
  /** Command of the smoke; `null` where the job has none. */
  smoke: string | null;
  onFinish: 'hold' | 'park';
  /** What the chosen box does by itself when its work is over; `null` without a choice, or where the job asks for no park. */
  parksItself: OwnPark | { why: string } | null;
  choice: { platform: string; offer: string; summary: string; usdPerHour: number } | null;
  /** The best few offers, as `offers` shows them. */
  ranking: RankedOffer[];
  declined: { platform: string; offer: string | null; why: string }[];
  /** As in `offers`. */
  heldBack: HeldBackOffer[];
  /** Why the first of them, and why not each other. */
  why: string[];
  cost: { expectedUsd: number | null; atMostUsd: number; lines: string[] };
  /** What workflows would be billed for a day of its training, by what brings the looks. */
  runners: RunnerDay[];
  /** What the box would fetch by itself. */
  data: DataFacts;
  missingSecrets: string[];
  /** Over which boxes a sweep would be divided; `null` where nothing says over how many. */
  sweep: DivisionFacts | null;
  roster: { cell: string; path: string; role: string; keep: string; requiredLevel: string }[];
  /** Of each candidate: where the run lies, and what becomes of its artifacts. */
  storage: CandidateFates[];
  /** Of each candidate: what ends its meter though nobody comes, the first to act first. */
  ends: CandidateEnds[];
  /** Of each candidate: how much room the job needs, and `needGb` of a rented disk. */
  disk: (Pick<DiskBudget, 'platform' | 'isKnown' | 'rows'> & { needGb: number })[];
  /** Where checkpoints are kept as they appear; `null` for a job that names none. */
  keeping: KeepingPlaces | null;
  /** Of each clock that would end the work: whether a box lives long enough, or how many it takes. */
  lifetimes: LifetimeFit[];
  /** What the setup does against the environment that is known to work there. */
  environment: EnvironmentAdvice[];
  /** Machines of one's own, as they were looked at; `null` where nobody asked. */
  probes: ProbedBox[] | null;
  /** What would be lost, or could not be done, where no candidate is left for that reason. */
  refused: string | null;
  platforms: {
    platform: string;
    conveniences: string[];
    dangers: string[];
    clocks: string[];
    survival: ReturnType<typeof survivalTable>;
    teardown: TeardownPlan;
  }[];
}

/** The box stops itself when all of its work is finished, and is started again to be collected. */
export interface OwnPark {
  /** Of the profile, as which its own line does. */
  verb: string;
  /** After its last cell, and after whoever looked at it or read from it last. */
  afterSeconds: number;
  /** To the next look, where looks come as planned: so long it would idle at most, or 0. */
  savedSeconds: number;
  savedUsd: number;
  /** For each hour that the look comes later than planned. */
  savedUsdPerHour: number;
  /** Until it answers again, as its profile says; `null` where it says nothing. */
  backSeconds: number | null;
  backUsd: number | null;
}

/** A machine of one's own, looked at as on arrival; nothing was started on it. */
export interface ProbedBox {
  platform: string;
  /** As the job names it. */
  box: string;
  seconds: number;
  /** Let us in, and has what the job asks for. */
  fit: boolean;
  /** Why it did not let us in. */
  problem: string | null;
  findings: { id: string; level: 'info' | 'warn' | 'fail'; what: string; fix: string }[];
  /** Numbers and words of it, units in their names; what could not be read is absent. */
  measured: Record<string, number | string | boolean>;
}

/** 24 hours from smoke to release, estimated from the plan of looks. */
export interface RunnerDay {
  by: 'wait-timer' | 'pause' | 'schedule';
  looks: number;
  /** Each job rounded up. */
  billedMinutes: number;
  /** Where a private repository pays for them. */
  usd: number;
}

export interface DataFacts {
  sources: {
    from: string;
    /** Commit that a repository of the Hub is at now. */
    revision: string | null;
    to: string;
    files: number;
    /** As far as the source says. */
    bytes: number;
    /** Files that nothing but their size is known of. */
    unproven: number;
  }[];
  /** What a person should know of it. */
  notes: string[];
  /** Why the sources could not be looked at. */
  problems: string[];
}

const MAX_ROSTER_ROWS = 50;

/**
 * The same for people. Offers' words come from a platform: they are shown, not obeyed.
 *
 * @param columns of the terminal; unset: as wide as it is
 */
export function planText(facts: PlanFacts, columns?: number): string {
  // Sections are set in.
  const inner = columns === undefined ? undefined : columns - INDENT.length;
  return visible(
    [
      `plan for job ${facts.job} at commit ${facts.commit.slice(0, 8)}${facts.dirty ? ' with uncommitted changes' : ''}: nothing is rented by this command`,
      ...(facts.refused === null ? [] : [section('REFUSED', [facts.refused])]),
      section('what would happen', [...course(facts), ...obstacles(facts)]),
      ...(facts.probes && facts.probes.length > 0
        ? [section('boxes of your own, as they are now', facts.probes.flatMap(probeLines))]
        : []),
      ...(facts.ranking.length > 1
        ? [
            section('offers, the best first', [
              rankingTable(facts.ranking, inner),
              ...whyFirst(facts.ranking),
            ]),
          ]
        : []),
      section('what it may cost', facts.cost.lines),
      section('what watching it in GitHub Actions costs', runnerDayLines(facts.runners)),
      ...(facts.data.sources.length + facts.data.problems.length > 0
        ? [section('what the box fetches before its setup', dataLines(facts.data, inner))]
        : []),
      ...(facts.lifetimes.length > 0
        ? [
            section(
              'how long a box lives',
              facts.lifetimes.map(({ says }) => says),
            ),
          ]
        : []),
      ...(facts.environment.length > 0
        ? [
            section(
              'what the job is installed into',
              facts.environment.map(({ says }) => `WARNING: ${says}`),
            ),
          ]
        : []),
      ...(facts.sweep ? [section('how a sweep is divided', divisionText(facts.sweep, inner))] : []),
      section('what must exist at the end', [roster(facts, inner)]),
      ...facts.storage.map((each) => storageText(each, inner)),
      ...facts.ends.map(endsText),
      ...facts.disk.map((each) => diskText(each, inner)),
      ...(facts.keeping ? [section('checkpoints while it trains', keepingLines(facts.keeping))] : []),
      ...facts.platforms.map((each) => platformText(each, inner)),
      '',
    ].join('\n'),
  );
}

function course({ smoke, choice, cells, run, onFinish, parksItself }: PlanFacts): string[] {
  return [
    smoke === null ? 'WARNING: no smoke; nothing is checked before money is spent' : `smoke: ${smoke}`,
    choice
      ? `rent: ${choice.platform}, ${choice.summary}, ${choice.usdPerHour} USD/h`
      : 'rent: nothing that fits is offered now',
    `run: ${cells} cell(s) of: ${run}`,
    `finish: ${onFinish === 'park' ? 'park the box where that is reversible, then wait for an approval' : 'hold the box until the release is approved'}`,
    ...ownParkLines(parksItself),
  ];
}

function ownParkLines(own: PlanFacts['parksItself']): string[] {
  if (own === null) return [];
  if ('why' in own)
    return [`  it waits for the next look to be parked, and is paid for until then: ${own.why}`];
  const { verb, afterSeconds, savedSeconds, savedUsd, savedUsdPerHour, backSeconds, backUsd } = own;
  const back =
    backSeconds === null || backUsd === null
      ? 'its boot'
      : `about ${formatSeconds(backSeconds)} of boot (${formatUsd(backUsd)})`;
  return [
    `  when every cell is finished the box parks itself (as ${verb}), ${formatSeconds(afterSeconds)} after the last look at it; its disk keeps outputs and record. A cell that died is left up for a person`,
    `  that saves up to ${formatSeconds(savedSeconds)} (${formatUsd(savedUsd)}) of idling where looks come as planned, and ${formatUsd(savedUsdPerHour)} for every hour that one comes later`,
    `  the next look starts it again to collect, which costs ${back} and needs a free card; it is parked again after the seal`,
  ];
}

const PROBE_WORDS = { info: '', warn: 'WARNING: ', fail: 'NOT FIT: ' } as const;

const probeLines = ({ box, platform, seconds, fit, problem, findings, measured }: ProbedBox): string[] => [
  problem === null
    ? `${box} (${platform}): ${fit ? 'fit for the job' : 'NOT FIT for the job'}, looked at in ${seconds} s`
    : `${box} (${platform}): PROBLEM: ${problem}`,
  ...findings.map(
    ({ id, level, what, fix }) =>
      `  ${PROBE_WORDS[level]}${id}: ${what}${level === 'info' || fix === '' ? '' : `. Fix: ${fix}`}`,
  ),
  ...(problem === null
    ? [
        `  it has: ${
          Object.entries(measured)
            .map(([name, value]) => `${name} ${value}`)
            .join(', ') || 'nothing that could be read'
        }`,
      ]
    : []),
];

const CARRIERS: Record<RunnerDay['by'], string> = {
  'wait-timer': 'looks that wait in environments with wait timers',
  schedule: 'a schedule of every 30 min that comes as asked, beside wait timers',
  pause: 'looks that wait on small runners, where there is neither',
};

const runnerDayLines = (days: readonly RunnerDay[]): string[] => [
  'Public repositories and machines of your own are billed nothing; in a private one 24 h of this cost about',
  ...days.map(
    ({ by, looks, billedMinutes, usd }) =>
      `  ${billedMinutes} billed minutes (${formatUsd(usd)} beyond what the plan includes) with ${looks} looks: ${CARRIERS[by]}`,
  ),
];

const obstacles = ({ declined, heldBack, missingSecrets }: PlanFacts): string[] => [
  ...heldBackLines(heldBack),
  ...declined
    .filter((each) => !isHeldBack(heldBack, each))
    .map((each) => `declined: ${each.platform}${each.offer ? ` ${each.offer}` : ''}: ${each.why}`),
  ...missingSecrets.map(
    (name) =>
      `WARNING: secret ${name} is not set here; before the run: \`export ${name}=...\`, in a workflow \`env: { ${name}: \${{ secrets.${name} }} }\``,
  ),
];

function dataLines({ sources, notes, problems }: DataFacts, columns: number | undefined): string[] {
  const rows = sources.map(({ from, revision, to, files, bytes, unproven }) => [
    from,
    revision?.slice(0, 12) ?? '',
    String(files),
    formatBytes(bytes),
    unproven === 0 ? 'every byte' : `all but ${unproven} files`,
    `$GPU_LEASE_DATA/${to}`,
  ]);
  return [
    ...(rows.length > 0
      ? [table(['source', 'commit', 'files', 'size', 'proven', 'lands in'], rows, columns)]
      : []),
    ...notes,
    ...problems.map((problem) => `WARNING: ${problem}`),
  ];
}

function roster({ roster: rows }: PlanFacts, columns: number | undefined): string {
  const shown = rows.slice(0, MAX_ROSTER_ROWS);
  const text = table(
    ['cell', 'artifact', 'role', 'kept as', 'verified to'],
    shown.map((row) => [row.cell, row.path, row.role, row.keep, row.requiredLevel]),
    columns,
  );
  return rows.length > shown.length ? `${text}and ${rows.length - shown.length} more` : text;
}

function keepingLines({ here, freeBytes, mostBytes, stores, withoutTier, problem }: KeepingPlaces): string[] {
  const pulled = `up to ${formatBytes(mostBytes)}: pulled to ${here}, with ${formatBytes(freeBytes)} free`;
  const sent = stores.length > 0 ? [`larger: from the box straight to ${stores.join(', else ')}`] : [];
  if (stores.length > 0 || withoutTier.length === 0)
    return [pulled, ...(sent.length > 0 ? sent : ['larger: on the durable tier of the box'])];
  if (problem !== null) return [pulled, `PROBLEM: ${problem}`];
  return [
    pulled,
    `WARNING: larger: kept nowhere but on the box (${withoutTier.join(', ')}). Name an s3 store or a durable directory, or run this where more is free`,
  ];
}

/** In brackets what does not happen to this job. */
function storageText(
  { platform, work, workTiers, durable, durableLost, notParked, classes }: CandidateFates,
  columns: number | undefined,
): string {
  return section(`platform ${platform}: where it lies, and what has it after what`, [
    `the run: ${work}${workTiers.length > 0 ? `, on ${workTiers.join(' or ')}` : ''}`,
    `checked copies as it trains and at the end of a cell: ${durable ?? 'none on the box'}`,
    ...(durable === null
      ? []
      : [
          durableLost === null
            ? 'a result that has no room here is sealed there, and stays there when the box is given back'
            : `a result that has no room here cannot be sealed there: ${durableLost}`,
        ]),
    ...(notParked === null ? [] : [`WARNING: the box is held and paid for, not parked: ${notParked}`]),
    table(
      ['artifacts', ...(classes[0]?.fates.map(({ happening }) => happening) ?? [])],
      classes.map(({ class: of, fates }) => [
        of,
        ...fates.map(({ mayHappen, saved }) => (mayHappen ? HAS_IT[saved] : `(${HAS_IT[saved]})`)),
      ]),
      columns,
    ),
  ]);
}

const ENDED_BY: Record<MeterEnd['by'], string> = {
  platform: 'the platform',
  keeper: 'the keeper',
  box: 'the box itself',
  looks: 'looks and ticks',
};

const endsText = ({ platform, attach, ends, notByItself }: CandidateEnds): string =>
  section(
    `platform ${platform}${attach === null ? '' : ` (${attach})`}: what ends the meter though nobody comes`,
    [
      ...ends.map(({ by, when, what, survives }) => `${ENDED_BY[by]}, ${when}: ${what}. Left: ${survives}`),
      ...(notByItself === null ? [] : [`not the box itself: ${notByItself}`]),
    ],
  );

function diskText(
  { platform, needGb, isKnown, rows }: PlanFacts['disk'][number],
  columns: number | undefined,
): string {
  return section(`platform ${platform}: the disk budget`, [
    table(
      ['what', 'where', 'size', 'inodes', 'how it is known'],
      rows.map(({ what, place, bytes, inodes, how }) => [
        what,
        WHERE[place],
        bytes === null ? 'unknown' : formatBytes(bytes),
        String(inodes),
        how,
      ]),
      columns,
    ),
    `the box needs ${needGb} GB of disk${isKnown ? '' : ', and its checkpoints on top'}`,
  ]);
}

const WHERE: Record<BudgetRow['place'], string> = {
  run: 'with the run',
  data: 'data directory',
  durable: 'durable directory',
};

const HAS_IT: Record<Fate['saved'], string> = {
  there: 'the box',
  copy: 'the copy',
  pulled: 'the pull',
  sealed: 'the seal',
  again: 'written again',
  'new-run': 'a new run',
  lost: 'NOTHING',
};

function platformText(
  { platform, conveniences, dangers, survival, teardown }: PlanFacts['platforms'][number],
  columns: number | undefined,
): string {
  return [
    section(`platform ${platform}: what survives what`, [
      table(
        ['tier', 'path', ...survival.events],
        survival.rows.map((row) => [row.name, row.path ?? '', ...row.outcomes]),
        columns,
      ),
    ]),
    section(`platform ${platform}: how it ends`, [
      ...teardown.steps.map(
        (step) =>
          `${step.verb}: stops ${step.stops.join(', ') || 'nothing'}; destroys ${step.destroys.join(', ') || 'nothing'}`,
      ),
      ...teardown.leftBilling.map((left) => `goes on billing: ${left.meter}: ${left.why}`),
      ...teardown.warnings,
    ]),
    section(`platform ${platform}: good to know`, conveniences),
    section(`platform ${platform}: dangers and clocks`, dangers.length > 0 ? dangers : ['none known']),
  ].join('\n');
}

const INDENT = '  ';

const section = (title: string, lines: string[]): string =>
  `\n${title}\n${lines.map((line) => `${INDENT}${line.trimEnd().replaceAll('\n', `\n${INDENT}`)}`).join('\n')}`;
