import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { git } from '../ledger/git-fixture.ts';
import { missing } from '../requirement.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';

async function start(
  t: Pick<TestContext, 'after'>,
  options: Partial<Parameters<typeof startGitHubTwin>[0]> = {},
) {
  const clock = new SkippingClock(0);
  const twin = await startGitHubTwin({ clock, ...options });
  t.after(() => twin.close());
  return { clock, twin };
}

/** As the ledger does it: the token by environment, never in an argument. */
async function pushed(work: string, twin: GitHubTwin, token: string | undefined, ...args: string[]) {
  const login = Buffer.from(`x-access-token:${token}`).toString('base64');
  const header = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${login}`,
  };
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    ...(token ? header : {}),
  };
  const url = `${twin.url}/${twin.state.repository}.git`;
  const whole = args.map((each) => each.replace('REMOTE', url));
  return promisify(execFile)('git', ['-C', work, ...whole], { env, timeout: 20_000 });
}

describe("the twin's git", { skip: missing('git') }, () => {
  it('takes a push with contents: write only, shows a private repository to nobody else, and a public one of others to all', async (t) => {
    const root = mkdtempSync(join(tmpdir(), 'github-twin-'));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    const bare = join(root, 'engine.git');
    const work = join(root, 'work');
    git(root, 'init', '-q', '--bare', bare);
    git(bare, 'config', 'http.receivepack', 'true');
    git(root, 'init', '-q', work);
    writeFileSync(join(work, 'run.json'), '{}');
    git(work, 'add', '.');
    git(work, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x');
    const { twin } = await start(t, {
      git: { 'ada/engine': bare, 'others/suite': bare },
      visibility: 'private',
    });
    const push = ['push', '-q', 'REMOTE', 'HEAD:refs/gpu-lease/runs/x'];
    const reader = twin.tokenWith({ contents: 'read' });
    await assert.rejects(pushed(work, twin, reader, ...push), /403/);
    await assert.rejects(pushed(work, twin, undefined, ...push), /could not read Username|Authentication/);
    await pushed(work, twin, twin.token, ...push);
    const { stdout } = await pushed(work, twin, reader, 'ls-remote', 'REMOTE');
    assert.match(stdout, /refs\/gpu-lease\/runs\/x/);
    await assert.rejects(pushed(work, twin, undefined, 'ls-remote', 'REMOTE'), /Username|Authentication/);
    const of = (name: string) => ['ls-remote', `${twin.url}/${name}.git`];
    await pushed(work, twin, undefined, ...of('others/suite'));
    await assert.rejects(
      pushed(work, twin, twin.token, 'push', `${twin.url}/others/suite.git`, 'HEAD:refs/x/y'),
      /403/,
    );
    await assert.rejects(pushed(work, twin, twin.token, ...of('others/nothing')), /not found/);
    assert.deepEqual(twin.exchanges(), []);
  });
});

describe("the twin's environments", () => {
  it('come into being without rules when a job names one that is not there', async (t) => {
    const { twin } = await start(t);
    const run = twin.startRun({ path: 'x.yml', event: 'push' });
    assert.equal(twin.enterEnvironment(run, 'typo'), 'passes');
    assert.deepEqual(twin.state.environments.get('typo')?.reviewers, []);
  });

  it('hold nobody in a private repository below Enterprise', async (t) => {
    const { twin } = await start(t, { visibility: 'private', plan: 'team' });
    twin.addEnvironment('release', { reviewers: ['grace'] });
    assert.equal(twin.enterEnvironment(twin.startRun({ path: 'x.yml', event: 'push' }), 'release'), 'passes');
  });

  it('with a wait timer hold a job until it is over by the clock, and with reviewers until both have let it go', async (t) => {
    const { twin, clock } = await start(t);
    twin.addEnvironment('later', { waitMinutes: 10 });
    const run = twin.startRun({ path: 'x.yml', event: 'push' });
    assert.equal(twin.enterEnvironment(run, 'later'), 'waits');
    clock.pass(595);
    assert.equal(twin.isHeld(run, 'later'), true);
    assert.equal(run.status, 'waiting');
    clock.pass(10);
    assert.equal(twin.isHeld(run, 'later'), false);
    assert.equal(run.status, 'in_progress');
    twin.addEnvironment('both', { waitMinutes: 10, reviewers: ['grace'] });
    twin.enterEnvironment(run, 'both');
    twin.approve(run, 'grace', 'both');
    assert.equal(twin.isHeld(run, 'both'), true, 'the timer runs');
    clock.pass(600);
    assert.equal(twin.isHeld(run, 'both'), false);
    twin.enterEnvironment(run, 'both');
    clock.pass(700);
    assert.equal(twin.isHeld(run, 'both'), true, 'nobody approved');
    twin.approve(run, 'grace', 'both');
    assert.equal(twin.isHeld(run, 'both'), false);
  });

  it('let a member of a reviewing team approve, an admin pass, and a rejection end the run', async (t) => {
    const { twin } = await start(t);
    twin.state.teams.set('owners', ['edsger']);
    twin.addEnvironment('release', { reviewers: ['team:owners'] });
    twin.addEnvironment('strict', { reviewers: ['grace'], adminsBypass: false });
    const run = twin.startRun({ path: 'x.yml', event: 'push' });
    twin.enterEnvironment(run, 'release');
    twin.approve(run, 'edsger', 'release');
    assert.equal(run.status, 'in_progress');
    twin.enterEnvironment(run, 'release');
    assert.throws(() => twin.bypass(run, 'grace', 'release'), /may not bypass/);
    twin.bypass(run, 'ada', 'release');
    assert.equal(run.reviews.length, 1);
    twin.enterEnvironment(run, 'strict');
    assert.throws(() => twin.bypass(run, 'ada', 'strict'), /may not bypass/);
    twin.reject(run, 'grace', 'strict', 'no');
    assert.deepEqual([run.status, run.conclusion], ['completed', 'failure']);
  });
});

describe("the twin's runs and links", () => {
  it('can be run again fifty times', async (t) => {
    const { twin } = await start(t);
    const run = twin.startRun({ path: 'x.yml', event: 'push' });
    assert.throws(() => twin.rerun(run, 'ada'), /has not finished/);
    for (let i = 0; i < 50; i += 1) {
      run.status = 'completed';
      twin.rerun(run, 'ada');
    }
    run.status = 'completed';
    assert.throws(() => twin.rerun(run, 'ada'), /50 times/);
  });

  it('live for a minute, and refuse whoever brings a token along', async (t) => {
    const { twin, clock } = await start(t);
    const link = twin.storage.signed(Buffer.from('abc'), 'x');
    assert.equal(await (await fetch(link)).text(), 'abc');
    assert.equal((await fetch(link, { headers: { authorization: 'token x' } })).status, 400);
    assert.equal((await fetch(link, { headers: { range: 'bytes=9-' } })).status, 416);
    clock.pass(120);
    assert.equal((await fetch(link)).status, 403);
  });
});
