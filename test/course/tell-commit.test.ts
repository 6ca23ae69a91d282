import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { putAway } from '../../src/course/put-away.ts';
import { tellCommitOf } from '../../src/course/tell-commit.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { appendDecision } from '../../src/ledger/append-to-run.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { Problem } from '../../src/problem.ts';
import { Redactor } from '../../src/secret/redactor.ts';
import { reasonToLook } from '../../src/tick/switch.ts';
import type { World } from '../../src/world.ts';
import { gone, jobWith, opened, RUN, RUNNING, SEALED } from '../lease/told-run.ts';
import { ScriptedClock, ScriptedFace } from '../scripted-world.ts';

const HEAD = 'b'.repeat(40);
const of = (bodies: readonly EventBody[]): EventBody[] => [
  opened({ commit: HEAD, change: { pullRequest: 12 } }, jobWith()),
  ...bodies.slice(1),
];
const RELEASED: EventBody[] = [
  { type: 'releasing', lease: `${RUN}-1`, verb: 'terminate' },
  gone('gpu'),
  gone('disk'),
  { type: 'released', lease: `${RUN}-1`, usd: 1.5 },
  { type: 'closed', usd: 1.5 },
] as EventBody[];

/** A labelled run in a ledger, beside ten archived ones of its job, and each request and each reading that a telling costs. */
async function labelled(bodies: readonly EventBody[]) {
  const [clock, face, ledger] = [
    new ScriptedClock('2026-11-21T10:00:30Z'),
    new ScriptedFace(),
    new MemoryLedger(),
  ];
  const writer = { ledger, clock, who: 'test' };
  for (let nth = 1; nth <= 10; nth += 1) {
    const sealed = JSON.stringify(SEALED.slice(1)).replaceAll(RUN, `old-${nth}`);
    await appendDecision(writer, `old-${nth}`, [
      opened({ change: { pullRequest: 3 } }),
      ...JSON.parse(sealed),
    ]);
    await ledger.archive(`old-${nth}`);
  }
  await appendDecision(writer, RUN, of(bodies));
  const cost = {
    reads: [] as string[],
    requests: [] as string[],
    posted: [] as string[],
    comments: [] as string[],
  };
  const github = {
    pullRequest: async () => ({ isOpen: true, headSha: HEAD, headRepository: 'ada/engine', labels: [] }),
    commentMarked: async () => undefined,
    createComment: async (_: number, body: string) => void cost.comments.push(body),
    statusOf: async () => undefined,
    postStatus: async (_: string, { state, description }: { state: string; description: string }) =>
      void cost.posted.push(`${state}: ${description}`),
  };
  const counted = <T extends object>(what: T, into: string[], names: readonly string[]): T =>
    new Proxy(what, {
      get(target, name) {
        const own = Reflect.get(target, name);
        if (typeof own !== 'function') return own;
        return (...given: unknown[]) => {
          if (names.length === 0 || names.includes(String(name))) into.push(String(name));
          return own.apply(target, given);
        };
      },
    });
  const world = {
    ...{ clock, face, who: 'test', page: 'https://github.com/ada/engine/actions/runs/7' },
    ...{ signal: new AbortController().signal, github: counted(github, cost.requests, []) },
    ledger: counted(ledger, cost.reads, ['list', 'read', 'readOpen', 'append']),
  } as unknown as World;
  return {
    ...{ cost, clock, face },
    append: (more: readonly EventBody[]) => appendDecision(writer, RUN, more),
    /** One look, which has read the record. */
    async look({ isSchedule = false } = {}) {
      for (const each of Object.values(cost)) each.length = 0;
      const run = fold(RUN, (await ledger.read(RUN)).events);
      const after = await tellCommitOf(world, run, { env: {}, redactor: new Redactor(), isSchedule });
      await putAway(world, after);
      return after;
    },
    archived: async () => (await ledger.read(RUN)).archived,
  };
}

