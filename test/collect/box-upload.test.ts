import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { connectSsh } from '../../src/box/ssh-connect.ts';
import { systemClock } from '../../src/clock.ts';
import { type Uploader, uploaderOf, uploadFromBox } from '../../src/collect/box-upload.ts';
import type { StoreRung } from '../../src/job/job.ts';
import { type BoxFolder, s3BoxStore } from '../../src/stores/box-store.ts';
import { partsOf } from '../../src/stores/parted-upload.ts';
import { missing } from '../requirement.ts';
import { sshdTestbed } from '../testbed.ts';
import { type S3Server, startS3Server } from '../workflows/s3-server.ts';
import { fill, folders, MIB } from './box-folder.ts';
import { LocalChannel } from './local-channel.ts';

const BUCKET = 'results';
const UPLOADERS: Uploader[] = ['curl', 'wget', 'python3'];
const ODD = 'a b/-ü+(1)&{x,y}[1-3].txt';
const signal = new AbortController().signal;
const rungOf = (endpoint: string): Extract<StoreRung, { kind: 's3' }> => ({
  kind: 's3',
  endpoint,
  bucket: BUCKET,
  region: 'eu-central-1',
  accessKey: 'AWS_ACCESS_KEY_ID',
  secretKey: 'AWS_SECRET_ACCESS_KEY',
});

for (const uploader of UPLOADERS) {
  describe(`a box that sends with ${uploader}`, { skip: missing('versitygw', uploader) }, () => {
    let server: S3Server;
    let bucket: S3mini;
    let folder: BoxFolder;
    before(async () => {
      server = await startS3Server();
      bucket = new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` });
      assert.equal(await bucket.createBucket(), true);
      const keys: Record<string, string> = {
        AWS_ACCESS_KEY_ID: server.accessKeyId,
        AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
      };
      folder = s3BoxStore(rungOf(server.url), {
        secret: (name) => keys[name],
        signal,
        clock: systemClock,
      }).folder('run-1', 'f'.repeat(64));
    });
    after(() => server.close());

    async function sending(content: string | number, path: string, name = path) {
      const { remoteDir } = folders();
      const [entry] = fill(remoteDir, { [path]: content });
      assert.ok(entry);
      return async (over: { sha256?: string } = {}) => {
        const link = await folder.link(
          { path: name, sha256: over.sha256 ?? entry.sha256 },
          'once-and-this-content',
        );
        const upload = { dir: remoteDir, path, bytes: entry.bytes, link, signal };
        return { entry, ...(await uploadFromBox(new LocalChannel(), uploader, upload)) };
      };
    }

    it('puts a file there whole, under whatever name', async () => {
      const { status, entry } = await (await sending(5 * MIB + 3, ODD))();
      assert.equal(status, 200);
      assert.deepEqual(
        (await folder.list()).map(({ name, bytes }) => [name, bytes]),
        [[ODD, entry.bytes]],
      );
      const source = await folder.open(ODD);
      assert.equal((await source.read(5 * MIB, 3)).length, 3);
    });

    it('sends an empty file, too', async () => {
      assert.equal((await (await sending('', 'empty.txt'))()).status, 200);
    });

    it('never puts another over it', async () => {
      assert.equal((await (await sending('first', 'one.txt'))()).status, 200);
      assert.equal((await (await sending('other', 'one.txt'))()).status, 412);
      assert.equal(await bucket.getObject('run-1/ffffffffffffffff-box/one.txt'), 'first');
    });

    it('puts nothing there but what the manifest lists', async () => {
      const { status } = await (await sending('changed since', 'two.txt'))({ sha256: 'a'.repeat(64) });
      assert.equal(status, 400);
      assert.ok(!(await folder.list()).some(({ name }) => name === 'two.txt'));
    });

    it('says why when nobody answers, without the signature', async () => {
      const { remoteDir } = folders();
      fill(remoteDir, { 'x.txt': 'x' });
      const link = { url: 'http://127.0.0.1:1/x?X-Amz-Signature=secret', headers: {} };
      const upload = { dir: remoteDir, path: 'x.txt', bytes: 1, link, signal };
      const { status, why } = await uploadFromBox(new LocalChannel(), uploader, upload);
      assert.equal(status, undefined);
      assert.match(why, new RegExp(`^${uploader} ended with [1-9]`));
      assert.ok(!why.includes('secret'), why);
    });

    it('shows the address to no other process while it sends', async () => {
      const { remoteDir } = folders();
      fill(remoteDir, { 'x.txt': 'x' });
      const seen: string[] = [];
      // Answers only after every process of the machine was looked at, so that the sender is among them.
      const slow = createServer(async (request, response) => {
        request.resume();
        seen.push(...(await commandLines()));
        response.end();
      });
      await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
      try {
        const { port } = slow.address() as { port: number };
        const link = { url: `http://127.0.0.1:${port}/x?X-Amz-Signature=unseen`, headers: {} };
        const upload = { dir: remoteDir, path: 'x.txt', bytes: 1, link, signal };
        assert.equal((await uploadFromBox(new LocalChannel(), uploader, upload)).status, 200);
        const name = new RegExp(`(^|/)${uploader}`);
        assert.ok(
          seen.some((line) => name.test(line)),
          'the sender was looked at',
        );
        assert.ok(!seen.some((line) => line.includes('X-Amz-Signature=unseen')));
      } finally {
        slow.close();
        slow.closeAllConnections();
      }
    });
  });
}

