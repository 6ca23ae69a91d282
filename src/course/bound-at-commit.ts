import { checkoutOf } from '../github/checkout.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import { bundleCode } from '../launch/code-bundle.ts';
import { readGitArchive } from '../launch/git-archive.ts';
import { jobOf, type Run } from '../lease/run.ts';
import type { World } from '../world.ts';
import type { BoundJob } from './bound-job.ts';
import type { Here } from './here.ts';

/**
 * What a run is bound to, whatever the work tree holds: from the clone's objects, and from the repository's server what is not
 * among them.
 *
 * @param codeDir directory of the job file in the clone: the root of what was bundled
 */
export async function boundAtCommit(world: World, codeDir: string, run: Run): Promise<BoundJob> {
  const { commit = '', configHash = '' } = run.opened ?? {};
  const job = jobOf(run);
  const code = await bundleCode(codeDir, { commit, storeDir: world.storeDir, bring: world.bringCommit });
  const file = job.requirements?.file;
  const requirements = readGitArchive(Buffer.from(code.tar)).find(({ path }) => path === file)?.content;
  return {
    job,
    code,
    requirements: requirements && Buffer.from(requirements).toString('utf8'),
    configHash,
    dir: codeDir,
  };
}

/**
 * A job's checkout is of whatever its branch holds by now, and a lost box is replaced with what its run began with. A person at a
 * terminal says with their work tree what they mean.
 */
export async function isAtOtherCommit(here: Pick<Here, 'env'>, codeDir: string, run: Run): Promise<boolean> {
  if (!run.opened || run.opened.dirty || !inWorkflow(here)) return false;
  return (await checkoutOf(codeDir, run.opened.commit)).head !== run.opened.commit;
}
