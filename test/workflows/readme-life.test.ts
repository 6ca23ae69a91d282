// Over a minute: what the README promises is run by nektos/act, job by job.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { CallerRepository, GATE, inArtifact } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type RunAsked, type RunDone, ThinDriver } from './thin-driver.ts';
import { othersAt, type Reviewers, resultsAt, twinServer } from './twin-server.ts';

const SECRET = newSecret();
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/**
 * The files of `init --github` in one repository: a pull request, then a run whose looks are three workflow runs, one on a machine that
 * disappears and one an attempt 2, then its release. By the thin driver, because act refuses `$/`, gates nothing and loses no
 * machine; act-life.test.ts runs the same files by act, as far as that goes. No runner remembers
 * the one before; hours between them pass in action-witness.test.ts. The box is a loopback one, GitHub its twin; only the
 * bound of a look is shorter than in the README.
 */
describe("the caller's workflow files, from pull request to proof", { skip: missing('git') }, () => {
  const repository = new CallerRepository({ commit: COMMIT, bound: '2s', steps: 120, stepMs: 20 });
  let twin: GitHubTwin;
  let driver: ThinDriver;
  let cloud: LoopbackCloud;
  let answer: Reviewers = () => assert.fail('nobody is to be asked yet');
  let lookedAt: TwinRun;
  let asking: TwinRun;
  let hash = '';

  before(async () => {
    twin = await startGitHubTwin({
      clock: systemClock,
      repository: repository.name,
      git: { [repository.name]: repository.origin },
    });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    const kept = { 'gpu-lease': { GPU_LEASE_SECRET: SECRET }, [GATE]: { GPU_LEASE_SECRET: SECRET } };
    driver = new ThinDriver(
      twinServer(twin, kept, (run, environment) => answer(run, environment)),
      { name: repository.name, origin: repository.origin, secrets: { GPU_LEASE_SECRET: SECRET } },
      { name: 'gpu-lease/gpu-lease', root: installation(), workflows: repositoryRoot },
    );
    cloud = new LoopbackCloud(driver.boxes);
  });

  after(async () => {
    await cloud.destroy();
    driver.remove();
    await twin.close();
    repository.remove();
  });

  const runId = (): string => `tiny-${lookedAt.id}`;

  /** What a chain pauses on a runner before its next look need not pass here. */
  const soon = (inputs: TwinRun['inputs']): TwinRun['inputs'] =>
    /^pause-/.test(String(inputs['wait'])) ? { ...inputs, wait: 'pause-1' } : inputs;

  /** Runs one workflow run of the twin to its end, and tells a reader what came of it. */
  async function go(run: TwinRun, more: Partial<RunAsked> = {}): Promise<RunDone> {
    const done = await driver.run({
      file: run.path,
      event: run.event,
      runId: run.id,
      attempt: run.attempt,
      actor: run.actor,
      triggeringActor: run.triggeringActor,
      ...(run.event === 'workflow_dispatch' && { inputs: soon(run.inputs) }),
      others: othersAt(twin),
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
    const run = twin.startRun({ path: repository.pathOf('smoke'), event: 'pull_request' });
    const sha = repository.head;
    const { number } = twin.addPullRequest({ author: 'ada', headSha: sha });
    const side = { sha, repo: { full_name: repository.name, fork: false } };
    const done = await go(run, { payload: { pull_request: { number, head: side, base: side } } });
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.deepEqual(
      Object.keys(done.jobs),
      ['smoke / smoke', 'smoke / comment', 'smoke'],
      'none is skipped',
    );
    const comments = [...twin.state.comments.values()].map(({ issue, body }) => ({ issue, body }));
    assert.deepEqual(
      comments.map(({ issue }) => issue),
      [number],
    );
    assert.match(comments[0]?.body ?? '', /passed/);
    assert.equal(repository.ledgerRefs(), '');
    assert.deepEqual(await cloud.boxes(), []);
    assert.ok(!logOf(done).includes(SECRET));
  });

  it('a dispatch: smoke, launch, a look that ends at its bound, and the next link of the chain [GH-02]', async () => {
    lookedAt = twin.startRun({
      path: repository.pathOf('train'),
      event: 'workflow_dispatch',
      actor: 'ada',
      triggeringActor: 'ada',
      inputs: { stage: 'train' },
    });
    const done = await go(lookedAt);
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(job(done, 'train').outputs['state'], 'running', logOf(done));
    assert.equal(job(done, 'attest').result, 'skipped', 'nothing is sealed yet');
    assert.ok(done.groups.includes(`gpu-lease-run-${runId()}`), 'one queue for each run');
    assert.equal((await cloud.boxes()).length, 1);
    assert.deepEqual(dispatched().inputs['run'], runId());
    assert.equal(dispatched().inputs['hop'], '1');
  });

  it('the second look is on a machine that disappears: the job fails, the box and the run do not [GH-05]', async () => {
    const second = dispatched();
    const done = await go(second, { lose: { job: 'train / train', when: /main: \d+\/120 steps/ } });
    assert.equal(job(done, 'train / train').result, 'failure', logOf(done));
    assert.equal((await cloud.boxes()).length, 1);
    assert.equal(dispatched().inputs['hop'], '2', 'the chain goes on without it');
  });

  it('the same workflow run as attempt 2 means the same run, rents nothing and starts no second chain', async () => {
    const second = twin.dispatched.at(-2) ?? assert.fail();
    const third = dispatched();
    const done = await go(twin.rerun(second, 'grace'));
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(job(done, 'train').outputs['run'], runId());
    assert.equal((await cloud.boxes()).length, 1);
    assert.equal(dispatched(), third, 'whoever is in the ledger goes on');
  });

  it('a record that was put back meanwhile is refused by the next look, and nothing goes on with it [security 1]', async () => {
    const whole = repository.eventsOf(runId());
    const tip = repository.pushBack(runId(), /^rented/);
    const third = dispatched();
    const done = await go(twin.startRun({ path: third.path, event: third.event, inputs: third.inputs }));
    assert.equal(job(done, 'train / train').result, 'failure', logOf(done));
    assert.equal(job(done, 'train / next').result, 'failure', logOf(done));
    assert.match(logOf(done), /is not whole: it has \d+ events, and artifact gpu-lease-record-\S+ \(\d+\)/);
    assert.equal((await cloud.boxes()).length, 1);
    assert.equal(dispatched(), third, 'no chain goes on with it');
    repository.put(runId(), tip);
    assert.deepEqual(repository.eventsOf(runId()), whole);
  });

  it('the third look sees the end: collected, uploaded, read back, and a release asked for', async () => {
    repository.endTraining();
    hash = cloud.sha256Of('best.safetensors');
    const done = await go(dispatched(), {});
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(job(done, 'train').outputs['state'], 'sealed', logOf(done));
    assert.equal(job(done, 'train').outputs['attest'], JSON.stringify([runId()]));
    assert.equal(job(done, 'attest').result, 'success', 'sealed all the same where nothing can be signed');
    assert.match(logOf(done), /::warning title=not signed::/);
    asking = dispatched();
    assert.equal(asking.path, repository.pathOf('release'), logOf(done));
    assert.equal(asking.inputs['stage'], undefined);
    assert.equal(asking.inputs['lease'], `${runId()}-1`);
  });

  it('the artifact can be downloaded and is what the box had, byte for byte', async () => {
    const [artifact, ...more] = resultsAt(twin);
    assert.deepEqual(more, []);
    const { files, sha256: found } = await inArtifact(
      artifact?.zip ?? assert.fail('no artifact'),
      'best.safetensors',
    );
    assert.equal(found, hash);
    console.log(
      `show: artifact ${artifact?.name}: ${files} files, best.safetensors ${found.slice(0, 12)} as on the box`,
    );
  });

  it('a release is refused while the environment is missing, before any job could make it', async () => {
    const done = await go(asking);
    assert.equal(done.conclusion, 'failure', logOf(done));
    assert.match(logOf(done), /no environment "gpu-lease-release"/);
    assert.ok(!twin.state.environments.has(GATE));
    assert.equal(job(done, 'release / release').result, 'skipped');
    assert.equal((await cloud.boxes()).length, 1);
  });

  it('a release is refused without an approval', async () => {
    twin.addEnvironment(GATE, { reviewers: ['grace'], adminsBypass: false, branches: 'protected' });
    answer = (run, environment) => twin.reject(run, 'grace', environment, 'not before the review');
    const done = await go(again());
    assert.equal(job(done, 'release / gate').result, 'success', logOf(done));
    assert.equal(job(done, 'release / release').result, 'failure');
    assert.equal((await cloud.boxes()).length, 1);
  });

  it('a release that a reviewer approved is done, and proven', async () => {
    answer = (run, environment) => twin.approve(run, 'grace', environment, 'good');
    const done = await go(again());
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(job(done, 'release').outputs['state'], 'released', logOf(done));
    assert.match(logOf(done), /approved by grace/);
    assert.deepEqual(await cloud.boxes(), [], 'nothing is left of the box');
    assert.match(repository.ledgerRefs(), new RegExp(`refs/gpu-lease/archive/\\d+/${runId()}`));
    const told = repository.eventsOf(runId());
    assert.equal(told.filter(({ type }) => type === 'intended').length, 1, 'one box in all');
    assert.ok(told.some(({ type }) => type === 'closed'));
    assert.ok(!told.some(({ type }) => type === 'halted'));
    console.log(
      `show: ${told.length} events in the ledger: ${[...new Set(told.map(({ type }) => type))].join(', ')}`,
    );
  });

  it('the tick after that finds nothing owed', async () => {
    const run = twin.startRun({ path: repository.pathOf('tick'), event: 'schedule' });
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
});
