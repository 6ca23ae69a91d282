import { AwsV4Signer } from 'aws4fetch';
import type { S3Keys } from './s3-keys.ts';
import { piecesOf, textOf } from './xml.ts';

export interface S3Place {
  endpoint: string;
  bucket: string;
  region?: string | undefined;
  keys: S3Keys;
  fetch: typeof globalThis.fetch;
}

/** An object below a folder. */
export interface S3Object {
  name: string;
  bytes: number;
  digest: string;
}

/** What an object says of its own content. */
export interface S3Seen {
  bytes: number;
  etag: string;
  /** Base64; of an object that was put together from parts with a "-" and their number behind it. */
  sha256?: string;
  /** How it is encrypted at rest: the ETag of some is no digest. */
  encryption?: string;
}

export interface S3Part {
  number: number;
  etag: string;
}

interface Asked {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

/** Any answer but 2xx. The body quotes what was signed, so only its code is kept. */
export class S3Refused extends Error {
  override readonly name = 'S3Refused';
  constructor(
    readonly status: number,
    code: string,
  ) {
    super(`HTTP ${status} ${code}`.trim());
  }
}

const BYTES = { 'content-type': 'application/octet-stream' };
const XML = { 'content-type': 'application/xml' };

/** One try of each request that this program makes of a bucket, addressed by its path and signed by one set of keys. */
export class S3Client {
  readonly #place: S3Place;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(place: S3Place) {
    this.#place = place;
  }

