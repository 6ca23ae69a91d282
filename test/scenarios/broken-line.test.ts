// Over a minute: a line breaks while a real sshd is spoken to, and is waited for.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { missing } from '../requirement.ts';
import type { FaultProxy } from '../testbed.ts';
import { CHECKPOINT, placeLargeJob, sha256Of } from './large-job.ts';
import { ofType, onlyStory, stories } from './ledger-story.ts';
import { onMyBox, overFaultyLine } from './own-ssh-box.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const MIB = 1024 * 1024;
const UNREACHABLE = 13;
const PATIENCE_SECONDS = 240;

async function until(what: string, isSo: () => boolean, seconds = PATIENCE_SECONDS): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !isSo(); await pause(50))
    assert.ok(Date.now() < end, `${what}: not within ${seconds} s`);
}

/** Resets each connection after so many bytes, another number for each one. */
function cutEach(line: FaultProxy, sizes: readonly number[]): () => void {
  const next = () => line.set({ cutAfterBytes: sizes[line.stats().total % sizes.length] ?? MIB });
  next();
  const timer = setInterval(next, 20);
  return () => {
    clearInterval(timer);
    line.set({ cutAfterBytes: 0 });
  };
}

const baseOf = (place: Place): string => {
  const [started] = ofType(onlyStory(place), 'started');
  assert.ok(started);
  return started.dir.base;
};
const onBox = (place: Place): string => sha256Of(join(baseOf(place), 'cells/main/out', CHECKPOINT));

describe('a line that breaks while files are collected', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 600_000,
  concurrency: 2,
}, () => {
  it('is reset again and again: what arrived stays, nothing counts before it is whole, and the run ends well [faults F13]', async (t) => {
    const place = placeFor(t);
    const { line } = await overFaultyLine(t, place);
    const goOn = join(place.dir, 'go-on');
    placeLargeJob(place, { bytes: 16 * MIB, steps: 2, holdUntil: goOn }, onMyBox);
    const launch = await place.run(['launch']);
    assert.equal(launch.exitCode, 0, launch.output);
    const heal = cutEach(line, [1.5 * MIB, 3 * MIB, 4.2 * MIB, 7 * MIB]);
    t.after(heal);
    const run = place.start(['run'], { timeoutSeconds: PATIENCE_SECONDS });

    const kept = () => ofType(onlyStory(place), 'kept').flatMap(({ files }) => files);
    await Promise.race([until('step 1 is kept', () => kept().length > 0), run.ended]);
    const first = kept().find(({ path }) => path === CHECKPOINT);
    assert.equal(first?.sha256, onBox(place), 'what counts as kept is what the box has');
    writeFileSync(goOn, '');

    const { exitCode, output } = await run.ended;
    assert.equal(exitCode, 0, output);
    const story = onlyStory(place);
    const sealed = join(place.repository, 'gpu-lease-out', story.run.id, 'main', CHECKPOINT);
    assert.equal(sha256Of(sealed), onBox(place));
    assert.equal(ofType(story, 'started').length, 1);
    assert.equal(ofType(story, 'sealed').length, 1);
    assert.ok(line.stats().total > 5, `${line.stats().total} connections`);
  });

  it('does not come back: 13 within the bound, with what is here; the same command goes on from there [faults F13]', async (t) => {
    const place = placeFor(t);
    const { line } = await overFaultyLine(t, place);
    placeLargeJob(place, { bytes: 24 * MIB }, (job) => {
      onMyBox(job);
      // Nothing is pulled before the end.
      job['artifacts'][0].keep = 'evidence';
      delete job['checkpoint'];
    });
    assert.equal((await place.run(['launch'])).exitCode, 0);
    const ended = join('cells', 'main', 'exit');
    await until('the job ends', () =>
      readdirSync(baseOf(place), { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith(ended)),
    );
    line.set({ cutAfterBytes: 5 * MIB });
    const refused = until('the line is cut', () => line.stats().down > 4 * MIB).then(() => line.refuse());
    const away = await place.run(['run', '--bound', '15s']);
    await refused;
    assert.equal(away.exitCode, UNREACHABLE, away.output);
    assert.ok(away.seconds < 90, `${away.seconds} s`);
    assert.match(away.output, /[1-9]\d* of \d+ bytes are here and stay/);
    assert.match(away.output, /-1 was not reached \(\w+: /);
    assert.match(away.output, /Next: \S/);
    assert.deepEqual(ofType(onlyStory(place), 'sealed'), []);

    line.set({ cutAfterBytes: 0 });
    await line.accept();
    const before = line.stats().down;
    const back = await place.run(['run']);
    assert.equal(back.exitCode, 0, back.output);
    assert.ok(line.stats().down - before < 24 * MIB, 'it began from nothing');
    const sealed = join(place.repository, 'gpu-lease-out', onlyStory(place).run.id, 'main', CHECKPOINT);
    assert.equal(sha256Of(sealed), onBox(place));
  });
});

describe('a line that breaks before anything runs', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 300_000,
}, () => {
  it('is dialled again while the box is audited and the work laid down, and the work is started once [faults F13]', async (t) => {
    const place = placeFor(t);
    const { line } = await overFaultyLine(t, place);
    placeTinyJob(place, onMyBox);
    // Slow enough that each step is under way when its line breaks.
    line.set({ latencyMs: 100 });
    const since = (type: 'reachable' | 'audited') =>
      until(type, () => stories(place).some(({ events }) => events.some((event) => event.type === type)));
    const broken = (async () => {
      for (const type of ['reachable', 'audited'] as const) {
        await since(type);
        line.reset();
      }
      line.set({ latencyMs: 0 });
    })();
    const run = await place.run(['run']);
    await broken;
    assert.equal(run.exitCode, 0, run.output);
    assert.match(
      run.output,
      /the line to \S+ broke while (it was audited|the work was laid down on it) \(\w+: /,
    );
    assert.equal(ofType(onlyStory(place), 'started').length, 1);
    assert.equal(ofType(onlyStory(place), 'sealed').length, 1);
  });
});
