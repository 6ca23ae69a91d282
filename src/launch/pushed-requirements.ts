import type { CodeBundle } from '../box/box-plan.ts';
import type { Job } from '../job/job.ts';
import { installerOf } from '../job/requirements-file.ts';
import { filterEnvironment } from './conda-environment.ts';
import { readGitArchive } from './git-archive.ts';
import { describeDropped, filterRequirements } from './requirements.ts';

export interface PushedRequirements {
  text: string;
  /** Laid down beside the run for it, see `CONSTRAINTS`; empty where it needs none. */
  constraints: string;
  /** What is not installed as the file names it, for people. */
  said: string[];
  /** Files that it includes and the code does not hold: pip would fail for them on the box. */
  unread: string[];
}

/** What of PyTorch a lock, or a project, is installed without, on the box. */
const LEFT_OUT = {
  uv: 'torch, torchvision, torchaudio, triton and nvidia-*',
  poetry: 'torch, torchvision, torchaudio, triton and nvidia-*',
  project: 'torch, torchvision and torchaudio',
};

/** The job's requirements, with the files of `code` that they include, without what the image already has (P0-10). */
export function pushedRequirements(
  { file, torch }: NonNullable<Job['requirements']>,
  text: string,
  code: Pick<CodeBundle, 'tar'>,
): PushedRequirements {
  const installer = installerOf(file);
  if (installer !== 'pip' && installer !== 'conda') {
    const words = `The image's own PyTorch is kept: ${LEFT_OUT[installer]} are left out of ${file} (say \`torch: as-pinned\` to install them).`;
    return { text, constraints: '', said: torch === 'keep-image' ? [words] : [], unread: [] };
  }
  const from = { path: file, read: readerOf(code) };
  if (installer === 'pip') {
    const { dropped, ...rest } = filterRequirements(text, torch, from);
    return { ...rest, said: sayDropped(dropped) };
  }
  const { dropped, moved, ...rest } = filterEnvironment(text, torch, from);
  const byPip =
    moved.length === 0
      ? []
      : [`Installed by pip, because conda would bring a PyTorch of its own with them: ${moved.join(', ')}.`];
  return { ...rest, said: [...sayDropped(dropped), ...byPip] };
}

const sayDropped = (dropped: readonly string[]): string[] => {
  const said = describeDropped(dropped);
  return said === undefined ? [] : [said];
};

/** Unpacked only where a file includes another. */
function readerOf({ tar }: Pick<CodeBundle, 'tar'>): (path: string) => string | undefined {
  let files: Map<string, Uint8Array> | undefined;
  return (path) => {
    files ??= new Map(
      readGitArchive(Buffer.from(tar)).flatMap((each) =>
        each.link === undefined ? [[each.path, each.content]] : [],
      ),
    );
    const content = files.get(path);
    return content && Buffer.from(content).toString('utf8');
  };
}
