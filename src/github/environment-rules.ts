import type { Environment, Review } from './github.ts';

/**
 * What makes an approval of a protected environment mean exactly one release, as plain decisions on what GitHub said.
 * From GitHub's documentation of environments and what its API answers, 2026: naming a missing environment creates it without any rule; an approval carries neither
 * time nor attempt; `can_admins_bypass` may be missing from an answer, which is not the same as "no".
 */

/** Why something does not count, and what to do about it. */
export interface Fault {
  code: string;
  what: string;
  next: string;
}

/** As the job file says it. */
export interface EnvironmentRules {
  selfReview: 'allow' | 'forbid';
  adminBypass: 'allow' | 'forbid';
}

/** The workflow run that a stage runs in, as the runner tells it. */
export interface ThisRun {
  workflowRun: number;
  attempt: number;
  eventName: string;
  /** Of the `workflow_dispatch`, as typed; GitHub keeps them for re-runs. */
  inputs: Readonly<Record<string, unknown>>;
}

/** What an approval of the run would be taken for. */
export interface Meaning {
  /** "the release of tiny-7-1 for seal aaaaaaaa". */
  what: string;
  /** Inputs with which the run must have been started. */
  inputs: readonly { name: string; says: string; holds(value: string): boolean }[];
  /** Words that its title must have, because the title is what the approver reads. */
  title: readonly { says: string; holds(word: string): boolean }[];
  /** How to write the title. */
  runName: string;
}

/** Nothing to approve with: the environment has no reviewers, so nobody holds the job back. */
export function unprotectedFault(name: string, environment: Environment | undefined): Fault | undefined {
  if (!environment) {
    return {
      code: 'environment-missing',
      what: `There is no environment "${name}" in this repository; a job that names it would create one without any protection.`,
      next: `Create it under Settings > Environments with required reviewers, or correct the name.`,
    };
  }
  if (environment.reviewers.length > 0) return;
  return {
    code: 'environment-unprotected',
    what: `The environment "${name}" has no required reviewers, so a job that names it waits for nobody.`,
    next: 'Add required reviewers to it (Settings > Environments). Private repositories below GitHub Enterprise have none: there the typed phrase is the gate.',
  };
}

/** Why the reviewers of a protected environment can be passed by. */
export function bypassFault({ name, adminsBypass }: Environment, rules: EnvironmentRules): Fault | undefined {
  if (rules.adminBypass === 'allow' || adminsBypass === false) return;
  const allow = 'or write "approval: { admin-bypass: allow }" into the job file';
  if (adminsBypass === undefined) {
    return {
      code: 'admin-bypass-unknown',
      what: `GitHub did not say whether administrators may bypass the protection of the environment "${name}".`,
      next: `Let the job's token read it ("permissions: actions: read"), ${allow}.`,
    };
  }
  return {
    code: 'admin-bypass-allowed',
    what: `Administrators may bypass the protection of the environment "${name}", so a job that runs in it proves no approval.`,
    next: `Switch off "Allow administrators to bypass configured protection rules" of the environment, ${allow}.`,
  };
}

/** Why this workflow run was not started for exactly that. */
export function dispatchFaults(meaning: Meaning, run: ThisRun, title: string | undefined): Fault[] {
  if (run.eventName !== 'workflow_dispatch') {
    return [
      {
        code: 'approval-not-dispatched',
        what: `This workflow run was started by "${run.eventName}"; only a workflow_dispatch says what it is for.`,
        next: `Start a workflow of its own for ${meaning.what}.`,
      },
    ];
  }
  const inputs = meaning.inputs.flatMap(({ name, says, holds }): Fault[] => {
    const given = run.inputs[name];
    const value = typeof given === 'string' ? given.trim() : '';
    if (holds(value)) return [];
    return [
      {
        code: `dispatched-for-another-${name}`,
        what: `This workflow run was started with ${value === '' ? `no ${name}` : `the ${name} "${value}"`}; ${meaning.what} needs ${says}.`,
        next: `Start the workflow again with ${name}: ${says}. An approval of this run means nothing else.`,
      },
    ];
  });
  return [...inputs, ...titleFaults(meaning, title, inputs.length === 0)];
}

/** @param isGiven whether the inputs are right, so that only the file can be what is wrong */
function titleFaults(meaning: Meaning, title: string | undefined, isGiven: boolean): Fault[] {
  const words = (title ?? '').split(/\s+/);
  const missing = meaning.title.filter(({ holds }) => !words.some(holds)).map(({ says }) => says);
  if (missing.length === 0) return [];
  return [
    {
      code: 'title-names-another',
      what: `This workflow run is titled "${title ?? ''}", which is what its approver reads; it does not name ${missing.join(', ')}.`,
      next: isGiven
        ? `Write "run-name: ${meaning.runName}" into the workflow that is started.`
        : `With these inputs the title names them, if the file of the workflow has "run-name: ${meaning.runName}".`,
    },
  ];
}

/** How many approvals a workflow run had when an attempt of it began: `<workflow run>.<attempt>:<count>`. */
export const noteText = ({ workflowRun, attempt }: ThisRun, approvals: number): string =>
  `${workflowRun}.${attempt}:${approvals}`;

export const reviewsOf = (
  reviews: readonly Review[],
  environment: string,
  state: Review['state'],
): Review[] =>
  reviews.filter(
    (review) =>
      review.state === state &&
      review.environments.some((name) => name.toLowerCase() === environment.toLowerCase()),
  );

/**
 * How many approvals there were before this attempt. Of a first attempt that is none, whoever says what; of a later one only
 * what an earlier job of that very attempt noted, because old approvals cannot be told from new ones.
 */
