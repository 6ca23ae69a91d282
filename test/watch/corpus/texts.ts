import type { Remains } from '../../../src/watch/failures/failure.ts';

/** A log as it stands, with what the keeper knew beside it where that decides. */
export type Text = string | { log: string; remains: Partial<Remains> };

/** Logs that show a row, and logs of the same words in which all is well. Written from what the programs print. */
export type Corpus = Readonly<Record<string, { shows: readonly Text[]; near: readonly Text[] }>>;
