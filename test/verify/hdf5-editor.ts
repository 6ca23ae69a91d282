import { lookup3 } from '../../src/verify/hdf5/lookup3.ts';

const SIGNATURES = [
  'OHDR',
  'OCHK',
  'FRHP',
  'FHIB',
  'BTHD',
  'BTIN',
  'BTLF',
  'FAHD',
  'FADB',
  'EAHD',
  'EAIB',
  'EASB',
  'EADB',
];

/** Where a text lies in a file; throws when it does not, so that a test cannot miss its target. */
export function placeOf(bytes: Uint8Array, what: string | Uint8Array, from = 0): number {
  const at = Buffer.from(bytes).indexOf(typeof what === 'string' ? Buffer.from(what, 'latin1') : what, from);
  if (at < 0) throw new Error(`${String(what)} is not in the file`);
  return at;
}

/** A copy with other bytes at one place. */
export function edited(bytes: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

/** As `edited`, with the checksum of the structure around it made right again, as a careful hand would. */
export function resealed(bytes: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const { from, to } = at < 48 ? { from: 0, to: 48 } : structureAround(bytes, at);
  const copy = edited(bytes, at, ...values);
  new DataView(copy.buffer).setUint32(to - 4, lookup3(copy.subarray(from, to - 4)), true);
  return copy;
}

/** The nearest structure before a place whose checksum is right and lies behind it. */
function structureAround(bytes: Uint8Array, at: number): { from: number; to: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let from = at; from >= 0; from -= 1) {
    if (!SIGNATURES.includes(Buffer.from(bytes.subarray(from, from + 4)).toString('latin1'))) continue;
    for (let to = at + 5; to <= Math.min(bytes.length, from + 8192); to += 1)
      if (lookup3(bytes.subarray(from, to - 4)) === view.getUint32(to - 4, true)) return { from, to };
  }
  throw new Error(`no structure around ${at}`);
}
