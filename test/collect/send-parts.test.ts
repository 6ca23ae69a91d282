import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { type Channel, TransportFailed } from '../../src/box/channel.ts';
import { systemClock } from '../../src/clock.ts';
import type { Uploader } from '../../src/collect/box-upload.ts';
import { sendFiles } from '../../src/collect/send-files.ts';
import { sha256OfSource } from '../../src/collect/whole-source.ts';
import { s3BoxStore } from '../../src/stores/box-store.ts';
import { missing } from '../requirement.ts';
import { scriptedWorld } from '../scripted-world.ts';
import { type S3Server, startS3Server } from '../workflows/s3-server.ts';
import { LocalChannel } from './local-channel.ts';

const BUCKET = 'results';
const MIB = 1024 ** 2;
/** The least that the interface takes as a part. */
const LIMITS = { request: MIB, object: 100 * MIB, part: 5 * MIB };
const { signal } = new AbortController();

for (const uploader of ['curl', 'wget', 'python3'] satisfies Uploader[])
  describe(`a file larger than one request, sent with ${uploader}`, {
    skip: missing('versitygw', uploader),
  }, () => {
    let server: S3Server;
    before(async () => {
      server = await startS3Server();
      assert.equal(await new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` }).createBucket(), true);
    });
    after(() => server.close());

    function trial(run: string, through = fetch) {
      const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-parts-'));
      after(() => rmSync(dir, { recursive: true, force: true }));
      const content = randomBytes(12 * MIB + 5);
      writeFileSync(join(dir, 'large $1.bin'), content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      const file = { cell: 'main', path: 'large $1.bin', bytes: content.length, sha256 };
      const values: Record<string, string> = {
        AWS_ACCESS_KEY_ID: server.accessKeyId,
        AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
      };
      const rung = {
        kind: 's3' as const,
        endpoint: server.url,
        bucket: BUCKET,
        region: server.region,
        accessKey: 'AWS_ACCESS_KEY_ID',
        secretKey: 'AWS_SECRET_ACCESS_KEY',
      };
      const world = { secret: (name: string) => values[name], signal, clock: systemClock, fetch: through };
      const folder = s3BoxStore(rung, world, LIMITS).folder(run, 'f'.repeat(64));
      const local = new LocalChannel();
      const count = { most: Number.POSITIVE_INFINITY, puts: 0 };
      const channel: Channel = Object.assign(Object.create(local), {
        exec: async (...[argv, options]: Parameters<Channel['exec']>) => {
          if (String(options?.stdin).includes('X-Amz-Signature') && ++count.puts > count.most)
            throw new TransportFailed('the line was cut', 'reset');
          return local.exec(argv, options);
        },
      });
      const { world: own } = scriptedWorld({ channel: async () => channel, storeDir: dir });
      const send = () =>
        sendFiles({ world: own, channel, lease: 'r-1', uploader, folder, dirOf: () => dir }, [file]);
      return { dir, file, folder, count, send };
    }

    it('arrives in parts, is put together by the service, and leaves nothing on the box', async () => {
      const { dir, file, folder, count, send } = trial('whole');
      assert.deepEqual(await send(), []);
      assert.equal(count.puts, 3);
      assert.deepEqual(
        (await folder.list()).map(({ name, bytes }) => [name, bytes]),
        [[`main/${file.path}`, file.bytes]],
      );
      assert.equal(await sha256OfSource(await folder.open(`main/${file.path}`), signal), file.sha256);
      assert.deepEqual(readdirSync(dir), [file.path]);
      assert.deepEqual(await send(), []);
      assert.equal(count.puts, 3, 'and is not sent twice');
    });

    it('is there when the service has put it together and its answer was lost', async () => {
      let isFirst = true;
      const { file, folder, send } = trial('lost', async (input, init) => {
        const answer = await fetch(input, init);
        if (!isFirst || init?.method !== 'POST' || !String(input).includes('uploadId=')) return answer;
        isFirst = false;
        await answer.text();
        throw new TypeError('fetch failed');
      });
      assert.deepEqual(await send(), []);
      assert.equal(await sha256OfSource(await folder.open(`main/${file.path}`), signal), file.sha256);
    });

    it('is said not to be sent when it is shorter than it was listed', async () => {
      const { dir, file, folder, send } = trial('short');
      truncateSync(join(dir, file.path), 11 * MIB);
      assert.match((await send()).join(), /part 3 of .* did not arrive whole/);
      assert.deepEqual(await folder.list(), []);
    });

    it('goes on with the parts that lack after the line was cut', async () => {
      const { file, folder, count, send } = trial('cut');
      count.most = 1;
      await assert.rejects(send(), TransportFailed);
      assert.deepEqual(await folder.list(), [], 'no object of a part of it');
      Object.assign(count, { most: Number.POSITIVE_INFINITY, puts: 0 });
      assert.deepEqual(await send(), []);
      assert.equal(count.puts, 2);
      assert.equal(await sha256OfSource(await folder.open(`main/${file.path}`), signal), file.sha256);
    });
  });
