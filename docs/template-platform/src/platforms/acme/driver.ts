import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { openAcme } from './api.ts';
import { describe, find, inventory, meters, terminate } from './box.ts';
import { offersOf } from './offers.ts';
import { create } from './rent.ts';

/** Acme rents machines by the hour and ends them for good: there is no stop. Facts: profiles/acme.yml. */
export function acme(context: PlatformContext): Driver {
  const api = openAcme(context);
  return {
    platform: 'acme',
    offers: (_want, candidate) => offersOf(api, candidate),
    create: (intent) => create(api, intent),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId),
    meters: (held) => meters(api, held),
    verbs: { terminate: (boxId) => terminate(api, boxId) },
  };
}
