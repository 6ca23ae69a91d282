import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseProfile } from '../../src/profile/load.ts';
import { type HeldResource, teardownPlan } from '../../src/profile/teardown.ts';
import { changed, namesIn, profileOf, SHIPPED } from './profiles.ts';

const NOVEMBER = new Date('2026-11-21T00:00:00Z');
const held = (spec: string): HeldResource[] =>
  spec
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const [meter = '', kind = '', resource = ''] = each.split('/');
      return { meter, kind: kind as HeldResource['kind'], resource };
    });
const plan = (id: string, spec: string, goal: 'park' | 'zero') =>
  teardownPlan(profileOf(id), held(spec), goal, { now: NOVEMBER });
/** `verb(resource) -meter destroyed! +still billing`, the whole plan in one glance. */
const shown = ({ steps }: ReturnType<typeof teardownPlan>): string[] =>
  steps.map(
    (step) =>
      `${step.verb}(${step.resource}) -${step.stops.join(',')} !${step.destroys.join(',')} +${step.leavesBilling.join(',')}`,
  );

describe('teardown to zero', () => {
  it('RunPod: terminates the pod, then deletes the network volume that outlives it', () => {
    const zero = plan(
      'runpod',
      'gpu/gpu/pod-1 container-disk/disk/pod-1 network-volume/volume/vol-7',
      'zero',
    );
    assert.deepEqual(shown(zero), [
      'terminate(pod-1) -gpu,container-disk !container-disk,volume-disk +network-volume',
      'delete-network-volume(vol-7) -network-volume !network-volume +',
    ]);
    assert.deepEqual(zero.leftBilling, []);
    assert.ok(zero.steps.every((step) => step.reversible === 'no' && !step.safe && step.surface === 'api'));
    assert.deepEqual(zero.steps[0]?.confirm?.proof, ['404', 'TERMINATED']);
  });

  it('RunPod: warns of a network volume that nobody listed', () => {
    const zero = plan('runpod', 'gpu/gpu/pod-1', 'zero');
    assert.deepEqual(
      zero.steps.map((step) => step.verb),
      ['terminate'],
    );
    assert.ok(
      zero.warnings.some((each) => each.startsWith('network-volume is not ended by this')),
      zero.warnings.join('\n'),
    );
  });

  it('Paperspace: off, destroyed, address released, storage and snapshots deleted, in this order [P5-13]', () => {
    const all =
      'gpu/gpu/m1 storage/disk/m1 ip/ip/ip-1 shared-storage/volume/d1 snapshot/snapshot/s1 snapshot:2/snapshot/s2';
    const zero = plan('paperspace-core', all, 'zero');
    assert.deepEqual(shown(zero), [
      'shut-down(m1) -gpu ! +storage,ip,shared-storage,snapshot,snapshot:2',
      'destroy(m1) -storage !block +ip,shared-storage,snapshot,snapshot:2',
      'release-ip(ip-1) -ip ! +shared-storage,snapshot,snapshot:2',
      'delete-storage(d1) -shared-storage !shared-drive +snapshot,snapshot:2',
      'delete-snapshots(s1) -snapshot !snapshot +snapshot:2',
      'delete-snapshots(s2) -snapshot:2 !snapshot +',
    ]);
    assert.deepEqual(zero.leftBilling, []);
    assert.deepEqual(zero.unknown, ['what "destroy" does to the tier "snapshot"']);
    assert.ok(
      zero.warnings.some((each) => each.includes("removes the machine's snapshots")),
      'the contradiction is shown',
    );
  });

  it('Paperspace: a machine whose GPU meter has already stopped is shown to be off before it is destroyed', () => {
    assert.deepEqual(shown(plan('paperspace-core', 'storage/disk/m1', 'zero')), [
      'shut-down(m1) - ! +storage',
      'destroy(m1) -storage !block +',
    ]);
  });

  it('Paperspace: a left-over snapshot is deleted without touching any machine', () => {
    assert.deepEqual(shown(plan('paperspace-core', 'snapshot/snapshot/s1', 'zero')), [
      'delete-snapshots(s1) -snapshot !snapshot +',
    ]);
  });

  it('vast.ai: only destroy counts as the end of the meters', () => {
    const zero = plan('vastai', 'gpu/gpu/c1 disk/disk/c1 bandwidth/none/c1', 'zero');
    assert.deepEqual(shown(zero), ['destroy(c1) -gpu,disk,bandwidth !container-disk +']);
    assert.equal(profileOf('vastai').teardown['gpu-stop'], 'destroy');
  });

  it('Lambda: terminate cannot be undone, and the file system is a step of its own', () => {
    const zero = plan('lambda', 'gpu/gpu/i1 filesystem/volume/fs1', 'zero');
    assert.deepEqual(shown(zero), [
      'terminate(i1) -gpu !root +filesystem',
      'delete-filesystem(fs1) -filesystem !filesystem +',
    ]);
    assert.ok(
      profileOf('lambda').verbs.every((verb) => verb.event !== 'stop'),
      'no stop is offered',
    );
  });

  it("AutoDL: power off, release, by the API, and with a person's clicks for an attached instance", () => {
    const zero = plan('autodl', 'gpu/gpu/a1 data-disk/disk/a1', 'zero');
    assert.deepEqual(shown(zero), [
      'power-off(a1) -gpu ! +data-disk',
      'release(a1) -data-disk !system,data +',
    ]);
    assert.ok(zero.steps.every((step) => step.surface === 'api' && (step.consoleStep?.length ?? 0) > 10));
  });

  it('LanRui: the data disk bills while the workspace is stopped, so it is destroyed too', () => {
    const zero = plan('lanrui', 'gpu/gpu/w1 data-disk/disk/d1', 'zero');
    assert.deepEqual(shown(zero), [
      'stop(w1) -gpu !system +data-disk',
      'destroy-data-disk(d1) -data-disk !datadisk +',
    ]);
  });

  it('Kubernetes: the Job goes with what it computes, and a claim that bills is left and named', () => {
    const zero = plan('kubernetes', 'submission/none/j1 walltime/gpu/j1 pvc/volume/claim', 'zero');
    assert.deepEqual(
      zero.steps.map((step) => `${step.verb}(${step.resource})`),
      ['delete-job(j1)'],
    );
    assert.deepEqual(
      zero.leftBilling.map((each) => each.meter),
      ['pvc'],
    );
  });

  it("a box billed elsewhere is a person's to end, one's own has nothing to end [GEN1]", () => {
    const zero = plan('generic-ssh', 'gpu/gpu/box', 'zero');
    assert.deepEqual(shown(zero), ['manual(box) -gpu !home +']);
    assert.match(zero.steps[0]?.consoleStep ?? '', /stop or delete it.*look there that it no longer bills/);
    assert.deepEqual(zero.leftBilling, []);
    assert.deepEqual(plan('generic-ssh', '', 'zero').steps, []);
    assert.deepEqual(plan('generic-ssh', 'none/none/box', 'zero').steps, [], 'one’s own machine');
  });

  it('says which held meter the profile does not know instead of forgetting it', () => {
    const zero = plan('lambda', 'gpu/gpu/i1 static-ip/ip/ip9', 'zero');
    assert.deepEqual(
      zero.leftBilling.map((each) => each.meter),
      ['static-ip'],
    );
    assert.match(zero.unknown.join(' '), /no meter "static-ip" \(ip, ip9\)/);
  });

  it('takes a meter of the same kind when the profile has only one', () => {
    assert.deepEqual(shown(plan('lambda', 'compute/gpu/i1', 'zero')), ['terminate(i1) -compute !root +']);
  });
});

