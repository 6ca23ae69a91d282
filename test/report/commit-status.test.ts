import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeOfJob, isApprovalSame } from '../../src/approval/change-of-job.ts';
import { endedAt } from '../../src/cli/told.ts';
import { tellCommit } from '../../src/github/commit-status.ts';
import type { CommitStatus } from '../../src/github/github.ts';
import { next } from '../../src/lease/next.ts';
import { Problem } from '../../src/problem.ts';
import { statusOfRun } from '../../src/report/commit-status.ts';
import {
  asEvents,
  cellEnded,
  collected,
  HELD,
  jobWith,
  opened,
  RUNNING,
  SEALED,
  STARTED_AT,
  sealed,
  standing,
  told,
  waived,
} from '../lease/told-run.ts';

const SOON = new Date(STARTED_AT + 60_000);
const change = { pullRequest: 7 };
const PLANS = () => ({ zero: [], park: null });

describe('a run of a labelled commit', () => {
  it('rents nothing before a word in advance, and goes on after it', () => {
    const before = told([opened({ change }), waived]);
    assert.deepEqual(next(before, PLANS, SOON).at(-1), { do: 'nothing', why: 'unapproved' });
    const after = told([opened({ change }), waived, standing()]);
    assert.ok(next(after, PLANS, SOON).some((step) => step.do === 'intend' || step.do === 'vouch'));
    const plain = told([opened(), waived]);
    assert.ok(next(plain, PLANS, SOON).some((step) => step.do === 'intend' || step.do === 'vouch'));
  });

  it('is looked after like any other once it has a box', () => {
    const held = told([opened({ change }), ...HELD.slice(1)]);
    assert.deepEqual(next(held, PLANS, SOON), next(told([opened(), ...HELD.slice(1)]), PLANS, SOON));
  });

  for (const [what, bodies, state, words] of [
    ['was approved', [opened({ change }), waived, standing()], 'pending', /approved/],
    ['trains', RUNNING, 'pending', /^training \(running\); .* of at most/],
    ['is sealed', SEALED, 'success', /^finished; \d+ of \d+ artifacts verified at L\d; .* of at most/],
    ['died', [...RUNNING, cellEnded('dead'), collected, sealed], 'failure', /dead/],
    [
      'stands halted',
      [...RUNNING, { type: 'halted', code: 'budget', what: 'It is used up.', next: 'Ask.' }],
      'error',
      /^halted \(budget\), .* It is used up\./,
    ],
  ] as const)
    it(`is ${state} on its commit when it ${what}`, () => {
      const status = statusOfRun(told(bodies as never), SOON);
      assert.equal(status.state, state);
      assert.match(status.description, words);
    });

  it('is recorded with its pull request, and older records go on without', () => {
    assert.deepEqual(told(asEvents([opened({ change })]) as never).opened?.change, change);
    assert.equal(told([opened()]).opened?.change, undefined);
  });
});

