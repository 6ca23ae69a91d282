import { createHash } from 'node:crypto';
import type { Clock } from '../../src/clock.ts';
import { startTwin, type Twin, type TwinReply } from './twin.ts';

/** As long as GitHub's download links live. */
const LINK_SECONDS = 60;

export interface TwinStorage {
  server: Twin;
  /** A signed address of these bytes, valid for a minute. */
  signed(bytes: Buffer, name: string): string;
}

/** The storage behind artifacts and assets: another host, which answers ranges and takes nobody's token. */
export async function startStorage(clock: Clock): Promise<TwinStorage> {
  const blobs = new Map<string, Buffer>();
  const now = () => clock.now().getTime() / 1000;
  const server = await startTwin((request) => {
    const { headers, path, query } = request;
    const bytes = blobs.get(path.slice(1));
    // Azure's answer to a header beside a signature.
    if (headers.authorization !== undefined) return { status: 400, body: 'InvalidAuthenticationInfo' };
    if (bytes === undefined || !query.has('sig')) return { status: 404, body: 'BlobNotFound' };
    if (Number(query.get('se')) < now()) return { status: 403, body: 'AuthenticationFailed' };
    return ranged(bytes, headers.range);
  });
  return {
    server,
    signed(bytes, name) {
      const key = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      blobs.set(key, bytes);
      const expiry = Math.ceil(now() + LINK_SECONDS);
      return `${server.url}/${key}?se=${expiry}&sig=c2lnbmF0dXJl&rscd=${encodeURIComponent(name)}`;
    },
  };
}

function ranged(bytes: Buffer, range: string | undefined): TwinReply {
  const headers = { 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes' };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return { status: 200, body: bytes, headers };
  const last = Math.min(bytes.length - 1, to ? Number(to) : bytes.length - 1);
  if (Number(from) > last) return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } };
  return {
    status: 206,
    body: bytes.subarray(Number(from), last + 1),
    headers: { ...headers, 'content-range': `bytes ${from}-${last}/${bytes.length}` },
  };
}