describe('a labelled run, at each look', () => {
  it('is told at its seal, and a later look with nothing new asks and reads nothing', async () => {
    const { cost, clock, look } = await labelled(SEALED);
    await look();
    assert.deepEqual(
      cost.posted.map((each) => each.split(';')[0]),
      ['success: finished'],
    );
    assert.equal(cost.comments.length, 1);
    assert.ok(cost.reads.length > 10, `compared with runs of the archive: ${cost.reads}`);
    // The box is held until somebody approves, and costs more each time.
    for (const seconds of [600, 86_400]) {
      clock.pass(seconds);
      await look();
      assert.deepEqual(cost, { reads: [], requests: [], posted: [], comments: [] });
    }
  });

  it('is told anew once something of it has changed, also behind its end', async () => {
    const { cost, append, look } = await labelled(SEALED);
    await look();
    await append(RELEASED);
    const run = await look();
    assert.ok(run.closed && run.changeTold?.startsWith('released'), run.changeTold);
    assert.match(cost.comments[0] ?? '', /: released/);
    assert.ok(cost.reads.includes('append'));
    await look();
    assert.deepEqual(cost, { reads: [], requests: [], posted: [], comments: [] });
  });

  it('is told of its cost while it trains at each tenth of its budget', async () => {
    const { cost, clock, look } = await labelled(RUNNING);
    const posted: string[] = [];
    for (let minutes = 0; minutes <= 180; minutes += 10) {
      await look();
      posted.push(...cost.posted);
      clock.pass(600);
    }
    assert.deepEqual(
      posted.map((each) => /; (\d)\.\d+ USD/.exec(each)?.[1]),
      ['0', '1', '2', '3'],
      posted.join('\n'),
    );
  });

  const closedRun = async () => {
    const labelledRun = await labelled([...SEALED, ...RELEASED]);
    const { cost } = labelledRun;
    cost.comments.push = () => {
      throw new Problem({ code: 'github-forbidden', kind: 'refused', what: 'No leave.', next: 'Give it.' });
    };
    return labelledRun;
  };

  it('stays among the open ones, and the schedule on, where the job that closed it may not tell', async () => {
    const { look, face, clock, archived } = await closedRun();
    const run = await look();
    assert.deepEqual([run.changeTold, await archived()], [undefined, false]);
    assert.match(
      face.lines.join('\n'),
      /comment on pull request 12 is left to the schedule's next look: No leave/,
    );
    assert.deepEqual(face.warnings, [], 'nobody can give that job more leave');
    assert.equal(reasonToLook(run, clock.now()), `run ${RUN} is over, and its commit has to be told`);
    clock.pass(8 * 86_400);
    assert.equal(reasonToLook(run, clock.now()), undefined, 'nobody waits for it any more');
    await look();
    assert.equal(await archived(), true);
  });

  it('is put away by the schedule, told or not, and is then no reason to look', async () => {
    const { look, face, clock, archived } = await closedRun();
    const run = await look({ isSchedule: true });
    assert.match(
      face.warnings.join('\n'),
      /comment on pull request 12 could not be written: No leave.*Give it/,
    );
    assert.deepEqual([reasonToLook(run, clock.now()), await archived()], [undefined, true]);
  });

  it('that works is told of no more in vain, where the schedule may not either', async () => {
    const { cost, look, append } = await labelled(RUNNING);
    cost.posted.push = () => {
      throw new Problem({ code: 'github-forbidden', kind: 'refused', what: 'No leave.', next: 'Give it.' });
    };
    assert.match((await look({ isSchedule: true })).changeTold ?? '', /^running/);
    await look({ isSchedule: true });
    assert.deepEqual([cost.requests, cost.reads], [[], []]);
    await append([{ type: 'halted', code: 'x', what: 'y', next: 'z' }]);
    await look({ isSchedule: true });
    assert.notDeepEqual(cost.requests, [], 'something new is tried');
  });

  it('is told again by the next look where GitHub did not answer', async () => {
    const { cost, look, face } = await labelled(SEALED);
    const away = new Problem({
      code: 'github-unreachable',
      kind: 'unreachable',
      what: 'No answer.',
      next: 'Wait.',
    });
    const push = cost.comments.push;
    cost.comments.push = () => {
      throw away;
    };
    assert.equal((await look()).changeTold, undefined);
    assert.match(face.warnings.join('\n'), /could not be written: No answer/);
    cost.comments.push = push;
    assert.match((await look()).changeTold ?? '', /^sealed/);
    assert.equal(cost.comments.length, 1);
  });
});
