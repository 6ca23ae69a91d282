import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ThriftCompact, ThriftCut } from '../../src/verify/columnar/thrift-compact.ts';
import { DEFAULT_BUDGETS } from '../../src/verify/contract/budgets.ts';
import { Broken } from '../../src/verify/contract/findings.ts';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, joined, notesOf, type Options, sha256Of, verify } from './memory-source.ts';
import { type ParquetLies, parquetFile, ROWS } from './parquet-writer.ts';
import { thriftStruct, varint } from './thrift-writer.ts';

const look = (bytes: Uint8Array, over: Options = {}) =>
  verify(bytes, { role: 'dataset', sha256: sha256Of(bytes), ...over });

describe('a whole Parquet file', () => {
  it('passes with its rows, columns and where it comes from', async () => {
    const verdict = await look(parquetFile(), {
      contains: ['x'],
      expectation: { rows: ROWS, minRows: ROWS },
    });
    assert.deepEqual([verdict.verdict, verdict.level, verdict.format], ['pass', 'L2', 'parquet']);
    assert.deepEqual(verdict.facts, {
      rows: ROWS,
      scalars: { rowGroups: 1, columns: 1, codecs: 'none', createdBy: 'test' },
    });
    assert.deepEqual(notesOf(verdict), ['page-checksums']);
  });

  it('is the same in chunks of any size', async () => {
    for (const name of ['snappy-v1', 'zstd-v2', 'nested', 'old', 'fastparquet', 'bloom']) {
      const bytes = fixture(`tables/${name}.parquet`);
      for (const chunkBytes of [64, 1024]) {
        const verdict = await look(bytes, { chunkBytes });
        assert.equal(verdict.verdict, 'pass', `${name} ${chunkBytes} ${JSON.stringify(verdict.reasons)}`);
      }
    }
  });

  it('names the columns of nested types by their paths', async () => {
    const { keys } = await look(fixture('tables/nested.parquet'));
    assert.deepEqual(keys.top, ['id', 'tags', 'meta', 'counts', 'ARROW:schema']);
  });

  it('does not vouch for what its pages hold: metrics in it are inconclusive, a model is not reached', async () => {
    const metrics = await look(parquetFile(), { role: 'metrics' });
    assert.deepEqual([metrics.verdict, codesOf(metrics)], ['inconclusive', ['values-not-read']]);
    const model = await look(parquetFile(), { role: 'model' });
    assert.deepEqual([model.verdict, codesOf(model)], ['inconclusive', ['level-not-reached']]);
  });

  it('is degraded without a digest, because nothing covers its footer', async () => {
    const verdict = await verify(parquetFile(), { role: 'dataset' });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['no-checksum']]);
  });

  it('may be a summary of columns that lie in other files, and is then degraded', async () => {
    const verdict = await look(fixture('tables/summary.parquet'));
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['parquet-elsewhere']]);
    const withData = await look(parquetFile({ chunk: { 1: 'part-0.parquet' } }));
    assert.deepEqual([withData.verdict, codesOf(withData)], ['fail', ['parquet-gap', 'parquet-gap']]);
  });
});

