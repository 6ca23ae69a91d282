import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, joined, sha256Of, verify } from './memory-source.ts';
import { parquetFile, ROWS } from './parquet-writer.ts';
import { varint } from './thrift-writer.ts';

const look = (bytes: Uint8Array, over = {}) =>
  verify(bytes, { role: 'dataset', sha256: sha256Of(bytes), ...over });

const [INT64, DOUBLE, BYTE_ARRAY, BOOLEAN] = [2, 5, 6, 0];

interface Column {
  type?: number;
  typeBytes?: number;
  isText?: boolean;
  /** 0 required, 1 optional, 2 repeated. */
  repetition?: number;
  encoding?: number;
  levelEncoding?: number;
  body: Uint8Array;
  codec?: number;
  packed?: Uint8Array;
  /** As the header says. */
  unpackedBytes?: number;
  values?: number;
}

/** A file of one column with one page, without a checksum. */
function fileOf(column: Column): Uint8Array {
  const { type = INT64, typeBytes, isText, repetition = 0, encoding = 0, codec = 0, values = ROWS } = column;
  const { body, packed = body, unpackedBytes = body.length, levelEncoding = 3 } = column;
  const element = { 1: type, 2: typeBytes, 3: repetition, 4: 'x', 6: isText === true ? 0 : undefined };
  const given = [...parquetFile({ pageBody: packed, withoutCrc: true })].length;
  return parquetFile({
    withoutCrc: true,
    pageBody: packed,
    page: {
      2: unpackedBytes,
      3: packed.length,
      5: { 1: values, 2: encoding, 3: levelEncoding, 4: levelEncoding },
    },
    meta: { 1: type, 4: codec, 5: values, 6: given },
    file: { 2: [{ 4: 'schema', 5: 1 }, element] },
  });
}

/** What is said beside that the sizes, which these tests do not count, differ. */
async function said(column: Column): Promise<string[]> {
  const bytes = fileOf(column);
  return codesOf(await look(bytes)).filter((code) => code !== 'parquet-sizes');
}

const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
const text = (value: string | Uint8Array) => joined(u32(value.length), Buffer.from(value));
const texts = (...values: (string | Uint8Array)[]) => joined(...values.map(text));
const run = (count: number, value: number) => Uint8Array.from([...varint(2 * count), value]);
const behindLength = (bytes: Uint8Array) => joined(u32(bytes.length), bytes);
const longs = new Uint8Array(8 * ROWS);
/** Ten differences of nothing from a first value, zigzag. */
const equal = (first: number, count = ROWS) =>
  Uint8Array.from([...varint(128), ...varint(4), ...varint(count), ...varint(2 * first), 0, 0, 0, 0, 0]);
const ten = 'abcdefghij';

const CASES: { what: string; good: Column; bad: Record<string, Partial<Column>>; code?: string }[] = [
  {
    what: 'numbers of a plain page',
    good: { body: longs },
    bad: { 'too few': { body: longs.subarray(8) } },
  },
  {
    what: 'numbers in split bytes',
    good: { type: DOUBLE, encoding: 9, body: longs },
    bad: { 'too few': { body: longs.subarray(8) } },
  },
  {
    what: 'texts',
    good: { type: BYTE_ARRAY, isText: true, body: texts(...ten, ...[]) },
    bad: {
      'one too few': { body: texts(...ten.slice(1)) },
      'one longer than the page': { body: joined(texts(...ten.slice(1)), u32(2), Uint8Array.of(65)) },
      'one that is no UTF-8': { body: texts(...ten.slice(1), Uint8Array.of(0xc3)) },
    },
  },
  {
    what: 'what may be left out',
    good: { repetition: 1, body: joined(behindLength(run(ROWS, 1)), longs) },
    bad: {
      'levels of too few': { body: joined(behindLength(run(ROWS - 1, 1)), longs) },
      'a level that there is not': { body: joined(behindLength(Uint8Array.of(2 * ROWS, 2)), longs) },
      'levels longer than the page': { body: joined(u32(999), longs) },
      'levels encoded as values': { levelEncoding: 0 },
      'a run of nothing': { body: joined(behindLength(joined(run(0, 1), run(ROWS, 1))), longs) },
      'packed levels that end too soon': { body: joined(behindLength(Uint8Array.of(5, 255)), longs) },
    },
  },
  {
    what: 'levels in the older packing',
    good: { repetition: 1, levelEncoding: 4, body: joined(Uint8Array.of(0xff, 0xc0), longs) },
    bad: { 'more values than are there': { body: joined(Uint8Array.of(0xff, 0xc0), longs.subarray(8)) } },
  },
  {
    what: 'lists',
    good: { repetition: 2, body: joined(behindLength(run(ROWS, 0)), behindLength(run(ROWS, 1)), longs) },
    bad: {
      'a first value in the middle of a row': {
        body: joined(
          behindLength(joined(run(1, 1), run(ROWS - 1, 0))),
          behindLength(run(ROWS, 1)),
          longs,
        ),
      },
      'other rows than the row group has': {
        body: joined(behindLength(joined(run(9, 0), run(1, 1))), behindLength(run(ROWS, 1)), longs),
      },
      'one that goes on although it is empty': {
        values: ROWS + 1,
        body: joined(
          behindLength(joined(run(ROWS, 0), run(1, 1))),
          behindLength(joined(run(ROWS - 1, 1), run(1, 0), run(1, 1))),
          longs,
        ),
      },
    },
  },
  {
    what: 'truth values in runs',
    good: { type: BOOLEAN, encoding: 3, body: behindLength(run(ROWS, 1)) },
    bad: {
      'a value that is neither': { body: behindLength(run(ROWS, 2)) },
      'fewer bytes than they say': { body: joined(u32(9), run(ROWS, 1)) },
    },
  },
  {
    what: 'numbers as differences',
    good: { encoding: 5, body: equal(7) },
    bad: {
      'another count': { body: equal(7, 9) },
      'blocks that cannot be divided': { body: Uint8Array.from([...varint(100), 4, ROWS, 14, 0, 0, 0, 0, 0]) },
      'a width beyond their type': { body: Uint8Array.from([...varint(128), 4, ROWS, 14, 0, 65, 0, 0, 0]) },
      'an end inside a part': { body: Uint8Array.from([...varint(128), 4, ROWS, 14, 0, 9, 0, 0, 0]) },
    },
  },
  {
    what: 'texts behind their lengths',
    good: { type: BYTE_ARRAY, isText: true, encoding: 6, body: joined(equal(1), Buffer.from(ten)) },
    bad: {
      'one too few': { body: joined(equal(1), Buffer.from(ten.slice(1))) },
      'a length below nothing': { body: joined(equal(-1), Buffer.from(ten)) },
      'no UTF-8': { body: joined(equal(1), Buffer.from(ten.slice(1)), Uint8Array.of(0xc3)) },
    },
  },
  {
    what: 'texts that repeat the one before',
    good: {
      type: BYTE_ARRAY,
      isText: true,
      encoding: 7,
      body: joined(equal(0), equal(1), Buffer.from(ten)),
    },
    bad: {
      'more than it has': { body: joined(equal(5), equal(1), Buffer.from(ten)) },
      'one too few': { body: joined(equal(0), equal(1), Buffer.from(ten.slice(1))) },
      'no UTF-8': { body: joined(equal(0), equal(1), Buffer.from(ten.slice(1)), Uint8Array.of(0xc3)) },
    },
  },
  {
    what: 'a packed page',
    good: { codec: 2, body: longs, packed: gzipSync(longs) },
    bad: {
      'of another size': { packed: gzipSync(longs.subarray(1)) },
      'of more than it says': { packed: gzipSync(joined(longs, longs)) },
      'that cannot be unpacked': { packed: Buffer.from('no gzip at all') },
      'of another codec': { codec: 1 },
      'of yet another': { codec: 5 },
    },
    code: 'parquet-values',
  },
]; // biome-ignore format: one rule per line

