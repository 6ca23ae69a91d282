import { Problem, Problems } from '../problem.ts';
import {
  approvalsBefore,
  bypassFault,
  countFaults,
  dispatchFaults,
  type EnvironmentRules,
  type Fault,
  isByToken,
  isPerson,
  type Meaning,
  noteText,
  onlySelfFault,
  reviewerFault,
  reviewsOf,
  type Starters,
  type ThisRun,
  unknownSelfFault,
  unprotectedFault,
} from './environment-rules.ts';
import type { Environment, Environments, Repository, Review, WorkflowRun, WorkflowRuns } from './github.ts';
import { startingEvent } from './starting-event.ts';
import type { StartingEvent } from './untrusted-event.ts';

/** What of GitHub an approval needs. `actions: read`, which public repositories give to every token. */
export type ReviewingGitHub = Pick<Environments, 'environment' | 'approvals'> &
  Pick<WorkflowRuns, 'workflowRun'> &
  Pick<Repository, 'permissionOf'>;

export interface EnvironmentAsk {
  environment: string;
  rules: EnvironmentRules;
  meaning: Meaning;
  run: ThisRun;
  /** Who opened what it is about, as the ledger has it: `github:<run id>.<attempt>` or `user@host`. */
  launchedBy: string | undefined;
  /** As an earlier job of this attempt noted it (`noteText`). */
  noted: string | undefined;
  /** What goes on costing while the answer is no. */
  costing: string[];
}

/** The workflow run we are in. `undefined` outside one. */
export function thisRunOf(
  env: NodeJS.ProcessEnv,
  event: Pick<StartingEvent, 'name' | 'payload'> = startingEvent(env),
): ThisRun | undefined {
  const workflowRun = Number(env['GITHUB_RUN_ID']);
  const attempt = Number(env['GITHUB_RUN_ATTEMPT'] ?? '1');
  if (!Number.isSafeInteger(workflowRun) || workflowRun <= 0 || !Number.isSafeInteger(attempt)) return;
  const inputs = event.payload['inputs'];
  const given = inputs !== null && typeof inputs === 'object' ? (inputs as Record<string, unknown>) : {};
  return { workflowRun, attempt, eventName: event.name, inputs: given };
}

/**
 * Before anybody is asked: that the environment holds a job back until a person has approved, and that an approval of this
 * workflow run could mean only this. Returns what the later job compares with, and who will be asked.
 * @throws Problems `refused`, all of them at once
 */
export async function beforeApproval(
  github: ReviewingGitHub,
  ask: Omit<EnvironmentAsk, 'noted'>,
): Promise<{ noted: string; reviewers: string[] }> {
  const environment = await github.environment(ask.environment);
  const atGitHub = await runAtGitHub(github, ask.run);
  const faults = [
    ...(await environmentFaults(github, ask, environment)),
    ...dispatchFaults(ask.meaning, ask.run, atGitHub?.title),
    ...selfFaults(ask, await startersOf(github, ask, atGitHub), environment?.reviewers ?? []),
  ];
  refuse(faults, ask.costing);
  const approved = reviewsOf(await github.approvals(ask.run.workflowRun), ask.environment, 'approved');
  return { noted: noteText(ask.run, approved.length), reviewers: environment?.reviewers ?? [] };
}

/**
 * In the job that waited: the person whose approval of this workflow run means exactly what is asked. The environment is
 * looked at once more, because its rules may have changed while it was waited for.
 * @throws Problems `refused`, all of them at once
 */
export async function approvedByEnvironment(github: ReviewingGitHub, ask: EnvironmentAsk): Promise<string> {
  const environment = await github.environment(ask.environment);
  const atGitHub = await runAtGitHub(github, ask.run);
  const before = approvalsBefore(ask.run, ask.noted);
  const reviews = await github.approvals(ask.run.workflowRun);
  const counted = typeof before === 'number' ? before : Number.POSITIVE_INFINITY;
  refuse(
    [
      ...(await environmentFaults(github, ask, environment)),
      ...dispatchFaults(ask.meaning, ask.run, atGitHub?.title),
      ...(typeof before === 'number' ? countFaults(ask.run, ask.environment, reviews, before) : [before]),
    ],
    ask.costing,
  );
  const starters = await startersOf(github, ask, atGitHub);
  return acceptable(github, ask, { reviews, before: counted, starters });
}

