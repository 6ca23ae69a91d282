import { readCaller } from './doctor/caller-view.ts';
import type { GitHub } from './github.ts';

/** Files of the set that `init --github` writes, by the ends of their names. */
export const SET_FILES = ['smoke', 'train', 'release', 'tick', 'daily'] as const;
/** `label` is written only where it is asked for, `kaggle` where a candidate is Kaggle. */
export type SetFile = (typeof SET_FILES)[number] | 'label' | 'kaggle';

/** How the names of the set begin, unless somebody renamed all of them alike. */
export const SET_NAME = 'gpu-lease';

/** What earlier versions wrote: one file, of which an input `stage` says what it is to do. */
export const ONE_FILE = `.github/workflows/${SET_NAME}.yml`;

export const workflowPath = (file: string): string => `.github/workflows/${file}`;

/** @param name how those of this set begin */
export const setPath = (is: SetFile, name = SET_NAME): string => workflowPath(`${name}-${is}.yml`);

/** A workflow file of the caller's repository, and a branch or tag that it can be dispatched on. */
export interface CallerWorkflow {
  file: string;
  ref: string;
}

/** The top-level workflow file of this run and a ref that it can be dispatched on. A pull request's ref is none. */
export function ownWorkflow(env: NodeJS.ProcessEnv): CallerWorkflow | undefined {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  const prefix = `${repository}/.github/workflows/`;
  const [path = '', full = ''] = (env['GITHUB_WORKFLOW_REF'] ?? '').split(/@(.*)/s);
  const file = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  const ref = /^refs\/(?:heads|tags)\/(.+)$/.exec(full)?.[1];
  return repository !== '' && /^[^/]+\.ya?ml$/.test(file) && ref !== undefined ? { file, ref } : undefined;
}

/**
 * How the file of the set that is for this would be called, beside the one that we run in; `undefined` where that one is for
 * several things.
 *
 * @param own `undefined` at a terminal: then the usual names count
 */
export function siblingOf(own: CallerWorkflow | undefined, wanted: SetFile): string | undefined {
  const [, name, end] =
    /^(.+)-(?:smoke|train|release|tick|daily|label)(\.ya?ml)$/.exec(own?.file ?? '') ?? [];
  return own && name === undefined ? undefined : `${name ?? SET_NAME}-${wanted}${end ?? '.yml'}`;
}

/**
 * The file of the set that is for this, beside the one that we run in; that one itself where it is all that there is.
 *
 * @param own `undefined` at a terminal: then the usual names count, on the default branch
 * @returns `isOne`: it is for several things, and has to be told by its input `stage` which is meant
 */
export async function workflowFor(
  wanted: 'train' | 'release',
  own: CallerWorkflow | undefined,
  github: Pick<GitHub, 'file' | 'describe'>,
): Promise<CallerWorkflow & { isOne: boolean }> {
  const ref = own?.ref ?? (await github.describe()).defaultBranch;
  const file = siblingOf(own, wanted);
  if (file === undefined) return { file: own?.file ?? ONE_FILE.replace(/^.*\//, ''), ref, isOne: true };
  const text = await github.file(workflowPath(file), ref);
  if (text === undefined) return { file: own?.file ?? ONE_FILE.replace(/^.*\//, ''), ref, isOne: true };
  return { file, ref, isOne: readCaller(file, text).dispatchInputs.includes('stage') };
}
