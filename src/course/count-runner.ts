import { secondsBetween } from '../clock.ts';
import { fold } from '../lease/fold.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import type { Standstill } from './advance.ts';
import type { Stage } from './effects.ts';
import type { Here } from './here.ts';

/** A look that was short and saw nothing new is not worth an append. */
const WORTH_SECONDS = 60;

/**
 * Writes down what a stage of a workflow cost in runner time: only where it changed something or was long. The stage that closes a
 * run cannot say it any more, and one that was cancelled has seconds to end.
 *
 * @returns the run with it
 */
export async function countRunner(
  { env }: Pick<Here, 'env'>,
  { world, startedAt }: Pick<Stage, 'world' | 'startedAt'>,
  name: string,
  stand: Standstill,
): Promise<Standstill> {
  const { run, events } = stand;
  if (env['GITHUB_ACTIONS'] !== 'true' || run.closed || world.signal.aborted) return stand;
  const seconds = secondsBetween(startedAt, world.clock.now());
  const hasWritten = events.some((event) => event.by === world.who && new Date(event.at) >= startedAt);
  if (!hasWritten && seconds < WORTH_SECONDS) return stand;
  const runner = runnerName(env);
  const job = env['GITHUB_JOB'] ? { job: env['GITHUB_JOB'].slice(0, 100) } : {};
  await appendDecision(world, run.id, [
    { type: 'runner-used', stage: name, seconds: Math.round(seconds), runner, ...job },
  ]);
  const record = await world.ledger.read(run.id);
  return { ...stand, run: fold(run.id, record.events), events: record.events };
}

/** Hosted runners have numbers for names; the name of somebody's own machine is nobody's business. */
const runnerName = (env: NodeJS.ProcessEnv): string =>
  env['RUNNER_ENVIRONMENT'] === 'self-hosted'
    ? 'self-hosted'
    : (env['RUNNER_NAME'] ?? 'hosted').slice(0, 100);
