import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  sourceOf
} from "./data-fetch-plan.shared.mjs";
import {
  lastName
} from "./job-data-source.shared.mjs";
import {
  S3Bucket
} from "./stores-lent.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-shape.shared.mjs";
import "./canonical.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/data/answers.ts
var TRIES = 4;
var REQUEST_SECONDS = 60;
var patient = ({ fetch, signal, clock }) => async (input, init) => {
  for (let attempt = 1; ; attempt += 1) {
    const within = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS * 1e3)]);
    const answer = await fetch(input, { ...init, signal: within }).catch((error) => {
      signal.throwIfAborted();
      if (attempt >= TRIES) throw error;
      return void 0;
    });
    if (answer && (answer.status < 500 && answer.status !== 429 || attempt >= TRIES)) return answer;
    await answer?.body?.cancel();
    await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
  }
};
function sourceProblem(from, token, error) {
  if (error instanceof Problem || error instanceof Error && error.name === "AbortError") return error;
  const status = error?.statusCode;
  const isRefusal = typeof status === "number" && status >= 400 && status < 500 && status !== 429;
  const opened = token === void 0 ? "name a `token` that may read it" : `check what the token in ${token} may read`;
  return new Problem(
    {
      code: isRefusal ? "data-refused" : "data-unreachable",
      kind: isRefusal ? "refused" : "unreachable",
      what: `${from}: ${typeof status === "number" ? `HTTP ${status}` : reasonOf(error)}.`,
      next: isRefusal ? `Check its name and revision, and ${opened}.` : "Run the same command again; nothing was spent on it."
    },
    { cause: error }
  );
}
var answered = (status) => Object.assign(new Error(`HTTP ${status}`), { statusCode: status });
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

// src/data/hub-files.ts
var COMMIT = /^[0-9a-f]{40}$/;
async function hubFiles(asked, pin) {
  const { rule, source } = asked;
  try {
    const commit = pin ?? (COMMIT.test(source.revision) ? source.revision : await commitOf(asked));
    const entries = await entriesOf(asked, commit);
    return sourceOf(
      rule,
      entries.map((entry) => fileOf(asked, commit, entry)),
      commit
    );
  } catch (error) {
    throw sourceProblem(rule.from, rule.token, error);
  }
}
var hub = () => import("./npm-huggingface-hub-dist-index.mjs");
function common({ rule, world }) {
  const accessToken = rule.token === void 0 ? void 0 : world.secret(rule.token);
  return {
    hubUrl: world.hubUrl,
    fetch: patient(world),
    ...accessToken?.startsWith("hf_") && { accessToken }
  };
}
async function commitOf(asked) {
  const { repo: name, type, revision } = asked.source;
  const { modelInfo, datasetInfo } = await hub();
  const ask = { ...common(asked), name, revision };
  const { sha } = type === "dataset" ? await datasetInfo({ ...ask, additionalFields: ["sha"] }) : await modelInfo({ ...ask, additionalFields: ["sha"] });
  if (!COMMIT.test(sha)) throw new Error(`the Hub names no commit for ${revision}`);
  return sha;
}
async function entriesOf(asked, commit) {
  const { path } = asked.source;
  if (path === void 0) return listed(asked, commit, "", true);
  const below = await listed(asked, commit, path, true).catch((error) => {
    if (error.statusCode === 404) return [];
    throw error;
  });
  if (below.length > 0) return below;
  const folder = path.split("/").slice(0, -1).join("/");
  const one = (await listed(asked, commit, folder, false)).filter((entry) => entry.path === path);
  if (one.length === 0) throw answered(404);
  return one;
}
async function listed(asked, revision, folder, recursive) {
  const { listFiles } = await hub();
  const repo = { type: asked.source.type, name: asked.source.repo };
  const path = folder.split("/").map(encodeURIComponent).join("/");
  const entries = [];
  for await (const entry of listFiles({ ...common(asked), repo, revision, path, recursive }))
    if (entry.type === "file") entries.push(entry);
  return entries;
}
function fileOf({ source, boxHub }, commit, { path, size, oid, lfs }) {
  const { type, repo, path: folder } = source;
  const proof = lfs !== void 0 && /^[0-9a-f]{64}$/.test(lfs.oid) ? { by: "sha256", digest: lfs.oid } : /^[0-9a-f]{40}$/.test(oid ?? "") ? { by: "git-sha1", digest: oid ?? "" } : { by: "nothing" };
  const name = path.split("/").map(encodeURIComponent).join("/");
  return {
    path: folder === void 0 ? path : path === folder ? lastOf(path) : path.slice(folder.length + 1),
    bytes: lfs?.size ?? size,
    proof,
    url: `${boxHub.replace(/\/+$/, "")}/${type === "dataset" ? "datasets/" : ""}${repo}/resolve/${commit}/${name}`
  };
}
var lastOf = (path) => path.split("/").at(-1) ?? path;

