import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Finding } from '../github/doctor/finding.ts';
import { findingsOf, type Wishes } from '../github/doctor/findings.ts';
import { type MonthOfMinutes, minutesText } from '../github/doctor/month-of-minutes.ts';
import { lookAtRepository } from '../github/doctor/view.ts';
import type { GitHub } from '../github/github.ts';
import { openGitHub } from '../github/this-repository.ts';
import { parseJob } from '../job/load.ts';
import { noticeSecretsOf } from '../job/secret-names.ts';
import { type MonthOfMoney, monthOfMoney, monthText } from '../ledger/month-of-money.ts';
import { EXIT, Problem } from '../problem.ts';
import { ageInMonths } from '../profile/staleness.ts';
import { jsonLine } from '../report/visible-text.ts';
import { loginKey } from '../secret/keys.ts';
import { rootFacts } from './bundled-root.ts';
import type { Request } from './command.ts';
import { originOf, originUrlOf, withoutLogin } from './git-remotes.ts';
import { knownPlatforms } from './known-platforms.ts';
import { lookAtClusters } from './look-at-clusters.ts';
import { keysOfCandidate } from './platform-keys.ts';
import { runnerRates } from './runner-rates.ts';
import { lookingLedgerOf, type Settings, settingsOf } from './settings.ts';
import { sourceOfSuite } from './suite-source.ts';

/** The documented shape of `doctor --json` (docs/json.md). */
export interface Diagnosis {
  repository: string;
  findings: Finding[];
  faults: number;
  unknown: number;
  /** Billed minutes of a month; `public` where standard runners cost nothing, `null` where nothing could be seen. */
  minutes: MonthOfMinutes | 'public' | null;
  /** The month in which the bundled root of signatures was seen in use, and how many whole months ago; `null`: never. */
  root: { verified: string; months: number } | null;
  /** What all runs cost this month, beside `budget.usdRepositoryPerMonth` of the job file; `null` where it has none or nobody could tell. */
  money: MonthOfMoney | null;
}

/** Looks at the repository on GitHub and names each thing that keeps gpu-lease from working there, with its fix. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const diagnosis = await diagnose(settings, signal);
  process.stdout.write(settings.json ? jsonLine(diagnosis) : diagnosisText(diagnosis));
  return exitOf(diagnosis);
}

export async function diagnose(settings: Settings, signal: AbortSignal): Promise<Diagnosis> {
  const github = repositoryOf(settings, signal);
  const view = await lookAtRepository(github, settings.clock.now());
  const wishes = await wishesOf(settings, signal);
  const findings = findingsOf(view, wishes);
  const count = (level: Finding['level']): number => findings.filter((each) => each.level === level).length;
  return {
    repository: github.repository,
    findings,
    faults: count('fault'),
    unknown: count('unknown'),
    minutes: view.facts?.visibility === 'public' ? 'public' : (view.minutes ?? null),
    root: wishes.root,
    money: await moneyOfMonth(settings),
  };
}

async function moneyOfMonth(settings: Settings): Promise<MonthOfMoney | null> {
  const most = jobOf(settings)?.budget.usdRepositoryPerMonth;
  if (most === undefined) return null;
  try {
    return await monthOfMoney(await lookingLedgerOf(settings), most, settings.clock.now());
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** 1 for a fault, 3 where this token may not see enough to say that there is none. */
export const exitOf = ({ faults, unknown }: Diagnosis): number =>
  faults > 0 ? EXIT.failed : unknown > 0 ? EXIT.inconclusive : EXIT.ok;

const WORDS: Record<Finding['level'], string> = {
  fault: 'fault',
  unknown: 'could not tell',
  advice: 'advice',
};

const MONTH_WORDS: Record<MonthOfMoney['state'], string> = {
  within: 'money: ',
  nearly: 'money nearly USED UP: ',
  over: 'money USED UP, nothing is rented: ',
};

