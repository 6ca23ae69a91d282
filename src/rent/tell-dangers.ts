import type { Run } from '../lease/run.ts';
import { environmentAdvice } from '../profile/environment-advice.ts';
import { firstContact } from '../profile/first-contact.ts';
import type { World } from '../world.ts';
import type { Ranked } from './choose.ts';

/**
 * Before a run's first intent on a platform: what is good to know there and everything that costs money or data without a
 * sound. Once per run and platform, also where nobody asked for a plan; of a box of one's own that costs nothing once for ever.
 * A loopback box costs nothing and says nothing.
 */
export async function tellDangers(
  world: Pick<World, 'profile' | 'face' | 'isFirstContact'>,
  run: Run,
  { offer: { platform, usdPerHour }, candidate: { attach } }: Pick<Ranked, 'offer' | 'candidate'>,
): Promise<void> {
  if (run.leases.some((lease) => lease.platform === platform)) return;
  const profile = await world.profile(platform);
  if (profile.kind === 'loopback') return;
  const isOwn = attach !== undefined && usdPerHour === 0;
  if (isOwn && world.isFirstContact?.(`${platform} ${attach}`) === false) return;
  const { conveniences, dangers } = firstContact(profile);
  world.face.heading(`first contact: ${platform}`);
  for (const each of conveniences) world.face.line(`good to know: ${each}`);
  for (const each of dangers) world.face.line(`DANGER: ${each}`);
  for (const { says } of run.opened ? environmentAdvice(run.opened.document, profile) : [])
    world.face.warn(says);
}
