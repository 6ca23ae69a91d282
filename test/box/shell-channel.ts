import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Channel, type ExecOptions, type ExecResult, TransportFailed } from '../../src/box/channel.ts';
import { inTurn } from '../in-turn.ts';

export type Shell = 'dash' | 'bash' | 'busybox';

/** Boxes of the scenarios have the strictest, dash, in every run. */
export const SHELLS: readonly Shell[] = inTurn<Shell>('shell of the box', ['dash', 'bash', 'busybox']);

/** A directory that plays a box: its own HOME, its own `sh`, commands run here and now, each in a session of its own as under sshd. */
export interface ShellBox {
  home: string;
  /** First in PATH: put fake tools there. */
  bin: string;
  channel: Channel;
  execs: string[][];
  /** Variables of every command, as a login would give them. */
  env: Record<string, string>;
  /** Ends everything that was started in this box (and nothing else: it is found by its HOME), and removes it. */
  destroy(): Promise<void>;
}

export async function shellBox(shell: Shell, options: { path?: string } = {}): Promise<ShellBox> {
  const home = await mkdtemp(join(tmpdir(), `gpu-lease-${shell}-`));
  const bin = join(home, 'bin');
  await mkdir(bin);
  await symlink(`/usr/bin/${shell}`, join(bin, 'sh'));
  const path = options.path ?? '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
  const env: Record<string, string> = { PATH: `${bin}:${path}`, HOME: home, TMPDIR: home, TMUX_TMPDIR: home };
  const execs: string[][] = [];
  return {
    home,
    bin,
    env,
    execs,
    channel: localChannel(home, env, execs),
    async destroy() {
      for (let round = 0; round < 50; round++) {
        const pids = await processesOf(home);
        if (pids.length === 0) break;
        for (const pid of pids) kill(pid);
        await sleep(20);
      }
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Living processes whose environment carries that HOME. */
export async function processesOf(home: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const ours = await Promise.all(
    pids.map(async (pid) => {
      const environ = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return environ.split('\0').includes(`HOME=${home}`);
    }),
  );
  return pids.filter((_, index) => ours[index]).map(Number);
}

export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It was gone before us.
  }
}

const LONGEST_PAUSE_MS = 500;

/** Waits until `look` returns something other than `undefined`; a bound, not a pause. Looks that are processes cost, so the later the rarer. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined>,
  seconds = 45,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (let pause = 20; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await sleep(pause);
  }
}

function localChannel(home: string, env: Record<string, string>, execs: string[][]): Channel {
  const channel: Channel = {
    hostKeySha256: 'local',
    async exec(argv, options = {}) {
      execs.push([...argv]);
      const limit = options.maxOutputBytes ?? 4 * 1024 * 1024;
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      let truncated = false;
      const end = await run(home, env, argv, options, (chunk) => {
        truncated ||= bytes + chunk.length > limit;
        if (bytes < limit) chunks.push(chunk.subarray(0, limit - bytes));
        bytes += chunk.length;
      });
      const result: ExecResult = { ...end, stdout: Buffer.concat(chunks).toString(), truncated };
      return result;
    },
    async stream(argv, sink, options = {}) {
      let bytes = 0;
      const end = await run(home, env, argv, options, (chunk) => {
        bytes += chunk.length;
        return sink(chunk);
      });
      return { ...end, bytes };
    },
    async put(path, data, mode = 0o644) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(`${path}.part`, 'w', mode);
      await pipeline(data instanceof Uint8Array ? [data] : data, file.createWriteStream());
      await chmod(`${path}.part`, mode);
      await rename(`${path}.part`, path);
    },
    async get(path, offset, length, sink) {
      let got = 0;
      for await (const chunk of createReadStream(path, { start: offset, end: offset + length - 1 })) {
        got += chunk.length;
        await sink(chunk);
      }
      if (got < length) throw new TransportFailed(`${got} of ${length} bytes`, 'short');
    },
    async close() {},
  };
  return channel;
}

async function run(
  home: string,
  env: Record<string, string>,
  argv: readonly string[],
  options: ExecOptions,
  onOutput: (chunk: Uint8Array) => void | Promise<void>,
): Promise<{ exitCode: number; stderr: string }> {
  const [program, ...rest] = argv;
  const child = spawn(program as string, rest, { cwd: home, env, detached: true, stdio: 'pipe' });
  const timer = setTimeout(() => kill(child.pid ?? 0), (options.timeoutSeconds ?? 30) * 1000);
  const exit = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      code === null ? reject(new TransportFailed(`killed: ${signal}`, 'timeout')) : resolve(code),
    );
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  const input = options.stdin ?? Buffer.alloc(0);
  const fed = pipeline(input instanceof Uint8Array ? [input] : input, child.stdin).catch(() => {});
  const read = (async () => {
    for await (const chunk of child.stdout) await onOutput(chunk);
  })();
  try {
    const exitCode = await exit;
    await Promise.all([fed, read]);
    return { exitCode, stderr };
  } finally {
    clearTimeout(timer);
  }
}
