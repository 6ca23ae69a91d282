import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Redactor
} from "./secret-redactor.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// node_modules/aws4fetch/dist/aws4fetch.esm.mjs
var encoder = new TextEncoder();
var HOST_SERVICES = {
  appstream2: "appstream",
  cloudhsmv2: "cloudhsm",
  email: "ses",
  marketplace: "aws-marketplace",
  mobile: "AWSMobileHubService",
  pinpoint: "mobiletargeting",
  queue: "sqs",
  "git-codecommit": "codecommit",
  "mturk-requester-sandbox": "mturk-requester",
  "personalize-runtime": "personalize"
};
var UNSIGNABLE_HEADERS = /* @__PURE__ */ new Set([
  "authorization",
  "content-type",
  "content-length",
  "user-agent",
  "presigned-expires",
  "expect",
  "x-amzn-trace-id",
  "range",
  "connection"
]);
var AwsV4Signer = class {
  constructor({ method, url, headers, body, accessKeyId, secretAccessKey, sessionToken, service, region, cache, datetime, signQuery, appendSessionToken, allHeaders, singleEncode }) {
    if (url == null) throw new TypeError("url is a required option");
    if (accessKeyId == null) throw new TypeError("accessKeyId is a required option");
    if (secretAccessKey == null) throw new TypeError("secretAccessKey is a required option");
    this.method = method || (body ? "POST" : "GET");
    this.url = new URL(url);
    this.headers = new Headers(headers || {});
    this.body = body;
    this.accessKeyId = accessKeyId;
    this.secretAccessKey = secretAccessKey;
    this.sessionToken = sessionToken;
    let guessedService, guessedRegion;
    if (!service || !region) {
      [guessedService, guessedRegion] = guessServiceRegion(this.url, this.headers);
    }
    this.service = service || guessedService || "";
    this.region = region || guessedRegion || "us-east-1";
    this.cache = cache || /* @__PURE__ */ new Map();
    this.datetime = datetime || (/* @__PURE__ */ new Date()).toISOString().replace(/[:-]|\.\d{3}/g, "");
    this.signQuery = signQuery;
    this.appendSessionToken = appendSessionToken || this.service === "iotdevicegateway";
    this.headers.delete("Host");
    if (this.service === "s3" && !this.signQuery && !this.headers.has("X-Amz-Content-Sha256")) {
      this.headers.set("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD");
    }
    const params = this.signQuery ? this.url.searchParams : this.headers;
    params.set("X-Amz-Date", this.datetime);
    if (this.sessionToken && !this.appendSessionToken) {
      params.set("X-Amz-Security-Token", this.sessionToken);
    }
    this.signableHeaders = ["host", ...this.headers.keys()].filter((header) => allHeaders || !UNSIGNABLE_HEADERS.has(header)).sort();
    this.signedHeaders = this.signableHeaders.join(";");
    this.canonicalHeaders = this.signableHeaders.map((header) => header + ":" + (header === "host" ? this.url.host : (this.headers.get(header) || "").replace(/\s+/g, " "))).join("\n");
    this.credentialString = [this.datetime.slice(0, 8), this.region, this.service, "aws4_request"].join("/");
    if (this.signQuery) {
      if (this.service === "s3" && !params.has("X-Amz-Expires")) {
        params.set("X-Amz-Expires", "86400");
      }
      params.set("X-Amz-Algorithm", "AWS4-HMAC-SHA256");
      params.set("X-Amz-Credential", this.accessKeyId + "/" + this.credentialString);
      params.set("X-Amz-SignedHeaders", this.signedHeaders);
    }
    if (this.service === "s3") {
      try {
        this.encodedPath = decodeURIComponent(this.url.pathname.replace(/\+/g, " "));
      } catch (e) {
        this.encodedPath = this.url.pathname;
      }
    } else {
      this.encodedPath = this.url.pathname.replace(/\/+/g, "/");
    }
    if (!singleEncode) {
      this.encodedPath = encodeURIComponent(this.encodedPath).replace(/%2F/g, "/");
    }
    this.encodedPath = encodeRfc3986(this.encodedPath);
    const seenKeys = /* @__PURE__ */ new Set();
    this.encodedSearch = [...this.url.searchParams].filter(([k]) => {
      if (!k) return false;
      if (this.service === "s3") {
        if (seenKeys.has(k)) return false;
        seenKeys.add(k);
      }
      return true;
    }).map((pair) => pair.map((p) => encodeRfc3986(encodeURIComponent(p)))).sort(([k1, v1], [k2, v2]) => k1 < k2 ? -1 : k1 > k2 ? 1 : v1 < v2 ? -1 : v1 > v2 ? 1 : 0).map((pair) => pair.join("=")).join("&");
  }
  async sign() {
    if (this.signQuery) {
      this.url.searchParams.set("X-Amz-Signature", await this.signature());
      if (this.sessionToken && this.appendSessionToken) {
        this.url.searchParams.set("X-Amz-Security-Token", this.sessionToken);
      }
    } else {
      this.headers.set("Authorization", await this.authHeader());
    }
    return {
      method: this.method,
      url: this.url,
      headers: this.headers,
      body: this.body
    };
  }
  async authHeader() {
    return [
      "AWS4-HMAC-SHA256 Credential=" + this.accessKeyId + "/" + this.credentialString,
      "SignedHeaders=" + this.signedHeaders,
      "Signature=" + await this.signature()
    ].join(", ");
  }
  async signature() {
    const date = this.datetime.slice(0, 8);
    const cacheKey = [this.secretAccessKey, date, this.region, this.service].join();
    let kCredentials = this.cache.get(cacheKey);
    if (!kCredentials) {
      const kDate = await hmac("AWS4" + this.secretAccessKey, date);
      const kRegion = await hmac(kDate, this.region);
      const kService = await hmac(kRegion, this.service);
      kCredentials = await hmac(kService, "aws4_request");
      this.cache.set(cacheKey, kCredentials);
    }
    return buf2hex(await hmac(kCredentials, await this.stringToSign()));
  }
  async stringToSign() {
    return [
      "AWS4-HMAC-SHA256",
      this.datetime,
      this.credentialString,
      buf2hex(await hash(await this.canonicalString()))
    ].join("\n");
  }
  async canonicalString() {
    return [
      this.method.toUpperCase(),
      this.encodedPath,
      this.encodedSearch,
      this.canonicalHeaders + "\n",
      this.signedHeaders,
      await this.hexBodyHash()
    ].join("\n");
  }
  async hexBodyHash() {
    let hashHeader = this.headers.get("X-Amz-Content-Sha256") || (this.service === "s3" && this.signQuery ? "UNSIGNED-PAYLOAD" : null);
    if (hashHeader == null) {
      if (this.body && typeof this.body !== "string" && !("byteLength" in this.body)) {
        throw new Error("body must be a string, ArrayBuffer or ArrayBufferView, unless you include the X-Amz-Content-Sha256 header");
      }
      hashHeader = buf2hex(await hash(this.body || ""));
    }
    return hashHeader;
  }
};
async function hmac(key, string) {
  const cryptoKey = await crypto.subtle.importKey(
    "raw",
    typeof key === "string" ? encoder.encode(key) : key,
    { name: "HMAC", hash: { name: "SHA-256" } },
    false,
    ["sign"]
  );
  return crypto.subtle.sign("HMAC", cryptoKey, encoder.encode(string));
}
async function hash(content) {
  return crypto.subtle.digest("SHA-256", typeof content === "string" ? encoder.encode(content) : content);
}
var HEX_CHARS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f"];
function buf2hex(arrayBuffer) {
  const buffer = new Uint8Array(arrayBuffer);
  let out = "";
  for (let idx = 0; idx < buffer.length; idx++) {
    const n = buffer[idx];
    out += HEX_CHARS[n >>> 4 & 15];
    out += HEX_CHARS[n & 15];
  }
  return out;
}
function encodeRfc3986(urlEncodedStr) {
  return urlEncodedStr.replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());
}
function guessServiceRegion(url, headers) {
  const { hostname, pathname } = url;
  if (hostname.endsWith(".on.aws")) {
    const match2 = hostname.match(/^[^.]{1,63}\.lambda-url\.([^.]{1,63})\.on\.aws$/);
    return match2 != null ? ["lambda", match2[1] || ""] : ["", ""];
  }
  if (hostname.endsWith(".r2.cloudflarestorage.com")) {
    return ["s3", "auto"];
  }
  if (hostname.endsWith(".backblazeb2.com")) {
    const match2 = hostname.match(/^(?:[^.]{1,63}\.)?s3\.([^.]{1,63})\.backblazeb2\.com$/);
    return match2 != null ? ["s3", match2[1] || ""] : ["", ""];
  }
  const match = hostname.replace("dualstack.", "").match(/([^.]{1,63})\.(?:([^.]{0,63})\.)?amazonaws\.com(?:\.cn)?$/);
  let service = match && match[1] || "";
  let region = match && match[2];
  if (region === "us-gov") {
    region = "us-gov-west-1";
  } else if (region === "s3" || region === "s3-accelerate") {
    region = "us-east-1";
    service = "s3";
  } else if (service === "iot") {
    if (hostname.startsWith("iot.")) {
      service = "execute-api";
    } else if (hostname.startsWith("data.jobs.iot.")) {
      service = "iot-jobs-data";
    } else {
      service = pathname === "/mqtt" ? "iotdevicegateway" : "iotdata";
    }
  } else if (service === "autoscaling") {
    const targetPrefix = (headers.get("X-Amz-Target") || "").split(".")[0];
    if (targetPrefix === "AnyScaleFrontendService") {
      service = "application-autoscaling";
    } else if (targetPrefix === "AnyScaleScalingPlannerFrontendService") {
      service = "autoscaling-plans";
    }
  } else if (region == null && service.startsWith("s3-")) {
    region = service.slice(3).replace(/^fips-|^external-1/, "");
    service = "s3";
  } else if (service.endsWith("-fips")) {
    service = service.slice(0, -5);
  } else if (region && /-\d$/.test(service) && !/-\d$/.test(region)) {
    [service, region] = [region, service];
  }
  return [HOST_SERVICES[service] || service, region || ""];
}

