import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../problem.ts';
import type { SourceExtras } from './bounded-reader.ts';
import type { RangeSource } from './source.ts';

export interface HttpSourceOptions {
  /** Sent with every request; for tokens. Never shown. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** For tests and proxies. */
  fetch?: typeof globalThis.fetch;
  /** How often one range is asked for before the source is given up. Default 4. */
  tries?: number;
  /** Milliseconds before the second try; doubled for each further one. Default 500. */
  pauseMs?: number;
}

export type HttpSource = RangeSource & Pick<SourceExtras, 'changed'>;

/** What tells one state of an object from another. */
interface Validators {
  etag: string | undefined;
  modified: string | undefined;
  sizeBytes: number;
}

/**
 * An object behind HTTP(S) as a source of ranges, so that it is verified where it lives: a store's pre-signed URL, a file
 * server, a hub. The server must answer ranges (RFC 9110, section 14). An object that is replaced meanwhile is seen by its
 * entity tag, date and size. Redirects are followed. The query of the URL, where signatures stand, is in no message.
 *
 * @throws Problem `not-readable` when the server does not answer, refuses, or gives no ranges
 */
export async function openHttpSource(url: string, options: HttpSourceOptions = {}): Promise<HttpSource> {
  const { origin, pathname } = new URL(url);
  const label = `${origin}${pathname}`;
  const asker = new Asker(url, label, options);
  const { validators, bytes } = await asker.ask(0, 1);
  if (bytes.length > 1)
    throw asker.refused('answers with everything instead of the range that was asked for');
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
    const { tries = 4, pauseMs = 500, signal } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(offset, length);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Problem || error instanceof RangeError) throw error;
        if (attempt >= tries) throw this.refused(`could not be read: ${reasonOf(error)}`);
        await pause(pauseMs * 2 ** (attempt - 1), undefined, signal === undefined ? {} : { signal });
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

  async #once(offset: number, length: number): Promise<{ validators: Validators; bytes: Uint8Array }> {
    const { headers = {}, signal, fetch = globalThis.fetch } = this.#options;
    const range = `bytes=${offset}-${offset + length - 1}`;
    const response = await fetch(this.#url, {
      // With a range fetch asks for no compression by itself: compressed bytes would be bytes of something else.
      headers: { ...headers, range },
      ...(signal === undefined ? {} : { signal }),
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
    if (Number(from) !== offset || size === undefined)
      throw this.refused(`answers ${range} with "${response.headers.get('content-range')}"`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== Number(to) - offset + 1)
      throw new Error(`the answer ended after ${bytes.length} bytes`);
    const validators = {
      etag: response.headers.get('etag') ?? undefined,
      modified: response.headers.get('last-modified') ?? undefined,
      sizeBytes: Number(size),
    };
    return { validators, bytes };
  }

  #notARange(status: number, offset: number): Error {
    if (status === 416 && offset > 0) return new RangeError(`${this.#label} ended before ${offset}`);
    if (status === 416) return this.refused('is empty');
    if (status === 200) return this.refused('gives no ranges');
    return this.refused(`answers HTTP ${status}`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What fetch throws says only that it failed; why stands in its cause.
  return error.cause instanceof Error ? error.cause.message : error.message;
}
