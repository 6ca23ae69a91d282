import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { zstdDecompress, zstdReadable } from '../../src/verify/codec/zstd.ts';
import { fixture } from './fixtures.ts';
import { box, film } from './media-writer.ts';
import { codesOf, flipped, joined, type Options, verify, zeroed } from './memory-source.ts';

const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'archive', ...over });

const FILES: [string, Uint8Array][] = ['plot.png', 'sample.jpg', 'progressive.jpg', 'trials.db'].map(
  (name) => [name, fixture(`media/${name}`)],
);

describe('pictures, films and databases', () => {
  for (const [name, bytes] of [...FILES, ['film', film()] as [string, Uint8Array]]) {
    it(`${name} is whole in pieces of any size, and broken wherever it is cut`, async () => {
      for (const chunkBytes of [1, 13, 4096]) {
        const verdict = await look(bytes, { chunkBytes });
        assert.ok(verdict.counts, JSON.stringify(verdict.reasons));
        assert.equal(verdict.level, 'L2');
      }
      for (let length = 20; length < bytes.length; length += 7)
        assert.equal((await look(bytes.subarray(0, length))).verdict, 'fail', `${length} bytes`);
      assert.equal((await look(joined(bytes, Uint8Array.of(1)))).verdict, 'fail');
    });
  }

  const png = fixture('media/plot.png');
  const base = fixture('media/trials.db');
  const picture = fixture('media/sample.jpg');
  for (const [what, bytes, code] of [
    ['a PNG with a flipped bit', flipped(png, 100), 'crc-mismatch'],
    ['a PNG without pixels', joined(png.subarray(0, 33), png.subarray(-12)), 'png-structure'],
    ['a PNG without IHDR', joined(png.subarray(0, 8), png.subarray(33)), 'png-structure'],
    ['a JPEG of no scan', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), 'jpeg-structure'],
    ['a JPEG whose segment length lies', flipped(picture, 5, 6), 'jpeg-structure'],
    ['a database of another page size', flipped(base, 16, 0), 'sqlite-header'],
    ['a database of another page count', flipped(base, 31, 0), 'sqlite-size'],
    ['a database whose first page is none', flipped(base, 100, 6), 'sqlite-header'],
    ['a film without moov', joined(film().subarray(0, 24), box('mdat', new Uint8Array(9))), 'mp4-structure'],
    ['a film with a hole for a box', joined(film(), new Uint8Array(7)), 'cut-short'],
  ] as [string, Uint8Array, string][]) {
    it(`${what} fails`, async () => {
      const verdict = await look(bytes);
      const shown = JSON.stringify(verdict.reasons);
      assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['fail', code], shown);
    });
  }
});

describe('zstd', () => {
  const whole = fixture('media/metrics.jsonl.zst');
  const plain = fixture('media/no-checksum.jsonl.zst');
  const counted: Options = { role: 'metrics', expectation: { rows: 120 } };

  it('of whole frames passes where Node can read it, and is inconclusive elsewhere', async () => {
    const verdict = await look(whole, counted);
    if (zstdReadable) assert.deepEqual([verdict.verdict, verdict.facts.rows], ['pass', 120]);
    else assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['zstd-unsupported']]);
    const unguarded = await look(plain, counted);
    assert.equal(unguarded.verdict, zstdReadable ? 'pass-degraded' : 'inconclusive');
  });

  it('fails on every Node wherever it is cut, and for anything behind it', async () => {
    for (const bytes of [whole, plain])
      for (let length = 4; length < bytes.length; length += 3) {
        assert.equal((await look(bytes.subarray(0, length))).verdict, 'fail', `${length} bytes`);
      }
    for (const tail of [Uint8Array.of(1), new Uint8Array(100)])
      assert.deepEqual(codesOf(await look(joined(whole, tail)))[0], 'trailing-bytes');
    assert.equal((await look(zeroed(whole, 0, whole.length >> 1))).verdict, 'fail');
  });

  it('fails for headers and blocks that lie', async () => {
    assert.equal(codesOf(await look(flipped(whole, 4, 3)))[0], 'zstd-header');
    assert.equal(codesOf(await look(flipped(whole, 9)))[0], 'cut-short');
    assert.equal(codesOf(await look(flipped(whole, 9, 4)))[0], 'zstd-block');
    assert.equal((await look(joined(whole, whole), counted)).counts, false);
  });

  it('with a flipped bit never counts, unless the same content comes out', async () => {
    const unpacked = (bytes: Uint8Array) => Buffer.from(zstdDecompress(bytes, 1e6, 0)).toString('latin1');
    for (let at = 12; at < whole.length; at += 5) {
      const damaged = flipped(whole, at);
      const { counts } = await look(damaged, counted);
      assert.ok(!counts || unpacked(damaged) === unpacked(whole), `byte ${at}`);
    }
  });
});
