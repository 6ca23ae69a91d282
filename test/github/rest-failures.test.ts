import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { githubRest } from '../../src/github/rest/github-rest.ts';
import { openGitHub } from '../../src/github/this-repository.ts';
import { Problem } from '../../src/problem.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { inPieces, startClient } from './github-client.ts';

const WORKFLOW = 'on: workflow_dispatch\n';

async function start(t: Pick<TestContext, 'after'>, options: Parameters<typeof startClient>[0] = {}) {
  const started = await startClient(options);
  t.after(() => started.twin.close());
  started.twin.state.files.set('.github/workflows/go.yml', WORKFLOW);
  return started;
}

const isProblem = (code: string, kind: string, text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Problem, String(error));
  assert.deepEqual([error.code, error.kind], [code, kind]);
  assert.match(error.message, text);
  assert.doesNotMatch(`${error.message} ${(error.cause as Error | undefined)?.stack}`, /gh[sp]_[Tx]/);
  return true;
};

const forbidden = (text: RegExp) => isProblem('github-forbidden', 'refused', text);

describe('a token that may not', () => {
  it('is told the permission that GitHub names, as a workflow writes it', async (t) => {
    const { twin, as } = await start(t, { visibility: 'private', plan: 'enterprise' });
    const github = as(twin.tokenWith({ contents: 'read' }));
    await assert.rejects(github.environment('release'), forbidden(/403.*permissions: \{ actions: read \}/s));
    await assert.rejects(github.createComment(1, 'x'), forbidden(/permissions: \{ issues: write \}/));
    await assert.rejects(github.dispatch('go.yml', 'main', {}), forbidden(/actions: write/));
    assert.equal(github.requests(), 3);
  });

  it('is told what the call needs where GitHub names nothing', async (t) => {
    const { twin, github } = await start(t);
    twin.server.fail({ how: { reply: { status: 403, body: { message: 'Resource not accessible' } } } });
    await assert.rejects(
      github.checksOf('a'.repeat(40), 'smoke'),
      forbidden(/permissions: \{ checks: read \}/),
    );
  });

  it('reads a public repository with no permission at all, and changes nothing', async (t) => {
    const { twin, as } = await start(t);
    const github = as(twin.tokenWith({}));
    assert.equal(await github.environment('release'), undefined);
    await assert.rejects(
      github.createIssue({ title: 'x', body: '', labels: [] }),
      forbidden(/issues: write/),
    );
    assert.equal(twin.state.issues.size, 0);
  });

  it('of another repository sees a private one as absent', async (t) => {
    const { twin, as } = await start(t, { visibility: 'private' });
    const github = as(twin.tokenWith({ actions: 'write' }, { isForeign: true }));
    assert.equal(await github.environment('release'), undefined);
    await assert.rejects(github.describe(), forbidden(/404.*metadata: read/s));
  });

  it('is told when it is no longer valid, and is not shown', async (t) => {
    const { as } = await start(t);
    await assert.rejects(as('ghs_Txpired').describe(), forbidden(/401.*not valid/s));
  });

  it('is not shown when GitHub says it back', async (t) => {
    const { twin, github } = await start(t);
    const message = `no good: ${twin.token}`;
    twin.server.fail({ how: { reply: { status: 422, body: { message, errors: [{ field: twin.token }] } } } });
    await assert.rejects(
      github.describe(),
      isProblem('github-refused', 'refused', /no good: \*\*\*; \*\*\*/),
    );
  });

  it('is told that an archived repository is read-only, and that issues are off', async (t) => {
    const { twin, github } = await start(t);
    twin.state.issuesEnabled = false;
    const issue = { title: 'x', body: '', labels: [] };
    await assert.rejects(github.createIssue(issue), isProblem('github-gone', 'refused', /disabled/));
    twin.state.archived = true;
    await assert.rejects(github.createIssue(issue), forbidden(/archived/));
  });
});

