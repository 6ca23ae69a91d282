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
  markedName,
  readMarkedName
} from "./platforms-owner-mark.shared.mjs";
import {
  startScript
} from "./platforms-first-boot.shared.mjs";
import {
  rentFailure
} from "./platforms-refusals.shared.mjs";
import {
  apiBaseOf,
  apiKeyOf
} from "./platforms-context.shared.mjs";
import {
  ApiRefused,
  ApiUnclear,
  keyMayNot,
  openApi
} from "./platforms-api.shared.mjs";
import {
  askedOnce
} from "./platforms-asked-once.shared.mjs";
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

// src/platforms/verda/api.ts
var ID = "VERDA_CLIENT_ID";
var SECRET = "VERDA_CLIENT_SECRET";
var TOKEN_MARGIN_SECONDS = 60;
var usd = external_exports.union([external_exports.number(), external_exports.string().regex(/^\d+(\.\d+)?$/)]).transform(Number).pipe(external_exports.number().min(0));
var OneInstance = external_exports.object({
  id: external_exports.string().min(1),
  instance_type: external_exports.string(),
  /** Of the whole machine, without its volumes. */
  price_per_hour: usd,
  hostname: external_exports.string(),
  description: external_exports.string().nullish(),
  /** Not an enum here: a word that no document knows must become `unknown` and not an error. */
  status: external_exports.string(),
  created_at: external_exports.string().nullish(),
  ip: external_exports.string().nullish(),
  os_volume_id: external_exports.string().nullish(),
  location: external_exports.string(),
  is_spot: external_exports.boolean().nullish()
});
var Volume = external_exports.object({
  id: external_exports.string().min(1),
  name: external_exports.string(),
  size: external_exports.number(),
  status: external_exports.string(),
  created_at: external_exports.string().nullish(),
  instance_id: external_exports.string().nullish(),
  location: external_exports.string(),
  is_os_volume: external_exports.boolean().nullish(),
  base_hourly_cost: external_exports.number().min(0).nullish(),
  /** Only of what lies in the trash. */
  is_permanently_deleted: external_exports.boolean().nullish()
});
var InstanceType = external_exports.object({
  instance_type: external_exports.string(),
  model: external_exports.string().nullish(),
  price_per_hour: usd,
  spot_price: usd.nullish(),
  cpu: external_exports.object({ number_of_cores: external_exports.number() }),
  gpu: external_exports.object({ number_of_gpus: external_exports.int() }),
  /** Of all cards together. */
  gpu_memory: external_exports.object({ size_in_gigabytes: external_exports.number() }),
  memory: external_exports.object({ size_in_gigabytes: external_exports.number() }),
  currency: external_exports.string().toLowerCase().pipe(external_exports.literal("usd")).nullish()
});
var VolumePrice = external_exports.object({
  price_per_month_per_gb: usd.nullish(),
  monthly_per_gb: usd.nullish(),
  currency: external_exports.string().nullish()
}).transform(({ price_per_month_per_gb, monthly_per_gb, currency }) => ({
  perGbMonth: price_per_month_per_gb ?? monthly_per_gb,
  currency: currency?.toUpperCase() ?? "USD"
}));
var Instances = external_exports.array(OneInstance);
var Volumes = external_exports.array(Volume);
var InstanceTypes = external_exports.array(InstanceType);
var VolumeTypes = external_exports.array(external_exports.object({ type: external_exports.string(), price: VolumePrice }));
var Availabilities = external_exports.array(
  external_exports.object({ location_code: external_exports.string(), availabilities: external_exports.array(external_exports.string()) })
);
var Available = external_exports.boolean();
var Images = external_exports.array(external_exports.object({ image_type: external_exports.string(), is_cluster: external_exports.boolean().nullish() }));
var Named = external_exports.array(external_exports.object({ id: external_exports.string().min(1), name: external_exports.string() }));
var BareId = external_exports.string().trim().regex(/^[\w-]{1,80}$/);
var Outcomes = external_exports.array(
  external_exports.object({ instanceId: external_exports.string(), status: external_exports.string(), error: external_exports.string().nullish() })
);
function refusalIn(body, id) {
  const mine = Outcomes.safeParse(body).data?.find((each) => each.instanceId === id);
  return mine && /err|fail/i.test(mine.status) ? mine.error ?? mine.status : void 0;
}
var Failure = external_exports.object({ code: external_exports.string(), message: external_exports.string().nullish() });
var explain = (body) => {
  const { data } = Failure.safeParse(body);
  return data && `${data.code}${data.message ? `: ${data.message}` : ""}`;
};
var codeOf = (refused) => Failure.safeParse(refused.body).data?.code ?? "";
var isGone = (refused) => refused.status === 404 || saysUnknown(refused);
var saysUnknown = (refused) => refused.status === 400 && codeOf(refused) === "invalid_request" && /invalid \w+ id|not found|does not exist/i.test(refused.said);
function openVerda(context) {
  const { clock, secret, signal } = context;
  const secrets = [secret(SECRET)?.trim() ?? "", secret(ID)?.trim() ?? ""];
  const shared = {
    name: "Verda",
    base: apiBaseOf(context, "verda", "https://api.verda.com"),
    secrets,
    clock,
    explain,
    isGone,
    keyName: SECRET,
    ...signal === void 0 ? {} : { signal }
  };
  const token = tokenOf(context, shared);
  const api = openApi({
    ...shared,
    headers: async () => ({ authorization: `Bearer ${await token.value()}` })
  });
  const letIn = (call2) => call2().catch((error) => {
    const isRefused = error instanceof Problem && error.code === "api-key-refused" && token.isThere();
    if (!isRefused) throw error;
    token.forget();
    return call2();
  });
  const call = (request) => letIn(() => api.call(request));
  return {
    ...api,
    call,
    unlessGone: (request) => letIn(() => api.unlessGone(request)),
    diskRate: askedOnce(() => askDiskRate(call)),
    tidied: /* @__PURE__ */ new Set()
  };
}
var Token = external_exports.object({ access_token: external_exports.string().min(1), expires_in: external_exports.number().min(0) });
function tokenOf(context, shared) {
  const login = openApi({ ...shared, headers: () => ({}), refused: notLetIn });
  const nowMs = () => context.clock.now().getTime();
  let token;
  async function ask() {
    const body = {
      grant_type: "client_credentials",
      client_id: apiKeyOf(context, "verda", ID),
      client_secret: apiKeyOf(context, "verda", SECRET)
    };
    const request = { method: "POST", path: "/v1/oauth2/token", body, repeatable: true };
    const { access_token: value2, expires_in } = await login.call({ ...request, reply: Token });
    shared.secrets.push(value2);
    return { value: value2, until: nowMs() + (expires_in - TOKEN_MARGIN_SECONDS) * 1e3 };
  }
  async function value() {
    const mine = token;
    const known = await mine;
    if (known && nowMs() < known.until) return known.value;
    if (token === mine) {
      token = ask();
      token.catch(() => {
        token = void 0;
      });
    }
    return token ? (await token).value : value();
  }
  return {
    value,
    isThere: () => token !== void 0,
    forget() {
      token = void 0;
    }
  };
}
var notLetIn = ({ status, said }) => new Problem({
  code: "api-key-refused",
  kind: "usage",
  what: `Verda gives no token for ${ID} and ${SECRET} (${status} ${said}).`,
  next: `Make new API credentials in the console of Verda (project, Keys), store both as ${ID} and ${SECRET}, and run the same command again.`
});
var get = (path) => ({ method: "GET", path: `/v1${path}` });
var instances = (api) => api.call({ ...get("/instances"), reply: Instances });
var volumes = (api) => api.call({ ...get("/volumes"), reply: Volumes });
var trash = (api) => api.call({ ...get("/volumes/trash"), reply: Volumes });
async function askDiskRate(call) {
  const types = await call({ ...get("/volume-types"), reply: VolumeTypes });
  const price = types.find(({ type }) => type === "NVMe")?.price;
  if (price?.perGbMonth != null) return { ...price, perGbMonth: price.perGbMonth };
  throw new Problem({
    code: "api-reply",
    kind: "unreachable",
    what: "Verda names no price of an NVMe volume, so nobody can say what a box costs.",
    next: "Look into the console of Verda; then report this with the version of gpu-lease, its API may have changed."
  });
}

