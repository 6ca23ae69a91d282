import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { systemClock } from '../../src/clock.ts';
import type { DataWorld } from '../../src/data/answers.ts';
import type { FetchSource } from '../../src/data/fetch-plan.ts';
import { resolveData } from '../../src/data/resolve.ts';
import { proofOf } from '../../src/data/s3-files.ts';
import type { DataRule } from '../../src/job/job.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { missing } from '../requirement.ts';
import { type FileTwin, startFileTwin } from '../twins/file-twin.ts';
import { type HubTwin, startHubTwin } from '../twins/hub-twin.ts';
import { type S3Server, startS3Server } from '../workflows/s3-server.ts';

const LARGE = Buffer.alloc(5000, 'large');
const SMALL = Buffer.from('{}\n');
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const TOKEN = `hf_${'t'.repeat(34)}`;

const worldOf = (over: Partial<DataWorld> & { secrets?: Record<string, string> }): DataWorld => ({
  clock: systemClock,
  signal: new AbortController().signal,
  fetch: globalThis.fetch,
  hubUrl: 'http://127.0.0.1:1',
  secret: (name) => over.secrets?.[name],
  ...over,
});

const failure = async (work: Promise<unknown>): Promise<Problem> => {
  const error = await work.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem, String(error));
  return error;
};

