import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ArrowMessage, arrowFileOf, arrowStreamOf, INT_COLUMN } from './arrow-writer.ts';
import { fixture } from './fixtures.ts';
import type { FlatFields } from './flat-writer.ts';
import { joined, verify } from './memory-source.ts';

const look = (bytes: Uint8Array) => verify(bytes, { role: 'dataset' });
const padded = (bytes: Uint8Array) => joined(bytes, new Uint8Array((8 - (bytes.length % 8)) % 8));
const i32 = (...values: number[]) => new Uint8Array(Int32Array.from(values).buffer);
const i64 = (...values: number[]) => new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer);
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** Arrays with their buffers, one after the other in one body. */
function batch(arrays: readonly (readonly [rows: number, nulls: number, ...buffers: Uint8Array[]])[]) {
  const parts: Uint8Array[] = [];
  const places: number[][] = [];
  let at = 0;
  for (const [, , ...buffers] of arrays)
    for (const buffer of buffers) {
      places.push([at, buffer.length]);
      parts.push(padded(buffer));
      at += padded(buffer).length;
    }
  const header: FlatFields = {
    0: { i64: arrays[0]?.[0] ?? 0 },
    1: { structs: arrays.map(([rows, nulls]) => [rows, nulls]) },
    2: { structs: places },
  };
  return { header, body: joined(...parts) };
}

const NONE = new Uint8Array(0);
const TEXT: FlatFields = { 0: { text: 's' }, 2: { u8: 5 }, 3: { table: {} } };
const LARGE_TEXT: FlatFields = { 0: { text: 's' }, 2: { u8: 20 }, 3: { table: {} } };
const BINARY: FlatFields = { 0: { text: 'b' }, 2: { u8: 4 }, 3: { table: {} } };
const LIST: FlatFields = { 0: { text: 'l' }, 2: { u8: 12 }, 3: { table: {} }, 5: { tables: [INT_COLUMN] } };
const INDICES: FlatFields = {
  ...TEXT,
  4: { table: { 0: { i64: 7 }, 1: { table: { 0: { i32: 8 }, 1: { u8: 1 } } } } },
};

const schema = (field: FlatFields): ArrowMessage => ({ kind: 1, header: { 1: { tables: [field] } } });
const rows = (arrays: Parameters<typeof batch>[0]): ArrowMessage => ({ kind: 3, ...batch(arrays) });
const dictionary = (arrays: Parameters<typeof batch>[0], isDelta = 0): ArrowMessage => {
  const { header, body } = batch(arrays);
  return { kind: 2, header: { 0: { i64: 7 }, 1: { table: header }, 2: { u8: isDelta } }, body };
};
const words = (offsets: Uint8Array, text: string, nulls = 0, bitmap = NONE) =>
  rows([[3, nulls, bitmap, offsets, bytesOf(text)]]);
const pointing = (indices: number[], bitmap = NONE, nulls = 0) =>
  rows([[indices.length, nulls, bitmap, Uint8Array.from(indices)]]);
const VALUES = dictionary([[2, 0, NONE, i32(0, 1, 2), bytesOf('ab')]]);

const CASES: readonly { what: string; messages: ArrowMessage[]; fails?: true }[] = [
  { what: 'texts', messages: [schema(TEXT), words(i32(0, 2, 2, 5), 'ab\xe2\x82\xac')] },
  { what: 'texts that begin behind the first byte', messages: [schema(TEXT), words(i32(2, 3, 3, 5), '\xffxcde')] },
  { what: 'large texts', messages: [schema(LARGE_TEXT), words(i64(0, 2, 2, 5), 'abcde')] },
  { what: 'bytes that are no text', messages: [schema(BINARY), words(i32(0, 2, 2, 5), 'ab\xff\xfe\x00')] },
  { what: 'what is no text behind a null', messages: [schema(TEXT), words(i32(0, 2, 3, 5), 'ab\xffcd', 1, Uint8Array.of(5))] },
  { what: 'a text that is not UTF-8', messages: [schema(TEXT), words(i32(0, 2, 2, 5), 'abc\xffd')], fails: true },
  { what: 'a character that is cut by a place', messages: [schema(TEXT), words(i32(0, 3, 3, 5), 'ab\xe2\x82\xac')], fails: true },
  { what: 'places that fall back', messages: [schema(TEXT), words(i32(0, 4, 2, 5), 'abcde')], fails: true },
  { what: 'a place before the content', messages: [schema(TEXT), words(i32(-1, 2, 2, 5), 'abcde')], fails: true },
  { what: 'a place behind the content', messages: [schema(TEXT), words(i32(0, 2, 2, 6), 'abcde')], fails: true },
  { what: 'a large place behind the content', messages: [schema(LARGE_TEXT), words(i64(0, 2, 2, 2 ** 40), 'abcde')], fails: true },
  { what: 'lists', messages: [schema(LIST), rows([[2, 0, NONE, i32(0, 1, 3)], [3, 0, NONE, i64(1, 2, 3)]])] },
  { what: 'a list longer than its items', messages: [schema(LIST), rows([[2, 0, NONE, i32(0, 1, 4)], [3, 0, NONE, i64(1, 2, 3)]])], fails: true },
  { what: 'nulls', messages: [schema(INT_COLUMN), rows([[3, 1, Uint8Array.of(0xfd), i64(1, 2, 3)]])] },
  { what: 'another number of nulls', messages: [schema(INT_COLUMN), rows([[3, 2, Uint8Array.of(0xfd), i64(1, 2, 3)]])], fails: true },
  { what: 'nulls that nobody counted', messages: [schema(INT_COLUMN), rows([[3, 0, Uint8Array.of(0xfd), i64(1, 2, 3)]])], fails: true },
  { what: 'indices', messages: [schema(INDICES), VALUES, pointing([0, 1, 1])] },
  { what: 'indices of more values that came later', messages: [schema(INDICES), VALUES, dictionary([[1, 0, NONE, i32(0, 1), bytesOf('c')]], 1), pointing([0, 1, 2])] },
  { what: 'an index behind a null', messages: [schema(INDICES), VALUES, pointing([0, 9, 1], Uint8Array.of(5), 1)] },
  { what: 'an index without a value', messages: [schema(INDICES), VALUES, pointing([0, 1, 2])], fails: true },
  { what: 'an index below zero', messages: [schema(INDICES), VALUES, pointing([0, 255, 1])], fails: true },
]; // biome-ignore format: one case a line

