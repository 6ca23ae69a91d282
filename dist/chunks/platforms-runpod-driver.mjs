import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  markedName,
  readMarkedName
} from "./platforms-owner-mark.shared.mjs";
import {
  openKeyed
} from "./platforms-keyed-api.shared.mjs";
import {
  startScript
} from "./platforms-first-boot.shared.mjs";
import {
  everyPage
} from "./platforms-every-page.shared.mjs";
import {
  UnknownWords
} from "./platforms-refusals.shared.mjs";
import "./platforms-context.shared.mjs";
import {
  ApiRefused,
  ApiUnclear,
  PlatformAnswer,
  keyMayNot
} from "./platforms-api.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./secret-forms.shared.mjs";
import {
  cudaInImage
} from "./job-cuda.shared.mjs";
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

// src/platforms/runpod/api.ts
var RUNPOD_KEY = "RUNPOD_API_KEY";
var PodSshEndpoint = external_exports.looseObject({
  host: external_exports.string().min(1),
  port: external_exports.number().int().min(1).max(65535),
  username: external_exports.string().min(1)
});
var Pod = external_exports.looseObject({
  id: external_exports.string().min(1),
  name: external_exports.string(),
  status: external_exports.string().min(1),
  /** USD per hour for the compute at this moment; 0 when stopped, although its disk still bills. */
  cost: external_exports.number().nonnegative(),
  /** Container disk, GB. */
  disk: external_exports.number().nonnegative(),
  createdAt: external_exports.string(),
  /** Holds secrets; nothing but the owner mark is ever read. */
  env: external_exports.record(external_exports.string(), external_exports.unknown()).nullish(),
  mounts: external_exports.looseObject({ persistent: external_exports.looseObject({ size: external_exports.number().nonnegative() }).nullish() }).nullish(),
  ssh: external_exports.looseObject({ direct: PodSshEndpoint.nullish() }).nullish(),
  /** Seconds since its container started; nothing while it does not run. */
  runtime: external_exports.looseObject({ uptime: external_exports.number().nullish() }).nullish(),
  /** Members of a cluster are ended with it, never alone. */
  cluster: external_exports.unknown().optional()
});
var pagination = external_exports.looseObject({ nextCursor: external_exports.string().nullish(), hasNextPage: external_exports.boolean().nullish() }).nullish();
var PodList = external_exports.looseObject({ pods: external_exports.array(Pod), pagination });
var Availability = external_exports.string();
var Catalog = external_exports.looseObject({
  gpus: external_exports.array(
    external_exports.looseObject({
      id: external_exports.string().min(1),
      name: external_exports.string(),
      /** VRAM of one card, GB. */
      memory: external_exports.number().nonnegative(),
      /** USD per hour for one card. */
      price: external_exports.looseObject({ secure: external_exports.number().nonnegative(), community: external_exports.number().nonnegative() }),
      maxCount: external_exports.looseObject({ secure: external_exports.number(), community: external_exports.number() }),
      availability: Availability.optional(),
      /** Absent when there is none anywhere. */
      dataCenters: external_exports.array(external_exports.looseObject({ id: external_exports.string().min(1), availability: Availability })).optional()
    })
  )
});
var NetworkVolume = external_exports.looseObject({
  id: external_exports.string().min(1),
  name: external_exports.string(),
  /** GB. */
  size: external_exports.number().nonnegative(),
  dataCenter: external_exports.string().min(1),
  type: external_exports.string()
});
var NetworkVolumeList = external_exports.looseObject({ networkVolumes: external_exports.array(NetworkVolume), pagination });
var Registry = external_exports.looseObject({ id: external_exports.string().min(1), name: external_exports.string() });
var RegistryList = external_exports.looseObject({ registries: external_exports.array(Registry), pagination });
var PodBilling = external_exports.looseObject({
  records: external_exports.array(
    external_exports.looseObject({ podId: external_exports.string(), totalAmount: external_exports.number(), endTime: external_exports.string().nullish() })
  )
});
var ProblemBody = external_exports.looseObject({
  title: external_exports.string().optional(),
  detail: external_exports.string().optional(),
  errors: external_exports.array(external_exports.string()).optional()
});
function explain(body) {
  const parsed = ProblemBody.safeParse(body);
  if (!parsed.success) return;
  const { title, detail, errors = [] } = parsed.data;
  return [detail ?? title ?? "", ...errors.slice(0, 3)].filter((each) => each !== "").join("; ");
}
var openRunpod = (context) => openKeyed(context, {
  platform: "runpod",
  name: "RunPod",
  usual: "https://api.runpod.io",
  explain,
  refused: asProblem,
  keyName: RUNPOD_KEY
});
function asProblem(error) {
  if (error.status === 403) return keyMayNot("RunPod", RUNPOD_KEY, error.said);
  return new Problem(
    {
      code: "api-refused",
      kind: "unreachable",
      what: `${error.message}. RunPod did not do what was asked.`,
      next: "Look at the pod in the console of RunPod; a member of a cluster ends with its cluster, a locked pod must be unlocked first. Then run the same command again."
    },
    { cause: error }
  );
}
async function listPods(api, withClusters) {
  const query = withClusters ? { includeClusterPods: true } : {};
  const pages = await pagesOf(api, "/v2/pods", query, PodList);
  return pages.flatMap((page) => page.pods);
}
async function listVolumes(api) {
  const pages = await pagesOf(api, "/v2/network-volumes", {}, NetworkVolumeList);
  return pages.flatMap((page) => page.networkVolumes);
}
async function listRegistries(api) {
  const pages = await pagesOf(api, "/v2/registries", {}, RegistryList);
  return pages.flatMap((page) => page.registries);
}
var pagesOf = (api, path, query, reply) => everyPage(
  `RunPod's list ${path}`,
  (cursor) => api.call({ method: "GET", path, query: { ...query, cursor }, reply }),
  ({ pagination: pagination2 }) => {
    const { nextCursor, hasNextPage } = pagination2 ?? {};
    const isLast = hasNextPage === false || !hasNextPage && !nextCursor;
    return isLast ? void 0 : nextCursor || null;
  }
);

