import type { Resource } from '../platforms/driver.ts';
import type { Profile } from '../profile/schema.ts';

/**
 * How a person ends a resource for which no warrant can be issued: the platform's own calls and clicks that end a thing of
 * its kind, in order, from its profile.
 */
export function stepsByHand(
  profile: Pick<Profile, 'name' | 'verbs' | 'teardown'> | undefined,
  { kind, id }: Pick<Resource, 'kind' | 'id'>,
): string[] {
  const verbs = (profile?.teardown.zero ?? []).flatMap((name) =>
    (profile?.verbs ?? []).filter((verb) => verb.id === name && verb.resource === kind),
  );
  const steps = verbs.flatMap(({ native, id: verb, call, console }) => {
    const ways = [call, console].filter((way) => way !== undefined);
    return ways.length === 0 ? [] : [`${native ?? verb} ${id}: ${ways.join('; or ')}`];
  });
  return steps.length > 0
    ? steps
    : [`end ${kind} ${id} in the console of ${profile?.name ?? 'the platform'}`];
}
