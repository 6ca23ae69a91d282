import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clientArguments } from '../box/openssh-client.ts';
import { quoteArgv } from '../box/shell-quote.ts';
import { readRun } from '../course/find-run.ts';
import { heldBox } from '../course/held-box.ts';
import { wayIn } from '../course/way-in.ts';
import { forPrograms } from '../job/keys-of-others.ts';
import { costing } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { Request } from './command.ts';
import { layFiles } from './openssh-files.ts';
import { meantRun } from './own-run.ts';
import { faceOf, ledgerOf, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** `$1` the code; the rest is the command, and without one it is the login shell of the account. */
const IN_CODE =
  'cd -- "$1" || exit; shift; [ "$#" -gt 0 ] || set -- "$SHELL" -l; [ "$1" != "" ] || set -- sh -l; exec "$@"';

/** A person's terminal on the box of a run, by the system's own client. The record is not told. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  const dir = folderOfOurs(settings.stateDir);
  try {
    const box = await heldBox(world, run);
    const target = await layFiles(dir, await wayIn(world, run, box), settings, world);
    // The client has a line of its own, and may stay for hours.
    await world.close();
    const costs = costing(run);
    const meanwhile = costs.length > 0 ? `, which goes on costing: ${costs.join('; ')}` : '';
    process.stderr.write(`On ${box.lease.name}${meanwhile}\n`);
    const { words } = request;
    const asked = words.length === 1 ? ['sh', '-c', words[0] ?? ''] : words;
    const line = quoteArgv(['sh', '-c', IN_CODE, 'sh', box.code, ...asked]);
    const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
    return await openSsh(clientArguments(target, { terminal, command: line }), settings.env, signal);
  } finally {
    rmSync(dir, { recursive: true, force: true });
    await world.close();
  }
}

/** Also where this process is ended from outside, a key of the run does not stay. */
function folderOfOurs(stateDir: string): string {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const dir = mkdtempSync(join(stateDir, 'ssh-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** @returns its exit code; 255 is its own word for a line that failed */
function openSsh(args: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('ssh', args, { stdio: 'inherit', env: forPrograms(env) });
    signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    child.once('error', (cause) =>
      reject('code' in cause && cause.code === 'ENOENT' ? noClient(cause) : cause),
    );
    child.once('close', (code) => resolve(code ?? 1));
  });
}

const noClient = (cause: Error): Problem =>
  new Problem(
    {
      code: 'openssh-missing',
      kind: 'usage',
      what: 'There is no OpenSSH client here ("ssh").',
      next: 'Install openssh-client; or use "gpu-lease exec RUN -- COMMAND" and "gpu-lease cp", which need none.',
    },
    { cause },
  );