// src/platforms/runpod/prices.ts
var HOURS_PER_MONTH = 730;
var DISK_USD_PER_GB_MONTH = { running: 0.1, stopped: 0.2 };
var VOLUME_USD_PER_GB_MONTH = { standard: 0.07, above1Tb: 0.05, highPerformance: 0.14 };
var diskUsdPerHour = (gb, isStopped = false) => rounded(gb * DISK_USD_PER_GB_MONTH[isStopped ? "stopped" : "running"] / HOURS_PER_MONTH);
function volumeUsdPerHour(gb, type) {
  const { standard, above1Tb, highPerformance } = VOLUME_USD_PER_GB_MONTH;
  const perMonth = type === "HIGH_PERFORMANCE" ? gb * highPerformance : Math.min(gb, 1e3) * standard + Math.max(0, gb - 1e3) * above1Tb;
  return rounded(perMonth / HOURS_PER_MONTH);
}
var rounded = (usd) => Math.round(usd * 1e6) / 1e6;

// src/platforms/runpod/registry-login.ts
var LOGIN = "registry:";
var pathOf = (id) => `/v2/registries/${encodeURIComponent(id)}`;
async function loginsOf(api, lease) {
  return (await listRegistries(api)).filter(({ name }) => {
    const read = readMarkedName(name);
    return read.owner !== void 0 && read.name === lease;
  });
}
async function keepLogin(api, { name, owner, login }) {
  if (login === void 0) return;
  await dropLogins(api, name);
  const body = { name: markedName(name, owner), username: login.user, password: login.password };
  const made = await api.call({
    method: "POST",
    path: "/v2/registries",
    body,
    secrets: [login.password],
    reply: Registry,
    asAnswered: true
  });
  return made.id;
}
async function dropLogins(api, lease) {
  for (const { id } of await loginsOf(api, lease)) {
    try {
      await api.unlessGone({ method: "DELETE", path: pathOf(id), asAnswered: true });
    } catch (error) {
      if (!(error instanceof ApiRefused) || error.status !== 400) throw error;
    }
  }
}
async function loginResources(api) {
  const logins = await listRegistries(api).catch((error) => {
    if (error instanceof Problem || error instanceof PlatformAnswer) return [];
    throw error;
  });
  return logins.flatMap(({ id, name }) => {
    const { owner, name: lease } = readMarkedName(name);
    if (owner === void 0) return [];
    const native = "login of a container registry";
    return [{ kind: "login", id: `${LOGIN}${id}`, name: lease, owner, native, billing: "no", usdPerHour: 0 }];
  });
}

