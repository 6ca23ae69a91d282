import { CHAIN_INPUTS, RELEASE_INPUTS, TICK_CRON } from '../caller-files.ts';
import {
  type Call,
  type CallerView,
  type OwnWorkflow,
  type Permissions,
  type StageStep,
  tickingOf,
} from './caller-view.ts';
import { cronFindings } from './cron-line.ts';
import type { Finding } from './finding.ts';
import type { RepositoryView } from './view.ts';

/** What the jobs of each workflow ask for; GitHub refuses the whole run where the caller grants less. */
export const NEEDED: Readonly<Record<OwnWorkflow, Readonly<Record<string, string>>>> = {
  smoke: { contents: 'read' },
  'pull-request': { contents: 'read', 'pull-requests': 'write' },
  train: { contents: 'write', actions: 'write', statuses: 'write', 'pull-requests': 'write' },
  sweep: { contents: 'write', actions: 'write' },
  release: { contents: 'write', actions: 'read' },
  tick: {
    contents: 'write',
    actions: 'write',
    issues: 'write',
    statuses: 'write',
    'pull-requests': 'write',
  },
  staleness: { issues: 'write' },
  label: { contents: 'read', 'pull-requests': 'write', actions: 'write', statuses: 'write' },
  attest: { contents: 'read', 'id-token': 'write', attestations: 'write' },
  kaggle: { contents: 'read', actions: 'read' },
};

/** Stages that rent, free or seal: of several that wait none may be dropped. */
const SPENDING = ['launch', 'watch', 'collect', 'sweep', 'release'];
const TICK_EVERY_SECONDS = 30 * 60;
/** Gaps of two to six hours are usual (docs/actions.md, looks); this is beyond them. */
const LATE_AFTER_SECONDS = 12 * 3600;
/** Fewer gaps say nothing. */
const LEAST_GAPS = 5;

/** What is wrong with the workflow files that use gpu-lease. */
export function workflowFindings(view: RepositoryView, keys: readonly (readonly string[])[]): Finding[] {
  const { callers } = view;
  if (callers.length === 0) {
    if (view.unseen.some(({ what }) => what === 'the workflow files')) return [];
    const branch = view.facts ? `"${view.facts.defaultBranch}"` : 'the default branch';
    return [
      {
        code: 'workflow-missing',
        level: 'fault',
        what: `No workflow file on ${branch} of ${view.name} uses gpu-lease. Dispatches and schedules start only what is there.`,
        fix: `"gpu-lease init --github" writes the files; commit them, and merge them into ${branch}.`,
      },
    ];
  }
  return [
    ...callers.flatMap((caller) => fileFindings(caller, keys)),
    ...ledgerFindings(callers),
    ...scheduleFindings(view),
    ...dispatchFindings(view),
  ];
}

function fileFindings(caller: CallerView, keys: readonly (readonly string[])[]): Finding[] {
  const { path, unreadable } = caller;
  if (unreadable !== undefined) {
    return [
      {
        code: 'workflow-unreadable',
        level: 'fault',
        what: `${path} is no workflow: ${unreadable}.`,
        fix: 'Correct it; until then GitHub starts nothing of it. "gpu-lease init --github --force" writes a fresh one.',
      },
    ];
  }
  return [
    ...topFindings(caller),
    ...cronFindings(caller),
    ...caller.calls.flatMap((call) => [...grantFindings(path, call), ...secretFindings(path, call, keys)]),
    ...caller.steps.flatMap((step) => stepFindings(path, step)),
    ...unpinnedFindings(caller),
  ];
}

function topFindings({ path, permissions, triggers }: CallerView): Finding[] {
  const wide = permissions === undefined || permissions === 'write-all';
  return [
    ...(wide
      ? [
          {
            code: 'permissions-too-wide',
            level: 'advice' as const,
            what: `${path} ${permissions === undefined ? 'names no permissions at the top, so every job has those of the settings' : 'grants everything to every job'}.`,
            fix: 'Write "permissions: {}" at the top, and name what is needed in each job.',
          },
        ]
      : []),
    ...(triggers.has('pull_request_target')
      ? [
          {
            code: 'untrusted-trigger',
            level: 'fault' as const,
            what: `${path} starts on pull_request_target, which gives secrets and a writing token to a run that strangers can start. gpu-lease refuses to rent in it.`,
            fix: 'Use "pull_request" for the smoke, and "workflow_dispatch" for everything that rents.',
          },
        ]
      : []),
  ];
}

