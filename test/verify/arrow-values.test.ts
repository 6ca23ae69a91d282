import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ArrowMessage, arrowFileOf, arrowMessage, arrowStreamOf, INT_COLUMN } from './arrow-writer.ts';
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

const INT32 = (name: string, isSigned = 1): FlatFields => ({
  0: { text: name },
  2: { u8: 2 },
  3: { table: { 0: { i32: 32 }, 1: { u8: isSigned } } },
});
const VIEWS: FlatFields = { 0: { text: 'v' }, 2: { u8: 24 }, 3: { table: {} } };
const LONG = 'a text of more than 12';
const view = (length: number, begin: string, content = 0, from = 0) =>
  joined(i32(length), padded4(begin), length > 12 ? i32(content, from) : i32(0, 0));
const padded4 = (text: string) => joined(bytesOf(text), new Uint8Array(4 - text.length));
/** Two views, the second of which is told. */
const views = (second: Uint8Array, content = LONG): ArrowMessage => {
  const { header, body } = batch([[2, 0, NONE, joined(view(3, 'abc'), second), bytesOf(content)]]);
  return { kind: 3, header: { ...header, 4: { structs: [[1]] } }, body };
};
const above = (type: number, details: FlatFields, ...children: FlatFields[]): FlatFields => ({
  ...{ 0: { text: 'n' }, 2: { u8: type }, 3: { table: details }, 5: { tables: children } },
});
const RUNS = above(22, {}, INT32('ends'), INT_COLUMN);
const runs = (rowCount: number, ...ends: number[]) =>
  rows([
    [rowCount, 0],
    [ends.length, 0, NONE, i32(...ends)],
    [3, 0, NONE, i64(1, 2, 3)],
  ]);
const LIST_VIEWS = above(25, {}, INT_COLUMN);
const listViews = (places: number[], lengths: number[]) =>
  rows([
    [2, 0, NONE, i32(...places), i32(...lengths)],
    [3, 0, NONE, i64(1, 2, 3)],
  ]);
const DENSE = above(14, { 0: { i16: 1 } }, INT_COLUMN, INT32('y'));
const dense = (types: number[], places: number[]) =>
  rows([
    [3, 0, Uint8Array.from(types), i32(...places)],
    [2, 0, NONE, i64(1, 2)],
    [1, 0, NONE, i32(1)],
  ]);
const SPARSE = above(14, { 0: { i16: 0 } }, INT_COLUMN, INT32('y'));
const sparse = (types: number[], second = 2) =>
  rows([
    [2, 0, Uint8Array.from(types)],
    [2, 0, NONE, i64(1, 2)],
    [second, 0, NONE, i32(1, 2)],
  ]);
const STRUCT = above(13, {}, INT_COLUMN);
const PAIRS = above(16, { 0: { i32: 2 } }, INT_COLUMN);
const twos = (count: number, ...values: number[]) =>
  rows([
    [count, 0, NONE],
    [values.length, 0, NONE, i64(...values)],
  ]);
const MAP = above(17, {}, above(13, {}, INT32('key'), INT_COLUMN));
const map = (nulls: number, bitmap: Uint8Array) =>
  rows([
    [1, 0, NONE, i32(0, 2)],
    [2, 0, NONE],
    [2, nulls, bitmap, i32(1, 2)],
    [2, 0, NONE, i64(1, 2)],
  ]);

