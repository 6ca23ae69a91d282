// Over a minute: a life on a machine of one’s own goes over a real sshd.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { ENVIRONMENT } from './approval-setting.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { ownSshBox } from './own-ssh-box.ts';
import { type Outcome, type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';
import { Workflow } from './workflow-steps.ts';

const USAGE = 2;
const REFUSED = 10;
const BILLING = 11;

/** A workspace of LanRui that a person made by hand and pays 0.5 USD/h for: a real sshd behind the name `my-box`. */
const onLanrui = (job: JobFile): void => {
  job['smoke'] = 'none';
  job['candidates'] = [{ platform: 'lanrui', attach: 'my-box', usdPerHour: 0.5 }];
  job['budget'] = { usd: 5, hours: 2, usdPerHour: 1 };
};

const phraseIn = (outcome: Outcome): string =>
  /--approve "([^"]+)"/.exec(outcome.output)?.[1] ?? assert.fail(outcome.output);

/** The run of the place is over and sealed, and waits for the approval of its release. */
async function sealedRun(place: Place): Promise<string> {
  const run = await place.run(['run']);
  assert.equal(run.exitCode, 0, run.output);
  assert.ok(onlyStory(place).run.seal, run.output);
  return phraseIn(run);
}

describe('a box that a person rented by hand', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 600_000,
  // Each waits for the minute between two looks.
  concurrency: true,
}, () => {
  it('is released by the person, whose word is verified by what can be seen: a debt until SSH is gone, twice [P5-13] [P5-11] [LR1]', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    placeTinyJob(place, onLanrui);
    const phrase = await sealedRun(place);
    const story = () => onlyStory(place);
    const { run, events } = story();
    const lease = run.leases[0]?.name ?? '';
    assert.ok(events.some((event) => event.type === 'intended' && event.platform === 'lanrui'));

    const early = await place.run(['release', run.id, '--stopped', lease]);
    assert.equal(early.exitCode, 0, early.output);
    assert.match(early.output, /approval needed/);
    assert.deepEqual(ofType(story(), 'word-given'), [], 'a word before the approval counts for nothing');

    const asked = await place.run(['release', run.id, '--approve', phrase]);
    assert.equal(asked.exitCode, BILLING, asked.output);
    for (const said of [
      /停止/,
      /data-disk.*销毁数据盘/s,
      new RegExp(`release ${run.id} --stopped "${lease}"`),
    ])
      assert.match(asked.output, said);
    assert.deepEqual(ofType(story(), 'releasing'), [], 'nobody did anything yet');
    const status = await place.run(['status', run.id]);
    assert.match(status.output, /debt/);
    assert.match(status.output, /owed: .*gpu.*nobody has said/s);

    const other = await place.run(['release', run.id, '--stopped', 'another-1']);
    assert.equal(other.exitCode, USAGE, other.output);
    assert.match(other.output, new RegExp(`--stopped "${lease}"`));

    const untrue = await place.run(['release', run.id, '--stopped', lease]);
    assert.equal(untrue.exitCode, BILLING, untrue.output);
    assert.match(untrue.output, /said that it was ended, and SSH still answers/);
    assert.deepEqual(ofType(story(), 'meter-stopped'), []);

    await box.bed.fault('crash', 'box0');
    const wordless = await place.run(['release', run.id]);
    assert.equal(wordless.exitCode, BILLING, 'a box that does not answer is no box that was ended');
    assert.deepEqual(ofType(story(), 'meter-stopped'), []);

    const ended = await place.run(['release', run.id, '--stopped', lease]);
    assert.equal(ended.exitCode, 0, ended.output);
    const after = story();
    assert.ok(after.archived && after.run.closed, 'the run is closed');
    assert.equal(ofType(after, 'word-given').length, 2);
    const [stopped] = ofType(after, 'meter-stopped');
    const [one = '', two = ''] = stopped?.sightings ?? [];
    assert.ok(Date.parse(two) - Date.parse(one) >= 60_000, `seen at ${one} and ${two}`);
    assert.ok((after.run.closed?.usd ?? 0) > 0, 'what it cost by the person’s word is counted');
  });

  it('is released from a workflow whose gate is an environment: asked by a token, approved, ended, said, seen', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    placeTinyJob(place, (job) => {
      onLanrui(job);
      Object.assign(job, { approval: { environment: ENVIRONMENT, 'self-review': 'forbid' }, store: 'none' });
    });
    const github = await startGitHubTwin({ clock: systemClock });
    t.after(() => github.close());
    github.addEnvironment(ENVIRONMENT, { reviewers: ['ada', 'grace'], adminsBypass: false });
    const workflow = new Workflow(place, github);
    const trained = github.startRun({ path: 'train.yml', event: 'workflow_dispatch', actor: 'ada' });
    for (const stage of ['launch', 'watch', 'collect']) {
      const step = await workflow.step(trained, stage);
      assert.equal(step.exitCode, 0, step.output);
    }
    const story = () => onlyStory(place);
    const { run } = story();
    const lease = run.leases[0]?.name ?? '';
    const inputs = { run: run.id, lease, seal: run.seal?.seal.slice(0, 8) ?? '', acknowledge: '' };
    const start = (actor: string, more: Record<string, string> = {}) =>
      github.startRun({
        path: 'release.yml',
        event: 'workflow_dispatch',
        title: `gpu-lease release ${inputs.lease} ${inputs.seal} ${more['acknowledge'] ?? ''}`,
        inputs: { ...inputs, ...more },
        ...{ actor, triggeringActor: actor },
      });
    const said = (typed: TwinRun) => workflow.step(typed, 'release', { run: run.id, stopped: lease });

    const early = await said(start('ada', { stopped: lease }));
    assert.match(early.output, /approval needed|Nobody|approve/);
    assert.deepEqual(ofType(story(), 'word-given'), [], 'a word before the approval counts for nothing');

    const stale = { acknowledge: 'stale-facts' };
    const asking = start('github-actions[bot]', stale);
    const gate = await workflow.step(asking, 'gate', { run: run.id });
    assert.equal(gate.exitCode, 0, gate.output);
    assert.equal(github.enterEnvironment(asking, ENVIRONMENT), 'waits');
    github.approve(asking, 'grace', ENVIRONMENT);
    const owed = await workflow.step(asking, 'release', { run: run.id, environment: ENVIRONMENT });
    assert.equal(owed.exitCode, BILLING, owed.output);
    assert.match(
      owed.output,
      new RegExp(`start the release workflow with run ${run.id} and stopped ${lease}`),
    );

    await box.bed.fault('crash', 'box0');
    const ending = start('ada', { stopped: lease });
    const passed = await workflow.step(ending, 'gate', { run: run.id });
    assert.equal(passed.exitCode, 0, passed.output);
    assert.equal(passed.outputs['environment'], '', 'nobody is asked twice');
    const ended = await said(ending);
    assert.equal(ended.exitCode, 0, ended.output);
    const after = story();
    assert.ok(after.archived && after.run.closed, 'the run is closed');
    assert.deepEqual(
      ofType(after, 'word-given').map(({ person }) => person),
      ['ada'],
    );
  });

  it('is given up the same way: the word, and two looks, after the phrase that lists what is lost [P5-13]', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    placeTinyJob(place, (job) => {
      onLanrui(job);
      job['vars'].TINY_STEP_MS = 400;
    });
    const launch = await place.run(['launch']);
    assert.equal(launch.exitCode, 0, launch.output);
    const { run } = onlyStory(place);
    const lease = run.leases[0]?.name ?? '';
    const unapproved = await place.run(['release', run.id, '--stopped', lease]);
    assert.equal(unapproved.exitCode, REFUSED, unapproved.output);
    const shown = await place.run(['abandon', run.id]);
    assert.equal(shown.exitCode, REFUSED, shown.output);
    const phrase = /type: (\S+ [0-9a-f]{8})/.exec(shown.output)?.[1] ?? assert.fail(shown.output);
    const asked = await place.run(['abandon', run.id, '--approve', phrase]);
    assert.equal(asked.exitCode, BILLING, asked.output);
    assert.match(asked.output, /停止/);
    await box.bed.fault('crash', 'box0');
    const ended = await place.run(['abandon', run.id, '--stopped', lease]);
    assert.equal(ended.exitCode, 0, ended.output);
    assert.ok(onlyStory(place).archived);
  });
});
