import type { Fault } from '../fault.ts';
import type { Profile, Verb } from '../schema.ts';
import { isDestroyed } from '../survival.ts';

export function teardownFaults(profile: Profile): Fault[] {
  return [
    ...profile.verbs.flatMap((verb, index) => verbFaults(profile, verb, index)),
    ...parkFaults(profile),
    ...zeroFaults(profile),
    ...profile.clocks.flatMap((clock, index) =>
      ['wipe', 'delete-all'].includes(clock.effect) && clock.tiers.length === 0
        ? [
            fault(
              ['clocks', index, 'tiers'],
              'empty-wipe',
              `the clock "${clock.id}" wipes nothing`,
              'Name the tiers.',
            ),
          ]
        : [],
    ),
  ];
}

function verbFaults(profile: Profile, verb: Verb, index: number): Fault[] {
  const at = (key: string) => ['verbs', index, key];
  const found: Fault[] = [];
  const both = verb.stops.filter((meter) => verb.leaves.includes(meter));
  if (both.length > 0) {
    found.push(
      fault(
        at('leaves'),
        'stops-and-leaves',
        `"${verb.id}" both stops and leaves ${both.join(', ')}`,
        'Decide.',
      ),
    );
  }
  if (verb.surface === 'console' && !verb.console) {
    const next = 'Write the steps that a person takes.';
    found.push(
      fault(
        at('surface'),
        'no-console-step',
        `"${verb.id}" is a person's work and does not say what to do`,
        next,
      ),
    );
  }
  if (!['automatic', 'none'].includes(verb.surface) && !verb.confirm) {
    const next = 'Write confirm: what to ask, what proves it, within which time.';
    found.push(fault(at('id'), 'no-proof', `nothing proves that "${verb.id}" has happened`, next));
  }
  if (
    mayPark(verb) &&
    verb.leaves.length > 0 &&
    !profile.surface.dangers.some((each) => each.verb === verb.id)
  ) {
    const what = `"${verb.id}" looks like a stop and leaves ${verb.leaves.join(', ')} billing, and surface.dangers is silent`;
    found.push(fault(at('leaves'), 'silent-bill', what, `Add a danger with verb: ${verb.id}.`));
  }
  return [...found, ...destroysFaults(profile, verb, index)];
}

/** The verb's list and the tiers' own rows are written by hand twice, so that a slip in a fact that destroys is seen. */
function destroysFaults(profile: Profile, verb: Verb, index: number): Fault[] {
  const event = verb.event;
  if (!event) return [];
  const byTiers = profile.tiers
    .filter((tier) => isDestroyed(tier.survival[event] ?? 'unknown'))
    .map((tier) => tier.id);
  const silent = byTiers.filter((tier) => !verb.destroys.includes(tier));
  const alone = verb.destroys.filter((tier) => !byTiers.includes(tier));
  const path = ['verbs', index, 'destroys'];
  return [
    ...silent.map((tier) =>
      fault(
        path,
        'disagrees',
        `the tier "${tier}" is lost on "${event}", and "${verb.id}" does not list it`,
        'Add it, or correct the tier.',
      ),
    ),
    ...alone.map((tier) =>
      fault(
        path,
        'disagrees',
        `"${verb.id}" destroys "${tier}", and that tier survives "${event}"`,
        'Remove it, or correct the tier.',
      ),
    ),
  ];
}

function parkFaults(profile: Profile): Fault[] {
  const { park } = profile.teardown;
  const path = ['teardown', 'park'];
  if (park === null) {
    if (profile.teardown['park-note']) return [];
    return [
      fault(
        path,
        'no-park-note',
        'there is no park and no park-note says why',
        'Write what a longer pause needs.',
      ),
    ];
  }
  const verb = profile.verbs.find((each) => each.id === park);
  if (!verb) return [];
  const found: Fault[] = [];
  if (!mayPark(verb)) found.push(fault(path, 'bad-park', `"${park}" cannot be undone`, 'Write null.'));
  const left = profile.meters.filter((meter) => meter.kind === 'gpu' && !verb.stops.includes(meter.id));
  if (left.length > 0) {
    found.push(
      fault(
        path,
        'bad-park',
        `"${park}" leaves ${left.map((each) => each.id).join(', ')} running`,
        'Write null.',
      ),
    );
  }
  const durable = profile.durable.strategy === 'off-box' ? undefined : profile.durable.tier;
  if (durable && verb.destroys.includes(durable)) {
    found.push(fault(path, 'bad-park', `"${park}" destroys the durable tier "${durable}"`, 'Write null.'));
  }
  return found;
}

function zeroFaults(profile: Profile): Fault[] {
  const zero = profile.teardown.zero.flatMap((id) => profile.verbs.filter((verb) => verb.id === id));
  const unstopped = profile.meters.flatMap((meter, index) => {
    const ends = zero.some((verb) => verb.stops.includes(meter.id));
    if (ends === (meter.unstoppable === undefined)) return [];
    const what = ends
      ? `the meter "${meter.id}" is called unstoppable and a verb of teardown.zero stops it`
      : `no verb of teardown.zero stops the meter "${meter.id}"`;
    return [
      fault(
        ['meters', index, 'id'],
        'never-stops',
        what,
        'Add the verb, or say under unstoppable why there is none.',
      ),
    ];
  });
  const disorder = zero.flatMap((verb, index) =>
    (verb.after ?? [])
      .filter((id) => !zero.slice(0, index).some((earlier) => earlier.id === id))
      .map((id) =>
        fault(['teardown', 'zero', index], 'disorder', `"${verb.id}" needs "${id}" before it`, 'Reorder.'),
      ),
  );
  const automatic = zero.flatMap((verb, index) =>
    verb.surface === 'automatic'
      ? [
          fault(
            ['teardown', 'zero', index],
            'not-ours',
            `nobody can carry out "${verb.id}": it happens by itself`,
            'Leave it out.',
          ),
        ]
      : [],
  );
  return [...unstopped, ...disorder, ...automatic];
}

const mayPark = (verb: Verb): boolean => verb.reversible === 'yes' || typeof verb.reversible === 'object';

const fault = (path: (string | number)[], code: string, what: string, next: string): Fault => ({
  path,
  code,
  what,
  next,
});
