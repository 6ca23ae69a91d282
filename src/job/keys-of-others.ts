import { CREDENTIAL_NAME } from '../secret/redactor.ts';
import { ACCOUNTS } from './platform-accounts.ts';
import { REGISTRY_SECRETS, USUAL_SECRETS } from './secret-names.ts';

/**
 * Variables that are nobody's but gpu-lease's own, GitHub's or the runner's. Whoever reads one can rent and destroy in the
 * user's account, or write to their repository; so a job that names one sends that power to a rented machine, and a process that
 * has one must not run a stranger's code beside it.
 */
export const PLATFORM_KEYS: readonly string[] = Object.keys(ACCOUNTS);

/** Tokens of GitHub by the names under which programs look for them. */
export const GITHUB_TOKENS: readonly string[] = [
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GH_ENTERPRISE_TOKEN',
  'GITHUB_ENTERPRISE_TOKEN',
];

/** What the variable is and what its reader could do with it; `undefined` for one that may well be a job's own. */
export function ownerOf(name: string): { is: string; could: string } | undefined {
  const platform = Object.hasOwn(ACCOUNTS, name) ? ACCOUNTS[name] : undefined;
  if (platform !== undefined)
    return { is: `a key of ${platform}`, could: `rent and destroy in your account at ${platform}` };
  if (GITHUB_TOKENS.includes(name))
    return { is: 'a token of GitHub', could: 'write wherever that token may, the ledger included' };
  if (/^(ACTIONS|RUNNER)_/.test(name))
    return { is: "the runner's own", could: "act as this workflow's job, to clouds and stores too" };
  return undefined;
}

/** From which login keys and signatures are derived, what opens a ledger elsewhere, and what opens boxes that a person made. */
export const OWN_KEYS: readonly string[] = [
  'GPU_LEASE_SECRET',
  'GPU_LEASE_LEDGER_TOKEN',
  'GPU_LEASE_SSH_KEY',
];

/** Of the runner for its own services: artifacts, caches, identity. */
const RUNNER_TOKEN = /^ACTIONS_\w*TOKEN$/;

const KEPT_FROM_PROGRAMS: ReadonlySet<string> = new Set([
  ...PLATFORM_KEYS,
  ...OWN_KEYS,
  ...Object.values(USUAL_SECRETS),
  ...REGISTRY_SECRETS,
]);

/**
 * What a program that we start gets of our environment: without what is ours, the platforms' and the runner's own, and what `notify` sends by. A
 * filter, a hook or a helper that somebody configured for it is their program, and would have them too. Tokens of GitHub stay: helpers of
 * git may need them.
 */
export const forPrograms = <T>(env: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !KEPT_FROM_PROGRAMS.has(name) && !RUNNER_TOKEN.test(name)),
  );

/**
 * The same for a program that needs nobody's help, as git does with our own token or with none: without everything else, too,
 * that is a credential by its name, a job's secrets and a store's keys among them. What is git's own (a client's certificate) stays.
 */
export const forErrands = <T>(env: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(forPrograms(env)).filter(
      ([name]) => name.startsWith('GIT_') || !CREDENTIAL_NAME.test(name),
    ),
  );
