// Over ten seconds: a pull request lives through its smoke and its comment.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { outputsIn } from '../github/fake-runner.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { Place } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';
import { type StepEnd, Workflow } from './workflow-steps.ts';

/** The step of `actions/comment` on one pull request of a repository whose base branch has a sealed run. */
describe('the comment on a pull request', { skip: missing('git'), timeout: 600_000 }, () => {
  const place = new Place();
  let twin: GitHubTwin;
  let workflow: Workflow;
  let number = 0;
  let [base, head] = ['', ''];
  let steps = 0;

  before(async () => {
    placeTinyJob(place);
    twin = await startGitHubTwin({ clock: systemClock, repository: 'ada/engine' });
    workflow = new Workflow(place, twin);
    const run = await workflow.terminal(['run']);
    assert.equal(run.exitCode, 0, run.output);
    base = place.git('rev-parse', 'HEAD').trim();
    place.git('switch', '--quiet', '--create', 'faster');
    writeFileSync(join(place.repository, 'notes.txt'), 'faster\n');
    place.commit();
    head = place.git('rev-parse', 'HEAD').trim();
    ({ number } = twin.addPullRequest({ author: 'ada', headSha: head }));
  });
  after(async () => {
    await place.end();
    await twin?.close();
  });

  async function comment(
    inputs: Record<string, string> = {},
    { fork = false, event = 'pull_request', env = {} as Record<string, string> } = {},
  ): Promise<StepEnd> {
    steps += 1;
    const at = (name: string) => join(place.dir, `${name}-${steps}`);
    const name = fork ? 'eve/engine' : 'ada/engine';
    const pull = {
      number,
      head: { sha: head, repo: { full_name: name, fork } },
      base: { sha: base, repo: { full_name: 'ada/engine' } },
    };
    writeFileSync(at('event'), JSON.stringify(event === 'pull_request' ? { pull_request: pull } : {}));
    for (const file of ['output', 'summary']) writeFileSync(at(file), '');
    const given = Object.entries({ ledger: workflow.ledger, ...inputs });
    const outcome = await place.run(['__action', 'comment'], {
      from: installation(),
      env: {
        ...(twin.env as Record<string, string>),
        GPU_LEASE_SECRET: workflow.secret,
        GITHUB_ACTIONS: 'true',
        GPU_LEASE_LOCAL_IN_WORKFLOW: 'yes',
        GITHUB_RUN_ID: '77',
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_EVENT_NAME: event,
        GITHUB_EVENT_PATH: at('event'),
        GITHUB_SHA: head,
        GITHUB_OUTPUT: at('output'),
        GITHUB_STEP_SUMMARY: at('summary'),
        ...Object.fromEntries(given.map(([key, value]) => [`INPUT_${key.toUpperCase()}`, value])),
        ...env,
      },
    });
    const outputs = outputsIn(readFileSync(at('output'), 'utf8'));
    return { ...outcome, outputs, summary: readFileSync(at('summary'), 'utf8') };
  }

  const comments = (): string[] => [...twin.state.comments.values()].map(({ body }) => body);

  it('is written once, with the smoke and what a training would cost, and left alone while nothing changes [GH-09]', async () => {
    const first = await comment({ smoke: 'success' });
    assert.equal(first.exitCode, 0, first.output);
    assert.deepEqual([first.outputs['comment'], first.outputs['smoke']], ['created', 'passed']);
    const [body = '', ...more] = comments();
    assert.deepEqual(more, []);
    assert.match(
      body,
      /\*\*Smoke:\*\* passed ✓ · \[workflow run\]\(https:\/\/github\.com\/ada\/engine\/actions\/runs\/77\)/,
    );
    assert.match(body, /#### Planned cost: at most \d+\.\d\d USD[\s\S]*\| local \|/);
    assert.equal(
      body.slice(body.indexOf('\n') + 1).trim(),
      first.summary.trim(),
      'the summary says the same',
    );
    const again = await comment({ smoke: 'success' });
    assert.equal(again.outputs['comment'], 'unchanged', again.output);
  });

  it('is written over when the smoke fails, and is still the only one [GH-09]', async () => {
    const failed = await comment({ smoke: 'failure' });
    assert.deepEqual([failed.outputs['comment'], failed.outputs['smoke']], ['updated', 'failed']);
    assert.equal(comments().length, 1);
    assert.match(comments()[0] ?? '', /\*\*Smoke:\*\* failed ✗/);
    const reason = `train.py:3: it died\n@ada ${'x'.repeat(9000)}\nlast line`;
    const told = await comment({ smoke: 'failure', reason });
    assert.equal(told.outputs['comment'], 'updated', told.output);
    assert.match(
      comments()[0] ?? '',
      /\n```text\ntrain\.py:3: it died\n@ada x[\s\S]*left out[\s\S]*\nlast line\n```\n/,
    );
    assert.ok((comments()[0] ?? '').length < 6000);
  });

  it('asks no platform and writes nothing for a pull request from a fork; the summary has it [GH-09]', async () => {
    const before = comments();
    const step = await comment({ smoke: 'success' }, { fork: true });
    assert.equal(step.exitCode, 0, step.output);
    assert.equal(step.outputs['comment'], 'not-allowed');
    assert.match(step.output, /No comment was written: The token of a pull request from a fork only reads/);
    assert.match(step.summary, /\*\*Smoke:\*\* passed/);
    assert.doesNotMatch(step.summary, /Planned cost/);
    assert.deepEqual(comments(), before);
  });

  it('is no failure of the step where the token may not comment', async () => {
    const token = twin.tokenWith({ contents: 'read', pull_requests: 'read' });
    const step = await comment({ smoke: 'success' }, { env: { GH_TOKEN: token } });
    assert.equal(step.exitCode, 0, step.output);
    assert.equal(step.outputs['comment'], 'not-allowed');
    assert.match(step.output, /What it would say is in the summary/);
    assert.match(step.summary, /\*\*Smoke:\*\* passed/);
    const env = { GH_TOKEN: token, GITHUB_ACTOR: 'dependabot[bot]' };
    const bumped = await comment({ smoke: 'success' }, { env });
    assert.equal(bumped.exitCode, 0, bumped.output);
    assert.match(bumped.output, /Dependabot started a token that only reads\. What it would say/);
    assert.doesNotMatch(bumped.output, /permissions: \{/, 'no permission helps there');
  });

  it('sets a run of the change against that of the base branch, names the box that is alive, and tells a check [GH-09]', async () => {
    for (const stage of ['smoke', 'launch']) {
      const done = await workflow.terminal([stage]);
      assert.equal(done.exitCode, 0, done.output);
    }
    const step = await comment({ check: 'true' });
    assert.deepEqual([step.outputs['comment'], step.outputs['smoke']], ['updated', 'passed'], step.output);
    const [body = ''] = comments();
    const row = (commit: string, says: string) =>
      new RegExp(`^\\|.*\\| \`${commit.slice(0, 8)}\` \\| ${says}`, 'm');
    assert.match(body, row(head, 'running'));
    assert.match(body, row(base, 'sealed \\| main finished at step 100'));
    assert.match(body, /^\| \*\*base branch\*\* \|/m);
    assert.match(body, /on local: .*USD\/h/);
    const [check, ...more] = [...twin.state.checks.values()];
    assert.deepEqual(more, []);
    assert.deepEqual([check?.name, check?.sha, check?.status], ['gpu-lease: tiny', head, 'in_progress']);
  });

  it('draws what a run that was sealed came to beside that of the base branch [GH-09]', async () => {
    const run = await workflow.terminal(['run']);
    assert.equal(run.exitCode, 0, run.output);
    await comment({ smoke: 'success' });
    const [body = ''] = comments();
    const [, block = ''] = /```mermaid\n([\s\S]*?)\n```/.exec(body) ?? [];
    assert.equal(block.match(/^ {2}line \[/gm)?.length, 2, body);
    assert.match(body, /of main: .* at step 100 in `tiny-\S+` \(blue\); .*, base branch \(orange\)/);
  });

  it('needs to know which pull request: of the event, or by its number', async () => {
    const none = await comment({}, { event: 'push' });
    assert.equal(none.exitCode, 2, none.output);
    assert.match(none.output, /The event that started this names no pull request, and no number was given/);
    const nonsense = await comment({ number: 'seven' }, { event: 'push' });
    assert.match(nonsense.output, /The input "number": "seven" is no whole number from 1 on/);
    const given = await comment({ number: String(number), smoke: 'success' }, { event: 'push' });
    assert.equal(given.exitCode, 0, given.output);
    assert.equal(comments().length, 1);
  });

  it('says what is missing where there is no repository at GitHub', async () => {
    const step = await comment({}, { env: { GH_TOKEN: '', GITHUB_TOKEN: '' } });
    assert.equal(step.exitCode, 2, step.output);
    assert.match(step.output, /There is no repository at GitHub and no token for it here/);
    assert.match(step.summary, /failed/);
    assert.deepEqual([step.outputs['comment'], step.outputs['smoke']], ['', '']);
  });
});
