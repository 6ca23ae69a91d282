import { parseArguments } from '../../src/cli/arguments.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { command } from '../../src/cli/verify.ts';
import { exitCodeOf, type Problem, Problems } from '../../src/problem.ts';

export interface VerifyOutcome {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** Empty when the command came to an end of its own. */
  problems: Problem[];
}

/** `gpu-lease verify ...` in this process, in the directory `cwd`. */
export async function runVerify(
  cwd: string,
  args: readonly string[],
  signal: AbortSignal = new AbortController().signal,
): Promise<VerifyOutcome> {
  const before = process.cwd();
  const seen = { stdout: '', stderr: '' };
  const restore = (['stdout', 'stderr'] as const).map((name) =>
    capture(name, (text) => (seen[name] += text)),
  );
  process.chdir(cwd);
  try {
    const request = parseArguments(['verify', ...args], COMMANDS);
    if (typeof request !== 'object') throw new Error('no request');
    return { exitCode: await command({ ...request, env: process.env }, signal), ...seen, problems: [] };
  } catch (error) {
    const problems = error instanceof Problems ? error.all : [error as Problem];
    return { exitCode: exitCodeOf(error), ...seen, problems };
  } finally {
    process.chdir(before);
    for (const each of restore) each();
  }
}

/** Takes what is written as text; the test runner's own messages are bytes and go on their way. */
function capture(name: 'stdout' | 'stderr', take: (text: string) => void): () => void {
  const stream = process[name];
  const { write } = stream;
  stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    if (typeof chunk !== 'string') return write.call(stream, chunk, ...rest);
    take(chunk);
    return true;
  }) as typeof write;
  return () => {
    stream.write = write;
  };
}
