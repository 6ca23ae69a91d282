// Over ten seconds: a repository that is called and laid out unlike the others is run by nektos/act, job by job.
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
import { ActAtTwin } from './act-at-twin.ts';
import { CallerRepository, GATE, inArtifact } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type SuiteRepository, suiteRepository } from './suite-repository.ts';
import { resultsAt } from './twin-server.ts';

const ADA = { actor: 'ada', triggeringActor: 'ada' };

describe('a repository with dots and capitals in its name, another default branch and its job file in a folder, by act', {
  skip: missing('act', 'git', 'artifact-client'),
}, () => {
  let suite: SuiteRepository;
  let repository: CallerRepository;
  let cloud: LoopbackCloud;
  let twin: GitHubTwin;
  let act: ActAtTwin;
  let trained: TwinRun;

  before(async () => {
    suite = suiteRepository();
    repository = new CallerRepository({
      ...{ commit: suite.commit, bound: '2s', steps: 40, stepMs: 0 },
      ...{ name: 'Ada.Lab/My.Engine_2', branch: 'trunk', job: 'research/spirals/tiny.yml' },
      change(job) {
        job['smoke'].drill = 'none';
      },
    });
    cloud = new LoopbackCloud(join(repository.dir, 'cloud'));
    mkdirSync(cloud.dir);
    twin = await startGitHubTwin({
      clock: systemClock,
      repository: repository.name,
      defaultBranch: repository.branch,
      git: { [repository.name]: repository.origin, [suite.name]: suite.dir },
    });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    for (const waitMinutes of [1, 2, 10])
      twin.addEnvironment(`gpu-lease-wait-${waitMinutes}`, { waitMinutes });
    twin.addEnvironment(GATE, { reviewers: ['grace'], adminsBypass: false, branches: 'protected' });
    act = await ActAtTwin.start(twin, repository, cloud, newSecret());
  });

  after(async () => {
    await cloud?.destroy();
    await act?.close();
    await twin?.close();
    repository?.remove();
    suite?.remove();
  });

  const byHand = (is: 'train' | 'tick', inputs: Record<string, string> = {}): TwinRun =>
    twin.startRun({ path: repository.pathOf(is), event: 'workflow_dispatch', ...ADA, inputs });

  it('begins its training by a dispatch', async () => {
    trained = byHand('train', { stage: 'train' });
    const done = await act.run(trained);
    assert.equal(done.outputs['train']?.['state'], 'running', done.log);
    assert.deepEqual(await cloud.boxes(), [`tiny-${trained.id}-1`]);
  });

  it('gets another box with the same code from a tick by dispatch, after the first one was lost', async () => {
    await cloud.destroy();
    const done = await act.run(byHand('tick'));
    assert.equal(done.jobs['tick'], 'success', done.log);
    assert.deepEqual(await cloud.boxes(), [`tiny-${trained.id}-2`], done.log);
  });

  it('is sealed by a link of its chain that waits in an environment with a timer, and asks on its own branch', async () => {
    repository.endTraining();
    const link = twin.dispatched.findLast(({ path }) => path === repository.pathOf('train'));
    if (!link) throw new Error('the chain does not go on');
    assert.match(link.inputs['wait'] ?? '', /^gpu-lease-wait-[12]$/);
    // act starts the job that waits at once: what is seen here is that nothing of the look comes before it.
    const done = await act.run(link);
    const all = { wait: 'success', train: 'success', next: 'success', attest: 'success' };
    assert.deepEqual(done.jobs, all, done.log);
    assert.ok(done.log.indexOf('"jobResult":"success"') < done.log.indexOf('actions/launch@'), done.log);
    assert.equal(done.outputs['train']?.['state'], 'sealed', done.log);
    const release = twin.dispatched.at(-1);
    assert.deepEqual([release?.path, release?.headBranch], [repository.pathOf('release'), 'trunk'], done.log);
    const [artifact] = resultsAt(twin);
    const { sha256 } = await inArtifact(artifact?.zip ?? assert.fail('no artifact'), 'best.safetensors');
    assert.equal(sha256, cloud.sha256Of('best.safetensors'));
  });
});
