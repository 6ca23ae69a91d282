import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CARDS } from '../../src/job/gpu-cards.ts';
import { knownGpu, nearestGpu, offeredGpu } from '../../src/job/gpus.ts';

/** Where the spelling is from, the spelling, our model, form, memory of one card in GB. */
const SPELLINGS: [
  from: string,
  native: string,
  model: string | null,
  form?: string | undefined,
  memoryGb?: number,
][] = [
  ['RunPod', 'NVIDIA GeForce RTX 4090', 'RTX 4090'],
  ['RunPod', 'NVIDIA GeForce RTX 3080 Ti', 'RTX 3080 Ti', undefined, 12],
  ['RunPod', 'NVIDIA GeForce RTX 3080TI', 'RTX 3080 Ti', undefined, 12],
  ['RunPod', 'NVIDIA GeForce RTX 3080', 'RTX 3080'],
  ['RunPod', 'NVIDIA GeForce RTX 4080 SUPER', 'RTX 4080 SUPER'],
  ['RunPod', 'NVIDIA GeForce RTX 4070 Ti', 'RTX 4070 Ti', undefined, 12],
  ['RunPod', 'NVIDIA GeForce RTX 5090', 'RTX 5090', undefined, 32],
  ['RunPod', 'NVIDIA A100-SXM4-80GB', 'A100', 'SXM', 80],
  ['RunPod', 'NVIDIA A100-SXM4-40GB', 'A100', 'SXM', 40],
  ['RunPod', 'NVIDIA A100 80GB PCIe', 'A100', 'PCIe', 80],
  ['RunPod', 'NVIDIA H100 80GB HBM3', 'H100', 'SXM', 80],
  ['RunPod', 'NVIDIA H100 PCIe', 'H100', 'PCIe'],
  ['RunPod', 'NVIDIA H100 NVL', 'H100', 'NVL'],
  ['RunPod', 'NVIDIA H200', 'H200', undefined, 141],
  ['RunPod', 'NVIDIA H200 NVL', 'H200', 'NVL', 141],
  ['RunPod', 'NVIDIA B200', 'B200'],
  ['RunPod', 'NVIDIA L4', 'L4', undefined, 24],
  ['RunPod', 'NVIDIA L40', 'L40', undefined, 48],
  ['RunPod', 'NVIDIA L40S', 'L40S', undefined, 48],
  ['RunPod', 'NVIDIA A30', 'A30', undefined, 24],
  ['RunPod', 'NVIDIA A40', 'A40', undefined, 48],
  ['RunPod', 'NVIDIA RTX A4000', 'A4000', undefined, 16],
  ['RunPod', 'NVIDIA  RTX A4500', 'A4500', undefined, 20],
  ['RunPod', 'NVIDIA RTX A5000', 'A5000', undefined, 24],
  ['RunPod', 'NVIDIA RTX A6000', 'A6000', undefined, 48],
  ['RunPod', 'NVIDIA A5000 Ada', 'RTX 5000 Ada', undefined, 32],
  ['RunPod', 'NVIDIA RTX 6000 Ada Generation', 'RTX 6000 Ada', undefined, 48],
  ['RunPod', 'NVIDIA RTX 4000 SFF Ada Generation', 'RTX 4000 Ada', undefined, 20],
  ['RunPod', 'NVIDIA RTX 4000 Ada Generation', 'RTX 4000 Ada', undefined, 20],
  ['RunPod', 'NVIDIA RTX PRO 6000 Blackwell Server Edition', 'RTX PRO 6000', undefined, 96],
  ['RunPod', 'NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition', 'RTX PRO 6000', undefined, 96],
  ['RunPod', 'Tesla V100-SXM2-32GB', 'V100', 'SXM', 32],
  ['RunPod', 'Tesla V100-FHHL-16GB', 'V100', undefined, 16],
  ['RunPod', 'Tesla T4', 'T4', undefined, 16],
  ['RunPod', 'AMD Instinct MI300X OAM', 'MI300X', undefined, 192],
  ['vast.ai', 'RTX 4090', 'RTX 4090'],
  ['vast.ai', 'RTX_4090', 'RTX 4090'],
  ['vast.ai', 'RTX 4090D', 'RTX 4090D'],
  ['vast.ai', 'RTX 4080S', 'RTX 4080 SUPER'],
  ['vast.ai', 'RTX 4070S Ti', 'RTX 4070 Ti SUPER', undefined, 16],
  ['vast.ai', 'A100 SXM4', 'A100', 'SXM'],
  ['vast.ai', 'A100 PCIE', 'A100', 'PCIe'],
  ['vast.ai', 'H100 SXM', 'H100', 'SXM'],
  ['vast.ai', 'RTX PRO 6000 WS', 'RTX PRO 6000', undefined, 96],
  ['vast.ai', 'RTX 6000Ada', 'RTX 6000 Ada', undefined, 48],
  ['vast.ai', 'Q RTX 8000', 'RTX 8000', undefined, 48],
  ['vast.ai', 'GH200 SXM', 'GH200', 'SXM'],
  ['vast.ai', 'Tesla P100', 'P100'],
  ['Lambda', 'gpu_1x_a10', 'A10', undefined, 24],
  ['Lambda', 'gpu_1x_h100_sxm5', 'H100', 'SXM'],
  ['Lambda', 'gpu_8x_h100_sxm5gdr', 'H100', 'SXM'],
  ['Lambda', 'gpu_8x_a100_80gb_sxm4', 'A100', 'SXM', 80],
  ['Lambda', 'gpu_1x_a100', 'A100'],
  ['Lambda', 'gpu_1x_gh200', 'GH200'],
  ['Lambda', 'gpu_1x_rtx6000', 'RTX 6000', undefined, 24],
  ['Lambda', 'gpu_8x_v100', 'V100'],
  ['Lambda', 'A10 (24 GB PCIe)', 'A10', 'PCIe', 24],
  ['Lambda', 'H100 (80 GB SXM5)', 'H100', 'SXM', 80],
  ['DigitalOcean', 'nvidia_h100', 'H100'],
  ['DigitalOcean', 'gpu-h100x1-80gb', 'H100', undefined, 80],
  ['DigitalOcean', 'gpu-h100x8-640gb', 'H100'],
  ['DigitalOcean', 'gpu-l40sx1-48gb', 'L40S', undefined, 48],
  ['DigitalOcean', 'gpu-4000adax1-20gb', 'RTX 4000 Ada', undefined, 20],
  ['DigitalOcean', 'gpu-mi300x1-192gb', 'MI300X', undefined, 192],
  ['DigitalOcean', 'gpu-mi300x8-1536gb', 'MI300X', undefined, 192],
  ['Verda', '1H100.80S.30V', 'H100', 'SXM', 80],
  ['Verda', '8A100.40S.176V', 'A100', 'SXM', 40],
  ['Verda', '1RTX6000ADA.10V', 'RTX 6000 Ada', undefined, 48],
  ['Verda', '2V100.10V', 'V100'],
  ['Verda', '1B300.30V', 'B300'],
  ['Verda', '1L40S.20V', 'L40S', undefined, 48],
  ['Paperspace', 'A100-80G', 'A100', undefined, 80],
  ['Paperspace', 'V100-32G', 'V100', undefined, 32],
  ['Paperspace', 'P5000', 'P5000', undefined, 16],
  ['Paperspace', 'A4000', 'A4000', undefined, 16],
  ['Paperspace', 'RTX5000', 'RTX 5000', undefined, 16],
  ['AutoDL', '5090-p', 'RTX 5090', undefined, 32],
  ['AutoDL', 'pro6000-p', 'RTX PRO 6000', undefined, 96],
  ['AutoDL', '4090D', 'RTX 4090D'],
  ['AutoDL', 'h800', 'H800', undefined, 80],
  ['AutoDL', 'v-32g-p', 'vGPU-32GB', undefined, 32],
  ['AutoDL', 'v-48g-350w', 'vGPU-48GB', undefined, 48],
  ['AutoDL', 'vGPU-32GB', 'vGPU-32GB', undefined, 32],
  ['AutoDL', 'H20-NVLink', 'H20'],
  ['AutoDL', 'A800-80GB', 'A800', undefined, 80],
  ['AutoDL', 'RTX 3090', 'RTX 3090', undefined, 24],
  ['AutoDL', 'RTX 4090-48GB', 'RTX 4090', undefined, 48],
  ['CompShare', '4090_48G', 'RTX 4090', undefined, 48],
  ['Kaggle', 'NvidiaTeslaT4', 'T4', undefined, 16],
  ['Kaggle', 'NvidiaTeslaP100', 'P100'],
  ['AWS', 'A10G', 'A10G', undefined, 24],
  ['a card we do not know', 'RTX 9999', null],
  ['a card we do not know', 'A1200', null],
  ['a card we do not know', 'L40G', null],
  ['a word that only holds a name', 'part4 of a plan', null],
];

