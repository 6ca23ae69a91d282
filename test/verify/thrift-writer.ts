/** A number of 8 or 32 bits, which has a type of its own. */
export class Narrow {
  readonly bits: 8 | 32;
  readonly value: number;

  constructor(bits: 8 | 32, value: number) {
    this.bits = bits;
    this.value = value;
  }
}

/** Values of Thrift's compact protocol: fields by id. A number is an i64, a text a binary, a list has elements of one kind. */
export type Thrift = number | Narrow | boolean | string | Thrift[] | { [id: number]: Thrift | undefined };

/** All numbers in it as i32. */
export function narrow(value: Thrift): Thrift {
  if (typeof value === 'number') return new Narrow(32, value);
  if (Array.isArray(value)) return value.map(narrow);
  return typeof value === 'object' && !(value instanceof Narrow) ? narrowed(value) : value;
}

/** The same of some of its fields. */
export const narrowed = (
  fields: { [id: number]: Thrift | undefined },
  ids: readonly number[] = Object.keys(fields).map(Number),
): { [id: number]: Thrift | undefined } =>
  Object.fromEntries(
    Object.entries(fields).map(([id, value]) => [
      id,
      value !== undefined && ids.includes(Number(id)) ? narrow(value) : value,
    ]),
  );

export function thriftStruct(fields: { [id: number]: Thrift | undefined }): Uint8Array {
  const out: number[] = [];
  let last = 0;
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const id = Number(key);
    const type = value === true ? 1 : value === false ? 2 : typeOf(value);
    if (id - last > 0 && id - last < 16) out.push(((id - last) << 4) | type);
    else out.push(type, ...varint(zigzag(id)));
    last = id;
    if (typeof value !== 'boolean') out.push(...encoded(value));
  }
  return Uint8Array.from([...out, 0]);
}

const typeOf = (value: Thrift): number =>
  value instanceof Narrow
    ? value.bits === 8
      ? 3
      : 5
    : typeof value === 'number'
      ? 6
      : typeof value === 'string'
        ? 8
        : typeof value === 'boolean'
          ? 1
          : Array.isArray(value)
            ? 9
            : 12;

function encoded(value: Thrift): number[] {
  if (value instanceof Narrow && value.bits === 8) return [value.value & 255];
  if (value instanceof Narrow) return varint(zigzag(value.value));
  if (typeof value === 'number') return varint(zigzag(value));
  if (typeof value === 'boolean') return [value ? 1 : 2];
  if (typeof value === 'string') return [...varint(value.length), ...Buffer.from(value, 'latin1')];
  if (!Array.isArray(value)) return [...thriftStruct(value)];
  const element = value[0] === undefined ? 12 : typeOf(value[0]);
  const head =
    value.length < 15 ? [(value.length << 4) | element] : [0xf0 | element, ...varint(value.length)];
  return [...head, ...value.flatMap(encoded)];
}

const zigzag = (value: number): bigint => (value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value));

export function varint(value: bigint | number): number[] {
  const out: number[] = [];
  let left = BigInt(value);
  for (; left > 127n; left >>= 7n) out.push(Number(left & 127n) | 128);
  return [...out, Number(left)];
}
