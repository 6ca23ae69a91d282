import { annotation, inert } from '../github/inert.ts';
import { Problem, Problems, stackOf } from '../problem.ts';
import { pageOn } from '../report/page.ts';
import { visible } from '../report/visible-text.ts';

type Write = (text: string) => void;

/**
 * Problems in the reader's words; anything else is a bug of ours and says so. In Actions also as annotations on the right
 * file and line. Messages quote what a box said, so nothing in them is sent as it came.
 */
export function printError(
  error: unknown,
  env: NodeJS.ProcessEnv,
  toPerson: Write = (text) => pageOn(process.stderr, env).print(text.trimEnd()),
  toRunner: Write = (text) => void process.stdout.write(text),
): void {
  const isWorkflow = env['GITHUB_ACTIONS'] === 'true';
  const shown = isWorkflow ? inert : visible;
  const problems = error instanceof Problems ? error.all : error instanceof Problem ? [error] : [];
  if (problems.length === 0) {
    toPerson(`gpu-lease: a bug of ours, please report it with this text:\n${shown(stackOf(error))}\n`);
    if (isWorkflow) toRunner(annotation('error', `a bug of gpu-lease: ${String(error)}`));
    return;
  }
  for (const problem of problems) {
    const at = problem.at ? `${problem.at.file}:${problem.at.line}:${problem.at.column}: ` : '';
    // In a workflow the annotation alone: the runner shows it in the log as well.
    if (isWorkflow) toRunner(annotation('error', problem.message, problem.at));
    else toPerson(`gpu-lease: ${shown(`${at}${problem.message}`)}\n`);
  }
}
