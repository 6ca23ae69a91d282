import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  inertLine
} from "./crash-inert-line.shared.mjs";

// src/crash/frames.ts
import { lstatSync, realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
var MAX_FRAMES = 200;
var MAX_LINE = 1e7;
var RANK_PREFIX = /^\[[^\]\s]{1,30}\]:?\s?/;
var PYTHON_HEAD = /^\s*Traceback \(most recent call last\):\s*$/;
var PYTHON_FRAME = /^\s+File "([^"]{1,1000})", line (\d{1,8})(?:, in .*)?$/;
var NATIVE_HEAD = /^(?:Current thread|Thread) 0x[0-9a-f]{1,16}(?: \[.{0,100}\])? \(most recent call first\):$/;
var NATIVE_FRAME = /^ {2}File "([^"]{1,1000})", line (\d{1,8}) in .*$/;
var NODE_FRAME = /^\s+at (?:.*\()?((?:file:\/\/)?\/[^():]{1,1000}):(\d{1,8}):\d{1,8}\)?$/;
var NODE_HEAD = /^((?:file:\/\/)?\/[^():]{1,1000}):(\d{1,8})$/;
var SINGLE = [
  /^thread '.*' (?:\(\d+\) )?panicked at ([^:'"\s]{1,1000}):(\d{1,8}):\d{1,8}:?$/,
  // bash, then dash: `run.sh: line 3: nope: command not found`.
  /^([\w./-]{1,1000}): line (\d{1,8}): \S/,
  /^([\w./-]{1,1000}\.sh): (\d{1,8}): \S/
];
var FrameScan = class {
  #frames = [];
  #reading;
  #head;
  /** Innermost first. */
  get frames() {
    return this.#frames;
  }
  push(raw) {
    const line = raw.replace(RANK_PREFIX, "");
    if (PYTHON_HEAD.test(line)) this.#begin("python");
    else if (NATIVE_HEAD.test(line)) this.#beginNative(line);
    else if (this.#takeNative(line)) return;
    else if (this.#take("python", PYTHON_FRAME, line)) return;
    else if (this.#take("node", NODE_FRAME, line)) return;
    else this.#readPlain(line);
  }
  #take(language, pattern, line) {
    const frame = frameIn(pattern, line);
    if (!frame) return false;
    if (this.#reading !== language) this.#begin(language);
    if (language === "python") this.#frames = [frame, ...this.#frames].slice(0, MAX_FRAMES);
    else if (this.#frames.length < MAX_FRAMES) this.#frames.splice(this.#head ? -1 : Infinity, 0, frame);
    return true;
  }
  /** The thread that crashed is the current one; the stacks of the others say where they waited. */
  #beginNative(line) {
    this.#reading = void 0;
    if (line.startsWith("Current")) {
      this.#reading = "native";
      this.#frames = [];
    }
  }
  #takeNative(line) {
    if (this.#reading !== "native") return false;
    const frame = frameIn(NATIVE_FRAME, line);
    if (frame && this.#frames.length < MAX_FRAMES) this.#frames.push(frame);
    return frame !== void 0;
  }
  #readPlain(line) {
    if (this.#reading === "native" && /^\s/.test(line)) return;
    if (this.#reading === "python" && (line === "" || /^\s/.test(line))) return;
    if (this.#reading === "node" && line.trim() === "") return;
    this.#reading = void 0;
    const head = frameIn(NODE_HEAD, line);
    if (head) {
      this.#head = head;
      this.#frames = [head];
    }
    const single = SINGLE.map((pattern) => frameIn(pattern, line)).find((each) => each !== void 0);
    if (single) this.#frames = [single];
  }
  #begin(language) {
    this.#reading = language;
    this.#frames = language === "node" && this.#head ? [this.#head] : [];
    if (language === "python") this.#head = void 0;
  }
};
function frameIn(pattern, line) {
  const [, file, number] = pattern.exec(line) ?? [];
  const at = Number(number);
  return file !== void 0 && at >= 1 && at <= MAX_LINE ? { file, line: at } : void 0;
}
var VENDORED = /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.?venv|\.tox|\.git)\//;
var CODE_ON_BOX = /\/code\/[0-9a-f]{12,64}\/(?!\/)(.{1,1000})$/;
function placeOnBox(frames) {
  for (const { file, line } of frames) {
    const own = CODE_ON_BOX.exec(file)?.[1];
    if (own !== void 0 && !VENDORED.test(own) && !own.split("/").includes(".."))
      return { file: own, line, column: 1 };
  }
  return;
}
function ownPlace(frames, dir) {
  for (const { file, line } of frames) {
    const own = ownFile(file, dir);
    if (own !== void 0) return { file: own, line, column: 1 };
  }
  return;
}
function ownFile(file, dir) {
  try {
    const path = file.startsWith("file://") ? fileURLToPath(file) : file;
    const root = realpathSync(dir);
    const real = realpathSync(resolve(root, path));
    if (!real.startsWith(root + sep) || !lstatSync(real).isFile()) return;
    const own = relative(root, real).split(sep).join("/");
    return VENDORED.test(own) ? void 0 : own;
  } catch {
    return;
  }
}

// src/crash/output-watch.ts
import { StringDecoder } from "node:string_decoder";

// src/crash/signature.ts
var RANK_PREFIX2 = /^\[[^\]\s]{1,30}\]:?\s?/;
var TRACEBACK = /^\s*Traceback \(most recent call last\):\s*$/;
var EXCEPTION = /^[A-Za-z_][\w.]*(?::\s.*|:?)$/;
var OF_LAUNCHER = /^(?:[\w.]+\.)?(?:ChildFailedError|CalledProcessError)(?::|$)/;
var STACK_HEAD = /^(?:Uncaught )?[A-Za-z_$][\w$.]*(?:Error|Exception)\b.*$/;
var STACK_FRAME = /^\s+at \S/;
var OF_CXX = /^terminate called (?:after throwing|without an active exception)/;
var ABORTED = /^(?:Fatal Python error: )?Aborted\b/;
var SINGLE_LINES = [
  { what: "crash of the Python interpreter", pattern: /^Fatal Python error: / },
  { what: "uncaught C++ exception", pattern: OF_CXX },
  { what: "Rust panic", pattern: /^thread '.*' (?:\(\d+\) )?panicked at / },
  { what: "Julia error", pattern: /^ERROR: LoadError: / },
  {
    what: "crash by signal",
    pattern: /^(?:Segmentation fault|Bus error|Illegal instruction|Aborted)(?: \(core dumped\))?$/
  }
];
var CrashScan = class {
  #crash;
  /** Before the traceback that is being read. */
  #before;
  #inTraceback = false;
  #stackHead;
  get crash() {
    return this.#crash;
  }
  push(raw) {
    const line = raw.replace(RANK_PREFIX2, "");
    if (TRACEBACK.test(line)) {
      this.#inTraceback = true;
      this.#before = this.#crash;
      this.#crash = { what: "Python traceback", line: line.trim() };
    } else if (this.#inTraceback) {
      this.#readTraceback(line);
    } else {
      this.#readPlain(line);
    }
  }
  /** Frames are indented; the first line that is not, is the exception. */
  #readTraceback(line) {
    if (/^\s/.test(line) || line === "") return;
    this.#inTraceback = false;
    if (this.#before && OF_LAUNCHER.test(line)) this.#crash = this.#before;
    else if (EXCEPTION.test(line)) this.#crash = { what: "Python traceback", line };
  }
  #readPlain(line) {
    const single = SINGLE_LINES.find(({ pattern }) => pattern.test(line));
    const isEcho = this.#crash !== void 0 && OF_CXX.test(this.#crash.line) && ABORTED.test(line);
    if (single && !isEcho) this.#crash = { what: single.what, line };
    if (this.#stackHead !== void 0 && STACK_FRAME.test(line)) {
      this.#crash = { what: "stack trace", line: this.#stackHead };
    }
    this.#stackHead = STACK_HEAD.test(line) ? line : void 0;
  }
};

// src/crash/output-watch.ts
var LINE_LIMIT = 2e3;
var TAIL_LINES = 25;
var SHOWN_LINES = 2e3;
var OutputWatch = class {
  bytes = 0;
  #decoder = new StringDecoder("utf8");
  #scan = new CrashScan();
  #frames = new FrameScan();
  #onLine;
  #onPlainLine;
  #pending = "";
  #lines = 0;
  #tail = [];
  /** @param onPlainLine every line as it was printed, without colours and cut at its bound; for reading, not for showing */
  constructor(onLine, onPlainLine = () => {
  }) {
    this.#onLine = onLine;
    this.#onPlainLine = onPlainLine;
  }
  get crash() {
    return this.#scan.crash;
  }
  /** Where its last crash lies, innermost first, as the log has it. */
  get frames() {
    return this.#frames.frames;
  }
  /** The last lines, inert. */
  get tail() {
    return this.#tail;
  }
  push(chunk) {
    this.bytes += chunk.length;
    const parts = (this.#pending + this.#decoder.write(chunk)).split(/\r\n|\n|\r/);
    this.#pending = (parts.pop() ?? "").slice(0, LINE_LIMIT);
    for (const part of parts) this.#line(part);
  }
  end() {
    if (this.#pending !== "") this.#line(this.#pending);
    this.#pending = "";
  }
  #line(raw) {
    const line = raw.slice(0, LINE_LIMIT);
    const plain = line.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "");
    this.#scan.push(plain);
    this.#frames.push(plain);
    this.#onPlainLine(plain);
    const inert = inertLine(line);
    if (inert.trim() === "") return;
    this.#tail = [...this.#tail.slice(1 - TAIL_LINES), inert];
    this.#lines += 1;
    if (this.#lines <= SHOWN_LINES) this.#onLine(inert);
    if (this.#lines === SHOWN_LINES + 1)
      this.#onLine(`(more than ${SHOWN_LINES} lines; the rest is not shown)`);
  }
};

export {
  placeOnBox,
  ownPlace,
  OutputWatch
};
