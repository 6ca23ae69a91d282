import { TransportFailed } from '../box/channel.ts';
import type { ClientTarget } from '../box/openssh-client.ts';
import { parseSshTarget } from '../box/ssh-target.ts';
import { drivenBy } from '../lease/driven.ts';
import type { Lease, Run } from '../lease/run.ts';
import type { World } from '../world.ts';
import { besideSsh } from './beside-ssh.ts';
import type { HeldBox } from './held-box.ts';

/** How a program that is not this one gets into the box of a run. */
export interface WayIn extends Pick<ClientTarget, 'host' | 'user' | 'port' | 'isOwn'> {
  lease: Lease;
  /** That the box showed just now and that was compared with the record, as known_hosts has it. */
  hostKey: string;
}

/** @throws Problem `no-ssh-there` of a queue, with what gets in there instead; TransportFailed */
export async function wayIn(world: World, run: Run, { lease, channel, isPlace }: HeldBox): Promise<WayIn> {
  if (isPlace || !channel.line) throw besideSsh(run, lease, 'shell');
  const { hostKey } = channel.line;
  const { attach, user } = lease.intent;
  const named = user === undefined ? {} : { user };
  if (attach !== undefined) return { lease, hostKey, ...parseSshTarget(attach), ...named, isOwn: true };
  const driver = await world.driver(drivenBy(lease));
  const { endpoint, state } = await driver.describe(lease.boxId ?? '');
  if (!endpoint)
    throw new TransportFailed(
      `${lease.platform} gives no address for ${lease.name}: it is ${state}`,
      'closed',
    );
  const { host, port } = endpoint;
  return { lease, hostKey, host, port, user: endpoint.user, ...named, isOwn: false };
}
