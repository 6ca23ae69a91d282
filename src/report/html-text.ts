import { visible } from './visible-text.ts';

/** Text from a box as text of a page, between tags or inside a double-quoted attribute. */
export const htmlText = (raw: string): string =>
  visible(raw)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
