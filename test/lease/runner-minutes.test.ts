import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runnerRates } from '../../src/cli/runner-rates.ts';
import { countRunner } from '../../src/course/count-runner.ts';
import { billOf, jobTimesOf } from '../../src/lease/billed-minutes.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { billOfRun, runnerUse } from '../../src/lease/runner-minutes.ts';
import { summarise } from '../../src/lease/summary.ts';
import { usdOfMinutes } from '../../src/profile/runner-price.ts';
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
    assert.deepEqual(runnerUse(run, later), {
      minutes: 15,
      billedMinutes: 15,
      trainingHours: 2,
      minutesPerTrainingHour: 7.5,
    });
  });

  it('are billed by the job, each rounded up, and by what GitHub says where it was asked', () => {
    const of = (seconds: number, job: string): EventBody => ({ ...used(seconds), job }) as EventBody;
    const story = [...running, of(20, 'train'), of(50, 'train'), of(5, 'release')];
    const run = fold(RUN, told(story, start.toISOString()));
    assert.equal(runnerUse(run, later).billedMinutes, 3, 'two minutes and one');
    const bill: EventBody = {
      type: 'runners-billed',
      workflowRun: 7,
      bill: [
        { label: 'ubuntu-latest', minutes: 4 },
        { label: 'ubuntu-slim', minutes: 2 },
      ],
    };
    const asked = fold(RUN, told([...story, bill], start.toISOString()));
    assert.equal(runnerUse(asked, later).billedMinutes, 6, 'not counted twice');
    assert.equal(usdOfMinutes(billOfRun(asked), runnerRates()), 0.028);
  });

  it("of jobs are rounded up each, none of them twice, and cost nothing on a machine of one's own", () => {
    const job = (name: string, minutes: number | undefined, labels = ['ubuntu-latest']) => ({
      name,
      ranAt: minutes === undefined ? undefined : start.toISOString(),
      completedAt: new Date(STARTED_AT + (minutes ?? 0) * 60_000).toISOString(),
      labels,
    });
    const again = job('open', 0.1);
    const jobs = [again, again, job('train', 13.2), job('next', 0.2, ['ubuntu-slim'])];
    const unbilled = [job('ask', undefined), job('own', 90, ['self-hosted', 'gpu'])];
    const bill = billOf(jobTimesOf([...jobs, ...unbilled], later));
    assert.deepEqual(
      [...bill],
      [
        ['ubuntu-latest', 15],
        ['ubuntu-slim', 1],
      ],
    );
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
