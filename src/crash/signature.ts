/**
 * Signs of a crash in a log, anchored to whole lines. A word is not a sign: a metric called "relative Error 0.02" is
 * none, and neither is a sentence about tracebacks.
 */
export interface Crash {
  /** What was seen: `Python traceback`. */
  what: string;
  /** The line that says most about it. */
  line: string;
}

/** `[rank0]: ` and the like, which launchers put before every line of a process. */
const RANK_PREFIX = /^\[[^\]\s]{1,30}\]:?\s?/;
const TRACEBACK = /^\s*Traceback \(most recent call last\):\s*$/;
/** `ValueError: ...`, `torch.cuda.OutOfMemoryError: ...`, `KeyboardInterrupt`. */
const EXCEPTION = /^[A-Za-z_][\w.]*(?::\s.*|:?)$/;
/** How a launcher ends when a process of its own did: what that one died of says more. */
const OF_LAUNCHER = /^(?:[\w.]+\.)?(?:ChildFailedError|CalledProcessError)(?::|$)/;
const STACK_HEAD = /^(?:Uncaught )?[A-Za-z_$][\w$.]*(?:Error|Exception)\b.*$/;
const STACK_FRAME = /^\s+at \S/;

const OF_CXX = /^terminate called (?:after throwing|without an active exception)/;
const ABORTED = /^(?:Fatal Python error: )?Aborted\b/;

const SINGLE_LINES: { what: string; pattern: RegExp }[] = [
  { what: 'crash of the Python interpreter', pattern: /^Fatal Python error: / },
  { what: 'uncaught C++ exception', pattern: OF_CXX },
  { what: 'Rust panic', pattern: /^thread '.*' (?:\(\d+\) )?panicked at / },
  { what: 'Julia error', pattern: /^ERROR: LoadError: / },
  {
    what: 'crash by signal',
    pattern: /^(?:Segmentation fault|Bus error|Illegal instruction|Aborted)(?: \(core dumped\))?$/,
  },
];

/** Reads a log line by line and remembers the last crash in it. One per attempt: an old attempt's crash is not ours. */
export class CrashScan {
  #crash: Crash | undefined;
  /** Before the traceback that is being read. */
  #before: Crash | undefined;
  #inTraceback = false;
  #stackHead: string | undefined;

  get crash(): Crash | undefined {
    return this.#crash;
  }

  push(raw: string): void {
    const line = raw.replace(RANK_PREFIX, '');
    if (TRACEBACK.test(line)) {
      this.#inTraceback = true;
      this.#before = this.#crash;
      this.#crash = { what: 'Python traceback', line: line.trim() };
    } else if (this.#inTraceback) {
      this.#readTraceback(line);
    } else {
      this.#readPlain(line);
    }
  }

  /** Frames are indented; the first line that is not, is the exception. */
  #readTraceback(line: string): void {
    if (/^\s/.test(line) || line === '') return;
    this.#inTraceback = false;
    if (this.#before && OF_LAUNCHER.test(line)) this.#crash = this.#before;
    else if (EXCEPTION.test(line)) this.#crash = { what: 'Python traceback', line };
  }

  #readPlain(line: string): void {
    const single = SINGLE_LINES.find(({ pattern }) => pattern.test(line));
    // Of an exception that nobody caught the interpreter dies too, and its word says less.
    const isEcho = this.#crash !== undefined && OF_CXX.test(this.#crash.line) && ABORTED.test(line);
    if (single && !isEcho) this.#crash = { what: single.what, line };
    // An error's name alone is talk; followed by a stack frame it is a stack.
    if (this.#stackHead !== undefined && STACK_FRAME.test(line)) {
      this.#crash = { what: 'stack trace', line: this.#stackHead };
    }
    this.#stackHead = STACK_HEAD.test(line) ? line : undefined;
  }
}
