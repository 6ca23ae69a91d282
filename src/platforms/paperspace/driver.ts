import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { openPaperspace, remove } from './api.ts';
import { deleteSnapshots, describe, destroy, find, inventory, meters, running, stop } from './box.ts';
import { cardsOf, offersOf } from './offers.ts';
import { create } from './rent.ts';

/**
 * Paperspace machines, by API v1. Machine, storage, addresses and snapshots are metered apart; a machine has to be off before
 * it is deleted. The API names no price before a machine is there, so the candidate has to. Facts: profiles/paperspace-core.yml.
 */
export function paperspace(context: PlatformContext, platform: string): Driver {
  const api = openPaperspace(context);
  return {
    platform,
    offers: (want, candidate) => offersOf(api, platform, want, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, intent),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId),
    running: () => running(api),
    meters: (held) => meters(api, held),
    verbs: {
      'shut-down': (boxId) => stop(api, boxId),
      destroy: (boxId) => destroy(api, boxId),
      'delete-snapshots': (boxId) => deleteSnapshots(api, boxId),
      'release-ip': async (id) => void (await remove(api, 'public-ips', id)),
      'delete-storage': async (id) => void (await remove(api, 'shared-drives', id)),
    },
  };
}