describe('a failing GitHub', () => {
  for (const [what, how] of [
    ['answers 502', { reply: { status: 502, body: 'Bad Gateway' } }],
    ['cuts the connection', 'reset'],
    ['loses the answer', 'lost'],
  ] as const) {
    it(`that ${what} is asked again for what is only read`, async (t) => {
      const { twin, github, clock } = await start(t);
      twin.server.fail({ how, times: 2 });
      assert.equal((await github.describe()).defaultBranch, 'main');
      assert.equal(github.requests(), 3);
      assert.deepEqual(clock.skipped, [2, 4]);
      twin.server.fail({ how, times: 3 });
      await assert.rejects(github.describe(), isProblem('github-unreachable', 'unreachable', /GET \/repos/));
      assert.equal(github.requests(), 6);
    });

    it(`that ${what} is not asked again to change something: it may be done`, async (t) => {
      const { twin, github } = await start(t);
      twin.server.fail({ how, method: 'POST' });
      await assert.rejects(
        github.dispatch('go.yml', 'main', {}),
        isProblem('github-unclear', 'unreachable', /may have been done/),
      );
      assert.equal(github.requests(), 1);
      assert.equal(twin.dispatched.length, how === 'lost' ? 1 : 0);
    });
  }

  it('that cannot be reached is tried again for changes too: they never got there', async (t) => {
    const { twin, github, clock } = await start(t);
    await twin.server.close();
    await assert.rejects(
      github.dispatch('go.yml', 'main', {}),
      isProblem('github-unreachable', 'unreachable', /ECONNREFUSED/),
    );
    assert.deepEqual(clock.skipped, [2, 4]);
  });

  it('that takes too long is given up', async (t) => {
    const { twin, clock } = await start(t);
    const access = { repository: twin.state.repository, token: twin.token, baseUrl: twin.url, clock };
    const github = githubRest({ ...access, signal: new AbortController().signal, answerSeconds: 0.05 });
    twin.server.fail({ how: { lateMs: 1500 }, times: 3 });
    await assert.rejects(github.describe(), isProblem('github-unreachable', 'unreachable', /in time/));
  });

  it('is left alone as soon as the job is cancelled', async (t) => {
    const { twin, github, stop } = await start(t);
    twin.server.watch.before = () => void stop.abort();
    await assert.rejects(github.describe(), { name: 'AbortError' });
    await assert.rejects(github.createComment(1, 'x'), { name: 'AbortError' });
    assert.equal(github.requests(), 1);
  });

  it('that answers in another shape is not understood, and the field is named', async (t) => {
    const { twin, github } = await start(t);
    twin.server.fail({ how: { reply: { status: 200, body: { name: 7 } } } });
    await assert.rejects(
      github.environment('x'),
      isProblem('github-reply', 'unreachable', /\(name: invalid_type\)/),
    );
    twin.server.fail({ how: { reply: { status: 200, body: '<html>' } } });
    await assert.rejects(github.approvals(1), isProblem('github-reply', 'unreachable', /body/));
  });
});

