import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role } from '../../src/evidence-level.ts';
import { lzfDecompress } from '../../src/verify/codec/lzf.ts';
import { vouchesFor } from '../../src/verify/contract/vouching.ts';
import { type Options, verify } from './memory-source.ts';
import { safetensorsFile, weights } from './safetensors-writer.ts';

const rows = (line: (i: number) => string, count = 20) =>
  Array.from({ length: count }, (_none, i) => `${line(i)}\n`).join('');
const guessed = (content: string | Uint8Array, role: Role, over: Partial<Options> = {}) =>
  verify(content, { role, roleFrom: 'guessed', ...over });
const worst = async (looked: ReturnType<typeof verify>) => {
  const { verdict, reasons } = await looked;
  const [first] = reasons.filter(({ severity }) => severity !== 'note');
  return [verdict, first?.code];
};
const WHOLE = ['pass-degraded', 'no-checksum'];

describe('what is healthy and looks as if it were not', () => {
  for (const [what, content, role] of [
    ['a log of dicts', rows((i) => `{'loss': 0.${i}, 'epoch': ${i}}`), 'log'],
    ['a log of objects with a sentence in it', '{"event": "start"}\nepoch 1 done\n{"event": "end"}\n', 'log'],
    ['prompts and completions', rows((i) => `{"prompt": "p${i}", "completion": "nan"}`), 'metrics'],
    ['labels that are all zero', `id,label\n${rows((i) => `${i},0`)}`, 'metrics'],
    ['a table of texts', `text,label\n${rows(() => '"a, b",good')}`, 'metrics'],
    ['a table without a header', rows((i) => `${i},${i},0`), 'metrics'],
    [
      'a corpus with quotes between tabs',
      `en\tde\n${rows(() => 'she said "no"\tsie sagte "nein"')}`,
      'metrics',
    ],
    ['a frame of pandas as JSON', '{"step":{"0":0,"1":1},"loss":{"0":0.5,"1":0.4}}', 'config'],
    ['parameters with a tuple of Python', 'lr: 0.1\nbetas: !!python/tuple\n- 0.9\n- 0.99\n', 'config'],
  ] as const)
    it(`is whole: ${what}`, async () => {
      assert.deepEqual(await worst(guessed(content, role)), WHOLE);
    });

  for (const [what, content, role, code] of [
    ['a log with a hole', `{'loss': 0.1}\n${'\0'.repeat(100)}\n{'loss': 0.2}\n`, 'log', 'zero-hole'],
    [
      'completions of which one line lost its middle',
      `{"prompt": "a"}\n{"prompt": "b\n{"prompt": "c"}\n`,
      'metrics',
      'json-cut',
    ],
    [
      'metrics by their columns, with a NaN',
      `step,loss\n${rows((i) => `${i},${i === 7 ? 'nan' : 0.5 + i}`)}`,
      'metrics',
      'metric-not-finite',
    ],
    ['a loss that stands still', `step,loss\n${rows((i) => `${i},0.5`)}`, 'metrics', 'metric-constant'],
    ['metrics without a row', 'step,loss\n', 'metrics', 'no-rows'],
    [
      'a corpus with a cell too few',
      `en\tde\n${rows(() => 'she said "no"\tx')}lost\n`,
      'metrics',
      'csv-columns',
    ],
    ['a table of texts with a quote that never closes', `text,label\n"a, b,good\n`, 'metrics', 'csv-cut'],
  ] as const)
    it(`still fails when damaged: ${what}`, async () => {
      const { verdict, reasons } = await guessed(content, role);
      assert.equal(verdict, 'fail', JSON.stringify(reasons));
      assert.ok(
        reasons.some((reason) => reason.code === code),
        JSON.stringify(reasons),
      );
    });

  const zeros = (length: number) => new Array<number>(length).fill(0);
  const model = (name: string, data: number[], shape: number[]) =>
    safetensorsFile({ 'blocks.0.weight': { shape: [4, 8], data: weights(32) }, [name]: { shape, data } });

  for (const name of [
    'blocks.0.adaLN_modulation.1.weight',
    'controlnet_down_blocks.0.weight',
    'zero_convs.0.0.weight',
    'pos_embed',
    'cls_token',
    'relative_position_bias_table',
    'kv_cache.k_cache',
    'deit.embeddings.distillation_token',
    'controlnet_x_embedder.weight',
    'pos_embed_input.proj.weight',
    'stages.0.0.conv3.gain',
    'encoder.stages.0.layers.0.grn.weight',
    'ibert.embeddings.word_embeddings.weight_integer',
    'syn1neg',
    'syn1',
    'middle_cycle_cross_pass_kv_queries',
    'tracker_model.no_memory_embedding',
  ])
    it(`may be zero by its name: ${name}`, async () => {
      assert.deepEqual(await worst(verify(model(name, zeros(32), [4, 8]), { role: 'model' })), WHOLE);
    });

  for (const name of [
    'pos_embed.proj.weight',
    'bert.embeddings.position_embeddings.weight',
    'ema_model.blocks.0.mlp.weight',
    'encoder_hidden_states_proj.weight',
    'adaln_single.linear.weight',
    'encoder.stages.0.layers.0.modulation.projection_in.weight',
    'controlnet_cond_embedding.conv_in.weight',
    'text_model.no_memory_proj.weight',
    'decoder.layers.0.self_attn.o_proj.weight',
    'encoder.bbox_embed.proj.weight',
  ])
    it(`is lost, for it only lies below a name or beside one that may be zero: ${name}`, async () => {
      assert.deepEqual(await worst(verify(model(name, zeros(32), [4, 8]), { role: 'model' })), [
        'fail',
        'all-zero',
      ]);
    });

  it('may be zero where somebody says so, and not otherwise', async () => {
    const file = model('blocks.1.mlp.weight', zeros(32), [4, 8]);
    const mayBeZero = ['blocks.1.*'];
    assert.deepEqual(await worst(verify(file, { role: 'model', expectation: { mayBeZero } })), WHOLE);
    assert.deepEqual(await worst(verify(file, { role: 'model' })), ['fail', 'all-zero']);
  });

  it('is neither when it is a last layer of zeros', async () => {
    for (const name of [
      'layers.1.mlp.router.gate.weight',
      'enc_out_bbox_embed.10.layers.2.weight',
      'bbox_embed.layers.2.weight',
      'multi_modal_projector.mm_input_projection_weight',
      'decoder.layers.0.cross_attn.sampling_offsets.weight',
      'decoder.layers.0.encoder_attn.attention_weights.weight',
      'model.decoder.reg_conf.layers.1.weight',
      'blocks.3.mlstm_layer.fgate_preact.weight',
      'trunk.blocks.0.tri_att_start.mha.linear_o.weight',
    ])
      assert.deepEqual(
        await worst(verify(model(name, zeros(32), [4, 8]), { role: 'model' })),
        ['pass-degraded', 'all-zero'],
        name,
      );
    const file = model('lm_head.weight', zeros(32), [4, 8]);
    assert.deepEqual(await worst(verify(file, { role: 'model' })), ['pass-degraded', 'all-zero']);
    const { reasons } = await verify(file, { role: 'model' });
    assert.ok(reasons.some(({ code, severity }) => code === 'all-zero' && severity === 'degraded'));
  });

  it('holds infinities where masks and observers do, never a NaN', async () => {
    for (const [name, value, verdict] of [
      ['decoder.attn.alibi_bias', Number.NEGATIVE_INFINITY, 'pass-degraded'],
      ['activation_post_process.min_val', Number.POSITIVE_INFINITY, 'pass-degraded'],
      ['decoder.attn.alibi_bias', Number.NaN, 'fail'],
      ['tower.layers.0.q_proj.input_min', Number.NEGATIVE_INFINITY, 'pass-degraded'],
      ['tower.layers.0.q_proj.input_min', Number.NaN, 'fail'],
      ['decoder.attn.weight', Number.POSITIVE_INFINITY, 'fail'],
    ] as const) {
      const data = weights(32);
      data[3] = value;
      assert.equal((await verify(model(name, data, [4, 8]), { role: 'model' })).verdict, verdict, name);
    }
  });

  it('is an adapter before its first step, unless it is said to have made some', async () => {
    const adapter = safetensorsFile({
      'q.lora_A.weight': { shape: [4, 8], data: weights(32) },
      'q.lora_B.weight': { shape: [8, 4], data: zeros(32) },
    });
    const code = async (over: Partial<Options>) => {
      const { reasons } = await verify(adapter, { role: 'adapter', ...over });
      return reasons.find((reason) => reason.code === 'never-trained')?.severity;
    };
    assert.equal(await code({}), 'degraded');
    assert.equal(await code({ expectation: { minStep: 100 } }), 'fail');
  });

  it('is a row of numbers of the type that was said', async () => {
    const tokens = new Uint8Array(Uint16Array.from({ length: 999 }, (_none, i) => i * 7).buffer);
    const said = (dtype: string, bytes = tokens) =>
      worst(guessed(bytes, 'dataset', { expectation: { dtype }, label: 'train.bin' }));
    assert.deepEqual(await said('uint16'), WHOLE);
    assert.deepEqual(await said('float32'), ['fail', 'raw-length']);
    assert.deepEqual(await said('uint16', tokens.subarray(1)), ['fail', 'raw-length']);
    assert.deepEqual(await worst(guessed(tokens, 'dataset', { label: 'train.bin' })), [
      'inconclusive',
      'unknown-format',
    ]);
  });
});

