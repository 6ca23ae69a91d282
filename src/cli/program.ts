import { writeSync } from 'node:fs';
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

/** From the signal to the end, whatever a remote, a box or a disk keeps this process waiting for. */
const TIDY_MS = 800;

/**
 * Ctrl-C or a cancelled job: stop waiting, keep what is known, tear nothing down. A second one ends at once, and so does a
 * command that has not come to its end within a second: each may be killed anywhere and run again.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let times = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      times += 1;
      if (times > 1) process.exit(EXIT.interrupted);
      controller.abort();
      setTimeout(endNow, TIDY_MS).unref();
    });
  }
  return controller.signal;
}

function endNow(): void {
  // Written at once: nothing is awaited any more.
  writeSync(2, 'gpu-lease: interrupted; nothing was torn down. Run the same command again.\n');
  process.exit(EXIT.interrupted);
}

export async function report(error: unknown): Promise<number> {
  const [{ printError }, { refusedHere }] = await Promise.all([
    import('./print-error.ts'),
    import('../refused-here.ts'),
  ]);
  const told = refusedHere(error);
  printError(told);
  return exitCodeOf(told);
}
