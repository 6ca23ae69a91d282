import type { Channel } from '../box/channel.ts';
import { fingerprint } from '../job/checkpoint-sets.ts';
import type { EventBody } from '../lease/events.ts';
import { heldStill } from './held-still.ts';
import { keepInStore } from './keep-in-store.ts';
import { keepOnTier } from './keep-on-tier.ts';
import { isKept, isKeptFolder, ownOf } from './kept-news.ts';
import { AGAIN, type Bundle, type KeptCell, type LookedAt } from './looked-at.ts';
import type { Snapshot } from './snapshot.ts';

/** What has no room on this disk. */
export interface Large {
  bundle: Bundle;
  bytes: number;
  /** Here. */
  freeBytes: number;
}

/**
 * Keeps what has no room here where there is room for it: in a store that the box sends it to, else on its durable tier. Where no
 * place takes it, that is written down while the box still has it.
 */
export async function keepElsewhere(looked: LookedAt, channel: Channel, large: Large): Promise<KeptCell> {
  const { bundle } = large;
  if (isKeptFolder(looked, bundle)) return settled(looked, bundle);
  const why: string[] = [];
  const kept =
    (await keepInStore(looked, channel, bundle, why)) ?? (await keepOnTier(looked, channel, bundle, why));
  if (kept) return kept;
  const print = bundle.set && fingerprint(bundle.set);
  // What is kept already may have taken the very room that another copy of it would need.
  if (looked.memory.unkept !== print && (await isKeptAlready(looked, channel, bundle)))
    return settled(looked, bundle);
  looked.memory.unkept = print;
  return { ...AGAIN, events: notKept(looked, large, why) };
}

function settled({ memory }: LookedAt, { set }: Bundle): KeptCell {
  memory.kept = set && fingerprint(set);
  return { isSettled: true, hasPulled: true };
}

async function isKeptAlready(looked: LookedAt, channel: Channel, bundle: Bundle): Promise<boolean> {
  if (!looked.of.run.cells.get(looked.cell.name)?.sets.length) return false;
  const isKeptNow = async ({ entries }: Snapshot) => isKept(looked, ownOf(bundle, entries));
  return (await heldStill(looked, channel, bundle, isKeptNow)) === true;
}

/** Once, for as long as it lasts. */
function notKept({ of, cell }: LookedAt, { bytes, freeBytes }: Large, why: string[]): EventBody[] {
  const { run, lease } = of;
  if (run.cells.get(cell.name)?.unkept) return [];
  return [{ type: 'not-kept', lease: lease.name, cell: cell.name, bytes, freeBytes, why }];
}
