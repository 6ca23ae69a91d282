import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Problem, Problems } from '../problem.ts';
import type { AgeLimits } from '../profile/staleness.ts';
import type { OptionName } from './options.ts';
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

/** @throws Problems with everything that cannot be used, before anything is read or written */
export function planStaleness(settings: Settings): StalenessPlan {
  const faults: Problem[] = [];
  const refuse = (code: string, what: string, next: string) =>
    void faults.push(new Problem({ code, kind: 'usage', what, next }));

  const monthsOf = (name: OptionName): number => {
    const text = settings.value(name) ?? '';
    if (/^\d{1,3}$/.test(text.trim())) return Number(text);
    refuse(
      'bad-months',
      `--${name} ${JSON.stringify(text.slice(0, 40))} is no number of months.`,
      'Write whole months, such as 6; 0 calls everything stale that was not read this month.',
    );
    return 0;
  };
  const limits = { months: monthsOf('months'), monthsMoney: monthsOf('months-money') };

  const sarif = settings.value('sarif') || undefined;
  if (sarif !== undefined && !sarif.endsWith('.sarif'))
    refuse('bad-sarif', `--sarif ${JSON.stringify(sarif)} has another ending.`, 'Call it NAME.sarif.');
  else if (sarif !== undefined && !existsSync(dirname(resolve(settings.cwd, sarif))))
    refuse('bad-sarif', `The directory of --sarif ${JSON.stringify(sarif)} is not there.`, 'Make it first.');

  const issue = settings.value('issue') ?? 'false';
  if (issue !== 'true' && issue !== 'false')
    refuse(
      'bad-issue',
      `--issue ${JSON.stringify(issue.slice(0, 40))} is no answer.`,
      'Write true or false.',
    );

  const [first, ...rest] = faults;
  if (first) throw new Problems([first, ...rest]);
  return {
    limits,
    profiles: settings.value('profiles') || undefined,
    platform: settings.value('platform') || undefined,
    sarif: sarif && resolve(settings.cwd, sarif),
    issue: issue === 'true',
  };
}
