import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { fixtureFiles } from './fixtures.ts';
import { codesOf, flipped, joined } from './memory-source.ts';
import { digestsOf, verifyFiles } from './memory-tree.ts';
import { f32, weights } from './safetensors-writer.ts';

type Files = Map<string, Uint8Array>;

const json = (value: object) => new TextEncoder().encode(JSON.stringify(value));
const META = {
  ...{ zarr_format: 2, shape: [5], chunks: [4], dtype: '<f4', compressor: null },
  ...{ filters: null, order: 'C', fill_value: 0 },
};

const array = (meta: object = {}, chunks: Record<string, Uint8Array> = {}): Files =>
  new Map([
    ['w/.zarray', json({ ...META, ...meta })],
    ...Object.entries({ '0': f32(weights(4)), '1': f32([...weights(1), 0, 0, 0]), ...chunks }).map(
      ([key, bytes]): [string, Uint8Array] => [`w/${key}`, bytes],
    ),
  ]);

const setOf = async (files: Files, role: 'model' | 'dataset' = 'model') => {
  const { sets } = await verifyFiles(files, { role, digests: digestsOf(files), table: true });
  assert.equal(sets[0]?.format, 'zarr');
  return sets[0];
};
const without = (files: Files, path: string): Files => new Map([...files].filter(([each]) => each !== path));

/** What `mend` makes of one chunk of a fixture, and what is said of the whole then. */
const changed = async (name: string, path: string, mend: (chunk: Uint8Array) => Uint8Array) => {
  const files = new Map(fixtureFiles(`zarr/${name}`));
  const before = files.get(`model.zarr/${path}`);
  assert.ok(before, path);
  files.set(`model.zarr/${path}`, new Uint8Array(mend(before)));
  return await setOf(files);
};

