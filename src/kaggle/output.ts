import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fetchFor, isLoopback } from '../host/proxied-fetch.ts';
import { PlatformAnswer } from '../platforms/api.ts';
import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { OutputPage } from '../platforms/kaggle/replies.ts';
import type { Session } from './sessions.ts';

/** Files of the output of one session, by their path in it. Addresses are signed, and good for minutes only. */
export interface Output {
  files: ReadonlyMap<string, string>;
  /** As Kaggle keeps it: JSON, or text. */
  log: string;
}

const PAGE_SIZE = 100;
/** A hundred thousand files. */
const MOST_PAGES = 1000;

export async function outputOf(api: KaggleApi, { slug, version }: Session): Promise<Output> {
  const asked = {
    userName: await api.user(),
    kernelSlug: slug,
    versionLabel: `v${version}`,
    pageSize: PAGE_SIZE,
  };
  const files = new Map<string, string>();
  const seen = new Set<string>();
  let pageToken: string | undefined;
  let log = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const body = { ...asked, ...(pageToken === undefined ? {} : { pageToken }) };
    const answer = await api.call('ListKernelSessionOutput', body, OutputPage);
    for (const { fileName, url } of answer.files) if (fileName && url) files.set(fileName, url);
    log ||= answer.log ?? '';
    pageToken = answer.nextPageToken || undefined;
    // The same page for ever would be an end that looks like work.
    if (pageToken === undefined || seen.has(pageToken)) break;
    seen.add(pageToken);
  }
  return { files, log };
}

export type Fetched = { sha256: string; bytes: number } | { why: string; mayCome: boolean };

/**
 * One file of an output into `to`. It comes from a store and not from the API, so no login goes along.
 *
 * @param most bytes; more than that is not what was promised
 */
export async function fetchTo(
  address: string,
  to: string,
  most: number,
  signal: AbortSignal,
): Promise<Fetched> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    return { why: `lies at an address that is not encrypted (${url.protocol})`, mayCome: false };
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      hash.update(piece);
      done(bytes > most ? new TooLong() : null, piece);
    },
  });
  try {
    const response = await (await fetchFor(url))(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(3_600_000)]),
    });
    if (!response.ok || !response.body)
      return { why: `cannot be fetched (${response.status})`, mayCome: response.status !== 404 };
    await pipeline(
      Readable.fromWeb(response.body as never),
      counted,
      createWriteStream(to, { mode: 0o600 }),
      { signal },
    );
    return { sha256: hash.digest('hex'), bytes };
  } catch (error) {
    signal.throwIfAborted();
    await rm(to, { force: true });
    if (error instanceof TooLong)
      return { why: `has more than the ${most} bytes of its record`, mayCome: false };
    const { code = (error as Error).name } = error as NodeJS.ErrnoException;
    if (['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes(code)) throw error;
    return { why: `broke off after ${bytes} bytes (${code})`, mayCome: true };
  }
}

class TooLong extends Error {}

/** A small text of an output; `undefined` where it is not there or too long. */
export async function textAt(output: Output, path: string, signal: AbortSignal): Promise<string | undefined> {
  const address = output.files.get(path);
  if (address === undefined) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return undefined;
  const response = await (await fetchFor(url))(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
  });
  if (!response.ok) throw new PlatformAnswer(`${path} of the output cannot be fetched (${response.status})`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return bytes.length <= MOST_TEXT_BYTES ? bytes.toString('utf8') : undefined;
}

const MOST_TEXT_BYTES = 64 * 1024 ** 2;
