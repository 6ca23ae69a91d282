import { Problem } from '../problem.ts';
import { PlatformAnswer } from './api.ts';
import { type PlatformDriver, RentFailed } from './driver.ts';

/**
 * A driver out of which only its named errors come: what a platform answered otherwise than its driver knows is the platform's
 * answer, not a bug of ours, and it says nothing about boxes.
 */
export function guarded(driver: PlatformDriver): PlatformDriver {
  return new Proxy(driver, {
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
