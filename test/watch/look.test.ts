import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Probe, ProbeCell } from '../../src/box/box-plan.ts';
import { HostKeyChanged, TransportFailed } from '../../src/box/channel.ts';
import type { Job } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Description } from '../../src/platforms/driver.ts';
import { wordsBeside } from '../../src/report/progress-bar.ts';
import { type Look, look } from '../../src/watch/look.ts';
import { settleOver } from '../../src/watch/show-cell.ts';
import { newWatching, type Watching } from '../../src/watch/watching.ts';
import { asEvents, jobWith, LEASE, leaseOf, opened, RUN, RUNNING, started } from '../lease/told-run.ts';
import { execChannel, type Scripted, type ScriptedFace, scriptedWorld } from '../scripted-world.ts';
import { cellOf, exited, lineOf, probeOf, wrote } from './probed.ts';

type Seen = Probe | Error;

interface Watched extends Scripted {
  execs: string[][];
  looks: Look[];
  watching: Watching;
  /** What was decided: without when the box was seen and not seen, which has its own tests below. */
  events(): EventBody[];
}

/** Looks once for each thing that there is to see, and appends what each look decided. */
async function watch(
  seen: Seen[],
  {
    story = RUNNING,
    job = jobWith(),
    states = [],
  }: { story?: EventBody[]; job?: Job; states?: (Description['state'] | Error)[] } = {},
): Promise<Watched> {
  const left = [...seen];
  const { channel, execs } = execChannel(() => {
    const now = left.shift();
    if (now instanceof Error) throw now;
    return { stdout: `a login that greets\n${now ? lineOf(now) : ''}` };
  });
  const toldStates = [...states];
  const driver = {
    describe: async (): Promise<Description> => {
      const state = toldStates.shift() ?? 'running';
      if (state instanceof Error) throw state;
      return { state };
    },
  };
  const scripted = scriptedWorld({ channel, driver });
  const watching = newWatching();
  const looks: Look[] = [];
  const told = [...story];
  for (let n = 0; n < seen.length; n += 1) {
    scripted.clock.pass(10);
    const run = fold(RUN, asEvents(told));
    const lease = run.leases[0];
    assert.ok(lease);
    const seenNow = await look(scripted.world, { run, lease, job }, watching);
    looks.push(seenNow);
    settleOver(scripted.world, watching, seenNow.events);
    told.push(...seenNow.events);
  }
  return { ...scripted, execs, looks, watching, events: () => looks.flatMap((each) => decided(each.events)) };
}

const decided = (events: readonly EventBody[]): EventBody[] =>
  events.filter(({ type }) => type !== 'seen' && type !== 'unreached');

const wordsOf = (update: ScriptedFace['updates'][number] | undefined): string =>
  update ? wordsBeside(update.state) : '';

const silent = () => new TransportFailed('nobody answers', 'timeout');
const ended = (over: Partial<Probe>, ...cells: ProbeCell[]) =>
  probeOf({ queue: 'ended', queueExitCode: 0, ...over }, ...cells);
const metrics = (first: number | null, last = first) =>
  wrote(
    first === null ? null : `{"step":${first},"loss":1}`,
    ...(last === null ? [] : [`{"step":${last},"loss":0.5}`]),
  );

