import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Problem, Problems } from '../../src/problem.ts';
import { stampedFacts } from '../../src/profile/facts.ts';
import { parseProfile } from '../../src/profile/load.ts';
import { factAges } from './fact-ages.ts';
import { changed, namesIn, profileOf, SHIPPED, textOf } from './profiles.ts';

function refused(text: string, name: string): Problem[] {
  try {
    parseProfile(text, name);
  } catch (error) {
    assert.ok(error instanceof Problems, String(error));
    return error.all;
  }
  return assert.fail('it was accepted');
}

describe('profiles', () => {
  for (const id of namesIn(SHIPPED)) {
    it(`${id} loads [P0-01]`, () => {
      assert.equal(profileOf(id).id, id);
    });

    it(`${id} says of every fact when and where it was verified, never in a month to come [FR-01] [FR-02]`, () => {
      const facts = stampedFacts(profileOf(id));
      assert.ok(facts.length > 10, `${facts.length} stamped facts`);
      const future = factAges(profileOf(id), new Date()).filter((fact) => fact.state === 'future');
      assert.deepEqual(
        future.map((fact) => fact.name),
        [],
      );
    });
  }

  it('cover every platform that the product knows, each of them shipped', () => {
    const expected =
      'autodl colab featurize generic-ssh gpushare kaggle kubernetes lambda lanrui local matpool paperspace-core paperspace-gradient runpod slurm vastai verda';
    const all = namesIn(SHIPPED);
    assert.deepEqual(
      expected.split(' ').filter((name) => !all.includes(name)),
      [],
    );
  });

  it('are no drafts any more once they are shipped', () => {
    for (const id of namesIn(SHIPPED)) assert.notEqual(profileOf(id).status, 'draft', id);
  });

  it('names every fault at once with its line, and the nearest key or word', () => {
    const text = textOf('local')
      .replace('reversible: "no"', 'reversable: "no"')
      .replace('kind: gpu', 'kind: gqu');
    const all = refused(text, 'local.yml');
    const nexts = all.map((each) => each.next);
    assert.ok(
      nexts.includes('Did you mean `reversible`?') && nexts.includes('Did you mean "gpu"?'),
      nexts.join('\n'),
    );
    assert.ok(all.every((each) => each.at?.file === 'local.yml' && each.at.line > 1));
  });

  for (const { why, id, from, to, code } of [
    {
      why: 'a verb that names a tier nobody defined',
      id: 'local',
      from: 'destroys: [home]',
      to: 'destroys: [hoem]',
      code: 'unknown-reference',
    },
    {
      why: 'a source nobody defined',
      id: 'local',
      from: 'source: program',
      to: 'source: programme',
      code: 'unknown-reference',
    },
    {
      why: 'a verb and a tier that disagree about what is lost',
      id: 'local',
      from: 'destroys: [home]',
      to: 'destroys: []',
      code: 'disagrees',
    },
    {
      why: 'a tier that survives what a verb says it destroys',
      id: 'runpod',
      from: /release: lost\n {6}evict: kept-billed/,
      to: 'release: kept\n      evict: kept-billed',
      code: 'disagrees',
    },
    {
      why: 'a tier that is silent about an event',
      id: 'vastai',
      from: / {6}stop: kept-billed\n/,
      to: '',
      code: 'missing-outcome',
    },
    {
      why: 'a durable tier that a full teardown destroys with the box [D-09]',
      id: 'lanrui',
      from: 'tier: netdisk\n  path: /home/user/netdisk/data',
      to: 'tier: datadisk\n  path: /home/user/datadisk',
      code: 'durable-dies',
    },
    {
      why: 'a durable path that lies on another tier',
      id: 'lambda',
      from: 'path: /lambda/nfs/<name>\n  when-absent',
      to: 'path: /home/ubuntu\n  when-absent',
      code: 'wrong-tier',
    },
    {
      why: 'scratch that would prune the resume anchor',
      id: 'autodl',
      from: 'resume-anchors: ["**/latest.pth"]',
      to: 'resume-anchors: ["<project>/active/*/state/periodic-*.pth"]',
      code: 'prunes-anchor',
    },
    {
      why: 'scratch that is a whole tier',
      id: 'autodl',
      from: 'delete: ["<project>/active/*/state/periodic-*.pth"]',
      to: 'delete: ["**/*"]',
      code: 'bad-value',
    },
    {
      why: 'a secret file on a shared tier',
      id: 'autodl',
      from: 'cred-file: /root/.wandb_key',
      to: 'cred-file: /root/autodl-fs/key',
      code: 'shared-secret',
    },
    {
      why: 'a park that cannot be undone',
      id: 'local',
      from: 'park: stop',
      to: 'park: terminate',
      code: 'bad-park',
    },
    {
      why: 'a park that leaves the GPU running',
      id: 'autodl',
      from: 'park: power-off',
      to: 'park: cancel-shared-storage',
      code: 'bad-park',
    },
    {
      why: 'no park and no word why',
      id: 'lambda',
      from: / {2}park-note: .*\n/,
      to: '',
      code: 'no-park-note',
    },
    {
      why: 'a meter that nothing stops',
      id: 'lambda',
      from: 'zero: [terminate, delete-filesystem]',
      to: 'zero: [terminate]',
      code: 'never-stops',
    },
    {
      why: 'an order that forgets what has to come first',
      id: 'autodl',
      from: 'zero: [power-off, release, cancel-shared-storage]',
      to: 'zero: [release, power-off, cancel-shared-storage]',
      code: 'disorder',
    },
    {
      why: 'a stop that leaves a bill nobody was told about',
      id: 'runpod',
      from: '      verb: stop\n',
      to: '',
      code: 'silent-bill',
    },
    {
      why: "a person's step without the step",
      id: 'matpool',
      from: /\n {4}console: In the console's machine list.*/,
      to: '',
      code: 'no-console-step',
    },
    {
      why: 'a verb without proof',
      id: 'local',
      from: /\n {4}confirm: \{ ask: the list of boxes.*/,
      to: '',
      code: 'no-proof',
    },
    { why: 'a wait without a bound', id: 'local', from: 'within: 30s', to: 'within: 0s', code: 'bad-value' },
    {
      why: 'ssh without a way to move data',
      id: 'slurm',
      from: 'bulk: true',
      to: 'bulk: false',
      code: 'no-bulk',
    },
    {
      why: 'a launcher that the channel cannot carry',
      id: 'kubernetes',
      from: 'launchers: [kube-job]',
      to: 'launchers: [kube-job, tmux]',
      code: 'bad-drive',
    },
    {
      why: 'a proxy with an allow-list and no way back',
      id: 'gpushare',
      from: 'leave: [unset http_proxy https_proxy]',
      to: 'leave: []',
      code: 'no-way-back',
    },
    {
      why: 'a wipe of nothing',
      id: 'gpushare',
      from: 'effect: wipe\n    tiers: [scratch]',
      to: 'effect: wipe\n    tiers: []',
      code: 'empty-wipe',
    },
    {
      why: 'a stamp on what nobody can look up [FR-02]',
      id: 'slurm',
      from: 'verified: null',
      to: 'verified: 2026-06',
      code: 'unbacked-stamp',
    },
    {
      why: 'a source that nobody compared [FR-02]',
      id: 'lambda',
      from: 'verified: 2026-06',
      to: 'verified: null',
      code: 'unverified-source',
    },
    {
      why: 'a money fact without its stamp [FR-02]',
      id: 'lambda',
      from: 'while: always, verified: 2026-06, source: la-fs',
      to: 'while: always',
      code: 'missing-key',
    },
    {
      why: 'a month that is none [FR-02]',
      id: 'lambda',
      from: 'verified: 2026-06',
      to: 'verified: 2026-13',
      code: 'bad-value',
    },
    {
      why: 'a clock without a length that was forgotten',
      id: 'autodl',
      from: 'after: 15d\n    effect',
      to: 'effect',
      code: 'missing-key',
    },
    { why: 'two verbs of one name', id: 'local', from: '- id: terminate', to: '- id: stop', code: 'twice' },
    { why: 'a file of another name', id: 'local', from: 'id: local', to: 'id: locale', code: 'file-name' },
    {
      why: 'a path that climbs out',
      id: 'autodl',
      from: 'path: /root/autodl-fs',
      to: 'path: /root/../autodl-fs',
      code: 'bad-value',
    },
    {
      why: "a secret's value where its name belongs",
      id: 'lambda',
      from: 'secret: LAMBDA_API_KEY',
      to: 'secret: sk-live-0123456789',
      code: 'bad-value',
    },
  ]) {
    it(`refuses ${why}`, () => {
      const all = refused(changed(id, from, to), `${id}.yml`);
      assert.ok(
        all.some((each) => each.code === code && (each.at?.line ?? 0) > 1),
        `${code} is not among:\n${all.map((each) => `${each.code} ${each.message}`).join('\n')}`,
      );
    });
  }
});
