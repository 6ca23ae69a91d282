import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { trustOf } from '../../src/attest/trust.ts';
import { bundledRoot, ROOT_FACTS_FILE, rootFacts } from '../../src/cli/bundled-root.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { scanned } from '../../src/cli/staleness.ts';
import { planStaleness } from '../../src/cli/staleness-plan.ts';

describe('the root that comes with gpu-lease', () => {
  it('is the very one that its stamp speaks of: whoever replaces it writes a new one', () => {
    assert.equal(createHash('sha256').update(bundledRoot()).digest('hex'), rootFacts().sha256);
  });

  it('asks of every signature a log, a log of certificates, and an authority', () => {
    const [trust, ...more] = trustOf(bundledRoot());
    assert.deepEqual([trust?.hasLog, trust?.hasCertificateLog, more], [true, true, []]);
    assert.match(trust?.name ?? '', /fulcio\.sigstore\.dev/);
  });

  it('grows old as every other fact does, after six months', () => {
    const stateAt = (at: string) => {
      const settings = { ...settingsOf({ given: {} }, {}, '/'), clock: { now: () => new Date(at) } };
      const { facts } = scanned(planStaleness(settings as never), settings as never);
      return facts.find(({ file }) => file === ROOT_FACTS_FILE);
    };
    assert.equal(stateAt('2027-05-31T00:00:00Z')?.state, 'fresh');
    const old = stateAt('2027-06-01T00:00:00Z');
    assert.deepEqual([old?.state, old?.name, old?.ageMonths], ['stale', 'roots.public-good', 7]);
    assert.match(old?.sources[0]?.where ?? '', /tuf-repo-cdn\.sigstore\.dev/);
  });
});
