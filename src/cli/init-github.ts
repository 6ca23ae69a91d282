import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { callerFiles } from '../github/caller-files.ts';
import { ONE_FILE, SET_NAME, setPath } from '../github/caller-workflow.ts';
import { type Call, readCaller } from '../github/doctor/caller-view.ts';
import { KEYS_ENVIRONMENT, RELEASE_ENVIRONMENT } from '../github/doctor/environment-findings.ts';
import type { Job } from '../job/job.ts';
import { parseJob } from '../job/load.ts';
import { noticeSecretsOf, platformSecretsOf, REGISTRY_SECRETS, USUAL_SECRETS } from '../job/secret-names.ts';
import { Problem } from '../problem.ts';
import { diagnose, diagnosisText } from './doctor.ts';
import { isAtGitHub, originOf, remotesOf, withoutLogin } from './git-remotes.ts';
import { knownPlatforms } from './known-platforms.ts';
import { ledgerLocation } from './ledger-place.ts';
import { secretLines } from './new-secret.ts';
import { keysOfCandidate } from './platform-keys.ts';
import type { Settings } from './settings.ts';
import { signingWished } from './signing-wished.ts';
import { sourceOfSuite, UNKNOWN } from './suite-source.ts';

/** Writes the workflow files, says how the environments are set up, and looks at the repository where it may. */
export async function initGitHub(settings: Settings, signal: AbortSignal): Promise<number> {
  requireGitHub(settings);
  const job = jobOf(settings);
  const keys = keysOfJob(job);
  const ledger = ledgerGiven(settings);
  const environments = environmentsGiven(settings, job);
  const name = nameGiven(settings);
  const looking = name === undefined ? undefined : ticksOver(settings, ledger);
  const source = sourceOfSuite(settings.env) ?? UNKNOWN;
  const { attest, note } = await signingWished(settings, signal);
  const caller = {
    ...source,
    keys,
    ledger,
    ledgerEnvironment: environments.ledger,
    keysEnvironment: environments.keys === KEYS_ENVIRONMENT ? undefined : environments.keys,
    name,
    isLookedAt: looking !== undefined,
    job: jobElsewhere(settings),
    label: labelGiven(settings),
    attest,
    kaggle: onKaggle(job),
  };
  const files = callerFiles(caller).map(({ path, text }) => ({ path: resolve(settings.cwd, path), text }));
  const isLeft = !settings.flag('force');
  // Another set's, where this one has a name.
  const older = name === undefined ? [resolve(settings.cwd, ONE_FILE)] : [];
  const there = [...files.map(({ path }) => path), ...older].filter((path) => existsSync(path));
  if (isLeft && there.length > 0) throw alreadyThere(there);
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const isRun = caller.kaggle !== 'alone';
  const secret = settings.secret === undefined && isRun ? await secretLines() : [];
  const notes = [
    ...(there.includes(resolve(settings.cwd, ONE_FILE)) ? ONE_FILE_NOTES : []),
    ...(source === UNKNOWN ? UNKNOWN_NOTES : []),
    ...onThisRunner(job),
    ...notHandedOn(job),
    ...(isRun ? setUp(keys, ledger, environments) : []),
    ...(caller.kaggle === undefined ? [] : setUpForKaggle(environments.keys)),
    ...(looking === undefined ? [] : lookedAt(looking, keys, environments)),
    ...(isRun ? [note] : []),
    ...secret,
  ];
  const written = files.map(({ path }) => `wrote ${path}`);
  process.stdout.write(`${[...written, ...notes.map((note) => `- ${note}`)].join('\n')}\n`);
  await lookWhereAllowed(settings, signal);
  return 0;
}

const alreadyThere = (paths: readonly string[]): Problem =>
  new Problem({
    code: 'exists',
    kind: 'usage',
    what: `${paths.join(', ')} ${paths.length === 1 ? 'exists' : 'exist'} already; nothing was written.`,
    next: 'Edit what is there, or write new files over it with --force; "gpu-lease doctor" says what is wrong with it. For a second job file give the names of its files another beginning: --name NAME --job FILE.',
  });

const ONE_FILE_NOTES = [
  `${ONE_FILE} does the same as these files together, as earlier versions wrote it: delete it in the same commit, or pull requests are smoked twice`,
];

const UNKNOWN_NOTES = [
  `put the repository and the commit of gpu-lease that you use for ${UNKNOWN.suite} and ${UNKNOWN.commit}; this copy of it does not say them`,
];

