import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { MAX_BOXES, next } from '../../src/lease/next.ts';
import type { PlannedVerb, Plans, Step } from '../../src/lease/step.ts';
import {
  approved,
  audited,
  cellEnded,
  collected,
  ENDED,
  gone,
  HELD,
  intended,
  LEASE,
  lost,
  opened,
  RUNNING,
  reachable,
  rented,
  SEAL,
  SEALED,
  STARTED_AT,
  sealed,
  started,
  stored,
  told,
  waived,
} from './told-run.ts';

const TERMINATE: PlannedVerb = { verb: 'terminate', stops: ['gpu'], destroys: ['home'], reversible: false };
const DELETE_DISK: PlannedVerb = {
  verb: 'delete-disk',
  stops: ['disk'],
  destroys: ['disk'],
  reversible: false,
};
const STOP: PlannedVerb = { verb: 'stop', stops: ['gpu'], destroys: [], reversible: true };
const plans: Plans = { zero: [TERMINATE], park: [STOP] };
const SOON = new Date(STARTED_AT + 60_000);

const steps = (story: EventBody[], over: Partial<Plans> = {}, now = SOON): Step[] =>
  next(told(story), () => ({ ...plans, ...over }), now);
const does = (story: EventBody[], over: Partial<Plans> = {}, now = SOON) =>
  steps(story, over, now).map((step) => step.do);
const first = (story: EventBody[], over: Partial<Plans> = {}, now = SOON) => steps(story, over, now)[0];

const releasing = (verb = 'terminate'): EventBody => ({ type: 'releasing', lease: LEASE, verb });
const owed: EventBody = { type: 'owed', lease: LEASE, meter: 'gpu', why: 'w', next: 'n' };
const refused = (lease: string): EventBody => ({
  type: 'rent-refused',
  lease,
  reason: 'no-capacity',
  what: 'none',
});

describe('the next step', () => {
  const table: { after: string; story: EventBody[]; expected: Step[] }[] = [
    { after: 'opening', story: [opened()], expected: [{ do: 'smoke' }] },
    { after: 'a smoke', story: [opened(), waived], expected: [{ do: 'intend', n: 1 }] },
    { after: 'an intent', story: HELD.slice(0, 3), expected: [{ do: 'rent', lease: LEASE }] },
    { after: 'a refusal', story: [...HELD.slice(0, 3), refused(LEASE)], expected: [{ do: 'intend', n: 2 }] },
    { after: 'renting', story: HELD, expected: [{ do: 'reach', lease: LEASE }] },
    {
      after: 'an answer of the box',
      story: [...HELD, reachable()],
      expected: [{ do: 'audit', lease: LEASE }],
    },
    {
      after: 'a good audit',
      story: [...HELD, reachable(), audited()],
      expected: [{ do: 'start', lease: LEASE, attempt: 1 }],
    },
    { after: 'a start', story: RUNNING, expected: [{ do: 'look', lease: LEASE }] },
    {
      after: 'a death by chance on a living box',
      story: [...RUNNING, lost('process')],
      expected: [{ do: 'start', lease: LEASE, attempt: 2 }],
    },
    {
      after: 'the loss of a box',
      story: [...RUNNING, lost('box')],
      expected: [
        { do: 'prove', lease: LEASE, meters: ['gpu', 'disk'] },
        { do: 'intend', n: 2 },
      ],
    },
    {
      after: 'the loss of a box whose meters are proven stopped',
      story: [...RUNNING, lost('box'), gone('gpu'), gone('disk')],
      expected: [{ do: 'intend', n: 2 }],
    },
    { after: 'the end', story: ENDED, expected: [{ do: 'collect', lease: LEASE }] },
    {
      after: 'a collection without its seal',
      story: [...ENDED, collected],
      expected: [{ do: 'collect', lease: LEASE }],
    },
    {
      after: 'a seal',
      story: SEALED,
      expected: [{ do: 'ask', lease: LEASE, seal: SEAL, verbs: ['terminate'] }],
    },
    {
      after: 'an approval',
      story: [...SEALED, approved()],
      expected: [
        { do: 'release', lease: LEASE, verb: 'terminate' },
        { do: 'prove', lease: LEASE, meters: ['gpu', 'disk'] },
      ],
    },
    {
      after: 'the last verb',
      story: [...SEALED, approved(), releasing()],
      expected: [{ do: 'prove', lease: LEASE, meters: ['gpu', 'disk'] }],
    },
    {
      after: 'a debt',
      story: [...SEALED, approved(), releasing(), gone('disk'), owed],
      expected: [{ do: 'prove', lease: LEASE, meters: ['gpu'] }],
    },
    {
      after: 'the proof',
      story: [...SEALED, approved(), releasing(), gone('gpu'), gone('disk')],
      expected: [{ do: 'mark-released', lease: LEASE }],
    },
    {
      after: 'the release',
      story: [
        ...SEALED,
        approved(),
        releasing(),
        gone('gpu'),
        gone('disk'),
        { type: 'released', lease: LEASE, usd: 1 },
      ],
      expected: [{ do: 'close' }],
    },
    {
      after: 'the loss of a box whose artifacts are sealed: nothing is rented again',
      story: [...SEALED, lost('box')],
      expected: [{ do: 'prove', lease: LEASE, meters: ['gpu', 'disk'] }],
    },
    {
      after: 'an abandon',
      story: [...RUNNING, { type: 'abandoned', lease: LEASE, lost: [] }],
      expected: [
        { do: 'release', lease: LEASE, verb: 'terminate' },
        { do: 'prove', lease: LEASE, meters: ['gpu', 'disk'] },
      ],
    },
    {
      after: 'a halt',
      story: [...RUNNING, { type: 'halted', code: 'c', what: 'w', next: 'n' }],
      expected: [{ do: 'nothing', why: 'halted' }],
    },
    {
      after: 'a halt while a create may be under way',
      story: [...HELD.slice(0, 3), { type: 'halted', code: 'c', what: 'w', next: 'n' }],
      expected: [
        { do: 'find', lease: LEASE },
        { do: 'nothing', why: 'halted' },
      ],
    },
    {
      after: 'closing',
      story: [opened(), { type: 'closed', usd: 0 }],
      expected: [{ do: 'nothing', why: 'closed' }],
    },
  ];
  for (const { after, story, expected } of table) {
    it(`after ${after} is ${expected.map((step) => step.do).join(', ')}`, () =>
      assert.deepEqual(steps(story), expected));
  }

  it('of a run that was never opened is an error of ours', () =>
    assert.throws(() => steps([]), /never opened/));

  it('is never to rent while the smoke of this commit is missing [P2-02]', () => {
    for (const story of [[opened()], [opened(), intended()], HELD.filter((event) => event !== waived)])
      assert.deepEqual(does(story), ['smoke']);
  });

  it('never ends and restarts a process in one step: a death is seen first, then something is started [P3-03] [U4]', () => {
    for (const story of [RUNNING, [...RUNNING, lost('process')], [...RUNNING, lost('box')]]) {
      const doing = does(story);
      assert.ok(!(doing.includes('look') && doing.includes('start')), doing.join());
    }
  });
});

