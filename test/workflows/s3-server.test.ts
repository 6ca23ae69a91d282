import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { missing } from '../requirement.ts';
import { type S3Server, startS3Server } from './s3-server.ts';

const MIB = 2 ** 20;

describe('the S3-compatible server, by our client', { skip: missing('versitygw') }, () => {
  let server: S3Server;
  let bucket: S3mini;
  before(async () => {
    server = await startS3Server();
    bucket = new S3mini({ ...server, endpoint: `${server.url}/results` });
    assert.equal(await bucket.createBucket(), true);
  });
  after(() => server.close());

  it('gives back a range of what was put', async () => {
    await bucket.putObject('a/log.txt', 'epoch 1\nepoch 2\n');
    const part = await bucket.getObjectRaw('a/log.txt', false, 8, 15);
    assert.equal(part.status, 206);
    assert.equal(await part.text(), 'epoch 2');
  });

  it('puts parts together in their order', async () => {
    const [first, second] = [randomBytes(5 * MIB), randomBytes(1000)];
    const upload = await bucket.getMultipartUploadId('model.bin');
    const parts = [
      await bucket.uploadPart('model.bin', upload, second, 2),
      await bucket.uploadPart('model.bin', upload, first, 1),
    ];
    await bucket.completeMultipartUpload('model.bin', upload, parts.reverse());
    const whole = await bucket.getObjectArrayBuffer('model.bin');
    assert.ok(whole && Buffer.concat([first, second]).equals(Buffer.from(whole)));
  });

  it('lets one of many create an object, with a link signed for that object and that condition', async () => {
    const condition = { 'if-none-match': '*' };
    const link = await bucket.getPresignedUrl('PUT', 'claim', 60, {}, condition);
    const put = (body: string, url = link) => fetch(url, { method: 'PUT', body, headers: condition });
    const all = await Promise.all([...'abcdefgh'].map((body) => put(body)));
    const statuses = all.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array(7).fill(412)]);

    const elsewhere = await put('x', link.replace('/claim', '/other'));
    assert.equal(elsewhere.status, 403);
    const unconditional = await fetch(link, { method: 'PUT', body: 'overwritten' });
    assert.equal(unconditional.status, 403);
  });

  it('refuses data that does not match the checksum it came with', async () => {
    const wrong = Buffer.alloc(32).toString('base64');
    const headers = { 'x-amz-checksum-sha256': wrong };
    const link = await bucket.getPresignedUrl('PUT', 'broken', 60, {}, headers);
    const response = await fetch(link, { method: 'PUT', body: 'weights', headers });
    assert.equal(response.status, 400);
    assert.equal(await bucket.objectExists('broken'), false);
  });

  it('knows a wrong key', async () => {
    const stranger = new S3mini({ ...server, endpoint: `${server.url}/results`, secretAccessKey: 'other' });
    await assert.rejects(stranger.putObject('x', 'y'));
  });
});
