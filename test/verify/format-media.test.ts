import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readyZstd, zstdDecompress } from '../../src/verify/codec/zstd.ts';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, joined, type Options, verify, zeroed } from './memory-source.ts';

const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'archive', ...over });

describe('a picture', () => {
  const png = fixture('media/plot.png');

  it('is whole in pieces of any size, and broken wherever it is cut', async () => {
    for (const chunkBytes of [1, 13, 4096]) {
      const verdict = await look(png, { chunkBytes });
      assert.deepEqual([verdict.counts, verdict.level], [true, 'L2'], JSON.stringify(verdict.reasons));
    }
    for (let length = 20; length < png.length; length += 7)
      assert.equal((await look(png.subarray(0, length))).verdict, 'fail', `${length} bytes`);
    assert.equal((await look(joined(png, Uint8Array.of(1)))).verdict, 'fail');
  });

  for (const [what, bytes, code] of [
    ['a flipped bit', flipped(png, 100), 'crc-mismatch'],
    ['no pixels', joined(png.subarray(0, 33), png.subarray(-12)), 'png-structure'],
    ['no IHDR', joined(png.subarray(0, 8), png.subarray(33)), 'png-structure'],
  ] as [string, Uint8Array, string][]) {
    it(`with ${what} fails`, async () => {
      const verdict = await look(bytes);
      assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['fail', code]);
    });
  }
});

describe('zstd', () => {
  const whole = fixture('media/metrics.jsonl.zst');
  const plain = fixture('media/no-checksum.jsonl.zst');
  const counted: Options = { role: 'metrics', expectation: { rows: 120 } };

  it('of whole frames passes on every Node', async () => {
    const verdict = await look(whole, counted);
    assert.deepEqual([verdict.verdict, verdict.facts.rows], ['pass', 120]);
    const unguarded = await look(plain, counted);
    assert.equal(unguarded.verdict, 'pass-degraded');
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
    await readyZstd();
    const unpacked = (bytes: Uint8Array) => Buffer.from(zstdDecompress(bytes, 1e6, 0)).toString('latin1');
    for (let at = 12; at < whole.length; at += 5) {
      const damaged = flipped(whole, at);
      const { counts } = await look(damaged, counted);
      assert.ok(!counts || unpacked(damaged) === unpacked(whole), `byte ${at}`);
    }
  });
});
