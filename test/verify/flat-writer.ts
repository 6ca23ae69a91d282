/** A FlatBuffer, laid out front to back. Fields by number; `structs` are rows of 64-bit numbers. */
export type FlatField =
  | { u8: number }
  | { i16: number }
  | { i32: number }
  | { i64: number }
  | { text: string }
  | { table: FlatFields }
  | { tables: FlatFields[] }
  | { structs: number[][] }
  | { blocks: number[][] };
export type FlatFields = { [field: number]: FlatField | undefined };

export function flatBuffer(root: FlatFields): Uint8Array {
  const out: number[] = [0, 0, 0, 0];
  const put = (at: number, value: number | bigint, bytes: number) => {
    for (let i = 0; i < bytes; i += 1) out[at + i] = Number((BigInt(value) >> BigInt(8 * i)) & 255n);
  };
  const add = (value: number | bigint, bytes: number) => put(out.length, value, bytes);
  /** Numbers lie at multiples of their size; `behind` what comes first. */
  const align = (bytes: number, behind = 0) => {
    while ((out.length + behind) % bytes !== 0) out.push(0);
  };
  const table = (fields: FlatFields): number => {
    const entries = Object.entries(fields).flatMap(([key, value]) =>
      value === undefined ? [] : [{ no: Number(key), value }],
    );
    const slots = Math.max(-1, ...entries.map(({ no }) => no)) + 1;
    align(2);
    const vtable = out.length;
    for (let i = 0; i < 2 + slots; i += 1) add(0, 2);
    align(4);
    const at = out.length;
    add(at - vtable, 4);
    const later: [slot: number, value: FlatField][] = [];
    for (const { no, value } of entries) {
      align('u8' in value ? 1 : 'i16' in value ? 2 : 'i64' in value ? 8 : 4);
      put(vtable + 4 + 2 * no, out.length - at, 2);
      if ('u8' in value) add(value.u8, 1);
      else if ('i16' in value) add(value.i16, 2);
      else if ('i32' in value) add(value.i32, 4);
      else if ('i64' in value) add(value.i64, 8);
      else {
        later.push([out.length, value]);
        add(0, 4);
      }
    }
    put(vtable, 4 + 2 * slots, 2);
    put(vtable + 2, out.length - at, 2);
    for (const [slot, value] of later) {
      const target = 'table' in value ? table(value.table) : vector(value);
      put(slot, target - slot, 4);
    }
    return at;
  };
  const vector = (value: FlatField): number => {
    align('structs' in value || 'blocks' in value ? 8 : 4, 'structs' in value || 'blocks' in value ? 4 : 0);
    const at = out.length;
    if ('text' in value) {
      add(value.text.length, 4);
      out.push(...Buffer.from(value.text, 'latin1'), 0);
    } else if ('structs' in value) {
      add(value.structs.length, 4);
      for (const number of value.structs.flat()) add(number, 8);
    } else if ('blocks' in value) {
      add(value.blocks.length, 4);
      for (const [offset = 0, metadata = 0, body = 0] of value.blocks) {
        add(offset, 8);
        add(metadata, 8);
        add(body, 8);
      }
    } else if ('tables' in value) {
      add(value.tables.length, 4);
      const slots = value.tables.map(() => {
        add(0, 4);
        return out.length - 4;
      });
      value.tables.forEach((fields, i) => {
        const slot = slots[i] as number;
        put(slot, table(fields) - slot, 4);
      });
    }
    return at;
  };
  put(0, table(root), 4);
  return Uint8Array.from(out);
}
