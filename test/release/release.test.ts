import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approvalRequest, approveByPhrase } from '../../src/approval/request.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { PlannedVerb } from '../../src/lease/step.ts';
import { type EvidenceNow, lossesDigest, releasePhrase, type Warrant } from '../../src/lease/warrant.ts';
import { exitCodeOf, Problem, Problems } from '../../src/problem.ts';
import { lossesOf } from '../../src/release/losses.ts';
import { park, releaseVerb } from '../../src/release/release.ts';
import { ownerMark } from '../../src/secret/keys.ts';
import {
  approved,
  cellEnded,
  ENDED,
  HELD,
  jobWith,
  kept,
  LEASE,
  leaseOf,
  lost,
  opened,
  RUNNING,
  SEAL,
  SEALED,
  started,
} from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const TERMINATE: PlannedVerb = {
  verb: 'terminate',
  stops: ['gpu', 'disk'],
  destroys: ['home'],
  reversible: false,
};
const STOP: PlannedVerb = { verb: 'stop', stops: ['gpu'], destroys: [], reversible: true };
const whole: EvidenceNow = { seal: SEAL, problems: [] };

/** A platform that notes what it was told to do; `order` holds hang-ups too. */
function platform() {
  const order: string[] = [];
  const scripted = scriptedWorld({
    driver: {
      carryOut: async (warrant: Warrant, boxId, verb) => {
        assert.ok(warrant.permits(boxId, verb), 'the warrant is for this box and verb');
        order.push(`${verb} ${boxId}`);
      },
    },
  });
  scripted.world.hangUp = async (name) => {
    order.push(`hang up ${name}`);
  };
  return { ...scripted, order };
}

const nobody = async () => undefined;

async function release(story: EventBody[], evidence: EvidenceNow = whole, plan = [TERMINATE]) {
  const { world, order } = platform();
  const { run, lease } = leaseOf(story);
  let asked = 0;
  const events = await releaseVerb(
    world,
    { run, lease, plan, word: nobody },
    plan[0]?.verb ?? '',
    async () => {
      asked += 1;
      return evidence;
    },
  ).catch((error: unknown) => error as Problem | Problems);
  return { events, order, asked };
}

