/** What every reader and writer of tar here shares: the header's fields and the records of pax. What may stand there they judge themselves. */
export const BLOCK = 512;

export const paddingOf = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK;

export interface TarFields {
  /** One character; `\0` is a plain file of old programs. */
  type: string;
  mode: number | undefined;
  /** `undefined` where no proper size stands. */
  sizeBytes: number | undefined;
  name: Uint8Array;
  /** Empty but in POSIX headers; GNU keeps times there. */
  prefix: Uint8Array;
  link: Uint8Array;
}

const CHECKSUM_AT = 148;

/** The sum of the block's bytes, the field itself counted as spaces. Some old programs added them with their sign. */
export function hasChecksum(block: Uint8Array): boolean {
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < BLOCK; i += 1) {
    const byte = i >= CHECKSUM_AT && i < CHECKSUM_AT + 8 ? 0x20 : (block[i] as number);
    unsigned += byte;
    signed += (byte << 24) >> 24;
  }
  const claimed = octal(block.subarray(CHECKSUM_AT, CHECKSUM_AT + 8));
  return claimed !== undefined && (claimed === unsigned || claimed === signed);
}

/** One header of 512 bytes: ustar, GNU and what was before them, from POSIX and the manual of GNU tar. */
export const fieldsOf = (block: Uint8Array): TarFields => ({
  type: String.fromCharCode(block[156] as number),
  mode: octal(block.subarray(100, 108)),
  sizeBytes: sizeIn(block.subarray(124, 136)),
  name: upToNul(block.subarray(0, 100)),
  prefix: upToNul(latin1(block.subarray(257, 263)) === 'ustar\0' ? block.subarray(345, 500) : NOTHING),
  link: upToNul(block.subarray(157, 257)),
});

const NOTHING = new Uint8Array(0);

export function upToNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Octal digits, or for what is larger base 256: the first bit set, the rest a big-endian number. */
function sizeIn(field: Uint8Array): number | undefined {
  const first = field[0] as number;
  const size =
    (first & 0x80) === 0 ? octal(field) : first === 0x80 ? bigEndian(field.subarray(1)) : undefined;
  return size !== undefined && Number.isSafeInteger(size) ? size : undefined;
}

const bigEndian = (field: Uint8Array): number =>
  Number(field.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n));

function octal(field: Uint8Array): number | undefined {
  const match = /^ *([0-7]*)[ \0]*$/.exec(latin1(field));
  return match === null ? undefined : Number.parseInt(match[1] || '0', 8);
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Records `LENGTH KEY=VALUE\n`, where LENGTH counts the whole record. `undefined` for what is not made of records. */
export function paxRecords(bytes: Uint8Array): [key: string, value: Uint8Array][] | undefined {
  const records: [string, Uint8Array][] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const digits = space < 0 || space - at > 9 ? '' : latin1(bytes.subarray(at, space));
    const length = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : 0;
    const record = bytes.subarray(space + 1, at + length);
    const equals = record.indexOf(0x3d);
    if (at + length > bytes.length || record.at(-1) !== 0x0a || equals <= 0) return;
    records.push([latin1(record.subarray(0, equals)), record.subarray(equals + 1, -1)]);
    at += length;
  }
  return records;
}
