import { drivenBy } from '../lease/driven.ts';
import type { EventBody } from '../lease/events.ts';
import { type Lease, openMeters } from '../lease/run.ts';
import type { PlannedVerb } from '../lease/step.ts';
import type { Teardown } from '../lease/teardown.ts';
import type { Profile } from '../profile/schema.ts';
import type { World } from '../world.ts';

const APART_SECONDS = 60;

/** What a plan without a verb calls the one thing that there is to do. */
const END = 'end by hand';

/** Rented by a person and billed by somebody: no program can stop its meters, and no API shows them. */
export const isByHand = (lease: Lease): boolean =>
  lease.intent.attach !== undefined && lease.meters.some((meter) => meter.kind !== 'none');

/**
 * What the release of a box by hand works with.
 *
 * `word` gives whoever said, with this very command, that the box was ended, and counts once: what is seen after it may
 * contradict it.
 */
export interface ByHand extends Teardown {
  word(lease: Lease): Promise<string | undefined>;
}

/**
 * One approved verb: not carried out but asked for. Without a person's word the meters become debts that say what to do;
 * with it the verb counts as done, which is still no proof.
 */
export async function askPerson(world: World, hand: ByHand, verb: string): Promise<EventBody[]> {
  const { lease } = hand;
  if (!lease.words.some((each) => each.verb === verb)) return wordOrDebt(world, hand);
  return [{ type: 'releasing', lease: lease.name, verb }];
}

/**
 * Proof of what can be observed from here: SSH answers no more, at two looks with time between them. Only after a
 * person's word, because a box that does not answer may as well be rebooting or behind a broken line. A box that still
 * answers contradicts the word, and the debt stays.
 */
export async function proveByHand(world: World, hand: ByHand): Promise<EventBody[]> {
  const { lease } = hand;
  const [word] = lease.words;
  if (!word) return wordOrDebt(world, hand);
  const profile = await world.profile(lease.platform);
  const apart = apartSeconds(profile, hand.plan);
  const sightings: string[] = [];
  while (sightings.length < 2) {
    if (sightings.length > 0) await world.clock.sleep(apart, world.signal);
    const { answers, what } = await answering(world, lease);
    if (world.signal.aborted) return [];
    if (answers !== 'no') return contradicted(hand, profile, word.person, what);
    sightings.push(world.clock.now().toISOString());
    world.face.line(
      sightings.length === 1
        ? `${lease.name}: ${what}; one more look in ${apart} s`
        : `${lease.name}: ${what}, for the second time: taken for stopped, by the word of ${word.person}`,
    );
  }
  return openMeters(lease).map(({ id }) => ({
    type: 'meter-stopped',
    lease: lease.name,
    meter: id,
    sightings,
  }));
}

async function wordOrDebt(world: World, hand: ByHand): Promise<EventBody[]> {
  const { lease } = hand;
  const person = await hand.word(lease);
  if (person !== undefined)
    return verbsOf(hand.plan).map((verb) => ({ type: 'word-given', lease: lease.name, verb, person }));
  const unowed = openMeters(lease).filter((meter) => !meter.owed);
  if (unowed.length === 0) return [];
  const profile = await world.profile(lease.platform);
  const why = 'gpu-lease has no way to end this box, and nobody has said that they ended it';
  return debts(hand, why, whatToDo(hand, profile)).filter(({ meter }) =>
    unowed.some((each) => each.id === meter),
  );
}

const contradicted = (hand: ByHand, profile: Profile, person: string, seen: string): EventBody[] =>
  debts(hand, `${person} said that it was ended, and ${seen}`, whatToDo(hand, profile));

const debts = ({ lease }: ByHand, why: string, next: string) =>
  openMeters(lease).map(({ id }) => ({ type: 'owed', lease: lease.name, meter: id, why, next }) as const);

const verbsOf = (plan: readonly PlannedVerb[]): string[] =>
  plan.length > 0 ? plan.map((each) => each.verb) : [END];

async function answering(world: World, lease: Lease): Promise<{ answers: string; what: string }> {
  const driver = await world.driver(drivenBy(lease));
  await world.hangUp(lease.name);
  return (
    (await driver.answers?.(lease.boxId ?? '')) ?? {
      answers: 'unclear',
      what: `${lease.platform} has no way to look whether it still answers`,
    }
  );
}

/** The longest that a verb of the plan asks for: a shorter silence may be a reboot. */
function apartSeconds(profile: Profile, plan: readonly PlannedVerb[]): number {
  const asked = plan.flatMap(({ verb }) => profileVerb(profile, verb)?.confirm?.apart?.seconds ?? []);
  return asked.length > 0 ? Math.max(...asked) : APART_SECONDS;
}

/** A planned verb is the profile's, followed by the resource when that is not the box. */
const profileVerb = (profile: Profile, planned: string) =>
  profile.verbs.find((each) => each.id === planned.split(' ')[0]);

function whatToDo({ run, lease, plan }: ByHand, profile: Profile): string {
  const steps = verbsOf(plan).map((verb) => consoleStep(profile, verb, lease));
  const beside = besideIt(profile, plan);
  const word = `When it is done, say so: gpu-lease release ${run.id} --stopped "${lease.name}"; in GitHub Actions start the release workflow with run ${run.id} and stopped ${lease.name}.`;
  return [`${lease.boxId ?? lease.name}:`, ...steps, ...beside, word].join(' ');
}

function consoleStep(profile: Profile, planned: string, lease: Lease): string {
  const verb = profileVerb(profile, planned);
  if (verb?.console !== undefined) return sentence(verb.console);
  const what = verb?.native ?? (verb ? `"${verb.id}"` : 'stop or delete it');
  return `In the console of ${profile.name}: ${what} for the box of ${lease.name}; look there that it no longer bills.`;
}

/** What the box may have brought along and nobody listed as held: it bills on, and no look from here can tell. */
function besideIt(profile: Profile, plan: readonly PlannedVerb[]): string[] {
  const planned = plan.flatMap(({ verb }) => profileVerb(profile, verb) ?? []);
  const left = new Set(planned.flatMap((verb) => verb.leaves));
  return profile.verbs
    .filter((verb) => profile.teardown.zero.includes(verb.id) && !planned.includes(verb))
    .flatMap((verb) => {
      const ends = verb.stops.filter((meter) => left.has(meter));
      if (ends.length === 0 || verb.console === undefined) return [];
      return [`If you also pay for ${ends.join(' or ')} there, that bills on: ${sentence(verb.console)}`];
    });
}

const sentence = (text: string): string => (/[.!?)。]$/.test(text) ? text : `${text}.`);
