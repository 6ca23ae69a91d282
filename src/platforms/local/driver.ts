import { askedOnce } from '../asked-once.ts';
import type { Driver } from '../driver.ts';
import { describe, end, find, inventory, type LocalOptions, mark, meters } from './box.ts';
import { openRoot } from './box-dir.ts';
import { offersOf } from './offers.ts';
import { booter, create } from './rent.ts';

/**
 * Loopback boxes: an SSH server of our own in a process of its own, a home directory, and a meter that costs nothing but
 * runs like a real one. For the demo, for trying a job before money is spent, and as the platform that tests break.
 */
export function local(options: LocalOptions): Driver {
  const root = askedOnce(() => openRoot(options.root));
  const boxes = { options, root, boot: booter(options.daemon), late: new Map<string, number>() };
  return {
    platform: 'local',
    offers: (want) => offersOf(boxes, want),
    create: (intent) => create(boxes, intent),
    find: (name) => find(boxes, name),
    inventory: () => inventory(boxes),
    describe: (boxId) => describe(boxes, boxId),
    mark: (boxId, word) => mark(boxes, boxId, word),
    meters: (held) => meters(boxes, held),
    verbs: {
      stop: (boxId) => end(boxes, boxId, 'stop'),
      terminate: (boxId) => end(boxes, boxId, 'terminate'),
    },
  };
}
