import { hostname, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Here } from '../course/here.ts';
import { HeardClock } from '../heard-clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { stateDir } from '../ledger/location.ts';
import type { Problem } from '../problem.ts';
import { redactedFace } from '../report/redacted-face.ts';
import { redactorOf } from '../secret/redactor.ts';
import type { Face } from '../world.ts';
import { type GivenOptions, givenOptions, throwAll } from './given-options.ts';
import { ledgerLocation } from './ledger-place.ts';
import { type Given, option, type optionOf } from './options.ts';

/** What every command needs to know, from its flags and its environment, read once. */
export interface Settings extends Here, GivenOptions {
  stateDir: string;
  /** `owner/name` of the repository that the ledger belongs to, as far as it is known: part of every owner mark. */
  repository: string;
  /** `GPU_LEASE_SECRET`; `undefined` on a laptop that has none. */
  secret: string | undefined;
  person: string;
  json: boolean;
  /** Somebody gave the bound; else it is the stage's own. */
  hasBound?: boolean;
}

/** Commands with a bound also where nobody gave one; the others last as long as their run, a person or their own grace. */
const ENDS_BY_ITSELF = ['status', 'board', 'log', 'cost', 'open', 'launch', 'watch', 'collect'];

interface Asked {
  given: Given;
  command?: { name: string } & Parameters<typeof optionOf>[0];
  env?: NodeJS.ProcessEnv;
}

/** @throws Problems for every option that says nothing, unless they are to be gathered in `faults` */
export function settingsOf(
  request: Asked & { faults?: Problem[] },
  env = request.env ?? {},
  cwd = process.cwd(),
): Settings {
  const { options, faults } = givenOptions(request);
  if (request.faults) request.faults.push(...faults);
  else throwAll(faults);
  const person = env['GITHUB_ACTOR'] || safeUserName();
  const clock = new HeardClock(systemClock);
  const boundSeconds = options.number('bound');
  // An action gives its default like a word of its user.
  const hasBound =
    typeof request.given.bound === 'string' &&
    !(env['GITHUB_ACTIONS'] === 'true' && request.given.bound === option('bound').fallback);
  return {
    cwd,
    env,
    clock,
    stateDir: stateDir(env, cwd),
    storeDir: resolve(cwd, options.value('store') ?? ''),
    repository: env['GITHUB_REPOSITORY'] || env['GPU_LEASE_REPOSITORY'] || '',
    secret: env['GPU_LEASE_SECRET'] || undefined,
    who: env['GITHUB_RUN_ID']
      ? `github:${env['GITHUB_RUN_ID']}.${env['GITHUB_RUN_ATTEMPT'] ?? '1'}`
      : `${person}@${hostname()}`,
    person,
    json: request.given.json === true,
    redactor: redactorOf(env),
    boundSeconds,
    hasBound,
    ...(hasBound || ENDS_BY_ITSELF.includes(request.command?.name ?? '')
      ? { endsAt: new Date(clock.now().getTime() + boundSeconds * 1000) }
      : {}),
    ...options,
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

/** The ledger of this command: a remote or a directory by name, else the repository one stands in. */
export const ledgerOf = (settings: Settings): Promise<Ledger> => openFor(settings, 'acting');

/** The same for a command that only shows what stands there: a signed record is shown without the secret, too, as not verified. */
export const lookingLedgerOf = (settings: Settings): Promise<Ledger> => openFor(settings, 'looking');

/** What opens a ledger costs milliseconds to load, and a look at nothing has no use for it. */
async function openFor(settings: Settings, reading: 'acting' | 'looking'): Promise<Ledger> {
  const { openLedgerOf } = await import('./ledger-opening.ts');
  return openLedgerOf(settings, ledgerLocation(settings), reading);
}

export async function faceOf(settings: Settings): Promise<Face> {
  if (settings.env['GITHUB_ACTIONS'] === 'true') {
    const { actionsFace } = await import('../github/actions-face.ts');
    const { toldOnce } = await import('../github/told-once.ts');
    return redactedFace(actionsFace(settings.clock, undefined, toldOnce(settings.env)), settings.redactor);
  }
  const { terminalFace } = await import('../report/terminal-face.ts');
  const face = terminalFace(settings.json ? process.stderr : process.stdout, settings.clock, settings.env);
  return redactedFace(face, settings.redactor);
}
