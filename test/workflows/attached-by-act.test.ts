// Over ten seconds: a box behind a real sshd is trained on and ended by a person, the caller's files run by nektos/act.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { type SshdTestbed, sshdTestbed } from '../testbed.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type BedByAct, bedByAct } from './bed-by-act.ts';
import { GATE } from './caller-repository.ts';

/**
 * A box that a person made by hand and pays for: its key and its host's key are secrets of the repository, no program can end it, and
 * `stopped` is the word of who did.
 */
describe('an attached box, by act', {
  skip: missing('act', 'git', 'artifact-client', 'sshd', 'testbed'),
  timeout: 900_000,
}, () => {
  let bed: SshdTestbed;
  let life: BedByAct;
  let first: TwinRun;
  let asking: TwinRun;

  before(async () => {
    bed = await sshdTestbed(1);
    const [box] = bed.boxes;
    if (!box) throw new Error('the testbed has no box');
    life = await bedByAct({
      is: 'an attached box',
      clientKey: bed.clientKey,
      knownHosts: readFileSync(bed.knownHosts, 'utf8'),
      hasReviewers: true,
      change: (job) => {
        const attach = `ssh://${bed.user}@127.0.0.1:${box.port}`;
        job.candidates = [{ platform: 'lanrui', attach, usdPerHour: 0.5 }];
        job.budget = { usd: 5, hours: 2, usdPerHour: 1 };
      },
    });
  });

  after(async () => {
    await life?.end();
    await bed?.down();
  });

  const byAda = { event: 'workflow_dispatch', actor: 'ada', triggeringActor: 'ada' };
  const dispatched = (): TwinRun => life.twin.dispatched.at(-1) ?? assert.fail('nothing was dispatched');
  const typesOf = (): string[] => life.repository.eventsOf(`tiny-${first.id}`).map(({ type }) => type);

  it('is logged in to with the key that is a secret, trained on, and its release asked for', async () => {
    first = life.twin.startRun({ ...byAda, path: life.repository.pathOf('train'), inputs: {} });
    const done = await life.go(first);
    assert.equal(done.outputs['train']?.['state'], 'sealed', done.log);
    asking = dispatched();
    assert.equal(asking.path, life.repository.pathOf('release'));
    const secretLine = bed.clientKey.trim().split('\n').at(-2) ?? '';
    assert.ok(secretLine.length > 20 && !done.printed.includes(secretLine), 'no step prints the key');
  });

  it('is ended by no program: the approved release is red with what a person has to do', async () => {
    approveAfterGate(asking);
    const done = await life.go(asking);
    assert.deepEqual(done.jobs, { gate: 'success', release: 'failure' }, done.log);
    assert.ok(!typesOf().includes('meter-stopped'));
    assert.match(done.log, new RegExp(`stopped ${asking.inputs['lease']}`));
  });

  it('is over on the word of a person who ended it, once it was seen twice that it is gone', async () => {
    await bed.fault('crash', 'box0');
    const { run = '', lease = '' } = asking.inputs as Record<string, string>;
    const ending = { ...byAda, path: life.repository.pathOf('release'), inputs: { run, stopped: lease } };
    const done = await life.go(life.twin.startRun(ending));
    assert.deepEqual(done.jobs, { gate: 'success', release: 'success' }, done.log);
    assert.equal(done.outputs['release']?.['state'], 'released', done.log);
    const types = typesOf();
    assert.equal(types.filter((type) => type === 'word-given').length, 1);
    assert.ok(types.includes('meter-stopped') && types.includes('closed'), types.join(' '));
  });

  /** As a person does who waits for the job that asks. */
  function approveAfterGate(run: TwinRun): void {
    const { twin } = life;
    const { watch } = twin.server;
    watch.after = (_, { path }) => {
      if (!path.endsWith(`/actions/runs/${run.id}/approvals`)) return;
      delete watch.after;
      twin.enterEnvironment(run, GATE);
      twin.approve(run, 'grace', GATE, 'good');
    };
  }
});
