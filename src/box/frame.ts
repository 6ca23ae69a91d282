import { randomBytes } from 'node:crypto';
import { TransportFailed } from './channel.ts';
import { lineForAnyShell, quoteArgv } from './shell-quote.ts';
import { oneLine } from './stranger-text.ts';

type Sink = (chunk: Uint8Array) => void | Promise<void>;

/** What start files may print before our command runs. One that prints for ever must not be read for ever. */
const MAX_NOISE_BYTES = 1 << 20;
/** Of what came before our command, for the message when it never ran. */
const NOISE_KEPT_BYTES = 2048;

/**
 * One command between two lines that nobody can foretell. The login shell's start files print what they like before them (a
 * greeting, conda's banner), and what they left running may print behind them; only what stands between is the command's.
 *
 * The end line carries the exit code, so an answer that was cut cannot pass for a whole one.
 */
export class Frame {
  /** For `exec` on whatever login shell there is. */
  readonly line: string;
  readonly #token = randomBytes(12).toString('hex');
  readonly #where: string;
  readonly #stdout: Between;
  readonly #stderr: Between;

  /** @param where names the box in messages */
  constructor(argv: readonly string[], where: string, onStdout: Sink, onStderr: (chunk: Uint8Array) => void) {
    const mark = `printf '\\n%s\\n' "$m"`;
    this.line = lineForAnyShell(
      `m=${this.#token}; ${mark}; ${mark} >&2; ${quoteArgv(argv)}; c=$?; printf '\\n%s %s\\n' "$m" "$c"; exit $c`,
    );
    this.#where = where;
    this.#stdout = new Between(this.#token, where, onStdout);
    // Its end is not needed: what somebody says behind the command's last word is only ever shown.
    this.#stderr = new Between(this.#token, where, onStderr);
  }

  onStdout(chunk: Uint8Array): void | Promise<void> {
    return this.#stdout.add(chunk);
  }

  onStderr(chunk: Uint8Array): void {
    void this.#stderr.add(chunk);
  }

  /**
   * The command's exit code, once all of its output went through.
   *
   * @param code the server's word about the login shell
   * @throws TransportFailed when the command never ran, or when its end did not come
   */
  async ended(code: number): Promise<number> {
    await this.#stderr.flush();
    if (!this.#stdout.hasBegun && this.#stdout.noise.includes(this.#token)) throw altered(this.#where);
    if (!this.#stdout.hasBegun) throw neverRan(this.#where, code, this.#stderr.noise, this.#stdout.noise);
    const own = this.#stdout.exitCode;
    if (own !== undefined) return own;
    // Our shell was ended, by a signal say, before it could tell: that is a result. But zero without the end is half an answer.
    if (code === 0) throw new TransportFailed(`${this.#where} ended a command before its last word`, 'short');
    await this.#stdout.flush();
    return code;
  }
}

const neverRan = (where: string, code: number, ...noise: string[]): TransportFailed => {
  const said = oneLine(noise.filter((each) => each !== '').join(' '), 300);
  return new TransportFailed(
    `${where} lets us in and does not run our commands (its login shell ended with ${code}${said ? ` and said: ${said}` : ''}): look at that account's shell and at what its start files do`,
    'closed',
  );
};

const altered = (where: string): TransportFailed =>
  new TransportFailed(
    `${where} runs our commands and alters what they print: our mark came, and the line ends around it are others than were sent. A terminal or a filter stands between; look at that account's ForceCommand, at \`script\` and \`stty\` in its start files`,
    'noise',
  );

/** Passes on what lies between the mark and the end of one stream. */
class Between {
  hasBegun = false;
  exitCode: number | undefined;
  readonly #begin: Buffer;
  readonly #end: Buffer;
  readonly #where: string;
  readonly #sink: Sink;
  #noiseBytes = 0;
  /** Not passed on yet: it could be the beginning of a mark. */
  #held: Buffer = Buffer.alloc(0);
  #head: Buffer = Buffer.alloc(0);

  constructor(token: string, where: string, sink: Sink) {
    this.#begin = Buffer.from(`\n${token}\n`);
    this.#end = Buffer.from(`\n${token} `);
    this.#where = where;
    this.#sink = sink;
  }

  /** What came before the mark, cut. */
  get noise(): string {
    return this.hasBegun
      ? ''
      : Buffer.concat([this.#head, this.#held]).toString('utf8').slice(0, NOISE_KEPT_BYTES);
  }

  add(chunk: Uint8Array): void | Promise<void> {
    const bytes =
      this.#held.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
        : Buffer.concat([this.#held, chunk]);
    this.#held = Buffer.alloc(0);
    if (this.exitCode !== undefined) return;
    if (this.hasBegun) return this.#inside(bytes);
    const at = bytes.indexOf(this.#begin);
    if (at < 0) return this.#before(bytes);
    this.hasBegun = true;
    return this.#inside(bytes.subarray(at + this.#begin.length));
  }

  /** What was held back after all, where no end came and none is due. */
  flush(): void | Promise<void> {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    if (this.hasBegun && this.exitCode === undefined && rest.length > 0) return this.#sink(rest);
    if (!this.hasBegun) this.#held = rest;
  }

  #before(bytes: Buffer): void {
    const kept = Math.max(0, bytes.length - this.#begin.length + 1);
    this.#noiseBytes += kept;
    if (this.#noiseBytes > MAX_NOISE_BYTES)
      throw new TransportFailed(
        `${this.#where} prints more than ${MAX_NOISE_BYTES >> 20} MiB before it runs a command: its start files never come to an end`,
        'closed',
      );
    if (this.#head.length < NOISE_KEPT_BYTES)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, kept)]).subarray(0, NOISE_KEPT_BYTES);
    this.#held = Buffer.from(bytes.subarray(kept));
  }

  #inside(bytes: Buffer): void | Promise<void> {
    for (let at = bytes.indexOf(this.#end); at >= 0; at = bytes.indexOf(this.#end, at + 1)) {
      const said = bytes.toString('latin1', at + this.#end.length, at + this.#end.length + 4);
      if (said.length < 4 && /^\d*$/.test(said)) return this.#pass(bytes, at);
      if (!/^\d{1,3}\n/.test(said)) continue;
      this.exitCode = Number.parseInt(said, 10);
      return at > 0 ? this.#sink(bytes.subarray(0, at)) : undefined;
    }
    return this.#pass(bytes, bytes.length - heldBack(bytes, this.#end));
  }

  #pass(bytes: Buffer, upTo: number): void | Promise<void> {
    this.#held = Buffer.from(bytes.subarray(upTo));
    return upTo > 0 ? this.#sink(bytes.subarray(0, upTo)) : undefined;
  }
}

/** How many of the last bytes could be the beginning of `mark`. */
function heldBack(bytes: Buffer, mark: Buffer): number {
  const from = Math.max(0, bytes.length - mark.length + 1);
  for (let at = bytes.indexOf(mark[0] ?? 0, from); at >= 0; at = bytes.indexOf(mark[0] ?? 0, at + 1))
    if (mark.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return bytes.length - at;
  return 0;
}
