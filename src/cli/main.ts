import { LOOKING } from './look.ts';
import { interruption, type Loaders, report, runProgram } from './program.ts';

const LOADERS: Loaders = {
  ...LOOKING,
  // With `--billed` it asks platforms, and without it is the one above.
  cost: () => import('./cost.ts'),
  demo: () => import('./demo.ts'),
  init: () => import('./init.ts'),
  plan: () => import('./plan.ts'),
  offers: () => import('./offers.ts'),
  platforms: () => import('./platforms.ts'),
  run: () => import('./stages.ts'),
  sweep: () => import('./sweep.ts'),
  smoke: () => import('./stages.ts'),
  open: () => import('./stages.ts'),
  launch: () => import('./stages.ts'),
  watch: () => import('./stages.ts'),
  continue: () => import('./continue.ts'),
  collect: () => import('./stages.ts'),
  gate: () => import('./gate.ts'),
  release: () => import('./stages.ts'),
  approve: () => import('./approve.ts'),
  resume: () => import('./stages.ts'),
  restore: () => import('./restore.ts'),
  abandon: () => import('./abandon.ts'),
  tick: () => import('./tick.ts'),
  strays: () => import('./strays.ts'),
  verify: () => import('./verify.ts'),
  ask: () => import('./ask.ts'),
  doctor: () => import('./doctor.ts'),
  comment: () => import('./pull-request.ts'),
  staleness: () => import('./staleness.ts'),
  gotcha: () => import('./gotcha.ts'),
  completion: () => import('./completion.ts'),
};

async function main(argv: string[]): Promise<number> {
  // Not for people: the detached server process of a loopback box, and the steps of a composite action.
  if (argv[0] === '__local-box')
    return (await import('../platforms/local/daemon.ts')).serveLocalBox(argv[1] ?? '');
  if (argv[0] === '__action') return (await import('./action.ts')).runAction(argv[1] ?? '', interruption());
  const code = await runProgram(argv, LOADERS);
  if (code === undefined) throw new Error(`no loader for "${argv[0]}"`);
  return code;
}

main(process.argv.slice(2))
  .catch(report)
  .then((code) => {
    process.exitCode = code;
  });
