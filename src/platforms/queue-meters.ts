import type { Held, MeterReading, QueueWord } from './driver.ts';

/**
 * The two meters of a submission by its engine's word (docs/decisions/0020-queues.md). What another meter does that word does not say.
 *
 * @param word `undefined`: the engine said nothing that is understood
 */
export function metersOfQueue(held: Held, word: QueueWord | undefined): MeterReading[] {
  const state = (id: string): MeterReading['state'] => {
    if (word === undefined) return 'unknown';
    if (id === 'submission') return word.phase === 'over' ? 'gone' : 'running';
    if (id === 'walltime') return word.phase === 'running' ? 'running' : 'gone';
    return 'unknown';
  };
  return held.meters.map(({ id }) => ({ id, state: state(id) }));
}
