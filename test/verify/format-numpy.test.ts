import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture, oracle } from './fixtures.ts';
import { npyHeader } from './hostile/carriers.ts';
import { codesOf, joined, notesOf, type Options, verify, verifyWithDigest } from './memory-source.ts';
import { f32, weights } from './safetensors-writer.ts';
import { zipFile } from './zip-writer.ts';

const fifty = f32(weights(50));
const npy = (descr: string, shape: string, data: Uint8Array = fifty) => joined(npyHeader(descr, shape), data);
const look = (bytes: Uint8Array, over: Options = {}) =>
  verifyWithDigest(bytes, { role: 'model', table: true, ...over });
const named = (name: string, data: Uint8Array) => ({ name, data });

describe('an npy file', () => {
  it('passes with its digest, and is degraded without, because it carries no checksum', async () => {
    const bytes = npy("'<f4'", '(5, 10)');
    const known = await look(bytes);
    assert.deepEqual([known.verdict, known.level, known.format], ['pass', 'L3', 'npy']);
    assert.deepEqual(known.tensors, { count: 1, elements: 50, nonFinite: 0 });
    const alone = await verify(bytes, { role: 'model' });
    assert.deepEqual([alone.verdict, codesOf(alone)], ['pass-degraded', ['no-checksum']]);
  });

  it('[issue 16] need not be aligned: MLX writes no more than it must', async () => {
    assert.deepEqual(codesOf(await verify(misaligned(), { role: 'model' })), ['no-checksum']);
  });

  for (const { what, bytes, code } of [
    { what: 'an element short', bytes: npy("'<f4'", '(51,)'), code: 'cut-short' },
    {
      what: 'a byte long',
      bytes: npy("'<f4'", '(50,)', joined(fifty, Uint8Array.of(0))),
      code: 'trailing-bytes',
    },
    { what: 'cut in its magic', bytes: npy("'<f4'", '(50,)').subarray(0, 9), code: 'npy-header' },
    { what: 'cut in its header', bytes: npy("'<f4'", '(50,)').subarray(0, 90), code: 'cut-short' },
    { what: 'cut behind its header', bytes: npy("'<f4'", '(50,)').subarray(0, 128), code: 'cut-short' },
    { what: 'with a size that Python does not read', bytes: npy("'<f4'", '(050,)'), code: 'npy-header' },
    { what: 'of a type that is an array', bytes: npy("('<f4', (2,))", '(25,)'), code: 'npy-header' },
    { what: 'with a full stop at its end', bytes: withByte(127, 0x2e), code: 'npy-header' },
    {
      what: 'of bytes that are no bool',
      bytes: npy("'|b1'", '(3,)', Uint8Array.of(0, 1, 2)),
      code: 'not-a-bool',
    },
    { what: 'of NaN', bytes: npy("'<f4'", '(4,)', f32([1, Number.NaN, 2, 3])), code: 'non-finite' },
    {
      what: 'of NaN, big-endian',
      bytes: npy("'>f2'", '(2,)', Uint8Array.of(0x3c, 0, 0x7e, 0)),
      code: 'non-finite',
    },
    {
      what: 'of NaN in one half of a complex',
      bytes: npy("'<c8'", '(1,)', f32([1, Number.NaN])),
      code: 'non-finite',
    },
    {
      what: 'of NaN in bfloat16',
      bytes: npy("'<V2'", '(2,)', Uint8Array.of(0x80, 0x3f, 0xc0, 0x7f)),
      code: 'non-finite',
    },
    { what: 'of zeros', bytes: npy("'<f4'", '(5, 10)', new Uint8Array(200)), code: 'all-zero' },
    {
      what: 'of a structure with NaN in one field',
      bytes: npy("[('a', '<i4'), ('b', '<f4')]", '(2,)', joined(f32([0, 1]), f32([0, Number.NaN]))),
      code: 'non-finite',
    },
  ]) {
    it(`fails ${what}, whatever its digest says`, async () => {
      const verdict = await look(bytes);
      assert.equal(verdict.verdict, 'fail', JSON.stringify(verdict.reasons));
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }

  for (const { what, bytes, code } of [
    { what: 'of version 4', bytes: withByte(6, 4), code: 'npy-version' },
    { what: 'with a header of 70 KiB', bytes: longHeader(70_000), code: 'over-budget' },
  ]) {
    it(`is inconclusive ${what}`, async () => {
      const verdict = await look(bytes);
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', [code]]);
    });
  }

  it('is degraded where numpy.load refuses its header unless it is told otherwise', async () => {
    const verdict = await look(longHeader(20_000));
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-loader']]);
  });

  it('is degraded when it holds Python objects, and fails where the roster does not take that', async () => {
    const objects = fixture('numpy/np2-objects.npy');
    assert.deepEqual(codesOf(await look(objects)), ['unsafe-loader']);
    const strict = await look(objects, { allowDegraded: false });
    assert.deepEqual([strict.verdict, codesOf(strict)], ['fail', ['unsafe-loader']]);
  });

  it('gives the same verdict whatever the chunks', async () => {
    const records = joined(
      npyHeader("[('a', '<f8'), ('b', '|V5'), ('c', '<i2')]", '(2000,)'),
      f32(weights(7500)),
    );
    const [whole, pieces] = [await look(records), await look(records, { chunkBytes: 4096 })];
    assert.deepEqual(pieces.table, whole.table);
    assert.deepEqual(
      whole.table?.map(({ name, dtype }) => `${name} ${dtype}`),
      ['(root).a f64', '(root).b V5', '(root).c i16'],
    );
  });

  it('reads what Python 2 wrote', async () => {
    assert.equal((await look(npy("'<f4'", '(5L, 10L)'))).verdict, 'pass');
  });
});

describe('an npz file', () => {
  const archive = (name: string, bytes: Uint8Array) =>
    zipFile([named('w.npy', npy("'<f4'", '(50,)')), named(name, bytes)]);

  it('passes without a digest, by its CRCs', async () => {
    const verdict = await verify(fixture('numpy/np2-deflated.npz'), { role: 'checkpoint' });
    assert.deepEqual([verdict.verdict, verdict.level, verdict.format], ['pass', 'L3', 'npz']);
    assert.equal(verdict.facts.step, 40);
  });

  it('is held against the step of the run', async () => {
    const verdict = await verify(fixture('numpy/np2-stored.npz'), { expectation: { step: 41 } });
    assert.deepEqual(codesOf(verdict), ['step-unexpected']);
  });

  it('is told what it must contain', async () => {
    const bytes = fixture('numpy/np2-stored.npz');
    assert.equal((await verify(bytes, { contains: ['model/w', 'step'] })).verdict, 'pass');
    assert.deepEqual(codesOf(await verify(bytes, { contains: ['optimizer'] })), ['key-missing']);
  });

  it('fails with a member of the name of an array that is none', async () => {
    assert.ok(codesOf(await verify(archive('x.npy', fifty))).includes('npy-header'));
    assert.ok(codesOf(await verify(archive('x.npy', new Uint8Array(0)))).includes('cut-short'));
  });

  it('is a plain archive with a member of another name', async () => {
    const verdict = await verify(archive('x.txt', fifty), { role: 'model' });
    assert.equal(verdict.format, 'zip');
    assert.notEqual(verdict.verdict, 'pass');
  });

  it('goes on after a broken array and names each', async () => {
    const broken = npy("'<f4'", '(51,)');
    const verdict = await verify(zipFile([named('a.npy', broken), named('b.npy', broken)]));
    assert.deepEqual(codesOf(verdict), ['cut-short', 'cut-short']);
  });

  it('fails when an array is zero or not finite, although its CRC is right', async () => {
    const zero = zipFile([named('w.npy', npy("'<f4'", '(5, 10)', new Uint8Array(200)))]);
    assert.ok(codesOf(await verify(zero)).includes('all-zero'));
    const second = oracle('numpy/np2-stored.table.json').length;
    assert.equal((await verify(fixture('numpy/np2-stored.npz'))).tensors?.count, second);
  });

  it('notes nothing about an archive as NumPy writes it', async () => {
    const bytes = fixture('numpy/np1-stored.npz');
    assert.deepEqual(notesOf(await verify(bytes)), []);
  });
});

function withByte(at: number, byte: number): Uint8Array {
  const bytes = npy("'<f4'", '(5, 10)');
  bytes[at] = byte;
  return bytes;
}

function misaligned(): Uint8Array {
  const bytes = npy("'<f4'", '(50,)');
  const shorter = joined(bytes.subarray(0, 126), Uint8Array.of(0x0a), fifty);
  shorter[8] = (shorter[8] as number) - 1;
  return shorter;
}

/** Version 2, whose length field is wide enough. */
function longHeader(length: number): Uint8Array {
  const total = Math.ceil((length + 12) / 64) * 64;
  const body = "{'descr': '<f4', 'fortran_order': False, 'shape': (50,), }".padEnd(total - 13);
  const lengthField = Buffer.alloc(4);
  lengthField.writeUInt32LE(body.length + 1);
  return joined(Buffer.from('\x93NUMPY\x02\0', 'latin1'), lengthField, Buffer.from(`${body}\n`), fifty);
}
