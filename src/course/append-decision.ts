import type { EventBody } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { summarise } from '../lease/summary.ts';
import { decideAndAppend } from '../ledger/append.ts';
import type { World } from '../world.ts';

/** What a person decided, appended whatever others append meanwhile: it binds by what it names, not by when it lands. */
export async function appendDecision(
  world: Pick<World, 'ledger' | 'clock' | 'who'>,
  run: string,
  bodies: EventBody[],
): Promise<void> {
  await decideAndAppend(
    world.ledger,
    run,
    (record) => {
      const now = world.clock.now();
      const events = bodies.map((body) => ({ ...body, at: now.toISOString(), by: world.who }));
      const after = fold(run, [
        ...record.events,
        ...events.map((event, i) => ({ ...event, seq: record.events.length + i })),
      ]);
      return { events, summary: summarise(after, now) };
    },
    { clock: world.clock },
  );
}
