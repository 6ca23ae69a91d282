import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import type { StoreRung } from '../job/job.ts';
import { Problem } from '../problem.ts';
import {
  type ArtifactStore,
  folderOf,
  listDigest,
  type Parcel,
  type ParcelFile,
  type Placed,
  type StoredSet,
} from './store.ts';

type S3Rung = Extract<StoreRung, { kind: 's3' }>;

export interface S3World {
  /** Value of a variable of our own environment. */
  secret(name: string): string | undefined;
  signal: AbortSignal;
  fetch?: typeof globalThis.fetch;
  /** Milliseconds before the second try of a request; doubled for each further one. */
  pauseMs?: number;
}

const MiB = 1024 ** 2;
/** Larger files go in parts, so that a lost connection costs one part. */
const PART_BYTES = 16 * MiB;
/** The interface allows 10,000 parts and 5 TiB an object. */
const MOST_PARTS = 9_000;
const MOST_BYTES = 5 * 1024 ** 4;
const LANES = 3;
const READ_BYTES = 8 * MiB;
const TRIES = 4;
const REQUEST_SECONDS = 300;
const THERE_ALREADY = [409, 412];
const CONDITION_UNKNOWN = [400, 501];

/**
 * A bucket behind the S3 interface, whoever runs it. Keys are `<prefix>/<run>/<seal>/<path>`, written once: a key that is
 * there is never written again, and what it holds is compared like everything else.
 */
export function s3Store(rung: S3Rung, world: S3World): ArtifactStore {
  return new S3Store(rung, world);
}

class S3Store implements ArtifactStore {
  readonly kind = 's3';
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

  nameOf(path: string): string {
    return path;
  }

