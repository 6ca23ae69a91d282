import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobText, load, problemsOf } from './job-text.ts';

/** What is typed at the top of a file, or below `resources`, and the line that is to be written instead of it. */
const FORMS: [typed: string, instead: string][] = [
  ['resources: {gpu: A100:8}', 'gpu: { name: A100, count: 8 }'],
  ['resources: {gpu: A100}', 'gpu: { name: A100 }'],
  ['resources: {gpu: 8xA100}', 'gpu: { name: A100, count: 8 }'],
  ['resources: {gpu: h100x4}', 'gpu: { name: H100, count: 4 }'],
  ['resources: {gpu: A100-80GB:8}', 'gpu: { name: A100, memory: 80GB+, count: 8 }'],
  ['resources: {gpu: "A100:40GB:2"}', 'gpu: { name: A100, memory: 40GB+, count: 2 }'],
  ['resources: {gpu: 24GB}', 'gpu: { memory: 24GB+ }'],
  ['resources: {gpu: 24GB..48GB}', 'gpu: { memory: 24GB..48GB }'],
  ['resources: {gpu: 2}', 'gpu: { count: 2 }'],
  ['resources: {gpu: RTX 4090}', 'gpu: { name: RTX 4090 }'],
  ['resources: {gpu: [A100, H100]}', 'gpu: { name: [A100, H100] }'],
  ['resources: {gpu: "A100,H100:4"}', 'gpu: { name: [A100, H100], count: 4 }'],
  ['resources: {gpu: {A100: 8}}', 'gpu: { name: A100, count: 8 }'],
  ['resources: {accelerators: A100:8}', 'gpu: { name: A100, count: 8 }'],
  ['resources: {accelerators: {A100: 8}}', 'gpu: { name: A100, count: 8 }'],
  ['accelerators: A100:8', 'resources: { gpu: { name: A100, count: 8 } }'],
  ['gpus: 4', 'resources: { gpu: { count: 4 } }'],
  ['resources: {gpu: {name: A100, memory: 40}}', 'memory: 40GB+'],
  ['resources: {memory: 64}', 'memory: 64GB+'],
  ['resources: {memory: 64+}', 'memory: 64GB+'],
  ['resources: {disk: 200}', 'disk: 200GB+'],
  ['resources: {cpus: 8}', 'cpus: 8+'],
];

describe('a short form of another tool', () => {
  for (const [typed, instead] of FORMS) {
    it(`${typed} is answered with the line that says it here, which is taken`, () => {
      const [problem, ...more] = problemsOf(jobText({ resources: typed }));
      assert.deepEqual(more, []);
      assert.ok(problem?.next.startsWith(`Write \`${instead}\``), problem?.next);
      const inGpu = instead.startsWith('memory: 40GB+') ? `gpu: { name: A100, ${instead} }` : instead;
      const line = instead.startsWith('resources:') ? instead : `resources: { ${inGpu} }`;
      assert.ok(load(jobText({ resources: line })).job.resources);
    });
  }

  for (const typed of [
    'resources: {gpu: yes please}',
    'resources: {gpu: {A100: 8, H100: 4}}',
    'resources: {gpu: 0}',
    'resources: {memory: lots}',
    'accelerators: tpu-v5e-8',
  ]) {
    it(`${typed} is answered without a guess`, () => {
      for (const { next } of problemsOf(jobText({ resources: typed })))
        assert.doesNotMatch(next, /^Write `(gpu|resources|memory)/);
    });
  }
});
