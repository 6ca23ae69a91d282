import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AttestationsTwin {
  url: string;
  /** Paths with their queries, as they were asked for, and the token that came with each. */
  asked: { path: string; token: string | undefined }[];
  close(): void;
}

/** GitHub's list of attestations of one repository, by digest: each bundle in the answer, or packed behind an address of its own. */
export async function attestationsTwin(
  repository: string,
  bundles: ReadonlyMap<string, { document: unknown; isPacked?: true }[]>,
): Promise<AttestationsTwin> {
  const asked: AttestationsTwin['asked'] = [];
  const packed = new Map<string, Buffer>();
  const server = createServer((request, reply) => {
    const path = request.url ?? '';
    asked.push({ path, token: request.headers.authorization });
    const blob = packed.get(path);
    if (blob) return void reply.writeHead(200, { 'content-type': 'application/x-snappy' }).end(blob);
    const digest = new RegExp(`^/repos/${repository}/attestations/sha256:([0-9a-f]{64})\\?`).exec(path)?.[1];
    const found = bundles.get(digest ?? '');
    reply.setHeader('content-type', 'application/json');
    if (!found) return void reply.writeHead(404).end('{"message":"Not Found"}');
    const attestations = found.map(({ document, isPacked }, at) => {
      if (!isPacked) return { bundle: document, repository_id: 1 };
      packed.set(`/blobs/${at}`, snappy(Buffer.from(JSON.stringify(document))));
      return { bundle: null, bundle_url: `${url()}/blobs/${at}`, repository_id: 1 };
    });
    return void reply.end(JSON.stringify({ attestations }));
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: url(), asked, close: () => void server.close() };
}

/** One block of literals alone, which every reader of Snappy has to take (google/snappy, format_description.txt). */
function snappy(plain: Buffer): Buffer {
  const length: number[] = [];
  let left = plain.length;
  for (; left > 127; left >>>= 7) length.push((left & 127) | 128);
  const pieces: Buffer[] = [Buffer.from([...length, left])];
  for (let at = 0; at < plain.length; at += 65_536) {
    const piece = plain.subarray(at, at + 65_536);
    pieces.push(Buffer.from([61 << 2, (piece.length - 1) & 255, (piece.length - 1) >> 8]), piece);
  }
  return Buffer.concat(pieces);
}
