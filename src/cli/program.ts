import { EXIT, exitCodeOf } from '../problem.ts';
import { parseArguments, type Request } from './arguments.ts';

/** By the command's name. Each is loaded only when it is asked for: `launch` must not pay for the verifier, nor `init` for ssh2. */
export type Loaders = Record<
  string,
  () => Promise<{ command: (request: Request, signal: AbortSignal) => Promise<number> }>
>;

/**
 * One command line from its words to its exit code; the one place where a thrown error becomes one.
 * @returns undefined, with nothing done, for a command that `loaders` does not have
 */
export async function runProgram(argv: readonly string[], loaders: Loaders): Promise<number | undefined> {
  try {
    const request = parseArguments(argv);
    if (request === 'help') return (await import('./help.ts')).printHelp(argv);
    if (request === 'version') return (await import('./help.ts')).printVersion();
    const load = loaders[request.command.name];
    return load && (await (await load()).command(request, interruption()));
  } catch (error) {
    return report(error);
  }
}

/** Ctrl-C or a cancelled job: stop waiting, keep what is known, tear nothing down. A second one ends at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let times = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      times += 1;
      if (times > 1) process.exit(EXIT.interrupted);
      controller.abort();
    });
  }
  return controller.signal;
}

export async function report(error: unknown): Promise<number> {
  const { printError } = await import('./print-error.ts');
  printError(error);
  return exitCodeOf(error);
}
