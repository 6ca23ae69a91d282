import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNextNeeded } from '../../src/course/next-needed.ts';
import { callerFiles } from '../../src/github/caller-files.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { RunOutcome } from '../../src/tick/outcome.ts';
import type { Pace } from '../../src/tick/schedule.ts';
import { LEASE, RUNNING, told } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const NOW = '2026-11-21T12:00:00Z';
const seen: EventBody = { type: 'seen', lease: LEASE, overAt: '2026-11-21T20:00:00Z' };
const hop: EventBody = { type: 'continued', how: 'dispatch', hop: 1, workflowRun: 9 };
const often: Pace = { lastAt: new Date(NOW), longestSeconds: 1800 };
const seldom: Pace = { lastAt: new Date(NOW), longestSeconds: 9000 };

async function needed(
  story: EventBody[],
  pace: Pace | undefined,
  status: string | undefined,
): Promise<boolean> {
  const { world } = scriptedWorld({});
  const github = {
    workflowRun: async (id: number) => status && { id, status },
    workflows: async () => [],
  };
  const outcomes = [{ run: told(story) }] as unknown as RunOutcome[];
  return isNextNeeded({}, { ...world, github } as unknown as typeof world, { outcomes, pace, isIdle: false });
}

describe('whether a tick needs a job that may start workflow runs', () => {
  it('does for a run that nobody is known to look at in time', async () => {
    assert.equal(await needed([...RUNNING, seen], seldom, undefined), true);
    assert.equal(await needed([...RUNNING, seen], undefined, undefined), true);
    assert.equal(await needed([...RUNNING, seen, hop], seldom, 'completed'), true, 'its chain is over');
  });

  it('does where the schedule stands on for nothing, and not where a run needs it', async () => {
    const { world } = scriptedWorld({});
    const [tick, daily] = callerFiles({ suite: 'ada/gpu-lease', commit: 'a'.repeat(40), keys: [] }).slice(-2);
    const github = {
      workflows: async () => [tick, daily].map((each) => ({ path: each?.path, state: 'active' })),
      file: async () => daily?.text,
    };
    const neededWhere = (isIdle: boolean) =>
      isNextNeeded({}, { ...world, github } as unknown as typeof world, {
        outcomes: [],
        pace: often,
        isIdle,
      });
    assert.equal(await neededWhere(true), true);
    assert.equal(await neededWhere(false), false);
  });

  it('does not for parts of a sweep that one chain goes on with', async () => {
    const part = (story: EventBody[], n: number) => {
      const run = told(story);
      assert.ok(run.opened);
      const opened = { ...run.opened, sweep: { id: 'grid-1', part: n, of: 2, division: 'd' } };
      return { run: { ...run, id: `grid-1-p${n}`, opened } };
    };
    const { world } = scriptedWorld({});
    const outcomes = [part([...RUNNING, seen, hop], 1), part([...RUNNING, seen], 2)];
    const neededWhere = (status: string) => {
      const github = { workflowRun: async (id: number) => ({ id, status }), workflows: async () => [] };
      const at = { ...world, github } as unknown as typeof world;
      return isNextNeeded({}, at, { outcomes: outcomes as never, pace: seldom, isIdle: false });
    };
    assert.equal(await neededWhere('waiting'), false);
    assert.equal(await neededWhere('completed'), true);
  });

  it('does not where the schedule comes in time or a chain lives', async () => {
    assert.equal(await needed([...RUNNING, seen], often, undefined), false);
    assert.equal(await needed([...RUNNING, seen, hop], seldom, 'waiting'), false);
  });
});