describe('what stops a run for a person', () => {
  const deaths = (count: number): EventBody[] =>
    Array.from({ length: count }, (_, i) => [started({ attempt: i + 1 }), lost('process')]).flat();
  const ready = [...HELD, reachable(), audited()];

  it('is the retry budget of the job, and the identical thing until then [XC-06]', () => {
    assert.deepEqual(first([...ready, ...deaths(1)]), { do: 'start', lease: LEASE, attempt: 2 });
    const halt = first([...ready, ...deaths(2)]);
    assert.ok(halt?.do === 'halt' && halt.code === 'retries-used');
    assert.match(halt.what, /died 2 times.*retry\.max is 1/);
  });

  it('is resolved by a person for one more try, and then stops again', () => {
    const halted: EventBody = { type: 'halted', code: 'retries-used', what: 'w', next: 'n' };
    const resumed = [...ready, ...deaths(2), halted, { type: 'resolved', how: 'ada' } as const];
    assert.deepEqual(first(resumed), { do: 'start', lease: LEASE, attempt: 3 });
    const again = first([...resumed, started({ attempt: 3 }), lost('process')]);
    assert.ok(again?.do === 'halt' && again.code === 'retries-used');
  });

  it('is a failure that repeats, which is never tried again [XC-06]', () => {
    const halt = first([...RUNNING, cellEnded('dead')]);
    assert.ok(halt?.do === 'halt' && halt.code === 'cells-dead');
    assert.match(halt.what, /main \(exit 1, CODE_BUG\)/);
  });

  it('is a disk that is full: the box is held and a person asked, nothing is dropped to make room [P5-14] [U6]', () => {
    const story = [...RUNNING, cellEnded('dead', 'main', 'DISK_FULL')];
    const halt = first(story);
    assert.ok(halt?.do === 'halt' && /DISK_FULL/.test(halt.what));
    assert.deepEqual(does(story), ['halt'], 'nothing else, and the meters are not touched');
  });

  it('is a box that is not fit', () => {
    const halt = first([...HELD, reachable(), audited(false)]);
    assert.ok(halt?.do === 'halt' && halt.code === 'box-unfit');
  });

  it('is the loss of a box by a job that cannot resume', () => {
    const halt = steps([opened({ resumes: false }), ...RUNNING.slice(1), lost('box')]).at(-1);
    assert.ok(halt?.do === 'halt' && halt.code === 'cannot-resume');
    const refusedOnly = [opened({ resumes: false }), waived, intended(), refused(LEASE)];
    assert.deepEqual(does(refusedOnly), ['intend'], 'nothing ran, so nothing is lost');
  });

  it(`is the loss of ${MAX_BOXES} boxes`, () => {
    const boxes = (count: number): EventBody[] =>
      Array.from({ length: count }, (_, i) => [intended(`tiny-7-b${i}`), refused(`tiny-7-b${i}`)]).flat();
    assert.deepEqual(does([opened(), waived, ...boxes(MAX_BOXES - 1)]), ['intend']);
    const halt = first([opened(), waived, ...boxes(MAX_BOXES)]);
    assert.ok(halt?.do === 'halt' && halt.code === 'too-many-boxes');
  });

  describe('is the budget', () => {
    const rich = opened({ budget: { usd: 1.1, hours: 10, usdPerHour: 2 } });
    const after = (hours: number) => new Date(STARTED_AT + hours * 3_600_000);

    it('once it is used up and not before, with what it was [P4-24]', () => {
      assert.deepEqual(does([rich, ...RUNNING.slice(1)], {}, after(0.9)), ['look']);
      const [tell, halt] = steps([rich, ...RUNNING.slice(1)], {}, after(1.1));
      assert.equal(tell?.do, 'tell', 'a person hears of it as well');
      assert.ok(halt?.do === 'halt' && halt.code === 'over-budget');
      assert.match(halt.what, /cost 1\.2\d USD; its budget is 1\.1 USD/);
    });

    it('says what becomes of this very box: stopped where its platform can, else held at its price', () => {
      const says = (park: readonly PlannedVerb[] | null) => {
        const halt = steps([rich, ...RUNNING.slice(1)], { park }, after(1.1)).find(
          ({ do: what }) => what === 'halt',
        );
        assert.ok(halt?.do === 'halt');
        return halt.next;
      };

      assert.match(says([STOP]), /^tiny-7-1 is stopped now, which keeps its data/);
      assert.match(
        says(null),
        /^sim cannot stop tiny-7-1 and keep its data: it is held and costs 1\.1 USD per hour on\./,
      );
    });

    it('before another box is rented, too', () => {
      const doing = does([rich, ...RUNNING.slice(1), lost('box')], {}, after(2));
      assert.deepEqual(doing, ['tell', 'prove', 'halt']);
    });

    it('but never keeps what is done from being collected and the box from being given back', () => {
      const untold = (story: EventBody[], hours: number) =>
        does(story, {}, after(hours)).filter((each) => each !== 'tell');
      const poor = opened({ budget: { usd: 0.5, hours: 10, usdPerHour: 2 } });
      assert.deepEqual(untold([poor, ...ENDED.slice(1)], 0.6), ['collect']);
      assert.deepEqual(untold([rich, ...SEALED.slice(1), approved()], 2), ['release', 'prove']);
    });

    it('and neither a collect that does not come to an end nor a seal nobody answers is paid for without a bound [faults F3]', () => {
      const untold = (story: EventBody[], hours: number) =>
        does(story, {}, after(hours)).filter((each) => each !== 'tell');
      assert.deepEqual(untold([rich, ...ENDED.slice(1)], 2.2), ['halt']);
      assert.deepEqual(
        untold([rich, ...SEALED.slice(1)], 2.2),
        ['park'],
        'the smallest meter that keeps the data',
      );
    });
  });
});

