import { type Channel, HostKeyChanged } from '../box/channel.ts';
import type { World } from '../world.ts';

/**
 * A machine that is the user's own way in, as the login node of a cluster: by their key, and by the key of its host as they know it.
 *
 * @throws Problem where no key is there to log in with, or the host is not the one that was vouched for
 */
export async function openLogin(
  { clock, signal }: Pick<World, 'clock' | 'signal'>,
  target: string,
  env: NodeJS.ProcessEnv,
): Promise<Channel> {
  const { openSession } = await import('../box/ssh-session.ts');
  const { ownSshWorld, resolveSshTarget } = await import('../box/ssh-user-config.ts');
  const { refuseWithoutKey } = await import('../box/ssh-login.ts');
  const { refuseUnvouched } = await import('../box/vouched-host.ts');
  const { shownHostKey } = await import('../box/ssh-shown-key.ts');
  const endpoint = () => resolveSshTarget(target, ownSshWorld(env));
  const own = await endpoint();
  refuseWithoutKey(own.login, own.user, own);
  await refuseUnvouched(own, shownHostKey);
  return openSession({
    endpoint,
    clock,
    signal,
    login: own.login,
    pin: own.pin ? { ...own.pin, by: 'user' } : 'first-contact',
    ...(own.jump ? { jump: own.jump } : {}),
  });
}

/** SHA-256 of a host key as OpenSSH writes it, without prefix. */
export interface Pin {
  sha256: string;
}

/**
 * The record knows the host key of the place since it was first reached: another one is another machine. So it is for the commands of
 * a lease, and for what the engine there says of it: by such a word a meter counts as stopped.
 *
 * @param name of the lease, or of the place
 */
export async function pinned(name: string, pin: Pin | undefined, opened: Promise<Channel>): Promise<Channel> {
  const channel = await opened;
  if (pin === undefined || pin.sha256 === channel.hostKeySha256) return channel;
  throw new HostKeyChanged(pin.sha256, channel.hostKeySha256, name);
}
