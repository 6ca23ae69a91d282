import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Channel } from '../src/box/channel.ts';
import { connectSsh } from '../src/box/ssh-connect.ts';
import { sharedDir } from './requirement.ts';
import { type SshdBox, sshdTestbed } from './testbed.ts';

const run = promisify(execFile);

/** A real Slurm of two nodes on this machine, and a box that is its login node. */
export interface SlurmTestbed {
  box: SshdBox;
  user: string;
  clientKey: string;
  /** Lines of known_hosts for the login node. */
  knownHosts: string;
  /** Home of the login node, which the compute nodes share. */
  home: string;
  /** A new connection to the login node. */
  connect(): Promise<Channel>;
  /** One of Slurm's programs, behind the driver's back; its words, whatever its exit code. */
  slurm(program: string, ...words: string[]): Promise<string>;
  /** What `slurm-up.sh` can do to it: `kill-ctld`, `start-ctld`, `kill-node node0`, ... */
  fault(verb: string, node?: string): Promise<void>;
  /** Once the controller has written down how its jobs are; what it has not, a SIGKILL takes back. */
  saved(): Promise<void>;
  /** Replaces a line of slurm.conf and has the controller read it again. */
  configure(from: RegExp, to: string): Promise<void>;
  /** Puts a program of this text before the one of that name on the login node. @returns takes it away again */
  shadow(program: string, text: string): Promise<() => Promise<void>>;
  down(): Promise<void>;
}

const PROGRAMS = ['sbatch', 'squeue', 'sacct', 'scancel', 'scontrol', 'sinfo', 'srun'];
let bedsTaken = 0;

/**
 * Callers skip with `missing('slurm', 'sshd', 'testbed')` and always call `down`.
 * @param acct `none`: there is no sacct
 * @param cgroup the kernel ends a job that takes more memory than it asked for; else Slurm does, by its own sums
 */
export async function slurmTestbed({
  acct,
  cgroup = false,
}: {
  acct: 'dbd' | 'none';
  cgroup?: boolean;
}): Promise<SlurmTestbed> {
  const dir = await mkdtemp(join(tmpdir(), 'gl-slurm-'));
  const script = join(sharedDir, 'testbed', 'slurm-up.sh');
  const call = async (verb: string, ...words: string[]) =>
    (await run(script, [verb, '-d', dir, ...words], { timeout: 120_000 })).stdout;
  // Far from each other, from the boxes, and below what a machine takes for connections of its own; the script goes on from there.
  const port = 10_000 + ((process.pid + 37 * bedsTaken++) % 240) * 50;
  const sshd = await sshdTestbed(1);
  try {
    await call('up', '-n', '2', '-p', String(port), '--acct', acct, ...(cgroup ? ['--cgroup'] : []));
  } catch (error) {
    await sshd.down();
    throw error;
  }
  const [box] = sshd.boxes;
  if (!box) throw new Error('the test bed has no box');
  const conf = join(dir, 'etc', 'slurm.conf');
  // Clients try for as long, nine seconds by default, before they say that the controller is down.
  await appendFile(conf, 'MessageTimeout=2\n');
  const bin = join(box.home, 'bin');
  const link = (program: string) => symlink(join(dir, 'bin', program), join(bin, program));
  await Promise.all(PROGRAMS.map(link));
  return {
    box,
    user: sshd.user,
    clientKey: sshd.clientKey,
    knownHosts: await readFile(sshd.knownHosts, 'utf8'),
    home: box.home,
    connect: async () => {
      const { channel } = await connectSsh({
        endpoint: async () => ({ host: box.host, port: box.port, user: sshd.user }),
        login: { keys: [{ text: sshd.clientKey, label: 'test bed' }] },
        pin: { sha256: box.hostKeySha256, by: 'user' },
      });
      return channel;
    },
    slurm: async (program, ...words) => {
      const { stdout } = await run(join(dir, 'bin', program), words, { timeout: 60_000 }).catch(
        (error) => error,
      );
      return String(stdout ?? '').trim();
    },
    fault: async (verb, node) => void (await call(verb, ...(node === undefined ? [] : [node]))),
    // It writes within seconds of a change, and not again where nothing changed since.
    saved: async () => {
      const written = async () => (await stat(join(dir, 'state', 'job_state'))).mtimeMs;
      const before = await written().catch(() => 0);
      for (let look = 0; look < 40 && (await written().catch(() => 0)) === before; look += 1)
        await pause(250);
    },
    configure: async (from, to) => {
      await writeFile(conf, (await readFile(conf, 'utf8')).replace(from, to));
      await run(join(dir, 'bin', 'scontrol'), ['reconfigure']);
    },
    shadow: async (program, text) => {
      await mkdir(bin, { recursive: true });
      await rm(join(bin, program), { force: true });
      await writeFile(join(bin, program), text.replaceAll('REAL', join(dir, 'bin', program)), {
        mode: 0o755,
      });
      return async () => {
        await rm(join(bin, program), { force: true });
        if (PROGRAMS.includes(program)) await link(program);
      };
    },
    down: async () => {
      await call('down');
      await sshd.down();
    },
  };
}
