import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type Status = 'QUEUED' | 'RUNNING' | 'COMPLETE' | 'ERROR' | 'CANCEL_ACKNOWLEDGED';

interface Starting {
  /** Of this session alone; stands in for `/kaggle`. */
  dir: string;
  text: string;
  shape: string | undefined;
  timeoutSeconds: number;
  /** Folder of each input, by the name under which it is mounted. */
  inputs: ReadonlyMap<string, string>;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * One session: the script that was pushed runs as a process, in a folder that stands in for `/kaggle`. As nobody tells what a version that
 * fails keeps, the worst is assumed: one that does not end well, or is ended, leaves no output at all.
 */
export class TwinSession {
  status: Status = 'RUNNING';
  failure: string | undefined;
  readonly startedAt = Date.now();
  endedAt: number | undefined;
  readonly log: { stream_name: string; time: number; data: string }[] = [];
  readonly #child: ChildProcess;
  readonly #dir: string;
  readonly #ended: Promise<void>;

  constructor({ dir, text, shape, timeoutSeconds, inputs, env }: Starting) {
    this.#dir = dir;
    for (const name of ['input', 'working', 'temp', 'bin']) mkdirSync(join(dir, name), { recursive: true });
    for (const [name, from] of inputs) cpSync(from, join(dir, 'input', name), { recursive: true });
    writeFileSync(join(dir, 'script.py'), text);
    if (shape === 'NvidiaTeslaT4') this.#cards(['Tesla T4, 15360', 'Tesla T4, 15360']);
    else this.#cards([]);
    // The image of a machine with cards has a PyTorch that finds them; that of this machine may be one for CPUs.
    const site = shape === 'NvidiaTeslaT4' ? { PYTHONPATH: join(dir, 'site') } : {};
    mkdirSync(join(dir, 'site'));
    writeFileSync(
      join(dir, 'site', 'torch.py'),
      'class cuda:\n    is_available = staticmethod(lambda: True)\n',
    );
    this.#child = spawn('python3', [join(dir, 'script.py')], {
      cwd: join(dir, 'working'),
      env: { ...env, ...site, PATH: `${join(dir, 'bin')}${delimiter}${env['PATH']}`, GPU_LEASE_KAGGLE: dir },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const name of ['stdout', 'stderr'] as const)
      this.#child[name]?.setEncoding('utf8').on('data', (data: string) => {
        this.log.push({ stream_name: name, time: (Date.now() - this.startedAt) / 1000, data });
      });
    const timer = setTimeout(
      () =>
        this.end(
          'ERROR',
          'Your notebook was stopped because it exceeded the max allowed execution duration.',
        ),
      timeoutSeconds * 1000,
    );
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', (exitCode) => {
        clearTimeout(timer);
        if (this.status === 'RUNNING')
          this.#over(exitCode === 0 ? 'COMPLETE' : 'ERROR', `exit code ${exitCode}`);
        resolve();
      });
    });
  }

  #cards(rows: string[]): void {
    const program = join(this.#dir, 'bin', 'nvidia-smi');
    const text = rows.length === 0 ? 'exit 9' : rows.map((row) => `echo '${row}'`).join('\n');
    writeFileSync(program, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }

  #over(status: Status, why: string): void {
    this.status = status;
    this.endedAt = Date.now();
    if (status === 'COMPLETE') return;
    this.failure = why;
    rmSync(join(this.#dir, 'working'), { recursive: true, force: true });
  }

  get isRunning(): boolean {
    return this.status === 'RUNNING';
  }

  /** What it printed so far. */
  get said(): string {
    return this.log.map(({ data }) => data).join('');
  }

  get outputDir(): string {
    return join(this.#dir, 'working');
  }

  /** Paths of the output, sorted; none before it has ended. */
  get output(): string[] {
    if (this.status !== 'COMPLETE' || !existsSync(this.outputDir)) return [];
    return readdirSync(this.outputDir, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name).slice(this.outputDir.length + 1))
      .sort();
  }

  /** The machine is gone at once, with everything on it. */
  end(status: Status, why: string): void {
    if (!this.isRunning) return;
    this.status = status;
    for (const pid of processesOf(this.#dir)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
    this.#over(status, why);
  }

  async ended(): Promise<void> {
    await this.#ended;
  }

  async says(text: RegExp): Promise<void> {
    while (!text.test(this.said)) {
      if (!this.isRunning) throw new Error(`ended as ${this.status} without saying ${text}:\n${this.said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** A trainer makes a process group of its own, and takes its environment along. */
function processesOf(dir: string): number[] {
  const mark = `GPU_LEASE_KAGGLE=${dir}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(mark);
      } catch {
        return false;
      }
    })
    .map(Number);
}
