import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givenWord } from '../../src/approval/ended-by-hand.ts';
import type { GitHub } from '../../src/github/github.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { approved, jobWith, LEASE, opened, told } from '../lease/told-run.ts';
import { attachedRun } from '../release/attached-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const GATED: EventBody[] = [
  opened({
    document: jobWith({ approval: { environment: 'gpu', selfReview: 'allow', adminBypass: 'forbid' } }),
  }),
  ...attachedRun().slice(1, -1),
];

/** What the profile's plan needs for this box, approved. */
async function approvedRun(): Promise<EventBody[]> {
  const { world, clock } = scriptedWorld();
  const run = told(GATED);
  const [lease] = run.leases;
  assert.ok(lease);
  const verbs = (await plansOf(world, run))(lease).zero.map(({ verb }) => verb);
  const expiresAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
  return [...GATED, { ...approved(), verbs, expiresAt } as EventBody];
}

const protectedBy = (reviewers: string[]): Partial<GitHub> => ({
  approvals: async () => [],
  workflowRun: async () => undefined,
  permissionOf: async () => ({ permission: 'read', isPerson: true }),
  environment: async (name) => ({
    name,
    reviewers,
    adminsBypass: false,
    preventsSelfReview: false,
    waitMinutes: 0,
    branches: undefined,
  }),
});

/** Said by somebody with `--stopped`, at a terminal or in a workflow. */
async function said(story: EventBody[], env: NodeJS.ProcessEnv, inputs: Record<string, string> = {}) {
  const given = {
    ended: LEASE,
    environment: undefined,
    phrase: undefined,
    noted: undefined,
    inAdvance: undefined,
    atTerminal: async () => undefined,
    env,
    person: 'ada@laptop',
    ...inputs,
  };
  const { world } = scriptedWorld();
  const run = told(story);
  const [lease] = run.leases;
  assert.ok(lease);
  const github = protectedBy(['ben']) as GitHub;
  return givenWord(given, { ...world, github }, run)(lease);
}

describe('the word that a box was ended', () => {
  it('does not pass by the reviewers of a release that nobody has approved [security 5]', async () => {
    await assert.rejects(said(GATED, { GITHUB_ACTIONS: 'true' }), {
      code: 'environment-is-the-gate',
      message: /reviewers of the environment "gpu", which a typed phrase does not pass by/,
    });
  });

  it('at a terminal is that of whoever sits there, and of no lease but the one that was named', async () => {
    assert.equal(await said(GATED, {}), 'ada@laptop');
    await assert.rejects(said(GATED, {}, { ended: 'tiny-7-9' }), { code: 'not-by-hand' });
  });

  it('counts beside an approval of that release, as what a person typed into a dispatch and nobody else', async () => {
    await assert.rejects(said(await approvedRun(), { GITHUB_ACTIONS: 'true' }), {
      code: 'approval-not-dispatched',
    });
  });

  it('is not believed to have waited in the environment because the step was told so [security 5]', async () => {
    const here = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '7', GITHUB_EVENT_NAME: 'workflow_dispatch' };
    await assert.rejects(said(GATED, here, { environment: 'gpu' }), (error: Error) => {
      assert.match(error.message, /Nobody approved workflow run 7 for the environment "gpu"/);
      return true;
    });
  });
});
