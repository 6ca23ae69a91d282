import { isAbsolute, join, resolve } from 'node:path';
import type { Here } from '../course/here.ts';
import { defaultLedgerLocation, type LedgerLocation } from '../ledger/location.ts';
import type { GivenOptions } from './given-options.ts';

/** What says where the ledger of a command is, and what this machine keeps beside it. */
export interface LedgerAsked extends Pick<Here, 'cwd' | 'env'>, Pick<GivenOptions, 'value'> {
  stateDir: string;
}

/** Where this machine keeps what it has seen of records, one folder for each ledger. */
export const recordsDir = ({ stateDir }: Pick<LedgerAsked, 'stateDir'>): string => join(stateDir, 'records');

export function ledgerLocation(asked: LedgerAsked): LedgerLocation {
  const named = ledgerNamed(asked);
  if (named === undefined) return actionsRemote(asked) ?? defaultLedgerLocation(asked.cwd, asked.env);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named) || /^[^/]+@[^/]+:/.test(named))
    return remote(asked, named, tokenFor(named, asked.env));
  return { kind: 'local-repo', dir: isAbsolute(named) ? named : resolve(asked.cwd, named), create: true };
}

/** By the command, else for all commands of a shell: one ledger that every clone and every workflow sees. */
export const ledgerNamed = ({ value, env }: Pick<LedgerAsked, 'value' | 'env'>): string | undefined =>
  value('ledger') ?? (env['GPU_LEASE_LEDGER'] || undefined);

/** In a workflow the clone is thrown away after the job; the record belongs into the repository on the server. */
function actionsRemote(asked: LedgerAsked): LedgerLocation | undefined {
  const own = workflowsRepository(asked.env);
  return own && remote(asked, own.url, own.token);
}

/** Of the workflow that this is: where its repository is, and the token of the job. `undefined` where nobody says so. */
export function workflowsRepository(env: NodeJS.ProcessEnv): { url: string; token: string } | undefined {
  const { GITHUB_REPOSITORY: repository, GH_TOKEN: token } = env;
  if (env['GITHUB_ACTIONS'] !== 'true' || !repository || !token) return;
  return { url: `${env['GITHUB_SERVER_URL'] ?? 'https://github.com'}/${repository}.git`, token };
}

function remote(asked: LedgerAsked, url: string, token: string | undefined): LedgerLocation {
  return { kind: 'remote', url, scratchDir: join(asked.stateDir, 'scratch'), ...(token ? { token } : {}) };
}

/**
 * The ledger's own token where there is one; else that of the workflow or of `gh`, and only for the server that gave it: whoever
 * names another remote must not be sent it.
 */
function tokenFor(url: string, env: NodeJS.ProcessEnv): string | undefined {
  const own = env['GPU_LEASE_LEDGER_TOKEN'];
  if (own) return own;
  const isOf = (server: string): boolean =>
    URL.canParse(url) && URL.canParse(server) && new URL(url).host === new URL(server).host;
  return isOf(env['GITHUB_SERVER_URL'] || 'https://github.com') ? env['GH_TOKEN'] : undefined;
}
