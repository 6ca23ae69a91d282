import type { Channel } from '../box/channel.ts';
import { patienceSeconds } from './box-questions.ts';
import type { Uploader } from './box-upload.ts';

/** One file on its way from one address to a box. */
export interface Download {
  /** Absolute, on the box; made when absent. */
  dir: string;
  path: string;
  bytes: number;
  /** A secret until it expires. */
  url: string;
  signal: AbortSignal;
}

/**
 * `$1` directory, `$2` path, `$3` its size; the rest is the program, which goes on where the file ends. A file that is longer
 * than it should be was begun from something else.
 */
const FETCH = `
umask 077
mkdir -p -- "$1" && cd -- "$1" || exit 5
case $2 in */*) mkdir -p -- "./\${2%/*}" || exit 5 ;; esac
file=./$2 bytes=$3
shift 3
size() { [ -f "$file" ] && echo "$(($(wc -c <"$file")))" || echo 0; }
[ "$(size)" -le "$bytes" ] || rm -f -- "$file"
[ "$(size)" -eq "$bytes" ] || "$@"
chmod 644 "$file" 2>/dev/null
[ "$(size)" -eq "$bytes" ]
`;

/**
 * Lets the box fetch a file with its own program. The address goes there by stdin: every process of the box could read it
 * among arguments. What comes is proven by whoever asked.
 *
 * @returns whether so many bytes are there now; what has come stays, and a next call goes on with it
 */
export async function downloadToBox(
  channel: Channel,
  program: Uploader,
  { dir, path, bytes, url, signal }: Download,
): Promise<boolean> {
  const { argv, stdin } = PROGRAMS[program](`./${path}`, url);
  const words = ['sh', '-c', FETCH, 'sh', dir, path, String(bytes), ...argv] as const;
  const { exitCode } = await channel.exec(words, {
    stdin: Buffer.from(stdin),
    timeoutSeconds: patienceSeconds(bytes),
    maxOutputBytes: 65_536,
    signal,
  });
  return exitCode === 0;
}

const PROGRAMS: Record<Uploader, (file: string, url: string) => { argv: readonly string[]; stdin: string }> =
  {
    // Without the user's own settings, which might log or send elsewhere.
    curl: (file, url) => ({
      argv: ['curl', '-q', '-K', '-'],
      stdin: [
        `url = "${url}"`,
        `output = "${file.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
        'continue-at = -',
        'globoff',
        'fail',
        'silent',
        'connect-timeout = 30',
        'speed-limit = 1000',
        'speed-time = 120',
        '',
      ].join('\n'),
    }),
    wget: (file, url) => ({
      argv: [
        'wget',
        '--no-config',
        '--no-hsts',
        '--continue',
        '--tries=1',
        '--timeout=120',
        '--quiet',
        `--output-document=${file}`,
        '--input-file=-',
      ],
      stdin: `${url}\n`,
    }),
    python3: (file, url) => ({
      argv: ['python3', '-I', '-c', PYTHON],
      stdin: JSON.stringify({ url, path: file }),
    }),
  };

const PYTHON = `
import json, os, shutil, sys, urllib.request
told = json.loads(sys.stdin.buffer.read().decode("utf-8"))
with open(told["path"], "ab") as content:
    at = content.tell()
    request = urllib.request.Request(told["url"], headers={"Range": "bytes=%d-" % at})
    with urllib.request.urlopen(request, timeout=120) as answer:
        if answer.status != 206:
            content.truncate(0)
        shutil.copyfileobj(answer, content, 1048576)
`;
