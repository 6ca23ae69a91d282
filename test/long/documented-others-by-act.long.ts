// Over a minute: every workflow example of the documents is run by nektos/act, as it stands in its page.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { callerFiles } from '../../src/github/caller-files.ts';
import { missing } from '../requirement.ts';
import { startTwin, type Twin } from '../twins/twin.ts';
import { inArtifact } from '../workflows/caller-repository.ts';
import { type S3Server, startS3Server } from '../workflows/s3-server.ts';
import { type SuiteRepository, suiteRepository } from '../workflows/suite-repository.ts';
import { resultsAt } from '../workflows/twin-server.ts';
import { filesOfFailedSmoke, filesOfReadme, filesOfStore, filesOfSweep, Pages } from './documented-files.ts';
import { DocumentedLife, told } from './documented-life.ts';

const skip = missing('act', 'git', 'artifact-client', 'versitygw');
const BUCKET = 'results';
let suite: SuiteRepository;
let pages: Pages;

if (!skip) {
  suite = suiteRepository();
  pages = new Pages(suite.commit);
  after(() => suite.remove());
}

describe('the files of the README, with a label and notices', { skip }, () => {
  let life: DocumentedLife;
  let slack: Twin;

  before(async () => {
    slack = await startTwin(() => ({ status: 200, body: 'ok' }));
    life = await DocumentedLife.start({
      suite,
      files: filesOfReadme(pages),
      secrets: { SLACK_WEBHOOK_URL: `${slack.url}/hook` },
      change(job) {
        job['notify'] = 'slack';
      },
    });
    life.addReviewers();
    // The README shows one of the five files that it tells of.
    const rest = { suite: suite.name, commit: suite.commit, keys: ['RUNPOD_API_KEY'] };
    for (const { path, text } of callerFiles(rest))
      if (!life.twin.state.files.has(path)) life.twin.state.files.set(path, text);
  });

  after(async () => {
    await life?.end();
    await slack?.close();
  });

  it('the smoke of a pull request: one comment that it passed, and nothing is rented', async () => {
    const { number, ...done } = await life.onPullRequest('smoke.yml');
    assert.deepEqual(done.jobs, { smoke: 'success', comment: 'success' }, done.log);
    const comments = [...life.twin.state.comments.values()].map(({ issue, body }) => [
      issue,
      /passed/.test(body),
    ]);
    assert.deepEqual(comments, [[number, true]]);
    assert.equal(life.repository.ledgerRefs(), '');
  });

  it('notify: Slack has the message', async () => {
    const done = await life.byHand('mine-notify.yml');
    assert.deepEqual(
      [done.outputs['notify']?.['sent'], done.outputs['notify']?.['failed']],
      ['1', '0'],
      done.log,
    );
    assert.deepEqual(
      slack.exchanges.map(({ request }) => request.path),
      ['/hook'],
    );
  });

  it('train and attest: from smoke to sealed, asked for a release, and signed', async () => {
    life.repository.endTraining();
    const done = await life.byHand('gpu-lease-train.yml', { stage: 'train' });
    const all = ['smoke', 'open', 'train', 'next', 'attest'];
    assert.deepEqual(Object.keys(done.jobs).sort(), all.sort(), done.log);
    assert.equal(done.jobs['train'], 'success', done.log);
    assert.equal(done.outputs['train']?.['state'], 'sealed', done.log);
    const result = resultsAt(life.twin).at(-1) ?? assert.fail(done.log);
    const { sha256 } = await inArtifact(result.zip, 'best.safetensors');
    assert.equal(sha256, life.cloud.sha256Of('best.safetensors'));
    const subjects = life.act.signing.signed.flatMap(({ statement }) => statement.subject);
    assert.ok(
      subjects.some(({ digest }) => digest.sha256 === sha256),
      JSON.stringify(subjects),
    );
  });

  it('label: takes the label off and starts the file of the README for that commit', async () => {
    const { number } = life.twin.addPullRequest({ author: 'ada', headSha: life.repository.head });
    const pull = life.twin.state.issues.get(number) ?? assert.fail();
    pull.labels.push('gpu');
    const done = await life.onThat(number, 'mine-label.yml', { action: 'labeled', label: { name: 'gpu' } });
    assert.equal(done.jobs['label'], 'success', told(done));
    assert.deepEqual(pull.labels, []);
    const started = life.twin.dispatched.at(-1) ?? assert.fail(done.log);
    assert.equal(done.outputs['label']?.['started'], String(started.id));
    assert.equal(started.path, '.github/workflows/gpu-lease-train.yml');
    const { commit, pull: asked, standing } = started.inputs;
    assert.deepEqual([commit, asked, standing], [life.repository.head, String(number), 'L2']);
    assert.equal(life.twin.state.statuses.at(-1)?.state, 'pending');
  });

  it('left none of its files out', () => assert.deepEqual(life.unused, []));
});

