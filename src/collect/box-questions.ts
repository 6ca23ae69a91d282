import { type Channel, TransportFailed } from '../box/channel.ts';

export interface BoxFile {
  bytes: number;
  /** Seconds since the epoch by the box's clock. */
  modifiedAt: number;
  sha256: string;
}

/**
 * Names arrive on stdin, one a line (no path that passed `pathFault` has a line end). GNU and busybox both know `stat -c`
 * with `%f`, the mode in hex: 8... is a plain file. OpenSSL uses the processor's SHA instructions; Debian's and Ubuntu's
 * sha256sum does not and was four times slower.
 */
const HASH_SCRIPT = `
cd -- "$1" 2>/dev/null || exit 0
echo "now $(date +%s)"
looks=$(mktemp) || exit 4
trap 'rm -f "$looks"' EXIT
sed 's|^|./|' | tr '\\n' '\\000' | xargs -0 stat -c '%f %s %Y %n' -- 2>/dev/null | grep '^8... ' >"$looks"
[ -s "$looks" ] || exit 0
cat "$looks"
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

/** Size, age and hash of plain files on the box, in one exec. `paths` have passed `pathFault`. */
export async function hashOnBox(
  channel: Channel,
  dir: string,
  paths: readonly string[],
  { bytes = 0, signal }: { bytes?: number; signal?: AbortSignal } = {},
): Promise<BoxLook> {
  const answer = await channel.exec(['sh', '-c', HASH_SCRIPT, 'sh', dir], {
    stdin: Buffer.from(paths.map((path) => `${path}\n`).join('')),
    timeoutSeconds: patienceSeconds(bytes),
    maxOutputBytes: 65_536 + paths.reduce((sum, path) => sum + 128 + 2 * Buffer.byteLength(path), 0),
    ...(signal ? { signal } : {}),
  });
  if (answer.exitCode !== 0 || answer.truncated) {
    throw new TransportFailed(`the box could not hash its files: ${answer.stderr.slice(0, 200)}`, 'short');
  }
  return parseLook(answer.stdout, new Set(paths));
}

function parseLook(text: string, asked: ReadonlySet<string>): BoxLook {
  const look: BoxLook = { files: new Map(), boxTime: 0 };
  for (const line of text.split('\n')) {
    const [, now] = /^now (\d{1,12})$/.exec(line) ?? [];
    if (now !== undefined) look.boxTime = Number(now);
    const [, size, modified, stated] = /^8[0-9a-f]{3} (\d{1,15}) (-?\d{1,12}) \.\/(.+)$/.exec(line) ?? [];
    if (stated !== undefined && asked.has(stated)) {
      look.files.set(stated, { bytes: Number(size), modifiedAt: Number(modified), sha256: '' });
    }
    const [, sha256, hashed] = /^([0-9a-f]{64}) [ *]\.\/(.+)$/.exec(line) ?? [];
    const file = hashed === undefined ? undefined : look.files.get(hashed);
    if (file !== undefined && sha256 !== undefined) file.sha256 = sha256;
  }
  for (const [path, file] of look.files) if (file.sha256 === '') look.files.delete(path);
  return look;
}

const STAT_SCRIPT = `
cd -- "$1" 2>/dev/null || exit 0
while IFS= read -r f; do [ -f "./$f" ] && [ ! -L "./$f" ] && [ -r "./$f" ] && stat -c '%s %n' -- "./$f"; done
exit 0
`;

/** Sizes of those that are plain readable files on the box now. Throws `TransportFailed` when it could not be asked. */
export async function sizesOnBox(
  channel: Channel,
  dir: string,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const answer = await channel.exec(['sh', '-c', STAT_SCRIPT, 'sh', dir], {
    stdin: Buffer.from(paths.map((path) => `${path}\n`).join('')),
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

/** A bound that no working line of 20 kB/s meets. */
export const patienceSeconds = (bytes: number): number => 120 + Math.ceil(bytes / 20_000);
