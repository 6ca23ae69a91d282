// Over ten seconds: whole starts on boxes, and one of them shows nothing until its bound is over.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { livesInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { onlyStory } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn('what a launch waits for', 2);

interface Case {
  it: string;
  change(job: JobFile): void;
  bound?: string;
  shows: string;
  isBad: boolean;
  says: RegExp;
}

const CASES: Case[] = [
  {
    it: 'says the first step that it sees',
    change: (job) => {
      job['vars'].TINY_STEP_MS = 200;
    },
    shows: 'step',
    isBad: false,
    says: /main does its work, seen at step \d+/,
  },
  {
    it: 'names what a start died of',
    change: (job) => {
      job['run'] = 'echo "ModuleNotFoundError: No module named \'torchdata\'" >&2; exit 1';
    },
    shows: 'ended',
    isBad: true,
    says: /main is dead already: .*\(/,
  },
  {
    it: 'points at a traceback of what goes on running',
    change: (job) => {
      job['run'] =
        'printf "Traceback (most recent call last)\\n  File x\\nRuntimeError: no data\\n" >&2; sleep 20';
    },
    shows: 'traceback',
    isBad: true,
    says: /main runs, and its log has a traceback: RuntimeError: no data/,
  },
  {
    it: 'gives up within its bound on a start that shows nothing',
    change: (job) => {
      job['run'] = 'sleep 30';
    },
    bound: '12s',
    shows: 'nothing',
    isBad: false,
    says: /main runs and shows no step yet; its log is empty/,
  },
];

describe('a launch, before it hands back', { skip: missing('git'), timeout: 200_000, concurrency: 2 }, () => {
  for (const each of CASES) {
    lives.it(`${each.it} [P3-05]`, async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        each.change(job);
      });
      const bound = each.bound === undefined ? [] : ['--bound', each.bound];
      const launch = await place.run(['launch', '--json', ...bound]);
      assert.equal(launch.exitCode, 0, launch.output);
      const { firstSight } = JSON.parse(launch.stdout);
      assert.deepEqual(
        [firstSight.shows, firstSight.isBad, firstSight.cell],
        [each.shows, each.isBad, 'main'],
      );
      assert.equal(typeof firstSight.step, each.shows === 'step' ? 'number' : 'object');
      assert.match(firstSight.says, each.says);
      assert.match(launch.stderr, each.says);
      const types = onlyStory(place).events.map(({ type }) => type);
      assert.equal(types.at(-1), 'started', 'what it saw is for a look to write down');
      assert.ok(launch.seconds < 100, `${launch.seconds} s`);
    });
  }
});
