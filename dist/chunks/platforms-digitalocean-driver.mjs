import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ipEndpoint
} from "./platforms-ip-endpoint.shared.mjs";
import {
  readMarkedName
} from "./platforms-owner-mark.shared.mjs";
import {
  openKeyed
} from "./platforms-keyed-api.shared.mjs";
import {
  cloudInit
} from "./platforms-first-boot.shared.mjs";
import {
  everyPage
} from "./platforms-every-page.shared.mjs";
import {
  UnknownWords,
  accepted,
  rentFailure
} from "./platforms-refusals.shared.mjs";
import "./platforms-context.shared.mjs";
import {
  ApiRefused
} from "./platforms-api.shared.mjs";
import {
  readMark
} from "./record-mark-text.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./secret-forms.shared.mjs";
import {
  offeredGpu
} from "./job-gpu-cards.shared.mjs";
import "./nearest.shared.mjs";
import "./host-never-sent.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/platforms/digitalocean/api.ts
var PER_PAGE = 200;
var Meta = external_exports.object({ total: external_exports.int().min(0) });
var GpuInfo = external_exports.object({
  count: external_exports.int().min(1),
  model: external_exports.string(),
  vram: external_exports.object({ amount: external_exports.number(), unit: external_exports.string() }).optional()
});
var Size = external_exports.object({
  slug: external_exports.string(),
  available: external_exports.boolean(),
  price_hourly: external_exports.number().min(0),
  regions: external_exports.array(external_exports.string()),
  vcpus: external_exports.number(),
  /** MiB. */
  memory: external_exports.number(),
  /** GiB. */
  disk: external_exports.number(),
  /** TB a month that the droplet may send without a charge. */
  transfer: external_exports.number().min(0).optional(),
  gpu_info: GpuInfo.optional()
});
var Droplet = external_exports.object({
  id: external_exports.int(),
  name: external_exports.string(),
  /** Not an enum here: a word that no document knows must become `unknown` and not an error. */
  status: external_exports.string(),
  created_at: external_exports.string(),
  tags: external_exports.array(external_exports.string()),
  size: external_exports.object({ price_hourly: external_exports.number().min(0) }),
  networks: external_exports.object({
    v4: external_exports.array(external_exports.object({ ip_address: external_exports.string(), type: external_exports.string() })).default([])
  })
});
var Volume = external_exports.object({
  id: external_exports.string().min(1),
  name: external_exports.string(),
  size_gigabytes: external_exports.number(),
  created_at: external_exports.string(),
  droplet_ids: external_exports.array(external_exports.int()).nullish(),
  region: external_exports.object({ slug: external_exports.string() })
});
var Image = external_exports.object({
  id: external_exports.int(),
  name: external_exports.string().nullish(),
  type: external_exports.string().optional(),
  status: external_exports.string().optional(),
  created_at: external_exports.string().optional(),
  size_gigabytes: external_exports.number().nullish()
});
var SshKey = external_exports.object({ id: external_exports.int(), name: external_exports.string(), fingerprint: external_exports.string() });
var Droplets = external_exports.object({ droplets: external_exports.array(Droplet), meta: Meta }).transform((reply) => ({ rows: reply.droplets, total: reply.meta.total }));
var Sizes = external_exports.object({ sizes: external_exports.array(Size), meta: Meta }).transform((reply) => ({ rows: reply.sizes, total: reply.meta.total }));
var Volumes = external_exports.object({ volumes: external_exports.array(Volume), meta: Meta }).transform((reply) => ({ rows: reply.volumes, total: reply.meta.total }));
var Images = external_exports.object({ images: external_exports.array(Image), meta: Meta }).transform((reply) => ({ rows: reply.images, total: reply.meta.total }));
var Keys = external_exports.object({ ssh_keys: external_exports.array(SshKey), meta: Meta }).transform((reply) => ({ rows: reply.ssh_keys, total: reply.meta.total }));
var OneDroplet = external_exports.object({ droplet: Droplet });
var OneKey = external_exports.object({ ssh_key: SshKey });
var Failure = external_exports.object({ id: external_exports.string(), message: external_exports.string() });
function explain(body) {
  const { data } = Failure.safeParse(body);
  return data && `${data.id}: ${data.message}`;
}
var openDigitalOcean = (context) => openKeyed(context, {
  platform: "digitalocean",
  name: "DigitalOcean",
  usual: "https://api.digitalocean.com",
  // Documented: 250 calls a minute.
  paces: { call: 0.25 },
  explain,
  keyName: "DIGITALOCEAN_TOKEN"
});
async function all(api, path, reply, query = {}) {
  const pages = await everyPage(
    `DigitalOcean's list ${path}`,
    (page = 1) => api.call({ method: "GET", path, query: { ...query, per_page: PER_PAGE, page }, reply }),
    ({ rows, total }, seen) => {
      if (seen.reduce((sum, each) => sum + each.rows.length, 0) >= total) return void 0;
      return rows.length === 0 ? null : seen.length + 1;
    }
  );
  return pages.flatMap(({ rows }) => rows);
}
var volumes = (api) => all(api, "/v2/volumes", Volumes);

