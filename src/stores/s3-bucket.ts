import { setTimeout as pause } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import type { StoreRung } from '../job/job.ts';
import { Problem } from '../problem.ts';

export type S3Rung = Extract<StoreRung, { kind: 's3' }>;

export interface S3World {
  /** Value of a variable of our own environment. */
  secret(name: string): string | undefined;
  signal: AbortSignal;
  fetch?: typeof globalThis.fetch;
  /** Milliseconds before the second try of a request; doubled for each further one. */
  pauseMs?: number;
}

/** An object below a folder. */
export interface S3Object {
  name: string;
  bytes: number;
  digest: string;
}

const TRIES = 4;
const REQUEST_SECONDS = 300;

/** One bucket, asked with our own keys. Every failure is a Problem that shows neither a key nor what was signed. */
export class S3Bucket {
  readonly #rung: S3Rung;
  readonly #world: S3World;
  #client: S3mini | undefined;

  constructor(rung: S3Rung, world: S3World) {
    this.#rung = rung;
    this.#world = world;
  }

  describe(): string {
    return `s3://${this.#rung.bucket} at ${new URL(this.#rung.endpoint).host}`;
  }

  /** Which of the variables that hold its keys are not set. */
  keyless(): string | undefined {
    const unset = [this.#rung.accessKey, this.#rung.secretKey].filter((name) => !this.#world.secret(name));
    return unset.length > 0 ? `${unset.join(' and ')} not set` : undefined;
  }

  async list(folder: string): Promise<S3Object[]> {
    const found: S3Object[] = [];
    let token: string | undefined;
    do {
      const page = await this.tried('list', (s3) => s3.listObjectsPaged('/', `${folder}/`, 1000, token));
      if (!page?.objects) throw this.refused('there is no such bucket');
      for (const { Key, Size, ETag } of page.objects)
        found.push({
          name: unescaped(Key).slice(folder.length + 1),
          bytes: Size,
          digest: ETag.replaceAll('"', ''),
        });
      token = page.nextContinuationToken;
    } while (token !== undefined);
    return found;
  }

  /**
   * An address that lets whoever has it do this one thing to this one object until it expires. A secret: it goes nowhere
   * but to who is to use it.
   *
   * @param headers that must be sent with it, with these very values
   */
  link(
    method: 'GET' | 'PUT',
    key: string,
    seconds: number,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const session = this.#session();
    const query: Record<string, string> = session ? { 'X-Amz-Security-Token': session } : {};
    return this.s3().getPresignedUrl(method, key, seconds, query, headers);
  }

  /** Tries again after a lost connection, a 429 or a 5xx; every request here may be sent twice. */
  async tried<T>(
    doing: string,
    ask: (s3: S3mini) => Promise<T>,
    expected: readonly number[] = [],
  ): Promise<T> {
    const { signal, pauseMs = 500 } = this.#world;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask(this.s3());
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Problem || error instanceof RangeError) throw error;
        const status = statusOf(error);
        if (status !== undefined && expected.includes(status)) throw error;
        if (status !== undefined && status < 500 && status !== 429)
          throw this.refused(`${doing} is refused (${reasonOf(error)})`, error);
        if (attempt >= TRIES) throw this.#unreachable(doing, error);
        await pause(pauseMs * 2 ** (attempt - 1), undefined, { signal });
      }
    }
  }

  s3(): S3mini {
    this.#client ??= this.#connect();
    return this.#client;
  }

  #connect(): S3mini {
    const { endpoint, bucket, region, accessKey, secretKey } = this.#rung;
    const { secret, signal, fetch = globalThis.fetch } = this.#world;
    const client = new S3mini({
      accessKeyId: secret(accessKey) ?? '',
      secretAccessKey: secret(secretKey) ?? '',
      endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
      ...(region !== undefined && { region }),
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS * 1000)]),
        }),
    });
    const session = this.#session();
    if (session) signWith(client, session);
    return client;
  }

  /** Comes with keys that were lent, under the names that such keys have everywhere. */
  #session(): string | undefined {
    return this.#rung.accessKey === 'AWS_ACCESS_KEY_ID' ? this.#world.secret('AWS_SESSION_TOKEN') : undefined;
  }

  refused(what: string, cause?: unknown): Problem {
    return new Problem(
      {
        code: 's3-refused',
        kind: 'refused',
        what: `${this.describe()}: ${what}.`,
        next: `Check the bucket, the region and what the key in ${this.#rung.accessKey} may do: list, get and put below its prefix.`,
      },
      { cause },
    );
  }

  #unreachable(doing: string, cause: unknown): Problem {
    return new Problem(
      {
        code: 's3-unreachable',
        kind: 'unreachable',
        what: `${this.describe()} did not answer (${doing}): ${reasonOf(cause)}.`,
        next: 'Run the same command again; what arrived is not sent twice.',
      },
      { cause },
    );
  }
}

/**
 * Keys that an identity provider lent (OIDC) come with a token, which must be among the signed headers. The client has no
 * setting for it; every request of it passes through this one method.
 */
function signWith(client: S3mini, session: string): void {
  const own = client as unknown as { _signedRequest: SignedRequest };
  const signed = own._signedRequest.bind(client);
  own._signedRequest = (method, key, options = {}) =>
    signed(method, key, { ...options, headers: { ...options.headers, 'x-amz-security-token': session } });
}

type SignedRequest = (
  method: string,
  key: string,
  options?: { headers?: Record<string, string> },
) => Promise<Response>;

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceError ? error.status : undefined;

/** The body of a refusal quotes what was signed; only its code is shown. */
function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) return `HTTP ${error.status} ${error.serviceCode ?? ''}`.trim();
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Services write quotes and control characters of names as numbers, too, which the client leaves as they are. */
const unescaped = (key: string): string =>
  key.replaceAll(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
