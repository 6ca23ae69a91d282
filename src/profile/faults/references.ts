import { nearestOf } from '../../nearest.ts';
import type { Path } from '../../strict-yaml/read.ts';
import type { Fault } from '../fault.ts';
import type { Profile } from '../schema.ts';

type Kind = 'tier' | 'verb' | 'meter' | 'clock' | 'source';

interface Reference {
  kind: Kind;
  id: string;
  path: Path;
}

/** Names that nothing defines, and names defined twice. */
export function referenceFaults(profile: Profile): Fault[] {
  const known: Record<Kind, string[]> = {
    tier: profile.tiers.map((each) => each.id),
    verb: profile.verbs.map((each) => each.id),
    meter: profile.meters.map((each) => each.id),
    clock: profile.clocks.map((each) => each.id),
    source: Object.keys(profile.sources),
  };
  const dangling = [...namedReferences(profile), ...sourceReferences(profile, [])].filter(
    ({ kind, id }) => !known[kind].includes(id),
  );
  return [...twice(profile), ...dangling.map((each) => danglingFault(each, known[each.kind]))];
}

function danglingFault({ kind, id, path }: Reference, known: string[]): Fault {
  const near = nearestOf(id, known);
  return {
    path,
    code: 'unknown-reference',
    what: `${path.join('.')} names the ${kind} "${id}", which this profile does not define`,
    next: near ? `Did you mean "${near}"?` : `Defined are: ${known.join(', ') || 'none'}.`,
  };
}

function twice(profile: Profile): Fault[] {
  const lists = ['tiers', 'verbs', 'meters', 'clocks', 'hooks', 'gotchas'] as const;
  return lists.flatMap((list) => {
    const seen = new Set<string>();
    return profile[list].flatMap(({ id }, index) => {
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      const what = `${list} holds "${id}" twice`;
      return [{ path: [list, index, 'id'], code: 'twice', what, next: 'Give each its own id.' }];
    });
  });
}

function namedReferences(profile: Profile): Reference[] {
  const found: Reference[] = [];
  const add = (kind: Kind, ids: string | readonly string[] | null | undefined, ...path: Path) => {
    const list = typeof ids === 'string' ? [ids] : (ids ?? []);
    for (const [index, id] of list.entries()) {
      found.push({ kind, id, path: typeof ids === 'string' ? path : [...path, index] });
    }
  };
  for (const [index, tier] of profile.tiers.entries()) {
    add('meter', tier.meter, 'tiers', index, 'meter');
    add('tier', tier['instead-of'], 'tiers', index, 'instead-of');
    add('tier', tier.excludes, 'tiers', index, 'excludes');
  }
  for (const [index, verb] of profile.verbs.entries()) {
    add('meter', verb.stops, 'verbs', index, 'stops');
    add('meter', verb.leaves, 'verbs', index, 'leaves');
    add('tier', verb.destroys, 'verbs', index, 'destroys');
    add('verb', verb.after, 'verbs', index, 'after');
    if (typeof verb.reversible === 'object')
      add('clock', verb.reversible.clock, 'verbs', index, 'reversible', 'clock');
  }
  for (const [index, clock] of profile.clocks.entries()) {
    add('tier', clock.tiers, 'clocks', index, 'tiers');
    add('meter', clock.meters, 'clocks', index, 'meters');
  }
  add('verb', profile.teardown['gpu-stop'], 'teardown', 'gpu-stop');
  add('verb', profile.teardown.park, 'teardown', 'park');
  add('verb', profile.teardown.zero, 'teardown', 'zero');
  add('verb', profile.rent.timer?.verb, 'rent', 'timer', 'verb');
  add('verb', profile.rent['self-stop']?.verb, 'rent', 'self-stop', 'verb');
  if (profile.durable.strategy !== 'off-box') add('tier', profile.durable.tier, 'durable', 'tier');
  add('tier', profile.scratch?.under, 'scratch', 'under');
  for (const [index, danger] of profile.surface.dangers.entries()) {
    add('verb', danger.verb, 'surface', 'dangers', index, 'verb');
    add('meter', danger.meter, 'surface', 'dangers', index, 'meter');
    add('clock', danger.clock, 'surface', 'dangers', index, 'clock');
  }
  return found;
}

/** Every `source` anywhere, the ones of contradictions included. */
function sourceReferences(value: unknown, path: Path): Reference[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => sourceReferences(each, [...path, index]));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const here = [...path, key];
    if (key !== 'source') return sourceReferences(member, here);
    const tags: unknown[] = Array.isArray(member) ? member : [member];
    return tags
      .filter((tag) => typeof tag === 'string')
      .map((id) => ({ kind: 'source' as const, id, path: here }));
  });
}
