import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { storedEvidence } from '../../src/collect/stored-evidence.ts';
import type { StoreRung } from '../../src/job/job.ts';
import { Problem } from '../../src/problem.ts';
import { storeParcel } from '../../src/stores/ladder.ts';
import { S3Bucket } from '../../src/stores/s3-bucket.ts';
import type { S3World } from '../../src/stores/s3-keys.ts';
import { s3Store } from '../../src/stores/s3-store.ts';
import type { ArtifactStore, Parcel, StoredFacts } from '../../src/stores/store.ts';
import { missing } from '../requirement.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { type S3Server, startS3Server } from '../workflows/s3-server.ts';
import { climbing, sealedRun } from './sealed-run.ts';

const BUCKET = 'results';
const MiB = 1024 ** 2;

async function stored(store: ArtifactStore, parcel: Parcel): Promise<StoredFacts> {
  const outcome = await storeParcel([store], parcel, climbing());
  assert.ok('stored' in outcome);
  return outcome.stored;
}

const problemOf = async (promise: Promise<unknown>): Promise<Problem> => {
  const error = await promise.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem, String(error));
  return error;
};

describe('an S3 store, against a real server', { skip: missing('versitygw') }, () => {
  let server: S3Server;
  let bucket: S3mini;
  before(async () => {
    server = await startS3Server();
    bucket = new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` });
    assert.equal(await bucket.createBucket(), true);
  });
  after(() => server.close());

  const world = (over: Partial<S3World> = {}): S3World => ({
    secret: (name) =>
      ({ AWS_ACCESS_KEY_ID: server.accessKeyId, AWS_SECRET_ACCESS_KEY: server.secretAccessKey })[name],
    signal: new AbortController().signal,
    clock: new SkippingClock(0),
    ...over,
  });
  const rung = (over: Partial<Extract<StoreRung, { kind: 's3' }>> = {}) => ({
    kind: 's3' as const,
    endpoint: server.url,
    bucket: BUCKET,
    prefix: 'team/runs',
    region: server.region,
    accessKey: 'AWS_ACCESS_KEY_ID',
    secretKey: 'AWS_SECRET_ACCESS_KEY',
    ...over,
  });
  const evidence = (facts: StoredFacts, over: Partial<S3World> = {}) =>
    storedEvidence(
      { type: 'stored', ...facts },
      [s3Store(rung(), world(over))],
      new AbortController().signal,
    );

  it('removes what lies under one id and nothing beside it, and takes what is gone for removed', async () => {
    const [one, other] = [
      await sealedRun({ 'a/b.pt': 'one', 'c d': 'two' }),
      await sealedRun({ 'a/b.pt': 'other' }),
    ];
    const store = s3Store(rung(), world());
    const gone = await stored(store, one.parcel);
    const stays = await stored(store, other.parcel);
    await store.drop?.(gone.id);
    await store.drop?.(gone.id);
    assert.equal(await store.open(gone.id), undefined);
    assert.deepEqual(await evidence(stays), { seal: other.parcel.seal, problems: [] });
    await store.drop?.('s3://another-bucket/team');
  });

  it('holds every sealed file and the evidence, under their own names, and finds them again', async () => {
    const { parcel } = await sealedRun({
      'best.pt': 40 * MiB,
      [`a "b" it's/ü+(1)&.txt`]: 'x',
      '.hidden': 'y',
    });
    const facts = await stored(s3Store(rung(), world()), parcel);
    assert.equal(facts.store, 's3');
    assert.equal(facts.files, 6);
    assert.equal(facts.id, `s3://${BUCKET}/team/runs/tiny-7/${parcel.seal.slice(0, 16)}`);
    const key = `team/runs/tiny-7/${parcel.seal.slice(0, 16)}/main/a "b" it's/ü+(1)&.txt`;
    assert.equal(await bucket.getObject(key), 'x');
    assert.deepEqual(await evidence(facts), { seal: parcel.seal, problems: [] });
  });

  it('stores the same seal a second time without sending anything', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'again' });
    const first = await stored(s3Store(rung(), world()), parcel);
    const methods: string[] = [];
    const counting: typeof fetch = (input, init) => {
      methods.push(init?.method ?? 'GET');
      return fetch(input, init);
    };
    assert.deepEqual(await stored(s3Store(rung(), world({ fetch: counting })), parcel), first);
    assert.ok(methods.length > 0);
    assert.deepEqual(
      methods.filter((method) => method !== 'GET'),
      [],
    );
  });

  it('goes on after an upload that was cut half-way, and leaves no part behind', async () => {
    const { parcel } = await sealedRun({ 'a.txt': 'first', 'big.bin': 40 * MiB });
    let parts = 0;
    const cut: typeof fetch = (input, init) => {
      if (String(input).includes('partNumber=')) parts += 1;
      if (parts > 1) throw new TypeError('cut');
      return fetch(input, init);
    };
    const error = await problemOf(stored(s3Store(rung(), world({ fetch: cut })), parcel));
    assert.equal(error.code, 's3-unreachable');
    assert.equal(error.kind, 'unreachable');
    const folder = `team/runs/tiny-7/${parcel.seal.slice(0, 16)}`;
    const there = (await bucket.listObjects('/', folder))?.map(({ Key }) => Key.slice(folder.length + 1));
    assert.ok(!there?.includes('main/big.bin'), String(there));
    const facts = await stored(s3Store(rung(), world()), parcel);
    assert.deepEqual(await evidence(facts), { seal: parcel.seal, problems: [] });
  });

  it('lives through lost connections and busy answers', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 20 * MiB, 'x.txt': 'x' });
    let requests = 0;
    const shaky: typeof fetch = async (input, init) => {
      requests += 1;
      if (requests % 3 === 1) throw new TypeError('fetch failed');
      if (requests % 3 === 2 && requests % 2 === 0) return new Response('', { status: 503 });
      return fetch(input, init);
    };
    const facts = await stored(s3Store(rung(), world({ fetch: shaky })), parcel);
    assert.deepEqual(await evidence(facts), { seal: parcel.seal, problems: [] });
  });

  it('refuses what is there under its names and is something else, and writes nothing over it', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'mine' });
    const key = `team/runs/tiny-7/${parcel.seal.slice(0, 16)}/main/best.pt`;
    await bucket.putObject(key, 'xxxx');
    const error = await problemOf(stored(s3Store(rung(), world()), parcel));
    assert.equal(error.code, 'store-differs');
    assert.match(error.what, /main\/best\.pt is changed/);
    assert.deepEqual(error.costing, ['tiny-7-1: 0.4 USD/h']);
    assert.equal(await bucket.getObject(key), 'xxxx');
  });

  it('refuses a file that nobody sent among those of a seal', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'one' });
    await bucket.putObject(`team/runs/tiny-7/${parcel.seal.slice(0, 16)}/main/extra.sh`, 'boo');
    const error = await problemOf(stored(s3Store(rung(), world()), parcel));
    assert.match(error.what, /main\/extra\.sh is unexpected/);
  });

  it('sees before a release that something was removed, replaced or added since', async () => {
    const { parcel } = await sealedRun({ 'best.pt': 'kept', 'log.txt': 'log' });
    const facts = await stored(s3Store(rung(), world()), parcel);
    const folder = `team/runs/tiny-7/${parcel.seal.slice(0, 16)}`;
    await bucket.putObject(`${folder}/main/best.pt`, 'KEPT');
    assert.deepEqual((await evidence(facts)).problems, [{ path: facts.place, problem: 'changed' }]);
    await bucket.putObject(`${folder}/main/best.pt`, 'kept');
    await bucket.deleteObject(`${folder}/main/log.txt`);
    assert.deepEqual((await evidence(facts)).problems, [{ path: facts.place, problem: 'changed' }]);
    for (const { path } of parcel.files) await bucket.deleteObject(`${folder}/${path}`);
    assert.deepEqual((await evidence(facts)).problems, [{ path: facts.place, problem: 'not-downloadable' }]);
  });

  it('names a key that may not write, and shows neither it nor what was signed', async () => {
    const { parcel } = await sealedRun();
    const wrong = world({
      secret: (name) =>
        ({ AWS_ACCESS_KEY_ID: server.accessKeyId, AWS_SECRET_ACCESS_KEY: 'not-the-key' })[name],
    });
    const error = await problemOf(stored(s3Store(rung(), wrong), parcel));
    assert.equal(error.kind, 'refused');
    assert.equal(error.code, 's3-refused');
    assert.match(error.next, /AWS_ACCESS_KEY_ID/);
    assert.ok(!error.message.includes('not-the-key'));
  });

  it('names a bucket that is not there', async () => {
    const { parcel } = await sealedRun();
    const error = await problemOf(stored(s3Store(rung({ bucket: 'nobodys' }), world()), parcel));
    assert.equal(error.kind, 'refused');
    assert.match(error.what, /nobodys/);
  });
});

