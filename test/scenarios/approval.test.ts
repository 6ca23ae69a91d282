// Over a minute: each refusal is a step of a workflow against a held box, a process each.
// In turn: steps of workflows, each a process
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { partInTurn } from '../in-turn.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { ENVIRONMENT, end, gate, REFUSED, type Setting, settle } from './approval-setting.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { assertWellEnded, awaitedPhrase } from './whole-life.ts';
import type { StepEnd } from './workflow-steps.ts';

const PATH = '.github/workflows/release.yml';

async function seal({ workflow }: Setting): Promise<void> {
  const run = await workflow.terminal(['run']);
  assert.equal(run.exitCode, 0, run.output);
}

const leaseOf = ({ place }: Setting): string => onlyStory(place).run.leases[0]?.name ?? '';
const sealOf = ({ place }: Setting): string => onlyStory(place).run.seal?.seal.slice(0, 8) ?? '';

/** The release workflow, started by ada for exactly what is held. */
function startRelease(setting: Setting, over: Partial<TwinRun> = {}): TwinRun {
  const lease = leaseOf(setting);
  const inputs = { run: onlyStory(setting.place).run.id, lease, seal: sealOf(setting), acknowledge: '' };
  const title = `release ${lease} ${sealOf(setting)} `;
  return setting.github.startRun({
    path: PATH,
    event: 'workflow_dispatch',
    actor: 'ada',
    title,
    inputs,
    ...over,
  });
}

const release = (
  { workflow }: Setting,
  run: TwinRun,
  inputs: Record<string, string> = {},
): Promise<StepEnd> => workflow.step(run, 'release', { environment: ENVIRONMENT, ...inputs });

/** The job that names the environment is entered and reviewed, as far as GitHub lets them. */
function approve({ github }: Setting, run: TwinRun, login = 'grace'): void {
  assert.equal(github.enterEnvironment(run, ENVIRONMENT), 'waits');
  github.approve(run, login, ENVIRONMENT);
}

async function assertHeld(setting: Setting): Promise<void> {
  assert.deepEqual(ofType(onlyStory(setting.place), 'approved'), [], 'nothing was approved');
  assert.deepEqual(ofType(onlyStory(setting.place), 'releasing'), [], 'nothing was released');
  const box = await setting.place.boxRecord(leaseOf(setting));
  assert.equal(box.state, 'running');
}

function assertRefused(step: StepEnd, says: RegExp, state = 'sealed'): void {
  assert.equal(step.exitCode, REFUSED, step.output);
  assert.match(step.output, says);
  assert.match(step.output, /Next: /);
  assert.match(step.output, /Still costing money: tiny-\S+ on local/);
  assert.equal(step.outputs['state'], state, 'outputs are set although it was refused');
  assert.match(step.summary, /failed/);
}

/** A summary as its page shows it: what is escaped in the Markdown is the character itself. */
const asRead = (markdown: string): string =>
  markdown.replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));

