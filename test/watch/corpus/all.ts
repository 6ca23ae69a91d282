import { SIGNATURES } from '../../../src/watch/failures/catalogue.ts';
import { CORPUS } from '../failure-corpus.ts';
import { CARD_TEXTS } from './card.ts';
import { MEMORY_TEXTS } from './memory.ts';
import { amidst, atItsEnd } from './neighbours.ts';
import { PLACE_TEXTS } from './places.ts';
import { RANK_TEXTS } from './ranks.ts';
import { RESULT_TEXTS } from './results.ts';
import type { Corpus } from './texts.ts';

const placeOf = (id: string) => SIGNATURES.find(({ signature }) => signature === id)?.in[0] ?? 'log';

/** Rows that one line tells, with the neighbours that this line really has. */
const BY_LINE: Corpus = Object.fromEntries(
  Object.entries(CORPUS).map(([id, { shows, not }]) => {
    const place = placeOf(id);
    return [
      id,
      { shows: shows.map((line) => atItsEnd(place, line)), near: not.map((line) => amidst(place, line)) },
    ];
  }),
);

/** All of the catalogue, by id. */
export const TEXTS: Corpus = {
  ...BY_LINE,
  ...CARD_TEXTS,
  ...MEMORY_TEXTS,
  ...RANK_TEXTS,
  ...RESULT_TEXTS,
  ...PLACE_TEXTS,
};
