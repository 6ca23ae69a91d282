// Over ten seconds: a run lives its whole life in real processes, two of which look at the same time.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { startTwin } from '../twins/twin.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const KEY = 'a key of the two sides';

interface Notice {
  id: string;
  event: string;
  run: string;
  what: string;
  repeat: boolean;
}

/** Where the place's messages go: a webhook and a channel of Slack. */
async function addresses(t: TestContext, place: Place) {
  const twin = await startTwin(() => ({ status: 200, body: 'ok' }));
  t.after(() => twin.close());
  Object.assign(place.env, {
    GPU_LEASE_WEBHOOK_URL: `${twin.url}/hook/unseen-by-anyone`,
    GPU_LEASE_WEBHOOK_SECRET: KEY,
    SLACK_WEBHOOK_URL: `${twin.url}/slack/unseen-by-anyone`,
  });
  const to = (path: string) => twin.exchanges.filter(({ request }) => request.path.startsWith(path));
  const notices = () => to('/hook').map(({ request }) => request.body as Notice);
  return { twin, to, notices, events: () => notices().map(({ event }) => event) };
}

const telling =
  (notify: unknown, change: (job: JobFile) => void = () => {}) =>
  (job: JobFile) => {
    job['smoke'] = 'none';
    job['notify'] = notify;
    change(job);
  };

const EVERY = ['started', 'checkpoint', 'ended', 'sealed', 'approval', 'released'];

