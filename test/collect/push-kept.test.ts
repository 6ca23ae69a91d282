import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Keeping } from '../../src/collect/keep.ts';
import { pushKept } from '../../src/collect/push-kept.ts';
import { storeKept } from '../../src/course/store-kept.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Run } from '../../src/lease/run.ts';
import { Problem } from '../../src/problem.ts';
import { releaseAssetStore } from '../../src/stores/release-asset-store.ts';
import { jobWith } from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { githubShelf, type Shelf } from '../stores/github-shelf.ts';
import { checkpoint, type KeptBox, keptBox, metricsUntil } from './kept-box.ts';

const PATH = 'last.safetensors';

const RUNG = { kind: 'release-asset' as const, tag: 'gpu-lease' };

interface NewBox extends KeptBox {
  shelf: Shelf;
  kept: EventBody[];
  /** Of the run with these further events. */
  push(...more: EventBody[]): ReturnType<typeof pushKept>;
  toStore(...more: EventBody[]): Promise<EventBody[]>;
}

/** A run whose checkpoint of step 40 was kept; then its outputs are gone, as on a new box. */
async function onNewBox(): Promise<NewBox> {
  const shelf = githubShelf();
  const box = await keptBox();
  await box.write(PATH, checkpoint(40));
  await box.write('metrics.jsonl', metricsUntil(40));
  const probe = box.probe([{ path: PATH, bytes: 1, modifiedAt: 1 }]);
  const kept = await new Keeping().keep(
    { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
    probe,
  );
  assert.equal(kept.length, 1);
  await rm(box.out(), { recursive: true });
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
  const toStore = async (...more: EventBody[]) => {
    const run = box.run(...kept, ...more);
    return storeKept(
      { ...box.world, github: shelf.github },
      { ...run, opened: { ...run.opened, needsStore: true } as Run['opened'] },
      jobWith({ store: [RUNG] }),
      {
        step: undefined,
        wish: undefined,
      },
    );
  };
  return { ...box, shelf, kept, push, toStore };
}

const onBox = (box: KeptBox, path: string) => readFileSync(join(box.out(), path));

describe('our verified copies on a new box', { skip: missing('dash') }, () => {
  it('are there byte for byte before a start, and the start says from which step it continues', async () => {
    const box = await onNewBox();
    assert.deepEqual(await box.push(), [{ cell: 'main', step: 40, source: 'our-copy' }]);
    assert.deepEqual(onBox(box, PATH), Buffer.from(checkpoint(40)));
    assert.equal(onBox(box, 'metrics.jsonl').toString(), metricsUntil(40));
    assert.equal(existsSync(box.here('+kept/main+push')), false, 'nothing is left lying about');
  });

  it('can be put there again after a kill, and change nothing then', async () => {
    const box = await onNewBox();
    await box.push();
    assert.deepEqual(await box.push(), [{ cell: 'main', step: 40, source: 'our-copy' }]);
  });

  it('are those that the ledger knows, also when a newer file was pulled and the stage was killed before it could say so', async () => {
    const box = await onNewBox();
    await box.write(PATH, checkpoint(50));
    box.clock.pass(1000);
    const unsaid = await new Keeping().keep(
      { world: box.world, run: box.run(...box.kept), lease: box.lease(), job: box.job },
      box.probe([{ path: PATH, bytes: 1, modifiedAt: 2 }]),
    );
    assert.ok(unsaid[0]?.type === 'kept' && unsaid[0].step === 50);
    await rm(box.out(), { recursive: true });
    assert.deepEqual(await box.push(), [{ cell: 'main', step: 40, source: 'our-copy' }]);
    assert.deepEqual(onBox(box, PATH), Buffer.from(checkpoint(40)));
  });

  it('are those that load, also when the newest file pulled does not', async () => {
    const box = await onNewBox();
    await box.write(PATH, 'rubbish');
    const probe = box.probe([{ path: PATH, bytes: 1, modifiedAt: 2 }]);
    await new Keeping().keep(
      { world: box.world, run: box.run(...box.kept), lease: box.lease(), job: box.job },
      probe,
    );
    assert.equal(readFileSync(join(box.here(), PATH), 'utf8'), 'rubbish');
    await rm(box.out(), { recursive: true });
    await box.push();
    assert.deepEqual(onBox(box, PATH), Buffer.from(checkpoint(40)));
  });

  it('are found as they were pulled where they are not held by content', async () => {
    const box = await onNewBox();
    await rm(box.here('+kept'), { recursive: true });
    await box.push();
    assert.deepEqual(onBox(box, PATH), Buffer.from(checkpoint(40)));
  });

  for (const [what, spoil] of [
    ['are missing here', (box: KeptBox) => rm(box.here(), { recursive: true })],
    ['have changed here', (box: KeptBox) => writeFile(join(box.here(), PATH), 'rot')],
  ] as const) {
    it(`stop the start when they ${what}: resuming from nothing would lose work in silence`, async () => {
      const box = await onNewBox();
      await rm(box.here('+kept'), { recursive: true });
      await spoil(box);
      await assert.rejects(box.push(), (error: unknown) => {
        assert.ok(error instanceof Problem && error.code === 'kept-copy-missing');
        assert.match(error.what, /last\.safetensors: unfit-here/);
        assert.match(error.next, /and in no store\. Bring them to \S+ here/);
        return true;
      });
      assert.equal(existsSync(join(box.out(), PATH)), false);
    });
  }

  it('come back from the store on a machine that never pulled them, each file proven [GH-05]', async () => {
    const box = await onNewBox();
    const stored = await box.toStore();
    assert.equal(stored.length, 1);
    await rm(box.here('..'), { recursive: true });
    assert.deepEqual(await box.push(...stored), [{ cell: 'main', step: 40, source: 'our-copy' }]);
    assert.deepEqual(onBox(box, PATH), Buffer.from(checkpoint(40)));
    assert.equal(onBox(box, 'metrics.jsonl').toString(), metricsUntil(40));
  });

  it('are the newest that a store holds where newer ones went with their machine, and that is said', async () => {
    const box = await onNewBox();
    const stored = await box.toStore();
    const newer: EventBody = {
      type: 'kept',
      lease: box.lease().name,
      cell: 'main',
      step: 60,
      files: [{ path: PATH, bytes: 3, sha256: '6'.repeat(64), verdict: 'pass' }],
    };
    await rm(box.here('..'), { recursive: true });
    assert.deepEqual(await box.push(...stored, newer), [{ cell: 'main', step: 40, source: 'our-copy' }]);
    assert.deepEqual(onBox(box, PATH), Buffer.from(checkpoint(40)));
    assert.match(
      box.face.warnings.join(),
      /verified copy of step 60 was on a machine that is gone.*step 40.*draft release/,
    );
  });

  it('stop the start where the store has other content under their names', async () => {
    const box = await onNewBox();
    const stored = await box.toStore();
    await rm(box.here('..'), { recursive: true });
    for (const asset of [...box.shelf.assets.values()].flat())
      asset.bytes = Buffer.alloc(asset.bytes.length, 1);
    await assert.rejects(box.push(...stored), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'kept-copy-missing');
      assert.match(error.next, /stored in draft release/);
      return true;
    });
    assert.match(
      box.face.warnings.join(),
      /last\.safetensors in draft release .* is not what was stored there/,
    );
    assert.equal(existsSync(join(box.out(), PATH)), false);
  });

  it('are not given up because the store does not answer now', async () => {
    const box = await onNewBox();
    const stored = await box.toStore();
    await rm(box.here('..'), { recursive: true });
    const silent = new Problem({
      code: 'github-unreachable',
      kind: 'unreachable',
      what: 'no answer',
      next: 'again',
    });
    box.shelf.github.downloadAsset = () => Promise.reject(silent);
    await assert.rejects(box.push(...stored), { code: 'github-unreachable' });
  });

  it('are none for a run of which nothing was kept', async () => {
    const box = await keptBox();
    const never = { ...box.box.channel, stream: () => Promise.reject(new Error('nothing to ask')) };
    const none = async () => [];
    assert.deepEqual(
      await pushKept({ world: box.world, run: box.run(), storesFor: none }, never, {
        base: '/b',
        keeper: '',
      }),
      [],
    );
  });
});