describe('what somebody vouches for', () => {
  it('is a name, or a pattern below a library; never all of Python', () => {
    assert.ok(vouchesFor(['ultralytics.*'], 'ultralytics.nn.tasks.DetectionModel'));
    assert.ok(vouchesFor(['os.system'], 'os.system'));
    for (const [allowed, name] of [
      ['os.*', 'os.system'],
      ['builtins.*', 'builtins.eval'],
      ['*', 'mine.Net'],
      ['ultra*', 'ultralytics.nn.tasks.DetectionModel'],
      ['mine.*', 'mines.Net'],
    ] as const)
      assert.equal(vouchesFor([allowed], name), false, `${allowed} ${name}`);
  });
});

describe('LZF', () => {
  it('repeats what was written before, and is nothing when it is cut or points outside', () => {
    // Three letters as they are, then six more from three back.
    const stream = Uint8Array.of(2, 0x61, 0x62, 0x63, (4 << 5) | 0, 2);
    assert.equal(Buffer.from(lzfDecompress(stream, 9) ?? []).toString(), 'abcabcabc');
    assert.equal(lzfDecompress(stream.subarray(0, 5), 9), undefined);
    assert.equal(lzfDecompress(stream, 10), undefined);
    assert.equal(lzfDecompress(Uint8Array.of((1 << 5) | 0, 9), 3), undefined);
  });
});
