import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstContact } from '../../src/profile/first-contact.ts';
import { namesIn, profileOf, SHIPPED } from './profiles.ts';

describe('first contact', () => {
  for (const id of namesIn(SHIPPED)) {
    it(`${id}: shows every clock, every false stop and what a stop leaves billing [XC-14]`, () => {
      const profile = profileOf(id);
      const { dangers, conveniences } = firstContact(profile);
      const all = dangers.join('\n');
      for (const clock of profile.clocks) assert.ok(all.includes(clock.says), clock.id);
      for (const never of profile.teardown.never) assert.ok(all.includes(never.why));
      for (const danger of profile.surface.dangers) {
        assert.ok(all.includes(danger.says) || danger.clock !== undefined, danger.says);
      }
      assert.ok(dangers.length > 0 && new Set(dangers).size === dangers.length);
      assert.deepEqual(conveniences, profile.surface.conveniences);
    });
  }

  it('AutoDL: tells of the 15 days and of its conveniences before anything is spent [XC-14]', () => {
    const { dangers, conveniences } = firstContact(profileOf('autodl'));
    assert.match(dangers.join('\n'), /Stopped for 15 days, an instance is released by itself/);
    assert.match(dangers.join('\n'), /overdrawn balance.*\(never verified\)/);
    assert.match(conveniences.join('\n'), /订阅GPU通知/);
  });

  it('RunPod: a stop is flagged as still billing, at what price, and the network volume as an orphan [XC-14]', () => {
    const all = firstContact(profileOf('runpod')).dangers.join('\n');
    assert.match(all, /stopped pod still bills/);
    assert.match(all, /volume-disk costs more while stopped: 0\.2 instead of 0\.1 USD per GB-month/);
    assert.match(all, /network volume bills until it is deleted/);
  });

  it('shows a contradiction between sources with the clock it concerns', () => {
    const all = firstContact(profileOf('vastai')).dangers.join('\n');
    assert.match(all, /end date of the rental.*\(contested: .*deleted 48 hours later\)/);
  });

  it('Lambda: names the shutdown that is no stop', () => {
    assert.match(
      firstContact(profileOf('lambda')).dangers.join('\n'),
      /Never: shutting the machine down from inside.*keeps billing/,
    );
  });
});
