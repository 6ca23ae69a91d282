import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { evidenceOf } from '../../src/collect/stored-evidence.ts';
import { storeSealed, unseal, uploadOutcome, uploadStepOf } from '../../src/course/store.ts';
import type { StoreRung } from '../../src/job/job.ts';
import type { Stored } from '../../src/lease/events.ts';
import { emptyRun } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import { releaseAssetStore } from '../../src/stores/release-asset-store.ts';
import { jobWith } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';
import { githubShelf, type Shelf } from '../stores/github-shelf.ts';
import { type SealedRun, sealedRun } from '../stores/sealed-run.ts';

const RUNG: StoreRung = { kind: 'release-asset', tag: 'gpu-lease' };
const NO_UPLOAD = { step: undefined, wish: undefined };

function runOf({ run }: SealedRun, over: Partial<Run> = {}): Run {
  return {
    ...emptyRun(run.id),
    seal: run.seal,
    opened: run.opened,
    updatedAt: '2026-11-21T12:00:00Z',
    ...over,
  };
}

async function trial() {
  const shelf = githubShelf();
  const sealed = await sealedRun();
  const { world, face, clock } = scriptedWorld({ github: shelf.github, storeDir: sealed.storeDir });
  return { shelf, sealed, world, face, clock };
}

describe('storing what was sealed', () => {
  it('says in the ledger what was read back, and where', async () => {
    const { sealed, world } = await trial();
    const events = await storeSealed(world, runOf(sealed), jobWith({ store: [RUNG] }), NO_UPLOAD);
    const [stored, ...more] = events;
    assert.deepEqual(more, []);
    assert.ok(stored?.type === 'stored');
    assert.equal(stored.seal, sealed.parcel.seal);
    assert.equal(stored.files, 6);
    assert.match(stored.digest, /^sha256:[0-9a-f]{64}$/);
  });

  it('leaves an upload to the next step and says nothing in the ledger yet', async () => {
    const { sealed, world } = await trial();
    const uploading = { step: { workflowRun: 4242, nameEnd: 'x' }, wish: undefined };
    assert.deepEqual(await storeSealed(world, runOf(sealed), jobWith(), uploading), []);
    const { wish } = uploading as { wish: { paths: string[] } | undefined };
    assert.equal(wish?.paths.length, 2);
  });

  it('waits for the machine that sealed, and when it is gone collects again from the box', async () => {
    const { sealed, world } = await trial();
    const { seal } = sealed.parcel;
    assert.deepEqual(await unseal(world, runOf(sealed), seal), [], 'it lies here');
    rmSync(sealed.store.root, { recursive: true });
    const job = jobWith({ store: [RUNG] });
    assert.deepEqual(await storeSealed(world, runOf(sealed), job, NO_UPLOAD), []);
    const [event] = await unseal(world, runOf(sealed), seal);
    assert.ok(event?.type === 'unsealed');
    assert.equal(event.seal, seal);
  });

  it('never stores another seal than the one of the ledger', async () => {
    const { sealed, world, shelf } = await trial();
    const other = runOf(sealed, {
      seal: { ...(sealed.run.seal as NonNullable<Run['seal']>), seal: 'e'.repeat(64) },
    });
    assert.deepEqual(await storeSealed(world, other, jobWith({ store: [RUNG] }), NO_UPLOAD), []);
    assert.equal(shelf.assets.size, 0);
  });

  it('blocks on a file that changed after it was sealed', async () => {
    const { sealed, world } = await trial();
    writeFileSync(join(sealed.store.cellDir('main'), 'best.pt'), 'WEIGHTS');
    await assert.rejects(storeSealed(world, runOf(sealed), jobWith({ store: [RUNG] }), NO_UPLOAD), {
      code: 'store-differs',
    });
  });
});

describe('evidence before a release', () => {
  const signal = new AbortController().signal;

  async function stored(): Promise<{ sealed: SealedRun; shelf: Shelf; event: Stored }> {
    const { sealed, world, shelf } = await trial();
    const [event] = await storeSealed(world, runOf(sealed), jobWith({ store: [RUNG] }), NO_UPLOAD);
    assert.ok(event?.type === 'stored');
    return { sealed, shelf, event };
  }

  const storesIn = (shelf: Shelf) => async () => [
    releaseAssetStore({ kind: 'release-asset', tag: 'gpu-lease' }, shelf),
  ];

  it('is what the store holds, whatever became of the disk', async () => {
    const { sealed, shelf, event } = await stored();
    rmSync(sealed.store.root, { recursive: true });
    const run = runOf(sealed, { stored: [event] });
    const now = await evidenceOf({ storeDir: sealed.storeDir, signal }, run, storesIn(shelf));
    assert.deepEqual(now, { seal: sealed.parcel.seal, problems: [] });
  });

  it('is not the disk of a runner, however whole it is, once the store has lost it', async () => {
    const { sealed, shelf, event } = await stored();
    shelf.assets.clear();
    const run = runOf(sealed, { stored: [event] });
    const { problems } = await evidenceOf({ storeDir: sealed.storeDir, signal }, run, storesIn(shelf));
    assert.deepEqual(problems, [{ path: event.place, problem: 'not-downloadable' }]);
  });

  it('is the disk of a laptop where the run lives on one', async () => {
    const { sealed, shelf, event } = await stored();
    shelf.assets.clear();
    const { needsStore: _none, ...opened } = sealed.run.opened as NonNullable<Run['opened']>;
    const run = runOf(sealed, { stored: [event], opened });
    const now = await evidenceOf({ storeDir: sealed.storeDir, signal }, run, storesIn(shelf));
    assert.deepEqual(now, { seal: sealed.parcel.seal, problems: [] });
  });

  it('is found in any one of several stores', async () => {
    const { sealed, shelf, event } = await stored();
    const lost: Stored = { ...event, id: 'gpu-lease-another' };
    const run = runOf(sealed, { stored: [event, lost] });
    const now = await evidenceOf({ storeDir: sealed.storeDir, signal }, run, storesIn(shelf));
    assert.deepEqual(now.problems, []);
  });
});

describe('the upload step, as its neighbours know it', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '77', GITHUB_RUN_ATTEMPT: '2', GITHUB_JOB: 'a job' };

  it('is there only where a composite says so, and names run, attempt and job', () => {
    assert.equal(uploadStepOf(env), undefined);
    assert.deepEqual(uploadStepOf({ ...env, GPU_LEASE_UPLOADS: 'true' }), {
      workflowRun: 77,
      nameEnd: '77.2-a-job',
    });
  });

  it('has uploaded only where it says so and names an artifact', () => {
    const good = {
      GPU_LEASE_UPLOAD_OUTCOME: 'success',
      GPU_LEASE_ARTIFACT_ID: '9',
      GPU_LEASE_ARTIFACT_DIGEST: 'ab',
    };
    assert.deepEqual(uploadOutcome(good), { artifact: 9, digest: 'ab' });
    assert.deepEqual(uploadOutcome({ ...good, GPU_LEASE_ARTIFACT_ID: '' }), { failed: 'success' });
    assert.deepEqual(uploadOutcome({ GPU_LEASE_UPLOAD_OUTCOME: 'cancelled' }), { failed: 'cancelled' });
    assert.deepEqual(uploadOutcome({}), { failed: 'unknown' });
  });
});
