import { COMMANDS } from './command-list.ts';
import { interruption, report, runProgram } from './program.ts';

async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<number | undefined> {
  // Not for people: the detached server process of a loopback box, and the steps of a composite action.
  if (argv[0] === '__local-box')
    return (await import('../platforms/local/daemon.ts')).serveLocalBox(argv[1] ?? '');
  if (argv[0] === '__action')
    return (await import('./action.ts')).runAction(argv[1] ?? '', env, interruption());
  return runProgram(argv, COMMANDS, env, ({ load }) => load);
}

main(process.argv.slice(2), process.env)
  .catch((error: unknown) => report(error, process.env))
  .then((code) => {
    process.exitCode = code;
  });
