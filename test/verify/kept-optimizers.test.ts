import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, notesOf, verify, verifyWithDigest } from './memory-source.ts';
import {
  BUILD,
  checkpointProgram,
  dict,
  global,
  int,
  type Op,
  PROTO2,
  pickle,
  REDUCE,
  STOP,
  tensor,
  text,
  tuple,
} from './pickle-writer.ts';
import { f32, safetensorsFile, weights } from './safetensors-writer.ts';
import { SIXTEEN, torchFile } from './torch-writer.ts';

const NEWOBJ: Op = 0x81;
const ZEROS = new Uint8Array(64);
const SQUARES = f32(weights(16).map((value) => value * value));
const slot = (key: string) => tensor({ key });
const counter = (key: string) => tensor({ key, elements: 1, shape: [], stride: [] });
const state = (...slots: [string, Op][]): [Op, Op] => [
  text('state'),
  dict([int(0), dict(...slots.map(([name, value]): [Op, Op] => [text(name), value]))]),
];

// What `torch.save(optimizer.state_dict())` writes, as the Hugging Face Trainer does in `optimizer.pt`.
describe('a file of one optimizer and nothing else', () => {
  const program = pickle(
    PROTO2,
    dict(state(['step', counter('2')], ['exp_avg', slot('0')], ['exp_avg_sq', slot('1')])),
    STOP,
  );
  const adam = (moment: Uint8Array) => torchFile(program, { 0: moment, 1: SQUARES, 2: f32([1]) });

  it('[issue 16] has moments that are zero: of a frozen part, or of the first factor of LoRA after one step', async () => {
    const verdict = await verify(adam(ZEROS), { role: 'checkpoint', contains: ['optimizer'] });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []]);
    assert.ok(notesOf(verdict).includes('all-zero'));
  });

  it('[issue 16] is no model, and weights below the same word are none of its slots', async () => {
    const asked = await verify(adam(SIXTEEN), { role: 'checkpoint', contains: ['model'] });
    assert.deepEqual([asked.verdict, codesOf(asked)], ['fail', ['key-missing']]);
    const layer = pickle(PROTO2, dict(state(['weight', slot('0')], ['other', slot('1')])), STOP);
    const lost = await verify(torchFile(layer, { 0: ZEROS, 1: SIXTEEN }), { role: 'checkpoint' });
    assert.deepEqual([lost.verdict, codesOf(lost)], ['fail', ['all-zero']]);
  });
});

describe('an optimizer before its first step', () => {
  const program = checkpointProgram([
    text('optimizer'),
    dict(state(['step', counter('2')], ['sum', slot('1')])),
  ]);
  const adagrad = (step: number, sum: Uint8Array) =>
    torchFile(program, { 0: SIXTEEN, 1: sum, 2: f32([step]) });

  it('[issue 16] has sums that are zero where it counts no step either (Adagrad)', async () => {
    const verdict = await verify(adagrad(0, ZEROS), { role: 'checkpoint' });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['never-trained']]);
  });

  it('[issue 16] fails where it counts steps, is said to have made some, or no checksum proves the zeros', async () => {
    const moved = await verify(adagrad(3, ZEROS), { role: 'checkpoint' });
    assert.deepEqual([moved.verdict, codesOf(moved)], ['fail', ['part-all-zero']]);
    const late = await verify(adagrad(0, ZEROS), { role: 'checkpoint', expectation: { minStep: 4 } });
    assert.equal(late.verdict, 'fail');
    const flat = await verify(
      safetensorsFile({
        w: { shape: [4, 4], data: weights(16) },
        'optimizer.state.0.step': { shape: [], data: [0] },
        'optimizer.state.0.sum': { shape: [4], data: [0, 0, 0, 0] },
      }),
      { role: 'checkpoint' },
    );
    assert.equal(codesOf(flat)[0], 'part-all-zero');
  });
});

describe('an optimizer or a hook that was pickled as it is', () => {
  const of = (module: string, name: string): Op => [
    global(module, name),
    ')',
    NEWOBJ,
    dict([text('name'), text('weight')]),
    BUILD,
  ];

  for (const [module, name] of [
    ['torch.optim.adamw', 'AdamW'],
    ['torch.optim.sgd', 'SGD'],
    ['torch.optim.lbfgs', 'LBFGS'],
    ['torch.optim', 'Muon'],
    ['torch.nn.utils.weight_norm', 'WeightNorm'],
    ['torch.nn.utils.spectral_norm', 'SpectralNorm'],
    ['torch.nn.utils.prune', 'L1Unstructured'],
  ] as const)
    it(`[issue 16] is degraded, for ${module}.${name} is the framework's own`, async () => {
      const verdict = await verifyWithDigest(torchFile(checkpointProgram([text('kept'), of(module, name)])), {
        allowDegraded: true,
      });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-loader']]);
    });

  it('[issue 16] fails where the class is called, or is another of that module', async () => {
    for (const op of [
      [global('torch.optim.adamw', 'AdamW'), tuple(int(1)), REDUCE],
      of('torch.optim.adamw', 'adamw'),
      of('torch.nn.utils.prune', 'global_unstructured'),
    ]) {
      const verdict = await verifyWithDigest(torchFile(checkpointProgram([text('kept'), op])), {
        allowDegraded: true,
      });
      assert.equal(verdict.verdict, 'fail');
    }
  });
});

describe('a module that was pickled as it is', () => {
  const made = (module: string, name: string, ...parts: [string, Op][]): Op => [
    ...[global(module, name), ')', NEWOBJ],
    ...[dict(...parts.map(([key, value]): [Op, Op] => [text(key), value])), BUILD],
  ];
  const held = (key: string, value: Op): Op => dict([text(key), value]);
  const look = (name: string, part: string, tensorName: string, storage: Uint8Array) => {
    const layer = made('torch.nn.modules.linear', 'Linear', [part, held(tensorName, slot('1'))]);
    const kept = made('torch.nn.modules.container', 'Sequential', ['_modules', held(name, layer)]);
    const file = torchFile(checkpointProgram([text('net'), kept]), { 0: SIXTEEN, 1: storage });
    return verify(file, { role: 'checkpoint', allowDegraded: true });
  };

  it('[issue 16] may have a last layer that is zero, as its state dict may', async () => {
    const last = await look('head', '_parameters', 'weight', ZEROS);
    assert.deepEqual([last.verdict, codesOf(last)], ['pass-degraded', ['all-zero', 'unsafe-loader']]);
    const other = await look('block', '_parameters', 'weight', ZEROS);
    assert.equal(codesOf(other)[0], 'all-zero');
    assert.equal(other.verdict, 'fail');
  });

  it('[issue 16] may have bounds that are infinite (GPyTorch), and no weight that is', async () => {
    const infinite = f32(new Array<number>(16).fill(Number.POSITIVE_INFINITY));
    const bound = await look('raw_noise_constraint', '_buffers', 'upper_bound', infinite);
    assert.deepEqual([bound.verdict, codesOf(bound)], ['pass-degraded', ['unsafe-loader']]);
    assert.equal((await look('block', '_parameters', 'weight', infinite)).verdict, 'fail');
  });
});