function grantFindings(path: string, { job, workflow, permissions }: Call): Finding[] {
  const lacking = Object.entries(NEEDED[workflow]).filter(
    ([scope, level]) => RANK.indexOf(granted(permissions, scope)) < RANK.indexOf(level),
  );
  if (lacking.length === 0) return [];
  const list = lacking.map(([scope, level]) => `${scope}: ${level}`).join(', ');
  return [
    {
      code: 'permissions-too-small',
      level: 'fault',
      what: `The job "${job}" of ${path} grants too little to ${workflow}.yml: ${list} is missing, and GitHub refuses the whole run for it.`,
      fix: `Add "permissions: { ${Object.entries(NEEDED[workflow])
        .map((pair) => pair.join(': '))
        .join(', ')} }" to the job.`,
    },
  ];
}

const RANK = ['none', 'read', 'write'];

function granted(permissions: Permissions | undefined, scope: string): string {
  if (permissions === 'write-all') return 'write';
  if (permissions === 'read-all') return 'read';
  return permissions?.[scope] ?? 'none';
}

function secretFindings(path: string, call: Call, keys: readonly (readonly string[])[]): Finding[] {
  const { job, workflow, secrets, ledger } = call;
  if (WITHOUT_SECRETS.includes(workflow)) return [];
  if (secrets === 'inherit') {
    return [
      {
        code: 'secrets-inherit',
        level: 'advice',
        what: `The job "${job}" of ${path} hands every secret of the repository to ${workflow}.yml.`,
        fix: 'Name the ones it needs: GPU_LEASE_SECRET and the keys of the platforms.',
      },
    ];
  }
  if (workflow === 'kaggle') return loginFindings(path, call, secrets);
  const absent = [
    ...['GPU_LEASE_SECRET', ...(ledger === undefined ? [] : ['GPU_LEASE_LEDGER_TOKEN'])].filter(
      (name) => !secrets.includes(name),
    ),
    ...(workflow === 'attest' ? [] : keys).flatMap((each) =>
      each.some((name) => secrets.includes(name)) ? [] : each,
    ),
  ];
  return absent.map((name) => ({
    code: 'secret-not-passed',
    level: 'fault',
    what: `The job "${job}" of ${path} does not pass ${name} to ${workflow}.yml, which then finds it empty even where the environment has it.`,
    fix: `Add "${name}: \${{ secrets.${name} }}" to the "secrets:" of the job.`,
  }));
}

/** Of Kaggle: it has no record, and no secret of ours. */
function loginFindings(path: string, { job }: Call, secrets: readonly string[]): Finding[] {
  const has = (name: string): boolean => secrets.includes(name);
  if (has('KAGGLE_API_TOKEN') || (has('KAGGLE_USERNAME') && has('KAGGLE_KEY'))) return [];
  return [
    {
      code: 'secret-not-passed',
      level: 'fault',
      what: `The job "${job}" of ${path} passes neither KAGGLE_API_TOKEN nor KAGGLE_USERNAME with KAGGLE_KEY to kaggle.yml, which then has no login even where the environment has one.`,
      fix: `Add "KAGGLE_API_TOKEN: \${{ secrets.KAGGLE_API_TOKEN }}" to the "secrets:" of the job.`,
    },
  ];
}

/** They write nowhere, or read what anybody may. */
const WITHOUT_SECRETS: readonly OwnWorkflow[] = ['label', 'smoke', 'pull-request', 'staleness'];

/** Two ledgers of one repository: what one of them has rented the other rents again, and nobody looks after both. */
function ledgerFindings(callers: readonly CallerView[]): Finding[] {
  const keeping = callers
    .flatMap(({ path, calls }) => calls.map((call) => ({ path, ...call })))
    .filter(({ workflow }) => !['smoke', 'staleness', 'kaggle'].includes(workflow));
  const ledgers = [...new Set(keeping.map(({ ledger }) => ledger ?? 'this repository'))];
  if (ledgers.length < 2) return [];
  const list = keeping.map(({ path, job, ledger }) => `${job} of ${path}: ${ledger ?? 'this repository'}`);
  return [
    {
      code: 'ledger-differs',
      level: 'fault',
      what: `The workflows keep different ledgers (${list.join(', ')}), so one does not see what the other rents.`,
      fix: 'Give every call the same "with: { ledger: ... }".',
    },
  ];
}

