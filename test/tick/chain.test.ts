import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainLinkOf } from '../../src/cli/chain-link.ts';
import { givenOptions } from '../../src/cli/given-options.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { arrive, chainOfRun, goOn } from '../../src/course/chain.ts';
import { ownWorkflow } from '../../src/github/caller-workflow.ts';
import type { Environment, WorkflowRun } from '../../src/github/github.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { Problem } from '../../src/problem.ts';
import { scheduleText } from '../../src/tick/schedule.ts';
import {
  audited,
  intended,
  jobWith,
  LEASE,
  opened,
  RUN,
  reachable,
  rented,
  started,
  waived,
} from '../lease/told-run.ts';
import { ScriptedClock, ScriptedFace } from '../scripted-world.ts';

const NOW = '2026-11-21T12:00:00Z';
const stoppedItself: EventBody = { type: 'halted', code: 'c', what: 'w', next: 'n' };
const running: EventBody[] = [opened(), waived, intended(), rented(), reachable(), audited(), started()];

const seen: EventBody = { type: 'seen', lease: LEASE, overAt: '2026-11-21T16:00:00Z' };

interface Repository {
  ledger: MemoryLedger;
  clock: ScriptedClock;
  /** Workflow runs that GitHub knows, by id. */
  runs: Map<number, WorkflowRun['status']>;
  dispatched: { file: string; ref: string; inputs: Record<string, string> }[];
  /** Called in the moment between the claim and GitHub's answer. */
  onDispatch: () => Promise<void> | void;
  /** Whether GitHub says which run it started. */
  tells: boolean;
  environments: Environment[];
}

const timer = (name: string, waitMinutes: number, reviewers: string[] = []): Environment => ({
  name,
  waitMinutes,
  reviewers,
  preventsSelfReview: false,
  adminsBypass: undefined,
  branches: undefined,
});

async function repository(events: EventBody[] = running, minutesAgo = 0): Promise<Repository> {
  const clock = new ScriptedClock(new Date(Date.parse(NOW) - minutesAgo * 60_000).toISOString());
  const ledger = new MemoryLedger();
  await tell({ ledger, clock }, events);
  clock.pass(minutesAgo * 60);
  return {
    ledger,
    clock,
    runs: new Map(),
    dispatched: [],
    onDispatch: () => {},
    tells: true,
    environments: [],
  };
}

async function tell(
  { ledger, clock }: Pick<Repository, 'ledger' | 'clock'>,
  bodies: EventBody[],
  by = 'test',
): Promise<void> {
  const { tip, events } = await ledger.read(RUN);
  const stamped = bodies.map((body) => ({ ...body, at: clock.now().toISOString(), by }));
  const run = fold(RUN, [...events, ...stamped.map((event, i) => ({ ...event, seq: events.length + i }))]);
  assert.deepEqual(run.ignored, []);
  await ledger.append(RUN, tip, { events: stamped, summary: summarise(run, clock.now()) });
}

/** One workflow run at its end: `watch` over, the job not. */
function workflow(at: Repository, id: number, given: { hop?: number; attempt?: number; hops?: number } = {}) {
  const { hop = 0, attempt = 1, hops = 200 } = given;
  const face = new ScriptedFace();
  const link = (chain: string) => {
    const { options } = givenOptions({ given: { hop: String(hop), hops: String(hops), chain } });
    return chainLinkOf({
      ...options,
      env: {
        GITHUB_ACTIONS: 'true',
        GITHUB_RUN_ID: String(id),
        GITHUB_REPOSITORY: 'ada/trains',
        GITHUB_WORKFLOW_REF: 'ada/trains/.github/workflows/gpu.yml@refs/heads/main',
      },
    });
  };
  const world = {
    ledger: at.ledger,
    clock: at.clock,
    who: `github:${id}.${attempt}`,
    face,
    github: {
      async workflowRun(asked: number) {
        const status = at.runs.get(asked);
        return status && ({ id: asked, status } as WorkflowRun);
      },
      async dispatch(file: string, ref: string, inputs: Record<string, string>) {
        at.dispatched.push({ file, ref, inputs });
        await at.onDispatch();
        return { workflowRun: at.tells ? 1000 + at.dispatched.length : undefined };
      },
      environments: async () => at.environments,
    },
  } as unknown as Parameters<typeof goOn>[1];
  at.runs.set(id, 'in_progress');
  return {
    face,
    arrive: async () => arrive(link('auto'), world, chainOfRun(RUN)),
    async goOn(how: 'auto' | 'always' = 'auto') {
      const onward = await goOn(link(how), world, chainOfRun(RUN));
      return onward.do === 'claim' ? { do: onward.do, hop: onward.hop } : onward;
    },
  };
}

