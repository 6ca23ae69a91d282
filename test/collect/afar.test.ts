import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { type Channel, TransportFailed } from '../../src/box/channel.ts';
import type { Afar } from '../../src/collect/afar.ts';
import { collect } from '../../src/collect/collect.ts';
import { breakIfChanged } from '../../src/collect/evidence.ts';
import { manifestSha256 } from '../../src/collect/manifest.ts';
import { evidenceOf } from '../../src/collect/stored-evidence.ts';
import { afarOf, storeSealed, storesOf } from '../../src/course/store.ts';
import type { Job, StoreRung } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Run } from '../../src/lease/run.ts';
import { Problem } from '../../src/problem.ts';
import { RUN } from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { safetensorsFile, weights } from '../verify/safetensors-writer.ts';
import { type S3Server, startS3Server } from '../workflows/s3-server.ts';
import { sha256 } from './box-folder.ts';
import {
  checkpoint,
  finished,
  type KeptBox,
  keptBox,
  LAST,
  METRICS,
  metricsUntil,
  rule,
} from './kept-box.ts';

const BUCKET = 'results';
const NOTES = `notes/épreuve "1" it's +(2)&.txt`;
/** As the test's own client lists it. */
const plain = (key: string): string => key.replaceAll('&#34;', '"').replaceAll('&#39;', "'");
const GiB = 1024 ** 3;
const artifacts = [
  rule({}),
  rule({ path: METRICS, role: 'metrics', keep: 'evidence' }),
  rule({ path: 'notes/**', role: 'opaque', keep: 'evidence' }),
];

