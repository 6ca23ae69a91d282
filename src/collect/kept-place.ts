import type { KeptIn } from '../lease/events.ts';

/** Where kept copies lie, as a person would look for them. */
export function placeOfKept(keptIn: KeptIn | undefined): string {
  if (!keptIn) return 'the machine that pulled them';
  if ('dir' in keptIn) return `${keptIn.dir} of machine ${keptIn.machine}`;
  if ('durable' in keptIn) return `${keptIn.durable} on the durable tier of ${keptIn.platform}`;
  return keptIn.place;
}
