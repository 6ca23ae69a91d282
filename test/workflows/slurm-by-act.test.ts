// Over ten seconds: a real Slurm is trained on, the caller's files run by nektos/act.
// In turn: a workflow beside the README's, by act
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { ActAtTwin } from './act-at-twin.ts';
import { CallerRepository } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type SuiteRepository, suiteRepository } from './suite-repository.ts';

/** A cluster that a workflow knows by two secrets: the key of a person, and the host key of its login node. */
describe('a Slurm cluster, by act', {
  skip: missing('act', 'git', 'artifact-client', 'slurm', 'sshd', 'testbed'),
  timeout: 500_000,
}, () => {
  let suite: SuiteRepository;
  let repository: CallerRepository;
  let bed: SlurmTestbed;
  let twin: GitHubTwin;
  let act: ActAtTwin;

  before(async () => {
    suite = suiteRepository();
    bed = await slurmTestbed({ acct: 'none' });
    repository = new CallerRepository({
      ...{ commit: suite.commit, bound: '60s', steps: 40, stepMs: 10 },
      keys: ['GPU_LEASE_SSH_KEY', 'GPU_LEASE_KNOWN_HOSTS'],
      change: (job) => {
        const queue = `ssh://${bed.user}@127.0.0.1:${bed.box.port}`;
        job['candidates'] = [{ platform: 'slurm', queue, slurm: { time: '10min', cpus: 1 } }];
      },
    });
    repository.endTraining();
    twin = await startGitHubTwin({
      clock: systemClock,
      repository: repository.name,
      git: { [repository.name]: repository.origin, [suite.name]: suite.dir },
    });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    const { name, branch, clone, signer } = repository;
    const secrets = { GPU_LEASE_SSH_KEY: bed.clientKey, GPU_LEASE_KNOWN_HOSTS: bed.knownHosts };
    const caller = {
      name,
      branch,
      clone,
      signer,
      secrets,
      textOf: (path: string) => repository.textOf(path),
    };
    act = await ActAtTwin.start(twin, caller, new LoopbackCloud(repository.dir), newSecret());
  });

  after(async () => {
    await act.close();
    await twin.close();
    await bed.down();
    repository.remove();
    suite.remove();
  });

  it('is submitted to with the key that is a secret, watched to the end, sealed and closed without an approval', async () => {
    const byAda = { event: 'workflow_dispatch', actor: 'ada', triggeringActor: 'ada' };
    const run = twin.startRun({ ...byAda, path: repository.pathOf('train'), inputs: {} });
    const done = await act.run(run);
    const told = Object.entries(done.jobs).map(([job, result]) => `${job}: ${result}`);
    console.log(`show: ${run.title.trim()}, on a Slurm cluster by act: ${told.join('; ')}`);
    assert.ok(
      Object.values(done.jobs).every((result) => result === 'success'),
      done.log,
    );
    const events = repository.eventsOf(`tiny-${run.id}`);
    const types = events.map(({ type }) => type);
    for (const type of ['intended', 'rented', 'started', 'queue-moved', 'sealed'] as const)
      assert.ok(types.includes(type), `${type} of ${types.join(' ')}`);
    assert.ok(!types.includes('releasing') && !types.includes('approved'), 'nothing was left to end');
    assert.equal(twin.dispatched.filter(({ path }) => path === repository.pathOf('release')).length, 0);
    const tick = await act.run(twin.startRun({ ...byAda, path: repository.pathOf('tick'), inputs: {} }));
    assert.ok(
      Object.values(tick.jobs).every((result) => result !== 'failure'),
      tick.log,
    );
    assert.equal(repository.eventsOf(`tiny-${run.id}`).at(-1)?.type, 'closed', 'by whoever looks next');
    const secretLine = bed.clientKey.trim().split('\n').at(-2) ?? '';
    assert.ok(secretLine.length > 20 && !done.printed.includes(secretLine), 'no step prints the key');
  });
});
