import { isAbsolute, join, resolve } from 'node:path';
import { defaultLedgerLocation, type LedgerLocation } from '../ledger/location.ts';
import type { Settings } from './settings.ts';

/** Where this machine keeps what it has seen of records, one folder for each ledger. */
export const recordsDir = ({ stateDir }: Pick<Settings, 'stateDir'>): string => join(stateDir, 'records');

export function ledgerLocation(settings: Settings): LedgerLocation {
  const named = ledgerNamed(settings);
  if (named === undefined)
    return actionsRemote(settings) ?? defaultLedgerLocation(settings.cwd, settings.env);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named) || /^[^/]+@[^/]+:/.test(named))
    return remote(settings, named, tokenFor(named, settings.env));
  return { kind: 'local-repo', dir: isAbsolute(named) ? named : resolve(settings.cwd, named), create: true };
}

/** By the command, else for all commands of a shell: one ledger that every clone and every workflow sees. */
export const ledgerNamed = ({ value, env }: Pick<Settings, 'value' | 'env'>): string | undefined =>
  value('ledger') ?? (env['GPU_LEASE_LEDGER'] || undefined);

/** In a workflow the clone is thrown away after the job; the record belongs into the repository on the server. */
function actionsRemote(settings: Settings): LedgerLocation | undefined {
  const { env } = settings;
  if (env['GITHUB_ACTIONS'] !== 'true' || !env['GITHUB_REPOSITORY'] || !env['GH_TOKEN']) return;
  return remote(
    settings,
    `${env['GITHUB_SERVER_URL'] ?? 'https://github.com'}/${env['GITHUB_REPOSITORY']}.git`,
    env['GH_TOKEN'],
  );
}

function remote(settings: Settings, url: string, token: string | undefined): LedgerLocation {
  return { kind: 'remote', url, scratchDir: join(settings.stateDir, 'scratch'), ...(token ? { token } : {}) };
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
