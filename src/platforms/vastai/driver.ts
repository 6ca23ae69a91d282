import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { openVastai } from './api.ts';
import { billed, deleteVolume, describe, destroy, mark, meters, running, stop } from './box.ts';
import { find, inventory } from './held.ts';
import { cardsOf, offersOf } from './offers.ts';
import { create } from './rent.ts';

/**
 * vast.ai, a marketplace: an offer (ask) is taken and becomes a contract with an id of its own, which is the box's. Facts
 * and their sources: profiles/vastai.yml.
 */
export function vastai(context: PlatformContext): Driver {
  const api = openVastai(context);
  return {
    platform: 'vastai',
    takesLogin: true,
    offers: (want, candidate) => offersOf(api, want, candidate),
    cards: (want) => cardsOf(api, want),
    create: (intent) => create(api, intent),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId, context.clock.now()),
    running: () => running(api, context.clock.now()),
    mark: (boxId, word) => mark(api, boxId, word),
    meters: (held) => meters(api, held),
    billed: (held) => billed(api, held, context.clock.now()),
    verbs: {
      stop: (boxId) => stop(api, boxId),
      destroy: (boxId) => destroy(api, boxId),
      'delete-volume': (boxId) => deleteVolume(api, boxId),
    },
  };
}
