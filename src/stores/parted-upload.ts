import type { S3Bucket } from './s3-bucket.ts';
import type { S3Part } from './s3-client.ts';

/** A part of a file, as a service numbers it. */
export interface FilePart {
  /** From 1. */
  number: number;
  /** In whole MiB. */
  at: number;
  bytes: number;
}

/** One file on its way in parts; what arrived of it before counts. */
export interface PartedUpload {
  /** Those that the service does not have yet. */
  lacking: FilePart[];
  link(part: FilePart): Promise<string>;
  /** Puts the parts together that the service says it has. @throws RangeError where one of them lacks or is cut */
  complete(): Promise<void>;
}

const MiB = 1024 ** 2;
/** The interface allows 10,000. */
const MOST_PARTS = 9_000;

/** @param partBytes at least, in whole MiB */
export function partsOf(bytes: number, partBytes: number): FilePart[] {
  const size = Math.max(partBytes, Math.ceil(bytes / MOST_PARTS / MiB) * MiB);
  return Array.from({ length: Math.ceil(bytes / size) }, (_, index) => ({
    number: index + 1,
    at: index * size,
    bytes: Math.min(size, bytes - index * size),
  }));
}

/**
 * Goes on with an upload of that key that was begun, or begins one.
 *
 * @param linkSeconds for the request of a part to begin
 */
export async function partedUpload(
  bucket: S3Bucket,
  key: string,
  parts: readonly FilePart[],
  linkSeconds: number,
): Promise<PartedUpload> {
  // Whoever may not list what was begun begins anew.
  const begun = await bucket.tried('list uploads', (s3) => s3.uploads(key)).catch(() => []);
  const upload =
    begun.find((each) => each.key === key)?.upload ??
    (await bucket.tried(`put ${key}`, (s3) => s3.begin(key)));
  const there = await arrived(bucket, key, upload);
  const isThere = ({ number, bytes }: FilePart) => there.get(number)?.bytes === bytes;
  return {
    lacking: parts.filter((part) => !isThere(part)),
    link: ({ number }) => bucket.partLink(key, { upload, number }, linkSeconds),
    async complete() {
      const now = await arrived(bucket, key, upload);
      const all = parts.map(({ number, bytes }): S3Part => {
        const part = now.get(number);
        if (part?.bytes !== bytes) throw new RangeError(`part ${number} of ${key} did not arrive whole`);
        return { number, etag: part.etag };
      });
      await bucket.tried(`put ${key}`, (s3) => s3.complete(key, upload, all));
    },
  };
}

async function arrived(bucket: S3Bucket, key: string, upload: string) {
  const found = new Map<number, S3Part & { bytes: number }>();
  for (let behind: number | undefined = 0; behind !== undefined; ) {
    const from: number = behind;
    const page = await bucket.tried(`list ${key}`, (s3) => s3.parts(key, upload, from));
    for (const part of page.parts) found.set(part.number, part);
    behind = page.next;
  }
  return found;
}
