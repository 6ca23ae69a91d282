/** Colours, and what moves the cursor of a terminal: a line begins with its words and not with these. */
const TERMINAL =
  /\u001b(?:\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]|\][^\u0007\u001b\n]{0,200}(?:\u0007|\u001b\\)|[()][0-9A-B]|[=>78MEDHc])/g;

/** To another line, or to the begin of this one: what follows begins anew. */
const MOVES = /\[[0-9;]{0,40}[ABEFGH]$/;

export const withoutTerminalCodes = (text: string): string =>
  text.includes('\u001b') ? text.replace(TERMINAL, (code) => (MOVES.test(code) ? '\r' : '')) : text;

/**
 * Text from a box or a server made fit for one line of a message: control and direction-changing characters become
 * spaces, at most `maxLength` characters are kept. A stranger wrote it: it may hold terminal codes or pretend to be ours.
 */
export function oneLine(text: string, maxLength = 300): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return plain.length > maxLength ? `${plain.slice(0, maxLength)}...` : plain;
}