describe('a release that the reviewers of an environment hold', { timeout: 600_000 }, () => {
  let setting: Setting;
  before(async () => {
    setting = await settle({ environment: ENVIRONMENT, 'self-review': 'forbid' });
    await seal(setting);
  });
  after(() => end(setting ?? {}));

  const environment = () => {
    const found = setting.github.state.environments.get(ENVIRONMENT);
    assert.ok(found);
    return found;
  };

  for (const { when, spoil, repair, says } of partInTurn(
    'environment of a release',
    [
      {
        when: 'is missing',
        spoil: () => setting.github.state.environments.delete(ENVIRONMENT),
        says: /There is no environment "gpu-release" in this repository; a job that names it would create one/,
      },
      {
        when: 'has no required reviewers',
        spoil: () => Object.assign(environment(), { reviewers: [] }),
        says: /has no required reviewers, so a job that names it waits for nobody/,
      },
      {
        when: 'has reviewers who are all gone',
        spoil: () => Object.assign(environment(), { reviewers: ['alan'] }),
        says: /None of the reviewers .*\(alan\) has access to this repository any more/,
      },
      {
        when: 'may be bypassed by administrators',
        spoil: () => Object.assign(environment(), { adminsBypass: true }),
        says: /Administrators may bypass the protection/,
      },
      {
        when: 'may be bypassed for all that GitHub says',
        spoil: () => Object.assign(environment(), { adminsBypass: undefined }),
        says: /GitHub did not say whether administrators may bypass/,
      },
    ] as { when: string; spoil(): unknown; repair?(): void; says: RegExp }[],
    2,
    ({ when }) => when,
  )) {
    it(`is refused before anybody is asked when the environment ${when} [P5-11] [GH-03]`, async () => {
      const whole = { ...environment() };
      try {
        spoil();
        const run = startRelease(setting);
        assertRefused(await gate(setting, run), says);
        await assertHeld(setting);
      } finally {
        repair?.();
        setting.github.state.environments.set(ENVIRONMENT, whole);
      }
    });
  }

  for (const { when, over, says } of partInTurn(
    'workflow run of a release',
    [
      {
        when: 'another seal',
        over: () => ({ inputs: { lease: leaseOf(setting), seal: '00000000' } }),
        says: /was started with the seal "00000000"; the release of tiny-\S+ for seal \w{8} needs \w{8}/,
      },
      {
        when: 'another lease',
        over: () => ({ inputs: { lease: 'tiny-other-1', seal: sealOf(setting) } }),
        says: /was started with the lease "tiny-other-1"/,
      },
      {
        when: 'something that its title does not tell',
        over: () => ({ title: 'Release' }),
        says: /is titled "Release", which is what its approver reads/,
      },
      {
        when: 'whatever a schedule found',
        over: () => ({ event: 'schedule', title: 'release' }),
        says: /was started by "schedule"; only a workflow_dispatch says what it is for/,
      },
    ],
    2,
    ({ when }) => when,
  )) {
    it(`is refused although approved, when the workflow run was started for ${when} [P5-11]`, async () => {
      const run = startRelease(setting, over());
      assertRefused(await gate(setting, run), says);
      approve(setting, run);
      assertRefused(await release(setting, run), says);
      await assertHeld(setting);
    });
  }

  it('shows its approver what stops, what is destroyed, what is safe where and what waiting costs [GH-03] [P5-10]', async () => {
    const run = startRelease(setting);
    const step = await gate(setting, run);
    assert.equal(step.exitCode, 0, step.output);
    assert.deepEqual(
      { gate: step.outputs['gate'], environment: step.outputs['environment'], noted: step.outputs['noted'] },
      { gate: 'environment', environment: ENVIRONMENT, noted: `${run.id}.1:0` },
    );
    assert.equal(step.outputs['lease'], leaseOf(setting));
    for (const part of [
      /\*\*Approve: the box \S+ \(local\) is destroyed with all that is on it\. 6 of 6 files, verified at L3, are safe in .*\. Waiting costs \S+ USD an hour\.\*\*/,
      /terminate: stops gpu.*; destroys /,
      /safe: 6\/6 artifacts verified at L3, 1 opaque file by its bytes only, \d+ bytes, in .*; seal [0-9a-f]{8}\n/,
      /lost: whatever else is on the box/,
      /waiting costs .* per hour/,
      /The gate is the environment "gpu-release": grace may approve this workflow run/,
      /<summary>Artifacts \(6\)<\/summary>\n\n\| cell \| file/,
    ])
      assert.match(asRead(step.summary), part);
    await assertHeld(setting);
  });

  it('is refused when nobody approved, when it was rejected, and when an administrator passed by [P5-11]', async () => {
    const unapproved = startRelease(setting);
    assertRefused(await release(setting, unapproved), /Nobody approved workflow run \d+ for the environment/);

    const rejected = startRelease(setting);
    setting.github.enterEnvironment(rejected, ENVIRONMENT);
    setting.github.reject(rejected, 'grace', ENVIRONMENT, 'the numbers look odd');
    assertRefused(
      await release(setting, rejected),
      /grace rejected this workflow run .*: the numbers look odd/,
    );

    const bypassed = startRelease(setting);
    setting.github.enterEnvironment(bypassed, ENVIRONMENT);
    Object.assign(environment(), { adminsBypass: true });
    setting.github.bypass(bypassed, 'ada', ENVIRONMENT);
    Object.assign(environment(), { adminsBypass: false });
    assertRefused(await release(setting, bypassed), /Nobody approved workflow run/);
    await assertHeld(setting);
  });

  it('is refused when the one who started it approved it, or a token started it [P5-11]', async () => {
    Object.assign(environment(), { reviewers: ['ada', 'grace'] });
    const own = startRelease(setting);
    approve(setting, own, 'ada');
    assertRefused(await release(setting, own), /ada started this workflow run and approved it/);

    const bot = startRelease(setting, {
      actor: 'github-actions[bot]',
      triggeringActor: 'github-actions[bot]',
    });
    approve(setting, bot);
    assertRefused(await release(setting, bot), /GitHub does not name who launched what it releases/);
    Object.assign(environment(), { reviewers: ['grace'] });
    await assertHeld(setting);
  });

  it('is refused on the approval of an earlier attempt, whichever jobs were run again [P5-11] [GH-04]', async () => {
    const run = startRelease(setting);
    const first = await gate(setting, run);
    approve(setting, run);
    Object.assign(run, { status: 'completed', conclusion: 'cancelled' });
    setting.github.rerun(run, 'ada');

    const unnoted = await release(setting, run);
    assertRefused(unnoted, /This is attempt 2 of workflow run \d+, and nothing says how many approvals/);
    const onlyThisJob = await release(setting, run, { noted: first.outputs['noted'] ?? '' });
    assertRefused(onlyThisJob, /counted in attempt 1 of workflow run \d+; this is attempt 2/);
    const again = await gate(setting, run);
    assert.equal(again.outputs['noted'], `${run.id}.2:1`);
    const allJobs = await release(setting, run, { noted: again.outputs['noted'] ?? '' });
    assertRefused(allJobs, /All 1 approvals of workflow run \d+ were given before attempt 2 began/);
    await assertHeld(setting);
  });

  it('is not opened by a phrase, which waits in any other job and is refused where it was typed [P5-11]', async () => {
    const phrase = awaitedPhrase(setting.place) ?? '';
    const run = startRelease(setting);
    Object.assign(run.inputs, { approve: phrase });
    const typed = await setting.workflow.step(run, 'release', { approve: phrase });
    assertRefused(
      typed,
      /released in a workflow by the reviewers of the environment "gpu-release", which a typed phrase does not/,
    );
    const waiting = await setting.workflow.step(run, 'release');
    assert.equal(waiting.exitCode, 0, waiting.output);
    assert.match(waiting.output, /waits for an approval/);
    await assertHeld(setting);
  });

  it('is refused when the step was told of another environment than the job file names [P5-11]', async () => {
    const run = startRelease(setting);
    const step = await release(setting, run, { environment: 'staging' });
    assertRefused(step, /names the environment "gpu-release" for its approval; this step was told "staging"/);
    await assertHeld(setting);
  });

  it('is refused, approved as it is, when an artifact was changed meanwhile, and runs once it is collected again [P5-10] [P5-11]', async () => {
    const artifact = join(onlyStory(setting.place).run.seal?.place ?? '', 'main', 'summary.json');
    const run = startRelease(setting);
    const noted = (await gate(setting, run)).outputs['noted'] ?? '';
    approve(setting, run);
    writeFileSync(artifact, '{}');
    assertRefused(await release(setting, run, { noted }), /main\/summary\.json has (changed|become shorter)/);
    assert.deepEqual(ofType(onlyStory(setting.place), 'releasing'), []);
    const collect = await setting.workflow.step(run, 'collect');
    assert.equal(collect.exitCode, 0, collect.output);

    const released = await release(setting, run, { noted });
    assert.equal(released.exitCode, 0, released.output);
    const [approved] = ofType(onlyStory(setting.place), 'approved');
    assert.deepEqual(
      { person: approved?.person, via: approved?.via, verbs: approved?.verbs },
      { person: 'grace', via: 'environment', verbs: ['terminate'] },
    );
    assert.equal(ofType(onlyStory(setting.place), 'releasing').length, 1);
    await assertWellEnded(setting.place, { boxes: 1, starts: 1 });
  });

  it('asks nobody once nothing is held [P5-13]', async () => {
    const step = await gate(setting, startRelease(setting), { run: onlyStory(setting.place).run.id });
    assert.equal(step.exitCode, 0, step.output);
    assert.equal(step.outputs['gate'], 'none');
  });
});