/** What is kept only elsewhere is no repository whose workflows GitHub would run. Without any remote it may become one. */
function requireGitHub({ cwd, env }: Settings): void {
  const remotes = remotesOf(cwd, env);
  if (remotes.length === 0 || remotes.some((url) => isAtGitHub(url, env))) return;
  throw new Problem({
    code: 'not-at-github',
    kind: 'usage',
    what: `No remote of ${cwd} is at GitHub (${remotes.map(withoutLogin).join(', ')}), and workflow files do nothing anywhere else; nothing was written.`,
    next: 'Add the repository at GitHub as a remote: git remote add github https://github.com/OWNER/NAME.git',
  });
}

const onThisRunner = ({ candidates }: Job): string[] =>
  candidates.every(({ platform }) => platform === 'local')
    ? [
        'the job file names no candidate but "local", this machine: a workflow needs a platform, or a box that it reaches by SSH',
      ]
    : [];

/** A name that stands in a workflow file as it is. */
function labelGiven(settings: Settings): string | undefined {
  const label = settings.value('label')?.trim();
  if (label === undefined || /^[\w.:/ -]{1,50}$/.test(label)) return label || undefined;
  throw new Problem({
    code: 'bad-label',
    kind: 'usage',
    what: `${JSON.stringify(label.slice(0, 60))} is no name of a label that is written here.`,
    next: 'Use letters, digits, blanks and . : / _ -, at most 50 of them, such as "gpu".',
  });
}

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

/** By what they hold. */
interface Environments {
  keys: string;
  /** Holds GPU_LEASE_SECRET alone; unset: the one with the keys is for this, too. */
  ledger: string | undefined;
  /** Has the reviewers. */
  release: string;
}

/** @throws Problem `bad-environment` for a name that is no plain word, or that of an environment with another task */
function environmentsGiven(settings: Settings, { approval }: Job): Environments {
  const release = approval?.environment ?? RELEASE_ENVIRONMENT;
  const keys = plainWord(settings, 'keys-environment', [release]) ?? KEYS_ENVIRONMENT;
  return { release, keys, ledger: plainWord(settings, 'ledger-environment', [keys, release]) };
}

const HOLDS = { 'keys-environment': 'the keys', 'ledger-environment': 'GPU_LEASE_SECRET alone' } as const;

function plainWord(
  settings: Settings,
  option: keyof typeof HOLDS,
  others: readonly string[],
): string | undefined {
  const name = settings.value(option);
  if (name === undefined || name === '') return;
  const isOther = others.some((each) => each.toLowerCase() === name.toLowerCase());
  if (/^[A-Za-z][\w-]{0,99}$/.test(name) && !isOther) return name;
  throw new Problem({
    code: 'bad-environment',
    kind: 'usage',
    what: `${JSON.stringify(name.slice(0, 120))} cannot be the environment that holds ${HOLDS[option]}: ${isOther ? 'that one has another task' : 'it is no plain word'}; nothing was written.`,
    next: `Give another name, such as --${option} ${KEYS_ENVIRONMENT}-${option === 'keys-environment' ? 'keys' : 'ledger'}.`,
  });
}

/** @throws Problem `bad-name` for what cannot begin the name of a file, or ends as the files of a set do */
function nameGiven(settings: Settings): string | undefined {
  const name = settings.value('name');
  if (name === undefined || name === '' || name === SET_NAME) return;
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$/.test(name)) return name;
  throw new Problem({
    code: 'bad-name',
    kind: 'usage',
    what: `${JSON.stringify(name.slice(0, 120))} cannot begin the names of workflow files; nothing was written.`,
    next: 'Give letters, digits, _ and -, at most 50 of them, such as --name eval.',
  });
}

/** The usual set's look at everything that is open, where it is over this ledger: it looks at the runs of every set. */
function ticksOver({ cwd }: Settings, ledger: string | undefined): Call | undefined {
  const path = resolve(cwd, setPath('tick'));
  if (!existsSync(path)) return;
  const { calls } = readCaller(setPath('tick'), readFileSync(path, 'utf8'));
  return calls.find((call) => call.workflow === 'tick' && call.ledger === ledger);
}