const now = async ({ ledger }: Repository) => fold(RUN, (await ledger.read(RUN)).events);

describe('a chain of bounded looks', () => {
  it('starts its own workflow again, the hop in the ledger before and the run after the dispatch [GH-02]', async () => {
    const at = await repository();
    let before: unknown;
    at.onDispatch = async () => {
      before = (await now(at)).continued;
    };
    assert.deepEqual(await workflow(at, 7).goOn(), { do: 'claim', hop: 1 });
    assert.deepEqual(at.dispatched, [
      { file: 'gpu.yml', ref: 'main', inputs: { run: RUN, hop: '1', wait: 'pause-180' } },
    ]);
    assert.deepEqual(before, {
      type: 'continued',
      how: 'dispatch',
      hop: 1,
      lookAt: '2026-11-21T12:03:00.000Z',
      seq: 7,
      at: '2026-11-21T12:00:00.000Z',
      by: 'github:7.1',
    });
    assert.equal((await now(at)).continued?.workflowRun, 1001);
  });

  it('waits for the soonest of looks, too, though seconds of it are over when the hop is in the ledger', async () => {
    for (const events of [running, running.slice(0, 4)]) {
      const at = await repository(events);
      const append = at.ledger.append.bind(at.ledger);
      at.ledger.append = (...asked) => {
        at.clock.pass(3);
        return append(...asked);
      };
      await workflow(at, 7).goOn();
      assert.equal(at.dispatched[0]?.inputs['wait'], 'pause-177');
    }
  });

  it('goes on hop by hop, each knowing that it is the one, also where GitHub names no run', async () => {
    const at = await repository();
    at.tells = false;
    await workflow(at, 7).goOn();
    const second = workflow(at, 8, { hop: 1 });
    await second.arrive();
    assert.equal((await now(at)).continued?.workflowRun, 8);
    assert.deepEqual(await second.goOn(), { do: 'claim', hop: 2 });
    assert.equal(at.dispatched.length, 2);
  });

  it('waits for its look in the environment whose timer comes nearest, and on a runner where there is none', async () => {
    const at = await repository([...running, seen], 60);
    at.environments = [
      timer('gpu-lease-wait-5', 5),
      timer('gpu-lease-wait-45', 45),
      timer('gpu-lease-wait-44', 44, ['ada']),
      timer('production', 43),
      timer('gpu-lease', 0),
    ];
    const first = workflow(at, 7);
    assert.deepEqual(await first.goOn(), { do: 'claim', hop: 1 });
    assert.deepEqual(at.dispatched[0]?.inputs, { run: RUN, hop: '1', wait: 'gpu-lease-wait-45' });
    assert.match(
      first.face.lines.join('\n'),
      /next look at 2026-11-21T12:45.*, planned for 2026-11-21T13:20.*waits in the environment gpu-lease-wait-45/,
    );
    assert.equal((await now(at)).continued?.lookAt, '2026-11-21T12:45:00.000Z', 'when that timer is over');
  });

  it('takes over a link that waited for less than the plan asks and never came, as soon as it was due', async () => {
    const at = await repository([...running, seen], 60);
    at.tells = false;
    await workflow(at, 7).goOn();
    assert.equal(at.dispatched[0]?.inputs['wait'], 'pause-840', 'the plan asks for 13:20');
    assert.equal((await now(at)).continued?.lookAt, '2026-11-21T12:14:00.000Z');
    at.clock.pass(23 * 60);
    const early = await workflow(at, 8).goOn();
    assert.equal(early.do === 'leave' && early.to, 'chain', 'GitHub may be slow');
    at.clock.pass(2 * 60);
    assert.deepEqual(await workflow(at, 8).goOn(), { do: 'claim', hop: 2 });
  });

  it('starts a file that has no input for the wait without it, once, and says so', async () => {
    const at = await repository([...running, seen], 60);
    at.onDispatch = () => {
      if (!('wait' in (at.dispatched.at(-1)?.inputs ?? {}))) return;
      throw new Problem({
        code: 'github-refused',
        kind: 'refused',
        what: 'GitHub said 422: Unexpected inputs provided: ["wait"].',
        next: '',
      });
    };
    const first = workflow(at, 7);
    assert.deepEqual(await first.goOn(), { do: 'claim', hop: 1 });
    assert.deepEqual(
      at.dispatched.map(({ inputs }) => Object.keys(inputs).includes('wait')),
      [true, false],
    );
    assert.match(first.face.warnings.join(), /has no input "wait"/);
  });

  it('leaves the run to a schedule only where its own looks came as often as the plan asks', async () => {
    const looked = async (minutesApart: number) => {
      const at = await repository([...running, seen], 60);
      const looks = Array.from({ length: 12 }, (_, n) => ({
        at: new Date(Date.parse(NOW) - (12 - n) * minutesApart * 60_000).toISOString(),
        everySeconds: 900,
        seconds: 20,
        runs: 1,
      }));
      const text = scheduleText({ looks, seen: {}, unlooked: {}, closed: { commits: [], mac: '' } });
      await at.ledger.ticks.write(text, null);
      return at;
    };
    const often = await looked(30);
    const auto = await workflow(often, 7).goOn();
    assert.equal(auto.do === 'leave' && auto.to, 'tick');
    assert.deepEqual(often.dispatched, []);
    assert.deepEqual(await workflow(often, 7).goOn('always'), { do: 'claim', hop: 1 });
    assert.deepEqual(
      await workflow(await looked(150), 7).goOn(),
      { do: 'claim', hop: 1 },
      'as GitHub delivers',
    );
    const stopped = await looked(30);
    stopped.clock.pass(1860);
    assert.deepEqual(await workflow(stopped, 8).goOn(), { do: 'claim', hop: 1 }, 'the schedule has stopped');
  });

  it('never makes a second chain beside a living one, and takes over a dead one [GH-04]', async () => {
    const at = await repository();
    await workflow(at, 7).goOn();
    at.runs.set(1001, 'queued');
    const beside = await workflow(at, 9).goOn();
    assert.equal(beside.do === 'leave' && beside.to, 'chain');
    assert.equal(at.dispatched.length, 1);
    at.runs.set(1001, 'completed');
    assert.deepEqual(await workflow(at, 9).goOn(), { do: 'claim', hop: 2 });
    at.runs.delete(1002);
    assert.deepEqual(await workflow(at, 10).goOn(), { do: 'claim', hop: 3 }, 'GitHub does not know 1002');
  });

  it('ends the old link of a chain that was taken over when it comes after all', async () => {
    const at = await repository();
    at.tells = false;
    await workflow(at, 7).goOn();
    at.clock.pass(700);
    assert.equal((await workflow(at, 9).goOn()).do, 'leave', 'it waits for its look');
    at.clock.pass(3000);
    assert.deepEqual(await workflow(at, 9).goOn(), { do: 'claim', hop: 2 }, 'nobody came for hop 1');
    const newer = workflow(at, 21, { hop: 2 });
    await newer.arrive();
    const late = workflow(at, 20, { hop: 1 });
    await late.arrive();
    const left = await late.goOn();
    assert.equal(left.do === 'leave' && left.to, 'chain');
    assert.deepEqual(await newer.goOn(), { do: 'claim', hop: 3 });
  });

  it('lets one of two links go on when both are told to take over at one moment', async () => {
    const at = await repository();
    await workflow(at, 7).goOn();
    at.runs.set(1001, 'completed');
    const both = await Promise.all([workflow(at, 8).goOn(), workflow(at, 9).goOn()]);
    assert.deepEqual(both.map((each) => each.do).sort(), ['claim', 'leave']);
    assert.equal(at.dispatched.length, 2, 'hop 1 and one hop 2');
  });

  it('lets one of two runs that GitHub started for one hop go on', async () => {
    const at = await repository();
    at.tells = false;
    await workflow(at, 7).goOn();
    const [one, other] = [workflow(at, 30, { hop: 1 }), workflow(at, 31, { hop: 1 })];
    await Promise.all([one.arrive(), other.arrive()]);
    const both = [await one.goOn(), await other.goOn()];
    assert.deepEqual(both.map((each) => each.do).sort(), ['claim', 'leave']);
  });

  it('goes on in attempt 2 where attempt 1 was killed between the ledger and the dispatch', async () => {
    const at = await repository();
    at.onDispatch = () => {
      throw new Error('killed');
    };
    await assert.rejects(workflow(at, 7).goOn(), /killed/);
    at.onDispatch = () => {};
    assert.equal((await workflow(at, 8).goOn()).do, 'leave', 'for others hop 1 may still come');
    assert.deepEqual(await workflow(at, 7, { attempt: 2 }).goOn(), { do: 'claim', hop: 2 });
  });

  it('stops at its budget of hops and says who has to go on', async () => {
    const at = await repository();
    const last = workflow(at, 7, { hops: 1 });
    await last.goOn();
    at.runs.set(1001, 'completed');
    const end = workflow(at, 8, { hops: 1 });
    const left = await end.goOn();
    assert.equal(left.do === 'leave' && left.to, 'person');
    assert.match(end.face.lines.join('\n'), /a person goes on with it: all 1 hops of the chain are used up/);
    assert.equal(at.dispatched.length, 1);
  });

  it('M1: goes on with a run that stopped itself while its box computes: a look is what stops that', async () => {
    const at = await repository([...running, stoppedItself]);
    const left = await workflow(at, 7).goOn('always');
    assert.equal(left.do, 'claim');
    assert.equal(at.dispatched.length, 1);
  });

  for (const { what, events } of [
    { what: 'was only opened', events: [opened(), waived] },
    {
      what: 'stopped itself and holds nothing',
      events: [opened(), waived, stoppedItself],
    },
    {
      what: 'found no box and does not wait for one',
      events: [
        opened({}, jobWith()),
        waived,
        { type: 'no-capacity', declined: [], tryAgainAt: NOW } as EventBody,
      ],
    },
  ]) {
    it(`does not go on with a run that ${what}`, async () => {
      const at = await repository(events);
      const left = await workflow(at, 7).goOn('always');
      assert.equal(left.do === 'leave' && left.to, 'nobody');
      assert.deepEqual(at.dispatched, []);
    });
  }
});

