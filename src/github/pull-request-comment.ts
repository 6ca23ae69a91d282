import { Problem } from '../problem.ts';
import type { Comments } from './github.ts';

/** GitHub refuses a comment of more than 65,536 characters. */
const MAX_CHARACTERS = 65_000;

/** Names of jobs are plain words; whatever stands there, it cannot end the comment that hides it. */
export const commentMarker = (job: string): string =>
  `<!-- gpu-lease:pull-request:${job.replace(/[^A-Za-z0-9_.-]/g, '-')} -->`;

type Written = 'created' | 'updated' | 'unchanged';
export type CommentOutcome = Written | { notAllowed: string };

/**
 * The one comment of a job on a pull request, written over each time.
 * @throws Problem as `Comments` does
 */
export async function writeComment(
  github: Comments,
  pullRequest: number,
  job: string,
  markdown: string,
): Promise<Written> {
  const marker = commentMarker(job);
  const body = fitting(`${marker}\n${markdown}`);
  const had = await github.commentMarked(pullRequest, marker);
  if (!had) {
    await github.createComment(pullRequest, body);
    return 'created';
  }
  if (had.body.replaceAll('\r\n', '\n').trim() === body.trim()) return 'unchanged';
  await github.updateComment(had.id, body);
  return 'updated';
}

/**
 * The same. A token that may not write is no failure of what the comment tells: it is told where the step is.
 * @throws Problem `unreachable` as `Comments` does
 */
export async function putComment(...what: Parameters<typeof writeComment>): Promise<CommentOutcome> {
  try {
    return await writeComment(...what);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'refused')
      return { notAllowed: `${error.what} ${error.next}` };
    throw error;
  }
}

function fitting(body: string): string {
  if (body.length <= MAX_CHARACTERS) return body;
  const end = body.lastIndexOf('\n', MAX_CHARACTERS);
  return `${body.slice(0, end > 0 ? end : MAX_CHARACTERS)}\n\nThe rest did not fit; it is in the summary of the workflow run.\n`;
}
