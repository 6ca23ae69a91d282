import { backoff } from '../host/backoff.ts';
import { Problem } from '../problem.ts';
import { S3Client, type S3Object, S3Refused } from './s3-client.ts';
import { S3KeyRing, type S3Keys, type S3Rung, type S3World } from './s3-keys.ts';

const TRIES = 4;
const REQUEST_SECONDS = 300;

/** One bucket, asked with our own keys or with lent ones. Every failure is a Problem that shows neither a key nor what was signed. */
export class S3Bucket {
  readonly #rung: S3Rung;
  readonly #world: S3World;
  readonly #keys: S3KeyRing;
  #client: { s3: S3Client; keys: S3Keys } | undefined;

  constructor(rung: S3Rung, world: S3World) {
    this.#rung = rung;
    this.#world = world;
    this.#keys = new S3KeyRing(rung, world);
  }

  describe(): string {
    return `s3://${this.#rung.bucket} at ${new URL(this.#rung.endpoint).host}`;
  }

  /** Names of variables without which there are no keys for it. */
  unset(): string[] {
    return this.#keys.unset();
  }

  /** Why there are no keys for it. */
  keyless(): string | undefined {
    return this.#keys.lacking();
  }

  async list(folder: string): Promise<S3Object[]> {
    const found: S3Object[] = [];
    let next: string | undefined;
    do {
      const page = await this.tried('list', (s3) => s3.list(folder, next));
      if (page === undefined) throw this.refused('there is no such bucket');
      found.push(...page.objects);
      next = page.next;
    } while (next !== undefined);
    return found;
  }

  /** Removes what lies below a folder. What is gone already is no failure. */
  async drop(folder: string): Promise<void> {
    for (const { name } of await this.list(folder))
      await this.tried(`delete ${folder}/${name}`, (s3) => s3.delete(`${folder}/${name}`));
    for (const { key, upload } of await this.tried('list uploads', (s3) => s3.uploads(`${folder}/`)))
      await this.abort(key, upload);
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
    return (await this.#with(seconds)).link(method, key, seconds, headers);
  }

  /** The same for one part of an upload. */
  async partLink(key: string, part: { upload: string; number: number }, seconds: number): Promise<string> {
    return (await this.#with(seconds)).partLink(key, part, seconds);
  }

  /** Tries again after a lost connection, a 429 or a 5xx; every request here may be sent twice. */
  async tried<T>(
    doing: string,
    ask: (s3: S3Client) => Promise<T>,
    expected: readonly number[] = [],
  ): Promise<T> {
    const { signal, clock } = this.#world;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await ask(await this.#with());
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
      .then((s3) => s3.abort(key, upload))
      .catch(() => {});
  }

  /** Lent keys end; then there is another client. */
  async #with(seconds?: number): Promise<S3Client> {
    // A server answers what nobody signed as it likes, and often as if there were nothing.
    const keyless = this.keyless();
    if (keyless !== undefined) throw this.refused(keyless);
    const keys = await this.#keys.current(seconds);
    const known = this.#client;
    if (known?.keys.accessKeyId === keys.accessKeyId && known.keys.sessionToken === keys.sessionToken)
      return known.s3;
    this.#client = { s3: this.#connect(keys), keys };
    return this.#client.s3;
  }

  #connect(keys: S3Keys): S3Client {
    const { endpoint, bucket, region } = this.#rung;
    const { signal, fetch = globalThis.fetch } = this.#world;
    const bounded: typeof fetch = (input, init) =>
      fetch(input, {
        ...init,
        // Followed, the session token would go along to whoever is named there; and what was signed is good for no other host.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS * 1000)]),
      });
    return new S3Client({ endpoint, bucket, region, keys, fetch: bounded });
  }

  refused(what: string, cause?: unknown): Problem {
    const { role, accessKey } = this.#rung;
    const whose = role ? `the role ${role.arn}` : `the key in ${accessKey}`;
    return new Problem(
      {
        code: 's3-refused',
        kind: 'refused',
        what: `${this.describe()}: ${what}.`,
        next:
          this.keyless() === undefined
            ? `Check the bucket, the region and what ${whose} may do: list, get and put below its prefix.`
            : 'Give them to this step by "env:", as secrets of its environment; at a terminal, set them.',
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

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3Refused ? error.status : undefined;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
