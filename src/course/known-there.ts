import type { EventBody } from '../lease/events.ts';
import { recognize, type TextOfLease, wordsOfRecognized } from '../lease/recognize.ts';
import type { Lease, Run } from '../lease/run.ts';
import type { World } from '../world.ts';

/** What renting or reaching a lease came to, and what its platform is known for by the words of it. */
export async function withKnown(
  world: World,
  run: Run,
  lease: Lease,
  events: EventBody[],
): Promise<EventBody[]> {
  const texts = events.flatMap(textsOf);
  if (texts.length === 0) return events;
  const known = recognize({ run, lease }, await world.profile(lease.platform), texts);
  for (const each of known) world.face.warn(wordsOfRecognized(each));
  return [...events, ...known.map(({ event }) => event)];
}

/** A refusal in the platform's words; a box that never came up in the platform's or in those of its ssh. */
function textsOf(event: EventBody): TextOfLease[] {
  if (event.type === 'rent-refused') return [{ in: 'api', text: event.what }];
  if (event.type !== 'boot-failed') return [];
  return [
    { in: 'api', text: event.why },
    { in: 'ssh', text: event.why },
  ];
}