/** Before anybody waits: that somebody may approve who did not ask. */
const selfFaults = (
  { rules }: Pick<EnvironmentAsk, 'rules'>,
  starters: Starters,
  reviewers: readonly string[],
): Fault[] =>
  rules.selfReview === 'allow'
    ? []
    : [unknownSelfFault(starters), onlySelfFault(reviewers, starters)].filter((each) => each !== undefined);

/**
 * Of a run that a token started, those who launched are looked up. GitHub tells of a workflow run who started it and who started its
 * newest attempt, and of none which run dispatched it.
 */
async function startersOf(
  github: ReviewingGitHub,
  { rules, launchedBy }: Pick<EnvironmentAsk, 'rules' | 'launchedBy'>,
  atGitHub: WorkflowRun | undefined,
): Promise<Starters> {
  const { actor = '', triggeringActor = '' } = atGitHub ?? {};
  if (rules.selfReview === 'allow' || !isByToken({ actor, triggeringActor }))
    return { actor, triggeringActor, launchers: undefined };
  const id = /^github:(\d+)\.\d+$/.exec(launchedBy ?? '')?.[1];
  const launch = id === undefined ? undefined : await github.workflowRun(Number(id));
  const persons = launch ? [launch.actor, launch.triggeringActor].filter(isPerson) : [];
  return { actor, triggeringActor, launchers: persons.length > 0 ? persons : undefined };
}

/** Why nobody would be asked, or those who are can be passed by. */
async function environmentFaults(
  github: ReviewingGitHub,
  { environment: name, rules }: Pick<EnvironmentAsk, 'environment' | 'rules'>,
  environment: Environment | undefined,
): Promise<Fault[]> {
  const unprotected = unprotectedFault(name, environment);
  if (unprotected || !environment) return unprotected ? [unprotected] : [];
  return [bypassFault(environment, rules), await absentFault(github, environment)].filter(
    (each) => each !== undefined,
  );
}

/** Every reviewer is a person who may no longer read the repository: the release would wait for nobody, for thirty days. */
async function absentFault(
  github: ReviewingGitHub,
  { name, reviewers }: Environment,
): Promise<Fault | undefined> {
  for (const reviewer of reviewers) {
    // Who is in a team is not for a workflow's token to know.
    if (reviewer.startsWith('team:')) return;
    const known = await github.permissionOf(reviewer);
    if (known && known.permission !== 'none') return;
  }
  return {
    code: 'reviewers-absent',
    what: `None of the reviewers of the environment "${name}" (${reviewers.join(', ')}) has access to this repository any more.`,
    next: 'Name reviewers with read access (Settings > Environments).',
  };
}

const runAtGitHub = (github: ReviewingGitHub, { workflowRun }: ThisRun): Promise<WorkflowRun | undefined> =>
  github.workflowRun(workflowRun);

/** What GitHub tells of a workflow run that waited for its reviewers. */
interface Reviewed {
  reviews: readonly Review[];
  /** How many approvals there were before this attempt. */
  before: number;
  starters: Starters;
}

/**
 * More reviewers whose word counts than there were approvals before this attempt: so at least one of them is of this
 * attempt. Where old ones are among them, all are named.
 */
async function acceptable(
  github: ReviewingGitHub,
  { environment, rules, run, costing }: EnvironmentAsk,
  { reviews, before, starters }: Reviewed,
): Promise<string> {
  const approved = reviewsOf(reviews, environment, 'approved');
  const faults: Fault[] = [];
  const persons: string[] = [];
  for (const { login } of approved) {
    const known = login === '' ? undefined : await github.permissionOf(login);
    const fault = reviewerFault(login, known, rules, starters);
    if (fault) faults.push(fault);
    else persons.push(login);
  }
  if (persons.length > before) return [...new Set(persons)].join(', ');
  refuse(faults, costing);
  throw new Error(
    `workflow run ${run.workflowRun}: ${approved.length} approvals, ${before} before, no fault`,
  );
}

function refuse(faults: readonly Fault[], costing: string[]): void {
  const [first, ...rest] = faults.map(
    ({ code, what, next }) => new Problem({ code, kind: 'refused', what, next, costing }),
  );
  if (first && rest.length > 0) throw new Problems([first, ...rest]);
  if (first) throw first;
}