describe('a look', () => {
  it('at a box that went silent waits no longer for an end that was too young to be believed [faults F13]', async () => {
    const young = ended({}, exited(0, { endedAt: 2000 }));
    assert.equal((await watch([young])).watching.settling, 1);
    const { watching } = await watch([young, silent()]);
    assert.equal(watching.settling, 0, 'the bound of the stage counts again');
  });

  it('is one exec on an open connection, without a pattern to search for in it [P4-02] [P1-15] [U17] [D-02]', async () => {
    const { execs } = await watch([probeOf(), probeOf()]);
    assert.equal(execs.length, 2);
    for (const argv of execs) {
      assert.ok(argv.includes('probe'));
      assert.doesNotMatch(argv.join(' '), /grep|pgrep|ps |train/);
    }
  });

  it('speaks, once for each cell, also when nothing has changed [P4-08]', async () => {
    const cells = [cellOf({ name: 'a' }), cellOf({ name: 'b', state: 'waiting' })];
    const job = jobWith({
      cells: [
        { name: 'a', vars: {} },
        { name: 'b', vars: {} },
      ],
    });
    const { face } = await watch([probeOf({}, ...cells), probeOf({}, ...cells)], {
      job,
      story: [opened({}, job), ...RUNNING.slice(1)],
    });
    assert.deepEqual(
      face.updates.map((each) => each.id),
      ['a', 'b', 'a', 'b'],
    );
    assert.match(wordsOf(face.updates[0]), /running/);
    assert.match(wordsOf(face.updates[1]), /waiting/);
  });

  it('speaks also when the box is not reached, with the age of what is known [P4-08] [P1-05]', async () => {
    const { face } = await watch([probeOf(), silent(), silent()]);
    assert.match(
      face.warnings[0] ?? '',
      /not reached \(timeout\); last seen 10 s ago, the platform says running/,
    );
    assert.match(face.warnings[1] ?? '', /last seen 20 s ago/);
  });

  it('shows step, pace, loss, what is left and the cost so far [P4-24]', async () => {
    const job = jobWith({ metrics: { path: 'm', stepKey: 'step', lossKey: 'loss', totalSteps: 500 } });
    const at = (step: number) => probeOf({}, cellOf(metrics(1, step)));
    const { face } = await watch([at(100), at(200)], { job });
    const state = face.updates.at(-1)?.state;
    assert.equal(state?.done, 200);
    assert.equal(state?.total, 500);
    assert.match(wordsOf(face.updates.at(-1)), /running, 10 steps\/s, loss 0\.5000, 30 s left, \d+\.\d+ USD/);
  });

  it('says of a cell whose box does not answer what is known, and not that it runs', async () => {
    const job = jobWith({ metrics: { path: 'm', stepKey: 'step', lossKey: 'loss', totalSteps: 500 } });
    const at = (step: number) => probeOf({}, cellOf(metrics(1, step)));
    const { face } = await watch([at(100), at(200), silent()], { job });
    const last = face.updates.at(-1);
    assert.equal(last?.state.done, 200);
    assert.match(wordsOf(last), /^not reached for 10 s, loss 0\.5000, \d+\.\d+ USD$/);
  });

  it('takes the line of a lost box away in the very look that found the loss', async () => {
    const { face } = await watch([probeOf(), silent(), silent()], { states: ['gone', 'gone'] });
    assert.deepEqual(face.settled, [{ id: 'main', is: `${LEASE} is lost` }]);
  });

  it('takes the line of a cell away that is over, and says it once', async () => {
    const job = jobWith({
      cells: [
        { name: 'a', vars: {} },
        { name: 'b', vars: {} },
      ],
    });
    const seen = probeOf({}, exited(0, { name: 'a' }), cellOf({ name: 'b' }));
    const { face } = await watch([seen, seen, seen], {
      job,
      story: [opened({}, job), ...RUNNING.slice(1)],
    });
    assert.deepEqual(face.settled, [{ id: 'a', is: 'finished' }]);
    assert.deepEqual(
      face.updates.map(({ id }) => id),
      ['a', 'b', 'b', 'b'],
    );
  });

  it('shows a stall with how long it lasts, and writes it down once [P4-05] [faults F6]', async () => {
    const quiet = probeOf({}, cellOf({ quietSeconds: 5000 }));
    const { looks, face, events } = await watch([quiet, quiet, probeOf()]);
    assert.equal(looks[0]?.verdict, 'stalled');
    assert.match(wordsOf(face.updates[0]), /STALLED, silent for 5000 s/);
    assert.deepEqual(
      events().map(({ type }) => type),
      ['stalled', 'moving'],
    );
  });
});

