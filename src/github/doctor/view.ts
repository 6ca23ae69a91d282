import { type JobTime, jobTimesOf } from '../../lease/billed-minutes.ts';
import { Problem } from '../../problem.ts';
import { ONE_FILE, SET_FILES, setPath } from '../caller-workflow.ts';
import type {
  Artifact,
  BranchRules,
  Environment,
  GitHub,
  OwnRunner,
  PushRule,
  RepositoryFacts,
  WorkflowRun,
} from '../github.ts';
import { type CallerView, readCaller, tickingOf, usesGpuLease } from './caller-view.ts';
import { type CheckSource, readCheckSource } from './check-source.ts';
import { type FileRuns, type MonthOfMinutes, monthOfMinutes } from './month-of-minutes.ts';

import { needsOwnRunner } from './wanted-runner.ts';

/** What was seen of a repository, once, for the pure findings. */
export interface RepositoryView {
  name: string;
  now: Date;
  facts: RepositoryFacts | undefined;
  /** Every workflow file of the default branch that uses gpu-lease. */
  callers: readonly CallerView[];
  /** As GitHub lists them: `active`, `disabled_inactivity`, `disabled_manually` and the like. */
  workflows: readonly { path: string; state: string }[];
  environments: readonly Environment[] | undefined;
  /** Names of the secrets of each environment that is named to hold none but the ledger's; `undefined` where the token may not list them. */
  ledgerSecrets: ReadonlyMap<string, readonly string[] | undefined>;
  /** Of rulesets that look at every push; empty where there are none, or none that this token sees. */
  pushRules: readonly PushRule[];
  /** Looked at only where a called workflow asks for one; `undefined`: there was no need, or this token may not list them. */
  ownRunners: readonly OwnRunner[] | undefined;
  /** What has to pass before a merge into the default branch, as far as this token sees it. */
  requires: BranchRules | undefined;
  /** Every workflow file of the default branch, for the checks that it makes. */
  checkSources: readonly CheckSource[];
  /** Whether there are no more of them than were read. */
  readsAllFiles: boolean;
  /** Newest first, of the file with the schedule. */
  scheduled: readonly Pick<WorkflowRun, 'createdAt' | 'conclusion'>[] | undefined;
  /** Only of a repository where they are counted against a quota: one that is not public. */
  artifacts: readonly Pick<Artifact, 'bytes' | 'expired'>[] | undefined;
  /** Of the workflow files that use gpu-lease; only where their minutes are billed: not in a public repository. */
  minutes: MonthOfMinutes | undefined;
  /** What could not be looked at, and why. */
  unseen: readonly { what: string; why: string; next: string }[];
}

const MAX_FILES = 30;
const MAX_RUNS = 30;
const PAGE = 100;
/** Of each file: the newest, which show what is usual now. */
const SAMPLED_RUNS = 3;

/**
 * A few dozen reads at most; changes nothing. What the token may not see is noted and the rest is looked at all the same.
 * @throws Problem `unreachable` only: an outage says nothing about the repository
 */
