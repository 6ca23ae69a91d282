import { billOf, jobTimesOf } from '../lease/billed-minutes.ts';
import { appendDecided } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

/**
 * What the jobs of a workflow run are billed so far, minutes by the label of their runners; empty where GitHub does not know it.
 *
 * @throws Problem where GitHub does not say
 */
export async function billOfWorkflowRun(
  { github, clock }: Pick<World, 'github' | 'clock'>,
  workflowRun: number,
): Promise<Map<string, number>> {
  const jobs = (await github?.jobsOf(workflowRun)) ?? [];
  return billOf(jobTimesOf(jobs, clock.now()));
}

/**
 * Writes down what this workflow run is billed, all of its jobs, where the run is not closed. Its last job does: only that one knows
 * of the others. Best effort, since nothing but a number rests on it.
 */
export async function noteBill(world: World, run: string, workflowRun: number): Promise<void> {
  try {
    const bill = await billOfWorkflowRun(world, workflowRun);
    if (bill.size === 0) return;
    const rows = [...bill].map(([label, minutes]) => ({ label, minutes }));
    await appendDecided(world, run, ({ closed }) =>
      closed ? [] : [{ type: 'runners-billed', workflowRun, bill: rows }],
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`What this workflow run is billed could not be written down: ${error.what}`);
  }
}
