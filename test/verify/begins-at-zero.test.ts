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
});
