import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approvalLines, approvalWays } from '../../src/approval/lines-for-approver.ts';
import { approvalSentence } from '../../src/approval/sentence.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { jobWith, LEASE, opened, SEAL, SEALED, standing, stored, told } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';

const onRunner: EventBody[] = [opened({ needsStore: true }), ...SEALED.slice(1)];

async function shown(story: EventBody[], now = '2026-11-21T12:00:00Z', platform = 'runpod'): Promise<string> {
  const { world } = scriptedWorld({ profile: async () => profileOf(platform) });
  const at = { ...world, clock: { ...world.clock, now: () => new Date(now) } };
  return (await approvalLines(at, told(story), { lease: LEASE })).join('\n');
}

describe('whoever approves a release sees', () => {
  it('what stops, what is destroyed, what is safe, what is lost, and what waiting costs [GH-03] [P5-10]', async () => {
    const lines = await shown(SEALED);
    assert.match(lines, /^terminate: stops .*; destroys .*; still billing after it: /m);
    assert.match(
      lines,
      new RegExp(`^safe: 1/1 artifacts verified at L3, 1 bytes, in here; seal ${SEAL.slice(0, 8)}$`, 'm'),
    );
    assert.match(lines, /^lost: whatever else is on the box/m);
    assert.match(lines, /waiting costs 1\.10 USD per hour/);
  });

  it('how many files count by their bytes only, beside a level that says nothing about them [GH-03]', async () => {
    const story = SEALED.map((event) => (event.type === 'sealed' ? { ...event, opaque: 2 } : event));
    assert.match(await shown(story), /verified at L3, 2 opaque files by their bytes only, 1 bytes/);
  });

  it('the clocks that run against a parked box [GH-03] [P5-12]', async () => {
    const clocks = [{ id: 'stopped-15d', effect: 'the disk is deleted', at: '2026-12-06T10:00:00.000Z' }];
    const parked: EventBody = { type: 'parked', lease: LEASE, verb: 'stop', clocks };
    assert.match(
      await shown([...SEALED, parked]),
      /^clock stopped-15d: the disk is deleted at 2026-12-06T10:00:00\.000Z$/m,
    );
  });

  it('the store that was read back, and when it throws things away [GH-06]', async () => {
    const kept = stored({ keptUntil: '2027-02-19T10:00:00Z' });
    const lines = await shown([...onRunner, kept]);
    assert.match(
      lines,
      /^safe: 1 files with their evidence, 1200 bytes, read back from https:\S+ \(workflow-artifact\), which throws them away at 2027-02-19T10:00:00Z$/m,
    );
    assert.doesNotMatch(lines, /NOT safe/);
  });

  it('that nothing is safe while the only copy lies on a disk that is thrown away [GH-06]', async () => {
    assert.match(await shown(onRunner), /^NOT safe yet: /m);
    const gone = stored({ keptUntil: '2026-11-21T11:00:00Z' });
    assert.match(await shown([...onRunner, gone]), /^NOT safe yet: /m);
  });

  it('why an approval in advance does not spare the question', async () => {
    const dear = standing({ maxUsdPerHour: 0.5, person: 'ben', platforms: ['elsewhere'] });
    assert.match(
      await shown([...SEALED, dear]),
      /^approved in advance by ben, which does not count here: it is for elsewhere; it is for at most 0\.5 USD\/h; this box is 1\.1/m,
    );
  });
});

describe('in one sentence', () => {
  const said = async (story: EventBody[], platform = 'runpod'): Promise<string> => {
    const { world } = scriptedWorld({ profile: async () => profileOf(platform) });
    const now = () => new Date('2026-11-21T12:00:00Z');
    return approvalSentence({ ...world, clock: { ...world.clock, now } }, told(story), { lease: LEASE });
  };

  it('a yes destroys a box, and the files are safe where and until when; waiting costs so much [GH-03]', async () => {
    assert.equal(
      await said([
        ...onRunner,
        stored({ keptUntil: '2027-02-19T10:00:00Z', place: 'artifact a-1 of workflow run 7 of ada/engine' }),
      ]),
      'Approve: the box tiny-7-1 (sim) is destroyed with all that is on it, but disk still bills after it. 1 of 1 files, verified at L3, are safe in the artifact of workflow run 7 of ada/engine until 19 Feb 2027. Waiting costs 1.10 USD an hour.',
    );
  });

  it('says where nothing is safe yet, and what a person has to do by hand', async () => {
    assert.match(await said(onRunner), /NOT safe yet: 1 of 1 files, verified at L3, lie only on a disk/);
    assert.match(
      await said(SEALED, 'generic-ssh'),
      /^Approve: you end the box \S+ \(\S+\) by hand where it was rented/,
    );
    assert.match(
      await shown(SEALED, '2026-11-21T12:00:00Z', 'generic-ssh'),
      /^manual \(you do that: Where this box was rented/m,
    );
  });
});

describe('how a release is approved', () => {
  const asked = { lease: LEASE, seal: SEAL };

  it('is said with the inputs of the release workflow, and for a terminal', () => {
    const [inGitHub, atTerminal, third] = approvalWays(told(SEALED), asked, `${LEASE} aaaaaaaa stale-facts`);
    assert.match(
      inGitHub ?? '',
      /run: tiny-7, lease: tiny-7-1, seal: aaaaaaaa, acknowledge: stale-facts, approve: tiny-7-1 aaaaaaaa stale-facts\.$/,
    );
    assert.match(atTerminal ?? '', /gpu-lease release tiny-7 --approve "tiny-7-1 aaaaaaaa stale-facts"/);
    assert.match(third ?? '', /"stale-facts" says that you know this: .* more than six months ago, or never/);
  });

  it('names the environment whose reviewers decide, and then no phrase for the workflow', () => {
    const job = jobWith({
      approval: { environment: 'gpu-release', selfReview: 'allow', adminBypass: 'forbid' },
    });
    const run = told([opened({}, job), ...SEALED.slice(1)]);
    const [inGitHub = ''] = approvalWays(run, asked, `${LEASE} aaaaaaaa`);
    assert.match(inGitHub, /the reviewers of the environment "gpu-release" then approve that run/);
    assert.doesNotMatch(inGitHub, /approve: /);
  });
});
