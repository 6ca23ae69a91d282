import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture, fixtureFiles } from './fixtures.ts';
import { megatronFiles, megatronRank } from './megatron-writer.ts';
import { verifyFiles } from './memory-tree.ts';
import { dict, int, PROTO2, pickle, STOP, tensor, text } from './pickle-writer.ts';
import { rankFile, rankFilesOf } from './rank-writer.ts';
import { f32 } from './safetensors-writer.ts';
import { torchFile } from './torch-writer.ts';

type Files = Map<string, Uint8Array>;

const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
const without = (files: Files, ...names: string[]): Files => {
  for (const name of names) assert.ok(files.delete(name), name);
  return files;
};
const with_ = (files: Files, name: string, content: Uint8Array | string): Files =>
  files.set(name, typeof content === 'string' ? bytes(content) : content);
const renamed = (files: Files, from: RegExp, to: string): Files =>
  new Map([...files].map(([path, content]) => [path.replace(from, to), content]));

async function look(files: Files, label: string) {
  const { files: alone, sets } = await verifyFiles(files, { role: 'archive' });
  const set = sets.find((each) => each.label === label && !each.format.includes('shards'));
  return { set, verdict: set?.verdict, codes: set?.reasons.map(({ code }) => code) ?? [], alone };
}

describe('a state that Accelerate saved', () => {
  const state = () => fixtureFiles('trainers/accelerate');
  const codes = async (files: Files) => (await look(files, '')).codes;

  it('is whole with model, optimizer and random state, and says its step, or that of its optimizer where none was counted', async () => {
    const { set, verdict } = await look(state(), '');
    assert.deepEqual([verdict, set?.format, set?.facts.step], ['pass', 'accelerate-state', 4]);
    const counted = torchFile(pickle(PROTO2, dict([text('step'), int(7)]), STOP), {});
    assert.equal((await look(with_(state(), 'random_states_0.pkl', counted), '')).set?.facts.step, 7);
  });

  it('is not whole without any of them', async () => {
    assert.deepEqual(await codes(without(state(), 'random_states_0.pkl')), ['file-missing']);
    assert.deepEqual(await codes(without(state(), 'optimizer.bin')), ['file-missing']);
    assert.deepEqual(await codes(without(state(), 'model.safetensors')), ['weights-missing']);
  });

  it('may keep its models in folders', async () => {
    const model = state().get('model.safetensors') ?? bytes('');
    const files = with_(
      without(state(), 'model.safetensors'),
      'unet/diffusion_pytorch_model.safetensors',
      model,
    );
    assert.deepEqual(await codes(files), []);
  });

  it('holds the random state of every rank, all of one step', async () => {
    const random = state().get('random_states_0.pkl') ?? bytes('');
    assert.deepEqual(await codes(with_(state(), 'random_states_1.pkl', random)), []);
    assert.deepEqual(await codes(with_(state(), 'random_states_2.pkl', random)), ['rank-missing']);
    const later = torchFile(pickle(PROTO2, dict([text('step'), int(7)]), STOP), {});
    assert.deepEqual(await codes(with_(state(), 'random_states_1.pkl', later)), ['step-disagrees']);
  });

  it('has no gap in the numbers of its optimizers', async () => {
    const optimizer = state().get('optimizer.bin') ?? bytes('');
    assert.deepEqual(await codes(with_(state(), 'optimizer_1.bin', optimizer)), []);
    assert.deepEqual(await codes(with_(state(), 'optimizer_2.bin', optimizer)), ['number-missing']);
  });

  it('is not whole while a download lies in it, or when a file of it is broken', async () => {
    assert.deepEqual(await codes(with_(state(), 'optimizer.bin.part', 'half')), [
      'unfinished-sibling',
      'member-not-whole',
    ]);
    assert.deepEqual(await codes(with_(state(), 'scheduler.bin', 'PK\u0003\u0004')), ['member-not-whole']);
  });
});

