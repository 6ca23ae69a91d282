import { lstatSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One line of a stack as a log has it: an absolute path, one relative to where the command ran, or a `file:` URL. */
export interface Frame {
  file: string;
  line: number;
}

/** A line of a file of the user's, relative to the directory in which the command ran. */
export interface Place extends Frame {
  column: number;
}

/** Enough for any stack; a recursion that went too deep repeats the same few. */
const MAX_FRAMES = 200;
const MAX_LINE = 10_000_000;

/** `[rank0]: ` and the like, which launchers put before every line of a process. */
const RANK_PREFIX = /^\[[^\]\s]{1,30}\]:?\s?/;
const PYTHON_HEAD = /^\s*Traceback \(most recent call last\):\s*$/;
/** `  File "train.py", line 12, in main`; a syntax error has no `in`. */
const PYTHON_FRAME = /^\s+File "([^"]{1,1000})", line (\d{1,8})(?:, in .*)?$/;
/**
 * What Python's faulthandler says of a crash in native code: `Current thread 0x… (most recent call first):`, from 3.14 on with the
 * thread's name, `[python3]`, behind its number. Innermost first, no comma; `  Garbage-collecting` may stand before the frames.
 */
const NATIVE_HEAD =
  /^(?:Current thread|Thread) 0x[0-9a-f]{1,16}(?: \[.{0,100}\])? \(most recent call first\):$/;
const NATIVE_FRAME = /^ {2}File "([^"]{1,1000})", line (\d{1,8}) in .*$/;
/** `    at main (file:///a/train.mjs:12:5)`, `    at /a/train.js:12:5`. */
const NODE_FRAME = /^\s+at (?:.*\()?((?:file:\/\/)?\/[^():]{1,1000}):(\d{1,8}):\d{1,8}\)?$/;
/** What Node says above a syntax error, whose stack has only frames of Node. */
const NODE_HEAD = /^((?:file:\/\/)?\/[^():]{1,1000}):(\d{1,8})$/;
const SINGLE = [
  /^thread '.*' (?:\(\d+\) )?panicked at ([^:'"\s]{1,1000}):(\d{1,8}):\d{1,8}:?$/,
  // bash, then dash: `run.sh: line 3: nope: command not found`.
  /^([\w./-]{1,1000}): line (\d{1,8}): \S/,
  /^([\w./-]{1,1000}\.sh): (\d{1,8}): \S/,
];

/** Reads a log line by line and remembers where the last crash in it lies. One per command. */
export class FrameScan {
  #frames: Frame[] = [];
  #reading: 'python' | 'node' | 'native' | undefined;
  #head: Frame | undefined;

  /** Innermost first. */
  get frames(): readonly Frame[] {
    return this.#frames;
  }

  push(raw: string): void {
    const line = raw.replace(RANK_PREFIX, '');
    if (PYTHON_HEAD.test(line)) this.#begin('python');
    else if (NATIVE_HEAD.test(line)) this.#beginNative(line);
    else if (this.#takeNative(line)) return;
    else if (this.#take('python', PYTHON_FRAME, line)) return;
    else if (this.#take('node', NODE_FRAME, line)) return;
    else this.#readPlain(line);
  }

  #take(language: 'python' | 'node', pattern: RegExp, line: string): boolean {
    const frame = frameIn(pattern, line);
    if (!frame) return false;
    if (this.#reading !== language) this.#begin(language);
    // Python says the innermost last, Node first; a head stands for a stack that has no frame of the user's.
    if (language === 'python') this.#frames = [frame, ...this.#frames].slice(0, MAX_FRAMES);
    else if (this.#frames.length < MAX_FRAMES) this.#frames.splice(this.#head ? -1 : Infinity, 0, frame);
    return true;
  }

  /** The thread that crashed is the current one; the stacks of the others say where they waited. */
  #beginNative(line: string): void {
    this.#reading = undefined;
    if (line.startsWith('Current')) {
      this.#reading = 'native';
      this.#frames = [];
    }
  }

  #takeNative(line: string): boolean {
    if (this.#reading !== 'native') return false;
    const frame = frameIn(NATIVE_FRAME, line);
    if (frame && this.#frames.length < MAX_FRAMES) this.#frames.push(frame);
    return frame !== undefined;
  }

  #readPlain(line: string): void {
    // The source line under a Python frame is indented; the first line that is not ends the stack.
    if (this.#reading === 'native' && /^\s/.test(line)) return;
    if (this.#reading === 'python' && (line === '' || /^\s/.test(line))) return;
    if (this.#reading === 'node' && line.trim() === '') return;
    this.#reading = undefined;
    const head = frameIn(NODE_HEAD, line);
    if (head) {
      this.#head = head;
      this.#frames = [head];
    }
    const single = SINGLE.map((pattern) => frameIn(pattern, line)).find((each) => each !== undefined);
    if (single) this.#frames = [single];
  }

  #begin(language: 'python' | 'node'): void {
    this.#reading = language;
    this.#frames = language === 'node' && this.#head ? [this.#head] : [];
    if (language === 'python') this.#head = undefined;
  }
}

function frameIn(pattern: RegExp, line: string): Frame | undefined {
  const [, file, number] = pattern.exec(line) ?? [];
  const at = Number(number);
  return file !== undefined && at >= 1 && at <= MAX_LINE ? { file, line: at } : undefined;
}

/** Libraries that the smoke's own setup put into the directory are not the user's code. */
const VENDORED = /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.?venv|\.tox|\.git)\//;

/** Where a box has the code of a run: the rest is the path in the repository. */
const CODE_ON_BOX = /\/code\/[0-9a-f]{12,64}\/(?!\/)(.{1,1000})$/;

/**
 * The innermost frame in the code of a run, by paths of a box that cannot be asked: relative to the repository. Only for showing, the
 * file need not be there.
 */
export function placeOnBox(frames: readonly Frame[]): Place | undefined {
  for (const { file, line } of frames) {
    const own = CODE_ON_BOX.exec(file)?.[1];
    if (own !== undefined && !VENDORED.test(own) && !own.split('/').includes('..'))
      return { file: own, line, column: 1 };
  }
  return;
}

/** The innermost frame that lies in an ordinary file below `dir`. Paths in a log are a stranger's word: none leads out of it. */
export function ownPlace(frames: readonly Frame[], dir: string): Place | undefined {
  for (const { file, line } of frames) {
    const own = ownFile(file, dir);
    if (own !== undefined) return { file: own, line, column: 1 };
  }
  return;
}

function ownFile(file: string, dir: string): string | undefined {
  try {
    const path = file.startsWith('file://') ? fileURLToPath(file) : file;
    const root = realpathSync(dir);
    const real = realpathSync(resolve(root, path));
    if (!real.startsWith(root + sep) || !lstatSync(real).isFile()) return;
    const own = relative(root, real).split(sep).join('/');
    return VENDORED.test(own) ? undefined : own;
  } catch {
    return; // Not there, or no path at all: `<frozen runpy>`, `<string>`.
  }
}
