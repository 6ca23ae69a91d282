// Minutes: a checkpoint of 3 GB is written, sent, read and fetched.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { S3mini } from 's3mini';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { SmallDisk } from '../drill/small-disk.ts';
import { missing } from '../requirement.ts';
import { placeHugeJob, SAVED_AT } from '../scenarios/huge-job.ts';
import { ofType, onlyStory } from '../scenarios/ledger-story.ts';
import { type Place, placeFor } from '../scenarios/run-bundle.ts';
import { awaitedPhrase } from '../scenarios/whole-life.ts';
import { startS3Server } from '../workflows/s3-server.ts';

const GB = 1e9;
const BUCKET = 'results';
const PATIENCE_SECONDS = 1500;
const mayMount = SmallDisk.isPossible();
if (!mayMount)
  console.log('not run: a checkpoint that is larger than this side; it needs the right to mount a tmpfs');

/** Our side: a disk of its own with 1 GB, so that nothing more can lie there even for a moment. */
function ourSide(place: Place): string {
  const dir = join(place.dir, 'ours');
  place.disks.push(new SmallDisk(dir, GB));
  return dir;
}

async function s3(t: TestContext) {
  const server = await startS3Server();
  t.after(() => server.close());
  assert.equal(await new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` }).createBucket(), true);
  return server;
}

if (mayMount)
  describe('a checkpoint of 3 GB with 1 GB free on our side', {
    timeout: 2 * PATIENCE_SECONDS * 1000,
  }, () => {
    it('survives the loss of its box in a store', { skip: missing('git', 'versitygw') }, async (t) => {
      const place = placeFor(t);
      const server = await s3(t);
      const keys = { AWS_ACCESS_KEY_ID: server.accessKeyId, AWS_SECRET_ACCESS_KEY: server.secretAccessKey };
      placeHugeJob(place, 3 * GB, (job) => {
        job['store'] = [{ s3: { endpoint: server.url, region: server.region, bucket: BUCKET } }];
      });
      const store = ourSide(place);
      const options = { env: keys, timeoutSeconds: PATIENCE_SECONDS };
      const running = place.start(['run', '--store', store], options);
      await running.says(
        new RegExp(`checkpoint of step ${SAVED_AT} .* is in s3:.*hash-equal and loaded there`),
      );
      await destroyLocalBox(place.boxesDir, place.boxes().at(-1) ?? '', systemClock);
      const run = await running.ended;
      assert.equal(run.exitCode, 0, run.output);
      const story = onlyStory(place);
      const [kept] = ofType(story, 'kept');
      const [stored] = ofType(story, 'kept-stored');
      assert.ok(kept && stored && stored.bytes > 3 * GB, run.output);
      assert.deepEqual(kept.in, { store: 's3', place: stored.place, mark: stored.mark });
      assert.deepEqual(
        ofType(story, 'started').map(({ from }) => from),
        [[], [{ cell: 'main', step: SAVED_AT, source: 'store' }]],
      );
      assert.equal(ofType(story, 'resumed')[0]?.firstStep, SAVED_AT + 1);
      const object = await new S3mini({ ...keysOf(server), endpoint: `${server.url}/${BUCKET}` }).getObject(
        `${placeIn(story.run.seal?.place)}/main/resumed.json`,
      );
      const weights = kept.files.find(({ path }) => path.endsWith('weights.safetensors'));
      assert.deepEqual(JSON.parse(object ?? ''), { step: SAVED_AT, sha256: weights?.sha256 });
      const released = await place.run(
        ['release', '--store', store, '--approve', awaitedPhrase(place) ?? ''],
        options,
      );
      assert.equal(released.exitCode, 0, released.output);
      console.log(run.output);
    });
  });

const keysOf = ({ region, accessKeyId, secretAccessKey }: Awaited<ReturnType<typeof startS3Server>>) => ({
  region,
  accessKeyId,
  secretAccessKey,
});

/** "s3://results/huge-.../...-box at http://..." */
const placeIn = (place = ''): string => place.slice(`s3://${BUCKET}/`.length).split(' at ')[0] ?? '';
