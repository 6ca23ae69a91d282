import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, notesOf, verify } from './memory-source.ts';
import { floatsAt, memberAt } from './torch-places.ts';
import { members } from './torch-writer.ts';
import { zipFile } from './zip-writer.ts';

describe('what newer versions of torch.save add', () => {
  for (const name of ['zip-training', 'zip-views', 'zip-types', 'zip-numpy-rng', 'zip-meta'])
    it(`${name}: the serialization id is the running hash of the members`, async () => {
      const whole = await verify(fixture(`torch/${name}.pt`));
      assert.deepEqual(notesOf(whole), []);
    });

  it('a serialization id of other members is a note and no fault', async () => {
    const id = Buffer.from(`${'1'.repeat(20)}${'2'.repeat(20)}`);
    const file = zipFile([...members(), { name: 'archive/.data/serialization_id', data: id }]);
    const verdict = await verify(file);
    assert.deepEqual([verdict.verdict, notesOf(verdict)], ['pass', ['serialization-id']]);
  });

  it('CRCs that were switched off prove nothing, so a flip is left to the digest', async () => {
    const file = fixture('torch/zip-crc-off.pt');
    const { from } = floatsAt(file, [1, 2, 3]);
    const verdict = await verify(flipped(file, from + 1));
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['no-checksum']]);
  });

  it('every flip inside a storage is seen by its CRC without a digest', async () => {
    const file = fixture('torch/zip-types.pt');
    for (const key of [0, 5, 9, 15, 19, 21]) {
      const { from } = memberAt(file, `zip-types/data/${key}`);
      const verdict = await verify(flipped(file, from));
      assert.ok(codesOf(verdict).includes('crc-mismatch'), `storage ${key}`);
    }
  });

  it('a tensor without data is told', async () => {
    const verdict = await verify(fixture('torch/zip-meta.pt'));
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['meta-tensor']]);
  });
});
