import { putKeyIn } from '../../box/ssh-first-login.ts';
import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { accepted, understood } from '../refusals.ts';
import { openCompshare } from './api.ts';
import { describe, find, inventory, meters, stop, terminate } from './box.ts';
import { cardsOf, offersOf } from './offers.ts';
import { create, imageIn } from './rent.ts';

const LATER = 'Run the same command again; an operation that is under way locks a box for up to ten minutes.';

/**
 * CompShare (优云智算) by its signed API. Boxes are let to us with a password only: the first look at a running one puts our
 * key in. Owner mark and public key travel in the instance's remark.
 *
 * @param firstLogin for tests without an SSH server
 */
export function compshare(context: PlatformContext, firstLogin = putKeyIn): Driver {
  const ask = openCompshare(context);
  const image = imageIn(context, ask);
  const logins = { putKeyIn: firstLogin, done: new Set<string>() };
  return {
    platform: 'compshare',
    offers: (want, candidate) => offersOf(ask, want, candidate, image),
    cards: () => understood('CompShare', cardsOf(ask)),
    create: (intent) => create(ask, context.clock, intent, image),
    find: (name) => find(ask, name),
    inventory: () => inventory(ask),
    describe: (boxId) => describe(ask, boxId, logins),
    meters: (held) => meters(ask, held),
    verbs: {
      stop: (boxId, { verb }) => accepted(stop(ask, boxId), { verb, boxId }, LATER),
      terminate: (boxId, { verb }) => accepted(terminate(ask, context, boxId), { verb, boxId }, LATER),
    },
  };
}
