import type { PlatformContext } from '../context.ts';
import type { Driver } from '../driver.ts';
import { UnknownWords } from '../refusals.ts';
import { openRunpod } from './api.ts';
import { billed, deleteVolume, describe, find, inventory, meters, running, stop, terminate } from './box.ts';
import { cardsOf, offersOf } from './offers.ts';
import { podLogs } from './pod-log.ts';
import { create } from './rent.ts';

/**
 * RunPod pods by REST v2 (generally available since 2026-08; v1 and GraphQL are not used). On-demand only: v2 has no way to
 * ask for spot. From the platform's documents, 2026-08 to 2026-11.
 */
export function runpod(context: PlatformContext): Driver {
  const api = openRunpod(context);
  const unknownWords = new UnknownWords();
  const log = podLogs(api, () => context.clock.now());
  return {
    platform: 'runpod',
    takesRegistry: true,
    takesLogin: true,
    offers: (want, candidate) => offersOf(api, want, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, intent, unknownWords),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId, log),
    running: () => running(api),
    meters: (held) => meters(api, held),
    billed: (held) => billed(api, held),
    verbs: {
      terminate: (boxId, { warrant }) => terminate(api, boxId, warrant.lease),
      'delete-network-volume': (boxId) => deleteVolume(api, boxId),
      'delete-network-volume *': (boxId, { on = boxId }) => deleteVolume(api, on),
      stop: (boxId) => stop(api, boxId),
    },
  };
}
