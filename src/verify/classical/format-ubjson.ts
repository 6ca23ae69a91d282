import type { Format, Probe, Subject, Walk } from '../contract/format.ts';

/** A model of XGBoost as it has saved them since 2.1: one object of Universal Binary JSON. */
export const ubjson: Format = {
  name: 'ubjson',
  proves: 'one value of UBJSON covers the file; text keys, none twice; typed lists of their length; no NaN',
  checksum: 'none',
  memberNames: /\.ubj$/i,

  recognises: ({ head }: Probe) => beginsAsObject(head),

  async open(subject: Subject): Promise<Walk> {
    const { openUbjson } = await import('./ubjson-walk.ts');
    return openUbjson(subject);
  },
};

/** A bracket, the type of a length, a length that has no upper bytes, and a key of letters. */
function beginsAsObject(head: Uint8Array): boolean {
  const widths: Readonly<Record<number, number>> = { 105: 1, 85: 1, 73: 2, 108: 4, 76: 8 };
  const width = head[0] === 0x7b ? widths[head[1] ?? 0] : undefined;
  if (width === undefined) return false;
  const length = head.subarray(2, 2 + width);
  const keyBytes = length.at(-1) ?? 0;
  const key = Buffer.from(head.subarray(2 + width, 2 + width + keyBytes)).toString('latin1');
  return length.subarray(0, -1).every((byte) => byte === 0) && keyBytes > 0 && /^[\w.-]+$/.test(key);
}
