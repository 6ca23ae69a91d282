import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Channel } from '../box/channel.ts';
import type { SshOptions } from '../box/ssh-connect.ts';
import { TrafficCount } from '../box/traffic-count.ts';
import { identityOf } from '../github/identity.ts';
import { openGitHub } from '../github/this-repository.ts';
import { installedDir } from '../host/installed.ts';
import { isKubeTarget } from '../job/kube-target.ts';
import { drivenBy } from '../lease/driven.ts';
import type { Lease } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { repositoryOf } from '../ledger/repository-name.ts';
import type { PlatformDriver } from '../platforms/driver.ts';
import { driverFor, openPlace, type PlatformContext } from '../platforms/registry.ts';
import { Problem } from '../problem.ts';
import { parseProfile } from '../profile/load.ts';
import type { Profile } from '../profile/schema.ts';
import { hostKey, loginKey, newSecret, ownerMark } from '../secret/keys.ts';
import type { World } from '../world.ts';
import { openToLoopback } from './beside-secrets.ts';
import { bringing } from './bringing.ts';
import type { Call } from './call.ts';
import { isFirstContact } from './contacts.ts';
import { copiesInArtifacts } from './copies-in-artifacts.ts';
import { openLogin, type Pin, pinned } from './own-login.ts';
import type { Settings } from './settings.ts';

/** Of every box that a person made: nothing is rented or released through it. */
const ATTACH_DRIVER = 'ssh';

/**
 * The real world of a stage, put together from the settings. `close` ends every connection.
 *
 * @param around what stands between the stage and each platform's driver
 */
export function openWorld(
  { settings, face, signal }: Call,
  ledger: Ledger,
  around: (driver: PlatformDriver) => PlatformDriver = (driver) => driver,
): World & { close(): Promise<void> } {
  const profiles = new Map<string, Promise<Profile>>();
  const drivers = new Map<string, Promise<PlatformDriver>>();
  const channels = new Map<string, Promise<Channel>>();
  const traffic = new TrafficCount();
  const secret = settings.secret ?? ownSecret(settings.stateDir);
  const github = openGitHub(settings.env, settings.clock, signal);
  const identity = identityOf(settings.env, settings.redactor);
  const logins = new Map<string, Promise<Channel>>();
  const contextOf = (queue: string | undefined, pin?: Pin): PlatformContext => ({
    ...platformContext(settings, signal),
    ...(queue === undefined ? {} : { queue }),
    login: (target) => pinned(target, pin, login(target)),
    ...(identity ? { identity } : {}),
  });
  const login = (target: string): Promise<Channel> =>
    once(logins, target, () =>
      isKubeTarget(target) ? openPlace(contextOf(target)) : openLogin(world, target, settings.env),
    );
  let repository: string | undefined;

  const world: World & { close(): Promise<void> } = {
    clock: settings.clock,
    claim: randomBytes(9).toString('base64url'),
    ledger,
    who: settings.who,
    machine: hostname(),
    face,
    storeDir: settings.storeDir,
    repoDir: settings.cwd,
    signal,
    profile: (platform) => once(profiles, platform, async () => loadProfile(platform)),
    driver: ({ platform, attach, queue, pin }) => {
      const where = attach === undefined ? `${queue ?? ''} ${pin?.sha256 ?? ''}` : 'attached';
      return once(drivers, `${platform} ${where}`, async () => {
        const { drive } = await world.profile(platform);
        const name = attach === undefined ? drive.driver : ATTACH_DRIVER;
        return around(await driverFor(platform, contextOf(queue, pin), name));
      });
    },
    channel: (lease) => {
      const { queue } = lease.intent;
      if (queue === undefined)
        return once(channels, lease.name, () => connect(world, lease, { env: settings.env, traffic }));
      return pinned(lease.name, lease.pin, login(queue));
    },
    traffic,
    // A login to a queue is one for all leases there and for what its engine says of them: it ends with the world.
    async hangUp(lease) {
      const channel = channels.get(lease);
      channels.delete(lease);
      await channel?.then((open) => open.close()).catch(() => {});
    },
    isFirstContact: (box) => isFirstContact(settings.stateDir, box),
    loginKey: async (run) => loginKey(secret, run),
    hostKey: async (lease) => hostKey(secret, lease),
    ownerMark: (lease) => {
      // The directory is what a project without a remote has of its own.
      repository ??= settings.repository || (repositoryOf(settings.cwd) ?? settings.cwd);
      return ownerMark(secret, repository, lease, settings.secret === undefined ? 'own' : 'shared');
    },
    withoutSecrets: settings.redactor.text,
    secret: secretIn(settings.env),
    ...(identity ? { identity } : {}),
    ...(github ? { github } : {}),
    page: pageOf(settings.env),
    ...bringing(settings),
    ...copiesInArtifacts(settings, github, face, signal),
    async close() {
      await Promise.all([...channels.keys()].map((lease) => world.hangUp(lease)));
      await Promise.all(
        [...logins.values()].map((open) => open.then((each) => each.close()).catch(() => {})),
      );
    },
  };
  return world;
}

