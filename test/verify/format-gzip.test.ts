import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { crc32 } from '../../src/verify/codec/crc32.ts';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, joined, type Options, verify } from './memory-source.ts';
import { safetensorsFile, weights } from './safetensors-writer.ts';

const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'dataset', ...over });
const packed = (content: string | Uint8Array) => new Uint8Array(gzipSync(content));
const LINES = Array.from({ length: 20 }, (_none, i) => `{"step":${i},"loss":${1 / (i + 1)}}\n`).join('');

/** With every optional part of a header, right or wrong. */
function withHeader(lie: { crc?: number; flags?: number } = {}): Uint8Array {
  const plain = packed(LINES);
  const header = joined(
    Uint8Array.of(0x1f, 0x8b, 8, lie.flags ?? 0x1f, 0, 0, 0, 0, 0, 3),
    Uint8Array.of(3, 0, 1, 2, 3),
    Buffer.from('name\0comment\0'),
  );
  const crc = lie.crc ?? crc32(header, 0) & 0xffff;
  return joined(header, Uint8Array.of(crc & 255, crc >> 8), plain.subarray(10));
}

describe('a whole gzip file', () => {
  it('passes by its own checksum, and its content is read as what the roster says', async () => {
    const verdict = await look(packed(LINES), {
      role: 'metrics',
      contains: ['loss'],
      expectation: { rows: 20, step: 19 },
    });
    assert.deepEqual([verdict.verdict, verdict.format, verdict.level], ['pass', 'gzip', 'L2']);
    assert.deepEqual([verdict.facts.rows, verdict.facts.step], [20, 19]);
    const other = await look(packed(LINES), { role: 'metrics', expectation: { rows: 21, step: 20 } });
    assert.deepEqual([other.verdict, codesOf(other).includes('row-count')], ['fail', true]);
  });

  it('is the same in chunks of any size, of one member or several, with any header', async () => {
    const several = joined(packed(LINES), packed(''), packed(LINES.replaceAll('"step":', '"step":1')));
    for (const bytes of [packed(LINES), withHeader(), several, fixture('archives/pax.tar.gz')])
      for (const chunkBytes of [1, 7, 1000]) {
        const verdict = await look(bytes, { chunkBytes });
        assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
      }
  });

  it('around an archive has that archive examined, members and all', async () => {
    const verdict = await look(fixture('archives/pax.tar.gz'), {
      role: 'archive',
      contains: ['run/config.json'],
    });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
  });

  it('around a checkpoint is looked into, and degraded because nothing loads it so', async () => {
    const model = safetensorsFile({ w: { shape: [8, 8], data: weights(64) } });
    const verdict = await look(packed(model), { role: 'model', contains: ['w'] });
    assert.deepEqual(
      [verdict.verdict, verdict.level, codesOf(verdict)],
      ['pass-degraded', 'L3', ['wrapped']],
    );
    assert.equal(verdict.tensors?.count, 1);
    const nan = safetensorsFile({
      w: { shape: [1], data: new Uint8Array(Float32Array.of(Number.NaN).buffer) },
    });
    assert.ok(codesOf(await look(packed(nan), { role: 'model' })).includes('non-finite'));
  });

  it('may be of anything in a data set, but metrics must be metrics', async () => {
    const odd = packed(Uint8Array.from({ length: 300 }, (_none, i) => (i * 37 + 11) % 251));
    assert.equal((await look(odd)).verdict, 'pass');
    assert.deepEqual(codesOf(await look(odd, { role: 'metrics' })), ['unknown-format']);
    const page = await look(packed('<!DOCTYPE html>'), { role: 'metrics' });
    assert.equal(page.verdict, 'fail');
  });

  it('is not looked into when its content would not fit into memory', async () => {
    const verdict = await look(packed(LINES), { budgets: { structureBytes: 512 } });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['not-examined']]);
    const metrics = await look(packed(LINES), { role: 'metrics', budgets: { structureBytes: 512 } });
    assert.equal(metrics.counts, false);
  });
});

describe('a gzip file that is damaged', () => {
  const whole = packed(LINES);
  for (const [what, bytes, code] of [
    ['another checksum', flipped(whole, whole.length - 8), 'crc-mismatch'],
    ['another length', flipped(whole, whole.length - 1, 6), 'member-length'],
    ['bytes after it', joined(whole, Uint8Array.of(1)), 'trailing-bytes'],
    ['zeros after it', joined(whole, new Uint8Array(100)), 'trailing-bytes'],
    ['a second member that is cut', joined(whole, whole.subarray(0, 30)), 'cut-short'],
    ['a second header that is cut', joined(whole, whole.subarray(0, 4)), 'cut-short'],
    ['flags that mean nothing', flipped(whole, 3, 7), 'gzip-header'],
    ['a header of another checksum', withHeader({ crc: 1 }), 'gzip-header'],
    ['nothing in it', packed(''), 'empty'],
  ] as [string, Uint8Array, string][]) {
    it(`fails for ${what}`, async () => {
      const verdict = await look(bytes);
      assert.deepEqual(
        [verdict.verdict, codesOf(verdict)],
        ['fail', [code]],
        JSON.stringify(verdict.reasons),
      );
    });
  }

  it('fails wherever it is cut, and for every flipped bit of its content', async () => {
    for (let length = 3; length < whole.length; length += 5)
      assert.equal((await look(whole.subarray(0, length))).verdict, 'fail', `${length} bytes`);
    for (let at = 10; at < whole.length; at += 3)
      assert.equal((await look(flipped(whole, at, at % 8))).verdict, 'fail', `byte ${at}`);
  });
});