describe('a Parquet file that is damaged or lies', () => {
  const other = new Uint8Array(80).fill(7);
  const cases: { what: string; lies: ParquetLies; code: string; verdict?: string }[] = [
    { what: 'a page that is not of its checksum', lies: { pageBody: other }, code: 'crc-mismatch' },
    { what: 'no magic at the end', lies: { tail: 'PAR2' }, code: 'cut-short' },
    { what: 'a footer longer than the file', lies: { footerBytes: 2 ** 31 }, code: 'parquet-footer' },
    { what: 'a footer with bytes after its content', lies: { footerTail: Uint8Array.of(0) }, code: 'parquet-footer' },
    { what: 'a footer that is not all there', lies: { footerBytes: 20 }, code: 'thrift-malformed' },
    { what: 'row groups that add up to something else', lies: { file: { 3: ROWS + 1 } }, code: 'row-count' },
    { what: 'a negative number of rows', lies: { file: { 3: -1 } }, code: 'parquet-footer' },
    { what: 'more rows than there could be', lies: { file: { 3: 2 ** 60 } }, code: 'parquet-footer' },
    { what: 'a flat column with more values than rows', lies: { meta: { 5: ROWS + 1 } }, code: 'parquet-footer' },
    { what: 'a page with fewer values than the chunk', lies: { page: { 5: { 1: ROWS - 1, 2: 0, 3: 3, 4: 3 } } }, code: 'parquet-pages' },
    { what: 'a codec that does not exist', lies: { meta: { 4: 8 } }, code: 'parquet-footer' },
    { what: 'an uncompressed page of two sizes', lies: { page: { 2: 81 } }, code: 'parquet-pages' },
    { what: 'a page that runs over its chunk', lies: { page: { 2: 90, 3: 90 } }, code: 'parquet-pages' },
    { what: 'a page shorter than its chunk', lies: { page: { 2: 40, 3: 40 } }, code: 'thrift-malformed' },
    { what: 'a page of no known type', lies: { page: { 1: 9 } }, code: 'parquet-pages' },
    { what: 'a page without the header of its type', lies: { page: { 1: 3 } }, code: 'parquet-pages' },
    { what: 'a dictionary in the place of data', lies: { page: { 1: 2, 5: undefined, 7: { 1: ROWS, 2: 0 } } }, code: 'parquet-pages' },
    { what: 'levels longer than their v2 page', lies: { page: { 1: 3, 8: { 1: ROWS, 2: 0, 3: ROWS, 4: 0, 5: 81, 6: 0 } } }, code: 'parquet-pages' },
    { what: 'a v2 page of other rows', lies: { page: { 1: 3, 8: { 1: ROWS, 2: 0, 3: 9, 4: 0, 5: 0, 6: 0 } } }, code: 'parquet-values' },
    { what: 'a chunk before the file', lies: { meta: { 9: 2 } }, code: 'parquet-overlap' },
    { what: 'a chunk that runs into the footer', lies: { meta: { 7: 5000 } }, code: 'parquet-overlap' },
    { what: 'a chunk at 2^53', lies: { meta: { 9: 2 ** 53 } }, code: 'parquet-footer' },
    { what: 'content that nothing points at', lies: { gap: other }, code: 'parquet-gap' },
    { what: 'a chunk of another column', lies: { meta: { 3: ['y'] } }, code: 'parquet-footer' },
    { what: 'a chunk of another type', lies: { meta: { 1: 5 } }, code: 'parquet-footer' },
    { what: 'a type that does not exist', lies: { file: { 2: [{ 4: 's', 5: 1 }, { 1: 8, 4: 'x' }] } }, code: 'parquet-footer' },
    { what: 'a group that owns more than there is', lies: { file: { 2: [{ 4: 's', 5: 2 }, { 1: 2, 4: 'x' }] } }, code: 'parquet-footer' },
    { what: 'elements that nothing owns', lies: { file: { 2: [{ 4: 's', 5: 0 }, { 1: 2, 4: 'x' }] } }, code: 'parquet-footer' },
    { what: 'a column twice', lies: { file: { 2: [{ 4: 's', 5: 2 }, { 1: 2, 4: 'x' }, { 1: 2, 4: 'x' }] } }, code: 'parquet-footer' },
    { what: 'no schema', lies: { file: { 2: undefined } }, code: 'thrift-malformed' },
    { what: 'an encoding that we do not know', lies: { page: { 5: { 1: ROWS, 2: 77, 3: 3, 4: 3 } } }, code: 'parquet-encoding', verdict: 'inconclusive' },
    { what: 'encrypted columns', lies: { file: { 8: { 1: 1 } } }, code: 'encrypted', verdict: 'inconclusive' },
    { what: 'one encrypted column', lies: { chunk: { 8: { 1: {} } } }, code: 'encrypted', verdict: 'inconclusive' },
    { what: 'an encrypted footer', lies: { head: 'PARE', tail: 'PARE' }, code: 'encrypted', verdict: 'inconclusive' },
    { what: 'zeros between its columns', lies: { gap: new Uint8Array(64) }, code: 'parquet-gap', verdict: 'pass-degraded' },
    { what: 'another uncompressed size than declared', lies: { meta: { 6: 1 } }, code: 'parquet-sizes', verdict: 'pass-degraded' },
  ]; // biome-ignore format: one rule per line
  for (const { what, lies, code, verdict = 'fail' } of cases) {
    it(`is ${verdict} for ${what}`, async () => {
      const found = await look(parquetFile(lies));
      assert.equal(found.verdict, verdict, JSON.stringify(found.reasons));
      assert.ok(codesOf(found).includes(code), codesOf(found).join());
    });
  }

  const INT64_COLUMN = { 1: 2, 3: 0, 4: 'x' };
  const annotated = (over: object) =>
    parquetFile({
      file: {
        2: [
          { 4: 's', 5: 1 },
          { ...INT64_COLUMN, ...over },
        ],
      },
    });
  const UNFIT: Record<string, object> = {
    'texts of whole numbers': { 6: 0 },
    'a map without columns below it': { 6: 1 },
    'days of 64 bits': { 6: 6 },
    'milliseconds of 64 bits': { 6: 7 },
    'bytes of 64 bits': { 6: 15 },
    'an interval of 64 bits': { 6: 21 },
    'an annotation that there is not': { 6: 99 },
    'decimals without digits': { 6: 5 },
    'decimals with a scale below zero': { 6: 5, 7: -3, 8: 10 },
    'decimals with more digits behind the point than there are': { 6: 5, 7: 20, 8: 10 },
    'the same as a logical type': { 10: { 5: { 1: 20, 2: 10 } } },
    'times without a unit': { 10: { 8: { 1: true, 2: {} } } },
  };
  for (const [what, over] of Object.entries(UNFIT))
    it(`fails for ${what}`, async () => {
      const found = await look(annotated(over));
      assert.deepEqual([found.verdict, codesOf(found)], ['fail', ['parquet-footer']]);
    });

  it('may annotate what fits, and says an older annotation beside a logical type to nobody', async () => {
    for (const over of [
      { 6: 5, 7: 2, 8: 10 },
      { 6: 5, 8: 10 },
      { 6: 9 },
      { 6: 18 },
      { 6: 14 },
      { 6: 99, 10: { 5: { 1: 2, 2: 10 } } },
    ])
      assert.deepEqual(codesOf(await look(annotated(over))), [], JSON.stringify(over));
  });

  it('fails for a name that is no UTF-8', async () => {
    const found = await look(
      parquetFile({
        file: {
          2: [
            { 4: 's', 5: 1 },
            { ...INT64_COLUMN, 4: '\xff' },
          ],
        },
        meta: { 3: ['\xff'] },
      }),
    );
    assert.deepEqual([found.verdict, codesOf(found)], ['fail', ['parquet-footer']]);
    assert.match(JSON.stringify(found.reasons), /no UTF-8/);
  });

  it('names the columns that are encrypted, and tells an encrypted footer from a cut one (pyarrow)', async () => {
    const columns = await look(fixture('tables/encrypted-columns.parquet'));
    assert.deepEqual([columns.verdict, codesOf(columns)], ['inconclusive', ['encrypted']]);
    assert.match(columns.reasons[0]?.what ?? '', /encrypted columns.*"a", "b"$/);
    const bytes = fixture('tables/encrypted-footer.parquet');
    const footer = await look(bytes);
    assert.deepEqual([footer.verdict, codesOf(footer)], ['inconclusive', ['encrypted']]);
    assert.match(footer.reasons[0]?.what ?? '', /encrypted footer/);
    for (const length of [8, 1000, bytes.length - 1])
      assert.deepEqual(codesOf(await look(bytes.subarray(0, length))), ['cut-short'], `cut to ${length}`);
  });

  it('sees every flipped bit of a checksummed page, although the digest is of the damaged file', async () => {
    const whole = parquetFile();
    const from = Buffer.from(whole).indexOf(Buffer.from(new BigInt64Array([1n, 2n]).buffer));
    for (let at = from; at < from + 8 * ROWS; at += 3) {
      assert.deepEqual(codesOf(await look(flipped(whole, at))), ['crc-mismatch'], `byte ${at}`);
    }
  });

  it('sees an offset index that points elsewhere, and a bloom filter of another length', async () => {
    const indexed = fixture('tables/snappy-v1.parquet');
    const end = indexed.length - 8 - new DataView(indexed.buffer).getUint32(indexed.length - 8, true);
    const outcomes = new Set<string>();
    for (let at = end - 400; at < end; at += 3) {
      const found = await look(flipped(indexed, at));
      if (found.verdict === 'fail') for (const code of codesOf(found)) outcomes.add(code);
    }
    assert.ok(outcomes.has('parquet-index'), [...outcomes].join());
  });

  it('[issue 16] takes what lies behind a chunk for its metadata only where it is', async () => {
    const whole = fixture('tables/others/metadata-behind.parquet');
    assert.deepEqual(codesOf(await look(whole)), []);
    // From the end of its pages to the footer.
    const unseen: number[] = [];
    for (let at = 172; at < 197; at += 1)
      if ((await look(flipped(whole, at, 1))).verdict !== 'fail') unseen.push(at);
    // The type of the items in a list of none.
    assert.deepEqual(unseen, [175]);
    const zeros = fixture('tables/others/zeros-behind.parquet');
    assert.deepEqual(codesOf(await look(zeros)), ['parquet-gap']);
    assert.equal((await look(flipped(zeros, 2800))).verdict, 'fail');
  });

  it('[issue 16] tells an offset index that leaves out the headers of pages, and no other size of theirs', async () => {
    const indexed = fixture('tables/snappy-v1.parquet');
    // Offset 1040 and 296 bytes, by the compact protocol of Thrift.
    const at = Buffer.from(indexed).indexOf(Buffer.from('16a01015d004', 'hex'));
    const taken: string[][] = [];
    for (let headerBytes = 8; headerBytes < 80; headerBytes += 1) {
      const edited = indexed.slice();
      const size = 2 * (296 - headerBytes);
      edited.set([(size & 127) | 128, size >> 7], at + 4);
      const found = await look(edited);
      if (found.verdict !== 'fail') taken.push(codesOf(found));
    }
    assert.deepEqual(taken, [['parquet-index']]);
  });

  it('[issue 16] tells a chunk that leaves out the header of its dictionary, and nothing else that is missing', async () => {
    const short = fixture('tables/others/dictionary-short.parquet');
    assert.ok(codesOf(await look(short)).includes('parquet-sizes'));
    // What wrote it is no longer called parquet-mr.
    const other = short.slice();
    other[Buffer.from(short).lastIndexOf('parquet-mr')] = 0x71;
    assert.equal((await look(other)).verdict, 'fail');
  });

  it('fails wherever it is cut', async () => {
    const whole = parquetFile();
    for (let length = 4; length < whole.length; length += 3) {
      const { verdict } = await look(whole.subarray(0, length));
      assert.equal(verdict, 'fail', `${length} bytes`);
    }
  });

  it('compares its rows with what is expected', async () => {
    for (const expectation of [{ rows: ROWS + 1 }, { minRows: ROWS + 1 }]) {
      const found = await look(parquetFile(), { expectation });
      assert.deepEqual([found.verdict, codesOf(found)], ['fail', ['row-count']]);
    }
  });

  it('is inconclusive above the budgets for its footer, its indexes and its chunks', async () => {
    for (const budgets of [{ structureBytes: 50 }, { objects: 0 }]) {
      const found = await look(parquetFile(), { budgets });
      assert.deepEqual([found.verdict, codesOf(found)], ['inconclusive', ['over-budget']]);
    }
  });
});

