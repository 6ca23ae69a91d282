import type { Cases } from '../cases.ts';
import { fixture, fixtureFiles } from '../fixtures.ts';
import { megatronFiles } from '../megatron-writer.ts';
import { rankFilesOf } from '../rank-writer.ts';

const CONFIG = 'only a model of the transformers library has one; a roster can ask for it';
const RANK = 'nothing in it names its rank: only a digest can tell';

const below = (folder: string, name: string) =>
  new Map([...fixtureFiles(`trainers/${name}`)].map(([path, bytes]) => [`${folder}/${path}`, bytes]));

const lightning = 'epoch=1-step=6.ckpt';

export const cases: Cases = {
  formats: [
    {
      format: 'torch-zip',
      name: 'of Lightning',
      bytes: () => fixture(`trainers/lightning/${lightning}`),
      options: { role: 'checkpoint', expectation: { step: 6, epoch: 1 } },
      verdict: 'pass',
    },
  ],
  sets: [
    {
      kind: 'hf-trainer-checkpoint',
      name: 'one process',
      root: 'checkpoint-4',
      role: 'archive',
      files: () => fixtureFiles('trainers/one-rank'),
      verdict: 'pass',
      optional: { 'checkpoint-4/config.json': CONFIG, 'checkpoint-4/generation_config.json': CONFIG },
    },
    {
      kind: 'hf-trainer-checkpoint',
      name: 'two processes',
      root: 'checkpoint-4',
      role: 'archive',
      files: () => fixtureFiles('trainers/two-ranks'),
      verdict: 'pass',
      optional: { 'checkpoint-4/config.json': CONFIG, 'checkpoint-4/generation_config.json': CONFIG },
      exchangeable: { 'checkpoint-4/rng_state_0.pth': RANK, 'checkpoint-4/rng_state_1.pth': RANK },
    },
    {
      kind: 'accelerate-state',
      name: 'one process',
      root: 'state',
      role: 'archive',
      files: () => below('state', 'accelerate'),
      verdict: 'pass',
      optional: { 'state/scheduler.bin': 'a run need not have one' },
    },
    {
      kind: 'rank-files',
      name: 'three processes of a script of one’s own',
      root: 'step-7',
      role: 'archive',
      files: () => rankFilesOf([0, 1, 2], (rank) => `step-7/model_rank${rank}.pt`),
      verdict: 'pass',
      exchangeable: Object.fromEntries([0, 1, 2].map((rank) => [`step-7/model_rank${rank}.pt`, RANK])),
    },
    {
      kind: 'deepspeed-checkpoint',
      name: 'ZeRO stage 2, two processes',
      root: 'global_step3',
      role: 'archive',
      files: () => fixtureFiles('trainers/deepspeed-zero'),
      verdict: 'pass',
    },
    {
      kind: 'deepspeed-checkpoint',
      name: 'without ZeRO',
      root: 'global_step3',
      role: 'archive',
      files: () => fixtureFiles('trainers/deepspeed-plain'),
      verdict: 'pass',
    },
    {
      kind: 'megatron-checkpoint',
      name: 'two by two ranks, by a writer of ours',
      root: 'iter_0000100',
      role: 'archive',
      files: () => megatronFiles(),
      verdict: 'pass',
      exchangeable: Object.fromEntries(
        [...megatronFiles().keys()].filter((path) => path.endsWith('.pt')).map((path) => [path, RANK]),
      ),
    },
    {
      kind: 'peft-adapter',
      name: 'LoRA',
      root: 'adapter',
      role: 'archive',
      files: () => below('adapter', 'peft'),
      verdict: 'pass',
    },
    {
      kind: 'peft-adapter',
      name: 'DoRA with ranks of its own',
      root: 'adapter',
      role: 'archive',
      files: () => below('adapter', 'dora'),
      verdict: 'pass',
    },
    {
      kind: 'lightning-checkpoint',
      name: 'a name with epoch and step',
      root: lightning,
      role: 'checkpoint',
      files: () => fixtureFiles('trainers/lightning'),
      verdict: 'pass',
    },
    {
      kind: 'diffusers-pipeline',
      name: 'an unconditional pipeline',
      root: 'pipeline',
      role: 'archive',
      files: () => below('pipeline', 'diffusers'),
      verdict: 'pass',
    },
  ],
};
