import { StringDecoder } from 'node:string_decoder';
import { type Frame, FrameScan } from './frames.ts';
import { inertLine } from './inert-line.ts';
import { type Crash, CrashScan } from './signature.ts';

/** Longest line kept; the rest of it is dropped. A progress bar without line ends must not fill our memory. */
const LINE_LIMIT = 2000;
/** Lines kept for the message of a failure. */
const TAIL_LINES = 25;
/** After so many lines the log is no longer shown, though still watched for crashes. */
const SHOWN_LINES = 2000;

/** The output of one command: shown, bounded, watched for crashes, and its end kept. */
export class OutputWatch {
  bytes = 0;
  readonly #decoder = new StringDecoder('utf8');
  readonly #scan = new CrashScan();
  readonly #frames = new FrameScan();
  readonly #onLine: (line: string) => void;
  readonly #onPlainLine: (line: string) => void;
  #pending = '';
  #lines = 0;
  #tail: string[] = [];

  /** @param onPlainLine every line as it was printed, without colours and cut at its bound; for reading, not for showing */
  constructor(onLine: (line: string) => void, onPlainLine: (line: string) => void = () => {}) {
    this.#onLine = onLine;
    this.#onPlainLine = onPlainLine;
  }

  get crash(): Crash | undefined {
    return this.#scan.crash;
  }

  /** Where its last crash lies, innermost first, as the log has it. */
  get frames(): readonly Frame[] {
    return this.#frames.frames;
  }

  /** The last lines, inert. */
  get tail(): readonly string[] {
    return this.#tail;
  }

  push(chunk: Buffer): void {
    this.bytes += chunk.length;
    // The runner also ends a line at a bare carriage return, and so do progress bars.
    const parts = (this.#pending + this.#decoder.write(chunk)).split(/\r\n|\n|\r/);
    this.#pending = (parts.pop() ?? '').slice(0, LINE_LIMIT);
    for (const part of parts) this.#line(part);
  }

  end(): void {
    if (this.#pending !== '') this.#line(this.#pending);
    this.#pending = '';
  }

  #line(raw: string): void {
    const line = raw.slice(0, LINE_LIMIT);
    const plain = line.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '');
    this.#scan.push(plain);
    this.#frames.push(plain);
    this.#onPlainLine(plain);
    const inert = inertLine(line);
    if (inert.trim() === '') return;
    this.#tail = [...this.#tail.slice(1 - TAIL_LINES), inert];
    this.#lines += 1;
    if (this.#lines <= SHOWN_LINES) this.#onLine(inert);
    if (this.#lines === SHOWN_LINES + 1)
      this.#onLine(`(more than ${SHOWN_LINES} lines; the rest is not shown)`);
  }
}