// src/platforms/verda/box.ts
var USER = "root";
var HOURS_PER_MONTH = 730;
var SCRIPTS_PAGE = 100;
var MOST_PAGES = 20;
var REFUSED = { everySeconds: 10, withinSeconds: 300 };
var ENDED = ["discontinued", "notfound", "not_found", "deleted"];
var STARTING = ["new", "ordered", "provisioning", "validating", "pending", "restoring"];
var HOPELESS = {
  no_capacity: "Verda took the order and has no machine for it",
  error: "Verda calls the instance broken; nobody says that it does not bill"
};
var hasEnded = ({ status }) => ENDED.includes(status);
var isStarting = ({ status }) => STARTING.includes(status);
async function instance(api, boxId) {
  const path = `/instances/${encodeURIComponent(boxId)}`;
  const seen = await api.unlessGone({ ...get(path), reply: OneInstance });
  return seen ?? (await instances(api)).find(({ id }) => id === boxId);
}
var everyVolume = async (api) => [...await volumes(api), ...await trash(api)];
async function find(api, name) {
  const mine = (await instances(api)).filter((each) => each.hostname === name && !hasEnded(each));
  if (mine.length === 0) return [];
  const disk = await api.diskRate();
  const age = (each) => Date.parse(each.created_at ?? "") || 0;
  return mine.sort((a, b) => age(a) - age(b)).map((each) => heldFrom(each, disk));
}
async function inventory(api) {
  const boxes = (await instances(api)).map(instanceResource);
  const kept = (await volumes(api)).map((each) => volumeResource(each, false));
  return [...boxes, ...kept, ...(await trash(api)).map((each) => volumeResource(each, true))];
}
async function describe(api, boxId) {
  const seen = await instance(api, boxId);
  if (seen === void 0) return { state: "gone" };
  const disks = hasEnded(seen) ? (await everyVolume(api)).filter((each) => isDiskOf(each, seen.hostname, seen)) : [];
  const description = described(seen, disks);
  if (description.state === "running") await tidyOnce(api, seen);
  return description;
}
async function meters(api, held) {
  const seen = await instance(api, held.boxId);
  const disks = (await everyVolume(api)).filter((each) => isDiskOf(each, held.name, seen));
  return held.meters.map(({ id }) => ({
    id,
    state: id === "gpu" ? computeState(seen) : id === "os-volume" ? diskState(seen, disks) : "unknown"
  }));
}
async function remove(api, boxId, lease) {
  const seen = await instance(api, boxId);
  if (seen && !hasEnded(seen)) {
    if (seen.status !== "deleting") await deleteInstance(api, seen);
  } else {
    const left = (await everyVolume(api)).filter((each) => isDiskOf(each, lease, seen) && isLoose(each));
    for (const { id } of left) await deleteVolume(api, id);
  }
  if (seen) await tidyOnce(api, seen);
}
async function deleteInstance(api, first) {
  let seen = first;
  for (let waited = 0; ; waited += REFUSED.everySeconds) {
    const refusal = await tryDelete(api, seen);
    if (refusal === void 0) return;
    const now = await instance(api, seen.id);
    if (now === void 0 || hasEnded(now) || now.status === "deleting") return;
    seen = now;
    if (!isStarting(seen) || waited >= REFUSED.withinSeconds) throw notDeletedBy(refusal, seen);
    await api.pause(REFUSED.everySeconds);
  }
}
async function tryDelete(api, seen) {
  const known = seen.os_volume_id ? [seen.os_volume_id] : await disksOf(api, seen);
  const body = {
    id: [seen.id],
    action: "delete",
    // Left out, Verda takes the disk to the trash by itself; an empty list would leave it.
    ...known.length === 0 ? {} : { volume_ids: known, delete_permanently: true }
  };
  try {
    const answer = await api.unlessGone({ method: "PUT", path: "/v1/instances", body, asAnswered: true });
    return refusalIn(answer, seen.id);
  } catch (error) {
    if (error instanceof ApiRefused) return error;
    throw error;
  }
}
var disksOf = async (api, seen) => (await volumes(api)).filter((each) => isDiskOf(each, seen.hostname, seen)).map(({ id }) => id);
function notDeletedBy(refusal, seen) {
  if (typeof refusal === "string") return notDeleted("instance", seen.id, seen.status, refusal);
  if (refusal.status === 403 && !isStarting(seen)) return keyMayNot("Verda", SECRET, refusal.said);
  return notDeleted("instance", seen.id, seen.status, refusal.said);
}
async function deleteVolume(api, id) {
  const path = `/v1/volumes/${encodeURIComponent(id)}`;
  try {
    await api.unlessGone({ method: "DELETE", path, body: { is_permanent: true } });
  } catch (error) {
    throw error instanceof ApiRefused ? notDeleted("volume", id, "still there", error.said) : error;
  }
}
var notDeleted = (what, id, state, said) => new Problem({
  code: "not-deleted",
  kind: "billing",
  what: `Verda did not delete the ${what} ${id} (${state}): ${said}`,
  next: "Run the same command again; if it stays so, delete it in the console of Verda, with its volumes, and look into the trash.",
  costing: [id]
});
async function tidy(api, marked) {
  const keys = (await api.call({ ...get("/sshkeys"), reply: Named })).filter(({ name }) => name === marked);
  for (const [folder, objects] of [
    ["sshkeys", keys],
    ["scripts", await scriptsNamed(api, marked)]
  ])
    for (const { id } of objects)
      await api.unlessGone({ method: "DELETE", path: `/v1/${folder}/${encodeURIComponent(id)}` });
}
async function scriptsNamed(api, marked) {
  const all = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { page, pageSize: SCRIPTS_PAGE };
    const some = await api.call({ ...get("/scripts"), query, reply: Named });
    all.push(...some);
    if (some.length < SCRIPTS_PAGE) break;
  }
  return all.filter(({ name }) => name === marked);
}
async function tidyOnce(api, { id, description }) {
  const { marked, owner } = readDescription(description);
  if (owner === void 0 || api.tidied.has(id)) return;
  await tidy(api, marked).then(
    () => void api.tidied.add(id),
    () => void 0
  );
}
var diskUsdPerHour = ({ perGbMonth }, gb) => Math.ceil(Number((perGbMonth * gb * 1e4 / HOURS_PER_MONTH).toFixed(6))) / 1e4;
var describedAs = (marked, diskGb) => `${marked} ${diskGb} GB`;
function readDescription(description) {
  const [, marked = description ?? "", gb] = /^(\S+) (\d+) GB$/.exec(description ?? "") ?? [];
  return { marked, ...readMarkedName(marked), diskGb: gb === void 0 ? void 0 : Number(gb) };
}
function heldFrom(seen, rate) {
  const since = Date.parse(seen.created_at ?? "");
  const { diskGb } = readDescription(seen.description);
  const currency = rate.currency === "USD" ? "" : `, ${rate.currency} counted as USD`;
  const disk = {
    id: "os-volume",
    kind: "disk",
    usdPerHour: diskGb === void 0 ? void 0 : diskUsdPerHour(rate, diskGb),
    source: diskGb === void 0 ? "the instance's description tells no size of its disk" : `Verda's price of a volume${currency}`
  };
  return {
    boxId: seen.id,
    name: seen.hostname,
    meters: [
      { id: "gpu", kind: "gpu", usdPerHour: seen.price_per_hour, source: "Verda's price_per_hour" },
      disk
    ],
    ...Number.isNaN(since) ? {} : { since: new Date(since).toISOString() }
  };
}
function isDiskOf(volume, name, seen) {
  const read = readMarkedName(volume.name);
  const isOurs = read.owner !== void 0 && read.name === name;
  return volume.is_os_volume === true && (volume.id === seen?.os_volume_id || isOurs);
}
var isLoose = (volume) => volume.is_permanently_deleted !== true && (volume.instance_id ?? "") === "";
function described(seen, disks) {
  const { status: native, ip } = seen;
  if (hasEnded(seen)) {
    const evicted = seen.is_spot === true && disks.some(isLoose);
    return { state: "gone", native, ...evicted ? { evicted } : {} };
  }
  if (native === "running" && ip) return { state: "running", native, endpoint: ipEndpoint(ip, USER) };
  if (native === "running" || isStarting(seen)) return { state: "starting", native };
  if (native === "offline") return { state: "stopped", native };
  const hopeless = HOPELESS[native];
  return { state: "unknown", native, ...hopeless === void 0 ? {} : { hopeless } };
}
function computeState(seen) {
  if (seen === void 0 || hasEnded(seen)) return "gone";
  const known = ["running", "offline", "deleting", ...STARTING];
  return known.includes(seen.status) ? "running" : "unknown";
}
function diskState(seen, disks) {
  if (disks.some((each) => each.is_permanently_deleted !== true)) return "running";
  return seen === void 0 || hasEnded(seen) ? "gone" : "unknown";
}
function instanceResource(seen) {
  const { owner } = readDescription(seen.description);
  const state = computeState(seen);
  return {
    kind: "instance",
    id: seen.id,
    name: seen.hostname,
    ...owner === void 0 ? {} : { owner },
    native: seen.status,
    billing: state === "running" ? "yes" : state === "gone" ? "no" : "unknown",
    usdPerHour: seen.price_per_hour,
    ...seen.created_at ? { createdAt: seen.created_at } : {}
  };
}
function volumeResource(volume, inTrash) {
  return {
    kind: volume.is_os_volume === true ? "disk" : "volume",
    id: volume.id,
    ...readMarkedName(volume.name),
    native: inTrash ? `in the trash (${volume.status})` : volume.status,
    billing: volume.is_permanently_deleted === true ? "no" : "yes",
    ...volume.base_hourly_cost == null ? {} : { usdPerHour: volume.base_hourly_cost },
    ...volume.created_at ? { createdAt: volume.created_at } : {}
  };
}

