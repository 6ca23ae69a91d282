import type { Tree } from '../verify/contract/tree.ts';
import { openHttpSource } from '../verify/read/http-source.ts';
import { type PartedUpload, partedUpload, partsOf } from './parted-upload.ts';
import { S3Bucket } from './s3-bucket.ts';
import type { S3Object } from './s3-client.ts';
import type { S3Rung, S3World } from './s3-keys.ts';
import { folderOf } from './store.ts';

/** What a box needs to put one file into one place: once, and with no other content. */
export interface UploadLink {
  /** A secret until it expires. */
  url: string;
  /** Signed with it: to be sent as they are. */
  headers: Record<string, string>;
}

/** How the service itself is held to it. Some do not know `once`. */
export const CONDITIONS = ['once-and-this-content', 'this-content'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Where the files of one manifest go. */
export interface BoxFolder {
  /** What the store's own interface finds it by (`Placed.id`). */
  id: string;
  /** As a seal names it. */
  place: string;
  list(): Promise<S3Object[]>;
  link(file: { path: string; sha256: string }, condition: Condition): Promise<UploadLink>;
  /** What is too large for one request goes in parts; absent where one request takes it. */
  inParts(file: { path: string; bytes: number }): (() => Promise<PartedUpload>) | undefined;
  /** An address from which whoever has it may read this one file. A secret until it expires. */
  readLink(path: string): Promise<string>;
  /** Of what lies in this store already the service makes a copy by itself. */
  copy(from: { id: string; path: string }, path: string): Promise<void>;
  open: Tree['open'];
  /** Removes all that lies there. */
  drop(): Promise<void>;
}

/** A store that a box can write into without having its keys. */
export interface BoxStore {
  kind: 's3';
  describe(): string;
  /** The job wants it so, whether or not the files would fit here. */
  isWished: boolean;
  /** Why these files cannot go there, before any is sent. */
  refusal(files: readonly { path: string; bytes: number }[]): string | undefined;
  folder(run: string, manifestSha256: string): BoxFolder;
  /** The folder of that `id`, where it is one of this store. */
  at(id: string): BoxFolder | undefined;
}

/** What the interface takes in one request and in one object, and how much of a larger one goes in each request. */
const LIMITS = { request: 5 * 1024 ** 3, object: 5 * 1024 ** 4, part: 64 * 1024 ** 2 };
/** For a request to begin; one that has begun goes on. */
const LINK_SECONDS = 900;

/**
 * A bucket that the box writes into by addresses of ours, each for one object. The folder is named by the manifest, since
 * the seal is known only after everything was verified there: other content goes to another folder.
 */
export function s3BoxStore(rung: S3Rung, world: S3World, limits = LIMITS): BoxStore {
  const bucket = new S3Bucket(rung, world);
  const start = `s3://${rung.bucket}/`;
  const at = (name: string): BoxFolder => new S3Folder({ bucket, rung, world, limits }, name);
  return {
    kind: 's3',
    describe: () => bucket.describe(),
    isWished: rung.fromBox === true,
    refusal(files) {
      const keyless = bucket.keyless();
      if (keyless !== undefined) return keyless;
      const large = files.find(({ bytes }) => bytes > limits.object);
      return large && `${large.path} has ${large.bytes} bytes, an object may have ${limits.object}`;
    },
    folder(run, manifestSha256) {
      const below = `${folderOf({ run, seal: manifestSha256 })}-box`;
      return at(rung.prefix === undefined ? below : `${rung.prefix}/${below}`);
    },
    at: (id) => (id.startsWith(start) ? at(id.slice(start.length)) : undefined),
  };
}

interface OfStore {
  bucket: S3Bucket;
  rung: S3Rung;
  world: S3World;
  limits: typeof LIMITS;
}

class S3Folder implements BoxFolder {
  readonly id: string;
  readonly place: string;
  readonly #of: OfStore;
  readonly #name: string;

  constructor(of: OfStore, name: string) {
    this.#of = of;
    this.#name = name;
    this.id = `s3://${of.rung.bucket}/${name}`;
    this.place = `${this.id} at ${of.rung.endpoint}`;
  }

  list(): Promise<S3Object[]> {
    return this.#of.bucket.list(this.#name);
  }

  async link({ path, sha256 }: { path: string; sha256: string }, condition: Condition): Promise<UploadLink> {
    const headers = headersOf(condition, sha256);
    return { url: await this.#of.bucket.link('PUT', this.#key(path), LINK_SECONDS, headers), headers };
  }

  inParts({ path, bytes }: { path: string; bytes: number }): (() => Promise<PartedUpload>) | undefined {
    const { bucket, limits } = this.#of;
    if (bytes <= limits.request) return undefined;
    return () => partedUpload(bucket, this.#key(path), partsOf(bytes, limits.part), LINK_SECONDS);
  }

  readLink(path: string): Promise<string> {
    return this.#of.bucket.link('GET', this.#key(path), LINK_SECONDS);
  }

  async copy({ id, path: of }: { id: string; path: string }, path: string): Promise<void> {
    const { bucket, rung } = this.#of;
    const source = `${id.slice(`s3://${rung.bucket}/`.length)}/${of}`;
    await bucket.tried(`copy ${source}`, (s3) => s3.copy(source, this.#key(path)));
  }

  open(path: string): ReturnType<Tree['open']> {
    const { rung, world } = this.#of;
    const { fetch = globalThis.fetch, signal, clock } = world;
    // Signed anew for each range: reading a large file takes longer than an address should live.
    const signed: typeof globalThis.fetch = async (_input, init) => fetch(await this.readLink(path), init);
    const url = `${rung.endpoint}/${rung.bucket}/${encodeURI(this.#key(path))}`;
    return openHttpSource(url, { fetch: signed, signal, clock });
  }

  drop(): Promise<void> {
    return this.#of.bucket.drop(this.#name);
  }

  #key(path: string): string {
    return `${this.#name}/${path}`;
  }
}

/** The service itself refuses what is there already, and bytes that do not come to the digest of the manifest. */
function headersOf(condition: Condition, sha256: string): Record<string, string> {
  const content = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') };
  return condition === 'this-content' ? content : { 'if-none-match': '*', ...content };
}