  async refusal(parcel: Parcel): Promise<string | undefined> {
    const unset = [this.#rung.accessKey, this.#rung.secretKey].filter((name) => !this.#world.secret(name));
    if (unset.length > 0) return `${unset.join(' and ')} not set`;
    const large = parcel.files.find((file) => file.bytes > MOST_BYTES);
    return large && `${large.path} has ${large.bytes} bytes, an object may have ${MOST_BYTES}`;
  }

  async put(parcel: Parcel): Promise<Placed> {
    const { endpoint, bucket, prefix } = this.#rung;
    const folder = prefix === undefined ? folderOf(parcel) : `${prefix}/${folderOf(parcel)}`;
    const there = new Map((await this.#list(folder)).map((object) => [object.name, object.bytes]));
    for (const file of parcel.files) {
      if (there.has(file.path)) continue;
      await this.#putFile(`${folder}/${file.path}`, file);
    }
    return { id: `s3://${bucket}/${folder}`, place: `s3://${bucket}/${folder} at ${endpoint}` };
  }

  async open(id: string): Promise<StoredSet | undefined> {
    const start = `s3://${this.#rung.bucket}/`;
    if (!id.startsWith(start)) return undefined;
    const folder = id.slice(start.length);
    const objects = await this.#list(folder);
    if (objects.length === 0) return undefined;
    const sizes = new Map(objects.map(({ name, bytes }) => [name, bytes]));
    return {
      digest: listDigest(objects),
      names: async () => objects.map(({ name, bytes }) => ({ name, bytes })),
      read: (name, sink) => this.#read(`${folder}/${name}`, sizes.get(name) ?? 0, sink),
      close: async () => {},
    };
  }

  async #list(folder: string): Promise<{ name: string; bytes: number; digest: string }[]> {
    const found: { name: string; bytes: number; digest: string }[] = [];
    let token: string | undefined;
    do {
      const page = await this.#tried('list', (s3) => s3.listObjectsPaged('/', `${folder}/`, 1000, token));
      if (!page?.objects) throw this.#refused('there is no such bucket');
      for (const { Key, Size, ETag } of page.objects)
        found.push({ name: Key.slice(folder.length + 1), bytes: Size, digest: ETag.replaceAll('"', '') });
      token = page.nextContinuationToken;
    } while (token !== undefined);
    return found;
  }

  async #putFile(key: string, file: ParcelFile): Promise<void> {
    const handle = await open(file.from, 'r');
    const part = async (at: number, length: number): Promise<Uint8Array> => {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await handle.read(bytes, 0, length, at);
      if (bytesRead !== length) throw new RangeError(`${file.from} ends at ${at + bytesRead}`);
      return bytes;
    };
    try {
      if (file.bytes <= PART_BYTES) await this.#putWhole(key, await part(0, file.bytes));
      else await this.#putParts(key, file.bytes, part);
    } finally {
      await handle.close();
    }
  }

  /** Only where nothing is yet. A store that does not know the condition gets the object without it. */
  async #putWhole(key: string, bytes: Uint8Array): Promise<void> {
    const put = (headers: Record<string, string>, expected?: readonly number[]) =>
      this.#tried(
        `put ${key}`,
        (s3) => s3.putObject(key, bytes, undefined, undefined, headers, bytes.length),
        expected,
      );
    try {
      await put({ 'if-none-match': '*' }, [...THERE_ALREADY, ...CONDITION_UNKNOWN]);
    } catch (error) {
      const status = statusOf(error) ?? 0;
      // Somebody was faster, or our own lost answer was: what is there is compared like everything else.
      if (THERE_ALREADY.includes(status)) return;
      if (!CONDITION_UNKNOWN.includes(status)) throw error;
      await put({});
    }
  }

  async #putParts(
    key: string,
    bytes: number,
    part: (at: number, length: number) => Promise<Uint8Array>,
  ): Promise<void> {
    const size = Math.max(PART_BYTES, Math.ceil(bytes / MOST_PARTS));
    const upload = await this.#tried(`put ${key}`, (s3) => s3.getMultipartUploadId(key));
    try {
      const done: { partNumber: number; etag: string }[] = [];
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let n = next++; n * size < bytes; n = next++) {
          const at = n * size;
          const content = await part(at, Math.min(size, bytes - at));
          done.push(await this.#tried(`put ${key}`, (s3) => s3.uploadPart(key, upload, content, n + 1)));
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      done.sort((a, b) => a.partNumber - b.partNumber);
      await this.#tried(`put ${key}`, (s3) => s3.completeMultipartUpload(key, upload, done));
    } catch (error) {
      // Parts that nobody completes are paid for. What could not be taken away here, the bucket's own rule does.
      await this.#s3()
        .abortMultipartUpload(key, upload)
        .catch(() => {});
      throw error;
    }
  }

  async #read(key: string, bytes: number, sink: (piece: Uint8Array) => void): Promise<void> {
    for (let at = 0; at < bytes; at += READ_BYTES) {
      const to = Math.min(at + READ_BYTES, bytes);
      const piece = await this.#tried(`get ${key}`, async (s3) => {
        const answer = await s3.getObjectRaw(key, false, at, to);
        const got = new Uint8Array(await answer.arrayBuffer());
        if (answer.status === 206 && got.length < to - at) throw new Error('the answer was cut');
        return got;
      });
      sink(piece);
    }
  }

  /** Tries again after a lost connection, a 429 or a 5xx; every request here may be sent twice. */
  async #tried<T>(
    doing: string,
    ask: (s3: S3mini) => Promise<T>,
    expected: readonly number[] = [],
  ): Promise<T> {
    const { signal, pauseMs = 500 } = this.#world;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask(this.#s3());
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Problem || error instanceof RangeError) throw error;
        const status = statusOf(error);
        if (status !== undefined && expected.includes(status)) throw error;
        if (status !== undefined && status < 500 && status !== 429)
          throw this.#refused(`${doing} is refused (${reasonOf(error)})`, error);
        if (attempt >= TRIES) throw this.#unreachable(doing, error);
        await pause(pauseMs * 2 ** (attempt - 1), undefined, { signal });
      }
    }
  }

  #s3(): S3mini {
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
    const session = accessKey === 'AWS_ACCESS_KEY_ID' ? secret('AWS_SESSION_TOKEN') : undefined;
    if (session) signWith(client, session);
    return client;
  }

  #refused(what: string, cause?: unknown): Problem {
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

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceError ? error.status : undefined;

/** The body of a refusal quotes what was signed; only its code is shown. */
function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) return `HTTP ${error.status} ${error.serviceCode ?? ''}`.trim();
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
