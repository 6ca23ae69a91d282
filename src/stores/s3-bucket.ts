import { S3mini, S3ServiceError } from 's3mini';
import { backoff } from '../host/backoff.ts';
import { Problem } from '../problem.ts';
import { S3KeyRing, type S3Keys, type S3Rung, type S3World } from './s3-keys.ts';

/** An object below a folder. */
export interface S3Object {
  name: string;
  bytes: number;
  digest: string;
}

const TRIES = 4;
const REQUEST_SECONDS = 300;

/** One bucket, asked with our own keys or with lent ones. Every failure is a Problem that shows neither a key nor what was signed. */
export class S3Bucket {
  readonly #rung: S3Rung;
  readonly #world: S3World;
  readonly #keys: S3KeyRing;
  #client: { s3: S3mini; keys: S3Keys } | undefined;

  constructor(rung: S3Rung, world: S3World) {
    this.#rung = rung;
    this.#world = world;
    this.#keys = new S3KeyRing(rung, world);
  }

  describe(): string {
    return `s3://${this.#rung.bucket} at ${new URL(this.#rung.endpoint).host}`;
  }

  /** Why there are no keys for it. */
  keyless(): string | undefined {
    return this.#keys.lacking();
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
  async link(
    method: 'GET' | 'PUT',
    key: string,
    seconds: number,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const { s3, keys } = await this.#with(seconds);
    const { sessionToken } = keys;
    const query: Record<string, string> = sessionToken ? { 'X-Amz-Security-Token': sessionToken } : {};
    return s3.getPresignedUrl(method, key, seconds, query, headers);
  }

  /** Tries again after a lost connection, a 429 or a 5xx; every request here may be sent twice. */
  async tried<T>(
    doing: string,
    ask: (s3: S3mini) => Promise<T>,
    expected: readonly number[] = [],
  ): Promise<T> {
    const { signal, clock } = this.#world;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await ask((await this.#with()).s3);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Problem || error instanceof RangeError) throw error;
        const status = statusOf(error);
        if (status !== undefined && expected.includes(status)) throw error;
        if (status !== undefined && status < 500 && status !== 429)
          throw this.refused(`${doing} is refused (${reasonOf(error)})`, error);
        if (attempt >= TRIES) throw this.#unreachable(doing, error);
        await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
      }
    }
  }

  /** Takes the parts of an upload away that is not gone on with; tried once. */
  async abort(key: string, upload: string): Promise<void> {
    await this.#with()
      .then(({ s3 }) => s3.abortMultipartUpload(key, upload))
      .catch(() => {});
  }

  /** Lent keys end; then there is another client. */
  async #with(seconds?: number): Promise<{ s3: S3mini; keys: S3Keys }> {
    const keys = await this.#keys.current(seconds);
    const known = this.#client;
    if (known?.keys.accessKeyId === keys.accessKeyId && known.keys.sessionToken === keys.sessionToken)
      return known;
    this.#client = { s3: this.#connect(keys), keys };
    return this.#client;
  }

  #connect({ accessKeyId, secretAccessKey, sessionToken }: S3Keys): S3mini {
    const { endpoint, bucket, region } = this.#rung;
    const { signal, fetch = globalThis.fetch } = this.#world;
    const client = new S3mini({
      accessKeyId,
      secretAccessKey,
      endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
      ...(region !== undefined && { region }),
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          // Followed, the session token would go along to whoever is named there; and what was signed is good for no other host.
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS * 1000)]),
        }),
    });
    if (sessionToken) signWith(client, sessionToken);
    return client;
  }

  refused(what: string, cause?: unknown): Problem {
    return new Problem(
      {
        code: 's3-refused',
        kind: 'refused',
        what: `${this.describe()}: ${what}.`,
        next: `Check the bucket, the region and what ${this.#rung.role ? `the role ${this.#rung.role.arn}` : `the key in ${this.#rung.accessKey}`} may do: list, get and put below its prefix.`,
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
