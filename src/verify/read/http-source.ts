import { type Clock, systemClock } from '../../clock.ts';
import { backoff } from '../../host/backoff.ts';
import { Problem } from '../../problem.ts';
import type { RangeSource } from '../contract/source.ts';
import type { SourceExtras } from './bounded-reader.ts';
import { followed } from './redirects.ts';

export interface HttpSourceOptions {
  /** Sent with every request; for tokens. Never shown. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** For tests and proxies. */
  fetch?: typeof globalThis.fetch;
  /** Addresses of a host name that a server sends us to. Default: the resolver of this machine. */
  addressesOf?: (hostname: string) => Promise<string[]>;
  /** How often one range is asked for before the source is given up. Default 4. */
  tries?: number;
  /** Seconds that one range may take, from the request to its last byte. Default 60. */
  rangeSeconds?: number;
  /** Milliseconds before the second try; doubled for each further one. Default 500. */
  pauseMs?: number;
  /** Default: the system's. */
  clock?: Clock;
}

export type HttpSource = RangeSource & Pick<SourceExtras, 'changed'>;

const RANGE_SECONDS = 60;

/** What tells one state of an object from another. */
interface Validators {
  etag: string | undefined;
  modified: string | undefined;
  sizeBytes: number;
}

/**
 * An object behind HTTP(S) as a source of ranges, so that it is verified where it lives: a store's pre-signed URL, a file
 * server, a hub. The server must answer ranges (RFC 9110, section 14). An object that is replaced meanwhile is seen by its
 * entity tag, date and size. Redirects are followed, but for those from a public address into this machine's network. The query of the URL, where signatures stand, is in no message.
 *
 * @throws Problem `not-readable` when the server does not answer, refuses, or gives no ranges
 */
export async function openHttpSource(url: string, options: HttpSourceOptions = {}): Promise<HttpSource> {
  const { origin, pathname } = new URL(url);
  const label = `${origin}${pathname}`;
  const asker = new Asker(url, label, options);
  const { validators } = await asker.ask(0, 1);
  return {
    label,
    sizeBytes: validators.sizeBytes,
    async read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > validators.sizeBytes)
        throw new RangeError(
          `${length} bytes from ${offset} lie outside ${label} (${validators.sizeBytes} bytes)`,
        );
      if (length === 0) return new Uint8Array(0);
      const answer = await asker.ask(offset, length);
      const difference = differenceOf(validators, answer.validators);
      if (difference !== undefined) throw new RangeError(difference);
      if (answer.bytes.length !== length)
        throw new RangeError(`${label} gave ${answer.bytes.length} bytes of ${length} from ${offset}`);
      return answer.bytes;
    },
    async changed() {
      return differenceOf(validators, (await asker.ask(0, 1)).validators);
    },
    close: async () => {},
  };
}

function differenceOf(before: Validators, now: Validators): string | undefined {
  if (before.sizeBytes !== now.sizeBytes) return `its size went from ${before.sizeBytes} to ${now.sizeBytes}`;
  if (before.etag !== now.etag) return `its entity tag went from ${before.etag} to ${now.etag}`;
  return before.modified === now.modified ? undefined : 'its modification time moved';
}

class Asker {
  readonly #url: string;
  readonly #label: string;
  readonly #options: HttpSourceOptions;

  constructor(url: string, label: string, options: HttpSourceOptions) {
    this.#url = url;
    this.#label = label;
    this.#options = options;
  }

  /** Tries again after a lost connection or a 429 or 5xx; a range can be asked for as often as one likes. */
  async ask(offset: number, length: number): Promise<{ validators: Validators; bytes: Uint8Array }> {
    const { tries = 4, pauseMs = 500, clock = systemClock, signal } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(offset, length);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Problem || error instanceof RangeError) throw error;
        // A server that keeps us waiting would do so at every try.
        if (isTimeout(error)) throw this.refused(`sent no whole answer within ${this.#rangeSeconds} s`);
        if (attempt >= tries) throw this.refused(`could not be read: ${reasonOf(error)}`);
        await clock.sleep(backoff(attempt, { first: pauseMs / 1000 }), signal);
        signal?.throwIfAborted();
      }
    }
  }

  refused(what: string): Problem {
    return new Problem({
      code: 'not-readable',
      kind: 'failed',
      what: `${this.#label} ${what}.`,
      next: 'Check the address and its expiry; the server must answer requests for ranges.',
    });
  }

  get #rangeSeconds(): number {
    return this.#options.rangeSeconds ?? RANGE_SECONDS;
  }

  async #once(offset: number, length: number): Promise<{ validators: Validators; bytes: Uint8Array }> {
    const { headers = {}, fetch = globalThis.fetch, addressesOf } = this.#options;
    const patience = AbortSignal.timeout(this.#rangeSeconds * 1000);
    const signal = this.#options.signal ? AbortSignal.any([this.#options.signal, patience]) : patience;
    const range = `bytes=${offset}-${offset + length - 1}`;
    const response = await followed(this.#url, {
      fetch,
      headers,
      range,
      signal,
      ...(addressesOf && { addressesOf }),
      refused: (what) => this.refused(what),
    });
    if (response.status === 429 || response.status >= 500) {
      await response.body?.cancel();
      throw new Error(`HTTP ${response.status}`);
    }
    if (response.status !== 206) {
      await response.body?.cancel();
      throw this.#notARange(response.status, offset);
    }
    const [, from, to, size] =
      /^bytes ([0-9]+)-([0-9]+)\/([0-9]+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    const announced = Number(to) - offset + 1;
    if (Number(from) !== offset || size === undefined || announced > length) {
      await response.body?.cancel();
      throw this.refused(`answers ${range} with "${response.headers.get('content-range')}"`);
    }
    const bytes = await this.#bytesOf(response, announced, range);
    const validators = {
      etag: response.headers.get('etag') ?? undefined,
      modified: response.headers.get('last-modified') ?? undefined,
      sizeBytes: Number(size),
    };
    return { validators, bytes };
  }

  /** What comes beyond the range is nobody's: at the first byte of it the connection is given up. */
  async #bytesOf({ body }: Response, announced: number, range: string): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(announced, 0));
    let filled = 0;
    for await (const piece of body ?? []) {
      if (filled + piece.length > announced)
        throw this.refused(`sends more than ${range}, which was asked for`);
      bytes.set(piece, filled);
      filled += piece.length;
    }
    if (filled !== announced) throw new Error(`the answer ended after ${filled} bytes`);
    return bytes;
  }

  #notARange(status: number, offset: number): Error {
    if (status === 416 && offset > 0) return new RangeError(`${this.#label} ended before ${offset}`);
    if (status === 416) return this.refused('is empty');
    if (status === 200) return this.refused('gives no ranges');
    return this.refused(`answers HTTP ${status}`);
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What fetch throws says only that it failed; why stands in its cause.
  return error.cause instanceof Error ? error.cause.message : error.message;
}
