// Over ten seconds: the workflow of a standing approval is run by nektos/act, job by job.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { CallerRepository, GATE } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type RunDone, ThinDriver } from './thin-driver.ts';
import { othersAt, type Reviewers, resultsAt, twinServer } from './twin-server.ts';

const SECRET = newSecret();
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/**
 * The same files as in readme-life.test.ts, started with an approval in advance. The secret lies in the two environments only, as
 * the quick start has it: a job that needs it and names neither finds it empty.
 */
describe('a dispatch with an approval in advance', { skip: missing('git'), timeout: 900_000 }, () => {
  const repository = new CallerRepository({ commit: COMMIT, bound: '2min', steps: 120, stepMs: 10 });
  let twin: GitHubTwin;
  let driver: ThinDriver;
  let cloud: LoopbackCloud;
  let answer: Reviewers = () => assert.fail('nobody is to be asked yet');

  before(async () => {
    const { name, origin } = repository;
    twin = await startGitHubTwin({ clock: systemClock, repository: name, git: { [name]: origin } });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    const kept = { 'gpu-lease': { GPU_LEASE_SECRET: SECRET }, [GATE]: { GPU_LEASE_SECRET: SECRET } };
    driver = new ThinDriver(
      twinServer(twin, kept, (run, environment) => answer(run, environment)),
      { name, origin, secrets: {} },
      { name: 'gpu-lease/gpu-lease', root: installation(), workflows: repositoryRoot },
    );
    cloud = new LoopbackCloud(driver.boxes);
    repository.endTraining();
  });

  after(async () => {
    await cloud.destroy();
    driver.remove();
    await twin.close();
    repository.remove();
  });

  async function dispatch(
    inputs: Record<string, string>,
    path = repository.pathOf('train'),
  ): Promise<{ run: TwinRun; done: RunDone }> {
    const who = { actor: 'ada', triggeringActor: 'ada' };
    const run = twin.startRun({
      path,
      event: 'workflow_dispatch',
      ...who,
      inputs,
    });
    const done = await driver.run({
      file: run.path,
      event: run.event,
      runId: run.id,
      attempt: run.attempt,
      ...who,
      inputs: run.inputs as Record<string, string>,
      others: othersAt(twin),
    });
    Object.assign(run, { status: 'completed', conclusion: done.conclusion });
    return { run, done };
  }

  const asked = { stage: 'train', standing: 'L2' };
  const logOf = (done: RunDone): string =>
    Object.entries(done.jobs)
      .map(([name, { log }]) => `== ${name}\n${log}`)
      .join('\n');
  const results = ({ jobs }: RunDone, ...names: string[]) =>
    names.map((name) => jobs[`train / ${name}`]?.result);

  it('is refused while the environment is missing, before any job could make it [P5-11]', async () => {
    const { done } = await dispatch(asked);
    assert.equal(done.conclusion, 'failure', logOf(done));
    assert.match(logOf(done), /no environment "gpu-lease-release"/);
    assert.deepEqual(results(done, 'gate', 'standing', 'train'), ['failure', 'skipped', 'skipped']);
    assert.ok(!twin.state.environments.has(GATE));
    assert.deepEqual(await cloud.boxes(), []);
  });

  it('rents nothing when its reviewer says no [P5-11]', async () => {
    twin.addEnvironment(GATE, { reviewers: ['grace'], adminsBypass: false, branches: 'protected' });
    answer = (run, environment) => twin.reject(run, 'grace', environment, 'not this one');
    const { done } = await dispatch(asked);
    assert.match(done.title, /standing L2/, 'its reviewer reads what is approved');
    assert.deepEqual(results(done, 'gate', 'standing', 'train'), ['success', 'failure', 'skipped']);
    assert.deepEqual(await cloud.boxes(), []);
  });

  it('once approved is trained, sealed and released in that workflow run, and nobody is asked again [GH-03] [P5-11] [P5-13]', async () => {
    const before = twin.dispatched.length;
    let words = 0;
    answer = (run, environment) => {
      words += 1;
      twin.approve(run, 'grace', environment);
    };
    const { run, done } = await dispatch(asked);
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.match(
      done.jobs['train / gate']?.summary ?? '',
      /what is sealed at L2 or better with nothing missing/,
    );
    assert.equal(done.jobs['train / train']?.outputs['state'], 'released', logOf(done));
    assert.equal(words, 1);
    assert.deepEqual(await cloud.boxes(), [], 'nothing is left of the box');
    const told = repository.eventsOf(`tiny-${run.id}`);
    const approvals = told.flatMap((event) =>
      /approved$/.test(event.type) ? [event as { type: string; person?: string; via?: string }] : [],
    );
    assert.deepEqual(
      approvals.map(({ type, person, via }) => [type, person, via]),
      [
        ['standing-approved', 'grace', 'environment'],
        ['approved', 'grace', 'standing'],
      ],
    );
    assert.ok(told.some(({ type }) => type === 'closed'));
    assert.equal(twin.dispatched.length, before, 'no release is asked for');
    assert.equal(resultsAt(twin).length, 1);
  });

  it('is nothing that a train without it waits for: its release is asked for, in the environment [P5-11]', async () => {
    answer = () => assert.fail('nobody is to be asked before the launch');
    const { run, done } = await dispatch({ stage: 'train', standing: '' });
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.deepEqual(results(done, 'gate', 'standing', 'train'), ['skipped', 'skipped', 'success']);
    assert.equal(done.jobs['train / train']?.outputs['state'], 'sealed', logOf(done));
    assert.equal((await cloud.boxes()).length, 1, 'held until its release is approved');
    const release = twin.dispatched.at(-1);
    assert.deepEqual(
      [release?.path, release?.inputs['run']],
      [repository.pathOf('release'), `tiny-${run.id}`],
    );

    answer = (waiting, environment) => twin.approve(waiting, 'grace', environment);
    const { done: released } = await dispatch(release?.inputs as Record<string, string>, release?.path);
    assert.equal(released.conclusion, 'success', logOf(released));
    assert.deepEqual(await cloud.boxes(), []);
  });
});