  /** A page of what lies below a folder, or in all of it for ''; `undefined` where there is no such bucket. */
  async list(
    folder: string,
    page: string | undefined,
  ): Promise<{ objects: S3Object[]; next?: string } | undefined> {
    const query = {
      'list-type': '2',
      'max-keys': '1000',
      prefix: folder === '' ? '' : `${folder}/`,
      ...(page !== undefined && { 'continuation-token': page }),
    };
    const xml = await this.#text('GET', '', { query }).catch((error: unknown) => {
      if (error instanceof S3Refused && error.status === 404) return undefined;
      throw error;
    });
    if (xml === undefined) return undefined;
    if (!xml.includes('<ListBucketResult')) throw new Error('the answer is no list');
    const objects = piecesOf(xml, 'Contents').map((each) => ({
      name: (textOf(each, 'Key') ?? '').slice(folder === '' ? 0 : folder.length + 1),
      bytes: Number(textOf(each, 'Size')),
      digest: (textOf(each, 'ETag') ?? '').replaceAll('"', ''),
    }));
    const next = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : undefined;
    return { objects, ...(next !== undefined && { next }) };
  }

  /** From `from` to before `to`; a server may answer with the whole object. */
  range(key: string, from: number, to: number): Promise<Response> {
    return this.#ask('GET', key, { headers: { range: `bytes=${from}-${to - 1}` } });
  }

  async head(key: string): Promise<S3Seen> {
    const { headers } = await this.#ask('HEAD', key, { headers: { 'x-amz-checksum-mode': 'ENABLED' } });
    const sha256 = headers.get('x-amz-checksum-sha256');
    const encryption = headers.get('x-amz-server-side-encryption');
    return {
      bytes: Number(headers.get('content-length')),
      etag: (headers.get('etag') ?? '').replaceAll('"', ''),
      ...(sha256 !== null && { sha256 }),
      ...(encryption !== null && { encryption }),
    };
  }

  async put(key: string, body: Uint8Array, headers: Record<string, string>): Promise<void> {
    await this.#text('PUT', key, { body, headers: { ...BYTES, ...headers } });
  }

  /** Within the bucket, by the service itself. */
  async copy(from: string, key: string): Promise<void> {
    const { bucket } = this.#place;
    const source = `${bucket}/${from}`.split('/').map(encodeURIComponent).join('/');
    const xml = await this.#text('PUT', key, { headers: { 'x-amz-copy-source': `/${source}` } });
    // It may have said 200 before it failed.
    if (xml.includes('<Error>')) throw new Error(`not copied: ${textOf(xml, 'Code') ?? ''}`);
  }

  async delete(key: string): Promise<void> {
    await this.#text('DELETE', key);
  }

  /** @returns the upload, whose parts are paid for until it is completed or aborted */
  async begin(key: string): Promise<string> {
    const xml = await this.#text('POST', key, { query: { uploads: '' }, headers: BYTES });
    const upload = textOf(xml, 'UploadId');
    if (!upload) throw new Error('the answer names no upload');
    return upload;
  }

  async part(key: string, upload: string, number: number, body: Uint8Array): Promise<S3Part> {
    const query = { uploadId: upload, partNumber: String(number) };
    const answer = await this.#ask('PUT', key, { query, body });
    await answer.arrayBuffer();
    return { number, etag: (answer.headers.get('etag') ?? '').replaceAll('"', '') };
  }

  async complete(key: string, upload: string, parts: readonly S3Part[]): Promise<void> {
    const listed = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
    const xml = await this.#text('POST', key, { query: { uploadId: upload }, headers: XML, body });
    // It may have said 200 before it failed.
    const code = textOf(xml, 'Code');
    if (xml.includes('<Error>') && code !== undefined) throw new Error(`not put together: ${code}`);
  }

  /** A page of the parts of an upload that have arrived, behind that number. */
  async parts(
    key: string,
    upload: string,
    behind: number,
  ): Promise<{ parts: (S3Part & { bytes: number })[]; next?: number }> {
    const query = { uploadId: upload, 'max-parts': '1000', 'part-number-marker': String(behind) };
    const xml = await this.#text('GET', key, { query });
    const parts = piecesOf(xml, 'Part').map((each) => ({
      number: Number(textOf(each, 'PartNumber')),
      etag: (textOf(each, 'ETag') ?? '').replaceAll('"', ''),
      bytes: Number(textOf(each, 'Size')),
    }));
    const isMore = textOf(xml, 'IsTruncated') === 'true' && parts.length > 0;
    return { parts, ...(isMore && { next: Math.max(...parts.map(({ number }) => number)) }) };
  }

  /** Uploads below a folder, or of one key, that were begun and not ended; the first thousand of them. */
  async uploads(prefix: string): Promise<{ key: string; upload: string }[]> {
    const xml = await this.#text('GET', '', { query: { uploads: '', prefix } });
    return piecesOf(xml, 'Upload').map((each) => ({
      key: textOf(each, 'Key') ?? '',
      upload: textOf(each, 'UploadId') ?? '',
    }));
  }

  /** An address that takes this one part. */
  async partLink(
    key: string,
    { upload, number }: { upload: string; number: number },
    seconds: number,
  ): Promise<string> {
    const query = { partNumber: String(number), uploadId: upload, 'X-Amz-Expires': String(seconds) };
    const request = { method: 'PUT', url: this.#url(key, query), headers: {}, signQuery: true as const };
    return String((await this.#signer(request).sign()).url);
  }

  async abort(key: string, upload: string): Promise<void> {
    await this.#text('DELETE', key, { query: { uploadId: upload } });
  }

  /** An address that is good for this one request. @param headers that must be sent with it, with these very values */
  async link(
    method: 'GET' | 'PUT',
    key: string,
    seconds: number,
    headers: Record<string, string>,
  ): Promise<string> {
    const url = this.#url(key, { 'X-Amz-Expires': String(seconds) });
    return String((await this.#signer({ method, url, headers, signQuery: true }).sign()).url);
  }

  async #text(method: string, key: string, asked: Asked = {}): Promise<string> {
    return (await this.#ask(method, key, asked)).text();
  }

  async #ask(method: string, key: string, { query = {}, headers = {}, body }: Asked): Promise<Response> {
    const signed = await this.#signer({ method, url: this.#url(key, query), headers }).sign();
    const answer = await this.#place.fetch(String(signed.url), {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body !== undefined && { body }),
    });
    if (answer.ok) return answer;
    const code = textOf(await answer.text(), 'Code') ?? '';
    throw new S3Refused(answer.status, /^[\w.]{1,64}$/.test(code) ? code : '');
  }

  #signer(request: { method: string; url: string; headers: Record<string, string>; signQuery?: true }) {
    const { keys, region = 'auto' } = this.#place;
    const { sessionToken, ...own } = keys;
    return new AwsV4Signer({
      ...request,
      ...own,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      region,
      cache: this.#signingKeys,
    });
  }

  #url(key: string, query: Record<string, string>): string {
    const { endpoint, bucket } = this.#place;
    const path = key === '' ? bucket : `${bucket}/${key}`;
    const escaped = encodeURIComponent(path)
      .replaceAll('%2F', '/')
      .replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
    const search = new URLSearchParams(query).toString();
    return `${endpoint.replace(/\/+$/, '')}/${escaped}${search === '' ? '' : `?${search}`}`;
  }
}
