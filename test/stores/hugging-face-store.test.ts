import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { storedEvidence } from '../../src/collect/stored-evidence.ts';
import { Problem } from '../../src/problem.ts';
import { huggingFaceStore } from '../../src/stores/hugging-face-store.ts';
import { storeParcel } from '../../src/stores/ladder.ts';
import type { Parcel, StoredFacts } from '../../src/stores/store.ts';
import { type HubTwin, startHubTwin } from '../twins/hub-twin.ts';
import { climbing, sealedRun } from './sealed-run.ts';

const MiB = 1024 ** 2;

describe('a repository of the Hugging Face Hub as a store', () => {
  let hub: HubTwin;
  before(async () => {
    hub = await startHubTwin();
  });
  after(() => hub.close());

  const store = (over: { repo?: string; token?: string } = {}) =>
    huggingFaceStore(
      { kind: 'hugging-face', repo: over.repo ?? 'datasets/ada/results', prefix: 'runs', token: 'HF_TOKEN' },
      {
        secret: (name) => (name === 'HF_TOKEN' ? (over.token ?? hub.token) : undefined),
        signal: new AbortController().signal,
        clock: systemClock,
        hubUrl: hub.url,
      },
    );

  async function stored(parcel: Parcel): Promise<StoredFacts> {
    const outcome = await storeParcel([store()], parcel, climbing());
    assert.ok('stored' in outcome);
    return outcome.stored;
  }

  const evidence = (facts: StoredFacts) =>
    storedEvidence({ type: 'stored', ...facts }, [store()], new AbortController().signal);

  const problemOf = async (work: Promise<unknown>): Promise<Problem> => {
    const error = await work.then(
      () => assert.fail('it went well'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof Problem, String(error));
    return error;
  };

  it('holds every sealed file in one commit, small and large, and finds it again by that commit', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 20 * MiB, 'a b/ü+(1)&.txt': 'x', '.hidden': 'y' });
    const before = hub.commits.length;
    const facts = await stored(parcel);
    assert.equal(hub.commits.length, before + 1);
    const tip = hub.commits.at(-1);
    assert.equal(facts.id, `datasets/ada/results@${tip?.oid}:runs/tiny-7/${parcel.seal.slice(0, 16)}`);
    assert.equal(
      tip?.files.get(`runs/tiny-7/${parcel.seal.slice(0, 16)}/main/a b/ü+(1)&.txt`)?.toString(),
      'x',
    );
    assert.deepEqual(await evidence(facts), { seal: parcel.seal, problems: [] });
  });

  it('stores the same seal a second time without a commit', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'again' });
    await stored(parcel);
    const commits = hub.commits.length;
    const facts = await stored(parcel);
    assert.equal(hub.commits.length, commits);
    assert.deepEqual(await evidence(facts), { seal: parcel.seal, problems: [] });
  });

  it('goes on after an upload that was cut half-way', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 2 * MiB, 'x.txt': 'x' });
    hub.server.fail({ path: /^\/lfs\//, how: 'reset' });
    const commits = hub.commits.length;
    const error = await problemOf(stored(parcel));
    assert.equal(error.kind, 'unreachable');
    assert.equal(hub.commits.length, commits, 'nothing half is committed');
    assert.deepEqual(await evidence(await stored(parcel)), { seal: parcel.seal, problems: [] });
  });

  it('refuses other content under its names, and one more file', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'mine' });
    const folder = `runs/tiny-7/${parcel.seal.slice(0, 16)}`;
    hub.commits.push({
      oid: 'a'.repeat(40),
      files: new Map([[`${folder}/main/best.pt`, Buffer.from('xxxx')]]),
    });
    assert.match((await problemOf(stored(parcel))).what, /main\/best\.pt is changed/);
    hub.commits.push({ oid: 'b'.repeat(40), files: new Map([[`${folder}/main/extra`, Buffer.from('x')]]) });
    assert.match((await problemOf(stored(parcel))).what, /main\/extra is unexpected/);
  });

  it('still finds what a later commit removed, and sees when its commit is gone', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'kept' });
    const facts = await stored(parcel);
    const at = hub.commits.length - 1;
    hub.commits.push({ oid: 'c'.repeat(40), files: new Map() });
    assert.deepEqual((await evidence(facts)).problems, []);
    hub.commits.splice(at, 1);
    assert.deepEqual((await evidence(facts)).problems, [{ path: facts.place, problem: 'not-downloadable' }]);
  });

  it('names a repository that is not there or not ours, and never shows the token', async () => {
    const { parcel } = await sealedRun();
    const strange = `hf_${'s'.repeat(34)}`;
    for (const other of [{ repo: 'datasets/ada/nothing' }, { token: strange }]) {
      const error = await problemOf(storeParcel([store(other)], parcel, climbing()));
      assert.equal(error.code, 'hub-refused');
      assert.match(error.next, /HF_TOKEN/);
      assert.ok(!error.message.includes(strange));
    }
  });

  it('says before anything is sent that the token is missing, or is none of the Hub', async () => {
    const { parcel } = await sealedRun();
    assert.match(
      (await store({ token: '' }).refusal(parcel)) ?? '',
      /^HF_TOKEN not set, and this job has no/,
    );
    const odd = await sealedRun({ 'lr=1e-3#2.pt': 'x' });
    assert.equal(await store().refusal(odd.parcel), 'main/lr=1e-3#2.pt holds "?", "#" or "%"');
    assert.equal(await store().refusal(parcel), undefined);
    assert.equal(
      await store({ token: 'ghp_x' }).refusal(parcel),
      'HF_TOKEN holds no token of the Hub, which starts with "hf_"',
    );
  });
});
