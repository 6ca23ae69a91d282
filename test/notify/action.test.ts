import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { FakeRunner } from '../github/fake-runner.ts';
import { installation } from '../installation.ts';
import { jobText } from '../job/job-text.ts';
import { startTwin } from '../twins/twin.ts';

/** The action in a workflow whose job file tells a channel of Slack and a webhook. */
async function acted(t: TestContext, env: (url: string) => Record<string, string>) {
  const twin = await startTwin(() => ({ status: 200, body: 'ok' }));
  t.after(() => twin.close());
  const runner = new FakeRunner(installation());
  t.after(() => runner.remove());
  writeFileSync(
    join(runner.workspace, 'gpu-lease.yml'),
    jobText({ notify: 'notify: [slack, { webhook: HOOK }]' }),
  );
  return { twin, ...(await runner.step({ stage: 'notify', env: env(twin.url) })) };
}

describe('the action "notify", as a runner runs it', () => {
  it('sends each a message, and shows no address', async (t) => {
    const { twin, exitCode, log, outputs, summary } = await acted(t, (url) => ({
      GITHUB_SERVER_URL: 'https://github.com',
      SLACK_WEBHOOK_URL: `${url}/unseen-by-anyone`,
      HOOK: `${url}/hook`,
    }));
    assert.equal(exitCode, 0, log);
    assert.deepEqual(outputs, { sent: '2', failed: '0' });
    assert.deepEqual(twin.exchanges.map(({ request }) => request.path).sort(), [
      '/hook',
      '/unseen-by-anyone',
    ]);
    const [body] = twin.exchanges
      .filter(({ request }) => request.path === '/hook')
      .map(({ request }) => request.body);
    assert.match((body as { page: string }).page, /ada\/engine\/actions\/runs\/4242$/);
    assert.match(summary, /took it/);
    assert.ok(!`${log.replace(/^::add-mask::.*$/gm, '')}${summary}`.includes('unseen-by-anyone'));
  });

  it('is red where somebody could not be told, with the reason', async (t) => {
    const { exitCode, outputs, log } = await acted(t, (url) => ({ HOOK: `${url}/hook` }));
    assert.equal(exitCode, 1, log);
    assert.deepEqual(outputs, { sent: '1', failed: '1' });
    assert.match(
      log,
      /^::warning .*slack-1 \(SLACK_WEBHOOK_URL\) was not told: SLACK_WEBHOOK_URL is not set here/m,
    );
  });
});