describe('a checkpoint of DeepSpeed', () => {
  const zero = () => fixtureFiles('trainers/deepspeed-zero');
  const TAG = 'global_step3';
  const part = (rank: number) => `${TAG}/bf16_zero_pp_rank_${rank}_mp_rank_00_optim_states.pt`;
  const codes = async (files: Files, label = TAG) => (await look(files, label)).codes;

  it('is whole with every rank, and says its step', async () => {
    const { set, verdict } = await look(zero(), TAG);
    assert.deepEqual([verdict, set?.format, set?.facts.step], ['pass', 'deepspeed-checkpoint', 3]);
  });

  it('misses a rank, also the last: the sizes of the world stand in the model state', async () => {
    assert.deepEqual(await codes(without(zero(), part(1))), ['rank-missing']);
    assert.deepEqual(await codes(without(zero(), part(0))), ['rank-missing']);
    assert.deepEqual(await codes(without(zero(), part(0), part(1))), ['file-missing']);
    const surplus = zero().get(part(1)) ?? bytes('');
    assert.deepEqual(await codes(with_(zero(), part(2), surplus)), ['rank-surplus']);
  });

  it('misses an expert of a layer, or the optimizer state of a rank that holds experts', async () => {
    const model = zero().get(`${TAG}/mp_rank_00_model_states.pt`) ?? bytes('');
    const mixture = () => {
      const files = zero();
      for (const layer of [0, 1])
        for (const expert of [0, 1])
          files.set(`${TAG}/layer_${layer}_expert_${expert}_mp_rank_00_model_states.pt`, model);
      for (const rank of [0, 1]) files.set(`${TAG}/expp_rank_${rank}_mp_rank_00_optim_states.pt`, model);
      return files;
    };
    assert.deepEqual(await codes(mixture()), []);
    const expert = `${TAG}/layer_1_expert_1_mp_rank_00_model_states.pt`;
    assert.deepEqual(await codes(without(mixture(), expert)), ['rank-missing']);
    const optimizer = `${TAG}/expp_rank_0_mp_rank_00_optim_states.pt`;
    assert.deepEqual(await codes(without(mixture(), optimizer)), ['rank-missing']);
  });

  it('misses the model', async () => {
    assert.deepEqual(await codes(without(zero(), `${TAG}/mp_rank_00_model_states.pt`)), ['weights-missing']);
  });

  it('is finished only when latest names it', async () => {
    assert.deepEqual(await codes(without(zero(), 'latest')), ['file-missing']);
    assert.deepEqual(await codes(with_(zero(), 'latest', 'global_step9')), ['latest-missing']);
    assert.deepEqual(await codes(with_(zero(), 'latest', '../global_step3')), ['latest-missing']);
    const states = [...zero()].filter(([path]) => path !== 'latest');
    const newer: Files = new Map(states.map(([path, content]) => [path.replace('step3', 'step5'), content]));
    const both: Files = new Map([...zero(), ...newer]);
    assert.deepEqual(await codes(both), []);
    assert.ok((await codes(both, 'global_step5')).includes('never-finished'));
  });

  it('is of the step of its name, and its optimizer is not ahead', async () => {
    const other = with_(renamed(zero(), /^global_step3/, 'global_step4'), 'latest', 'global_step4');
    assert.deepEqual(await codes(other, 'global_step4'), ['step-disagrees']);
    const behind = torchFile(
      pickle(
        PROTO2,
        dict([text('module'), dict([text('w'), tensor()])], [text('global_steps'), int(1)]),
        STOP,
      ),
    );
    const files = with_(
      renamed(with_(zero(), `${TAG}/mp_rank_00_model_states.pt`, behind), /^global_step3/, 'global_step1'),
      'latest',
      'global_step1',
    );
    assert.deepEqual(await codes(files, 'global_step1'), ['optimizer-ahead', 'optimizer-ahead']);
  });

  it('has ranks that agree', async () => {
    const other = fixtureFiles('trainers/deepspeed-plain').get(`${TAG}/mp_rank_00_model_states.pt`);
    const found = await codes(with_(zero(), `${TAG}/mp_rank_01_model_states.pt`, other ?? bytes('')));
    assert.ok(found.includes('ranks-disagree') && found.includes('rank-surplus'), found.join());
  });

  it('is reported when code lies beside it', async () => {
    const { set } = await look(with_(zero(), 'zero_to_fp32.py', 'print("made for tests")\n'), TAG);
    assert.deepEqual(
      set?.reasons.map(({ code, severity }) => `${severity} ${code}`),
      ['note holds-code'],
    );
  });

  it('may be nothing but its pointer and its script', async () => {
    const files: Files = new Map([
      ['latest', bytes(TAG)],
      ['zero_to_fp32.py', bytes('print()\n')],
    ]);
    assert.deepEqual(await codes(files, 'latest'), ['latest-missing']);
  });
});