describe('a release where no environment can have reviewers', { timeout: 600_000 }, () => {
  let setting: Setting;
  before(async () => {
    setting = await settle({ environment: ENVIRONMENT }, { visibility: 'private', plan: 'team' });
    await seal(setting);
  });
  after(() => end(setting ?? {}));

  it('is refused without the phrase, with both ways to go on [P5-11]', async () => {
    const step = await gate(setting, startRelease(setting));
    assertRefused(step, /has no required reviewers/);
    assert.match(
      step.output,
      new RegExp(`start the workflow with the phrase "${awaitedPhrase(setting.place)}"`),
    );
  });

  it('is opened by the phrase that a person with write access typed, and says that this is its gate [P5-11] [GH-03]', async () => {
    const phrase = awaitedPhrase(setting.place) ?? '';
    const wrong = startRelease(setting);
    Object.assign(wrong.inputs, { approve: 'yes please' });
    assertRefused(
      await gate(setting, wrong, { approve: 'yes please' }),
      /is not the phrase for this release/,
    );
    const reader = startRelease(setting, { actor: 'edsger', triggeringActor: 'edsger' });
    Object.assign(reader.inputs, { approve: phrase });
    assertRefused(await gate(setting, reader, { approve: phrase }), /edsger has "read" permission/);

    const run = startRelease(setting);
    Object.assign(run.inputs, { approve: phrase });
    const held = await gate(setting, run, { approve: phrase });
    assert.equal(held.exitCode, 0, held.output);
    assert.deepEqual([held.outputs['gate'], held.outputs['environment']], ['phrase', '']);
    assert.match(asRead(held.summary), /So the gate is the phrase that a person with write access/);
    const released = await setting.workflow.step(run, 'release', { approve: phrase });
    assert.equal(released.exitCode, 0, released.output);
    assert.equal(ofType(onlyStory(setting.place), 'approved')[0]?.via, 'phrase');
    await assertWellEnded(setting.place, { boxes: 1, starts: 1 });
  });
});

