// Over ten seconds: whole runs whose boxes fetch from a mirror, a bucket and a durable tier that fail as they do.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { S3mini } from 's3mini';
import { missing } from '../requirement.ts';
import { type HubTwin, startHubTwin } from '../twins/hub-twin.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from '../twins/twin.ts';
import { startS3Server } from '../workflows/s3-server.ts';
import { corpusAt, hubFor, pushTo, sha256, training } from './data-job.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';
import { awaitedPhrase } from './whole-life.ts';

const CORPUS = Buffer.alloc(300_000, 'corpus of one commit ');

const contents = ({ exchanges }: Twin) =>
  exchanges.filter(({ request }) => request.path.includes('/resolve/') && request.method === 'GET');

/** What the command read, by digest and name. */
const readBy = (place: Place): string[] =>
  readFileSync(join(onlyStory(place).run.seal?.place ?? '', 'main', 'read.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.replace(/ .*\//, ' '));

describe('a mirror of the Hub', { skip: missing('curl'), timeout: 240_000, concurrency: 2 }, () => {
  /** The job's own mirror, which has the commit as the Hub has it, or other bytes under its name. */
  async function mirrored(t: TestContext, place: Place, content: Buffer): Promise<[HubTwin, HubTwin]> {
    const { hub, pushed } = await hubFor(t, place);
    pushed({ 'train/a.bin': CORPUS });
    const mirror = await startHubTwin('ada/corpus');
    t.after(() => mirror.close());
    pushTo(mirror, { 'train/a.bin': content });
    placeTinyJob(place, (job) => {
      training([corpusAt('main')])(job);
      job['storage'] = { 'hf-endpoint': mirror.url };
    });
    return [hub, mirror];
  }

  it('is named by the job, slow and cut: the box fetches from it alone, goes on by ranges, and trains', async (t) => {
    const place = placeFor(t);
    const [hub, mirror] = await mirrored(t, place, CORPUS);
    const plan = await place.run(['plan', '--json']);
    assert.match(JSON.parse(plan.stdout).data.notes.join(), new RegExp(`asks the mirror ${mirror.url}, `));
    const at = /\/resolve\//;
    mirror.server.fail({ path: at, how: { cutAfter: 120_000 } });
    mirror.server.fail({ path: at, how: { pieces: { bytes: 10_000, everyMs: 100 } } });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 0, run.output);
    assert.deepEqual(contents(hub.server), [], 'nothing but its list came from the Hub');
    assert.deepEqual(
      contents(mirror.server).map(({ request, reply }) => [request.headers.range ?? 'whole', reply.status]),
      [
        ['whole', 200],
        ['bytes=120000-', 206],
      ],
    );
    assert.deepEqual(readBy(place), [`${sha256(CORPUS)} a.bin`]);
  });

  it('is not believed: other bytes of the same name and size start no command', async (t) => {
    const place = placeFor(t);
    const [, mirror] = await mirrored(t, place, Buffer.alloc(CORPUS.length, 'what nobody published '));
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 1, run.output);
    assert.match(
      run.output,
      /corpus\/a\.bin is not what was promised: 300000 bytes, sha256 [0-9a-f]{64} came/,
    );
    assert.equal(contents(mirror.server).length, 2, 'once more, and no oftener');
    assert.equal(ofType(onlyStory(place), 'data-fetched').length, 0);
  });
});

describe('data kept on the durable tier', { skip: missing('curl'), timeout: 240_000, concurrency: 2 }, () => {
  for (const [where, isData] of [
    ['beside the data directory', false],
    ['as the data directory itself', true],
  ] as const)
    it(`${where} are not fetched again by the next run, which reads the same`, async (t) => {
      const place = placeFor(t);
      const { hub, pushed } = await hubFor(t, place);
      pushed({ 'train/a.bin': CORPUS, 'train/b.txt': Buffer.from('small\n') });
      // A mount of its own, as a durable disk is one.
      const durable = mkdtempSync('/dev/shm/gl-data-');
      t.after(() => rmSync(durable, { recursive: true, force: true }));
      const asked: number[] = [];
      for (const steps of [20, 21]) {
        placeTinyJob(place, (job) => {
          training([corpusAt('main')], steps)(job);
          job['storage'] = { durable, ...(isData && { data: `${durable}/sets` }) };
        });
        const run = await place.run(['run']);
        assert.equal(run.exitCode, 0, run.output);
        asked.push(contents(hub.server).length);
        const released = await place.run(['release', '--approve', awaitedPhrase(place) ?? '']);
        assert.equal(released.exitCode, 0, released.output);
      }
      assert.deepEqual(asked, [2, 2]);
    });
});

