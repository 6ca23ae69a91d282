import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, notesOf, verify } from './memory-source.ts';
import { safetensorsFile, weights } from './safetensors-writer.ts';

describe('a model before its first step', () => {
  it('passes with the bias of a GRU and the slope of a PReLU of Keras, which have no names', async () => {
    const verdict = await verify(fixture('keras/zeros.weights.h5'), { role: 'model' });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['no-checksum']]);
    assert.equal(notesOf(verdict).filter((code) => code === 'all-zero').length, 3);
  });

  it('fails where the matrix beside that bias is zero', async () => {
    const verdict = await verify(fixture('keras/zeros-lost.weights.h5'), { role: 'model' });
    assert.equal(codesOf(verdict)[0], 'all-zero');
    assert.match(verdict.reasons[0]?.what ?? '', /gru\/cell\/vars\/1/);
  });

  for (const [up, down] of [
    ['unet.q.lora_up.weight', 'unet.q.lora_down.weight'],
    ['unet.to_q_lora.up.weight', 'unet.to_q_lora.down.weight'],
  ] as const)
    it(`is an adapter whose ${up} is zero, and never one whose other factor is`, async () => {
      const of = (zero: string, other: string) =>
        verify(
          safetensorsFile({
            [zero]: { shape: [4, 8], data: new Array<number>(32).fill(0) },
            [other]: { shape: [4, 8], data: weights(32) },
          }),
          { role: 'model' },
        );
      assert.deepEqual(codesOf(await of(up, down)), ['never-trained', 'no-checksum']);
      assert.equal(codesOf(await of(down, up))[0], 'all-zero');
    });

  // PEFT 0.21, each as `save_pretrained` writes it before the first step: the factor that is zero, and the one beside it.
  for (const [second, first] of [
    ['delora_B', 'delora_A'],
    ['gralora_B_general.weight', 'gralora_A_general.weight'],
    ['hira_B', 'hira_A'],
    ['hira_embedding_A', 'hira_embedding_B'],
    ['lily_B.weight', 'lily_A.weight'],
    ['peanut_B.weight', 'peanut_A.weight'],
    ['adamss_B.0', 'adamss_A.0'],
    ['shadow_up.default.weight', 'shadow_down.default.weight'],
    ['glora_A.Xd', 'glora_A.Xu'],
  ] as const)
    it(`[issue 16] is an adapter whose ${second} is zero, and never one whose ${first} is`, async () => {
      const adapter = (zero: string, other: string) =>
        verify(
          safetensorsFile({
            [`model.q_proj.${zero}`]: { shape: [4, 8], data: new Array<number>(32).fill(0) },
            [`model.q_proj.${other}`]: { shape: [4, 8], data: weights(32) },
          }),
          { role: 'model' },
        );
      assert.deepEqual(codesOf(await adapter(second, first)), ['never-trained', 'no-checksum']);
      assert.equal(codesOf(await adapter(first, second))[0], 'all-zero');
    });

  for (const name of ['shira_weight', 'waveft_spectrum', 'supertuning_values', 'beft_bias', 'glora_C.zeros'])
    it(`[issue 16] is an adapter of nothing but ${name}, which is zero`, async () => {
      const file = safetensorsFile({ [`model.q_proj.${name}`]: { shape: [4, 1], data: [0, 0, 0, 0] } });
      assert.deepEqual(codesOf(await verify(file, { role: 'model' })), ['never-trained', 'no-checksum']);
      const trained = await verify(file, { role: 'model', expectation: { minStep: 2 } });
      assert.ok(codesOf(trained).includes('never-trained'));
      assert.equal(trained.reasons.find(({ code }) => code === 'never-trained')?.severity, 'fail');
    });

  it('[issue 16] fails where a factor of TinyLoRA is zero, for both are numbers and never trained', async () => {
    const file = safetensorsFile({
      'q_proj.tinylora_A': { shape: [2, 2], data: weights(4) },
      'q_proj.tinylora_B': { shape: [2, 2], data: [0, 0, 0, 0] },
    });
    assert.equal(codesOf(await verify(file, { role: 'model' }))[0], 'all-zero');
  });
});
