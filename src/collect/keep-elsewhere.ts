import type { Channel } from '../box/channel.ts';
import type { EventBody } from '../lease/events.ts';
import { keepInStore } from './keep-in-store.ts';
import { keepOnTier } from './keep-on-tier.ts';
import { AGAIN, type Bundle, type KeptCell, type LookedAt } from './looked-at.ts';

/** What has no room on this disk. */
export interface Large {
  bundle: Bundle;
  bytes: number;
  /** Here. */
  freeBytes: number;
}

/**
 * Keeps what has no room here where there is room for it: in a store that the box sends it to, else on its durable tier. Where no place takes it, that
 * is written down while the box still has it.
 */
export async function keepElsewhere(looked: LookedAt, channel: Channel, large: Large): Promise<KeptCell> {
  const why: string[] = [];
  const kept =
    (await keepInStore(looked, channel, large.bundle, why)) ??
    (await keepOnTier(looked, channel, large.bundle, why));
  return kept ?? { ...AGAIN, events: notKept(looked, large, why) };
}

/** Once, for as long as it lasts. */
function notKept({ of, cell }: LookedAt, { bytes, freeBytes }: Large, why: string[]): EventBody[] {
  const { run, lease } = of;
  if (run.cells.get(cell.name)?.unkept) return [];
  return [{ type: 'not-kept', lease: lease.name, cell: cell.name, bytes, freeBytes, why }];
}