describe('a zarr hierarchy', () => {
  it('passes with its digests, and leaves the padding of its last chunks alone', async () => {
    const padding = f32([1, Number.NaN, Number.NaN, Number.NaN]);
    const set = await setOf(array({}, { '1': padding }));
    assert.deepEqual([set?.verdict, set?.tensors], ['pass', { count: 1, elements: 5, nonFinite: 0 }]);
  });

  it('passes with chunks of zstd on every Node, and fails where the frame of one is damaged', async () => {
    const set = await setOf(fixtureFiles('zarr/v3-zstd'));
    assert.equal(set?.verdict, 'pass', JSON.stringify(set?.reasons));
    const [path, chunk] =
      [...fixtureFiles('zarr/v3-zstd')].find(([each]) => each.includes('/weight/c/')) ?? [];
    assert.ok(path && chunk);
    // Its values are guarded by nothing here; what holds them together is.
    for (const at of [0, 4, 5, 8]) {
      const damaged = await setOf(new Map([...fixtureFiles('zarr/v3-zstd'), [path, flipped(chunk, at)]]));
      assert.equal(damaged?.verdict, 'fail', `byte ${at}: ${JSON.stringify(damaged?.reasons)}`);
    }
  });

  const gzip = () => fixtureFiles('zarr/v3-gzip-crc');
  const sharded = () => fixtureFiles('zarr/v3-sharded');
  const change = (files: Files, path: string, edit: (bytes: Uint8Array) => Uint8Array): Files =>
    files.set(path, edit(files.get(path) ?? new Uint8Array(0)));
  const shard = 'model.zarr/weight/c/0/0';
  for (const { what, files, code } of [
    { what: 'a chunk that is not there', files: without(array(), 'w/1'), code: 'chunk-missing' },
    { what: 'a chunk that is cut', files: array({}, { '1': f32([1, 2, 3]) }), code: 'size-lies' },
    { what: 'a chunk that is too long', files: array({}, { '1': f32(weights(5)) }), code: 'size-lies' },
    {
      what: 'a chunk outside the grid',
      files: array({}, { '2': f32(weights(4)) }),
      code: 'chunk-unexpected',
    },
    {
      what: 'a NaN in its last chunk',
      files: array({}, { '1': f32([Number.NaN, 0, 0, 0]) }),
      code: 'non-finite',
    },
    { what: 'shapes of two lengths', files: array({ shape: [5, 1] }), code: 'zarr-malformed' },
    { what: 'a chunk of no size', files: array({ chunks: [0] }), code: 'zarr-malformed' },
    { what: 'a negative shape', files: array({ shape: [-5] }), code: 'zarr-malformed' },
    {
      what: 'metadata that is no JSON',
      files: array().set('w/.zarray', Uint8Array.of(0x7b)),
      code: 'zarr-malformed',
    },
    {
      what: 'a chunk whose CRC differs',
      files: change(gzip(), shard, (bytes) => flipped(bytes, 30)),
      code: 'crc-mismatch',
    },
    {
      what: 'an index of a shard whose CRC differs',
      files: change(sharded(), shard, (bytes) => flipped(bytes, bytes.length - 30)),
      code: 'crc-mismatch',
    },
    {
      what: 'a shard with bytes before its index',
      files: change(sharded(), shard, (bytes) =>
        joined(bytes.subarray(0, -68), new Uint8Array(4), bytes.subarray(-68)),
      ),
      code: 'hole-between-chunks',
    },
    {
      what: 'a deflated chunk with bytes behind it',
      files: change(fixtureFiles('zarr/v2-zlib'), 'model.zarr/weight/0.0', (bytes) =>
        joined(bytes, new Uint8Array(3)),
      ),
      code: 'deflate-broken',
    },
  ]) {
    it(`fails with ${what}`, async () => {
      const set = await setOf(files);
      assert.equal(set?.verdict, 'fail', JSON.stringify(set?.reasons));
      assert.ok(set && codesOf(set).includes(code), JSON.stringify(set?.reasons));
    });
  }

  for (const { what, meta } of [
    { what: 'a compressor that is not read', meta: { compressor: { id: 'zfpy' } } },
    { what: 'LZMA without a container', meta: { compressor: { id: 'lzma', format: 3 } } },
    { what: 'a filter that is not read', meta: { filters: [{ id: 'categorize', labels: ['a'] }] } },
    {
      what: 'a filter of values behind one of bytes',
      meta: { filters: [{ id: 'crc32' }, { id: 'delta', dtype: '<f4' }] },
    },
    { what: 'a checksum behind what it is of', meta: { filters: [{ id: 'crc32', location: 'end' }] } },
    { what: 'filters', meta: { filters: [{ id: 'delta' }] } },
    { what: 'texts', meta: { dtype: '|O' } },
    { what: 'an order that is none', meta: { shape: [5, 1], chunks: [4, 1], order: 'A' } },
    { what: 'more chunks than the budget', meta: { shape: [2 ** 40] } },
  ]) {
    it(`is inconclusive for ${what}`, async () => {
      const set = await setOf(array(meta));
      assert.equal(set?.verdict, 'inconclusive', JSON.stringify(set?.reasons));
    });
  }

  const blosc = (path: string, edit: (bytes: Uint8Array) => void): Files =>
    change(fixtureFiles('zarr/v2-blosc'), `model.zarr/${path}`, (bytes) => {
      const copy = bytes.slice();
      edit(copy);
      return copy;
    });
  const u32 = (bytes: Uint8Array, at: number, value: number) =>
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value, true);
  for (const { what, path = 'blocks/0.0', edit, code, verdict = 'fail' } of [
    { what: 'cut', edit: (bytes: Uint8Array) => u32(bytes, 12, bytes.length + 1) },
    { what: 'more than the array', edit: (bytes: Uint8Array) => u32(bytes, 4, 2 ** 31) },
    { what: 'blocks of nothing', edit: (bytes: Uint8Array) => u32(bytes, 8, 0) },
    { what: 'one block twice', edit: (bytes: Uint8Array) => bytes.copyWithin(20, 16, 20) },
    { what: 'a block outside', edit: (bytes: Uint8Array) => u32(bytes, 20, 2 ** 31) },
    { what: 'a stream that is too long', edit: (bytes: Uint8Array) => u32(bytes, 28, 2 ** 31) },
    { what: 'a type of no bytes', edit: (bytes: Uint8Array) => bytes.fill(0, 3, 4) },
    { what: 'an older version', edit: (bytes: Uint8Array) => bytes.fill(1, 0, 1) },
    { what: 'a copy that is longer', path: 'noise/0', edit: (bytes: Uint8Array) => u32(bytes, 4, 4808) },
    {
      what: 'BloscLZ that points outside',
      path: 'blosclz/0.0',
      edit: (bytes: Uint8Array) => bytes.fill(0xff, 30, 60),
    },
    {
      what: 'zlib that does not inflate',
      path: 'zlib/0.0',
      edit: (bytes: Uint8Array) => bytes.fill(0, 30, 60),
    },
    {
      what: 'zstd without its magic',
      path: 'zstd/0.0',
      edit: (bytes: Uint8Array) => bytes.fill(0, 24, 28),
      code: 'zstd-broken',
    },
    {
      what: 'LZ4 of another length',
      path: 'plain/0.0',
      edit: (bytes: Uint8Array) => u32(bytes, 0, 511),
      code: 'lz4-broken',
    },
    {
      what: 'what Snappy did not pack',
      edit: (bytes: Uint8Array) => bytes.fill(0x41, 2, 3),
      code: 'snappy-broken',
    },
    {
      what: 'a compressor that nobody knows',
      edit: (bytes: Uint8Array) => bytes.fill(0xa1, 2, 3),
      code: 'blosc-compressor',
      verdict: 'inconclusive',
    },
    {
      what: 'Blosc 2',
      edit: (bytes: Uint8Array) => bytes.fill(5, 0, 1),
      code: 'blosc-version',
      verdict: 'inconclusive',
    },
  ])
    it(`is ${verdict} with Blosc of ${what}`, async () => {
      const set = await setOf(blosc(path, edit));
      assert.equal(set?.verdict, verdict, JSON.stringify(set?.reasons));
      assert.ok(set && codesOf(set).includes(code ?? 'blosc-broken'), JSON.stringify(set?.reasons));
    });

  it('takes an absent chunk of a data set for the fill value, as writers do, and says so', async () => {
    const set = await setOf(without(array(), 'w/1'), 'dataset');
    assert.deepEqual([set?.verdict, set && codesOf(set)], ['pass-degraded', ['chunk-missing']]);
  });

  it('[issue 16] refuses a checksum that differs, bits that are not as many, and texts that are not where they should be', async () => {
    for (const name of ['crc32', 'adler32'])
      for (const at of [1, 40]) {
        const set = await changed('v2-filters', `${name}/0.0`, (chunk) => flipped(chunk, at));
        assert.equal(set?.verdict, 'fail', `${name} ${at}`);
        assert.ok(set && codesOf(set).includes('crc-mismatch'), JSON.stringify(set?.reasons));
      }
    const packed = (of: (bytes: Uint8Array) => Uint8Array) => (chunk: Uint8Array) =>
      deflateSync(of(inflateSync(chunk)));
    const cases: [string, (bytes: Uint8Array) => Uint8Array, string][] = [
      ['bits/0.0', (bytes) => flipped(bytes, 0, 1), 'size-lies'],
      ['bits/0.0', (bytes) => bytes.subarray(0, -1), 'size-lies'],
      ['text/0', (bytes) => flipped(bytes, 0), 'size-lies'],
      ['text/0', (bytes) => flipped(bytes, 4), 'size-lies'],
      ['text/0', (bytes) => bytes.subarray(0, -1), 'size-lies'],
      ['text/0', (bytes) => joined(bytes, Uint8Array.of(0)), 'size-lies'],
      // The second byte of a letter.
      ['text/0', (bytes) => flipped(bytes, bytes.length - 4, 6), 'not-utf8'],
      ['bytes/0', (bytes) => bytes.subarray(0, 3), 'size-lies'],
      ['delta/0.0', (bytes) => bytes.subarray(2), 'size-lies'],
      ['when/0', (bytes) => joined(bytes, bytes), 'size-lies'],
    ];
    for (const [path, of, code] of cases) {
      const set = await changed('v2-filters', path, packed(of));
      assert.ok(set && codesOf(set).includes(code), `${path} ${code}: ${JSON.stringify(set?.reasons)}`);
    }
  });

  it('[issue 16] reads structures as stretches of their length, and says so', async () => {
    const dtype = [
      ['a', '<i4'],
      ['b', '<f4', [2]],
    ];
    const whole = array({ dtype, shape: [2], chunks: [2] }, { '0': new Uint8Array(24).fill(1) });
    whole.delete('w/1');
    const set = await setOf(whole);
    assert.deepEqual([set?.verdict, set && codesOf(set)], ['pass-degraded', ['fields-not-read']]);
    whole.set('w/0', new Uint8Array(23));
    assert.equal((await setOf(whole))?.verdict, 'fail');
  });
});
