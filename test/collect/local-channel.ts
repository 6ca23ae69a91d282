import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { type Channel, type ExecOptions, TransportFailed } from '../../src/box/channel.ts';

export interface Faults {
  /** Changes what a `get` or `stream` delivers; `nth` counts chunks over the whole channel. */
  alter?: (chunk: Buffer, nth: number) => Buffer;
  /** The line dies after so many bytes in all. */
  cutAfterBytes?: number;
  /** Runs before each `get`. */
  beforeGet?: (path: string, offset: number) => void | Promise<void>;
}

type Sink = (chunk: Uint8Array) => void | Promise<void>;
type ByteSink = (chunk: Buffer) => void | Promise<void>;

/** A `Channel` whose box is this machine, for tests of what runs over one. Counts what it carries. */
export class LocalChannel implements Channel {
  readonly hostKeySha256 = 'none';
  movedBytes = 0;
  operations = 0;
  running = 0;
  mostAtOnce = 0;
  readonly gets: { path: string; offset: number; length: number }[] = [];
  readonly faults: Faults;
  readonly #env: NodeJS.ProcessEnv;
  #chunks = 0;
  #dead = false;

  /** `path` replaces PATH for the box's programs. */
  constructor(faults: Faults = {}, { path }: { path?: string } = {}) {
    this.faults = faults;
    this.#env = path === undefined ? process.env : { ...process.env, PATH: path };
  }

  async exec(argv: readonly [string, ...string[]], options: ExecOptions = {}) {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const exitCode = await this.#spawn(
      argv,
      options.stdin,
      (chunk) => void stdout.push(Buffer.from(chunk)),
      stderr,
    );
    return {
      exitCode,
      stdout: Buffer.concat(stdout).toString(),
      stderr: Buffer.concat(stderr).toString(),
      truncated: false,
    };
  }

  async stream(
    argv: readonly [string, ...string[]],
    sink: Sink,
    options: Omit<ExecOptions, 'maxOutputBytes'> = {},
  ) {
    const stderr: Buffer[] = [];
    let bytes = 0;
    const exitCode = await this.#spawn(
      argv,
      options.stdin,
      async (chunk) => {
        bytes += chunk.length;
        await this.#deliver(chunk, sink);
      },
      stderr,
    );
    return { exitCode, stderr: Buffer.concat(stderr).toString(), bytes };
  }

  async put(path: string, data: Uint8Array | AsyncIterable<Uint8Array>, mode = 0o644) {
    const script = 'cat >"$1.p" && chmod "$2" "$1.p" && mv -f "$1.p" "$1"';
    const { exitCode } = await this.exec(['sh', '-c', script, 'sh', path, mode.toString(8)], { stdin: data });
    if (exitCode !== 0) throw new Error(`put ${path}: exit ${exitCode}`);
  }

  async get(path: string, offset: number, length: number, sink: Sink) {
    await this.faults.beforeGet?.(path, offset);
    this.gets.push({ path, offset, length });
    let arrived = 0;
    const flags = ['iflag=skip_bytes,count_bytes', 'bs=64K', 'status=none'];
    await this.#spawn(
      ['dd', `if=${path}`, `skip=${offset}`, `count=${length}`, ...flags],
      undefined,
      async (chunk) => {
        arrived += chunk.length;
        await this.#deliver(chunk, sink);
      },
      [],
    );
    if (arrived !== length) throw new TransportFailed(`${arrived} of ${length} bytes`, 'short');
  }

  async close() {
    this.#dead = true;
  }

  async #deliver(chunk: Buffer, sink: Sink): Promise<void> {
    this.movedBytes += chunk.length;
    if (this.movedBytes > (this.faults.cutAfterBytes ?? Infinity)) this.#dead = true;
    this.#requireLine();
    await sink(this.faults.alter?.(chunk, this.#chunks++) ?? chunk);
  }

  #requireLine(): void {
    if (this.#dead) throw new TransportFailed('the line was cut', 'reset');
  }

  async #spawn(
    argv: readonly [string, ...string[]],
    stdin: ExecOptions['stdin'],
    sink: ByteSink,
    stderr: Buffer[],
  ): Promise<number> {
    this.#requireLine();
    this.operations++;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.running);
    const child = spawn(argv[0], argv.slice(1), { env: this.#env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    const closed = once(child, 'close');
    closed.catch(() => undefined);
    try {
      if (stdin === undefined || stdin instanceof Uint8Array) child.stdin.end(stdin);
      else {
        for await (const chunk of stdin) if (!child.stdin.write(chunk)) await once(child.stdin, 'drain');
        child.stdin.end();
        await finished(child.stdin);
      }
      for await (const chunk of child.stdout) await sink(chunk as Buffer);
      const [code] = await closed;
      return (code as number | null) ?? 255;
    } finally {
      child.kill('SIGKILL');
      this.running--;
    }
  }
}