/** What the training script may read in its smoke, it may send anywhere. */
function smokeFindings(path: string, { job, permissions, holdsSecrets }: StageStep): Finding[] {
  const writes =
    permissions === undefined ||
    permissions === 'write-all' ||
    (typeof permissions === 'object' && Object.values(permissions).includes('write'));
  if (!holdsSecrets && !writes) return [];
  return [
    {
      code: 'smoke-beside-secrets',
      level: 'fault',
      what: `The job "${job}" of ${path} runs the training script for the smoke, and ${holdsSecrets ? 'has an environment or a secret' : 'its token may write'}; the script runs as the user who can read both.`,
      fix: 'Give the smoke a job of its own, with "permissions: { contents: read }" and nothing else, and hand its output "evidence" to the next one.',
    },
  ];
}

function stepFindings(path: string, step: StageStep): Finding[] {
  const { job, stage, concurrency, permissions } = step;
  if (stage === 'smoke') return smokeFindings(path, step);
  if (!SPENDING.includes(stage)) return [];
  const where = `The job "${job}" of ${path} runs the action "${stage}"`;
  const queue =
    concurrency?.cancels === true
      ? finding('concurrency-cancels', `${where} and may be cancelled by the next one of its group.`)
      : concurrency?.keepsAll
        ? []
        : finding(
            'queue-missing',
            `${where} ${concurrency ? 'in a group that keeps one waiting run and drops the others' : 'in no concurrency group'}.`,
          );
  const writes = permissions === undefined || RANK.indexOf(granted(permissions, 'contents')) >= 2;
  const grant: Finding[] = writes
    ? []
    : [
        {
          code: 'permissions-too-small',
          level: 'fault',
          what: `${where} without "contents: write", so it cannot write the ledger.`,
          fix: 'Add "permissions: { contents: write }" to the job.',
        },
      ];
  const reads = permissions === undefined || RANK.indexOf(granted(permissions, 'actions')) >= 1;
  const witness: Finding[] = reads
    ? []
    : [
        {
          code: 'witness-unread',
          level: 'advice',
          what: `${where} without "actions: read", so in a private repository it cannot see what earlier workflow runs kept of the record: after a pause it stops and asks a person.`,
          fix: 'Add "actions: read" to the permissions of the job.',
        },
      ];
  return [...queue, ...grant, ...witness];
}

const finding = (code: string, what: string): Finding[] => [
  {
    code,
    level: 'fault',
    what,
    fix: 'Give the job "concurrency: { group: gpu-lease-<the run>, cancel-in-progress: false, queue: max }".',
  },
];

const unpinnedFindings = ({ path, unpinned }: CallerView): Finding[] =>
  [...new Set(unpinned)].map((uses) => ({
    code: 'unpinned-uses',
    level: 'advice',
    what: `${path} uses ${uses}, a name that can be moved to other code.`,
    fix: 'Pin it to a full commit, with the version in a comment.',
  }));

function scheduleFindings(view: RepositoryView): Finding[] {
  const [ticking, ...others] = tickingOf(view.callers);
  if (!ticking && isKaggleAlone(view.callers)) return [];
  if (!ticking) {
    return [
      {
        code: 'schedule-missing',
        level: 'fault',
        what: `No workflow of ${view.name} runs the tick on a schedule, so nothing looks when a run was forgotten.`,
        fix: `Add "schedule: [{ cron: '${TICK_CRON}' }]" and a job that calls tick.yml.`,
      },
    ];
  }
  const stateOf = ({ path }: CallerView): string =>
    view.workflows.find((each) => each.path === path)?.state ?? 'active';
  const state = stateOf(ticking);
  const daily = others.find((each) => stateOf(each) === 'active');
  const off = others
    .filter((each) => stateOf(each) !== 'active')
    .map((each) => switchedOff(each, stateOf(each)));
  // Switched off while nothing is open, by us or for want of commits; the daily look switches it on again.
  if (state !== 'active')
    return [...off, ...(daily ? resting(ticking, state) : [switchedOff(ticking, state)])];
  return [...off, ...lateFindings(view, ticking.path, daily !== undefined)];
}

