import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, verify, verifyWithDigest } from './memory-source.ts';
import { dict, global, PROTO2, pickle, REDUCE, STOP, tensor, text, tuple } from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { memberAt } from './torch-places.ts';
import { members } from './torch-writer.ts';
import { zipFile } from './zip-writer.ts';

describe('a model of TorchScript', () => {
  const script = fixture('torch/script.pt');

  it('reaches L3 for its parameters, lists its code, and is at best degraded', async () => {
    const verdict = await verifyWithDigest(script, {
      role: 'model',
      contains: ['a.weight', 'b.running_var'],
    });
    assert.deepEqual(
      [verdict.format, verdict.verdict, verdict.level],
      ['torchscript', 'pass-degraded', 'L3'],
    );
    assert.deepEqual(codesOf(verdict), ['executable-content', 'unsafe-loader']);
    assert.match(verdict.reasons[0]?.found ?? '', /__torch__\.py/);
    assert.equal(verdict.tensors?.count, 7);
  });

  it('reaches L3 when it was traced: the inputs that it was traced with are not kept', async () => {
    const traced = await verifyWithDigest(fixture('torch/traced.pt'), { role: 'model' });
    assert.deepEqual(
      [traced.verdict, traced.level, codesOf(traced)],
      ['pass-degraded', 'L3', ['executable-content', 'unsafe-loader']],
    );
  });

  it('fails where the roster does not take it', async () => {
    const verdict = await verify(script, { role: 'model', allowDegraded: false });
    assert.deepEqual([verdict.verdict, verdict.counts], ['fail', false]);
  });

  it('reaches L3 when its weights are constants of its code', async () => {
    const frozen = fixture('torch/frozen.pt');
    const verdict = await verifyWithDigest(frozen, { role: 'model' });
    assert.deepEqual([verdict.verdict, verdict.level, verdict.tensors?.count], ['pass-degraded', 'L3', 2]);
    const { from } = memberAt(frozen, 'frozen/constants/0');
    assert.equal((await verify(flipped(frozen, from + 1), { role: 'model' })).verdict, 'fail');
  });

  describe('whose constants are', () => {
    const withConstants = (program: Uint8Array, data: Uint8Array = f32(weights(16))) =>
      zipFile([
        ...members(),
        { name: 'archive/code/__torch__.py', data: Buffer.from('op_version_set = 1\n') },
        { name: 'archive/constants.pkl', data: program },
        { name: 'archive/constants/0', data },
      ]);
    const one = pickle(PROTO2, tuple(tensor()), STOP);
    const codes = async (file: Uint8Array) => codesOf(await verify(file, { role: 'model' }));

    it('whole: their storages are not those of the object, although their keys are the same', async () => {
      const verdict = await verify(withConstants(one), { role: 'model' });
      assert.deepEqual([verdict.verdict, verdict.tensors?.count], ['pass-degraded', 2]);
    });

    it('NaN or absent: they fail', async () => {
      const data = f32([Number.NaN, ...weights(15)]);
      assert.ok((await codes(withConstants(one, data))).includes('non-finite'));
      assert.ok((await codes(withConstants(one, f32([1])))).includes('storage-size'));
    });

    it('a call: it is refused', async () => {
      const call = [global('os', 'system'), tuple(text('id')), REDUCE];
      const found = await codes(withConstants(pickle(PROTO2, tuple(tensor(), call), STOP)));
      assert.ok(found.includes('import-refused'));
    });

    it('not referred to: they are told', async () => {
      const found = await codes(withConstants(pickle(PROTO2, tuple(), STOP)));
      assert.ok(found.includes('surplus-member'));
    });
  });

  it('fails for one flipped bit in any of its members', async () => {
    for (const name of ['data/0', 'code/__torch__.py', 'constants.pkl', 'data.pkl']) {
      const { from } = memberAt(script, `script/${name}`);
      assert.equal((await verify(flipped(script, from + 1), { role: 'model' })).verdict, 'fail', name);
    }
  });

  it('may name its own types and nothing else', async () => {
    const call = [global('os', 'system'), tuple(text('id')), REDUCE];
    const program = pickle(PROTO2, dict([text('w'), tensor()], [text('x'), call]), STOP);
    const file = zipFile([
      ...members(program),
      { name: 'archive/code/__torch__.py', data: Buffer.from('op_version_set = 1\n') },
    ]);
    const verdict = await verify(file, { role: 'model' });
    assert.equal(verdict.verdict, 'fail');
    assert.ok(codesOf(verdict).includes('import-refused'));
  });
});
