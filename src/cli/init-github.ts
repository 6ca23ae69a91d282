import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CALLER_PATH, callerFile } from '../github/caller-file.ts';
import { KEYS_ENVIRONMENT, RELEASE_ENVIRONMENT } from '../github/doctor/environment-findings.ts';
import type { Job } from '../job/job.ts';
import { forErrands } from '../job/keys-of-others.ts';
import { parseJob } from '../job/load.ts';
import { Problem } from '../problem.ts';
import { diagnose, diagnosisText, keysOfCandidate, originOf, originUrlOf, withoutLogin } from './doctor.ts';
import { installedDir } from './installed.ts';
import { knownPlatforms } from './known-platforms.ts';
import { ledgerLocation } from './ledger-place.ts';
import { secretLines } from './new-secret.ts';
import type { Settings } from './settings.ts';

/** Where gpu-lease itself does not say from which commit of which repository it is. */
const UNKNOWN = { suite: 'OWNER/gpu-lease', commit: '<commit>' };

/** Writes the one workflow file, says how the environments are set up, and looks at the repository where it may. */
export async function initGitHub(settings: Settings, signal: AbortSignal): Promise<number> {
  const target = resolve(settings.cwd, CALLER_PATH);
  if (existsSync(target) && !settings.flag('force')) {
    throw new Problem({
      code: 'exists',
      kind: 'usage',
      what: `${target} exists already; it was left as it is.`,
      next: 'Edit it, or write a new one over it with --force; "gpu-lease doctor" says what is wrong with it.',
    });
  }
  const job = jobOf(settings);
  const keys = keysOfJob(job);
  const ledger = ledgerGiven(settings);
  const source = sourceOfSuite(settings.env) ?? UNKNOWN;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, callerFile({ ...source, keys, ...(ledger !== undefined && { ledger }) }));
  const secret = settings.secret === undefined ? await secretLines() : [];
  const notes = [
    ...elsewhere(settings),
    ...(source === UNKNOWN ? UNKNOWN_NOTES : []),
    ...onThisRunner(job),
    ...setUp(keys, ledger),
    ...secret,
  ];
  process.stdout.write(`wrote ${target}\n${notes.map((note) => `- ${note}`).join('\n')}\n`);
  await lookWhereAllowed(settings, signal);
  return 0;
}

const UNKNOWN_NOTES = [
  `put the repository and the commit of gpu-lease that you use for ${UNKNOWN.suite} and ${UNKNOWN.commit}; this copy of it does not say them`,
];

/** What is cloned from anywhere else is no repository whose workflows GitHub would run. */
function elsewhere({ cwd, env }: Settings): string[] {
  const url = originUrlOf(cwd, env);
  if (url === undefined || originOf(cwd, env) !== undefined) return [];
  return [
    `"origin" is ${withoutLogin(url)}, which is not at GitHub: the file does nothing before it is pushed to a repository there`,
  ];
}

const onThisRunner = ({ candidates }: Job): string[] =>
  candidates.every(({ platform }) => platform === 'local')
    ? [
        'the job file names no candidate but "local", this machine: a workflow needs a platform, or a box that it reaches by SSH',
      ]
    : [];

/** As the runners of GitHub find it: a remote, not a directory of this machine. */
function ledgerGiven(settings: Settings): string | undefined {
  const where = settings.value('ledger') === undefined ? undefined : ledgerLocation(settings);
  if (where === undefined) return;
  if (where.kind === 'remote' && /^(https|ssh):\/\/[^\s'"\\]+$/.test(where.url)) return where.url;
  throw new Problem({
    code: 'bad-remote',
    kind: 'usage',
    what: `${JSON.stringify(settings.value('ledger'))} is no address that a workflow could reach the ledger at.`,
    next: 'Give the address of a repository, such as https://github.com/OWNER/NAME-ledger.git.',
  });
}

const setUp = (keys: readonly string[], ledger: string | undefined): string[] => [
  ...(ledger === undefined
    ? []
    : [
        `the ledger: make the empty private repository ${ledger}, for this repository alone, and a fine-grained token (Settings > Developer settings) with "Contents: read and write" on it and nothing else; its value is the secret GPU_LEASE_LEDGER_TOKEN`,
      ]),
  `Settings > Environments > New environment > "${KEYS_ENVIRONMENT}": deployment branches only the default one, no reviewers, secrets GPU_LEASE_SECRET${[...(ledger === undefined ? [] : ['GPU_LEASE_LEDGER_TOKEN']), ...keys].map((name) => `, ${name}`).join('')}`,
  `the same once more as "${RELEASE_ENVIRONMENT}", with required reviewers and without "Allow administrators to bypass"; then "approval: { environment: ${RELEASE_ENVIRONMENT} }" in the job file`,
  'where the plan has no required reviewers (private repositories below Enterprise), leave the second one out: a release then needs its typed phrase',
  'commit both files to the default branch: dispatches and schedules start only what is there',
];

/** One line at least: without a token there is nothing to look with. */
async function lookWhereAllowed(settings: Settings, signal: AbortSignal): Promise<void> {
  const { env, cwd } = settings;
  const isKnown = (env['GITHUB_REPOSITORY'] || originOf(cwd, env)) !== undefined;
  if (!isKnown || !(env['GH_TOKEN'] || env['GITHUB_TOKEN'])) {
    process.stdout.write('next: commit it, then GH_TOKEN="$(gh auth token)" gpu-lease doctor\n');
    return;
  }
  process.stdout.write(diagnosisText(await diagnose(settings, signal)));
}

function jobOf(settings: Settings): Job {
  const path = resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml');
  if (!existsSync(path)) {
    throw new Problem({
      code: 'no-job-file',
      kind: 'usage',
      what: `There is no job file at ${path}, so the keys that the workflow has to pass on are not known.`,
      next: 'Write one first: "gpu-lease init".',
    });
  }
  return parseJob(readFileSync(path, 'utf8'), path, knownPlatforms()).job;
}

function keysOfJob({ candidates }: Job): string[] {
  const keys = candidates.flatMap((candidate) => keysOfCandidate(candidate).flat());
  // Not needed: a box that nobody vouches for is pinned at first contact.
  const known = candidates.some(({ attach }) => attach !== undefined) ? ['GPU_LEASE_KNOWN_HOSTS'] : [];
  return [...new Set([...keys, ...known])];
}

/** This copy's own repository and commit, where it is a clone of one at GitHub: secrets are passed to what stands here. */
function sourceOfSuite(env: NodeJS.ProcessEnv): typeof UNKNOWN | undefined {
  const dir = fileURLToPath(installedDir());
  const suite = originOf(dir, env);
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: dir,
      env: forErrands(env),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
    }).trim();
    return suite !== undefined && existsSync(resolve(dir, '.git')) ? { suite, commit } : undefined;
  } catch {
    return;
  }
}
