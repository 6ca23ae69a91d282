import type { Channel } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import type { UploadLink } from '../stores/box-store.ts';
import type { FilePart } from '../stores/parted-upload.ts';
import { patienceSeconds } from './box-questions.ts';

export type Uploader = 'curl' | 'wget' | 'python3';

/** One file of a box on its way to one address. */
export interface Upload {
  /** Absolute, on the box. */
  dir: string;
  path: string;
  bytes: number;
  /** Only so much of it; the box needs room for it beside the file. */
  part?: FilePart;
  link: UploadLink;
  signal: AbortSignal;
}

const WHICH = `
if command -v curl >/dev/null 2>&1; then echo curl
elif command -v wget >/dev/null 2>&1 && wget --help 2>&1 | grep -q -e --body-file; then echo wget
elif command -v python3 >/dev/null 2>&1; then echo python3
fi
`;

/** The first program of the box that can send a file; `undefined` where none can. */
export async function uploaderOf(channel: Channel): Promise<Uploader | undefined> {
  const { stdout } = await channel.exec(['sh', '-c', WHICH]);
  return (['curl', 'wget', 'python3'] as const).find((name) => name === stdout.trim());
}

const MIB = 1024 ** 2;
const SEND = 'cd -- "$1" && shift && exec "$@"';
/** None of the programs sends a range of a file, so the range is a file for as long as it is sent. */
const SEND_PART = `
cd -- "$1" || exit 5
part=./$3
trap 'rm -f -- "$part"' EXIT
trap 'exit 1' HUP TERM INT
dd if="./$2" of="$part" bs=${MIB} skip="$4" count="$5" 2>/dev/null || exit 6
shift 5
"$@"
`;

/**
 * Sends one file, or a part of it. The address goes to the program by its stdin: every process of the box could read it among arguments.
 *
 * @returns the status that the service answered with; `undefined` and why when it answered nothing
 */
export async function uploadFromBox(
  channel: Channel,
  uploader: Uploader,
  upload: Upload,
): Promise<{ status: number | undefined; why: string }> {
  const { part, dir } = upload;
  const sent = part ? { ...upload, path: `.gpu-lease-part-${part.number}` } : upload;
  const { argv, stdin, statusIn } = COMMANDS[uploader](sent);
  const run: [string, ...string[]] = part
    ? [SEND_PART, dir, upload.path, sent.path, String(part.at / MIB), String(Math.ceil(part.bytes / MIB))]
    : [SEND, dir];
  const [script, ...words] = run;
  const { exitCode, stdout, stderr } = await channel.exec(['sh', '-c', script, 'sh', ...words, ...argv], {
    stdin: Buffer.from(stdin),
    timeoutSeconds: patienceSeconds(part?.bytes ?? upload.bytes),
    maxOutputBytes: 65_536,
    signal: upload.signal,
  });
  const status = Number((statusIn === 'stdout' ? stdout : stderr).match(STATUS)?.at(-1)?.slice(-3));
  const said = oneLine(withoutQueries(stderr), 200);
  return { status: status >= 200 ? status : undefined, why: `${uploader} ended with ${exitCode}: ${said}` };
}

/** Of curl and Python the bare number, of wget each answer's first line. */
const STATUS = /(?:^|HTTP\/[0-9.]+ )[1-5][0-9]{2}(?![0-9])/gm;

/** A signature stands in the query, and wget says the whole address. */
const withoutQueries = (text: string): string => text.replaceAll(/\?[^\s'"]*/g, '?...');

interface Command {
  argv: readonly string[];
  stdin: string;
  statusIn: 'stdout' | 'stderr';
}

const COMMANDS: Record<Uploader, (upload: Upload) => Command> = {
  curl: ({ path, link }) => ({
    // Without the user's own settings, which might log or send elsewhere.
    argv: ['curl', '-q', '-K', '-'],
    stdin: [
      `url = ${quoted(link.url)}`,
      `upload-file = ${quoted(`./${path}`)}`,
      ...headerLines(link).map((line) => `header = ${quoted(line)}`),
      'globoff',
      'silent',
      'show-error',
      'output = "/dev/null"',
      'write-out = "%{http_code}"',
      'connect-timeout = 30',
      'speed-limit = 1000',
      'speed-time = 120',
      '',
    ].join('\n'),
    statusIn: 'stdout',
  }),
  wget: ({ path, link }) => ({
    argv: [
      'wget',
      '--no-config',
      '--no-hsts',
      '--method=PUT',
      `--body-file=./${path}`,
      ...headerLines(link).map((line) => `--header=${line}`),
      '--tries=1',
      '--timeout=120',
      '--no-verbose',
      '--server-response',
      '--output-document=/dev/null',
      '--input-file=-',
    ],
    stdin: `${link.url}\n`,
    statusIn: 'stderr',
  }),
  python3: ({ path, link }) => ({
    argv: ['python3', '-I', '-c', PYTHON],
    stdin: JSON.stringify({ url: link.url, headers: link.headers, path: `./${path}` }),
    statusIn: 'stdout',
  }),
};

const PYTHON = `
import json, os, sys, urllib.error, urllib.request
told = json.loads(sys.stdin.buffer.read().decode("utf-8"))
with open(told["path"], "rb") as content:
    headers = dict(told["headers"])
    headers["Content-Length"] = str(os.fstat(content.fileno()).st_size)
    headers["Content-Type"] = "application/octet-stream"
    request = urllib.request.Request(told["url"], data=content, headers=headers, method="PUT")
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            print(answer.status)
    except urllib.error.HTTPError as error:
        print(error.code)
    except Exception as error:
        sys.exit(type(error).__name__ + ": " + str(getattr(error, "reason", "")))
`;

const headerLines = ({ headers }: UploadLink): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** As curl reads its settings. Paths hold no line ends and no backslashes (`pathFault`). */
const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
