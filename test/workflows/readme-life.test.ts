import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { systemClock } from '../../src/clock.ts';
import { CALLER_PATH, callerFile } from '../../src/github/caller-file.ts';
import { newSecret } from '../../src/keys.ts';
import { readRecord } from '../../src/platforms/local/box-dir.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { openZip } from '../../src/stores/stored-zip.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { type RunAsked, type RunDone, ThinDriver } from './thin-driver.ts';
import { type Reviewers, twinServer, uploadingTo } from './twin-server.ts';

const SECRET = newSecret();
const NAME = 'ada/engine';
const GATE = 'gpu-lease-release';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/**
 * The file of the README in one repository: a pull request, then a run whose looks are three workflow runs, one on a machine that
 * disappears and one an attempt 2, then its release. By the thin driver, not by act: act refuses `$/`, gates nothing and
 * re-runs nothing. The box is a loopback one, GitHub its twin; only the bound of a look is shorter than in the README.
 */
describe("the README's workflow file, from pull request to proof", { skip: missing('git') }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'gl-life-'));
  const origin = join(dir, 'engine.git');
  let twin: GitHubTwin;
  let driver: ThinDriver;
  let answer: Reviewers = () => assert.fail('nobody is to be asked yet');
  let lookedAt: TwinRun;
  let asking: TwinRun;
  let hash = '';

  before(async () => {
    twin = await startGitHubTwin({ clock: systemClock, repository: NAME, bare: origin });
    const caller = callerFile({
      suite: 'gpu-lease/gpu-lease',
      commit: COMMIT,
      keys: ['RUNPOD_API_KEY'],
    }).replace('with: { run:', 'with: { bound: 2s, run:');
    twin.state.files.set(CALLER_PATH, caller);
    twin.addEnvironment('gpu-lease');
    placeRepository(caller);
    const kept = { 'gpu-lease': { GPU_LEASE_SECRET: SECRET }, [GATE]: { GPU_LEASE_SECRET: SECRET } };
    driver = new ThinDriver(
      twinServer(twin, kept, (run, environment) => answer(run, environment)),
      { name: NAME, origin, secrets: { GPU_LEASE_SECRET: SECRET } },
      { name: 'gpu-lease/gpu-lease', root: installation(), workflows: repositoryRoot },
    );
  });

  after(async () => {
    if (existsSync(driver.boxes))
      for (const name of readdirSync(driver.boxes)) await destroyLocalBox(driver.boxes, name, systemClock);
    driver.remove();
    await twin.close();
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  });

  const endNow = () => join(dir, 'end-now');

  function placeRepository(caller: string): void {
    const work = join(dir, 'work');
    cpSync(join(repositoryRoot, 'examples', 'tiny'), work, { recursive: true });
    const file = join(work, 'gpu-lease.yml');
    const job = parse(readFileSync(file, 'utf8'));
    job.vars = { TINY_STEPS: 120, TINY_STEP_MS: 20, TINY_CKPT_EVERY: 20 };
    job.smoke = { run: 'TINY_STEPS=20 TINY_STEP_MS=0 node train.mjs', timeout: '60s', memory: '512MB' };
    job.smoke.drill = {
      run: 'TINY_STEPS=60 TINY_STEP_MS=10 TINY_CKPT_EVERY=5 node train.mjs',
      timeout: '60s',
    };
    // It does not end before the test says so, however slow this machine is.
    job.run = `node train.mjs && while [ ! -e '${endNow()}' ]; do sleep 0.2; done`;
    job.metrics['total-steps'] = 120;
    job.approval = { environment: GATE };
    delete job.watch.expected;
    writeFileSync(file, stringify(job));
    mkdirSync(dirname(join(work, CALLER_PATH)), { recursive: true });
    writeFileSync(join(work, CALLER_PATH), caller);
    git('-C', work, 'init', '--quiet', '--initial-branch=main');
    git('-C', work, 'add', '--all');
    git(
      '-C',
      work,
      '-c',
      'user.name=Ada',
      '-c',
      'user.email=a@example.org',
      'commit',
      '--quiet',
      '-m',
      'A job',
    );
    git('clone', '--quiet', '--bare', work, origin);
  }

  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', timeout: 30_000 });
  const refs = (): string =>
    git('--git-dir', origin, 'for-each-ref', '--format=%(refname)', 'refs/gpu-lease');
  /** What the cloud holds, by its own record of each box. */
  async function boxes(): Promise<string[]> {
    const there = existsSync(driver.boxes) ? readdirSync(driver.boxes) : [];
    const names = there.filter((name) => !name.startsWith('.'));
    const records = await Promise.all(names.map((name) => readRecord(join(driver.boxes, name))));
    return records.flatMap((record) => (record && record.state !== 'destroyed' ? [record.name] : []));
  }
  const runId = (): string => `tiny-${lookedAt.id}`;

  /** Runs one workflow run of the twin to its end, and tells a reader what came of it. */
  async function go(run: TwinRun, more: Partial<RunAsked> = {}): Promise<RunDone> {
    const done = await driver.run({
      file: CALLER_PATH,
      event: run.event,
      runId: run.id,
      attempt: run.attempt,
      actor: run.actor,
      triggeringActor: run.triggeringActor,
      ...(run.event === 'workflow_dispatch' && { inputs: run.inputs }),
      others: { 'actions/upload-artifact': uploadingTo(twin) },
      ...more,
    });
    Object.assign(run, { status: 'completed', conclusion: done.conclusion });
    const ran = Object.entries(done.jobs).filter(
      ([name, { result }]) => result !== 'skipped' && name.includes('/'),
    );
    const states = ran.map(
      ([name, { result, outputs }]) =>
        `${name}: ${result}${outputs['state'] ? ` (${outputs['state']})` : ''}`,
    );
    console.log(`show: ${done.title.trim()}, attempt ${run.attempt}: ${states.join('; ')}`);
    return done;
  }

  const logOf = (done: RunDone): string =>
    Object.entries(done.jobs)
      .map(([name, { log }]) => `== ${name}\n${log}`)
      .join('\n');

  const job = (done: RunDone, name: string) =>
    done.jobs[name] ?? assert.fail(`no job ${name} in ${logOf(done)}`);

  const dispatched = (): TwinRun => twin.dispatched.at(-1) ?? assert.fail('nothing was dispatched');

  it('a pull request: the smoke and one comment, nothing rented, no secret [GH-09]', async () => {
    const run = twin.startRun({ path: CALLER_PATH, event: 'pull_request' });
    const sha = git('--git-dir', origin, 'rev-parse', 'main').trim();
    const { number } = twin.addPullRequest({ author: 'ada', headSha: sha });
    const side = { sha, repo: { full_name: NAME, fork: false } };
    const done = await go(run, { payload: { pull_request: { number, head: side, base: side } } });
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.deepEqual(
      Object.entries(done.jobs).flatMap(([name, { result }]) => (result === 'skipped' ? [] : [name])),
      ['smoke / smoke', 'smoke / comment', 'smoke'],
    );
    const comments = [...twin.state.comments.values()].map(({ issue, body }) => ({ issue, body }));
    assert.deepEqual(
      comments.map(({ issue }) => issue),
      [number],
    );
    assert.match(comments[0]?.body ?? '', /passed/);
    assert.equal(refs(), '');
    assert.deepEqual(await boxes(), []);
    assert.ok(!logOf(done).includes(SECRET));
  });

  it('a dispatch: smoke, launch, a look that ends at its bound, and the next link of the chain [GH-02]', async () => {
    lookedAt = twin.startRun({
      path: CALLER_PATH,
      event: 'workflow_dispatch',
      actor: 'ada',
      triggeringActor: 'ada',
      inputs: { stage: 'train' },
    });
    const done = await go(lookedAt);
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(job(done, 'train').outputs['state'], 'running', logOf(done));
    assert.ok(done.groups.includes(`gpu-lease-run-${runId()}`), 'one queue for each run');
    assert.equal((await boxes()).length, 1);
    assert.deepEqual(dispatched().inputs['run'], runId());
    assert.equal(dispatched().inputs['hop'], '1');
  });

  it('the second look is on a machine that disappears: the job fails, the box and the run do not [GH-05]', async () => {
    const second = dispatched();
    const done = await go(second, { lose: { job: 'train / train', when: /main: \d+\/120 steps/ } });
    assert.equal(job(done, 'train / train').result, 'failure', logOf(done));
    assert.equal((await boxes()).length, 1);
    assert.equal(dispatched().inputs['hop'], '2', 'the chain goes on without it');
  });

  it('the same workflow run as attempt 2 means the same run, rents nothing and starts no second chain', async () => {
    const second = twin.dispatched.at(-2) ?? assert.fail();
    const third = dispatched();
    const done = await go(twin.rerun(second, 'grace'));
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(job(done, 'train').outputs['run'], runId());
    assert.equal((await boxes()).length, 1);
    assert.equal(dispatched(), third, 'whoever is in the ledger goes on');
  });

  it('the third look sees the end: collected, uploaded, read back, and a release asked for', async () => {
    writeFileSync(endNow(), '');
    hash = hashOf(find(driver.boxes, 'best.safetensors'));
    const done = await go(dispatched(), {});
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(job(done, 'train').outputs['state'], 'sealed', logOf(done));
    asking = dispatched();
    assert.equal(asking.inputs['stage'], 'release', logOf(done));
    assert.equal(asking.inputs['lease'], `${runId()}-1`);
  });

  it('the artifact can be downloaded and is what the box had, byte for byte', async () => {
    const [artifact, ...more] = twin.state.artifacts.values();
    assert.deepEqual(more, []);
    const file = join(dir, 'artifact.zip');
    writeFileSync(file, artifact?.zip ?? '');
    const zip = await openZip(file);
    const entry = zip.entries.find(({ name }) => basename(name) === 'best.safetensors');
    const digest = createHash('sha256');
    await zip.read(entry?.name ?? '', (piece) => digest.update(piece));
    await zip.close();
    const found = digest.digest('hex');
    assert.equal(found, hash);
    console.log(
      `show: artifact ${artifact?.name}: ${zip.entries.length} files, best.safetensors ${found.slice(0, 12)} as on the box`,
    );
  });

  it('a release is refused while the environment is missing, before any job could make it', async () => {
    const done = await go(asking);
    assert.equal(done.conclusion, 'failure', logOf(done));
    assert.match(logOf(done), /no environment "gpu-lease-release"/);
    assert.ok(!twin.state.environments.has(GATE));
    assert.equal(job(done, 'release / release').result, 'skipped');
    assert.equal((await boxes()).length, 1);
  });

  it('a release is refused without an approval', async () => {
    twin.addEnvironment(GATE, { reviewers: ['grace'], adminsBypass: false, branches: 'protected' });
    answer = (run, environment) => twin.reject(run, 'grace', environment, 'not before the review');
    const done = await go(again());
    assert.equal(job(done, 'release / gate').result, 'success', logOf(done));
    assert.equal(job(done, 'release / release').result, 'failure');
    assert.equal((await boxes()).length, 1);
  });

  it('a release that a reviewer approved is done, and proven', async () => {
    answer = (run, environment) => twin.approve(run, 'grace', environment, 'good');
    const done = await go(again());
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(job(done, 'release').outputs['state'], 'released', logOf(done));
    assert.match(logOf(done), /approved by grace/);
    assert.deepEqual(await boxes(), [], 'nothing is left of the box');
    assert.match(refs(), new RegExp(`refs/gpu-lease/archive/\\d+/${runId()}`));
    const told = eventsOf();
    assert.equal(told.filter(({ type }) => type === 'intended').length, 1, 'one box in all');
    assert.ok(told.some(({ type }) => type === 'closed'));
    console.log(
      `show: ${told.length} events in the ledger: ${[...new Set(told.map(({ type }) => type))].join(', ')}`,
    );
  });

  it('the tick after that finds nothing owed', async () => {
    const run = twin.startRun({ path: CALLER_PATH, event: 'schedule' });
    const before = twin.dispatched.length;
    const done = await go(run);
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(job(done, 'tick / tick').result, 'success');
    assert.equal(job(done, 'tick / collect').result, 'skipped');
    assert.equal(twin.dispatched.length, before);
    const problems = [...twin.state.issues.values()].filter(({ pullRequest }) => !pullRequest);
    assert.deepEqual(problems, [], 'nobody is written to');
  });

  /** A person starts the release again, with the inputs of the run that asked. */
  function again(): TwinRun {
    const { path, event, inputs } = asking;
    return twin.startRun({ path, event, inputs, actor: 'ada', triggeringActor: 'ada' });
  }

  function eventsOf(): { type: string }[] {
    const ref = refs()
      .split('\n')
      .find((each) => each.endsWith(`/${runId()}`));
    return git('--git-dir', origin, 'show', `${ref}:events.jsonl`)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }
});

function find(root: string, name: string): string {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find(
    (each) => basename(each) === name,
  );
  return join(root, found ?? assert.fail(`no ${name} below ${root}`));
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
