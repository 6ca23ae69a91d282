import { sshGreeting } from '../../box/ssh-greeting.ts';
import { refuseWithoutKey } from '../../box/ssh-login.ts';
import { shownHostKey } from '../../box/ssh-shown-key.ts';
import { ownSshWorld, resolveSshTarget } from '../../box/ssh-user-config.ts';
import { refuseUnvouched } from '../../box/vouched-host.ts';
import type { Driver } from '../driver.ts';
import { answers, describe, type Reach } from './box.ts';
import { offerOf } from './offers.ts';
import { attach } from './rent.ts';

export interface GenericSshOptions extends Partial<Reach> {
  /** The profile that this box is attached under; several platforms without an API share this driver. */
  platform?: string;
  /** Where agent, key and known hosts are named; this process's own when unset. */
  sshEnv?: NodeJS.ProcessEnv | undefined;
}

/** The user's own `~/.ssh`, and one TCP connection. */
const ownReach = (env: NodeJS.ProcessEnv | undefined): Reach => ({
  resolve: (target) => resolveSshTarget(target, ownSshWorld(env)),
  greet: sshGreeting,
  askHostKey: shownHostKey,
});

/**
 * A machine that is already there: one's own, or rented by hand. Nothing is rented or released here. What it costs is the
 * user's word; with a price the meter is never seen to stop, because there is nobody to ask: a person has to end it, and
 * `answers` is all that can be looked at afterwards.
 */
export function genericSsh({ platform = 'generic-ssh', sshEnv, ...reach }: GenericSshOptions = {}): Driver {
  const how = { ...ownReach(sshEnv), ...reach };
  return {
    platform,
    async offers(_want, candidate) {
      const offer = offerOf(platform, candidate);
      const target = await how.resolve(offer.id);
      refuseWithoutKey(target.login, target.user, target);
      await refuseUnvouched(target, how.askHostKey);
      return [offer];
    },
    create: (intent) => attach(how, intent),
    // Nothing here has our name, and nothing is charged for it: attaching again is the same attachment.
    find: async () => [],
    inventory: async () => [],
    answers: (boxId) => answers(how, boxId),
    describe: (boxId) => describe(how, boxId),
    // The box was attached, and its provider is not known here.
    verbs: {},
    meters: async (held) =>
      held.meters.map(({ id, kind }) => ({ id, state: kind === 'none' ? 'gone' : 'unknown' })),
  };
}
