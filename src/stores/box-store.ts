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
  const { fetch = globalThis.fetch } = world;

  function folder(run: string, manifestSha256: string): BoxFolder {
    const below = `${folderOf({ run, seal: manifestSha256 })}-box`;
    return folderAt(rung.prefix === undefined ? below : `${rung.prefix}/${below}`);
  }

  function folderAt(name: string): BoxFolder {
    return {
      id: `${start}${name}`,
      place: `${start}${name} at ${rung.endpoint}`,
      list: () => bucket.list(name),
      async link({ path, sha256 }, condition) {
        const headers = headersOf(condition, sha256);
        return { url: await bucket.link('PUT', `${name}/${path}`, LINK_SECONDS, headers), headers };
      },
      async copy({ id, path: of }, path) {
        const source = `${id.slice(start.length)}/${of}`;
        await bucket.tried(`copy ${source}`, (s3) => s3.copy(source, `${name}/${path}`));
      },
      inParts({ path, bytes }) {
        if (bytes <= limits.request) return undefined;
        const parts = partsOf(bytes, limits.part);
        return () => partedUpload(bucket, `${name}/${path}`, parts, LINK_SECONDS);
      },
      readLink: (path) => bucket.link('GET', `${name}/${path}`, LINK_SECONDS),
      open(path) {
        const link = () => bucket.link('GET', `${name}/${path}`, LINK_SECONDS);
        // Signed anew for each range: reading a large file takes longer than an address should live.
        const signed: typeof globalThis.fetch = async (_input, init) => fetch(await link(), init);
        const { signal, clock } = world;
        return openHttpSource(`${rung.endpoint}/${rung.bucket}/${encodeURI(`${name}/${path}`)}`, {
          fetch: signed,
          signal,
          clock,
        });
      },
      drop: () => bucket.drop(name),
    };
  }

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
    folder,
    at: (id) => (id.startsWith(start) ? folderAt(id.slice(start.length)) : undefined),
  };
}

/** The service itself refuses what is there already, and bytes that do not come to the digest of the manifest. */
function headersOf(condition: Condition, sha256: string): Record<string, string> {
  const content = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') };
  return condition === 'this-content' ? content : { 'if-none-match': '*', ...content };
}
