import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
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
  rentFailure
} from "./platforms-refusals.shared.mjs";
import "./platforms-context.shared.mjs";
import {
  ApiRefused,
  keyMayNot
} from "./platforms-api.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./secret-forms.shared.mjs";
import {
  hasKernels
} from "./job-cuda.shared.mjs";
import {
  isCard,
  knownGpu,
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

// src/platforms/vastai/api.ts
var KEY_NAME = "VAST_API_KEY";
var NAME = "vast.ai";
var PAGE = 25;
var OLDEST_FIRST = '[{"col":"id","dir":"asc"}]';
var PACES = {
  search: 6.5,
  create: 5,
  destroy: 3.5,
  one: 2.3,
  list: 1.2,
  manage: 1.2,
  volumes: 6,
  charges: 1.2
};
var openVastai = (context) => openKeyed(context, {
  platform: "vastai",
  name: NAME,
  usual: "https://console.vast.ai",
  paces: PACES,
  explain: said,
  isGone: saysGone,
  refused: asProblem,
  keyName: KEY_NAME
});
var errorBody = external_exports.object({
  error: external_exports.string().optional().catch(void 0),
  msg: external_exports.string().optional().catch(void 0),
  message: external_exports.string().optional().catch(void 0),
  detail: external_exports.string().optional().catch(void 0)
});
var faultOf = (body) => errorBody.safeParse(body).data ?? {};
function said(body) {
  const { error, msg, message, detail } = faultOf(body);
  const text2 = msg ?? message ?? detail;
  if (error !== void 0 && text2 !== void 0 && !text2.includes(error)) return `${error}: ${text2}`;
  return text2 ?? error;
}
var GONE = /* @__PURE__ */ new Set(["no_such_instance", "not_found", "no_such_volume"]);
function saysGone({ status, body }) {
  return status === 404 && GONE.has(faultOf(body).error ?? "");
}
var saysKeyUnknown = (error) => faultOf(error.body).error === "auth_error" || /invalid user key|requires login/i.test(faultOf(error.body).msg ?? "");
function asProblem(error) {
  if (saysKeyUnknown(error))
    return new Problem({
      code: "api-key-refused",
      kind: "usage",
      what: `${NAME} does not accept the key in ${KEY_NAME} (${error.status} ${error.said}).`,
      next: `Make a new key in the console of ${NAME}, store it as ${KEY_NAME}, and run the same command again.`
    });
  if (error.status === 403) return keyMayNot(NAME, KEY_NAME, error.said);
  return new Problem(
    {
      code: "api-refused",
      kind: "unreachable",
      what: `${error.message}. Nothing was changed by this call.`,
      next: `Look into the console of ${NAME}; then run the same command again.`
    },
    { cause: error }
  );
}
var number = external_exports.number().nullish();
var text = external_exports.string().nullish();
var Instance = external_exports.object({
  id: external_exports.number().int().positive(),
  label: text,
  actual_status: text,
  intended_status: text,
  cur_state: text,
  next_state: text,
  status_msg: text,
  is_bid: external_exports.boolean().nullish(),
  min_bid: number,
  dph_base: number,
  dph_total: number,
  storage_total_cost: number,
  machine_id: number,
  start_date: number,
  /** How long the container runs; `null` where its host did not say. */
  uptime_mins: number,
  end_date: number,
  public_ipaddr: text,
  /** A map by container port; the description of the single look calls it a list. */
  ports: external_exports.unknown(),
  ssh_host: text,
  ssh_port: number,
  image_runtype: text,
  direct_port_count: number,
  /** USD per GB, in every state. */
  inet_up_cost: number,
  inet_down_cost: number
});
var OneInstance = external_exports.object({ instances: Instance.nullable() });
var LIST_COLUMNS = JSON.stringify(Object.keys(Instance.shape));
var InstancePage = external_exports.object({ instances: external_exports.array(Instance), next_token: text });
var Created = external_exports.object({
  success: external_exports.boolean().optional(),
  new_contract: external_exports.number().int().positive().nullish()
});
var Done = external_exports.object({ success: external_exports.boolean().optional(), msg: text });
var Offers = external_exports.object({ offers: external_exports.array(external_exports.unknown()) });
var Ask = external_exports.object({
  id: external_exports.number().int().positive(),
  machine_id: external_exports.number().int(),
  gpu_name: external_exports.string(),
  num_gpus: external_exports.number().int().nonnegative(),
  gpu_ram: external_exports.number().positive(),
  dph_total: external_exports.number().nonnegative(),
  dph_base: number,
  min_bid: number,
  storage_total_cost: number,
  rentable: external_exports.boolean().nullish(),
  verification: text,
  reliability: number,
  direct_port_count: number,
  geolocation: text,
  disk_space: number,
  cpu_cores_effective: number,
  cpu_ram: number,
  gpu_frac: number,
  inet_up_cost: number,
  inet_down_cost: number,
  /** Mbit/s. */
  inet_down: number,
  cuda_max_good: number
});
var Volume = external_exports.object({
  id: external_exports.number().int().positive(),
  machine_id: number,
  status: text,
  label: text,
  name: text,
  storage_total_cost: number,
  start_date: number
});
var Volumes = external_exports.object({ volumes: external_exports.array(Volume) });
var Charges = external_exports.object({
  results: external_exports.array(external_exports.object({ source: external_exports.string(), amount: external_exports.number() })),
  next_token: text
});
var contractIn = (body) => Created.pick({ new_contract: true }).safeParse(body).data?.new_contract ?? void 0;
var isFault = (error, name) => faultOf(error.body).error === name || (faultOf(error.body).msg ?? "").includes(name);
var pagesOf = (api, request) => everyPage(
  `vast.ai's list ${request.path}`,
  (after_token) => api.call({ ...request, query: { ...request.query, after_token } }),
  ({ next_token }) => next_token || void 0
);
async function everyInstance(api) {
  const pages = await pagesOf(api, {
    method: "GET",
    path: "/api/v1/instances/",
    query: { limit: PAGE, order_by: OLDEST_FIRST, select_cols: LIST_COLUMNS },
    reply: InstancePage,
    pace: "list"
  });
  return pages.flatMap(({ instances }) => instances);
}
async function volumes(api) {
  const query = { owner: "me", type: "all_volume" };
  const path = "/api/v0/volumes";
  return (await api.call({ method: "GET", path, query, reply: Volumes, pace: "volumes" })).volumes;
}

// src/platforms/vastai/box.ts
var LABEL = /^(.+)#([a-z2-7]{10})(?:\.w(\d{1,7}-[0-9a-f]{10}))?(\.stopped)?$/;
var labelFor = (name, owner) => `${name}#${owner}`;
var stoppedLabel = (label) => LABEL.exec(label)?.[4] === void 0 && LABEL.test(label) ? `${label}.stopped` : void 0;
var workedLabel = (label, word) => {
  const [, name, owner, , stopped = ""] = LABEL.exec(label) ?? [];
  return name === void 0 || owner === void 0 ? void 0 : `${labelFor(name, owner)}.w${word}${stopped}`;
};
function readLabel(label) {
  const [, name, owner] = LABEL.exec(label ?? "") ?? [];
  return name !== void 0 && owner !== void 0 ? { name, owner } : { name: label ?? "" };
}
var STARTING = /* @__PURE__ */ new Set(["created", "loading", "rebooting"]);
var HOPELESS = {
  exited: "its container ended by itself",
  unknown: "its host has stopped reporting",
  offline: "its host has lost the connection to vast.ai"
};
function described(row, now) {
  const native = row.actual_status ?? "null (being provisioned)";
  const why = hopelessness(row);
  const mark2 = LABEL.exec(row.label ?? "")?.[3];
  return {
    ...stateOf(row, native, now),
    ...why === void 0 ? {} : { hopeless: why },
    ...mark2 === void 0 ? {} : { mark: mark2 }
  };
}
function stateOf(row, native, now) {
  const status = row.actual_status ?? null;
  if (isStopped(row)) return { state: "stopped", native, ...isEvicted(row) ? { evicted: true } : {} };
  if (status === null || STARTING.has(status)) return { state: "starting", native };
  if (status === "frozen")
    return { state: "unknown", native: "frozen: paused with its memory; the GPU is still charged" };
  if (status !== "running") return { state: "unknown", native };
  return runningAt(row, native, now);
}
var isStopped = (row) => (row.actual_status === "stopped" || row.actual_status === "exited") && row.cur_state === "stopped";
var isEvicted = (row) => row.is_bid === true && LABEL.exec(row.label ?? "")?.[4] === void 0;
var PORT_WITHIN_SECONDS = 180;
var PORT_AFTER_START_SECONDS = 600;
function isLateForPort({ uptime_mins, start_date }, now) {
  if (uptime_mins != null) return uptime_mins * 60 >= PORT_WITHIN_SECONDS;
  return start_date != null && now.getTime() / 1e3 - start_date >= PORT_AFTER_START_SECONDS;
}
function runningAt(row, native, now) {
  const direct = directEndpoint(row);
  if (direct) return { state: "running", native, endpoint: direct };
  const isDirect = row.direct_port_count !== 0 && (row.image_runtype ?? "direc").includes("direc");
  const isProxied = !isDirect || isLateForPort(row, now);
  const { ssh_host: host, ssh_port: port } = row;
  if (!isProxied || !host || port == null) return { state: "running", native };
  return {
    state: "running",
    native: "running; reached through the SSH proxy, which is slow and not made for more than about 1 GB",
    endpoint: { host, port: row.image_runtype?.includes("jupyter") ? port + 1 : port, user: "root" }
  };
}
function directEndpoint({ public_ipaddr, ports }) {
  const mapped = ports?.["22/tcp"];
  const port = Number(mapped?.[0]?.HostPort);
  const host = public_ipaddr?.trim();
  return host && Number.isInteger(port) && port > 0 && port < 65536 ? { host, port, user: "root" } : void 0;
}
function hopelessness(row) {
  const host = row.machine_id == null ? "the host" : `machine ${row.machine_id}`;
  if (row.actual_status !== "running" && row.status_msg?.includes("OCI runtime create failed"))
    return `${host} cannot start the container (OCI runtime create failed); as a rule its driver is older than the image's CUDA`;
  if (row.intended_status !== "running" || isStopped(row)) return;
  const why = HOPELESS[row.actual_status ?? ""];
  return why === void 0 ? void 0 : `${host}: ${why}`;
}
function readingOf(meter, row) {
  if (row === null) return "gone";
  if (!meter.startsWith("gpu")) return "running";
  if (isStopped(row)) return "gone";
  const status = row.actual_status ?? null;
  const isHeld = status === null || STARTING.has(status) || ["running", "frozen", "stopped", "exited"].includes(status);
  return isHeld ? "running" : "unknown";
}
var pathOf = (boxId) => {
  if (!/^\d{1,15}$/.test(boxId)) throw notAnId(boxId);
  return `/api/v0/instances/${boxId}/`;
};
async function instance(api, boxId) {
  const request = { method: "GET", path: pathOf(boxId), reply: OneInstance, pace: "one" };
  return (await api.unlessGone(request))?.instances ?? null;
}
async function describe(api, boxId, now) {
  const row = await instance(api, boxId);
  return row ? described(row, now) : { state: "gone", native: "no such instance" };
}
async function running(api, now) {
  const seen = (await everyInstance(api)).map((row) => [String(row.id), described(row, now)]);
  return new Map(seen.filter(([, { state }]) => state === "running"));
}
async function meters(api, held) {
  const row = await instance(api, held.boxId);
  return held.meters.map(({ id }) => ({ id, state: readingOf(id, row) }));
}
async function billed(api, { boxId, since }, now) {
  if (since === void 0) return null;
  const from = Math.floor(Date.parse(since) / 864e5) * 86400;
  const day = { gte: from, lte: Math.ceil(now.getTime() / 1e3) };
  const pages = await pagesOf(api, {
    method: "GET",
    path: "/api/v0/charges/",
    query: { select_filters: JSON.stringify({ day, type: { in: ["instance"] } }), limit: 500 },
    reply: Charges,
    pace: "charges"
  });
  const mine = pages.flatMap(({ results }) => results).filter(({ source }) => source === `instance-${boxId}`);
  const usd = mine.reduce((sum, { amount }) => sum + amount, 0);
  return mine.length === 0 ? null : { usd, source: "vast.ai, GET /api/v0/charges/ (to a tenth of a cent)" };
}
async function stop(api, boxId) {
  const seen = await instance(api, boxId).catch(() => null);
  const label = stoppedLabel(seen?.label ?? "");
  if (label !== void 0) await change(api, boxId, { label }).catch(() => void 0);
  await change(api, boxId, { state: "stopped" });
}
async function mark(api, boxId, word) {
  const label = workedLabel((await instance(api, boxId))?.label ?? "", word);
  if (label !== void 0) await change(api, boxId, { label });
}
var change = (api, boxId, body) => accepted(api, { method: "PUT", path: pathOf(boxId), body, pace: "manage" });
var destroy = async (api, boxId) => accepted(api, { method: "DELETE", path: pathOf(boxId), pace: "destroy" });
async function deleteVolume(api, resource) {
  const id = Number(/^volume\/(\d{1,15})$/.exec(resource)?.[1] ?? Number.NaN);
  if (Number.isNaN(id)) throw notAnId(resource);
  await accepted(api, { method: "DELETE", path: "/api/v0/volumes/", body: { id }, pace: "volumes" });
}
async function accepted(api, request) {
  const call = `${request.method} ${request.path}`;
  try {
    const answer = await api.unlessGone({ ...request, reply: Done, asAnswered: true });
    if (answer?.success === false) throw notAccepted(call, answer.msg ?? "no reason given");
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error;
    const problem = asProblem(error);
    throw problem.code === "api-refused" ? notAccepted(call, `${error.status} ${error.said}`) : problem;
  }
}
var notAnId = (id) => new Problem({
  code: "not-a-box-id",
  kind: "usage",
  what: `${JSON.stringify(id.slice(0, 60))} is not the id of an instance or volume of vast.ai.`,
  next: "Give the number of the instance (its contract, not the offer), or volume/ and the number of the volume."
});
var notAccepted = (call, why) => new Problem({
  code: "verb-not-accepted",
  kind: "billing",
  what: `vast.ai did not accept ${call}: ${why}. What it was to end bills on.`,
  next: "Run the same command again; if it stays so, end it in the console at cloud.vast.ai/instances and look there that it is gone."
});

// src/platforms/vastai/held.ts
var find = async (api, name) => (await everyInstance(api)).filter((row) => readLabel(row.label).name === name).map(heldFrom);
async function inventory(api) {
  const instances = (await everyInstance(api)).map(instanceResource);
  return [...instances, ...(await volumes(api)).map(volumeResource)];
}
function heldFrom(row) {
  return {
    boxId: String(row.id),
    name: readLabel(row.label).name,
    meters: metersOf(row),
    ...row.machine_id == null ? {} : { hostId: String(row.machine_id) },
    ...isoAt("since", row.start_date),
    ...isoAt("endsAt", row.end_date),
    ...trafficOf(row)
  };
}
var trafficOf = ({ inet_up_cost: up, inet_down_cost: down }) => up == null && down == null ? {} : {
  traffic: {
    ...up == null ? {} : { fromBoxUsdPerGb: up },
    ...down == null ? {} : { toBoxUsdPerGb: down }
  }
};
function metersOf({
  dph_base: base,
  dph_total: total,
  storage_total_cost: storage,
  is_bid
}) {
  const disk = storage ?? (total == null || base == null ? void 0 : Math.max(0, total - base));
  const gpu = base ?? (total == null ? void 0 : Math.max(0, total - (disk ?? 0)));
  return [
    {
      id: "gpu",
      kind: "gpu",
      usdPerHour: gpu,
      source: gpu === void 0 ? "vast.ai tells neither dph_base nor dph_total" : is_bid ? "vast.ai, our bid" : base == null ? "vast.ai, dph_total" : "vast.ai, dph_base"
    },
    {
      id: "disk",
      kind: "disk",
      usdPerHour: disk,
      source: disk === void 0 ? "vast.ai tells no storage_total_cost" : "vast.ai, storage_total_cost; in every state"
    }
  ];
}
var heldUnseen = (contract, { name, offer }) => ({
  boxId: String(contract),
  name,
  meters: ["gpu", "disk"].map((kind) => ({
    id: kind,
    kind,
    usdPerHour: void 0,
    source: "vast.ai does not show the instance yet"
  })),
  ...offer.hostId === void 0 ? {} : { hostId: offer.hostId }
});
var instanceResource = (row) => {
  const isStopped2 = readingOf("gpu", row) === "gone";
  const usdPerHour = isStopped2 ? row.storage_total_cost : row.dph_total;
  return {
    kind: "instance",
    id: String(row.id),
    ...readLabel(row.label),
    native: row.actual_status ?? "null (being provisioned)",
    // Its disk, in every state.
    billing: "yes",
    ...usdPerHour == null ? {} : { usdPerHour },
    ...isoAt("createdAt", row.start_date)
  };
};
var volumeResource = (volume) => ({
  kind: "volume",
  id: `volume/${volume.id}`,
  ...readLabel(volume.label ?? volume.name ?? String(volume.id)),
  native: volume.status ?? "no state given",
  billing: "yes",
  ...volume.storage_total_cost == null ? {} : { usdPerHour: volume.storage_total_cost },
  ...isoAt("createdAt", volume.start_date)
});
var isoAt = (key, seconds) => seconds == null || seconds <= 0 ? {} : { [key]: new Date(seconds * 1e3).toISOString() };

// src/platforms/vastai/gpu-names.ts
var NATIVE = `
A10, A10g, A16, A30, A40, A100 PCIE, A100 SXM4, A100 SXM, A100X, A800 PCIE, B200, GH200 SXM, H100 PCIE,
H100 SXM, H100 NVL, H200, H200 NVL, L4, L40, L40S, Tesla K20c, Tesla K80, Tesla M40, Tesla P4, Tesla P6,
Tesla P40, Tesla P100, Tesla T4, Tesla V100, GeForce 970, GTX 750 Ti, GTX 1050, GTX 1050 Ti, GTX 1060,
GTX 1070, GTX 1070 Ti, GTX 1080, GTX 1080 Ti, GTX 1650, GTX 1650 S, GTX 1650 Ti, GTX 1660, GTX 1660 S,
GTX 1660 Ti, GTX TITAN X, RTX 2060, RTX 2060S, RTX 2070, RTX 2070S, RTX 2080, RTX 2080S, RTX 2080 Ti,
RTX 3050, RTX 3060, RTX 3060 laptop, RTX 3060 Ti, RTX 3070, RTX 3070 laptop, RTX 3070 Ti, RTX 3080,
RTX 3080 Ti, RTX 3090, RTX 3090 Ti, RTX 4060, RTX 4060 laptop, RTX 4060 Ti, RTX 4070, RTX 4070 laptop,
RTX 4070S, RTX 4070S Ti, RTX 4070 Ti, RTX 4080, RTX 4080 laptop, RTX 4080S, RTX 4090, RTX 4090D,
RTX 5060, RTX 5060 Ti, RTX 5070, RTX 5070 Ti, RTX 5080, RTX 5090, Titan RTX, Titan V, TITAN V CEO,
Titan X, Titan Xp, Quadro K620, Quadro K2200, Quadro P2000, Quadro P4000, Quadro P5000, Quadro P6000,
Quadro GP100, Quadro GV100, Q RTX 4000, Q RTX 5000, Q RTX 6000, Q RTX 8000, RTX A2000, RTX A4000,
RTX A4500, RTX A5000, RTX A6000, RTX 2000Ada, RTX 4000Ada, RTX 4500Ada, RTX 5000Ada, RTX 5880Ada,
RTX 6000Ada, RTX PRO 4000, RTX PRO 4000 Mobile, RTX PRO 4500, RTX PRO 5000, RTX PRO 6000, RTX PRO 6000 S,
RTX PRO 6000 WS, RTX PRO 6000 Max-Q, CMP 50HX, CMP 170HX, P104-100, P106-100, InstinctMI50,
InstinctMI100, InstinctMI210, InstinctMI250X, PRO W6800, PRO W7800, PRO W7900, Pro V620, Radeon VII,
Radeon Pro VII, RX 6800, RX 6800 XT, RX 6900 XT, RX 6950 XT, RX 7600, RX 7700 XT, RX 7800 XT,
RX 7900 GRE, RX 7900 XT, RX 7900 XTX, B300, B300 PC`.trim().split(/,\s+/);
function nativeNames(name) {
  const wanted = knownGpu(name);
  if (!wanted) return [name.trim()];
  const listed = listedAs(wanted);
  return listed.length > 0 ? listed : guesses(wanted);
}
function isListed(name) {
  const wanted = knownGpu(name);
  return wanted !== void 0 && listedAs(wanted).length > 0;
}
var listedAs = (wanted) => NATIVE.filter((native) => isCard(offeredGpu(native, 1), formOnly(wanted)));
var formOnly = ({ model, form }) => form === void 0 ? model : `${model} ${form}`;
var guesses = ({ model }) => [
  model,
  model.replace(/ Ada$/, "Ada"),
  ...["SXM", "PCIE", "NVL"].map((form) => `${model} ${form}`)
];

// src/platforms/vastai/offers.ts
var CUDA = "12.4";
var NEWER_CUDA = "12.8";
var NEWER = "+cu128";
var MIN_RELIABILITY = 0.98;
var MIN_DURATION_SECONDS = 24 * 3600;
var MIN_DOWN_MBPS = 200;
var DEFAULT_DISK_GB = 40;
var MOST_OFFERS = 64;
var MOST_SHOWN = 500;
var BID_MARGIN = 1.05;
var BIDS = { min: 1e-3, max: 128 };
var MB_PER_GB = { least: 920, most: 1100 };
async function offersOf(api, want, candidate) {
  const home = await volumeOf(api, candidate);
  const found = [];
  for (const market of marketsOf(candidate)) {
    const body = searchFor(want, market, home?.machine_id);
    const request = { method: "POST", path: "/api/v0/bundles/", body, repeatable: true };
    const { offers } = await api.call({ ...request, reply: Offers, pace: "search" });
    found.push(...offers.map((row) => offerFrom(row, market, want, candidate)));
  }
  return found.filter((offer) => offer !== void 0);
}
async function cardsOf(api, { gpu }) {
  if (!gpu || gpu.names.length === 0 || gpu.names.some(isListed)) return [];
  const named = await shown(api, { gpu_name: { in: gpu.names.flatMap(nativeNames) } });
  return named.length > 0 ? [] : shown(api, {});
}
async function shown(api, filter) {
  const body = { type: "ondemand", ...filter, order: [["dph_total", "asc"]], limit: MOST_SHOWN };
  const request = { method: "POST", path: "/api/v0/bundles/", body, repeatable: true };
  const { offers } = await api.call({ ...request, reply: Offers, pace: "search" });
  const asks = offers.map((row) => Ask.safeParse(row).data).filter((ask) => ask !== void 0);
  return asks.map((ask) => offeredGpu(ask.gpu_name, ask.num_gpus, ask.gpu_ram / 1024));
}
var volumeOf = async (api, { volume }) => volume === void 0 ? void 0 : volumeIn(await volumes(api), volume);
var diskGbOf = (want) => Math.ceil(want.diskGb?.min ?? DEFAULT_DISK_GB);
var marketsOf = ({ market = "any" }) => market === "any" ? ["on-demand", "spot"] : [market];
function searchFor(want, market, machineId) {
  const { gpu } = want;
  const regions = want.regions?.filter((region) => /^[A-Z]{2}$/.test(region)) ?? [];
  return {
    type: market === "spot" ? "bid" : "ondemand",
    verified: { eq: true },
    rentable: { eq: true },
    rented: { eq: false },
    external: { eq: false },
    reliability: { gte: MIN_RELIABILITY },
    direct_port_count: { gte: 2 },
    cuda_max_good: { gte: Number(want.cuda ?? CUDA) },
    duration: { gte: MIN_DURATION_SECONDS },
    inet_down: { gte: MIN_DOWN_MBPS },
    disk_space: { gte: diskGbOf(want) },
    allocated_storage: diskGbOf(want),
    ...gpu ? { num_gpus: numberOf(gpu) } : {},
    ...gpu && gpu.names.length > 0 ? { gpu_name: { in: gpu.names.flatMap(nativeNames) } } : {},
    ...between("gpu_ram", gpu && memoryOf(gpu), MB_PER_GB.least, MB_PER_GB.most),
    ...between("cpu_cores_effective", want.cpus, 1, 1),
    ...between("cpu_ram", { ...want.memoryGb?.min ? { min: want.memoryGb.min } : {} }, MB_PER_GB.least, 1),
    // Only if all are country codes; other words are compared with the offers by whoever asked.
    ...regions.length > 0 && regions.length === want.regions?.length ? { geolocation: { in: regions } } : {},
    ...machineId === void 0 ? {} : { machine_id: { eq: machineId } },
    order: [
      // The vendor's own order: price, speed, network and reliability in one. By price alone the first are cheap for a reason.
      ["score", "desc"],
      ["id", "asc"]
    ],
    limit: MOST_OFFERS
  };
}
var numberOf = ({ count, most }) => most === void 0 ? { eq: count } : { gte: count, lte: most };
function memoryOf({ names, memoryGb }) {
  const said2 = names.map((name) => knownGpu(name)?.memoryGb).filter((each) => each !== void 0);
  if (memoryGb !== void 0 || said2.length === 0 || said2.length < names.length) return memoryGb;
  return { min: Math.min(...said2), max: Math.max(...said2) };
}
function between(field, range, least, most) {
  const { min, max } = range ?? {};
  if (min === void 0 && max === void 0) return {};
  return {
    [field]: {
      ...min === void 0 ? {} : { gte: Math.floor(min * least) },
      ...max === void 0 ? {} : { lte: Math.ceil(max * most) }
    }
  };
}
function offerFrom(row, market, want, candidate) {
  const ask = Ask.safeParse(row).data;
  if (!ask || ask.rentable === false || ask.direct_port_count === 0) return;
  if (ask.verification != null && ask.verification !== "verified") return;
  const bid = market === "spot" ? bidFor(ask, candidate) : void 0;
  if (market === "spot" && bid === void 0) return;
  const gpu = offeredGpu(ask.gpu_name, ask.num_gpus, ask.gpu_ram / 1024);
  const isNewer = gpu.model !== null && !hasKernels(gpu.model, CUDA);
  const imageCuda = isNewer ? NEWER_CUDA : CUDA;
  if (ask.cuda_max_good != null && ask.cuda_max_good < Number(want.cuda ?? imageCuda)) return;
  const usdPerHour = bid === void 0 ? ask.dph_total : bid + diskUsdPerHour(ask);
  const country = /,\s*([A-Z]{2})$/.exec(ask.geolocation ?? "")?.[1];
  return {
    id: `${ask.id}${bid === void 0 ? "" : `@${bid}`}${isNewer ? NEWER : ""}`,
    imageCuda,
    platform: "vastai",
    type: ask.gpu_name,
    summary: [
      `${ask.num_gpus}x ${ask.gpu_name} ${gpu.memoryGb ?? "?"} GB`,
      `${diskGbOf(want)} GB disk`,
      ...ask.geolocation ? [ask.geolocation] : [],
      `machine ${ask.machine_id}`,
      bid === void 0 ? "on-demand" : `interruptible at a bid of ${bid} USD/h`
    ].join(", "),
    usdPerHour: Number(usdPerHour.toFixed(6)),
    ...bid === void 0 ? {} : { bidUsdPerHour: bid },
    market,
    gpu,
    hostId: String(ask.machine_id),
    ...ask.cpu_cores_effective == null ? {} : { cpus: ask.cpu_cores_effective },
    // Of the machine; a box of half its cards gets half of it.
    ...ask.cpu_ram == null ? {} : { memoryGb: ask.cpu_ram * (ask.gpu_frac ?? 1) / 1024 },
    ...ask.disk_space == null ? {} : { diskGb: Math.floor(ask.disk_space) },
    ...country === void 0 ? {} : { region: country },
    ...ask.reliability == null ? {} : { reliability: ask.reliability },
    ...ask.inet_up_cost == null ? {} : { egressUsdPerGb: ask.inet_up_cost },
    ...ask.inet_down_cost == null ? {} : { ingressUsdPerGb: ask.inet_down_cost },
    ...ask.inet_down == null ? {} : { downMbps: ask.inet_down }
  };
}
function bidFor({ min_bid: lowest }, { bidUsdPerHour }) {
  if (lowest == null) return;
  const bid = bidUsdPerHour ?? Math.ceil(Number((lowest * BID_MARGIN * 1e3).toFixed(6))) / 1e3;
  const isTaken = bid >= BIDS.min && bid <= BIDS.max && bid >= lowest;
  return isTaken ? bid : void 0;
}
var diskUsdPerHour = (ask) => ask.storage_total_cost ?? Math.max(0, ask.dph_total - (ask.dph_base ?? ask.dph_total));
function readOfferId(id) {
  const [, ask, bid, newer] = /^(\d{1,15})(?:@(\d+(?:\.\d+)?))?(\+cu128)?$/.exec(id) ?? [];
  if (ask === void 0) throw new RangeError(`not an offer of vast.ai: ${JSON.stringify(id.slice(0, 40))}`);
  return { ask: Number(ask), isNewer: newer === NEWER, ...bid === void 0 ? {} : { bid: Number(bid) } };
}
function volumeIn(volumes2, wanted) {
  const found = volumes2.find(({ id, label, name }) => [String(id), label, name].includes(wanted));
  if (found?.machine_id != null) return { ...found, machine_id: found.machine_id };
  const known = volumes2.map(({ id, name, label }) => name ?? label ?? id).join(", ");
  throw new Problem({
    code: "volume-not-found",
    kind: "usage",
    what: `There is no volume ${JSON.stringify(wanted)} in this vast.ai account; it has ${known || "none"}. Nothing was rented.`,
    next: 'Name one of them by its id in "volume:", or leave it out.'
  });
}

// src/platforms/vastai/rent.ts
import { gzipSync } from "node:zlib";

// src/platforms/image-registry.ts
function registryOf(image) {
  const [first = "", ...more] = image.split("/");
  return more.length > 0 && (/[.:]/.test(first) || first === "localhost") ? first : "docker.io";
}

// src/platforms/vastai/rent.ts
var DEFAULT_IMAGE = "pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime";
var NEWER_IMAGE = "pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime";
var ONSTART_CHARACTERS = 4048;
var VOLUME_MOUNT = "/data";
async function create(api, intent) {
  const [mine] = await find(api, intent.name);
  if (mine) return mine;
  const contract = await take(api, intent);
  const row = await instance(api, String(contract)).catch(() => null);
  return row ? heldFrom(row) : heldUnseen(contract, intent);
}
async function take(api, intent) {
  const { ask, bid, isNewer } = readOfferId(intent.offer.id);
  const image = intent.image ?? (isNewer ? NEWER_IMAGE : DEFAULT_IMAGE);
  const body = bodyFor({ ...intent, image }, bid, (await volumeOf(api, intent.candidate))?.id);
  try {
    const request = { method: "PUT", path: `/api/v0/asks/${ask}/`, body, repeatable: false };
    const secrets = intent.login ? [intent.login.password] : [];
    const how = { pace: "create", timeoutSeconds: 60, asAnswered: true, secrets };
    const made = await api.call({ ...request, ...how, reply: Created });
    if (made.success !== false && made.new_contract != null) return made.new_contract;
    throw new RentFailed(
      made.new_contract == null ? "vast.ai answered without naming a contract" : leftBehind(made.new_contract, "it said no in a 200"),
      "unclear"
    );
  } catch (error) {
    throw rentFailure(error, (refused) => meaningOf(refused, ask));
  }
}
var bodyFor = (intent, bid, volumeId) => ({
  client_id: "me",
  image: intent.image,
  label: labelFor(intent.name, intent.owner),
  disk: diskGbOf(intent.want),
  runtype: "ssh_direct",
  target_state: "running",
  // Else a bid that is too low is left behind as a stopped box that bills its disk.
  cancel_unavail: true,
  onstart: onstartFor(intent),
  ...loginFor(intent),
  ...bid === void 0 ? {} : { price: bid },
  ...volumeId === void 0 ? {} : { volume_info: { create_new: false, volume_id: volumeId, mount_path: VOLUME_MOUNT } }
});
function loginFor({ image = "", login }) {
  if (login === void 0) return {};
  const { user, password } = login;
  if (!/^[\w.@%+=:,/-]+$/.test(`${user}${password}`) || user.startsWith("-") || password.startsWith("-"))
    throw new RentFailed(
      "vast.ai takes the login of a registry as words of one line, and this one has a blank, a quote or another character that a shell would read; make a token without them",
      "refused"
    );
  return { image_login: `-u ${user} -p ${password} ${registryOf(image)}` };
}
function onstartFor({ authorizedKey, hostKey }) {
  const script = startScript({
    authorizedKey,
    ...hostKey === void 0 ? {} : { hostKey },
    // Logins would be put into a tmux of the platform's.
    extra: 'touch "$HOME/.no_auto_tmux"'
  });
  if (script.length <= ONSTART_CHARACTERS) return script;
  const packed = `echo ${gzipSync(script, { level: 9 }).toString("base64")} | base64 -d | gunzip | sh`;
  if (packed.length <= ONSTART_CHARACTERS) return packed;
  throw new RangeError(
    `the start script has ${packed.length} characters packed, vast.ai takes ${ONSTART_CHARACTERS}`
  );
}
function meaningOf(refused, ask) {
  const cause = refused;
  const contract = contractIn(refused.body);
  if (contract !== void 0) return new RentFailed(leftBehind(contract, refused.said), "unclear", { cause });
  if (refused.status === 410 || isFault(refused, "no_such_ask") || isFault(refused, "invalid_price")) {
    const what = `offer ${ask} is not there any more, or not at that bid (${refused.said})`;
    return new RentFailed(what, "no-capacity", { cause });
  }
  const problem = asProblem(refused);
  const isOurs = refused.status === 403 && isFault(refused, "invalid_args");
  return problem.kind === "usage" && !isOurs ? problem : "refused";
}
var leftBehind = (contract, said2) => `vast.ai refused (${said2}) and made contract ${contract} all the same; it bills its disk until it is destroyed`;

// src/platforms/vastai/driver.ts
function vastai(context) {
  const api = openVastai(context);
  return {
    platform: "vastai",
    takesLogin: true,
    offers: (want, candidate) => offersOf(api, want, candidate),
    cards: (want) => cardsOf(api, want),
    create: (intent) => create(api, intent),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId, context.clock.now()),
    running: () => running(api, context.clock.now()),
    mark: (boxId, word) => mark(api, boxId, word),
    meters: (held) => meters(api, held),
    billed: (held) => billed(api, held, context.clock.now()),
    verbs: {
      stop: (boxId) => stop(api, boxId),
      destroy: (boxId) => destroy(api, boxId),
      "delete-volume": (boxId) => deleteVolume(api, boxId)
    }
  };
}
export {
  vastai
};
