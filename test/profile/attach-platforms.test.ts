import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deadlines } from '../../src/profile/deadlines.ts';
import { firstContact } from '../../src/profile/first-contact.ts';
import { matchGotchas } from '../../src/profile/gotcha-match.ts';
import { placementCheck } from '../../src/profile/placement.ts';
import { teardownPlan } from '../../src/profile/teardown.ts';
import { profileOf } from './profiles.ts';

/** Platforms without an API, and the ids of the gotchas that are known of each. */
const PLATFORMS: Record<string, string> = {
  matpool: 'MP1 MP2 MP3 CN1 CN2',
  gpushare: 'GS1 GS2 GS3 GS4 GS5 CN1 CN2',
  featurize: 'FZ1 FZ2 FZ3 FZ-x CN1 CN2',
  lanrui: 'LR1 LR2 LR3 CN1 CN2',
  'generic-ssh': 'GEN1 GEN2 GEN3 GEN4 GEN5 GEN6 GEN7 GEN8 LOC1 LOC2 LOC3 LOC4 LOC5 LOC6',
};

const STOPPED_AT = new Date('2026-11-01T08:00:00Z');
const held = (meter: string, kind: 'gpu' | 'disk') => ({ meter, kind, resource: 'the box' });

describe('platforms that a person rents at and attaches', () => {
  for (const [id, gotchas] of Object.entries(PLATFORMS)) {
    it(`${id} is attached by ssh, and tells every known trap by its id [P1-02]`, () => {
      const profile = profileOf(id);
      assert.deepEqual(
        [profile.status, profile.automation, profile.drive.driver],
        ['supported', 'attach', 'ssh'],
      );
      const known = profile.gotchas.flatMap((each) => [each.id, ...(each.aliases ?? [])]);
      assert.deepEqual(
        gotchas.split(' ').filter((each) => !known.includes(each)),
        [],
      );
    });

    it(`${id} has a person's step for every verb, in the console's own word`, () => {
      for (const verb of profileOf(id).verbs) {
        assert.equal(verb.surface, 'console', verb.id);
        assert.ok((verb.console ?? '').length > 30, `${verb.id}: ${verb.console}`);
        const native = /^\p{Script=Han}+$/u.test(verb.native ?? '') ? (verb.native ?? '') : '';
        assert.ok(verb.console?.includes(native), `${verb.id}: ${verb.console}`);
        assert.ok((verb.confirm?.within.seconds ?? 0) > 0, verb.id);
      }
    });
  }

  it('gpushare: /hy-tmp goes a day after a stop, the instance after ten, and both have a date [GS4] [GS5]', () => {
    const due = deadlines(profileOf('gpushare'), 'stopped', STOPPED_AT);
    const at = (clock: string) => due.find((each) => each.clock === clock)?.at?.toISOString();
    assert.equal(at('hy-tmp-24h'), '2026-11-02T08:00:00.000Z');
    assert.equal(at('stopped-10d'), '2026-11-11T08:00:00.000Z');
    const arrears = profileOf('gpushare').clocks.find((clock) => clock.while === 'arrears');
    assert.deepEqual(
      [arrears?.after?.text, arrears?.['at-time'], arrears?.effect],
      ['15d', '12:00', 'delete-all'],
    );
  });

  it('gpushare: what lies under /root is refused at a stop, what lies on /hy-netdisk is kept and billed [GS1] [CN1]', () => {
    const left = (path: string) =>
      placementCheck(profileOf('gpushare'), { path }, { verb: 'power-off' }).outcome;
    assert.equal(left('/root/out/best.pth'), 'reset');
    assert.equal(left('/hy-tmp/out/best.pth'), 'survives-for');
    assert.equal(left('/hy-netdisk/out/best.pth'), 'survives-billed');
  });

  it('gpushare: the proxy is left again after a transfer, and its failure is known by its line [GS2]', () => {
    const [turbo] = profileOf('gpushare').hooks;
    assert.equal(turbo?.scope, 'transfer');
    assert.ok(turbo?.enter.join().includes('https_proxy') && turbo.enter.join().includes('http_proxy'));
    assert.deepEqual(turbo?.leave, ['unset http_proxy https_proxy']);
    const line = "pip: ProxyError('Cannot connect to proxy', turbo.gpushare.com:30000)";
    assert.deepEqual(
      matchGotchas(profileOf('gpushare'), 'setup', line).map((each) => each.gotcha.id),
      ['GS2'],
    );
  });

  it('gpushare: a box without the network disk is known by its line [GS3]', () => {
    const line = "ls: cannot access '/hy-netdisk': No such file or directory";
    assert.deepEqual(
      matchGotchas(profileOf('gpushare'), 'probe', line).map((each) => each.gotcha.id),
      ['GS3'],
    );
  });

  it('lanrui: the data disk bills in every state and is no durable place; its end comes after the stop [LR1]', () => {
    const lanrui = profileOf('lanrui');
    assert.equal(lanrui.durable.strategy === 'path' && lanrui.durable.tier, 'netdisk');
    const plan = teardownPlan(lanrui, [held('gpu', 'gpu'), held('data-disk', 'disk')], 'zero');
    assert.deepEqual(
      plan.steps.map((step) => step.verb),
      ['stop', 'destroy-data-disk'],
    );
    const alone = teardownPlan(lanrui, [held('gpu', 'gpu')], 'zero');
    assert.match(alone.warnings.join('\n'), /data-disk is not ended by this/);
    assert.match(firstContact(lanrui).dangers.join('\n'), /data disk/);
  });

  it('lanrui: no address of the retired domain is written anywhere, and its failure is known [LR3]', () => {
    assert.doesNotMatch(profileOf('lanrui').ssh?.host ?? '', /lanrui-ai/);
    const line = 'ssh: Could not resolve hostname ssh.t1.lanrui-ai.com: Name or service not known';
    assert.deepEqual(
      matchGotchas(profileOf('lanrui'), 'ssh', line).map((each) => each.gotcha.id),
      ['LR3'],
    );
  });

  it('featurize: a return wipes everything but two places, at once [FZ1]', () => {
    const left = (path: string) =>
      placementCheck(profileOf('featurize'), { path }, { verb: 'return' }).outcome;
    assert.deepEqual(
      [left('/home/featurize/out'), left('/cloud/out'), left('/tmp/out'), left('/opt/out')],
      ['survives', 'survives', 'lost', 'lost'],
    );
    assert.equal(profileOf('featurize').teardown.park, null);
  });

  for (const [platform, line, id] of [
    ['matpool', 'OSError: [Errno 28] No space left on device: /mnt/out/best.pth', 'MP1'],
    ['featurize', 'OSError: [Errno 122] Disk quota exceeded', 'FZ3'],
  ] as const) {
    it(`${platform}: a full quota is known by its line [${id}]`, () => {
      const found = matchGotchas(profileOf(platform), 'log', line);
      assert.deepEqual(
        found.map((each) => each.gotcha.id),
        [id],
      );
    });
  }

  it('keeps no model cache on a disk of 5 or 30 GB, and leaves no durable place out of the plan [MP1] [FZ3]', () => {
    for (const id of ['matpool', 'featurize']) assert.equal(profileOf(id).overrides['hf-home'], null, id);
  });

  it('matpool: only a release is a stop, and what an undocumented stop leaves is unknown, never safe [MP2] [MP3]', () => {
    const matpool = profileOf('matpool');
    assert.equal(placementCheck(matpool, { path: '/root/out' }, { event: 'stop' }).outcome, 'unknown');
    assert.equal(matpool.teardown['gpu-stop'], 'release');
    assert.ok(matpool.teardown.never.some((each) => each.what.includes('保存环境')));
    assert.equal(matpool.tiers.find((tier) => tier.id === 'netdisk')?.scope, 'region');
  });

  it('warns of the idle policy before the first cent, on each of the family [CN2]', () => {
    for (const id of ['matpool', 'gpushare', 'featurize', 'lanrui'])
      assert.ok(
        profileOf(id).clocks.some((clock) => clock.while === 'idle' && /idle policy/.test(clock.says)),
        id,
      );
  });
});
