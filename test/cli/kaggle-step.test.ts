// Over ten seconds: the program starts for each look at a run on Kaggle, and sessions run.
// In turn: a notebook or the trainer of an example, by itself
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { type KagglePlace, kagglePlace } from '../kaggle/kaggle-place.ts';
import { missing } from '../requirement.ts';
import type { JobFile } from '../scenarios/tiny-job.ts';
import { type StepEnd, Workflow } from '../scenarios/workflow-steps.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { deviations } from './json-docs.ts';

const FAILED = 1;
const USAGE = 2;
const INCONCLUSIVE = 3;
const REFUSED = 10;

const pushes = ({ twin }: Pick<KagglePlace, 'twin'>): number =>
  twin.server.exchanges.filter(({ request }) => request.path.endsWith('/SaveKernel')).length;
const failing = (job: JobFile): void => {
  job['run'] = 'exit 7';
};

describe('gpu-lease kaggle step', { skip: missing('git', 'python3'), timeout: 180_000 }, () => {
  it('begins no run unless it is told to, goes on with that whatever is committed since, and ends with 0 once all is sealed', async (t) => {
    const at = await kagglePlace(t);
    const step = (...more: string[]) => at.gpuLease('kaggle', 'step', '--json', ...more);
    const none = await step();
    assert.equal(none.exitCode, INCONCLUSIVE, none.output);
    assert.deepEqual(deviations('kaggle step', at.told(none)), []);
    assert.deepEqual([at.told(none).state, pushes(at)], ['none', 0]);

    const first = await step('--push', 'first');
    assert.equal(first.exitCode, INCONCLUSIVE, first.output);
    const { run, state, kernel } = at.told(first);
    assert.deepEqual([state, kernel], ['pushed', `ada/${run}-1`]);
    writeFileSync(join(at.place.repository, 'more.txt'), 'x');
    at.place.commit();
    await at.twin.session(`${run}-1`).ended();

    const done = await step();
    assert.equal(done.exitCode, 0, done.output);
    assert.deepEqual(deviations('kaggle step', at.told(done)), []);
    assert.deepEqual([at.told(done).run, at.told(done).state, pushes(at)], [run, 'sealed', 1]);
    assert.match(at.told(done).seal, /^[0-9a-f]{64}$/);
  });

  it('pushes nothing where the login may list and push and not read: each push would be one more', async (t) => {
    const at = await kagglePlace(t);
    const { run } = at.told(await at.gpuLease('kaggle', 'push', '--json'));
    const reply = { status: 403, body: { code: 403, message: "Permission 'kernels.get' was denied" } };
    at.twin.server.fail({ path: /GetKernel$/, times: 50, how: { reply } });
    for (const words of [['push'], ['push'], ['step', '--push', 'first'], ['step']]) {
      const outcome = await at.gpuLease('kaggle', ...words);
      assert.equal(outcome.exitCode, REFUSED, outcome.output);
      assert.match(outcome.stderr, new RegExp(`lists session 1 of ${run} and shows no session 1`));
    }
    assert.equal(pushes(at), 1);
  });

  it('takes no run that is not there for one that is to be begun', async (t) => {
    const at = await kagglePlace(t);
    const outcome = await at.gpuLease('kaggle', 'step', 'tiny-kaggle-0123456789ab', '--push', 'first');
    assert.equal(outcome.exitCode, USAGE, outcome.output);
    assert.match(outcome.stderr, /Kaggle has no session of tiny-kaggle-0123456789ab/);
  });
});

async function workflowPlace(t: TestContext, change?: (job: JobFile) => void) {
  const at = await kagglePlace(t, change);
  const github = await startGitHubTwin({ clock: systemClock });
  t.after(() => github.close());
  Object.assign(at.place.env, at.twin.env, { GPU_LEASE_UPLOADS: 'true', GITHUB_JOB: 'kaggle' });
  const workflow = new Workflow(at.place, github);
  const path = '.github/workflows/mine.yml';
  const begun = (event: string) => github.startRun({ path, event, actor: 'ada', triggeringActor: 'ada' });
  /** What the last step of the composite does. */
  const leave = (run: ReturnType<typeof begun>, { outputs }: StepEnd): void => {
    const dir = outputs['record'] ?? '';
    if (dir === '') return;
    const files = readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), 'utf8')]);
    github.addArtifact(run, outputs['record-name'] ?? '', Object.fromEntries(files));
  };
  const stepOf = async (event: string, stage: string, push: string): Promise<StepEnd> => {
    const run = begun(event);
    const end = await workflow.step(run, stage, { push });
    leave(run, end);
    return end;
  };
  const look = (event: string, push: string): Promise<StepEnd> => stepOf(event, 'kaggle', push);
  /** The step after an upload that failed. */
  const failedUpload = (run: string): Promise<StepEnd> => {
    const told = { GPU_LEASE_UPLOAD_OF: `kaggle ${run}`, GPU_LEASE_UPLOAD_OUTCOME: 'failure' };
    Object.assign(at.place.env, told);
    return stepOf('schedule', 'stored', 'next');
  };
  return { ...at, github, look, failedUpload, begun };
}

