import { stampedFacts } from './facts.ts';
import { firstContact } from './first-contact.ts';
import { type SurvivalTable, survivalTable } from './placement.ts';
import type { Profile, Stamp, Verb } from './schema.ts';
import { type Event, isDestroyed, outcomeText } from './survival.ts';
import { type HeldResource, type TeardownPlan, teardownPlan } from './teardown.ts';

/** One platform for people, on a terminal or a page; the shape of `platforms --json` (docs/json.md). Knows no date. */
export interface PlatformFacts {
  platform: string;
  name: string;
  nativeName: string | null;
  kind: Profile['kind'];
  automation: Profile['automation'];
  status: Profile['status'];
  seams: { driver: string; channel: string; launchers: string[] };
  /** The verb that ends the GPU meter in the ordinary course; `null` where no verb does. */
  gpuStop: { verb: string; native: string | null; surface: Verb['surface']; leavesBilling: string[] } | null;
  /** Tiers that are still there after it, with how long or at whose cost where it is not simply kept. */
  survives: { stop: string[]; release: string[] };
  park: string | null;
  parkNote: string | null;
  /** Every clock in a few words. */
  clocks: string[];
  spot: { mechanism: string; available: string; notice: string | null; onEvict: string; signal: string };
  stamps: {
    facts: number;
    unverified: number;
    contested: number;
    oldest: string | null;
    newest: string | null;
  };
}

/** The whole page: the above, and everything that a person may want to look up. */
export interface PlatformPage extends PlatformFacts {
  entries: { says: string; secret: string | null; retiresOn: string | null; stamp: string }[];
  /** What a person has to do, where no program can. */
  human: string[];
  /** Boot, image, timer and how a box is found again, as far as the profile says. */
  renting: { what: string; says: string; stamp: string }[];
  ssh: { says: string; stamp: string } | null;
  tiers: { tier: string; path: string | null; says: string; stamp: string }[];
  survival: SurvivalTable;
  verbs: { verb: string; says: string; confirm: string | null; console: string | null; stamp: string }[];
  teardown: { park: TeardownPlan; zero: TeardownPlan };
  meters: { meter: string; says: string; prices: string[]; stamp: string }[];
  clockPages: { clock: string; says: string; stamp: string }[];
  spotPage: { says: string[]; stamp: string };
  conveniences: string[];
  dangers: string[];
  gotchas: { id: string; symptom: string; cause: string; fix: string; stamp: string }[];
  contested: { fact: string; says: string; source: string }[];
  sources: { tag: string; kind: string; where: string }[];
}

/** As if a box held one of everything that the platform bills: nothing may be left out of what a person is shown. */
export const everythingHeld = (profile: Profile): HeldResource[] =>
  profile.meters.map(({ id, kind }) => ({
    meter: id,
    kind: kind === 'bandwidth' ? 'none' : kind,
    resource: 'the box',
  }));

export function platformFacts(profile: Profile): PlatformFacts {
  const { drive, teardown, spot } = profile;
  const stop = profile.verbs.find((verb) => verb.id === teardown['gpu-stop']);
  return {
    platform: profile.id,
    name: profile.name,
    nativeName: profile['native-name'] ?? null,
    kind: profile.kind,
    automation: profile.automation,
    status: profile.status,
    seams: { driver: drive.driver, channel: drive.channel, launchers: [...drive.launchers] },
    gpuStop: stop
      ? {
          verb: stop.id,
          native: stop.native ?? null,
          surface: stop.surface,
          leavesBilling: [...stop.leaves],
        }
      : null,
    survives: { stop: survivors(profile, 'stop'), release: survivors(profile, 'release') },
    park: teardown.park,
    parkNote: teardown['park-note'] ?? null,
    clocks: profile.clocks.map((clock) => `${clock.id}: ${shortly(clock)}`),
    spot: {
      mechanism: spot.mechanism,
      available: spot.available,
      notice: spot.notice?.text ?? null,
      onEvict: spot['on-evict'],
      signal: spot.signal,
    },
    stamps: stampsOf(profile),
  };
}

export function platformPage(profile: Profile): PlatformPage {
  const held = everythingHeld(profile);
  return {
    ...platformFacts(profile),
    entries: entriesOf(profile),
    human: [...profile.rent.human],
    renting: rentingOf(profile),
    ssh: sshOf(profile),
    tiers: tiersOf(profile),
    survival: survivalTable(profile),
    verbs: verbsOf(profile),
    teardown: { park: teardownPlan(profile, held, 'park'), zero: teardownPlan(profile, held, 'zero') },
    meters: metersOf(profile),
    clockPages: clocksOf(profile),
    spotPage: spotPage(profile),
    ...firstContact(profile),
    gotchas: gotchasOf(profile),
    contested: stampedFacts(profile).flatMap(({ name, stamp }) =>
      (stamp.contested ?? []).map((each) => ({ fact: name, says: each.says, source: each.source })),
    ),
    sources: Object.entries(profile.sources).map(([tag, { kind, where, note }]) => ({
      tag,
      kind,
      where: note ? `${where} (${note})` : where,
    })),
  };
}