// src/platforms/digitalocean/keys.ts
import { createHash } from "node:crypto";
var KEYS = "/v2/account/keys";
async function registerKey(api, { name, authorizedKey }) {
  const path = `${KEYS}/${encodeURIComponent(fingerprint(authorizedKey))}`;
  const there = { method: "GET", path, reply: OneKey };
  if (await api.unlessGone(there)) return;
  const body = { name, public_key: authorizedKey };
  try {
    await api.call({ method: "POST", path: KEYS, body, repeatable: true, reply: OneKey });
  } catch (error) {
    if (!(error instanceof ApiRefused) || error.status !== 422) throw error;
    await api.call(there);
  }
}
async function removeKey(api, name) {
  const mine = (await all(api, KEYS, Keys).catch(() => [])).filter((key) => key.name === name);
  for (const { id } of mine)
    await api.unlessGone({ method: "DELETE", path: `${KEYS}/${id}` }).catch(() => void 0);
}
function fingerprint(authorizedKey) {
  const blob = Buffer.from(authorizedKey.trim().split(/\s+/)[1] ?? "", "base64");
  return createHash("md5").update(blob).digest("hex").replace(/(..)(?=.)/g, "$1:");
}

// src/platforms/digitalocean/box.ts
var USER = "root";
var TAG = { name: "gl-name:", owner: "gl-owner:", work: "gl-work:" };
var tagged = ({ tags }, prefix) => tags.find((tag) => tag.toLowerCase().startsWith(prefix))?.slice(prefix.length);
var isOf = (droplet2, name) => (tagged(droplet2, TAG.name) ?? (tagged(droplet2, TAG.owner) === void 0 ? "" : droplet2.name)).toLowerCase() === name.toLowerCase();
var droplets = (api, type) => all(api, "/v2/droplets", Droplets, { type });
var pathOf = (boxId) => `/v2/droplets/${encodeURIComponent(boxId)}`;
var droplet = async (api, boxId) => (await api.unlessGone({ method: "GET", path: pathOf(boxId), reply: OneDroplet }))?.droplet;
async function find(api, name) {
  return (await droplets(api, "gpus")).filter((each) => isOf(each, name)).sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id).map((each) => heldAs(each, name));
}
var heldAs = ({ id, created_at, size }, name) => ({
  boxId: String(id),
  name,
  meters: [
    {
      id: "gpu",
      kind: "gpu",
      usdPerHour: size.price_hourly,
      source: "DigitalOcean's price_hourly of the size"
    }
  ],
  since: created_at
});
async function inventory(api) {
  const machines = [...await droplets(api, "gpus"), ...await droplets(api, "droplets")];
  const kept = (await volumes(api)).map(
    (each) => ({
      kind: "volume",
      id: each.id,
      ...readMarkedName(each.name),
      native: (each.droplet_ids ?? []).length > 0 ? "attached" : "not attached",
      billing: "yes",
      createdAt: each.created_at
    })
  );
  const images = (await all(api, "/v2/images", Images, { private: "true" })).map(
    (each) => ({
      kind: "snapshot",
      id: String(each.id),
      ...readMarkedName(each.name ?? String(each.id)),
      native: `${each.type ?? "image"} ${each.status ?? ""}`.trim(),
      billing: "yes",
      ...each.created_at === void 0 ? {} : { createdAt: each.created_at }
    })
  );
  return [...machines.map(asResource), ...kept, ...images];
}
function asResource(droplet2) {
  const owner = tagged(droplet2, TAG.owner);
  const meter = meterState(droplet2.status);
  return {
    kind: "instance",
    id: String(droplet2.id),
    name: tagged(droplet2, TAG.name) ?? droplet2.name,
    ...owner === void 0 ? {} : { owner },
    native: droplet2.status,
    billing: meter === "running" ? "yes" : "unknown",
    usdPerHour: droplet2.size.price_hourly,
    createdAt: droplet2.created_at
  };
}
var workTag = (word) => `${TAG.work}${word}`;
var workTagOf = (droplet2) => {
  const word = tagged(droplet2, TAG.work);
  return word === void 0 ? void 0 : workTag(word);
};
function described(droplet2) {
  const mark2 = readMark(tagged(droplet2, TAG.work));
  return { ...stateOf(droplet2), ...mark2 === void 0 ? {} : { mark: mark2 } };
}
function stateOf({ status: native, networks }) {
  const address = networks.v4.find(({ type }) => type === "public")?.ip_address;
  if (native === "new") return { state: "starting", native };
  if (native === "off" || native === "archive") return { state: "stopped", native };
  if (native !== "active") return { state: "unknown", native };
  return address ? { state: "running", native, endpoint: ipEndpoint(address, USER) } : { state: "starting", native };
}
var meterState = (status) => ["new", "active", "off"].includes(status) ? "running" : "unknown";
async function describe(api, boxId) {
  const seen = await droplet(api, boxId);
  return seen === void 0 ? { state: "gone" } : described(seen);
}
async function meters(api, held) {
  const seen = await droplet(api, held.boxId);
  const state = seen === void 0 ? "gone" : meterState(seen.status);
  return held.meters.map(({ id }) => ({ id, state: id === "gpu" ? state : "unknown" }));
}
async function mark(api, boxId, word) {
  const name = workTag(word);
  await api.call({ method: "POST", path: "/v2/tags", body: { name }, repeatable: true });
  const body = { resources: [{ resource_id: boxId, resource_type: "droplet" }] };
  const path = `/v2/tags/${encodeURIComponent(name)}/resources`;
  await api.call({ method: "POST", path, body, repeatable: true });
}
async function destroy(api, boxId, lease) {
  const seen = await droplet(api, boxId).catch(() => void 0);
  const tag = seen && workTagOf(seen);
  await remove(api, pathOf(boxId), { verb: "destroy", boxId });
  if (tag !== void 0)
    await api.unlessGone({ method: "DELETE", path: `/v2/tags/${encodeURIComponent(tag)}` }).catch(() => {
    });
  await removeKey(api, (seen && tagged(seen, TAG.name)) ?? lease);
}
var deleteVolume = (api, boxId) => remove(api, `/v2/volumes/${encodeURIComponent(boxId)}`, { verb: "delete-volume", boxId });
var remove = (api, path, what) => accepted(
  api.unlessGone({ method: "DELETE", path }),
  what,
  "Run the same command again in a few minutes; if it stays so, do it in the console of DigitalOcean."
);

