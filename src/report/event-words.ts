import { type LedgerEvent, sentenceOf } from '../lease/events.ts';
import { visibleLine } from './visible-text.ts';

/** One event in a sentence on one line, for `events` and the report. Names in it may come from a box: they are shown, not obeyed. */
export const describeEvent = (event: LedgerEvent): string => visibleLine(sentenceOf(event));
