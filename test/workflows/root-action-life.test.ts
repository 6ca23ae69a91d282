// Over a minute: the example of the root action is run as it stands in its page, by nektos/act and by the thin driver.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { ActAtTwin } from './act-at-twin.ts';
import { CallerRepository, GATE, inArtifact } from './caller-repository.ts';
import { documented } from './documented.ts';
import { forAct } from './for-act.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type SuiteRepository, suiteRepository } from './suite-repository.ts';
import { type RunDone, ThinDriver } from './thin-driver.ts';
import { othersAt, resultsAt, twinServer } from './twin-server.ts';

const SECRET = newSecret();
const SUITE = 'gpu-lease/gpu-lease';
const ADA = { actor: 'ada', triggeringActor: 'ada' };
const PATH = '.github/workflows/mine.yml';
const reviewers = () => ({ reviewers: ['grace'], adminsBypass: false, branches: 'protected' as const });

/** The one workflow of that page with a job of that name, as a reader copies it. */
function example(commit: string): string {
  const [found, ...more] = documented(SUITE, commit).filter(
    ({ page, value }) => page === 'docs/actions.md' && value.jobs?.gate,
  );
  assert.deepEqual(more, []);
  return found?.text ?? assert.fail('no example from smoke to release');
}

const theDispatch = (twin: GitHubTwin, run = ''): TwinRun =>
  twin.startRun({ path: PATH, event: 'workflow_dispatch', ...ADA, inputs: { stage: 'train', run } });
const theRelease = (twin: GitHubTwin): TwinRun => twin.dispatched.at(-1) ?? assert.fail('nobody was asked');

describe("the root action's example, by act", { skip: missing('act', 'git', 'artifact-client') }, () => {
  let suite: SuiteRepository;
  let repository: CallerRepository;
  let cloud: LoopbackCloud;
  let twin: GitHubTwin;
  let act: ActAtTwin;

  before(async () => {
    suite = suiteRepository();
    const { text, leftOut } = forAct(example(suite.commit), `${SUITE}@${suite.commit}`);
    assert.deepEqual(leftOut, ['concurrency.queue']);
    const files = [{ path: PATH, text }];
    repository = new CallerRepository({ commit: suite.commit, bound: '', steps: 40, stepMs: 0, files });
    cloud = new LoopbackCloud(join(repository.dir, 'cloud'));
    mkdirSync(cloud.dir);
    const git = { [repository.name]: repository.origin, [suite.name]: suite.dir };
    twin = await startGitHubTwin({ clock: systemClock, repository: repository.name, git });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    twin.addEnvironment(GATE, reviewers());
    act = await ActAtTwin.start(twin, repository, cloud, SECRET);
    repository.endTraining();
  });

  after(async () => {
    await cloud?.destroy();
    await act?.close();
    await twin?.close();
    repository?.remove();
    suite?.remove();
  });

  let trained: TwinRun;

  it('goes from smoke to sealed, and asks in a dispatch of its own', async () => {
    trained = theDispatch(twin);
    const done = await act.run(trained);
    assert.deepEqual(done.jobs, { smoke: 'success', train: 'success', ask: 'success' }, done.log);
    assert.equal(theRelease(twin).inputs['run'], `tiny-${trained.id}`, done.log);
    const [artifact, ...more] = resultsAt(twin);
    assert.deepEqual(more, []);
    const { sha256 } = await inArtifact(artifact?.zip ?? assert.fail('no artifact'), 'best.safetensors');
    assert.equal(sha256, cloud.sha256Of('best.safetensors'), 'byte for byte as on the box');
  });

  it('releases once a reviewer approved that', async () => {
    const run = theRelease(twin);
    // The gate's last question is who has approved so far. From its answer on a reviewer may.
    twin.server.watch.after = (_, { path }) => {
      if (!path.endsWith(`/actions/runs/${run.id}/approvals`)) return;
      delete twin.server.watch.after;
      twin.enterEnvironment(run, GATE);
      twin.approve(run, 'grace', GATE, 'good');
    };
    const done = await act.run(run);
    assert.deepEqual(done.jobs, { gate: 'success', release: 'success' }, done.log);
    assert.equal(done.outputs['release']?.['state'], 'released', done.log);
    assert.deepEqual(await cloud.boxes(), []);
    const told = repository.eventsOf(`tiny-${trained.id}`);
    assert.equal(told.filter(({ type }) => type === 'intended').length, 1);
    console.log(`show: the root action's example, by act: from smoke to released, ${told.length} events`);
  });
});

