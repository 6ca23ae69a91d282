import { publishOutputs, publishSummary } from '../github/publish.ts';
import { fold } from '../lease/fold.ts';
import { Problem, Problems } from '../problem.ts';
import { linksOf } from '../report/links.ts';
import { failureMarkdown } from '../report/markdown.ts';
import { reportRun } from '../report/report-run.ts';
import { runJson } from '../report/run-table.ts';
import { silentFace } from '../world.ts';
import { lookingLedgerOf, type Settings } from './settings.ts';

interface Failed {
  stage: string;
  error: unknown;
  /** Empty where the stage ended before it knew. */
  runId: string;
  /** Absent where the inputs themselves were the problem. */
  settings: Settings | undefined;
}

/** A stage that threw still tells later steps and the reader where the run stands: the ledger knows, if it can be reached. */
export async function publishFailure({ stage, error, runId, settings }: Failed): Promise<void> {
  const known = settings && runId !== '' ? await standing(settings, runId) : undefined;
  publishOutputs({
    run: runId,
    state: known?.state ?? 'unknown',
    verdict: 'unknown',
    seal: known?.seal ?? '',
    costUsd: known?.costUsd ?? 0,
  });
  await publishSummary(failureMarkdown(stage, problemsIn(error)) + (known ? `\n${known.card}` : ''));
}

async function standing(settings: Settings, runId: string) {
  try {
    const { events } = await (await lookingLedgerOf(settings)).read(runId);
    if (events.length === 0) return;
    const run = fold(runId, events);
    const now = settings.clock.now();
    const { storeDir, redactor } = settings;
    const links = linksOf(settings.env, run);
    const order = { run, events, now, storeDir, face: silentFace, approval: undefined, links, redactor };
    const { card } = reportRun(order);
    return { ...runJson(run, now), card };
  } catch {
    // The stage's own error is the one to report; this one would only cover it.
    return;
  }
}

/** What a failure says to its reader. */
export function problemsIn(error: unknown): { what: string; next: string }[] {
  if (error instanceof Problems) return error.all;
  if (error instanceof Problem) return [error];
  return [{ what: `A bug of gpu-lease: ${String(error)}`, next: 'Report it with the text in the log.' }];
}
