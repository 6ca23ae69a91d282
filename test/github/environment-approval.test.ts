import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { releaseMeaning } from '../../src/approval/meaning.ts';
import {
  approvedByEnvironment,
  beforeApproval,
  type EnvironmentAsk,
  type ReviewingGitHub,
  thisRunOf,
} from '../../src/github/environment-approval.ts';
import type { Environment, Review, WorkflowRun } from '../../src/github/github.ts';
import { Problem, Problems } from '../../src/problem.ts';

const RUN = 7001;
const SEAL = 'ab12cd34'.padEnd(64, '0');
const LEASE = 'tiny-7-1';

const environment = (over: Partial<Environment> = {}): Environment => ({
  name: 'gpu-release',
  reviewers: ['ben'],
  preventsSelfReview: false,
  waitMinutes: 0,
  adminsBypass: false,
  branches: undefined,
  ...over,
});

const review = (over: Partial<Review> = {}): Review => ({
  state: 'approved',
  login: 'ben',
  comment: '',
  environments: ['gpu-release'],
  ...over,
});

const workflowRun = (over: Partial<WorkflowRun> = {}): WorkflowRun => ({
  id: RUN,
  attempt: 1,
  event: 'workflow_dispatch',
  path: '.github/workflows/release.yml',
  title: `release ${LEASE} ab12cd34`,
  headSha: 'a'.repeat(40),
  headBranch: 'main',
  status: 'in_progress',
  conclusion: undefined,
  actor: 'ada',
  triggeringActor: 'ada',
  createdAt: '2026-11-21T10:00:00Z',
  url: '',
  ...over,
});

interface Said {
  environment?: Environment | undefined;
  reviews?: Review[];
  workflowRun?: WorkflowRun;
  /** The one that launched what is released. */
  launch?: WorkflowRun | undefined;
  permissions?: Record<string, { permission: string; isPerson: boolean } | undefined>;
}

/** Everything in order, but for what a test says. */
const github = (said: Said = {}): ReviewingGitHub => ({
  environment: async () => ('environment' in said ? said.environment : environment()),
  approvals: async () => said.reviews ?? [review()],
  workflowRun: async (id) => (id === RUN ? (said.workflowRun ?? workflowRun()) : said.launch),
  permissionOf: async (login) =>
    said.permissions && login in said.permissions
      ? said.permissions[login]
      : { permission: 'read', isPerson: true },
});

const ask = (over: Partial<EnvironmentAsk> = {}): EnvironmentAsk => ({
  environment: 'gpu-release',
  rules: { selfReview: 'allow', adminBypass: 'forbid' },
  meaning: releaseMeaning({ lease: LEASE, seal: SEAL, staleFacts: false }),
  run: {
    workflowRun: RUN,
    attempt: 1,
    eventName: 'workflow_dispatch',
    inputs: { lease: LEASE, seal: 'ab12cd34', run: 'tiny-7' },
  },
  launchedBy: 'github:6001.1',
  noted: undefined,
  costing: ['tiny-7-1 on sim: gpu 1 USD/h'],
  ...over,
});

const runWith = (over: Partial<EnvironmentAsk['run']>) => ({ run: { ...ask().run, ...over } });
const second = (noted: string | undefined) => ({ ...runWith({ attempt: 2 }), noted });

