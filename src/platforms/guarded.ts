import type { Warrant } from '../lease/warrant.ts';
import { Problem } from '../problem.ts';
import { PlatformAnswer } from './api.ts';
import { type Driver, type PlatformDriver, RentFailed, type Told, type Verbs } from './driver.ts';

/**
 * A driver that does nothing without a warrant for exactly that box and verb, and out of which only its named errors come: what
 * a platform answered otherwise than its driver knows is the platform's answer, not a bug of ours, and it says nothing about
 * boxes.
 */
export function guarded({ verbs, ...looks }: Driver): PlatformDriver {
  const whole: PlatformDriver = {
    ...looks,
    async carryOut(warrant, boxId, verb) {
      refuseWithout(warrant, boxId, verb);
      await callOf(verbs, looks.platform, boxId, { warrant, verb });
    },
  };
  return new Proxy(whole, {
    get(target, key, receiver) {
      const member: unknown = Reflect.get(target, key, receiver);
      if (typeof member !== 'function') return member;
      return (...words: unknown[]): unknown => {
        const outcome: unknown = member.apply(target, words);
        return outcome instanceof Promise
          ? outcome.catch((error: unknown) => Promise.reject(named(target.platform, String(key), error)))
          : outcome;
      };
    },
  });
}

/** The warrant must name this box and this verb. */
function refuseWithout(warrant: Warrant, boxId: string, verb: string): void {
  if (warrant.permits(boxId, verb)) return;
  throw new Problem({
    code: 'not-warranted',
    kind: 'refused',
    what: `The warrant of ${warrant.lease} is not for "${verb}" of ${boxId}; it allows ${warrant.verbs.join(', ') || 'nothing'}.`,
    next: 'Approve exactly this release; a warrant cannot be used for another box or verb.',
  });
}

async function callOf(verbs: Verbs, platform: string, boxId: string, told: Told): Promise<void> {
  const { verb } = told;
  const [, name, on] = /^(\S+) (.+)$/s.exec(verb) ?? [];
  const key = on === undefined ? verb : `${name} *`;
  const act = Object.hasOwn(verbs, key) ? verbs[key] : undefined;
  if (act) return act(boxId, on === undefined ? told : { ...told, on });
  throw new Problem({
    code: 'release-by-hand',
    kind: 'billing',
    what: `"${verb}" of ${boxId} is nothing that gpu-lease can do: there is no call for it at ${platform}.`,
    next: 'Do it in the console of its provider, as the profile describes it, and look there that nothing bills on.',
    costing: [boxId],
  });
}

function named(platform: string, verb: string, error: unknown): unknown {
  if (error instanceof RentFailed || error instanceof Problem) return error;
  if (!(error instanceof PlatformAnswer)) return error;
  // A create of which nobody knows what became of it is looked for by its name.
  if (verb === 'create') return new RentFailed(error.message, 'unclear', { cause: error });
  const nothing = verb === 'carryOut' ? 'It was not accepted' : 'That says nothing about boxes';
  return new Problem(
    {
      code: 'platform-answer',
      kind: 'unreachable',
      what: `${platform} answered otherwise than its driver knows: ${error.message}. ${nothing}.`,
      next: 'Run the same command again in a few minutes. Where it stays so, look into the console of the platform and report the answer with the version of gpu-lease: its API may have changed.',
    },
    { cause: error },
  );
}
