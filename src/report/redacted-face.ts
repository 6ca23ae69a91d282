import type { Redactor } from '../secret/redactor.ts';
import type { Face, Fact } from '../world.ts';

/** What a person sees, without the secrets that are known here: a box may say anything, its own credentials included. */
export const redactedFace = (face: Face, { text }: Redactor): Face => ({
  heading: (line) => face.heading(text(line)),
  line: (line) => face.line(text(line)),
  warn: (line, at) => face.warn(text(line), at),
  progress: (id, { note, facts, ...state }) =>
    face.progress(id, {
      ...state,
      label: text(state.label),
      ...(note === undefined ? {} : { note: text(note) }),
      ...(facts && { facts: facts.map((fact) => redactedFact(fact, text)) }),
    }),
  settle: (id, is) => face.settle(id, is === undefined ? is : text(is)),
  columns: () => face.columns?.(),
});

const redactedFact = ({ is, text, brief }: Fact, redact: Redactor['text']): Fact => ({
  is,
  text: redact(text),
  ...(brief === undefined ? {} : { brief: redact(brief) }),
});
