import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { CodeBundle } from '../box/box-plan.ts';
import type { BoundJob } from '../course/bound-job.ts';
import type { Opening } from '../course/open-run.ts';
import { folderIn } from '../github/checkout.ts';
import { nearestFile } from '../host/nearest-file.ts';
import { configHash } from '../job/config-hash.ts';
import type { Job } from '../job/job.ts';
import { parseJob, placeInJob } from '../job/load.ts';
import { scriptFaults } from '../job/named-scripts.ts';
import { ownLengths } from '../job/own-lengths.ts';
import { requirementsFault } from '../job/requirements-file.ts';
import { MOST_CONFIG_BYTES } from '../job/training-length.ts';
import { bundleCode } from '../launch/code-bundle.ts';
import { pushedRequirements } from '../launch/pushed-requirements.ts';
import { Problem, Problems } from '../problem.ts';
import type { Face } from '../world.ts';
import { throwAll } from './given-options.ts';
import { knownPlatforms } from './known-platforms.ts';
import type { Settings } from './settings.ts';
import { tellingFix } from './telling-fix.ts';

/** The job file that is meant, bound to the code that lies beside it. */
export async function bindJob(settings: Settings, face: Face): Promise<BoundJob> {
  const { job, path } = readJob(settings, face);
  const dir = dirname(path);
  const code = await bundleCode(dir, {
    allowDirty: settings.flag('allow-dirty'),
    storeDir: settings.storeDir,
  });
  refuseScripts(job, code, { path, file: settings.value('job') ?? path });
  for (const note of code.notes ?? []) face.warn(note);
  for (const warning of ownLengths(job, (file) => configText(file, code, dir)))
    face.warn(`${warning.what} ${warning.next}`, {
      ...warning.at,
      file: join(dirname(settings.value('job') ?? path), warning.at.file),
    });
  if (code.dirty) face.warn('the code has uncommitted changes; this run is marked so for ever');
  return {
    job,
    code,
    requirements: requirementsText(job, code, dir),
    dir,
    folder: await folderIn(dir),
    configHash: configHash(job, { commit: code.commit, codeHash: code.hash }),
  };
}

/** @throws Problem, or Problems, for commands of the job that name no script of the commit */
function refuseScripts(job: Job, code: CodeBundle, { path, file }: { path: string; file: string }): void {
  const faults = scriptFaults(job, code.files);
  if (faults.length === 0) return;
  const text = jobText(path);
  throwAll(
    faults.map(
      ({ path: key, ...fault }) => new Problem({ ...fault, kind: 'usage', at: placeInJob(text, file, key) }),
    ),
  );
}

/** The job file that is meant, with its warnings shown. */
export function readJob(settings: Settings, face: Face): { job: Job; path: string } {
  const path = resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml');
  const { job, warnings } = parsed(jobText(path), settings.value('job') ?? path);
  for (const warning of warnings) face.warn(`${warning.what} ${warning.next}`, warning.at);
  return { job, path };
}

/** @throws Problems, with what of them "gpu-lease fix" answers */
function parsed(text: string, file: string): ReturnType<typeof parseJob> {
  try {
    return parseJob(text, file, knownPlatforms());
  } catch (error) {
    throw tellingFix(error);
  }
}

/** What the job file that is meant calls its job; `undefined` where it cannot be read. */
export function nameOfJob(settings: Settings): string | undefined {
  const path = resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml');
  try {
    return parseJob(jobText(path), path, knownPlatforms()).job.name;
  } catch (error) {
    if (error instanceof Problem || error instanceof Problems) return;
    throw error;
  }
}

/** From the work tree, and only when it is what the bound code holds: the run must not depend on an uncommitted edit. */
function requirementsText(job: Job, code: CodeBundle, dir: string): string | undefined {
  if (!job.requirements) return;
  const { file } = job.requirements;
  const bound = code.files.find((each) => each.path === file);
  const bytes = bound ? readFileSync(join(dir, file)) : undefined;
  if (bytes && createHash('sha256').update(bytes).digest('hex') === bound?.sha256)
    return installable(job.requirements, bytes.toString('utf8'), code);
  throw new Problem({
    code: 'requirements-differ',
    kind: 'usage',
    what: bound
      ? `${file} is not what commit ${code.commit.slice(0, 8)} holds.`
      : `requirements.file is ${file}, which the commit does not hold.`,
    next: 'Commit it, or correct requirements.file.',
  });
}

/** A plain file of the bound code, as it lies in the work tree: what is read of it is only told. */
function configText(file: string, code: CodeBundle, dir: string): string | undefined {
  const bound = code.files.find((each) => each.path === file);
  if (!bound || bound.link !== undefined) return undefined;
  const { size } = statSync(join(dir, file), { throwIfNoEntry: false }) ?? { size: Number.POSITIVE_INFINITY };
  return size <= MOST_CONFIG_BYTES ? readFileSync(join(dir, file), 'utf8') : undefined;
}

function installable(wanted: NonNullable<Job['requirements']>, text: string, code: CodeBundle): string {
  const { file } = wanted;
  const fault = requirementsFault(file, text) ?? includeFault(pushedRequirements(wanted, text, code));
  if (fault === undefined) return text;
  throw new Problem({
    code: 'requirements-unread',
    kind: 'usage',
    what: `requirements.file is ${file}, which ${fault}.`,
    next: 'Commit what is named, name a file that lists what is needed, or install it by `setup`.',
  });
}

const includeFault = ({ unread }: { unread: readonly string[] }): string | undefined =>
  unread.length === 0
    ? undefined
    : `includes ${unread.join(' and ')}, which the commit does not hold: pip would fail on the box`;

function jobText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const near = nearestFile(basename(path), path);
    throw new Problem(
      {
        code: 'no-job-file',
        kind: 'usage',
        what: `There is no readable job file at ${path}.`,
        next: `${near === undefined ? '' : `Did you mean "${near}"? `}Write one with "gpu-lease init", or name another with --job.`,
      },
      { cause },
    );
  }
}

/** What `openRun` asks of a command. */
export const openingOf = ({ env, cwd, clock, who, value }: Settings): Opening => ({
  env,
  cwd,
  clock,
  who,
  named: value('run'),
});
