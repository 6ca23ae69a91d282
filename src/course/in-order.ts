import type { EventBody } from '../lease/events.ts';

/**
 * What one look saw and what was kept in it, in the order in which it came to be. What an attempt saved came after it began: recorded
 * before that, it would pass for what the attempt should have gone on from.
 */
export function inOrder(seen: readonly EventBody[], kept: readonly EventBody[]): EventBody[] {
  const began = (event: EventBody) => event.type === 'begun-again';
  return [...seen.filter(began), ...kept, ...seen.filter((event) => !began(event))];
}
