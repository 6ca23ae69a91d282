import { createHash } from 'node:crypto';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

export interface FileTwin {
  url: string;
  server: Twin;
  /** Content by path; a string is where the path is redirected to. */
  files: Map<string, Buffer | string>;
  /** Where it is set, nobody without it gets anything. */
  token: string | undefined;
  /** Answers a range with the whole, as some servers do. */
  withoutRanges: boolean;
  close(): Promise<void>;
}

/** Files behind addresses: ranges, redirects, and a token that some ask for. */
export async function startFileTwin(): Promise<FileTwin> {
  const files = new Map<string, Buffer | string>();
  const server = await startTwin((request) => answer(twin, request));
  const twin: FileTwin = {
    url: server.url,
    server,
    files,
    token: undefined,
    withoutRanges: false,
    close: () => server.close(),
  };
  return twin;
}

function answer({ files, token, withoutRanges }: FileTwin, { path, headers }: TwinRequest): TwinReply {
  if (token !== undefined && headers.authorization !== `Bearer ${token}`) return { status: 401, body: 'no' };
  const bytes = files.get(decodeURIComponent(path));
  if (bytes === undefined) return { status: 404, body: 'nothing' };
  if (typeof bytes === 'string') return { status: 302, headers: { location: bytes }, body: 'there' };
  return rangeOf(bytes, withoutRanges ? undefined : headers.range);
}

/** A file, or the range of it that was asked for, open at its end or not. */
export function rangeOf(bytes: Buffer, range: string | undefined): TwinReply {
  const headers = {
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    'content-type': 'application/octet-stream',
  };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return { status: 200, body: bytes, headers };
  if (Number(from) >= bytes.length)
    return { status: 416, body: '', headers: { 'content-range': `bytes */${bytes.length}` } };
  const last = Math.min(to ? Number(to) : bytes.length - 1, bytes.length - 1);
  return {
    status: 206,
    body: bytes.subarray(Number(from), last + 1),
    headers: { ...headers, 'content-range': `bytes ${from}-${last}/${bytes.length}` },
  };
}