describe('a release', () => {
  const two = { zero: [TERMINATE, DELETE_DISK] };
  const both = approved({ verbs: ['terminate', 'delete-disk'] });

  it('goes on after the verb that was done, in the order of the plan', () => {
    assert.deepEqual(does([...SEALED, both], two), ['release', 'release', 'prove']);
    assert.deepEqual(steps([...SEALED, both, releasing()], two)[0], {
      do: 'release',
      lease: LEASE,
      verb: 'delete-disk',
    });
  });

  const asked: { it: string; approval: EventBody; now?: Date }[] = [
    { it: 'an approval of another seal', approval: approved({ binds: 'b'.repeat(64) }) },
    { it: 'an approval of fewer verbs', approval: approved() },
    {
      it: 'an approval of the verbs in another order',
      approval: approved({ verbs: ['delete-disk', 'terminate'] }),
    },
    { it: 'an approval of another lease', approval: { ...both, lease: 'tiny-7-2' } },
    { it: 'an approval of parking', approval: { ...both, goal: 'park' } },
    { it: 'an approval that has expired', approval: both, now: new Date('2026-11-22T10:00:00Z') },
  ];
  for (const { it: name, approval, now } of asked) {
    it(`asks a person despite ${name} [P5-11] [eval 19]`, () => {
      const parked: EventBody = { type: 'parked', lease: LEASE, verb: 'stop', clocks: [] };
      const waits = now ? [...SEALED, parked] : SEALED;
      const doing = does([...waits, approval], two, now);
      assert.deepEqual(
        doing.filter((each) => each !== 'tell' && each !== 'prove'),
        ['ask'],
      );
    });
  }

  it('asks again after the seal was broken and made anew', () => {
    const other = 'b'.repeat(64);
    const story: EventBody[] = [
      ...SEALED,
      approved(),
      { type: 'unsealed', seal: SEAL, why: 'changed' },
      collected,
      { ...sealed, seal: other } as EventBody,
    ];
    assert.deepEqual(steps(story), [{ do: 'ask', lease: LEASE, seal: other, verbs: ['terminate'] }]);
  });

  it('asks nobody for another look, another pull or an identical relaunch, and a person for every verb [XC-02] [eval 26]', () => {
    const asks = (story: EventBody[]) => does(story).includes('ask');
    assert.ok(![RUNNING, ENDED, [...RUNNING, lost('process')], [...RUNNING, lost('box')]].some(asks));
    assert.ok(asks(SEALED));
  });
});