// src/platforms/digitalocean/offers.ts
var EGRESS_USD_PER_GIB = 0.01;
var HOURS_OF_ALLOWANCE = 672;
async function offersOf(api, candidate) {
  if (candidate.market === "spot") return [];
  const sizes = await all(api, "/v2/sizes", Sizes);
  const only = (await volumesOf(api, candidate))?.map(({ region }) => region.slug);
  return sizes.flatMap((size) => offersIn(size, only));
}
var cardsOf = async (api) => (await all(api, "/v2/sizes", Sizes)).map(gpuOf).filter((gpu) => gpu !== void 0);
async function volumesOf(api, { volume }) {
  if (volume === void 0) return;
  const there = await volumes(api);
  const found = there.filter(({ id, name }) => name === volume || id === volume);
  if (found.length > 0) return found;
  throw new Problem({
    code: "volume-unknown",
    kind: "usage",
    what: `There is no volume "${volume}" in the account at DigitalOcean${there.length > 0 ? `; there are ${there.map(({ name }) => name).join(", ")}` : ""}.`,
    next: 'Correct "volume" of the candidate, or make the volume in the console of DigitalOcean, in the region of the cards you want.'
  });
}
function gpuOf({ gpu_info: gpu }) {
  if (!gpu) return;
  const native = gpu.model.replaceAll("_", " ");
  const whole = offeredGpu(native, gpu.count);
  if (gpu.vram?.unit !== "gib") return whole;
  return offeredGpu(native, gpu.count, gpu.vram.amount / gpu.count);
}
function offersIn(size, regions) {
  const gpu = gpuOf(size);
  if (!size.available || gpu === void 0) return [];
  return size.regions.filter((region) => regions === void 0 || regions.includes(region)).map((region) => ({
    id: `${size.slug}@${region}@${imageFor(size)}`,
    platform: "digitalocean",
    type: size.slug,
    summary: `${gpu.count}x ${gpu.model ?? gpu.native}, ${region}, ${size.slug}`,
    usdPerHour: size.price_hourly,
    market: "on-demand",
    gpu,
    cpus: size.vcpus,
    memoryGb: size.memory / 1024,
    diskGb: size.disk,
    egressUsdPerGb: EGRESS_USD_PER_GIB,
    ...size.transfer === void 0 ? {} : { freeEgressGbPerHour: size.transfer * 1e3 / HOURS_OF_ALLOWANCE },
    ingressUsdPerGb: 0,
    region
  }));
}
var imageFor = ({ gpu_info }) => /^amd/i.test(gpu_info?.model ?? "") ? "gpu-amd-base" : gpu_info?.count === 8 ? "gpu-h100x8-base" : "gpu-h100x1-base";

