import { z } from 'zod';
import { fetchFor, isLoopback } from '../host/proxied-fetch.ts';
import { Problem } from '../problem.ts';
import { unsnappy } from '../verify/codec/snappy.ts';

const REQUEST_SECONDS = 30;
const MOST_BYTES = 32 * 1024 ** 2;
/** So many are looked at; of one digest there is hardly ever more than a handful. */
const PER_PAGE = 30;

const Reply = z.object({
  attestations: z.array(z.object({ bundle: z.unknown().optional(), bundle_url: z.string().nullish() })),
});

export interface AttestationsOf {
  /** OWNER/NAME */
  repository: string;
  sha256: string;
  predicateType: string;
  /** `https://api.github.com`, or that of the environment. */
  baseUrl: string;
  /** Not needed for public repositories. */
  token: string | undefined;
  signal: AbortSignal;
}

/**
 * The bundles that GitHub holds for a digest, unproven: `GET /repos/{owner}/{repo}/attestations/{digest}`. Where a bundle does not stand in
 * the answer it lies, packed by Snappy, at an address that needs no token (GitHub's REST documentation and cli/cli, 2026).
 *
 * @throws Problem `refused` or `unreachable`
 */
export async function attestationsOf(of: AttestationsOf): Promise<unknown[]> {
  const query = new URLSearchParams({ per_page: String(PER_PAGE), predicate_type: of.predicateType });
  const url = new URL(`${of.baseUrl}/repos/${of.repository}/attestations/sha256:${of.sha256}?${query}`);
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(of.token && { authorization: `Bearer ${of.token}` }),
  };
  const answer = await asked(of, url, headers);
  if (answer === undefined) return [];
  const { attestations } = understood(of, () => Reply.parse(JSON.parse(answer.toString('utf8'))));
  const bundles: unknown[] = [];
  for (const { bundle, bundle_url } of attestations) {
    if (bundle !== undefined && bundle !== null) bundles.push(bundle);
    else if (bundle_url) bundles.push(await packedBundle(of, bundle_url));
  }
  return bundles;
}

async function packedBundle(of: AttestationsOf, address: string): Promise<unknown> {
  const packed = await asked(of, new URL(address), {});
  return understood(of, () =>
    JSON.parse(Buffer.from(unsnappy(packed ?? Buffer.alloc(0), 0)).toString('utf8')),
  );
}

/** @returns `undefined` where there is nothing */
async function asked(
  of: AttestationsOf,
  url: URL,
  headers: Record<string, string>,
): Promise<Buffer | undefined> {
  // A token goes over TLS or stays on this machine, and so do the answers.
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    throw problem(of, 'refused', `is at ${url.protocol}//${url.host}, which is not https`);
  let reply: Response;
  let body: Buffer;
  try {
    const ask = await fetchFor(url);
    const signal = AbortSignal.any([of.signal, AbortSignal.timeout(REQUEST_SECONDS * 1000)]);
    reply = await ask(url, { headers, signal });
    body = Buffer.from(await reply.arrayBuffer());
  } catch (cause) {
    of.signal.throwIfAborted();
    throw problem(of, 'unreachable', `did not answer: ${(cause as Error).message}`, { cause });
  }
  if (reply.status === 404) return undefined;
  if (!reply.ok)
    throw problem(of, reply.status < 500 ? 'refused' : 'unreachable', `answered ${reply.status}`);
  if (body.length > MOST_BYTES) throw problem(of, 'refused', `answered with ${body.length} bytes`);
  return body;
}

function understood<T>(of: AttestationsOf, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw problem(of, 'unreachable', 'answered in a shape that gpu-lease does not know', { cause });
  }
}

const problem = (
  { repository }: AttestationsOf,
  kind: 'refused' | 'unreachable',
  what: string,
  options?: ErrorOptions,
): Problem =>
  new Problem(
    {
      code: 'attestations',
      kind,
      what: `GitHub, asked for the attestations of ${repository}, ${what}.`,
      next: 'Set GH_TOKEN to a token that may read the repository, or name the bundle with --bundle FILE.',
    },
    options,
  );