async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')));
}

describe('a box behind a real sshd', { skip: missing('sshd', 'testbed', 'curl') }, () => {
  it('sends to an address that only its stdin carries', async () => {
    const bed = await sshdTestbed();
    const got: { method: string | undefined; body: string }[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      got.push({ method: request.method, body });
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const [box] = bed.boxes;
      assert.ok(box);
      const { channel } = await connectSsh({
        endpoint: async () => ({ host: box.host, port: box.port, user: bed.user }),
        login: { keys: [{ text: bed.clientKey, label: 'test bed' }] },
        pin: { sha256: box.hostKeySha256, by: 'user' },
        attempts: 1,
      });
      const dir = join(box.home, 'out put');
      fill(dir, { [ODD]: 'from afar' });
      const { port } = server.address() as { port: number };
      const link = { url: `http://127.0.0.1:${port}/x?X-Amz-Signature=unseen`, headers: {} };
      const upload = { dir, path: ODD, bytes: 9, link, signal };
      assert.equal((await uploadFromBox(channel, 'curl', upload)).status, 200);
      assert.deepEqual(got, [{ method: 'PUT', body: 'from afar' }]);
      await channel.close();
    } finally {
      server.close();
      server.closeAllConnections();
      await bed.down();
    }
  });
});

describe('what a box sends with', { skip: missing('dash', 'curl') }, () => {
  it('is the first program that it has, or none', async () => {
    const bin = await mkdtemp(join(tmpdir(), 'gpu-lease-bin-'));
    try {
      await symlink('/usr/bin/dash', join(bin, 'sh'));
      const channel = new LocalChannel({}, { path: bin });
      assert.equal(await uploaderOf(channel), undefined);
      await symlink('/bin/true', join(bin, 'python3'));
      assert.equal(await uploaderOf(channel), 'python3');
      await symlink('/bin/true', join(bin, 'curl'));
      assert.equal(await uploaderOf(channel), 'curl');
    } finally {
      await rm(bin, { recursive: true });
    }
  });
});

describe('a bucket that a box writes into', () => {
  const world = (over: Record<string, string> = {}) => {
    const values: Record<string, string> = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key', ...over };
    return { secret: (name: string) => values[name], signal, clock: systemClock };
  };

  it('takes what one request takes in one, what an object may have in parts, and says before anything is sent what is larger', () => {
    const store = s3BoxStore(rungOf('https://s3.example.org'), world());
    const folder = store.folder('r', 'e'.repeat(64));
    assert.equal(folder.inParts({ path: 'one.pt', bytes: 5 * 1024 ** 3 }), undefined);
    assert.ok(folder.inParts({ path: 'parts.pt', bytes: 5 * 1024 ** 3 + 1 }));
    assert.equal(store.refusal([{ path: 'fits.pt', bytes: 5 * 1024 ** 4 }]), undefined);
    assert.match(
      store.refusal([{ path: 'large.pt', bytes: 5 * 1024 ** 4 + 1 }]) ?? '',
      /large\.pt has 5497558138881 bytes, an object may have/,
    );
    const parts = partsOf(5 * 1024 ** 4, 64 * MIB);
    assert.ok(parts.length <= 10_000 && parts.every(({ at }) => at % MIB === 0));
    assert.equal(
      parts.reduce((sum, { bytes }) => sum + bytes, 0),
      5 * 1024 ** 4,
    );
  });

  it('signs for one object, one content and a short time, with the token of lent keys', async () => {
    const store = s3BoxStore(rungOf('https://s3.example.org'), world({ AWS_SESSION_TOKEN: 'lent' }));
    const file = { path: 'main/x', sha256: '0'.repeat(64) };
    const { url, headers } = await store.folder('r', 'e'.repeat(64)).link(file, 'once-and-this-content');
    const { pathname, searchParams } = new URL(url);
    assert.equal(pathname, `/${BUCKET}/r/${'e'.repeat(16)}-box/main/x`);
    assert.equal(searchParams.get('X-Amz-Security-Token'), 'lent');
    assert.ok(Number(searchParams.get('X-Amz-Expires')) <= 900);
    assert.equal(searchParams.get('X-Amz-SignedHeaders'), 'host;if-none-match;x-amz-checksum-sha256');
    assert.deepEqual(Object.keys(headers), ['if-none-match', 'x-amz-checksum-sha256']);
  });
});
