import { EXIT, exitCodeOf } from '../problem.ts';
import { parseArguments, type Request } from './arguments.ts';

/** Every command is loaded only when it is asked for: `status` must not pay for ssh2, nor `--help` for YAML. */
const LOADERS: Record<
  string,
  () => Promise<{ command: (request: Request, signal: AbortSignal) => Promise<number> }>
> = {
  demo: () => import('./demo.ts'),
  init: () => import('./init.ts'),
  plan: () => import('./plan.ts'),
  run: () => import('./stages.ts'),
  smoke: () => import('./stages.ts'),
  launch: () => import('./stages.ts'),
  watch: () => import('./stages.ts'),
  collect: () => import('./stages.ts'),
  release: () => import('./stages.ts'),
  resume: () => import('./stages.ts'),
  abandon: () => import('./abandon.ts'),
  status: () => import('./status.ts'),
  log: () => import('./status.ts'),
  cost: () => import('./status.ts'),
  verify: () => import('./verify.ts'),
  completion: () => import('./completion.ts'),
};

async function main(argv: string[]): Promise<number> {
  // Not for people: the detached server process of a loopback box, and the steps of a composite action.
  if (argv[0] === '__local-box')
    return (await import('../platforms/local/daemon.ts')).serveLocalBox(argv[1] ?? '');
  if (argv[0] === '__action') return (await import('./action.ts')).runAction(argv[1] ?? '', interruption());
  const request = parseArguments(argv);
  if (request === 'help') return (await import('./help.ts')).printHelp(argv);
  if (request === 'version') return (await import('./help.ts')).printVersion();
  const load = LOADERS[request.command.name];
  if (!load) throw new Error(`no loader for ${request.command.name}`);
  return (await load()).command(request, interruption());
}

/** Ctrl-C or a cancelled job: stop waiting, keep what is known, tear nothing down. A second one ends at once. */
function interruption(): AbortSignal {
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

/** The one place where a thrown error becomes an exit code. */
async function report(error: unknown): Promise<number> {
  const { printError } = await import('./print-error.ts');
  printError(error);
  return exitCodeOf(error);
}

main(process.argv.slice(2))
  .catch(report)
  .then((code) => {
    process.exitCode = code;
  });
