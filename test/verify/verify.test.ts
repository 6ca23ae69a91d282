import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Clock } from '../../src/clock.ts';
import type { Role } from '../../src/evidence-level.ts';
import { Problem } from '../../src/problem.ts';
import type { RangeSource } from '../../src/verify/contract/source.ts';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { codesOf, memorySource, sha256Of, verify, verifyWithDigest } from './memory-source.ts';
import { safetensorsFile, weights, wholeCheckpoint } from './safetensors-writer.ts';
import { torchFile } from './torch-writer.ts';
import { zipFile } from './zip-writer.ts';

const ROLES: Role[] = [
  'checkpoint',
  'model',
  'optimizer',
  'adapter',
  'metrics',
  'config',
  'log',
  'dataset',
  'archive',
  'opaque',
];
const options = { role: 'checkpoint', contains: [], allowDegraded: true } as const;

describe('what arrives in the place of a file', () => {
  for (const role of ROLES) {
    it(`is never a pass as ${role}: nothing, or a name that is still being written [D-08]`, async () => {
      assert.deepEqual(codesOf(await verify(new Uint8Array(0), { role })), ['empty']);
      for (const name of [
        'best.pth.tmp',
        'run/best.safetensors.part',
        'x.incomplete',
        'x.crdownload',
        'a/.best.pth.Ab12Cd',
        'x~',
      ]) {
        const verdict = await verifyWithDigest(wholeCheckpoint(), { role, label: name });
        assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['fail', 'unfinished-name'], name);
      }
    });
  }

  for (const { what, text, code } of [
    { what: 'an error page', text: '<!DOCTYPE html><html><body>404</body></html>', code: 'error-page' },
    {
      what: 'an error page after white space',
      text: '\n  <html><head><title>Sign in</title>',
      code: 'error-page',
    },
    {
      what: 'an answer in XML',
      text: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
      code: 'error-page',
    },
    { what: 'an answer in JSON', text: '{"error": "not found"}', code: 'error-page' },
    {
      what: 'another answer in JSON',
      text: '{ "message": "Bad credentials", "status": 401 }',
      code: 'error-page',
    },
    {
      what: 'a Git LFS pointer',
      text: 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n',
      code: 'lfs-pointer',
    },
    { what: 'reserved space', text: '\0'.repeat(100_000), code: 'zero-filled' },
    { what: 'a start that never arrived', text: `${'\0'.repeat(4096)}{"a": 1}`, code: 'zero-filled' },
  ]) {
    for (const role of ['checkpoint', 'metrics', 'dataset'] as const) {
      it(`fails as ${role}: ${what}, digest or not`, async () => {
        const bytes = new TextEncoder().encode(text);
        assert.ok(codesOf(await verify(bytes, { role })).includes(code));
        assert.equal((await verifyWithDigest(bytes, { role })).verdict, 'fail');
      });
    }
  }

  it('is inconclusive when it is of no known format, and says what it is wrapped in', async () => {
    const unknown = await verifyWithDigest(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    assert.deepEqual(
      [unknown.verdict, unknown.counts, codesOf(unknown)],
      ['inconclusive', false, ['unknown-format']],
    );
    const beginsWith = (magic: string) =>
      verifyWithDigest(new Uint8Array(Buffer.from(`${magic}010203`, 'hex')));
    const wrapped = await beginsWith('377abcaf271c');
    assert.deepEqual([wrapped.verdict, codesOf(wrapped)], ['inconclusive', ['wrapped']]);
    for (const [format, magic] of [
      ['xz', 'fd377a585a00'],
      ['bzip2', '425a6839314159265359'],
      ['lz4', '04224d18'],
    ]) {
      const unpacked = await beginsWith(magic ?? '');
      assert.deepEqual([unpacked.format, unpacked.verdict], [format, 'fail'], magic);
    }
    const inside = await verifyWithDigest(new Uint8Array(gzipSync(wholeCheckpoint())));
    assert.deepEqual([inside.verdict, inside.level, codesOf(inside)], ['pass-degraded', 'L3', ['wrapped']]);
    const legacy = Buffer.concat([
      Buffer.from('80028a0a6cfc9c46f9206aa850192e', 'hex'),
      Buffer.alloc(100, 1),
    ]);
    const cut = await verifyWithDigest(new Uint8Array(legacy));
    assert.deepEqual([cut.format, cut.verdict], ['torch-legacy', 'fail']);
  });

  it('is told by its content, whatever its name says', async () => {
    assert.equal((await verifyWithDigest(wholeCheckpoint(), { label: 'model.pt' })).format, 'safetensors');
    assert.equal((await verifyWithDigest(torchFile(), { label: 'model.safetensors' })).format, 'torch-zip');
  });
});