describe('a checkpoint of Megatron', () => {
  const FOLDER = 'iter_0000100';
  const POINTER = 'latest_checkpointed_iteration.txt';
  const rank = (name: string) => `${FOLDER}/mp_rank_${name}/model_optim_rng.pt`;
  const codes = async (files: Files, label = FOLDER) => (await look(files, label)).codes;

  it('is whole with every rank, and says its iteration', async () => {
    const { set, verdict } = await look(megatronFiles(), FOLDER);
    assert.deepEqual([verdict, set?.format, set?.facts.step], ['pass', 'megatron-checkpoint', 100]);
  });

  it('misses a rank, also the last of its row', async () => {
    for (const name of ['00_000', '01_001'])
      assert.deepEqual(await codes(without(megatronFiles(), rank(name))), ['rank-missing'], name);
    assert.deepEqual(await codes(without(megatronFiles(), rank('00_001'), rank('01_001'))), ['rank-missing']);
  });

  it('misses a file of one rank that the others have', async () => {
    const files = with_(megatronFiles(), `${FOLDER}/mp_rank_00_000/extra.pt`, megatronRank());
    assert.deepEqual(await codes(files), ['rank-missing']);
  });

  it('is finished only when the pointer says so', async () => {
    assert.deepEqual(await codes(without(megatronFiles(), POINTER)), ['file-missing']);
    assert.deepEqual(await codes(with_(megatronFiles(), POINTER, '200')), ['latest-missing']);
    assert.deepEqual(await codes(with_(megatronFiles(), POINTER, 'soon')), ['latest-malformed']);
    const older = renamed(megatronFiles(), /^iter_0000100/, 'iter_0000050');
    const both: Files = with_(new Map([...megatronFiles(), ...older]), POINTER, '50');
    assert.ok((await codes(both)).includes('never-finished'));
  });

  it('is of the iteration of its name', async () => {
    const files = with_(megatronFiles(), rank('01_001'), megatronRank({ iteration: 90, seed: 4 }));
    assert.deepEqual(await codes(files), ['step-disagrees']);
  });

  it('of distributed shards has its three files of metadata', async () => {
    const files: Files = new Map([
      [POINTER, bytes('100')],
      [`${FOLDER}/common.pt`, torchFile()],
      [`${FOLDER}/metadata.json`, bytes('{"sharded_backend": "torch_dist"}')],
    ]);
    const { set } = await look(files, FOLDER);
    assert.deepEqual(
      set?.reasons.map(({ expected }) => expected),
      [`${FOLDER}/.metadata`],
    );
  });
});

describe('a file that Lightning named', () => {
  const real = fixture('trainers/lightning/epoch=1-step=6.ckpt');
  const codes = async (name: string) => (await look(new Map([[name, real]]), name)).codes;

  it('holds the epoch and step of its name', async () => {
    assert.deepEqual(await codes('epoch=1-step=6.ckpt'), []);
    assert.deepEqual(await codes('runs/toy-epoch=01-val_loss=0.25-step=6-v1.ckpt'), []);
    assert.deepEqual(await codes('epoch=2-step=6.ckpt'), ['epoch-disagrees']);
    assert.deepEqual(await codes('epoch=1-step=60.ckpt'), ['step-disagrees']);
  });

  it('may remember an infinite score, which is told, but no weight that is not finite', async () => {
    const { alone } = await look(new Map([['last.ckpt', real]]), '');
    assert.deepEqual(
      [alone[0]?.verdict, alone[0]?.reasons.map(({ code }) => code)],
      ['pass', ['infinite-mask']],
    );
    const infinite = f32(Array.from({ length: 16 }, () => Number.POSITIVE_INFINITY));
    for (const [key, verdict] of [
      ['callbacks', 'pass'],
      ['state_dict', 'fail'],
    ] as const) {
      const program = pickle(
        PROTO2,
        dict([text(key), dict([text('w'), tensor()])], [text('model'), tensor({ key: '1' })]),
        STOP,
      );
      const file = torchFile(program, {
        0: infinite,
        1: f32(Array.from({ length: 16 }, (_none, i) => i + 1)),
      });
      const found = await look(new Map([['x.ckpt', file]]), '');
      assert.equal(found.alone[0]?.verdict, verdict, key);
    }
  });
});

describe('a pipeline of diffusers', () => {
  const pipeline = () => fixtureFiles('trainers/diffusers');
  const codes = async (files: Files) => (await look(files, '')).codes;
  const index = (components: Record<string, unknown>) =>
    with_(pipeline(), 'model_index.json', JSON.stringify({ _class_name: 'X', ...components }));

  it('is whole with every component', async () => {
    assert.equal((await look(pipeline(), '')).verdict, 'pass');
  });

  it('misses a component, its configuration, its weights, or the index of all', async () => {
    const weights = 'unet/diffusion_pytorch_model.safetensors';
    assert.deepEqual(await codes(without(pipeline(), 'unet/config.json', weights)), ['component-missing']);
    assert.deepEqual(await codes(without(pipeline(), 'unet/config.json')), ['component-missing']);
    assert.deepEqual(await codes(without(pipeline(), weights)), ['component-missing']);
    assert.deepEqual(await codes(without(pipeline(), 'model_index.json')), ['file-missing']);
  });

  it('may leave a component out on purpose; a scheduler has no weights', async () => {
    const scheduler = ['diffusers', 'DDPMScheduler'];
    assert.deepEqual(await codes(index({ scheduler, safety_checker: [null, null] })), []);
  });

  it('refuses an index that leads elsewhere or names nothing', async () => {
    assert.deepEqual(await codes(index({ '../unet': ['diffusers', 'UNet2DModel'] })), ['index-malformed']);
    assert.deepEqual(await codes(index({})), ['index-malformed']);
    assert.deepEqual(await codes(with_(pipeline(), 'model_index.json', '[1]')), ['index-malformed']);
  });
});

