import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Problem } from '../problem.ts';
import type { AgeLimits } from '../profile/staleness.ts';
import { throwAll } from './given-options.ts';
import type { Settings } from './settings.ts';

export interface StalenessPlan {
  limits: AgeLimits;
  /** As given; `undefined`: the ones that come with gpu-lease. */
  profiles: string | undefined;
  platform: string | undefined;
  sarif: string | undefined;
  /** Keep one issue up to date. */
  issue: boolean;
}

/**
 * @param wrong what is wrong with the options already
 * @throws Problems with everything that cannot be used, before anything is read or written
 */
export function planStaleness(settings: Settings, wrong: readonly Problem[] = []): StalenessPlan {
  const faults = [...wrong];
  const refuse = (code: string, what: string, next: string) =>
    void faults.push(new Problem({ code, kind: 'usage', what, next }));

  const limits = { months: settings.number('months'), monthsMoney: settings.number('months-money') };
  const sarif = settings.value('sarif') || undefined;
  if (sarif !== undefined && !sarif.endsWith('.sarif'))
    refuse('bad-sarif', `--sarif ${JSON.stringify(sarif)} has another ending.`, 'Call it NAME.sarif.');
  else if (sarif !== undefined && !existsSync(dirname(resolve(settings.cwd, sarif))))
    refuse('bad-sarif', `The directory of --sarif ${JSON.stringify(sarif)} is not there.`, 'Make it first.');

  throwAll(faults);
  return {
    limits,
    profiles: settings.value('profiles') || undefined,
    platform: settings.value('platform') || undefined,
    sarif: sarif && resolve(settings.cwd, sarif),
    issue: settings.choice('issue') === 'true',
  };
}