export function diagnosisText({
  repository,
  findings,
  faults,
  unknown,
  minutes,
  root,
  money,
}: Diagnosis): string {
  const lines = findings.flatMap(({ code, level, what, fix }) => [
    `${WORDS[level]} (${code}): ${what}`,
    `  fix: ${fix}`,
  ]);
  const verdict =
    faults > 0
      ? `${faults} fault${faults === 1 ? '' : 's'}`
      : unknown > 0
        ? 'no fault was seen, but not everything could be'
        : 'no fault';
  const cost = minutes === null ? [] : [minutesText(minutes, runnerRates())];
  const month = money === null ? [] : [`${MONTH_WORDS[money.state]}${monthText(money)}`];
  return `${[...lines, ...cost, ...month, rootText(root), `${repository}: ${verdict}`].join('\n')}\n`;
}

/** Said also where it is young: whoever updates gpu-lease seldom sees it grow old. */
export const rootText = (root: Diagnosis['root']): string =>
  root === null
    ? 'signing root: the bundled one was never seen in use'
    : `signing root: the bundled one was seen in use in ${root.verified} (${root.months} month${root.months === 1 ? '' : 's'} ago)`;

/** The workflow's own; at a terminal the one that `origin` names, with the token of the environment. */
function repositoryOf(settings: Settings, signal: AbortSignal): GitHub {
  const repository = settings.env['GITHUB_REPOSITORY'] || originOf(settings.cwd, settings.env);
  if (repository === undefined) {
    const url = originUrlOf(settings.cwd, settings.env);
    throw new Problem({
      code: 'no-repository',
      kind: 'usage',
      what: `Neither GITHUB_REPOSITORY nor the remote "origin" of ${settings.cwd} says which repository at GitHub is meant${url === undefined ? '' : `: ${withoutLogin(url)} is not there`}.`,
      next: 'Set GITHUB_REPOSITORY=owner/name.',
    });
  }
  const env = { ...settings.env, GITHUB_REPOSITORY: repository };
  const github = openGitHub(env, settings.clock, signal);
  if (github) return github;
  throw new Problem({
    code: 'no-token',
    kind: 'usage',
    what: `There is no token with which ${repository} could be looked at.`,
    next: 'Set GH_TOKEN; on a laptop GH_TOKEN="$(gh auth token)" is one. Reading is all that it must be allowed.',
  });
}

async function wishesOf(settings: Settings, signal: AbortSignal): Promise<Wishes> {
  const { env } = settings;
  const job = jobOf(settings);
  const keys = (job?.candidates ?? []).flatMap(keysOfCandidate);
  const approval = job?.approval;
  return {
    job: job && {
      approvalEnvironment: approval?.environment,
      selfReview: approval?.selfReview ?? 'allow',
      adminBypass: approval?.adminBypass ?? 'forbid',
    },
    keys: [...new Map(keys.map((names) => [names.join(), names])).values()],
    notices: job ? noticeSecretsOf(job) : [],
    isSet: env['GITHUB_ACTIONS'] === 'true' ? (name) => (env[name] ?? '').trim() !== '' : undefined,
    own: sourceOfSuite(env),
    rates: runnerRates(),
    root: rootAge(settings),
    clusters: await lookAtClusters(
      settings,
      { candidates: job?.candidates ?? [], nodes: job?.resources.nodes ?? 1 },
      signal,
    ),
    secretFault: settings.secret === undefined ? undefined : secretFault(settings.secret),
  };
}

function rootAge({ clock }: Settings): Diagnosis['root'] {
  const { verified } = rootFacts();
  return verified === null ? null : { verified, months: Math.max(0, ageInMonths(verified, clock.now())) };
}

/** A job file that is missing or broken is the business of `plan`, which says all of it. */
function jobOf(settings: Settings) {
  const path = resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml');
  if (!existsSync(path)) return;
  return parseJob(readFileSync(path, 'utf8'), path, knownPlatforms()).job;
}

function secretFault(secret: string): string | undefined {
  try {
    loginKey(secret, 'doctor');
    return;
  } catch (error) {
    if (error instanceof Problem) return error.what;
    throw error;
  }
}
