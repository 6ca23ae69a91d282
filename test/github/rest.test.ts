import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import type { GitHub } from '../../src/github/github.ts';
import { openGitHub } from '../../src/github/this-repository.ts';
import { missing, workflowTool } from '../requirement.ts';
import { Description } from '../twins/description.ts';
import type { GitHubTwin } from '../twins/github-twin.ts';
import type { Exchange } from '../twins/twin.ts';
import type { SkippingClock } from '../twins/twin-clock.ts';
import { bytesOf, inPieces, startClient } from './github-client.ts';

const WORKFLOW = `name: train
on:
  workflow_dispatch:
    inputs:
      run: { required: true }
      hop: { default: '0' }
`;

/** What all tests of this file said to each other. */
const said: Exchange[] = [];

/** Whose input it is not, in which file, and where that comes from. */
const UNTAKEN =
  /train\.yml on main takes no input "gpu".*Unexpected inputs.*NAME-train\.yml starts NAME-release\.yml/s;

describe('one repository at GitHub', () => {
  let twin: GitHubTwin;
  let github: GitHub;
  let clock: SkippingClock;
  let as: (token: string) => GitHub;
  before(async () => {
    ({ twin, github, clock, as } = await startClient({ ownerType: 'Organization', plan: 'enterprise' }));
    twin.state.files.set('.github/workflows/train.yml', WORKFLOW);
    twin.state.files.set('.github/workflows/push.yml', 'on: push\n');
  });
  after(async () => {
    said.push(...twin.exchanges());
    await twin.close();
  });

  it('tells the rules of an environment, and that one is not there', async () => {
    twin.addEnvironment('release', {
      reviewers: ['grace', 'team:owners'],
      preventsSelfReview: true,
      waitMinutes: 5,
      adminsBypass: false,
      branches: 'protected',
    });
    assert.deepEqual(await github.environment('release'), {
      name: 'release',
      reviewers: ['grace', 'team:owners'],
      preventsSelfReview: true,
      waitMinutes: 5,
      adminsBypass: false,
      branches: 'protected',
    });
    assert.equal(await github.environment('gpu release/2'), undefined);
  });

  it('does not take a missing word on admins for a no', async () => {
    twin.addEnvironment('gpu/old', { adminsBypass: undefined, branches: 'listed' });
    const old = await github.environment('gpu/old');
    assert.deepEqual(old, {
      name: 'gpu/old',
      reviewers: [],
      preventsSelfReview: false,
      waitMinutes: 0,
      adminsBypass: undefined,
      branches: 'listed',
    });
  });

  it('lists environments over several pages', async () => {
    for (let i = 0; i < 120; i += 1) twin.addEnvironment(`cell-${i}`);
    const names = (await github.environments()).map(({ name }) => name);
    assert.equal(new Set(names).size, twin.state.environments.size);
    assert.ok(names.includes('cell-119'));
  });

  it('tells who reviewed a run, and what it waits for', async () => {
    twin.addEnvironment('gate', { reviewers: ['grace'] });
    const run = twin.startRun({ path: '.github/workflows/release.yml', event: 'workflow_dispatch' });
    assert.equal(twin.enterEnvironment(run, 'gate'), 'waits');
    assert.deepEqual(await github.pendingDeployments(run.id), [
      { environment: 'gate', reviewers: ['grace'] },
    ]);
    assert.deepEqual(await github.approvals(run.id), []);
    assert.throws(() => twin.approve(run, 'edsger', 'gate'), /no reviewer/);
    twin.approve(run, 'grace', 'gate', 'looks whole');
    assert.deepEqual(await github.pendingDeployments(run.id), []);
    assert.deepEqual(await github.approvals(run.id), [
      { state: 'approved', login: 'grace', comment: 'looks whole', environments: ['gate'] },
    ]);
  });

  it('shows the reviews of an earlier attempt like those of this one', async () => {
    twin.addEnvironment('again', { reviewers: ['grace'], preventsSelfReview: true });
    const run = twin.startRun({ path: 'a.yml', event: 'push', actor: 'grace' });
    twin.enterEnvironment(run, 'again');
    assert.throws(() => twin.approve(run, 'grace', 'again'), /may not review/);
    run.triggeringActor = 'ada';
    twin.approve(run, 'grace', 'again');
    Object.assign(run, { status: 'completed', conclusion: 'failure' });
    twin.rerun(run, 'edsger');
    assert.equal((await github.approvals(run.id)).length, 1);
    const { attempt, actor, triggeringActor } = (await github.workflowRun(run.id)) ?? {};
    assert.deepEqual([attempt, actor, triggeringActor], [2, 'grace', 'edsger']);
  });

  it('tells a run, the newest runs of a workflow, and the jobs of all attempts', async () => {
    const path = '.github/workflows/train.yml';
    const first = twin.startRun({
      path: `${path}`,
      event: 'schedule',
      headSha: 'a'.repeat(40),
      title: 'tick',
    });
    const second = twin.startRun({ path, event: 'push', status: 'completed', conclusion: 'success' });
    const found = await github.workflowRun(first.id);
    assert.equal(found?.path, path);
    assert.equal(found?.headSha, 'a'.repeat(40));
    assert.equal(found?.status, 'in_progress');
    assert.equal(found?.conclusion, undefined);
    assert.equal(await github.workflowRun(1), undefined);
    const runs = await github.runsOf('train.yml', 1);
    assert.deepEqual(
      runs.map(({ id, conclusion }) => [id, conclusion]),
      [[second.id, 'success']],
    );
    assert.deepEqual(await github.runsOf('never.yml', 10), []);

    const startedAt = new Date('2026-11-22T10:00:00Z');
    twin.addJob(second, {
      name: 'watch',
      attempt: 1,
      startedAt,
      completedAt: new Date('2026-11-22T10:09:00Z'),
    });
    twin.rerun(second, 'grace');
    twin.addJob(second, { name: 'watch', startedAt, labels: ['self-hosted', 'gpu'] });
    twin.addJob(second, {
      name: 'ask',
      startedAt,
      completedAt: startedAt,
      conclusion: 'skipped',
      labels: [],
    });
    assert.deepEqual(await github.jobsOf(second.id), [
      {
        name: 'watch',
        attempt: 1,
        ranAt: '2026-11-22T10:00:00Z',
        completedAt: '2026-11-22T10:09:00Z',
        labels: ['ubuntu-latest'],
      },
      {
        name: 'watch',
        attempt: 2,
        ranAt: '2026-11-22T10:00:00Z',
        completedAt: undefined,
        labels: ['self-hosted', 'gpu'],
      },
      { name: 'ask', attempt: 2, ranAt: undefined, completedAt: '2026-11-22T10:00:00Z', labels: [] },
    ]);
  });

  it('starts a workflow and learns which run that made', async () => {
    const { workflowRun } = await github.dispatch('train.yml', 'main', { run: 'resnet-7' });
    const started = twin.dispatched.at(-1);
    assert.equal(workflowRun, started?.id);
    assert.deepEqual(started?.inputs, { run: 'resnet-7', hop: '0' });
    assert.equal((await github.workflowRun(started?.id ?? 0))?.actor, 'github-actions[bot]');
  });

  for (const [what, file, ref, inputs, words] of [
    ['without a required input', 'train.yml', 'main', {}, /Required input 'run' not provided/],
    ['with an input it does not have', 'train.yml', 'main', { run: 'x', gpu: '1' }, UNTAKEN],
    ['that cannot be started by hand', 'push.yml', 'main', {}, /workflow_dispatch/],
    ['on a branch that is not there', 'train.yml', 'nowhere', { run: 'x' }, /No ref found/],
  ] as const) {
    it(`is told why a workflow ${what} does not start`, async () => {
      const before = twin.dispatched.length;
      await assert.rejects(github.dispatch(file, ref, inputs), { code: 'github-refused', message: words });
      assert.equal(twin.dispatched.length, before);
    });
  }

  it('downloads an artifact as it lies there, and leaves the token at home', async () => {
    const run = twin.startRun({ path: 'x.yml', event: 'push' });
    const made = twin.addArtifact(run, 'resnet-7', { 'last.pt': Buffer.alloc(200_000, 7) });
    const [listed] = await github.artifactsOf(run.id);
    assert.deepEqual(listed, await github.artifact(made.id));
    assert.deepEqual(await github.artifacts(), [listed]);
    assert.equal(listed?.bytes, made.zip.length);
    assert.equal(listed?.workflowRun, run.id);
    const bytes = await bytesOf(await github.downloadArtifact(made.id));
    assert.equal(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, listed?.digest);
    const [download] = twin.storage.server.exchanges;
    assert.equal(download?.reply.status, 200);
    assert.equal(download?.request.headers.authorization, undefined);
  });

  it('knows an artifact that has expired or is gone', async () => {
    const run = twin.startRun({ path: 'x.yml', event: 'push' });
    const made = twin.addArtifact(run, 'old', { a: 'b' });
    twin.expireArtifact(made.id);
    assert.equal((await github.artifact(made.id))?.expired, true);
    await assert.rejects(github.downloadArtifact(made.id), { code: 'github-gone', message: /old.*expired/ });
    twin.deleteArtifact(made.id);
    assert.equal(await github.artifact(made.id), undefined);
    await assert.rejects(github.downloadArtifact(made.id), { code: 'github-gone', message: /no artifact/ });
  });

  it('finds the issue that it wrote, the open one before a newer closed one', async () => {
    const marker = '<!-- gpu-lease:resnet-7-1 -->';
    assert.equal(await github.issueMarked(marker, 'gpu-lease'), undefined);
    const made = await github.createIssue({
      title: 'A box',
      body: `${marker}\nalive`,
      labels: ['gpu-lease'],
    });
    twin.addIssue({ title: 'fake', author: 'edsger', body: marker, labels: ['gpu-lease'] });
    assert.deepEqual(await github.issueMarked(marker, 'gpu-lease'), made);
    assert.equal(await github.issueMarked(marker, 'other'), undefined);
    const bot = 'github-actions[bot]';
    twin.addIssue({ title: 'new', author: bot, body: marker, labels: ['gpu-lease'], state: 'closed' });
    assert.equal((await github.issueMarked(marker, 'gpu-lease'))?.number, made.number);
    await github.updateIssue(made.number, { state: 'closed', body: `${marker}\nended` });
    assert.equal(twin.state.issues.get(made.number)?.state, 'closed');
    assert.equal((await github.issueMarked(marker, 'gpu-lease'))?.title, 'new');
    await github.commentIssue(made.number, 'solved');
    assert.equal([...twin.state.comments.values()].at(-1)?.body, 'solved');
  });

  it('lists open issues with a label and no pull request among them', async () => {
    for (let i = 0; i < 105; i += 1)
      twin.addIssue({ title: `debt ${i}`, author: 'github-actions[bot]', labels: ['debts'] });
    const pull = twin.addPullRequest({ author: 'grace', headSha: 'b'.repeat(40) });
    pull.labels.push('debts');
    const open = await github.openIssues('debts');
    assert.equal(open.length, 105);
  });

  it('lists none that a stranger wrote, whatever its label says [security 12]', async () => {
    const bot = 'github-actions[bot]';
    const body = '<!-- gpu-lease:problem:debt:a:a-1 -->';
    twin.addIssue({ title: 'everything is fine', author: 'mallory', body, labels: ['gpu-lease-problem'] });
    assert.deepEqual(await github.openIssues('gpu-lease-problem'), []);
    const own = twin.addIssue({ title: 'a debt', author: bot, body, labels: ['gpu-lease-problem'] });
    assert.deepEqual(
      (await github.openIssues('gpu-lease-problem')).map(({ number }) => number),
      [own.number],
    );
  });

  it('keeps one comment on a pull request, its own', async () => {
    const marker = '<!-- gpu-lease:report -->';
    const { number } = twin.addPullRequest({ author: 'edsger', headSha: 'c'.repeat(40), isFork: true });
    twin.addComment(number, 'edsger', `${marker} everything is fine, release it`);
    assert.equal(await github.commentMarked(number, marker), undefined);
    const { id } = await github.createComment(number, `${marker}\nloss 0.3`);
    await github.updateComment(id, `${marker}\nloss 0.2`);
    assert.deepEqual(await github.commentMarked(number, marker), { id, body: `${marker}\nloss 0.2` });
  });

  it('takes the comments of people who belong here for its own kind when a person runs it', async () => {
    const person = twin.tokenWith(
      { issues: 'write', pull_requests: 'write' },
      { kind: 'user', login: 'grace' },
    );
    const mine = as(person);
    const { number } = twin.addPullRequest({ author: 'edsger', headSha: 'd'.repeat(40) });
    twin.addComment(number, 'edsger', '<!-- m --> not mine');
    assert.equal(await mine.commentMarked(number, '<!-- m -->'), undefined);
    const { id } = await mine.createComment(number, '<!-- m --> mine');
    assert.equal((await mine.commentMarked(number, '<!-- m -->'))?.id, id);
  });

  it('makes a check with more annotations than one request takes, and completes it', async () => {
    const sha = 'e'.repeat(40);
    const annotations = Array.from({ length: 120 }, (_, i) => ({
      path: 'train.py',
      line: i + 1,
      level: 'failure' as const,
      title: 'Traceback',
      message: `line ${i + 1}`,
    }));
    const input = { title: 'Smoke', summary: 'failed', annotations };
    const made = await github.createCheck({
      sha,
      name: 'smoke',
      externalId: 'resnet-7',
      status: 'in_progress',
      ...input,
    });
    assert.equal(twin.state.checks.get(made.id)?.annotations.length, 120);
    await github.updateCheck(made.id, {
      status: 'completed',
      conclusion: 'failure',
      title: 'Smoke',
      summary: 'no',
    });
    assert.deepEqual(await github.checksOf(sha, 'smoke'), [
      { id: made.id, name: 'smoke', externalId: 'resnet-7', status: 'completed', conclusion: 'failure' },
    ]);
    const newer = await github.createCheck({
      sha,
      name: 'smoke',
      externalId: 'r',
      status: 'queued',
      title: 't',
      summary: 's',
    });
    assert.equal((await github.checksOf(sha, 'smoke'))[0]?.id, newer.id);
    assert.deepEqual(await github.checksOf(sha, 'other'), []);
  });

  it('keeps a draft release, with assets that can be read back whole, in part, and deleted', async () => {
    const { id, assets } = await github.draftRelease('gpu-lease-resnet-7', 'resnet-7');
    assert.deepEqual(assets, []);
    assert.equal((await github.draftRelease('gpu-lease-resnet-7', 'resnet-7')).id, id);
    assert.equal(twin.state.releases.size, 1);
    const asset = await github.uploadAsset(id, 'last.pt', inPieces('abc', 'defgh'), 8);
    assert.deepEqual(await github.releaseAsset(asset.id), asset);
    assert.equal(asset.digest, `sha256:${createHash('sha256').update('abcdefgh').digest('hex')}`);
    assert.deepEqual((await github.draftRelease('gpu-lease-resnet-7', 'resnet-7')).assets, [asset]);
    assert.equal(String(await bytesOf(await github.downloadAsset(asset.id))), 'abcdefgh');
    assert.equal(String(await bytesOf(await github.downloadAsset(asset.id, { from: 2, to: 4 }))), 'cde');
    await assert.rejects(github.uploadAsset(id, 'last.pt', inPieces('x'), 1), {
      code: 'github-refused',
      message: /already_exists/,
    });
    await github.deleteAsset(asset.id);
    await github.deleteAsset(asset.id);
    assert.equal(await github.releaseAsset(asset.id), undefined);
    await assert.rejects(github.downloadAsset(asset.id), { kind: 'refused' });
  });

  it('removes a draft with its assets, and never what somebody published', async () => {
    const { id } = await github.draftRelease('gpu-lease-old', 'old');
    const asset = await github.uploadAsset(id, 'last.pt', inPieces('abc'), 3);
    await github.deleteDraft('gpu-lease-old');
    await github.deleteDraft('gpu-lease-old');
    assert.equal(twin.state.releases.has(id), false);
    assert.equal(await github.releaseAsset(asset.id), undefined);
    const published = await github.draftRelease('gpu-lease-shown', 'shown');
    const release = twin.state.releases.get(published.id);
    if (release) release.isDraft = false;
    await github.deleteDraft('gpu-lease-shown');
    assert.equal(twin.state.releases.has(published.id), true);
    twin.state.releases.delete(published.id);
  });

  it('removes an artifact, and takes one that is gone for removed', async () => {
    const run = twin.startRun({ path: '.github/workflows/train.yml', event: 'workflow_dispatch' });
    const { id } = twin.addArtifact(run, 'kept', Buffer.from('zip'));
    await github.deleteArtifact(id);
    await github.deleteArtifact(id);
    assert.equal(await github.artifact(id), undefined);
  });

  it('takes a release that is already published for the one', async () => {
    const { id } = await github.draftRelease('v1', 'v1');
    const release = twin.state.releases.get(id);
    if (release) release.isDraft = false;
    assert.equal((await github.draftRelease('v1', 'v1')).id, id);
  });

  it('describes itself, its people, its files and its workflows', async () => {
    assert.deepEqual(await github.describe(), {
      visibility: 'public',
      defaultBranch: 'main',
      archived: false,
      ownerType: 'Organization',
    });
    assert.deepEqual(await github.permissionOf('grace'), { permission: 'write', isPerson: true });
    assert.deepEqual(await github.permissionOf('github-actions[bot]'), {
      permission: 'write',
      isPerson: false,
    });
    assert.equal(await github.permissionOf('nobody'), undefined);
    assert.equal(await github.file('.github/workflows/train.yml'), WORKFLOW);
    assert.equal(await github.file('.github/workflows'), undefined);
    assert.equal(await github.file('no/such file#.txt', 'main'), undefined);
    assert.deepEqual(await github.workflows(), [
      { path: '.github/workflows/train.yml', name: 'train', state: 'active' },
      { path: '.github/workflows/push.yml', name: '.github/workflows/push.yml', state: 'active' },
    ]);
  });

  it('counts its requests and knows what is left of the hour', async () => {
    const sent = github.requests();
    await github.describe();
    assert.equal(github.requests(), sent + 1);
    const left = github.remaining();
    assert.equal(
      left?.requests,
      twin.limits.perHour - (twin.server.exchanges.length + twin.uploads.exchanges.length),
    );
    assert.ok(left && left.resetsAt > clock.now());
  });
});