const entriesOf = (profile: Profile): PlatformPage['entries'] =>
  profile.rent.entries.map((entry) => ({
    says: [entry.type, entry.base, entry.auth?.scheme, entry.note].filter(Boolean).join(', '),
    secret: entry.auth?.secret ?? null,
    retiresOn: entry['retires-on'] ?? null,
    stamp: stampWords(entry),
  }));

const tiersOf = (profile: Profile): PlatformPage['tiers'] =>
  profile.tiers.map((tier) => ({
    tier: tier.id,
    path: tier.path,
    says: joined([
      `${tier.role} on ${tier.medium}, one per ${tier.scope}`,
      tier.size,
      typeof tier.inodes === 'number' ? `${tier.inodes} inodes at most` : undefined,
      tier['at-create'] ? 'attached only at creation' : undefined,
      tier.optional ? 'may be absent' : undefined,
      tier.note,
    ]),
    stamp: stampWords(tier),
  }));

const verbsOf = (profile: Profile): PlatformPage['verbs'] =>
  profile.verbs.map((verb) => ({
    verb: verb.native && verb.native !== verb.id ? `${verb.id} (${verb.native})` : verb.id,
    says: verbWords(verb),
    confirm: verb.confirm
      ? `${verb.confirm.ask}: ${verb.confirm.proof.join(', ')}, within ${verb.confirm.within.text}`
      : null,
    console: verb.console ?? null,
    stamp: stampWords(verb),
  }));

const metersOf = (profile: Profile): PlatformPage['meters'] =>
  profile.meters.map((meter) => ({
    meter: meter.id,
    says: joined([
      `${meter.kind} of ${meter.of}`,
      meter.granularity && `by the ${meter.granularity}`,
      meter.unstoppable,
      meter.note,
    ]),
    prices: meter.prices.map(
      (price) =>
        `${price.amount} ${price.currency} per ${price.per}, ${price.while}${price.when ? `, ${price.when}` : ''} (${stampWords(price)})`,
    ),
    stamp: stampWords(meter),
  }));

const clocksOf = (profile: Profile): PlatformPage['clockPages'] =>
  profile.clocks.map((clock) => ({
    clock: `${clock.id} (${shortly(clock)}, ${EDITABLE[clock.editable]})`,
    says: [clock.says, clock.note].filter(Boolean).join(' '),
    stamp: stampWords(clock),
  }));

const gotchasOf = (profile: Profile): PlatformPage['gotchas'] =>
  profile.gotchas.map((each) => ({
    id: [each.id, ...(each.aliases ?? [])].join(', '),
    symptom: each.symptom,
    cause: each.cause,
    fix: each.fix,
    stamp: stampWords(each),
  }));

/** `2026-06, rp-loss`: when a person last compared it with what. */
const stampWords = ({ verified, source, confidence }: Stamp): string =>
  [
    verified ?? 'unverified',
    ...source,
    ...(confidence === undefined ? [] : [`${confidence} confidence`]),
  ].join(', ');

/** The parts that are there as one sentence; only the last keeps its full stop. */
function joined(parts: readonly (string | undefined)[]): string {
  const there = parts.flatMap((part) => part || []);
  return there.map((part, at) => (at < there.length - 1 ? part.replace(/\.$/, '') : part)).join('; ');
}

const EDITABLE = {
  api: 'can be set by API',
  console: 'can be set in the console',
  'at-create': 'can be set at creation only',
  no: 'cannot be changed',
  unknown: 'unknown whether it can be changed',
} as const;

/** `while stopped ~30d, then release`. */
const shortly = (clock: Profile['clocks'][number]): string =>
  `${clock.while} ${clock.after?.text ?? 'for an unknown time'} -> ${clock.effect}`;

function survivors(profile: Profile, event: Event): string[] {
  return profile.tiers.flatMap((tier) => {
    const outcome = tier.survival[event];
    if (outcome === undefined || outcome === 'n/a' || isDestroyed(outcome)) return [];
    return [outcome === 'kept' ? tier.id : `${tier.id} (${outcomeText(outcome)})`];
  });
}

