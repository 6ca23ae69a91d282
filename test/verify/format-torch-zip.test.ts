import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { codesOf, flipped, joined, sha256Of, verify, verifyWithDigest, zeroed } from './memory-source.ts';
import { dict, global, PROTO2, pickle, REDUCE, STOP, tensor, text, tuple } from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { members, SIXTEEN, torchFile, withMember } from './torch-writer.ts';
import { zipFile } from './zip-writer.ts';

/** Made by PyTorch: fixtures/make-checkpoints.py. */
const real = new Uint8Array(readFileSync(join(import.meta.dirname, 'fixtures', 'torch-small.pt')));
const realDigest = sha256Of(real);
const small = torchFile();

describe('a whole PyTorch checkpoint', () => {
  it('may have sizes before its descriptor already, and no sums yet, as other writers of zip do', async () => {
    const bytes = zipFile(members().map((each) => ({ ...each, local: { size: each.data.length } })));
    assert.equal((await verify(bytes)).verdict, (await verify(zipFile(members()))).verdict);
  });

  it('passes at L3 without a digest, because its own CRCs prove it [P5-04] [P5-07]', async () => {
    const verdict = await verify(real, {
      allowDegraded: false,
      contains: ['model', 'optimizer', 'scheduler', 'step', 'epoch', 'rng', 'model.*.weight'],
    });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.deepEqual([verdict.level, verdict.format], ['L3', 'torch-zip']);
    assert.deepEqual([verdict.facts.step, verdict.facts.epoch], [3, 1]);
    assert.deepEqual(verdict.tensors, { count: 28, elements: 5643, nonFinite: 0 });
    assert.deepEqual(verdict.keys.top, [
      'model',
      'optimizer',
      'scheduler',
      'step',
      'epoch',
      'best_loss',
      'rng',
    ]);
    assert.deepEqual(verdict.imports, [
      'collections.OrderedDict',
      'torch.ByteStorage',
      'torch.FloatStorage',
      'torch.LongStorage',
      'torch._utils._rebuild_tensor_v2',
    ]);
  });

  it('gives the same verdict whatever the chunks', async () => {
    const one = await verify(real);
    const other = await verify(real, { chunkBytes: 4096 });
    assert.deepEqual({ ...other, requests: 0 }, { ...one, requests: 0 });
  });

  it('is held against the step of the run', async () => {
    assert.deepEqual(codesOf(await verify(real, { expectation: { step: 4 } })), ['step-unexpected']);
    assert.deepEqual(codesOf(await verify(real, { expectation: { minStep: 4 } })), ['step-behind']);
    assert.deepEqual(codesOf(await verify(real, { contains: ['scaler'] })), ['key-missing']);
  });

  it('is the same in the hand-made form that the damage below is done to', async () => {
    assert.deepEqual([(await verify(small)).verdict, (await verify(small)).level], ['pass', 'L3']);
  });
});

