import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ownEnvironment } from '../host/own-environment.ts';
import { forPrograms } from '../job/keys-of-others.ts';
import { Problem } from '../problem.ts';
import { isComparable, knownKeys } from './known-hosts.ts';
import type { DialTarget, HostPin } from './ssh-dial.ts';
import { type SshLogin, unusableKey, whyUnusable } from './ssh-login.ts';
import { formatSshTarget, parseSshTarget, type SshTarget } from './ssh-target.ts';
import { oneLine } from './stranger-text.ts';

const run = promisify(execFile);

/**
 * A private key, as text, and lines of known_hosts, for a runner that has neither files nor an agent. The key is offered first; the
 * lines count beside those of the files.
 */
export const GIVEN = { key: 'GPU_LEASE_SSH_KEY', knownHosts: 'GPU_LEASE_KNOWN_HOSTS' } as const;

/** Everything a person's own SSH setup says of one host. */
export interface ResolvedTarget {
  host: string;
  port: number;
  user: string;
  /** As the person wrote it, when that is a name of theirs and not the host itself. */
  alias?: string;
  login: SshLogin;
  /** Private keys that were found and cannot be used, with the reason; for messages. */
  skippedKeys: string[];
  /** From known_hosts; `undefined` when the host is not in there. */
  pin: HostPin | undefined;
  /** Lines of known_hosts from the environment, and the name and port by which they would know the host. */
  given?: { text: string; name: string; namePort: number };
  jump?: DialTarget & {
    pin: HostPin;
    /** The word of the configuration: a name of the person's own, by which OpenSSH finds it again. */
    named: string;
  };
}

export interface SshWorld {
  env: NodeJS.ProcessEnv;
  home: string;
  /** Instead of `~/.ssh/config`. */
  configFile?: string;
}

export const ownSshWorld = (env = ownEnvironment()): SshWorld => ({ env, home: homedir() });

/**
 * Asks `ssh -G`, because only OpenSSH reads its own configuration (Include, Match, tokens) faithfully. Where it is not
 * installed and there is no configuration either, its defaults are taken.
 *
 * @throws Problem for what is not supported (ProxyCommand, more than one jump) and for a jump host that is not in known_hosts
 */
export async function resolveSshTarget(text: string, world: SshWorld): Promise<ResolvedTarget> {
  const target = parseSshTarget(text);
  const settings = await settingsOf(target, world);
  const resolved = await resolve(target, settings, world);
  const jumpTo = settings.one('proxyjump');
  if (jumpTo === undefined || jumpTo === 'none') return resolved;
  return { ...resolved, jump: await resolveJump(jumpTo, target, world) };
}

async function resolve(target: SshTarget, settings: Settings, world: SshWorld): Promise<ResolvedTarget> {
  refuseUnsupported(settings, target);
  const host = settings.one('hostname') ?? target.host;
  const port = Number(settings.one('port') ?? target.port ?? 22);
  const user = settings.one('user') ?? target.user ?? ownUser(world);
  const hostKeyAlias = settings.one('hostkeyalias');
  // An alias is the whole name, as ssh_config(5) has it: no port is added to it.
  const name = hostKeyAlias ?? host;
  const namePort = hostKeyAlias === undefined ? port : 22;
  const known = await knownHosts(settings, name, namePort, world);
  const text = world.env[GIVEN.knownHosts] ?? '';
  return {
    host,
    port,
    user,
    ...(host === target.host ? {} : { alias: target.host }),
    ...(await loginFrom(settings, { host, user }, world)),
    pin: known,
    ...(text.trim() === '' ? {} : { given: { text, name, namePort } }),
  };
}

async function resolveJump(
  text: string,
  target: SshTarget,
  world: SshWorld,
): Promise<NonNullable<ResolvedTarget['jump']>> {
  const unsupported = (what: string) =>
    new Problem({
      code: 'jump-unsupported',
      kind: 'usage',
      what: `${formatSshTarget(target)} is reached through ${text}, and ${what}.`,
      next: 'Use one jump host that is itself reached directly, or run gpu-lease on the jump host.',
    });
  if (text.includes(',')) throw unsupported('more than one jump is not supported');
  const hop = parseSshTarget(text);
  const settings = await settingsOf(hop, world);
  if ((settings.one('proxyjump') ?? 'none') !== 'none') throw unsupported('that host has a jump of its own');
  const { pin, host, port, user, login } = await resolve(hop, settings, world);
  if (pin) return { host, port, user, login, pin, named: text };
  throw new Problem({
    code: 'jump-host-unknown',
    kind: 'identity',
    what: `The jump host ${formatSshTarget(hop)} is not in your known_hosts, so nobody vouches for its key.`,
    next: `Connect there once with "ssh ${hop.host}", compare the key, and run the same command again.`,
  });
}

/** What `ssh -G` printed: lower-case names, values as they are. */
interface Settings {
  one(name: string): string | undefined;
  all(name: string): string[];
}

async function settingsOf(target: SshTarget, world: SshWorld): Promise<Settings> {
  const configFile = world.configFile ?? join(world.home, '.ssh', 'config');
  const args = [
    ...(world.configFile === undefined ? [] : ['-F', world.configFile]),
    ...(target.user === undefined ? [] : ['-l', target.user]),
    ...(target.port === undefined ? [] : ['-p', String(target.port)]),
    ...(target.identity === undefined ? [] : ['-i', target.identity]),
  ];
  try {
    const { stdout } = await run('ssh', ['-G', ...args, '--', target.host], {
      // "Match exec" and their like are the user's own programs.
      env: forPrograms(world.env),
      timeout: 15_000,
    });
    return parseSettings(stdout);
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (absent && (await textOf(configFile)) === undefined) return parseSettings(defaultsIn(world.home));
    throw configUnreadable(target, configFile, absent, error);
  }
}