/** It can reach what it was given keys for, and those of its own environment. */
function lookedAt({ secrets, environment }: Call, keys: readonly string[], own: Environments): string[] {
  const passed = secrets === 'inherit' ? keys : secrets;
  const lacking = keys.filter((key) => !passed.includes(key));
  const where = environment ?? KEYS_ENVIRONMENT;
  const files = `${setPath('tick')} and ${setPath('daily')}`;
  return [
    `no tick was written: ${files} look at every run of this ledger${lacking.length === 0 ? '' : `; add ${lacking.map((key) => `"${key}: \${{ secrets.${key} }}"`).join(' and ')} to the secrets that they pass on`}`,
    ...(where === own.keys
      ? []
      : [`they take keys from the environment "${where}": store those of this job there, too`]),
  ];
}

const setUp = (keys: readonly string[], ledger: string | undefined, environments: Environments): string[] => [
  ...(ledger === undefined
    ? []
    : [
        `the ledger: make the empty private repository ${ledger}, for this repository alone, and a fine-grained token (Settings > Developer settings) with "Contents: read and write" on it and nothing else; its value is the secret GPU_LEASE_LEDGER_TOKEN`,
      ]),
  `Settings > Environments > New environment > "${environments.keys}": deployment branches only the default one, no reviewers, secrets GPU_LEASE_SECRET${[...(ledger === undefined ? [] : ['GPU_LEASE_LEDGER_TOKEN']), ...keys].map((name) => `, ${name}`).join('')}`,
  ...(environments.ledger === undefined
    ? []
    : [
        `one more as "${environments.ledger}", bound to the default branch and without reviewers, too: secrets GPU_LEASE_SECRET${ledger === undefined ? '' : ', GPU_LEASE_LEDGER_TOKEN'} and no other`,
      ]),
  `the same ${environments.ledger === undefined ? 'once more' : `as "${environments.keys}" once more`} as "${environments.release}", with required reviewers and without "Allow administrators to bypass"; then "approval: { environment: ${environments.release} }" in the job file`,
  'where the plan has no required reviewers (private repositories below Enterprise), leave the second one out: a release then needs its typed phrase',
  'commit the job file and the workflow files to the default branch: dispatches and schedules start only what is there',
];

const onKaggle = ({ candidates }: Job): 'beside' | 'alone' | undefined => {
  const on = candidates.filter(({ platform }) => platform === 'kaggle');
  if (on.length === 0) return undefined;
  return on.length === candidates.length ? 'alone' : 'beside';
};

const setUpForKaggle = (environment: string): string[] => [
  `for Kaggle: the secret KAGGLE_API_TOKEN (kaggle.com/settings, API) in the environment "${environment}", whose deployment branches are only the default one and which has no reviewers; no other file is given it`,
  'then commit, and start the file for Kaggle by hand: its schedule goes on with what was begun, and begins nothing',
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

/** The job file as a workflow finds it, which checks the whole repository out; `undefined` where it looks for it anyway. */
function jobElsewhere(settings: Settings): string | undefined {
  const path = relative(settings.cwd, resolve(settings.cwd, settings.value('job') ?? USUAL_JOB));
  return path === USUAL_JOB ? undefined : path;
}

const USUAL_JOB = 'gpu-lease.yml';

function jobOf(settings: Settings): Job {
  const path = resolve(settings.cwd, settings.value('job') ?? USUAL_JOB);
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

const HANDED_ON: readonly string[] = Object.values(USUAL_SECRETS);

/** A called workflow sees no secret that it does not declare. */
const notHandedOn = (job: Job): string[] => [
  ...lackedBy('notify', noticeSecretsOf(job), HANDED_ON),
  ...lackedBy('registry', platformSecretsOf(job), REGISTRY_SECRETS),
];

const lackedBy = (key: string, names: readonly string[], known: readonly string[]): string[] =>
  names
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `\`${key}\` names ${name}, which the workflows do not hand on: they know ${known.join(', ')}, so call it one of these`,
    );

/** Names of the secrets that its candidates and notices need. */
export function keysOfJob(job: Job): string[] {
  const { candidates } = job;
  const keys = candidates.flatMap((candidate) => keysOfCandidate(candidate).flat());
  // Not needed: a box that nobody vouches for is pinned at first contact.
  const known = candidates.some(({ attach, queue }) => (attach ?? queue) !== undefined)
    ? ['GPU_LEASE_KNOWN_HOSTS']
    : [];
  const told = noticeSecretsOf(job).filter((name) => HANDED_ON.includes(name));
  const pulling = platformSecretsOf(job).filter((name) => REGISTRY_SECRETS.includes(name));
  return [...new Set([...keys, ...known, ...told, ...pulling])];
}
