import { open } from 'node:fs/promises';
import { inParallel } from '../host/limit.ts';
import { S3Bucket, statusOf } from './s3-bucket.ts';
import type { S3Rung, S3World } from './s3-keys.ts';
import {
  type ArtifactStore,
  folderOf,
  listDigest,
  type Parcel,
  type Placed,
  type StoredSet,
} from './store.ts';

const MiB = 1024 ** 2;
/** Larger files go in parts, so that a lost connection costs one part. */
const PART_BYTES = 16 * MiB;
/** The interface allows 10,000 parts and 5 TiB an object. */
const MOST_PARTS = 9_000;
const MOST_BYTES = 5 * 1024 ** 4;
const LANES = 3;
const READ_BYTES = 8 * MiB;
/** `+` is in no run's name. */
const NOWHERE = '+nothing';
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
  readonly #bucket: S3Bucket;

  constructor(rung: S3Rung, world: S3World) {
    this.#rung = rung;
    this.#bucket = new S3Bucket(rung, world);
  }

  describe(): string {
    return this.#bucket.describe();
  }

  nameOf(path: string): string {
    return path;
  }

  unset(): string[] {
    return this.#bucket.unset();
  }

  /** Lists where nothing lies: what a parcel needs first, too. */
  async probe(): Promise<void> {
    const { prefix } = this.#rung;
    await this.#bucket.list(prefix === undefined ? NOWHERE : `${prefix}/${NOWHERE}`);
  }

  async refusal(parcel: Parcel): Promise<string | undefined> {
    const keyless = this.#bucket.keyless();
    if (keyless !== undefined) return keyless;
    const large = parcel.files.find((file) => file.bytes > MOST_BYTES);
    return large && `${large.path} has ${large.bytes} bytes, an object may have ${MOST_BYTES}`;
  }

  async put(parcel: Parcel): Promise<Placed> {
    const { endpoint, bucket } = this.#rung;
    const folder = this.#folderOf(parcel);
    const there = new Map((await this.#bucket.list(folder)).map((object) => [object.name, object.bytes]));
    for (const { from, ...file } of parcel.files) {
      // What the box sent is there or is found missing when everything is read back.
      if (there.has(file.path) || from === undefined) continue;
      await this.#putFile(`${folder}/${file.path}`, from, file.bytes);
    }
    return { id: `s3://${bucket}/${folder}`, place: `s3://${bucket}/${folder} at ${endpoint}` };
  }

  async open(id: string): Promise<StoredSet | undefined> {
    const start = `s3://${this.#rung.bucket}/`;
    if (!id.startsWith(start)) return undefined;
    const folder = id.slice(start.length);
    const objects = await this.#bucket.list(folder);
    if (objects.length === 0) return undefined;
    const sizes = new Map(objects.map(({ name, bytes }) => [name, bytes]));
    return {
      digest: listDigest(objects),
      names: async () => objects.map(({ name, bytes }) => ({ name, bytes })),
      read: (name, sink) => this.#read(`${folder}/${name}`, sizes.get(name) ?? 0, sink),
      close: async () => {},
    };
  }

  async drop(id: string): Promise<void> {
    const start = `s3://${this.#rung.bucket}/`;
    if (!id.startsWith(start)) return;
    await this.#bucket.drop(id.slice(start.length));
  }

  /** The evidence of what the box sent goes beside it. */
  #folderOf(parcel: Parcel): string {
    const { bucket, prefix } = this.#rung;
    if (parcel.lies !== undefined) return parcel.lies.slice(`s3://${bucket}/`.length);
    return prefix === undefined ? folderOf(parcel) : `${prefix}/${folderOf(parcel)}`;
  }

  async #putFile(key: string, from: string, size: number): Promise<void> {
    const handle = await open(from, 'r');
    const part = async (at: number, length: number): Promise<Uint8Array> => {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await handle.read(bytes, 0, length, at);
      if (bytesRead !== length) throw new RangeError(`${from} ends at ${at + bytesRead}`);
      return bytes;
    };
    try {
      if (size <= PART_BYTES) await this.#putWhole(key, await part(0, size));
      else await this.#putParts(key, size, part);
    } finally {
      await handle.close();
    }
  }

  /** Only where nothing is yet. A store that does not know the condition gets the object without it. */
  async #putWhole(key: string, bytes: Uint8Array): Promise<void> {
    const put = (headers: Record<string, string>, expected?: readonly number[]) =>
      this.#bucket.tried(`put ${key}`, (s3) => s3.put(key, bytes, headers), expected);
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
    const upload = await this.#bucket.tried(`put ${key}`, (s3) => s3.begin(key));
    try {
      const numbers = Array.from({ length: Math.ceil(bytes / size) }, (_, index) => index);
      const done = await inParallel(numbers, LANES, async (n) => {
        const content = await part(n * size, Math.min(size, bytes - n * size));
        return this.#bucket.tried(`put ${key}`, (s3) => s3.part(key, upload, n + 1, content));
      });
      await this.#bucket.tried(`put ${key}`, (s3) => s3.complete(key, upload, done));
    } catch (error) {
      // Parts that nobody completes are paid for. What could not be taken away here, the bucket's own rule does.
      await this.#bucket.abort(key, upload);
      throw error;
    }
  }

  async #read(key: string, bytes: number, sink: (piece: Uint8Array) => void): Promise<void> {
    for (let at = 0; at < bytes; at += READ_BYTES) {
      const to = Math.min(at + READ_BYTES, bytes);
      const piece = await this.#bucket.tried(`get ${key}`, async (s3) => {
        const answer = await s3.range(key, at, to);
        const got = new Uint8Array(await answer.arrayBuffer());
        if (answer.status === 206 && got.length < to - at) throw new Error('the answer was cut');
        return got;
      });
      sink(piece);
    }
  }
}
