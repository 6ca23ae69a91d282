import type { ProbeCell } from '../box/box-plan.ts';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { memoryText, readMemory } from '../box/memory-series.ts';
import { isSuspect, memoryUses, memoryWords } from '../box/memory-use.ts';
import type { RunDir } from '../launch/launcher.ts';

/**
 * What cells that died held of memory, where that speaks for itself: evidence beside the words of their logs, for a process that is
 * killed for memory says nothing any more. One exec; a line that fails meanwhile takes no more than this from a look.
 */
export async function memoryOfDead(
  channel: Channel,
  dir: RunDir,
  dead: readonly ProbeCell[],
): Promise<string[]> {
  try {
    const samples = readMemory(await memoryText(channel, dir));
    return dead.flatMap(({ name, startedAt }) =>
      memoryUses(samples, name, startedAt ?? 0)
        .filter(isSuspect)
        .map((use) => `${name}: ${memoryWords(use)}`),
    );
  } catch (error) {
    if (error instanceof TransportFailed) return [];
    throw error;
  }
}
