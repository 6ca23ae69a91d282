import { WAIT_PREFIX } from '../../lease/look-plan.ts';
import { setPath } from '../caller-workflow.ts';
import type { Environment } from '../github.ts';
import type { Call } from './caller-view.ts';
import type { Finding } from './finding.ts';
import type { RepositoryView } from './view.ts';

/** What the job file wishes, as far as the repository's settings must fit it. */
export interface JobWishes {
  /** `undefined`: a release is approved by its phrase alone. */
  approvalEnvironment: string | undefined;
  selfReview: 'allow' | 'forbid';
  adminBypass: 'allow' | 'forbid';
}

export const KEYS_ENVIRONMENT = 'gpu-lease';
export const RELEASE_ENVIRONMENT = 'gpu-lease-release';

/** Whether the environments are there, ask whom they must ask, and ask nobody where nobody is there to answer. */
export function environmentFindings(view: RepositoryView, job: JobWishes | undefined): Finding[] {
  const { environments } = view;
  const calls = view.callers.flatMap((caller) => caller.calls);
  const isReleasedBySteps = view.callers.some(({ steps }) => steps.some(({ stage }) => stage === 'release'));
  if (!environments || (calls.length === 0 && !isReleasedBySteps)) return [];
  const release = calls.find(({ workflow }) => workflow === 'release');
  // What a step of one's own waits in is an expression as a rule; the job file says the same.
  const gate = release?.environment ?? (release || isReleasedBySteps ? job?.approvalEnvironment : undefined);
  const keys = calls
    .filter(({ workflow }) => ['train', 'sweep', 'tick', 'kaggle'].includes(workflow))
    .map(({ environment }) => environment ?? KEYS_ENVIRONMENT);
  return [
    ...[...new Set(keys)].flatMap((name) => keyFindings(name, environments)),
    ...[...view.ledgerSecrets].flatMap(([name, secrets]) =>
      ledgerEnvironmentFindings(name, secrets, { environments, keys, calls }),
    ),
    ...timerFindings(view, environments),
    ...labelFindings(calls, environments, job),
    ...(gate === undefined ? phraseOnly(view, job) : gateFindings(gate, view, environments, job)),
  ];
}

function keyFindings(
  name: string,
  environments: readonly Environment[],
  holds = 'the keys of the platforms',
): Finding[] {
  const found = environments.find((each) => sameName(each.name, name));
  if (!found) return [missing(name, holds)];
  return [
    ...(found.reviewers.length > 0
      ? [
          {
            code: 'environment-waits',
            level: 'fault' as const,
            what: `The environment "${name}" has required reviewers, so every look of the schedule would wait for one and none would happen.`,
            fix: `Take the reviewers off "${name}", and keep them on the environment of the release.`,
          },
        ]
      : []),
    ...(found.waitMinutes > 0
      ? [
          {
            code: 'environment-delays',
            level: 'fault' as const,
            what: `The environment "${name}" has a wait timer, so each job of every look waits ${found.waitMinutes} minutes.`,
            fix: `Take the timer off "${name}"; looks are put off in environments of their own ("${WAIT_PREFIX}-80").`,
          },
        ]
      : []),
    ...anyBranch(found),
  ];
}

/** What belongs to the ledger; everything else in its environment could be read by jobs that have no use for it. */
const OF_LEDGER = ['GPU_LEASE_SECRET', 'GPU_LEASE_LEDGER_TOKEN'];

/** The environment of the jobs that use no key: it is there, asks nobody, holds the secret, and no key beside it. */
function ledgerEnvironmentFindings(
  name: string,
  secrets: readonly string[] | undefined,
  among: { environments: readonly Environment[]; keys: readonly string[]; calls: readonly Call[] },
): Finding[] {
  const { environments, keys, calls } = among;
  if (keys.some((each) => sameName(each, name))) return [noOther(name)];
  const found = keyFindings(name, environments, 'GPU_LEASE_SECRET alone');
  if (!environments.some((each) => sameName(each.name, name))) return found;
  return [
    ...found,
    ...undivided(name, calls),
    ...(secrets === undefined ? [unseen(name)] : secretsFindings(name, secrets)),
  ];
}

