import { StringDecoder } from 'node:string_decoder';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';

export interface BoxFile {
  bytes: number;
  /** Seconds since the epoch by the box's clock. */
  modifiedAt: number;
  sha256: string;
}

/**
 * Names arrive as words, or on stdin one a line (no path that passed `pathFault` has a line end). GNU and busybox both
 * know `stat -c` with `%f`, the mode in hex: 8... is a plain file. OpenSSL uses the processor's SHA instructions; Debian's and Ubuntu's
 * sha256sum does not and was four times slower.
 */
const HASH_SCRIPT = `
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

export interface BoxLook {
  /** By path; absent paths, links and unreadable files are not in it. */
  files: Map<string, BoxFile>;
  /** The box's clock at the time of the look, seconds since the epoch; 0 when the directory is absent. */
  boxTime: number;
}

export interface HashOptions {
  /** About how much there is to hash; bounds the patience. */
  bytes?: number;
  signal?: AbortSignal;
  /** Called with the sizes as soon as they are known, before anything is hashed. */
  onListed?: (files: { path: string; bytes: number }[]) => void;
}

/** Size, age and hash of plain files on the box, in one exec. `paths` have passed `pathFault`. */
export async function hashOnBox(
  channel: Channel,
  dir: string,
  paths: readonly string[],
  { bytes = 0, signal, onListed }: HashOptions = {},
): Promise<BoxLook> {
  const reader = new LookReader(new Set(paths), onListed);
  let room = 65_536 + paths.reduce((sum, path) => sum + 160 + 2 * Buffer.byteLength(path), 0);
  const sink = (chunk: Uint8Array): void => {
    room -= chunk.length;
    if (room < 0) throw new TransportFailed('the box says far more than it was asked', 'closed');
    reader.push(chunk);
  };
  const { exitCode, stderr } = await channel.stream(
    ['sh', '-c', HASH_SCRIPT, 'sh', dir, ...asWords(paths)],
    sink,
    {
      stdin: asLines(paths),
      timeoutSeconds: patienceSeconds(bytes),
      ...(signal ? { signal } : {}),
    },
  );
  if (exitCode !== 0) {
    throw new TransportFailed(`the box could not hash its files: ${oneLine(stderr, 200)}`, 'short');
  }
  return reader.look();
}

class LookReader {
  readonly #asked: ReadonlySet<string>;
  readonly #onListed: HashOptions['onListed'];
  readonly #files = new Map<string, BoxFile>();
  readonly #decoder = new StringDecoder('utf8');
  #boxTime = 0;
  #rest = '';

  constructor(asked: ReadonlySet<string>, onListed: HashOptions['onListed']) {
    this.#asked = asked;
    this.#onListed = onListed;
  }

  push(chunk: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.write(Buffer.from(chunk))).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  /** Those without a hash vanished meanwhile or cannot be read. */
  look(): BoxLook {
    for (const [path, file] of this.#files) if (file.sha256 === '') this.#files.delete(path);
    return { files: this.#files, boxTime: this.#boxTime };
  }

  #line(line: string): void {
    if (line[4] === ' ' && line.startsWith('8')) this.#stated(line);
    const [, sha256, path] = HASHED.exec(line) ?? [];
    const file = path === undefined ? undefined : this.#files.get(path);
    if (file !== undefined && sha256 !== undefined) file.sha256 = sha256;
    else if (line === 'listed')
      this.#onListed?.([...this.#files].map(([name, { bytes }]) => ({ path: name, bytes })));
    else if (/^now \d{1,12}$/.test(line)) this.#boxTime = Number(line.slice(4));
  }

  #stated(line: string): void {
    const [, bytes, modified, path] = STATED.exec(line) ?? [];
    if (path === undefined || !this.#asked.has(path)) return;
    this.#files.set(path, { bytes: Number(bytes), modifiedAt: Number(modified), sha256: '' });
  }
}

const STATED = /^8[0-9a-f]{3} (\d{1,15}) (-?\d{1,12}) \.\/(.+)$/;
const HASHED = /^([0-9a-f]{64}) [ *]\.\/(.+)$/;

const STAT_SCRIPT = `
cd -- "$1" 2>/dev/null || exit 0
shift
if [ $# = 0 ]; then cat; else printf '%s\\n' "$@"; fi | while IFS= read -r f; do [ -f "./$f" ] && [ ! -L "./$f" ] && [ -r "./$f" ] && stat -c '%s %n' -- "./$f"; done
exit 0
`;

/** Sizes of those that are plain readable files on the box now. Throws `TransportFailed` when it could not be asked. */
export async function sizesOnBox(
  channel: Channel,
  dir: string,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const answer = await channel.exec(['sh', '-c', STAT_SCRIPT, 'sh', dir, ...asWords(paths)], {
    stdin: asLines(paths),
    timeoutSeconds: 60 + paths.length / 100,
    maxOutputBytes: 65_536 + paths.reduce((sum, path) => sum + 32 + Buffer.byteLength(path), 0),
  });
  const sizes = new Map<string, number>();
  for (const line of answer.stdout.split('\n')) {
    const [, bytes, path] = /^(\d{1,15}) \.\/(.+)$/.exec(line) ?? [];
    if (path !== undefined) sizes.set(path, Number(bytes));
  }
  return sizes;
}

/** A few names travel in the command itself, which saves the round trip that stdin waits for. */
const areFew = (paths: readonly string[]): boolean => paths.length > 0 && paths.join('').length < 8192;
const asWords = (paths: readonly string[]): readonly string[] => (areFew(paths) ? paths : []);
const asLines = (paths: readonly string[]): Buffer =>
  Buffer.from(areFew(paths) ? '' : paths.map((path) => `${path}\n`).join(''));

/** A bound that no working line of 20 kB/s meets. */
export const patienceSeconds = (bytes: number): number => 120 + Math.ceil(bytes / 20_000);

const TRIES_WHEN_MIXED = 3;

/** Asks for a range again, from its beginning, where somebody on the box wrote between its bytes. */
export async function unmixed(get: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await get();
    } catch (error) {
      const mayHelp = error instanceof TransportFailed && error.reason === 'noise';
      if (!mayHelp || attempt === TRIES_WHEN_MIXED) throw error;
    }
  }
}