describe('what was seen of the run', () => {
  it('is an end with its last step once our exit record says 0', async () => {
    const { looks, events } = await watch([ended({}, exited(0, metrics(1, 400)))]);
    assert.equal(looks[0]?.verdict, 'finished');
    assert.deepEqual(events(), [
      {
        type: 'cell-ended',
        lease: LEASE,
        cell: 'main',
        attempt: 1,
        lastStep: 400,
        ranSeconds: 900,
        lastLoss: 0.5,
        verdict: 'finished',
        exitCode: 0,
      },
    ]);
  });

  it('is running while a new attempt works below the end that an old one printed [XC-03]', async () => {
    const logTail = 'Training completed\nQUEUE DONE\nepoch 1 of the new attempt';
    const { looks, events } = await watch([probeOf({}, cellOf({ logTail }))]);
    assert.equal(looks[0]?.verdict, 'running');
    assert.deepEqual(events(), []);
  });

  it('is told once, however often it is looked at', async () => {
    const done = ended({}, exited(0));
    const { events } = await watch([done, done, done]);
    assert.equal(events().length, 1);
  });

  it('is disclosed and counted when it ended suspiciously fast: a finding never blocks [P4-06] [XC-09] [D-11]', async () => {
    const job = jobWith({ watch: { stallSeconds: 600, expectedSeconds: 10_000 } });
    const { face, events } = await watch([ended({}, exited(0))], { job });
    assert.match(face.warnings[0] ?? '', /less than half of the expected time/);
    assert.equal(events()[0]?.type, 'cell-ended');
    assert.deepEqual((await watch([ended({}, exited(0))])).face.warnings, []);
  });

  it('is a death with its class for what repeats, and the step it had reached', async () => {
    const logTail = 'Traceback (most recent call last):\nKeyError: 1';
    const { looks, events, face } = await watch([ended({}, exited(1, { logTail, ...metrics(1, 7) }))]);
    assert.equal(looks[0]?.verdict, 'dead');
    assert.deepEqual(events(), [
      {
        type: 'cell-ended',
        lease: LEASE,
        cell: 'main',
        attempt: 1,
        lastStep: 7,
        ranSeconds: 900,
        lastLoss: 0.5,
        verdict: 'dead',
        exitCode: 1,
        failureClass: 'CODE_BUG',
      },
    ]);
    assert.match(face.warnings[0] ?? '', /main is dead: the code asks for a name that is not there/);
  });

  it('is a preemption of the process for what chance ended', async () => {
    const { events } = await watch([ended({ queueExitCode: 1 }, exited(137))]);
    assert.deepEqual(
      events().map((event) => [event.type, 'what' in event && event.what]),
      [['preempted', 'process']],
    );
  });

  it('is a preemption of the process when the queue is lost or its keeper gone on a living box [U3]', async () => {
    for (const queue of ['lost', 'absent'] as const) {
      const { events, looks } = await watch([{ ...probeOf({ queue }), cells: [] }]);
      assert.equal(looks[0]?.verdict, 'dead');
      assert.deepEqual(
        events().map((event) => event.type),
        ['preempted'],
        queue,
      );
    }
  });

  it('is each cell that was never begun when the queue ended without it [D-04] [XC-01]', async () => {
    for (const [queueExitCode, failureClass] of [
      [3, 'DISK_FULL'],
      [4, 'ENV_BUG'],
      [6, 'CODE_BUG'],
      [143, 'WALLTIME'],
    ] as const) {
      const { events } = await watch([ended({ queueExitCode }, cellOf({ state: 'waiting' }))]);
      assert.deepEqual(events(), [
        {
          type: 'cell-ended',
          lease: LEASE,
          cell: 'main',
          attempt: 1,
          verdict: 'dead',
          exitCode: queueExitCode,
          failureClass,
        },
      ]);
    }
  });

  it('counts nothing that the box invents: cells of other names, ends of cells that ended', async () => {
    const { events } = await watch([
      ended({}, exited(0), exited(0, { name: '__proto__' }), exited(0, { name: 'extra' })),
    ]);
    assert.deepEqual(
      events().map((event) => 'cell' in event && event.cell),
      ['main'],
    );
  });
});

describe('what a log says of a card', () => {
  const logTail = 'No devices were found\n';
  const cases: [string, Job['resources'], string][] = [
    ['none', {}, 'CODE_BUG'],
    ['one', { gpu: { names: [], count: 1 } }, 'GPU_ABSENT'],
  ];
  for (const [asked, resources, failureClass] of cases)
    it(`is why a run ended that asks for ${asked}: ${failureClass}`, async () => {
      const job = jobWith({ resources });
      const { events } = await watch([ended({}, exited(1, { logTail }))], { job });
      assert.deepEqual(
        events().map((event) => 'failureClass' in event && event.failureClass),
        [failureClass],
      );
    });
});

