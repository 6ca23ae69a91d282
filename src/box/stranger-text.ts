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
