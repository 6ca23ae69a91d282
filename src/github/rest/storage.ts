import { fetchFor } from '../../host/proxied-fetch.ts';
import { Problem } from '../../problem.ts';
import { refusal } from './answers.ts';
import type { Call } from './call.ts';
import type { RestClient } from './client.ts';

/** Of silence in a transfer, not of all of it: nobody knows how long a large file takes. */
const SILENCE_SECONDS = 60;

/**
 * The bytes behind a download link. GitHub answers with the signed address of a storage of another company, valid for a
 * minute; the token stays at home.
 */
export async function download(
  client: RestClient,
  call: Call<unknown>,
  more: { range?: { from: number; to: number }; accept?: string } = {},
): Promise<AsyncIterable<Uint8Array>> {
  const asked = client.asked(call);
  const answer = await client.send(call, {
    redirect: 'manual',
    ...(more.accept === undefined ? {} : { headers: { accept: more.accept } }),
  });
  const to = String(answer.headers['location'] ?? '');
  if (answer.status < 300 || answer.status > 399 || to === '') throw refusal(asked, answer);
  const url = storageUrl(to, client.access.baseUrl, asked.name);
  const { range } = more;
  const quiet = new AbortController();
  const timer = setTimeout(() => quiet.abort(new Error('no answer in time')), SILENCE_SECONDS * 1000);
  const signal = AbortSignal.any([quiet.signal, client.access.signal]);
  try {
    const send = await fetchFor(url);
    const headers = {
      'user-agent': 'gpu-lease',
      ...(range ? { range: `bytes=${range.from}-${range.to}` } : {}),
    };
    const response = await send(url, { headers, signal });
    const isWhole = range === undefined ? response.status === 200 : response.status === 206;
    if (!isWhole || response.body === null) throw new Error(`its storage answered ${response.status}`);
    timer.refresh();
    return watched(response.body, timer, asked.name, client.access.signal);
  } catch (error) {
    clearTimeout(timer);
    client.access.signal.throwIfAborted();
    throw broken(asked.name, error);
  }
}

/** Lets the transfer go on as long as bytes come. */
async function* watched(
  body: AsyncIterable<Uint8Array>,
  timer: NodeJS.Timeout,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      timer.refresh();
      yield chunk;
      // Whoever reads may take its time.
      timer.refresh();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw broken(name, error);
  } finally {
    clearTimeout(timer);
  }
}

/** What was announced, no more and no less: a cut transfer must not look like a small file, nor fill the disk. */
export async function* ofLength(
  stream: AsyncIterable<Uint8Array>,
  bytes: number,
  what: string,
): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of stream) {
    seen += chunk.byteLength;
    if (seen > bytes) throw wrongLength(what, bytes, `at least ${seen}`);
    yield chunk;
  }
  if (seen < bytes) throw wrongLength(what, bytes, String(seen));
}

const wrongLength = (what: string, announced: number, came: string): Problem =>
  new Problem({
    code: 'github-length',
    kind: 'unreachable',
    what: `GitHub says that ${what} has ${announced} bytes, and ${came} came.`,
    next: 'Run the same command again; if it stays so, what lies there is not what was uploaded.',
  });

const broken = (name: string, error: unknown): Problem => {
  const { message, cause } = error as { message?: string; cause?: { code?: string } };
  return new Problem({
    code: 'github-unreachable',
    kind: 'unreachable',
    // The address is a key: it is signed.
    what: `The download of ${name} broke off: ${cause?.code ?? message ?? 'no reason given'}.`,
    next: 'Run the same command again.',
  });
};

/** TLS everywhere, except where GitHub itself is spoken to on this machine. */
function storageUrl(address: string, baseUrl: string, name: string): URL {
  const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : undefined;
  const isLocal = new URL(baseUrl).protocol === 'http:' && url?.protocol === 'http:';
  if (url && (url.protocol === 'https:' || isLocal)) return url;
  throw broken(name, new Error('it was sent to an address without TLS'));
}
