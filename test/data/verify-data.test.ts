import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';
import { S3mini } from 's3mini';
import { systemClock } from '../../src/clock.ts';
import type { DataWorld } from '../../src/data/answers.ts';
import { resolveData } from '../../src/data/resolve.ts';
import { verifyData } from '../../src/data/verify-data.ts';
import type { DataRule } from '../../src/job/job.ts';
import { Problem } from '../../src/problem.ts';
import { missing } from '../requirement.ts';
import { type FileTwin, startFileTwin } from '../twins/file-twin.ts';
import { startHubTwin } from '../twins/hub-twin.ts';
import { global, PROTO2, pickle, REDUCE, STOP, text, tuple } from '../verify/pickle-writer.ts';
import { safetensorsFile, weights } from '../verify/safetensors-writer.ts';
import { startS3Server } from '../workflows/s3-server.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const SOUND = Buffer.from(safetensorsFile({ w: { shape: [1000], data: weights(1000) } }));
const CUT = SOUND.subarray(0, 3000);
/** What loading it would run is never run here. */
const HOSTILE = Buffer.from(pickle(PROTO2, global('posix', 'system'), tuple(text('true')), REDUCE, STOP));

const worldOf = (secrets: Record<string, string>, hubUrl = 'http://127.0.0.1:1'): DataWorld => ({
  clock: systemClock,
  signal: new AbortController().signal,
  fetch: globalThis.fetch,
  hubUrl,
  secret: (name) => secrets[name],
});

async function verified(rule: DataRule, world: DataWorld): Promise<Problem | undefined> {
  const sources = await resolveData([rule], world, { boxHub: world.hubUrl, pins: new Map() });
  return verifyData([rule], sources, world).then(
    () => undefined,
    (error: unknown) => {
      assert.ok(error instanceof Problem, String(error));
      return error;
    },
  );
}

describe('a repository of the Hub that is verified where it lies', () => {
  async function onHub(t: TestContext, files: Record<string, Buffer>, verify: 'L1' | 'L2' = 'L2') {
    const hub = await startHubTwin('ada/model', undefined, 'models');
    t.after(() => hub.close());
    hub.commits.push({ oid: 'b'.repeat(40), files: new Map(Object.entries(files)) });
    const rule: DataRule = {
      from: 'hf://ada/model@main',
      to: 'base',
      verify,
      token: 'HF_TOKEN',
      source: { kind: 'hub', type: 'model', repo: 'ada/model', revision: 'main' },
    };
    return { hub, problem: await verified(rule, worldOf({ HF_TOKEN: hub.token }, hub.url)) };
  }
  const around = {
    'config.json': Buffer.from('{"model_type": "none"}\n'),
    'README.md': Buffer.from('# A\n'),
  };

  it('is read by ranges alone, and is fit', async (t) => {
    const { hub, problem } = await onHub(t, {
      ...around,
      'model.safetensors': SOUND,
      empty: Buffer.alloc(0),
    });
    assert.equal(problem, undefined, problem?.message);
    const asked = hub.server.exchanges.filter(({ request }) => request.path.includes('/resolve/'));
    assert.ok(asked.length > 0);
    assert.deepEqual([...new Set(asked.map(({ reply }) => reply.status))], [206]);
  });

  it('that holds a pickle which runs a program is refused before anything is rented, by its name', async (t) => {
    const { problem } = await onHub(t, { ...around, 'pytorch_model.bin': HOSTILE });
    assert.equal(problem?.code, 'data-unfit');
    assert.match(problem?.what ?? '', /"pytorch_model\.bin" is not whole to L2: .*posix/);
  });

  it('that is beyond our bounds was not judged, unless a file beside it is broken', async (t) => {
    const deep = Buffer.from(`${'['.repeat(200_000)}${']'.repeat(200_000)}\n`);
    const { problem } = await onHub(t, { 'model.safetensors': SOUND, 'rows.jsonl': deep });
    assert.equal(problem?.code, 'data-not-verifiable');
    assert.match(problem?.what ?? '', /cannot be verified before anything is rented: "rows\.jsonl" /);
    const beside = await onHub(t, { 'model.safetensors': CUT, 'rows.jsonl': deep });
    assert.equal(beside.problem?.code, 'data-unfit');
  });

  it('is refused for weights without a byte, and not for an empty file that nobody loads', async (t) => {
    const { problem } = await onHub(t, { 'model.safetensors': Buffer.alloc(0), '.gitkeep': Buffer.alloc(0) });
    assert.equal(problem?.code, 'data-unfit');
    assert.match(problem?.what ?? '', /"model\.safetensors" is not/);
    assert.doesNotMatch(problem?.what ?? '', /gitkeep/);
  });

  it('whose weights were cut is refused at L2, and at L1, which takes every byte for what it is, likewise', async (t) => {
    for (const verify of ['L2', 'L1'] as const) {
      const { problem } = await onHub(t, { 'model.safetensors': CUT }, verify);
      assert.equal(problem?.code, 'data-unfit', verify);
      assert.match(problem?.what ?? '', /"model\.safetensors" is not whole/);
    }
  });

  for (const [name, content] of [
    ['large', SOUND],
    ['small', around['config.json']],
  ] as const)
    it(`is held against the digest of a ${name} file that the box will prove`, async (t) => {
      const hub = await startHubTwin('ada/model', undefined, 'models');
      t.after(() => hub.close());
      const files = new Map([['a.json', content]]);
      hub.commits.push({ oid: 'b'.repeat(40), files });
      const rule: DataRule = {
        from: 'hf://ada/model@main',
        to: 'base',
        verify: 'L1',
        token: 'HF_TOKEN',
        source: { kind: 'hub', type: 'model', repo: 'ada/model', revision: 'main' },
      };
      const world = worldOf({ HF_TOKEN: hub.token }, hub.url);
      const sources = await resolveData([rule], world, { boxHub: hub.url, pins: new Map() });
      const other = Buffer.from(content);
      other[10] = 0x7a;
      files.set('a.json', other);
      await assert.rejects(verifyData([rule], sources, world), { code: 'data-unfit' });
      // Its first bytes are those that are listed, and more come behind them.
      files.set('a.json', Buffer.concat([content, Buffer.from(' ')]));
      await assert.rejects(verifyData([rule], sources, world), (error) => {
        assert.ok(error instanceof Problem && error.code === 'data-unfit');
        assert.ok(error.what.includes(`has ${content.length + 1} bytes, and ${content.length} are listed`));
        return true;
      });
    });
});

