import { Problem, Problems } from '../problem.ts';

/** Problems in the reader's words; anything else is a bug of ours and says so. In Actions also as annotations. */
export function printError(error: unknown): void {
  const problems = error instanceof Problems ? error.all : error instanceof Problem ? [error] : [];
  if (problems.length === 0) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`gpu-lease: a bug of ours, please report it with this text:\n${stack}\n`);
    return;
  }
  for (const problem of problems) {
    const at = problem.at ? `${problem.at.file}:${problem.at.line}:${problem.at.column}: ` : '';
    process.stderr.write(`gpu-lease: ${at}${problem.message}\n`);
    if (process.env['GITHUB_ACTIONS'] === 'true') annotate(problem);
  }
}

function annotate(problem: Problem): void {
  const place = problem.at
    ? ` file=${property(problem.at.file)},line=${problem.at.line},col=${problem.at.column}`
    : '';
  process.stdout.write(`::error${place}::${data(problem.message)}\n`);
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
