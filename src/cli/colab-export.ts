import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { aboutNotebook, leftOut } from '../colab/about.ts';
import { notebookText } from '../colab/notebook.ts';
import { notebookJob } from '../colab/notebook-job.ts';
import type { BoundJob } from '../course/bound-job.ts';
import { repositoryAt } from '../github/remote-name.ts';
import { installedDir } from '../host/installed.ts';
import { Problem } from '../problem.ts';
import { parseProfile } from '../profile/load.ts';
import type { Profile } from '../profile/schema.ts';
import { jsonLine } from '../report/visible-text.ts';
import { writeWhole } from '../report/whole-file.ts';
import { findSecrets } from '../secret/shape.ts';
import type { Face } from '../world.ts';
import { bindJob } from './bind-job.ts';
import { requireCommitted } from './committed-job.ts';
import { askGit, originUrlOf, withoutLogin } from './git-remotes.ts';
import { faceOf, type Settings } from './settings.ts';

/** Writes the notebook of a job file, bound to the commit that it stands in. */
export async function exportNotebook(settings: Settings): Promise<number> {
  const face = await faceOf(settings);
  const bound = await bindJob(settings, face);
  requireCommitted(settings, bound, 'the notebook');
  requireNoData(bound);
  const job = notebookJob(bound, remoteOf(settings, bound, face));
  const lacks = leftOut(bound.job);
  for (const each of lacks) face.warn(each);
  const text = notebookText(job, aboutNotebook(job, lacks, colabProfile()));
  requireNoSecret(settings, text);
  const target = resolve(settings.cwd, settings.value('out') ?? `${job.job}.colab.ipynb`);
  write(target, text, settings.flag('force'));
  face.line(`wrote ${target}: commit ${job.commit.slice(0, 12)} of ${job.remote}`);
  face.line('next: open it at colab.research.google.com (File > Upload notebook), then Runtime > Run all');
  if (settings.json)
    process.stdout.write(
      jsonLine({
        notebook: target,
        run: job.run,
        commit: job.commit,
        remote: job.remote,
        configHash: job.configHash,
        leftOut: lacks,
      }),
    );
  return 0;
}

function colabProfile(): Profile {
  const file = 'profiles/colab.yml';
  return parseProfile(readFileSync(new URL(file, installedDir()), 'utf8'), file);
}

function requireNoData({ job: { data = [], from } }: BoundJob): void {
  if (from !== undefined)
    throw new Problem({
      code: 'colab-from',
      kind: 'usage',
      what: `The job begins from ${from}, and in a notebook nobody brings its checkpoint.`,
      next: 'Leave `from` out, and put the checkpoint into the folder of the run on Drive yourself.',
    });
  const [first] = data;
  if (!first) return;
  throw new Problem({
    code: 'colab-data',
    kind: 'usage',
    what: `The job has ${first.from} fetched under "data", and in a notebook nobody does that.`,
    next: 'Fetch it in `setup`, into "$GPU_LEASE_DATA", or read it from Drive.',
  });
}

/** Where the notebook gets the code: by https, since nobody has an ssh key there. */
function remoteOf({ cwd, env, value }: Settings, { code, dir }: BoundJob, face: Face): string {
  const named = value('remote') ?? originUrlOf(dir, env);
  if (named === undefined) {
    throw new Problem({
      code: 'no-remote',
      kind: 'usage',
      what: `The repository of ${dir} has no remote "origin" that a notebook could fetch from.`,
      next: 'Push it somewhere, or name the address: --remote https://github.com/OWNER/NAME.git',
    });
  }
  const server = env['GITHUB_SERVER_URL'] || 'https://github.com';
  const repository = repositoryAt(named, env['GITHUB_SERVER_URL']);
  const known = askGit(dir, env, ['for-each-ref', '--contains', code.commit, '--count=1', 'refs/remotes']);
  if (known === '')
    face.warn(
      `commit ${code.commit.slice(0, 12)} is on no branch that was pushed from here: push it before the notebook runs`,
    );
  if (repository !== undefined) return `${server}/${repository}.git`;
  const isNear = /^(\.{0,2}\/|file:)/.test(named);
  if (isNear) face.warn(`${named} lies on this machine: a notebook of Colab cannot fetch from it`);
  return isNear && !named.startsWith('file:') ? resolve(cwd, named) : withoutLogin(named);
}

function requireNoSecret({ redactor }: Settings, text: string): void {
  const [found] = findSecrets(text);
  if (!found && redactor.text(text) === text) return;
  throw new Problem({
    code: 'colab-secret',
    kind: 'usage',
    what: `The notebook would hold ${found?.kind ?? 'the value of a secret of this environment'}.`,
    next: 'Take it out of the job file and its requirements, and name it under `env`: the notebook asks Colab for it.',
  });
}

function write(target: string, text: string, isForced: boolean): void {
  if (existsSync(target) && !isForced && readFileSync(target, 'utf8') !== text) {
    throw new Problem({
      code: 'exists',
      kind: 'usage',
      what: `${target} exists already and is another one; it was left as it is.`,
      next: 'Name another place with --out, or write over it with --force.',
    });
  }
  writeWhole(target, text);
}