describe("a platform's name of a card", () => {
  for (const [from, native, model, form, memoryGb] of SPELLINGS) {
    it(`${native} (${from}) is ${model ?? 'not known'}`, () => {
      const found = offeredGpu(native, 2);
      assert.deepEqual(
        [found.model, found.form, found.memoryGb, found.native, found.count],
        [model, form, memoryGb, native, 2],
      );
    });
  }

  it('is told in the size that the maker names, whatever unit the platform measures in', () => {
    const sizeOf = (native: string, measured: number) => offeredGpu(native, 1, measured).memoryGb;
    assert.equal(sizeOf('A100 SXM4', 39.4), 40);
    assert.equal(sizeOf('A100 SXM4', 81.559), 80);
    assert.equal(sizeOf('RTX 4090', 23.6), 24);
    assert.equal(sizeOf('RTX 4090', 49.1), 48);
    assert.equal(sizeOf('H100 NVL', 93.6), 94);
    assert.equal(sizeOf('H200', 143.8), 141);
    assert.equal(sizeOf('RTX 4090', 33), 33, 'a size that nobody told us of stays what it is');
    assert.equal(sizeOf('RTX 9999', 63.7), 64);
  });

  it('stands in one line of the table only', () => {
    const squeezed = CARDS.flatMap(({ model, also = [] }) => [...new Set([model, ...also].map(squeeze))]);
    assert.deepEqual(
      squeezed.filter((each, at) => squeezed.indexOf(each) !== at),
      [],
    );
    for (const { model } of CARDS) assert.equal(knownGpu(model)?.model, model);
  });
});

