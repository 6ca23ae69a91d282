import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { storedEvidence } from '../../src/collect/stored-evidence.ts';
import { Problem } from '../../src/problem.ts';
import { storeParcel } from '../../src/stores/ladder.ts';
import { releaseAssetStore } from '../../src/stores/release-asset-store.ts';
import type { Parcel, StoredFacts } from '../../src/stores/store.ts';
import { workflowArtifactStore } from '../../src/stores/workflow-artifact-store.ts';
import { startClient } from '../github/github-client.ts';
import { githubShelf } from './github-shelf.ts';
import { climbing, sealedRun } from './sealed-run.ts';

const RUNG = { kind: 'release-asset' as const, tag: 'gpu-lease' };

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem, String(error));
  return error;
}

describe('assets of a draft release as a store', () => {
  let client: Awaited<ReturnType<typeof startClient>>;
  before(async () => {
    client = await startClient();
  });
  after(() => client.twin.close());

  const store = () => releaseAssetStore(RUNG, { github: client.github });

  async function stored(parcel: Parcel): Promise<StoredFacts> {
    const outcome = await storeParcel([store()], parcel, climbing());
    assert.ok('stored' in outcome);
    return outcome.stored;
  }

  const evidence = (facts: StoredFacts) =>
    storedEvidence({ type: 'stored', ...facts }, [store()], new AbortController().signal);

  it('holds every sealed file as an asset of a draft of its own, and finds it again', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 3_000_000, 'a b/ü.txt': 'x', '.hidden': 'y' });
    const facts = await stored(parcel);
    assert.equal(facts.id, `gpu-lease-tiny-7-${parcel.seal.slice(0, 16)}`);
    const release = [...client.twin.state.releases.values()].find(({ tag }) => tag === facts.id);
    assert.equal(release?.isDraft, true);
    const names = [...client.twin.state.assets.values()]
      .filter((asset) => asset.release === release?.id)
      .map(({ name }) => name)
      .sort();
    assert.deepEqual(names, [
      'evidence--manifest.json',
      'evidence--seal.json',
      'evidence--verdicts.json',
      'main--.hidden',
      'main--a.b--..txt',
      'main--best.pt',
    ]);
    assert.deepEqual(await evidence(facts), { seal: parcel.seal, problems: [] });
  });

  it('stores the same seal a second time without sending anything', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'again' });
    await stored(parcel);
    const assets = client.twin.state.assets.size;
    assert.deepEqual(await evidence(await stored(parcel)), { seal: parcel.seal, problems: [] });
    assert.equal(client.twin.state.assets.size, assets);
  });

  it('sends again what was cut off while it was uploaded', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'cut' });
    const facts = await stored(parcel);
    const asset = [...client.twin.state.assets.values()].findLast(({ name }) => name === 'main--best.pt');
    assert.ok(asset);
    asset.state = 'open';
    asset.bytes = Buffer.from('c');
    const again = await stored(parcel);
    assert.equal(again.id, facts.id);
    assert.equal(client.twin.state.assets.has(asset.id), false, 'the half one is gone');
    assert.deepEqual(await evidence(again), { seal: parcel.seal, problems: [] });
  });

  it('refuses other content under its names, and sees before a release what was removed', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'mine' });
    const facts = await stored(parcel);
    const asset = [...client.twin.state.assets.values()].findLast(({ name }) => name === 'main--best.pt');
    assert.ok(asset);
    asset.bytes = Buffer.from('xxxx');
    assert.match((await problemOf(stored(parcel))).what, /main\/best\.pt is changed/);
    client.twin.state.assets.delete(asset.id);
    assert.deepEqual((await evidence(facts)).problems, [{ path: facts.place, problem: 'changed' }]);
    client.twin.state.assets.clear();
    assert.deepEqual((await evidence(facts)).problems, [{ path: facts.place, problem: 'not-downloadable' }]);
  });

  it('says before anything is sent what GitHub would not take', async () => {
    const { parcel } = await sealedRun({ 'a b.txt': '1', 'a?b.txt': '2' });
    assert.match((await store().refusal(parcel)) ?? '', /would be one asset, main--a\.b\.txt/);
    const file = { path: 'main/x', from: '/x', bytes: 2 ** 31, sha256: '' };
    assert.match((await store().refusal({ ...parcel, files: [file] })) ?? '', /an asset may have 2147483647/);
    const many = Array.from({ length: 1001 }, (_none, n) => ({ ...file, bytes: 1, path: `main/${n}` }));
    assert.match((await store().refusal({ ...parcel, files: many })) ?? '', /more than the 1000/);
    assert.match((await store().refusal({ ...parcel, files: [{ ...file, bytes: 0 }] })) ?? '', /is empty/);
    assert.match((await releaseAssetStore(RUNG, { github: undefined }).refusal(parcel)) ?? '', /no token/);
  });
});

describe('the ladder of stores', () => {
  it('takes the first that fits, and says why the ones before it did not', async () => {
    const { parcel } = await sealedRun();
    const { github } = githubShelf();
    const failed = { workflowRun: 4242, nameEnd: 'x', outcome: { failed: 'failure' } };
    const artifact = workflowArtifactStore(
      { kind: 'workflow-artifact' },
      { github, uploads: failed, scratchDir: '/x' },
    );
    const climb = climbing();
    const outcome = await storeParcel([artifact, releaseAssetStore(RUNG, { github })], parcel, climb);
    assert.ok('stored' in outcome);
    assert.equal(outcome.stored.store, 'release-asset');
    assert.deepEqual(climb.said, [
      'not to a workflow artifact: the upload ended as "failure"',
      `storing 6 files, ${outcome.stored.bytes} bytes, to assets of a draft release`,
    ]);
  });

  it('names every store that refused when none takes it', async () => {
    const { parcel } = await sealedRun();
    const none = { github: undefined, uploads: undefined, scratchDir: '/x' };
    const ladder = [
      workflowArtifactStore({ kind: 'workflow-artifact' }, none),
      releaseAssetStore(RUNG, none),
    ];
    const error = await problemOf(storeParcel(ladder, parcel, climbing()));
    assert.equal(error.code, 'nowhere-to-store');
    assert.match(error.what, /- a workflow artifact: no token.*\n- assets of a draft release: no token/);
  });
});
