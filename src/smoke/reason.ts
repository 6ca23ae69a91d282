import { Problem, Problems } from '../problem.ts';

/** Of a long reason its beginning says what, and its end holds the last lines of the log. */
const FIRST_CHARACTERS = 1200;
const LAST_CHARACTERS = 2000;

/**
 * Why a smoke failed, for who was not there: each finding with its file and line, what to do, and the last lines of the log, at most some
 * 3,300 characters.
 */
export function smokeReason(error: unknown): string {
  const problems = error instanceof Problems ? error.all : error instanceof Problem ? [error] : [];
  const text = problems
    .map(({ at, message }) => `${at ? `${at.file}:${at.line}: ` : ''}${message}`)
    .join('\n\n');
  return shortened(text || `A bug of gpu-lease: ${String(error)}`);
}

/** Once more where it arrives: whoever wrote it may have had no bound. */
export function shortened(text: string): string {
  if (text.length <= FIRST_CHARACTERS + LAST_CHARACTERS) return text;
  const left = text.length - FIRST_CHARACTERS - LAST_CHARACTERS;
  return `${text.slice(0, FIRST_CHARACTERS)}\n[... ${left} characters are left out ...]\n${text.slice(-LAST_CHARACTERS)}`;
}
