import type { Finding } from './books.ts';
import type { Break } from './breaks.ts';
import { fateOf } from './fates.ts';
import type { Ground } from './ground.ts';
import { Life, type LifeEnd } from './life.ts';

export const STRATA = ['one process', 'real processes', 'sshd boxes'] as const;
export type Stratum = (typeof STRATA)[number];

export interface LivedLife {
  seed: number;
  stratum: Stratum;
  /** Platform, job and the like, for people. */
  words: string;
  findings: Finding[];
  kills: number;
  looks: number;
  seconds: number;
  story: string;
}

/** What a life may take of the real time before it counts as stuck. */
const WALL_SECONDS = 900;

/** Most lives are acted, so that there can be thousands; a share is lived for real. */
export function stratumOf(seed: number): Stratum {
  if (seed % 16 === 7) return 'real processes';
  return seed % 16 === 15 ? 'sshd boxes' : 'one process';
}

export async function liveOne(seed: number, ground: Ground, breaks?: Break): Promise<LivedLife> {
  const stratum = stratumOf(seed);
  const fate = fateOf(seed);
  const words =
    stratum === 'one process' ? `${fate.platform}, ${fate.job}, ${fate.machines}` : 'in processes';
  const began = performance.now();
  const end = await bounded(() => lifeOf(stratum, seed, ground, breaks));
  const seconds = (performance.now() - began) / 1000;
  return { seed, stratum, words, seconds, ...end };
}

async function lifeOf(
  stratum: Stratum,
  seed: number,
  ground: Ground,
  breaks: Break | undefined,
): Promise<LifeEnd> {
  if (stratum === 'one process') return new Life(fateOf(seed), ground, breaks).live();
  const { liveInProcesses } = await import('./process-life.ts');
  if (stratum === 'real processes') return liveInProcesses(seed);
  const { SshdQuarters } = await import('./sshd-quarters.ts');
  return liveInProcesses(seed, (place) => SshdQuarters.open(place));
}

async function bounded(live: () => Promise<LifeEnd>): Promise<LifeEnd> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<LifeEnd>((resolve) => {
    timer = setTimeout(
      () => resolve(over('stuck', `not over after ${WALL_SECONDS} s of real time`)),
      WALL_SECONDS * 1000,
    );
  });
  try {
    return await Promise.race([live(), limit]);
  } catch (error) {
    return over('wrong', `the life broke off: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

const over = (kind: Finding['kind'], what: string): LifeEnd => ({
  findings: [{ kind, what }],
  looks: 0,
  kills: 0,
  creates: 0,
  destroys: 0,
  story: '',
});