function stampsOf(profile: Profile): PlatformFacts['stamps'] {
  const facts = stampedFacts(profile);
  const months = facts.flatMap(({ stamp }) => stamp.verified ?? []).sort();
  return {
    facts: facts.length,
    unverified: facts.length - months.length,
    contested: facts.filter(({ stamp }) => stamp.contested).length,
    oldest: months.at(0) ?? null,
    newest: months.at(-1) ?? null,
  };
}

const bootWords = ({ usual, within, 'many-gpus': many }: NonNullable<Profile['rent']['boot']>): string =>
  `usually ${usual.text}; given back after ${within.text}${many ? `, with ${many.from} cards and more after ${many.within.text}` : ''}`;

/** Why what is left by it decides: `src/storage/own-end.ts`. */
function ownEndWords({ verbs }: Profile, { verb, probe }: NonNullable<Profile['rent']['self-stop']>): string {
  const destroys = verbs.find(({ id }) => id === verb)?.destroys ?? [];
  const lost =
    destroys.length > 0
      ? `; it destroys ${destroys.join(', ')}, so no longer than until work is begun there`
      : '; it destroys nothing';
  return `from the inside, as ${verb} does, once budget.hours are over and nobody came${lost}${probe ? '; the audit tries it by a read' : ''}`;
}

function rentingOf(profile: Profile): PlatformPage['renting'] {
  const { rent } = profile;
  const { boot, image, timer, find, capacity } = rent;
  const selfStop = rent['self-stop'];
  const said = (what: string, says: string, stamp: Stamp) => ({
    what,
    says: stamp.note ? `${says}. ${stamp.note}` : says,
    stamp: stampWords(stamp),
  });
  return [
    ...(boot ? [said('boot', bootWords(boot), boot)] : []),
    ...(image ? [said('image', image.name, image)] : []),
    ...(timer
      ? [
          said(
            "the platform's own timer",
            `${timer.verb}, in steps of ${timer.granularity.text}${timer.most ? `, ${timer.most.text} at most` : ''}, set at ${timer['set-at'] === 'create' ? 'creation' : 'any time'}`,
            timer,
          ),
        ]
      : []),
    ...(selfStop ? [said('how a box stops itself', ownEndWords(profile, selfStop), selfStop)] : []),
    said('what tells capacity', `${capacity.signal}${capacity.field ? `, ${capacity.field}` : ''}`, capacity),
    said(
      'how a box is found again',
      `by ${find.by}${find.call ? `, ${find.call}` : ''}; unique: ${find.unique}${find.settle ? `; settles within ${find.settle.text}` : ''}`,
      find,
    ),
    ...(rent['fixed-at-create'].length > 0
      ? [{ what: 'fixed at creation', says: rent['fixed-at-create'].join(', '), stamp: '' }]
      : []),
  ];
}

function sshOf({ ssh }: Profile): PlatformPage['ssh'] {
  if (!ssh) return null;
  const changes = ssh.address['changes-on'].join(', ') || 'nothing that is known';
  const says = `${ssh.user}@${ssh.host}, by ${ssh.auth.join(' or ')}; port ${ssh.port.assigned}; the address changes on ${changes}; host key: ${ssh['host-key']}`;
  return { says: ssh.note ? `${says}. ${ssh.note}` : says, stamp: stampWords(ssh) };
}

function verbWords(verb: Verb): string {
  const { reversible } = verb;
  const undo =
    typeof reversible === 'object'
      ? `can be undone for ${reversible.until.text}`
      : { yes: 'can be undone', no: 'cannot be undone', unknown: 'unknown whether it can be undone' }[
          reversible
        ];
  return joined([
    `stops ${verb.stops.join(', ') || 'no meter'}`,
    ...(verb.leaves.length > 0 ? [`leaves ${verb.leaves.join(', ')} billing`] : []),
    `destroys ${verb.destroys.join(', ') || 'nothing'}`,
    undo,
    ...(verb.after ? [`after ${verb.after.join(', ')}`] : []),
    verb.call ? `${verb.surface}: ${verb.call}` : `by ${verb.surface}`,
    ...(verb.catch ? [`but: ${verb.catch}`] : []),
    ...(verb.note ? [verb.note] : []),
  ]);
}

function spotPage({ spot }: Profile): PlatformPage['spotPage'] {
  const mean = spot['mean-hours-between'];
  return {
    says: [
      `available: ${spot.available}; ${spot.mechanism}; notice ${spot.notice?.text ?? 'n/a'}; signal ${spot.signal}; on eviction: ${spot['on-evict']}`,
      ...(mean === undefined ? [] : [`kept ${mean} h on average`]),
      ...spot.detect.map((each) => `shows as: ${each}`),
      ...(spot['other-losses'] ?? []).map((each) => `also lost by: ${each}`),
      ...(spot.note ? [spot.note] : []),
    ],
    stamp: stampWords(spot),
  };
}