describe('cards that nothing uses', () => {
  const IDLE = '0, NVIDIA H200, 0, 0, 143771, 38, 345, 78.63';
  const USED = '0, NVIDIA H200, 0, 769, 143771, 39, 1980, 122.55';
  const job = jobWith({ resources: { gpu: { names: [], count: 1 } } });
  /** Ten seconds apart. */
  const looks = (count: number, gpu: (n: number) => string, step = (n: number): number => n) =>
    Array.from({ length: count }, (_, n) =>
      probeOf({ gpu: gpu(n) }, cellOf(wrote('{"step":1}', `{"step":${step(n + 1)}}`))),
    );
  const about = ({ face }: Watched): string[] => face.warnings.filter((each) => each.includes('on the CPU'));

  it('are told once, after two minutes of steps, with what they cost', async () => {
    const told = about(
      await watch(
        looks(20, () => IDLE),
        { job },
      ),
    );
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /^main makes steps, and for two minutes .* trains on the CPU, at the price/);
    assert.equal(
      about(
        await watch(
          looks(12, () => IDLE),
          { job },
        ),
      ).length,
      0,
    );
  });

  for (const [what, seen, of] of [
    ['a process holds memory, however idle', looks(20, () => USED), job],
    ['one of two is used', looks(20, () => `${IDLE};${USED.replace('0', '1')}`), job],
    ['the model got there late', looks(20, (n) => (n < 10 ? IDLE : USED)), job],
    [
      'no step is made',
      looks(
        20,
        () => IDLE,
        () => 1,
      ),
      job,
    ],
    ['the tool does not tell', looks(20, () => '0, NVIDIA GB10, [N/A], [N/A], [N/A], 38, 345, 8'), job],
    ['no card was asked for', looks(20, () => IDLE), jobWith()],
  ] as const)
    it(`are nothing to tell where ${what}`, async () => {
      assert.deepEqual(about(await watch([...seen], { job: of })), []);
    });

  it('stand in the live line, and none where there is none', async () => {
    const noteOf = async (gpu: string | null) => {
      const { face } = await watch([probeOf({ gpu }, cellOf(wrote('{"step":1}', '{"step":2}')))], { job });
      return wordsOf(face.updates.at(-1));
    };
    assert.match(await noteOf(USED), /running, GPU 0 %, /);
    assert.match(await noteOf(`${USED};1, NVIDIA H200, 97, 9, 9, 9, 9, 9`), /, 2 GPUs 0-97 %, /);
    assert.doesNotMatch(await noteOf(null), /GPU/);
  });
});

describe('a checkpoint that does not get to the durable tier', () => {
  const failing = (durableFailure: NonNullable<ProbeCell['durableFailure']>, name = 'main') =>
    cellOf({ name, durableFailure });
  const aboutTier = ({ face }: Watched): string[] =>
    face.warnings.filter((each) => each.includes('durable tier'));

  it('is told once, however often it is looked at, and with why', async () => {
    const cases = [
      ['no-room', /^main: .* does not get to the durable tier: it has no room\. The run goes on/],
      ['not-there', /it is not there, or cannot be written/],
      ['copy-failed', /the copy breaks off/],
      ['differs', /other hashes than its source/],
    ] as const;
    for (const [why, words] of cases) {
      const told = aboutTier(await watch([why, why, why].map((each) => probeOf({}, failing(each)))));
      assert.equal(told.length, 1, why);
      assert.match(told[0] ?? '', words);
    }
  });

  it('is in the record as long as it lasts, and the newest copy from time to time: for status and the report', async () => {
    const copy = (at: number) => ({ id: `${at}-1`, name: `checkpoint-${at}`, files: 3, bytes: 2000 });
    // As the box writes it: its name in hexadecimal digits.
    const at = (durable: ReturnType<typeof copy>, over: Partial<ProbeCell> = {}) =>
      probeOf({}, {
        ...cellOf(over),
        durable: { ...durable, nameHex: Buffer.from(durable.name).toString('hex') },
      } as ProbeCell);
    const { events } = await watch([
      probeOf({}, cellOf({})),
      at(copy(1_764_000_000)),
      at(copy(1_764_000_001), { durableFailure: 'no-room' }),
      at(copy(1_764_000_001), { durableFailure: 'no-room' }),
      at(copy(1_764_000_002)),
    ]);
    const told = events().flatMap((event) => (event.type === 'on-tier' ? [event] : []));
    assert.deepEqual(
      told.map(({ copy: seen, failure }) => [seen?.name, failure]),
      [
        ['checkpoint-1764000000', undefined],
        ['checkpoint-1764000001', 'no-room'],
        ['checkpoint-1764000002', undefined],
      ],
    );
    assert.deepEqual(told[1]?.copy, copy(1_764_000_001));
  });

  it('is told of each cell, and not where it was written to while it was copied: that is tried again', async () => {
    const job = jobWith({ cells: ['a', 'b'].map((name) => ({ name, vars: {} })) });
    const both = probeOf({}, failing('no-room', 'a'), failing('no-room', 'b'));
    const told = aboutTier(await watch([both, both], { job, story: [opened({}, job), ...RUNNING.slice(1)] }));
    assert.deepEqual(
      told.map((each) => each.slice(0, 2)),
      ['a:', 'b:'],
    );
    assert.deepEqual(aboutTier(await watch([probeOf({}, failing('changed'))])), []);
  });
});

