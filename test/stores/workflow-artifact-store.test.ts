import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { storedEvidence } from '../../src/collect/stored-evidence.ts';
import { Problem } from '../../src/problem.ts';
import { storeParcel } from '../../src/stores/ladder.ts';
import { type Parcel, type StoredFacts, sentFrom } from '../../src/stores/store.ts';
import { type UploadStep, workflowArtifactStore } from '../../src/stores/workflow-artifact-store.ts';
import { folders } from '../collect/box-folder.ts';
import { ARTIFACT_CLIENT, missing } from '../requirement.ts';
import { type Member, zipFile } from '../verify/zip-writer.ts';
import { startResultsService } from '../workflows/results-service.ts';
import { githubShelf, type Shelf } from './github-shelf.ts';
import { climbing, type SealedRun, sealedRun } from './sealed-run.ts';

const STEP: UploadStep = { workflowRun: 4242, nameEnd: '4242.1-collect' };
const nameOf = ({ run, seal }: Parcel) => `gpu-lease-${run}-${seal.slice(0, 16)}-4242.1-collect`;

interface Trial {
  shelf: Shelf;
  sealed: SealedRun;
  scratchDir: string;
  store(
    uploads?: UploadStep,
    rung?: { mostBytes?: number; days?: number },
  ): ReturnType<typeof workflowArtifactStore>;
  members(): Member[];
}

async function trial(visibility: 'public' | 'private' = 'private'): Promise<Trial> {
  const shelf = githubShelf(visibility);
  const sealed = await sealedRun({
    'best.pt': 'weights '.repeat(5000),
    'logs/épreuve 1.txt': 'text',
    '.hidden': 'too',
  });
  const scratchDir = join(folders().base, 'scratch');
  return {
    shelf,
    sealed,
    scratchDir,
    store: (uploads = STEP, rung = {}) =>
      workflowArtifactStore(
        { kind: 'workflow-artifact', ...rung },
        { github: shelf.github, uploads, scratchDir },
      ),
    members: () =>
      bestFirst(sealed.parcel).map((file) => ({
        name: file.path,
        data: readFileSync(sentFrom(file)),
        deflate: true,
      })),
  };
}

/** As the step after the upload sees it. */
const after = (artifact: { id: number; digest: string | undefined }): UploadStep => ({
  ...STEP,
  outcome: { artifact: artifact.id, digest: (artifact.digest ?? '').replace('sha256:', '') },
});

async function readBack({ shelf, sealed, store }: Trial, zip: Uint8Array): Promise<StoredFacts> {
  const artifact = shelf.upload(nameOf(sealed.parcel), zip);
  const outcome = await storeParcel([store(after(artifact))], sealed.parcel, climbing());
  assert.ok('stored' in outcome);
  return outcome.stored;
}

const bestFirst = ({ files }: Parcel) =>
  [...files].sort((a, b) => Number(b.path === 'main/best.pt') - Number(a.path === 'main/best.pt'));

const evidence = ({ store }: Trial, facts: StoredFacts) =>
  storedEvidence({ type: 'stored', ...facts }, [store()], new AbortController().signal);

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem, String(error));
  return error;
}

