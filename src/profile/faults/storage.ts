import type { Fault } from '../fault.ts';
import { tiersAt } from '../placement.ts';
import type { Profile } from '../schema.ts';
import { isDestroyed } from '../survival.ts';

export function storageFaults(profile: Profile): Fault[] {
  return [
    ...missingOutcomes(profile),
    ...durableFaults(profile),
    ...scratchFaults(profile),
    ...secretFaults(profile),
  ];
}

/** What nobody knows is written `unknown`; an event left out would read as "cannot happen". */
function missingOutcomes(profile: Profile): Fault[] {
  const events = [...new Set(profile.verbs.flatMap((verb) => (verb.event ? [verb.event] : [])))];
  return profile.tiers.flatMap((tier, index) =>
    events
      .filter((event) => tier.survival[event] === undefined)
      .map((event) => ({
        path: ['tiers', index, 'survival'],
        code: 'missing-outcome',
        what: `the tier "${tier.id}" does not say what "${event}" does to it`,
        next: 'Write kept, lost, reset-to-image, kept-billed, {kept-for: 24h}, n/a or unknown.',
      })),
  );
}

/** The durable tier may go only by deleting a thing of its own, never together with the box. */
function durableFaults(profile: Profile): Fault[] {
  const { durable } = profile;
  if (durable.strategy === 'off-box') return [];
  const tier = profile.tiers.find((each) => each.id === durable.tier);
  if (!tier) return [];
  const ownLife = new Set(['volume', 'filesystem', 'snapshot']);
  const killers = profile.verbs.filter(
    (verb) =>
      profile.teardown.zero.includes(verb.id) &&
      verb.destroys.includes(tier.id) &&
      !ownLife.has(verb.resource),
  );
  const dies = killers.map((verb) => ({
    path: ['durable', 'tier'],
    code: 'durable-dies',
    what: `the durable tier "${tier.id}" is destroyed by "${verb.id}", which a full teardown needs`,
    next: 'Name a tier that outlives the box, or the strategy off-box.',
  }));
  if (tiersAt(profile, durable.path).some((each) => each.id === tier.id)) return dies;
  const what = `durable.path ${durable.path} does not lie on the tier "${tier.id}" (${tier.path ?? 'no path'})`;
  return [...dies, { path: ['durable', 'path'], code: 'wrong-tier', what, next: 'Correct one of them.' }];
}

function scratchFaults(profile: Profile): Fault[] {
  const anchors = profile['resume-anchors'] ?? [];
  return (profile.scratch?.delete ?? []).flatMap((glob, index) =>
    anchors.includes(glob)
      ? [
          {
            path: ['scratch', 'delete', index],
            code: 'prunes-anchor',
            what: `scratch deletes ${glob}, which a resume starts from`,
            next: 'Leave it out; the resume anchor is never pruned.',
          },
        ]
      : [],
  );
}

function secretFaults(profile: Profile): Fault[] {
  const file = profile.overrides['cred-file'];
  if (!file) return [];
  const shared = tiersAt(profile, file).filter(
    (tier) => tier.shared !== 'no' || !isDestroyed(tier.survival.release ?? 'lost'),
  );
  return shared.map((tier) => ({
    path: ['overrides', 'cred-file'],
    code: 'shared-secret',
    what: `the secret file ${file} lies on "${tier.id}", which others can read or which outlives the box`,
    next: 'Put it on the disk that dies with the box, or write "" for none.',
  }));
}
