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
  Problem
} from "./problem.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// node_modules/s3mini/dist/index.mjs
var AWS_ALGORITHM = "AWS4-HMAC-SHA256";
var AWS_REQUEST_TYPE = "aws4_request";
var UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";
var DEFAULT_STREAM_CONTENT_TYPE = "application/octet-stream";
var XML_CONTENT_TYPE = "application/xml";
var SENSITIVE_KEYS_REDACTED = /* @__PURE__ */ new Set([
  "accesskeyid",
  "secretaccesskey",
  "sessiontoken",
  "password",
  "token"
]);
var IFHEADERS = /* @__PURE__ */ new Set([
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since"
]);
var DEFAULT_REQUEST_SIZE_IN_BYTES = 8388608;
var MIN_PART_SIZE = 8388608;
var S3_CODE_STATUS = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  NoSuchUpload: 404,
  NotFound: 404,
  AccessDenied: 403,
  InvalidAccessKeyId: 403,
  SignatureDoesNotMatch: 403,
  InvalidArgument: 400,
  InvalidRequest: 400,
  PreconditionFailed: 412,
  SlowDown: 503
};
var HEADER_AMZ_CONTENT_SHA256 = "x-amz-content-sha256";
var HEADER_AMZ_CHECKSUM_SHA256 = "x-amz-checksum-sha256";
var HEADER_AMZ_DATE = "x-amz-date";
var HEADER_HOST = "host";
var HEADER_AUTHORIZATION = "authorization";
var HEADER_CONTENT_TYPE = "content-type";
var HEADER_CONTENT_LENGTH = "content-length";
var HEADER_ETAG = "etag";
var ERROR_PREFIX = "[s3mini] ";
var ERROR_ACCESS_KEY_REQUIRED = `${ERROR_PREFIX}accessKeyId must be a non-empty string`;
var ERROR_SECRET_KEY_REQUIRED = `${ERROR_PREFIX}secretAccessKey must be a non-empty string`;
var ERROR_ENDPOINT_REQUIRED = `${ERROR_PREFIX}endpoint must be a non-empty string`;
var ERROR_ENDPOINT_FORMAT = `${ERROR_PREFIX}endpoint must be a valid URL. Expected format: https://<host>[:port][/base-path]`;
var ERROR_KEY_REQUIRED = `${ERROR_PREFIX}key must be a non-empty string`;
var ERROR_UPLOAD_ID_REQUIRED = `${ERROR_PREFIX}uploadId must be a non-empty string`;
var ERROR_PREFIX_TYPE = `${ERROR_PREFIX}prefix must be a string`;
var ERROR_DELIMITER_REQUIRED = `${ERROR_PREFIX}delimiter must be a string`;
var ERROR_BUN_PAGINATION_STALLED = `${ERROR_PREFIX}Bun S3 list pagination stalled: truncated page did not advance the continuation token`;
var isBun = typeof process !== "undefined" && !!process.versions?.bun && typeof globalThis.Bun?.S3Client === "function";
var byCodePoint = (a, b) => {
  if (a < b) return -1;
  if (a > b) return 1;
  return 0;
};
var ENCODR = new TextEncoder();
var chunkSize = 32768;
var HEX_CHARS = new Uint8Array([
  48,
  49,
  50,
  51,
  52,
  53,
  54,
  55,
  56,
  57,
  97,
  98,
  99,
  100,
  101,
  102
]);
var getByteSize = (data) => {
  if (typeof data === "string") return ENCODR.encode(data).byteLength;
  if (data instanceof ArrayBuffer || data instanceof Uint8Array) return data.byteLength;
  if (data instanceof Blob || data instanceof File) return data.size;
  if (data instanceof ReadableStream) return NaN;
  throw new Error("Unsupported data type");
};
var toUint8Array = (data) => {
  if (typeof data === "string") return ENCODR.encode(data);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (data instanceof Uint8Array) return data;
  if (typeof Buffer !== "undefined" && Buffer.isBuffer(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return null;
};
var hexFromBuffer = (buffer) => {
  const bytes = new Uint8Array(buffer);
  const hex = new Uint8Array(bytes.length * 2);
  for (let i = 0, j = 0; i < bytes.length; i++) {
    hex[j++] = HEX_CHARS[bytes[i] >> 4];
    hex[j++] = HEX_CHARS[bytes[i] & 15];
  }
  return String.fromCodePoint(...hex);
};
var base64FromBuffer = (buffer) => {
  const bytes = new Uint8Array(buffer);
  let result = "";
  for (let i = 0; i < bytes.length; i += chunkSize) {
    const chunk = bytes.subarray(i, i + chunkSize);
    result += btoa(String.fromCodePoint(...chunk));
  }
  return result;
};
var sha256 = async (content) => {
  const data = ENCODR.encode(content);
  return await globalThis.crypto.subtle.digest("SHA-256", data);
};
var hmac = async (key, content) => {
  const secret = await globalThis.crypto.subtle.importKey("raw", typeof key === "string" ? ENCODR.encode(key) : key, {
    name: "HMAC",
    hash: "SHA-256"
  }, false, ["sign"]);
  const data = ENCODR.encode(content);
  return await globalThis.crypto.subtle.sign("HMAC", secret, data);
};
var sanitizeETag = (etag) => {
  const replaceChars = {
    '"': "",
    "&quot;": "",
    "&#34;": ""
  };
  return etag.replaceAll(/(^("|&quot;|&#34;))|(("|&quot;|&#34;)$)/g, (m) => replaceChars[m] || "");
};
var entityMap = {
  "&quot;": '"',
  "&apos;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&"
};
var escapeXml = (value) => {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&apos;");
};
var unescapeXml = (value) => value.replaceAll(/&(quot|apos|lt|gt|amp);/g, (m) => entityMap[m] ?? m);
var parseXml = (input) => {
  const xmlContent = input.replace(/<\?xml[^?]*\?>\s*/, "");
  const RE_TAG = /<([A-Za-z_][\w\-.]*)(?:\s[^>]*?)?(?:>([\s\S]*?)<\/\1>|\/>)/gm;
  const result = {};
  let match;
  while ((match = RE_TAG.exec(xmlContent)) !== null) {
    const tagName = match[1];
    const innerContent = match[2];
    const node = innerContent ? parseXml(innerContent) : unescapeXml(innerContent?.trim() || "");
    if (!tagName) continue;
    const current = result[tagName];
    if (current === void 0) result[tagName] = node;
    else if (Array.isArray(current)) current.push(node);
    else result[tagName] = [current, node];
  }
  return Object.keys(result).length > 0 ? result : unescapeXml(xmlContent.trim());
};
var encodeAsHex = (c) => `%${(c.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
var uriEscape = (uriStr) => {
  return encodeURIComponent(uriStr).replaceAll(/[!'()*]/g, encodeAsHex);
};
var uriResourceEscape = (string) => {
  return uriEscape(string).replaceAll("%2F", "/");
};
var extractErrCode = (e) => {
  if (typeof e !== "object" || e === null) return;
  const err = e;
  if (typeof err.code === "string") return err.code;
  return typeof err.cause?.code === "string" ? err.cause.code : void 0;
};
var S3Error = class extends Error {
  code;
  constructor(msg, code, cause) {
    super(msg);
    this.name = new.target.name;
    this.code = code;
    this.cause = cause;
  }
};
var S3NetworkError = class extends S3Error {
};
var S3ServiceError = class extends S3Error {
  status;
  serviceCode;
  body;
  constructor(msg, status, serviceCode, body) {
    super(msg, serviceCode);
    this.status = status;
    this.serviceCode = serviceCode;
    this.body = body;
  }
};
var generateParts = async function* (data, partSize) {
  const bytes = toUint8Array(data);
  if (bytes) yield* generateBufferParts(bytes, partSize);
  else if (data instanceof Blob) yield* generateBlobParts(data, partSize);
  else if (data instanceof ReadableStream) yield* generateStreamParts(data, partSize);
  else throw new TypeError(`${ERROR_PREFIX}Unsupported data type for multipart upload`);
};
function* generateBufferParts(bytes, partSize) {
  for (let offset = 0; offset < bytes.byteLength; offset += partSize) yield bytes.subarray(offset, Math.min(offset + partSize, bytes.byteLength));
}
var generateBlobParts = function* (blob, partSize) {
  for (let offset = 0; offset < blob.size; offset += partSize) yield blob.slice(offset, Math.min(offset + partSize, blob.size));
};
var generateStreamParts = async function* (stream, partSize) {
  const reader = stream.getReader();
  const chunks = [];
  let buffered = 0;
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (value) {
        chunks.push(value);
        buffered += value.byteLength;
        while (buffered >= partSize) {
          yield extractPart(chunks, partSize);
          buffered -= partSize;
        }
      }
      if (done) break;
    }
    if (buffered > 0) yield extractPart(chunks, buffered);
  } finally {
    reader.releaseLock();
  }
};
var extractPart = (chunks, size) => {
  const part = new Uint8Array(size);
  let offset = 0;
  while (offset < size && chunks.length > 0) {
    const chunk = chunks[0];
    const needed = size - offset;
    if (chunk.byteLength <= needed) {
      part.set(chunk, offset);
      offset += chunk.byteLength;
      chunks.shift();
    } else {
      part.set(chunk.subarray(0, needed), offset);
      chunks[0] = chunk.subarray(needed);
      offset = size;
    }
  }
  return part.buffer;
};
var S3mini = class {
  /**
  * Creates an instance of the S3 class.
  *
  * @constructor
  * @param {Object} config - Configuration options for the S3 instance.
  * @param {string} config.accessKeyId - The access key ID for authentication.
  * @param {string} config.secretAccessKey - The secret access key for authentication.
  * @param {string} config.endpoint - The endpoint URL of the S3-compatible service.
  * @param {string} [config.region='auto'] - The region of the S3 service.
  * @param {number} [config.requestSizeInBytes=8388608] - The request size of a single request in bytes (AWS S3 is 8MB).
  * @param {number} [config.requestAbortTimeout=undefined] - The timeout in milliseconds after which a request should be aborted (careful on streamed requests).
  * @param {Object} [config.logger=null] - A logger object with methods like info, warn, error.
  * @param {typeof fetch} [config.fetch=globalThis.fetch] - Custom fetch implementation to use for HTTP requests.
  * @param {number} [config.minPartSize=8388608] - The minimum part size for multipart uploads in bytes (default is 8MB).
  * @throws {TypeError} Will throw an error if required parameters are missing or of incorrect type.
  */
  #accessKeyId;
  #secretAccessKey;
  endpoint;
  region;
  bucketName;
  requestSizeInBytes;
  requestAbortTimeout;
  logger;
  _fetch;
  minPartSize;
  _bun;
  signingKeyDate;
  signingKey;
  constructor({ accessKeyId, secretAccessKey, endpoint, region = "auto", requestSizeInBytes = DEFAULT_REQUEST_SIZE_IN_BYTES, requestAbortTimeout = void 0, logger = void 0, fetch = globalThis.fetch, minPartSize = MIN_PART_SIZE }) {
    this._validateConstructorParams(accessKeyId, secretAccessKey, endpoint);
    this.#accessKeyId = accessKeyId;
    this.#secretAccessKey = secretAccessKey;
    this.endpoint = new URL(this._ensureValidUrl(endpoint));
    this.region = region;
    this.bucketName = this._extractBucketName();
    this.requestSizeInBytes = requestSizeInBytes;
    this.requestAbortTimeout = requestAbortTimeout;
    this.logger = logger;
    this._fetch = (input, init) => fetch(input, init);
    this.minPartSize = minPartSize;
    if (isBun && fetch === globalThis.fetch && this._hasCredentials()) {
      const segments = this.endpoint.pathname.split("/").filter(Boolean);
      if (segments.length < 2) {
        const { S3Client } = globalThis.Bun;
        this._bun = new S3Client({
          accessKeyId,
          secretAccessKey,
          endpoint: this.endpoint.origin,
          region: this.region,
          bucket: this.bucketName,
          virtualHostedStyle: segments.length === 0
        });
      }
    }
  }
  _sanitize(obj) {
    if (typeof obj !== "object" || obj === null) return obj;
    return Object.keys(obj).reduce((acc, key) => {
      if (SENSITIVE_KEYS_REDACTED.has(key.toLowerCase())) acc[key] = "[REDACTED]";
      else if (typeof obj[key] === "object" && obj[key] !== null) acc[key] = this._sanitize(obj[key]);
      else acc[key] = obj[key];
      return acc;
    }, Array.isArray(obj) ? [] : {});
  }
  _log(level, message, additionalData = {}) {
    if (this.logger && typeof this.logger[level] === "function") {
      const sanitizedData = this._sanitize(additionalData);
      const logEntry = {
        timestamp: (/* @__PURE__ */ new Date()).toISOString(),
        level,
        message,
        details: sanitizedData,
        context: this._sanitize({
          region: this.region,
          endpoint: this.endpoint.toString(),
          accessKeyId: this.#accessKeyId ? `${this.#accessKeyId.substring(0, 4)}...` : void 0
        })
      };
      this.logger[level](JSON.stringify(logEntry));
    }
  }
  _asArray(value) {
    return Array.isArray(value) ? value : [value];
  }
  _validateConstructorParams(accessKeyId, secretAccessKey, endpoint) {
    if (typeof accessKeyId !== "string") throw new TypeError(ERROR_ACCESS_KEY_REQUIRED);
    if (typeof secretAccessKey !== "string") throw new TypeError(ERROR_SECRET_KEY_REQUIRED);
    if (typeof endpoint !== "string" || endpoint.trim().length === 0) throw new TypeError(ERROR_ENDPOINT_REQUIRED);
  }
  /**
  * Check if credentials are configured (non-empty).
  * @returns true if both accessKeyId and secretAccessKey are non-empty.
  */
  _hasCredentials() {
    return this.#accessKeyId.trim().length > 0 && this.#secretAccessKey.trim().length > 0;
  }
  /**
  * Re-shape a Bun S3Error as the S3ServiceError the signed path throws, so callers see one error
  * type on every runtime. Bun does not expose the HTTP status, so it is recovered from the error
  * code where the S3 API pins it and left as 0 (unknown) otherwise.
  */
  _bunError(e) {
    const err = e;
    if (err?.name !== "S3Error") return e;
    const status = err.code ? S3_CODE_STATUS[err.code] ?? 0 : 0;
    return new S3ServiceError(status ? `S3 returned ${status} \u2013 ${err.code}` : err.message ?? String(e), status, err.code, err.message);
  }
  /** True for a Bun S3Error the signed path would have absorbed as a tolerated 404. */
  _isBunNotFound(e) {
    const code = e?.code;
    return !!code && S3_CODE_STATUS[code] === 404;
  }
  /** Run a read op via Bun-native S3, returning null when the object or its bucket is absent. */
  async _bunRead(key, op) {
    try {
      return await op(this._bun.file(key));
    } catch (e) {
      if (this._isBunNotFound(e)) return null;
      throw this._bunError(e);
    }
  }
  _ensureValidUrl(raw) {
    const candidate = /^(https?:)?\/\//i.test(raw) ? raw : `https://${raw}`;
    try {
      new URL(candidate);
      let endIndex = candidate.length;
      while (endIndex > 0 && candidate[endIndex - 1] === "/") endIndex--;
      return endIndex === candidate.length ? candidate : candidate.substring(0, endIndex);
    } catch {
      const msg = `${ERROR_ENDPOINT_FORMAT} But provided: "${raw}"`;
      this._log("error", msg);
      throw new TypeError(msg);
    }
  }
  _validateMethodIsGetOrHead(method) {
    if (method !== "GET" && method !== "HEAD") {
      this._log("error", `${ERROR_PREFIX}method must be either GET or HEAD`);
      throw new Error(`${ERROR_PREFIX}method must be either GET or HEAD`);
    }
  }
  _checkKey(key) {
    if (typeof key !== "string" || key.trim().length === 0) {
      this._log("error", ERROR_KEY_REQUIRED);
      throw new TypeError(ERROR_KEY_REQUIRED);
    }
  }
  _checkDelimiter(delimiter) {
    if (typeof delimiter !== "string" || delimiter.trim().length === 0) {
      this._log("error", ERROR_DELIMITER_REQUIRED);
      throw new TypeError(ERROR_DELIMITER_REQUIRED);
    }
  }
  _checkPrefix(prefix) {
    if (typeof prefix !== "string") {
      this._log("error", ERROR_PREFIX_TYPE);
      throw new TypeError(ERROR_PREFIX_TYPE);
    }
  }
  _checkOpts(opts) {
    if (typeof opts !== "object") {
      this._log("error", `${ERROR_PREFIX}opts must be an object`);
      throw new TypeError(`${ERROR_PREFIX}opts must be an object`);
    }
  }
  _filterIfHeaders(opts) {
    const filteredOpts = {};
    const conditionalHeaders = {};
    for (const [key, value] of Object.entries(opts)) if (IFHEADERS.has(key.toLowerCase())) conditionalHeaders[key] = value;
    else filteredOpts[key] = value;
    return {
      filteredOpts,
      conditionalHeaders
    };
  }
  _validateUploadPartParams(key, uploadId, data, partNumber, opts) {
    this._checkKey(key);
    if (typeof uploadId !== "string" || uploadId.trim().length === 0) {
      this._log("error", ERROR_UPLOAD_ID_REQUIRED);
      throw new TypeError(ERROR_UPLOAD_ID_REQUIRED);
    }
    if (!Number.isInteger(partNumber) || partNumber <= 0) {
      this._log("error", `${ERROR_PREFIX}partNumber must be a positive integer`);
      throw new TypeError(`${ERROR_PREFIX}partNumber must be a positive integer`);
    }
    this._checkOpts(opts);
    return data;
  }
  async _sign(method, keyPath, query = {}, headers = {}) {
    const url = new URL(this.endpoint);
    if (keyPath && keyPath.length > 0) url.pathname = url.pathname === "/" ? `/${keyPath.replace(/^\/+/, "")}` : `${url.pathname}/${keyPath.replace(/^\/+/, "")}`;
    if (!this._hasCredentials()) {
      headers[HEADER_HOST] = url.host;
      return {
        url: url.toString(),
        headers
      };
    }
    const d = /* @__PURE__ */ new Date();
    const shortDatetime = `${d.getUTCFullYear()}${String(d.getUTCMonth() + 1).padStart(2, "0")}${String(d.getUTCDate()).padStart(2, "0")}`;
    const fullDatetime = `${shortDatetime}T${String(d.getUTCHours()).padStart(2, "0")}${String(d.getUTCMinutes()).padStart(2, "0")}${String(d.getUTCSeconds()).padStart(2, "0")}Z`;
    const credentialScope = `${shortDatetime}/${this.region}/s3/${AWS_REQUEST_TYPE}`;
    headers[HEADER_AMZ_CONTENT_SHA256] = UNSIGNED_PAYLOAD;
    headers[HEADER_AMZ_DATE] = fullDatetime;
    headers[HEADER_HOST] = url.host;
    const ignoredHeaders = /* @__PURE__ */ new Set([
      "authorization",
      "content-length",
      "content-type",
      "user-agent"
    ]);
    const sortedHeaders = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), String(value).trim()]).filter(([lowerKey]) => !ignoredHeaders.has(lowerKey)).sort(([a], [b]) => byCodePoint(a, b));
    const canonicalHeaders = sortedHeaders.map(([k, v]) => `${k}:${v}`).join("\n");
    const signedHeaders = sortedHeaders.map(([k]) => k).join(";");
    const canonicalRequest = `${method}
${url.pathname}
${this._buildCanonicalQueryString(query)}
${canonicalHeaders}

${signedHeaders}
${UNSIGNED_PAYLOAD}`;
    const stringToSign = `${AWS_ALGORITHM}
${fullDatetime}
${credentialScope}
${hexFromBuffer(await sha256(canonicalRequest))}`;
    if (shortDatetime !== this.signingKeyDate || !this.signingKey) {
      this.signingKeyDate = shortDatetime;
      this.signingKey = await this._getSignatureKey(shortDatetime);
    }
    const signature = hexFromBuffer(await hmac(this.signingKey, stringToSign));
    headers[HEADER_AUTHORIZATION] = `${AWS_ALGORITHM} Credential=${this.#accessKeyId}/${credentialScope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
    return {
      url: url.toString(),
      headers
    };
  }
  async _signedRequest(method, key, { query = {}, body = "", headers = {}, tolerated = [], withQuery = false } = {}) {
    const { filteredOpts, conditionalHeaders } = ["GET", "HEAD"].includes(method) ? this._filterIfHeaders(query) : {
      filteredOpts: query,
      conditionalHeaders: {}
    };
    const baseHeaders = {
      [HEADER_AMZ_CONTENT_SHA256]: UNSIGNED_PAYLOAD,
      ...headers,
      ...conditionalHeaders
    };
    const encodedKey = key ? uriResourceEscape(key) : "";
    const { url, headers: signedHeaders } = await this._sign(method, encodedKey, filteredOpts, baseHeaders);
    if (Object.keys(query).length > 0) withQuery = true;
    const finalUrl = withQuery && Object.keys(filteredOpts).length ? `${url}?${this._buildCanonicalQueryString(filteredOpts)}` : url;
    const signedHeadersString = Object.fromEntries(Object.entries(signedHeaders).map(([k, v]) => [k, String(v)]));
    return this._sendRequest(finalUrl, method, signedHeadersString, body, tolerated);
  }
  /**
  * Sanitizes an ETag value by removing surrounding quotes and whitespace.
  * Still returns RFC compliant ETag. https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
  * @param {string} etag - The ETag value to sanitize.
  * @returns {string} The sanitized ETag value.
  * @example
  * const cleanEtag = s3.sanitizeETag('"abc123"'); // Returns: 'abc123'
  */
  sanitizeETag(etag) {
    return sanitizeETag(etag);
  }
  /**
  * Creates a new bucket.
  * This method sends a request to create a new bucket in the specified in endpoint.
  * @returns A promise that resolves to true if the bucket was created successfully, false otherwise.
  */
  async createBucket() {
    const xmlBody = `
      <CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
        <LocationConstraint>${this.region}</LocationConstraint>
      </CreateBucketConfiguration>
    `;
    const headers = {
      [HEADER_CONTENT_TYPE]: XML_CONTENT_TYPE,
      [HEADER_CONTENT_LENGTH]: getByteSize(xmlBody)
    };
    return (await this._signedRequest("PUT", "", {
      body: xmlBody,
      headers,
      tolerated: [
        200,
        404,
        403,
        409
      ]
    })).status === 200;
  }
  _extractBucketName() {
    const url = this.endpoint;
    const firstSegment = url.pathname.split("/").find(Boolean);
    if (firstSegment) return firstSegment;
    const hostname = url.hostname;
    if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname) || hostname.includes(":")) return "";
    const labels = hostname.split(".");
    if (labels.length < 3) return "";
    return labels[0];
  }
  /**
  * Checks if a bucket exists.
  * This method sends a request to check if the specified bucket exists in the S3-compatible service.
  * @returns A promise that resolves to true if the bucket exists, false otherwise.
  */
  async bucketExists() {
    return (await this._signedRequest("HEAD", "", { tolerated: [
      200,
      404,
      403
    ] })).status === 200;
  }
  /**
  * Sets bucket versioning status (PutBucketVersioning).
  * Required before object versioning APIs (`listObjectVersions`, versioned delete/copy) are useful.
  * @param {'Enabled' | 'Suspended'} status - Versioning status to apply.
  * @returns {Promise<boolean>} True when the service accepts the configuration (HTTP 200).
  * @example
  * await s3.setBucketVersioning('Enabled');
  */
  async setBucketVersioning(status) {
    if (status !== "Enabled" && status !== "Suspended") throw new TypeError(`${ERROR_PREFIX}status must be 'Enabled' or 'Suspended'`);
    const xmlBody = `<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>${status}</Status></VersioningConfiguration>`;
    return (await this._signedRequest("PUT", "", {
      query: { versioning: "" },
      body: xmlBody,
      headers: {
        [HEADER_CONTENT_TYPE]: XML_CONTENT_TYPE,
        [HEADER_CONTENT_LENGTH]: getByteSize(xmlBody)
      },
      withQuery: true,
      tolerated: [200]
    })).status === 200;
  }
  /**
  * Gets bucket versioning status (GetBucketVersioning).
  * @returns {Promise<'Enabled' | 'Suspended' | 'Off'>} Current status. `'Off'` when the config is empty/unset.
  */
  async getBucketVersioning() {
    const res = await this._signedRequest("GET", "", {
      query: { versioning: "" },
      withQuery: true,
      tolerated: [200, 404]
    });
    if (res.status !== 200) {
      res.body?.cancel();
      return "Off";
    }
    const raw = parseXml(await res.text());
    const cfg = raw.VersioningConfiguration || raw.versioningConfiguration || raw;
    const status = cfg.Status ?? cfg.status;
    if (status === "Enabled" || status === "Suspended") return status;
    return "Off";
  }
  /**
  * Lists objects in the bucket with optional filtering and no pagination.
  * This method retrieves all objects matching the criteria (not paginated like listObjectsV2).
  * Pass `{ versions: true }` in opts to list object versions (ListObjectVersions API).
  * @param {string} [delimiter='/'] - The delimiter to use for grouping objects.
  * @param {string} [prefix=''] - The prefix to filter objects by.
  * @param {number} [maxKeys] - The maximum number of keys to return. If not provided, all keys will be returned.
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request. Use `{ versions: true }` for version listing.
  * @returns {Promise<IT.ListObject[] | null>} A promise that resolves to an array of objects, or null if the bucket does not exist. An empty bucket resolves to an empty array.
  * @example
  * // List all objects
  * const objects = await s3.listObjects();
  *
  * // List objects with prefix
  * const photos = await s3.listObjects('/', 'photos/', 100);
  *
  * // List object versions (includes VersionId / IsLatest; may include delete markers)
  * const versions = await s3.listObjects('/', 'photos/', undefined, { versions: true });
  */
  async listObjects(delimiter = "/", prefix = "", maxKeys, opts = {}) {
    this._checkDelimiter(delimiter);
    this._checkPrefix(prefix);
    this._checkOpts(opts);
    if (this._bun && delimiter === "/" && !this._isVersionsMode(opts)) {
      if (Object.keys(opts).filter((k) => k !== "delimiter").length === 0) return this._bunListAll(prefix, maxKeys, opts.delimiter);
    }
    const keyPath = delimiter === "/" ? delimiter : uriEscape(delimiter);
    const unlimited = !(maxKeys && maxKeys > 0);
    let remaining = unlimited ? Infinity : maxKeys;
    let token;
    const all = [];
    do {
      const batchResult = await this._fetchObjectBatch(keyPath, prefix, remaining, token, opts);
      if (batchResult === null) return null;
      all.push(...batchResult.objects);
      if (!unlimited) remaining -= batchResult.objects.length;
      token = batchResult.continuationToken;
    } while (token && remaining > 0);
    return all;
  }
  /**
  * Lists objects in the bucket with optional filtering and pagination using a continuation token.
  * This method retrieves objects matching the criteria (paginated like listObjectsV2).
  * Pass `{ versions: true }` in opts to list object versions (uses key-marker / version-id-marker under the hood;
  * the returned token is opaque and only valid with the same opts).
  * @param {string} [delimiter='/'] - The delimiter to use for grouping objects.
  * @param {string} [prefix=''] - The prefix to filter objects by.
  * @param {number} [maxKeys] - The maximum number of keys to return. Uses a default value of 100.
  * @param {string} [nextContinuationToken] - The nextContinuationToken to continue previous results. If not provided, starts from the beginning.
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request. Use `{ versions: true }` for version listing.
  * @returns {Promise<{objects: IT.ListObject[] | null; nextContinuationToken?: string } | undefined | null>} A promise that resolves to an array of objects, along with nextContinuationToken if there are more reccords, or null if the bucket does not exist.
  * @example
  * // List all objects
  * const { objects, nextContinuationToken } = await s3.listObjectsPaged();
  *
  * // List 200 objects with prefix
  * const photos = await s3.listObjectsPaged('/', 'photos/', 200, "token...");
  */
  async listObjectsPaged(delimiter = "/", prefix = "", maxKeys = 100, nextContinuationToken, opts = {}) {
    this._checkDelimiter(delimiter);
    this._checkPrefix(prefix);
    this._checkOpts(opts);
    const keyPath = delimiter === "/" ? delimiter : uriEscape(delimiter);
    let token = nextContinuationToken;
    let remaining = maxKeys;
    const all = [];
    do {
      const batchResult = await this._fetchObjectBatch(keyPath, prefix, remaining, token, opts);
      if (batchResult === null) return null;
      all.push(...batchResult.objects);
      remaining -= batchResult.objects.length;
      token = batchResult.continuationToken;
    } while (token && remaining > 0);
    return {
      objects: all,
      nextContinuationToken: token
    };
  }
  /**
  * Lists all versions (and delete markers) of a specific object key.
  * Auto-paginates until every version is returned (or maxKeys is reached).
  * Entries include `VersionId`, `IsLatest`, and optionally `IsDeleteMarker`.
  *
  * @param {string} key - Exact object key whose versions to list.
  * @param {number} [maxKeys] - Optional cap on how many version entries to return.
  * @returns {Promise<IT.ListObject[] | null>} All versions for the key, or null if the bucket is not found.
  * @example
  * const versions = await s3.listObjectVersions('file.jpg');
  * const latest = versions?.find(v => v.IsLatest);
  * const older = versions?.filter(v => !v.IsLatest && !v.IsDeleteMarker);
  */
  async listObjectVersions(key, maxKeys) {
    this._checkKey(key);
    const listed = await this.listObjects("/", key, maxKeys, { versions: true });
    if (listed === null) return null;
    return listed.filter((obj) => obj.Key === key);
  }
  async _fetchObjectBatch(keyPath, prefix, remaining, token, opts) {
    const query = this._buildListObjectsQuery(prefix, remaining, token, opts);
    const res = await this._signedRequest("GET", keyPath, {
      query,
      withQuery: true,
      tolerated: [200, 404]
    });
    if (res.status === 404) {
      res.body?.cancel();
      return null;
    }
    if (res.status !== 200) await this._handleListObjectsError(res);
    const xmlText = await res.text();
    return this._parseListObjectsResponse(xmlText, this._isVersionsMode(opts));
  }
  _isVersionsMode(opts) {
    const v = opts.versions;
    return v === true || v === "" || v === "true" || v === 1;
  }
  _encodeVersionListToken(keyMarker, versionIdMarker) {
    return JSON.stringify({
      k: keyMarker,
      v: versionIdMarker
    });
  }
  _decodeVersionListToken(token) {
    try {
      const parsed = JSON.parse(token);
      if (parsed && typeof parsed.k === "string") return {
        keyMarker: parsed.k,
        versionIdMarker: typeof parsed.v === "string" ? parsed.v : ""
      };
    } catch {
    }
    return {
      keyMarker: token,
      versionIdMarker: ""
    };
  }
  _buildListObjectsQuery(prefix, remaining, token, opts) {
    const batchSize = Math.min(remaining, 1e3);
    const versionsMode = this._isVersionsMode(opts);
    const restOpts = { ...opts };
    delete restOpts.versions;
    if (versionsMode) {
      const markers = token ? this._decodeVersionListToken(token) : void 0;
      return {
        versions: "",
        "max-keys": String(batchSize),
        ...prefix ? { prefix } : {},
        ...markers ? {
          "key-marker": markers.keyMarker,
          "version-id-marker": markers.versionIdMarker
        } : {},
        ...restOpts
      };
    }
    return {
      "list-type": "2",
      "max-keys": String(batchSize),
      ...prefix ? { prefix } : {},
      ...token ? { "continuation-token": token } : {},
      ...restOpts
    };
  }
  async _handleListObjectsError(res) {
    const errorBody = await res.text();
    const parsedErrorBody = this._parseErrorXml(res.headers, errorBody);
    const errorCode = res.headers.get("x-amz-error-code") ?? parsedErrorBody.svcCode ?? "Unknown";
    const errorMessage = res.headers.get("x-amz-error-message") ?? parsedErrorBody.errorMessage ?? res.statusText;
    this._log("error", `${ERROR_PREFIX}Request failed with status ${res.status}: ${errorCode} - ${errorMessage}, err body: ${errorBody}`);
    throw new Error(`${ERROR_PREFIX}Request failed with status ${res.status}: ${errorCode} - ${errorMessage}, err body: ${errorBody}`);
  }
  _parseListObjectsResponse(xmlText, versionsMode = false) {
    const raw = parseXml(xmlText);
    if (typeof raw !== "object" || !raw || "error" in raw) {
      this._log("error", `${ERROR_PREFIX}Unexpected listObjects response shape: ${JSON.stringify(raw)}`);
      throw new Error(`${ERROR_PREFIX}Unexpected listObjects response shape`);
    }
    const out = raw.ListVersionsResult || raw.listVersionsResult || raw.ListBucketResult || raw.listBucketResult || raw;
    return {
      objects: this._extractObjectsFromResponse(out),
      continuationToken: versionsMode ? this._extractVersionListToken(out) : this._extractContinuationToken(out)
    };
  }
  _mapListEntry(item, isDeleteMarker = false) {
    const keyRaw = item.Key ?? item.key ?? "";
    const key = typeof keyRaw === "string" ? keyRaw : "";
    const versionId = item.VersionId ?? item.versionId;
    const isLatestRaw = item.IsLatest ?? item.isLatest;
    const etagRaw = item.ETag ?? item.etag ?? item.eTag ?? "";
    const storageRaw = item.StorageClass ?? item.storageClass ?? "";
    const lmRaw = item.LastModified ?? item.lastModified ?? 0;
    const entry = {
      Key: key,
      Size: Number(item.Size ?? item.size ?? 0),
      LastModified: new Date(typeof lmRaw === "string" || typeof lmRaw === "number" ? lmRaw : 0),
      ETag: typeof etagRaw === "string" ? etagRaw : "",
      StorageClass: typeof storageRaw === "string" ? storageRaw : ""
    };
    if (typeof versionId === "string" && versionId !== "") entry.VersionId = versionId;
    if (isLatestRaw !== void 0 && isLatestRaw !== null && isLatestRaw !== "") entry.IsLatest = isLatestRaw === true || isLatestRaw === "true";
    if (isDeleteMarker) entry.IsDeleteMarker = true;
    return entry;
  }
  _pushListEntries(raw, isDeleteMarker, out) {
    if (!raw) return;
    for (const item of this._asArray(raw)) out.push(this._mapListEntry(item, isDeleteMarker));
  }
  _pushCommonPrefixes(raw, out) {
    if (!raw) return;
    for (const item of this._asArray(raw)) {
      const entry = item;
      const prefix = entry.Prefix || entry.prefix;
      if (typeof prefix === "string") out.push({
        Key: prefix,
        Size: 0,
        LastModified: /* @__PURE__ */ new Date(0),
        ETag: "",
        StorageClass: ""
      });
    }
  }
  _extractObjectsFromResponse(response) {
    const objects = [];
    this._pushListEntries(response.Contents || response.contents, false, objects);
    this._pushListEntries(response.Version || response.version, false, objects);
    this._pushListEntries(response.DeleteMarker || response.deleteMarker, true, objects);
    this._pushCommonPrefixes(response.CommonPrefixes || response.commonPrefixes, objects);
    return objects;
  }
  _extractContinuationToken(response) {
    if (!(response.IsTruncated === "true" || response.isTruncated === "true" || false)) return;
    return response.NextContinuationToken || response.nextContinuationToken || response.NextMarker || response.nextMarker;
  }
  _extractVersionListToken(response) {
    if (!(response.IsTruncated === "true" || response.isTruncated === "true" || false)) return;
    const keyMarker = response.NextKeyMarker ?? response.nextKeyMarker ?? "";
    const versionIdMarker = response.NextVersionIdMarker ?? response.nextVersionIdMarker ?? "";
    return this._encodeVersionListToken(String(keyMarker), String(versionIdMarker));
  }
  async _bunListAll(prefix, maxKeys, delimiter) {
    const unlimited = !(maxKeys && maxKeys > 0);
    let remaining = unlimited ? Infinity : maxKeys;
    let token;
    const all = [];
    try {
      do {
        const batchSize = Math.min(remaining === Infinity ? 1e3 : remaining, 1e3);
        const res = await this._bunFetchPage(prefix, delimiter, batchSize, token);
        const mapped = this._bunMapListResult(res);
        const prev = token;
        token = res.nextContinuationToken;
        all.push(...mapped);
        if (!unlimited) remaining -= mapped.length;
        if (res.isTruncated && remaining > 0 && (!token || token === prev)) throw new Error(ERROR_BUN_PAGINATION_STALLED);
      } while (token && remaining > 0);
    } catch (e) {
      if (this._isBunNotFound(e)) return null;
      throw this._bunError(e);
    }
    return all;
  }
  _bunFetchPage(prefix, delimiter, maxKeys, continuationToken) {
    return this._bun.list({
      prefix: prefix || void 0,
      delimiter,
      maxKeys,
      ...continuationToken ? { continuationToken } : {}
    });
  }
  _bunMapListResult(res) {
    const objects = [];
    if (res.contents) for (const item of res.contents) objects.push({
      Key: item.key,
      Size: item.size,
      LastModified: item.lastModified instanceof Date ? item.lastModified : new Date(item.lastModified),
      ETag: item.eTag ?? "",
      StorageClass: item.storageClass ?? ""
    });
    if (res.commonPrefixes) for (const item of res.commonPrefixes) objects.push({
      Key: item.prefix,
      Size: 0,
      LastModified: /* @__PURE__ */ new Date(0),
      ETag: "",
      StorageClass: ""
    });
    return objects;
  }
  /**
  * Lists multipart uploads in the bucket.
  * This method sends a request to list multipart uploads in the specified bucket.
  * @param {string} [delimiter='/'] - The delimiter to use for grouping uploads.
  * @param {string} [prefix=''] - The prefix to filter uploads by.
  * @param {IT.HttpMethod} [method='GET'] - The HTTP method to use for the request (GET or HEAD).
  * @param {Record<string, string | number | boolean | undefined>} [opts={}] - Additional options for the request.
  * @returns A promise that resolves to a list of multipart uploads or an error.
  */
  async listMultipartUploads(delimiter = "/", prefix = "", method = "GET", opts = {}) {
    this._checkDelimiter(delimiter);
    this._checkPrefix(prefix);
    this._validateMethodIsGetOrHead(method);
    this._checkOpts(opts);
    const query = {
      uploads: "",
      ...opts
    };
    const keyPath = delimiter === "/" ? delimiter : uriEscape(delimiter);
    const res = await this._signedRequest(method, keyPath, {
      query,
      withQuery: true
    });
    const raw = parseXml(await res.text());
    if (typeof raw !== "object" || raw === null) throw new Error(`${ERROR_PREFIX}Unexpected listMultipartUploads response shape`);
    if ("listMultipartUploadsResult" in raw) return raw.listMultipartUploadsResult;
    return raw;
  }
  /**
  * Get an object from the S3-compatible service.
  * This method sends a request to retrieve the specified object from the S3-compatible service.
  * @param {string} key - The key of the object to retrieve.
  * @param {Record<string, unknown>} [opts] - Additional options for the request.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns A promise that resolves to the object data (string) or null if not found.
  */
  async getObject(key, opts = {}, ssecHeaders) {
    if (this._bun && !ssecHeaders && !Object.keys(opts).length) return this._bunRead(key, (f) => f.text());
    const res = await this._signedRequest("GET", key, {
      query: opts,
      tolerated: [
        200,
        404,
        412,
        304
      ],
      headers: ssecHeaders ? { ...ssecHeaders } : void 0
    });
    if (res.status === 200) return res.text();
    res.body?.cancel();
    return null;
  }
  /**
  * Get an object response from the S3-compatible service.
  * This method sends a request to retrieve the specified object and returns the full response.
  * @param {string} key - The key of the object to retrieve.
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns A promise that resolves to the Response object or null if not found.
  */
  async getObjectResponse(key, opts = {}, ssecHeaders) {
    const res = await this._signedRequest("GET", key, {
      query: opts,
      tolerated: [
        200,
        404,
        412,
        304
      ],
      headers: ssecHeaders ? { ...ssecHeaders } : void 0
    });
    if (res.status === 200) return res;
    res.body?.cancel();
    return null;
  }
  /**
  * Get an object as an ArrayBuffer from the S3-compatible service.
  * This method sends a request to retrieve the specified object and returns it as an ArrayBuffer.
  * @param {string} key - The key of the object to retrieve.
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns A promise that resolves to the object data as an ArrayBuffer or null if not found.
  */
  async getObjectArrayBuffer(key, opts = {}, ssecHeaders) {
    if (this._bun && !ssecHeaders && !Object.keys(opts).length) return this._bunRead(key, (f) => f.arrayBuffer());
    const res = await this._signedRequest("GET", key, {
      query: opts,
      tolerated: [
        200,
        404,
        412,
        304
      ],
      headers: ssecHeaders ? { ...ssecHeaders } : void 0
    });
    if (res.status === 200) return res.arrayBuffer();
    res.body?.cancel();
    return null;
  }
  /**
  * Get an object as JSON from the S3-compatible service.
  * This method sends a request to retrieve the specified object and returns it as JSON.
  * @param {string} key - The key of the object to retrieve.
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns A promise that resolves to the object data as JSON or null if not found.
  */
  async getObjectJSON(key, opts = {}, ssecHeaders) {
    if (this._bun && !ssecHeaders && !Object.keys(opts).length) return this._bunRead(key, (f) => f.json());
    const res = await this._signedRequest("GET", key, {
      query: opts,
      tolerated: [
        200,
        404,
        412,
        304
      ],
      headers: ssecHeaders ? { ...ssecHeaders } : void 0
    });
    if (res.status === 200) return res.json();
    res.body?.cancel();
    return null;
  }
  /**
  * Get an object with its ETag from the S3-compatible service.
  * This method sends a request to retrieve the specified object and its ETag.
  * @param {string} key - The key of the object to retrieve.
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns A promise that resolves to an object containing the ETag and the object data as an ArrayBuffer or null if not found.
  */
  async getObjectWithETag(key, opts = {}, ssecHeaders) {
    try {
      const res = await this._signedRequest("GET", key, {
        query: opts,
        tolerated: [
          200,
          404,
          412,
          304
        ],
        headers: ssecHeaders ? { ...ssecHeaders } : void 0
      });
      const s = res.status;
      if (s === 404 || s === 412 || s === 304) {
        res.body?.cancel();
        return {
          etag: null,
          data: null
        };
      }
      const etag = res.headers.get(HEADER_ETAG);
      if (!etag) {
        res.body?.cancel();
        throw new Error(`${ERROR_PREFIX}ETag not found in response headers`);
      }
      return {
        etag: sanitizeETag(etag),
        data: await res.arrayBuffer()
      };
    } catch (err) {
      this._log("error", `Error getting object ${key} with ETag: ${String(err)}`);
      throw err;
    }
  }
  /**
  * Get an object as a raw response from the S3-compatible service.
  * This method sends a request to retrieve the specified object and returns the raw response.
  * @param {string} key - The key of the object to retrieve.
  * @param {boolean} [wholeFile=true] - Whether to retrieve the whole file or a range.
  * @param {number} [rangeFrom=0] - The starting byte for the range (if not whole file).
  * @param {number} [rangeTo=this.requestSizeInBytes] - The ending byte for the range (if not whole file).
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns A promise that resolves to the Response object.
  */
  async getObjectRaw(key, wholeFile = true, rangeFrom = 0, rangeTo, opts = {}, ssecHeaders) {
    let rangeHdr = {};
    if (!wholeFile) rangeHdr = rangeTo === void 0 ? { range: `bytes=${rangeFrom}-` } : { range: `bytes=${rangeFrom}-${rangeTo - 1}` };
    return this._signedRequest("GET", key, {
      query: { ...opts },
      headers: {
        ...rangeHdr,
        ...ssecHeaders
      },
      withQuery: true
    });
  }
  /**
  * Get the content length of an object.
  * This method sends a HEAD request to retrieve the content length of the specified object.
  * @param {string} key - The key of the object to retrieve the content length for.
  * @returns A promise that resolves to the content length of the object in bytes; 0 when the object exists but the response carries no content-length header.
  * @throws {Error} If the object does not exist (HTTP 404) or the request otherwise fails; the underlying S3ServiceError is attached as `.cause`.
  */
  async getContentLength(key, ssecHeaders) {
    try {
      if (this._bun && !ssecHeaders) try {
        return (await this._bun.file(key).stat()).size;
      } catch (e) {
        throw this._bunError(e);
      }
      const len = (await this._signedRequest("HEAD", key, { headers: ssecHeaders ? { ...ssecHeaders } : void 0 })).headers.get(HEADER_CONTENT_LENGTH);
      return len ? +len : 0;
    } catch (err) {
      this._log("error", `Error getting content length for object ${key}: ${String(err)}`);
      throw new Error(`${ERROR_PREFIX}Error getting content length for object ${key}: ${String(err)}`, { cause: err });
    }
  }
  /**
  * Checks if an object exists in the S3-compatible service.
  * This method sends a HEAD request to check if the specified object exists.
  * @param {string} key - The key of the object to check.
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request.
  * @returns A promise that resolves to true if the object exists, false if not found, or null if ETag mismatch.
  */
  async objectExists(key, opts = {}) {
    if (this._bun && !Object.keys(opts).length) try {
      return await this._bun.file(key).exists();
    } catch (e) {
      throw this._bunError(e);
    }
    const res = await this._signedRequest("HEAD", key, {
      query: opts,
      tolerated: [
        200,
        404,
        412,
        304
      ]
    });
    if (res.status === 404) return false;
    if (res.status === 412 || res.status === 304) return null;
    return true;
  }
  /**
  * Retrieves the ETag of an object without downloading its content.
  * @param {string} key - The key of the object to retrieve the ETag for.
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns {Promise<string | null>} A promise that resolves to the ETag value or null if the object is not found.
  * @throws {Error} If the ETag header is not found in the response.
  * @example
  * const etag = await s3.getEtag('path/to/file.txt');
  * if (etag) {
  *   console.log(`File ETag: ${etag}`);
  * }
  */
  async getEtag(key, opts = {}, ssecHeaders) {
    if (this._bun && !ssecHeaders && !Object.keys(opts).length) return this._bunRead(key, async (f) => {
      const { etag: etag2 } = await f.stat();
      if (!etag2) throw new Error(`${ERROR_PREFIX}ETag not found in response headers`);
      return sanitizeETag(etag2);
    });
    const res = await this._signedRequest("HEAD", key, {
      query: opts,
      tolerated: [
        200,
        304,
        404,
        412
      ],
      headers: ssecHeaders ? { ...ssecHeaders } : void 0
    });
    if (res.status === 404) return null;
    if (res.status === 412 || res.status === 304) return null;
    const etag = res.headers.get(HEADER_ETAG);
    if (!etag) throw new Error(`${ERROR_PREFIX}ETag not found in response headers`);
    return sanitizeETag(etag);
  }
  /**
  * Uploads an object to the S3-compatible service.
  * @param {string} key - The key/path where the object will be stored.
  * @param {string | IT.MaybeBuffer | ReadableStream | File | Blob} data - The data to upload (string or Buffer).
  * @param {string} [fileType='application/octet-stream'] - The MIME type of the file.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @param {IT.AWSHeaders} [additionalHeaders] - Additional x-amz-* headers specific to this request, if any.
  * @returns {Promise<Response>} A promise that resolves to the Response object from the upload request.
  * @throws {TypeError} If data is not a string or Buffer.
  * @example
  * // Upload text file
  * await s3.putObject('hello.txt', 'Hello, World!', 'text/plain');
  *
  * // Upload binary data
  * const buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
  * await s3.putObject('image.png', buffer, 'image/png');
  */
  async putObject(key, data, fileType = DEFAULT_STREAM_CONTENT_TYPE, ssecHeaders, additionalHeaders, contentLength) {
    const size = contentLength ?? getByteSize(data);
    return this._signedRequest("PUT", key, {
      body: data,
      headers: {
        ...size && { ["content-length"]: size },
        [HEADER_CONTENT_TYPE]: fileType,
        ...additionalHeaders,
        ...ssecHeaders
      },
      tolerated: [200]
    });
  }
  /**
  * Put object that automatically chooses single PUT vs multipart.
  * Same signature/shape as putObject so callers don't need to change.
  * @param {string} key - The key/path where the object will be stored.
  * @param {string | IT.MaybeBuffer | ReadableStream | File | Blob} data - The data to upload (string or Buffer).
  * @param {string} [fileType='application/octet-stream'] - The MIME type of the file.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @param {IT.AWSHeaders} [additionalHeaders] - Additional x-amz-* headers specific to this request, if any.
  * @param {number} [contentLength] - Optional known content length of data.
  * @returns {Promise<Response | { ok: boolean; status: number; headers: Map<string, string> }>} A promise that resolves to the Response object from the upload request.
  * @throws {TypeError} If data is not a string or Buffer.
  * @example
  * // Upload text file
  * await s3.putAnyObject('hello.txt', 'Hello, World!', 'text/plain');
  *
  * // Upload binary data
  * const buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
  * await s3.putAnyObject('image.png', buffer, 'image/png');
  */
  async putAnyObject(key, data, fileType = DEFAULT_STREAM_CONTENT_TYPE, ssecHeaders, additionalHeaders, contentLength) {
    const size = contentLength ?? getByteSize(data);
    if (!Number.isNaN(size) && size <= this.minPartSize) return this.putObject(key, data, fileType, ssecHeaders, additionalHeaders, contentLength);
    this._checkKey(key);
    return this._multipartUpload(key, data, fileType, ssecHeaders, additionalHeaders);
  }
  async _multipartUpload(key, data, fileType, ssecHeaders, additionalHeaders) {
    const uploadId = await this.getMultipartUploadId(key, fileType, ssecHeaders, additionalHeaders);
    try {
      const parts = await this._uploadPartsOptimized(key, uploadId, data, ssecHeaders, additionalHeaders);
      parts.sort((a, b) => a.partNumber - b.partNumber);
      const result = await this.completeMultipartUpload(key, uploadId, parts);
      return this._createSuccessResponse(result.etag || "");
    } catch (err) {
      await this._safeAbortUpload(key, uploadId);
      throw err;
    }
  }
  async _uploadKnownSizePartsParallel(key, uploadId, data, ssecHeaders, additionalHeaders, concurrency = 4, maxRetries = 3) {
    const partSize = this.minPartSize;
    const totalSize = data instanceof Blob ? data.size : data.byteLength;
    const totalParts = Math.ceil(totalSize / partSize);
    const results = new Array(totalParts);
    let nextIndex = 0;
    const worker = async () => {
      while (true) {
        const index = nextIndex++;
        if (index >= totalParts) return;
        const start = index * partSize;
        const end = Math.min(start + partSize, totalSize);
        const part = data instanceof Blob ? await data.slice(start, end).arrayBuffer() : data.subarray(start, end);
        results[index] = await this._uploadPartWithRetry(key, uploadId, part, index + 1, ssecHeaders, additionalHeaders, maxRetries);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, totalParts) }, () => worker()));
    return results;
  }
  async _uploadPartsOptimized(key, uploadId, data, ssecHeaders, additionalHeaders, concurrency = 4, maxRetries = 3) {
    const bytes = toUint8Array(data);
    if (bytes) return this._uploadKnownSizePartsParallel(key, uploadId, bytes, ssecHeaders, additionalHeaders, concurrency, maxRetries);
    if (data instanceof Blob) return this._uploadKnownSizePartsParallel(key, uploadId, data, ssecHeaders, additionalHeaders, concurrency, maxRetries);
    return this._uploadStreamingParts(key, uploadId, data, ssecHeaders, additionalHeaders, concurrency, maxRetries);
  }
  async _uploadStreamingParts(key, uploadId, stream, ssecHeaders, additionalHeaders, concurrency = 4, maxRetries = 3) {
    const parts = [];
    const active = /* @__PURE__ */ new Set();
    let partNumber = 0;
    for await (const partData of generateParts(stream, this.minPartSize)) {
      const currentPartNumber = ++partNumber;
      while (active.size >= concurrency) await Promise.race(active);
      const p = this._uploadPartWithRetry(key, uploadId, partData, currentPartNumber, ssecHeaders, additionalHeaders, maxRetries).then((part) => {
        parts.push(part);
        active.delete(p);
      });
      active.add(p);
    }
    await Promise.all(active);
    return parts;
  }
  async _uploadPartWithRetry(key, uploadId, data, partNumber, ssecHeaders, additionalHeaders, maxRetries = 3) {
    for (let attempt = 0; attempt <= maxRetries; attempt++) try {
      return await this.uploadPart(key, uploadId, data, partNumber, {}, ssecHeaders, additionalHeaders);
    } catch (err) {
      if (attempt === maxRetries) throw err;
      await new Promise((r) => setTimeout(r, Math.min(1e3 * 2 ** attempt, 1e4)));
    }
    throw new Error("Unreachable");
  }
  async _safeAbortUpload(key, uploadId) {
    try {
      await this.abortMultipartUpload(key, uploadId);
    } catch (err) {
      this._log("warn", `Failed to abort multipart upload: ${String(err)}`);
    }
  }
  _createSuccessResponse(etag) {
    if (typeof Response !== "undefined") {
      const headers = new Headers();
      if (etag) headers.set("ETag", etag);
      return new Response("", {
        status: 200,
        headers
      });
    }
    return {
      ok: true,
      status: 200,
      headers: /* @__PURE__ */ new Map([["ETag", etag]])
    };
  }
  /**
  * Initiates a multipart upload and returns the upload ID.
  * @param {string} key - The key/path where the object will be stored.
  * @param {string} [fileType='application/octet-stream'] - The MIME type of the file.
  * @param {IT.SSECHeaders?} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns {Promise<string>} A promise that resolves to the upload ID for the multipart upload.
  * @throws {TypeError} If key is invalid or fileType is not a string.
  * @throws {Error} If the multipart upload fails to initialize.
  * @example
  * const uploadId = await s3.getMultipartUploadId('large-file.zip', 'application/zip');
  * console.log(`Started multipart upload: ${uploadId}`);
  */
  async getMultipartUploadId(key, fileType = DEFAULT_STREAM_CONTENT_TYPE, ssecHeaders, additionalHeaders) {
    this._checkKey(key);
    if (typeof fileType !== "string") throw new TypeError(`${ERROR_PREFIX}fileType must be a string`);
    const query = { uploads: "" };
    const headers = {
      [HEADER_CONTENT_TYPE]: fileType,
      ...ssecHeaders,
      ...additionalHeaders
    };
    const res = await this._signedRequest("POST", key, {
      query,
      headers,
      withQuery: true
    });
    const parsed = parseXml(await res.text());
    if (parsed && typeof parsed === "object") {
      const uploadResult = parsed.initiateMultipartUploadResult || parsed.InitiateMultipartUploadResult;
      if (uploadResult && typeof uploadResult === "object") {
        const uploadId = uploadResult.uploadId || uploadResult.UploadId;
        if (uploadId && typeof uploadId === "string") return uploadId;
      }
    }
    throw new Error(`${ERROR_PREFIX}Failed to create multipart upload: ${JSON.stringify(parsed)}`);
  }
  /**
  * Uploads a part in a multipart upload.
  * @param {string} key - The key of the object being uploaded.
  * @param {string} uploadId - The upload ID from getMultipartUploadId.
  * @param {string | IT.MaybeBuffer | ReadableStream | File | Blob} data - The data for this part.
  * @param {number} partNumber - The part number (must be between 1 and 10,000).
  * @param {Record<string, unknown>} [opts={}] - Additional options for the request.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns {Promise<IT.UploadPart>} A promise that resolves to an object containing the partNumber and etag.
  * @throws {TypeError} If any parameter is invalid.
  * @example
  * const part = await s3.uploadPart(
  *   'large-file.zip',
  *   uploadId,
  *   partData,
  *   1
  * );
  * console.log(`Part ${part.partNumber} uploaded with ETag: ${part.etag}`);
  */
  async uploadPart(key, uploadId, data, partNumber, opts = {}, ssecHeaders, additionalHeaders) {
    const body = this._validateUploadPartParams(key, uploadId, data, partNumber, opts);
    const query = {
      uploadId,
      partNumber,
      ...opts
    };
    const size = getByteSize(data);
    const res = await this._signedRequest("PUT", key, {
      query,
      body,
      headers: {
        ...size && !Number.isNaN(size) && { ["content-length"]: size },
        ...ssecHeaders,
        ...additionalHeaders
      }
    });
    return {
      partNumber,
      etag: sanitizeETag(res.headers.get("etag") || "")
    };
  }
  /**
  * Completes a multipart upload by combining all uploaded parts.
  * @param {string} key - The key of the object being uploaded.
  * @param {string} uploadId - The upload ID from getMultipartUploadId.
  * @param {Array<IT.UploadPart>} parts - Array of uploaded parts with partNumber and etag.
  * @returns {Promise<IT.CompleteMultipartUploadResult>} A promise that resolves to the completion result containing the final ETag.
  * @throws {Error} If the multipart upload fails to complete.
  * @example
  * const result = await s3.completeMultipartUpload(
  *   'large-file.zip',
  *   uploadId,
  *   [
  *     { partNumber: 1, etag: 'abc123' },
  *     { partNumber: 2, etag: 'def456' }
  *   ]
  * );
  * console.log(`Upload completed with ETag: ${result.etag}`);
  */
  async completeMultipartUpload(key, uploadId, parts) {
    const query = { uploadId };
    const xmlBody = this._buildCompleteMultipartUploadXml(parts);
    const headers = {
      [HEADER_CONTENT_TYPE]: XML_CONTENT_TYPE,
      [HEADER_CONTENT_LENGTH]: getByteSize(xmlBody)
    };
    const res = await this._signedRequest("POST", key, {
      query,
      body: xmlBody,
      headers,
      withQuery: true
    });
    const parsed = parseXml(await res.text());
    if (parsed && typeof parsed === "object") {
      const result = parsed.completeMultipartUploadResult || parsed.CompleteMultipartUploadResult || parsed;
      if (result && typeof result === "object") {
        const resultObj = result;
        const etag = resultObj.ETag || resultObj.eTag || resultObj.etag;
        if (etag && typeof etag === "string") return {
          ...resultObj,
          etag: sanitizeETag(etag)
        };
        return result;
      }
    }
    throw new Error(`${ERROR_PREFIX}Failed to complete multipart upload: ${JSON.stringify(parsed)}`);
  }
  /**
  * Aborts a multipart upload and removes all uploaded parts.
  * @param {string} key - The key of the object being uploaded.
  * @param {string} uploadId - The upload ID to abort.
  * @param {IT.SSECHeaders} [ssecHeaders] - Server-Side Encryption headers, if any.
  * @returns {Promise<object>} A promise that resolves to an object containing the abort status and details.
  * @throws {TypeError} If key or uploadId is invalid.
  * @throws {Error} If the abort operation fails.
  * @example
  * try {
  *   const result = await s3.abortMultipartUpload('large-file.zip', uploadId);
  *   console.log('Upload aborted:', result.status);
  * } catch (error) {
  *   console.error('Failed to abort upload:', error);
  * }
  */
  async abortMultipartUpload(key, uploadId, ssecHeaders) {
    this._checkKey(key);
    if (!uploadId) throw new TypeError(ERROR_UPLOAD_ID_REQUIRED);
    const query = { uploadId };
    const headers = {
      [HEADER_CONTENT_TYPE]: XML_CONTENT_TYPE,
      ...ssecHeaders ? { ...ssecHeaders } : {}
    };
    const res = await this._signedRequest("DELETE", key, {
      query,
      headers,
      withQuery: true
    });
    const parsed = parseXml(await res.text());
    if (parsed && "error" in parsed && typeof parsed.error === "object" && parsed.error !== null && "message" in parsed.error) {
      this._log("error", `${ERROR_PREFIX}Failed to abort multipart upload: ${String(parsed.error.message)}`);
      throw new Error(`${ERROR_PREFIX}Failed to abort multipart upload: ${String(parsed.error.message)}`);
    }
    return {
      status: "Aborted",
      key,
      uploadId,
      response: parsed
    };
  }
  _buildCompleteMultipartUploadXml(parts) {
    let xml = "<CompleteMultipartUpload>";
    for (const part of parts) xml += `<Part><PartNumber>${part.partNumber}</PartNumber><ETag>${part.etag}</ETag></Part>`;
    xml += "</CompleteMultipartUpload>";
    return xml;
  }
  /**
  * Executes the copy operation for local copying (same bucket/endpoint).
  * @private
  */
  async _executeCopyOperation(destinationKey, copySource, options) {
    const { metadataDirective = "COPY", metadata = {}, contentType, storageClass, taggingDirective, websiteRedirectLocation, sourceSSECHeaders = {}, destinationSSECHeaders = {}, additionalHeaders = {} } = options;
    const headers = {
      "x-amz-copy-source": copySource,
      "x-amz-metadata-directive": metadataDirective,
      ...additionalHeaders,
      ...contentType && { ["content-type"]: contentType },
      ...storageClass && { "x-amz-storage-class": storageClass },
      ...taggingDirective && { "x-amz-tagging-directive": taggingDirective },
      ...websiteRedirectLocation && { "x-amz-website-redirect-location": websiteRedirectLocation },
      ...this._buildSSECHeaders(sourceSSECHeaders, destinationSSECHeaders),
      ...metadataDirective === "REPLACE" ? this._buildMetadataHeaders(metadata) : {}
    };
    try {
      const res = await this._signedRequest("PUT", destinationKey, {
        headers,
        tolerated: [200]
      });
      const versionId = res.headers.get("x-amz-version-id") ?? void 0;
      const result = this._parseCopyObjectResponse(await res.text());
      return versionId ? {
        ...result,
        versionId
      } : result;
    } catch (err) {
      this._log("error", `Error in copy operation to ${destinationKey}`, { error: String(err) });
      throw err;
    }
  }
  /**
  * Copies an object within the same bucket.
  *
  * @param {string} sourceKey - The key of the source object to copy
  * @param {string} destinationKey - The key where the object will be copied to
  * @param {IT.CopyObjectOptions} [options={}] - Copy operation options
  * @param {string} [options.versionId] - Source object version to copy (for versioned buckets)
  * @param {string} [options.metadataDirective='COPY'] - How to handle metadata ('COPY' | 'REPLACE')
  * @param {Record<string,string>} [options.metadata={}] - New metadata (only used if metadataDirective='REPLACE')
  * @param {string} [options.contentType] - New content type for the destination object
  * @param {string} [options.storageClass] - Storage class for the destination object
  * @param {string} [options.taggingDirective] - How to handle object tags ('COPY' | 'REPLACE')
  * @param {string} [options.websiteRedirectLocation] - Website redirect location for the destination
  * @param {IT.SSECHeaders} [options.sourceSSECHeaders={}] - Encryption headers for reading source (if encrypted)
  * @param {IT.SSECHeaders} [options.destinationSSECHeaders={}] - Encryption headers for destination
  * @param {IT.AWSHeaders} [options.additionalHeaders={}] - Extra x-amz-* headers
  *
  * @returns {Promise<IT.CopyObjectResult>} Copy result with etag, lastModified date, and `versionId` of the new object version (versioned buckets)
  * @throws {TypeError} If sourceKey or destinationKey is invalid
  * @throws {Error} If copy operation fails or S3 returns an error
  *
  * @example
  * // Simple copy
  * const result = await s3.copyObject('report-2024.pdf', 'archive/report-2024.pdf');
  * console.log(`Copied with ETag: ${result.etag}`);
  *
  * @example
  * // Restore an older version onto the same key
  * await s3.copyObject('file.jpg', 'file.jpg', { versionId: 'older-version-id' });
  *
  * @example
  * // Copy with new metadata and content type
  * const result = await s3.copyObject('data.csv', 'processed/data.csv', {
  *   metadataDirective: 'REPLACE',
  *   metadata: {
  *     'processed-date': new Date().toISOString(),
  *     'original-name': 'data.csv'
  *   },
  *   contentType: 'text/csv; charset=utf-8'
  * });
  *
  * @example
  * // Copy encrypted object (Cloudflare R2 SSE-C)
  * const ssecKey = 'n1TKiTaVHlYLMX9n0zHXyooMr026vOiTEFfT+719Hho=';
  * await s3.copyObject('sensitive.json', 'backup/sensitive.json', {
  *   sourceSSECHeaders: {
  *     'x-amz-copy-source-server-side-encryption-customer-algorithm': 'AES256',
  *     'x-amz-copy-source-server-side-encryption-customer-key': ssecKey,
  *     'x-amz-copy-source-server-side-encryption-customer-key-md5': 'gepZmzgR7Be/1+K1Aw+6ow=='
  *   },
  *   destinationSSECHeaders: {
  *     'x-amz-server-side-encryption-customer-algorithm': 'AES256',
  *     'x-amz-server-side-encryption-customer-key': ssecKey,
  *     'x-amz-server-side-encryption-customer-key-md5': 'gepZmzgR7Be/1+K1Aw+6ow=='
  *   }
  * });
  */
  copyObject(sourceKey, destinationKey, options = {}) {
    this._checkKey(sourceKey);
    this._checkKey(destinationKey);
    let copySource = `/${this.bucketName}/${uriEscape(sourceKey)}`;
    if (options.versionId) copySource += `?versionId=${encodeURIComponent(options.versionId)}`;
    return this._executeCopyOperation(destinationKey, copySource, options);
  }
  _buildSSECHeaders(sourceHeaders, destHeaders) {
    const headers = {};
    for (const [k, v] of Object.entries({
      ...sourceHeaders,
      ...destHeaders
    })) if (v !== void 0) headers[k] = v;
    return headers;
  }
  /**
  * Moves an object within the same bucket (copy + delete atomic-like operation).
  *
  * WARNING: Not truly atomic - if delete fails after successful copy, the object
  * will exist in both locations. Consider your use case carefully.
  *
  * @param {string} sourceKey - The key of the source object to move
  * @param {string} destinationKey - The key where the object will be moved to
  * @param {IT.CopyObjectOptions} [options={}] - Options passed to the copy operation
  *
  * @returns {Promise<IT.CopyObjectResult>} Result from the copy operation
  * @throws {TypeError} If sourceKey or destinationKey is invalid
  * @throws {Error} If copy succeeds but delete fails (includes copy result in error)
  *
  * @example
  * // Simple move
  * await s3.moveObject('temp/upload.tmp', 'files/document.pdf');
  *
  * @example
  * // Move with metadata update
  * await s3.moveObject('unprocessed/image.jpg', 'processed/image.jpg', {
  *   metadataDirective: 'REPLACE',
  *   metadata: {
  *     'status': 'processed',
  *     'processed-at': Date.now().toString()
  *   },
  *   contentType: 'image/jpeg'
  * });
  *
  * @example
  * // Safe move with error handling
  * try {
  *   const result = await s3.moveObject('inbox/file.dat', 'archive/file.dat');
  *   console.log(`Moved successfully: ${result.etag}`);
  * } catch (error) {
  *   // Check if copy succeeded but delete failed
  *   if (error.message.includes('delete source object after successful copy')) {
  *     console.warn('File copied but not deleted from source - manual cleanup needed');
  *   }
  * }
  */
  async moveObject(sourceKey, destinationKey, options = {}) {
    try {
      const copyResult = await this.copyObject(sourceKey, destinationKey, options);
      if (!await this.deleteObject(sourceKey)) throw new Error(`${ERROR_PREFIX}Failed to delete source object after successful copy`);
      return copyResult;
    } catch (err) {
      this._log("error", `Error moving object from ${sourceKey} to ${destinationKey}`, { error: String(err) });
      throw err;
    }
  }
  _buildMetadataHeaders(metadata) {
    const headers = {};
    for (const [k, v] of Object.entries(metadata)) headers[k.startsWith("x-amz-meta-") ? k : `x-amz-meta-${k}`] = v;
    return headers;
  }
  _parseCopyObjectResponse(xmlText) {
    const parsed = parseXml(xmlText);
    if (!parsed || typeof parsed !== "object") throw new Error(`${ERROR_PREFIX}Unexpected copyObject response format`);
    const result = parsed.CopyObjectResult || parsed.copyObjectResult || parsed;
    const etag = result.ETag || result.eTag || result.etag;
    const lastModified = result.LastModified || result.lastModified;
    if (!etag || typeof etag !== "string") throw new Error(`${ERROR_PREFIX}ETag not found in copyObject response`);
    return {
      etag: sanitizeETag(etag),
      lastModified: lastModified ? new Date(lastModified) : void 0
    };
  }
  async deleteObject(target, options = {}) {
    const { key, versionId } = this._normalizeDeleteTarget(target);
    const wantInfo = options.versionInfo === true;
    if (this._bun && !versionId && !wantInfo) {
      try {
        await this._bun.file(key).delete();
      } catch (e) {
        throw this._bunError(e);
      }
      return true;
    }
    const res = await this._signedRequest("DELETE", key, {
      query: versionId ? { versionId } : {},
      tolerated: [200, 204]
    });
    const deleted = res.status === 200 || res.status === 204;
    if (!wantInfo) return deleted;
    const versionIdHeader = res.headers.get("x-amz-version-id") ?? void 0;
    if (res.headers.get("x-amz-delete-marker") === "true") return {
      key,
      deleted,
      deleteMarker: true,
      ...versionIdHeader ? { deleteMarkerVersionId: versionIdHeader } : {}
    };
    const resolvedVersionId = versionIdHeader ?? versionId;
    return {
      key,
      deleted,
      ...resolvedVersionId ? { versionId: resolvedVersionId } : {}
    };
  }
  _normalizeDeleteTarget(target) {
    if (typeof target === "string") {
      this._checkKey(target);
      return { key: target };
    }
    if (!target || typeof target !== "object" || typeof target.key !== "string") {
      this._log("error", `${ERROR_PREFIX}delete target must be a key string or { key, versionId? }`);
      throw new TypeError(`${ERROR_PREFIX}delete target must be a key string or { key, versionId? }`);
    }
    this._checkKey(target.key);
    if (target.versionId !== void 0 && typeof target.versionId !== "string") throw new TypeError(`${ERROR_PREFIX}versionId must be a string when provided`);
    return {
      key: target.key,
      ...target.versionId ? { versionId: target.versionId } : {}
    };
  }
  _deleteTargetId(target) {
    return target.versionId ? `${target.key}\0${target.versionId}` : target.key;
  }
  async _deleteObjectsProcess(targets) {
    const out = await this._sendDeleteRequest(targets);
    const matches = this._resolveDeleteMatches(out, targets);
    const boolMap = /* @__PURE__ */ new Map();
    for (const [id, m] of matches) boolMap.set(id, m.deleted);
    this._logDeleteErrors(out, boolMap);
    return targets.map((t) => matches.get(this._deleteTargetId(t))?.deleted ?? false);
  }
  async _deleteObjectsProcessInfo(targets) {
    const out = await this._sendDeleteRequest(targets);
    const matches = this._resolveDeleteMatches(out, targets);
    const boolMap = /* @__PURE__ */ new Map();
    for (const [id, m] of matches) boolMap.set(id, m.deleted);
    this._logDeleteErrors(out, boolMap);
    return targets.map((t) => {
      const id = this._deleteTargetId(t);
      const entry = matches.get(id)?.entry;
      const entryVersionId = entry ? entry.versionId || entry.VersionId : void 0;
      const entryDeleteMarkerVersionId = entry ? entry.deleteMarkerVersionId || entry.DeleteMarkerVersionId : void 0;
      const isDeleteMarker = entry ? (entry.deleteMarker ?? entry.DeleteMarker) === true || (entry.deleteMarker ?? entry.DeleteMarker) === "true" : false;
      const deleted = matches.get(id)?.deleted ?? false;
      if (isDeleteMarker) {
        const markerVersionId = entryDeleteMarkerVersionId ?? entryVersionId;
        return {
          key: t.key,
          deleted,
          deleteMarker: true,
          ...markerVersionId ? { deleteMarkerVersionId: markerVersionId } : {}
        };
      }
      return {
        key: t.key,
        deleted,
        ...entryVersionId || t.versionId ? { versionId: entryVersionId ?? t.versionId } : {}
      };
    });
  }
  async _sendDeleteRequest(targets) {
    const xmlBody = "<Delete>" + targets.map((t) => {
      const versionXml = t.versionId ? `<VersionId>${escapeXml(t.versionId)}</VersionId>` : "";
      return `<Object><Key>${escapeXml(t.key)}</Key>${versionXml}</Object>`;
    }).join("") + "</Delete>";
    const sha256base64 = base64FromBuffer(await sha256(xmlBody));
    const res = await this._signedRequest("POST", "", {
      query: { delete: "" },
      body: xmlBody,
      headers: {
        [HEADER_CONTENT_TYPE]: XML_CONTENT_TYPE,
        [HEADER_CONTENT_LENGTH]: getByteSize(xmlBody),
        [HEADER_AMZ_CHECKSUM_SHA256]: sha256base64
      },
      withQuery: true
    });
    const parsed = parseXml(await res.text());
    if (!parsed || typeof parsed !== "object") throw new Error(`${ERROR_PREFIX}Failed to delete objects: ${JSON.stringify(parsed)}`);
    return parsed.DeleteResult || parsed.deleteResult || parsed;
  }
  _deleteVersionMatches(t, key, versionId) {
    if (t.key !== key) return false;
    if (versionId && t.versionId && t.versionId !== versionId) return false;
    if (!versionId && t.versionId) return false;
    return true;
  }
  _markFirstPendingDeleted(targets, key, versionId, matches, entry) {
    for (const t of targets) {
      if (!this._deleteVersionMatches(t, key, versionId)) continue;
      const id = this._deleteTargetId(t);
      const cur = matches.get(id);
      if (cur && !cur.deleted) {
        matches.set(id, {
          deleted: true,
          entry
        });
        return;
      }
    }
  }
  _resolveDeleteMatches(out, targets) {
    const matches = new Map(targets.map((t) => [this._deleteTargetId(t), { deleted: false }]));
    const deleted = out.deleted || out.Deleted;
    if (!deleted) return matches;
    for (const item of this._asArray(deleted)) {
      if (!item || typeof item !== "object") continue;
      const entry = item;
      const key = entry.key || entry.Key;
      if (!key || typeof key !== "string") continue;
      const versionId = entry.versionId || entry.VersionId;
      const id = this._deleteTargetId({
        key,
        versionId
      });
      const direct = matches.get(id);
      if (direct && !direct.deleted) {
        matches.set(id, {
          deleted: true,
          entry
        });
        continue;
      }
      this._markFirstPendingDeleted(targets, key, versionId, matches, entry);
    }
    return matches;
  }
  _logDeleteErrors(out, resultMap) {
    const errors = out.error || out.Error;
    if (!errors) return;
    for (const item of this._asArray(errors)) {
      if (!item || typeof item !== "object") continue;
      const obj = item;
      const key = obj.key || obj.Key;
      if (!key || typeof key !== "string") continue;
      const versionId = obj.versionId || obj.VersionId;
      const id = this._deleteTargetId({
        key,
        versionId
      });
      if (resultMap.has(id)) resultMap.set(id, false);
      else if (resultMap.has(key)) resultMap.set(key, false);
      const message = versionId ? `Failed to delete object: ${key} version ${versionId}` : `Failed to delete object: ${key}`;
      this._log("warn", message, {
        code: obj.code || obj.Code || "Unknown",
        message: obj.message || obj.Message || "Unknown error"
      });
    }
  }
  async deleteObjects(targets, options = {}) {
    if (!Array.isArray(targets) || targets.length === 0) return [];
    const normalized = targets.map((t) => this._normalizeDeleteTarget(t));
    const maxBatchSize = 1e3;
    if (normalized.length > maxBatchSize) {
      const batches = [];
      for (let i = 0; i < normalized.length; i += maxBatchSize) batches.push(normalized.slice(i, i + maxBatchSize));
      if (options.versionInfo) return (await Promise.all(batches.map((b) => this._deleteObjectsProcessInfo(b)))).flat();
      return (await Promise.all(batches.map((b) => this._deleteObjectsProcess(b)))).flat();
    }
    return options.versionInfo ? this._deleteObjectsProcessInfo(normalized) : this._deleteObjectsProcess(normalized);
  }
  async _sendRequest(url, method, headers, body, toleratedStatusCodes = []) {
    this._log("info", `Sending ${method} request to ${url}`, `headers: ${JSON.stringify(headers)}`);
    try {
      const res = await this._fetch(url, {
        method,
        headers,
        body: method === "GET" || method === "HEAD" ? void 0 : body,
        signal: this.requestAbortTimeout ? AbortSignal.timeout(this.requestAbortTimeout) : void 0
      });
      this._log("info", `Response status: ${res.status}, tolerated: ${toleratedStatusCodes.join(",")}`);
      if (res.ok || toleratedStatusCodes.includes(res.status)) return res;
      await this._handleErrorResponse(res);
      return res;
    } catch (err) {
      const code = extractErrCode(err);
      if (code && [
        "ENOTFOUND",
        "EAI_AGAIN",
        "ETIMEDOUT",
        "ECONNREFUSED"
      ].includes(code)) throw new S3NetworkError(`S3 network error: ${code}`, code, err);
      throw err;
    }
  }
  _parseErrorXml(headers, body) {
    if (headers.get("content-type") !== "application/xml") return {};
    const parsedBody = parseXml(body);
    if (!parsedBody || typeof parsedBody !== "object" || !("Error" in parsedBody) || !parsedBody.Error || typeof parsedBody.Error !== "object") return {};
    const error = parsedBody.Error;
    return {
      svcCode: "Code" in error && typeof error.Code === "string" ? error.Code : void 0,
      errorMessage: "Message" in error && typeof error.Message === "string" ? error.Message : void 0
    };
  }
  async _handleErrorResponse(res) {
    const errorBody = await res.text();
    const parsedErrorBody = this._parseErrorXml(res.headers, errorBody);
    const svcCode = res.headers.get("x-amz-error-code") ?? parsedErrorBody.svcCode ?? "Unknown";
    const errorMessage = res.headers.get("x-amz-error-message") ?? parsedErrorBody.errorMessage ?? res.statusText;
    this._log("error", `${ERROR_PREFIX}Request failed with status ${res.status}: ${svcCode} - ${errorMessage},err body: ${errorBody}`);
    throw new S3ServiceError(`S3 returned ${res.status} \u2013 ${svcCode}`, res.status, svcCode, errorBody);
  }
  _buildCanonicalQueryString(queryParams) {
    if (!queryParams || Object.keys(queryParams).length === 0) return "";
    return Object.keys(queryParams).map((key) => [encodeURIComponent(key), encodeURIComponent(String(queryParams[key]))]).sort(([a], [b]) => byCodePoint(a, b)).map(([k, v]) => `${k}=${v}`).join("&");
  }
  /**
  * Generates a pre-signed URL for direct client access to an S3 object.
  * The URL embeds authentication in query parameters instead of headers,
  * allowing unauthenticated HTTP clients to perform the specified operation.
  *
  * @param {'GET' | 'PUT'} method - HTTP method ('GET' for download, 'PUT' for upload)
  * @param {string} key - The object key/path
  * @param {number} [expiresIn=3600] - URL expiration time in seconds (1–604800)
  * @param {Record<string, string>} [queryParams={}] - Additional query parameters to include in the URL
  * @param {Record<string, string>} [headers={}] - HTTP headers to sign. The consumer of the URL
  *   MUST send these exact headers with matching values. The `host` header is always signed automatically.
  * @returns {Promise<string>} Pre-signed URL string
  * @throws {TypeError} If key is empty or expiresIn is out of range
  * @example
  * // Download URL valid for 1 hour
  * const url = await s3.getPresignedUrl('GET', 'photos/vacation.jpg');
  *
  * // Upload URL valid for 5 minutes with signed Content-Type
  * const url = await s3.getPresignedUrl('PUT', 'uploads/file.bin', 300, {}, {
  *   'Content-Type': 'application/octet-stream',
  * });
  *
  * // Client-side usage (must include signed headers)
  * await fetch(url, { method: 'PUT', body: data, headers: { 'Content-Type': 'application/octet-stream' } });
  */
  async getPresignedUrl(method, key, expiresIn = 3600, queryParams = {}, headers = {}) {
    this._checkKey(key);
    if (!Number.isFinite(expiresIn) || expiresIn <= 0 || expiresIn > 604800) throw new TypeError(`${ERROR_PREFIX}expiresIn must be between 1 and 604800 seconds`);
    if (this._bun && !Object.keys(queryParams).length && !Object.keys(headers).length) return this._bun.presign(key, {
      method,
      expiresIn: Math.floor(expiresIn)
    });
    return this._presign(method, uriResourceEscape(key), Math.floor(expiresIn), queryParams, headers);
  }
  async _presign(method, keyPath, expiresIn, queryParams, headers) {
    const url = new URL(this.endpoint);
    if (keyPath.length > 0) url.pathname = url.pathname === "/" ? `/${keyPath.replace(/^\/+/, "")}` : `${url.pathname}/${keyPath.replace(/^\/+/, "")}`;
    const d = /* @__PURE__ */ new Date();
    const shortDatetime = `${d.getUTCFullYear()}${String(d.getUTCMonth() + 1).padStart(2, "0")}${String(d.getUTCDate()).padStart(2, "0")}`;
    const fullDatetime = `${shortDatetime}T${String(d.getUTCHours()).padStart(2, "0")}${String(d.getUTCMinutes()).padStart(2, "0")}${String(d.getUTCSeconds()).padStart(2, "0")}Z`;
    const credentialScope = `${shortDatetime}/${this.region}/s3/${AWS_REQUEST_TYPE}`;
    const headerEntries = [["host", url.host]];
    for (const [key, value] of Object.entries(headers)) {
      const lowerKey = key.toLowerCase();
      if (lowerKey !== "host") headerEntries.push([lowerKey, String(value).trim()]);
    }
    headerEntries.sort(([a], [b]) => byCodePoint(a, b));
    const canonicalHeaders = headerEntries.map(([k, v]) => `${k}:${v}`).join("\n");
    const signedHeaders = headerEntries.map(([k]) => k).join(";");
    const allQueryParams = {
      ...queryParams,
      "X-Amz-Algorithm": AWS_ALGORITHM,
      "X-Amz-Credential": `${this.#accessKeyId}/${credentialScope}`,
      "X-Amz-Date": fullDatetime,
      "X-Amz-Expires": String(expiresIn),
      "X-Amz-SignedHeaders": signedHeaders
    };
    const canonicalQueryString = this._buildCanonicalQueryString(allQueryParams);
    const canonicalRequest = `${method}
${url.pathname}
${canonicalQueryString}
${canonicalHeaders}

${signedHeaders}
${UNSIGNED_PAYLOAD}`;
    const stringToSign = `${AWS_ALGORITHM}
${fullDatetime}
${credentialScope}
${hexFromBuffer(await sha256(canonicalRequest))}`;
    if (shortDatetime !== this.signingKeyDate || !this.signingKey) {
      this.signingKeyDate = shortDatetime;
      this.signingKey = await this._getSignatureKey(shortDatetime);
    }
    const signature = hexFromBuffer(await hmac(this.signingKey, stringToSign));
    return `${url.origin}${url.pathname}?${canonicalQueryString}&X-Amz-Signature=${signature}`;
  }
  async _getSignatureKey(dateStamp) {
    const kDate = await hmac(`AWS4${this.#secretAccessKey}`, dateStamp);
    const kRegion = await hmac(kDate, this.region);
    const kService = await hmac(kRegion, "s3");
    return await hmac(kService, AWS_REQUEST_TYPE);
  }
};

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
async function ask({ sts, role, identityToken, fetch, signal }) {
  const reply = await fetch(sts, {
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
  const code = textOf(xml, "Code") ?? "";
  const why = [`HTTP ${reply.status}`, code, textOf(xml, "Message") ?? ""].filter((each) => each !== "").join(" ");
  const isPassing = reply.status >= 500 || reply.status === 429 || code === PASSES_BY;
  return { refusal: why, isPassing };
}
function keysIn(xml) {
  const [accessKeyId, secretAccessKey, sessionToken] = ["AccessKeyId", "SecretAccessKey", "SessionToken"].map(
    (name) => textOf(xml, name)
  );
  const until = new Date(textOf(xml, "Expiration") ?? Number.NaN);
  if (!accessKeyId || !secretAccessKey || !sessionToken || Number.isNaN(until.getTime())) return;
  if (![accessKeyId, secretAccessKey, sessionToken].every((each) => /^[\x21-\x7e]{1,16384}$/.test(each)))
    return;
  return { accessKeyId, secretAccessKey, sessionToken, until };
}
function textOf(xml, name) {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (_whole, entity) => ENTITIES[entity]).replace(/\s+/g, " ").trim().slice(0, name === "Message" ? 200 : void 0);
}
var ENTITIES = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
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
  }
  /** Why there are none; `undefined` where there are, or can be had. */
  lacking() {
    const { role, accessKey, secretKey } = this.#rung;
    if (role && this.#world.identity) return;
    const unset = [accessKey, secretKey].filter((name) => !this.#world.secret(name));
    if (unset.length === 0) return;
    const unsaid = `${unset.join(" and ")} not set`;
    return role ? `this job has no identity token ("permissions: id-token: write"), and ${unsaid}` : unsaid;
  }
  /**
   * Good for at least `seconds` from now, as far as a service lends keys for that long.
   * @throws Problem where none are lent
   */
  async current(seconds = 0) {
    const { role } = this.#rung;
    const { identity } = this.#world;
    if (!role || !identity) return this.#own();
    const seen = this.#lent;
    const known = await seen?.catch(() => void 0);
    if (known && this.#secondsLeft(known) >= Math.max(LEAST_SECONDS, seconds)) return known;
    if (this.#lent === seen) this.#lent = this.#borrow(role, identity);
    return this.#lent;
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
  #secondsLeft({ until }) {
    return secondsBetween(this.#world.clock.now(), until);
  }
  async #borrow(role, identity) {
    const { fetch = globalThis.fetch, signal, clock } = this.#world;
    const { arn, sts = stsOf(this.#rung), audience } = role;
    const identityToken = await identity.token(audience).catch((cause) => {
      throw noToken(audience, cause);
    });
    const lent = await assumeRole({ sts, role: arn, identityToken, fetch, signal, clock });
    for (const each of [lent.accessKeyId, lent.secretAccessKey, lent.sessionToken]) await identity.hide(each);
    return lent;
  }
};
function stsOf({ endpoint, region }) {
  const [aws] = /\.amazonaws\.com(\.cn)?$/.exec(new URL(endpoint).hostname) ?? [];
  if (aws === void 0) return endpoint;
  return region === void 0 || region === "auto" ? `https://sts${aws}` : `https://sts.${region}${aws}`;
}
var noToken = (audience, cause) => new Problem(
  {
    code: "no-identity-token",
    kind: "refused",
    what: `The runner gave no identity token for the audience "${audience}".`,
    next: 'Give the job "permissions: id-token: write"; a called workflow gets no more than its caller grants.'
  },
  { cause }
);

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
  /** Why there are no keys for it. */
  keyless() {
    return this.#keys.lacking();
  }
  async list(folder) {
    const found = [];
    let token;
    do {
      const page = await this.tried("list", (s3) => s3.listObjectsPaged("/", `${folder}/`, 1e3, token));
      if (!page?.objects) throw this.refused("there is no such bucket");
      for (const { Key, Size, ETag } of page.objects)
        found.push({
          name: unescaped(Key).slice(folder.length + 1),
          bytes: Size,
          digest: ETag.replaceAll('"', "")
        });
      token = page.nextContinuationToken;
    } while (token !== void 0);
    return found;
  }
  /**
   * An address that lets whoever has it do this one thing to this one object until it expires. A secret: it goes nowhere
   * but to who is to use it.
   *
   * @param headers that must be sent with it, with these very values
   */
  async link(method, key, seconds, headers = {}) {
    const { s3, keys } = await this.#with(seconds);
    const { sessionToken } = keys;
    const query = sessionToken ? { "X-Amz-Security-Token": sessionToken } : {};
    return s3.getPresignedUrl(method, key, seconds, query, headers);
  }
  /** Tries again after a lost connection, a 429 or a 5xx; every request here may be sent twice. */
  async tried(doing, ask2, expected = []) {
    const { signal, clock } = this.#world;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await ask2((await this.#with()).s3);
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
    await this.#with().then(({ s3 }) => s3.abortMultipartUpload(key, upload)).catch(() => {
    });
  }
  /** Lent keys end; then there is another client. */
  async #with(seconds) {
    const keys = await this.#keys.current(seconds);
    const known = this.#client;
    if (known?.keys.accessKeyId === keys.accessKeyId && known.keys.sessionToken === keys.sessionToken)
      return known;
    this.#client = { s3: this.#connect(keys), keys };
    return this.#client;
  }
  #connect({ accessKeyId, secretAccessKey, sessionToken }) {
    const { endpoint, bucket, region } = this.#rung;
    const { signal, fetch = globalThis.fetch } = this.#world;
    const client = new S3mini({
      accessKeyId,
      secretAccessKey,
      endpoint: `${endpoint.replace(/\/+$/, "")}/${bucket}`,
      ...region !== void 0 && { region },
      fetch: (input, init) => fetch(input, {
        ...init,
        // Followed, the session token would go along to whoever is named there; and what was signed is good for no other host.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS2 * 1e3)])
      })
    });
    if (sessionToken) signWith(client, sessionToken);
    return client;
  }
  refused(what, cause) {
    return new Problem(
      {
        code: "s3-refused",
        kind: "refused",
        what: `${this.describe()}: ${what}.`,
        next: `Check the bucket, the region and what ${this.#rung.role ? `the role ${this.#rung.role.arn}` : `the key in ${this.#rung.accessKey}`} may do: list, get and put below its prefix.`
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
function signWith(client, session) {
  const own = client;
  const signed = own._signedRequest.bind(client);
  own._signedRequest = (method, key, options = {}) => signed(method, key, { ...options, headers: { ...options.headers, "x-amz-security-token": session } });
}
var statusOf = (error) => error instanceof S3ServiceError ? error.status : void 0;
function reasonOf2(error) {
  if (error instanceof S3ServiceError) return `HTTP ${error.status} ${error.serviceCode ?? ""}`.trim();
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
var unescaped = (key) => key.replaceAll(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi, (whole, hex, decimal) => {
  const code = hex === void 0 ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 1114111 ? String.fromCodePoint(code) : whole;
});

export {
  S3Bucket,
  statusOf
};