async function codesOf(doing: Promise<unknown>): Promise<string[]> {
  const error = await doing.then(
    (value) => assert.fail(`counted: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  const all = error instanceof Problems ? error.all : [error];
  return all.map((each) => {
    assert.ok(each instanceof Problem, String(each));
    assert.equal(each.kind, 'refused');
    assert.ok(each.next.length > 10, 'says what to do');
    assert.deepEqual(each.costing, ['tiny-7-1 on sim: gpu 1 USD/h'], 'says what goes on costing');
    return each.code;
  });
}

const FORBID = { rules: { selfReview: 'forbid', adminBypass: 'forbid' } } as const;
const BOT = { actor: 'github-actions[bot]', triggeringActor: 'github-actions[bot]' };

describe('an approval in a protected environment', () => {
  it('is the word of the person who gave it for exactly this workflow run [P5-11] [GH-03]', async () => {
    assert.equal(await approvedByEnvironment(github(), ask()), 'ben');
  });

  it('counts in a later attempt when there are more than that attempt began with [P5-11] [GH-04]', async () => {
    const reviews = [review({ login: 'cid' }), review({ login: 'ben' })];
    assert.equal(await approvedByEnvironment(github({ reviews }), ask(second(`${RUN}.2:1`))), 'cid, ben');
  });

  it('counts where a token asked, if somebody else launched what is released', async () => {
    const said = {
      workflowRun: workflowRun(BOT),
      launch: workflowRun({ actor: 'ada', triggeringActor: 'ada' }),
    };
    assert.equal(await approvedByEnvironment(github(said), ask(FORBID)), 'ben');
    assert.deepEqual((await beforeApproval(github(said), ask(FORBID))).reviewers, ['ben']);
  });

  it('is not waited for where nobody could give it who did not ask', async () => {
    const said = { workflowRun: workflowRun(BOT) };
    assert.deepEqual(await codesOf(beforeApproval(github(said), ask(FORBID))), ['self-review-unknown']);
    const own = { ...said, launch: workflowRun({ actor: 'Ben', triggeringActor: 'ben' }) };
    assert.deepEqual(await codesOf(beforeApproval(github(own), ask(FORBID))), ['self-review']);
    const team = { ...own, environment: environment({ reviewers: ['ben', 'team:ops'] }) };
    assert.equal((await beforeApproval(github(team), ask(FORBID))).reviewers.length, 2);
  });

  const refusals: { when: string; said?: Said; over?: Partial<EnvironmentAsk>; codes: string[] }[] = [
    {
      when: 'the environment does not exist',
      said: { environment: undefined },
      codes: ['environment-missing'],
    },
    {
      when: 'it has no required reviewers',
      said: { environment: environment({ reviewers: [] }) },
      codes: ['environment-unprotected'],
    },
    {
      when: 'all of its reviewers have lost their access',
      said: {
        environment: environment({ reviewers: ['dan', 'eve'] }),
        permissions: { dan: undefined, eve: { permission: 'none', isPerson: true } },
      },
      codes: ['reviewers-absent'],
    },
    {
      when: 'administrators may bypass it',
      said: { environment: environment({ adminsBypass: true }) },
      codes: ['admin-bypass-allowed'],
    },
    {
      when: 'GitHub does not say whether they may',
      said: { environment: environment({ adminsBypass: undefined }) },
      codes: ['admin-bypass-unknown'],
    },
    { when: 'nobody approved', said: { reviews: [] }, codes: ['not-approved-in-environment'] },
    {
      when: 'it is still waited for',
      said: { reviews: [review({ state: 'pending' })] },
      codes: ['not-approved-in-environment'],
    },
    {
      when: 'another environment was approved',
      said: { reviews: [review({ environments: ['staging'] })] },
      codes: ['not-approved-in-environment'],
    },
    {
      when: 'it was rejected',
      said: { reviews: [review({ state: 'rejected', comment: 'keep it' })] },
      codes: ['approval-rejected'],
    },
    {
      when: 'it was rejected by one and approved by another',
      said: { reviews: [review({ login: 'cid' }), review({ state: 'rejected' })] },
      codes: ['approval-rejected'],
    },
    {
      when: 'the workflow run is for another seal',
      over: runWith({ inputs: { lease: LEASE, seal: 'ffffffff' } }),
      said: { workflowRun: workflowRun({ title: `release ${LEASE} ffffffff` }) },
      codes: ['dispatched-for-another-seal', 'title-names-another'],
    },
    {
      when: 'the workflow run is for another lease',
      over: runWith({ inputs: { lease: 'tiny-7-10', seal: 'ab12cd34' } }),
      said: { workflowRun: workflowRun({ title: 'release tiny-7-10 ab12cd34' }) },
      codes: ['dispatched-for-another-lease', 'title-names-another'],
    },
    {
      when: 'too few characters of the seal were typed to mean one',
      over: runWith({ inputs: { lease: LEASE, seal: 'ab12' } }),
      codes: ['dispatched-for-another-seal'],
    },
    {
      when: 'the workflow run was started for nothing in particular',
      over: runWith({ inputs: {} }),
      codes: ['dispatched-for-another-lease', 'dispatched-for-another-seal'],
    },
    {
      when: 'its title does not tell the approver what it is',
      said: { workflowRun: workflowRun({ title: 'Release' }) },
      codes: ['title-names-another'],
    },
    {
      when: 'the workflow run was not dispatched',
      over: runWith({ eventName: 'schedule' }),
      codes: ['approval-not-dispatched'],
    },
    {
      when: 'this is a second attempt and nobody noted how it began',
      over: second(undefined),
      codes: ['attempt-unproven'],
    },
    {
      when: 'the count is of the first attempt, because only this job was run again',
      over: second(`${RUN}.1:0`),
      codes: ['approval-of-an-old-attempt'],
    },
    {
      when: 'the count is of another workflow run',
      over: { noted: '7000.1:0' },
      codes: ['approval-of-an-old-attempt'],
    },
    {
      when: 'no approval came since the second attempt began',
      over: second(`${RUN}.2:1`),
      codes: ['approval-of-an-old-attempt'],
    },
    {
      when: 'the approver started the run and the job forbids that',
      over: { rules: { selfReview: 'forbid', adminBypass: 'forbid' } },
      said: { workflowRun: workflowRun({ actor: 'Ben' }) },
      codes: ['self-review'],
    },
    {
      when: 'the approver started this attempt and the job forbids that',
      over: { ...second(`${RUN}.2:0`), rules: { selfReview: 'forbid', adminBypass: 'forbid' } },
      said: { workflowRun: workflowRun({ attempt: 2, triggeringActor: 'ben' }) },
      codes: ['self-review'],
    },
    {
      when: 'a token started the run, and the workflow run that launched is gone',
      over: FORBID,
      said: { workflowRun: workflowRun(BOT), launch: undefined },
      codes: ['self-review-unknown'],
    },
    {
      when: 'a token started the run, and the launch was at a terminal, whose person GitHub does not know',
      over: { ...FORBID, launchedBy: 'ben@laptop' },
      said: { workflowRun: workflowRun(BOT), launch: workflowRun() },
      codes: ['self-review-unknown'],
    },
    {
      when: 'a token started the run, and a token launched it',
      over: FORBID,
      said: { workflowRun: workflowRun(BOT), launch: workflowRun(BOT) },
      codes: ['self-review-unknown'],
    },
    {
      when: 'a token started the run, and the approver launched what it releases, or ran that again',
      over: FORBID,
      said: { workflowRun: workflowRun(BOT), launch: workflowRun({ actor: 'ada', triggeringActor: 'Ben' }) },
      codes: ['self-review'],
    },
    {
      when: 'the approver may no longer read the repository',
      said: {
        environment: environment({ reviewers: ['team:ops'] }),
        permissions: { ben: { permission: 'none', isPerson: true } },
      },
      codes: ['approver-may-not-read'],
    },
    {
      when: 'the account of the approver is gone',
      said: { reviews: [review({ login: '' })] },
      codes: ['approver-may-not-read'],
    },
    {
      when: 'an app approved',
      said: {
        environment: environment({ reviewers: ['team:ops'] }),
        permissions: { ben: { permission: 'write', isPerson: false } },
      },
      codes: ['approver-no-person'],
    },
    {
      when: 'of two new approvals in a later attempt only an old one is left that counts',
      over: second(`${RUN}.2:1`),
      said: {
        reviews: [review({ login: 'cid' }), review()],
        permissions: { ben: undefined, cid: { permission: 'read', isPerson: true } },
        environment: environment({ reviewers: ['cid'] }),
      },
      codes: ['approver-may-not-read'],
    },
  ];
  for (const { when, said, over, codes } of refusals) {
    it(`counts for nothing when ${when} [P5-11]`, async () =>
      assert.deepEqual(await codesOf(approvedByEnvironment(github(said), ask(over))), codes));
  }

  it('says all that is wrong at once [GH-03]', async () => {
    const said = { environment: environment({ adminsBypass: true }), reviews: [] };
    const codes = await codesOf(approvedByEnvironment(github(said), ask(runWith({ inputs: {} }))));
    assert.deepEqual(codes, [
      'admin-bypass-allowed',
      'dispatched-for-another-lease',
      'dispatched-for-another-seal',
      'not-approved-in-environment',
    ]);
  });

  it('may be bypassed by administrators, and be given by the one who started it, where the job allows that', async () => {
    const said = {
      environment: environment({ adminsBypass: undefined }),
      workflowRun: workflowRun({ actor: 'ben', triggeringActor: 'ben' }),
    };
    const rules = { selfReview: 'allow', adminBypass: 'allow' } as const;
    assert.equal(await approvedByEnvironment(github(said), ask({ rules })), 'ben');
  });

  it('of a verb whose facts are stale needs that to be acknowledged where the approver reads it [FR-03]', async () => {
    const meaning = releaseMeaning({ lease: LEASE, seal: SEAL, staleFacts: true });
    assert.deepEqual(await codesOf(approvedByEnvironment(github(), ask({ meaning }))), [
      'dispatched-for-another-acknowledge',
      'title-names-another',
    ]);
    const inputs = { lease: LEASE, seal: SEAL, acknowledge: 'stale-facts' };
    const titled = workflowRun({ title: `release ${LEASE} ${SEAL} stale-facts` });
    const given = ask({ meaning, ...runWith({ inputs }) });
    assert.equal(await approvedByEnvironment(github({ workflowRun: titled }), given), 'ben');
  });
});

describe('the job before the one that waits', () => {
  it('notes how many approvals this attempt began with, and who is asked [P5-11] [GH-04]', async () => {
    assert.deepEqual(await beforeApproval(github({ reviews: [] }), ask()), {
      noted: `${RUN}.1:0`,
      reviewers: ['ben'],
    });
    const again = await beforeApproval(github(), ask(runWith({ attempt: 2 })));
    assert.equal(again.noted, `${RUN}.2:1`);
    const mine = ask({ ...runWith({ attempt: 2 }), noted: again.noted });
    assert.deepEqual(await codesOf(approvedByEnvironment(github(), mine)), ['approval-of-an-old-attempt']);
  });

  it('refuses before anybody is asked what could mean nothing later [GH-03]', async () => {
    const said = { environment: environment({ reviewers: [] }) };
    assert.deepEqual(await codesOf(beforeApproval(github(said), ask(runWith({ inputs: {} })))), [
      'environment-unprotected',
      'dispatched-for-another-lease',
      'dispatched-for-another-seal',
    ]);
  });
});

describe('the workflow run we are in', () => {
  const event = { name: 'workflow_dispatch', payload: { inputs: { lease: 'a' } } };

  it('is read from the runner and its event', () =>
    assert.deepEqual(thisRunOf({ GITHUB_RUN_ID: '12', GITHUB_RUN_ATTEMPT: '3' }, event), {
      workflowRun: 12,
      attempt: 3,
      eventName: 'workflow_dispatch',
      inputs: { lease: 'a' },
    }));

  it('is none outside a workflow', () => assert.equal(thisRunOf({}, event), undefined));
});