describe('whom the job names', { timeout: 200_000, concurrency: 3 }, () => {
  it('is told once of each thing, through a life in which two look at once', async (t) => {
    const place = placeFor(t);
    const { twin, to, events, notices } = await addresses(t, place);
    placeTinyJob(
      place,
      telling([{ webhook: 'GPU_LEASE_WEBHOOK_URL', secret: 'GPU_LEASE_WEBHOOK_SECRET', on: EVERY }, 'slack']),
    );
    const launched = await place.run(['launch']);
    assert.equal(launched.exitCode, 0, launched.output);
    const { id } = onlyStory(place).run;
    const both = await Promise.all([place.run(['collect', id]), place.run(['watch', id, '--bound', '60s'])]);
    assert.deepEqual(
      both.map(({ exitCode }) => exitCode),
      [0, 0],
      both.map(({ output }) => output).join('\n'),
    );
    await place.run(['collect', id]);
    assert.deepEqual(
      events().sort(),
      [
        'approval',
        'ended',
        'sealed',
        'started',
        ...(events().includes('checkpoint') ? ['checkpoint'] : []),
      ].sort(),
    );
    const phrase =
      /--approve "(.+)"/.exec((await place.run(['collect', id])).output)?.[1] ?? assert.fail('no phrase');
    const released = await place.run(['release', id, '--approve', phrase]);
    assert.equal(released.exitCode, 0, released.output);
    assert.equal(events().filter((event) => event === 'released').length, 1);
    assert.equal(new Set(notices().map(({ id: of }) => of)).size, notices().length, 'each came once');
    assert.ok(notices().every(({ run, repeat }) => run === id && !repeat));
    assert.deepEqual(
      to('/slack').map(({ request }) => (request.body as { text: string }).text.replace(/ \(.*/s, '')),
      ['gpu-lease: ended', 'gpu-lease: approval', 'gpu-lease: released'],
    );
    for (const { request } of to('/hook')) {
      const { 'x-gpu-lease-timestamp': at, 'x-gpu-lease-signature': signature } = request.headers;
      const expected = createHmac('sha256', KEY).update(`${at}.`).update(request.bytes).digest('hex');
      assert.equal(signature, `sha256=${expected}`);
    }
    const story = onlyStory(place);
    assert.ok(story.archived);
    assert.deepEqual(
      ofType(story, 'notice-sent').flatMap(({ outcomes }) => outcomes.filter(({ taken }) => !taken)),
      [],
    );
    const shown =
      [launched, ...both, released].map(({ output }) => output).join('') + JSON.stringify(story.events);
    assert.ok(!shown.includes('unseen-by-anyone') && !shown.includes(KEY));
    assert.ok(twin.exchanges.length >= 8);
  });

  it('is told of a death and of the halt by whoever looks, and the run fails for no notice', async (t) => {
    const place = placeFor(t);
    const { twin, events } = await addresses(t, place);
    placeTinyJob(
      place,
      telling('webhook', (job) => {
        job['run'] = 'echo "ValueError: no" >&2; exit 3';
      }),
    );
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 1, run.output);
    assert.deepEqual(events(), ['failed']);
    twin.fail({ times: 100, how: { reply: { status: 500 } } });
    assert.match((await place.run(['notify', '--test'])).output, /did not take the message: HTTP 500/);
  });

  it('goes on without a secret, and says before the start that nobody is told', async (t) => {
    const place = placeFor(t);
    const { twin } = await addresses(t, place);
    placeTinyJob(place, telling(['slack', 'discord']));
    const launched = await place.run(['launch'], { env: { SLACK_WEBHOOK_URL: undefined } });
    assert.equal(launched.exitCode, 0, launched.output);
    assert.match(
      launched.output,
      /slack-1 \(SLACK_WEBHOOK_URL\) of `notify` is told nothing from here: SLACK_WEBHOOK_URL is not set here/,
    );
    assert.match(launched.output, /discord-2 \(DISCORD_WEBHOOK_URL\)/);
    assert.equal(twin.exchanges.length, 0);
    const { id } = onlyStory(place).run;
    await place.run(['collect', id]);
    assert.ok(twin.exchanges.length > 0, 'whoever has the secret tells');
  });

  it('can be tried by a command, in words and as JSON, and looked at before', async (t) => {
    const place = placeFor(t);
    const { twin, to } = await addresses(t, place);
    placeTinyJob(place, telling(['webhook', 'slack', 'discord']));
    const listed = await place.run(['notify']);
    assert.match(listed.output, /slack-2 \(SLACK_WEBHOOK_URL\) is told of ended, failed, halted/);
    assert.match(listed.output, /discord-3 .* cannot be told from here: DISCORD_WEBHOOK_URL is not set here/);
    assert.equal(listed.exitCode, 1, listed.output);
    const dry = await place.run(['notify', '--dry-run']);
    assert.match(dry.output, /"event":"test"/);
    assert.equal(twin.exchanges.length, 0, 'nothing was sent so far');
    const tried = await place.run(['notify', '--test', '--json']);
    const { targets } = JSON.parse(tried.stdout) as {
      targets: { kind: string; taken: boolean | null; fault: string | null }[];
    };
    assert.deepEqual(
      targets.map(({ kind, taken }) => [kind, taken]),
      [
        ['webhook', true],
        ['slack', true],
        ['discord', null],
      ],
    );
    assert.equal(to('/hook').length, 1);
    assert.ok(!`${listed.output}${dry.output}${tried.output}`.includes('unseen-by-anyone'));
    const nobody = await place.run(['notify', '--job', 'other.yml']);
    assert.notEqual(nobody.exitCode, 0);
  });

  it('is refused all at once where the job file is wrong, and nothing is rented', async (t) => {
    const place = placeFor(t);
    placeTinyJob(
      place,
      telling([
        { slack: 'https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/xyzzyxyzzyxyzzyxyzzyxyzz' },
        { webhook: 'HOOK', on: ['seald'] },
      ]),
    );
    const run = await place.run(['run']);
    assert.notEqual(run.exitCode, 0);
    assert.match(run.output, /notify\[0\]\.slack/);
    assert.match(run.output, /Did you mean "sealed"\?/);
    assert.ok(!run.output.includes('xyzzy'));
    assert.deepEqual(place.boxes(), []);
  });
});
