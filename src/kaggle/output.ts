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

/** @throws PlatformAnswer where it is not listed to its end */
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
    if (pageToken === undefined) return { files, log };
    // The same page for ever would be an end that looks like work.
    if (seen.has(pageToken)) break;
    seen.add(pageToken);
  }
  // What is not listed to its end is no output with files missing: the next session would begin before what was saved.
  throw new PlatformAnswer(
    `Kaggle does not list the output of ${slug} to its end (${files.size} files so far)`,
  );
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
  const hash = createHash('sha256');
  const counted = new Counted(most, (piece) => hash.update(piece));
  try {
    const body = await opened(address, AbortSignal.any([signal, AbortSignal.timeout(3_600_000)]));
    if ('why' in body) return body;
    await pipeline(body.stream, counted, createWriteStream(to, { mode: 0o600 }), { signal });
    return { sha256: hash.digest('hex'), bytes: counted.bytes };
  } catch (error) {
    signal.throwIfAborted();
    await rm(to, { force: true });
    if (error instanceof TooLong)
      return { why: `has more than the ${most} bytes of its record`, mayCome: false };
    const { code = (error as Error).name } = error as NodeJS.ErrnoException;
    if (['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes(code)) throw error;
    return { why: `broke off after ${counted.bytes} bytes (${code})`, mayCome: true };
  }
}

/**
 * A small text of an output, which its session wrote; `undefined` where it is not there or longer than any record.
 *
 * @throws PlatformAnswer where it could not be read, which says nothing about it
 */
export async function textAt(
  output: Output,
  path: string,
  signal: AbortSignal,
  most = MOST_TEXT_BYTES,
): Promise<string | undefined> {
  const address = output.files.get(path);
  if (address === undefined) return undefined;
  const pieces: Buffer[] = [];
  try {
    const body = await opened(address, AbortSignal.any([signal, AbortSignal.timeout(60_000)]));
    if ('why' in body) throw new PlatformAnswer(`${path} of the output ${body.why}`);
    const counted = new Counted(most, (piece) => pieces.push(piece));
    await pipeline(body.stream, counted, async (all) => {
      for await (const _piece of all);
    });
    return Buffer.concat(pieces).toString('utf8');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooLong) return undefined;
    if (error instanceof PlatformAnswer) throw error;
    throw new PlatformAnswer(`${path} of the output could not be read to its end`, { cause: error });
  }
}

const MOST_TEXT_BYTES = 64 * 1024 ** 2;

/** A store may send on to another one. */
const MOST_HOPS = 5;

/** Only where nobody on the way could read or change it, wherever the answer leads. */
async function opened(
  address: string,
  signal: AbortSignal,
): Promise<{ stream: Readable } | Extract<Fetched, { why: string }>> {
  let at = address;
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    if (!URL.canParse(at)) return { why: 'has no address that can be used', mayCome: false };
    const url = new URL(at);
    if (!isSafe(url))
      return { why: `lies at an address that is not encrypted (${url.protocol})`, mayCome: false };
    const response = await (await fetchFor(url))(url, { signal, redirect: 'manual' });
    if (response.ok && response.body) return { stream: Readable.fromWeb(response.body as never) };
    await response.body?.cancel();
    const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (next === null)
      return { why: `cannot be fetched (${response.status})`, mayCome: response.status !== 404 };
    at = URL.canParse(next, url.href) ? new URL(next, url).href : next;
  }
  return { why: `is sent on more than ${MOST_HOPS} times`, mayCome: true };
}

const isSafe = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url.hostname);

class TooLong extends Error {}

/** Ends what is longer than it may be, before it fills this machine. */
class Counted extends Transform {
  bytes = 0;

  constructor(most: number, take: (piece: Buffer) => void) {
    super({
      transform: (piece: Buffer, _encoding, done) => {
        this.bytes += piece.length;
        if (this.bytes > most) return done(new TooLong());
        take(piece);
        done(null, piece);
      },
    });
  }
}