function secretsFindings(name: string, secrets: readonly string[]): Finding[] {
  const others = secrets.filter((each) => !OF_LEDGER.includes(each));
  return [
    ...(secrets.includes('GPU_LEASE_SECRET')
      ? []
      : [
          {
            code: 'ledger-secret-missing',
            level: 'fault' as const,
            what: `The environment "${name}" has no secret GPU_LEASE_SECRET, so the jobs that read and write the ledger cannot sign.`,
            fix: `Settings > Environments > ${name} > Environment secrets: the same value as in the environment of the keys.`,
          },
        ]),
    ...(others.length === 0
      ? []
      : [
          {
            code: 'ledger-environment-holds-keys',
            level: 'advice' as const,
            what: `The environment "${name}" is for the jobs that use no key, and holds ${others.join(', ')} beside the ledger's.`,
            fix: `Delete these secrets from "${name}"; they belong into the environment of the keys.`,
          },
        ]),
  ];
}

const noOther = (name: string): Finding => ({
  code: 'ledger-environment-same',
  level: 'advice',
  what: `"ledger-environment" and "environment" both name "${name}", so the jobs that use no key can still read all of them.`,
  fix: 'Make a second environment that holds GPU_LEASE_SECRET alone, and name it as "ledger-environment".',
});

const unseen = (name: string): Finding => ({
  code: 'ledger-secrets-unseen',
  level: 'advice',
  what: `Which secrets the environment "${name}" holds was not seen: this token may not list them, as no token of a job may.`,
  fix: 'Run the doctor at a terminal with a token of an administrator: GH_TOKEN="$(gh auth token)" gpu-lease doctor.',
});

/** A call that was forgotten gives the jobs of its workflow every key. */
function undivided(name: string, calls: readonly Call[]): Finding[] {
  const without = calls.filter(
    ({ workflow, ledgerEnvironment }) =>
      ['train', 'sweep', 'tick', 'release'].includes(workflow) && ledgerEnvironment === undefined,
  );
  return without.map(({ job, workflow }) => ({
    code: 'ledger-environment-forgotten',
    level: 'advice',
    what: `The job "${job}" that calls ${workflow}.yml names no "ledger-environment", and others name "${name}": its jobs that use no key can read all of them.`,
    fix: `Add "with: { ledger-environment: ${name} }" to it.`,
  }));
}

/** A labelled commit is approved by reviewers, and by nobody's phrase. */
function labelFindings(
  calls: readonly Call[],
  environments: readonly Environment[],
  job: JobWishes | undefined,
): Finding[] {
  const name = job?.approvalEnvironment;
  if (!job || !calls.some(({ workflow }) => workflow === 'label')) return [];
  const found = environments.find((each) => name !== undefined && sameName(each.name, name));
  if (found && found.reviewers.length > 0) return [];
  return [
    {
      code: 'label-without-reviewers',
      level: 'fault',
      what: `A label may ask for runs of pull requests, and ${name === undefined ? 'the job file names no environment whose reviewers would approve them' : `nobody approves in the environment "${name}"`}: each of them is refused before it rents.`,
      fix: `Make an environment "${name ?? RELEASE_ENVIRONMENT}" with required reviewers and name it in the job file ("approval.environment"); or delete ${setPath('label')}.`,
    },
  ];
}

/** What a chain waits in. Whether a private repository may have timers at all is not for its token to know. */
function timerFindings(
  { name, facts, callers }: RepositoryView,
  environments: readonly Environment[],
): Finding[] {
  const isTraining = callers.some(({ calls }) => calls.some(({ workflow }) => workflow === 'train'));
  if (!isTraining) return [];
  const ours = environments.filter(({ name }) => name.startsWith(WAIT_PREFIX));
  const asking = ours.filter(({ reviewers }) => reviewers.length > 0);
  if (asking.length > 0) {
    return asking.map((each) => ({
      code: 'wait-asks',
      level: 'advice',
      what: `The environment "${each.name}" has required reviewers, so no chain waits in it.`,
      fix: `Take the reviewers off "${each.name}"; it holds nothing and is only waited in.`,
    }));
  }
  if (facts?.visibility !== 'public' || ours.some(({ waitMinutes }) => waitMinutes > 0)) return [];
  return [
    {
      code: 'no-wait-timer',
      level: 'advice',
      what: 'No environment has a wait timer for the chain of looks, so it waits on runners.',
      fix: `Make "${WAIT_PREFIX}-10", -20, -40 and -80 with wait timers of so many minutes, no reviewers and no secrets: gh api -X PUT repos/${name}/environments/${WAIT_PREFIX}-10 -F wait_timer=10`,
    },
  ];
}