// src/platforms/digitalocean/rent.ts
var TAG_VALUE = /^[A-Za-z0-9_\-:]{1,240}$/;
var HOST_NAME = /^[a-zA-Z0-9]?[a-z0-9A-Z.-]*[a-z0-9A-Z]$/;
async function create(api, intent, unknownWords) {
  refuseUnfit(intent);
  const [there] = await find(api, intent.name);
  if (there) return there;
  const volume = await volumeFor(api, intent);
  try {
    return await createWith(api, intent, volume).catch((error) => {
      if (isAboutKey(error)) return createWith(api, intent, volume);
      throw error;
    });
  } catch (error) {
    const failure = rentFailure(error, ({ status, said }) => {
      if (status !== 422) return "refused";
      if (NO_CAPACITY.test(said)) return "no-capacity";
      if (IN_THE_REQUEST.test(said)) return "refused";
      return unknownWords.meaningOf(said, intent.offer.id, intent.offer.id.split("@"));
    });
    if (!(failure instanceof RentFailed && failure.reason === "unclear")) await removeKey(api, intent.name);
    throw failure;
  }
}
async function volumeFor(api, { offer, candidate }) {
  const region = offer.id.split("@")[1] ?? "";
  const volumes2 = await volumesOf(api, candidate);
  const there = volumes2?.find((each) => each.region.slug === region);
  if (!volumes2 || there) return there;
  throw new Problem({
    code: "volume-elsewhere",
    kind: "usage",
    what: `The volume "${volumes2[0]?.name}" is in ${volumes2.map((each) => each.region.slug).join(", ")} and not in ${offer.region ?? offer.id}.`,
    next: 'A volume can be attached in its own region only; name one of that region, or leave out "regions".'
  });
}
async function createWith(api, intent, volume) {
  await registerKey(api, intent);
  const body = createBody(intent, volume);
  const reply = await api.call({ method: "POST", path: "/v2/droplets", body, reply: OneDroplet });
  return heldAs(reply.droplet, intent.name);
}
function createBody(intent, volume) {
  const { name, owner, offer, authorizedKey, hostKey } = intent;
  const [size, region, image] = offer.id.split("@");
  return {
    name,
    region,
    size,
    image,
    ssh_keys: [fingerprint(authorizedKey)],
    tags: ["gpu-lease", `${TAG.name}${name}`, `${TAG.owner}${owner}`],
    user_data: cloudInit({ authorizedKey, user: USER, ...hostKey === void 0 ? {} : { hostKey } }),
    ...volume === void 0 ? {} : { volumes: [volume.id] }
  };
}
function refuseUnfit({ name, owner, image, offer }) {
  const fits = TAG_VALUE.test(name) && TAG_VALUE.test(owner) && HOST_NAME.test(name);
  const why = !fits ? `the name "${name}" is no name for a droplet: letters, digits and dashes, at most 240` : image !== void 0 ? 'DigitalOcean rents machines with its own images and starts no container image; take "image" out of the job or "digitalocean" out of its candidates' : !/^[^@]+@[^@]+@[^@]+$/.test(offer.id) ? `"${offer.id}" is no offer of DigitalOcean's` : void 0;
  if (why !== void 0) throw new RentFailed(why, "refused");
}
var IN_THE_REQUEST = /\blimit\b|invalid|\bmust\b|required|not (?:a )?valid|ssh.?key|user.?data/i;
var NO_CAPACITY = /capacity|sold out|out of stock|(?:not|un)\s?available|currently (?:limited|disabled)/i;
var isAboutKey = (error) => error instanceof ApiRefused && error.status === 422 && /ssh.?key/i.test(error.said);

// src/platforms/digitalocean/driver.ts
function digitalocean(context) {
  const api = openDigitalOcean(context);
  const unknownWords = new UnknownWords();
  return {
    platform: "digitalocean",
    offers: (_want, candidate) => offersOf(api, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, intent, unknownWords),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId),
    mark: (boxId, word) => mark(api, boxId, word),
    meters: (held) => meters(api, held),
    verbs: {
      destroy: (boxId, { warrant }) => destroy(api, boxId, warrant.lease),
      "delete-volume": (boxId) => deleteVolume(api, boxId)
    }
  };
}
export {
  digitalocean
};
