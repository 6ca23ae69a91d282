import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Keeping } from '../../src/collect/keep.ts';
import { KeptStoring, storeKept } from '../../src/course/store-kept.ts';
import type { StoreRung } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { cellsToStore, dropKept } from '../../src/lease/kept.ts';
import type { Run } from '../../src/lease/run.ts';
import { Problem } from '../../src/problem.ts';
import { checkpoint, keptBox } from '../collect/kept-box.ts';
import { jobWith } from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { githubShelf } from '../stores/github-shelf.ts';

const PATH = 'last.safetensors';
const RELEASE: StoreRung = { kind: 'release-asset', tag: 'gpu-lease' };
const NO_STEP = () => ({ step: undefined, wish: undefined });

async function trial(store: StoreRung[] = [RELEASE]) {
  const shelf = githubShelf();
  const box = await keptBox();
  const world = { ...box.world, github: shelf.github };
  const told: EventBody[] = [];
  const run = (...more: EventBody[]): Run => {
    const known = box.run(...told, ...more);
    if (!known.opened) throw new Error('never opened');
    return { ...known, opened: { ...known.opened, needsStore: true } };
  };
  const keep = async (step: number) => {
    await box.write(PATH, checkpoint(step));
    box.clock.pass(1000);
    const probe = box.probe([{ path: PATH, bytes: 1, modifiedAt: step }]);
    told.push(
      ...(await new Keeping().keep(
        { world: box.world, run: run(), lease: box.lease(), job: box.job },
        probe,
      )),
    );
  };
  const tell = (events: EventBody[]) => told.push(...events);
  return { ...box, world, shelf, run, keep, tell, job: jobWith({ store }), told };
}

const drafts = ({ shelf }: { shelf: ReturnType<typeof githubShelf> }) => [...shelf.assets.keys()];
const types = (events: readonly EventBody[]) => events.map(({ type }) => type);

describe('kept copies on their way into a store', { skip: missing('dash') }, () => {
  it('are read back before the ledger hears of them, and are stored once', async () => {
    const t = await trial();
    await t.keep(40);
    const storing = new KeptStoring();
    const [event, ...more] = await storing.whenDue(t.world, t.run(), t.job);
    assert.deepEqual(more, []);
    assert.ok(event?.type === 'kept-stored');
    assert.deepEqual(
      event.cells.map(({ cell, step }) => [cell, step]),
      [['main', 40]],
    );
    assert.deepEqual(drafts(t), [`gpu-lease-tiny-7-${event.mark.slice(0, 16)}`]);
    const names = [...t.shelf.assets.values()]
      .flat()
      .map(({ listed }) => listed.name)
      .sort();
    assert.deepEqual(names, ['kept--kept.json', 'main--last.safetensors']);
    t.tell([event]);
    t.clock.pass(10_000);
    assert.deepEqual(cellsToStore(t.run(), t.clock.now()), []);
    assert.deepEqual(await storing.whenDue(t.world, t.run(), t.job), []);
  });

  it('replace older ones, which are removed only after the newer ones are in the ledger', async () => {
    const t = await trial();
    const storing = new KeptStoring();
    for (const step of [40, 60]) {
      await t.keep(step);
      t.tell(await storing.whenDue(t.world, t.run(), t.job));
    }
    assert.equal(drafts(t).length, 2);
    await t.keep(80);
    const events = await storing.whenDue(t.world, t.run(), t.job);
    assert.deepEqual(types(events), ['kept-stored']);
    t.tell(events);
    assert.deepEqual(t.run().ignored, []);
    const [drop] = dropKept(t.run(), t.clock.now());
    assert.equal(drop?.marks.length, 2);
    assert.deepEqual(types(await storing.drop(t.world, t.run(), drop?.marks ?? [])), [
      'kept-dropped',
      'kept-dropped',
    ]);
    assert.equal(drafts(t).length, 1);
    assert.deepEqual(drafts(t), [`gpu-lease-tiny-7-${[...t.run().keptSets.keys()].at(-1)?.slice(0, 16)}`]);
  });

  it('rest between two stores, so that storing does not eat the run', async () => {
    const t = await trial();
    const storing = new KeptStoring();
    await t.keep(40);
    t.tell(await storing.whenDue(t.world, t.run(), t.job));
    await t.write(PATH, checkpoint(60));
    const soon: EventBody = {
      type: 'kept',
      lease: t.lease().name,
      cell: 'main',
      step: 60,
      files: [{ path: PATH, bytes: 1, sha256: 'e'.repeat(64), verdict: 'pass' }],
    };
    t.shelf.github.draftRelease = () => assert.fail('not yet due');
    assert.deepEqual(await storing.whenDue(t.world, t.run(soon), t.job), []);
  });

  it('wait for another look where too much was asked of the store already', async () => {
    const t = await trial();
    await t.keep(40);
    t.shelf.github.draftRelease = () => assert.fail('asked all the same');
    assert.deepEqual(await new KeptStoring(() => false).whenDue(t.world, t.run(), t.job), []);
  });

  it('are left to the next step where only that one can upload, and said once it has', async () => {
    const t = await trial([{ kind: 'workflow-artifact', days: 90 }]);
    await t.keep(40);
    const uploading = { step: { workflowRun: 4242, nameEnd: '4242.1-train' }, wish: undefined };
    assert.deepEqual(await storeKept(t.world, t.run(), t.job, uploading), []);
    const { wish } = uploading as {
      wish: { name: string; paths: string[]; retentionDays: number; of: string } | undefined;
    };
    assert.match(wish?.name ?? '', /^gpu-lease-tiny-7-kept-[0-9a-f]{16}-4242\.1-train$/);
    assert.deepEqual([wish?.of, wish?.retentionDays, wish?.paths.length], ['kept', 30, 1]);
    const failed = { step: { ...uploading.step, outcome: { failed: 'failure' } }, wish: undefined };
    assert.deepEqual(await storeKept(t.world, t.run(), t.job, failed), []);
    assert.match(
      t.face.warnings.join(),
      /only on this machine, which does not stay: .*the upload ended as "failure"/s,
    );
  });

  it('cost a warning and not the run where no store takes them', async () => {
    const t = await trial();
    await t.keep(40);
    const down = new Problem({
      code: 'github-unreachable',
      kind: 'unreachable',
      what: 'no answer',
      next: 'again',
    });
    t.shelf.github.draftRelease = () => Promise.reject(down);
    assert.deepEqual(await storeKept(t.world, t.run(), t.job, NO_STEP()), []);
    assert.match(t.face.warnings.join(), /main are only on this machine, which does not stay: no answer/);
    // A name more of the same file would keep it from being sealed.
    const left = readdirSync(t.world.storeDir, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      left.filter((path) => path.includes('+kept-parcel')),
      [],
    );
  });

  it('are not claimed by a machine that does not hold them', async () => {
    const t = await trial();
    await t.keep(40);
    await rm(t.here('..'), { recursive: true });
    assert.deepEqual(await storeKept(t.world, t.run(), t.job, NO_STEP()), []);
    assert.deepEqual(drafts(t), []);
    assert.deepEqual(t.face.warnings, []);
  });
});