describe('park', () => {
  for (const { platform, spec, verbs } of [
    { platform: 'local', spec: 'gpu/gpu/b1 disk/disk/b1', verbs: ['stop'] },
    { platform: 'autodl', spec: 'gpu/gpu/a1 data-disk/disk/a1', verbs: ['power-off'] },
    { platform: 'gpushare', spec: 'gpu/gpu/g1', verbs: ['power-off'] },
    { platform: 'lanrui', spec: 'gpu/gpu/w1 data-disk/disk/d1', verbs: ['stop'] },
    { platform: 'paperspace-core', spec: 'gpu/gpu/m1 storage/disk/m1', verbs: ['shut-down'] },
    { platform: 'paperspace-gradient', spec: 'gpu/gpu/n1', verbs: ['stop'] },
    { platform: 'matpool', spec: 'gpu/gpu/x', verbs: [] },
    { platform: 'featurize', spec: 'gpu/gpu/x', verbs: [] },
    { platform: 'runpod', spec: 'gpu/gpu/x', verbs: [] },
    { platform: 'vastai', spec: 'gpu/gpu/x disk/disk/x', verbs: [] },
    { platform: 'lambda', spec: 'gpu/gpu/x', verbs: [] },
    { platform: 'generic-ssh', spec: 'gpu/gpu/x', verbs: [] },
    { platform: 'kubernetes', spec: 'nodes/gpu/x', verbs: [] },
  ]) {
    it(`${platform}: ${verbs.join(', ') || 'none, with the reason'} [P5-12]`, () => {
      const park = plan(platform, spec, 'park');
      assert.deepEqual(
        park.steps.map((step) => step.verb),
        verbs,
      );
      if (verbs.length === 0) {
        assert.ok((park.warnings[0]?.length ?? 0) > 20, 'the reason is given');
        assert.equal(park.leftBilling.length, spec.split(' ').length);
      }
    });
  }

  it('AutoDL: shows the 15-day release, and close-then-pull for longer', () => {
    const park = plan('autodl', 'gpu/gpu/a1 data-disk/disk/a1', 'park');
    assert.deepEqual(shown(park), ['power-off(a1) -gpu ! +data-disk']);
    assert.deepEqual(
      park.clocks.map((clock) => [clock.id, clock.afterSeconds, clock.effect]),
      [['stopped-15d', 15 * 86_400, 'release']],
    );
    assert.deepEqual(park.steps[0]?.reversible, { untilSeconds: 15 * 86_400, clock: 'stopped-15d' });
    assert.equal(park.steps[0]?.safe, true);
    assert.match(
      park.warnings.join('\n'),
      /longer than 15 days close the export, pull and verify it, then release/,
    );
  });

  it('gpushare: a park that resets the system disk and wipes scratch a day later is not called safe', () => {
    const park = plan('gpushare', 'gpu/gpu/g1', 'park');
    assert.equal(park.steps[0]?.safe, false);
    assert.deepEqual(park.steps[0]?.destroys, ['system']);
    assert.match(park.warnings.join('\n'), /\/hy-tmp is kept for 24h after "power-off" and then lost/);
  });

  it('does not call it a park when something that computes would run on', () => {
    const park = plan('lanrui', 'gpu/gpu/w1 helper/cpu/w2', 'park');
    assert.deepEqual(park.steps, []);
    assert.deepEqual(
      park.leftBilling.map((each) => each.meter),
      ['gpu', 'helper'],
    );
  });

  it('leaves what is no computing alone, and lists it', () => {
    const park = plan('autodl', 'gpu/gpu/a1 mystery/ip/x', 'park');
    assert.equal(park.steps.length, 1);
    assert.deepEqual(
      park.leftBilling.map((each) => each.meter),
      ['mystery'],
    );
  });

  it('says when what is kept costs more while stopped', () => {
    const text = changed(
      'local',
      /amount: 0\.01[\s\S]*?while: always/,
      (whole: string) => `${whole.replace('always', 'running')}`,
    );
    const dearer = text.replace(
      /prices:\n(?= {6}- amount: 0\.01)/,
      'prices:\n      - { amount: 0.02, currency: USD, per: h, while: stopped, verified: 2026-11, source: program }\n',
    );
    const park = teardownPlan(parseProfile(dearer, 'local.yml'), held('gpu/gpu/b disk/disk/b'), 'park');
    assert.match(park.warnings.join('\n'), /disk costs more while stopped: 0\.02 instead of 0\.01 USD per h/);
  });
});

