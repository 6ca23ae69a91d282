// Over ten seconds: secrets are looked for in everything that lives with each store leave behind.
// In turn: whole lives among thieves
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { systemClock } from '../../src/clock.ts';
import { openGitHub } from '../../src/github/this-repository.ts';
import { huggingFaceStore } from '../../src/stores/hugging-face-store.ts';
import { releaseAssetStore } from '../../src/stores/release-asset-store.ts';
import { s3Store } from '../../src/stores/s3-store.ts';
import type { ArtifactStore } from '../../src/stores/store.ts';
import { startClient } from '../github/github-client.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { onlyStory } from '../scenarios/ledger-story.ts';
import { Place } from '../scenarios/run-bundle.ts';
import { placeTinyJob } from '../scenarios/tiny-job.ts';
import { awaitedPhrase } from '../scenarios/whole-life.ts';
import { sealedRun } from '../stores/sealed-run.ts';
import { startHubTwin } from '../twins/hub-twin.ts';
import { openS3Door } from '../twins/s3-door.ts';
import { type StsTwin, SUBJECT, startStsTwin } from '../twins/sts-twin.ts';
import type { Twin } from '../twins/twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { startS3Server } from '../workflows/s3-server.ts';
import { EchoingServer } from './echoing-server.ts';
import { Finder, filesBelow, type Hit, marked, objectsOf, plainMarked, type Sink } from './finder.ts';
import { everyKind, JOB_SECRET, PLATFORM_OF } from './kinds.ts';
import { openRecordingDoor } from './recording-door.ts';
import { SampledProcesses, WatchedPrograms } from './watched-programs.ts';

const BUCKET = 'results';
const ARN = 'arn:aws:iam::123456789012:role/gpu-lease';
const AUDIENCE = 'sts.amazonaws.com';
const { env: keys, secrets } = everyKind();
// What starts like a token of the Hub; the marked part of it is what is looked for.
keys['HF_TOKEN'] = `hf_${keys['HF_TOKEN']}`;
for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN']) {
  const made = plainMarked(name);
  secrets.push(made);
  keys[name] = made.value;
}
const finder = new Finder(secrets);
const found = (within: Iterable<Sink>, isMeant: (hit: Hit) => boolean = () => false): Hit[] =>
  finder.findAll(within).filter((hit) => !isMeant(hit));

/** What a request to a bucket has to hold: who asks, and in an address signed for the box nothing more. */
const isSigning = ({ kind, where }: Hit): boolean =>
  /^(AWS_ACCESS_KEY_ID|AWS_SESSION_TOKEN)$/.test(kind) && /^(headers|address) /.test(where);

interface Life {
  place: Place;
  sinks: Sink[];
  calls: Sink[];
  loot: Sink[];
  kinds: string[];
}