describe('what does not fit on the disk here', { skip: missing('dash', 'versitygw') }, () => {
  let server: S3Server;
  let bucket: S3mini;
  let tests = 0;
  before(async () => {
    server = await startS3Server();
    bucket = new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` });
    assert.equal(await bucket.createBucket(), true);
  });
  after(() => server.close());

  /** A run that ended well, and a disk with so much room. */
  async function trial({
    freeBytes = 100,
    rung = {},
    keys = true,
    job = {},
  }: {
    freeBytes?: number;
    rung?: Partial<Extract<StoreRung, { kind: 's3' }>>;
    keys?: boolean;
    job?: Partial<Job>;
  } = {}) {
    tests += 1;
    const prefix = `test-${tests}`;
    const s3: StoreRung = {
      kind: 's3',
      endpoint: server.url,
      bucket: BUCKET,
      prefix,
      region: server.region,
      accessKey: 'AWS_ACCESS_KEY_ID',
      secretKey: 'AWS_SECRET_ACCESS_KEY',
      ...rung,
    };
    const box = await keptBox({ artifacts, store: [{ kind: 'workflow-artifact' }, s3], ...job });
    await box.write(LAST, checkpoint(40));
    await box.write(METRICS, metricsUntil(40));
    await box.write(NOTES, 'small');
    const values: Record<string, string> = {
      AWS_ACCESS_KEY_ID: server.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
    };
    const world = { ...box.world, secret: (name: string) => (keys ? values[name] : undefined) };
    const needy = (run: Run): Run => ({
      ...run,
      opened: run.opened && { ...run.opened, needsStore: true as const },
    });
    const run = (...more: EventBody[]) => needy(box.run(finished, ...more));
    const afar = await afarOf(world, run(), box.job);
    assert.ok(afar);
    const full: Afar = { ...afar, freeBytes: async () => freeBytes };
    const gather = () => collect({ world, run: run(), lease: box.lease(finished), job: box.job }, full);
    const store = (events: EventBody[]) =>
      storeSealed(world, run(...events), box.job, { step: undefined, wish: undefined });
    const folder = `${prefix}/${RUN}/${manifestOf().slice(0, 16)}-box`;
    const names = async () =>
      ((await bucket.listObjects('/', prefix)) ?? [])
        .map(({ Key }) => plain(Key).slice(folder.length + 1))
        .sort();
    return { box, world, run, gather, store, folder, names };
  }

  const held: Record<string, Uint8Array | string> = {
    [LAST]: checkpoint(40),
    [METRICS]: metricsUntil(40),
    [NOTES]: 'small',
  };
  const manifestOf = (): string =>
    manifestSha256(
      RUN,
      Object.entries(held).map(([path, content]) => ({
        cell: 'main',
        path,
        bytes: Buffer.byteLength(content),
        sha256: sha256(content),
      })),
    );

  const problemOf = async (promise: Promise<unknown>): Promise<Problem> => {
    const error = await promise.then(
      () => assert.fail('it went well'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof Problem, String(error));
    return error;
  };
  const here = (box: KeptBox): string[] =>
    existsSync(join(box.storeDir, RUN)) ? readdirSync(join(box.storeDir, RUN)) : [];

  it('goes from the box straight to the store, is verified and sealed there, and can be released elsewhere', async () => {
    const { box, world, run, gather, store, folder, names } = await trial();
    const events = await gather();
    const [collected, sealed] = events;
    assert.ok(collected?.type === 'collected' && sealed?.type === 'sealed');
    assert.equal(sealed.place, `s3://${BUCKET}/${folder} at ${server.url}`);
    assert.equal(sealed.verified, 3);
    assert.equal(collected.manifestSha256, manifestOf());
    assert.deepEqual(here(box), ['+evidence'], 'nothing but the evidence is here');
    assert.equal(await breakIfChanged(box.storeDir, run(...events)), undefined, 'and the seal holds');

    const [stored] = await store(events);
    assert.ok(stored?.type === 'stored');
    assert.equal(stored.id, `s3://${BUCKET}/${folder}`);
    assert.equal(stored.files, 6);
    assert.equal(stored.seal, sealed.seal);
    const evidence = ['+evidence/manifest.json', '+evidence/seal.json', '+evidence/verdicts.json'];
    assert.deepEqual(await names(), [...evidence, ...Object.keys(held).map((path) => `main/${path}`)].sort());
    const released = run(...events, stored);
    const elsewhere = await mkdtemp(join(tmpdir(), 'gpu-lease-elsewhere-'));
    try {
      const other = { ...world, storeDir: elsewhere };
      assert.deepEqual(await evidenceOf(other, released, storesOf(other, released)), {
        seal: sealed.seal,
        problems: [],
      });
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  it('is pulled as ever where it fits, and goes there all the same when the job says so', async () => {
    const roomy = await trial({ freeBytes: 2 * GiB });
    await roomy.gather();
    assert.deepEqual(await roomy.names(), []);
    assert.ok(here(roomy.box).includes('main'));
    const wished = await trial({ freeBytes: 2 * GiB, rung: { fromBox: true } });
    await wished.gather();
    assert.deepEqual(here(wished.box), ['+evidence']);
    assert.equal((await wished.names()).length, 3);
  });

  it('is sent by addresses that no argument, line, event or evidence shows', async () => {
    const { box, gather, store } = await trial();
    const sent: string[] = [];
    box.meddle((channel: Channel) => ({
      ...channel,
      exec: (argv, options) => {
        sent.push(Buffer.from((options?.stdin as Uint8Array | undefined) ?? []).toString());
        return channel.exec(argv, options);
      },
    }));
    const events = await gather();
    events.push(...(await store(events)));
    assert.equal(sent.filter((text) => text.includes('X-Amz-Signature')).length, 3);
    const evidence = await Promise.all(
      (
        (await bucket.listObjects('/', '')) as {
          Key: string;
        }[]
      )
        .filter(({ Key }) => Key.includes('+evidence'))
        .map(({ Key }) => bucket.getObject(Key)),
    );
    assert.ok(evidence.length >= 3);
    const { lines, warnings, updates } = box.face;
    const shown = JSON.stringify([box.box.execs, lines, warnings, updates, events, evidence]);
    assert.ok(!shown.includes('X-Amz'), 'no address with a signature');
    assert.ok(!shown.includes(server.secretAccessKey));
  });

  it('goes on after an upload that was cut half-way, and sends nothing twice', async () => {
    const { box, gather, names } = await trial();
    let puts = 0;
    const counting = (most: number) => (channel: Channel) => ({
      ...channel,
      exec: async (...[argv, options]: Parameters<Channel['exec']>) => {
        const isPut = String(options?.stdin).includes('X-Amz-Signature');
        if (isPut && ++puts > most) throw new TransportFailed('the line was cut', 'reset');
        return channel.exec(argv, options);
      },
    });
    box.meddle(counting(1));
    await assert.rejects(gather(), { name: 'TransportFailed' });
    assert.equal((await names()).length, 1);
    puts = 0;
    box.meddle(counting(Infinity));
    const events = await gather();
    assert.equal(puts, 2);
    assert.equal(events.length, 2);
  });

  it('is verified as the set that it makes, and is nothing without its last shard', async () => {
    const shards = [
      rule({ path: 'model-*.safetensors', role: 'model' }),
      rule({ path: '*.index.json', role: 'config', min: 0 }),
    ];
    const { box, gather } = await trial({ job: { artifacts: shards } });
    await box.write('model-00001-of-00002.safetensors', checkpoint(1));
    assert.match((await problemOf(gather())).what, /1 of 2 shards are not there/);
    const second = safetensorsFile({ 'model.1.weight': { data: weights(64, 9) } });
    await box.write('model-00002-of-00002.safetensors', second);
    const names = ['model.0.weight', 'model.0.bias', 'optimizer.0.exp_avg_sq'];
    const places = [...names.map((name) => [name, 1]), ['model.1.weight', 2]];
    const map = places.map(([name, no]) => [name, `model-0000${no}-of-00002.safetensors`]);
    await box.write(
      'model.safetensors.index.json',
      JSON.stringify({ metadata: {}, weight_map: Object.fromEntries(map) }),
    );
    const [, sealed] = await gather();
    assert.ok(sealed?.type === 'sealed');
    assert.equal(sealed.verified, 3);
  });

  it('lives through busy answers, and through a service that knows no condition', async () => {
    const { box, gather, names } = await trial({ job: { artifacts: [rule({})] } });
    const answers = [503, 429, 501];
    let puts = 0;
    box.meddle((channel: Channel) => ({
      ...channel,
      exec: async (argv, options) => {
        if (!String(options?.stdin).includes('X-Amz-Signature')) return channel.exec(argv, options);
        puts += 1;
        const status = answers.shift();
        if (status === undefined) return channel.exec(argv, options);
        return { exitCode: 0, stdout: String(status), stderr: '', truncated: false };
      },
    }));
    await gather();
    assert.equal(puts, 4);
    assert.deepEqual(await names(), [`main/${LAST}`]);
  });

  it('is named when the service will not have it, and the box is held', async () => {
    const { box, gather } = await trial();
    box.meddle((channel: Channel) => ({
      ...channel,
      exec: async (argv, options) =>
        String(options?.stdin).includes('X-Amz-Signature')
          ? { exitCode: 0, stdout: '403', stderr: '', truncated: false }
          : channel.exec(argv, options),
    }));
    const error = await problemOf(gather());
    assert.equal(error.code, 'not-sent');
    assert.match(error.what, /main\/last\.safetensors: HTTP 403/);
    assert.match(error.message, /Still costing money/);
  });

  it('is not sealed when something else lies there under its name, which is left as it is', async () => {
    const { box, gather, folder } = await trial();
    const other = Buffer.from(checkpoint(40));
    other[other.length - 1] = (other.at(-1) as number) ^ 1;
    await bucket.putObject(`${folder}/main/${LAST}`, other);
    const error = await problemOf(gather());
    assert.equal(error.code, 'not-sealable');
    assert.match(error.what, /last\.safetensors/);
    const now = await bucket.getObjectArrayBuffer(`${folder}/main/${LAST}`);
    assert.ok(now && other.equals(Buffer.from(now)));
    assert.ok(!existsSync(join(box.storeDir, RUN, '+evidence', 'seal.json')));
  });

  it('is not sealed when an object there has another size', async () => {
    const { gather, folder } = await trial();
    await bucket.putObject(`${folder}/main/${METRICS}`, 'short');
    const error = await problemOf(gather());
    assert.equal(error.code, 'store-differs');
    assert.match(error.what, /main\/metrics\.jsonl has 5 bytes/);
  });

  it('is not stored when something was replaced after it was sealed', async () => {
    const { gather, store, folder } = await trial();
    const events = await gather();
    await bucket.putObject(`${folder}/main/${NOTES}`, 'SMALL');
    const error = await problemOf(store(events));
    assert.equal(error.code, 'store-differs');
    assert.match(error.what, /is changed/);
  });

  it('is not released when something was replaced after it was stored', async () => {
    const { world, run, gather, store, folder } = await trial();
    const events = await gather();
    events.push(...(await store(events)));
    await bucket.putObject(`${folder}/main/${NOTES}`, 'SMALL');
    const { problems } = await evidenceOf(world, run(...events), storesOf(world, run(...events)));
    assert.deepEqual(
      problems.map(({ problem }) => problem),
      ['changed'],
    );
  });

  it('is refused with what is missing, before anything is moved, when no store can take it', async () => {
    const { box, gather, names } = await trial({ keys: false });
    const error = await problemOf(gather());
    assert.equal(error.code, 'fits-nowhere');
    assert.match(error.what, /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY not set/);
    assert.match(error.message, /Still costing money/);
    assert.deepEqual(await names(), []);
    assert.deepEqual(
      here(box).filter((name) => name !== '+evidence'),
      [],
    );
  });
});