/** Nothing is rented, and its own schedule looks. */
function isKaggleAlone(callers: readonly CallerView[]): boolean {
  const called = callers.flatMap(({ calls }) => calls.map(({ workflow }) => workflow));
  const isOfRuns = (workflow: OwnWorkflow): boolean =>
    !['kaggle', 'smoke', 'pull-request', 'staleness'].includes(workflow);
  const spends = callers.some(({ steps }) => steps.some(({ stage }) => SPENDING.includes(stage)));
  return called.includes('kaggle') && !called.some(isOfRuns) && !spends;
}

const resting = ({ path }: CallerView, state: string): Finding[] =>
  state === 'disabled_inactivity'
    ? [
        {
          code: 'schedule-rests',
          level: 'advice',
          what: `GitHub has switched ${path} off after 60 days without a commit (${state}).`,
          fix: 'Nothing, where nothing is open: opening a run or the daily look switches it on again. Or "gh workflow enable".',
        },
      ]
    : [];

const switchedOff = ({ path }: CallerView, state: string): Finding => ({
  code: 'schedule-disabled',
  level: 'fault',
  what: `GitHub has switched ${path} off${state === 'disabled_inactivity' ? ' after 60 days without a commit' : ''} (${state}), so nothing looks after what it is for.`,
  fix: `Actions > ${path} > Enable workflow, or "gh workflow enable".`,
});

/** @param isSwitched it rests while nothing is open, so that its last run may be long ago */
function lateFindings({ scheduled, now }: RepositoryView, path: string, isSwitched: boolean): Finding[] {
  if (!scheduled) return [];
  const newest = scheduled[0];
  const ageSeconds = newest ? (now.getTime() - Date.parse(newest.createdAt)) / 1000 : undefined;
  if (ageSeconds !== undefined && ageSeconds <= LATE_AFTER_SECONDS) return seldomFindings(scheduled, path);
  return [
    {
      code: 'schedule-late',
      level: newest && !isSwitched ? 'fault' : 'advice',
      what:
        ageSeconds === undefined
          ? `The schedule of ${path} has not run yet.`
          : `The schedule of ${path} last ran ${Math.round(ageSeconds / 3600)} h ago.`,
      fix: 'Look at the Actions page whether it is enabled; GitHub runs schedules of the default branch only, and delays them under load.',
    },
  ];
}

/** The cron line as it was kept, by the runs that came. Longer gaps are of a time in which it was switched off. */
function seldomFindings(scheduled: NonNullable<RepositoryView['scheduled']>, path: string): Finding[] {
  const times = scheduled.map(({ createdAt }) => Date.parse(createdAt));
  const gaps = times
    .slice(1)
    .map((time, at) => ((times[at] ?? 0) - time) / 1000)
    .filter((seconds) => seconds <= LATE_AFTER_SECONDS)
    .sort((one, other) => one - other);
  const longest = gaps.at(-1) ?? 0;
  if (gaps.length < LEAST_GAPS || longest <= 4 * TICK_EVERY_SECONDS) return [];
  const inHours = (seconds: number): string => (seconds / 3600).toFixed(1);
  return [
    {
      code: 'schedule-seldom',
      level: 'advice',
      what: `The last ${gaps.length + 1} runs of ${path} by schedule came ${inHours(gaps[Math.floor(gaps.length / 2)] ?? 0)} h apart in the median and ${inHours(longest)} h at most, whatever its cron line says.`,
      fix: 'Nothing where the chain of looks may go on by itself ("actions: write"); else let a clock outside of GitHub start that file.',
    },
  ];
}

/** GitHub refuses a dispatch with an input that the file does not have. */
function dispatchFindings({ callers }: RepositoryView): Finding[] {
  const wanted = [
    { of: ['train', 'sweep'], inputs: CHAIN_INPUTS, so: 'no run can be gone on with' },
    { of: ['release'], inputs: RELEASE_INPUTS, so: 'no release be asked for' },
  ];
  return wanted.flatMap(({ of, inputs, so }) => {
    const file = callers.find((caller) => caller.calls.some(({ workflow }) => of.includes(workflow)));
    const absent = inputs.filter((name) => file && !file.dispatchInputs.includes(name));
    if (!file || absent.length === 0) return [];
    return [
      {
        code: 'dispatch-inputs-missing',
        level: 'fault' as const,
        what: `${file.path} has no workflow_dispatch input ${absent.join(', ')}, so ${so}.`,
        fix: 'Add them as the file of "gpu-lease init --github" has them.',
      },
    ];
  });
}