describe('a life that ends in a store of its own', {
  skip: missing('git', 'versitygw'),
  timeout: 300_000,
}, () => {
  const closing: (() => unknown)[] = [];
  const lives: Record<string, Life> = {};
  const asked: Record<string, Sink[]> = {};
  let lying: Sink[] = [];

  before(async () => {
    const nobody = await EchoingServer.start();
    closing.push(() => nobody.end());
    for (const name of new Set(Object.values(PLATFORM_OF)))
      for (const variable of [`GPU_LEASE_API_${name}`, `GPU_LEASE_API_${name}_CORE`])
        keys[variable] = `${nobody.url}/${name}`;
    const server = await startS3Server();
    closing.push(() => server.close());
    const bucket = new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` });
    assert.equal(await bucket.createBucket(), true);
    const inner = await openS3Door({
      server: server.url,
      own: server,
      lent: {
        accessKeyId: keys['AWS_ACCESS_KEY_ID'] ?? '',
        secretAccessKey: keys['AWS_SECRET_ACCESS_KEY'] ?? '',
      },
      isLent: (token) => token === keys['AWS_SESSION_TOKEN'],
    });
    const door = await openRecordingDoor(inner.url);
    const hub = await startHubTwin('ada/results', keys['HF_TOKEN']);
    closing.push(
      () => door.close(),
      () => inner.close(),
      () => hub.close(),
    );
    keys['HF_ENDPOINT'] = hub.url;
    const s3 = { endpoint: door.url, bucket: BUCKET, region: server.region };
    // Beside one another: each of them waits for its box, and for what its platform says, more than it works.
    const ends = await Promise.allSettled([
      live('s3', { s3: { ...s3, prefix: 'from-here' } }),
      live('s3 from the box', { s3: { ...s3, prefix: 'from-box', 'from-box': true } }),
      live('hub', { 'hugging-face': { repo: 'datasets/ada/results' } }),
    ]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    asked['s3'] = door.seen;
    asked['hub'] = hub.server.exchanges.flatMap(
      ({ request: { method, path, query, headers, bytes }, reply }) => {
        const { authorization = '', ...rest } = headers;
        const what = `${method} ${path}`;
        return [
          { where: `authorization ${what}`, bytes: Buffer.from(authorization) },
          {
            where: `rest of ${what}`,
            bytes: Buffer.from(JSON.stringify({ path, query: String(query), rest })),
          },
          { where: `body ${what}`, bytes },
          { where: `answer to ${what}`, bytes: Buffer.from(JSON.stringify(reply)) },
        ];
      },
    );
    for (const { Key } of (await bucket.listObjects('/', '')) ?? []) {
      const bytes = await bucket.getObjectArrayBuffer(Key);
      lying.push({ where: `name ${Key}`, bytes: Buffer.from(Key) });
      lying.push({ where: `object ${Key}`, bytes: Buffer.from(bytes ?? new ArrayBuffer(0)) });
    }
    for (const { files } of hub.commits)
      for (const [path, bytes] of files) lying = [...lying, { where: `of the Hub: ${path}`, bytes }];
  });

  after(async () => {
    for (const { place } of Object.values(lives)) await place.end();
    for (const close of closing.toReversed()) await close();
  });

  async function live(name: string, store: object): Promise<void> {
    const place = new Place();
    const aside = mkdtempSync(join(tmpdir(), 'gl-hunt-'));
    const programs = new WatchedPrograms(aside);
    const sampled = new SampledProcesses(place.dir);
    const life: Life = { place, sinks: [], calls: [], loot: [], kinds: [] };
    lives[name] = life;
    place.env['PATH'] = `${programs.path}${delimiter}${place.env['PATH']}`;
    placeTinyJob(place, (job) => {
      cpSync(join(import.meta.dirname, 'thief.mjs'), join(place.repository, 'thief.mjs'));
      job['env'] = [JOB_SECRET];
      job['store'] = [store];
      job['smoke'].drill = 'none';
      job['vars'] = {
        ...job['vars'],
        HUNT_LOOT: join(aside, 'loot'),
        HUNT_BOX_MARK: 'GPU_LEASE_LOCAL_BOX=',
      };
      job['run'] = 'node thief.mjs job && echo "$TRACKER_KEY" && sh train.sh';
    });
    const tell = async (args: string[]) => {
      const done = await place.run(args, { from: installation(), env: keys });
      life.sinks.push({ where: `output of ${args[0]}`, bytes: Buffer.from(done.output) });
      return done;
    };
    try {
      const ran = await tell(['run']);
      const { run } = onlyStory(place);
      life.kinds = run.stored.map((each) => each.store);
      assert.ok(run.seal && life.kinds.length > 0, ran.output);
      const released = await tell(['release', '--approve', awaitedPhrase(place) ?? '']);
      assert.equal(released.exitCode, 0, released.output);
      for (const args of [['status', '--json'], ['events'], ['restore', run.id]]) await tell(args);
    } finally {
      life.calls = [...programs.calls(), ...sampled.end()];
      life.loot = [...filesBelow(join(aside, 'loot'))];
      rmSync(aside, { recursive: true, force: true });
    }
  }

  it('stores in each of them', () => {
    assert.deepEqual(
      Object.values(lives).map(({ kinds }) => [...new Set(kinds)]),
      [['s3'], ['s3'], ['hugging-face']],
    );
    assert.ok(lying.length > 20 && lying.some(({ where }) => where.startsWith('of the Hub')));
    assert.ok(
      asked['s3']?.some(({ bytes }) => bytes.includes('X-Amz-Signature')),
      'the box sends by itself',
    );
  });

  it('shows no key of a store and keeps none: terminal, files, ledger [leaks]', () => {
    for (const { place, sinks } of Object.values(lives)) {
      assert.deepEqual(found(sinks), []);
      assert.deepEqual(found(filesBelow(place.dir)), []);
      assert.deepEqual(found(objectsOf(join(place.repository, '.git'))), []);
    }
  });

  it('puts none into what lies in the store, by name or content [leaks]', () => {
    assert.deepEqual(found(lying), []);
    // The same look does find one that lies there.
    const planted = lying.map((sink) => ({
      ...sink,
      bytes: Buffer.concat([sink.bytes, leaked('HF_TOKEN')]),
    }));
    assert.ok(found(planted).length >= planted.length);
  });

  it('gives none to a program by its arguments, and to those of a box nothing by their environment [leaks]', () => {
    for (const { calls } of Object.values(lives)) {
      assert.deepEqual(found(calls.filter(({ where }) => where.startsWith('arguments'))), []);
      const ofBox = calls.filter(({ where }) =>
        /^environment of (curl|wget|tmux|setsid|nvidia-smi) /.test(where),
      );
      assert.deepEqual(
        found(ofBox, ({ kind }) => kind === JOB_SECRET),
        [],
      );
    }
  });

  it('tells a bucket who asks and never the secret key, the Hub its token in one header [leaks]', () => {
    const { s3 = [], hub = [] } = asked;
    assert.deepEqual(found(s3, isSigning), []);
    assert.ok(found(s3).length > 0, 'it does sign, and the look sees it');
    const isToken = ({ kind, where }: Hit) => kind === 'HF_TOKEN' && where.startsWith('authorization ');
    assert.deepEqual(found(hub, isToken), []);
    assert.ok(found(hub).length > 0, 'the look sees the token');
  });

  it('lets the job see what it declares, and no key of a store [leaks]', () => {
    for (const { loot } of Object.values(lives)) {
      assert.ok(found(loot).length > 0, 'the thief does look');
      assert.deepEqual(
        found(loot, ({ kind }) => kind === JOB_SECRET),
        [],
      );
    }
  });
});

const leaked = (kind: string): Buffer =>
  Buffer.from(secrets.find((each) => each.kind === kind)?.value ?? assert.fail(kind));

describe('a store that says back what it was told, or sends elsewhere', () => {
  const lent = { accessKeyId: plainMarked('lent access key'), secretAccessKey: marked('lent secret key') };
  let echo: EchoingServer;
  let other: EchoingServer;
  let sts: StsTwin;
  let identityToken: string;
  before(async () => {
    [echo, other] = [await EchoingServer.start(), await EchoingServer.start()];
    echo.elsewhere = other.url;
    sts = await startStsTwin({
      clock: systemClock,
      roles: [{ arn: ARN, audience: AUDIENCE, subject: SUBJECT }],
      keys: { accessKeyId: lent.accessKeyId.value, secretAccessKey: lent.secretAccessKey.value },
    });
    identityToken = sts.token(AUDIENCE);
  });
  after(() => Promise.all([echo.end(), other.end(), sts.close()]));

  /** Of an identity token what makes it one: what stands before its signature is known to everybody. */
  const foundOf = (within: Sink[]): Hit[] =>
    new Finder([
      ...secrets,
      ...Object.values(lent),
      ...[...sts.lent.keys()].map((value) => ({ kind: 'lent session', value })),
      { kind: 'identity token', value: identityToken.split('.')[2] ?? '' },
    ]).findAll(within);

  const stores = (): Record<string, ArtifactStore> => {
    const world = {
      secret: (name: string) => keys[name],
      signal: new AbortController().signal,
      clock: new SkippingClock(0),
      hubUrl: echo.url,
    };
    const rung = {
      kind: 's3' as const,
      endpoint: echo.url,
      bucket: BUCKET,
      accessKey: 'AWS_ACCESS_KEY_ID',
      secretKey: 'AWS_SECRET_ACCESS_KEY',
    };
    const vouched = { ...world, identity: { token: async () => identityToken, hide: async () => {} } };
    const role = (lender: string) => ({ role: { arn: ARN, sts: lender, audience: AUDIENCE } });
    const env = { GITHUB_REPOSITORY: 'ada/engine', GH_TOKEN: keys['GH_TOKEN'], GITHUB_API_URL: echo.url };
    return {
      s3: s3Store(rung, world),
      lent: s3Store({ ...rung, ...role(sts.url) }, vouched),
      lender: s3Store({ ...rung, ...role(echo.url) }, vouched),
      releases: releaseAssetStore(
        { kind: 'release-asset', tag: 'gpu-lease' },
        { github: openGitHub(env, new SkippingClock(0), world.signal) },
      ),
      hub: huggingFaceStore({ kind: 'hugging-face', repo: 'ada/results', token: 'HF_TOKEN' }, world),
    };
  };

  for (const manner of ['json', 'xml', 'text', 'header', 'redirect', 'accepts'] as const)
    it(`learns nothing to show and tells nobody else: ${manner} [leaks]`, async () => {
      const { parcel } = await sealedRun({ 'best.pt': 'x' });
      echo.manner = manner;
      for (const status of [400, 401, 403, 404, 500]) {
        echo.status = status;
        for (const [name, store] of Object.entries(stores())) {
          const said = await store
            .put(parcel)
            .then(JSON.stringify, (error) => `${error.message}\n${error.next}`);
          const bucket = `s3://${BUCKET}/a`;
          const ids = { s3: bucket, lent: bucket, lender: bucket, hub: 'ada/results@main:a', releases: 'a' };
          const opened = await store
            .open(ids[name as keyof typeof ids])
            .then(JSON.stringify, (error) => `${error.message}\n${error.next}`);
          const told = { where: `${name} ${status}`, bytes: Buffer.from(`${said}\n${opened}`) };
          assert.deepEqual(foundOf([told]), []);
        }
      }
      const told = new Set(foundOf(echo.requests).map(({ kind }) => kind));
      for (const kind of ['AWS_SESSION_TOKEN', 'lent session', 'identity token', 'HF_TOKEN', 'GH_TOKEN'])
        assert.ok(told.has(kind), `it was told who asks: ${kind}`);
      assert.deepEqual(foundOf(other.requests), [], 'nobody follows to another machine with a key');
    });

  it('gets no token of GitHub where it keeps the assets, wherever GitHub sends us [leaks]', async () => {
    const { twin, as } = await startClient();
    try {
      const token = { kind: 'token of the job', value: twin.tokenWith({ contents: 'write' }) };
      const look = new Finder([token]);
      const store = releaseAssetStore(
        { kind: 'release-asset', tag: 'gpu-lease' },
        { github: as(token.value) },
      );
      const { parcel } = await sealedRun({ 'best.pt': 'x'.repeat(50_000) });
      const placed = await store.put(parcel);
      assert.ok('id' in placed);
      assert.ok(look.findAll(askedOf(twin.uploads)).length > 0, 'the uploads have it, and the look sees it');
      const opened = (await store.open(placed.id)) ?? assert.fail('nothing is there');
      const [first = assert.fail('no asset')] = await opened.names();
      await opened.read(first.name, () => {});
      assert.ok(twin.storage.server.exchanges.length > 0);
      assert.deepEqual(look.findAll(askedOf(twin.storage.server)), []);
      echo.manner = 'text';
      const away = { status: 302, headers: { location: `${echo.url}/assets/1?sig=x` } };
      twin.server.fail({ path: /releases\/assets\//, times: 9, how: { reply: away } });
      const said = await opened.read(first.name, () => {}).catch((error: Error) => error.message);
      assert.match(said ?? '', /broke off/);
      const moved = { status: 307, headers: { location: `${echo.url}/uploads` } };
      twin.uploads.fail({ times: 9, how: { reply: moved } });
      const { parcel: more } = await sealedRun({ 'best.pt': 'y'.repeat(50_000) });
      const refused = await store.put(more).catch((error: Error) => error.message);
      assert.equal(typeof refused, 'string');
      assert.deepEqual(look.findAll(echo.requests), []);
      assert.deepEqual(look.findAll([{ where: 'said', bytes: Buffer.from(`${said}${refused}`) }]), []);
    } finally {
      await twin.close();
    }
  });

  const askedOf = ({ exchanges }: Pick<Twin, 'exchanges'>): Sink[] =>
    exchanges.map(({ request: { method, path, query, headers } }) => ({
      where: `${method} ${path}`,
      bytes: Buffer.from(JSON.stringify({ path, query: String(query), headers })),
    }));
});
