import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { collect } from '../../src/collect/collect.ts';
import { Keeping } from '../../src/collect/keep.ts';
import { pushKept } from '../../src/collect/push-kept.ts';
import { storeKept } from '../../src/course/store-kept.ts';
import type { CheckpointRule } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Run } from '../../src/lease/run.ts';
import { releaseAssetStore } from '../../src/stores/release-asset-store.ts';
import { jobWith } from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { githubShelf } from '../stores/github-shelf.ts';
import { checkpoint, finished, type KeptBox, keptBox, metricsUntil } from './kept-box.ts';

const RULE: CheckpointRule = { path: 'checkpoint-*', stepKey: 'step', resume: 'continues' };
const MARKED: CheckpointRule = { ...RULE, complete: 'state.json' };
const RUNG = { kind: 'release-asset' as const, tag: 'gpu-lease' };

async function write(box: KeptBox, step: number, parts: 'all' | 'half' = 'all'): Promise<void> {
  const folder = `checkpoint-${step}`;
  await box.write(`${folder}/weights.safetensors`, checkpoint(step));
  if (parts === 'half') return;
  await box.write(`${folder}/deep/er/scheduler.json`, '{"last_epoch": 3}\n');
  await box.write(`${folder}/state.json`, `{"global_step": ${step}, "log_history": []}\n`);
}

/** Everything below a directory that is a plain file. */
const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();

const SET_10 = [
  'checkpoint-10/deep/er/scheduler.json',
  'checkpoint-10/state.json',
  'checkpoint-10/weights.safetensors',
];

/** A run whose box was lost as it wrote its third checkpoint; the outputs are gone, as on a new box. */
async function lostHalfWay(rule: CheckpointRule) {
  const box = await keptBox({ checkpoint: rule, artifacts: [] });
  const keeping = new Keeping();
  const kept: EventBody[] = [];
  const look = async (modifiedAt: number) => {
    box.clock.pass(3600);
    const seen = box.probe([{ path: 'checkpoint-x', bytes: 1, modifiedAt }]);
    const of = { world: box.world, run: box.run(...kept), lease: box.lease(), job: box.job };
    kept.push(...(await keeping.keep(of, seen)));
  };
  for (const step of [5, 10]) {
    await write(box, step);
    await box.write('metrics.jsonl', metricsUntil(step + 1));
    await look(step);
    await look(step);
  }
  await write(box, 15, 'half');
  await look(15);
  await rm(box.out(), { recursive: true });
  const shelf = githubShelf();
  const base = box.out().replace('/cells/main/out', '');
  const push = (...more: EventBody[]) =>
    pushKept(
      {
        world: box.world,
        run: box.run(...kept, ...more),
        storesFor: async () => [releaseAssetStore(RUNG, shelf)],
      },
      box.box.channel,
      { base, keeper: '' },
    );
  const toStore = async () => {
    const run = box.run(...kept);
    return storeKept(
      { ...box.world, github: shelf.github },
      { ...run, opened: { ...run.opened, needsStore: true } as Run['opened'] },
      jobWith({ store: [RUNG] }),
      { step: undefined, wish: undefined },
    );
  };
  return { box, push, toStore };
}

describe('a checkpoint of several files on a new box', { skip: missing('dash') }, () => {
  for (const [what, rule] of [
    ['with a marker', MARKED],
    ['without one', RULE],
  ] as const) {
    it(`is the newest whole one ${what}, with the metrics, and nothing of a newer or older [P2-06]`, async () => {
      const { box, push } = await lostHalfWay(rule);
      assert.deepEqual(await push(), [{ cell: 'main', step: 10, source: 'our-copy' }]);
      assert.deepEqual(filesBelow(box.out()), [...SET_10, 'metrics.jsonl']);
      const weights = readFileSync(join(box.out(), 'checkpoint-10/weights.safetensors'));
      assert.deepEqual(weights, Buffer.from(checkpoint(10)));
    });
  }

  it('comes whole from a store, on a machine that never pulled it [GH-05]', async () => {
    const { box, push, toStore } = await lostHalfWay(MARKED);
    const stored = await toStore();
    assert.equal(stored.length, 1);
    await rm(box.here('..'), { recursive: true });
    assert.deepEqual(await push(...stored), [{ cell: 'main', step: 10, source: 'our-copy' }]);
    assert.deepEqual(filesBelow(box.out()), [...SET_10, 'metrics.jsonl']);
  });

  it('is not begun where one of its files is missing here', async () => {
    const { box, push } = await lostHalfWay(MARKED);
    await rm(box.here('+kept'), { recursive: true });
    await rm(join(box.here(), 'checkpoint-10/state.json'));
    await assert.rejects(push(), { code: 'kept-copy-missing' });
  });
});

describe('what is sealed of checkpoints', { skip: missing('dash') }, () => {
  const MODEL = [
    {
      path: 'model.safetensors',
      role: 'model' as const,
      keep: 'evidence' as const,
      min: 1,
      contains: [],
      allowDegraded: false,
    },
  ];

  async function ended(rule: CheckpointRule) {
    const box = await keptBox({ checkpoint: rule, artifacts: MODEL });
    await box.write('model.safetensors', checkpoint(20));
    await write(box, 5);
    await write(box, 10);
    const seal = async () => {
      const events = await collect({
        world: box.world,
        run: box.run(finished),
        lease: box.lease(finished),
        job: box.job,
      });
      assert.ok(events.some(({ type }) => type === 'sealed'));
      return filesBelow(box.here());
    };
    return { box, seal };
  }

  it('is the newest, though no artifact names a file of it', async () => {
    const { box, seal } = await ended(MARKED);
    assert.deepEqual(await seal(), [...SET_10, 'model.safetensors']);
    const { document } = JSON.parse(readFileSync(`${box.here('+evidence')}/seal.json`, 'utf8'));
    assert.deepEqual(
      document.files.map(({ path }: { path: string }) => path),
      [...SET_10, 'model.safetensors'],
    );
  });

  it('is the one before it where the newest lacks its marker', async () => {
    const { box, seal } = await ended(MARKED);
    await write(box, 15, 'half');
    assert.deepEqual(await seal(), [...SET_10, 'model.safetensors']);
  });

  it('is the one before it where a file of the newest is cut short, and that is said', async () => {
    const { box, seal } = await ended(RULE);
    await write(box, 15);
    await box.write('checkpoint-15/weights.safetensors', Buffer.from(checkpoint(15)).subarray(0, 3000));
    assert.deepEqual(await seal(), [...SET_10, 'model.safetensors']);
    assert.match(
      box.face.warnings.join(),
      /checkpoint-15 is no whole checkpoint and is not sealed as one: checkpoint-15\/weights\.safetensors/,
    );
  });

  it('is none where none is whole: what the job declares is sealed all the same', async () => {
    const { box, seal } = await ended(MARKED);
    for (const step of [5, 10]) await rm(join(box.out(), `checkpoint-${step}/state.json`));
    assert.deepEqual(await seal(), ['model.safetensors']);
  });
});