describe('several cells on one box', () => {
  const job = jobWith({ cells: ['a', 'b'].map((name) => ({ name, vars: {} })) });
  const story = [opened({}, job), ...RUNNING.slice(1)];
  const killed = exited(137, { name: 'a' });

  it('are left alone while one of them was killed and the others run: a relaunch would find the box busy', async () => {
    const { events, looks } = await watch([probeOf({}, killed, cellOf({ name: 'b' }))], { job, story });
    assert.deepEqual(events(), []);
    assert.equal(looks[0]?.verdict, 'dead', 'and it is said');
  });

  it('keep what they finished when the killed one is started again [SW-04]', async () => {
    const { events } = await watch([ended({ queueExitCode: 1 }, killed, exited(0, { name: 'b' }))], {
      job,
      story,
    });
    assert.deepEqual(
      events().map((event) => [event.type, 'cell' in event ? event.cell : '']),
      [
        ['cell-ended', 'b'],
        ['preempted', ''],
      ],
    );
  });

  it('each end with a verdict of their own [SW-08]', async () => {
    const { events } = await watch(
      [ended({ queueExitCode: 1 }, exited(1, { name: 'a' }), exited(0, { name: 'b' }))],
      { job, story },
    );
    assert.deepEqual(
      events().map((event) => 'verdict' in event && event.verdict),
      ['dead', 'finished'],
    );
  });
});

describe('a box that is not reached', () => {
  it('changes nothing about the run, however long, while the platform says anything but gone [P1-05] [XC-03] [eval 32]', async () => {
    const states: (Description['state'] | Error)[] = [
      'running',
      'starting',
      'stopped',
      'unknown',
      new Error('the platform is down'),
    ];
    const { looks, events, hungUp } = await watch([probeOf(), ...states.map(silent)], { states });
    assert.deepEqual(events(), []);
    assert.deepEqual(hungUp, []);
    const since = new Date('2026-11-21T12:00:10Z');
    for (const each of looks.slice(1)) assert.deepEqual(each.verdict, { unknownSince: since });
  });

  it('keeps the age of the last sight, not of the last try', async () => {
    const { watching } = await watch([probeOf(), silent(), silent()]);
    assert.deepEqual(watching.lastSeen, new Date('2026-11-21T12:00:10Z'));
    assert.deepEqual(watching.verdict, { unknownSince: watching.lastSeen });
  });

  it('is lost once the platform has shown it gone two times in a row [P4-17] [P4-16]', async () => {
    const { looks, hungUp } = await watch([silent(), silent()], { states: ['gone', 'gone'] });
    assert.deepEqual(decided(looks[0]?.events ?? []), [], 'once is not enough');
    assert.deepEqual(
      looks[1]?.events.map((event) => event.type),
      ['preempted'],
    );
    const [lost] = looks[1]?.events ?? [];
    assert.ok(lost?.type === 'preempted' && lost.what === 'box');
    assert.match(lost.why, /not reached \(timeout\) and shown gone by sim two times/);
    assert.deepEqual(hungUp, [LEASE]);
  });

  it('is not lost when the two were not in a row, or the box answered between them', async () => {
    const flickering = await watch([silent(), silent(), silent()], { states: ['gone', 'running', 'gone'] });
    assert.deepEqual(flickering.events(), []);
    const answered = await watch([silent(), probeOf(), silent()], { states: ['gone', 'gone'] });
    assert.deepEqual(answered.events(), []);
  });

  it('says nothing about the run when its answer was cut [P1-05]', async () => {
    const { channel } = execChannel(() => ({ stdout: lineOf(probeOf()).slice(0, 60) }));
    const { world, face } = scriptedWorld({
      channel,
      driver: { describe: async () => ({ state: 'running' }) },
    });
    const { run, lease } = leaseOf(RUNNING);
    const seen = await look(world, { run, lease, job: jobWith() }, newWatching());
    assert.deepEqual(decided(seen.events), []);
    assert.match(face.warnings[0] ?? '', /not reached \(short\)/);
  });

  it('is never mistaken for one that shows another host key: that stops for a person [P1-03]', async () => {
    await assert.rejects(watch([new HostKeyChanged('old', 'new', 'box:22')]), HostKeyChanged);
  });
});