// src/platforms/runpod/box.ts
var OWNER_VARIABLE = "GPU_LEASE_OWNER";
var VOLUME = "volume:";
function heldOf(pod) {
  return { boxId: pod.id, name: pod.name, meters: metersOf(pod), since: pod.createdAt };
}
function metersOf(pod) {
  const isStopped = pod.status === "EXITED";
  const volumeGb = pod.mounts?.persistent?.size;
  const gpu = {
    id: "gpu",
    kind: "gpu",
    usdPerHour: pod.cost,
    source: "cost of the pod, GET /v2/pods"
  };
  const disk = (id, usdPerHour) => ({
    id,
    kind: "disk",
    usdPerHour,
    source: "docs.runpod.io/pods/pricing"
  });
  return [
    gpu,
    disk("container-disk", isStopped ? 0 : diskUsdPerHour(pod.disk)),
    ...volumeGb === void 0 ? [] : [disk("volume-disk", diskUsdPerHour(volumeGb, isStopped))]
  ];
}
var STATES = {
  PROVISIONING: "starting",
  STARTING: "starting",
  RUNNING: "running",
  EXITED: "stopped",
  ERROR: "stopped",
  TERMINATED: "gone"
};
var stateOf = ({ status }) => Object.hasOwn(STATES, status) ? STATES[status] ?? "unknown" : "unknown";
var ADDRESS_WITHIN_SECONDS = 300;
var NO_ADDRESS = `its container runs for more than ${ADDRESS_WITHIN_SECONDS / 60} min and no public address is published; hosts of the Community Cloud without one of their own never do`;
var isWithoutAddress = ({ runtime }) => (runtime?.uptime ?? 0) > ADDRESS_WITHIN_SECONDS;
function descriptionOf(pod) {
  if (!pod) return { state: "gone", native: "not found" };
  const state = stateOf(pod);
  const direct = pod.ssh?.direct;
  if (state === "running" && !direct)
    return {
      state: "starting",
      native: pod.status,
      ...isWithoutAddress(pod) ? { hopeless: NO_ADDRESS } : {}
    };
  return {
    state,
    native: pod.status,
    ...state === "running" && direct ? { endpoint: { host: direct.host, port: direct.port, user: direct.username } } : {},
    // Nothing of it says who stopped it; whether we did the record knows.
    ...pod.status === "EXITED" ? { evicted: true } : {},
    ...pod.status === "ERROR" ? { hopeless: "RunPod calls the pod broken beyond recovery (ERROR)" } : {}
  };
}
function podMeterState(pod, meter) {
  if (!pod || pod.status === "TERMINATED") return "gone";
  if (stateOf(pod) === "unknown") return "unknown";
  return pod.status === "EXITED" && meter !== "volume-disk" ? "gone" : "running";
}
function podResource(pod) {
  const owner = pod.env?.[OWNER_VARIABLE];
  const usdPerHour = metersOf(pod).reduce((sum, meter) => sum + meter.usdPerHour, 0);
  const isGone = pod.status === "TERMINATED";
  return {
    kind: "instance",
    id: pod.id,
    name: pod.name,
    ...typeof owner === "string" ? { owner } : {},
    native: pod.cluster ? `${pod.status}, member of a cluster` : pod.status,
    billing: isGone ? "no" : stateOf(pod) === "unknown" ? "unknown" : usdPerHour > 0 ? "yes" : "no",
    usdPerHour: isGone ? 0 : usdPerHour,
    createdAt: pod.createdAt
  };
}
var volumeResource = (volume) => ({
  kind: "volume",
  id: `${VOLUME}${volume.id}`,
  name: volume.name,
  native: `${volume.type}, ${volume.size} GB, ${volume.dataCenter}`,
  billing: "yes",
  usdPerHour: volumeUsdPerHour(volume.size, volume.type)
});
async function find(api, name) {
  return (await listPods(api, false)).filter((pod) => pod.name === name && pod.status !== "TERMINATED").sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)).map(heldOf);
}
async function inventory(api) {
  const pods = await listPods(api, true);
  const volumes = (await listVolumes(api)).map(volumeResource);
  return [...pods.map(podResource), ...volumes, ...await loginResources(api)];
}
async function podOf(api, id) {
  const pod = await api.unlessGone({ method: "GET", path: podPath(id), reply: Pod });
  return pod ?? (await listPods(api, true)).find((each) => each.id === id);
}
var podPath = (id) => `/v2/pods/${encodeURIComponent(id)}`;
var volumeIdOf = (id) => id.startsWith(VOLUME) ? id.slice(VOLUME.length) : id;
var volumePath = (id) => `/v2/network-volumes/${encodeURIComponent(volumeIdOf(id))}`;
var listedVolume = async (api, id) => (await listVolumes(api)).find((each) => each.id === volumeIdOf(id));
var volumeAt = async (api, id) => await api.unlessGone({ method: "GET", path: volumePath(id), reply: NetworkVolume }) ?? await listedVolume(api, id);
async function describe(api, boxId, log) {
  if (!boxId.startsWith(VOLUME)) {
    const pod = await podOf(api, boxId);
    const seen = descriptionOf(pod);
    if (!pod || seen.state !== "starting" || seen.hopeless !== void 0) return seen;
    const hopeless = await log(pod);
    return hopeless === void 0 ? seen : { ...seen, hopeless };
  }
  const volume = await volumeAt(api, boxId);
  return volume ? { state: "running", native: volume.type } : { state: "gone", native: "not found" };
}
async function running(api) {
  const pods = await listPods(api, true);
  const described = pods.map((pod) => [pod.id, descriptionOf(pod)]);
  return new Map(described.filter(([, { state }]) => state === "running"));
}
async function meters(api, { boxId, name, meters: meters2 }) {
  const pod = boxId.startsWith(VOLUME) ? void 0 : await podOf(api, boxId);
  if (!pod && !boxId.startsWith(VOLUME)) await dropLogins(api, name).catch(() => {
  });
  const readings = [];
  for (const { id } of meters2) {
    const [kind, volumeId = boxId] = id.split(":");
    const ofVolume = async () => await volumeAt(api, volumeId) ? "running" : "gone";
    readings.push({ id, state: kind === "network-volume" ? await ofVolume() : podMeterState(pod, id) });
  }
  return readings;
}
async function billed(api, { boxId, since }) {
  const path = "/v2/billing/pods";
  const query = { podId: boxId, bucketSize: "hour", startTime: since };
  const { records } = await api.call({ method: "GET", path, query, reply: PodBilling });
  const mine = records.filter((record) => record.podId === boxId);
  if (mine.length === 0) return null;
  const [until] = mine.flatMap(({ endTime }) => endTime ?? []).sort().reverse();
  const usd = mine.reduce((sum, { totalAmount }) => sum + totalAmount, 0);
  return { usd, source: `GET ${path}${until === void 0 ? "" : `, which counts until ${until}`}` };
}
async function terminate(api, id, lease) {
  await api.unlessGone({ method: "DELETE", path: podPath(id) });
  await dropLogins(api, lease).catch(() => {
  });
}
async function deleteVolume(api, id) {
  try {
    await api.unlessGone({ method: "DELETE", path: volumePath(id) });
  } catch (error) {
    if (await listedVolume(api, id).catch(() => true)) throw error;
  }
}
async function stop(api, id) {
  const body = { action: "stop" };
  const request = { method: "POST", path: `${podPath(id)}/action`, body, repeatable: true };
  try {
    await api.unlessGone({ ...request, asAnswered: true });
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error;
    const pod = error.status === 409 ? await podOf(api, id) : void 0;
    if (error.status === 409 && (!pod || pod.status === "EXITED")) return;
    throw asProblem(error);
  }
}

