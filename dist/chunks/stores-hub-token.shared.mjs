import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openZip
} from "./stores-stored-zip.shared.mjs";
import {
  bytesOf,
  folderOf,
  listDigest,
  sentFrom
} from "./stores-store.shared.mjs";
import {
  Lending,
  S3Bucket,
  identityTokenFor,
  statusOf
} from "./stores-lent.shared.mjs";
import {
  Redactor
} from "./secret-redactor.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  inParallel
} from "./host-limit.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/stores/hugging-face-store.ts
import { pathToFileURL } from "node:url";

// src/stores/hub-token.ts
var HUB = "https://huggingface.co";
var TRIES = 4;
var REQUEST_SECONDS = 30;
var MOST_REPLY = 65536;
var LEAST_SECONDS = 300;
var HubToken = class {
  #of;
  #world;
  #lent;
  constructor(of, world) {
    this.#of = of;
    this.#world = world;
    this.#lent = new Lending(world.clock);
  }
  /** The name of the variable without a value, where no token can be lent instead. */
  unset() {
    const { variable } = this.#of;
    return this.#world.secret(variable) || this.#world.identity ? [] : [variable];
  }
  /** Why there is none; `undefined` where there is one, or one can be had. */
  lacking() {
    const { variable } = this.#of;
    const stored = this.#world.secret(variable);
    if (stored)
      return stored.startsWith("hf_") ? void 0 : `${variable} holds no token of the Hub, which starts with "hf_"`;
    if (this.#world.identity) return void 0;
    return `${variable} not set, and this job has no identity token ("permissions: id-token: write")`;
  }
  /** @throws Problem where none is lent */
  async current() {
    const stored = this.#world.secret(this.#of.variable);
    const { identity } = this.#world;
    if (stored || !identity) return stored ?? "";
    return (await this.#lent.current(LEAST_SECONDS, () => this.#borrow(identity))).token;
  }
  async #borrow(identity) {
    const { hubUrl = HUB, clock, signal } = this.#world;
    const identityToken = await identityTokenFor(identity, hubUrl);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#ask(identityToken).catch((cause) => {
        signal.throwIfAborted();
        return { why: cause instanceof Error ? cause.message : String(cause), isPassing: true };
      });
      if ("token" in answer) {
        await identity.hide(answer.token);
        return answer;
      }
      if (!answer.isPassing || attempt >= TRIES) throw this.#refused(answer);
      await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
      signal.throwIfAborted();
    }
  }
  async #ask(identityToken) {
    const { hubUrl = HUB, clock, signal, fetch = globalThis.fetch } = this.#world;
    const reply = await fetch(`${hubUrl}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
        subject_token: identityToken,
        resource: this.#of.resource
      }),
      // Nobody else is to be told the token.
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS * 1e3)])
    });
    const asked2 = new Redactor();
    asked2.learn(identityToken);
    const said = fieldsIn(asked2.text(await reply.text()).slice(0, MOST_REPLY));
    if (!reply.ok) {
      const why = `HTTP ${reply.status} ${said["error"] ?? ""}`.trim();
      return { why, isPassing: reply.status >= 500 || reply.status === 429 };
    }
    const { access_token: token, expires_in: seconds } = said;
    if (typeof token !== "string" || !/^hf_[\x21-\x7e]{1,16384}$/.test(token) || typeof seconds !== "number")
      return { why: "its answer holds no token", isPassing: false };
    return { token, until: new Date(clock.now().getTime() + seconds * 1e3) };
  }
  #refused({ why, isPassing }) {
    const { hubUrl = HUB } = this.#world;
    const { resource, variable } = this.#of;
    return new Problem({
      code: isPassing ? "hub-unreachable" : "hub-refused",
      kind: isPassing ? "unreachable" : "refused",
      what: `${new URL(hubUrl).host} lends this job no token for ${resource}: ${why}.`,
      next: isPassing ? "Run the same command again; nothing was sent yet." : `The settings of that repository at the Hub must name this workflow as a trusted publisher, each claim exactly; or set ${variable}. See docs/stores.md.`
    });
  }
};
function fieldsIn(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

// src/stores/hugging-face-store.ts
var READ_BYTES = 8 * 1024 ** 2;
var MOST_FILES = 1e4;
var REQUEST_SECONDS2 = 600;
function huggingFaceStore(rung, world) {
  const isDataset = rung.repo.startsWith("datasets/");
  const name = rung.repo.replace(/^(datasets|models)\//, "");
  const repo = { type: isDataset ? "dataset" : "model", name };
  const shown = `${isDataset ? "datasets/" : ""}${name}`;
  const token = new HubToken({ variable: rung.token, resource: shown }, world);
  const place = { rung, world, repo, token, shown };
  return {
    kind: "hugging-face",
    describe: () => `${place.shown} on the Hugging Face Hub`,
    nameOf: (path) => path,
    unset: () => token.unset(),
    probe: () => probe(place),
    refusal: async (parcel) => refusalOf(place, parcel),
    put: (parcel) => put(place, parcel),
    open: (id) => openSet(place, id)
  };
}
async function probe(place) {
  const lacking = place.token.lacking();
  if (lacking === void 0) await asked(place, () => head(place));
  else throw refused(place, lacking);
}
function refusalOf({ token }, { files }) {
  const lacking = token.lacking();
  if (lacking !== void 0) return lacking;
  const odd = files.find(({ path }) => /[?#%]/.test(path));
  if (odd) return `${odd.path} holds "?", "#" or "%"`;
  return files.length > MOST_FILES ? `${files.length} files are more than ${MOST_FILES}` : void 0;
}
var hub = () => import("./npm-huggingface-hub-dist-index.mjs");
var common = async ({ world, repo, token }) => ({
  repo,
  accessToken: await token.current(),
  fetch: bounded(world, token),
  ...world.hubUrl !== void 0 && { hubUrl: world.hubUrl }
});
var bounded = ({ fetch = globalThis.fetch, signal }, token) => async (input, init) => {
  const headers = new Headers(init?.headers);
  if (headers.has("authorization")) headers.set("authorization", `Bearer ${await token.current()}`);
  const timeout = AbortSignal.timeout(REQUEST_SECONDS2 * 1e3);
  const signals = [signal, timeout, ...init?.signal ? [init.signal] : []];
  return fetch(input, { ...init, headers, signal: AbortSignal.any(signals) });
};
async function put(place, parcel) {
  const { rung, world } = place;
  const folder = rung.prefix === void 0 ? folderOf(parcel) : `${rung.prefix}/${folderOf(parcel)}`;
  const there = await listed(place, "main", folder);
  const missing = parcel.files.filter(({ path, bytes }) => there.get(path)?.bytes !== bytes);
  if (missing.length === 0) return placed(place, await head(place), folder);
  const { commit } = await hub();
  const shared = await common(place);
  const output = await asked(
    place,
    () => commit({
      ...shared,
      title: `gpu-lease: ${parcel.run}, sealed as ${parcel.seal.slice(0, 16)}`,
      operations: missing.map((file) => ({
        operation: "addOrUpdate",
        path: `${folder}/${file.path}`,
        content: pathToFileURL(sentFrom(file))
      })),
      // The plain upload of the Hub, whose bytes are hashed as they are; the other one needs a second program.
      useXet: false,
      abortSignal: world.signal
    })
  );
  return placed(place, output?.commit.oid ?? "", folder);
}
var placed = ({ world, shown }, oid, folder) => ({
  id: `${shown}@${oid}:${folder}`,
  place: `${world.hubUrl ?? HUB}/${shown}/tree/${oid}/${folder}`
});
async function head(place) {
  const { listCommits } = await hub();
  for await (const { oid } of listCommits(await common(place))) return oid;
  return "main";
}
async function listed(place, revision, folder) {
  const { listFiles } = await hub();
  const files = /* @__PURE__ */ new Map();
  const where = { ...await common(place), path: folder, revision, recursive: true };
  try {
    for await (const { type, path, size, oid, lfs } of listFiles(where))
      if (type === "file")
        files.set(path.slice(folder.length + 1), { bytes: size, digest: lfs?.oid ?? oid ?? "" });
  } catch (error) {
    if (statusOf2(error) !== 404) throw problemOf(place, error);
  }
  return files;
}
async function openSet(place, id) {
  const [, of, revision, folder] = /^(.+)@([0-9a-f]{7,64}|main):(.+)$/.exec(id) ?? [];
  if (of !== place.shown || revision === void 0 || folder === void 0) return void 0;
  const files = await listed(place, revision, folder);
  if (files.size === 0) return void 0;
  const objects = [...files].map(([path, { bytes, digest }]) => ({ name: path, bytes, digest }));
  return {
    digest: listDigest(objects),
    names: async () => objects.map(({ name: path, bytes }) => ({ name: path, bytes })),
    async read(path, sink) {
      const bytes = files.get(path)?.bytes ?? 0;
      for await (const piece of piecesOf(place, revision, `${folder}/${path}`, bytes)) sink(piece);
    },
    close: async () => {
    }
  };
}
async function* piecesOf(place, revision, path, bytes) {
  const { downloadFile } = await hub();
  const file = { ...await common(place), path, revision, xet: false };
  const blob = await asked(place, () => downloadFile(file));
  if (!blob) throw new RangeError(`the Hub has no ${path}`);
  for (let at = 0; at < Math.max(bytes, blob.size); at += READ_BYTES)
    yield await asked(place, async () => new Uint8Array(await blob.slice(at, at + READ_BYTES).arrayBuffer()));
}
async function asked(place, ask) {
  try {
    return await ask();
  } catch (error) {
    place.world.signal.throwIfAborted();
    throw problemOf(place, error);
  }
}
function problemOf(place, error) {
  if (error instanceof Problem || error instanceof RangeError) return error;
  const status = statusOf2(error);
  if (status === 401 || status === 403 || status === 404) return refused(place, `HTTP ${status}`, error);
  return new Problem(
    {
      code: "hub-unreachable",
      kind: "unreachable",
      what: `${place.shown} on the Hugging Face Hub: ${status === void 0 ? reasonOf(error) : `HTTP ${status}`}.`,
      next: "Run the same command again; what arrived is not sent twice."
    },
    { cause: error }
  );
}
var refused = ({ rung, shown }, why, cause) => new Problem(
  {
    code: "hub-refused",
    kind: "refused",
    what: `${shown} on the Hugging Face Hub: ${why}.`,
    next: `Make the repository, and check that the token in ${rung.token} may write to it.`
  },
  { cause }
);
var statusOf2 = (error) => {
  const status = error?.statusCode;
  return typeof status === "number" ? status : void 0;
};
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

// src/stores/release-asset-store.ts
import { open } from "node:fs/promises";
var MOST_ASSET_BYTES = 2 * 1024 ** 3 - 1;
var MOST_ASSETS = 1e3;
var READ_BYTES2 = 1024 ** 2;
function releaseAssetStore(rung, { github }) {
  const known = () => {
    if (!github) throw new Error("a store that refused was asked to store");
    return github;
  };
  return {
    kind: "release-asset",
    describe: () => "assets of a draft release",
    nameOf,
    refusal: async ({ files }) => github ? refusalOf2(files) : "no token of GitHub is here",
    put: async (parcel) => put2(known(), `${rung.tag}-${folderOf(parcel).replace("/", "-")}`, parcel),
    open: async (id) => github && openSet2(github, id),
    drop: (id) => known().deleteDraft(id)
  };
}
function refusalOf2(files) {
  const large = files.find(({ bytes }) => bytes > MOST_ASSET_BYTES);
  if (large) return `${large.path} has ${large.bytes} bytes, an asset may have ${MOST_ASSET_BYTES}`;
  const empty = files.find(({ bytes }) => bytes === 0);
  if (empty) return `${empty.path} is empty, and GitHub takes no empty asset`;
  if (files.length > MOST_ASSETS)
    return `${files.length} files are more than the ${MOST_ASSETS} of a release`;
  return meeting(files);
}
async function put2(github, tag, parcel) {
  const title = `${parcel.run}, ${parcel.means} as ${parcel.seal.slice(0, 16)}`;
  const release = await github.draftRelease(tag, title);
  const there = new Map(release.assets.map((asset) => [asset.name, asset]));
  for (const file of parcel.files) {
    const name = nameOf(file.path);
    const old = there.get(name);
    if (old && old.state !== "uploaded") await github.deleteAsset(old.id);
    else if (old) continue;
    await github.uploadAsset(release.id, name, contentOf(sentFrom(file)), file.bytes);
  }
  return { id: tag, place: `draft release ${tag} of ${github.repository}` };
}
async function openSet2(github, id) {
  const { assets } = await github.draftRelease(id, id);
  const whole = assets.filter(({ state }) => state === "uploaded");
  if (whole.length === 0) return void 0;
  const byName = new Map(whole.map((asset) => [asset.name, asset]));
  return {
    digest: listDigest(
      whole.map(({ name, bytes, digest, id: n }) => ({ name, bytes, digest: digest ?? `${n}` }))
    ),
    names: async () => whole.map(({ name, bytes }) => ({ name, bytes })),
    read: (name, sink) => readAsset(github, byName.get(name), sink),
    close: async () => {
    }
  };
}
async function readAsset(github, asset, sink) {
  if (!asset) throw new RangeError("the release has no such asset");
  for await (const piece of await github.downloadAsset(asset.id)) sink(piece);
}
async function* contentOf(path) {
  const handle = await open(path, "r");
  try {
    for (; ; ) {
      const bytes = Buffer.alloc(READ_BYTES2);
      const { bytesRead } = await handle.read(bytes, 0, READ_BYTES2, null);
      if (bytesRead === 0) return;
      yield bytes.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
var nameOf = (path) => path.replace(/^\+/, "").replaceAll("/", "--").replace(/[^A-Za-z0-9._-]/g, ".").replace(/^\./, "dot.");
function meeting(files) {
  const names = /* @__PURE__ */ new Map();
  for (const { path } of files) {
    const name = nameOf(path).toLowerCase();
    const other = names.get(name);
    if (other !== void 0) return `${other} and ${path} would be one asset, ${name}`;
    names.set(name, path);
  }
  return void 0;
}

// src/stores/s3-store.ts
import { open as open2 } from "node:fs/promises";
var MiB = 1024 ** 2;
var PART_BYTES = 16 * MiB;
var MOST_PARTS = 9e3;
var MOST_BYTES = 5 * 1024 ** 4;
var LANES = 3;
var READ_BYTES3 = 8 * MiB;
var NOWHERE = "+nothing";
var THERE_ALREADY = [409, 412];
var CONDITION_UNKNOWN = [400, 501];
function s3Store(rung, world) {
  return new S3Store(rung, world);
}
var S3Store = class {
  kind = "s3";
  #rung;
  #bucket;
  constructor(rung, world) {
    this.#rung = rung;
    this.#bucket = new S3Bucket(rung, world);
  }
  describe() {
    return this.#bucket.describe();
  }
  nameOf(path) {
    return path;
  }
  unset() {
    return this.#bucket.unset();
  }
  /** Lists where nothing lies: what a parcel needs first, too. */
  async probe() {
    const { prefix } = this.#rung;
    await this.#bucket.list(prefix === void 0 ? NOWHERE : `${prefix}/${NOWHERE}`);
  }
  async refusal(parcel) {
    const keyless = this.#bucket.keyless();
    if (keyless !== void 0) return keyless;
    const large = parcel.files.find((file) => file.bytes > MOST_BYTES);
    return large && `${large.path} has ${large.bytes} bytes, an object may have ${MOST_BYTES}`;
  }
  async put(parcel) {
    const { endpoint, bucket } = this.#rung;
    const folder = this.#folderOf(parcel);
    const there = new Map((await this.#bucket.list(folder)).map((object) => [object.name, object.bytes]));
    for (const { from, ...file } of parcel.files) {
      if (there.has(file.path) || from === void 0) continue;
      await this.#putFile(`${folder}/${file.path}`, from, file.bytes);
    }
    return { id: `s3://${bucket}/${folder}`, place: `s3://${bucket}/${folder} at ${endpoint}` };
  }
  async open(id) {
    const start = `s3://${this.#rung.bucket}/`;
    if (!id.startsWith(start)) return void 0;
    const folder = id.slice(start.length);
    const objects = await this.#bucket.list(folder);
    if (objects.length === 0) return void 0;
    const sizes = new Map(objects.map(({ name, bytes }) => [name, bytes]));
    return {
      digest: listDigest(objects),
      names: async () => objects.map(({ name, bytes }) => ({ name, bytes })),
      read: (name, sink) => this.#read(`${folder}/${name}`, sizes.get(name) ?? 0, sink),
      close: async () => {
      }
    };
  }
  async drop(id) {
    const start = `s3://${this.#rung.bucket}/`;
    if (!id.startsWith(start)) return;
    await this.#bucket.drop(id.slice(start.length));
  }
  /** The evidence of what the box sent goes beside it. */
  #folderOf(parcel) {
    const { bucket, prefix } = this.#rung;
    if (parcel.lies !== void 0) return parcel.lies.slice(`s3://${bucket}/`.length);
    return prefix === void 0 ? folderOf(parcel) : `${prefix}/${folderOf(parcel)}`;
  }
  async #putFile(key, from, size) {
    const handle = await open2(from, "r");
    const part = async (at, length) => {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await handle.read(bytes, 0, length, at);
      if (bytesRead !== length) throw new RangeError(`${from} ends at ${at + bytesRead}`);
      return bytes;
    };
    try {
      if (size <= PART_BYTES) await this.#putWhole(key, await part(0, size));
      else await this.#putParts(key, size, part);
    } finally {
      await handle.close();
    }
  }
  /** Only where nothing is yet. A store that does not know the condition gets the object without it. */
  async #putWhole(key, bytes) {
    const put4 = (headers, expected) => this.#bucket.tried(`put ${key}`, (s3) => s3.put(key, bytes, headers), expected);
    try {
      await put4({ "if-none-match": "*" }, [...THERE_ALREADY, ...CONDITION_UNKNOWN]);
    } catch (error) {
      const status = statusOf(error) ?? 0;
      if (THERE_ALREADY.includes(status)) return;
      if (!CONDITION_UNKNOWN.includes(status)) throw error;
      await put4({});
    }
  }
  async #putParts(key, bytes, part) {
    const size = Math.max(PART_BYTES, Math.ceil(bytes / MOST_PARTS));
    const upload = await this.#bucket.tried(`put ${key}`, (s3) => s3.begin(key));
    try {
      const numbers = Array.from({ length: Math.ceil(bytes / size) }, (_, index) => index);
      const done = await inParallel(numbers, LANES, async (n) => {
        const content = await part(n * size, Math.min(size, bytes - n * size));
        return this.#bucket.tried(`put ${key}`, (s3) => s3.part(key, upload, n + 1, content));
      });
      await this.#bucket.tried(`put ${key}`, (s3) => s3.complete(key, upload, done));
    } catch (error) {
      await this.#bucket.abort(key, upload);
      throw error;
    }
  }
  async #read(key, bytes, sink) {
    for (let at = 0; at < bytes; at += READ_BYTES3) {
      const to = Math.min(at + READ_BYTES3, bytes);
      const piece = await this.#bucket.tried(`get ${key}`, async (s3) => {
        const answer = await s3.range(key, at, to);
        const got = new Uint8Array(await answer.arrayBuffer());
        if (answer.status === 206 && got.length < to - at) throw new Error("the answer was cut");
        return got;
      });
      sink(piece);
    }
  }
};