describe('giving up from a workflow that the reviewers of an environment hold', { timeout: 600_000 }, () => {
  let setting: Setting;
  before(async () => {
    setting = await settle({ environment: ENVIRONMENT });
    for (const stage of ['smoke', 'launch']) {
      const step = await setting.workflow.terminal([stage]);
      assert.equal(step.exitCode, 0, step.output);
    }
  });
  after(() => end(setting ?? {}));

  it('passes them as a release does: neither a typed phrase nor a job that they have not reviewed goes by them [security 5]', async () => {
    const { id } = onlyStory(setting.place).run;
    const lease = leaseOf(setting);
    const start = (over: Partial<TwinRun>) =>
      setting.github.startRun({
        path: '.github/workflows/abandon.yml',
        event: 'workflow_dispatch',
        actor: 'ada',
        ...over,
      });
    const asked = await setting.workflow.script(start({}), ['abandon', id]);
    const [, phrase = ''] = /to give this up, type: (.*)/.exec(asked.output) ?? [];
    const [, losses = ''] = phrase.split(' ');
    const typed = await setting.workflow.script(start({ inputs: { approve: phrase } }), [
      'abandon',
      id,
      '--approve',
      phrase,
    ]);
    assert.equal(typed.exitCode, REFUSED, typed.output);
    assert.match(typed.output, /given up in a workflow by the reviewers of the environment "gpu-release"/);
    assert.deepEqual(ofType(onlyStory(setting.place), 'abandoned'), []);

    const run = start({ title: `abandon ${lease} ${losses}`, inputs: { lease, losses } });
    const words = ['abandon', id, '--environment', ENVIRONMENT];
    const early = await setting.workflow.script(run, words);
    assert.equal(early.exitCode, REFUSED, 'nobody has approved yet');
    assert.equal((await setting.place.boxRecord(lease)).state, 'running');
  });
});

describe('giving up from a workflow where no environment can have reviewers', { timeout: 600_000 }, () => {
  let setting: Setting;
  before(async () => {
    setting = await settle({ environment: ENVIRONMENT }, { visibility: 'private', plan: 'team' });
    const smoke = await setting.workflow.terminal(['smoke']);
    assert.equal(smoke.exitCode, 0, smoke.output);
    const launched = await setting.workflow.terminal(['launch']);
    assert.equal(launched.exitCode, 0, launched.output);
  });
  after(() => end(setting ?? {}));

  it('lists what is lost, and takes its phrase only from a person with write access who typed it [P5-11] [XC-02]', async () => {
    const { id } = onlyStory(setting.place).run;
    const start = (phrase: string, actor: string) =>
      setting.github.startRun({
        path: '.github/workflows/abandon.yml',
        event: 'workflow_dispatch',
        actor,
        inputs: { approve: phrase },
      });
    const asked = await setting.workflow.script(start('', 'ada'), ['abandon', id]);
    assert.equal(asked.exitCode, REFUSED, asked.output);
    assert.match(asked.output, /main: all (of its )?work/);
    const [, phrase = ''] = /to give this up, type: (.*)/.exec(asked.output) ?? [];
    const args = ['abandon', id, '--approve', phrase];

    for (const [run, says] of [
      [start('', 'ada'), /is none of the inputs with which this workflow was started/],
      [start(phrase, 'edsger'), /edsger has "read" permission/],
      [start(phrase, 'github-actions[bot]'), /is not a person/],
    ] as const) {
      const step = await setting.workflow.script(run, args);
      assert.equal(step.exitCode, REFUSED, step.output);
      assert.match(step.output, says);
    }
    assert.deepEqual(ofType(onlyStory(setting.place), 'abandoned'), []);
    const given = await setting.workflow.script(start(phrase, 'grace'), args);
    assert.equal(given.exitCode, 0, given.output);
    assert.equal(ofType(onlyStory(setting.place), 'approved')[0]?.person, 'grace');
    const box = await setting.place.boxRecord(setting.place.boxes()[0] ?? '');
    assert.equal(box.state, 'destroyed');
  });
});
