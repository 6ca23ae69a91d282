import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Door {
  url: string;
  /** Requests that were let through, and those that were not. */
  count: { in: number; away: number };
  close(): Promise<void>;
}

/**
 * A door in front of a real S3-compatible server that knows no lent keys: it takes requests signed with `lent` and a session token
 * that `isLent` now, which has to be under the signature, and passes them on signed with the server's own keys.
 */
export async function openS3Door({
  server,
  lent,
  own,
  isLent,
}: {
  server: string;
  lent: Keys;
  own: Keys;
  isLent(token: string): boolean;
}): Promise<S3Door> {
  const count = { in: 0, away: 0 };
  const door = createServer((incoming, outgoing) => {
    const asked = readSigned(incoming);
    const isSigned = asked && signatureOf(asked, lent.secretAccessKey) === asked.signature;
    if (!asked || !isSigned || asked.accessKeyId !== lent.accessKeyId || !isLent(asked.token)) {
      count.away += 1;
      incoming.resume();
      return void outgoing.writeHead(403).end('<Error><Code>InvalidToken</Code></Error>');
    }
    count.in += 1;
    const onward = request(
      `${server}${asked.path}${asked.query.length > 0 ? `?${queryText(asked.query)}` : ''}`,
      { method: asked.method, headers: signedAnew(asked, incoming, own, new URL(server).host) },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((open) => door.listen(0, '127.0.0.1', open));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    count,
    async close() {
      door.closeAllConnections();
      await new Promise((done) => door.close(done));
    },
  };
}

type Pairs = [name: string, value: string][];

/** A request as its signature covers it (AWS Signature Version 4, S3). */
interface Signed {
  method: string;
  path: string;
  /** Without the signature; of a signed address without what only its signature needs. */
  query: Pairs;
  canonicalQuery: Pairs;
  headers: Pairs;
  payload: string;
  date: string;
  scope: string;
  accessKeyId: string;
  signature: string;
  token: string;
}

function readSigned({ method = 'GET', url = '/', headers }: IncomingMessage): Signed | undefined {
  const [path = '/', text = ''] = url.split('?');
  const query = [...new URLSearchParams(text.replaceAll('+', '%2B'))] as Pairs;
  const given = (name: string) => query.find(([key]) => key === name)?.[1] ?? '';
  const inHeader = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  const [, credential = given('X-Amz-Credential'), names = given('X-Amz-SignedHeaders'), signature] =
    inHeader ?? [];
  const [accessKeyId = '', ...scope] = credential.split('/');
  const signedNames = names.split(';');
  const token = inHeader ? String(headers['x-amz-security-token'] ?? '') : given('X-Amz-Security-Token');
  if (accessKeyId === '' || (inHeader && !signedNames.includes('x-amz-security-token'))) return;
  return {
    method,
    path,
    query: query.filter(([key]) => !key.startsWith('X-Amz-')),
    canonicalQuery: query.filter(([key]) => key !== 'X-Amz-Signature'),
    headers: signedNames.map((name) => [name, String(headers[name] ?? '')]),
    payload: inHeader ? String(headers['x-amz-content-sha256'] ?? '') : 'UNSIGNED-PAYLOAD',
    date: inHeader ? String(headers['x-amz-date'] ?? '') : given('X-Amz-Date'),
    scope: scope.join('/'),
    accessKeyId,
    signature: signature ?? given('X-Amz-Signature'),
    token,
  };
}

/** Of the server's own keys: the same request without the token, which it would not know. */
function signedAnew(
  asked: Signed,
  incoming: IncomingMessage,
  own: Keys,
  host: string,
): Record<string, string> {
  const date = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = asked.scope.replace(/^\d{8}/, date.slice(0, 8));
  const kept = asked.headers.filter(
    ([name]) => !/^(host|x-amz-(security-token|date|content-sha256))$/.test(name),
  );
  const headers: Pairs = [
    ...kept,
    ['host', host],
    ['x-amz-content-sha256', asked.payload],
    ['x-amz-date', date],
  ];
  headers.sort(([a], [b]) => (a < b ? -1 : 1));
  const signature = signatureOf(
    { ...asked, headers, canonicalQuery: asked.query, date, scope },
    own.secretAccessKey,
  );
  const names = headers.map(([name]) => name).join(';');
  const { 'content-length': length, range } = incoming.headers;
  return {
    // A signed address covers no range, and one may be asked for all the same.
    ...(range !== undefined && { range }),
    ...Object.fromEntries(headers),
    ...(length !== undefined && { 'content-length': length }),
    authorization: `AWS4-HMAC-SHA256 Credential=${own.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function signatureOf(
  { method, path, canonicalQuery, headers, payload, date, scope }: Omit<Signed, 'signature'>,
  secretAccessKey: string,
): string {
  const canonical = [
    method,
    path,
    queryText(canonicalQuery),
    ...headers.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    headers.map(([name]) => name).join(';'),
    payload,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const key = scope
    .split('/')
    .reduce((by: string | Buffer, part) => hmac(by, part), `AWS4${secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const queryText = (pairs: Pairs): string =>
  pairs
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
