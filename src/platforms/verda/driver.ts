import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { openVerda } from './api.ts';
import { deleteVolume, describe, find, inventory, meters, remove } from './box.ts';
import { cardsOf, offersOf } from './offers.ts';
import { create } from './rent.ts';

/**
 * Verda, formerly DataCrunch, by its API v1. Shutting down stops no meter and volumes outlive their instance, so there is one
 * end: a delete that names the disk it boots from and takes it past the trash. Facts: profiles/verda.yml.
 */
export function verda(context: PlatformContext): Driver {
  const api = openVerda(context);
  return {
    platform: 'verda',
    offers: (want, candidate) => offersOf(api, want, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, intent),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId),
    meters: (held) => meters(api, held),
    verbs: {
      delete: (boxId, { warrant }) => remove(api, boxId, warrant.lease),
      'delete-volume': (boxId) => deleteVolume(api, boxId),
    },
  };
}