describe('the status of a commit', () => {
  function server(fails?: Problem) {
    const posted: CommitStatus[] = [];
    const said: string[] = [];
    return {
      posted,
      said,
      face: { warn: (text: string) => void said.push(text), line() {} },
      github: {
        async statusOf() {
          if (fails) throw fails;
          return posted.at(-1);
        },
        async postStatus(_: string, status: CommitStatus) {
          posted.push(status);
        },
      },
    };
  }

  it('is posted when it says something else, within what GitHub takes, as one line', async () => {
    const { posted, github, face } = server();
    const hostile = {
      state: 'error',
      description: `a\n::set-output::\u202e${'x'.repeat(300)}`,
      url: undefined,
    } as const;
    for (const each of [hostile, hostile, { ...hostile, state: 'success' } as const])
      await tellCommit(github, 'abc', each, face);
    assert.deepEqual(
      posted.map(({ state }) => state),
      ['error', 'success'],
    );
    for (const { description, context } of posted) {
      assert.equal(description.length, 140);
      assert.doesNotMatch(description, /[\p{Cc}\p{Cf}]/u);
      assert.equal(context, 'gpu-lease / gpu');
    }
  });

  it('is a warning where GitHub refuses it', async () => {
    const refused = new Problem({
      code: 'github-forbidden',
      kind: 'refused',
      what: 'No.',
      next: 'Grant it.',
    });
    const { said, github, face } = server(refused);
    await tellCommit(github, 'abc', { state: 'pending', description: 'x', url: undefined }, face);
    assert.match(said.join(), /could not be posted: No\..* Next: Grant it\.$/);
  });

  it('of a run that never began names the first job that failed', () => {
    assert.deepEqual(endedAt('smoke failure open skipped gate skipped\n standing skipped train skipped'), {
      state: 'failure',
      description: 'its smoke did not pass; the workflow run says more',
    });
    assert.match(
      endedAt('smoke success open success gate failure train skipped')?.description ?? '',
      /nobody could/,
    );
    assert.match(
      endedAt('smoke success gate success standing cancelled')?.description ?? '',
      /no reviewer.*cancelled/,
    );
    assert.deepEqual(endedAt('smoke success open success gate success standing skipped train skipped'), {
      state: 'error',
      description: 'it was cancelled before it began; the workflow run says more',
    });
    assert.equal(
      endedAt('smoke success open success gate success standing success train success'),
      undefined,
    );
    assert.equal(endedAt('constructor failure'), undefined);
    assert.equal(endedAt('skipped'), undefined);
  });

  for (const job of ['smoke', 'open', 'gate', 'standing', 'train'])
    it(`comes to an end when the workflow run is cancelled in the job ${job}, and when that fails`, () => {
      const jobs = ['smoke', 'open', 'gate', 'standing', 'train'];
      const at = jobs.indexOf(job);
      for (const result of ['cancelled', 'failure']) {
        const results = jobs.map((each, i) => `${each} ${i < at ? 'success' : i > at ? 'skipped' : result}`);
        const ended = endedAt(results.join(' '));
        assert.equal(ended?.state, job === 'smoke' || job === 'standing' ? 'failure' : 'error');
        assert.equal(ended?.description.includes('(cancelled)'), result === 'cancelled');
      }
      // Cancelled right before it: GitHub skips what does not say always().
      const before = jobs.map((each, i) => `${each} ${i < at ? 'success' : 'skipped'}`);
      assert.equal(endedAt(before.join(' '))?.state, 'error');
    });

  it('of a run that nobody approved is closed once nobody can answer, and not before', () => {
    const waits = told([opened({ change }), waived]);
    const after = (days: number) => next(waits, PLANS, new Date(STARTED_AT + days * 86_400_000)).at(-1);
    assert.deepEqual(after(30), { do: 'nothing', why: 'unapproved' });
    assert.deepEqual(after(32), { do: 'close' });
    const approved = next(
      told([opened({ change }), waived, standing()]),
      PLANS,
      new Date(STARTED_AT + 32 * 86_400_000),
    );
    assert.ok(approved.every((step) => step.do !== 'close'));
  });
});

describe('what a change makes of the job file', () => {
  it('is told in plain words, or that it is the same', () => {
    const base = jobWith();
    assert.match(changeOfJob(base, jobWith({ run: 'another' })).join(), /same secrets/);
    const other = jobWith({
      secrets: ['HF_TOKEN'],
      candidates: [{ platform: 'dear' } as never],
      budget: { ...base.budget, usd: 999 },
    });
    const lines = changeOfJob(base, other).join('\n');
    assert.match(lines, /secrets that go to the box: HF_TOKEN \(on the default branch: none\)/);
    assert.match(lines, /where it rents: dear/);
    assert.match(lines, /the budget: 999\.00 USD/);
  });

  it('is refused where it says who approves', () => {
    const rule = { environment: 'a', selfReview: 'allow', adminBypass: 'forbid' } as const;
    const base = jobWith({ approval: rule });
    assert.ok(isApprovalSame(base, jobWith({ approval: { ...rule }, run: 'another' })));
    for (const approval of [
      { ...rule, environment: 'b' },
      { ...rule, adminBypass: 'allow' as const },
    ])
      assert.equal(isApprovalSame(base, jobWith({ approval })), false);
    assert.equal(isApprovalSame(base, jobWith()), false);
  });
});
