import { USUAL_SECRETS } from '../../job/secret-names.ts';
import type { RunnerRates } from '../../profile/runner-rates.ts';
import { DEFAULT_LIMIT_MONTHS } from '../../profile/staleness.ts';
import { attestFindings } from './attest-findings.ts';
import { checkFindings } from './check-findings.ts';
import { type ClusterView, clusterFindings } from './cluster-findings.ts';
import { environmentFindings, type JobWishes } from './environment-findings.ts';
import type { Finding } from './finding.ts';
import { minutesFindings } from './month-of-minutes.ts';
import { ownRunnerFindings } from './own-runner-findings.ts';
import { rulesetFindings } from './ruleset-findings.ts';
import { runnerFindings } from './runner-findings.ts';
import { type OwnSource, setFindings } from './set-findings.ts';
import { storageFindings } from './storage-findings.ts';
import type { RepositoryView } from './view.ts';
import { workflowFindings } from './workflow-findings.ts';

/** The job file and this process's own environment, as far as a repository must fit them. */
export interface Wishes {
  /** `undefined`: there is no readable job file here. */
  job: JobWishes | undefined;
  /** For each platform that is rented from, the names of variables of which one must be set. */
  keys: readonly (readonly string[])[];
  /** Secrets by which `notify` of the job tells somebody. */
  notices: readonly string[];
  /** Whether each is set where the doctor runs; `undefined` where that says nothing, as on a laptop. */
  isSet: ((name: string) => boolean) | undefined;
  /** Where this copy of gpu-lease is from, where it says so. */
  own: OwnSource | undefined;
  /** What runners cost, and plans include. */
  rates: RunnerRates;
  /** The month in which the bundled root of signatures was seen in use, and how many whole months ago; `null`: never. */
  root: { verified: string; months: number } | null;
  /** Of Kubernetes, one for each that a candidate names. */
  clusters: readonly ClusterView[];
  /** What is wrong with GPU_LEASE_SECRET where it is set. */
  secretFault: string | undefined;
}

const LEVELS = ['fault', 'unknown', 'advice'] as const;

/** Everything at once, the worst first. */
export function findingsOf(view: RepositoryView, wishes: Wishes): Finding[] {
  const all = [
    ...repositoryFindings(view),
    ...workflowFindings(view, wishes.keys),
    ...setFindings(view, wishes.own),
    ...environmentFindings(view, wishes.job),
    ...attestFindings(view),
    ...view.callers.flatMap(runnerFindings),
    ...ownRunnerFindings(view),
    ...rulesetFindings(view),
    ...checkFindings(view),
    ...storageFindings(view),
    ...minutesFindings(view.minutes, wishes.rates),
    ...secretFindings(wishes),
    ...noticeFindings(wishes),
    ...clusterFindings(wishes.clusters),
    ...rootFindings(wishes),
    ...view.unseen.map(({ what, why, next }) => ({
      code: 'unseen',
      level: 'unknown' as const,
      what: `${what} could not be looked at: ${why}`,
      fix: next,
    })),
  ];
  return LEVELS.flatMap((level) => all.filter((finding) => finding.level === level));
}

const repositoryFindings = ({ facts, name }: RepositoryView): Finding[] =>
  facts?.archived
    ? [
        {
          code: 'archived',
          level: 'fault',
          what: `${name} is archived: nothing runs in it and the ledger cannot be written.`,
          fix: 'Settings > Unarchive this repository, or keep the ledger in another one ("--ledger").',
        },
      ]
    : [];

/** `verify --attested` believes it where --trusted-root names nobody; who signs today may not be in an old one. */
const rootFindings = ({ root }: Pick<Wishes, 'root'>): Finding[] =>
  root !== null && root.months <= DEFAULT_LIMIT_MONTHS
    ? []
    : [
        {
          code: 'root-stale',
          level: 'advice',
          what: `The root of Sigstore that comes with this copy of gpu-lease was ${root === null ? 'never seen in use' : `last seen in use in ${root.verified}, ${root.months} months ago`}: "verify --attested" may refuse what was signed since.`,
          fix: 'Update gpu-lease, or give "verify --attested" another one by --trusted-root ("gh attestation trusted-root" prints it).',
        },
      ];

/** A run does without: nobody is told of it then. */
const noticeFindings = ({ isSet, notices }: Wishes): Finding[] =>
  notices
    .filter((name) => isSet && !isSet(name))
    .map((name) => ({
      code: 'notice-secret-missing',
      level: 'advice',
      what: `${name} is not set in this job, so \`notify\` tells nobody by it.`,
      fix: `Store it as a secret and pass it on by name: the workflows of the suite hand on ${Object.values(USUAL_SECRETS).join(', ')}.`,
    }));

function secretFindings({ isSet, keys, secretFault }: Wishes): Finding[] {
  if (secretFault !== undefined) {
    const fix =
      '"gpu-lease init --github" prints a good one. Boxes that run now are reached only with the old one.';
    return [
      {
        code: 'secret-unusable',
        level: 'fault',
        what: `GPU_LEASE_SECRET cannot be used: ${secretFault}`,
        fix,
      },
    ];
  }
  if (!isSet) return [];
  const lacking = [['GPU_LEASE_SECRET'], ...keys].filter((names) => !names.some((name) => isSet(name)));
  return lacking.map((names) => ({
    code: 'secret-missing',
    level: 'fault',
    what: `${names.join(' or ')} is not set in this job.`,
    fix:
      names[0] === 'GPU_LEASE_SECRET'
        ? 'Make one ("gpu-lease init --github" prints it), store it as a secret, and pass it on by name.'
        : 'Store the key as a secret of the environment, and pass it on by name. Workflows of forks receive none.',
  }));
}