/** Each job with a token of what it grants itself and with the secrets of its environment alone, and a gate that holds it back. */
describe("the root action's example, each job by its own permissions", { skip: missing('git') }, () => {
  const COMMIT = '0123456789abcdef0123456789abcdef01234567';
  let repository: CallerRepository;
  let twin: GitHubTwin;
  let driver: ThinDriver;
  let cloud: LoopbackCloud;
  const asked: string[] = [];

  before(async () => {
    // The one thing that is changed: a look ends before the training does.
    const text = example(COMMIT).replace('bound: 60min', 'bound: 3s');
    const files = [{ path: PATH, text }];
    repository = new CallerRepository({ commit: COMMIT, bound: '', steps: 40, stepMs: 0, files });
    const { name, origin } = repository;
    twin = await startGitHubTwin({ clock: systemClock, repository: name, git: { [name]: origin } });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    twin.addEnvironment(GATE, reviewers());
    const kept = { 'gpu-lease': { GPU_LEASE_SECRET: SECRET }, [GATE]: { GPU_LEASE_SECRET: SECRET } };
    driver = new ThinDriver(
      twinServer(twin, kept, (run, environment) => {
        asked.push(environment);
        twin.approve(run, 'grace', environment);
      }),
      { name, origin, secrets: {} },
      { name: SUITE, root: installation(), workflows: repositoryRoot },
    );
    cloud = new LoopbackCloud(driver.boxes);
  });

  after(async () => {
    await cloud?.destroy();
    driver?.remove();
    await twin?.close();
    repository?.remove();
  });

  async function go(run: TwinRun): Promise<RunDone> {
    const { path: file, event, actor, triggeringActor, attempt } = run;
    const done = await driver.run({
      ...{ file, event, actor, triggeringActor, attempt, runId: run.id },
      inputs: run.inputs as Record<string, string>,
      others: othersAt(twin),
    });
    Object.assign(run, { status: 'completed', conclusion: done.conclusion });
    return done;
  }

  const results = ({ jobs }: RunDone) =>
    Object.fromEntries(Object.entries(jobs).map(([name, { result }]) => [name, result]));
  const logOf = ({ jobs }: RunDone): string =>
    Object.entries(jobs)
      .map(([name, { log }]) => `== ${name}\n${log}`)
      .join('\n');
  const outputsOf = (done: RunDone, job: string) => (done.jobs[job] ?? assert.fail(logOf(done))).outputs;

  let first: TwinRun;

  it('ends green while the training goes on, says which run it is, and asks nobody', async () => {
    first = theDispatch(twin);
    const done = await go(first);
    assert.deepEqual(
      results(done),
      { smoke: 'success', train: 'success', ask: 'skipped', gate: 'skipped', release: 'skipped' },
      logOf(done),
    );
    assert.equal((await cloud.boxes()).length, 1);
    assert.deepEqual(asked, []);
    assert.equal(outputsOf(done, 'train')['state'], 'running');
    assert.equal(outputsOf(done, 'train')['run'], `tiny-${first.id}`);
  });

  it('started again with that id goes on with the same box until it is sealed, and asks', async () => {
    repository.endTraining();
    const done = await go(theDispatch(twin, `tiny-${first.id}`));
    assert.deepEqual(
      results(done),
      { smoke: 'success', train: 'success', ask: 'success', gate: 'skipped', release: 'skipped' },
      logOf(done),
    );
    assert.match(outputsOf(done, 'train')['artifact-url'] ?? '', /\/artifacts\/\d+$/);
    assert.deepEqual(asked, []);
    assert.equal((await cloud.boxes()).length, 1);
  });

  it('waits for its reviewer, and releases', async () => {
    const done = await go(Object.assign(theRelease(twin), ADA));
    assert.deepEqual(
      results(done),
      { smoke: 'skipped', train: 'skipped', ask: 'skipped', gate: 'success', release: 'success' },
      logOf(done),
    );
    assert.deepEqual(asked, [GATE]);
    assert.deepEqual(await cloud.boxes(), []);
    const told = repository.eventsOf(`tiny-${first.id}`);
    assert.equal(told.filter(({ type }) => type === 'intended').length, 1);
    assert.ok(told.some(({ type }) => type === 'closed'));
  });
});