describe('the values of a Parquet page', () => {
  for (const { what, good, bad } of CASES) {
    it(`are read: ${what}`, async () => assert.deepEqual(await said(good), []));
    for (const [how, lies] of Object.entries(bad))
      it(`fail: ${what}, ${how}`, async () => {
        const codes = await said({ ...good, ...lies });
        assert.equal(codes.length, 1, codes.join());
        assert.match(
          codes[0] as string,
          /^(parquet-values|parquet-pages|parquet-footer|snappy-broken|lz4-broken)$/,
        );
      });
  }

  it('point into a dictionary', async () => {
    assert.deepEqual(await said({ encoding: 8, body: Uint8Array.of(1, 2 * ROWS, 0) }), ['parquet-values']);
  });

  it('may be followed by zeros, and are degraded with anything else behind them', async () => {
    assert.deepEqual(await said({ body: joined(longs, new Uint8Array(8)) }), []);
    assert.deepEqual(await said({ body: joined(longs, Uint8Array.of(1)) }), ['parquet-surplus']);
  });

  it('are not read where a page is too large, and degraded where they are packed by LZO', async () => {
    const large = await look(fileOf({ body: longs }), { budgets: { structureBytes: 128 } });
    assert.deepEqual(
      large.reasons.map(({ code }) => code).filter((code) => code !== 'parquet-sizes'),
      ['pages-not-read'],
    );
    assert.deepEqual(await said({ codec: 3, body: longs }), ['codec-not-read']);
  });
});

/** By pyarrow: each encoding and codec, nested columns, both versions of pages. */
describe('Parquet files of every encoding', () => {
  for (const name of ['encodings-v1', 'encodings-v2', 'nested']) {
    it(`passes, and flipped bits of it do not: ${name}`, async () => {
      const bytes = fixture(`tables/${name}.parquet`);
      const whole = await look(bytes);
      assert.deepEqual([whole.verdict, whole.reasons], ['pass', []]);
      // Of the pages alone; the footer is another matter.
      const pages =
        bytes.length - 8 - new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true);
      let seen = 0;
      const flips = 400;
      for (let i = 0; i < flips; i += 1) {
        const at = 4 + Math.floor((i * (pages - 4)) / flips);
        const { verdict } = await look(flipped(bytes, at, i % 8));
        if (verdict !== 'pass') seen += 1;
      }
      assert.ok(seen > flips * 0.4, `${seen} of ${flips}`);
    });
  }

  it('fail where one column of a list leaves out what its neighbour has', async () => {
    const { verdict, reasons } = await look(flipped(fixture('tables/nested.parquet'), 863, 1));
    assert.equal(verdict, 'fail');
    assert.match(reasons[0]?.what ?? '', /not laid out as its neighbours/);
  });
});
