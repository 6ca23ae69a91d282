import { ownSshWorld, type ResolvedTarget, resolveSshTarget } from '../../box/ssh-user-config.ts';
import type { PlatformContext } from '../context.ts';
import type { Driver, Endpoint } from '../driver.ts';
import { openLoginNode } from './api.ts';
import { begin, cancel, describe, find, forget, inventory, meters, running } from './box.ts';
import { offersOf } from './offers.ts';
import { create } from './rent.ts';
import { whyBehind } from './share.ts';

type Resolve = (target: string) => Promise<Pick<ResolvedTarget, 'host' | 'port' | 'user' | 'alias'>>;

/**
 * A Slurm cluster, by its programs on a login node (docs/decisions/0020-queues.md). A lease is one job that is submitted held. Names
 * are not unique there, so each is written down beside the job's files when it is submitted.
 *
 * @param resolve default: the user's own `~/.ssh`
 */
export function slurm(
  context: PlatformContext,
  resolve: Resolve = (target) => resolveSshTarget(target, ownSshWorld(context.sshEnv)),
): Driver {
  const node = openLoginNode(context);
  const endpoint = async (): Promise<Endpoint> => {
    const { host, port, user, alias } = await resolve(node.target);
    return { host, port, user, ...(alias === undefined ? {} : { alias }) };
  };
  return {
    platform: 'slurm',
    createsOnce: true,
    takesTasks: true,
    offers: (want, candidate, tasks) => offersOf(node, { want, candidate, tasks }),
    create: (intent) => create(node, intent, context),
    begin: (boxId) => begin(node, boxId),
    find: (name) => find(node, name),
    inventory: () => inventory(node),
    describe: async (boxId) => describe(node, await endpoint(), boxId),
    running: async () => running(node, await endpoint()),
    meters: (held) => meters(node, held),
    forget: (boxId) => forget(node, boxId),
    whyBehind: (boxId) => whyBehind(node, boxId),
    verbs: { scancel: (boxId) => cancel(node, boxId) },
  };
}