// src/platforms/runpod/offers.ts
var CONTAINER_DISK_GB = 40;
var MOST_CARDS = 10;
var COMMUNITY_REGION = "community";
async function offersOf(api, want, candidate) {
  if (candidate.market === "spot") return [];
  const volume = await volumeOf(api, candidate);
  if (volume) refuseVolumeElsewhere(volume, want);
  const counts = numbersOf(want);
  const isCommunity = want.regions?.some((region) => region.toLowerCase() === COMMUNITY_REGION) ?? false;
  const isOnlyCommunity = isCommunity && want.regions?.length === 1;
  const clouds = [
    ...isOnlyCommunity ? [] : ["SECURE"],
    ...isCommunity && !volume ? ["COMMUNITY"] : []
  ];
  const offers = [];
  for (const [cloud, count] of clouds.flatMap((each) => counts.map((n) => [each, n]))) {
    const { gpus } = await api.call({
      method: "GET",
      path: "/v2/catalog/gpus",
      query: { include: "AVAILABILITY", product: "POD", count, cloud },
      reply: Catalog
    });
    for (const gpu of gpus.filter((each) => isInStock(each, cloud, count)))
      for (const dataCenter of cloud === "COMMUNITY" ? [void 0] : centersOf(gpu, want, volume))
        offers.push(offerOf(gpu, { cloud, dataCenter, count, gpu: gpu.id }, want));
  }
  return offers;
}
function numbersOf({ gpu }) {
  const least = gpu?.count ?? 1;
  const most = Math.min(gpu?.most ?? least, Math.max(least, MOST_CARDS));
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}
async function cardsOf(api) {
  const { gpus } = await api.call({ method: "GET", path: "/v2/catalog/gpus", reply: Catalog });
  return gpus.flatMap((gpu) => {
    const most = Math.max(gpu.maxCount.secure, gpu.maxCount.community);
    return Array.from({ length: most }, (_, i) => cardOf(gpu, i + 1));
  });
}
function cardOf(gpu, count) {
  const byName = offeredGpu(gpu.name, count, gpu.memory);
  const card = byName.model === null ? offeredGpu(gpu.id, count, gpu.memory) : byName;
  return { ...card, native: gpu.id };
}
var isInStock = ({ maxCount, availability }, cloud, count) => maxCount[cloud === "SECURE" ? "secure" : "community"] >= count && availability !== void 0 && availability !== "NONE";
var centersOf = (gpu, { regions }, volume) => (gpu.dataCenters ?? []).filter(({ availability }) => availability !== "NONE").map(({ id }) => id).filter((id) => volume ? id === volume.dataCenter : true).filter((id) => regions === void 0 || regions.some((region) => isWithin(id, region)));
var isWithin = (dataCenter, region) => `${dataCenter}-`.toLowerCase().startsWith(`${region}-`.toLowerCase());
function offerOf(gpu, place, want) {
  const { cloud, count, dataCenter } = place;
  const price = gpu.price[cloud === "SECURE" ? "secure" : "community"] * count;
  const region = dataCenter ?? cloud;
  return {
    id: [cloud, dataCenter ?? "*", count, gpu.id].join("/"),
    platform: "runpod",
    type: gpu.id,
    summary: `${count}x ${gpu.name} ${gpu.memory} GB, ${region}, ${cloud.toLowerCase()}`,
    usdPerHour: rounded(price + diskUsdPerHour(diskGbOf(want))),
    market: "on-demand",
    gpu: cardOf(gpu, count),
    region,
    egressUsdPerGb: 0
  };
}
var diskGbOf = ({ diskGb }) => Math.max(
  Math.ceil(diskGb?.min ?? 0),
  Math.min(CONTAINER_DISK_GB, Math.floor(diskGb?.max ?? CONTAINER_DISK_GB)),
  1
);
function placeOf(id) {
  const [, cloud, dataCenter, count, gpu] = /^(SECURE|COMMUNITY)\/([^/]+)\/(\d{1,3})\/(.+)$/.exec(id) ?? [];
  if (cloud === void 0 || gpu === void 0) return;
  return {
    cloud,
    dataCenter: dataCenter === "*" ? void 0 : dataCenter,
    count: Number(count),
    gpu
  };
}
var volumeOf = async (api, { volume }) => volume === void 0 ? void 0 : volumeNamed(api, volume);
async function volumeNamed(api, wanted) {
  const volumes = await listVolumes(api);
  const byId = volumes.find((volume) => volume.id === wanted);
  const byName = volumes.filter((volume) => volume.name === wanted);
  const found = byId ?? byName[0];
  if (found && (byId || byName.length === 1)) return found;
  const there = volumes.map(({ id, name, dataCenter }) => `${id} (${name}, ${dataCenter})`).join(", ");
  throw new Problem({
    code: found ? "volume-ambiguous" : "volume-unknown",
    kind: "usage",
    what: found ? `${byName.length} network volumes at RunPod are called ${JSON.stringify(wanted)}.` : `There is no network volume ${JSON.stringify(wanted)} at RunPod; nothing was rented.`,
    next: `Write one of these ids as "volume": ${there || "none exists; make one in the data center where you want to rent"}.`
  });
}
function refuseVolumeElsewhere({ id, dataCenter }, { regions }) {
  if (regions === void 0 || regions.some((region) => isWithin(dataCenter, region))) return;
  throw new Problem({
    code: "volume-elsewhere",
    kind: "usage",
    what: `The network volume ${id} lies in ${dataCenter}, and the job wants ${regions.join(", ")}; it can be attached nowhere else.`,
    next: `Add ${dataCenter} to resources.regions, or copy the data into a volume that lies where you want to rent.`
  });
}

