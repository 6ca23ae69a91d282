import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  S3Bucket
} from "./stores-s3-bucket.shared.mjs";
import {
  folderOf
} from "./stores-store.shared.mjs";
import {
  openHttpSource
} from "./verify-read-http-source.shared.mjs";

// src/stores/box-store.ts
var CONDITIONS = ["once-and-this-content", "this-content"];
var MOST_BYTES = 5 * 1024 ** 3;
var LINK_SECONDS = 900;
function s3BoxStore(rung, world) {
  const bucket = new S3Bucket(rung, world);
  const { fetch = globalThis.fetch } = world;
  function folder(run, manifestSha256) {
    const below = `${folderOf({ run, seal: manifestSha256 })}-box`;
    const name = rung.prefix === void 0 ? below : `${rung.prefix}/${below}`;
    return {
      place: `s3://${rung.bucket}/${name} at ${rung.endpoint}`,
      list: () => bucket.list(name),
      async link({ path, sha256 }, condition) {
        const headers = headersOf(condition, sha256);
        return { url: await bucket.link("PUT", `${name}/${path}`, LINK_SECONDS, headers), headers };
      },
      open(path) {
        const link = () => bucket.link("GET", `${name}/${path}`, LINK_SECONDS);
        const signed = async (_input, init) => fetch(await link(), init);
        const { signal, clock } = world;
        return openHttpSource(`${rung.endpoint}/${rung.bucket}/${encodeURI(`${name}/${path}`)}`, {
          fetch: signed,
          signal,
          clock
        });
      }
    };
  }
  return {
    describe: () => bucket.describe(),
    isWished: rung.fromBox === true,
    refusal(files) {
      const keyless = bucket.keyless();
      if (keyless !== void 0) return keyless;
      const large = files.find(({ bytes }) => bytes > MOST_BYTES);
      return large && `${large.path} has ${large.bytes} bytes, and a box sends at most ${MOST_BYTES} in one file`;
    },
    folder
  };
}
function headersOf(condition, sha256) {
  const content = { "x-amz-checksum-sha256": Buffer.from(sha256, "hex").toString("base64") };
  return condition === "this-content" ? content : { "if-none-match": "*", ...content };
}

export {
  CONDITIONS,
  s3BoxStore
};
