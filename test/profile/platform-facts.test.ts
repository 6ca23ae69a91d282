import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { platformsMarkdown } from '../../scripts/platform-markdown.ts';
import { platformFacts, platformPage } from '../../src/profile/platform-facts.ts';
import { platformListText, platformPageText } from '../../src/report/platform-text.ts';
import { deviations } from '../cli/json-docs.ts';
import { rulesWiderThan } from '../report/table-rules.ts';
import { namesIn, profileOf, SHIPPED } from './profiles.ts';

const NOW = new Date('2026-11-22T08:00:00Z');

describe('platforms', () => {
  for (const id of namesIn(SHIPPED)) {
    const profile = profileOf(id);
    const page = platformPage(profile);

    it(`${id}: the page on the terminal leaves out no clock, danger, console step, secret, gotcha or source [XC-14]`, () => {
      const text = platformPageText(page, NOW);
      const wanted = [
        ...profile.clocks.map((clock) => clock.says),
        ...page.dangers,
        ...profile.verbs.flatMap((verb) => verb.console ?? []),
        ...profile.rent.entries.flatMap((entry) => entry.auth?.secret ?? []),
        ...profile.gotchas.map((gotcha) => gotcha.id),
        ...Object.keys(profile.sources),
        ...profile.meters.flatMap((meter) =>
          meter.prices.map((price) => `${price.amount} ${price.currency}`),
        ),
      ];
      assert.deepEqual(rulesWiderThan(60, platformPageText(page, NOW, 60)), []);
      assert.deepEqual(
        wanted.filter((each) => !text.includes(each)),
        [],
      );
    });

    it(`${id}: the list names what stops the GPU meter, every clock, and how old and how sure its facts are [FR-02]`, () => {
      const facts = platformFacts(profile);
      assert.deepEqual(deviations('platform', { ...facts }), []);
      const text = platformListText([facts], NOW);
      assert.ok(text.startsWith(`${id}  ${profile.name}`), text);
      for (const clock of profile.clocks) assert.ok(text.includes(`${clock.id}: ${clock.while} `), clock.id);
      assert.match(text, /\d+ unverified, \d+ contested; oldest stamp 20\d\d-\d\d, \d+ months ago/);
      assert.ok(profile.teardown['gpu-stop'] === null || text.includes(profile.teardown['gpu-stop']));
    });

    it(`${id}: its section of the docs has every table whole`, () => {
      const lines = platformsMarkdown([page]).split('\n');
      const columns = (line: string) => line.replace(/\\\|/g, '').split('|').length;
      for (const [at, line] of lines.entries()) {
        if (!line.startsWith('|')) continue;
        const above = lines[at - 1] ?? '';
        if (above.startsWith('|')) assert.equal(columns(line), columns(above), line);
      }
      const text = lines.join('\n');
      for (const gotcha of profile.gotchas) assert.match(text, new RegExp(`^\\| ${gotcha.id}[ ,]`, 'm'));
    });
  }

  it('RunPod: a stop leaves the disk billing, a release everything but the network volume gone', () => {
    const facts = platformFacts(profileOf('runpod'));
    assert.deepEqual(facts.survives.release, ['network-volume (kept-billed)']);
    assert.match(facts.clocks.join('\n'), /stale-30d: stopped ~30d -> release/);
  });

  it('AutoDL: stopping the GPU meter is a word of the console, and 15 days are left from then', () => {
    const { gpuStop, clocks } = platformFacts(profileOf('autodl'));
    assert.deepEqual([gpuStop?.verb, gpuStop?.native], ['power-off', '关机']);
    assert.ok(gpuStop?.leavesBilling.includes('data-disk'));
    assert.ok(clocks.includes('stopped-15d: stopped 15d -> release'));
  });
});
