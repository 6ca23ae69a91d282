// Over a minute: the workflows are run by nektos/act, job by job.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import type { ActResult } from './act.ts';
import { ActAtTwin } from './act-at-twin.ts';
import { CallerRepository, GATE, inArtifact } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type SuiteRepository, suiteRepository } from './suite-repository.ts';
import { resultsAt } from './twin-server.ts';

const SECRET = newSecret();

/**
 * The README's workflow file by a real executor. act fetches our workflows, actions and program from the twin of GitHub, over git
 * and by the commit that the file pins; the box is a loopback one. Only the bound of a look is shorter than in the README. What
 * act lacks, and is tested by the thin driver instead (readme-life.test.ts), is in docs/decisions/0005-workflow-tools.md.
 */
describe("the caller's workflow files, by act", { skip: missing('act', 'git', 'artifact-client') }, () => {
  let suite: SuiteRepository;
  let repository: CallerRepository;
  let cloud: LoopbackCloud;
  let twin: GitHubTwin;
  let act: ActAtTwin;
  let first: TwinRun;
  let second: TwinRun;
  let asking: TwinRun;

  before(async () => {
    suite = suiteRepository();
    repository = new CallerRepository({ commit: suite.commit, bound: '2s', steps: 40, stepMs: 10 });
    cloud = new LoopbackCloud(join(repository.dir, 'cloud'));
    mkdirSync(cloud.dir);
    twin = await startGitHubTwin({
      clock: systemClock,
      repository: repository.name,
      git: { [repository.name]: repository.origin, [suite.name]: suite.dir },
    });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    act = await ActAtTwin.start(twin, repository, cloud, SECRET);
  });

  after(async () => {
    await cloud.destroy();
    await act.close();
    await twin.close();
    repository.remove();
    suite.remove();
  });

  /** Runs one workflow run of the twin to its end, and tells a reader what came of it. */
  async function go(run: TwinRun, payload?: Record<string, unknown>): Promise<ActResult> {
    const done = await act.run(run, payload);
    const told = Object.entries(done.jobs).map(([job, result]) => {
      const state = done.outputs[job]?.['state'];
      return `${job}: ${result}${state ? ` (${state})` : ''}`;
    });
    console.log(`show: ${run.title.trim()}, by act: ${told.join('; ')}`);
    return done;
  }

  const byAda = (inputs: Record<string, string>): TwinRun =>
    twin.startRun({
      path: repository.pathOf('seal' in inputs ? 'release' : 'train'),
      event: 'workflow_dispatch',
      actor: 'ada',
      triggeringActor: 'ada',
      inputs,
    });
  const bySchedule = (): TwinRun => twin.startRun({ path: repository.pathOf('tick'), event: 'schedule' });
  const dispatched = (): TwinRun => twin.dispatched.at(-1) ?? assert.fail('nothing was dispatched');
  const runOf = ({ id }: TwinRun): string => `tiny-${id}`;
  const told = (done: ActResult): string => done.annotations.map(({ text }) => text).join('\n');

  it('leaves out of our workflows only what act does not know', () => {
    assert.deepEqual(suite.leftOut, ['checkout.ref', 'concurrency.queue', 'environment.deployment']);
  });

  it('a pull request: the smoke and one comment, nothing rented [GH-09]', async () => {
    const run = twin.startRun({ path: repository.pathOf('smoke'), event: 'pull_request' });
    const sha = repository.head;
    const { number } = twin.addPullRequest({ author: 'ada', headSha: sha });
    const side = { sha, repo: { full_name: repository.name, fork: false } };
    const done = await go(run, { number, pull_request: { number, head: side, base: side } });
    assert.deepEqual(done.jobs, { smoke: 'success', comment: 'success' }, done.log);
    const [comment, ...more] = [...twin.state.comments.values()];
    assert.deepEqual(more, []);
    assert.equal(comment?.issue, number);
    assert.match(comment.body, /passed/);
    assert.equal(repository.ledgerRefs(), '');
    assert.deepEqual(await cloud.boxes(), []);
    const fetched = twin.server.exchanges.filter(({ request }) => request.path.startsWith(`/${suite.name}/`));
    assert.ok(fetched.length > 0, 'the workflows came from the repository and the commit that are pinned');
  });

  it('a pull request of a fork and one of Dependabot: the smoke, and its result without a comment, by a token that only reads', async () => {
    for (const [actor, from] of [
      ['eve', 'eve/engine'],
      ['dependabot[bot]', repository.name],
    ] as const) {
      const run = twin.startRun({ path: repository.pathOf('smoke'), event: 'pull_request', actor });
      const { number } = twin.addPullRequest({ author: actor, headSha: repository.head });
      const base = { sha: repository.head, repo: { full_name: repository.name, fork: false } };
      const head = { ...base, repo: { full_name: from, fork: from !== repository.name } };
      const done = await act.run(run, { number, pull_request: { number, head, base } }, 'read');
      assert.deepEqual(done.jobs, { smoke: 'success', comment: 'success' }, done.log);
      assert.match(done.log, /No comment was written: /);
      assert.deepEqual(
        [...twin.state.comments.values()].filter(({ issue }) => issue === number),
        [],
      );
    }
    assert.equal(repository.ledgerRefs(), '');
    assert.deepEqual(await cloud.boxes(), []);
  });

  it('a merge queue: the smoke reports to it, and no comment is tried', async () => {
    const run = twin.startRun({ path: repository.pathOf('smoke'), event: 'merge_group' });
    const before = twin.state.comments.size;
    const done = await go(run, { merge_group: { head_sha: repository.head, base_ref: 'refs/heads/main' } });
    assert.deepEqual(done.jobs, { smoke: 'success' }, done.log);
    assert.equal(twin.state.comments.size, before);
    assert.deepEqual(await cloud.boxes(), []);
  });

  it('a dispatch: smoke, launch, a look that ends at its bound, and the next link of the chain [GH-02]', async () => {
    first = byAda({ stage: 'train' });
    const done = await go(first);
    assert.deepEqual(
      done.jobs,
      { smoke: 'success', open: 'success', train: 'success', next: 'success' },
      done.log,
    );
    assert.equal(done.outputs['train']?.['state'], 'running');
    assert.equal((await cloud.boxes()).length, 1);
    assert.equal(dispatched().inputs['run'], runOf(first));
    assert.equal(dispatched().inputs['hop'], '1');
  });

  it('the run that was dispatched: no smoke again, collected, uploaded, and a release asked for', async () => {
    repository.endTraining();
    const link = dispatched();
    link.inputs['wait'] = 'pause-1';
    const done = await go(link);
    assert.deepEqual(
      done.jobs,
      { pause: 'success', train: 'success', next: 'success', attest: 'success' },
      done.log,
    );
    assert.equal(done.outputs['train']?.['state'], 'sealed', done.log);
    asking = dispatched();
    assert.equal(asking.path, repository.pathOf('release'), done.log);
    assert.equal(asking.inputs['lease'], `${runOf(first)}-1`);
  });

  it('the artifact can be downloaded and is what the box had, byte for byte', async () => {
    const [artifact, ...more] = resultsAt(twin);
    assert.deepEqual(more, []);
    const { files, sha256 } = await inArtifact(await downloaded(artifact?.id ?? 0), 'best.safetensors');
    assert.equal(sha256, cloud.sha256Of('best.safetensors'));
    console.log(
      `show: artifact ${artifact?.name}: ${files} files, best.safetensors ${sha256.slice(0, 12)} as on the box`,
    );
  });

  it('a release is refused while the environment is missing, before the job that names it', async () => {
    const done = await go(asking);
    assert.deepEqual(done.jobs, { gate: 'failure' }, done.log);
    assert.match(told(done), /no environment "gpu-lease-release"/);
    assert.equal((await cloud.boxes()).length, 1);
  });

  it('a release that nobody approved is refused by the stage itself, where the executor holds no job back', async () => {
    twin.addEnvironment(GATE, { reviewers: ['grace'], adminsBypass: false, branches: 'protected' });
    const run = byAda(asking.inputs);
    const done = await go(run);
    assert.deepEqual(done.jobs, { gate: 'success', release: 'failure' }, done.log);
    assert.match(
      told(done),
      new RegExp(`Nobody approved workflow run ${run.id} for the environment "${GATE}"`),
    );
    assert.equal((await cloud.boxes()).length, 1);
  });

  it('a release that a reviewer approved after the gate is done, and proven', async () => {
    const run = byAda(asking.inputs);
    approveAfterGate(run);
    const done = await go(run);
    assert.deepEqual(done.jobs, { gate: 'success', release: 'success' }, done.log);
    assert.equal(done.outputs['release']?.['state'], 'released', done.log);
    assert.match(done.printed, /approved by grace/);
    assert.deepEqual(await cloud.boxes(), [], 'nothing is left of the box');
    assert.match(repository.ledgerRefs(), new RegExp(`refs/gpu-lease/archive/\\d+/${runOf(first)}`));
    const types = repository.eventsOf(runOf(first)).map(({ type }) => type);
    assert.equal(types.filter((type) => type === 'intended').length, 1, 'one box in all');
    assert.ok(types.includes('closed'));
    console.log(`show: ${types.length} events in the ledger: ${[...new Set(types)].join(', ')}`);
  });

  it('the tick after that finds nothing owed, and switches its schedule off', async () => {
    const before = twin.dispatched.length;
    const done = await go(bySchedule());
    assert.deepEqual(done.jobs, { tick: 'success', next: 'success' }, done.log);
    assert.equal(twin.dispatched.length, before, 'nobody is asked and nothing begun');
    assert.equal(twin.state.disabled.get(repository.pathOf('tick')), 'disabled_manually');
    assert.equal(twin.state.disabled.has(repository.pathOf('daily')), false);
    const problems = [...twin.state.issues.values()].filter(({ pullRequest }) => !pullRequest);
    assert.deepEqual(problems, [], 'nobody is written to');
  });

  it('a launch with an approval in advance, of a run that a chain looks after: the schedule came too seldom to be relied upon', async () => {
    repository.holdTraining();
    const before = twin.dispatched.length;
    second = byAda({ stage: 'train', standing: 'L2' });
    approveAfterGate(second);
    const done = await go(second);
    assert.deepEqual(
      done.jobs,
      {
        smoke: 'success',
        open: 'success',
        gate: 'success',
        standing: 'success',
        train: 'success',
        next: 'success',
      },
      done.log,
    );
    assert.equal(done.outputs['train']?.['state'], 'running', done.log);
    assert.equal(done.outputs['next']?.['next'], 'chain');
    assert.equal(twin.dispatched.length, before + 1);
    assert.equal(dispatched().inputs['hop'], '1');
    assert.equal(twin.state.disabled.has(repository.pathOf('tick')), false, 'the schedule looks again');
  });

  it('the tick that sees its end collects it in a job of its own, which releases it on that approval', async () => {
    repository.endTraining();
    const before = twin.dispatched.length;
    const done = await go(bySchedule());
    assert.deepEqual(
      done.jobs,
      { tick: 'success', collect: 'success', next: 'success', attest: 'success' },
      done.log,
    );
    assert.equal(done.outputs['tick']?.['collect'], JSON.stringify([runOf(second)]));
    assert.equal(done.outputs['collect']?.['state'], 'released', done.log);
    assert.equal(resultsAt(twin).length, 2);
    assert.deepEqual(await cloud.boxes(), []);
    assert.equal(twin.dispatched.length, before, 'nobody is asked again');
  });

  /** As a person does: the API gives the address of a storage, which wants no token. */
  async function downloaded(artifact: number): Promise<Buffer> {
    const api = `${twin.url}/repos/${repository.name}/actions/artifacts/${artifact}/zip`;
    const headers = { authorization: `Bearer ${twin.token}` };
    const { headers: answer } = await fetch(api, { headers, redirect: 'manual' });
    const stored = await fetch(answer.get('location') ?? assert.fail('no address'));
    return Buffer.from(await stored.arrayBuffer());
  }

  /** The gate's last question is who has approved so far. From its answer on a reviewer may. */
  function approveAfterGate(run: TwinRun): void {
    const { watch } = twin.server;
    watch.after = (_, { path }) => {
      if (!path.endsWith(`/actions/runs/${run.id}/approvals`)) return;
      delete watch.after;
      twin.enterEnvironment(run, GATE);
      twin.approve(run, 'grace', GATE, 'good');
    };
  }
});
