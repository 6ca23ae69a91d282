import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approvalRequest, approveByPhrase } from '../../src/approval/request.ts';
import type { Approved, EventBody, LedgerEvent, RunOpened } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import {
  type EvidenceNow,
  issueAbandonWarrant,
  issueParkWarrant,
  issueWarrant,
  lossesDigest,
  releasePhrase,
  Warrant,
} from '../../src/lease/warrant.ts';
import type { PlatformDriver } from '../../src/platforms/driver.ts';
import { PARK, testJob, ZERO } from './simulation.ts';
import { stored } from './told-run.ts';

const SEAL = 'a'.repeat(64);
const NOW = new Date('2026-11-21T12:00:00Z');
const whole: EvidenceNow = { seal: SEAL, problems: [] };

const OPENED: RunOpened = {
  type: 'run-opened',
  version: 1,
  job: 'tiny',
  configHash: 'c',
  commit: 'abc',
  codeHash: 'd',
  dirty: false,
  cells: ['main'],
  budget: { usd: 1, hours: 1, usdPerHour: 1 },
  retryMax: 1,
  onFinish: 'hold',
  resumes: true,
  document: testJob,
};

const UNTIL_ENDED: EventBody[] = [
  OPENED,
  { type: 'smoke-waived' },
  { type: 'intended', lease: 't-1', platform: 'sim', offer: 'o', summary: '', usdPerHour: 1, market: 'spot' },
  {
    type: 'rented',
    lease: 't-1',
    boxId: 'box',
    meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: 1, source: 's' }],
    adopted: false,
  },
  { type: 'reachable', lease: 't-1', hostKeySha256: 'k', pin: 'platform' },
  { type: 'audited', lease: 't-1', fit: true, findings: [], measured: {} },
  {
    type: 'started',
    lease: 't-1',
    attempt: 1,
    configHash: 'c',
    codeHash: 'd',
    keeper: 'k',
    dir: { base: '/b', keeper: '/b/k' },
    launcher: 'setsid',
    bootId: 'b',
    oomKills: 0,
    from: [],
  },
  { type: 'cell-ended', lease: 't-1', cell: 'main', attempt: 1, verdict: 'finished', exitCode: 0 },
];

const SEALED: EventBody[] = [
  ...UNTIL_ENDED,
  { type: 'collected', lease: 't-1', files: 1, bytes: 1, manifestSha256: 'm', codeProven: true },
  { type: 'sealed', seal: SEAL, verified: 1, roster: 1, bytes: 1, level: 'L3', place: 'here' },
];

const approval = (over: Partial<Approved> = {}): Approved => ({
  type: 'approved',
  binds: SEAL,
  goal: 'release',
  lease: 't-1',
  verbs: ['terminate'],
  person: 'ada',
  via: 'phrase',
  expiresAt: '2026-11-22T00:00:00Z',
  ...over,
});

function runOf(bodies: EventBody[]) {
  const events = bodies.map(
    (body, seq) => ({ ...body, seq, at: '2026-11-21T11:00:00Z', by: 't' }) as LedgerEvent,
  );
  const run = fold('t', events);
  const lease = run.leases[0];
  assert.ok(lease, JSON.stringify(run.ignored));
  return { run, lease };
}

function issue(bodies: EventBody[], evidence: EvidenceNow = whole) {
  const { run, lease } = runOf(bodies);
  return issueWarrant({ run, lease, plan: ZERO }, evidence, NOW);
}

