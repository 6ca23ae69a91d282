import { topFields } from '../codec/top-fields.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';

const PIECES = 1;

/** A tokenizer's model as SentencePiece writes it: one protobuf message, a piece after the other. It carries no checksum. */
export const sentencepiece: Format = {
  name: 'sentencepiece',
  proves:
    'every message to its end; pieces in UTF-8, none twice, with a finite score and a known kind; as many as the trainer was told',
  checksum: 'none',
  memberNames: /\.(model|spm)$/i,

  recognises(probe: Probe): boolean {
    const { head } = probe;
    const [first] = topFields(head, probe.sizeBytes);
    if (first === undefined || first.field !== PIECES || first.wire !== 2) return false;
    // A text and then a number of four bytes: what nothing else begins with.
    const textBytes = head[first.at + 1] ?? 0;
    return head[first.at] === 0x0a && textBytes < 0x80 && head[first.at + 2 + textBytes] === 0x15;
  },

  async open(subject: Subject): Promise<Walk> {
    const { openSentencepiece } = await import('./sentencepiece-model.ts');
    return openSentencepiece(subject);
  },
};
