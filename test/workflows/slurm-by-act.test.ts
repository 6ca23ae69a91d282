// Over ten seconds: a real Slurm is trained on, the caller's files run by nektos/act.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { type BedByAct, bedByAct } from './bed-by-act.ts';

/** A cluster that a workflow knows by two secrets: the key of a person, and the host key of its login node. */
describe('a Slurm cluster, by act', {
  skip: missing('act', 'git', 'artifact-client', 'slurm', 'sshd', 'testbed'),
  timeout: 900_000,
}, () => {
  let bed: SlurmTestbed;
  let life: BedByAct;

  before(async () => {
    bed = await slurmTestbed({ acct: 'none' });
    life = await bedByAct({
      is: 'a Slurm cluster',
      clientKey: bed.clientKey,
      knownHosts: bed.knownHosts,
      change: (job) => {
        const queue = `ssh://${bed.user}@127.0.0.1:${bed.box.port}`;
        job['candidates'] = [{ platform: 'slurm', queue, slurm: { time: '10min', cpus: 1 } }];
      },
    });
  });

  after(async () => {
    await life?.end();
    await bed?.down();
  });

  it('is submitted to with the key that is a secret, watched to the end, sealed and closed without an approval', async () => {
    const { twin, repository } = life;
    const byAda = { event: 'workflow_dispatch', actor: 'ada', triggeringActor: 'ada' };
    const run = twin.startRun({ ...byAda, path: repository.pathOf('train'), inputs: {} });
    const done = await life.go(run);
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
    const tick = await life.go(twin.startRun({ ...byAda, path: repository.pathOf('tick'), inputs: {} }));
    assert.ok(
      Object.values(tick.jobs).every((result) => result !== 'failure'),
      tick.log,
    );
    assert.equal(repository.eventsOf(`tiny-${run.id}`).at(-1)?.type, 'closed', 'by whoever looks next');
    const secretLine = bed.clientKey.trim().split('\n').at(-2) ?? '';
    assert.ok(secretLine.length > 20 && !done.printed.includes(secretLine), 'no step prints the key');
  });
});
