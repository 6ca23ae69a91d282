// Over ten seconds: the keeper looks for checkpoints at each of its beats, and three boxes are lost in one life.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { missing } from '../requirement.ts';
import { placeGatedJob } from './gated-job.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';

const SETS = '.sets/main';

/** Until the keeper has copied the checkpoint of that step, which no look does for it. */
async function copied(durable: string, run: string, step: number): Promise<void> {
  const root = join(durable, run, SETS);
  const isThere = (id: string) =>
    existsSync(join(root, id, 'manifest')) && existsSync(join(root, id, 'files', `checkpoint-${step}`));
  for (let waits = 0; !(existsSync(root) && readdirSync(root).some(isThere)); waits += 1) {
    assert.ok(waits < 400, `the keeper copies step ${step}`);
    await sleep(200);
  }
}

/** Of a run that nobody of us ever had: newer by its names and hash-equal to its manifest, and no checkpoint. */
function layDownFalseSet(durable: string, run: string): void {
  const set = join(durable, run, SETS, '9999999999-1');
  const files = ['weights.safetensors', 'state.json'].map((file) => `checkpoint-90/${file}`);
  mkdirSync(join(set, 'files/checkpoint-90'), { recursive: true });
  for (const file of files) writeFileSync(join(set, 'files', file), 'not ours\n');
  const sha256 = createHash('sha256').update('not ours\n').digest('hex');
  writeFileSync(join(set, 'manifest'), `${files.map((file) => `${sha256} 9 ${file}\n`).join('')}end 2\n`);
}

const loseNewestBox = (place: Place): Promise<unknown> => {
  const story = onlyStory(place);
  return destroyLocalBox(place.boxesDir, story.run.leases.at(-1)?.name ?? '', systemClock);
};

/** Watches until it is told that the work goes on and that checkpoint is kept here (or told of, on the tier), and is killed then. */
async function watchedUntil(place: Place, what: 'kept' | 'on-tier', step: number): Promise<string> {
  const running = place.start(['run'], { timeoutSeconds: 200 });
  const isSeen = () => {
    const story = onlyStory(place);
    if (!ofType(story, 'kept').some((kept) => kept.step === step)) return false;
    if (ofType(story, 'resumed').length < ofType(story, 'started').length - 1) return false;
    return (
      what === 'kept' || ofType(story, 'on-tier').some(({ copy }) => copy?.name === `checkpoint-${step}`)
    );
  };
  for (let waits = 0; !isSeen(); waits += 1) {
    assert.ok(waits < 400 && running.child.exitCode === null, `a look sees step ${step}`);
    await sleep(200);
  }
  running.child.kill('SIGKILL');
  return (await running.ended).output;
}

describe('a run that loses box after box and has a durable tier', {
  skip: missing('git'),
  timeout: 500_000,
}, () => {
  it('goes on from the tier where nobody looked, where it is newer than what a look kept, and from our copy where another tier is mounted [P2-05] [P2-06] [P4-17] [AD6]', async (t) => {
    const place = placeFor(t);
    // A mount of its own, as a durable disk is one.
    const above = mkdtempSync('/dev/shm/gl-durable-');
    t.after(() => rmSync(above, { recursive: true, force: true }));
    const durable = join(above, 'tier');
    mkdirSync(durable);
    const goOn = placeGatedJob(place, (job) => {
      job['storage'] = { durable };
    });

    const launched = await place.run(['launch']);
    assert.equal(launched.exitCode, 0, launched.output);
    const { run } = onlyStory(place);
    await copied(durable, run.id, 10);
    assert.deepEqual(ofType(onlyStory(place), 'kept'), [], 'nobody ever looked');
    await loseNewestBox(place);
    goOn(10);
    const unlooked = await watchedUntil(place, 'kept', 20);
    assert.match(unlooked, /was on the durable tier, newer than what was kept; it loads/);

    goOn(20);
    await copied(durable, run.id, 30);
    await loseNewestBox(place);
    goOn(30);
    const newer = await watchedUntil(place, 'on-tier', 40);
    assert.match(newer, /checkpoint-30.* was on the durable tier, newer than what was kept; it loads/);

    const status = await place.run(['status', '--run', run.id]);
    const told =
      /main: on the durable tier of \S+-3 \(\S+\/tier\): checkpoint-40, 2 files, \d+ bytes, since 20\S+Z; seen at 20/;
    assert.match(status.output, told);
    const { onTier } = JSON.parse((await place.run(['status', '--run', run.id, '--json'])).stdout);
    assert.deepEqual(
      [onTier.length, onTier[0].dir, onTier[0].copy.set, onTier[0].copy.files, onTier[0].failure],
      [1, durable, 'checkpoint-40', 2, null],
    );

    await loseNewestBox(place);
    renameSync(durable, join(above, 'of-the-box-that-is-gone'));
    layDownFalseSet(durable, run.id);
    goOn(40);
    const last = await place.run(['run'], { timeoutSeconds: 200 });
    assert.equal(last.exitCode, 0, last.output);
    assert.match(last.output, /checkpoint-90 on the durable tier \(.*\) is not taken: /);

    const story = onlyStory(place);
    const starts = ofType(story, 'started');
    assert.deepEqual(
      starts.map(({ from }) => from),
      [
        [],
        [{ cell: 'main', step: 10, source: 'durable-tier' }],
        [{ cell: 'main', step: 30, source: 'durable-tier' }],
        [{ cell: 'main', step: 40, source: 'our-copy' }],
      ],
    );
    assert.deepEqual(
      ofType(story, 'resumed').map(({ firstStep }) => firstStep),
      [11, 31, 41],
    );
    for (const [step, at] of [
      [10, 1],
      [30, 2],
    ] as const) {
      const kept = story.events.findIndex((event) => event.type === 'kept' && event.step === step);
      const begun = story.events.findIndex(
        (event) => event.type === 'started' && event.lease === starts[at]?.lease,
      );
      assert.ok(kept >= 0 && kept < begun, `step ${step} is kept before anything starts`);
      const event = story.events[kept];
      assert.ok(event?.type === 'kept' && event.lease === starts[at]?.lease);
    }
    assert.ok(story.run.seal && story.run.ignored.length === 0);
    const steps = readFileSync(join(story.run.seal.place, 'main/metrics.jsonl'), 'utf8').match(/"step":\d+/g);
    assert.equal(steps?.at(-1), '"step":50');
    assert.match(
      readFileSync(join(story.run.seal.place, 'summary.md'), 'utf8'),
      /<summary>Durable copies<\/summary>\n\n- main: on/,
    );
  });
});