describe('a verb of the teardown', () => {
  it('is carried out under a warrant, and the connection is closed before it: a kill that cuts it means nothing [P3-03] [U1]', async () => {
    const { events, order } = await release([...SEALED, approved()]);
    assert.deepEqual(events, [{ type: 'releasing', lease: LEASE, verb: 'terminate' }]);
    assert.deepEqual(order, [`hang up ${LEASE}`, `terminate box-of-${LEASE}`]);
  });

  it('looks at the sealed artifacts anew each time, not at what was found earlier [P5-05]', async () => {
    assert.equal((await release([...SEALED, approved()])).asked, 1);
  });

  for (const { by, madeBy, isRefused } of [
    { by: 'shared', madeBy: 'a record with signatures', isRefused: true },
    { by: 'own', madeBy: 'a machine without our secret', isRefused: false },
  ] as const)
    it(`is ${isRefused ? 'refused' : 'carried out'} where the record has no signatures and its box was rented by ${madeBy} [security 3]`, async () => {
      const { world, order } = platform();
      const { run, lease } = leaseOf([...SEALED, approved()]);
      const owner = ownerMark('q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT', 'ada/train', LEASE, by);
      const plain = { ...(await world.ledger.read(run.id)), trust: 'plain' as const };
      world.ledger.read = async () => plain;
      const driver = await world.driver(lease.intent);
      driver.inventory = async () => [
        { kind: 'instance', id: lease.boxId ?? '', name: LEASE, native: 'RUNNING', billing: 'yes', owner },
      ];
      world.driver = async () => driver;
      const released = releaseVerb(
        world,
        { run, lease, plan: [TERMINATE], word: nobody },
        'terminate',
        async () => whole,
      );
      if (!isRefused) return assert.equal((await released).length, 1);
      await assert.rejects(
        released,
        (error) =>
          error instanceof Problem &&
          error.code === 'history-rewritten' &&
          /has no signatures, and \S+ at \S+ was rented by a record that has them/.test(error.what),
      );
      assert.deepEqual(order, []);
    });

  const changed = (problem: 'missing' | 'zero-byte' | 'truncated' | 'changed'): EvidenceNow => ({
    seal: SEAL,
    problems: [{ path: 'main/last.safetensors', problem }],
  });
  const refusals: {
    it: string;
    story?: EventBody[];
    evidence?: EvidenceNow;
    plan?: PlannedVerb[];
    code: string;
    says: RegExp;
  }[] = [
    {
      it: 'without a seal',
      story: [...ENDED, approved()],
      code: 'not-sealed',
      says: /not all pulled and verified/,
    },
    { it: 'without an approval', story: SEALED, code: 'not-approved', says: /Nobody has approved terminate/ },
    {
      it: 'for an approval of another seal',
      story: [...SEALED, approved({ binds: 'b'.repeat(64) })],
      code: 'approval-of-another-seal',
      says: /is of seal bbbbbbbb; the seal now is aaaaaaaa/,
    },
    {
      it: 'for an approval of other verbs',
      story: [...SEALED, approved({ verbs: ['stop'] })],
      code: 'approval-of-other-verbs',
      says: /is of "stop"; the plan now is "terminate"/,
    },
    {
      it: 'for an approval that has expired',
      story: [...SEALED, approved({ expiresAt: '2026-11-21T11:00:00Z' })],
      code: 'approval-expired',
      says: /by ada expired at 2026-11-21T11:00:00Z/,
    },
    {
      it: 'when an artifact is missing',
      evidence: changed('missing'),
      code: 'artifact-missing',
      says: /has gone missing/,
    },
    {
      it: 'when an artifact is empty',
      evidence: changed('zero-byte'),
      code: 'artifact-zero-byte',
      says: /has become empty/,
    },
    {
      it: 'when an artifact was cut',
      evidence: changed('truncated'),
      code: 'artifact-truncated',
      says: /has become shorter/,
    },
    {
      it: 'when an artifact was changed',
      evidence: changed('changed'),
      code: 'artifact-changed',
      says: /has changed/,
    },
    {
      it: 'when the stored evidence is of another seal',
      evidence: { seal: 'none', problems: [] },
      code: 'sealed-elsewhere',
      says: /sealed/,
    },
    {
      it: 'when the plan has a verb more than was approved',
      plan: [TERMINATE, STOP],
      code: 'approval-of-other-verbs',
      says: /"terminate, stop"/,
    },
  ];
  for (const { it: when, story = [...SEALED, approved()], evidence, plan, code, says } of refusals) {
    it(`is refused ${when}: nothing is asked of the platform, and it says how to go on [P5-11] [XC-09]`, async () => {
      const { events, order } = await release(story, evidence, plan);
      assert.ok(events instanceof Problem, JSON.stringify(events));
      assert.equal(events.code, code);
      assert.equal(exitCodeOf(events), 10);
      assert.match(events.what, says);
      assert.ok(events.next.length > 20);
      assert.match(events.message, /Still costing money: .*gpu 1 USD\/h, disk 0\.1 USD\/h/);
      assert.deepEqual(order, []);
    });
  }

  it('lists every reason at once when there are several', async () => {
    const { events } = await release(SEALED, {
      seal: SEAL,
      problems: [...changed('missing').problems, { path: 'b', problem: 'changed' }],
    });
    assert.ok(events instanceof Problems);
    assert.deepEqual(
      events.all.map((each) => each.code),
      ['artifact-missing', 'artifact-changed', 'not-approved'],
    );
  });

  it('of an abandoned lease needs no seal but an approval of exactly this loss', async () => {
    const losses = ['main: all of its work'];
    const abandon = (over = {}) =>
      approved({ goal: 'abandon', binds: lossesDigest('tiny-7', losses), ...over });
    const abandoned: EventBody = { type: 'abandoned', lease: LEASE, lost: losses };
    const agreed = await release([...RUNNING, abandon(), abandoned]);
    assert.deepEqual(agreed.order.at(-1), `terminate box-of-${LEASE}`);
    assert.equal(agreed.asked, 0, 'there is no sealed evidence to look at');
    for (const story of [
      [...RUNNING, abandoned],
      [...RUNNING, abandon({ goal: 'release' }), abandoned],
      [...RUNNING, abandon(), { ...abandoned, lost: ['something else'] }],
      [...RUNNING, abandon({ verbs: ['stop'] }), abandoned],
    ] as EventBody[][]) {
      const { events, order } = await release(story);
      assert.ok(events instanceof Problem);
      assert.deepEqual(order, []);
    }
  });
});

describe('parking', () => {
  it('carries out a plan that destroys nothing, and shows the clocks that now run [P5-12]', async () => {
    const { world, order, face } = platform();
    const { run, lease } = leaseOf(SEALED);
    const clocks = [{ id: 'auto-release', effect: 'the box is destroyed', at: '2026-12-06' }];
    assert.deepEqual(await park(world, { run, lease, plan: [STOP], clocks }), [
      { type: 'parked', lease: LEASE, verb: 'stop', clocks },
    ]);
    assert.deepEqual(order, [`hang up ${LEASE}`, `stop box-of-${LEASE}`]);
    assert.match(face.lines.join(), /its data is kept/);
  });

  for (const [what, plan] of [
    ['destroys something', [{ ...STOP, destroys: ['scratch'] }]],
    ['cannot be undone', [{ ...STOP, reversible: false }]],
    ['has no verb', []],
    ['has one destructive verb among others', [STOP, TERMINATE]],
  ] as [string, PlannedVerb[]][]) {
    it(`is refused for a plan that ${what}: nothing is asked of the platform [P5-12]`, async () => {
      const { world, order } = platform();
      const { run, lease } = leaseOf(SEALED);
      await assert.rejects(
        park(world, { run, lease, plan, clocks: [] }),
        (error: unknown) => error instanceof Problem && error.code === 'would-destroy',
      );
      assert.deepEqual(order, []);
    });
  }
});

