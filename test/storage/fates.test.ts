import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import type { Candidate } from '../../src/job/job.ts';
import {
  type ArtifactClass,
  type Fate,
  fatesOf,
  HAPPENINGS,
  type Happening,
  lostByEviction,
} from '../../src/storage/fates.ts';
import { outliving } from '../../src/storage/outliving.ts';
import { loadJob } from '../job/job-text.ts';
import { namesIn, profileOf, SHIPPED, textOf } from '../profile/profiles.ts';

const ARTIFACTS = 'artifacts: [{path: k, role: opaque, keep: last}, {path: e, role: opaque}]';
const JOBS = [
  { resumes: true, lines: { artifacts: ARTIFACTS, c: 'checkpoint: {path: c}' } },
  { resumes: false, lines: { artifacts: ARTIFACTS, c: 'checkpoint: {path: c, resume: none}' } },
];

interface Written {
  tiers: { id: string; survival: Record<string, unknown> }[];
  durable: { strategy: string; tier?: string };
  teardown: { park: string | null };
  verbs: { id: string; event?: string; destroys: string[] }[];
  spot: { available: string };
}

/** What the profile's own text says is left of a tier: the code under test has no say in it. */
function stays({ tiers, teardown, verbs }: Written, id: string, happening: Happening): boolean {
  const park = happening === 'stop' ? verbs.find((verb) => verb.id === teardown.park) : undefined;
  if (park && park.event === undefined) return !park.destroys.includes(id);
  const left = tiers.find((tier) => tier.id === id)?.survival[park?.event ?? HAPPENINGS[happening]];
  return ['kept', 'kept-billed', 'n/a'].some((each) => each === left);
}

interface Case {
  written: Written;
  workTiers: string[];
  hasDurable: boolean;
  resumes: boolean;
}

/** The rule once more, by hand: what a person who has read the profile would say. */
function expected(of: ArtifactClass, happening: Happening, told: Case): Fate['saved'] {
  const { written, workTiers, hasDurable, resumes } = told;
  if (workTiers.length > 0 && workTiers.every((id) => stays(written, id, happening))) return 'there';
  if (happening === 'destroy') return 'sealed';
  const hasCopy = hasDurable && stays(written, written.durable.tier ?? '', happening);
  if (hasCopy && (happening === 'stop' || of === 'checkpoint')) return 'copy';
  if (of !== 'evidence') return 'pulled';
  if (resumes) return 'again';
  return happening === 'eviction' ? 'lost' : 'new-run';
}

describe('a durable directory that may hold what is sealed', () => {
  it('is one that its profile knows to stay after the release, and after every verb of it', () => {
    const counted = namesIn(SHIPPED).filter((id) => {
      const { durable, durableLost } = fatesOf(loadJob({}), profileOf(id), { platform: id, volume: 'mine' });
      return durable !== null && durableLost === null;
    });
    const kept = namesIn(SHIPPED).filter((id) => {
      const { durable, tiers } = parse(textOf(id)) as Written;
      const left = tiers.find((tier) => tier.id === durable.tier)?.survival['release'];
      return durable.strategy !== 'off-box' && (left === 'kept' || left === 'kept-billed');
    });
    for (const id of counted) assert.ok(kept.includes(id), `${id} counts, and its profile does not say kept`);
    assert.ok(counted.includes('lambda') && counted.includes('runpod'), counted.join(', '));
    const lambda = (verbs: string[], dir = '/lambda/nfs/mine') =>
      outliving(profileOf('lambda'), { platform: 'lambda', volume: 'mine' }, dir, verbs);
    assert.deepEqual(lambda(['terminate']), { outlives: true, tier: 'filesystem' });
    assert.equal(lambda(['terminate', 'delete-filesystem fs-1']).outlives, false);
    assert.equal(lambda(['of no profile']).outlives, false);
    assert.equal(lambda(['terminate'], '/home/ubuntu/copies').outlives, false);
    assert.equal(lambda(['terminate'], 'copies').outlives, false);
    const withoutVolume = outliving(profileOf('lambda'), { platform: 'lambda' }, '/lambda/nfs/mine', []);
    assert.equal(withoutVolume.outlives, false);
  });
});

