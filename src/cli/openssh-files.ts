import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClientTarget, knownHostsLine } from '../box/openssh-client.ts';
import { GIVEN } from '../box/ssh-user-config.ts';
import type { WayIn } from '../course/way-in.ts';
import type { World } from '../world.ts';
import type { Settings } from './settings.ts';

/** What OpenSSH reads from files, in a folder that only this user may open; files of before are replaced. */
export async function layFiles(
  dir: string,
  { lease, hostKey, ...to }: WayIn,
  { env }: Pick<Settings, 'env'>,
  { loginKey }: Pick<World, 'loginKey'>,
): Promise<ClientTarget> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const lay = async (name: string, text: string): Promise<string> => {
    const path = join(dir, name);
    await rm(path, { force: true });
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    return path;
  };
  const knownHosts = await lay('known_hosts', knownHostsLine(lease.name, hostKey));
  const key = to.isOwn ? givenKey(env) : (await loginKey(lease.name.replace(/-\d+$/, ''))).privateOpenSsh;
  const keys = key === undefined ? [] : [await lay('key', key)];
  return { ...to, name: lease.name, knownHosts, keys };
}

/** Of a person who has their key for attached boxes in the environment and not in a file. */
function givenKey(env: NodeJS.ProcessEnv): string | undefined {
  const text = env[GIVEN.key]?.replaceAll('\r\n', '\n').trim();
  return text ? `${text}\n` : undefined;
}