describe('parking', () => {
  const parkable = [opened({ onFinish: 'park' }), ...SEALED.slice(1)];

  it('comes before the question where the job says so, and then the question waits [P5-12]', () => {
    assert.deepEqual(first(parkable), { do: 'park', lease: LEASE, verbs: ['stop'] });
    const parked: EventBody = { type: 'parked', lease: LEASE, verb: 'stop', clocks: [] };
    assert.deepEqual(does([...parkable, parked]), ['prove', 'ask'], 'that its meter stopped is proven');
  });

  it('is not done when an approval is there already', () =>
    assert.deepEqual(does([...parkable, approved()]), ['release', 'prove']));

  for (const [why, park] of [
    ['the job holds', undefined],
    ['the platform has none', null],
    ['it would destroy something', [{ ...STOP, destroys: ['scratch'] }]],
    ['it cannot be undone', [{ ...STOP, reversible: false }]],
  ] as const) {
    it(`is not done when ${why} [P5-12]`, () => {
      if (park === undefined) assert.deepEqual(does(SEALED), ['ask']);
      else assert.deepEqual(does(parkable, { park }), ['ask']);
    });
  }
});

describe('several boxes', () => {
  it('that were lost are all proven stopped, before and after the seal', () => {
    const second = 'tiny-7-2';
    const story = [...RUNNING, lost('box'), intended(second), rented(second)];
    assert.deepEqual(steps(story), [
      { do: 'prove', lease: LEASE, meters: ['gpu', 'disk'] },
      { do: 'reach', lease: second },
    ]);
    const held = {
      reach: reachable(second),
      audit: audited(true, second),
      start: started({ lease: second, attempt: 2 }),
    };
    const abandoned: EventBody = { type: 'abandoned', lease: second, lost: [] };
    assert.deepEqual(does([...story, ...Object.values(held), abandoned]), ['prove', 'release', 'prove']);
  });
});

describe('what was sealed on a disk that is thrown away', () => {
  const onRunner: EventBody[] = [opened({ needsStore: true }), ...SEALED.slice(1)];

  it('is stored before anybody is asked [GH-06]', () => {
    assert.deepEqual(steps(onRunner), [{ do: 'store', seal: SEAL }]);
    assert.deepEqual(does([...onRunner, stored()]), ['ask']);
  });

  it('is stored after parking, so that no meter waits for an upload [P5-12] [GH-03]', () => {
    const parkable: EventBody[] = [opened({ needsStore: true, onFinish: 'park' }), ...SEALED.slice(1)];
    assert.deepEqual(does(parkable), ['park', 'store']);
    const parked: EventBody = { type: 'parked', lease: LEASE, verb: 'stop', clocks: [] };
    assert.deepEqual(does([...parkable, parked]), ['prove', 'store']);
  });

  it('holds back every verb although the release is approved [P5-11] [GH-06]', () =>
    assert.deepEqual(does([...onRunner, approved()]), ['store']));

  it('is stored again once its store has thrown it away', () => {
    const kept = stored({ keptUntil: new Date(STARTED_AT + 30_000).toISOString() });
    assert.deepEqual(does([...onRunner, kept], {}, new Date(STARTED_AT + 29_000)), ['ask']);
    assert.deepEqual(does([...onRunner, kept], {}, new Date(STARTED_AT + 31_000)), ['store']);
  });

  it('is stored before the run is closed although its box is gone already', () => {
    const story: EventBody[] = [...onRunner, lost('box'), gone('gpu'), gone('disk')];
    assert.deepEqual(does(story), ['store']);
  });

  it('needs no store where the disk stays', () => assert.deepEqual(does(SEALED), ['ask']));
});