describe('a declared opaque file', () => {
  const bytes = Uint8Array.of(0, 1, 2, 3);

  it('passes at L1 with its digest and with nothing else', async () => {
    const whole = await verifyWithDigest(bytes, { role: 'opaque' });
    assert.deepEqual([whole.verdict, whole.level, whole.format], ['pass', 'L1', 'opaque']);
    assert.deepEqual(codesOf(await verify(bytes, { role: 'opaque' })), ['no-digest']);
    assert.deepEqual(codesOf(await verify(bytes, { role: 'opaque', sha256: sha256Of(bytes.subarray(1)) })), [
      'digest-mismatch',
    ]);
  });
});

describe('logs, configs and archives', () => {
  it('a log passes as text, and fails for a hole', async () => {
    const log = new TextEncoder().encode('epoch 1, loss 2.5\nepoch 2, loss 1.5\n'.repeat(5000));
    const whole = await verifyWithDigest(log, { role: 'log' });
    assert.deepEqual(
      [whole.verdict, whole.format, whole.facts.rows],
      ['pass', 'text', 10_000],
      JSON.stringify(whole.reasons),
    );
    const hole = await verifyWithDigest(log.slice().fill(0, 65_500, 65_600), {
      role: 'log',
      chunkBytes: 4096,
    });
    assert.deepEqual(codesOf(hole), ['zero-hole']);
    assert.equal(hole.reasons[0]?.offset, 65_500);
  });

  it('a config in another notation is degraded: its structure was not proven', async () => {
    const verdict = await verifyWithDigest(new TextEncoder().encode('lr = 0.1\nlayers = [1, 2]\n'), {
      role: 'config',
    });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['text-only']]);
  });

  it('an archive passes by the CRC of each member, and is no model', async () => {
    const archive = zipFile([
      { name: 'a/b.txt', data: Buffer.from('hello') },
      { name: 'a/c.bin', data: Buffer.alloc(5000, 7), deflate: true },
    ]);
    const whole = await verify(archive, { role: 'archive', contains: ['a/b.txt'] });
    assert.deepEqual(
      [whole.verdict, whole.format, whole.level],
      ['pass', 'zip', 'L2'],
      JSON.stringify(whole.reasons),
    );
    assert.deepEqual(codesOf(await verify(archive, { role: 'model' })), ['level-not-reached']);
  });

  it('the start of a model is no model', async () => {
    const script = zipFile([
      { name: 'm/data.pkl', data: Buffer.from('N.') },
      { name: 'm/constants.pkl', data: Buffer.from('N.') },
      { name: 'm/code/x.py', data: Buffer.from('1') },
    ]);
    const verdict = await verify(script);
    assert.deepEqual(
      [verdict.verdict, verdict.format, codesOf(verdict)],
      ['fail', 'torchscript', ['torch-layout', 'executable-content']],
    );
  });
});

