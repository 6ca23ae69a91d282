import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { outcomeOfVerb, placementCheck, survivalTable, tiersAt } from '../../src/profile/placement.ts';
import { isDestroyed } from '../../src/profile/survival.ts';
import { namesIn, profileOf, SHIPPED } from './profiles.ts';

/** Verbs across; per tier what is left of it: K kept, B kept and billed, T kept for a time, X gone, ? unknown, - cannot happen. */
interface Expected {
  verbs: string;
  tiers: Record<string, string>;
}

/** Written down from the documents, apart from the profile: one file for each. */
const expectedOf = (id: string): Expected =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'survival', `${id}.json`), 'utf8')) as Expected;

const LETTER = {
  survives: 'K',
  'survives-billed': 'B',
  'survives-for': 'T',
  reset: 'X',
  lost: 'X',
  unknown: '?',
  'cannot-happen': '-',
};

describe('survival of tiers', () => {
  for (const id of namesIn(SHIPPED)) {
    it(`${id}: every tier under every verb is as its documents say [P0-02]`, () => {
      const profile = profileOf(id);
      const expected = expectedOf(id);
      assert.equal(profile.verbs.map((verb) => verb.id).join(' '), expected.verbs);
      const actual = profile.tiers.map((tier) => {
        const row = profile.verbs.map(
          (verb) => LETTER[placementCheck(profile, { tier: tier.id }, { verb: verb.id }).outcome],
        );
        return [tier.id, row.join(' ')];
      });
      assert.deepEqual(Object.fromEntries(actual), expected.tiers);
    });

    it(`${id}: what a verb lists as destroyed is what the placement check calls gone`, () => {
      const profile = profileOf(id);
      for (const verb of profile.verbs) {
        const gone = profile.tiers
          .filter((tier) => isDestroyed(outcomeOfVerb(tier, verb)))
          .map((tier) => tier.id);
        assert.deepEqual(gone.sort(), [...verb.destroys].sort(), `${id} ${verb.id}`);
      }
    });
  }

  it('shows every tier with every event that some tier speaks of, and unknown where it is silent', () => {
    const table = survivalTable(profileOf('gpushare'));
    assert.deepEqual(table.events, ['ssh-drop', 'stop', 'restart', 'release', 'migrate', 'balance-zero']);
    const scratch = table.rows.find((row) => row.tier === 'scratch');
    assert.equal(scratch?.path, '/hy-tmp');
    assert.deepEqual(scratch?.outcomes, [
      'kept',
      'kept for 24h, then lost',
      'kept',
      'lost',
      'lost',
      'unknown',
    ]);
  });
});

describe('placement', () => {
  for (const { platform, path, tiers } of [
    { platform: 'autodl', path: '/root/autodl-fs/run/best.pth', tiers: ['shared'] },
    { platform: 'autodl', path: '/root/autodl-tmp', tiers: ['data'] },
    { platform: 'autodl', path: '/root/autodl-tmp-2/x', tiers: ['system'] },
    { platform: 'autodl', path: '/root//autodl-fs/./x', tiers: ['shared'] },
    { platform: 'runpod', path: '/workspace/out', tiers: ['volume-disk', 'network-volume'] },
    { platform: 'runpod', path: '/runpod-volume/out', tiers: ['network-volume'] },
    { platform: 'runpod', path: '/root/out', tiers: ['container-disk'] },
    { platform: 'lambda', path: '/lambda/nfs/team-a/out', tiers: ['filesystem'] },
    { platform: 'lambda', path: '/lambda/nfs', tiers: ['root'] },
    { platform: 'slurm', path: '$TMPDIR/out', tiers: ['node-tmp'] },
    { platform: 'slurm', path: '$HOME/out', tiers: ['home'] },
    { platform: 'slurm', path: '~', tiers: ['home'] },
    { platform: 'slurm', path: '/scratch/ann/out', tiers: ['scratch'] },
    { platform: 'slurm', path: '/opt/out', tiers: [] },
    { platform: 'local', path: 'out', tiers: [] },
    { platform: 'autodl', path: '/root/autodl-fs/../autodl-tmp/x', tiers: [] },
  ]) {
    it(`finds ${path} on ${platform} on ${tiers.join(' or ') || 'no known tier'}`, () => {
      assert.deepEqual(
        tiersAt(profileOf(platform), path).map((tier) => tier.id),
        tiers,
      );
    });
  }

  it("knows that a path below the login's real home is on the home tier", () => {
    const where = tiersAt(profileOf('slurm'), '/home/ann/out', { home: '/home/ann' });
    assert.deepEqual(
      where.map((tier) => tier.id),
      ['home'],
    );
  });

  it('decides by the worst tier when a path can be either, and says so', () => {
    const runpod = profileOf('runpod');
    const either = placementCheck(runpod, { path: '/workspace/out' }, { verb: 'terminate' });
    assert.equal(either.outcome, 'lost');
    assert.deepEqual([...either.tiers].sort(), ['network-volume', 'volume-disk']);
    assert.match(either.why, /"volume-disk" \(it may also be network-volume\).*"terminate".*lost/);
    const known = placementCheck(
      runpod,
      { path: '/workspace/out' },
      { verb: 'terminate' },
      { present: ['container-disk', 'network-volume'] },
    );
    assert.equal(known.outcome, 'survives-billed');
  });

  it('refuses to guess: an unknown tier, verb or event is unknown, never safe', () => {
    const lambda = profileOf('lambda');
    for (const [artifact, happening] of [
      [{ tier: 'nowhere' }, { verb: 'terminate' }],
      [{ tier: 'root' }, { verb: 'stop' }],
      [{ tier: 'root' }, { event: 'migrate' }],
      [{ path: 'relative' }, { event: 'release' }],
    ] as const) {
      assert.equal(placementCheck(lambda, artifact, happening).outcome, 'unknown');
    }
    assert.equal(placementCheck(lambda, { tier: 'root' }, { event: 'stop' }).outcome, 'cannot-happen');
  });

  it('says how long a tier that is wiped later is kept', () => {
    const parked = placementCheck(profileOf('gpushare'), { path: '/hy-tmp/out' }, { verb: 'power-off' });
    assert.deepEqual([parked.outcome, parked.seconds], ['survives-for', 86_400]);
  });

  it('finds that a checkpoint in the default directory dies with the verb that stops the GPU [P0-02]', () => {
    const lambda = profileOf('lambda');
    const verb = lambda.teardown['gpu-stop'] ?? assert.fail();
    assert.equal(placementCheck(lambda, { path: '/home/ubuntu/out/best.pth' }, { verb }).outcome, 'lost');
    assert.equal(
      placementCheck(lambda, { path: '/lambda/nfs/a/best.pth' }, { verb }).outcome,
      'survives-billed',
    );
  });
});
