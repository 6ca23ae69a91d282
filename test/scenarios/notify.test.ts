// Over ten seconds: a box that speaks for itself is a real one, with a real keeper that is told to go.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { livesInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { startTwin } from '../twins/twin.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn('a box that speaks', 2);

const KEY = 'a key of more than 64 bytes, which is hashed before it is used as RFC 2104 says'.replaceAll(
  ' ',
  '-',
);

/** Where a job's messages go. */
async function addressFor(t: TestContext, place: Place, status = 200) {
  const twin = await startTwin(() => ({ status, body: 'ok' }));
  t.after(() => twin.close());
  Object.assign(place.env, { HOOK: `${twin.url}/hook/unseen-by-anyone`, HOOK_KEY: KEY });
  const messages = () => twin.exchanges.map(({ request }) => request.body as Record<string, unknown>);
  return { twin, messages };
}

const told =
  (change: (job: JobFile) => void = () => {}) =>
  (job: JobFile) => {
    job['smoke'] = 'none';
    job['notify'] = { url: 'HOOK', hmac: 'HOOK_KEY' };
    change(job);
  };

/** As a host does that takes a box away: a signal to the keeper that nobody of ours sent. */
function takenAway(place: Place): void {
  const [box = ''] = place.boxes();
  const { run } = onlyStory(place);
  const base = run.leases.at(-1)?.started?.dir.base ?? '';
  assert.ok(base.includes(box), base);
  const [pid] = readFileSync(join(base, 'attempts/1/queue'), 'utf8').split(' ');
  process.kill(Number(pid), 'SIGTERM');
}

describe('a box that speaks for itself', {
  skip: missing('curl', 'openssl'),
  timeout: 200_000,
  concurrency: 3,
}, () => {
  lives.it('says once that its work ended, signed, to an address that stands nowhere [P3-07]', async (t) => {
    const place = placeFor(t);
    const { twin, messages } = await addressFor(t, place);
    placeTinyJob(place, told());
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 0, run.output);
    const { id } = onlyStory(place).run;
    assert.deepEqual(
      messages().map(({ at, ...rest }) => rest),
      [{ id: `${id}/1/ended`, run: id, attempt: 1, event: 'ended', reason: 'finished' }],
    );
    const [{ request } = assert.fail('nothing came')] = twin.exchanges;
    const signature = createHmac('sha256', KEY).update(request.bytes).digest('hex');
    assert.equal(request.headers['x-gpu-lease-signature'], `sha256=${signature}`);
    assert.ok(!run.output.includes('unseen-by-anyone'));
    assert.ok(!JSON.stringify(onlyStory(place).events).includes('unseen-by-anyone'));
    const box = join(place.boxesDir, place.boxes()[0] ?? '');
    // Boxes of the tests beside this one have secrets in memory, too: looked for is this one's very address.
    const address = `${twin.url}/hook/unseen-by-anyone`;
    const found = spawnSync('grep', ['-rlF', address, box, '/dev/shm'], { encoding: 'utf8' });
    assert.equal(found.stdout, '', 'it lies in no file of the box');
  });

  lives.it(
    'says that its work died, and nothing of an end where the job asks for deaths alone',
    async (t) => {
      const place = placeFor(t);
      const { messages } = await addressFor(t, place);
      placeTinyJob(
        place,
        told((job) => {
          job['notify'] = { url: 'HOOK', on: ['died'] };
          job['run'] = 'echo "ValueError: no" >&2; exit 3';
        }),
      );
      const run = await place.run(['run']);
      assert.equal(run.exitCode, 1, run.output);
      assert.deepEqual(
        messages().map(({ event, reason }) => [event, reason]),
        [['died', 'failed: main']],
      );
    },
  );

  lives.it(
    'asks its trainer to save when it is told to go, marks it for the next look, and the run goes on [P4-17]',
    async (t) => {
      const place = placeFor(t);
      const { messages } = await addressFor(t, place);
      placeTinyJob(
        place,
        told((job) => {
          job['vars'].TINY_STEP_MS = 40;
        }),
      );
      const running = place.start(['run']);
      await running.says(/checkpoint of step \d+ pulled, hash-equal and loaded/);
      takenAway(place);
      const run = await running.ended;
      assert.equal(run.exitCode, 0, run.output);
      assert.match(run.output, /was told that it is taken away/);
      const story = onlyStory(place);
      const [preempted] = ofType(story, 'preempted');
      assert.match(preempted?.why ?? '', /told it that it is taken away/);
      assert.equal(ofType(story, 'started').length, 2);
      assert.deepEqual(
        messages().map(({ event, attempt }) => [event, attempt]),
        [
          ['preempted', 1],
          ['ended', 2],
        ],
      );
    },
  );

  lives.it('gives up after three tries, and the run is none the worse for it', async (t) => {
    const place = placeFor(t);
    const { messages } = await addressFor(t, place, 503);
    placeTinyJob(place, told());
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 0, run.output);
    const ids = messages().map(({ id }) => id);
    assert.ok(ids.length >= 1 && ids.length <= 3 && new Set(ids).size === 1, String(ids));
  });

  lives.it('rents nothing for an address that is none', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, told());
    const run = await place.run(['run'], { env: { HOOK: 'not-an-address', HOOK_KEY: KEY } });
    assert.notEqual(run.exitCode, 0);
    assert.match(run.output, /`notify\.url` names HOOK/);
    assert.ok(!run.output.includes('not-an-address'));
    assert.deepEqual(place.boxes(), []);
  });
});