const NESTED: readonly { what: string; messages: ArrowMessage[]; code?: string }[] = [
  { what: 'views', messages: [schema(VIEWS), views(view(LONG.length, 'a te'))] },
  { what: 'a view behind its content', messages: [schema(VIEWS), views(view(LONG.length, 'a te', 0, 8))], code: 'arrow-values' },
  { what: 'a view before its content', messages: [schema(VIEWS), views(view(LONG.length, 'a te', 0, -4))], code: 'arrow-values' },
  { what: 'a view of content that is not there', messages: [schema(VIEWS), views(view(LONG.length, 'a te', 3))], code: 'arrow-values' },
  { what: 'a view of a negative length', messages: [schema(VIEWS), views(view(-5, ''))], code: 'arrow-values' },
  { what: 'a view that begins otherwise', messages: [schema(VIEWS), views(view(LONG.length, 'zzzz'))], code: 'arrow-values' },
  { what: 'a view with more behind its text', messages: [schema(VIEWS), views(view(2, 'abc'))], code: 'arrow-values' },
  { what: 'a view of no text', messages: [schema(VIEWS), views(view(LONG.length, 'a te'), `${LONG.slice(0, -1)}\xff`)], code: 'arrow-values' },
  { what: 'runs', messages: [schema(RUNS), runs(6, 2, 4, 6)] },
  { what: 'runs that fall back', messages: [schema(RUNS), runs(6, 4, 2, 6)], code: 'arrow-values' },
  { what: 'a run of nothing', messages: [schema(RUNS), runs(6, 0, 4, 6)], code: 'arrow-values' },
  { what: 'runs that end too early', messages: [schema(RUNS), runs(6, 1, 2, 3)], code: 'arrow-values' },
  { what: 'runs without a value', messages: [schema(RUNS), runs(6, 1, 2, 3, 6)], code: 'arrow-message' },
  { what: 'no run for its rows', messages: [schema(RUNS), runs(6)], code: 'arrow-message' },
  { what: 'ends without a sign', messages: [schema(above(22, {}, INT32('ends', 0), INT_COLUMN)), runs(6, 2, 4, 6)], code: 'arrow-schema' },
  { what: 'views of lists', messages: [schema(LIST_VIEWS), listViews([1, 0], [2, 1])] },
  { what: 'a list view behind its items', messages: [schema(LIST_VIEWS), listViews([1, 0], [3, 1])], code: 'arrow-values' },
  { what: 'a list view of a negative length', messages: [schema(LIST_VIEWS), listViews([1, 0], [2, -1])], code: 'arrow-values' },
  { what: 'a dense union', messages: [schema(DENSE), dense([0, 1, 0], [0, 0, 1])] },
  { what: 'a dense union of a type that it has not', messages: [schema(DENSE), dense([0, 5, 0], [0, 0, 1])], code: 'arrow-values' },
  { what: 'a dense union outside its content', messages: [schema(DENSE), dense([0, 1, 0], [0, 1, 1])], code: 'arrow-values' },
  { what: 'a dense union that falls back', messages: [schema(DENSE), dense([0, 1, 0], [1, 0, 0])], code: 'arrow-values' },
  { what: 'a sparse union', messages: [schema(SPARSE), sparse([0, 1])] },
  { what: 'a sparse union of a type below zero', messages: [schema(SPARSE), sparse([0, 255])], code: 'arrow-values' },
  { what: 'a sparse union longer than what is below it', messages: [schema(SPARSE), sparse([0, 1], 1)], code: 'arrow-message' },
  { what: 'a structure longer than what is below it', messages: [schema(STRUCT), twos(3, 1, 2)], code: 'arrow-message' },
  { what: 'lists of two', messages: [schema(PAIRS), twos(2, 1, 2, 3, 4)] },
  { what: 'lists of two of which one has too little', messages: [schema(PAIRS), twos(2, 1, 2, 3)], code: 'arrow-message' },
  { what: 'a map', messages: [schema(MAP), map(0, NONE)] },
  { what: 'a map of which a key is left out', messages: [schema(MAP), map(1, Uint8Array.of(1))], code: 'arrow-message' },
]; // biome-ignore format: one case a line

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
  { what: 'an index where no dictionary is', messages: [schema(INDICES), pointing([0, 1, 1])], fails: true },
  { what: 'nothing but nulls where no dictionary is', messages: [schema(INDICES), pointing([0, 0], Uint8Array.of(0), 2)] },
  { what: 'an index before its dictionary', messages: [schema(INDICES), pointing([0, 1, 1]), VALUES], fails: true },
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

describe('dictionaries of an Arrow file', () => {
  const codes = async (...messages: ArrowMessage[]) => {
    const parts = messages.map(arrowMessage);
    const at = (i: number) => 8 + parts.slice(0, i).reduce((sum, part) => sum + part.length, 0);
    const blocks = (kind: number) =>
      messages.flatMap((message, i) => {
        const [whole, body] = [parts[i]?.length ?? 0, message.body?.length ?? 0];
        return message.kind === kind ? [[at(i), whole - body, body]] : [];
      });
    const { reasons } = await look(
      arrowFileOf(messages, { 2: { blocks: blocks(2) }, 3: { blocks: blocks(3) } }),
    );
    return reasons.filter(({ severity }) => severity === 'fail').map(({ code }) => code);
  };
  const MORE = dictionary([[1, 0, NONE, i32(0, 1), bytesOf('c')]], 1);

  it('may lie behind what needs them, and go on', async () => {
    assert.deepEqual(await codes(schema(INDICES), VALUES, MORE, pointing([0, 1, 2])), []);
    assert.deepEqual(await codes(schema(INDICES), pointing([0, 1, 1]), VALUES), []);
  });

  it('fail where one is missing or takes the place of another', async () => {
    assert.deepEqual(await codes(schema(INDICES), pointing([0, 1, 1])), ['arrow-values']);
    assert.deepEqual(await codes(schema(INDICES), VALUES, VALUES, pointing([0, 1, 1])), ['arrow-message']);
  });
});

describe('what an Arrow array holds below it', () => {
  for (const { what, messages, code } of NESTED)
    it(`${code === undefined ? 'may be' : 'fails for'} ${what}`, async () => {
      for (const bytes of [arrowStreamOf(messages), arrowFileOf(messages)]) {
        const { verdict, reasons } = await look(bytes);
        const codes = reasons.filter(({ severity }) => severity === 'fail').map((reason) => reason.code);
        assert.deepEqual(codes, code === undefined ? [] : [code], `${verdict} ${JSON.stringify(reasons)}`);
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