function gateFindings(
  name: string,
  view: RepositoryView,
  environments: readonly Environment[],
  job: JobWishes | undefined,
): Finding[] {
  const found = environments.find((each) => sameName(each.name, name));
  const wished = job?.approvalEnvironment;
  const other =
    job && wished !== undefined && !sameName(wished, name)
      ? [
          {
            code: 'environment-differs',
            level: 'fault' as const,
            what: `The job file has releases approved in "${wished}", and the release workflow runs in "${name}".`,
            fix: `Name the same one in both: "approval.environment" of the job file, and "with: { environment: ... }" of the call.`,
          },
        ]
      : [];
  if (!found) return [missing(name, 'the reviewers of a release'), ...other];
  if (found.reviewers.length === 0) return [unprotected(name, view), ...other];
  return [
    ...other,
    ...unnamed(name, job),
    ...bypass(found, job),
    ...selfReview(found, job),
    ...anyBranch(found),
  ];
}

const missing = (name: string, holds: string): Finding => ({
  code: 'environment-missing',
  level: 'fault',
  what: `There is no environment "${name}", which is to hold ${holds}; the first job that names it would make it, open to everybody.`,
  fix: `Make it: Settings > Environments > New environment > "${name}".`,
});

function unprotected(name: string, view: RepositoryView): Finding {
  if (view.facts && view.facts.visibility !== 'public') {
    return {
      code: 'plan-without-reviewers',
      level: 'advice',
      what: `"${name}" has no required reviewers; in a ${view.facts.visibility} repository only GitHub Enterprise has them. Releases are approved by the phrase that a person types.`,
      fix: 'Nothing, if that is meant. Who may type it: everybody with write access.',
    };
  }
  return {
    code: 'environment-unprotected',
    level: 'fault',
    what: `The environment "${name}" has no required reviewers, so nobody is asked in it; a release then needs the typed phrase.`,
    fix: `Settings > Environments > ${name} > Required reviewers.`,
  };
}

const unnamed = (name: string, job: JobWishes | undefined): Finding[] =>
  job && job.approvalEnvironment === undefined
    ? [
        {
          code: 'environment-not-named',
          level: 'advice',
          what: `Only the workflow says that releases are approved in "${name}"; another workflow, or a terminal, may release by the typed phrase.`,
          fix: `Add "approval: { environment: ${name} }" to the job file.`,
        },
      ]
    : [];

/** Neither the workflow nor the job file names an environment: whoever may write may release, by typing the phrase. */
const phraseOnly = (view: RepositoryView, job: JobWishes | undefined): Finding[] =>
  job === undefined || view.facts?.visibility !== 'public'
    ? []
    : [
        {
          code: 'no-reviewers-asked',
          level: 'advice',
          what: 'A release is approved by whoever types its phrase and may write to the repository; nobody else is asked.',
          fix: `Make an environment "${RELEASE_ENVIRONMENT}" with required reviewers, and add "approval: { environment: ${RELEASE_ENVIRONMENT} }" to the job file.`,
        },
      ];

function bypass({ name, adminsBypass }: Environment, job: JobWishes | undefined): Finding[] {
  if (adminsBypass === false || job?.adminBypass === 'allow') return [];
  const fix = `Settings > Environments > ${name}: take the mark off "Allow administrators to bypass", or write "admin-bypass: allow" under "approval" of the job file.`;
  if (adminsBypass === undefined) {
    const what = `GitHub does not say whether administrators may pass by the reviewers of "${name}"; a release counts that as yes and refuses.`;
    return [{ code: 'admin-bypass-unknown', level: 'unknown', what, fix }];
  }
  const what = `Administrators may pass by the reviewers of "${name}"; a release refuses such a gate.`;
  return [{ code: 'admin-bypass', level: 'fault', what, fix }];
}

function selfReview({ name, preventsSelfReview }: Environment, job: JobWishes | undefined): Finding[] {
  if (preventsSelfReview || job?.selfReview !== 'forbid') return [];
  return [
    {
      code: 'self-review',
      level: 'fault',
      what: `The job file forbids that who starts a release approves it, and the environment "${name}" allows it.`,
      fix: `Settings > Environments > ${name} > "Prevent self-review".`,
    },
  ];
}

const anyBranch = ({ name, branches }: Environment): Finding[] =>
  branches === undefined
    ? [
        {
          code: 'environment-any-branch',
          level: 'advice',
          what: `Workflows of every branch may use the environment "${name}", so whoever can push a branch can use its keys.`,
          fix: `Settings > Environments > ${name} > Deployment branches: only the default branch.`,
        },
      ]
    : [];

/** GitHub takes no notice of capitals. */
const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
