import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

/** A variable of the repository, so that one word holds for every job file and workflow of it. */
export const BLOCK = 'GPU_LEASE_BLOCK';

/** What nothing is rented at, whatever a job file says. */
export interface Blocked {
  platforms: ReadonlySet<string>;
  /** Machines by platform and the platform's own id, `vastai/12345`. */
  hosts: ReadonlySet<string>;
}

/**
 * Words of `GPU_LEASE_BLOCK`, between commas, blanks or lines: a platform, or one machine of it as `platform/host`. It keeps from renting
 * alone: a box that is held there goes on, and is released as ever.
 *
 * @throws Problem `block-unknown`: a word that is misspelt would block nothing
 */
export async function blockedBy(world: Pick<World, 'secret' | 'profile'>): Promise<Blocked> {
  const words = (world.secret(BLOCK) ?? '').split(/[\s,]+/).filter((word) => word !== '');
  for (const word of words) {
    const [platform = '', ...host] = word.split('/');
    const known = await world.profile(platform).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Problem) return error;
        throw error;
      },
    );
    if (known) throw unknown(word, known.message);
    if (host.length > 1 || host[0] === '') throw unknown(word, 'A machine is `platform/host`.');
  }
  return {
    platforms: new Set(words.filter((word) => !word.includes('/'))),
    hosts: new Set(words.filter((word) => word.includes('/'))),
  };
}

const unknown = (word: string, why: string): Problem =>
  new Problem({
    code: 'block-unknown',
    kind: 'usage',
    what: `${BLOCK} has the word ${JSON.stringify(word.slice(0, 80))}, which blocks nothing. Nothing was rented.`,
    next: `${why} Write platforms, or machines as platform/host (vastai/12345), with commas between them.`,
  });

export const platformBlocked = (platform: string): Problem =>
  new Problem({
    code: 'platform-blocked',
    kind: 'refused',
    what: `${platform} is blocked for this repository (${BLOCK}).`,
    next: `Take it out of that variable to rent there again, or name another candidate.`,
  });
