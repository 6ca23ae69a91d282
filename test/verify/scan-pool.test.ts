import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { crc32 } from '../../src/verify/codec/crc32.ts';
import { combineCrc32 } from '../../src/verify/codec/crc32-combine.ts';
import type { FileVerdict } from '../../src/verify/contract/verdict.ts';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { openFileSource } from '../../src/verify/read/file-source.ts';
import { ScanPool } from '../../src/verify/tensor/scan-pool.ts';
import { flipped, zeroed } from './memory-source.ts';
import { f32, safetensorsFile, weights } from './safetensors-writer.ts';
import { zipFile } from './zip-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'scan-pool-'));
const pool = new ScanPool(3);
after(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

const large = new Uint8Array(Buffer.alloc(9_500_000, Buffer.from(f32(weights(4096)))));
const model = safetensorsFile({
  'a.weight': { shape: [2_375_000], data: large },
  'b.weight': { shape: [16, 16], data: weights(256) },
  'c.weight': { shape: [1_200_000], data: large.subarray(0, 4_800_000) },
});
const archive = zipFile([
  { name: 'small', data: f32(weights(64)) },
  { name: 'large', data: large },
  { name: 'second', data: large.subarray(4, 5_000_000) },
]);

async function verdictOf(bytes: Uint8Array, workers?: ScanPool): Promise<FileVerdict> {
  const path = join(folder, `file-${workers === undefined ? 'alone' : 'pool'}`);
  writeFileSync(path, bytes);
  const source = await openFileSource(path);
  try {
    const options = { role: 'archive', contains: [], allowDegraded: true, table: true } as const;
    const verdict = await verifyFile(source, { ...options, ...(workers === undefined ? {} : { workers }) });
    return { ...verdict, label: 'file', requests: 0, bytesRead: 0 };
  } finally {
    await source.close();
  }
}

describe('several threads', () => {
  for (const [name, bytes] of Object.entries({
    'a whole safetensors file': model,
    'a safetensors file with a flipped sign of infinity': flipped(model, model.length - 4_800_001, 6),
    'a safetensors file with a hole across slices': zeroed(model, 4_000_000, 4_400_000),
    'a whole archive': archive,
    'an archive with a flipped bit': flipped(archive, 6_000_000),
    'an archive with a damaged local header': flipped(archive, archive.indexOf('l'.charCodeAt(0), 300)),
    'half an archive': archive.subarray(0, archive.length / 2),
  })) {
    it(`say of ${name} what one says`, async () => {
      assert.deepEqual(await verdictOf(bytes, pool), await verdictOf(bytes));
    });
  }

  it('tell a file that shrinks while they read it', async () => {
    const path = join(folder, 'shrinking');
    writeFileSync(path, model);
    const source = await openFileSource(path);
    const shrinking = {
      ...source,
      // Between the header and the first slice.
      async read(offset: number, length: number) {
        const bytes = await source.read(offset, length);
        truncateSync(path, 5_000_000);
        return bytes;
      },
    };
    const verdict = await verifyFile(shrinking, {
      role: 'model',
      contains: [],
      allowDegraded: true,
      workers: pool,
    });
    await source.close();
    assert.equal(verdict.verdict, 'fail');
    assert.equal(verdict.reasons[0]?.code, 'changed-while-reading', JSON.stringify(verdict.reasons));
  });

  it('tell how far they are', async () => {
    const path = join(folder, 'progress');
    writeFileSync(path, model);
    const source = await openFileSource(path);
    const seen: number[] = [];
    const onProgress = (done: number) => seen.push(done);
    await verifyFile(source, { role: 'model', contains: [], allowDegraded: true, workers: pool, onProgress });
    await source.close();
    assert.ok(seen.length >= 3 && seen.every((done, i) => done > (seen[i - 1] ?? 0)), seen.join());
    assert.equal(seen.at(-1), model.length);
  });

  it('listen between two slices, however many stretches are under way', async () => {
    const path = join(folder, 'many stretches');
    writeFileSync(path, model);
    const source = await openFileSource(path);
    // Nobody else is there: every slice is done in this thread, and each must leave the others' answers a turn.
    const alone = new ScanPool(1);
    let [turns, goesOn] = [0, true];
    const turn = () => {
      turns += 1;
      if (goesOn) setImmediate(turn);
    };
    setImmediate(turn);
    const bulk = { crc: true, took() {} };
    const stretches = Array.from({ length: 40 }, (_none, n) =>
      alone.of(source.descriptor).work(n * 1024, 1024, bulk, () => {}),
    );
    await Promise.all(stretches);
    goesOn = false;
    await alone.close();
    await source.close();
    assert.ok(turns >= stretches.length, `${turns} turns`);
  });

  it('stop when they are told to', async () => {
    const path = join(folder, 'stopped');
    writeFileSync(path, model);
    const source = await openFileSource(path);
    const control = new AbortController();
    const reason = new Error('stop');
    const onProgress = () => control.abort(reason);
    const options = { role: 'model', contains: [], allowDegraded: true, workers: pool, onProgress } as const;
    await assert.rejects(verifyFile(source, { ...options, signal: control.signal }), reason);
    await source.close();
  });
});

describe('the CRC of two stretches', { skip: 'crc32' in zlib ? false : 'needs zlib.crc32' }, () => {
  it('comes from the CRC of each', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.uint8Array({ maxLength: 400 }), (a, b) => {
        const whole = crc32(new Uint8Array(Buffer.concat([a, b])), 0);
        assert.equal(combineCrc32(crc32(a, 0), crc32(b, 0), b.length), whole);
      }),
    );
  });

  it('is right for stretches of zeros of any length', () => {
    const first = crc32(f32(weights(10)), 0);
    for (const length of [1, 255, 65_536, 1_000_003]) {
      const zeros = new Uint8Array(length);
      assert.equal(combineCrc32(first, crc32(zeros, 0), length), crc32(zeros, first));
    }
  });
});