describe('every platform, everything that happens, every class of artifact', () => {
  it('is told as the profile says, and plan refuses exactly what would be lost [P0-02]', () => {
    const shown: string[] = [];
    let told = 0;
    let refused = 0;
    for (const id of namesIn(SHIPPED)) {
      const written = parse(textOf(id)) as Written;
      for (const { resumes, lines } of JOBS) {
        for (const storage of ['', 'storage: {durable: none}']) {
          const job = loadJob({ ...lines, s: storage });
          const candidate: Candidate = { platform: id, market: 'spot', volume: 'mine' };
          const { workTiers, durable, classes } = fatesOf(job, profileOf(id), candidate);
          const all = classes.flatMap(({ class: of, fates }) => fates.map((fate) => ({ of, ...fate })));
          for (const { of, happening, saved } of all) {
            const right = expected(of, happening, {
              written,
              workTiers,
              hasDurable: durable !== null,
              resumes,
            });
            assert.equal(saved, right, `${id}: ${of} after ${happening}, resumes ${resumes}, ${storage}`);
          }
          const isLost = all.some(({ saved }) => saved === 'lost') && written.spot.available !== 'no';
          const refusal = lostByEviction(job, profileOf(id), candidate);
          assert.equal(refusal !== undefined, isLost, id);
          if (refusal) assert.match(refusal.what, new RegExp(`on ${id} would lose e:`));
          told += all.length;
          refused += isLost ? 1 : 0;
          if (resumes && storage === '')
            for (const { class: of, fates } of classes)
              shown.push(`${id} ${of}: ${fates.map((fate) => `${fate.happening}=${fate.saved}`).join(' ')}`);
        }
      }
    }
    assert.equal(told, namesIn(SHIPPED).length * 4 * 3 * Object.keys(HAPPENINGS).length);
    assert.ok(refused > 0);
    process.stdout.write(
      [`${told} fates, ${refused} refused`, ...shown].map((line) => `show: ${line}\n`).join(''),
    );
  });

  it('refuses nothing of a job that resumes, that keeps while it trains, or that is no spot box [P0-02]', () => {
    const keeping = 'artifacts: [{path: k, role: opaque, keep: last}]';
    const safe = [loadJob(JOBS[0]?.lines), loadJob({ artifacts: keeping })];
    for (const id of namesIn(SHIPPED)) {
      for (const job of safe)
        for (const more of [{ market: 'spot' as const }, { volume: 'mine' }, {}])
          assert.equal(lostByEviction(job, profileOf(id), { platform: id, ...more }), undefined, id);
      const plain = loadJob({ artifacts: ARTIFACTS });
      for (const more of [{ market: 'on-demand' as const }, { attach: 'ssh://me@box:22' }])
        assert.equal(lostByEviction(plain, profileOf(id), { platform: id, ...more }), undefined, id);
    }
  });

  it('says that a park is not carried out where its verb destroys or there is none, and calls nothing lost by it', () => {
    const job = loadJob({ ...JOBS[0]?.lines, f: 'on-finish: park' });
    for (const id of namesIn(SHIPPED)) {
      const { teardown, verbs } = parse(textOf(id)) as Written;
      const verb = verbs.find((each) => each.id === teardown.park);
      const { notParked, classes } = fatesOf(job, profileOf(id), { platform: id });
      assert.equal(notParked === null, verb?.destroys.length === 0, `${id}: ${notParked}`);
      const stops = classes.flatMap(({ fates }) => fates.filter(({ happening }) => happening === 'stop'));
      for (const { mayHappen, saved } of stops) {
        assert.equal(mayHappen, notParked === null, id);
        if (mayHappen) assert.equal(saved, 'there', `${id}: what is parked is there afterwards`);
      }
    }
  });
});
