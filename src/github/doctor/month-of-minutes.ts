import { secondsBetween } from '../../clock.ts';
import { billOf, type JobTime, totalOf } from '../../lease/billed-minutes.ts';
import type { RunnerRates } from '../../profile/runner-rates.ts';
import type { Finding } from './finding.ts';

const MONTH_SECONDS = 30 * 86_400;
/** From there on a plan is nearly used up by this repository alone. */
const NEARLY = 0.8;

/** Workflow runs of one file, the newest first, as far as GitHub lists them on one page. */
export interface FileRuns {
  /** Only looks for what was forgotten: the one that starts also while nothing is open. */
  isDaily: boolean;
  createdAt: readonly Date[];
  /** There are older ones, which were not listed. */
  hasMore: boolean;
  /** The jobs of those that were looked at. */
  sampled: readonly (readonly JobTime[])[];
}

/** What a month of 30 days bills a repository that is not public; `null` where nothing was seen to count from. */
export interface MonthOfMinutes {
  /** At the use of the last 30 days. */
  seen: number | null;
  /** With nothing open: the daily looks alone. */
  idle: number | null;
  /** Workflow runs whose jobs were looked at, and how many there were. */
  sampledRuns: number;
  runs: number;
}

/** Each file's runs of the last 30 days, times what those bill on average that were looked at. */
export function monthOfMinutes(files: readonly FileRuns[], now: Date): MonthOfMinutes {
  const counted = files.map((file) => ({ ...file, runs: runsOfAMonth(file, now), mean: meanOf(file) }));
  const seen = counted.flatMap(({ runs, mean }) => (mean === undefined ? [] : runs * mean));
  const daily = counted.find(({ isDaily }) => isDaily)?.mean;
  return {
    seen: seen.length === 0 ? null : Math.round(seen.reduce((sum, each) => sum + each, 0)),
    idle: daily === undefined ? null : Math.round(30 * daily),
    sampledRuns: files.reduce((sum, { sampled }) => sum + sampled.length, 0),
    runs: Math.round(counted.reduce((sum, { runs }) => sum + runs, 0)),
  };
}

function runsOfAMonth({ createdAt, hasMore }: FileRuns, now: Date): number {
  const ages = createdAt.map((each) => secondsBetween(each, now)).filter((age) => age <= MONTH_SECONDS);
  const isCutShort = hasMore && ages.length === createdAt.length;
  const oldest = Math.max(1, ...ages);
  return isCutShort ? (ages.length * MONTH_SECONDS) / oldest : ages.length;
}

const meanOf = ({ sampled }: FileRuns): number | undefined =>
  sampled.length === 0
    ? undefined
    : sampled.reduce((sum, jobs) => sum + totalOf(billOf(jobs)), 0) / sampled.length;

/** One sentence for whoever asks what this costs. */
export function minutesText(month: MonthOfMinutes | 'public', { plans, rates }: RunnerRates): string {
  if (month === 'public') return 'runner minutes: standard runners cost nothing in a public repository';
  const { seen, idle, sampledRuns, runs } = month;
  const used =
    seen === null
      ? 'no workflow run of the last 30 days was seen'
      : `about ${seen} billed in a month at this use (${sampledRuns} of about ${runs} workflow runs of 30 days were looked at)`;
  const rest = idle === null ? 'with nothing open not measured yet' : `about ${idle} with nothing open`;
  const included = plans.map(({ name, minutes }) => `${name} ${minutes}`).join(', ');
  return `runner minutes: ${used}, ${rest}; plans include ${included} a month for all private repositories of an owner, then ${rates[0]?.['usd-per-minute']} USD a minute`;
}

/** Which plan the owner has no token of a workflow is told, so this is advice, whatever the number. */
export function minutesFindings(month: MonthOfMinutes | undefined, { plans }: RunnerRates): Finding[] {
  const smallest = plans[0];
  const seen = month?.seen ?? 0;
  if (!smallest || seen < NEARLY * smallest.minutes) return [];
  return [
    {
      code: 'runner-minutes',
      level: 'advice',
      what: `The workflows of gpu-lease come to about ${seen} billed minutes a month here; ${smallest.name} includes ${smallest.minutes} for all private repositories of its owner. Where they are used up and nothing may be paid, no job starts: no look at what is billing, no release.`,
      fix: 'Set a budget for Actions (Settings > Billing), or let looks wait outside a runner: environments with a wait timer, such as gpu-lease-wait-40, and no schedule more frequent than every 30 minutes.',
    },
  ];
}