/** Of the workflow run that this is, for people. */
export function pageOf(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const isWhole = server && /^https?:\/\/[^\s<>|]+$/.test(server) && repository && run;
  return isWhole ? `${server}/${repository}/actions/runs/${run}` : undefined;
}

/** A failed attempt is forgotten, so that the next caller tries again. */
function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const had = known.get(key);
  if (had) return had;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}

/** A workflow hands on a secret that nobody stored as an empty text, and GitHub stores none that is empty. */
export const secretIn =
  (env: NodeJS.ProcessEnv) =>
  (name: string): string | undefined =>
    env['GITHUB_ACTIONS'] === 'true' ? env[name] || undefined : env[name];

/** Without the queue that a driver speaks for, and who this workflow is. */
export const platformContext = (settings: Settings, signal: AbortSignal): PlatformContext => ({
  clock: settings.clock,
  localRoot: join(settings.stateDir, 'local'),
  selfCommand: selfCommand(),
  secret: secretIn(settings.env),
  sshEnv: settings.env,
  laidOpen: openToLoopback(settings.env),
  signal,
});

/** Runs this very program again: the bundle, or the sources under the loader that runs us now. */
function selfCommand(): [string, ...string[]] {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  if (existsSync(main)) return [process.execPath, '--import', import.meta.resolve('tsx'), main];
  return [process.execPath, fileURLToPath(new URL('dist/gpu-lease.mjs', installedDir()))];
}

function loadProfile(platform: string): Profile {
  const file = new URL(`profiles/${platform}.yml`, installedDir());
  if (!/^[a-z0-9-]{1,60}$/.test(platform) || !existsSync(file)) {
    throw new Problem({
      code: 'no-profile',
      kind: 'usage',
      what: `There is no profile for platform "${platform}".`,
      next: 'Use a platform that has one (see "gpu-lease plan"), or attach any box with the platform "generic-ssh".',
    });
  }
  return parseProfile(readFileSync(file, 'utf8'), `profiles/${platform}.yml`);
}

/** One connection per lease, with the key of the run or, for an attached box, the person's own. */
async function connect(
  world: World,
  lease: Lease,
  { env, traffic }: { env: NodeJS.ProcessEnv; traffic: TrafficCount },
): Promise<Channel> {
  const { openSession } = await import('../box/ssh-session.ts');
  const driver = await world.driver(drivenBy(lease));
  const endpoint = async () => {
    const { endpoint: where, state } = await driver.describe(lease.boxId ?? '');
    // The job may name another login than the platform's usual one, for an image that has it.
    const { user } = lease.intent;
    if (where) return user === undefined ? where : { ...where, user };
    const { TransportFailed } = await import('../box/channel.ts');
    throw new TransportFailed(
      `${lease.platform} gives no address for ${lease.name}: it is ${state}`,
      state === 'gone' ? 'gone' : 'closed',
    );
  };
  const options =
    lease.intent.attach === undefined ? await rentedOptions(world, lease) : await ownOptions(lease, env);
  const counted = (socket: Socket) => traffic.watch(lease.name, socket);
  return openSession({ ...options, endpoint, counted, clock: world.clock, signal: world.signal });
}

type Reaching = Omit<SshOptions, 'endpoint'>;

async function rentedOptions(world: World, lease: Lease): Promise<Reaching> {
  const run = lease.name.replace(/-\d+$/, '');
  const { privateOpenSsh } = await world.loginKey(run);
  const profile = await world.profile(lease.platform);
  const login = { keys: [{ text: privateOpenSsh, label: 'the key derived for this run' }] };
  if (lease.pin) return { login, pin: { sha256: lease.pin.sha256, by: 'first-contact' } };
  if (profile.ssh?.['host-key'] !== 'installed-at-create') return { login, pin: 'first-contact' };
  return { login, pin: { sha256: (await world.hostKey(lease.name)).sha256, by: 'derived' } };
}

async function ownOptions(lease: Lease, env: NodeJS.ProcessEnv): Promise<Reaching> {
  const { ownSshWorld, resolveSshTarget } = await import('../box/ssh-user-config.ts');
  const target = await resolveSshTarget(lease.intent.attach ?? '', ownSshWorld(env));
  const known = target.pin ? ({ ...target.pin, by: 'user' } as const) : 'first-contact';
  const pin = lease.pin ? ({ sha256: lease.pin.sha256, by: 'first-contact' } as const) : known;
  return { login: target.login, pin, ...(target.jump ? { jump: target.jump } : {}) };
}

/**
 * On a laptop without `GPU_LEASE_SECRET` the derived keys still have to be the same after a kill: one secret of this
 * user on this machine, readable by nobody else.
 */
function ownSecret(stateDir: string): string {
  const file = join(stateDir, 'secret');
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeFileSync(draft, newSecret(), { mode: 0o600 });
    publishOnce(draft, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Two first commands at once must end with the same secret: a hard link is made by exactly one of them. */
function publishOnce(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
}