// src/stores/xml.ts
var ENTITIES = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
var piecesOf = (xml, name) => xml.split(`<${name}>`).slice(1);
function textOf(xml, name) {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text === void 0 ? void 0 : unescaped(text);
}
var unescaped = (text) => text.replace(
  /&(?:(lt|gt|quot|apos|amp)|#x([0-9a-f]{1,6})|#([0-9]{1,7}));/gi,
  (whole, name, hex, decimal) => {
    if (name !== void 0) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = hex === void 0 ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 1114111 ? String.fromCodePoint(code) : whole;
  }
);

// src/stores/s3-client.ts
var S3Refused = class extends Error {
  constructor(status, code) {
    super(`HTTP ${status} ${code}`.trim());
    this.status = status;
  }
  status;
  name = "S3Refused";
};
var BYTES = { "content-type": "application/octet-stream" };
var XML = { "content-type": "application/xml" };
var S3Client = class {
  #place;
  #signingKeys = /* @__PURE__ */ new Map();
  constructor(place) {
    this.#place = place;
  }
  /** A page of what lies below a folder, or in all of it for ''; `undefined` where there is no such bucket. */
  async list(folder, page) {
    const query = {
      "list-type": "2",
      "max-keys": "1000",
      prefix: folder === "" ? "" : `${folder}/`,
      ...page !== void 0 && { "continuation-token": page }
    };
    const xml = await this.#text("GET", "", { query }).catch((error) => {
      if (error instanceof S3Refused && error.status === 404) return void 0;
      throw error;
    });
    if (xml === void 0) return void 0;
    if (!xml.includes("<ListBucketResult")) throw new Error("the answer is no list");
    const objects = piecesOf(xml, "Contents").map((each) => ({
      name: (textOf(each, "Key") ?? "").slice(folder === "" ? 0 : folder.length + 1),
      bytes: Number(textOf(each, "Size")),
      digest: (textOf(each, "ETag") ?? "").replaceAll('"', "")
    }));
    const next = textOf(xml, "IsTruncated") === "true" ? textOf(xml, "NextContinuationToken") : void 0;
    return { objects, ...next !== void 0 && { next } };
  }
  /** From `from` to before `to`; a server may answer with the whole object. */
  range(key, from, to) {
    return this.#ask("GET", key, { headers: { range: `bytes=${from}-${to - 1}` } });
  }
  async head(key) {
    const { headers } = await this.#ask("HEAD", key, { headers: { "x-amz-checksum-mode": "ENABLED" } });
    const sha256 = headers.get("x-amz-checksum-sha256");
    const encryption = headers.get("x-amz-server-side-encryption");
    return {
      bytes: Number(headers.get("content-length")),
      etag: (headers.get("etag") ?? "").replaceAll('"', ""),
      ...sha256 !== null && { sha256 },
      ...encryption !== null && { encryption }
    };
  }
  async put(key, body, headers) {
    await this.#text("PUT", key, { body, headers: { ...BYTES, ...headers } });
  }
  /** Within the bucket, by the service itself. */
  async copy(from, key) {
    const { bucket } = this.#place;
    const source = `${bucket}/${from}`.split("/").map(encodeURIComponent).join("/");
    const xml = await this.#text("PUT", key, { headers: { "x-amz-copy-source": `/${source}` } });
    if (xml.includes("<Error>")) throw new Error(`not copied: ${textOf(xml, "Code") ?? ""}`);
  }
  async delete(key) {
    await this.#text("DELETE", key);
  }
  /** @returns the upload, whose parts are paid for until it is completed or aborted */
  async begin(key) {
    const xml = await this.#text("POST", key, { query: { uploads: "" }, headers: BYTES });
    const upload = textOf(xml, "UploadId");
    if (!upload) throw new Error("the answer names no upload");
    return upload;
  }
  async part(key, upload, number, body) {
    const query = { uploadId: upload, partNumber: String(number) };
    const answer = await this.#ask("PUT", key, { query, body });
    await answer.arrayBuffer();
    return { number, etag: (answer.headers.get("etag") ?? "").replaceAll('"', "") };
  }
  async complete(key, upload, parts) {
    const listed = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`
    );
    const body = `<CompleteMultipartUpload>${listed.join("")}</CompleteMultipartUpload>`;
    const xml = await this.#text("POST", key, { query: { uploadId: upload }, headers: XML, body });
    const code = textOf(xml, "Code");
    if (xml.includes("<Error>") && code !== void 0) throw new Error(`not put together: ${code}`);
  }
  /** A page of the parts of an upload that have arrived, behind that number. */
  async parts(key, upload, behind) {
    const query = { uploadId: upload, "max-parts": "1000", "part-number-marker": String(behind) };
    const xml = await this.#text("GET", key, { query });
    const parts = piecesOf(xml, "Part").map((each) => ({
      number: Number(textOf(each, "PartNumber")),
      etag: (textOf(each, "ETag") ?? "").replaceAll('"', ""),
      bytes: Number(textOf(each, "Size"))
    }));
    const isMore = textOf(xml, "IsTruncated") === "true" && parts.length > 0;
    return { parts, ...isMore && { next: Math.max(...parts.map(({ number }) => number)) } };
  }
  /** Uploads below a folder, or of one key, that were begun and not ended; the first thousand of them. */
  async uploads(prefix) {
    const xml = await this.#text("GET", "", { query: { uploads: "", prefix } });
    return piecesOf(xml, "Upload").map((each) => ({
      key: textOf(each, "Key") ?? "",
      upload: textOf(each, "UploadId") ?? ""
    }));
  }
  /** An address that takes this one part. */
  async partLink(key, { upload, number }, seconds) {
    const query = { partNumber: String(number), uploadId: upload, "X-Amz-Expires": String(seconds) };
    const request = { method: "PUT", url: this.#url(key, query), headers: {}, signQuery: true };
    return String((await this.#signer(request).sign()).url);
  }
  async abort(key, upload) {
    await this.#text("DELETE", key, { query: { uploadId: upload } });
  }
  /** An address that is good for this one request. @param headers that must be sent with it, with these very values */
  async link(method, key, seconds, headers) {
    const url = this.#url(key, { "X-Amz-Expires": String(seconds) });
    return String((await this.#signer({ method, url, headers, signQuery: true }).sign()).url);
  }
  async #text(method, key, asked = {}) {
    return (await this.#ask(method, key, asked)).text();
  }
  async #ask(method, key, { query = {}, headers = {}, body }) {
    const signed = await this.#signer({ method, url: this.#url(key, query), headers }).sign();
    const answer = await this.#place.fetch(String(signed.url), {
      method,
      headers: Object.fromEntries(signed.headers),
      ...body !== void 0 && { body }
    });
    if (answer.ok) return answer;
    const code = textOf(await answer.text(), "Code") ?? "";
    throw new S3Refused(answer.status, /^[\w.]{1,64}$/.test(code) ? code : "");
  }
  #signer(request) {
    const { keys, region = "auto" } = this.#place;
    const { sessionToken, ...own } = keys;
    return new AwsV4Signer({
      ...request,
      ...own,
      ...sessionToken !== void 0 && { sessionToken },
      service: "s3",
      region,
      cache: this.#signingKeys
    });
  }
  #url(key, query) {
    const { endpoint, bucket } = this.#place;
    const path = key === "" ? bucket : `${bucket}/${key}`;
    const escaped = encodeURIComponent(path).replaceAll("%2F", "/").replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
    const search = new URLSearchParams(query).toString();
    return `${endpoint.replace(/\/+$/, "")}/${escaped}${search === "" ? "" : `?${search}`}`;
  }
};

// src/stores/lent.ts
var Lending = class {
  #clock;
  #lent;
  constructor(clock) {
    this.#clock = clock;
  }
  /** @param seconds for which it must be good from now, where the service lends for that long */
  async current(seconds, borrow) {
    const seen = this.#lent;
    const known = await seen?.catch(() => void 0);
    if (known && secondsBetween(this.#clock.now(), known.until) >= seconds) return known;
    if (this.#lent === seen) this.#lent = borrow();
    return this.#lent;
  }
};
var identityTokenFor = (identity, audience) => identity.token(audience).catch((cause) => {
  throw new Problem(
    {
      code: "no-identity-token",
      kind: "refused",
      what: `The runner gave no identity token for the audience "${audience}".`,
      next: 'Give the job "permissions: id-token: write"; a called workflow gets no more than its caller grants.'
    },
    { cause }
  );
});

// src/stores/web-identity.ts
var TRIES = 4;
var REQUEST_SECONDS = 30;
var LENT_SECONDS = 3600;
var MOST_REPLY = 65536;
var SESSION_NAME = "gpu-lease";
var PASSES_BY = "IDPCommunicationError";
async function assumeRole(asked) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(asked).catch((cause) => {
      asked.signal.throwIfAborted();
      return { unreachable: cause };
    });
    if ("until" in answer) return answer;
    if ("refusal" in answer && !answer.isPassing) throw refused(asked, answer.refusal);
    if (attempt >= TRIES) throw unreachable(asked, answer);
    await asked.clock.sleep(backoff(attempt, { first: 0.5 }), asked.signal);
    asked.signal.throwIfAborted();
  }
}
async function ask({ sts, role, identityToken, fetch: fetch2, signal }) {
  const reply = await fetch2(sts, {
    method: "POST",
    headers: { accept: "application/xml" },
    body: new URLSearchParams({
      Action: "AssumeRoleWithWebIdentity",
      Version: "2011-06-15",
      RoleArn: role,
      RoleSessionName: SESSION_NAME,
      DurationSeconds: String(LENT_SECONDS),
      WebIdentityToken: identityToken
    }),
    // Nobody else is to be told the token.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS * 1e3)])
  });
  const asked = new Redactor();
  asked.learn(identityToken);
  const xml = asked.text(await reply.text()).slice(0, MOST_REPLY);
  if (reply.ok) return keysIn(xml) ?? { refusal: "its answer holds no keys", isPassing: false };
  const code = lineOf(xml, "Code");
  const why = [`HTTP ${reply.status}`, code, lineOf(xml, "Message")].filter((each) => each !== "").join(" ");
  const isPassing = reply.status >= 500 || reply.status === 429 || code === PASSES_BY;
  return { refusal: why, isPassing };
}
function keysIn(xml) {
  const [accessKeyId, secretAccessKey, sessionToken] = ["AccessKeyId", "SecretAccessKey", "SessionToken"].map(
    (name) => textOf(xml, name)?.trim()
  );
  const until = new Date(textOf(xml, "Expiration") ?? Number.NaN);
  if (!accessKeyId || !secretAccessKey || !sessionToken || Number.isNaN(until.getTime())) return;
  if (![accessKeyId, secretAccessKey, sessionToken].every((each) => /^[\x21-\x7e]{1,16384}$/.test(each)))
    return;
  return { accessKeyId, secretAccessKey, sessionToken, until };
}
var lineOf = (xml, name) => (textOf(xml, name) ?? "").replace(/\s+/g, " ").trim().slice(0, 200);
var refused = ({ sts, role }, why) => new Problem({
  code: "role-refused",
  kind: "refused",
  what: `${new URL(sts).host} lends no keys for the role ${role}: ${why}.`,
  next: 'The role must trust this repository: its identity provider with this audience, and the "sub" of this job, which names the environment where the job has one. See docs/stores.md.'
});
function unreachable({ sts, role }, answer) {
  const cause = "unreachable" in answer ? answer.unreachable : void 0;
  const why = "refusal" in answer ? answer.refusal : reasonOf(cause);
  return new Problem(
    {
      code: "role-unreachable",
      kind: "unreachable",
      what: `${new URL(sts).host} did not lend keys for the role ${role}: ${why}.`,
      next: "Run the same command again; nothing was sent yet."
    },
    { cause }
  );
}
function reasonOf(cause) {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

// src/stores/s3-keys.ts
var LEAST_SECONDS = 600;
var S3KeyRing = class {
  #rung;
  #world;
  #lent;
  constructor(rung, world) {
    this.#rung = rung;
    this.#world = world;
    this.#lent = new Lending(world.clock);
  }
  /** Names of variables without a value, where no keys can be lent instead. */
  unset() {
    const { role, accessKey, secretKey } = this.#rung;
    if (role && this.#world.identity) return [];
    return [accessKey, secretKey].filter((name) => !this.#world.secret(name));
  }
  /** Why there are none; `undefined` where there are, or can be had. */
  lacking() {
    const unset = this.unset();
    if (unset.length === 0) return;
    const unsaid = `${unset.join(" and ")} not set`;
    return this.#rung.role ? `this job has no identity token ("permissions: id-token: write"), and ${unsaid}` : unsaid;
  }
  /**
   * Good for at least `seconds` from now, as far as a service lends keys for that long.
   * @throws Problem where none are lent
   */
  async current(seconds = 0) {
    const { role } = this.#rung;
    const { identity } = this.#world;
    if (!role || !identity) return this.#own();
    return this.#lent.current(Math.max(LEAST_SECONDS, seconds), () => this.#borrow(role, identity));
  }
  #own() {
    const { accessKey, secretKey } = this.#rung;
    const { secret } = this.#world;
    const sessionToken = accessKey === "AWS_ACCESS_KEY_ID" ? secret("AWS_SESSION_TOKEN") : void 0;
    return {
      accessKeyId: secret(accessKey) ?? "",
      secretAccessKey: secret(secretKey) ?? "",
      sessionToken: sessionToken || void 0
    };
  }
  async #borrow(role, identity) {
    const { fetch: fetch2 = globalThis.fetch, signal, clock } = this.#world;
    const { arn, sts = stsOf(this.#rung), audience } = role;
    const identityToken = await identityTokenFor(identity, audience);
    const lent = await assumeRole({ sts, role: arn, identityToken, fetch: fetch2, signal, clock });
    for (const each of [lent.accessKeyId, lent.secretAccessKey, lent.sessionToken]) await identity.hide(each);
    return lent;
  }
};
function stsOf({ endpoint, region }) {
  const [aws] = /\.amazonaws\.com(\.cn)?$/.exec(new URL(endpoint).hostname) ?? [];
  if (aws === void 0) return endpoint;
  return region === void 0 || region === "auto" ? `https://sts${aws}` : `https://sts.${region}${aws}`;
}