// src/stores/workflow-artifact-store.ts
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
var PRIVATE_MOST_BYTES = 500 * 1e3 ** 2;
var KEPT_DAYS = 30;
function workflowArtifactStore(rung, world) {
  const { github } = world;
  return {
    kind: "workflow-artifact",
    describe: () => "a workflow artifact",
    nameOf: (path) => path,
    refusal: (parcel) => refusalOf3(rung, world, parcel),
    put: (parcel) => put3(rung, world, parcel),
    open: (id) => openSet3(world, id),
    async drop(id) {
      if (github && /^\d{1,15}$/.test(id)) await github.deleteArtifact(Number(id));
    }
  };
}
async function refusalOf3(rung, { github, uploads, scratchDir }, parcel) {
  if (!github) return "no token of GitHub is here";
  if (!uploads) return "no step of this workflow uploads for us here";
  if (uploads.outcome && "failed" in uploads.outcome)
    return `the upload ended as "${uploads.outcome.failed}"`;
  const odd = parcel.directories.find((path) => /[*?[\]\r\n]/.test(path));
  if (odd !== void 0) return `the path ${JSON.stringify(odd)} would be read as a pattern`;
  const unread = await unreadable(github, uploads.workflowRun);
  if (unread !== void 0) return unread;
  const bytes = bytesOf(parcel);
  const most = rung.mostBytes ?? await privateMost(github);
  if (most !== void 0 && bytes > most)
    return `${bytes} bytes are more than the ${most} that may go there ("most" of the store in the job file)`;
  const free = await freeBytes(scratchDir);
  return free < bytes ? `${bytes} bytes cannot be read back onto a disk with ${free} free` : void 0;
}
async function freeBytes(directory) {
  await mkdir(directory, { recursive: true });
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
async function put3(rung, { github, uploads }, parcel) {
  if (!github || !uploads) throw new Error("a store that refused was asked to store");
  const kept = parcel.means === "kept" ? "kept-" : "";
  const name = `gpu-lease-${parcel.run}-${kept}${parcel.seal.slice(0, 16)}-${uploads.nameEnd}`;
  const uploaded = await uploadedAs(github, uploads, name);
  if (!uploaded) return { upload: { name, paths: parcel.directories, retentionDays: daysOf(rung, parcel) } };
  const place = `artifact ${uploaded.name} of workflow run ${uploads.workflowRun} of ${github.repository}`;
  return { id: String(uploaded.id), place };
}
var daysOf = (rung, { means }) => means === "sealed" ? rung.days : Math.min(rung.days ?? KEPT_DAYS, KEPT_DAYS);
async function uploadedAs(github, step, name) {
  const { outcome } = step;
  if (outcome === void 0 || "failed" in outcome)
    return (await github.artifactsOf(step.workflowRun)).find((each) => each.name === name && !each.expired);
  const artifact = await github.artifact(outcome.artifact);
  if (!artifact) throw notAsUploaded(`GitHub lists no artifact ${outcome.artifact}`);
  if (artifact.name !== name)
    throw notAsUploaded(`artifact ${artifact.id} is called ${artifact.name}, not ${name}`);
  const digest = plain(outcome.digest);
  if (digest !== "" && artifact.digest !== void 0 && plain(artifact.digest) !== digest)
    throw notAsUploaded(`the upload reported the digest ${digest}, GitHub has ${plain(artifact.digest)}`);
  return artifact;
}
async function openSet3({ github, scratchDir }, id) {
  if (!github || !/^\d{1,15}$/.test(id)) return void 0;
  const artifact = await github.artifact(Number(id));
  if (!artifact || artifact.expired) return void 0;
  const zip = new Spooled(github, artifact, join(scratchDir, `artifact-${id}.zip`));
  return {
    // Old servers give none; then the bytes are the only witness, and they are read on every look.
    digest: artifact.digest ?? `sha256:${await zip.digest()}`,
    ...artifact.expiresAt !== void 0 && { keptUntil: artifact.expiresAt },
    names: async () => (await zip.open()).entries,
    read: async (name, sink) => (await zip.open()).read(name, sink),
    close: () => zip.close()
  };
}
async function unreadable(github, workflowRun) {
  try {
    await github.artifactsOf(workflowRun);
    return void 0;
  } catch (error) {
    if (error instanceof Problem && error.kind === "refused") return `${error.what} ${error.next}`;
    throw error;
  }
}
async function privateMost(github) {
  return (await github.describe()).visibility === "public" ? void 0 : PRIVATE_MOST_BYTES;
}
var Spooled = class {
  #github;
  #artifact;
  #path;
  #sha256;
  #zip;
  constructor(github, artifact, path) {
    this.#github = github;
    this.#artifact = artifact;
    this.#path = path;
  }
  digest() {
    this.#sha256 ??= this.#download();
    return this.#sha256;
  }
  async open() {
    const sha256 = await this.digest();
    const { digest, id } = this.#artifact;
    if (digest !== void 0 && plain(digest) !== sha256)
      throw notAsUploaded(`artifact ${id} was downloaded as ${sha256}, and its digest is ${plain(digest)}`);
    this.#zip ??= openZip(this.#path);
    return this.#zip;
  }
  async close() {
    await (await this.#zip)?.close();
    await rm(this.#path, { force: true });
  }
  async #download() {
    await mkdir(join(this.#path, ".."), { recursive: true });
    await rm(this.#path, { force: true });
    const file = createWriteStream(this.#path, { flags: "wx", mode: 384 });
    const hash = createHash("sha256");
    try {
      for await (const chunk of await this.#github.downloadArtifact(this.#artifact.id)) {
        hash.update(chunk);
        if (!file.write(chunk)) await once(file, "drain");
      }
    } finally {
      await new Promise((resolve) => file.end(() => resolve()));
    }
    if (file.errored) throw file.errored;
    return hash.digest("hex");
  }
};
var plain = (digest) => digest.replace(/^sha256:/, "").toLowerCase();
var notAsUploaded = (what) => new Problem({
  code: "artifact-differs",
  kind: "failed",
  what: `The uploaded artifact is not what was sent: ${what}.`,
  next: 'Nothing of it counts and nothing was released. Run "gpu-lease collect" again; it uploads under another name.'
});

// src/stores/registry.ts
var WITHOUT_A_WORD = [
  { kind: "workflow-artifact" },
  { kind: "release-asset", tag: "gpu-lease" }
];
var ladderOf = ({ store }) => store === "none" ? [] : store ?? WITHOUT_A_WORD;
function openStore(rung, world) {
  switch (rung.kind) {
    case "workflow-artifact":
      return workflowArtifactStore(rung, world);
    case "release-asset":
      return releaseAssetStore(rung, world);
    case "s3":
      return s3Store(rung, world);
    case "hugging-face":
      return huggingFaceStore(rung, world);
  }
}
var storesFor = ({ store: kind }, job, world) => ladderOf(job).filter((rung) => rung.kind === kind).map((rung) => openStore(rung, world));

export {
  ladderOf,
  openStore,
  storesFor
};