describe('an S3 store', () => {
  const rung = (endpoint: string) => ({
    kind: 's3' as const,
    endpoint,
    bucket: 'b-1',
    accessKey: 'AWS_ACCESS_KEY_ID',
    secretKey: 'AWS_SECRET_ACCESS_KEY',
  });

  it('says which variables are not set, before anything is sent', async () => {
    const { parcel } = await sealedRun();
    const fetch = () => assert.fail('nothing is sent');
    const store = s3Store(rung('https://s3.example.org'), {
      secret: () => undefined,
      signal: new AbortController().signal,
      clock: new SkippingClock(0),
      fetch,
    });
    assert.equal(await store.refusal(parcel), 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY not set');
  });

  it('says the same where it is only looked at, as before a release, and what to do', async () => {
    const bucket = new S3Bucket(rung('https://s3.example.org'), {
      secret: () => undefined,
      signal: new AbortController().signal,
      clock: new SkippingClock(0),
      fetch: () => assert.fail('nothing is sent'),
    });
    const { what, next } = await problemOf(bucket.list('runs'));
    assert.match(what, /b-1 at s3\.example\.org: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY not set/);
    assert.match(next, /Give them to this step by "env:"/);
  });

  it('signs with the token of lent keys', async () => {
    const seen: { token: string | undefined; authorization: string | undefined }[] = [];
    const server = createServer((request, response) => {
      const { 'x-amz-security-token': token, authorization } = request.headers;
      seen.push({ token: token as string | undefined, authorization });
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(
        '<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>',
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const { port } = server.address() as { port: number };
      const values: Record<string, string> = {
        AWS_ACCESS_KEY_ID: 'lent',
        AWS_SECRET_ACCESS_KEY: 'lent-too',
        AWS_SESSION_TOKEN: 'for-an-hour',
      };
      const store = s3Store(rung(`http://127.0.0.1:${port}`), {
        secret: (name) => values[name],
        signal: new AbortController().signal,
        clock: new SkippingClock(0),
      });
      assert.equal(await store.open('s3://b-1/x'), undefined);
      assert.equal(seen[0]?.token, 'for-an-hour');
      assert.match(seen[0]?.authorization ?? '', /SignedHeaders=[^,]*x-amz-security-token/);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