// src/stores/s3-bucket.ts
var TRIES2 = 4;
var REQUEST_SECONDS2 = 300;
var S3Bucket = class {
  #rung;
  #world;
  #keys;
  #client;
  constructor(rung, world) {
    this.#rung = rung;
    this.#world = world;
    this.#keys = new S3KeyRing(rung, world);
  }
  describe() {
    return `s3://${this.#rung.bucket} at ${new URL(this.#rung.endpoint).host}`;
  }
  /** Names of variables without which there are no keys for it. */
  unset() {
    return this.#keys.unset();
  }
  /** Why there are no keys for it. */
  keyless() {
    return this.#keys.lacking();
  }
  async list(folder) {
    const found = [];
    let next;
    do {
      const page = await this.tried("list", (s3) => s3.list(folder, next));
      if (page === void 0) throw this.refused("there is no such bucket");
      found.push(...page.objects);
      next = page.next;
    } while (next !== void 0);
    return found;
  }
  /** Removes what lies below a folder. What is gone already is no failure. */
  async drop(folder) {
    for (const { name } of await this.list(folder))
      await this.tried(`delete ${folder}/${name}`, (s3) => s3.delete(`${folder}/${name}`));
    for (const { key, upload } of await this.tried("list uploads", (s3) => s3.uploads(`${folder}/`)))
      await this.abort(key, upload);
  }
  /**
   * An address that lets whoever has it do this one thing to this one object until it expires. A secret: it goes nowhere
   * but to who is to use it.
   *
   * @param headers that must be sent with it, with these very values
   */
  async link(method, key, seconds, headers = {}) {
    return (await this.#with(seconds)).link(method, key, seconds, headers);
  }
  /** The same for one part of an upload. */
  async partLink(key, part, seconds) {
    return (await this.#with(seconds)).partLink(key, part, seconds);
  }
  /** Tries again after a lost connection, a 429 or a 5xx; every request here may be sent twice. */
  async tried(doing, ask2, expected = []) {
    const { signal, clock } = this.#world;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await ask2(await this.#with());
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Problem || error instanceof RangeError) throw error;
        const status = statusOf(error);
        if (status !== void 0 && expected.includes(status)) throw error;
        if (status !== void 0 && status < 500 && status !== 429)
          throw this.refused(`${doing} is refused (${reasonOf2(error)})`, error);
        if (attempt >= TRIES2) throw this.#unreachable(doing, error);
        await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
      }
    }
  }
  /** Takes the parts of an upload away that is not gone on with; tried once. */
  async abort(key, upload) {
    await this.#with().then((s3) => s3.abort(key, upload)).catch(() => {
    });
  }
  /** Lent keys end; then there is another client. */
  async #with(seconds) {
    const keyless = this.keyless();
    if (keyless !== void 0) throw this.refused(keyless);
    const keys = await this.#keys.current(seconds);
    const known = this.#client;
    if (known?.keys.accessKeyId === keys.accessKeyId && known.keys.sessionToken === keys.sessionToken)
      return known.s3;
    this.#client = { s3: this.#connect(keys), keys };
    return this.#client.s3;
  }
  #connect(keys) {
    const { endpoint, bucket, region } = this.#rung;
    const { signal, fetch: fetch2 = globalThis.fetch } = this.#world;
    const bounded = (input, init) => fetch2(input, {
      ...init,
      // Followed, the session token would go along to whoever is named there; and what was signed is good for no other host.
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS2 * 1e3)])
    });
    return new S3Client({ endpoint, bucket, region, keys, fetch: bounded });
  }
  refused(what, cause) {
    const { role, accessKey } = this.#rung;
    const whose = role ? `the role ${role.arn}` : `the key in ${accessKey}`;
    return new Problem(
      {
        code: "s3-refused",
        kind: "refused",
        what: `${this.describe()}: ${what}.`,
        next: this.keyless() === void 0 ? `Check the bucket, the region and what ${whose} may do: list, get and put below its prefix.` : 'Give them to this step by "env:", as secrets of its environment; at a terminal, set them.'
      },
      { cause }
    );
  }
  #unreachable(doing, cause) {
    return new Problem(
      {
        code: "s3-unreachable",
        kind: "unreachable",
        what: `${this.describe()} did not answer (${doing}): ${reasonOf2(cause)}.`,
        next: "Run the same command again; what arrived is not sent twice."
      },
      { cause }
    );
  }
};
var statusOf = (error) => error instanceof S3Refused ? error.status : void 0;
function reasonOf2(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

export {
  Lending,
  identityTokenFor,
  S3Bucket,
  statusOf
};
/*! Bundled license information:

aws4fetch/dist/aws4fetch.esm.mjs:
  (**
   * @license MIT <https://opensource.org/licenses/MIT>
   * @copyright Michael Hart 2024
   *)
*/
