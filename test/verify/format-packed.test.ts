import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, joined, type Options, verify } from './memory-source.ts';
import { random } from './mutants.ts';
import { safetensorsFile, weights } from './safetensors-writer.ts';

const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'dataset', ...over });

/** The same bytes in every way of packing that Python has. */
function packedByPython(content: Uint8Array): Map<string, Uint8Array> {
  const answer = execFileSync('python3', [join(import.meta.dirname, 'pack.py')], {
    input: content,
    maxBuffer: 1e9,
  });
  return new Map(
    answer
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t') as [string, string])
      .map(([name, file]) => [name, new Uint8Array(Buffer.from(file, 'base64'))]),
  );
}

const unpackedByPython = (module: string, bytes: Uint8Array): string => {
  const code = `import sys, ${module}; sys.stdout.buffer.write(${module}.decompress(sys.stdin.buffer.read()))`;
  return execFileSync('python3', ['-c', code], { input: bytes }).toString();
};

const ROWS = Array.from({ length: 3000 }, (_none, i) => `{"step":${i},"loss":${1 / (i + 1)}}\n`).join('');
const UNCHECKED = ['xz none', 'lzma', 'lzma odd'];

describe('a file that is packed as a whole', { skip: missing('python3') }, () => {
  it('[issue 16] is read as what is in it, whoever packed it how, in chunks of any size', async () => {
    for (const [name, bytes] of packedByPython(Buffer.from(ROWS)))
      for (const chunkBytes of [1, 1000, 2 ** 20]) {
        const verdict = await look(bytes, {
          role: 'metrics',
          expectation: { rows: 3000, step: 2999 },
          chunkBytes,
        });
        const { rows, step } = verdict.facts;
        const expected =
          name === 'xz delta' ? 'inconclusive' : UNCHECKED.includes(name) ? 'pass-degraded' : 'pass';
        assert.equal(verdict.verdict, expected, `${name}: ${JSON.stringify(verdict.reasons)}`);
        assert.equal(verdict.format, name.split(' ')[0]);
        if (expected === 'inconclusive') assert.deepEqual(codesOf(verdict), ['xz-filter']);
        else assert.deepEqual([rows, step], [3000, 2999], name);
        if (expected === 'pass-degraded')
          assert.deepEqual([...new Set(codesOf(verdict))], ['no-checksum'], name);
      }
  });

  it('[issue 16] is right in every byte, of what packs well, badly and not at all', async () => {
    const next = random(5);
    const noise = Uint8Array.from({ length: 40_000 }, () => Math.floor(next() * 256));
    const contents = [
      Uint8Array.of(7),
      noise,
      joined(noise, new Uint8Array(200_000), noise, Buffer.from(ROWS)),
    ];
    for (const content of contents) {
      // A float for each byte: equal fingerprints are equal bytes.
      const data = Float32Array.from(content);
      const model = safetensorsFile({
        w: { shape: [content.length], data: new Uint8Array(data.buffer) },
      });
      const plain = await look(model, { role: 'model' });
      for (const [name, bytes] of packedByPython(model)) {
        if (name === 'xz delta') continue;
        const { tensorsDigest, verdict, reasons } = await look(bytes, { role: 'model' });
        assert.equal(verdict, 'pass-degraded', JSON.stringify(reasons));
        assert.ok(plain.tensorsDigest !== undefined);
        assert.equal(tensorsDigest, plain.tensorsDigest, name);
      }
    }
  });

  it('[issue 16] never passes with a flipped bit, a cut, or bytes behind it', async () => {
    for (const [name, bytes] of packedByPython(Buffer.from(ROWS.slice(0, 400)))) {
      if (UNCHECKED.includes(name) || name === 'xz delta') continue;
      const whole = await look(bytes);
      assert.equal(whole.verdict, 'pass', name);
      const passed: string[] = [];
      for (let offset = 0; offset < bytes.length; offset += 1) {
        for (let bit = 0; bit < 8; bit += 1)
          if ((await look(flipped(bytes, offset, bit))).verdict === 'pass') passed.push(`${offset}.${bit}`);
        if ((await look(bytes.subarray(0, offset))).verdict === 'pass') passed.push(`cut at ${offset}`);
      }
      if ((await look(joined(bytes, Buffer.from('more')))).verdict === 'pass') passed.push('more behind it');
      // The first of two streams is a whole file. What else passes is what others read as the same: the largest size that blocks of
      // bzip2 might have, a code of it that no symbol uses, the bits that fill up the last byte of deflate.
      const cuts = passed.filter((each) => each.startsWith('cut'));
      assert.ok(cuts.length <= (name.endsWith('two') ? 3 : 0), `${name}: ${cuts.join()}`);
      const flips = passed
        .filter((each) => !each.startsWith('cut'))
        .map((each) => each.split('.').map(Number));
      const reader = name.startsWith('bzip2') ? 'bz2' : name === 'zlib' ? 'zlib' : undefined;
      if (reader === undefined) assert.deepEqual(flips, [], name);
      else
        for (const [offset = 0, bit = 0] of flips)
          assert.equal(unpackedByPython(reader, flipped(bytes, offset, bit)), ROWS.slice(0, 400), name);
    }
  });

  it('[issue 16] that would become too much is left, and says so', async () => {
    for (const [name, bytes] of packedByPython(Buffer.from(ROWS.repeat(20)))) {
      if (name === 'xz delta') continue;
      const within = await look(bytes, { role: 'archive' });
      assert.ok(within.verdict.startsWith('pass'), `${name}: ${JSON.stringify(within.reasons)}`);
      const beyond = await look(bytes, { role: 'archive', budgets: { expandedBytes: ROWS.length * 20 - 1 } });
      assert.equal(beyond.verdict, 'inconclusive', name);
      assert.ok(codesOf(beyond).includes('over-budget'), name);
      const layered = await look(bytes, { role: 'archive', budgets: { nestedExpansion: 1 } });
      assert.equal(layered.verdict, 'inconclusive', name);
      assert.ok(codesOf(layered).includes('over-budget'), name);
    }
  });

  it('[issue 16] around a checkpoint is looked into, and degraded because nothing loads it so', async () => {
    const model = safetensorsFile({ w: { shape: [8, 8], data: weights(64) } });
    for (const [name, bytes] of packedByPython(model)) {
      if (name === 'xz delta') continue;
      const verdict = await look(bytes, { role: 'model', contains: ['w'] });
      assert.equal(verdict.verdict, 'pass-degraded', name);
      assert.ok(codesOf(verdict).includes('wrapped'), name);
    }
  });
});

describe('an LZ4 frame', () => {
  it('[issue 16] that joblib wrote is read to its end, and a flip in its header fails', async () => {
    const bytes = fixture('pickle/new-lz4.joblib.lz4');
    const verdict = await look(bytes, { role: 'model' });
    assert.deepEqual([verdict.verdict, verdict.format, verdict.level], ['pass-degraded', 'joblib', 'L3']);
    for (let offset = 0; offset < 7; offset += 1)
      assert.ok(
        ['fail', 'inconclusive'].includes((await look(flipped(bytes, offset), { role: 'model' })).verdict),
      );
    assert.equal((await look(bytes.subarray(0, -4), { role: 'model' })).verdict, 'fail');
    assert.equal((await look(joined(bytes, Uint8Array.of(0)), { role: 'model' })).verdict, 'fail');
  });
});