describe('a warrant', () => {
  it('is issued for a seal that holds and an approval of exactly this', () => {
    const issued = issue([...SEALED, approval()]);
    assert.ok(issued.ok);
    assert.equal(issued.warrant.permits('box', 'terminate'), true);
    assert.equal(issued.warrant.permits('box', 'stop'), false, 'another verb');
    assert.equal(issued.warrant.permits('other', 'terminate'), false, 'another box');
  });

  const refusals: { name: string; code: string; bodies: EventBody[]; evidence?: EvidenceNow }[] = [
    { name: 'without a seal', code: 'not-sealed', bodies: [...UNTIL_ENDED, approval()] },
    { name: 'without an approval', code: 'not-approved', bodies: SEALED },
    {
      name: 'for an approval of another seal',
      code: 'approval-of-another-seal',
      bodies: [...SEALED, approval({ binds: 'b'.repeat(64) })],
    },
    {
      name: 'for an approval of other verbs',
      code: 'approval-of-other-verbs',
      bodies: [...SEALED, approval({ verbs: ['stop'] })],
    },
    {
      name: 'for an expired approval',
      code: 'approval-expired',
      bodies: [...SEALED, approval({ expiresAt: '2026-11-21T11:59:59Z' })],
    },
    {
      name: 'for an approval of another lease',
      code: 'not-approved',
      bodies: [...SEALED, approval({ lease: 't-2' })],
    },
    ...(['missing', 'zero-byte', 'truncated', 'changed', 'not-downloadable'] as const).map((problem) => ({
      name: `when an artifact is ${problem} since it was sealed`,
      code: `artifact-${problem}`,
      bodies: [...SEALED, approval()],
      evidence: { seal: SEAL, problems: [{ path: 'main/last.bin', problem }] },
    })),
    {
      name: 'when the stored evidence comes to another seal',
      code: 'seal-differs',
      bodies: [...SEALED, approval()],
      evidence: { seal: 'f'.repeat(64), problems: [] },
    },
    {
      name: 'while what was sealed on a runner is in no store',
      code: 'not-stored',
      bodies: [{ ...OPENED, needsStore: true }, ...SEALED.slice(1), approval()],
    },
    {
      name: 'when the store has thrown away what was sealed on a runner',
      code: 'not-stored',
      bodies: [
        { ...OPENED, needsStore: true },
        ...SEALED.slice(1),
        stored({ keptUntil: '2026-11-21T11:30:00Z' }),
        approval(),
      ],
    },
    {
      name: 'for an approval in advance that nobody gave',
      code: 'approval-unfounded',
      bodies: [...SEALED, approval({ via: 'standing' })],
    },
    {
      name: 'when the seal was broken after the approval',
      code: 'not-sealed',
      bodies: [...SEALED, approval(), { type: 'unsealed', seal: SEAL, why: 'changed' }],
    },
  ];
  for (const { name, code, bodies, evidence } of refusals) {
    it(`is refused ${name} [P5-11]`, () => {
      const issued = issue(bodies, evidence);
      assert.ok(!issued.ok);
      assert.deepEqual(
        issued.refusals.map((each) => each.code),
        [code],
      );
      assert.ok(issued.refusals[0].next.length > 10, 'says what to do');
    });
  }

  it('gives each refusal its own message [P5-11]', () => {
    const messages = refusals.flatMap(({ bodies, evidence }) => {
      const issued = issue(bodies, evidence);
      return issued.ok ? [] : issued.refusals.map((each) => each.what.replace(/[\w/]+\.bin/, 'file'));
    });
    assert.equal(
      new Set(messages).size,
      messages.length - 2,
      'only the two not-sealed and the two not-approved repeat',
    );
  });

  it('for parking needs a plan that destroys nothing and can be undone [P5-12]', () => {
    const { lease } = runOf(SEALED);
    assert.ok(issueParkWarrant(lease, PARK).ok);
    const destructive = issueParkWarrant(lease, ZERO);
    assert.ok(!destructive.ok && destructive.refusals[0].code === 'would-destroy');
    assert.ok(!issueParkWarrant(lease, []).ok);
  });

  it('for abandoning binds to exactly the list of losses [XC-02]', () => {
    const losses = ['main: all its work'];
    const agreed = approval({ goal: 'abandon', binds: lossesDigest('t', losses) });
    const { run, lease } = runOf([...UNTIL_ENDED, agreed]);
    assert.ok(issueAbandonWarrant({ run, lease, plan: ZERO }, losses, NOW).ok);
    assert.ok(!issueAbandonWarrant({ run, lease, plan: ZERO }, [...losses, 'one more'], NOW).ok);
    const release = runOf([...UNTIL_ENDED, { ...agreed, goal: 'release' }]);
    assert.ok(
      !issueAbandonWarrant({ ...release, plan: ZERO }, losses, NOW).ok,
      'an approval of a release is none of an abandon',
    );
  });

  it('cannot be made anywhere else, in types or at run time', () => {
    // @ts-expect-error the mint is not exported, so no value of its type can be written here
    assert.throws(() => new Warrant(Symbol('mint'), 't-1', 'box', ['terminate']), TypeError);
    const forged = { lease: 't-1', verbs: ['terminate'], permits: () => true };
    const driver = { carryOut: async () => {} } as unknown as PlatformDriver;
    // @ts-expect-error a look-alike has no private part
    void driver.carryOut(forged, 'box', 'terminate');
  });
});

describe('a typed phrase', () => {
  it('approves only when every word is right', () => {
    const { run, lease } = runOf(SEALED);
    const request = approvalRequest(lease, 'release', SEAL, ZERO);
    assert.equal(request.phrase, 't-1 aaaaaaaa');
    assert.equal(releasePhrase('t-1', SEAL, ZERO), request.phrase);
    const approved = approveByPhrase(
      run,
      request,
      { typed: '  t-1   aaaaaaaa ', person: 'ada', via: 'phrase' },
      NOW,
    );
    assert.deepEqual(approved.verbs, ['terminate']);
    assert.equal(approved.expiresAt, '2026-11-22T12:00:00.000Z');
    for (const typed of ['', 'yes', 't-1', 't-1 bbbbbbbb', 't-2 aaaaaaaa']) {
      assert.throws(
        () => approveByPhrase(run, request, { typed, person: 'ada', via: 'phrase' }, NOW),
        /Type exactly: t-1 aaaaaaaa/,
      );
    }
  });

  it('has one more word when what is known of a verb is stale, and nothing less approves [FR-03]', () => {
    const { run, lease } = runOf(SEALED);
    const stale = ZERO.map((each) => ({ ...each, staleFacts: true as const }));
    const request = approvalRequest(lease, 'release', SEAL, stale);
    assert.equal(request.phrase, 't-1 aaaaaaaa stale-facts');
    assert.throws(
      () => approveByPhrase(run, request, { typed: 't-1 aaaaaaaa', person: 'ada', via: 'phrase' }, NOW),
      /Type exactly: t-1 aaaaaaaa stale-facts/,
    );
    const approved = approveByPhrase(
      run,
      request,
      { typed: request.phrase, person: 'ada', via: 'phrase' },
      NOW,
    );
    assert.deepEqual(approved.verbs, ['terminate']);
  });
});
