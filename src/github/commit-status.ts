import { Problem } from '../problem.ts';
import type { Face } from '../world.ts';
import type { CommitStatus, Pulls, StatusState } from './github.ts';

/** By which GitHub tells one status from another, and a branch rule names it. */
export const STATUS_CONTEXT = 'gpu-lease / gpu';
/** GitHub refuses more. */
const MOST_CHARACTERS = 140;

export interface Told {
  state: StatusState;
  description: string;
  url: string | undefined;
}

/**
 * The status of a labelled commit, posted where it says something else than the newest one. What it tells of is none the worse where
 * GitHub refuses: that is a warning.
 *
 * @returns whether it stands there
 */
export async function tellCommit(
  github: Pick<Pulls, 'statusOf' | 'postStatus'>,
  sha: string,
  told: Told,
  face: Pick<Face, 'warn' | 'line'>,
): Promise<boolean> {
  const description = fitting(told.description);
  const isThere = await unlessRefused(sha, face, async () => {
    const had = await github.statusOf(sha, STATUS_CONTEXT);
    if (had?.state === told.state && had.description === description) return true;
    await github.postStatus(sha, { ...told, description, context: STATUS_CONTEXT });
    face.line(`status of ${sha.slice(0, 12)}: ${told.state}, ${description}`);
    return true;
  });
  return isThere === true;
}

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
