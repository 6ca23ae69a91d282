import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstContact } from '../../src/profile/first-contact.ts';
import { factAges } from './fact-ages.ts';
import { namesIn, profileOf, SHIPPED } from './profiles.ts';

/** Every clock on money or data that the collected facts list, with its stamp; `null`: nobody says how long, or when it was read. */
const CLOCKS: [
  platform: string,
  state: string,
  after: string | null,
  effect: string,
  stamp: string | null,
][] = [
  ['autodl', 'stopped', '15d', 'release', '2026-06'],
  ['autodl', 'arrears', null, 'stop', null],
  ['gpushare', 'stopped', '10d', 'release', '2026-06'],
  ['gpushare', 'stopped', '24h', 'wipe', '2026-06'],
  ['gpushare', 'arrears', '15d', 'delete-all', '2026-06'],
  ['lanrui', 'stopped', '1h', 'bill', '2026-06'],
  ['featurize', 'released', '0s', 'wipe', '2026-06'],
  ['runpod', 'stopped', '~30d', 'release', '2026-06'],
  ['runpod', 'low-balance', null, 'release', '2026-08'],
  ['runpod', 'arrears', null, 'delete-all', '2026-06'],
  ['vastai', 'running', null, 'stop', '2026-06'],
  ['vastai', 'arrears', null, 'delete-all', '2026-06'],
  ['lambda', 'unpaid-invoice', '~10d', 'lose-reservation', '2026-06'],
  ['lambda', 'commitment', '2w', 'bill', '2026-06'],
  ['paperspace-gradient', 'running', '6h', 'end-session', null],
  ['paperspace-gradient', 'running', '12h', 'end-session', null],
  ['paperspace-core', 'running', null, 'stop', '2026-06'],
  ['slurm', 'running', null, 'end-job', '2026-06'],
  ['colab', 'idle', '~90min', 'end-session', '2026-06'],
  ['colab', 'running', '~12h', 'end-session', '2026-06'],
  ['kaggle', 'idle', '~60min', 'end-session', '2026-06'],
  ['kaggle', 'running', '~9h', 'end-job', '2026-06'],
  ['kaggle', 'commitment', '1w', 'bill', '2026-06'],
];

/** What ends the GPU meter, whether that can be undone, what bills on, and with what a box can be paused without loss. */
const METERS: [platform: string, stop: string, undo: 'yes' | 'no', leaves: string[], park: boolean][] = [
  ['autodl', '关机', 'yes', ['data-disk'], true],
  ['matpool', '停止并释放', 'no', ['netdisk'], false],
  ['gpushare', '关机', 'yes', ['netdisk', 'nas'], true],
  ['featurize', '实例归还', 'no', ['cloud-quota'], false],
  ['lanrui', '停止', 'yes', ['data-disk', 'netdisk'], true],
  ['runpod', 'terminate', 'no', ['network-volume'], false],
  ['vastai', 'destroy', 'no', ['volume'], false],
  ['lambda', 'terminate', 'no', ['filesystem'], false],
  ['paperspace-core', 'shut-down', 'yes', ['storage', 'ip', 'snapshot'], true],
  ['generic-ssh', 'end it where it was rented', 'no', [], false],
];

/** Who can drive it, and what its boxes are like. RunPod's eviction of 5 s is not REST v2's, which rents none that can be taken. */
const KINDS: [
  platform: string,
  kind: string,
  automation: string,
  notice: string | null,
  inodes: number | string,
  egress: string,
][] = [
  ['autodl', 'rental', 'full', null, 200_000, 'free'],
  ['matpool', 'rental', 'attach', null, 'undocumented', 'free'],
  ['gpushare', 'rental', 'attach', null, 'undocumented', 'free'],
  ['featurize', 'rental', 'attach', null, 'undocumented', 'free'],
  ['lanrui', 'rental', 'attach', null, 'undocumented', 'free'],
  ['runpod', 'cloud', 'full', '~5s', 'none', 'free'],
  ['vastai', 'marketplace', 'full', '0s', 'host-dependent', 'host-priced'],
  ['lambda', 'cloud', 'full', null, 'none', 'free'],
  ['paperspace-core', 'cloud', 'full', null, 'none', 'unknown'],
  ['paperspace-gradient', 'notebook', 'instructions', '0s', 'none', 'unknown'],
  ['generic-ssh', 'attached', 'attach', null, 'host-dependent', 'unknown'],
  ['slurm', 'scheduler', 'scheduler', '~30s', 'host-dependent', 'unknown'],
];

