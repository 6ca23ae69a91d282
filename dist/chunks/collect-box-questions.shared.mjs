import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";

// src/collect/box-questions.ts
import { StringDecoder } from "node:string_decoder";
var HASH_SCRIPT = `
cd -- "$1" 2>/dev/null || exit 0
shift
names() { if [ $# = 0 ]; then cat; else printf '%s\\n' "$@"; fi; }
echo "now $(date +%s)"
looks=$(mktemp) || exit 4
trap 'rm -f "$looks"' EXIT
names "$@" | sed 's|^|./|' | tr '\\n' '\\000' | xargs -0 stat -c '%f %s %Y %n' -- 2>/dev/null | grep '^8... ' >"$looks"
[ -s "$looks" ] || exit 0
cat "$looks"
echo listed
if openssl dgst -sha256 -r /dev/null >/dev/null 2>&1; then hash='openssl dgst -sha256 -r'; else hash='sha256sum --'; fi
sed 's|^8... [0-9]* [-0-9]* ||' "$looks" | tr '\\n' '\\000' | xargs -0 $hash
exit 0
`;
async function hashOnBox(channel, dir, paths, { bytes = 0, signal, onListed } = {}) {
  const reader = new LookReader(new Set(paths), onListed);
  let room = 65536 + paths.reduce((sum, path) => sum + 160 + 2 * Buffer.byteLength(path), 0);
  const sink = (chunk) => {
    room -= chunk.length;
    if (room < 0) throw new TransportFailed("the box says far more than it was asked", "closed");
    reader.push(chunk);
  };
  const { exitCode, stderr } = await channel.stream(
    ["sh", "-c", HASH_SCRIPT, "sh", dir, ...asWords(paths)],
    sink,
    {
      stdin: asLines(paths),
      timeoutSeconds: patienceSeconds(bytes),
      ...signal ? { signal } : {}
    }
  );
  if (exitCode !== 0) {
    throw new TransportFailed(`the box could not hash its files: ${oneLine(stderr, 200)}`, "short");
  }
  return reader.look();
}
var LookReader = class {
  #asked;
  #onListed;
  #files = /* @__PURE__ */ new Map();
  #decoder = new StringDecoder("utf8");
  #boxTime = 0;
  #rest = "";
  constructor(asked, onListed) {
    this.#asked = asked;
    this.#onListed = onListed;
  }
  push(chunk) {
    const lines = (this.#rest + this.#decoder.write(Buffer.from(chunk))).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
  }
  /** Those without a hash vanished meanwhile or cannot be read. */
  look() {
    for (const [path, file] of this.#files) if (file.sha256 === "") this.#files.delete(path);
    return { files: this.#files, boxTime: this.#boxTime };
  }
  #line(line) {
    if (line[4] === " " && line.startsWith("8")) this.#stated(line);
    const [, sha256, path] = HASHED.exec(line) ?? [];
    const file = path === void 0 ? void 0 : this.#files.get(path);
    if (file !== void 0 && sha256 !== void 0) file.sha256 = sha256;
    else if (line === "listed")
      this.#onListed?.([...this.#files].map(([name, { bytes }]) => ({ path: name, bytes })));
    else if (/^now \d{1,12}$/.test(line)) this.#boxTime = Number(line.slice(4));
  }
  #stated(line) {
    const [, bytes, modified, path] = STATED.exec(line) ?? [];
    if (path === void 0 || !this.#asked.has(path)) return;
    this.#files.set(path, { bytes: Number(bytes), modifiedAt: Number(modified), sha256: "" });
  }
};
var STATED = /^8[0-9a-f]{3} (\d{1,15}) (-?\d{1,12}) \.\/(.+)$/;
var HASHED = /^([0-9a-f]{64}) [ *]\.\/(.+)$/;
var STAT_SCRIPT = `
cd -- "$1" 2>/dev/null || exit 0
shift
if [ $# = 0 ]; then cat; else printf '%s\\n' "$@"; fi | while IFS= read -r f; do [ -f "./$f" ] && [ ! -L "./$f" ] && [ -r "./$f" ] && stat -c '%s %n' -- "./$f"; done
exit 0
`;
async function sizesOnBox(channel, dir, paths) {
  const answer = await channel.exec(["sh", "-c", STAT_SCRIPT, "sh", dir, ...asWords(paths)], {
    stdin: asLines(paths),
    timeoutSeconds: 60 + paths.length / 100,
    maxOutputBytes: 65536 + paths.reduce((sum, path) => sum + 32 + Buffer.byteLength(path), 0)
  });
  const sizes = /* @__PURE__ */ new Map();
  for (const line of answer.stdout.split("\n")) {
    const [, bytes, path] = /^(\d{1,15}) \.\/(.+)$/.exec(line) ?? [];
    if (path !== void 0) sizes.set(path, Number(bytes));
  }
  return sizes;
}
var areFew = (paths) => paths.length > 0 && paths.join("").length < 8192;
var asWords = (paths) => areFew(paths) ? paths : [];
var asLines = (paths) => Buffer.from(areFew(paths) ? "" : paths.map((path) => `${path}
`).join(""));
var patienceSeconds = (bytes) => 120 + Math.ceil(bytes / 2e4);
var TRIES_WHEN_MIXED = 3;
async function unmixed(get) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await get();
    } catch (error) {
      const mayHelp = error instanceof TransportFailed && error.reason === "noise";
      if (!mayHelp || attempt === TRIES_WHEN_MIXED) throw error;
    }
  }
}

export {
  hashOnBox,
  sizesOnBox,
  patienceSeconds,
  unmixed
};
