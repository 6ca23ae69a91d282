import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { begin, forget, keepSecrets, remove } from './acts.ts';
import { type Kube, openKube } from './api.ts';
import { describe, find, inventory, meters, running } from './box.ts';
import { offersOf } from './offers.ts';
import { create } from './rent.ts';

/**
 * A namespace of a Kubernetes cluster (docs/decisions/0020-queues.md and 0021-kubernetes.md). A lease is one `batch/v1` Job that is
 * submitted suspended. Names are unique there, so a second submit finds the first.
 */
export function kubernetes(context: PlatformContext): Driver {
  let opened: Promise<Kube> | undefined;
  // The client is loaded by the first call that needs it.
  const kube = () => {
    opened ??= openKube(context).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    platform: 'kubernetes',
    createsOnce: true,
    takesTasks: true,
    offers: async (want, candidate, tasks) => offersOf(await kube(), { want, candidate, tasks }),
    create: async (intent) => create(await kube(), intent),
    keepSecrets: async (boxId, text) => keepSecrets(await kube(), boxId, text),
    begin: async (boxId) => begin(await kube(), boxId),
    forget: async (boxId) => forget(await kube(), boxId),
    find: async (name) => find(await kube(), name),
    inventory: async () => inventory(await kube()),
    describe: async (boxId) => describe(await kube(), boxId),
    running: async () => running(await kube()),
    meters: async (held) => meters(await kube(), held),
    verbs: { 'delete-job': async (boxId) => remove(await kube(), boxId) },
  };
}