describe('a damaged PyTorch checkpoint', () => {
  it('fails for every flipped byte of a real one when its digest is known', async () => {
    for (let at = 0; at < real.length; at += 23) {
      const verdict = await verify(flipped(real, at, at % 8), { sha256: realDigest });
      assert.equal(verdict.verdict, 'fail', `byte ${at}`);
    }
  });

  it('passes without a digest only for a flip that no reader looks at', async () => {
    const harmless = new Set(unreadBytes(small));
    for (let at = 0; at < small.length; at += 1) {
      const verdict = await verify(flipped(small, at, at % 8));
      if (!harmless.has(at)) assert.notEqual(verdict.verdict, 'pass', `byte ${at} of ${small.length}`);
      assert.ok(!codesOf(verdict).includes('read-failed'), `byte ${at}: ${JSON.stringify(verdict.reasons)}`);
    }
  });

  it('fails wherever it is cut', async () => {
    for (let length = 4; length < small.length; length += 1) {
      assert.notEqual((await verify(small.subarray(0, length))).verdict, 'pass', `cut to ${length}`);
    }
    for (let length = 4; length < real.length; length += 97) {
      assert.equal((await verify(real.subarray(0, length))).verdict, 'fail', `cut to ${length}`);
    }
  });

  it('fails for a hole of 4 KiB inside a storage, which torch.load does not see', async () => {
    const large = torchFile(
      pickle(
        PROTO2,
        dict([text('w'), tensor({ elements: 10_000, shape: [100, 100], stride: [100, 1] })]),
        STOP,
      ),
      { 0: f32(weights(10_000)) },
    );
    assert.equal((await verify(large)).verdict, 'pass');
    const verdict = await verify(zeroed(large, 16_384, 20_480));
    assert.deepEqual([verdict.verdict, codesOf(verdict), verdict.level], ['fail', ['crc-mismatch'], 'L0']);
    assert.equal((await verify(zeroed(large, large.length / 2, large.length))).verdict, 'fail');
  });

  it('goes on after the first broken member and names each', async () => {
    const two = torchFile(
      pickle(PROTO2, dict([text('a'), tensor()], [text('b'), tensor({ key: '1' })]), STOP),
      { 0: SIXTEEN, 1: SIXTEEN },
    );
    const [first, second] = [indexOf(two, SIXTEEN, 0), indexOf(two, SIXTEEN, indexOf(two, SIXTEEN, 0) + 1)];
    const verdict = await verify(flipped(flipped(two, first), second));
    assert.deepEqual(codesOf(verdict), ['crc-mismatch', 'crc-mismatch']);
  });

  for (const { what, bytes, code } of [
    { what: 'zero bytes appended', bytes: joined(small, new Uint8Array(100)), code: 'trailing-bytes' },
    { what: 'itself appended', bytes: joined(small, small), code: 'zip-structure' },
    {
      what: 'bytes before it',
      bytes: zipFile(members(), { before: Buffer.from('PK\x03\x04 and more') }),
      code: 'zip-structure',
    },
    {
      what: 'a storage 4 bytes short',
      bytes: torchFile(undefined, { 0: SIXTEEN.subarray(4) }),
      code: 'storage-size',
    },
    {
      what: 'a storage 4 bytes long',
      bytes: torchFile(undefined, { 0: joined(SIXTEEN, f32([1])) }),
      code: 'storage-size',
    },
    { what: 'a storage that is missing', bytes: torchFile(undefined, {}), code: 'storage-missing' },
    { what: 'no version', bytes: zipFile(members().slice(0, 2)), code: 'torch-layout' },
    {
      what: 'a version that is none',
      bytes: withMember('archive/version', { data: Buffer.from('0\n') }),
      code: 'torch-layout',
    },
    {
      what: 'a byte order that is none',
      bytes: zipFile([...members(), { name: 'archive/byteorder', data: Buffer.from('middle') }]),
      code: 'torch-layout',
    },
    {
      what: 'a member in another folder',
      bytes: zipFile([...members(), { name: 'other/data/0', data: SIXTEEN }]),
      code: 'torch-layout',
    },
    {
      what: 'a name twice',
      bytes: zipFile([...members(), { name: 'archive/data/0', data: SIXTEEN }]),
      code: 'zip-structure',
    },
    {
      what: 'a name twice but for its case',
      bytes: zipFile([...members(), { name: 'archive/DATA.pkl', data: SIXTEEN }]),
      code: 'zip-structure',
    },
    {
      what: 'another name in the local header',
      bytes: withMember('archive/data/0', { local: { name: 'archive/data/1' } }),
      code: 'local-differs',
    },
    {
      what: 'another size in the local header, before a descriptor',
      bytes: withMember('archive/data/0', { local: { size: 15 } }),
      code: 'local-differs',
    },
    {
      what: 'encryption in the local header alone',
      bytes: withMember('archive/data/0', { local: { flags: 0x0809 } }),
      code: 'zip-flags',
    },
    {
      what: 'a masked local header',
      bytes: withMember('archive/data/0', { local: { flags: 0x2808 } }),
      code: 'zip-flags',
    },
    {
      what: 'a patched local header',
      bytes: withMember('archive/data/0', { local: { flags: 0x0828 } }),
      code: 'zip-flags',
    },
    {
      what: 'encryption in the directory',
      bytes: withMember('archive/data/0', { central: { flags: 0x0809 } }),
      code: 'zip-flags',
    },
    {
      what: 'a local header that claims deflate',
      bytes: withMember('archive/data/0', { local: { method: 8 } }),
      code: 'local-differs',
    },
    {
      what: 'a CRC of zero in the directory',
      bytes: withMember('archive/data/0', { central: { crc: 0 } }),
      code: 'crc-mismatch',
    },
    {
      what: 'a wrong CRC in the descriptor',
      bytes: withMember('archive/data/0', { descriptorCrc: 7 }),
      code: 'zip-structure',
    },
    {
      what: 'junk between members',
      bytes: withMember('archive/data/0', { junkAfter: Buffer.alloc(64) }),
      code: 'zip-structure',
    },
    {
      what: "a descriptor's worth of junk",
      bytes: withMember('archive/data/0', { junkAfter: Buffer.alloc(8) }),
      code: 'zip-structure',
    },
    {
      what: 'members that overlap',
      bytes: withMember('archive/version', { central: { offset: 64 } }),
      code: 'zip-structure',
    },
    {
      what: 'a path that climbs',
      bytes: zipFile([...members(), { name: 'archive/../../x', data: SIXTEEN }]),
      code: 'zip-name',
    },
    {
      what: 'an absolute path',
      bytes: zipFile([{ name: '/archive/data.pkl', data: SIXTEEN }]),
      code: 'zip-name',
    },
    {
      what: 'a backslash in a path',
      bytes: zipFile([...members(), { name: 'archive\\x', data: SIXTEEN }]),
      code: 'zip-name',
    },
    {
      what: 'a drive letter',
      bytes: zipFile([...members(), { name: 'C:/x', data: SIXTEEN }]),
      code: 'zip-name',
    },
    {
      what: 'junk in the directory',
      bytes: zipFile(members(), { directoryJunk: Buffer.alloc(46, 1) }),
      code: 'zip-structure',
    },
    { what: 'more entries than it says', bytes: zipFile(members(), { count: 2 }), code: 'zip-structure' },
    { what: 'fewer entries than it says', bytes: zipFile(members(), { count: 4 }), code: 'zip-structure' },
  ]) {
    it(`fails with ${what}`, async () => {
      const verdict = await verifyWithDigest(bytes);
      assert.equal(verdict.verdict, 'fail', JSON.stringify(verdict.reasons));
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }

  it('is never a plain pass with a member that nothing refers to', async () => {
    const surplus = await verifyWithDigest(
      zipFile([...members(), { name: 'archive/data/7', data: SIXTEEN }]),
    );
    assert.deepEqual([surplus.verdict, codesOf(surplus)], ['pass-degraded', ['surplus-member']]);
    const payload = pickle(PROTO2, global('os', 'system'), tuple(text('id')), REDUCE, STOP);
    const hidden = await verifyWithDigest(zipFile([...members(), { name: 'archive/data/7', data: payload }]));
    assert.equal(hidden.verdict, 'fail');
    assert.ok(codesOf(hidden).includes('hidden-pickle'));
    assert.ok(hidden.imports.includes('os.system'));
  });

  it('rests on the digest when it was written with CRCs switched off', async () => {
    const off = zipFile(members().map((member) => ({ ...member, central: { crc: 0 }, descriptorCrc: 0 })));
    const alone = await verify(off);
    assert.deepEqual([alone.verdict, codesOf(alone)], ['pass-degraded', ['no-checksum']]);
    assert.equal((await verifyWithDigest(off)).verdict, 'pass');
  });
});

describe('deflated members', () => {
  const deflated = zipFile(members().map((member) => ({ ...member, deflate: true })));

  it('are inflated for CRC, program and values', async () => {
    const verdict = await verify(deflated);
    assert.deepEqual(
      [verdict.verdict, verdict.tensors?.elements],
      ['pass', 16],
      JSON.stringify(verdict.reasons),
    );
  });

  it('fail for every flipped bit when the digest is known, and never end in a hang or a bug', async () => {
    // Without a digest a flip may pass: some bits of a deflate stream change nothing that comes out.
    for (let at = 0; at < deflated.length; at += 3) {
      const verdict = await verify(flipped(deflated, at, at % 8), { sha256: sha256Of(deflated) });
      assert.equal(verdict.verdict, 'fail', `byte ${at}`);
      assert.ok(!codesOf(verdict).includes('read-failed'), JSON.stringify(verdict.reasons));
    }
  });

  it('cost a bomb no more than it declares, and are counted against a budget', async () => {
    const bomb = { name: 'archive/data/0', data: new Uint8Array(50_000_000), deflate: true };
    const lying = zipFile([
      ...members().slice(0, 1),
      { ...bomb, central: { size: 64 } },
      ...members().slice(2),
    ]);
    assert.ok(codesOf(await verifyWithDigest(lying)).includes('deflate-surplus'));
    const honest = await verifyWithDigest(zipFile([bomb]), {
      role: 'archive',
      budgets: { expandedBytes: 1_000_000 },
    });
    assert.deepEqual([honest.verdict, codesOf(honest)], ['inconclusive', ['over-budget']]);
  });
});

/** Bytes that describe nothing: made-by versions and attributes of directory entries, versions of the zip64 record. */
function unreadBytes(bytes: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 1) {
    const signature = Buffer.from(bytes.buffer, bytes.byteOffset + at, 4).readUInt32LE();
    if (signature === 0x02014b50)
      found.push(at + 4, at + 5, ...Array.from({ length: 6 }, (_none, i) => at + 36 + i));
    if (signature === 0x06064b50) found.push(at + 12, at + 13, at + 14, at + 15);
  }
  return found;
}

const indexOf = (bytes: Uint8Array, part: Uint8Array, from: number): number =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(part, from);
