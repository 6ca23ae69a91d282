import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { Findings } from '../../src/verify/contract/findings.ts';
import { judgeChange } from '../../src/verify/engine/change.ts';
import { namedStep } from '../../src/verify/read/name-step.ts';
import { fixture } from './fixtures.ts';
import { codesOf, notesOf, type Options, verify } from './memory-source.ts';
import {
  dict,
  float,
  int,
  type Op,
  PROTO2,
  pickle,
  STOP,
  storage,
  tensor,
  text,
  tuple,
} from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { torchFile } from './torch-writer.ts';

const list = (...items: Op[]): Op => [']', '(', ...items, 'e'];
const named = (...pairs: [string, Op][]): Op =>
  dict(...pairs.map(([key, value]): [Op, Op] => [text(key), value]));

/** A tensor on a storage of its own; all numbers are the same few. */
class Storages {
  readonly data: Record<string, Uint8Array> = {};
  #next = 0;

  tensor(shape: number[], type?: string, bytes?: Uint8Array): Op {
    const elements = shape.reduce((product, size) => product * size, 1);
    const key = String(this.#next++);
    this.data[key] = bytes ?? f32(weights(elements));
    const stride = shape.map((_size, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
    return tensor({ key, elements, shape, stride, ...(type === undefined ? {} : { type }) });
  }
}

interface Parts {
  model?: [string, number[]][];
  ema?: [string, number[]][];
  params?: number[];
  state?: [number, number[]][];
  groupKey?: string;
  more?: (storages: Storages) => [string, Op][];
}

function checkpoint({
  model = [
    ['a.weight', [4, 2]],
    ['a.bias', [4]],
  ],
  ema,
  params = [0, 1],
  state = [
    [0, [4, 2]],
    [1, [4]],
  ],
  groupKey = 'lr',
  more = () => [],
}: Parts = {}): Uint8Array {
  const storages = new Storages();
  const weightsOf = (tensors: [string, number[]][]) =>
    named(...tensors.map(([name, shape]): [string, Op] => [name, storages.tensor(shape)]));
  const moments = state.map(([index, shape]): [Op, Op] => [
    int(index),
    named(['step', float(3)], ['exp_avg', storages.tensor(shape)]),
  ]);
  const group = named([groupKey, float(0.1)], ['params', list(...params.map(int))]);
  const program = pickle(
    PROTO2,
    named(
      ['model', weightsOf(model)],
      ...(ema === undefined ? [] : ([['ema', weightsOf(ema)]] as [string, Op][])),
      ['optimizer', named(['state', dict(...moments)], ['param_groups', list(group)])],
      ['step', int(3)],
      ...more(storages),
    ),
    STOP,
  );
  return torchFile(program, storages.data);
}

/** What is said of a pickle that PyTorch has nothing to do with. */
const saidOf = async (program: Uint8Array, over?: Options) =>
  (await verify(program, over)).reasons
    .filter(({ code }) => /^(not-a-number|step-)/.test(code))
    .map(({ severity, code, what }) => `${severity} ${code} ${what.split(' ')[0]}`);

const codes = async (parts: Parts, over?: Options) => codesOf(await verify(checkpoint(parts), over));
const notes = async (parts: Parts, over?: Options) => notesOf(await verify(checkpoint(parts), over));
const bytesState = (name: string, bytes: number): Parts => ({
  more: (storages) => [[name, storages.tensor([bytes], 'ByteStorage', new Uint8Array(bytes).fill(1))]],
});
const numbers = (count: number) => tuple(...Array.from({ length: count }, () => int(1)));

describe('the parts of a training checkpoint', () => {
  it('fit each other', async () => {
    const verdict = await verify(checkpoint(), { label: 'runs/step-3.pt' });
    assert.deepEqual([verdict.verdict, codesOf(verdict), notesOf(verdict)], ['pass', [], []]);
  });

  it('raise no alarm in what Lightning writes', async () => {
    const file = fixture('torch/epoch=1-step=4.ckpt');
    const verdict = await verify(file, { label: 'epoch=1-step=4.ckpt', contains: ['model', 'optimizer'] });
    assert.deepEqual([verdict.verdict, notesOf(verdict)], ['pass', ['infinite-mask']]);
    assert.deepEqual(codesOf(await verify(file, { label: 'epoch=1-step=40.ckpt' })), ['name-step']);
  });

  it('raise no alarm in what PyTorch writes', async () => {
    for (const name of ['zip-training', 'legacy', 'legacy-1.13']) {
      const verdict = await verify(fixture(`torch/${name}.pt`), { label: `${name}-step_3.pt` });
      assert.deepEqual(notesOf(verdict), [], name);
    }
  });

  it('do not, when the optimizer has state for a parameter that is in no group', async () => {
    assert.deepEqual(await codes({ params: [0] }), ['optimizer-surplus']);
  });

  it('may be frozen: a parameter without state is told', async () => {
    assert.deepEqual(await notes({ params: [0, 1, 2] }), ['optimizer-missing']);
    assert.deepEqual(await codes({ params: [0, 1, 2] }), []);
  });

  it('do not, when the moments are of another model', async () => {
    assert.deepEqual(
      await codes({
        state: [
          [0, [4, 3]],
          [1, [4]],
        ],
      }),
      ['moment-shape'],
    );
    // Another order is how groups are made; another number is a frozen or sharded model; projections are smaller.
    assert.deepEqual(
      await codes({
        state: [
          [0, [4]],
          [1, [4, 2]],
        ],
      }),
      [],
    );
    assert.deepEqual(await codes({ state: [[0, [12]]], params: [0] }), []);
    assert.deepEqual(
      await codes({
        state: [
          [0, [4, 1]],
          [1, [4]],
        ],
        groupKey: 'update_proj_gap',
      }),
      [],
    );
  });

  it('tell when the optimizer made another number of steps', async () => {
    assert.deepEqual(await notes({ more: () => [['global_step', int(12)]] }), ['optimizer-step']);
    const storages = new Storages();
    const step = storages.tensor([], 'FloatStorage', f32([9]));
    const state = named(['step', step], ['exp_avg', storages.tensor([2])]);
    const group = list(named(['params', list(int(0))]));
    const file = torchFile(
      pickle(
        PROTO2,
        named(
          ['optimizer', named(['state', dict([int(0), state])], ['param_groups', group])],
          ['step', int(4)],
        ),
        STOP,
      ),
      storages.data,
    );
    assert.deepEqual(notesOf(await verify(file)), ['optimizer-step']);
  });

  it('tell when the scheduler counts neither steps nor epochs', async () => {
    const scheduler = (last: number): Parts => ({
      more: () => [['scheduler', named(['last_epoch', int(last)])]],
    });
    assert.deepEqual(await notes(scheduler(50)), ['scheduler-step']);
    assert.deepEqual(await notes(scheduler(3)), []);
    assert.deepEqual(await notes(scheduler(4)), []);
  });

  it('do not, when the moving average is of another model', async () => {
    const model: [string, number[]][] = [
      ['a.weight', [4, 2]],
      ['b.weight', [2, 2]],
      ['c.weight', [2, 2]],
      ['c.bias', [2]],
    ];
    const state: [number, number[]][] = [];
    const with_ = (ema: [string, number[]][]) => codes({ model, ema, state, params: [] });
    assert.deepEqual(await with_(model.map(([name, shape]) => [`module.${name}`, shape])), []);
    assert.deepEqual(await with_(model.slice(0, 3)), []);
    assert.deepEqual(
      await with_([
        ['a.weight', [4, 2]],
        ['b.weight', [2, 2]],
      ]),
      ['ema-differs'],
    );
    assert.deepEqual(await with_([['a.weight', [2, 4]], ...model.slice(1)]), ['ema-differs']);
    assert.deepEqual(await with_([['other.weight', [2, 2]]]), []);
  });

  for (const { what, scaler, fails, tells } of [
    { what: 'a whole one', scaler: [65536, 3], fails: [], tells: [] },
    { what: 'a scale of zero', scaler: [0, 3], fails: ['scaler-scale'], tells: [] },
    {
      what: 'a scale of infinity',
      scaler: [Number.POSITIVE_INFINITY, 3],
      fails: ['scaler-scale'],
      tells: [],
    },
    { what: 'a scale that shrank to nothing', scaler: [0.5, 3], fails: [], tells: ['scaler-scale'] },
    { what: 'a tracker below zero', scaler: [2, -1], fails: ['scaler-tracker'], tells: [] },
  ] as { what: string; scaler: [number, number]; fails: string[]; tells: string[] }[])
    it(`hold a gradient scaler: ${what}`, async () => {
      const parts: Parts = {
        more: () => [
          [
            'scaler',
            named(
              ['scale', float(scaler[0])],
              ['growth_factor', float(2)],
              ['_growth_tracker', int(scaler[1])],
            ),
          ],
        ],
      };
      assert.deepEqual([await codes(parts), await notes(parts)], [fails, tells]);
    });

  const top = (name: string, value: number): Parts => ({ more: () => [[name, float(value)]] });

  it('[issue 16] hold numbers: a loss or a rate that is none fails, another is told', async () => {
    for (const name of ['loss', 'val_loss', 'lr'])
      assert.deepEqual(await codes(top(name, Number.NaN)), ['not-a-number'], name);
    assert.deepEqual(await codes(top('best_loss', Number.NaN)), []);
    assert.deepEqual(await notes(top('best_loss', Number.NaN)), ['not-a-number']);
    assert.deepEqual(await notes(top('best_loss', Number.POSITIVE_INFINITY)), []);
    assert.deepEqual(await notes(top('loss', 0.5)), []);
  });

  it('[issue 16] do not, with a rate or a count of steps in the optimizer that is none', async () => {
    const optimizer = (rate: number, steps: number): Uint8Array => {
      const storages = new Storages();
      const state = named(['step', float(steps)], ['exp_avg', storages.tensor([2])]);
      const group = named(
        ['lr', float(rate)],
        ['betas', tuple(float(0.9), float(0.99))],
        ['params', list(int(0))],
      );
      const parts = named(['state', dict([int(0), state])], ['param_groups', list(group)]);
      return torchFile(pickle(PROTO2, named(['optimizer', parts]), STOP), storages.data);
    };
    assert.deepEqual(codesOf(await verify(optimizer(0.1, 3))), []);
    assert.deepEqual(codesOf(await verify(optimizer(Number.NaN, 3))), ['not-a-number']);
    assert.deepEqual(codesOf(await verify(optimizer(Number.POSITIVE_INFINITY, 3))), ['not-a-number']);
    assert.deepEqual(codesOf(await verify(optimizer(0.1, -3))), ['step-not-a-count']);
  });

  it('hold states of generators that can be set', async () => {
    assert.deepEqual(await codes(bytesState('torch_rng_state', 5056)), []);
    assert.deepEqual(await codes(bytesState('torch_rng_state', 5000)), ['rng-size']);
    assert.deepEqual(await notes(bytesState('rng_state', 5000)), ['rng-size']);
    assert.deepEqual(await notes(bytesState('cuda_rng_state', 16)), []);
    const zero: Parts = {
      more: (storages) => [['torch_rng_state', storages.tensor([5056], 'ByteStorage', new Uint8Array(5056))]],
    };
    assert.deepEqual(await codes(zero), ['rng-zero']);
    const python = (words: number): Parts => ({
      more: () => [['rng', named(['python', tuple(int(3), numbers(words), 'N')])]],
    });
    assert.deepEqual(await codes(python(625)), []);
    assert.deepEqual(await codes(python(624)), ['rng-size']);
  });

  it('are those of the step in its name; one off is how trainers count', async () => {
    assert.deepEqual(await codes({}, { label: 'step-40.pt' }), ['name-step']);
    assert.deepEqual(await notes({}, { label: 'step-4.pt' }), ['name-step']);
    assert.deepEqual(await codes({}, { label: 'step-4.pt' }), []);
    assert.deepEqual(await codes({ more: () => [['epoch', int(1)]] }, { label: 'epoch=9.ckpt' }), [
      'name-epoch',
    ]);
  });

  it('are not asked about in a file of another role', async () => {
    assert.deepEqual(await codes({ params: [0] }, { role: 'config', label: 'step-40.pt' }), []);
  });

  it('are walked with a storage that nothing rebuilds', async () => {
    const parts: Parts = { more: () => [['raw', storage('0', 8)]] };
    assert.deepEqual(await codes(parts), []);
  });
});

describe('the numbers of a checkpoint that PyTorch has nothing to do with', () => {
  const optimizer = (step: number, lr: number): Op =>
    named(
      ['state', dict([int(0), named(['step', float(step)])])],
      ['param_groups', list(named(['lr', float(lr)], ['params', list(int(0))]))],
    );
  const program = (...more: [string, Op][]) => pickle(PROTO2, named(['step', int(3)], ...more), STOP);

  for (const { name, more, told } of [
    { name: 'a loss', more: ['loss', float(NaN)], told: ['fail not-a-number "loss"'] },
    { name: 'a rate', more: ['lr', float(NaN)], told: ['fail not-a-number "lr"'] },
    {
      name: 'a rate of a group',
      more: ['optimizer', optimizer(3, NaN)],
      told: ['fail not-a-number "optimizer.param_groups.0.lr"'],
    },
    {
      name: 'steps of an optimizer',
      more: ['optimizer', optimizer(-3, 0.1)],
      told: ['fail step-not-a-count "optimizer"'],
    },
    { name: 'a step', more: ['global_step', float(-3)], told: ['fail step-not-a-count global_step'] },
    { name: 'one in a history', more: ['history', list(float(NaN))], told: ['note not-a-number "history"'] },
    { name: 'none', more: ['optimizer', optimizer(3, 0.1)], told: [] },
  ] as { name: string; more: [string, Op]; told: string[] }[])
    it(`[issue 16] are judged as those of its own are, in a pickle and in one that joblib packed: ${name}`, async () => {
      const bytes = program(more);
      assert.deepEqual(await saidOf(bytes), told);
      assert.deepEqual(await saidOf(deflateSync(bytes)), told);
    });

  it('[issue 16] spoil a file of a scheduler or of anything else that is declared to be something else', async () => {
    const scheduler = pickle(PROTO2, named(['_last_lr', list(float(NaN))], ['loss', float(NaN)]), STOP);
    assert.deepEqual(await saidOf(scheduler, { role: 'archive' }), ['fail not-a-number "_last_lr"']);
  });
});

describe('the step in a name', () => {
  for (const [label, expected] of [
    ['runs/a/step-40.pt', { step: 40 }],
    ['epoch=3-step=400.ckpt', { step: 400, epoch: 3 }],
    ['model_global_step_000120.pth', { step: 120 }],
    ['iter_0040000.pt', { step: 40000 }],
    ['ckpt-epoch5.pt', { epoch: 5 }],
    ['https://x.test/step-9/model.pt?step-7', {}],
    ['step-40k.pt', {}],
    ['step-1.5.pt', {}],
    ['two-steps.pt', {}],
    ['footstep7', {}],
    ['model-40.pt', {}],
  ] as [string, object][])
    it(`is read exactly or not at all: ${label}`, () => {
      assert.deepEqual(namedStep(label), expected);
    });
});

describe('a checkpoint and the one before it', () => {
  const row = (name: string, fingerprint: string, shape = [4, 4]) => ({
    ...{ name, fingerprint, shape },
    ...{ dtype: 'f32', nonFinite: 0 },
  });
  const rows = (model: string, moments: string, steps: string) => [
    row('model.a.weight', model),
    row('optimizer.state.0.exp_avg', moments),
    row('optimizer.state.0.step', steps, []),
  ];
  const judge = (now: ReturnType<typeof rows>, step: number) => {
    const findings = new Findings();
    const previous = { rows: rows('1', '2', '3'), step: 10 };
    judgeChange({ findings, facts: { scalars: {}, step }, table: { rows: now } }, previous);
    return findings.reasons.filter(({ severity }) => severity === 'fail').map(({ code }) => code);
  };

  it('[issue 16] has moved as a whole', () => {
    assert.deepEqual(judge(rows('4', '5', '6'), 20), []);
    assert.deepEqual(judge(rows('1', '5', '6'), 20), ['model-unchanged']);
    assert.deepEqual(judge(rows('4', '2', '6'), 20), ['optimizer-unchanged']);
    assert.deepEqual(judge(rows('1', '2', '3'), 20), ['unchanged']);
  });

  it('[issue 16] may have stood still in 16 bits for a few steps, but not for many', () => {
    const halves = rows('1', '5', '6').map((each) =>
      each.name.startsWith('model') ? { ...each, dtype: 'bf16' } : each,
    );
    assert.deepEqual(judge(halves, 12), []);
    assert.deepEqual(judge(halves, 20), ['model-unchanged']);
    assert.deepEqual(judge(rows('1', '5', '6'), 12), ['model-unchanged']);
  });

  it('may have stood still at a rate of zero, if it was zero before and is', () => {
    const at = (leastRate: number, step: number) => ({
      ...{ scalars: {}, step },
      optimizer: { leastRate, mostRate: leastRate, leastFirstRate: 1, scalesSteps: true },
    });
    const told = (before: number, now: number) => {
      const findings = new Findings();
      const previous = { ...at(before, 10), rows: rows('1', '2', '3') };
      judgeChange({ findings, facts: at(now, 20), table: { rows: rows('1', '5', '6') } }, previous);
      return findings.reasons.map(({ severity, code }) => `${severity} ${code}`);
    };
    assert.deepEqual(told(0, 0), ['note model-unchanged']);
    assert.deepEqual(told(0.1, 0), ['fail model-unchanged']);
  });

  it('[issue 16] has no layer that lies over another', () => {
    const layers = (...prints: string[]) =>
      prints.map((print, i) => row(`model.layers.${i}.weight`, print, [8, 8]));
    const copied = (now: ReturnType<typeof layers>, previous: ReturnType<typeof layers>) => {
      const findings = new Findings();
      judgeChange(
        { findings, facts: { scalars: {}, step: 20 }, table: { rows: now } },
        { rows: previous, step: 10 },
      );
      return findings.reasons.filter(({ severity }) => severity === 'fail').map(({ code }) => code);
    };
    assert.deepEqual(copied(layers('4', '5', '4'), layers('1', '2', '3')), ['layer-copied']);
    // Copied before it was trained (another depth, shared weights), or trained apart since.
    assert.deepEqual(copied(layers('4', '5', '4'), layers('1', '2', '1')), []);
    assert.deepEqual(copied(layers('4', '5', '6'), layers('1', '1', '1')), []);
    const named = (name: string) =>
      layers('4', '4').map((each) => ({ ...each, name: each.name.replace('layers', name) }));
    const renamed = (name: string) =>
      layers('1', '2').map((each) => ({ ...each, name: each.name.replace('layers', name) }));
    assert.deepEqual(copied(named('experts'), renamed('experts')), []);
    const tied = layers('4', '4').map((each) => ({ ...each, at: { offset: 64, bytes: 256 } }));
    assert.deepEqual(copied(tied, layers('1', '2')), []);
    const small = layers('4', '4').map((each) => ({ ...each, shape: [2, 2] }));
    assert.deepEqual(copied(small, layers('1', '2')), []);
  });

  it('[issue 16] is not older', () => {
    assert.deepEqual(judge(rows('4', '5', '6'), 9), ['step-behind']);
    assert.deepEqual(judge(rows('1', '5', '6'), 10), []);
  });
});
