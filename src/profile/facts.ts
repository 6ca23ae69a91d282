import type { Stamp } from './schema.ts';

type FactPath = readonly (string | number)[];

/** One stamped statement of a profile. */
export interface StampedFact {
  path: FactPath;
  /** For people: `verbs.terminate`, `clocks.stopped-15d`. */
  name: string;
  /** What is lost by believing it wrongly. */
  risk: 'money-or-data' | 'other';
  stamp: Stamp;
}

const COSTLY = new Set(['verbs', 'teardown', 'clocks', 'meters', 'tiers', 'durable', 'scratch', 'spot']);

/** Every statement that carries a stamp, in the order of the file, which is a profile or another file of facts. */
export function stampedFacts(file: object): StampedFact[] {
  return walk(file, [], []);
}

function walk(value: unknown, path: FactPath, names: readonly string[]): StampedFact[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) {
    return value.flatMap((each, index) =>
      walk(each, [...path, index], [...names, nameOf(each) ?? String(index)]),
    );
  }
  const members = Object.entries(value).flatMap(([key, member]) =>
    walk(member, [...path, key], [...names, key]),
  );
  if (!isStamped(value)) return members;
  const risk = COSTLY.has(String(path[0])) ? 'money-or-data' : 'other';
  const { verified, source, confidence, contested, note } = value;
  return [
    { path, name: names.join('.'), risk, stamp: { verified, source, confidence, contested, note } },
    ...members,
  ];
}

const isStamped = (value: object): value is Stamp => 'verified' in value && 'source' in value;

function nameOf(value: unknown): string | undefined {
  return value !== null && typeof value === 'object' && 'id' in value ? String(value.id) : undefined;
}
