import type { Run } from '../lease/run.ts';
import { statusOfRun } from '../report/commit-status.ts';
import type { World } from '../world.ts';

/** Whoever learns first in a workflow how a run of a labelled commit stands says so on the commit. */
export async function tellCommitOf(world: World, run: Run): Promise<void> {
  const { github, face, clock, page } = world;
  if (!run.opened?.change || !github || page === undefined || world.signal.aborted) return;
  const { tellCommit } = await import('../github/commit-status.ts');
  await tellCommit(github, run.opened.commit, { ...statusOfRun(run, clock.now()), url: page }, face);
}