describe('the examination', () => {
  const large = safetensorsFile({ w: { shape: [1000, 1000], data: weights(1_000_000) } });

  it('reports progress up to the last byte', async () => {
    const seen: number[] = [];
    await verify(large, { onProgress: (done, total) => seen.push(done / total) });
    assert.equal(seen.at(-1), 1);
    assert.ok(seen.length >= 4 && seen.every((part, i) => part > (seen[i - 1] ?? 0)));
  });

  it('ends with the reason of an abort, before it starts and in the middle', async () => {
    const reason = new Error('stop');
    await assert.rejects(verify(large, { signal: AbortSignal.abort(reason) }), reason);
    const control = new AbortController();
    const stopAtHalf = (done: number, total: number) => {
      if (done > total / 2) control.abort(reason);
    };
    await assert.rejects(verify(large, { signal: control.signal, onProgress: stopAtHalf }), reason);
  });

  it('ends on an abort although the source never answers', async () => {
    const control = new AbortController();
    const hanging: RangeSource = {
      ...memorySource(large),
      read: () => {
        queueMicrotask(() => control.abort(new Error('enough')));
        return new Promise(() => {});
      },
    };
    await assert.rejects(verifyFile(hanging, { ...options, signal: control.signal }), /enough/);
  });

  it('fails when the source shrinks, answers short, or says that it changed', async () => {
    const whole = memorySource(large);
    let calls = 0;
    const shrinking: RangeSource = {
      ...whole,
      read: (offset, length) => {
        calls += 1;
        return calls > 2 ? Promise.reject(new RangeError('ended early')) : whole.read(offset, length);
      },
    };
    const short: RangeSource = {
      ...whole,
      read: async (offset, length) => (await whole.read(offset, length)).subarray(1),
    };
    const changed = { ...whole, changed: async () => 'its modification time moved' };
    for (const source of [shrinking, short, changed]) {
      const verdict = await verifyFile(source, { ...options, sha256: sha256Of(large) });
      assert.ok(codesOf(verdict).includes('changed-while-reading'), JSON.stringify(verdict.reasons));
      assert.equal(verdict.verdict, 'fail');
    }
  });

  it('passes on the Problem of an unreachable source, and is inconclusive for any other error', async () => {
    const lost = new Problem({ code: 'lost', kind: 'unreachable', what: 'The box is gone.', next: 'Wait.' });
    const failing = (error: Error): RangeSource => ({
      ...memorySource(large),
      read: () => Promise.reject(error),
    });
    await assert.rejects(verifyFile(failing(lost), options), lost);
    const odd = await verifyFile(failing(new TypeError('odd')), options);
    assert.deepEqual([odd.verdict, codesOf(odd)], ['inconclusive', ['read-failed']]);
  });

  it('is inconclusive when it takes longer than its wall time', async () => {
    let seconds = 0;
    const clock: Clock = {
      now() {
        seconds += 40;
        return new Date(seconds * 1000);
      },
      sleep: async () => {},
    };
    const verdict = await verifyWithDigest(large, { clock });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['over-budget']]);
  });

  it('reads a file of many gigabytes in constant memory, by position only', async () => {
    const bytes = 3 * 1024 ** 3;
    const header = safetensorsFile(
      {},
      { editHeader: () => ({ w: { dtype: 'U8', shape: [bytes], data_offsets: [0, bytes] } }) },
    );
    // The same memory again and again, as a source over a sparse file would give.
    const block = new Uint8Array(16 * 1024 ** 2).fill(1);
    const source = {
      label: 'huge',
      sizeBytes: header.length + bytes,
      read: async (offset: number, length: number) => {
        const piece = block.slice(0, length);
        if (offset < header.length) piece.set(header.subarray(offset, offset + length));
        return piece;
      },
      readInto: async (offset: number, target: Uint8Array) => {
        target.fill(1);
        if (offset < header.length) target.set(header.subarray(offset, offset + target.length));
      },
      close: async () => {},
    };
    const before = process.memoryUsage().rss;
    let peak = 0;
    const verdict = await verifyFile(source, {
      ...options,
      alreadyHashed: '0'.repeat(64),
      chunkBytes: 16 * 1024 ** 2,
      onProgress: () => {
        peak = Math.max(peak, process.memoryUsage().rss - before);
      },
    });
    assert.equal(verdict.tensors?.elements, bytes, JSON.stringify(verdict.reasons));
    assert.ok(peak < 128 * 1024 ** 2, `${peak} bytes more`);
  });

  it('gives the same bits twice', async () => {
    const bytes = torchFile();
    assert.equal(JSON.stringify(await verify(bytes)), JSON.stringify(await verify(bytes)));
  });

  it('shows a name as it is in the data, never as a property of ours', async () => {
    const verdict = await verifyWithDigest(
      safetensorsFile({ w: { data: [1] } }, { metadata: { ['__proto__x']: 'a', constructor: 'b' } }),
    );
    assert.equal(Object.getPrototypeOf(verdict.facts.scalars), Object.prototype);
    assert.equal(verdict.facts.scalars['constructor'], 'b');
  });
});
