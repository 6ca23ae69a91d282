// Over ten seconds: a sweep of several cells lives to its end.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { releasePhrase } from '../../src/lease/warrant.ts';
import { deviations } from '../cli/json-docs.ts';
import { livesInTurn } from '../in-turn.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { ofType, type Story, stories } from './ledger-story.ts';
import { type Outcome, type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn('a sweep on loopback boxes', 3);

const NAMES = ['seed-1', 'seed-2', 'seed-3'];

/** Three cells of a second each; what a test is about is changed by it. */
function placeSweep(place: Place, change: (job: JobFile) => void = () => {}): void {
  placeTinyJob(place, (job) => {
    job['vars'] = { TINY_STEPS: 40, TINY_STEP_MS: 5, TINY_CKPT_EVERY: 10 };
    job['metrics']['total-steps'] = 40;
    job['cells'] = NAMES.map((name, at) => ({ name, vars: { TINY_SEED: at + 1 } }));
    change(job);
  });
}

const sweepOf = (place: Place, ...args: string[]): Promise<Outcome> =>
  place.run(['sweep', ...args], { from: installation() });

const byRun = (place: Place): Map<string, Story> =>
  new Map(stories(place).map((story) => [story.run.id, story]));

const idIn = ({ output }: Outcome): string => /sweep: (\S+) is /.exec(output)?.[1] ?? assert.fail(output);

describe('a sweep on loopback boxes', { skip: missing('git'), timeout: 240_000 }, () => {
  lives.it(
    'is opened once, gone on with by two commands at once, sealed cell by cell, and released part by part [SW-01] [SW-05] [SW-06]',
    async (t) => {
      const place = placeFor(t);
      placeSweep(place);
      const opening = await sweepOf(place, '--boxes', '2', '--rent', 'false');
      assert.equal(opening.exitCode, 0, opening.output);
      assert.deepEqual(place.boxes(), [], 'opened and smoked, and nothing is rented');
      assert.equal(opening.output.match(/smoke passed/g)?.length, 1, 'one smoke for all');
      const id = idIn(opening);
      const parts = [`${id}-p1`, `${id}-p2`];
      for (const part of parts) assert.equal(byRun(place).get(part)?.run.smoke, 'passed');

      const both = await Promise.all([sweepOf(place, id, '--json'), sweepOf(place)]);
      for (const each of both) assert.equal(each.exitCode, 0, each.output);
      const facts = JSON.parse(both[0]?.stdout ?? '');
      assert.deepEqual(deviations('sweep', facts), []);
      assert.equal(facts.state, 'sealed');
      assert.deepEqual(
        facts.cells.map(({ cell, run, state, step }: Record<string, unknown>) => [cell, run, state, step]),
        [
          ['seed-1', parts[0], 'sealed', 40],
          ['seed-3', parts[0], 'sealed', 40],
          ['seed-2', parts[1], 'sealed', 40],
        ],
      );
      const store = join(place.repository, 'gpu-lease-out');
      assert.ok(existsSync(join(store, id, 'report.html')));
      for (const { cell, run } of facts.cells)
        assert.ok(existsSync(join(store, run, cell, 'checkpoints', 'last.safetensors')), `${run}/${cell}`);

      assert.equal(place.boxes().length, 2);
      for (const part of parts) {
        const story = byRun(place).get(part) ?? assert.fail(part);
        assert.equal(ofType(story, 'intended').length, 1, 'rented once');
        assert.equal(ofType(story, 'started').length, 1, 'started once');
        assert.deepEqual(story.run.ignored, []);
      }
      await assertReleasedApart(place, parts);
      const after = await sweepOf(place, id);
      assert.equal(after.exitCode, 0, after.output);
      assert.match(after.output, new RegExp(`${id} is released`));
    },
  );

  /** The approval of one part is none of the other. */
  async function assertReleasedApart(place: Place, parts: readonly string[]): Promise<void> {
    for (const [at, part] of parts.entries()) {
      const { run } = byRun(place).get(part) ?? assert.fail(part);
      const phrase = releasePhrase(`${part}-1`, run.seal?.seal ?? '', []);
      for (const other of parts.slice(at + 1)) {
        const wrong = await place.run(['release', other, '--approve', phrase], { from: installation() });
        assert.equal(wrong.exitCode, 10, wrong.output);
      }
      const released = await place.run(['release', part, '--approve', phrase], { from: installation() });
      assert.equal(released.exitCode, 0, released.output);
      assert.ok(byRun(place).get(part)?.archived);
      assert.equal((await place.boxRecord(`${part}-1`)).state, 'destroyed');
      assert.equal([...byRun(place).values()].filter(({ archived }) => archived).length, at + 1);
    }
  }

  lives.it(
    'names the cell that died, is red for it, and seals the part that it is not in [SW-07] [SW-08]',
    async (t) => {
      const place = placeFor(t);
      placeSweep(place, (job) => {
        job['smoke'] = 'none';
        job['run'] = '[ "$GPU_LEASE_CELL" != seed-2 ] || exit 7; sh train.sh';
        job['sweep'] = { boxes: 2 };
      });
      const outcome = await sweepOf(place);
      assert.equal(outcome.exitCode, 1, outcome.output);
      const last = outcome.output.trimEnd().split('\n').at(-1) ?? '';
      assert.match(last, /1 of 3 cells failed: seed-2 \(dead, exit 7/);
      const id = idIn(outcome);
      assert.equal(
        byRun(place).get(`${id}-p1`)?.run.seal?.verified,
        byRun(place).get(`${id}-p1`)?.run.seal?.roster,
      );
      assert.equal(byRun(place).get(`${id}-p2`)?.run.halted?.code, 'cells-dead');
      const again = await sweepOf(place, id);
      assert.equal(again.exitCode, 1, 'it stays red');
      assert.equal(place.boxes().length, 2, 'and rents nothing more');

      const status = await place.run(['status', id], { from: installation() });
      assert.equal(status.exitCode, 0, status.output);
      assert.match(status.stdout, /seed-2 +\S+-p2 +dead \(exit 7\)/);
      const listed = await place.run(['status'], { from: installation() });
      assert.match(listed.stdout, /-p1 {2}\(part 1 of 2\)[\s\S]*-p2 {2}\(part 2 of 2\)/);
    },
  );

  lives.it(
    'whose smoke fails opens and rents nothing for any part, and does once it passes [P2-02]',
    async (t) => {
      const place = placeFor(t);
      const gate = join(place.dir, 'smoke-may-pass');
      placeSweep(place, (job) => {
        job['smoke'] = { run: `[ -e '${gate}' ] && sh train.sh`, drill: 'none' };
        job['sweep'] = { boxes: 2 };
      });
      const failed = await sweepOf(place);
      assert.equal(failed.exitCode, 17, failed.output);
      assert.deepEqual(stories(place), [], 'no part is open');
      writeFileSync(gate, '');
      const passed = await sweepOf(place, '--rent', 'false');
      assert.equal(passed.exitCode, 0, passed.output);
      for (const { run } of stories(place)) assert.equal(run.smoke, 'passed');
      assert.deepEqual(place.boxes(), []);
    },
  );

  lives.it(
    'refuses a part by hand that the sweep does not have, another division, and a name that is none',
    async (t) => {
      const place = placeFor(t);
      placeSweep(place, (job) => {
        job['smoke'] = 'none';
      });
      const unsaid = await sweepOf(place);
      assert.equal(unsaid.exitCode, 2, unsaid.output);
      assert.match(unsaid.output, /over how many boxes the 3 cells/);
      const id = idIn(await sweepOf(place, '--boxes', '2', '--rent', 'false'));
      const stray = await place.run(['run', '--run', `${id}-p3`], { from: installation() });
      assert.equal(stray.exitCode, 10, stray.output);
      assert.match(stray.output, /has 2 parts, and no part 3/);
      const other = await sweepOf(place, '--boxes', '3');
      assert.equal(other.exitCode, 10, other.output);
      assert.match(other.output, /2 parts of 2, 1 cells; asked for are 3 parts of 1, 1, 1 cells/);
      for (const command of ['log', 'release', 'abandon', 'watch']) {
        const whole = await place.run([command, id], { from: installation() });
        assert.equal(whole.exitCode, 2, whole.output);
        assert.match(whole.output, new RegExp(`Name one of them, ${id}-p1 to ${id}-p2`));
      }
      const nobody = await sweepOf(place, 'nothing-7');
      assert.equal(nobody.exitCode, 2, nobody.output);
      for (const boxes of ['', '0', 'two', '257']) {
        const odd = await sweepOf(place, '--boxes', boxes);
        assert.equal(odd.exitCode, 2, odd.output);
      }
      assert.deepEqual(place.boxes(), []);
      const dry = await sweepOf(place, '--boxes', '3', '--dry-run', '--json');
      assert.equal(JSON.parse(dry.stdout).parts.length, 3);
      assert.equal(stories(place).length, 2, 'a dry run opens nothing');
    },
  );
});