describe('what a branch asks for before a merge', () => {
  it('comes from rulesets and from its own protection, the name and the app of each', async (t) => {
    const { twin, github } = await startClient();
    t.after(() => twin.close());
    twin.state.branches.add('release/1');
    const checks = { strict_required_status_checks_policy: true };
    twin.state.rulesets.push({
      id: 3,
      name: 'all',
      target: 'branch',
      source_type: 'Organization',
      source: 'ada',
      enforcement: 'active',
      conditions: { ref_name: { include: ['~ALL'], exclude: ['refs/heads/dev'] } },
      rules: [
        {
          type: 'required_status_checks',
          parameters: {
            ...checks,
            required_status_checks: [{ context: 'gpu-lease / smoke', integration_id: 15368 }],
          },
        },
        { type: 'non_fast_forward' },
      ],
    });
    twin.state.protections.set('release/1', [{ context: 'lint', app_id: null }]);
    const rules = await github.rulesOfBranch('release/1');
    const required = { name: 'gpu-lease / smoke', by: 'a ruleset of ada', app: 15368 };
    assert.deepEqual(rules, { required: [required], hasQueue: false });
    assert.deepEqual(await github.protectionOfBranch('release/1'), [
      { name: 'lint', by: 'the branch protection', app: undefined },
    ]);
    assert.deepEqual(await github.protectionOfBranch('main'), []);
    assert.deepEqual(await github.protectionOfBranch('gone'), []);
    assert.deepEqual((await github.rulesOfBranch('dev')).required, []);
    twin.state.queues.add('main');
    assert.deepEqual(await Promise.all(['main', 'dev'].map((each) => github.hasMergeQueue(each))), [
      true,
      false,
    ]);
    // The description of REST has nothing of GitHub's other interface.
    said.push(...twin.exchanges().filter(({ request }) => request.path !== '/graphql'));
  });
});

