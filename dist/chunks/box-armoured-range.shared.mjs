import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  lineForAnyShell,
  quoteArgv
} from "./box-shell-quote.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  Limit
} from "./host-limit.shared.mjs";
import {
  systemClock
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/box/framed-channel.ts
import { randomBytes as randomBytes3 } from "node:crypto";

// src/box/armoured-range.ts
import { randomBytes } from "node:crypto";
import { StringDecoder } from "node:string_decoder";

// src/box/file-transfer.ts
var SIZE_DIFFERS = 41;
var RECEIVE = `
fail() { code=$?; [ "$code" -ne 0 ] || code=1; rm -f -- "$2"; exit "$code"; }
case $1 in */*) dir=\${1%/*}; [ -d "\${dir:-/}" ] || mkdir -p -- "$dir" || exit ;; esac
[ ! -d "$1" ] || { echo "$1 is a directory" >&2; exit 21; }
umask 077
cat >"$2" || fail "$@"
chmod "$3" "$2" || fail "$@"
[ "$4" != - ] || exit 0
[ "$(($(wc -c <"$2")))" -eq "$4" ] || { rm -f -- "$2"; exit ${SIZE_DIFFERS}; }
mv -f -- "$2" "$1" || fail "$@"
`;
var PUBLISH = `
[ "$(($(wc -c <"$2")))" -eq "$3" ] || { rm -f -- "$2"; exit ${SIZE_DIFFERS}; }
mv -f -- "$2" "$1"
`;
var SEND_RANGE = `
send() {
flags=skip_bytes,count_bytes,fullblock
if dd if=/dev/null iflag="$flags" bs=1 skip=0 count=0 status=none 2>/dev/null
then dd if="$1" iflag="$flags" skip="$2" count="$3" bs=262144 status=none
else tail -c "+$(($2 + 1))" -- "$1" | head -c "$3"
fi
}
[ -f "$1" ] || { echo "$1 is not a file" >&2; exit 44; }
`;
var script = (text, ...words) => ["sh", "-c", text.trim(), "gpu-lease", ...words];
var receiveFile = (path, partial, mode, sizeBytes) => script(RECEIVE, path, partial, mode.toString(8), sizeBytes === void 0 ? "-" : String(sizeBytes));
var publishFile = (path, partial, sizeBytes) => script(PUBLISH, path, partial, String(sizeBytes));
var sendRange = (path, offset, length) => rangeProgram('send "$@"', path, String(offset), String(length));
var rangeProgram = (use, ...words) => script(`${SEND_RANGE.trim()}
${use.trim()}`, ...words);

// src/box/armoured-range.ts
var MAX_LINE_CHARACTERS = 1 << 20;
var ArmouredRange = class {
  argv;
  #token = randomBytes(6).toString("hex");
  #sink;
  #decoder = new StringDecoder("latin1");
  #rest = "";
  #lines = 0;
  constructor(path, offset, length, sink) {
    this.argv = rangeProgram(ARMOURED, path, String(offset), String(length), this.#token);
    this.#sink = sink;
  }
  add(chunk) {
    const lines = (this.#rest + this.#decoder.write(Buffer.from(chunk))).split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > MAX_LINE_CHARACTERS)
      throw new TransportFailed("the box sends a line that has no end", "closed");
    const parts = lines.flatMap((line) => this.#part(line));
    return parts.length === 0 ? void 0 : this.#sink(Buffer.concat(parts));
  }
  #part(line) {
    if (!line.startsWith(this.#token)) return [];
    const [, number, text] = /^(\d+) ([A-Za-z0-9+/=]+)$/.exec(line.slice(this.#token.length)) ?? [];
    if (text === void 0 || Number(number) !== this.#lines + 1)
      throw new TransportFailed("a line of the file was lost between others of the box", "noise");
    this.#lines += 1;
    return [Buffer.from(text, "base64")];
  }
};
var ARMOURED = `
wide=; if base64 -w 1000 </dev/null >/dev/null 2>&1; then wide='-w 1000'; fi
send "$1" "$2" "$3" | base64 $wide | awk -v t="$4" '{ printf "\\n%s%d %s\\n", t, NR, $0; fflush() }'
`;

// src/box/frame.ts
import { randomBytes as randomBytes2 } from "node:crypto";
var MAX_NOISE_BYTES = 1 << 20;
var NOISE_KEPT_BYTES = 2048;
var Frame = class {
  /** For `exec` on whatever login shell there is. */
  line;
  #token = randomBytes2(12).toString("hex");
  #where;
  #stdout;
  #stderr;
  /** @param where names the box in messages */
  constructor(argv, where, onStdout, onStderr) {
    const mark = `printf '\\n%s\\n' "$m"`;
    this.line = lineForAnyShell(
      `m=${this.#token}; ${mark}; ${mark} >&2; ${quoteArgv(argv)}; c=$?; printf '\\n%s %s\\n' "$m" "$c"; exit $c`
    );
    this.#where = where;
    this.#stdout = new Between(this.#token, where, onStdout);
    this.#stderr = new Between(this.#token, where, onStderr);
  }
  onStdout(chunk) {
    return this.#stdout.add(chunk);
  }
  onStderr(chunk) {
    void this.#stderr.add(chunk);
  }
  /**
   * The command's exit code, once all of its output went through.
   *
   * @param code the server's word about the login shell
   * @throws TransportFailed when the command never ran, or when its end did not come
   */
  async ended(code) {
    await this.#stderr.flush();
    if (!this.#stdout.hasBegun && this.#stdout.noise.includes(this.#token)) throw altered(this.#where);
    if (!this.#stdout.hasBegun) throw neverRan(this.#where, code, this.#stderr.noise, this.#stdout.noise);
    const own = this.#stdout.exitCode;
    if (own !== void 0) return own;
    if (code === 0) throw new TransportFailed(`${this.#where} ended a command before its last word`, "short");
    await this.#stdout.flush();
    return code;
  }
};
var neverRan = (where, code, ...noise) => {
  const said = oneLine(noise.filter((each) => each !== "").join(" "), 300);
  return new TransportFailed(
    `${where} lets us in and does not run our commands (its login shell ended with ${code}${said ? ` and said: ${said}` : ""}): look at that account's shell and at what its start files do`,
    "closed"
  );
};
var altered = (where) => new TransportFailed(
  `${where} runs our commands and alters what they print: our mark came, and the line ends around it are others than were sent. A terminal or a filter stands between; look at that account's ForceCommand, at \`script\` and \`stty\` in its start files`,
  "noise"
);
var Between = class {
  hasBegun = false;
  exitCode;
  #begin;
  #end;
  #where;
  #sink;
  #noiseBytes = 0;
  /** Not passed on yet: it could be the beginning of a mark. */
  #held = Buffer.alloc(0);
  #head = Buffer.alloc(0);
  constructor(token, where, sink) {
    this.#begin = Buffer.from(`
${token}
`);
    this.#end = Buffer.from(`
${token} `);
    this.#where = where;
    this.#sink = sink;
  }
  /** What came before the mark, cut. */
  get noise() {
    return this.hasBegun ? "" : Buffer.concat([this.#head, this.#held]).toString("utf8").slice(0, NOISE_KEPT_BYTES);
  }
  add(chunk) {
    const bytes = this.#held.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([this.#held, chunk]);
    this.#held = Buffer.alloc(0);
    if (this.exitCode !== void 0) return;
    if (this.hasBegun) return this.#inside(bytes);
    const at = bytes.indexOf(this.#begin);
    if (at < 0) return this.#before(bytes);
    this.hasBegun = true;
    return this.#inside(bytes.subarray(at + this.#begin.length));
  }
  /** What was held back after all, where no end came and none is due. */
  flush() {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    if (this.hasBegun && this.exitCode === void 0 && rest.length > 0) return this.#sink(rest);
    if (!this.hasBegun) this.#held = rest;
  }
  #before(bytes) {
    const kept = Math.max(0, bytes.length - this.#begin.length + 1);
    this.#noiseBytes += kept;
    if (this.#noiseBytes > MAX_NOISE_BYTES)
      throw new TransportFailed(
        `${this.#where} prints more than ${MAX_NOISE_BYTES >> 20} MiB before it runs a command: its start files never come to an end`,
        "closed"
      );
    if (this.#head.length < NOISE_KEPT_BYTES)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, kept)]).subarray(0, NOISE_KEPT_BYTES);
    this.#held = Buffer.from(bytes.subarray(kept));
  }
  #inside(bytes) {
    for (let at = bytes.indexOf(this.#end); at >= 0; at = bytes.indexOf(this.#end, at + 1)) {
      const said = bytes.toString("latin1", at + this.#end.length, at + this.#end.length + 4);
      if (said.length < 4 && /^\d*$/.test(said)) return this.#pass(bytes, at);
      if (!/^\d{1,3}\n/.test(said)) continue;
      this.exitCode = Number.parseInt(said, 10);
      return at > 0 ? this.#sink(bytes.subarray(0, at)) : void 0;
    }
    return this.#pass(bytes, bytes.length - heldBack(bytes, this.#end));
  }
  #pass(bytes, upTo) {
    this.#held = Buffer.from(bytes.subarray(upTo));
    return upTo > 0 ? this.#sink(bytes.subarray(0, upTo)) : void 0;
  }
};
function heldBack(bytes, mark) {
  const from = Math.max(0, bytes.length - mark.length + 1);
  for (let at = bytes.indexOf(mark[0] ?? 0, from); at >= 0; at = bytes.indexOf(mark[0] ?? 0, at + 1))
    if (mark.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return bytes.length - at;
  return 0;
}

// src/box/remote-command.ts
var ChannelRefused = class extends Error {
  name = "ChannelRefused";
};

// src/box/time-bound.ts
function timeBound(seconds, expired, outer) {
  const controller = new AbortController();
  const onOuter = () => controller.abort(outer?.reason);
  let timer;
  let cleared = false;
  const restart = (hold = false) => {
    clearTimeout(timer);
    timer = hold || cleared || controller.signal.aborted ? void 0 : setTimeout(() => controller.abort(expired()), seconds * 1e3);
  };
  if (outer?.aborted) onOuter();
  else outer?.addEventListener("abort", onOuter, { once: true });
  restart();
  return {
    signal: controller.signal,
    restart,
    clear: () => {
      cleared = true;
      clearTimeout(timer);
      outer?.removeEventListener("abort", onOuter);
    }
  };
}

// src/box/framed-channel.ts
var SLOTS = 8;
var DEFAULT_TIMEOUT_SECONDS = 30;
var DEFAULT_OUTPUT_BYTES = 4 << 20;
var STDERR_KEPT_BYTES = 64 << 10;
var TRANSFER_SILENCE_SECONDS = 60;
var REFUSALS_ALONE = 4;
var PIECE_BYTES = 256 << 10;
var FramedChannel = class {
  #carrier;
  #slots = new Limit(SLOTS);
  /** Others write between our bytes: ranges travel as text from now on. */
  #isNoisy = false;
  #around;
  /** @param around what is put around every command */
  constructor(carrier, around = (argv) => argv) {
    this.#carrier = carrier;
    this.#around = around;
  }
  get hostKeySha256() {
    return this.#carrier.hostKeySha256;
  }
  async exec(argv, options = {}) {
    const stdout = new Collected(options.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES);
    const stderr = new Collected(options.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES);
    const bound = {
      seconds: options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
      of: "total",
      signal: options.signal
    };
    const exitCode = await this.#run(
      { argv, stdin: options.stdin, onStdout: (chunk) => stdout.add(chunk), stderr },
      bound
    );
    return {
      exitCode,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: stdout.truncated || stderr.truncated
    };
  }
  async stream(argv, sink, options = {}) {
    const stderr = new Collected(STDERR_KEPT_BYTES);
    let bytes = 0;
    const counted = (chunk) => {
      bytes += chunk.length;
      return sink(chunk);
    };
    const bound = {
      seconds: options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
      of: "silence",
      signal: options.signal
    };
    const exitCode = await this.#run({ argv, stdin: options.stdin, onStdout: counted, stderr }, bound);
    return { exitCode, stderr: stderr.text(), bytes };
  }
  /** @throws Problem `write-refused` when the box would not write (full disk, no permission), TransportFailed otherwise */
  async put(path, data, mode = 420) {
    const partial = `${path}.part-${randomBytes3(4).toString("hex")}`;
    if (data instanceof Uint8Array) {
      return this.#write(path, receiveFile(path, partial, mode, data.length), inPieces(data));
    }
    const counted = new Counted(data);
    await this.#write(path, receiveFile(path, partial, mode, void 0), counted);
    await this.#write(path, publishFile(path, partial, counted.bytes), void 0);
  }
  async get(path, offset, length, sink) {
    if (length === 0) return;
    const stderr = new Collected(STDERR_KEPT_BYTES);
    let left = length;
    const exact = (chunk) => {
      left -= chunk.length;
      if (left < 0) throw this.#mixed(path);
      return sink(chunk);
    };
    const armoured = this.#isNoisy ? new ArmouredRange(path, offset, length, exact) : void 0;
    const argv = armoured?.argv ?? sendRange(path, offset, length);
    const take = armoured ? (chunk) => armoured.add(chunk) : exact;
    const bound = { seconds: TRANSFER_SILENCE_SECONDS, of: "silence" };
    const exitCode = await this.#run({ argv, onStdout: take, stderr }, bound);
    if (exitCode === 0 && left === 0) return;
    const said = oneLine(stderr.text());
    throw new TransportFailed(
      `${length - left} of ${length} bytes of ${path} came from offset ${offset}${said ? `: ${said}` : ""}`,
      "short"
    );
  }
  /** More came between the two marks than the file has: not ours to tell which bytes, so none of them count. */
  #mixed(path) {
    this.#isNoisy = true;
    return new TransportFailed(
      `the box sent more of ${path} than was asked for: something that its start files left running writes to our output`,
      "noise"
    );
  }
  async close() {
    await this.#carrier.end();
  }
  /** Closes it once nothing is under way on it. */
  async retire() {
    await this.#slots.whenIdle();
    await this.close();
  }
  async #write(path, argv, stdin) {
    const stderr = new Collected(STDERR_KEPT_BYTES);
    const bound = { seconds: TRANSFER_SILENCE_SECONDS, of: "silence" };
    const exitCode = await this.#run({ argv, stdin, onStdout: () => {
    }, stderr }, bound);
    if (exitCode === SIZE_DIFFERS) throw new TransportFailed(`only a part of ${path} arrived`, "short");
    if (exitCode !== 0) throw writeRefused(path, exitCode, stderr.text());
  }
  async #run({ argv, stdin, onStdout, stderr }, { seconds, of, signal }) {
    const expired = () => new TransportFailed(
      `${this.#carrier.where}: "${oneLine(argv.slice(0, 2).join(" "), 60)}" ${of === "total" ? "took longer than" : "moved no byte for"} ${seconds} s`,
      "timeout"
    );
    const bound = timeBound(seconds, expired, signal);
    const onProgress = of === "silence" ? bound.restart : void 0;
    const watched = stdin === void 0 || stdin instanceof Uint8Array ? stdin : noticing(stdin, onProgress);
    try {
      for (let refusals = 0; ; ) {
        const frame = new Frame(
          this.#around(argv, stdin !== void 0),
          this.#carrier.where,
          onStdout,
          (chunk) => stderr.add(chunk)
        );
        bound.restart(true);
        const free = await this.#slots.take(bound.signal);
        bound.restart();
        try {
          const exitCode = await this.#carrier.run({
            line: frame.line,
            stdin: watched,
            onStdout: (chunk) => frame.onStdout(chunk),
            onStderr: (chunk) => frame.onStderr(chunk),
            signal: bound.signal,
            onFreed: free,
            ...onProgress ? { onProgress } : {}
          });
          return await frame.ended(exitCode);
        } catch (error) {
          if (!(error instanceof ChannelRefused)) throw error;
          const alone = this.#slots.taken === 1;
          this.#slots.shrink();
          free();
          if (!alone) continue;
          refusals += 1;
          if (refusals > REFUSALS_ALONE) throw noChannel(this.#carrier.where, error);
          await systemClock.sleep(backoff(refusals, { first: 0.1 }));
          bound.signal.throwIfAborted();
        }
      }
    } finally {
      bound.clear();
    }
  }
};
var noChannel = (where, cause) => new TransportFailed(`${where} opens no channel: ${oneLine(cause.message)}`, "no-channel", { cause });
function writeRefused(path, exitCode, stderr) {
  return new Problem({
    code: "write-refused",
    kind: "unfit",
    what: `The box did not write ${path} (exit code ${exitCode}): ${oneLine(stderr) || "it said nothing"}.`,
    next: "Free space or inodes on that file system, or correct its permissions, then run the same command again."
  });
}
async function* noticing(source, onProgress) {
  onProgress?.(true);
  for await (const chunk of source) {
    onProgress?.(false);
    yield chunk;
    onProgress?.(true);
  }
  onProgress?.(false);
}
async function* inPieces(data) {
  for (let at = 0; at < data.length; at += PIECE_BYTES) yield data.subarray(at, at + PIECE_BYTES);
}
var Counted = class {
  bytes = 0;
  #source;
  constructor(source) {
    this.#source = source;
  }
  async *[Symbol.asyncIterator]() {
    for await (const chunk of this.#source) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }
};
var Collected = class {
  truncated = false;
  #chunks = [];
  #left;
  constructor(maxBytes) {
    this.#left = maxBytes;
  }
  add(chunk) {
    const kept = chunk.length > this.#left ? chunk.subarray(0, this.#left) : chunk;
    if (kept.length < chunk.length) this.truncated = true;
    if (kept.length > 0) this.#chunks.push(kept);
    this.#left -= kept.length;
  }
  text() {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
};

export {
  ChannelRefused,
  FramedChannel
};
