import { Problem } from '../problem.ts';
import type { Face } from '../world.ts';
import type { CommitStatus, Pulls, StatusState } from './github.ts';

/** By which GitHub tells one status from another, and a branch rule names it. */
export const STATUS_CONTEXT = 'gpu-lease / gpu';
/** Until the run is there that can say more. */
export const UNTIL_IT_RUNS = 'its smoke runs; then it waits for a reviewer';
/** GitHub refuses more. */
const MOST_CHARACTERS = 140;

export interface Told {
  state: StatusState;
  description: string;
  url: string | undefined;
}

/**
 * The status of a labelled commit, posted where it says something else than the newest one.
 * @throws Problem as `Pulls` does
 */
export async function postStatus(
  github: Pick<Pulls, 'statusOf' | 'postStatus'>,
  sha: string,
  told: Told,
  face: Pick<Face, 'line'>,
): Promise<void> {
  const description = fitting(told.description);
  const had = await github.statusOf(sha, STATUS_CONTEXT);
  if (had?.state === told.state && had.description === description) return;
  await github.postStatus(sha, { ...told, description, context: STATUS_CONTEXT });
  face.line(`status of ${sha.slice(0, 12)}: ${told.state}, ${description}`);
}

/** The same; where GitHub refuses that is a warning. */
export const tellCommit = (
  github: Pick<Pulls, 'statusOf' | 'postStatus'>,
  sha: string,
  told: Told,
  face: Pick<Face, 'warn' | 'line'>,
): Promise<void> => unlessRefused(sha, face, () => postStatus(github, sha, told, face));

/** The newest one; `undefined` also where GitHub refuses to say, which is a warning. */
export const statusOfCommit = (
  github: Pick<Pulls, 'statusOf'>,
  sha: string,
  face: Pick<Face, 'warn'>,
): Promise<Omit<CommitStatus, 'context'> | undefined> =>
  unlessRefused(sha, face, () => github.statusOf(sha, STATUS_CONTEXT));

async function unlessRefused<T>(
  sha: string,
  face: Pick<Face, 'warn'>,
  does: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await does();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(
      `The status of commit ${sha.slice(0, 12)} could not be posted: ${error.what} The run is none the worse for it. Next: ${error.next}`,
    );
    return;
  }
}

function fitting(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS - 3)}...`;
}
