import type { Profile, Tier, Verb } from './schema.ts';
import { badness, EVENTS, type Event, type Outcome, outcomeText } from './survival.ts';

/** Where an artifact lies: on a tier that is known, or at a path of the box. */
export type Place = { tier: string } | { path: string };

/** What happens: a verb of the profile, or an event. */
export type Happening = { verb: string } | { event: Event };

export interface PlacementOptions {
  /** Ids of the tiers that this box really has; narrows paths that several tiers may occupy. */
  present?: readonly string[];
  /** The login's home directory, where known; `~` and `$HOME` are compared as written otherwise. */
  home?: string;
}

export interface Placement {
  outcome: 'survives' | 'survives-billed' | 'survives-for' | 'cannot-happen' | 'unknown' | 'reset' | 'lost';
  /** Tiers that hold it; several when one path can be either. The worst of them decides. */
  tiers: string[];
  /** Seconds from the happening; only with `survives-for`. */
  seconds?: number;
  /** One sentence with the real names. */
  why: string;
}

/** What a verb or an event does to an artifact. Whatever the profile does not say is `unknown`, never `survives`. */
export function placementCheck(
  profile: Profile,
  artifact: Place,
  happening: Happening,
  options: PlacementOptions = {},
): Placement {
  const where = 'tier' in artifact ? `the tier "${artifact.tier}"` : artifact.path;
  const tiers =
    'tier' in artifact
      ? profile.tiers.filter((tier) => tier.id === artifact.tier)
      : tiersAt(profile, artifact.path, options);
  const verb = 'verb' in happening ? profile.verbs.find((each) => each.id === happening.verb) : undefined;
  const what = 'verb' in happening ? happening.verb : happening.event;
  if ('verb' in happening && !verb) {
    return { outcome: 'unknown', tiers: [], why: `${profile.name} has no verb "${happening.verb}"` };
  }
  const outcomes = tiers.map((tier) => ({
    tier,
    outcome: verb ? outcomeOfVerb(tier, verb) : eventOutcome(tier, happening),
  }));
  const worst = outcomes.sort((a, b) => badness(b.outcome) - badness(a.outcome))[0];
  const ids = tiers.map((tier) => tier.id);
  if (!worst)
    return { outcome: 'unknown', tiers: [], why: `no tier of ${profile.name} is known to hold ${where}` };

  const either =
    ids.length > 1 ? ` (it may also be ${ids.filter((id) => id !== worst.tier.id).join(' or ')})` : '';
  const why = `${where} is on "${worst.tier.id}"${either}; after "${what}" on ${profile.name} that is ${outcomeText(worst.outcome)}`;
  return { ...verdictOf(worst.outcome), tiers: ids, why };
}

function eventOutcome(tier: Tier, happening: Happening): Outcome {
  return 'event' in happening ? (tier.survival[happening.event] ?? 'unknown') : 'unknown';
}

/** What a verb leaves of a tier. A verb without an event touches nothing but what it lists. */
export function outcomeOfVerb(tier: Tier, verb: Verb): Outcome {
  if (verb.event) return tier.survival[verb.event] ?? 'unknown';
  return verb.destroys.includes(tier.id) ? 'lost' : 'kept';
}

function verdictOf(outcome: Outcome): Pick<Placement, 'outcome' | 'seconds'> {
  if (typeof outcome !== 'string') return { outcome: 'survives-for', seconds: outcome['kept-for'].seconds };
  const verdicts = {
    kept: 'survives',
    'n/a': 'cannot-happen',
    'kept-billed': 'survives-billed',
    unknown: 'unknown',
    'reset-to-image': 'reset',
    lost: 'lost',
  } as const;
  return { outcome: verdicts[outcome] };
}

/** The tiers whose mount is the longest prefix of `path`. Several when they exclude each other; none for a relative path. */
export function tiersAt(profile: Profile, path: string, options: PlacementOptions = {}): Tier[] {
  const wanted = segmentsOf(path, options.home);
  if (!wanted) return [];
  const matches = profile.tiers
    .filter((tier) => !options.present || options.present.includes(tier.id))
    .flatMap((tier) =>
      [tier.path, ...(tier.also ?? [])].flatMap((mount) => {
        const mounted = mount === null ? undefined : segmentsOf(mount, options.home);
        return mounted && isPrefix(mounted, wanted) ? [{ tier, depth: mounted.length }] : [];
      }),
    );
  const deepest = Math.max(0, ...matches.map((match) => match.depth));
  return [...new Set(matches.filter((match) => match.depth === deepest).map((match) => match.tier))];
}

/** `undefined` for what leaves itself or begins nowhere. The first segment is the anchor: `/`, `~`, `$NAME`, `<name>`. */
function segmentsOf(path: string, home: string | undefined): string[] | undefined {
  const absolute = path.replace(/^(?:\$HOME|~)(?=\/|$)/, home ?? '~');
  const parts = absolute.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..') || /[\x00-\x1f]/.test(path)) return undefined;
  if (absolute.startsWith('/')) return ['/', ...parts];
  return /^(?:~|\$[A-Z_]+|<[^>]+>)$/.test(parts[0] ?? '') ? parts : undefined;
}

const isPrefix = (mount: string[], path: string[]): boolean =>
  mount.length <= path.length &&
  mount.every((part, index) => part === path[index] || (/^<.*>$/.test(part) && path[index] !== undefined));

export interface SurvivalTable {
  events: Event[];
  rows: { tier: string; name: string; path: string | null; outcomes: string[] }[];
}

/** Tiers down, events across, for a plan. Only events that some tier says something about. */
export function survivalTable(profile: Profile): SurvivalTable {
  const events = EVENTS.filter((event) => profile.tiers.some((tier) => tier.survival[event] !== undefined));
  const rows = profile.tiers.map((tier) => ({
    tier: tier.id,
    name: tier.name ?? tier.id,
    path: tier.path,
    outcomes: events.map((event) => outcomeText(tier.survival[event] ?? 'unknown')),
  }));
  return { events, rows };
}
