// Over a minute: a checkpoint of 3 GB is written, sent, read and fetched.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { S3mini } from 's3mini';
import { systemClock } from '../../src/clock.ts';
import type { KeptIn } from '../../src/lease/events.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { SmallDisk } from '../drill/small-disk.ts';
import { missing } from '../requirement.ts';
import { placeHugeJob, SAVED_AT } from '../scenarios/huge-job.ts';
import { ofType, onlyStory, type Story } from '../scenarios/ledger-story.ts';
import { type Options, type Outcome, type Place, placeFor } from '../scenarios/run-bundle.ts';
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
      const options = { env: keys, timeoutSeconds: PATIENCE_SECONDS };
      const ours = ourSide(place);
      const run = await untilItsBoxIsLost(
        place,
        ['run', '--store', ours],
        options,
        /is in s3:.*loaded there/,
      );
      assert.equal(run.exitCode, 0, run.output);
      const story = onlyStory(place);
      const [stored] = ofType(story, 'kept-stored');
      assert.ok(stored && stored.bytes > 3 * GB, run.output);
      const where = { store: 's3', place: stored.place, mark: stored.mark };
      const { sha256 } = assertGoesOn(story, where, 'store');
      const bucket = new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` });
      const resumed = await bucket.getObject(`${placeIn(story.run.seal?.place)}/main/resumed.json`);
      assert.deepEqual(JSON.parse(resumed ?? ''), { step: SAVED_AT, sha256 });
      const phrase = awaitedPhrase(place) ?? '';
      const released = await place.run(['release', '--store', ours, '--approve', phrase], options);
      assert.equal(released.exitCode, 0, released.output);
      const left = (await bucket.listObjects('/', ''))?.map(({ Key }) => Key) ?? [];
      assert.ok(
        !left.some((key) => key.includes(stored.mark.slice(0, 16))),
        'the copies on the way are gone',
      );
    });

    it('survives the loss of its box on a durable tier', { skip: missing('git') }, async (t) => {
      const place = placeFor(t);
      const tier = durableTier(place);
      placeHugeJob(place, 3 * GB, (job) => {
        job['storage'] = { durable: tier };
      });
      const ours = ourSide(place);
      const options = { timeoutSeconds: PATIENCE_SECONDS };
      const run = await untilItsBoxIsLost(
        place,
        ['run', '--store', ours],
        options,
        /is on the durable tier, hash-equal and loaded there/,
      );
      const story = onlyStory(place);
      const [kept] = ofType(story, 'kept');
      assert.ok(kept?.in && 'durable' in kept.in && kept.in.durable.startsWith(tier), run.output);
      const { sha256 } = assertGoesOn(story, kept.in, 'durable-tier');
      const out = join(place.boxesDir, place.boxes().at(-1) ?? '', 'home', '.gpu-lease');
      const [resumed = ''] = readdirSync(out, { recursive: true })
        .map(String)
        .filter((path) => path.endsWith('out/resumed.json'));
      assert.deepEqual(JSON.parse(readFileSync(join(out, resumed), 'utf8')), { step: SAVED_AT, sha256 });
    });
  });

/** Takes the box away, with all that is on it, once what it saved is kept. */
async function untilItsBoxIsLost(
  place: Place,
  args: string[],
  options: Options,
  kept: RegExp,
): Promise<Outcome> {
  const running = place.start(args, options);
  await running.says(kept);
  await destroyLocalBox(place.boxesDir, place.boxes().at(-1) ?? '', systemClock);
  const run = await running.ended;
  console.log(run.output);
  return run;
}

/** @returns what the weights were when they were kept */
function assertGoesOn(story: Story, where: KeptIn, source: string): { sha256: string | undefined } {
  const [kept] = ofType(story, 'kept');
  assert.deepEqual(kept?.in, where);
  assert.deepEqual(
    ofType(story, 'started').map(({ from }) => from),
    [[], [{ cell: 'main', step: SAVED_AT, source }]],
  );
  assert.equal(ofType(story, 'resumed')[0]?.firstStep, SAVED_AT + 1);
  return { sha256: kept?.files.find(({ path }) => path.endsWith('weights.safetensors'))?.sha256 };
}

/** A mount of its own, as a durable disk is one; on the disk of this machine. */
function durableTier(place: Place): string {
  const dir = join(place.dir, 'tier');
  mkdirSync(dir);
  execFileSync('mount', ['--bind', dir, dir]);
  place.disks.push({ end: () => execFileSync('umount', ['--lazy', dir]) });
  return dir;
}

/** "s3://results/huge-.../...-box at http://..." */
const placeIn = (place = ''): string => place.slice(`s3://${BUCKET}/`.length).split(' at ')[0] ?? '';
