import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { accepted } from '../refusals.ts';
import { openLambda, V1 } from './api.ts';
import { describe, find, inventory, mark, meters, running, terminate } from './box.ts';
import { cardsOf, offersOf } from './offers.ts';
import { create } from './rent.ts';

/** A file system that is in use is refused like this too, until the instance is really gone. */
const LATER = 'Run the same command again in a few minutes; if it stays so, do it in the console of Lambda.';

/**
 * Lambda's on-demand cloud, by its REST API. There is no stop: a terminate is the only end of the bill, and of the disk.
 * Launches are not idempotent and names not unique, so a box is known by tags that only its launch can set.
 */
export function lambda(context: PlatformContext): Driver {
  const api = openLambda(context);
  return {
    platform: 'lambda',
    offers: (want, candidate) => offersOf(api, want, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, context.clock, intent),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId),
    running: () => running(api),
    mark: (boxId, word) => mark(api, boxId, word),
    meters: (held) => meters(api, held),
    verbs: {
      terminate: (boxId, { verb, warrant }) =>
        accepted(terminate(api, boxId, warrant.lease), { verb, boxId }, LATER),
      'delete-filesystem': (boxId, { verb }) => {
        const path = `${V1}/filesystems/${encodeURIComponent(boxId)}`;
        return accepted(api.unlessGone({ method: 'DELETE', path }), { verb, boxId }, LATER);
      },
    },
  };
}
