import { isOfTheLine } from '../box/channel.ts';
import { type LeftOver, leftOver } from '../box/left-processes.ts';
import { openMeters, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

/**
 * What a run left alive on its box: one that is held, or a person's own, where nothing else ends it. Where no box answers there is
 * nothing to say.
 *
 * @param end ends exactly what was found, and nothing else
 */
export async function leftBehind(world: World, run: Run, end: boolean): Promise<LeftOver | undefined> {
  const lease = run.leases.findLast(({ started }) => started !== undefined);
  const dir = lease?.started?.dir;
  if (!lease || !dir || (openMeters(lease).length === 0 && lease.intent.attach === undefined))
    return undefined;
  try {
    const channel = await world.channel(lease);
    const found = await leftOver(channel, dir);
    return end && found && found.processes.length > 0 ? leftOver(channel, dir, found.processes) : found;
  } catch (error) {
    if (isOfTheLine(error) || (error instanceof Problem && error.kind === 'unreachable')) return undefined;
    throw error;
  }
}