export function parseSettings(text: string): Settings {
  const pairs = text.split('\n').map((line) => {
    const [, name = '', value = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return { name, value: value.trim() };
  });
  const all = (name: string) => pairs.filter((pair) => pair.name === name).map((pair) => pair.value);
  return { all, one: (name) => all(name)[0] };
}

const defaultsIn = (home: string): string =>
  [
    ...['id_ed25519', 'id_ecdsa', 'id_rsa'].map((file) => `identityfile ${join(home, '.ssh', file)}`),
    `userknownhostsfile ${join(home, '.ssh', 'known_hosts')}`,
  ].join('\n');

async function loginFrom(
  settings: Settings,
  at: { host: string; user: string },
  world: SshWorld,
): Promise<{ login: SshLogin; skippedKeys: string[] }> {
  const keys = givenKey(world);
  const skippedKeys: string[] = [];
  for (const path of settings.all('identityfile').map((file) => expand(file, at, world))) {
    const text = await textOf(path);
    if (text === undefined) continue;
    const why = whyUnusable(text);
    if (why) skippedKeys.push(`${path} (${why})`);
    else keys.push({ text, label: path });
  }
  const agentSocket = agentOf(settings, at, world);
  // "IdentitiesOnly" keeps an agent full of other keys from using up the server's patience.
  const onlyFiles = settings.one('identitiesonly') === 'yes' && keys.length > 0;
  return { login: { keys, ...(agentSocket && !onlyFiles ? { agentSocket } : {}) }, skippedKeys };
}

/** Whoever stores one as a secret loses its last line's end easily, and OpenSSH's form needs it. */
function givenKey({ env }: SshWorld): { text: string; label: string }[] {
  const text = env[GIVEN.key]?.replaceAll('\r\n', '\n').trim();
  if (!text) return [];
  const given = { text: `${text}\n`, label: GIVEN.key };
  const why = whyUnusable(given.text);
  if (why) throw unusableKey(given.label, why);
  return [given];
}

function agentOf(
  settings: Settings,
  at: { host: string; user: string },
  world: SshWorld,
): string | undefined {
  const named = settings.one('identityagent');
  if (named === 'none') return;
  if (named === undefined || named === 'SSH_AUTH_SOCK') return world.env['SSH_AUTH_SOCK'] || undefined;
  if (named.startsWith('$')) return world.env[named.slice(1).replace(/^\{(.*)\}$/, '$1')] || undefined;
  return expand(named, at, world);
}

async function knownHosts(
  settings: Settings,
  host: string,
  port: number,
  world: SshWorld,
): Promise<HostPin | undefined> {
  const files = [...settings.all('userknownhostsfile'), ...settings.all('globalknownhostsfile')]
    .flatMap((value) => value.split(/\s+/))
    .filter((path) => path !== 'none');
  const texts = await Promise.all(files.map((path) => textOf(expand(path, { host, user: '' }, world))));
  const given = world.env[GIVEN.knownHosts] ?? '';
  const { keys: all, revoked } = knownKeys([...texts, given].join('\n'), host, port);
  const keys = all.filter(isComparable);
  if (keys.length > 0)
    return { sha256: keys.map((key) => key.sha256), keyTypes: [...new Set(keys.map((key) => key.type))] };
  if (revoked.length === 0) return;
  throw new Problem({
    code: 'host-key-revoked',
    kind: 'identity',
    what: `known_hosts knows ${host}:${port} only by a key that is marked @revoked.`,
    next: 'Put the new key of that host into known_hosts after comparing it.',
  });
}

/** `~` and the tokens of ssh_config(5) that `ssh -G` leaves in file names. */
function expand(path: string, { host, user }: { host: string; user: string }, world: SshWorld): string {
  const tokens: Record<string, string> = {
    '%%': '%',
    '%d': world.home,
    '%h': host,
    '%r': user,
    '%u': ownUser(world),
  };
  return path.replace(/^~(?=\/)/, world.home).replace(/%[%dhru]/g, (token) => tokens[token] ?? token);
}

function refuseUnsupported(settings: Settings, target: SshTarget): void {
  const command = settings.one('proxycommand');
  if (command === undefined || command === 'none') return;
  throw new Problem({
    code: 'proxy-command-unsupported',
    kind: 'usage',
    what: `Your SSH configuration reaches ${formatSshTarget(target)} through a ProxyCommand (${oneLine(command, 80)}), which is not supported.`,
    next: 'Use ProxyJump with one host, or give the direct address as ssh://user@host:port.',
  });
}

function configUnreadable(target: SshTarget, configFile: string, absent: boolean, cause: unknown): Problem {
  const said = cause instanceof Error && 'stderr' in cause ? oneLine(String(cause.stderr)) : '';
  return new Problem(
    {
      code: absent ? 'openssh-missing' : 'ssh-config',
      kind: 'usage',
      what: absent
        ? `${configFile} exists, and the program that reads it ("ssh") is not installed.`
        : `"ssh -G ${target.host}" failed: ${said || 'it said nothing'}.`,
      next: absent
        ? 'Install openssh-client, or give the address as ssh://user@host:port.'
        : `Correct ${configFile}.`,
    },
    { cause },
  );
}

/** In a container the user may have no name in /etc/passwd. */
function ownUser({ env }: SshWorld): string {
  try {
    return userInfo().username;
  } catch {
    return env['USER'] || 'root';
  }
}

const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);