// src/platforms/verda/offers.ts
var LEAST_DISK_GB = 50;
async function offersOf(api, want, candidate) {
  const volume = await volumeNamed(api, candidate.volume);
  const query = { currency: "usd" };
  const types = await api.call({ ...get("/instance-types"), query, reply: InstanceTypes });
  const disk = { rate: await api.diskRate(), gb: diskGbOf(want.diskGb?.min) };
  const offers = [];
  for (const market of ["on-demand", "spot"]) {
    if (!["any", market].includes(candidate.market ?? "any")) continue;
    const fitting = types.filter(
      (type) => (want.gpu === void 0 || type.gpu.number_of_gpus > 0) && (market === "on-demand" || type.spot_price != null)
    );
    for (const { location_code: location, availabilities } of await placesOf(api, market)) {
      if (volume !== void 0 && volume.location !== location) continue;
      const there = fitting.filter((type) => availabilities.includes(type.instance_type));
      offers.push(...there.map((type) => offerFrom(type, location, market, disk)));
    }
  }
  return offers;
}
var placesOf = (api, market) => api.call({
  ...get("/instance-availability"),
  query: { isSpot: market === "spot" },
  reply: Availabilities
});
var diskGbOf = (min) => Math.max(LEAST_DISK_GB, Math.ceil(min ?? 0));
function offerFrom(type, location, market, disk) {
  const gpu = gpuOf(type);
  const compute = market === "spot" ? type.spot_price ?? type.price_per_hour : type.price_per_hour;
  return {
    id: `${type.instance_type}@${location}@${market}`,
    platform: "verda",
    type: type.instance_type,
    summary: `${type.instance_type}${type.model ? ` (${type.model})` : ""}, ${location}, ${market}`,
    usdPerHour: compute + diskUsdPerHour(disk.rate, disk.gb),
    market,
    ...gpu && { gpu },
    cpus: type.cpu.number_of_cores,
    memoryGb: type.memory.size_in_gigabytes,
    region: location
  };
}
function gpuOf({ model, instance_type, gpu: { number_of_gpus: cards }, gpu_memory }) {
  const name = [model, instance_type].filter(Boolean).join(" ");
  return cards > 0 ? offeredGpu(name, cards, gpu_memory.size_in_gigabytes / cards) : void 0;
}
async function cardsOf(api) {
  const types = await api.call({
    ...get("/instance-types"),
    query: { currency: "usd" },
    reply: InstanceTypes
  });
  return types.map(gpuOf).filter((gpu) => gpu !== void 0);
}
function readOfferId(id) {
  const [, type, location, market] = /^([^@]+)@([^@]+)@(spot|on-demand)$/.exec(id) ?? [];
  if (type && location) return { type, location, isSpot: market === "spot" };
  throw new RentFailed(`"${id}" is no offer of Verda's`, "refused");
}
async function volumeNamed(api, wanted) {
  if (wanted === void 0) return;
  const all = (await volumes(api)).filter((each) => each.is_os_volume !== true);
  const found = all.find(({ id, name }) => id === wanted || name === wanted);
  if (found) return found;
  throw noVolume(wanted, all);
}
var noVolume = (volume, known) => new Problem({
  code: "volume-unknown",
  kind: "usage",
  what: `There is no volume "${volume}" in the account at Verda${known.length > 0 ? `; there are ${known.map((each) => each.name).join(", ")}` : ""}.`,
  next: 'Correct "volume" of the candidate, or make the volume in the console of Verda, in the location of the cards you want.'
});