export function approvalsBefore(run: ThisRun, noted: string | undefined): number | Fault {
  const again = `Start the workflow anew, or re-run all of its jobs with "noted: \${{ needs.gate.outputs.noted }}".`;
  const [, workflowRun, attempt, count] = /^(\d+)\.(\d+):(\d+)$/.exec(noted?.trim() ?? '') ?? [];
  if (count === undefined) {
    if (run.attempt === 1) return 0;
    return {
      code: 'attempt-unproven',
      what: `This is attempt ${run.attempt} of workflow run ${run.workflowRun}, and nothing says how many approvals it had when it began.`,
      next: again,
    };
  }
  if (Number(workflowRun) === run.workflowRun && Number(attempt) === run.attempt) return Number(count);
  return {
    code: 'approval-of-an-old-attempt',
    what: `The approvals were counted in attempt ${attempt} of workflow run ${workflowRun}; this is attempt ${run.attempt} of ${run.workflowRun}.`,
    next: again,
  };
}

/** Why the reviews of this workflow run approve nothing; empty when more count than there were before this attempt. */
export function countFaults(
  run: ThisRun,
  environment: string,
  reviews: readonly Review[],
  before: number,
): Fault[] {
  const approved = reviewsOf(reviews, environment, 'approved');
  const rejected = reviewsOf(reviews, environment, 'rejected');
  if (before === 0 && rejected.length > 0) {
    const { login, comment } = rejected[0] as Review;
    return [
      {
        code: 'approval-rejected',
        what: `${login || 'Somebody'} rejected this workflow run for the environment "${environment}"${comment ? `: ${comment}` : ''}.`,
        next: 'The box is held with its data. Start the release again once the reason is gone.',
      },
    ];
  }
  if (approved.length > before) return [];
  if (before > 0) {
    return [
      {
        code: 'approval-of-an-old-attempt',
        what: `All ${approved.length} approvals of workflow run ${run.workflowRun} were given before attempt ${run.attempt} began.`,
        next: 'Start the workflow anew and have that run approved.',
      },
    ];
  }
  return [
    {
      code: 'not-approved-in-environment',
      what: `Nobody approved workflow run ${run.workflowRun} for the environment "${environment}".`,
      next: `Let the job that releases name it ("environment: ${environment}"), so that it waits for its reviewers.`,
    },
  ];
}

/** Who started the run and this attempt of it. */
export interface Starters {
  actor: string;
  triggeringActor: string;
  /** Logins of those who launched what is released. `undefined`: nobody that GitHub knows by name, or not looked for. */
  launchers: readonly string[] | undefined;
}

export const isPerson = (login: string): boolean => login !== '' && !login.endsWith('[bot]');

/** Whether a token asked, as the chain and the tick do: that is nobody's wish, so those count who launched. */
export const isByToken = ({ actor, triggeringActor }: Pick<Starters, 'actor' | 'triggeringActor'>): boolean =>
  !isPerson(actor) || !isPerson(triggeringActor);

/** Whose approval would be one of themselves. */
export const selvesOf = (starters: Starters): string[] => {
  const { actor, triggeringActor, launchers = [] } = starters;
  return [...new Set([actor, triggeringActor, ...(isByToken(starters) ? launchers : [])].filter(isPerson))];
};

/** Why nobody can be told from the one who asked. */
export function unknownSelfFault(starters: Starters): Fault | undefined {
  if (!isByToken(starters) || starters.launchers !== undefined) return;
  return {
    code: 'self-review-unknown',
    what: `This workflow run was started by ${starters.triggeringActor || 'nobody that is named'}, no person, and GitHub does not name who launched what it releases; the job forbids self-review.`,
    next: 'Have a person start the workflow by hand, and another one approve it.',
  };
}

/** Why waiting for these reviewers is in vain: each of them would approve what they started. Who is in a team is not known. */
export function onlySelfFault(reviewers: readonly string[], starters: Starters): Fault | undefined {
  const selves = selvesOf(starters).map((each) => each.toLowerCase());
  if (reviewers.length === 0 || !reviewers.every((each) => selves.includes(each.toLowerCase()))) return;
  return {
    code: 'self-review',
    what: `Only ${reviewers.join(', ')} may approve, who started what is to be approved; the job forbids that ("self-review: forbid").`,
    next: 'Name another reviewer of the environment (Settings > Environments).',
  };
}

/** Why this reviewer's word does not count. `known` is what the repository says of them. */
export function reviewerFault(
  login: string,
  known: { permission: string; isPerson: boolean } | undefined,
  rules: EnvironmentRules,
  starters: Starters,
): Fault | undefined {
  if (known && !known.isPerson) {
    return {
      code: 'approver-no-person',
      what: `${login} approved, and is not a person.`,
      next: 'Have a person approve.',
    };
  }
  if (!known || known.permission === 'none') {
    return {
      code: 'approver-may-not-read',
      what: `${login || 'Somebody whose account is gone'} approved, and may not even read this repository.`,
      next: 'Have it approved by a person with access, and look at the reviewers of the environment.',
    };
  }
  if (rules.selfReview === 'allow') return;
  if (!selvesOf(starters).some((each) => each.toLowerCase() === login.toLowerCase()))
    return unknownSelfFault(starters);
  return {
    code: 'self-review',
    what: `${login} ${isByToken(starters) ? 'launched what is released' : 'started this workflow run'} and approved it; the job forbids that ("self-review: forbid").`,
    next: 'Have another reviewer approve, and switch on "Prevent self-review" of the environment.',
  };
}