describe('the facts behind a teardown', () => {
  it('are fresh up to six months and need an own acknowledgement after that [FR-01] [FR-03]', () => {
    const resources = held('gpu/gpu/i1');
    const december = teardownPlan(profileOf('lambda'), resources, 'zero', {
      now: new Date('2026-12-31T23:59:59Z'),
    });
    assert.deepEqual(december.stale, []);
    const january = teardownPlan(profileOf('lambda'), resources, 'zero', {
      now: new Date('2027-01-01T00:00:00Z'),
    });
    assert.deepEqual(
      january.stale.map((each) => [each.verb, each.verified, each.ageMonths]),
      [['terminate', '2026-06', 7]],
    );
    assert.match(
      january.warnings.join('\n'),
      /"terminate" does was last verified 2026-06, 7 months ago \(la-bill, la-inst, la-live\)/,
    );
  });

  it('count as stale when nobody ever verified them', () => {
    const zero = plan('autodl', 'shared-fs/volume/fs', 'zero');
    assert.deepEqual(
      zero.stale.map((each) => [each.verb, each.verified]),
      [['cancel-shared-storage', null]],
    );
  });

  it('travel with every step', () => {
    for (const step of plan('runpod', 'gpu/gpu/p network-volume/volume/v', 'zero').steps) {
      assert.ok(step.stamp.source.length > 0 && step.stamp.verified !== undefined);
    }
  });
});