describe('a workflow artifact as a store', () => {
  it('leaves the upload to the next step: the cells and the evidence, nothing that is kept or put aside', async () => {
    const { sealed, store } = await trial();
    const outcome = await storeParcel([store(STEP, { days: 30 })], sealed.parcel, climbing());
    assert.ok('upload' in outcome);
    assert.equal(outcome.upload.name, nameOf(sealed.parcel));
    assert.deepEqual(outcome.upload.paths, [
      sealed.store.cellDir('main'),
      join(sealed.store.root, '+evidence'),
    ]);
    assert.equal(outcome.upload.retentionDays, 30);
  });

  it('counts once every byte was read back, and leaves nothing on this disk [GH-06]', async () => {
    const one = await trial();
    const facts = await readBack(one, zipFile(one.members()));
    assert.equal(facts.keptUntil, '2027-02-19T12:00:00Z');
    assert.equal(facts.files, 6);
    assert.match(
      facts.place,
      /artifact gpu-lease-tiny-7-\w{16}-4242\.1-collect of workflow run 4242 of ada\/engine/,
    );
    assert.deepEqual(readdirSync(one.scratchDir), []);
    assert.deepEqual(await evidence(one, facts), { seal: one.sealed.parcel.seal, problems: [] });
  });

  it('takes what an earlier try of the same job uploaded, instead of uploading it again', async () => {
    const one = await trial();
    one.shelf.upload(nameOf(one.sealed.parcel), zipFile(one.members()));
    const outcome = await storeParcel([one.store()], one.sealed.parcel, climbing());
    assert.ok('stored' in outcome);
  });

  const changes: Record<string, { change(members: Member[]): Member[]; says: RegExp }> = {
    'another content': {
      change: ([first, ...rest]) => [
        { ...(first as Member), data: Buffer.from('WEIGHTS '.repeat(5000)) },
        ...rest,
      ],
      says: /main\/best\.pt is changed/,
    },
    'a cut file': {
      change: ([first, ...rest]) => [{ ...(first as Member), data: Buffer.from('weights') }, ...rest],
      says: /main\/best\.pt is truncated/,
    },
    'an empty file': {
      change: ([first, ...rest]) => [{ ...(first as Member), data: new Uint8Array() }, ...rest],
      says: /main\/best\.pt is zero-byte/,
    },
    'a missing file': { change: ([, ...rest]) => rest, says: /main\/best\.pt is missing/ },
    'one more file': {
      change: (members) => [...members, { name: 'main/extra.sh', data: Buffer.from('boo') }],
      says: /main\/extra\.sh is unexpected/,
    },
    'a name that leaves the archive': {
      change: (members) => [...members, { name: '../../etc/cron.d/x', data: Buffer.from('boo') }],
      says: /could leave the archive/,
    },
    'the same name twice': {
      change: (members) => [...members, { name: 'main/best.pt', data: Buffer.from('boo') }],
      says: /is there twice/,
    },
    'a bomb': {
      change: ([first, ...rest]) => [
        { ...(first as Member), data: Buffer.alloc(50_000_000), central: { size: 40_000 } },
        ...rest,
      ],
      says: /inflates to more than it declares/,
    },
  };
  for (const [what, { change, says }] of Object.entries(changes)) {
    it(`refuses ${what} in what was uploaded`, async () => {
      const one = await trial();
      const error = await problemOf(readBack(one, zipFile(change(one.members()))));
      assert.match(error.what, says);
      assert.equal(error.kind, 'failed');
    });
  }

  it('refuses a zip that ends too early, and one of another digest than GitHub has', async () => {
    const one = await trial();
    const whole = zipFile(one.members());
    assert.equal((await problemOf(readBack(one, whole.subarray(0, whole.length - 30)))).code, 'zip-broken');
    const artifact = one.shelf.upload(nameOf(one.sealed.parcel), whole, {
      digest: `sha256:${'0'.repeat(64)}`,
    });
    const error = await problemOf(storeParcel([one.store(after(artifact))], one.sealed.parcel, climbing()));
    assert.match(error.what, /was downloaded as/);
  });

  it('refuses an artifact whose digest is not the one that the upload reported, or that is called otherwise', async () => {
    const one = await trial();
    const artifact = one.shelf.upload(nameOf(one.sealed.parcel), zipFile(one.members()));
    const lying = { ...STEP, outcome: { artifact: artifact.id, digest: 'f'.repeat(64) } };
    const { parcel } = one.sealed;
    assert.match(
      (await problemOf(storeParcel([one.store(lying)], parcel, climbing()))).what,
      /reported the digest f/,
    );
    const other = one.shelf.upload('somebody-elses', zipFile(one.members()));
    assert.match(
      (await problemOf(storeParcel([one.store(after(other))], parcel, climbing()))).what,
      /is called/,
    );
    const gone = { ...STEP, outcome: { artifact: 7, digest: '' } };
    assert.match((await problemOf(storeParcel([one.store(gone)], parcel, climbing()))).what, /no artifact 7/);
  });

  it('blocks when the upload failed and no other store is there, and says what waits and costs', async () => {
    const { sealed, store } = await trial();
    const failed = store({ ...STEP, outcome: { failed: 'failure' } });
    const error = await problemOf(storeParcel([failed], sealed.parcel, climbing()));
    assert.equal(error.code, 'nowhere-to-store');
    assert.equal(error.kind, 'refused');
    assert.match(error.what, /a workflow artifact: the upload ended as "failure"/);
    assert.deepEqual(error.costing, ['tiny-7-1: 0.4 USD/h']);
  });

  it('looks at the quota before anything is sent: a private repository shares 500 MB, a public one has no limit [GH-06]', async () => {
    const [closed, open] = [await trial('private'), await trial('public')];
    const large = (parcel: Parcel): Parcel => ({
      ...parcel,
      files: [{ path: 'main/x', from: '/x', bytes: 500_000_001, sha256: '' }],
    });
    assert.match(
      (await closed.store().refusal(large(closed.sealed.parcel))) ?? '',
      /500000001 bytes are more than the 500000000/,
    );
    assert.equal(
      await closed.store(STEP, { mostBytes: 2e9 }).refusal(large(closed.sealed.parcel)),
      undefined,
    );
    assert.equal(await open.store().refusal(large(open.sealed.parcel)), undefined);
    assert.match(
      (await open.store(STEP, { mostBytes: 10 }).refusal(open.sealed.parcel)) ?? '',
      /more than the 10/,
    );
  });

  it('looks at the disk before anything is sent: what cannot be read back does not count [GH-12]', async () => {
    const { sealed, store } = await trial('public');
    const files = [{ path: 'main/x', from: '/x', bytes: 1e17, sha256: '' }];
    assert.match(
      (await store().refusal({ ...sealed.parcel, files })) ?? '',
      /cannot be read back onto a disk with \d+ free/,
    );
  });

  it('is no store where no step uploads', async () => {
    const { shelf, sealed, scratchDir } = await trial();
    const rung = { kind: 'workflow-artifact' as const };
    const tick = workflowArtifactStore(rung, { github: shelf.github, uploads: undefined, scratchDir });
    assert.match((await tick.refusal(sealed.parcel)) ?? '', /no step of this workflow uploads/);
    const terminal = workflowArtifactStore(rung, { github: undefined, uploads: undefined, scratchDir });
    assert.match((await terminal.refusal(sealed.parcel)) ?? '', /no token/);
  });

  it('sees before a release that it expired, was deleted, or is another one now [GH-06]', async () => {
    const one = await trial();
    const facts = await readBack(one, zipFile(one.members()));
    const kept = one.shelf.artifacts.get(Number(facts.id));
    assert.ok(kept);
    kept.listed = { ...kept.listed, digest: `sha256:${'1'.repeat(64)}` };
    assert.deepEqual((await evidence(one, facts)).problems, [{ path: facts.place, problem: 'changed' }]);
    kept.listed = { ...kept.listed, expired: true };
    const gone = [{ path: facts.place, problem: 'not-downloadable' }];
    assert.deepEqual((await evidence(one, facts)).problems, gone);
    one.shelf.artifacts.clear();
    assert.deepEqual((await evidence(one, facts)).problems, gone);
  });

  it('reads what the official client of actions/upload-artifact makes', {
    skip: missing('artifact-client'),
  }, async () => {
    const one = await trial();
    const service = await startResultsService();
    try {
      const outcome = await storeParcel([one.store()], one.sealed.parcel, climbing());
      assert.ok('upload' in outcome);
      await officialUpload(service.url, outcome.upload.name, one.sealed);
      const made = service.artifacts.get(outcome.upload.name);
      assert.ok(made);
      const facts = await readBack(one, made.archive);
      assert.deepEqual(await evidence(one, facts), { seal: one.sealed.parcel.seal, problems: [] });
      assert.ok(!existsSync(join(one.scratchDir, `artifact-${facts.id}.zip`)));
    } finally {
      await service.close();
    }
  });
});

/** In a process of its own, with the variables that a runner gives to JavaScript actions. */
async function officialUpload(url: string, name: string, { store, parcel }: SealedRun): Promise<void> {
  const token = ['{}', JSON.stringify({ scp: 'Actions.Results:a:b' }), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  const program = `
    const { DefaultArtifactClient } = await import(${JSON.stringify(ARTIFACT_CLIENT)});
    const files = ${JSON.stringify(parcel.files.map(({ from }) => from))};
    await new DefaultArtifactClient().uploadArtifact(${JSON.stringify(name)}, files, ${JSON.stringify(store.root)}, { compressionLevel: 1 });
  `;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: {
      PATH: process.env['PATH'],
      ACTIONS_RESULTS_URL: url,
      ACTIONS_RUNTIME_TOKEN: token,
      GITHUB_SERVER_URL: 'https://github.com',
    },
    timeout: 120_000,
  });
}