describe('the collected facts stand in the profiles', () => {
  for (const [platform, state, after, effect, stamp] of CLOCKS) {
    it(`${platform}: ${state} ${after ?? 'for an unknown time'}, then ${effect}, ${stamp ?? 'unverified'} [FR-02] [XC-14]`, () => {
      const { clocks, sources } = profileOf(platform);
      const found = clocks.filter(
        (clock) => clock.while === state && (clock.after?.text ?? null) === after && clock.effect === effect,
      );
      const [clock] = found;
      assert.ok(clock, JSON.stringify(clocks.map((each) => [each.while, each.after?.text, each.effect])));
      assert.equal(clock.verified, stamp);
      assert.ok(clock.source.every((tag) => sources[tag]));
    });
  }

  it('gpushare: the purge of arrears is at noon', () => {
    assert.equal(
      profileOf('gpushare').clocks.find((clock) => clock.while === 'arrears')?.['at-time'],
      '12:00',
    );
  });

  it('lambda: nothing at all ends a running box, and a person is told so [XC-14]', () => {
    const lambda = profileOf('lambda');
    assert.deepEqual(
      lambda.clocks.filter((clock) => ['running', 'idle', 'stopped'].includes(clock.while)),
      [],
    );
    assert.match(firstContact(lambda).dangers.join('\n'), /runs and bills until it is terminated/);
  });

  for (const [platform, native, undo, leaves, park] of METERS) {
    it(`${platform}: ${native} ends the GPU meter, ${park ? 'and' : 'and no verb'} pauses without loss [P0-01]`, () => {
      const { verbs, teardown } = profileOf(platform);
      const verb = verbs.find((each) => each.id === teardown['gpu-stop']);
      assert.equal(verb?.native ?? verb?.id, native);
      assert.equal(verb?.reversible === 'no' ? 'no' : 'yes', undo);
      assert.deepEqual(
        leaves.filter((meter) => !verb?.leaves.includes(meter)),
        [],
      );
      assert.equal(teardown.park !== null, park);
    });
  }

  for (const [platform, kind, automation, notice, inodes, egress] of KINDS) {
    it(`${platform}: a ${kind} that ${automation === 'full' ? 'the program rents' : `is driven by: ${automation}`} [P0-01]`, () => {
      const profile = profileOf(platform);
      assert.deepEqual([profile.kind, profile.automation], [kind, automation]);
      assert.equal(profile.spot.notice?.text ?? null, notice);
      assert.ok(profile.tiers.some((tier) => tier.inodes === inodes));
      assert.equal(profile.network.egress.billing, egress);
    });
  }

  for (const id of namesIn(SHIPPED)) {
    it(`${id}: whatever costs money or data says when it was read, or that it never was [FR-02]`, () => {
      const costly = factAges(profileOf(id), new Date()).filter((fact) => fact.risk === 'money-or-data');
      const { tiers, verbs, meters, clocks, teardown } = profileOf(id);
      const prices = meters.flatMap((meter) => meter.prices);
      const least =
        tiers.length +
        verbs.length +
        meters.length +
        prices.length +
        clocks.length +
        teardown.never.length +
        1;
      assert.ok(costly.length >= least, `${costly.length} of ${least}`);
      for (const { name, state, stamp } of costly) {
        assert.notEqual(state, 'future', name);
        assert.ok(stamp.source.length > 0, name);
        const kinds = stamp.source.map((tag) => profileOf(id).sources[tag]?.kind);
        assert.ok(
          stamp.verified !== null || kinds.every((kind) => kind === 'unstamped' || kind === 'inferred'),
          name,
        );
      }
    });
  }
});
