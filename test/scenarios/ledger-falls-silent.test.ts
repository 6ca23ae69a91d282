import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { ledgerDaemon } from './ledger-daemon.ts';
import { ofType, onlyStory, type Story } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const UNREACHABLE = 13;
const BOUND_SECONDS = 8;
/** Ten for the last words of a slow remote, some to end git, and what a busy machine takes. */
const AFTER_SECONDS = 60;

/** Long enough to be met in the middle by several commands. */
const slowly = (job: JobFile): void => {
  job['smoke'] = 'none';
  job['vars'].TINY_STEP_MS = 150;
};

function assertNothingTwice(story: Story): void {
  for (const type of ['intended', 'rented', 'started', 'cell-ended', 'sealed'] as const)
    assert.equal(ofType(story, type).length, 1, type);
  const steps = ofType(story, 'kept').map(({ step }) => step);
  assert.deepEqual(steps, [...new Set(steps)], 'no checkpoint is kept twice');
}

describe('a ledger whose remote falls silent in the middle of a run', {
  skip: missing('git', 'testbed'),
  timeout: 400_000,
  concurrency: 2,
}, () => {
  it('takes every connection and never answers: the watch ends in time and says what costs money; nothing is done twice [faults F13]', async (t) => {
    const place = placeFor(t);
    const { url, dir, line } = await ledgerDaemon(t, place);
    placeTinyJob(place, slowly);
    const launch = await place.run(['launch', '--ledger', url]);
    assert.equal(launch.exitCode, 0, launch.output);
    const watch = place.start(['watch', '--ledger', url, '--bound', `${BOUND_SECONDS}s`]);
    await watch.says(/checkpoint of step \d+ pulled/);
    line.halt();
    const away = await watch.ended;
    assert.equal(away.exitCode, UNREACHABLE, away.output);
    assert.ok(away.seconds < BOUND_SECONDS + AFTER_SECONDS, `${away.seconds} s`);
    assert.ok(away.output.includes(url), away.output);
    assert.match(away.output, /no whole answer in \d+ s/);
    assert.match(away.output, /Still costing money: .*USD\/h/);
    // What was on its way when it fell silent arrives late.
    line.resume();
    await place.run(['run', '--ledger', url], { timeoutSeconds: 240 });
    assertNothingTwice(onlyStory(place, dir));
  });

  it('is gone for a while: the run says so once, waits, and goes on by itself [faults F13]', async (t) => {
    const place = placeFor(t);
    const { url, dir, line } = await ledgerDaemon(t, place);
    placeTinyJob(place, slowly);
    const launch = await place.run(['launch', '--ledger', url]);
    assert.equal(launch.exitCode, 0, launch.output);
    const run = place.start(['run', '--ledger', url], { timeoutSeconds: 240 });
    const kept = () => ofType(onlyStory(place, dir), 'kept').length;
    while (kept() === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    await line.refuse();
    line.reset();
    await run.says(/Nothing is done on \S+ before it answers/);
    await line.accept();
    await run.says(/The ledger answers again/);
    const { output } = await run.ended;
    assert.match(output, /Still costing money: .*USD\/h/);
    assertNothingTwice(onlyStory(place, dir));
  });
});
