import { secondsBetween } from '../clock.ts';
import type { Standstill } from '../course/advance.ts';
import { appendDecision } from '../course/append-decision.ts';
import type { Stage } from '../course/effects.ts';
import { fold } from '../lease/fold.ts';
import type { Settings } from './settings.ts';

/** A look that was short and saw nothing new is not worth an append. */
const WORTH_SECONDS = 60;

/**
 * Writes down what a stage of a workflow cost in runner time: only where it changed something or was long. The stage that closes a
 * run cannot say it any more, and one that was cancelled has seconds to end.
 *
 * @returns the run with it
 */
export async function countRunner(
  settings: Pick<Settings, 'env'>,
  { world, startedAt }: Pick<Stage, 'world' | 'startedAt'>,
  name: string,
  stand: Standstill,
): Promise<Standstill> {
  const { run, events } = stand;
  if (settings.env['GITHUB_ACTIONS'] !== 'true' || run.closed || world.signal.aborted) return stand;
  const seconds = secondsBetween(startedAt, world.clock.now());
  const hasWritten = events.some((event) => event.by === world.who && new Date(event.at) >= startedAt);
  if (!hasWritten && seconds < WORTH_SECONDS) return stand;
  const runner = runnerName(settings.env);
  await appendDecision(world, run.id, [
    { type: 'runner-used', stage: name, seconds: Math.round(seconds), runner },
  ]);
  const record = await world.ledger.read(run.id);
  return { ...stand, run: fold(run.id, record.events), events: record.events };
}

/** Hosted runners have numbers for names; the name of somebody's own machine is nobody's business. */
const runnerName = (env: NodeJS.ProcessEnv): string =>
  env['RUNNER_ENVIRONMENT'] === 'self-hosted'
    ? 'self-hosted'
    : (env['RUNNER_NAME'] ?? 'hosted').slice(0, 100);