describe("the actions' own pages: a smoke that fails", { skip }, () => {
  let life: DocumentedLife;

  before(async () => {
    life = await DocumentedLife.start({
      suite,
      files: filesOfFailedSmoke(pages),
      change(job) {
        job['smoke'].run = 'echo "no module named spirals" >&2; exit 3';
        job['smoke'].drill = 'none';
      },
    });
  });

  after(() => life?.end());

  it('comment: says that it failed and the last words of the script', async () => {
    const { number, ...done } = await life.onPullRequest('mine-comment.yml');
    assert.deepEqual(done.jobs, { smoke: 'failure', comment: 'success' }, done.log);
    const [comment] = [...life.twin.state.comments.values()];
    assert.equal(comment?.issue, number);
    assert.match(comment.body, /failed/);
    assert.match(comment.body, /no module named spirals/);
  });

  it('told: the commit has a status that says so', async () => {
    const { head } = life.repository;
    const done = await life.byHand('mine-told.yml', { commit: head });
    assert.deepEqual(done.jobs, { smoke: 'failure', told: 'success' }, done.log);
    const [status, ...more] = life.twin.state.statuses;
    assert.deepEqual(more, []);
    assert.deepEqual([status?.sha, status?.state], [head, 'failure']);
    assert.match(status?.description ?? '', /its smoke did not pass/);
  });

  it('left none of its files out', () => assert.deepEqual(life.unused, []));
});

describe("the actions' own pages: a sweep", { skip }, () => {
  let life: DocumentedLife;

  before(async () => {
    life = await DocumentedLife.start({
      suite,
      files: filesOfSweep(pages),
      change(job) {
        job['cells'] = [1, 2].map((seed) => ({ name: `seed-${seed}`, vars: { TINY_SEED: seed } }));
        job['smoke'].drill = 'none';
      },
    });
    life.repository.endTraining();
  });

  after(() => life?.end());

  it('sweep: every cell on a box of its own, and sealed', async () => {
    const done = await life.byHand('mine-sweep.yml');
    assert.deepEqual(done.jobs, { smoke: 'success', sweep: 'success' }, told(done));
    const { cells, failed, state } = done.outputs['sweep'] ?? {};
    assert.deepEqual([cells, failed, state], ['2', '0', 'sealed'], done.log);
    assert.equal((await life.cloud.boxes()).length, 2);
  });

  it('left none of its files out', () => assert.deepEqual(life.unused, []));
});

describe('the actions in one file, with a store and a phrase', { skip }, () => {
  let life: DocumentedLife;
  let server: S3Server;
  let bucket: S3mini;
  let run: string;
  let phrase: string;

  before(async () => {
    server = await startS3Server();
    bucket = new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` });
    await bucket.createBucket();
    life = await DocumentedLife.start({
      suite,
      files: filesOfStore(pages),
      secrets: { S3_KEY_ID: server.accessKeyId, S3_SECRET: server.secretAccessKey },
      change(job) {
        delete job['approval'];
        job['smoke'].drill = 'none';
        job['store'] = [{ s3: { endpoint: server.url, region: server.region, bucket: BUCKET } }];
      },
    });
    life.repository.endTraining();
  });

  after(async () => {
    await life?.end();
    await server?.close();
  });

  it('smoke, launch, watch, collect: what the trainer wrote is in the bucket, byte for byte', async () => {
    const done = await life.byHand('mine.yml');
    assert.deepEqual(done.jobs, { smoke: 'success', train: 'success' }, done.log);
    run = `tiny-${done.run.id}`;
    assert.equal(done.outputs['train']?.['state'], 'sealed', done.log);
    const key = (await bucket.listObjects())?.find((each) => each.Key.endsWith('/best.safetensors'))?.Key;
    const stored = await bucket.getObjectArrayBuffer(key ?? assert.fail('it is not in the bucket'));
    const sha256 = createHash('sha256')
      .update(Buffer.from(stored ?? assert.fail()))
      .digest('hex');
    assert.equal(sha256, life.cloud.sha256Of('best.safetensors'));
  });

  it('gate and release: without a phrase it says what a yes would mean, and without the keys which are not set', async () => {
    const asked = await life.byHand('mine-release.yml', { run });
    assert.equal(asked.outputs['gate']?.['gate'], 'wanted', asked.log);
    const seal = asked.outputs['gate']?.['seal']?.slice(0, 8);
    phrase = `${run}-1 ${seal}`;
    assert.ok(asked.printed.includes(phrase), asked.printed);
    assert.match(told(asked), /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY not set/);
    assert.deepEqual(await life.cloud.boxes(), [`${run}-1`]);
  });

  it('gate and release: with the phrase, and the keys beside that of the platform, the box goes', async () => {
    const done = await life.byHand('mine-keyed-release.yml', { run, approve: phrase });
    assert.deepEqual(done.jobs, { gate: 'success', release: 'success' }, told(done));
    assert.equal(done.outputs['release']?.['state'], 'released');
    assert.deepEqual(await life.cloud.boxes(), []);
  });

  it('left none of its files out', () => assert.deepEqual(life.unused, []));
});
