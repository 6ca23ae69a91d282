import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { accepted } from '../refusals.ts';
import { openAutodl } from './api.ts';
import { describe, find, inventory, meters, powerOff, powerOn, release } from './box.ts';
import { cardsOf, offersOf } from './offers.ts';
import { create } from './rent.ts';
import { USUAL_IMAGE } from './specs.ts';

const AGAIN = 'Run the same command again; if it goes on, look into the console of AutoDL.';

/**
 * AutoDL, "Container Instance Pro" (ordinary instances have no API and are attached). The API tells prices only of what is
 * rented already, knows no stock, has no timer and no tags: the mark stands in the instance's name.
 */
export function autodl(context: PlatformContext): Driver {
  const ask = openAutodl(context);
  const ownImage = (): string | undefined => context.secret('AUTODL_IMAGE')?.trim() || undefined;
  return {
    platform: 'autodl',
    // Of an image of one's own nobody tells the CUDA.
    offers: async (want, candidate) =>
      offersOf(want, candidate, ownImage() === undefined ? USUAL_IMAGE.cuda : undefined),
    cards: async (want) => cardsOf(want),
    create: (intent) => create(ask, intent, ownImage()),
    find: (name) => find(ask, name),
    inventory: () => inventory(ask),
    describe: (boxId) => describe(ask, boxId),
    startAgain: (boxId) => powerOn(ask, boxId),
    meters: (held) => meters(ask, held),
    verbs: {
      'power-off': (boxId, { verb }) => accepted(powerOff(ask, boxId), { verb, boxId }, AGAIN),
      release: (boxId, { verb }) => accepted(release(ask, context, boxId), { verb, boxId }, AGAIN),
    },
  };
}
