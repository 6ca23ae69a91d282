import { basename, dirname, resolve } from 'node:path';
import { colabRunId } from '../colab/notebook-job.ts';
import type { BoundJob } from '../course/bound-job.ts';
import { folderIn } from '../github/checkout.ts';
import { configHash } from '../job/config-hash.ts';
import type { Job } from '../job/job.ts';
import { parseJob } from '../job/load.ts';
import { bundleCode } from '../launch/code-bundle.ts';
import { readGitArchive } from '../launch/git-archive.ts';
import { Problem } from '../problem.ts';
import { bringing } from './bringing.ts';
import { knownPlatforms } from './known-platforms.ts';
import type { Settings } from './settings.ts';

/** What is claimed to be made, and from which commit. */
interface Made {
  commit: string;
  run: string;
}

type RunId = (job: Job, configHash: string) => string;

/**
 * The job file as the commit has it, whatever the work tree holds: what was promised is not for a folder to say that others
 * may write to.
 *
 * @throws Problem `other-job` where it comes to another run than it is claimed to be
 */
export const jobAtCommit = async (
  settings: Settings,
  made: Made,
  runId: RunId = ({ name }, hash) => colabRunId(name, hash),
): Promise<Job> => (await boundAtCommit(settings, made, runId)).job;

/** The same with the code of that commit. */
export async function boundAtCommit(
  settings: Settings,
  { commit, run }: Made,
  runId: RunId,
): Promise<BoundJob> {
  const path = resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml');
  const dir = dirname(path);
  const code = await bundleCode(dir, { commit, bring: bringing(settings).bringCommit });
  const files = readGitArchive(Buffer.from(code.tar));
  const textOf = (name: string): string | undefined => {
    const file = files.find((each) => each.path === name && each.link === undefined);
    return file && Buffer.from(file.content).toString('utf8');
  };
  const name = basename(path);
  const text = textOf(name);
  const shown = `${name} of commit ${commit.slice(0, 12)}`;
  if (text === undefined) throw otherJob(`Commit ${commit.slice(0, 12)} holds no ${name}.`);
  const { job } = parseJob(text, shown, knownPlatforms());
  const hash = configHash(job, { commit: code.commit, codeHash: code.hash });
  const own = runId(job, hash);
  if (own !== run) throw otherJob(`${shown} makes the run ${own}, and what was made is of ${run}.`);
  const requirements = job.requirements && textOf(job.requirements.file);
  return { job, code, requirements, configHash: hash, dir, folder: await folderIn(dir) };
}

const otherJob = (what: string): Problem =>
  new Problem({
    code: 'other-job',
    kind: 'usage',
    what,
    next: 'Name the job file that it was made from: --job FILE, in the clone that holds its commit.',
  });
