import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkpointSets, type SeenFile } from '../../src/job/checkpoint-sets.ts';
import { compileGlob } from '../../src/job/glob.ts';
import type { Job } from '../../src/job/job.ts';
import { watchedGlobs } from '../../src/job/watched.ts';
import { missing } from '../requirement.ts';
import { seededRandom } from '../scenarios/seeded-random.ts';
import { jobWith, toldOf } from './told-job.ts';

const RULES = [
  '{path: "checkpoint-*"}',
  '{path: "checkpoint-*", complete: state.json}',
  '{path: "checkpoint-*/state.json"}',
  '{path: "ckpt/*.pt"}',
  '{path: "ckpt/last.pt"}',
  '{path: "ckpt/step_[0-9]?.pt", complete: done}',
  '{path: [ckpt/model.pt, ckpt/optim.pt]}',
  '{path: [ckpt/model.pt, ckpt/optim.pt], complete: ckpt/done}',
  '{path: "**/epoch=*"}',
];

const PATHS = [
  'checkpoint-10/model.pt',
  'checkpoint-10/state.json',
  'checkpoint-10/parts/a.bin',
  'checkpoint-20/model.pt',
  'checkpoint-20/model.pt.tmp',
  'checkpoint-20/state.json',
  'checkpoint-9',
  'ckpt/last.pt',
  'ckpt/last.pt.part',
  'ckpt/model.pt',
  'ckpt/optim.pt',
  'ckpt/done',
  'ckpt/step_1a.pt',
  'ckpt/step_22.pt',
  'done',
  'runs/a/epoch=3/weights.bin',
  'runs/a/epoch=3.ckpt',
  'epoch=4',
  'metrics.jsonl',
];

/** What the notebook's own code finds in each listing: files by set, and which of the sets are whole once the command has ended. */
function byNotebook(job: Job, listings: readonly (readonly SeenFile[])[]): unknown {
  const told = toldOf(job);
  const cells = ['job', 'files', 'checkpoints'].map((name) =>
    readFileSync(join(import.meta.dirname, '..', '..', 'src', 'colab', 'cells', `${name}.py`), 'utf8'),
  );
  const asked = listings.map((files) =>
    Object.fromEntries(files.map(({ path, bytes, modifiedAt }) => [path, [modifiedAt, bytes, 1]])),
  );
  const script = `${cells.join('\n').replace('@JOB@', () => JSON.stringify(told))}
import sys
answers = []
for seen in json.load(sys.stdin):
    sets = {name: files for name, files in sets_in(seen).items() if files}
    answers.append({name: [sorted(files), is_whole(name, files, seen, {}, True)] for name, files in sets.items()})
print(json.dumps(answers))`;
  return JSON.parse(
    execFileSync('python3', ['-c', script], { input: JSON.stringify(asked), encoding: 'utf8' }),
  );
}

function byProduct(job: Job, files: readonly SeenFile[]): Record<string, unknown> {
  const { checkpoint } = job;
  assert.ok(checkpoint);
  const matchers = watchedGlobs(job).map(compileGlob);
  const listed = files.filter(({ path }) => matchers.some((matches) => matches(path)));
  return Object.fromEntries(
    checkpointSets(listed, checkpoint).map(({ name, files: own, ending }) => [
      name,
      [own.map(({ path }) => path).sort(), ending !== 'lacking'],
    ]),
  );
}

describe('the notebook', { skip: missing('python3') }, () => {
  for (const rule of RULES)
    it(`takes the same files for a checkpoint, and the same checkpoints for whole, as a look at a box does: ${rule}`, () => {
      const job = jobWith(rule);
      const random = seededRandom(11);
      const listings = Array.from({ length: 60 }, () =>
        PATHS.filter(() => random() < 0.6).map((path) => ({
          path,
          bytes: 1,
          modifiedAt: 1000 + Math.floor(random() * 3),
        })),
      );
      assert.deepEqual(
        byNotebook(job, listings),
        listings.map((files) => byProduct(job, files)),
      );
    });
});
