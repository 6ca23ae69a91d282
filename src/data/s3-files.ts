import type { DataRule, DataSource } from '../job/job.ts';
import { S3Bucket } from '../stores/s3-bucket.ts';
import type { S3Object, S3Seen } from '../stores/s3-client.ts';
import type { DataWorld } from './answers.ts';
import { type FetchFile, type FetchSource, type Proof, sourceOf } from './fetch-plan.ts';

type S3Source = Extract<DataSource, { kind: 's3' }>;

/** A fetch may begin hours after its box was asked for, and the largest file takes long. The most that the interface signs for. */
const LINK_SECONDS = 7 * 24 * 3600;
const AT_ONCE = 16;

/**
 * What lies in a folder of a bucket, or one object, with addresses signed for one object each: the keys stay here. Proven by the
 * object's own SHA-256 where the service keeps one, by its ETag where that is the MD5 of the whole, else by nothing.
 */
export async function s3Files(rule: DataRule, source: S3Source, world: DataWorld): Promise<FetchSource> {
  const { bucket: name, endpoint, region, accessKey, secretKey, prefix } = source;
  const bucket = new S3Bucket({ kind: 's3', endpoint, bucket: name, region, accessKey, secretKey }, world);
  const keyless = bucket.keyless();
  if (keyless !== undefined) throw bucket.refused(keyless);
  const found = await bucket.list(prefix);
  const below = found.filter(({ name: path }) => path !== '' && !path.endsWith('/'));
  const objects = below.length > 0 ? below : await alone(bucket, prefix);
  const key = (path: string) =>
    below.length > 0 && prefix !== '' ? `${prefix}/${path}` : below.length > 0 ? path : prefix;
  const files: FetchFile[] = [];
  for (let at = 0; at < objects.length; at += AT_ONCE)
    files.push(
      ...(await Promise.all(
        objects.slice(at, at + AT_ONCE).map((each) => fileOf(bucket, key(each.name), each)),
      )),
    );
  return sourceOf(rule, files);
}

/** The one object of that name. */
async function alone(bucket: S3Bucket, key: string): Promise<S3Object[]> {
  if (key === '') return [];
  const seen = await bucket.tried('look', (s3) => s3.head(key));
  return [{ name: key.split('/').at(-1) ?? key, bytes: seen.bytes, digest: seen.etag }];
}

async function fileOf(bucket: S3Bucket, key: string, { name, bytes }: S3Object): Promise<FetchFile> {
  const [seen, url] = await Promise.all([
    bucket.tried('look', (s3) => s3.head(key)),
    bucket.link('GET', key, LINK_SECONDS),
  ]);
  return { path: name, bytes, proof: proofOf(seen), url, isSecretUrl: true };
}

/** Of an object put together from parts the checksum is over their checksums, and the ETag as well; both have a "-". */
export function proofOf({ sha256, etag, encryption }: S3Seen): Proof {
  const whole = sha256 === undefined ? undefined : Buffer.from(sha256, 'base64');
  if (whole?.length === 32 && whole.toString('base64') === sha256)
    return { by: 'sha256', digest: whole.toString('hex') };
  const isMd5 = /^[0-9a-f]{32}$/.test(etag) && (encryption === undefined || encryption === 'AES256');
  return isMd5 ? { by: 'md5', digest: etag } : { by: 'nothing' };
}