export async function lookAtRepository(github: GitHub, now: Date): Promise<RepositoryView> {
  const unseen: { what: string; why: string; next: string }[] = [];
  const seen = async <T>(what: string, look: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof Problem) || error.kind === 'unreachable') throw error;
      unseen.push({ what, why: error.what, next: error.next });
      return;
    }
  };
  const facts = await seen('the repository', () => github.describe());
  const workflows = (await seen('the workflows', () => github.workflows())) ?? [];
  const environments = await seen('the environments', () => github.environments());
  // Refused where the plan has no rulesets.
  const pushRules = (await unlessRefused(() => github.pushRules())) ?? [];
  const isCounted = facts !== undefined && facts.visibility !== 'public';
  const artifacts = isCounted ? await seen('the artifacts', () => github.artifacts()) : undefined;
  const requires = facts && (await requiredFor(github, facts.defaultBranch));
  const files = await seen('the workflow files', () => filesOf(github, workflows));
  const callers = files?.read
    .filter(({ path, text }) => path === ONE_FILE || usesGpuLease(text))
    .map(({ path, text }) => readCaller(path, text));
  const ledgerSecrets = await ledgerSecretsOf(github, callers ?? []);
  const [ticking] = tickingOf(callers ?? []);
  const runs = ticking && (await seen('past runs', () => github.runsOf(fileName(ticking.path), MAX_RUNS)));
  const minutes =
    isCounted && callers
      ? await seen('what workflow runs billed', () => minutesOf(github, callers, now))
      : undefined;
  return {
    name: github.repository,
    now,
    facts,
    callers: callers ?? [],
    workflows,
    environments,
    ledgerSecrets,
    pushRules,
    requires,
    ownRunners: needsOwnRunner(callers ?? []) ? await unlessRefused(() => github.ownRunners()) : undefined,
    checkSources: (files?.read ?? []).map(({ path, text }) => readCheckSource(path, text)),
    readsAllFiles: files?.isAll ?? false,
    artifacts,
    minutes,
    scheduled: runs?.filter(({ event }) => event === 'schedule'),
    unseen,
  };
}

/** Rulesets are refused where the plan has none; what a branch's own protection asks for is told all the same. */
async function requiredFor(github: GitHub, branch: string): Promise<BranchRules> {
  const byRules = await unlessRefused(() => github.rulesOfBranch(branch));
  const byBranch = await unlessRefused(() => github.protectionOfBranch(branch));
  const required = [...(byRules?.required ?? []), ...(byBranch ?? [])];
  const isQueued = byRules?.hasQueue || required.length === 0;
  const hasQueue = isQueued ? byRules?.hasQueue : await unlessRefused(() => github.hasMergeQueue(branch));
  return { required, hasQueue: hasQueue ?? false };
}

async function unlessRefused<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Problem && error.kind !== 'unreachable') return;
    throw error;
  }
}

/** No permission of a job lists them, so that it is no news where they are not seen. */
async function ledgerSecretsOf(
  github: GitHub,
  callers: readonly CallerView[],
): Promise<Map<string, readonly string[] | undefined>> {
  const found = new Map<string, readonly string[] | undefined>();
  for (const name of new Set(
    callers.flatMap(({ calls }) => calls.flatMap((call) => call.ledgerEnvironment ?? [])),
  ))
    found.set(name, await unlessRefused(() => github.secretNames(name)));
  return found;
}

/** The usual names first: a list of workflows may lag behind the files. */
async function filesOf(
  github: GitHub,
  workflows: readonly { path: string }[],
): Promise<{ read: { path: string; text: string }[]; isAll: boolean }> {
  const usual = [ONE_FILE, ...SET_FILES.map((is) => setPath(is)), setPath('label'), setPath('kaggle')];
  const paths = [...new Set([...usual, ...workflows.map(({ path }) => path)])].filter((each) =>
    /^\.github\/workflows\/[^/]+\.ya?ml$/.test(each),
  );
  const read: { path: string; text: string }[] = [];
  for (const path of paths.slice(0, MAX_FILES)) {
    const text = await github.file(path);
    if (text !== undefined) read.push({ path, text });
  }
  return { read, isAll: paths.length <= MAX_FILES };
}

async function minutesOf(github: GitHub, callers: readonly CallerView[], now: Date): Promise<MonthOfMinutes> {
  const files: FileRuns[] = [];
  for (const { path } of callers) {
    const runs = await github.runsOf(fileName(path), PAGE);
    const sampled: JobTime[][] = [];
    for (const { id } of runs.filter(({ status }) => status === 'completed').slice(0, SAMPLED_RUNS))
      sampled.push(jobTimesOf(await github.jobsOf(id), now));
    const createdAt = runs.map((run) => new Date(run.createdAt));
    files.push({ isDaily: path === setPath('daily'), createdAt, hasMore: runs.length === PAGE, sampled });
  }
  return monthOfMinutes(files, now);
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
