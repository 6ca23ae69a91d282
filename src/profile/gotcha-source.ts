import type { Profile } from './schema.ts';

type Sources = Profile['sources'];
type Kind = Sources[string]['kind'];

export interface NamedSource {
  tag: string;
  /** To be written down, where the profile has no such source yet. */
  added: { kind: Kind; where: string } | undefined;
  /** Somebody else can look it up; only then does a fact have a month. */
  isCheckable: boolean;
}

/**
 * The source of a new entry: a tag that the profile has, an address (known already, or new), or words for what was observed.
 */
export function sourceFor(given: string, sources: Sources, now: Date): NamedSource {
  const known = Object.hasOwn(sources, given) ? given : undefined;
  if (known !== undefined)
    return { tag: known, added: undefined, isCheckable: isCheckable(sources[known]?.kind) };
  const isAddress = /^https?:\/\//i.test(given.trim());
  const where = given.trim().replace(/^https?:\/\//i, '');
  const same = Object.entries(sources).find(([, each]) => each.where.toLowerCase() === where.toLowerCase());
  if (same) return { tag: same[0], added: undefined, isCheckable: isCheckable(same[1].kind) };
  const kind = isAddress ? kindOfHost(hostOf(where), sources) : 'observed';
  const word = isAddress
    ? (hostOf(where).split('.').at(-2) ?? 'page')
    : `seen-${now.toISOString().slice(0, 7)}`;
  return { tag: freeTag(`${prefixOf(sources)}${word}`, sources), added: { kind, where }, isCheckable: true };
}

const isCheckable = (kind: Kind | undefined): boolean => kind !== 'inferred' && kind !== 'unstamped';

const hostOf = (where: string): string => where.toLowerCase().replace(/[/:?#].*$/, '');

/** A page of a host whose other pages are the vendor's is the vendor's, too; anybody else's is the community's. */
function kindOfHost(host: string, sources: Sources): Kind {
  const beside = Object.values(sources).find((each) => hostOf(each.where) === host && isCheckable(each.kind));
  return beside?.kind ?? 'community';
}

/** Tags of a profile begin alike: `rp-`. */
function prefixOf(sources: Sources): string {
  const counts = new Map<string, number>();
  for (const tag of Object.keys(sources)) {
    const [, prefix] = /^([a-z0-9]+-)/.exec(tag) ?? [];
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? '';
}

function freeTag(wanted: string, sources: Sources): string {
  const base = wanted
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 40);
  let tag = base;
  for (let n = 2; Object.hasOwn(sources, tag); n += 1) tag = `${base}-${n}`;
  return tag;
}
