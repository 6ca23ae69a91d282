import { join } from 'node:path';
import type { Lack } from '../colab/bring.ts';
import type { DriveRecord } from '../colab/record.ts';
import { listOf } from '../collect/collect-problems.ts';
import type { SealObstacle } from '../collect/seal.ts';
import { Problem } from '../problem.ts';

/** As long as Drive was seen to take, by the profile's gotcha NB1. */
const LATER =
  'Wait up to 30 min until Drive is in step, then run the same command again; what is here already is not brought twice.';

export const folderMissing = (folder: string): Problem =>
  new Problem({
    code: 'no-folder',
    kind: 'usage',
    what: `There is no folder ${folder}.`,
    next: 'Name the folder of the run as Drive keeps it on this machine, or as you downloaded it: .../gpu-lease/RUN.',
  });

export const whichRun = (folder: string, runs: readonly string[]): Problem =>
  new Problem({
    code: 'colab-which-run',
    kind: 'usage',
    what: `${folder} holds ${runs.length} runs: ${runs.slice(0, 10).join(', ')}.`,
    next: `Name the folder of one, such as ${join(folder, runs[0] ?? '')}; its job file by --job where that is another one.`,
  });

export const nothingThere = (root: string): Problem =>
  new Problem({
    code: 'sync-failed',
    kind: 'unreachable',
    what: `${root} holds nothing that a notebook of gpu-lease writes (SYNC_FAILED, or it is another folder).`,
    next: LATER,
  });

export const recordUnread = (root: string): Problem =>
  new Problem({
    code: 'sync-failed',
    kind: 'unreachable',
    what: `run.json in ${root} is empty, cut or none of ours: Drive has not synced it yet (SYNC_FAILED).`,
    next: LATER,
  });

/** A file that is short or missing may come; one that is another says that it will not. */
export function lacking(root: string, lacks: readonly Lack[]): Problem {
  const others = lacks.filter(({ mayCome }) => !mayCome);
  const list = lacks.slice(0, 20).map(({ cell, path, what }) => `- cells/${cell}/files/${path} ${what}`);
  const more = lacks.length > list.length ? `\n- and ${lacks.length - list.length} more` : '';
  if (others.length > 0) {
    return new Problem({
      code: 'drive-differs',
      kind: 'failed',
      what: `${lacks.length} file(s) in ${root} are not what the notebook saved:\n${list.join('\n')}${more}`,
      next: 'Nothing is sealed. Download the folder again from drive.google.com; where it is the same there, run the notebook again.',
    });
  }
  return new Problem({
    code: 'sync-failed',
    kind: 'unreachable',
    what: `Drive has not synced ${lacks.length} file(s) yet (SYNC_FAILED); ${root} names them and does not hold them:\n${list.join('\n')}${more}`,
    next: LATER,
  });
}

export function notWhole({ run, cells }: DriveRecord, obstacles: readonly SealObstacle[]): Problem {
  const failed = cells.filter(({ exitCode }) => exitCode !== 0);
  const ended = failed.map(
    ({ name, exitCode }) => `${name} ${exitCode === null ? 'did not run' : `ended with ${exitCode}`}`,
  );
  return new Problem({
    code: 'not-sealable',
    kind: 'failed',
    what: `${run} cannot be sealed${ended.length > 0 ? ` (${ended.join(', ')})` : ''}:\n${listOf(obstacles)}`,
    next:
      ended.length > 0
        ? 'Run all cells of the notebook again: it goes on from what is whole on Drive.'
        : 'Look at the files. Correct the job, commit, and make the notebook anew.',
  });
}
