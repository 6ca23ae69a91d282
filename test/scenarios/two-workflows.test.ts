// Over ten seconds: two workflows meet over one run, in real processes.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { Place } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';
import { assertWellEnded } from './whole-life.ts';
import { Workflow } from './workflow-steps.ts';

const ENVIRONMENT = 'gpu-release';
const INTERRUPTED = 130;

describe('two workflow runs on one lease', { timeout: 600_000 }, () => {
  let place: Place;
  let github: GitHubTwin;
  let workflow: Workflow;

  beforeEach(async () => {
    place = new Place();
    placeTinyJob(place, (job) => {
      job['approval'] = { environment: ENVIRONMENT };
      job['store'] = 'none';
    });
    github = await startGitHubTwin({ clock: systemClock });
    github.addEnvironment(ENVIRONMENT, { reviewers: ['grace'], adminsBypass: false });
    workflow = new Workflow(place, github);
  });
  afterEach(async () => {
    await place?.end();
    await github?.close();
  });

  const startRun = (file: string, over: Partial<TwinRun> = {}): TwinRun =>
    github.startRun({ path: `.github/workflows/${file}`, event: 'workflow_dispatch', ...over });
  const id = () => onlyStory(place).run.id;

  /** The smoked run of a first workflow run, ready for its launch. */
  async function smoked(): Promise<TwinRun> {
    const run = startRun('train.yml');
    const smoke = await workflow.step(run, 'smoke');
    assert.equal(smoke.exitCode, 0, smoke.output);
    return run;
  }

  async function sealed(): Promise<void> {
    const whole = await workflow.terminal(['run']);
    assert.equal(whole.exitCode, 0, whole.output);
    assert.equal(onlyStory(place).run.seal?.verified, onlyStory(place).run.seal?.roster);
  }

  /** Started by hand for what is held, and approved by its reviewer. */
  function approvedRelease(): TwinRun {
    const { run } = onlyStory(place);
    const lease = run.leases[0]?.name ?? '';
    const seal = run.seal?.seal ?? '';
    const inputs = { run: run.id, lease, seal };
    const made = startRun('release.yml', { title: `release ${lease} ${seal}`, inputs });
    assert.equal(github.enterEnvironment(made, ENVIRONMENT), 'waits');
    github.approve(made, 'grace', ENVIRONMENT);
    return made;
  }

  it('that both launch rent one box and start the trainer once [GH-04] [P3-02]', async () => {
    const first = await smoked();
    const second = startRun('train.yml');
    const ends = await Promise.all(
      [first, second].map((run) => workflow.step(run, 'launch', { run: id(), bound: '2min' })),
    );
    for (const end of ends) {
      assert.equal(end.exitCode, 0, end.output);
      assert.equal(end.outputs['run'], id());
    }
    const story = onlyStory(place);
    for (const type of ['intended', 'rented', 'reachable', 'started'] as const)
      assert.equal(ofType(story, type).length, 1, type);
    assert.equal(place.boxes().length, 1);
  });

  it('of which one watches while the schedule ticks lose nothing and do nothing twice [GH-04] [GH-02]', async () => {
    const first = await smoked();
    const launch = await workflow.step(first, 'launch', { bound: '2min' });
    assert.equal(launch.exitCode, 0, launch.output);
    const scheduled = startRun('tick.yml', { event: 'schedule', actor: 'github-actions[bot]' });
    const [watch, tick] = await Promise.all([
      workflow.step(first, 'watch', { bound: '2min' }),
      workflow.script(scheduled, ['tick', '--bound', '1min']),
    ]);
    assert.equal(watch.exitCode, 0, watch.output);
    assert.equal(tick.exitCode, 0, tick.output);
    const collect = await workflow.step(first, 'collect');
    assert.equal(collect.exitCode, 0, collect.output);
    const story = onlyStory(place);
    assert.deepEqual(story.run.ignored, []);
    for (const type of ['intended', 'started', 'cell-ended', 'sealed'] as const)
      assert.equal(ofType(story, type).length, 1, type);
    assert.equal(story.run.seal?.verified, story.run.seal?.roster);
  });

  it('that both release, each with its own approval, carry out its verb once [GH-04] [P5-13]', async () => {
    await sealed();
    const runs = [approvedRelease(), approvedRelease()];
    const ends = await Promise.all(
      runs.map((run) => workflow.step(run, 'release', { run: id(), environment: ENVIRONMENT })),
    );
    for (const end of ends) {
      assert.equal(end.exitCode, 0, end.output);
      assert.equal(end.outputs['state'], 'released', end.output);
    }
    const story = onlyStory(place);
    assert.equal(ofType(story, 'releasing').length, 1);
    assert.equal(ofType(story, 'closed').length, 1);
    assert.ok(
      ofType(story, 'approved').every(({ via, person }) => via === 'environment' && person === 'grace'),
    );
    await assertWellEnded(place, { boxes: 1, starts: 1 });
  });

  it('of which one is cancelled while it releases leave nothing half done [GH-07] [GH-04] [P5-13]', async () => {
    await sealed();
    const cancelled = workflow.begin(approvedRelease(), 'release', { run: id(), environment: ENVIRONMENT });
    await cancelled.says(/approved by grace/);
    cancelled.child.kill('SIGINT');
    const other = workflow.step(approvedRelease(), 'release', { run: id(), environment: ENVIRONMENT });
    const [first, second] = await Promise.all([cancelled.ended, other]);
    assert.ok([INTERRUPTED, 0].includes(first.exitCode ?? -1), first.output);
    assert.notEqual(first.outputs['state'], undefined, 'outputs are set although it was cancelled');
    assert.equal(second.exitCode, 0, second.output);
    assert.equal(second.outputs['state'], 'released');
    assert.equal(ofType(onlyStory(place), 'releasing').length, 1);
    await assertWellEnded(place, { boxes: 1, starts: 1 });
  });
});
