import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openHttpSource
} from "./verify-read-http-source.shared.mjs";
import {
  folderOf
} from "./stores-store.shared.mjs";
import {
  S3Bucket
} from "./stores-lent.shared.mjs";

// src/stores/parted-upload.ts
var MiB = 1024 ** 2;
var MOST_PARTS = 9e3;
function partsOf(bytes, partBytes) {
  const size = Math.max(partBytes, Math.ceil(bytes / MOST_PARTS / MiB) * MiB);
  return Array.from({ length: Math.ceil(bytes / size) }, (_, index) => ({
    number: index + 1,
    at: index * size,
    bytes: Math.min(size, bytes - index * size)
  }));
}
async function partedUpload(bucket, key, parts, linkSeconds) {
  const begun = await bucket.tried("list uploads", (s3) => s3.uploads(key)).catch(() => []);
  const upload = begun.find((each) => each.key === key)?.upload ?? await bucket.tried(`put ${key}`, (s3) => s3.begin(key));
  const there = await arrived(bucket, key, upload);
  const isThere = ({ number, bytes }) => there.get(number)?.bytes === bytes;
  return {
    lacking: parts.filter((part) => !isThere(part)),
    link: ({ number }) => bucket.partLink(key, { upload, number }, linkSeconds),
    async complete() {
      const now = await arrived(bucket, key, upload);
      const all = parts.map(({ number, bytes }) => {
        const part = now.get(number);
        if (part?.bytes !== bytes) throw new RangeError(`part ${number} of ${key} did not arrive whole`);
        return { number, etag: part.etag };
      });
      await bucket.tried(`put ${key}`, (s3) => s3.complete(key, upload, all));
    }
  };
}
async function arrived(bucket, key, upload) {
  const found = /* @__PURE__ */ new Map();
  for (let behind = 0; behind !== void 0; ) {
    const from = behind;
    const page = await bucket.tried(`list ${key}`, (s3) => s3.parts(key, upload, from));
    for (const part of page.parts) found.set(part.number, part);
    behind = page.next;
  }
  return found;
}

// src/stores/box-store.ts
var CONDITIONS = ["once-and-this-content", "this-content"];
var LIMITS = { request: 5 * 1024 ** 3, object: 5 * 1024 ** 4, part: 64 * 1024 ** 2 };
var LINK_SECONDS = 900;
function s3BoxStore(rung, world, limits = LIMITS) {
  const bucket = new S3Bucket(rung, world);
  const start = `s3://${rung.bucket}/`;
  const at = (name) => new S3Folder({ bucket, rung, world, limits }, name);
  return {
    kind: "s3",
    describe: () => bucket.describe(),
    isWished: rung.fromBox === true,
    refusal(files) {
      const keyless = bucket.keyless();
      if (keyless !== void 0) return keyless;
      const large = files.find(({ bytes }) => bytes > limits.object);
      return large && `${large.path} has ${large.bytes} bytes, an object may have ${limits.object}`;
    },
    folder(run, manifestSha256) {
      const below = `${folderOf({ run, seal: manifestSha256 })}-box`;
      return at(rung.prefix === void 0 ? below : `${rung.prefix}/${below}`);
    },
    at: (id) => id.startsWith(start) ? at(id.slice(start.length)) : void 0
  };
}
var S3Folder = class {
  id;
  place;
  #of;
  #name;
  constructor(of, name) {
    this.#of = of;
    this.#name = name;
    this.id = `s3://${of.rung.bucket}/${name}`;
    this.place = `${this.id} at ${of.rung.endpoint}`;
  }
  list() {
    return this.#of.bucket.list(this.#name);
  }
  async link({ path, sha256 }, condition) {
    const headers = headersOf(condition, sha256);
    return { url: await this.#of.bucket.link("PUT", this.#key(path), LINK_SECONDS, headers), headers };
  }
  inParts({ path, bytes }) {
    const { bucket, limits } = this.#of;
    if (bytes <= limits.request) return void 0;
    return () => partedUpload(bucket, this.#key(path), partsOf(bytes, limits.part), LINK_SECONDS);
  }
  readLink(path) {
    return this.#of.bucket.link("GET", this.#key(path), LINK_SECONDS);
  }
  async copy({ id, path: of }, path) {
    const { bucket, rung } = this.#of;
    const source = `${id.slice(`s3://${rung.bucket}/`.length)}/${of}`;
    await bucket.tried(`copy ${source}`, (s3) => s3.copy(source, this.#key(path)));
  }
  open(path) {
    const { rung, world } = this.#of;
    const { fetch = globalThis.fetch, signal, clock } = world;
    const signed = async (_input, init) => fetch(await this.readLink(path), init);
    const url = `${rung.endpoint}/${rung.bucket}/${encodeURI(this.#key(path))}`;
    return openHttpSource(url, { fetch: signed, signal, clock });
  }
  drop() {
    return this.#of.bucket.drop(this.#name);
  }
  #key(path) {
    return `${this.#name}/${path}`;
  }
};
function headersOf(condition, sha256) {
  const content = { "x-amz-checksum-sha256": Buffer.from(sha256, "hex").toString("base64") };
  return condition === "this-content" ? content : { "if-none-match": "*", ...content };
}

export {
  CONDITIONS,
  s3BoxStore
};
