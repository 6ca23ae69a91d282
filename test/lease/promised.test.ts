import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Job } from '../../src/job/job.ts';
import type { Sealed } from '../../src/lease/events.ts';
import { standingGaps } from '../../src/lease/standing.ts';
import { issueWarrant } from '../../src/lease/warrant.ts';
import {
  approved,
  cellEnded,
  collected,
  jobWith,
  LEASE,
  leaseOf,
  opened,
  RUNNING,
  SEAL,
  STARTED_AT,
  sealed,
  standing,
  told,
} from './told-run.ts';

const SOON = new Date(STARTED_AT + 60_000);
const TERMINATE = { verb: 'terminate', stops: ['gpu', 'disk'], destroys: ['home'], reversible: false };

/** One checkpoint and two logs for each of two cells. */
const twoRows = (): Job => {
  const job = jobWith({
    cells: [
      { name: 'a', vars: {} },
      { name: 'b', vars: {} },
    ],
  });
  const [checkpoint] = job.artifacts;
  assert.ok(checkpoint);
  return { ...job, artifacts: [checkpoint, { ...checkpoint, path: 'logs/*', role: 'log', min: 2 }] };
};

const ENDED = [
  opened({}, twoRows()),
  ...RUNNING.slice(1),
  cellEnded('finished', 'a'),
  cellEnded('finished', 'b'),
  collected,
];
const sealOf = (over: Partial<Sealed>): Sealed => ({
  ...(sealed as Sealed),
  verified: 6,
  roster: 6,
  rows: [1, 2, 1, 2],
  ...over,
});

const SHORT: [string, Partial<Sealed>, RegExp][] = [
  [
    'of a cell without its checkpoint',
    { rows: [1, 2, 0, 2] },
    /last\.safetensors of b: 0 of at least 1 verified/,
  ],
  [
    'with one file too few for a row, whatever its own sum says',
    { rows: [1, 1, 1, 3] },
    /logs\/\* of a: 1 of at least 2 verified/,
  ],
  ['of fewer rows than were promised', { rows: [1, 2] }, /it counts 2 rows; the run promised 4/],
  ['of more rows than were promised', { rows: [1, 2, 1, 2, 1] }, /it counts 5 rows; the run promised 4/],
  ['whose own sum falls short', { verified: 5 }, /1 of 6 files are not verified/],
  ['that says nothing of rows and whose sum falls short', { verified: 5, rows: [] }, /1 of 6 files/],
];

describe('a seal', () => {
  it('counts where every row of the roster has what was promised of it [P5-01]', () => {
    for (const seal of [sealOf({}), sealOf({ rows: [4, 9, 1, 2] })])
      assert.equal(told([...ENDED, seal]).seal?.seal, SEAL);
    const { rows: _, ...before } = sealOf({});
    assert.equal(told([...ENDED, before]).seal?.seal, SEAL, 'one of before they were counted');
  });

  for (const [what, over, why] of SHORT) {
    // No rows at all is a seal of before they were counted.
    const { rows = [], ...rest } = sealOf(over);
    const forged: Sealed = { ...rest, ...(rows.length > 0 && { rows }) };

    it(`${what} is none in the record [P5-01]`, () => {
      const run = told([...ENDED, forged]);
      assert.equal(run.seal, undefined);
      assert.match(run.ignored[0]?.why ?? '', why);
    });

    it(`${what} is released by no approval in advance [GH-03]`, () => {
      const { run, lease } = leaseOf([...ENDED, standing()]);
      run.seal = { ...forged, at: SOON.toISOString(), by: 'test' };
      const [word] = run.standing;
      assert.ok(word);
      assert.match(standingGaps({ run, lease, plan: [TERMINATE] }, word, SOON).join('\n'), why);
    });

    it(`${what} gives no warrant, whoever approved [P5-05]`, () => {
      const { run, lease } = leaseOf([...ENDED, approved()]);
      run.seal = { ...forged, at: SOON.toISOString(), by: 'test' };
      const issued = issueWarrant({ run, lease, plan: [TERMINATE] }, { seal: SEAL, problems: [] }, SOON);
      assert.ok(!issued.ok);
      assert.deepEqual(
        issued.refusals.map(({ code }) => code),
        ['not-what-was-promised'],
      );
      assert.match(issued.refusals[0].what, why);
      assert.match(issued.refusals[0].next, /collect tiny-7 --anew/);
      assert.equal(lease.name, LEASE);
    });
  }
});
