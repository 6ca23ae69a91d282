import { basename, dirname, resolve } from 'node:path';
import { colabRunId } from '../colab/notebook-job.ts';
import { configHash } from '../job/config-hash.ts';
import type { Job } from '../job/job.ts';
import { parseJob } from '../job/load.ts';
import { bundleCode } from '../launch/code-bundle.ts';
import { readGitArchive } from '../launch/git-archive.ts';
import { Problem } from '../problem.ts';
import { knownPlatforms } from './known-platforms.ts';
import type { Settings } from './settings.ts';

/**
 * The job file as the notebook's commit has it, whatever the work tree holds: what was promised is not for a folder to say that others
 * may write to.
 *
 * @throws Problem `other-job` where it comes to another run than the folder claims to be
 */
export async function jobAtCommit(
  settings: Settings,
  { commit, run }: { commit: string; run: string },
): Promise<Job> {
  const path = resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml');
  const code = await bundleCode(dirname(path), { commit });
  const name = basename(path);
  const file = readGitArchive(Buffer.from(code.tar)).find(
    (each) => each.path === name && each.link === undefined,
  );
  const shown = `${name} of commit ${commit.slice(0, 12)}`;
  if (!file) throw otherJob(`Commit ${commit.slice(0, 12)} holds no ${name}.`);
  const { job } = parseJob(Buffer.from(file.content).toString('utf8'), shown, knownPlatforms());
  const own = colabRunId(job.name, configHash(job, { commit: code.commit, codeHash: code.hash }));
  if (own !== run) throw otherJob(`${shown} makes the run ${own}, and the folder is of ${run}.`);
  return job;
}

const otherJob = (what: string): Problem =>
  new Problem({
    code: 'other-job',
    kind: 'usage',
    what,
    next: 'Name the job file that the notebook was made from: --job FILE, in the clone that holds its commit.',
  });