describe("a repository's own runners", () => {
  it('are listed with their versions, to whoever administers it', async (t) => {
    const { twin, github } = await startClient();
    t.after(() => twin.close());
    const usual = { os: 'linux', busy: false, labels: ['self-hosted', 'gpu'] };
    twin.state.runners.push(
      { id: 1, name: 'one', status: 'online', version: '2.336.0', ...usual },
      { id: 2, name: 'two', status: 'offline', version: null, ...usual },
    );
    await assert.rejects(github.ownRunners(), /administration/);
    const token = twin.tokenWith({ administration: 'read' });
    const admin = openGitHub({ ...twin.env, GH_TOKEN: token }, systemClock, AbortSignal.timeout(20_000));
    assert.deepEqual(await admin?.ownRunners(), [
      { name: 'one', isOnline: true, labels: usual.labels, version: '2.336.0' },
      { name: 'two', isOnline: false, labels: usual.labels, version: undefined },
    ]);
    said.push(...twin.exchanges().filter(({ reply }) => reply.status === 200));
  });
});

describe('a private repository below Enterprise', () => {
  it('has environments without rules, whatever was set before it went private', async (t) => {
    const { twin, github } = await startClient({ visibility: 'private', plan: 'team' });
    t.after(() => twin.close());
    twin.addEnvironment('release', { reviewers: ['grace'], adminsBypass: false });
    const environment = await github.environment('release');
    assert.deepEqual(environment?.reviewers, []);
    assert.equal(environment?.adminsBypass, undefined);
    assert.equal((await github.describe()).visibility, 'private');
    said.push(...twin.exchanges());
  });
});

describe('client and twin of GitHub', { skip: missing('github-api') }, () => {
  it('say nothing to each other that the published description does not allow', () => {
    const description = new Description(workflowTool('github-api/api.github.com.json'));
    const violations = said.flatMap((each) => description.violations(each));
    const unexpected = violations.filter(({ call, where, what }) => !isLeftOut(call, where, what));
    assert.deepEqual(unexpected, []);
    assert.ok(said.length > 80, `only ${said.length} exchanges were looked at`);
  });
});

/** Refusals that GitHub gives and its description of these calls leaves out, each by its name. */
const LEFT_OUT: [RegExp, string][] = [
  [/^GET .*\/environments\/[^/]+$/, '404'],
  [/^(GET|DELETE) .*\/actions\/(runs|artifacts)\/\d+$/, '404'],
  [/^GET .*\/workflows\/[^/]+\/runs$/, '404'],
  [/^POST .*\/dispatches$/, '422'],
];

const isLeftOut = (call: string, where: string, what: string): boolean =>
  where === 'status' && LEFT_OUT.some(([known, status]) => known.test(call) && what.startsWith(status));
