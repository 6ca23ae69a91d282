// Over a minute: an approval in advance is used hours later, by whole lives.
// In turn: steps of workflows, each a process
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standingPhrase } from '../../src/approval/standing-terms.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { ENVIRONMENT, end, gate, REFUSED, type Setting, settle } from './approval-setting.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import type { StepEnd } from './workflow-steps.ts';

/**
 * The workflow that trains, started by ada as the caller's file titles it.
 * @param of the run that it was started for; empty: the one that it opens itself
 */
function train({ github }: Setting, standing: string, of = '', over: Partial<TwinRun> = {}): TwinRun {
  const run = github.startRun({
    path: '.github/workflows/gpu-lease.yml',
    event: 'workflow_dispatch',
    actor: 'ada',
    inputs: { stage: 'train', standing, ...(of !== '' && { run: of }) },
  });
  const title = `gpu-lease train ${of}    standing ${standing} of ${of === '' ? run.id : of}`;
  return Object.assign(run, { title, ...over });
}

/** The step of `train.yml` after the job that waited. */
const launch = ({ workflow }: Setting, run: TwinRun, more: Record<string, string> = {}): Promise<StepEnd> =>
  workflow.step(run, 'launch', { environment: ENVIRONMENT, bound: '2min', ...more });

function approve({ github }: Setting, run: TwinRun, login = 'grace'): void {
  assert.equal(github.enterEnvironment(run, ENVIRONMENT), 'waits');
  github.approve(run, login, ENVIRONMENT);
}

function assertNothingDone({ place }: Setting): void {
  assert.deepEqual(ofType(onlyStory(place), 'standing-approved'), []);
  assert.deepEqual(ofType(onlyStory(place), 'intended'), []);
  assert.deepEqual(place.boxes(), []);
}

function assertRefused(step: StepEnd, says: RegExp): void {
  assert.equal(step.exitCode, REFUSED, step.output);
  assert.match(step.output, says);
  assert.match(step.output, /Next: /);
}