const squeeze = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

describe('the name of a card in a job file', () => {
  it('may be written as people do, with or without form and size', () => {
    assert.deepEqual(knownGpu('a100'), { model: 'A100' });
    assert.deepEqual(knownGpu('rtx4090'), { model: 'RTX 4090' });
    assert.deepEqual(knownGpu('4090'), { model: 'RTX 4090' });
    assert.deepEqual(knownGpu('RTX-4090'), { model: 'RTX 4090' });
    assert.deepEqual(knownGpu('h100 sxm'), { model: 'H100', form: 'SXM' });
    assert.deepEqual(knownGpu('A100 80GB'), { model: 'A100', memoryGb: 80 });
    assert.deepEqual(knownGpu('A100-80GB-PCIe'), { model: 'A100', form: 'PCIe', memoryGb: 80 });
    assert.equal(knownGpu('Z900'), undefined);
  });

  it('has a nearest one when it is misspelt', () => {
    for (const [typed, meant] of [
      ['A10O', 'A100'],
      ['RTX 409O', 'RTX 4090'],
      ['RTX 4909', 'RTX 4090'],
      ['H1OO', 'H100'],
      ['MI30OX', 'MI300X'],
      ['L04S', 'L40S'],
    ] as const)
      assert.equal(nearestGpu(typed), meant, typed);
    assert.equal(nearestGpu('Gaudi 3 PCIe'), undefined);
  });
});