describe('the first step after a resume', () => {
  const from = [{ cell: 'main', step: 50, source: 'our-copy' as const }];
  const story = [...RUNNING.slice(0, -1), started({ attempt: 2, from })];

  it('stands in the record when it is not behind what was verified [P2-06] [MN5] [ND-06]', async () => {
    for (const first of [50, 51, 400]) {
      const { events } = await watch([probeOf({}, cellOf(metrics(first)))], { story });
      assert.deepEqual(events(), [
        { type: 'resumed', lease: LEASE, cell: 'main', attempt: 2, firstStep: first, verifiedStep: 50 },
      ]);
    }
  });

  it('stops the run when it is behind: work would be lost in silence [P2-06] [MN5] [ND-06] [F-D17]', async () => {
    for (const first of [0, 1, 49]) {
      const { events } = await watch([probeOf({}, cellOf(metrics(first)))], { story });
      assert.deepEqual(
        events().map((event) => event.type),
        ['halted'],
      );
      const [halt] = events();
      assert.ok(halt?.type === 'halted' && halt.code === 'resumed-behind');
      assert.match(halt.what, new RegExp(`went on at step ${first} although step 50 was verified`));
    }
  });

  it('is behind, too, when the metrics file was started over and is still shorter than it was', async () => {
    const { events } = await watch([probeOf({}, cellOf(metrics(null, 12)))], { story });
    const [halt] = events();
    assert.ok(halt?.type === 'halted' && halt.code === 'resumed-behind');
    assert.match(halt.what, /went on at step 12 although step 50 was verified/);
  });

  it('says nothing yet when the file was cut back to the checkpoint', async () => {
    const { events } = await watch([probeOf({}, cellOf(metrics(null, 50)))], { story });
    assert.deepEqual(events(), []);
  });

  it('is looked at before an end is believed', async () => {
    const { events } = await watch([ended({}, exited(0, metrics(1, 400)))], { story });
    assert.deepEqual(
      events().map((event) => event.type),
      ['halted'],
    );
  });

  it('is told once for an attempt, and waited for while there is none', async () => {
    const { looks } = await watch(
      [probeOf(), probeOf({}, cellOf(metrics(60))), probeOf({}, cellOf(metrics(60, 70)))],
      { story },
    );
    assert.deepEqual(
      looks.map((each) => decided(each.events).map((event) => event.type)),
      [[], ['resumed'], []],
    );
  });

  it('is not asked for of a first attempt, nor of a cell that continues from nothing', async () => {
    assert.deepEqual((await watch([probeOf({}, cellOf(metrics(0)))])).events(), []);
    const fresh = [...RUNNING.slice(0, -1), started({ attempt: 2 })];
    assert.deepEqual((await watch([probeOf({}, cellOf(metrics(0)))], { story: fresh })).events(), []);
  });
});

describe('what lies on the box beside the cells of the run', () => {
  it('[security 8] is named once and never judged', async () => {
    const hostile = Array.from({ length: 2000 }, (_, n) =>
      exited(1, { name: `x${n}`, logTail: 'Watchdog collective '.repeat(205) }),
    );
    const began = performance.now();
    const { events, face, looks } = await watch([
      probeOf({}, cellOf(), ...hostile),
      probeOf({}, cellOf(), ...hostile),
    ]);
    assert.ok(performance.now() - began < 20_000);
    assert.deepEqual(
      looks.map(({ verdict, probe }) => [verdict, probe?.cells.map(({ name }) => name)]),
      [
        ['running', ['main']],
        ['running', ['main']],
      ],
    );
    assert.deepEqual(
      events().filter(({ type }) => type === 'cell-ended'),
      [],
    );
    const named = face.warnings.filter((text) => text.includes('no cell of this run'));
    assert.deepEqual(named, [
      'On the box lies what is no cell of this run and is not looked at: "x0", "x1", "x2", "x3", "x4" and 1995 more.',
    ]);
  });

  it('[security 8] is not the same cell said twice', async () => {
    const { looks } = await watch([probeOf({}, cellOf(), exited(1))]);
    assert.deepEqual(looks[0]?.verdict, 'running');
  });
});
