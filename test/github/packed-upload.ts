import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { TwinArtifact, TwinRun } from '../twins/github-state.ts';
import type { GitHubTwin } from '../twins/github-twin.ts';
import { zipFile } from '../verify/zip-writer.ts';

/** What actions/upload-artifact makes of folders and files: names below the deepest folder that holds all; of a single one, below itself. */
export function packedUpload(folders: readonly string[]): Buffer {
  const [first = ''] = folders;
  const root = folders.length === 1 && statSync(first).isDirectory() ? first : dirname(first);
  const files = folders.flatMap((folder) =>
    statSync(folder).isFile()
      ? [folder]
      : readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .map((file) => join(folder, file))
          .filter((file) => statSync(file).isFile()),
  );
  const members = files.map((file) => ({
    name: relative(root, file),
    data: readFileSync(file),
    deflate: true,
  }));
  return Buffer.from(zipFile(members));
}

/** @throws Error as the action fails where the workflow run has one of that name and it is not to be replaced */
export function keptInTwin(
  twin: GitHubTwin,
  run: TwinRun,
  { name, paths, overwrite }: { name: string; paths: readonly string[]; overwrite: boolean },
): TwinArtifact {
  const before = [...twin.state.artifacts.values()].find((each) => each.run === run.id && each.name === name);
  if (before && !overwrite)
    throw new Error('Failed to CreateArtifact: (409) Conflict: an artifact with this name already exists');
  const made = twin.addArtifact(run, name, packedUpload(paths));
  if (before) twin.deleteArtifact(before.id);
  return made;
}