describe('what a workflow run can start again', () => {
  const ref = (text: string) => ownWorkflow({ GITHUB_REPOSITORY: 'ada/trains', GITHUB_WORKFLOW_REF: text });

  it('is its own top-level file on its branch or tag', () => {
    assert.deepEqual(ref('ada/trains/.github/workflows/gpu.yml@refs/heads/feature/a@b'), {
      file: 'gpu.yml',
      ref: 'feature/a@b',
    });
    assert.deepEqual(ref('ada/trains/.github/workflows/gpu.yaml@refs/tags/v1'), {
      file: 'gpu.yaml',
      ref: 'v1',
    });
  });

  it('is nothing on a pull request, in another repository, or where nothing is said', () => {
    assert.equal(ref('ada/trains/.github/workflows/gpu.yml@refs/pull/4/merge'), undefined);
    assert.equal(ref('eve/other/.github/workflows/gpu.yml@refs/heads/main'), undefined);
    assert.equal(ref('ada/trains/.github/workflows/../x.yml@refs/heads/main'), undefined);
    assert.equal(ownWorkflow({}), undefined);
  });

  it('is asked for by one of three words', () => {
    const asked = (chain: string | undefined, GITHUB_ACTIONS = 'true') =>
      chainLinkOf(settingsOf({ given: chain === undefined ? {} : { chain } }, { GITHUB_ACTIONS })).chaining;
    assert.deepEqual([asked(undefined), asked('auto'), asked('always', '')], ['never', 'auto', 'never']);
    assert.throws(
      () => asked('yes'),
      (error) => error instanceof Problem && error.code === 'bad-chain',
    );
  });
});
