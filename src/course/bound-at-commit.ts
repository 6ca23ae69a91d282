import { isAbsolute, join } from 'node:path';
import { checkoutOf, folderIn, topOf } from '../github/checkout.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import { bundleCode } from '../launch/code-bundle.ts';
import { readGitArchive } from '../launch/git-archive.ts';
import { jobOf, type Run } from '../lease/run.ts';
import type { World } from '../world.ts';
import type { BoundJob } from './bound-job.ts';
import type { Here } from './here.ts';

/**
 * Where the code of a run lies in this clone: one ledger may have runs of several job files, each with its own folder. A record that
 * names none is of before, or of a place without a repository.
 *
 * @param codeDir directory of the job file that this stage was told of
 */
async function folderOf(codeDir: string, { opened }: Run): Promise<string> {
  const folder = opened?.folder;
  if (folder === undefined || isAbsolute(folder) || folder.split(/[/\\]/).includes('..')) return codeDir;
  const top = await topOf(codeDir);
  return top === undefined ? codeDir : join(top, folder);
}

/**
 * What a run is bound to, whatever the work tree holds: from the clone's objects, and from the repository's server what is not
 * among them.
 *
 * @param toldDir directory of the job file that this stage was told of, which may be another one's
 */
export async function boundAtCommit(world: World, toldDir: string, run: Run): Promise<BoundJob> {
  const { commit = '', configHash = '' } = run.opened ?? {};
  const codeDir = await folderOf(toldDir, run);
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
 * Whether what lies here is another thing than the run began with: a job's checkout is of whatever its branch holds by now, and the job
 * file that it was told of may be another one's. A person at a terminal says with their work tree what they mean.
 */
export async function isBoundElsewhere(
  here: Pick<Here, 'env'>,
  { codeDir, jobName }: { codeDir: string; jobName(): string | undefined },
  { opened }: Run,
): Promise<boolean> {
  if (!opened || opened.dirty || !inWorkflow(here)) return false;
  if ((await checkoutOf(codeDir, opened.commit)).head !== opened.commit) return true;
  if (opened.folder !== undefined && opened.folder !== (await folderIn(codeDir))) return true;
  return jobName() !== opened.job;
}
