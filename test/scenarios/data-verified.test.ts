// Over ten seconds: a whole run on a real box follows what was proven before it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { missing } from '../requirement.ts';
import { startS3Server } from '../workflows/s3-server.ts';
import { corpusAt, hubFor, training } from './data-job.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

/** Imports os.system and calls it. */
const MALICIOUS = Buffer.from('\x80\x02cposix\nsystem\nX\x02\x00\x00\x00id\x85R.', 'latin1');

/** One tensor of eight bytes, for which `header` may say otherwise. */
function safetensors(shape = [2]): Buffer {
  const header = Buffer.from(JSON.stringify({ w: { dtype: 'F32', shape, data_offsets: [0, 8] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.from(new Float32Array([0.5, -1.5]).buffer)]);
}

describe('data that are proven before anything is rented', {
  skip: missing('curl'),
  timeout: 200_000,
}, () => {
  it('are proven to L2 at their source before anything is rented, and that is in the record and the seal', async (t) => {
    const place = placeFor(t);
    const { pushed } = await hubFor(t, place);
    pushed({ 'train/model.safetensors': safetensors() });
    placeTinyJob(place, training([{ ...corpusAt('main'), verify: 'L2' }]));
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 0, run.output);
    assert.match(run.output, /verifying hf:\/\/datasets\/ada\/corpus\/train@main to L2 where it lies/);
    const { run: told } = onlyStory(place);
    assert.equal(ofType(onlyStory(place), 'data-resolved')[0]?.sources[0]?.verified, 'L2');
    const { document } = JSON.parse(
      readFileSync(join(told.seal?.place ?? '', '+evidence', 'seal.json'), 'utf8'),
    );
    assert.equal(document.data[0].verified, 'L2');
  });

  it('rent nothing where a pickle among them wants something run, or a header lies', async (t) => {
    const place = placeFor(t);
    const { pushed } = await hubFor(t, place);
    pushed({ 'train/model.safetensors': safetensors([3]), 'train/weights.bin': MALICIOUS });
    placeTinyJob(place, training([{ ...corpusAt('main'), verify: 'L2' }]));
    const run = await place.run(['run']);
    assert.notEqual(run.exitCode, 0);
    assert.match(
      run.output,
      /"weights\.bin" is not whole to L2: its pickle asks for what no checkpoint needs.*posix\.system/,
    );
    assert.match(run.output, /"model\.safetensors" is not whole to L2/);
    assert.match(run.output, /Nothing was rented/);
    assert.deepEqual(place.boxes(), []);
  });

  it('rent nothing where a pickle in a bucket wants something run', {
    skip: missing('versitygw'),
  }, async (t) => {
    const place = placeFor(t);
    const server = await startS3Server();
    t.after(() => server.close());
    const bucket = new S3mini({ ...server, endpoint: `${server.url}/data` });
    assert.equal(await bucket.createBucket(), true);
    await bucket.putObject('evil/weights.bin', MALICIOUS);
    Object.assign(place.env, {
      AWS_ACCESS_KEY_ID: server.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
    });
    const { url: endpoint, region } = server;
    placeTinyJob(place, training([{ from: 's3://data/evil', to: 'corpus', endpoint, region, verify: 'L2' }]));
    const run = await place.run(['run']);
    assert.notEqual(run.exitCode, 0);
    assert.match(
      run.output,
      /"weights\.bin" is not whole to L2: its pickle asks for what no checkpoint needs/,
    );
    assert.deepEqual(place.boxes(), []);
  });
});