// src/platforms/runpod/pod-log.ts
var LOG_AFTER_SECONDS = 180;
var LOG_EVERY_SECONDS = 60;
var STREAM_SECONDS = 3;
var TAIL = 200;
var STARTS = 4;
var FAILED_STARTS = 2;
var NO_IMAGE = /layer does not exist|manifest unknown|manifest for .{1,200} not found|pull access denied|repository does not exist|requested access to the resource is denied|no space left on device|no matching manifest/i;
var OLD_DRIVER = /unsatisfied condition: ([a-z]+ ?[<>=]+ ?[\d.]+)/i;
var LogLine = external_exports.looseObject({ source: external_exports.string(), line: external_exports.string() });
function hopelessBy(stream) {
  const lines = stream.split(/\r?\n/).flatMap(systemLine);
  const old = lines.map((line) => OLD_DRIVER.exec(line)?.[1]).findLast((found) => found !== void 0);
  if (old !== void 0) return `the driver of its host is older than the image wants (${old})`;
  const pull = lines.findLast((line) => NO_IMAGE.test(line));
  if (pull !== void 0) return `its image cannot be pulled: ${pull.slice(0, 160)}`;
  const failed = lines.filter((line) => /^error starting container/i.test(line));
  if (failed.length >= FAILED_STARTS)
    return `its container could not be started ${failed.length} times: ${failed.at(-1)?.slice(0, 160)}`;
  const starts = lines.filter((line) => /^start container for .*: begin/i.test(line)).length;
  return starts >= STARTS ? `its container was started ${starts} times and does not stay up` : void 0;
}
function systemLine(line) {
  if (!line.startsWith("data:")) return [];
  try {
    const parsed = LogLine.safeParse(JSON.parse(line.slice("data:".length)));
    return parsed.success && parsed.data.source === "system" ? [parsed.data.line.trim()] : [];
  } catch {
    return [];
  }
}
function podLogs(api, now) {
  const readAt = /* @__PURE__ */ new Map();
  return async ({ id, createdAt }) => {
    const at = now().getTime() / 1e3;
    if (at - Date.parse(createdAt) / 1e3 < LOG_AFTER_SECONDS) return;
    if (at - (readAt.get(id) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_SECONDS) return;
    readAt.set(id, at);
    try {
      const stream = await api.call({
        method: "GET",
        path: `/v2/pods/${encodeURIComponent(id)}/logs`,
        query: { source: "system", tail: TAIL },
        headers: { accept: "text/event-stream" },
        reply: external_exports.string().optional(),
        streamSeconds: STREAM_SECONDS,
        // A log that cannot be had says nothing; nobody waits for it.
        repeatable: false,
        asAnswered: true
      });
      return hopelessBy(stream ?? "");
    } catch (error) {
      if (error instanceof Problem || error instanceof PlatformAnswer) return;
      throw error;
    }
  };
}

// src/platforms/runpod/rent.ts
import { gzipSync } from "node:zlib";
var IMAGE = "runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404";
async function create(api, intent, unknownWords) {
  const [left] = await find(api, intent.name);
  if (left) return left;
  const volume = await volumeOf(api, intent.candidate);
  try {
    const body = bodyOf(intent, volume, await keepLogin(api, intent));
    const request = { method: "POST", path: "/v2/pods", body, reply: Pod, asAnswered: true };
    return heldOf(await api.call(request));
  } catch (error) {
    const refusal = refusalOf(error, intent, unknownWords);
    const isNone = refusal instanceof RentFailed && refusal.reason !== "unclear";
    if (intent.login && isNone) await dropLogins(api, intent.name).catch(() => {
    });
    throw refusal;
  }
}
function bodyOf(intent, volume, registry = intent.candidate.registry) {
  const place = placeOf(intent.offer.id);
  if (!place) throw new RentFailed(`${JSON.stringify(intent.offer.id)} is no offer of RunPod`, "refused");
  const image = intent.image ?? IMAGE;
  const minCudaVersion = intent.want.cuda ?? cudaInImage(image);
  const dataCenter = volume?.dataCenter ?? place.dataCenter;
  return {
    name: intent.name,
    image,
    gpu: {
      id: place.gpu,
      count: place.count,
      ...minCudaVersion ? { minCudaVersion } : {},
      ...perCard("minRamPerGpu", intent.want.memoryGb?.min, place.count),
      ...perCard("minVcpuCountPerGpu", intent.want.cpus?.min, place.count)
    },
    cloud: place.cloud,
    ...dataCenter === void 0 ? {} : { dataCenterIds: [dataCenter] },
    disk: diskGbOf(intent.want),
    ports: ["22/tcp"],
    // Only this pod gets our key. With a PUBLIC_KEY of its own the flag leaves the account's keys out.
    startSsh: true,
    ...startingWith(intent),
    env: { PUBLIC_KEY: intent.authorizedKey.trim(), [OWNER_VARIABLE]: intent.owner },
    ...registry === void 0 ? {} : { registry },
    ...volume ? { mounts: { network: [{ volumeId: volume.id, path: "/workspace" }] } } : {}
  };
}
function startingWith({ image, authorizedKey, hostKey }) {
  if (image !== void 0 || hostKey === void 0) return {};
  const packed = gzipSync(startScript({ authorizedKey, hostKey }), { level: 9 }).toString("base64");
  return { args: `bash -c 'echo ${packed} | base64 -d | gunzip | sh; exec /start.sh'` };
}
var perCard = (field, least, count) => least === void 0 ? {} : { [field]: Math.max(1, Math.ceil(least / count)) };
var NO_CAPACITY = /no (?:longer any |longer |)(?:\w+ )?(?:instances?|machines?|gpus?|resources|capacity)|capacity|out of stock|not (?:currently )?available|unavailable|could not (?:be placed|find)/i;
function refusalOf(error, intent, unknownWords) {
  if (error instanceof ApiUnclear) {
    const isTaken = NO_CAPACITY.test(error.answered?.said ?? "");
    return new RentFailed(error.message, isTaken ? "no-capacity" : "unclear", { cause: error });
  }
  if (!(error instanceof ApiRefused)) return error;
  const { status, said } = error;
  const failed = (reason, message = error.message) => new RentFailed(message, reason, { cause: error });
  if (status === 403 && !/\b(?:pool|gpu)/i.test(said)) return keyMayNot("RunPod", RUNPOD_KEY, said);
  if (status === 403) return failed("no-capacity", `${error.message} (this account may not rent that GPU)`);
  if (status !== 400) return failed("refused");
  if (NO_CAPACITY.test(said)) return failed("no-capacity");
  const place = placeOf(intent.offer.id);
  return failed(unknownWords.meaningOf(said, intent.offer.id, [place?.gpu, place?.dataCenter]));
}

// src/platforms/runpod/driver.ts
function runpod(context) {
  const api = openRunpod(context);
  const unknownWords = new UnknownWords();
  const log = podLogs(api, () => context.clock.now());
  return {
    platform: "runpod",
    takesRegistry: true,
    takesLogin: true,
    offers: (want, candidate) => offersOf(api, want, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, intent, unknownWords),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId, log),
    running: () => running(api),
    meters: (held) => meters(api, held),
    billed: (held) => billed(api, held),
    verbs: {
      terminate: (boxId, { warrant }) => terminate(api, boxId, warrant.lease),
      "delete-network-volume": (boxId) => deleteVolume(api, boxId),
      "delete-network-volume *": (boxId, { on = boxId }) => deleteVolume(api, on),
      stop: (boxId) => stop(api, boxId)
    }
  };
}
export {
  runpod
};