describe('an approval in advance that may not be given', { timeout: 600_000 }, () => {
  let setting: Setting;
  let id: string;
  before(async () => {
    setting = await settle({
      environment: ENVIRONMENT,
      'self-review': 'forbid',
      standing: { level: 'L1', within: '1h' },
    });
    const run = train(setting, 'L1');
    const smoke = await setting.workflow.step(run, 'smoke');
    assert.equal(smoke.exitCode, 0, smoke.output);
    id = `tiny-${run.id}`;
  });
  after(() => end(setting ?? {}));

  const environment = () => setting.github.state.environments.get(ENVIRONMENT) ?? assert.fail();
  /** Both steps: the one before anybody is asked, and the launch of a workflow that has none. */
  const bothRefuse = async (run: TwinRun, standing: string, says: RegExp): Promise<void> => {
    assertRefused(await gate(setting, run, { run: id, standing, environment: '' }), says);
    approve(setting, run);
    assertRefused(await launch(setting, run, { run: id, standing }), says);
    assertNothingDone(setting);
  };

  for (const { when, spoil, says } of [
    {
      when: 'is missing',
      spoil: () => setting.github.state.environments.delete(ENVIRONMENT),
      says: /There is no environment "gpu-release" in this repository/,
    },
    {
      when: 'has no required reviewers',
      spoil: () => Object.assign(environment(), { reviewers: [] }),
      says: /has no required reviewers, so a job that names it waits for nobody/,
    },
    {
      when: 'has reviewers who are all gone',
      spoil: () => Object.assign(environment(), { reviewers: ['alan'] }),
      says: /None of the reviewers .*\(alan\) has access/,
    },
    {
      when: 'may be bypassed by administrators',
      spoil: () => Object.assign(environment(), { adminsBypass: true }),
      says: /Administrators may bypass the protection/,
    },
  ]) {
    it(`is refused before anybody is asked when the environment ${when} [P5-11] [GH-03]`, async () => {
      const whole = { ...environment() };
      try {
        spoil();
        assertRefused(await gate(setting, train(setting, 'L1', id), { run: id, standing: 'L1' }), says);
        assertNothingDone(setting);
      } finally {
        setting.github.state.environments.set(ENVIRONMENT, whole);
      }
    });
  }

  it('is refused, approved as it is, when the title does not tell it [P5-11]', () =>
    bothRefuse(
      train(setting, 'L1', id, { title: 'gpu-lease train' }),
      'L1',
      /is titled "gpu-lease train", which is what its approver reads; it does not name standing, L1, tiny-/,
    ));

  it('is refused when the workflow was started with another level, or with the level in other letters [P5-11]', async () => {
    await bothRefuse(
      train(setting, 'L3', id),
      'L1',
      /was started with the standing "L3"; an approval in advance/,
    );
    await bothRefuse(train(setting, 'l1', id), 'l1', /was started with the standing "l1".* needs L1/);
  });

  it('is refused for another run than the one that the workflow was started for or opened itself [security 13]', async () => {
    await bothRefuse(
      train(setting, 'L1'),
      'L1',
      /was started with no run; an approval in advance for run tiny-\d+ needs tiny-/,
    );
    await bothRefuse(train(setting, 'L1', 'tiny-1'), 'L1', /was started with the run "tiny-1"; an approval/);
    const other = train(setting, 'L1', id);
    await bothRefuse(
      Object.assign(other, { title: 'gpu-lease train tiny-1 standing L1 of tiny-1' }),
      'L1',
      /does not name tiny-/,
    );
  });

  it('is refused when no dispatch says what the workflow run is for [P5-11]', () =>
    bothRefuse(
      train(setting, 'L1', id, { event: 'push' }),
      'L1',
      /was started by "push"; only a workflow_dispatch/,
    ));

  it('is refused below the level of the job file, and for a level that is none [P5-11]', async () => {
    await bothRefuse(train(setting, 'L0', id), 'L0', /L0 was asked for; the job file wants L1 or better/);
    const none = train(setting, 'soon', id);
    const step = await gate(setting, none, { run: id, standing: 'soon' });
    assert.equal(step.exitCode, 2, step.output);
    assert.match(step.output, /"soon" is no level of verification/);
  });

  it('is refused where the step was told of another environment than the job file names [P5-11]', async () => {
    const run = train(setting, 'L1', id);
    const says = /names the environment "gpu-release" for its approval; this step was told "staging"/;
    assertRefused(await gate(setting, run, { run: id, standing: 'L1', environment: 'staging' }), says);
    assertRefused(await launch(setting, run, { run: id, standing: 'L1', environment: 'staging' }), says);
    assertNothingDone(setting);
  });

  it('is refused when nobody approved it, a reviewer said no, or who started it did [P5-11]', async () => {
    const nobody = train(setting, 'L1', id);
    assertRefused(
      await launch(setting, nobody, { run: id, standing: 'L1' }),
      /Nobody approved workflow run \d+ for the environment "gpu-release"/,
    );
    const rejected = train(setting, 'L1', id);
    setting.github.enterEnvironment(rejected, ENVIRONMENT);
    setting.github.reject(rejected, 'grace', ENVIRONMENT, 'too dear');
    assertRefused(await launch(setting, rejected, { run: id, standing: 'L1' }), /grace rejected .*too dear/);
    const own = train(setting, 'L1', id, { actor: 'grace', triggeringActor: 'grace' });
    approve(setting, own);
    assertRefused(
      await launch(setting, own, { run: id, standing: 'L1' }),
      /grace started this workflow run and approved it/,
    );
    assertNothingDone(setting);
  });

  it('is refused on the approval of an earlier attempt [P5-11] [GH-04]', async () => {
    const run = train(setting, 'L1', id);
    approve(setting, run);
    Object.assign(run, { status: 'completed', conclusion: 'cancelled' });
    setting.github.rerun(run, 'ada');
    const held = await gate(setting, run, { run: id, standing: 'L1' });
    assert.equal(held.outputs['noted'], `${run.id}.2:1`);
    const noted = held.outputs['noted'] ?? '';
    assertRefused(
      await launch(setting, run, { run: id, standing: 'L1', noted }),
      /All 1 approvals of workflow run \d+ were given before attempt 2 began/,
    );
    assertNothingDone(setting);
  });

  it('is refused in a job that waits in no environment [P5-11]', async () => {
    const run = train(setting, 'L1', id);
    approve(setting, run);
    assertRefused(
      await launch(setting, run, { run: id, standing: 'L1', environment: '' }),
      /its job does not say that it waits in "gpu-release"/,
    );
    assertNothingDone(setting);
  });
});

describe('a job that takes no approval in advance', { timeout: 600_000 }, () => {
  for (const { when, approval, says } of [
    {
      when: 'whose file forbids it',
      approval: { environment: ENVIRONMENT, standing: 'forbid' },
      says: /The job file takes no approval in advance/,
    },
    {
      when: 'whose file names no environment',
      approval: { standing: { level: 'L1' } },
      says: /no protected environment is named/,
    },
  ]) {
    it(`is one ${when}: refused before anybody is asked, with what to do [P5-11]`, async () => {
      const setting = await settle(approval);
      try {
        const run = train(setting, 'L1');
        const smoke = await setting.workflow.step(run, 'smoke');
        assert.equal(smoke.exitCode, 0, smoke.output);
        const inputs = { run: `tiny-${run.id}`, standing: 'L1', environment: '' };
        assertRefused(await gate(setting, run, inputs), says);
        assertRefused(await launch(setting, run, inputs), says);
        assertNothingDone(setting);
      } finally {
        await end(setting);
      }
    });
  }
});