describe('every plan of every profile', () => {
  for (const id of namesIn(SHIPPED)) {
    const profile = profileOf(id);
    const KINDS = ['gpu', 'cpu', 'disk', 'volume', 'ip', 'snapshot', 'none'] as const;
    const anyHeld = fc.uniqueArray(
      fc.record({
        meter: fc.constantFrom(...profile.meters.map((meter) => meter.id), 'not-in-the-profile'),
        kind: fc.constantFrom(...KINDS),
        resource: fc.constantFrom('r1', 'r2', 'r3'),
      }),
      { selector: (each) => `${each.meter}${each.resource}`, maxLength: 6 },
    );

    it(`${id}: stops each held meter once or says why not, in the profile's order`, () => {
      fc.assert(
        fc.property(anyHeld, fc.constantFrom('park' as const, 'zero' as const), (resources, goal) => {
          const { steps, leftBilling } = teardownPlan(profile, resources, goal);
          const paying = resources.filter((each) => each.kind !== 'none');
          const stopped = steps.flatMap((step) => step.stops);
          const names = (list: { meter: string }[]) => list.map((each) => each.meter);
          // Nothing is forgotten and nothing is stopped twice.
          const accounted = [...stopped, ...names(leftBilling)].filter((meter) =>
            names(paying).includes(meter),
          );
          assert.ok(names(paying).every((meter) => accounted.includes(meter)));
          assert.ok(stopped.length <= resources.length);
          assert.ok(leftBilling.every((each) => each.why.length > 0));
          assert.ok(steps.every((step) => resources.some((each) => each.resource === step.resource)));
          const order = steps.map((step) => profile.verbs.findIndex((verb) => verb.id === step.verb));
          const zero = profile.teardown.zero.map((verb) =>
            profile.verbs.findIndex((each) => each.id === verb),
          );
          const positions = goal === 'zero' ? order.map((verb) => zero.indexOf(verb)) : [];
          assert.deepEqual(
            positions,
            [...positions].sort((a, b) => a - b),
          );
          // What a step leaves billing never grows again.
          for (const [index, step] of steps.entries()) {
            const before = steps[index - 1]?.leavesBilling ?? names(paying);
            assert.ok(step.leavesBilling.length <= before.length);
          }
          assert.deepEqual(
            [...(steps.at(-1)?.leavesBilling ?? names(paying))].sort(),
            names(leftBilling).sort(),
          );
        }),
        { numRuns: 60 },
      );
    });

    it(`${id}: zero over all its own meters leaves only what it calls unstoppable`, () => {
      const own: HeldResource[] = profile.meters.map((meter) => ({
        meter: meter.id,
        kind: meter.kind === 'bandwidth' ? 'disk' : meter.kind,
        resource: `${meter.of}-1`,
      }));
      const { leftBilling } = teardownPlan(profile, own, 'zero');
      const unstoppable = profile.meters.filter((meter) => meter.unstoppable && meter.kind !== 'none');
      assert.deepEqual(
        leftBilling.map((each) => each.meter),
        unstoppable.map((meter) => meter.id),
      );
    });
  }
});
