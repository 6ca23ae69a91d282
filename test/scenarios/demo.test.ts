// Over ten seconds: it is what a newcomer runs first, from start to end.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor, repositoryRoot } from './run-bundle.ts';
import { assertWellEnded } from './whole-life.ts';

const INSTALLERS = [
  'npm',
  'npx',
  'apt',
  'apt-get',
  'pip',
  'pip3',
  'curl',
  'wget',
  'yarn',
  'pnpm',
  'conda',
  'uv',
];

/** Programs of these names come first in the path, do nothing, and note that they were called. */
function recordInstallers(place: Place): { path: string; calls: () => string } {
  const bin = join(place.dir, 'bin');
  const record = join(place.dir, 'installed.txt');
  mkdirSync(bin);
  for (const name of INSTALLERS) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >>'${record}'\nexit 1\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    path: `${bin}:${place.env['PATH']}`,
    calls: () => (existsSync(record) ? readFileSync(record, 'utf8') : ''),
  };
}

/** The bundle as committed, which is what a newcomer runs. */
const from = repositoryRoot;

describe('gpu-lease demo', { timeout: 300_000 }, () => {
  it('ends within 60 s: preempted, resumed, all verified, approved, released; nothing installed, nothing left of a killed one [P5-13] [P4-17]', async (t) => {
    const place = placeFor(t, 'demo');
    const installers = recordInstallers(place);
    const report = join(place.dir, 'demo');
    const options = { cwd: place.dir, env: { PATH: installers.path }, from };
    const killed = place.start(['demo', '--store', report], options);
    await killed.says(/runs detached/);
    killed.child.kill('SIGKILL');
    await killed.ended;

    const demo = await place.run(['demo', '--json', '--store', report], options);
    assert.equal(demo.exitCode, 0, demo.output);
    assert.ok(demo.seconds < 60, `took ${demo.seconds} s`);
    assert.equal(installers.calls(), '', 'nothing was installed or downloaded');
    assert.deepEqual(readdirSync(place.home), [], 'nothing is left in the home directory');

    const lines = demo.stdout.trim().split('\n');
    const end = JSON.parse(lines.at(-1) ?? '');
    const keys = 'run state resumedAtStep roster verified boxes metersRunning costUsd seal';
    assert.deepEqual(Object.keys(end), keys.split(' '));
    assert.equal(lines.length, 1, 'stdout is the one line of JSON');
    assert.equal(end.state, 'released');
    assert.ok(end.resumedAtStep > 0);
    assert.ok(end.roster > 0);
    assert.equal(end.verified, end.roster);
    assert.equal(end.boxes, 2);
    assert.equal(end.metersRunning, 0);
    assert.ok(end.costUsd > 0 && end.costUsd < 1);

    for (const said of [
      /PREEMPTION: the platform takes .* away/,
      /our verified copy of step \d+ is on the new box/,
      /the demo plays the reviewer/,
      new RegExp(`verified ${end.roster}/${end.roster}`),
      /is released/,
    ])
      assert.match(demo.stderr, said);

    await assertWellEnded(place, { boxes: 2 });
    const story = onlyStory(place);
    assert.equal(story.run.id, end.run);
    assert.equal(story.run.seal?.seal, end.seal);
    const [resumed] = ofType(story, 'resumed');
    assert.ok(resumed && resumed.firstStep >= resumed.verifiedStep && resumed.verifiedStep > 0);
    const subjects = place.git(
      'log',
      '--reverse',
      '--format=%s',
      `refs/gpu-lease/archive/${year(story)}/${end.run}`,
    );
    for (const told of [/preempt/i, /resum/i, /seal/i, /approv/i, /clos/i]) assert.match(subjects, told);
    assert.match(readFileSync(join(report, 'report', end.run, 'report.html'), 'utf8'), /<svg/);
  });

  it('with --ask and nobody to ask waits, and says how to go on [P5-12]', async (t) => {
    const place = placeFor(t, 'demo');
    const report = join(place.dir, 'demo');
    const asking = await place.run(['demo', '--ask', '--json', '--store', report], {
      cwd: place.dir,
      from,
    });
    assert.equal(asking.exitCode, 0, asking.output);
    const waiting = JSON.parse(asking.stdout);
    assert.equal(waiting.state, 'sealed');
    assert.ok(waiting.metersRunning > 0, 'the box is held');
    assert.deepEqual(ofType(onlyStory(place), 'approved'), []);
    const page = /report: (\S+report\.html)\n +to approve, type: /.exec(asking.stderr)?.[1] ?? '';
    assert.match(readFileSync(page, 'utf8'), /Approval needed/, 'there to be read before anybody is asked');
    const phrase = /release \S+ --approve "(.+)"/.exec(asking.stderr)?.[1] ?? '';
    const state = /export XDG_STATE_HOME=(\S+)/.exec(asking.stderr)?.[1] ?? '';
    const store = /with --store (\S+)/.exec(asking.stderr)?.[1] ?? '';

    const release = await place.run(['release', '--approve', phrase, '--store', store], {
      env: { XDG_STATE_HOME: state },
      from,
    });
    assert.equal(release.exitCode, 0, release.output);
    await assertWellEnded(place, { boxes: 2 });
  });

  it('refuses a directory that is not an earlier demo, and leaves it as it is', async (t) => {
    const place = placeFor(t);
    writeFileSync(join(place.repository, 'thesis.tex'), 'years of work');
    const demo = await place.run(['demo', '--store', place.repository], { from });
    assert.equal(demo.exitCode, 2, demo.output);
    assert.match(demo.stderr, /is not an earlier demo/);
    assert.deepEqual(readdirSync(place.repository), ['thesis.tex']);
  });
});

const year = (story: ReturnType<typeof onlyStory>): number =>
  new Date(story.run.closed?.at ?? '').getUTCFullYear();