describe('a bucket', { skip: missing('curl', 'versitygw'), timeout: 240_000, concurrency: 2 }, () => {
  /** A real server, behind a door that passes on what is signed as it is, and fails as it is told to. */
  async function bucketFor(t: TestContext, place: Place): Promise<{ door: Twin; source: object }> {
    const server = await startS3Server();
    t.after(() => server.close());
    const bucket = new S3mini({ ...server, endpoint: `${server.url}/data` });
    assert.equal(await bucket.createBucket(), true);
    await bucket.putObject('set/a b.bin', CORPUS);
    await bucket.putObject('set/c.json', Buffer.from('{}\n'));
    const door = await startTwin((request) => passOn(server.url, request));
    t.after(() => door.close());
    Object.assign(place.env, {
      AWS_ACCESS_KEY_ID: server.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
    });
    const source = { from: 's3://data/set', to: 'corpus', endpoint: door.url, region: server.region };
    placeTinyJob(place, training([source]));
    return { door, source };
  }
  const object = /a(%20|\+)b\.bin$/;

  it('is fetched through cuts and slowness by addresses that stand in no file, and is in the seal', async (t) => {
    const place = placeFor(t);
    const { door } = await bucketFor(t, place);
    door.fail({ method: 'GET', path: object, how: { cutAfter: 120_000 } });
    door.fail({ method: 'GET', path: object, how: { pieces: { bytes: 10_000, everyMs: 100 } } });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 0, run.output);
    const gets = door.exchanges.filter(
      ({ request: { method, path } }) => method === 'GET' && object.test(path),
    );
    assert.deepEqual(
      gets.map(({ request }) => request.headers.range ?? 'whole'),
      ['whole', 'bytes=120000-'],
    );
    assert.deepEqual(readBy(place), [`${sha256(CORPUS)} a b.bin`, `${sha256('{}\n')} c.json`]);
    const story = onlyStory(place);
    const [fetched] = ofType(story, 'data-fetched');
    const { document } = JSON.parse(
      readFileSync(join(story.run.seal?.place ?? '', '+evidence', 'seal.json'), 'utf8'),
    );
    assert.deepEqual(document.data, [{ from: 's3://data/set', ...fetched?.sources[0] }]);
    const held = spawnSync('grep', ['-rlE', 'X-Amz-Signature|secret-not-real', place.dir]);
    assert.equal(held.stdout.toString(), '');
    assert.doesNotMatch(run.output, /X-Amz-Signature|secret-not-real/);
  });

  it('whose object is other bytes by the time that it is fetched starts no command', async (t) => {
    const place = placeFor(t);
    const { door } = await bucketFor(t, place);
    const other = Buffer.alloc(CORPUS.length, 'put there since ');
    door.fail({ method: 'GET', path: object, times: 9, how: { reply: { status: 200, body: other } } });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 1, run.output);
    assert.match(
      run.output,
      /corpus\/a b\.bin is not what was promised: 300000 bytes, (md5|sha256) [0-9a-f]+ came/,
    );
  });

  it('that the keys do not open rents nothing, and no key is said', async (t) => {
    const place = placeFor(t);
    await bucketFor(t, place);
    place.env['AWS_SECRET_ACCESS_KEY'] = 'another-secret';
    const run = await place.run(['run']);
    assert.notEqual(run.exitCode, 0);
    assert.match(run.output, /s3:\/\/data/);
    assert.doesNotMatch(run.output, /another-secret/);
    assert.deepEqual(place.boxes(), []);
  });
});

/** The signature covers the door's own address, which is why that goes along as it was said. */
async function passOn(server: string, request: TwinRequest): Promise<TwinReply> {
  const { method, path, query, headers, bytes } = request;
  const text = [...query].map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const onward = httpRequest(`${server}${path}${text === '' ? '' : `?${text}`}`, { method, headers });
  onward.end(bytes);
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    onward.on('response', resolve).on('error', reject),
  );
  const { 'transfer-encoding': _, connection: __, ...kept } = reply.headers;
  return {
    status: reply.statusCode ?? 502,
    body: await buffer(reply),
    headers: kept as Record<string, string>,
  };
}