// src/data/s3-files.ts
var LINK_SECONDS = 7 * 24 * 3600;
var AT_ONCE = 16;
async function s3Files(rule, source, world) {
  const { bucket: name, endpoint, region, accessKey, secretKey, prefix } = source;
  const bucket = new S3Bucket({ kind: "s3", endpoint, bucket: name, region, accessKey, secretKey }, world);
  const keyless = bucket.keyless();
  if (keyless !== void 0) throw bucket.refused(keyless);
  const found = await bucket.list(prefix);
  const below = found.filter(({ name: path }) => path !== "" && !path.endsWith("/"));
  const objects = below.length > 0 ? below : await alone(bucket, prefix);
  const key = (path) => below.length > 0 && prefix !== "" ? `${prefix}/${path}` : below.length > 0 ? path : prefix;
  const files = [];
  for (let at = 0; at < objects.length; at += AT_ONCE)
    files.push(
      ...await Promise.all(
        objects.slice(at, at + AT_ONCE).map((each) => fileOf2(bucket, key(each.name), each))
      )
    );
  return sourceOf(rule, files);
}
async function alone(bucket, key) {
  if (key === "") return [];
  const seen = await bucket.tried("look", (s3) => s3.head(key));
  return [{ name: key.split("/").at(-1) ?? key, bytes: seen.bytes, digest: seen.etag }];
}
async function fileOf2(bucket, key, { name, bytes }) {
  const [seen, url] = await Promise.all([
    bucket.tried("look", (s3) => s3.head(key)),
    bucket.link("GET", key, LINK_SECONDS)
  ]);
  return { path: name, bytes, proof: proofOf(seen), url, isSecretUrl: true };
}
function proofOf({ sha256, etag, encryption }) {
  const whole = sha256 === void 0 ? void 0 : Buffer.from(sha256, "base64");
  if (whole?.length === 32 && whole.toString("base64") === sha256)
    return { by: "sha256", digest: whole.toString("hex") };
  const isMd5 = /^[0-9a-f]{32}$/.test(etag) && (encryption === void 0 || encryption === "AES256");
  return isMd5 ? { by: "md5", digest: etag } : { by: "nothing" };
}

// src/data/web-file.ts
async function webFile(rule, { url }, world) {
  const token = rule.token === void 0 ? void 0 : world.secret(rule.token);
  try {
    const bytes = await sizeOf(url, token, world);
    const path = lastName(new URL(url).pathname);
    return sourceOf(rule, [
      { path, bytes, proof: { by: "nothing" }, url, ...hasSecret(url) && { isSecretUrl: true } }
    ]);
  } catch (error) {
    throw sourceProblem(rule.from, rule.token, error);
  }
}
var hasSecret = (url) => new URL(url).search !== "";
async function sizeOf(url, token, world) {
  const headers = {
    "accept-encoding": "identity",
    ...token !== void 0 && { authorization: `Bearer ${token}` }
  };
  const answer = await patient(world)(url, { method: "HEAD", headers });
  if (answer.status === 405 || answer.status === 501) return void 0;
  if (!answer.ok) throw answered(answer.status);
  const bytes = Number(answer.headers.get("content-length") ?? Number.NaN);
  const isPlain = (answer.headers.get("content-encoding") ?? "identity") === "identity";
  return isPlain && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : void 0;
}

// src/data/resolve.ts
async function resolveData(rules, world, resolving) {
  const outcomes = await Promise.allSettled(rules.map((rule) => resolveOne(rule, world, resolving)));
  const failed = outcomes.flatMap((each) => each.status === "rejected" ? [each.reason] : []);
  const bug = failed.find((error) => !(error instanceof Problem));
  if (bug !== void 0) throw bug;
  const [first, ...rest] = failed;
  if (first) throw rest.length === 0 ? first : new Problems([first, ...rest]);
  return outcomes.flatMap((each) => each.status === "fulfilled" ? [each.value] : []);
}
function resolveOne(rule, world, { boxHub, pins }) {
  const { source } = rule;
  switch (source.kind) {
    case "hub":
      return hubFiles({ rule, source, world, boxHub }, pins.get(rule.to));
    case "s3":
      return s3Files(rule, source, world);
    case "web":
      return webFile(rule, source, world);
  }
}
export {
  resolveData
};