describe('an approval in advance', { timeout: 600_000 }, () => {
  let setting: Setting;
  before(async () => {
    setting = await settle({ environment: ENVIRONMENT, standing: { level: 'L1', within: '1h' } });
  });
  after(() => end(setting ?? {}));

  it('given with the launch releases what is sealed within it, without asking again [GH-03] [P5-11] [P5-13]', async () => {
    const run = train(setting, 'L2');
    assert.equal((await setting.workflow.step(run, 'smoke')).exitCode, 0);
    const id = `tiny-${run.id}`;
    const inputs = { standing: 'L2', run: id, environment: '' };
    const held = await gate(setting, run, inputs);
    assert.equal(held.exitCode, 0, held.output);
    assert.deepEqual([held.outputs['gate'], held.outputs['environment']], ['environment', ENVIRONMENT]);
    for (const says of [
      /what is sealed at L2 or better with nothing missing/,
      /by its bytes only, whatever the level, because it is opaque: starts.txt/,
      /on local, at most 1 USD\/h, with nothing owed, for 60 min from the approval on/,
      /never: giving up data; a run that ended early/,
    ])
      assert.match(held.summary, says, 'its approver reads it');
    approve(setting, run);
    const noted = held.outputs['noted'] ?? '';
    const launched = await launch(setting, run, { standing: 'L2', run: id, noted });
    assert.equal(launched.exitCode, 0, launched.output);
    assert.match(launched.output, /approved in advance by grace \(environment\)/);

    const again = await gate(setting, run, inputs);
    assert.deepEqual([again.exitCode, again.outputs['gate']], [0, 'none'], 'a re-run asks nobody again');
    assert.match(again.output, /grace has approved that in advance already/);

    const watched = await setting.workflow.step(run, 'watch', { bound: '2min' });
    assert.equal(watched.outputs['verdict'], 'finished', watched.output);
    const collected = await setting.workflow.step(run, 'collect');
    assert.equal(collected.outputs['state'], 'sealed', collected.output);
    assert.equal(collected.outputs['approved'], 'in-advance');
    assert.match(collected.output, /verified at L3, 1 opaque file by its bytes only/);
    const released = await setting.workflow.step(run, 'release');
    assert.equal(released.exitCode, 0, released.output);
    assert.match(released.output, /approved in advance by grace: release of/);
    assert.equal(released.outputs['state'], 'released');
    const log = await setting.workflow.terminal(['events', id]);
    assert.match(log.output, /grace approved \(standing\) release of/);
  });

  it('comes too late for a run that is over [P5-11]', async () => {
    const { id } = onlyStory(setting.place).run;
    const step = await gate(setting, train(setting, 'L1', id), { run: id, standing: 'L1' });
    assertRefused(step, /is over; nothing of it is left to release/);
  });

  it('from a terminal needs its own phrase, once, and a level that the job allows [P5-11]', async () => {
    const run = await setting.workflow.terminal(['smoke']);
    assert.equal(run.exitCode, 0, run.output);
    const status = await setting.workflow.terminal(['status', '--json']);
    const [open] = (JSON.parse(status.stdout) as { runs: { run: string }[] }).runs;
    const id = open?.run ?? '';
    const standing = (...more: string[]) => setting.workflow.terminal(['approve', id, ...more]);

    assert.match((await standing()).output, /Nothing says what is approved/);
    const low = await standing('--standing', 'L0');
    assert.equal(low.exitCode, REFUSED);
    assert.match(low.output, /L0 was asked for; the job file wants L1 or better/);
    const wrong = await standing('--standing', 'L1', '--approve', 'yes please');
    assert.equal(wrong.exitCode, REFUSED);
    const [, phrase] = /Type exactly: (.*)/.exec(wrong.output) ?? [];
    assert.match(phrase ?? '', new RegExp(`^standing ${id} [0-9a-f]{8}$`));
    const given = await standing('--standing', 'L1', '--approve', phrase ?? '');
    assert.equal(given.exitCode, 0, given.output);
    const again = await standing('--standing', 'L1');
    assert.match(again.output, /given before and still counts/);
    assert.equal(again.exitCode, 0, again.output);
    const whole = await setting.workflow.terminal(['run', id]);
    assert.equal(whole.exitCode, 0, whole.output);
    assert.match(whole.output, /approved in advance by/);
    assert.match(whole.output, /released/);
  });

  it('has words that name the run and the configuration', () =>
    assert.equal(standingPhrase('tiny-7', { configHash: 'c'.repeat(64) }), 'standing tiny-7 cccccccc'));
});
