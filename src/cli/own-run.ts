import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { onlyOpenRun } from '../course/find-run.ts';
import { parseJob } from '../job/load.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { knownPlatforms } from './known-platforms.ts';
import type { Settings } from './settings.ts';

/**
 * In a workflow: the run that an earlier stage of this very workflow run opened, closed or not, so that a re-run means
 * the same run although others are open. `undefined` outside a workflow, and where there is no such run or no job file.
 */
export async function runOfThisWorkflow(
  settings: Pick<Settings, 'env' | 'cwd' | 'value'>,
  ledger: Pick<Ledger, 'read'>,
): Promise<string | undefined> {
  const workflowRun = settings.env['GITHUB_RUN_ID'];
  const job = workflowRun ? jobName(settings) : undefined;
  if (job === undefined) return;
  const id = `${job}-${workflowRun}`;
  return (await ledger.read(id)).events.length > 0 ? id : undefined;
}

/** A later stage needs no job file: one that is missing or broken now only means that the run has to be named. */
function jobName({ cwd, value }: Pick<Settings, 'cwd' | 'value'>): string | undefined {
  const file = value('job') ?? 'gpu-lease.yml';
  try {
    return parseJob(readFileSync(resolve(cwd, file), 'utf8'), file, knownPlatforms()).job.name;
  } catch {
    return;
  }
}

/** The run that a stage means: the one that is named, else that of this workflow run, else the only open one. */
export const meantRun = async (settings: Settings, ledger: Ledger): Promise<string> =>
  settings.value('run') ?? (await runOfThisWorkflow(settings, ledger)) ?? (await onlyOpenRun(ledger));
