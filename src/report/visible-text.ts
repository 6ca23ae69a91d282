/** Characters that a terminal, a browser or a diff would obey or hide instead of showing; line breaks are not among them. */
const UNSEEN =
  /[\u0000-\u0009\u000b-\u001f\p{Zl}\p{Zp}\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/**
 * Text that may come from a box, made fit for people: control, direction-changing and invisible characters are shown
 * (`\x1b`, `\u{202e}`), not sent; a tab becomes blanks; half of a surrogate pair becomes U+FFFD. Line breaks stay.
 */
export const visible = (text: string): string =>
  text
    .replace(/\t/g, '    ')
    .replace(UNSEEN, shown)
    .replace(/\p{Cs}/gu, '\ufffd');

/** The same on one line: nobody forges a second one. */
export const visibleLine = (text: string): string => visible(text.replace(/\s*[\r\n]+\s*/g, ' ').trim());

/**
 * One line of JSON for stdout. Equal to what `JSON.stringify` gives once parsed, but without a character that a terminal
 * or the runner of a workflow would take for a command: those are written as escapes.
 */
export const jsonLine = (value: unknown): string => `${escapedJson(JSON.stringify(value))}\n`;

/** The same line in parts, of JSON that comes in pieces. No piece may end inside a text. */
export function* jsonLineParts(pieces: Iterable<string>): Generator<string> {
  for (const part of partsOf(pieces)) yield escapedJson(part);
  yield '\n';
}

const escapedJson = (json: string): string =>
  json
    .replace(UNSEEN, (char) => unitsOf(char).map(escaped).join(''))
    .replace(/#(?=[^\x20-\x7e]*#)/g, escaped);

/** Each write costs a call to the system. */
const PART_CHARS = 65_536;

/** Pieces joined until they are worth a write. */
export function* partsOf(pieces: Iterable<string>): Generator<string> {
  let part: string[] = [];
  let chars = 0;
  for (const piece of pieces) {
    part.push(piece);
    chars += piece.length;
    if (chars < PART_CHARS) continue;
    yield part.join('');
    part = [];
    chars = 0;
  }
  if (chars > 0) yield part.join('');
}

function shown(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

const unitsOf = (char: string): string[] =>
  Array.from({ length: char.length }, (_, index) => char.charAt(index));

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
