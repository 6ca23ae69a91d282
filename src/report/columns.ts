/** Marks that are drawn over the character before them. */
const NO_COLUMN = /^[\p{M}]$/u;
/** East Asian wide and full-width forms, and pictures. */
const TWO_COLUMNS =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;

/** Columns that a text takes on a terminal. Near enough for tables; terminals differ on the rest. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const char of text) columns += widthOf(char);
  return columns;
}

/** The text if it fits into `columns`, else its beginning with "..." at the end. */
export function fit(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const room = Math.max(0, columns - 3);
  let taken = '';
  let used = 0;
  for (const char of text) {
    used += widthOf(char);
    if (used > room) break;
    taken += char;
  }
  return `${taken}${'...'.slice(0, Math.max(0, columns))}`;
}

export const pad = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));

const widthOf = (char: string): number => (NO_COLUMN.test(char) ? 0 : TWO_COLUMNS.test(char) ? 2 : 1);
