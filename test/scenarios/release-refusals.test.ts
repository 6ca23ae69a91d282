// Over a minute: each refusal meets a sealed and held box, by real commands.
// In turn: steps of workflows, each a process
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import type { Approved, NewEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { releasePhrase } from '../../src/lease/warrant.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import { partInTurn } from '../in-turn.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Outcome, Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';
import { assertWellEnded } from './whole-life.ts';

const REFUSED = 10;

/** Writes to the place's ledger as another program with access to it could. */
async function recordApproval(place: Place, over: Partial<Approved>): Promise<void> {
  const { run } = onlyStory(place);
  const now = new Date();
  const ledger = openLedger({ kind: 'local-repo', dir: place.repository }, { clock: systemClock });
  const { tip, events } = await ledger.read(run.id);
  const approved: NewEvent = {
    type: 'approved',
    binds: run.seal?.seal ?? '',
    goal: 'release',
    lease: run.leases[0]?.name ?? '',
    verbs: ['terminate'],
    person: 'bob',
    via: 'phrase',
    expiresAt: new Date(now.getTime() + 3_600_000).toISOString(),
    at: now.toISOString(),
    by: 'bob@elsewhere',
    ...over,
  };
  const after = fold(run.id, [...events, { ...approved, seq: events.length }]);
  const outcome = await ledger.append(run.id, tip, { events: [approved], summary: summarise(after, now) });
  assert.equal(outcome.outcome, 'appended');
}

async function assertHeld(place: Place): Promise<void> {
  const story = onlyStory(place);
  assert.deepEqual(ofType(story, 'releasing'), [], 'the ledger says nothing of a release');
  const box = await place.boxRecord(place.boxes()[0] ?? '');
  assert.equal(box.state, 'running');
  assert.deepEqual(
    box.meters.map((meter) => meter.stoppedAt),
    [null, null],
  );
}

function assertRefused(outcome: Outcome, what: RegExp, next: RegExp): void {
  assert.equal(outcome.exitCode, REFUSED, outcome.output);
  assert.match(outcome.stderr, what);
  assert.match(outcome.stderr, next);
  assert.match(outcome.stderr, /Still costing money: tiny-\S+ on local/);
}

describe('a sealed run whose release is refused', { timeout: 300_000 }, () => {
  let place: Place;
  const seal = (): string => onlyStory(place).run.seal?.seal ?? '';
  const lease = (): string => onlyStory(place).run.leases[0]?.name ?? '';
  const phrase = (): string => releasePhrase(lease(), seal(), []);
  const artifact = (path: string): string => join(onlyStory(place).run.seal?.place ?? '', 'main', path);

  before(() => {
    place = new Place();
    placeTinyJob(place);
  });
  after(() => place?.end());

  it('is not approved by --yes alone: it waits, and says for what [P5-11]', async () => {
    const run = await place.run(['run', '--yes']);
    assert.equal(run.exitCode, 0, run.output);
    assert.match(
      run.output,
      new RegExp(`waits for an approval: gpu-lease release \\S+ --approve "${phrase()}"`),
    );
    assert.deepEqual(ofType(onlyStory(place), 'approved'), []);
    await assertHeld(place);
  });

  for (const { name, typed } of [
    { name: 'another seal', typed: () => releasePhrase(lease(), '0'.repeat(64), []) },
    { name: 'another lease', typed: () => releasePhrase('tiny-00000000-1', seal(), []) },
    { name: 'nothing in particular', typed: () => 'yes please' },
    { name: 'the right one in capitals', typed: () => phrase().toUpperCase() },
  ]) {
    it(`is not approved by the phrase of ${name} [P5-11]`, async () => {
      const release = await place.run(['release', '--approve', typed()]);
      assertRefused(
        release,
        /is not the phrase for this release of/,
        new RegExp(`Type exactly: ${phrase()}`),
      );
      assert.deepEqual(ofType(onlyStory(place), 'approved'), []);
      await assertHeld(place);
    });
  }

  it('is not approved by an empty phrase, which is how a workflow says "none"', async () => {
    const release = await place.run(['release', '--approve', '']);
    assert.equal(release.exitCode, 0, release.output);
    assert.match(release.output, /waits for an approval/);
    await assertHeld(place);
  });

  for (const { name, damage, what } of partInTurn(
    'artifact at its release',
    [
      {
        name: 'deleted',
        damage: () => rmSync(artifact('checkpoints/best.safetensors')),
        what: /main\/checkpoints\/best\.safetensors has gone missing since it was sealed/,
      },
      {
        name: 'emptied',
        damage: () => writeFileSync(artifact('summary.json'), ''),
        what: /main\/summary\.json has become empty since it was sealed/,
      },
      {
        name: 'truncated',
        damage: () => truncateSync(artifact('checkpoints/last.safetensors'), 1000),
        what: /main\/checkpoints\/last\.safetensors has become shorter since it was sealed/,
      },
      {
        name: 'changed in one byte',
        damage: () => {
          const bytes = readFileSync(artifact('checkpoints/last.safetensors'));
          bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
          writeFileSync(artifact('checkpoints/last.safetensors'), bytes);
        },
        what: /main\/checkpoints\/last\.safetensors has changed since it was sealed/,
      },
    ],
    2,
    ({ name }) => name,
  )) {
    it(`is refused when an artifact was ${name} since, and collecting again repairs it [P5-05] [D-06] [D-07]`, async () => {
      const before = seal();
      damage();
      const unasked = await place.run(['release']);
      assertRefused(unasked, what, /collect/);
      assert.doesNotMatch(
        unasked.output,
        /to approve, type/,
        'no word is asked for that could not be acted on',
      );
      const release = await place.run(['release', '--approve', phrase()]);
      assertRefused(release, what, /Run "gpu-lease collect" to pull, verify and seal again/);
      await assertHeld(place);

      const collect = await place.run(['collect']);
      assert.equal(collect.exitCode, 0, collect.output);
      assert.match(collect.output, /the seal \S+ is void/);
      const unsealed = ofType(onlyStory(place), 'unsealed').at(-1);
      assert.equal(unsealed?.seal, before);
      assert.equal(seal(), before, 'the same bytes came again from the box');
    });
  }

  it('is refused on an approval of an earlier seal, once the box has other bytes [P5-11]', async () => {
    const before = seal();
    await recordApproval(place, {});
    appendFileSync(boxOutput(place, 'starts.txt'), 'one more line\n');
    rmSync(artifact('starts.txt'));
    const collect = await place.run(['collect']);
    assert.equal(collect.exitCode, 0, collect.output);
    assert.notEqual(seal(), before);
    const release = await place.run(['release']);
    const what = new RegExp(
      `approval by .* is of seal ${before.slice(0, 8)}; the seal now is ${seal().slice(0, 8)}`,
    );
    assertRefused(release, what, new RegExp(`Approve with the phrase "${phrase()}"`));
    await assertHeld(place);
  });

  it('is refused on an approval of other verbs [P5-11] [P5-12]', async () => {
    await recordApproval(place, { verbs: ['stop'] });
    const release = await place.run(['release']);
    assertRefused(
      release,
      /approval by bob is of "stop"; the plan now is "terminate"/,
      /Approve with the phrase/,
    );
    await assertHeld(place);
  });

  it('is refused on an approval that has expired [P5-11]', async () => {
    await recordApproval(place, { expiresAt: '2026-01-02T03:04:05.000Z' });
    const release = await place.run(['release']);
    assertRefused(release, /approval by bob expired at 2026-01-02T03:04:05\.000Z/, /Approve with the phrase/);
    await assertHeld(place);
  });

  it('is released by the phrase of the seal as it is now, and a second release finds nothing to do [P5-13]', async () => {
    const released = await place.run(['release', '--approve', phrase()]);
    assert.equal(released.exitCode, 0, released.output);
    const again = await place.run(['release', onlyStory(place).run.id]);
    assert.equal(again.exitCode, 0, again.output);
    assert.equal(ofType(onlyStory(place), 'releasing').length, 1);
    await assertWellEnded(place, { boxes: 1 });
  });
});

describe('a run whose artifacts are not whole', { timeout: 300_000 }, () => {
  it('is not sealed, names each artifact and why, and is not released; what is repaired on the box is [P5-01] [P5-04] [SW-07]', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, (job) => {
      job['run'] = [
        'sh train.sh && cd "$GPU_LEASE_OUT"',
        'mkdir extra && : >extra/empty.txt',
        'head -c 700 checkpoints/best.safetensors >extra/short.safetensors',
      ].join(' && ');
      job['artifacts'].push(
        { path: 'extra/weights-*.bin', role: 'opaque' },
        { path: 'extra/empty.txt', role: 'opaque' },
        { path: 'extra/short.safetensors', role: 'checkpoint' },
      );
    });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 1, run.output);
    assert.match(run.stderr, /main\/extra\/weights-\*\.bin: missing/);
    assert.match(run.stderr, /main\/extra\/empty\.txt: zero-byte/);
    assert.match(run.stderr, /main\/extra\/short\.safetensors: not-passed/);
    assert.doesNotMatch(run.stderr, /main\/metrics\.jsonl/, 'what is whole is not complained about');
    assert.deepEqual(ofType(onlyStory(place), 'sealed'), []);

    for (const args of [['release'], ['release', '--approve', `${place.boxes()[0]} 00000000`]]) {
      const release = await place.run(args);
      assertRefused(
        release,
        /has no seal: its artifacts are not all pulled and verified/,
        /gpu-lease collect/,
      );
    }
    await assertHeld(place);

    writeFileSync(boxOutput(place, 'extra/weights-1.bin'), 'weights');
    writeFileSync(boxOutput(place, 'extra/empty.txt'), 'no longer');
    writeFileSync(
      boxOutput(place, 'extra/short.safetensors'),
      readFileSync(boxOutput(place, 'checkpoints/best.safetensors')),
    );
    const collect = await place.run(['collect']);
    assert.equal(collect.exitCode, 0, collect.output);
    const { run: sealed } = onlyStory(place);
    const phrase = releasePhrase(place.boxes()[0] ?? '', sealed.seal?.seal ?? '', []);
    const release = await place.run(['release', '--approve', phrase]);
    assert.equal(release.exitCode, 0, release.output);
    await assertWellEnded(place, { boxes: 1, starts: 1 });
  });
});

/** A file of the only cell as it lies on the only box. */
function boxOutput(place: Place, path: string): string {
  const { run } = onlyStory(place);
  return join(run.leases[0]?.started?.dir.base ?? '', 'cells', 'main', 'out', path);
}