describe('files that each process of a script wrote under its rank', () => {
  const named = (rank: number) => `step-7/model_rank${rank}.pt`;
  const codes = async (files: Files, label = 'step-7') => (await look(files, label)).codes;

  it('are whole with every rank, and say their step', async () => {
    const { set, verdict } = await look(rankFilesOf([0, 1, 2], named), 'step-7');
    assert.deepEqual([verdict, set?.format, set?.facts.step], ['pass', 'rank-files', 7]);
  });

  it('miss a rank: by a gap in their numbers, and the last by the number of ranks that they say', async () => {
    const four = (world: number | 'unsaid' = 'unsaid') => rankFilesOf([0, 1, 2, 3], named, { world });
    assert.deepEqual(await codes(without(four(), named(2))), ['rank-missing']);
    assert.deepEqual(await codes(without(four(4), named(3))), ['rank-missing']);
    assert.deepEqual(await codes(without(four(4), named(0))), ['rank-missing']);
    // Nothing tells of a last one that nobody counted.
    assert.deepEqual(await codes(without(four(), named(3))), []);
  });

  it('miss all but one, where another checkpoint of the run has more and they say how many they were', async () => {
    const before = rankFilesOf([0, 1], (rank) => `step-6/model_rank${rank}.pt`, { step: 6 });
    const torn = without(rankFilesOf([0, 1], named), named(1));
    assert.deepEqual(await codes(new Map([...before, ...torn])), ['rank-missing']);
    const alone = await look(torn, 'step-7');
    assert.equal(alone.set, undefined, 'one file of rank 0 is most often what one process wrote for all');
    assert.deepEqual(await codes(without(rankFilesOf([0, 1], named), named(0))), ['rank-missing']);
  });

  it('may lie in folders of their ranks, and be of several kinds of ranks', async () => {
    const inFolders = rankFilesOf([0, 1, 2], (rank) => `step-7/rank_${rank}/optim.pt`, { world: 'unsaid' });
    assert.deepEqual(await codes(inFolders), []);
    assert.deepEqual(await codes(without(inFolders, 'step-7/rank_1/optim.pt')), ['rank-missing']);
    const grid: Files = new Map(
      [0, 1].flatMap((tensor_) =>
        [0, 1].map((pipe): [string, Uint8Array] => [
          `step-7/tp_rank_0${tensor_}_pp_rank_00${pipe}/model.ckpt`,
          rankFile({ world: 'unsaid' }),
        ]),
      ),
    );
    assert.deepEqual(await codes(grid), []);
    assert.deepEqual(await codes(without(grid, 'step-7/tp_rank_01_pp_rank_001/model.ckpt')), [
      'rank-missing',
    ]);
  });

  it('are of one step and of one number of ranks; older files of more ranks are told', async () => {
    const other = with_(rankFilesOf([0, 1], named), named(1), rankFile({ step: 6 }));
    assert.deepEqual(await codes(other), ['step-disagrees']);
    const others = with_(rankFilesOf([0, 1], named), named(1), rankFile({ world: 4 }));
    assert.deepEqual(await codes(others), ['ranks-disagree']);
    const more = with_(rankFilesOf([0, 1], named), named(2), rankFile({ world: 2 }));
    const { set, verdict } = await look(more, 'step-7');
    assert.deepEqual([verdict, set?.reasons.map(({ code }) => code)], ['pass', ['rank-surplus']]);
  });

  it('are none where the number is another rank: that of an adapter, or one that is counted from 1', async () => {
    const adapters = rankFilesOf([8, 16], (rank) => `step-7/lora_rank${rank}.pt`, { world: 'unsaid' });
    assert.deepEqual(await codes(adapters), []);
    const lowrank = rankFilesOf([0, 8], (rank) => `step-7/lowrank${rank}.pt`, { world: 'unsaid' });
    assert.equal((await look(lowrank, 'step-7')).set, undefined);
    assert.deepEqual(await codes(rankFilesOf([1, 2], named, { world: 2 })), []);
  });
});
