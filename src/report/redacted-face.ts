import type { Redactor } from '../secret/redactor.ts';
import type { Face } from '../world.ts';

/** What a person sees, without the secrets that are known here: a box may say anything, its own credentials included. */
export const redactedFace = (face: Face, { text }: Redactor): Face => ({
  heading: (line) => face.heading(text(line)),
  line: (line) => face.line(text(line)),
  warn: (line, at) => face.warn(text(line), at),
  progress: (id, { note, ...state }) =>
    face.progress(id, {
      ...state,
      label: text(state.label),
      ...(note === undefined ? {} : { note: text(note) }),
    }),
  settle: (id) => face.settle(id),
});
