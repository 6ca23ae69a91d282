import { writeSync } from 'node:fs';
import { EXIT, exitCodeOf } from '../problem.ts';
import { parseArguments } from './arguments.ts';
import type { CommandDefinition, Load } from './command.ts';

/**
 * One command line from its words to its exit code; the one place where a thrown error becomes one.
 * @returns undefined, with nothing done, for a command that `loadOf` has no code of
 */
export async function runProgram(
  argv: readonly string[],
  commands: readonly CommandDefinition[],
  env: NodeJS.ProcessEnv,
  loadOf: (command: CommandDefinition) => Load | undefined,
): Promise<number | undefined> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessGone);
  try {
    const request = parseArguments(argv, commands);
    if (request === 'help') {
      const { columnsForHelp, printHelp } = await import('./help.ts');
      return printHelp(argv, commands, columnsForHelp(process.stdout, env));
    }
    if (request === 'version') return (await import('./help.ts')).printVersion();
    const load = loadOf(request.command);
    return load && (await (await load()).command({ ...request, env }, interruption()));
  } catch (error) {
    return report(error, env);
  }
}

/** Whoever has read enough (`| head`) stops no work: what a command stops, pulls or proves it does all the same. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
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

export async function report(error: unknown, env: NodeJS.ProcessEnv): Promise<number> {
  const [{ printError }, { refusedHere }] = await Promise.all([
    import('./print-error.ts'),
    import('../refused-here.ts'),
  ]);
  const told = refusedHere(error);
  printError(told, env);
  return exitCodeOf(told);
}