describe('what an Arrow file holds', () => {
  for (const { what, messages, fails = false } of CASES)
    it(`[issue 16] ${fails ? 'fails for' : 'may be'} ${what}`, async () => {
      const hasDictionary = messages.some(({ kind }) => kind === 2);
      // The writer of the tests lists no dictionaries in a footer.
      for (const bytes of [arrowStreamOf(messages), ...(hasDictionary ? [] : [arrowFileOf(messages)])]) {
        const { verdict, reasons } = await look(bytes);
        const codes = reasons.filter(({ severity }) => severity === 'fail').map(({ code }) => code);
        assert.deepEqual(codes, fails ? ['arrow-values'] : [], `${verdict} ${JSON.stringify(reasons)}`);
      }
    });
});

describe('packed buffers of an Arrow file', () => {
  const zstd = (...lengths: number[]) => {
    // A frame without content, as Polars packs nothing.
    const empty = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0);
    const { header, body } = batch([[0, 0, NONE, ...lengths.map((length) => joined(i64(length), empty))]]);
    return { kind: 3, header: { ...header, 3: { table: { 0: { u8: 1 }, 1: { u8: 0 } } } }, body };
  };
  it('[issue 16] may hold nothing', async () => {
    const { reasons } = await look(arrowStreamOf([schema(TEXT), zstd(0, 0)]));
    assert.deepEqual(
      reasons.filter(({ severity }) => severity === 'fail'),
      [],
    );
  });

  it('[issue 16] hold what their elements need', async () => {
    // Left as it is, which a length of -1 says.
    const raw = (bytes: Uint8Array) => joined(i64(-1), bytes);
    const packed = (bytes: Uint8Array) => {
      const { header, body } = batch([[3, 0, NONE, raw(bytes)]]);
      return { kind: 3, header: { ...header, 3: { table: { 0: { u8: 0 }, 1: { u8: 0 } } } }, body };
    };
    const codes = async (bytes: Uint8Array) =>
      (await look(arrowStreamOf([schema(INT_COLUMN), packed(bytes)]))).reasons
        .filter(({ severity }) => severity === 'fail')
        .map(({ code }) => code);
    assert.deepEqual(await codes(i64(1, 2, 3)), []);
    assert.deepEqual(await codes(i64(1, 2)), ['arrow-values']);
  });

  const at = (bytes: Uint8Array, magic: number) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({ length: bytes.length - 4 }, (_, i) => i).filter(
      (i) => i % 8 === 0 && i >= 8 && view.getUint32(i, true) === magic,
    );
  };
  for (const [name, magic] of [
    ['file-lz4', 0x184d2204],
    ['stream-zstd', 0xfd2fb528],
  ] as const)
    it(`[issue 16] unpack to the length that stands before them, or fail: ${name}`, async () => {
      const bytes = fixture(`tables/${name}.arrow`);
      const frames = at(bytes, magic);
      assert.ok(frames.length >= 3, `${frames.length}`);
      assert.notEqual((await look(bytes)).verdict, 'fail');
      for (const frame of frames)
        for (const change of [1, -1, 8, 2 ** 20, 2 ** 40, -(2 ** 40)]) {
          const other = bytes.slice();
          const view = new DataView(other.buffer);
          view.setBigInt64(frame - 8, view.getBigInt64(frame - 8, true) + BigInt(change), true);
          const { verdict, reasons } = await look(other);
          assert.equal(verdict, 'fail', `${frame} ${change}: ${JSON.stringify(reasons)}`);
        }
    });
});