describe('the Thrift reader', () => {
  const read = (bytes: Uint8Array, shape = {}) => new ThriftCompact(bytes, 0).struct(shape);

  it('says that more bytes are needed at every cut, and never anything else', () => {
    const whole = thriftStruct({ 1: 300, 2: 'text', 3: [1, 2, 3], 4: { 1: true, 9: -5 }, 40: ['a', 'b'] });
    for (let length = 0; length < whole.length; length += 1)
      assert.throws(() => read(whole.subarray(0, length)), ThriftCut, `${length} bytes`);
    assert.deepEqual(read(whole, { 1: ['a', 'i64'], 40: ['b', { list: 'text' }] }), {
      a: 300,
      b: ['a', 'b'],
    });
  });

  for (const [what, bytes] of [
    ['nesting without end', new Uint8Array(5000).fill(0x1c)],
    ['lists in lists without end', new Uint8Array(5000).fill(0x19)],
    ['a type that does not exist', Uint8Array.of(0x1e, 0)],
    ['a field twice', Uint8Array.of(0x16, 2, 0x06, 2, 2, 0)],
    ['a number that does not end', Uint8Array.from([0x16, ...new Array(12).fill(0xff), 0])],
    ['an end mark with a field number', Uint8Array.of(0x10)],
  ] as [string, Uint8Array][]) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => read(bytes),
        (error) => error instanceof Broken && !(error instanceof ThriftCut),
      );
    });
  }

  it('allocates nothing for a list or text that is longer than what is there', () => {
    const list = Uint8Array.from([0x19, 0xfc, ...varint(2 ** 31 - 1), 0]);
    assert.throws(() => read(list, { 1: ['a', { list: { struct: {} } }] }), ThriftCut);
    const text = joined(Uint8Array.from([0x18, ...varint(2 ** 31 - 1)]), new Uint8Array(10));
    assert.throws(() => read(text, { 1: ['a', 'text'] }), ThriftCut);
    assert.ok(DEFAULT_BUDGETS.structureBytes < 2 ** 31);
  });

  it('makes no number of what does not fit one exactly', () => {
    const big = Uint8Array.from([0x16, ...varint(2n ** 62n), 0]);
    assert.ok(Number.isNaN(read(big, { 1: ['a', 'i64'] })['a']));
  });
});