describe('a typed phrase', () => {
  const { run, lease } = leaseOf(SEALED);
  const request = approvalRequest(lease, 'release', SEAL, [TERMINATE]);
  const now = new Date('2026-11-21T12:00:00Z');
  const type = (typed: string) => approveByPhrase(run, request, { typed, person: 'ada', via: 'phrase' }, now);

  it('approves exactly what was shown, for a day', () => {
    assert.equal(request.phrase, `${LEASE} aaaaaaaa`);
    assert.deepEqual(type(`  ${LEASE}\taaaaaaaa\n`), {
      type: 'approved',
      binds: SEAL,
      goal: 'release',
      lease: LEASE,
      verbs: ['terminate'],
      person: 'ada',
      via: 'phrase',
      expiresAt: '2026-11-22T12:00:00.000Z',
    });
  });

  for (const typed of [
    '',
    'yes',
    'y',
    LEASE,
    'aaaaaaaa',
    `${LEASE} bbbbbbbb`,
    'tiny-7-2 aaaaaaaa',
    `${LEASE} aaaaaaaa terminate`,
    `${LEASE}aaaaaaaa`,
    `${LEASE} AAAAAAAA`,
  ]) {
    it(`is refused when it is ${JSON.stringify(typed)}, with what was expected and what it costs`, () => {
      assert.throws(
        () => type(typed),
        (error: unknown) => {
          assert.ok(error instanceof Problem && error.code === 'phrase-differs' && exitCodeOf(error) === 10);
          assert.match(error.next, new RegExp(`${LEASE} aaaaaaaa`));
          assert.equal(error.costing.length, 1);
          return true;
        },
      );
    });
  }

  it('is another one for another seal and for another list of losses', () => {
    const phrases = [
      SEAL,
      'b'.repeat(64),
      lossesDigest('tiny-7', ['a']),
      lossesDigest('tiny-7', ['a', 'b']),
      lossesDigest('tiny-8', ['a']),
    ];
    assert.equal(new Set(phrases.map((binds) => releasePhrase(LEASE, binds, []))).size, phrases.length);
  });
});

describe('what an abandon would lose', () => {
  const job = jobWith();
  const lossesAfter = (story: EventBody[]) => lossesOf(leaseOf(story).run, job);

  it('is nothing before anything was started', () =>
    assert.deepEqual(lossesAfter(HELD), ['nothing: no work was started on the box']));

  it('is everything when nothing was pulled, and the newest state when something was', () => {
    assert.match(
      lossesAfter(RUNNING).join('\n'),
      /main: all of its work\nmain: lost on the box: newest last\.safetensors \(checkpoint\)/,
    );
    const some = lossesAfter([...RUNNING, kept(40)]).join('\n');
    assert.match(some, /main: all work after step 40/);
    assert.match(some, /main: safe: last\.safetensors \(140 bytes, ffffffffffff\)/);
  });

  it('is told cell by cell, the same each time, so that an approval can bind to it', () => {
    const two = jobWith({ cells: ['a', 'b'].map((name) => ({ name, vars: {} })) });
    const story = [opened({}, two), ...RUNNING.slice(1), kept(3, 'b')];
    const losses = lossesOf(leaseOf(story).run, two);
    assert.match(losses.join('\n'), /a: all of its work[\s\S]*b: all work after step 3/);
    assert.deepEqual(lossesOf(leaseOf(story).run, two), losses);
    assert.notDeepEqual(
      lossesOf(leaseOf([...story, kept(4, 'b')]).run, two),
      losses,
      'and another one when more is safe',
    );
  });

  it('is only what is on a box that is there: what was lost with an earlier box is not lost again', () => {
    const gone = lossesAfter([...RUNNING, kept(40), lost('box')]);
    assert.deepEqual(
      gone.filter((line) => line.includes('lost on the box')),
      [],
    );
    assert.match(gone.join('\n'), /safe: last\.safetensors/);
  });

  it('is still everything after an end that was not collected', () => {
    const dead = lossesAfter([...RUNNING, cellEnded('dead'), started({ attempt: 2 })]);
    assert.match(dead.join('\n'), /all of its work/);
  });
});
