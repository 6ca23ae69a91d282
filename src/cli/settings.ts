import { hostname, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { type Clock, systemClock } from '../clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { defaultLedgerLocation, type LedgerLocation, stateDir } from '../ledger/location.ts';
import { Problem } from '../problem.ts';
import { type Redactor, redactorOf } from '../redactor.ts';
import { redactedFace } from '../report/redacted-face.ts';
import type { Face } from '../world.ts';
import type { Request } from './arguments.ts';
import { type OptionName, option } from './options.ts';

/** What every command needs to know, from its flags and its environment, read once. */
export interface Settings {
  cwd: string;
  env: NodeJS.ProcessEnv;
  clock: Clock;
  stateDir: string;
  storeDir: string;
  /** `owner/name` of the repository that the ledger belongs to, as far as it is known: part of every owner mark. */
  repository: string;
  /** `GPU_LEASE_SECRET`; `undefined` on a laptop that has none. */
  secret: string | undefined;
  who: string;
  person: string;
  json: boolean;
  /** Knows the credentials of the environment; a stage teaches it the secrets of its job. */
  redactor: Redactor;
  boundSeconds: number;
  value(name: OptionName): string | undefined;
  flag(name: OptionName): boolean;
}

export function settingsOf(
  request: Pick<Request, 'given'> & Partial<Pick<Request, 'command'>>,
  env = process.env,
  cwd = process.cwd(),
): Settings {
  const value = (name: OptionName): string | undefined => {
    const given = request.given[name];
    if (typeof given === 'string') return given;
    return request.command?.defaults?.[name] ?? option(name).fallback;
  };
  const person = env['GITHUB_ACTOR'] || safeUserName();
  return {
    cwd,
    env,
    clock: systemClock,
    stateDir: stateDir(env, cwd),
    storeDir: resolve(cwd, value('store') ?? 'gpu-lease-out'),
    repository: env['GITHUB_REPOSITORY'] || env['GPU_LEASE_REPOSITORY'] || '',
    secret: env['GPU_LEASE_SECRET'] || undefined,
    who: env['GITHUB_RUN_ID']
      ? `github:${env['GITHUB_RUN_ID']}.${env['GITHUB_RUN_ATTEMPT'] ?? '1'}`
      : `${person}@${hostname()}`,
    person,
    json: request.given.json === true,
    redactor: redactorOf(env),
    boundSeconds: parseBound(value('bound') ?? '10min'),
    value,
    flag: (name) => request.given[name] === true,
  };
}

/** In containers the uid may have no name. */
function safeUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

const SECONDS = { s: 1, min: 60, h: 3600 } as const;

export function parseBound(text: string, name: OptionName = 'bound'): number {
  const match = /^(\d{1,6})(s|min|h)$/.exec(text.trim());
  const seconds = match ? Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS] : 0;
  if (seconds > 0) return seconds;
  throw new Problem({
    code: 'bad-bound',
    kind: 'usage',
    what: `--${name} "${text}" is no time.`,
    next: 'Write a whole number with its unit: 90s, 10min, 2h. Every wait is bounded, so 0 is not one.',
  });
}

/** The ledger of this command: a remote or a directory by name, else the repository one stands in. */
export async function ledgerOf(settings: Settings): Promise<Ledger> {
  const { openLedger } = await import('../ledger/git-ledger.ts');
  const { redactedLedger } = await import('../ledger/redacted-ledger.ts');
  const ledger = openLedger(ledgerLocation(settings), { secret: settings.secret, clock: settings.clock });
  return redactedLedger(await ledger, settings.redactor);
}

export function ledgerLocation(settings: Settings): LedgerLocation {
  const named = settings.value('ledger');
  if (named === undefined)
    return actionsRemote(settings) ?? defaultLedgerLocation(settings.cwd, settings.env);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named) || /^[^/]+@[^/]+:/.test(named)) return remote(settings, named);
  return { kind: 'local-repo', dir: isAbsolute(named) ? named : resolve(settings.cwd, named), create: true };
}

/** In a workflow the clone is thrown away after the job; the record belongs into the repository on the server. */
function actionsRemote(settings: Settings): LedgerLocation | undefined {
  const { env } = settings;
  if (env['GITHUB_ACTIONS'] !== 'true' || !env['GITHUB_REPOSITORY'] || !env['GH_TOKEN']) return;
  return remote(
    settings,
    `${env['GITHUB_SERVER_URL'] ?? 'https://github.com'}/${env['GITHUB_REPOSITORY']}.git`,
  );
}

function remote(settings: Settings, url: string): LedgerLocation {
  const token = settings.env['GH_TOKEN'];
  return { kind: 'remote', url, scratchDir: join(settings.stateDir, 'scratch'), ...(token ? { token } : {}) };
}

export async function faceOf(settings: Settings): Promise<Face> {
  if (settings.env['GITHUB_ACTIONS'] === 'true') {
    const { actionsFace } = await import('../github/actions-face.ts');
    return redactedFace(actionsFace(settings.clock), settings.redactor);
  }
  const { terminalFace } = await import('../report/terminal-face.ts');
  const face = terminalFace(settings.json ? process.stderr : process.stdout, settings.clock);
  return redactedFace(face, settings.redactor);
}