describe('actions/kaggle', { skip: missing('git', 'python3'), timeout: 180_000 }, () => {
  it('is red once for a session that failed, green with a warning after that, and acts again once there is another', async (t) => {
    const at = await workflowPlace(t, failing);
    const { run = '' } = (await at.look('workflow_dispatch', 'first')).outputs;
    const failed = at.twin.session(`${run}-1`);
    await failed.ended();

    const red = await at.look('schedule', 'next');
    assert.equal(red.exitCode, FAILED, red.output);
    assert.deepEqual(
      [red.outputs['state'], red.outputs['run'], red.outputs['session']],
      ['failed', run, '1'],
    );
    assert.match(red.summary, /kaggle failed[\s\S]*main ended with 7/);
    for (const _again of [1, 2]) {
      const green = await at.look('schedule', 'next');
      assert.equal(green.exitCode, 0, green.output);
      assert.equal(green.outputs['state'], 'failed');
      assert.match(green.summary, /session 1 needs a person[\s\S]*main ended with 7/);
    }
    const byHand = await at.look('workflow_dispatch', 'next');
    assert.equal(byHand.exitCode, FAILED, 'whoever starts it is told');
    const again = await at.look('workflow_dispatch', 'again');
    assert.deepEqual([again.exitCode, again.outputs['session']], [0, '2'], again.output);
    await at.twin.session(`${run}-2`).ended();
    assert.equal((await at.look('schedule', 'next')).exitCode, FAILED, 'of another session nobody was told');
    assert.equal(pushes(at), 2);
  });

  it('waits where the quota has no room, and is no failure', async (t) => {
    const at = await workflowPlace(t, (job) => {
      job['resources'] = { ...job['resources'], gpu: { name: 'T4', count: 2 } };
    });
    at.twin.spend(29.9);
    const end = await at.look('workflow_dispatch', 'first');
    assert.equal(end.exitCode, 0, end.output);
    assert.equal(end.outputs['state'], 'waiting');
    assert.match(end.summary, /no room for the next session now[\s\S]*weekly GPU quota: 29\.9 h of 30\.0 h/);
    assert.equal(pushes(at), 0);
  });

  it('brings what is done and leaves its upload to the next step, again where what was stored is gone, and takes no word of a fork', async (t) => {
    const at = await workflowPlace(t, (job) => {
      job['store'] = ['workflow-artifact'];
    });
    const { run = '' } = (await at.look('workflow_dispatch', 'first')).outputs;
    await at.twin.session(`${run}-1`).ended();
    const found = {
      ...{ format: 'gpu-lease-kaggle-look/1', run, session: 1, version: 1, told: null },
      stored: {
        seal: 'a'.repeat(64),
        store: 'workflow-artifact',
        id: '4711',
        place: 'x',
        digest: 'sha256:1',
      },
    };
    const left = { [`${run}.jsonl`]: `${JSON.stringify(found)}\n` };
    const ofFork = Object.assign(at.begun('pull_request'), { isOfFork: true });
    at.github.addArtifact(ofFork, `gpu-lease-record-${run}`, left);
    const unheard = await at.look('schedule', 'next');
    assert.equal(unheard.outputs['state'], 'sealed', unheard.output);
    assert.doesNotMatch(unheard.output, /what was stored/);
    at.github.addArtifact(at.begun('schedule'), `gpu-lease-record-${run}`, left);
    const end = await at.look('schedule', 'next');
    assert.equal(end.exitCode, 0, end.output);
    assert.match(end.output, /what was stored is not there any more/);
    const { state, upload = '', 'upload-of': of, 'artifact-name': name = '' } = end.outputs;
    assert.deepEqual([state, of], ['sealed', `kaggle ${run}`]);
    assert.match(name, new RegExp(`^gpu-lease-${run}-[0-9a-f]{16}-`));
    assert.match(upload, /\/main\n.*\/\+evidence$/);

    const red = await at.failedUpload(run);
    assert.equal(red.exitCode, REFUSED, red.output);
    assert.match(red.summary, /has no store that takes it[\s\S]*Kaggle keeps the output of its session/);
    const green = await at.failedUpload(run);
    assert.equal(green.exitCode, 0, `tried again, and told once: ${green.output}`);
    assert.equal(green.outputs['state'], 'failed');
  });
});