describe('the rate limits of GitHub', () => {
  it('are waited for as retry-after says, for changes too', async (t) => {
    const { twin, github, clock } = await start(t);
    twin.throttle({ retryAfter: 30 });
    await github.describe();
    twin.throttle({ retryAfter: 40 });
    await github.dispatch('go.yml', 'main', {});
    assert.deepEqual(clock.skipped, [30, 40]);
    assert.equal(twin.dispatched.length, 1);
  });

  it('are waited for a minute where only their name is given', async (t) => {
    const { twin, github, clock } = await start(t);
    twin.throttle({});
    await github.describe();
    assert.deepEqual(clock.skipped, [60]);
  });

  it('are not waited for longer than a stage can spare, and nothing is sent meanwhile', async (t) => {
    const { twin, github, clock } = await start(t);
    twin.throttle({ retryAfter: 900 });
    await assert.rejects(github.describe(), isProblem('github-throttled', 'unreachable', /15 min/));
    await assert.rejects(github.workflows(), isProblem('github-throttled', 'unreachable', /not sent/));
    assert.deepEqual(clock.skipped, []);
    assert.equal(github.requests(), 1);
    clock.pass(901);
    await github.workflows();
    assert.equal(github.requests(), 2);
  });

  it('of the hour are known beforehand, and end when GitHub says', async (t) => {
    const { twin, github, clock } = await start(t);
    twin.limits.perHour = 3;
    for (let i = 0; i < 3; i += 1) await github.describe();
    assert.equal(github.remaining()?.requests, 0);
    await assert.rejects(github.describe(), isProblem('github-throttled', 'unreachable', /60 min|1 h 00/));
    clock.pass(3500);
    assert.equal((await github.describe()).archived, false);
    assert.equal(clock.skipped.length, 1);
    assert.equal(github.remaining()?.requests, 2);
  });

  it('are kept for changes: one at a time, a second apart', async (t) => {
    const { twin, github, clock } = await start(t);
    twin.server.watch.after = () => new Promise((resolve) => setTimeout(resolve, 10));
    const titles = ['a', 'b', 'c', 'd'];
    await Promise.all(titles.map((title) => github.createIssue({ title, body: '', labels: [] })));
    assert.equal(twin.server.load.mostWrites, 1);
    assert.deepEqual(
      [...twin.state.issues.values()].map(({ title }) => title),
      titles,
    );
    const times = [...twin.state.issues.values()].map(({ createdAt }) => createdAt.getTime());
    assert.ok(
      times.slice(1).every((at, i) => at - (times[i] ?? 0) >= 1000),
      String(times),
    );
    assert.equal(clock.skipped.length, 3);
  });

  it('are kept for reads: many in parallel, not all at once', async (t) => {
    const { twin, github } = await start(t);
    // Long enough for all that may come at once to have come.
    twin.server.watch.before = () => new Promise((resolve) => setTimeout(() => resolve(undefined), 40));
    await Promise.all(Array.from({ length: 60 }, (_, i) => github.environment(`e${i}`)));
    assert.equal(github.requests(), 60);
    const { most } = twin.server.load;
    assert.ok(most > 1 && most <= 16, `${most} at once`);
  });
});

describe("the twin's limits", () => {
  it('turn away what is too much at once, and too many comments a minute', async (t) => {
    const { twin, github, clock } = await start(t);
    // The first four are held until one was turned away and waits; how long that takes is the machine's to say.
    const isOver = () => clock.skipped.includes(60);
    Object.defineProperty(twin.limits, 'concurrent', { get: () => (isOver() ? 100 : 4) });
    twin.server.watch.before = async (n) => {
      while (n <= 4 && !isOver()) await pause(1);
      return undefined;
    };
    await Promise.all(Array.from({ length: 12 }, (_, i) => github.environment(`e${i}`)));
    assert.ok(clock.skipped.includes(60));
    twin.server.watch.before = () => undefined;
    twin.limits.contentPerMinute = 2;
    const before = clock.skipped.length;
    for (const body of ['a', 'b', 'c']) await github.createIssue({ title: body, body, labels: [] });
    assert.ok(clock.skipped.slice(before).includes(60));
    assert.equal(twin.state.issues.size, 3);
  });
});