// src/platforms/verda/rent.ts
var IMAGE = "ubuntu-24.04-cuda-13.0-open-docker";
async function create(api, intent) {
  refuseUnfit(intent);
  const [there] = await find(api, intent.name);
  if (there) return there;
  const volume = await volumeNamed(api, intent.candidate.volume);
  const { location } = readOfferId(intent.offer.id);
  if (volume !== void 0 && volume.location !== location) throw volumeElsewhere(volume, location);
  return deploy(api, intent, volume);
}
async function deploy(api, intent, volume) {
  const image = await imageFor(api, intent);
  const disk = await api.diskRate();
  const body = deployBody(intent, image, await objectsFor(api, intent), volume);
  const id = await post(api, "/instances", { body, reply: BareId }).catch(async (error) => {
    const failure = await failureOf(api, intent, error);
    if (!(failure instanceof RentFailed && failure.reason === "unclear"))
      await tidy(api, markedName(intent.name, intent.owner)).catch(() => {
      });
    throw failure;
  });
  const seen = await instance(api, id).catch(() => void 0);
  if (seen) return heldFrom(seen, disk);
  const compute = intent.offer.usdPerHour - diskUsdPerHour(disk, body.os_volume.size);
  return heldFrom({ ...body, id, price_per_hour: compute, created_at: void 0 }, disk);
}
var NO_CAPACITY = /capacity|not available|(?<!service[ _])unavailable|sold out/i;
async function failureOf(api, intent, error) {
  if (error instanceof ApiUnclear && error.answered) {
    const isTaken = NO_CAPACITY.test(error.answered.said) || error.answered.status === 503 && !await isOffered(api, intent).catch(() => true);
    if (isTaken) return new RentFailed(error.message, "no-capacity", { cause: error });
  }
  return rentFailure(error, (refused) => {
    if (NO_CAPACITY.test(refused.said)) return "no-capacity";
    return codeOf(refused) === "" ? "unclear" : "refused";
  });
}
var post = (api, path, more) => api.call({ method: "POST", path: `/v1${path}`, ...more });
function isOffered(api, { offer }) {
  const { type, location, isSpot } = readOfferId(offer.id);
  const query = { isSpot, location_code: location };
  const path = `/instance-availability/${encodeURIComponent(type)}`;
  return api.call({ ...get(path), query, reply: Available });
}
async function imageFor(api, intent) {
  const { type, location } = readOfferId(intent.offer.id);
  if (!await isOffered(api, intent))
    throw new RentFailed(`Verda has no ${type} in ${location} at this moment`, "no-capacity");
  return imageFrom(await api.call({ ...get("/images"), query: { instance_type: type }, reply: Images }));
}
async function objectsFor(api, intent) {
  const { name, owner, authorizedKey, hostKey } = intent;
  const marked = markedName(name, owner);
  await tidy(api, marked);
  const made = { reply: BareId, repeatable: true };
  const script = startScript({ authorizedKey, ...hostKey === void 0 ? {} : { hostKey } });
  return {
    key: await post(api, "/sshkeys", { body: { name: marked, key: authorizedKey }, ...made }),
    script: await post(api, "/scripts", { body: { name: marked, script }, ...made })
  };
}
function refuseUnfit({ name, image }) {
  const why = !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(name) ? `the name "${name}" cannot be a host name: letters, digits and dashes, at most 63` : image !== void 0 ? `Verda rents machines with an operating system and starts no container image; take "image" out of the job or "verda" out of its candidates` : void 0;
  if (why !== void 0) throw new RentFailed(why, "refused");
}
function imageFrom(offered) {
  const names = offered.filter((each) => each.is_cluster !== true).map((each) => each.image_type);
  const newest = names.filter((name) => /^ubuntu-[\d.]+-cuda-[\d.]+/.test(name)).sort((a, b) => b.localeCompare(a, "en", { numeric: true }))[0];
  const chosen = names.includes(IMAGE) ? IMAGE : newest;
  if (chosen !== void 0) return chosen;
  throw new RentFailed("Verda offers no image of Ubuntu with CUDA for this instance type", "refused");
}
function deployBody(intent, image, objects, volume) {
  const { type, location, isSpot } = readOfferId(intent.offer.id);
  const marked = markedName(intent.name, intent.owner);
  const size = diskGbOf(intent.want.diskGb?.min);
  return {
    instance_type: type,
    image,
    hostname: intent.name,
    description: describedAs(marked, size),
    ssh_key_ids: [objects.key],
    startup_script_id: objects.script,
    location_code: location,
    contract: isSpot ? "SPOT" : "PAY_AS_YOU_GO",
    pricing: "FIXED_PRICE",
    is_spot: isSpot,
    // Nothing is lost when the instance is taken away, and what stays is a meter that the lease knows. On demand Verda
    // takes no such policy.
    os_volume: { name: marked, size, ...isSpot ? { on_spot_discontinue: "keep_detached" } : {} },
    existing_volumes: volume === void 0 ? [] : [volume.id]
  };
}
var volumeElsewhere = (volume, location) => new Problem({
  code: "volume-elsewhere",
  kind: "usage",
  what: `The volume "${volume.name}" is in ${volume.location} and the offer in ${location}.`,
  next: 'Verda attaches volumes within one location only; name a volume of that location, or leave out "regions".'
});

// src/platforms/verda/driver.ts
function verda(context) {
  const api = openVerda(context);
  return {
    platform: "verda",
    offers: (want, candidate) => offersOf(api, want, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, intent),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId),
    meters: (held) => meters(api, held),
    verbs: {
      delete: (boxId, { warrant }) => remove(api, boxId, warrant.lease),
      "delete-volume": (boxId) => deleteVolume(api, boxId)
    }
  };
}
export {
  verda
};
