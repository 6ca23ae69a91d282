import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { UnknownWords } from '../refusals.ts';
import { openDigitalOcean } from './api.ts';
import { deleteVolume, describe, destroy, find, inventory, mark, meters } from './box.ts';
import { cardsOf, offersOf } from './offers.ts';
import { create } from './rent.ts';

/**
 * DigitalOcean's GPU Droplets, by API v2. A droplet that is off bills as one that runs, so a destroy is the only end of the
 * bill. GPU droplets are in a list of their own, which cannot be filtered by tag: the tags are looked at here.
 */
export function digitalocean(context: PlatformContext): Driver {
  const api = openDigitalOcean(context);
  const unknownWords = new UnknownWords();
  return {
    platform: 'digitalocean',
    offers: (_want, candidate) => offersOf(api, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, intent, unknownWords),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId),
    mark: (boxId, word) => mark(api, boxId, word),
    meters: (held) => meters(api, held),
    verbs: {
      destroy: (boxId, { warrant }) => destroy(api, boxId, warrant.lease),
      'delete-volume': (boxId) => deleteVolume(api, boxId),
    },
  };
}