describe('data of the Hub', () => {
  let hub: HubTwin;
  const oid = 'b'.repeat(40);
  before(async () => {
    hub = await startHubTwin('ada/model', TOKEN, 'models');
    const files = { 'model.safetensors': LARGE, 'sub dir/config.json': SMALL, 'sub dir/deep/x.bin': SMALL };
    hub.commits.push({ oid, files: new Map(Object.entries(files)) });
  });
  after(() => hub.close());

  const rule = (over: Partial<DataRule> & { path?: string; revision?: string } = {}): DataRule => {
    const { path, revision = 'main', ...rest } = over;
    return {
      from: 'hf://ada/model@main',
      to: 'weights',
      token: 'HF_TOKEN',
      source: {
        kind: 'hub',
        type: 'model',
        repo: 'ada/model',
        revision,
        ...(path !== undefined && { path }),
      },
      ...rest,
    };
  };
  const resolved = (each: DataRule, pins: [string, string][] = []): Promise<FetchSource[]> =>
    resolveData([each], worldOf({ hubUrl: hub.url, secrets: { HF_TOKEN: TOKEN } }), {
      boxHub: 'https://mirror.example',
      pins: new Map(pins),
    });

  it('are listed at the commit of their branch, each with what the Hub says of its bytes, at the address of a mirror', async () => {
    const [source] = await resolved(rule());
    assert.equal(source?.revision, oid);
    assert.deepEqual(
      source?.files.map(({ path, bytes, proof, url }) => [path, bytes, proof.by, url]),
      [
        [
          'model.safetensors',
          5000,
          'sha256',
          `https://mirror.example/ada/model/resolve/${oid}/model.safetensors`,
        ],
        [
          'sub dir/config.json',
          3,
          'git-sha1',
          `https://mirror.example/ada/model/resolve/${oid}/sub%20dir/config.json`,
        ],
        [
          'sub dir/deep/x.bin',
          3,
          'git-sha1',
          `https://mirror.example/ada/model/resolve/${oid}/sub%20dir/deep/x.bin`,
        ],
      ],
    );
    assert.deepEqual(source?.files[0]?.proof, { by: 'sha256', digest: sha256(LARGE) });
  });

  it('may be a folder, or one file, which its own sha256 may name', async () => {
    const [folder] = await resolved(rule({ path: 'sub dir' }));
    assert.deepEqual(
      folder?.files.map(({ path }) => path),
      ['config.json', 'deep/x.bin'],
    );
    const [one] = await resolved(rule({ path: 'sub dir/config.json', sha256: sha256(SMALL) }));
    assert.deepEqual(one?.files[0]?.proof, { by: 'sha256', digest: sha256(SMALL) });
    assert.equal(one?.files[0]?.path, 'config.json');
    const wrong = await failure(resolved(rule({ path: 'model.safetensors', sha256: 'a'.repeat(64) })));
    assert.equal(wrong.code, 'data-digest');
  });

  it('keep to the commit of their run while the branch moves on, and are missed when it is gone', async () => {
    hub.commits.push({ oid: 'c'.repeat(40), files: new Map([['model.safetensors', SMALL]]) });
    const [kept] = await resolved(rule(), [['weights', oid]]);
    assert.equal(kept?.revision, oid);
    assert.equal(kept?.files.length, 3);
    const gone = await failure(resolved(rule(), [['weights', 'd'.repeat(40)]]));
    assert.deepEqual([gone.code, gone.kind], ['data-refused', 'refused']);
    hub.commits.pop();
  });

  it('are asked for again where the line breaks, and never with a token in what is said', async () => {
    hub.server.fail({ path: /\/tree\//, how: 'reset' });
    hub.server.fail({ path: /\/revision\//, how: { reply: { status: 502, body: {} } } });
    assert.equal((await resolved(rule())).length, 1);
    hub.server.fail({
      path: /\/tree\//,
      times: 9,
      how: { reply: { status: 403, body: { error: 'gated' } } },
    });
    const refused = await failure(resolved(rule()));
    hub.server.calm();
    assert.match(refused.message, /HTTP 403[\s\S]*HF_TOKEN/);
    assert.ok(!refused.message.includes(TOKEN));
  });
});

describe('data of a bucket', { skip: missing('versitygw') }, () => {
  let server: S3Server;
  let bucket: S3mini;
  before(async () => {
    server = await startS3Server();
    bucket = new S3mini({ ...server, endpoint: `${server.url}/data` });
    assert.equal(await bucket.createBucket(), true);
    await bucket.putObject('set/a b.bin', LARGE);
    await bucket.putObject('set/deep/c.json', SMALL);
    await bucket.putObject('other.bin', SMALL);
  });
  after(() => server.close());

  const resolved = (prefix: string, over: Record<string, string> = {}) =>
    resolveData(
      [
        {
          from: `s3://data/${prefix}`,
          to: 'set',
          source: {
            kind: 's3',
            bucket: 'data',
            prefix,
            endpoint: server.url,
            region: server.region,
            accessKey: 'AWS_ACCESS_KEY_ID',
            secretKey: 'AWS_SECRET_ACCESS_KEY',
          },
        },
      ],
      worldOf({
        secrets: {
          AWS_ACCESS_KEY_ID: server.accessKeyId,
          AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
          ...over,
        },
      }),
      { boxHub: '', pins: new Map() },
    );

  it('are every object below a folder, with addresses that open without a key', async () => {
    const [source] = await resolved('set');
    assert.deepEqual(
      source?.files.map(({ path, bytes, isSecretUrl }) => [path, bytes, isSecretUrl]),
      [
        ['a b.bin', 5000, true],
        ['deep/c.json', 3, true],
      ],
    );
    assert.notEqual(source?.files[0]?.proof.by, 'nothing');
    const answer = await fetch(source?.files[0]?.url ?? '', { headers: { range: 'bytes=4000-' } });
    assert.equal(answer.status, 206);
    assert.equal((await answer.arrayBuffer()).byteLength, 1000);
  });

  it('may be one object, or all of them', async () => {
    assert.deepEqual(
      (await resolved('other.bin'))[0]?.files.map(({ path }) => path),
      ['other.bin'],
    );
    assert.equal((await resolved(''))[0]?.files.length, 3);
  });

  it('change their digest with any object, and with none they keep it', async () => {
    const [before] = await resolved('set');
    assert.equal((await resolved('set'))[0]?.digest, before?.digest);
    await bucket.putObject('set/deep/c.json', Buffer.from('[]\n'));
    assert.notEqual((await resolved('set'))[0]?.digest, before?.digest);
  });

  it('are refused with the bucket named, not the key', async () => {
    const refused = await failure(resolved('set', { AWS_SECRET_ACCESS_KEY: 'another-secret' }));
    assert.match(refused.message, /s3:\/\/data/);
    assert.ok(!refused.message.includes('another-secret'));
  });
});

describe('what an object proves of itself', () => {
  const etag = 'a'.repeat(32);
  const whole = Buffer.alloc(32, 7);
  for (const [seen, by] of [
    [{ etag, sha256: whole.toString('base64') }, 'sha256'],
    [{ etag: `${etag}-3`, sha256: `${whole.toString('base64')}-3` }, 'nothing'],
    [{ etag }, 'md5'],
    [{ etag, encryption: 'AES256' }, 'md5'],
    [{ etag, encryption: 'aws:kms' }, 'nothing'],
    [{ etag: `${etag}-12` }, 'nothing'],
  ] as const)
    it(`is ${by} for ${JSON.stringify(seen)}`, () => assert.equal(proofOf({ bytes: 1, ...seen }).by, by));
});

describe('data behind an address', () => {
  let twin: FileTwin;
  before(async () => {
    twin = await startFileTwin();
    twin.files.set('/a.bin', LARGE);
  });
  after(() => twin.close());
  const rule = (path: string): DataRule => {
    const url = `${twin.url}${path}`;
    return { from: url, to: 'a', source: { kind: 'web', url } };
  };
  const options = { boxHub: '', pins: new Map<string, string>() };

  it('have the size that their server says, and no proof but the one of the job', async () => {
    const [loose, pinned] = await resolveData(
      [rule('/a.bin'), { ...rule('/a.bin'), sha256: sha256(LARGE) }],
      worldOf({}),
      options,
    );
    assert.deepEqual([loose?.files[0]?.bytes, loose?.files[0]?.proof.by], [5000, 'nothing']);
    assert.equal(pinned?.files[0]?.proof.by, 'sha256');
  });

  it('are all asked for before the first that is missing is told', async () => {
    const error = await resolveData(
      [rule('/no.bin'), rule('/a.bin'), rule('/neither.bin')],
      worldOf({}),
      options,
    ).then(
      () => assert.fail('it went well'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof Problems);
    assert.deepEqual(
      error.all.map(({ code }) => code),
      ['data-refused', 'data-refused'],
    );
  });
});
