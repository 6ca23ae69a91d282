import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countRunner } from '../../src/course/count-runner.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { runnerUse } from '../../src/lease/runner-minutes.ts';
import { summarise } from '../../src/lease/summary.ts';
import { scriptedWorld } from '../scripted-world.ts';
import {
  audited,
  intended,
  opened,
  RUN,
  reachable,
  rented,
  STARTED_AT,
  started,
  waived,
} from './told-run.ts';

const running: EventBody[] = [opened(), waived, intended(), rented(), reachable(), audited(), started()];
const used = (seconds: number): EventBody => ({ type: 'runner-used', stage: 'watch', seconds, runner: 'r' });

function told(bodies: EventBody[], startIso: string) {
  return bodies.map((body, seq) => ({ ...body, seq, at: startIso, by: 'github:7.1' }));
}

describe('runner minutes', () => {
  const start = new Date(STARTED_AT);
  const later = new Date(STARTED_AT + 2 * 3_600_000);

  it('are counted per hour of training', () => {
    const run = fold(RUN, told([...running, used(600), used(300)], start.toISOString()));
    assert.deepEqual(runnerUse(run, later), { minutes: 15, trainingHours: 2, minutesPerTrainingHour: 7.5 });
  });

  it('are no rate before the job has run for a while', () => {
    const run = fold(RUN, told([...running, used(600)], start.toISOString()));
    assert.equal(runnerUse(run, new Date(STARTED_AT + 60_000)).minutesPerTrainingHour, null);
  });

  it('stop counting hours when the job has ended', () => {
    const ended: EventBody = {
      type: 'cell-ended',
      lease: `${RUN}-1`,
      cell: 'main',
      attempt: 1,
      verdict: 'finished',
      exitCode: 0,
    };
    const events = told([...running, used(600)], start.toISOString());
    const end = { ...ended, seq: events.length, at: new Date(STARTED_AT + 3_600_000).toISOString(), by: 'x' };
    assert.equal(runnerUse(fold(RUN, [...events, end]), later).trainingHours, 1);
  });

  for (const { what, seconds, writes, counted } of [
    { what: 'a short look that saw nothing new', seconds: 20, writes: false, counted: 0 },
    { what: 'a short look that wrote something', seconds: 20, writes: true, counted: 20 },
    { what: 'a long look', seconds: 90, writes: false, counted: 90 },
  ]) {
    it(`count ${counted} s for ${what}`, async () => {
      const { world, clock } = scriptedWorld({ who: 'github:7.1' });
      const startedAt = clock.now();
      const events = running.map((body) => ({
        ...body,
        at: new Date(startedAt.getTime() + (writes ? 1000 : -1000)).toISOString(),
        by: world.who,
      }));
      const run = fold(
        RUN,
        events.map((event, seq) => ({ ...event, seq })),
      );
      await world.ledger.append(RUN, null, { events, summary: summarise(run, startedAt) });
      clock.pass(seconds);
      const record = await world.ledger.read(RUN);
      const env = { GITHUB_ACTIONS: 'true', RUNNER_ENVIRONMENT: 'self-hosted', RUNNER_NAME: 'adas-machine' };
      const stand = await countRunner({ env }, { world, startedAt }, 'watch', {
        run,
        events: record.events,
        waitingFor: undefined,
      });
      assert.equal(stand.run.runnerSeconds, counted);
      const last = (await world.ledger.read(RUN)).events.at(-1);
      if (counted > 0) assert.ok(last?.type === 'runner-used' && last.runner === 'self-hosted');
      else assert.equal(last?.type, 'started');
    });
  }
});
