import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givenWord } from '../../src/approval/ended-by-hand.ts';
import type { GitHub } from '../../src/github/github.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { jobWith, LEASE, opened, told } from '../lease/told-run.ts';
import { attachedRun } from '../release/attached-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const GATED: EventBody[] = [
  opened({
    document: jobWith({ approval: { environment: 'gpu', selfReview: 'allow', adminBypass: 'forbid' } }),
  }),
  ...attachedRun().slice(1),
];

const protectedBy = (reviewers: string[]): Pick<GitHub, 'environment'> => ({
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
  const given = { ended: LEASE, environment: undefined, env, person: 'ada@laptop', ...inputs };
  const { world } = scriptedWorld();
  const run = told(story);
  const [lease] = run.leases;
  assert.ok(lease);
  const github = protectedBy(['ben']) as GitHub;
  return givenWord(given, { ...world, github }, run)(lease);
}

describe('the word that a box was ended', () => {
  it('does not pass by the reviewers of the environment that protects the release [security 5]', async () => {
    await assert.rejects(said(GATED, { GITHUB_ACTIONS: 'true' }), {
      code: 'environment-is-the-gate',
      message: /reviewers of the environment "gpu", which a typed phrase does not pass by/,
    });
  });

  it('at a terminal is that of whoever sits there, and of no lease but the one that was named', async () => {
    assert.equal(await said(GATED, {}), 'ada@laptop');
    await assert.rejects(said(GATED, {}, { ended: 'tiny-7-9' }), { code: 'not-by-hand' });
  });

  it('in a workflow whose job waits in that environment is looked into as any dispatch is', async () => {
    await assert.rejects(said(GATED, { GITHUB_ACTIONS: 'true' }, { environment: 'gpu' }), {
      kind: 'refused',
      code: /^(?!environment-is-the-gate)/,
    });
  });
});