describe('what GitHub points at', () => {
  it('is not followed when it is another page than the next', async (t) => {
    const { twin, github } = await start(t);
    const link = '<https://evil.example/repos/ada/engine/environments?page=2>; rel="next"';
    const reply = { status: 200, body: { total_count: 0, environments: [] }, headers: { link } };
    twin.server.fail({ how: { reply } });
    assert.deepEqual(await github.environments(), []);
    assert.deepEqual(
      twin.server.exchanges.map(({ request }) => request.query.get('page')),
      ['1', '2'],
    );
  });

  it('gets no upload with a token when it is another host', async (t) => {
    const { twin, github } = await start(t);
    const { id } = await github.draftRelease('t', 't');
    const upload_url = 'https://uploads.evil.example/x{?name,label}';
    const body = { id, tag_name: 't', draft: true, upload_url, assets: [] };
    twin.server.fail({ path: /releases\/\d+$/, how: { reply: { status: 200, body } } });
    await assert.rejects(
      github.uploadAsset(id, 'a', inPieces(), 1),
      isProblem('github-reply', 'refused', /uploads\.evil\.example.*Nothing was sent/s),
    );
    assert.equal(twin.uploads.exchanges.length, 0);
  });

  it('is no download without TLS or with an unknown scheme', async (t) => {
    const { twin, github } = await start(t);
    const artifact = twin.addArtifact(twin.startRun({ path: 'x', event: 'push' }), 'a', { b: 'c' });
    twin.server.fail({
      path: /zip$/,
      how: { reply: { status: 302, headers: { location: 'ftp://x/y?sig=s' } } },
    });
    await assert.rejects(
      github.downloadArtifact(artifact.id),
      isProblem('github-unreachable', 'unreachable', /without TLS/),
    );
  });

  it('is read to the length that was announced, no more and no less', async (t) => {
    const { twin, github } = await start(t);
    const { id, zip } = twin.addArtifact(twin.startRun({ path: 'x', event: 'push' }), 'a', {
      b: 'c'.repeat(99),
    });
    for (const [body, words] of [
      [zip.subarray(0, 50), /50 came/],
      [Buffer.concat([zip, zip]), /at least/],
    ] as const) {
      twin.storage.server.fail({ how: { reply: { status: 200, body } } });
      const stream = await github.downloadArtifact(id);
      await assert.rejects(drained(stream), isProblem('github-length', 'unreachable', words));
    }
  });

  it('may break, and then its signed address is not shown', async (t) => {
    const { twin, github } = await start(t);
    const { id } = twin.addArtifact(twin.startRun({ path: 'x', event: 'push' }), 'a', { b: 'c' });
    for (const how of ['reset', { reply: { status: 503, body: 'busy' } }] as const) {
      twin.storage.server.fail({ how });
      await assert.rejects(github.downloadArtifact(id), (error) => {
        isProblem('github-unreachable', 'unreachable', /broke off/)(error);
        assert.doesNotMatch(String(error), /sig=/);
        return true;
      });
    }
  });

  it('must answer a range with that range', async (t) => {
    const { twin, github } = await start(t);
    const { id } = await github.draftRelease('t', 't');
    const asset = await github.uploadAsset(id, 'a', inPieces('abcdef'), 6);
    twin.storage.server.fail({ how: { reply: { status: 200, body: Buffer.from('abcdef') } } });
    await assert.rejects(github.downloadAsset(asset.id, { from: 1, to: 2 }), { code: 'github-unreachable' });
  });
});

describe('an upload', () => {
  it('ends with what its source says went wrong', async (t) => {
    const { twin, github } = await start(t);
    const { id } = await github.draftRelease('t', 't');
    const own = new Problem({ code: 'changed', kind: 'failed', what: 'last.pt changed.', next: 'Wait.' });
    async function* source() {
      yield Buffer.from('abc');
      throw own;
    }
    await assert.rejects(github.uploadAsset(id, 'last.pt', source(), 10), (error) => error === own);
    assert.equal(twin.state.assets.size, 0);
  });

  it('leaves an unfinished asset that is not taken for a whole one', async (t) => {
    const { twin, github } = await start(t);
    const { id } = await github.draftRelease('t', 't');
    const user = twin.state.repository.split('/')[0];
    const asset = { id: 5, name: 'last.pt', size: 10, digest: null, state: 'starter', uploader: user };
    twin.server.fail({ path: /assets\/5$/, how: { reply: { status: 200, body: asset } } });
    assert.equal((await github.releaseAsset(5))?.state, 'open');
    assert.ok(id > 0);
  });
});

describe('the repository that this is', () => {
  const clock = new SkippingClock(0);
  const { signal } = new AbortController();
  const env = { GITHUB_REPOSITORY: 'ada/engine', GH_TOKEN: 'ghs_Txxxxxx' };

  it('is known where both its name and a token are', () => {
    assert.equal(openGitHub(env, clock, signal)?.repository, 'ada/engine');
    assert.equal(openGitHub({ ...env, GH_TOKEN: '', GITHUB_TOKEN: 't' }, clock, signal)?.requests(), 0);
    for (const missing of [{ GH_TOKEN: '' }, { GITHUB_REPOSITORY: '' }, { GITHUB_REPOSITORY: 'engine' }])
      assert.equal(openGitHub({ ...env, ...missing }, clock, signal), undefined);
  });

  it('is not asked over plain http, except on this machine', async () => {
    for (const base of ['http://ghe.example/api/v3', 'ftp://x', 'ghe.example']) {
      const github = openGitHub({ ...env, GITHUB_API_URL: base }, clock, signal);
      await assert.rejects(async () => github?.describe(), isProblem('github-base', 'usage', /https/));
      assert.equal(github?.requests(), 0);
    }
  });
});

async function drained(stream: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of stream);
}