describe('a file behind an address that is verified where it lies', () => {
  let web: FileTwin;
  before(async () => {
    web = await startFileTwin();
    web.files.set('/model.safetensors', SOUND);
  });
  after(() => web.close());
  const rule = (over: Partial<DataRule> = {}): DataRule => {
    const url = `${web.url}/model.safetensors`;
    return { from: url, to: 'base', verify: 'L2', source: { kind: 'web', url }, ...over };
  };

  it('is fit by the digest of the job', async () => {
    assert.equal(await verified(rule({ sha256: sha256(SOUND) }), worldOf({})), undefined);
  });

  it('is refused with words where it is other bytes, has no digest, or its server gives no ranges', async () => {
    const wrong = await verified(rule({ sha256: 'a'.repeat(64) }), worldOf({}));
    assert.equal(wrong?.code, 'data-unfit');
    const loose = await verified(rule(), worldOf({}));
    assert.equal(loose?.code, 'data-not-verifiable');
    assert.match(loose?.what ?? '', /nothing says digest and size/);
    web.withoutRanges = true;
    const whole = await verified(rule({ sha256: sha256(SOUND) }), worldOf({}));
    web.withoutRanges = false;
    assert.equal(whole?.code, 'data-not-verifiable', whole?.message);
    assert.match(whole?.what ?? '', /cannot be verified before anything is rented: .*range/);
  });
});

describe('a bucket that is verified where it lies', { skip: missing('versitygw') }, () => {
  it('is read by the signed addresses, and no message shows their signature', async (t) => {
    const server = await startS3Server();
    t.after(() => server.close());
    const bucket = new S3mini({ ...server, endpoint: `${server.url}/data` });
    assert.equal(await bucket.createBucket(), true);
    await bucket.putObject('set/model.safetensors', SOUND);
    const { url: endpoint, region } = server;
    const keys = { accessKey: 'ID', secretKey: 'KEY' };
    const rule: DataRule = {
      from: 's3://data/set',
      to: 'base',
      verify: 'L2',
      source: { kind: 's3', bucket: 'data', prefix: 'set', endpoint, region, ...keys },
    };
    const world = worldOf({ ID: server.accessKeyId, KEY: server.secretAccessKey });
    assert.equal(await verified(rule, world), undefined);
    await bucket.putObject('set/pytorch_model.bin', HOSTILE);
    const problem = await verified(rule, world);
    assert.equal(problem?.code, 'data-unfit');
    assert.doesNotMatch(problem?.message ?? '', /X-Amz/);
  });
});
