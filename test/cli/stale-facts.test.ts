import assert from 'node:assert/strict';
import { it } from 'node:test';
import { approvalLines } from '../../src/approval/lines-for-approver.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Lease } from '../../src/lease/run.ts';
import { releasePhrase } from '../../src/lease/warrant.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { HELD, LEASE, SEAL, told } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';

const RUN = told(HELD as EventBody[]);
const [lease] = RUN.leases as [Lease];

async function shown(id: string, now: string) {
  const { world } = scriptedWorld({ profile: async () => profileOf(id) });
  const at = { ...world, clock: { ...world.clock, now: () => new Date(now) } };
  const { zero } = (await plansOf(at, RUN))(lease);
  const lines = (await approvalLines(at, RUN, { lease: LEASE })).join('\n');
  return { phrase: releasePhrase(LEASE, SEAL, zero), lines };
}

it('whoever approves sees the source and age of what is known of a verb that cannot be undone [FR-03]', async () => {
  const { phrase, lines } = await shown('lambda', '2026-12-31T23:59:59Z');
  assert.equal(phrase, `${LEASE} aaaaaaaa`);
  assert.match(lines, /^terminate: .*; from la-bill, la-inst, la-live, checked 2026-06 \(6 months old\)$/m);
});

it('what is older than the limit must be acknowledged with a word of its own [FR-03]', async () => {
  const { phrase, lines } = await shown('lambda', '2027-01-01T00:00:00Z');
  assert.equal(phrase, `${LEASE} aaaaaaaa stale-facts`);
  assert.match(lines, /checked 2026-06 \(7 months old\)/);
  assert.match(lines, /^warning: .*read it up again before approving$/m);
});

it('the platform of the demo keeps the short phrase [FR-03]', async () => {
  assert.equal((await shown('local', '2026-11-22T12:00:00Z')).phrase, `${LEASE} aaaaaaaa`);
});
