import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  removeOnceOff,
  usdFromYuan
} from "./platforms-off-first.shared.mjs";
import {
  lineForAnyShell
} from "./box-shell-quote.shared.mjs";
import {
  everyPage
} from "./platforms-every-page.shared.mjs";
import {
  accepted,
  understood
} from "./platforms-refusals.shared.mjs";
import {
  apiBaseOf,
  apiKeyOf
} from "./platforms-context.shared.mjs";
import {
  SaidNo,
  keyMayNot,
  oneLine,
  openApi
} from "./platforms-api.shared.mjs";
import {
  askedOnce
} from "./platforms-asked-once.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import {
  require_lib
} from "./npm-asn1-lib-ber-errors.shared.mjs";
import "./secret-forms.shared.mjs";
import {
  isCard,
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
import {
  __toESM
} from "./nothing.shared.mjs";

// src/box/ssh-first-login.ts
var import_ssh2 = __toESM(require_lib(), 1);
var SECONDS = 20;
function putKeyIn(endpoint, password, authorizedKey) {
  if (!/^ssh-ed25519 [A-Za-z0-9+/=]+$/.test(authorizedKey)) return Promise.resolve("refused");
  const script = `umask 077; mkdir -p ~/.ssh && touch ~/.ssh/authorized_keys && { grep -qxF '${authorizedKey}' ~/.ssh/authorized_keys || printf '\\n%s\\n' '${authorizedKey}' >>~/.ssh/authorized_keys; }`;
  return new Promise((resolve) => {
    const client = new import_ssh2.default.Client();
    const timer = setTimeout(() => done("silent"), SECONDS * 1e3);
    function done(result) {
      clearTimeout(timer);
      client.end();
      resolve(result);
    }
    client.on(
      "error",
      (error) => done(error.level === "client-authentication" ? "refused" : "silent")
    );
    client.on("close", () => done("silent"));
    client.on("ready", () => {
      client.exec(lineForAnyShell(script), (error, stream) => {
        if (error) return done("silent");
        stream.on("close", (code) => done(code === 0 ? "in" : "silent"));
        stream.resume();
        stream.stderr.resume();
      });
    });
    const { host, port, user } = endpoint;
    client.connect({ host, port, username: user, password, readyTimeout: SECONDS * 1e3 });
  });
}

// src/platforms/compshare/api.ts
import { createHash } from "node:crypto";
var PLATFORM = "CompShare";
var PUBLIC_KEY = "COMPSHARE_PUBLIC_KEY";
var PRIVATE_KEY = "COMPSHARE_PRIVATE_KEY";
var text = external_exports.string().catch("");
var price = external_exports.number().nonnegative().optional().catch(void 0);
var Instance = external_exports.object({
  UHostId: external_exports.string().min(1),
  Name: text,
  Remark: text,
  /** Empty when the platform could not tell. */
  State: text,
  ChargeType: text,
  GpuType: text,
  GPU: external_exports.number().int().catch(1),
  CPU: external_exports.number().int().catch(0),
  Memory: external_exports.coerce.number().catch(0),
  CreateTime: external_exports.coerce.number().catch(0),
  /** Yuan per hour where it is charged by use. */
  InstancePrice: price,
  CompShareImagePrice: price,
  DiskPriceInfo: external_exports.array(external_exports.object({ Price: price })).catch([]),
  /** When the platform itself will stop it, seconds since 1970; documents and client disagree about the name. */
  StopSchedulerTime: external_exports.coerce.number().optional().catch(void 0),
  SchedulerStopTime: external_exports.coerce.number().optional().catch(void 0),
  /** `ssh -p 23 root@1.2.3.4`; empty unless it runs. */
  SshLoginCommand: text,
  /** Base64. */
  Password: text
});
var MachineType = external_exports.object({
  Name: external_exports.string(),
  Zone: text,
  Status: text,
  GraphicsMemory: external_exports.object({ Value: external_exports.number() }).optional().catch(void 0),
  MachineSizes: external_exports.array(
    external_exports.object({
      Gpu: external_exports.number(),
      /** Memory in GB here, in MB everywhere else. */
      Collection: external_exports.array(external_exports.object({ Cpu: external_exports.number(), Memory: external_exports.array(external_exports.number()) })).catch([])
    })
  ).catch([])
});
var PriceDetail = external_exports.object({
  ChargeType: text,
  Instance: external_exports.number().nonnegative(),
  Disks: external_exports.number().catch(0),
  SystemDisks: external_exports.number().catch(0),
  CompShareImage: external_exports.number().catch(0)
});
var Capacity = external_exports.object({ Gpu: external_exports.number(), Cpu: external_exports.number(), Mem: external_exports.number(), ResourceEnough: external_exports.boolean() });
var Image = external_exports.object({ CompShareImageId: external_exports.string().min(1), Name: text, Status: text });
var Disk = external_exports.object({ ResourceId: external_exports.string().min(1), Name: text, Zone: text, MountInstance: text });
var PAGE = 100;
function openCompshare(context) {
  const { clock, secret, signal } = context;
  const secrets = [PUBLIC_KEY, PRIVATE_KEY].map((name) => secret(name)?.trim() ?? "");
  const api = openApi({
    name: PLATFORM,
    base: apiBaseOf(context, "compshare", "https://api.compshare.cn"),
    headers: () => ({}),
    secrets,
    clock,
    keyName: PRIVATE_KEY,
    ...signal ? { signal } : {}
  });
  return async (action, parameters, shape, repeatable = true) => {
    const [publicKey, privateKey] = [PUBLIC_KEY, PRIVATE_KEY].map(
      (name) => apiKeyOf(context, PLATFORM, name)
    );
    const form = signed({ Action: action, ...flat(parameters) }, publicKey, privateKey);
    const reply = external_exports.union([
      external_exports.object({ RetCode: external_exports.literal(0) }).and(shape),
      external_exports.object({ RetCode: external_exports.number().refine((code) => code !== 0), Message: text })
    ]);
    const answer = await api.call({ method: "POST", path: "/", form, reply, repeatable });
    if (answer.RetCode === 0) return answer;
    const { Message } = answer;
    const said = secrets.reduce((left, each) => left.replaceAll(each, "***"), Message);
    throw refusal(answer.RetCode, oneLine(said).slice(0, 200), action);
  };
}
var Zones = external_exports.object({
  ZoneInfo: external_exports.array(external_exports.object({ Region: external_exports.string().min(1), Zone: external_exports.string().min(1) }))
});
var MachineTypes = external_exports.object({ AvailableInstanceTypes: external_exports.array(MachineType).nullish() });
var Capacities = external_exports.object({ Specs: external_exports.array(Capacity).nullish() });
var Prices = external_exports.object({ PriceDetails: external_exports.array(PriceDetail).nullish() });
var Images = external_exports.object({ ImageSet: external_exports.array(Image).nullish() });
var Disks = external_exports.object({ DiskSet: external_exports.array(Disk).nullish() });
var Page = external_exports.object({ UHostSet: external_exports.array(Instance).nullish(), TotalCount: external_exports.number().optional() });
var Created = external_exports.object({ UHostIds: external_exports.array(external_exports.string().min(1)).min(1) });
var Projects = external_exports.object({
  ProjectSet: external_exports.array(external_exports.object({ ProjectId: external_exports.string(), IsDefault: external_exports.boolean().catch(false) })).min(1)
});
var places = async (ask) => (await ask("DescribeCompShareSupportZone", { Region: "cn-wlcb" }, Zones)).ZoneInfo;
async function machineTypes(ask, place, spot) {
  const parameters = { ...place, InstanceType: spot ? "spot" : "uhost" };
  const answer = await ask("DescribeAvailableCompShareInstanceTypes", parameters, MachineTypes);
  return answer.AvailableInstanceTypes ?? [];
}
var capacity = async (ask, place, more) => (await ask("CheckCompShareResourceCapacity", { ...place, ...more }, Capacities)).Specs ?? [];
var prices = async (ask, place, more) => (await ask("GetCompShareInstancePrice", { ...place, ...more }, Prices)).PriceDetails ?? [];
var images = async (ask, place) => (await ask("DescribeCompShareImages", { ...place }, Images)).ImageSet ?? [];
var ownImages = async (ask, place) => (await ask("DescribeCompShareCustomImages", { ...place }, Images)).ImageSet ?? [];
var disks = async (ask) => (await ask("DescribeCompshareDisk", {}, Disks)).DiskSet ?? [];
async function instances(ask, place, id) {
  const UHostIds = id === void 0 ? [] : [id];
  const pages = await everyPage(
    `CompShare's list of instances in ${place.Zone}`,
    (Offset = 0) => ask("DescribeCompShareInstance", { ...place, Limit: PAGE, Offset, UHostIds }, Page),
    ({ UHostSet, TotalCount }, all) => {
      const seen = all.reduce((sum, each) => sum + (each.UHostSet?.length ?? 0), 0);
      return (UHostSet?.length ?? 0) < PAGE || seen >= (TotalCount ?? seen + 1) ? void 0 : seen;
    }
  );
  return pages.flatMap(({ UHostSet }) => (UHostSet ?? []).map((row) => ({ ...row, ...place })));
}
async function createAt(ask, place, more) {
  const { UHostIds } = await ask("CreateCompShareInstance", { ...place, ...more }, Created, false);
  return UHostIds[0] ?? "";
}
async function stopAt(ask, place, id, unixSeconds) {
  const { ProjectSet } = await ask("GetProjectList", {}, Projects);
  const project = ProjectSet.find(({ IsDefault }) => IsDefault) ?? ProjectSet[0];
  const timer = { ProjectId: project?.ProjectId, UHostId: id, SchedulerStopTime: unixSeconds };
  await ask("UpdateCompShareStopScheduler", { ...place, ...timer }, external_exports.unknown());
}
function signed(parameters, publicKey, privateKey) {
  const all = { ...parameters, PublicKey: publicKey };
  const names = Object.keys(all).sort();
  const line = names.map((name) => name + all[name]).join("") + privateKey;
  return { ...all, Signature: createHash("sha1").update(line, "utf8").digest("hex") };
}
var flat = (parameters) => Object.fromEntries(Object.entries(parameters).flatMap(([name, value]) => flatOf(name, value)));
function flatOf(name, value) {
  if (value === void 0) return [];
  if (!Array.isArray(value)) return [[name, String(value)]];
  return value.flatMap(
    (each, index) => typeof each === "object" ? Object.entries(each).map(([key, inner]) => [`${name}.${index}.${key}`, String(inner)]) : [[`${name}.${index}`, String(each)]]
  );
}
function refusal(code, said, action) {
  if (code === 299 || code === 226606)
    return keyMayNot(PLATFORM, PUBLIC_KEY, `RetCode ${code} ${said}`.trim());
  if (code !== 171 && code !== 172) return new SaidNo(code, said, `${PLATFORM} ${action}: RetCode`);
  return new Problem({
    code: "api-key-refused",
    kind: "usage",
    what: `CompShare does not accept the keys in ${PUBLIC_KEY} and ${PRIVATE_KEY} (RetCode ${code} ${said}).`,
    next: "Copy both from the API page of the CompShare console (keys of UCloud itself are others), store them again, and run the same command again."
  });
}

// src/platforms/compshare/box.ts
var STARTING = /* @__PURE__ */ new Set(["Initializing", "Starting", "Rebooting"]);
var BILLING = /* @__PURE__ */ new Set(["Running", "Stopping", "Resizing", ...STARTING]);
var boxIdOf = ({ UHostId, Zone }) => `${UHostId}@${Zone}`;
function partsOf(boxId) {
  const [id = "", Zone = ""] = boxId.split("@");
  return { id, place: { Region: Zone.replace(/-\d+$/, ""), Zone } };
}
var remarkOf = ({ owner, authorizedKey }) => `gl=${owner} key=${authorizedKey.split(" ").slice(0, 2).join(" ")}`;
var ownerIn = (remark) => /\bgl=([a-z2-7]{10})\b/.exec(remark)?.[1];
var keyIn = (remark) => /\bkey=(ssh-ed25519 [A-Za-z0-9+/=]+)/.exec(remark)?.[1];
var heldOf = (row) => ({ ...heldUntimed(row), ...timerOf(row) });
var heldUntimed = (row) => ({
  boxId: boxIdOf(row),
  name: row.Name,
  meters: [meter("gpu", row.InstancePrice, "InstancePrice"), meter("disk", diskYuan(row), "DiskPriceInfo")]
});
function diskYuan({ DiskPriceInfo, CompShareImagePrice = 0 }) {
  let sum = CompShareImagePrice;
  for (const { Price } of DiskPriceInfo) {
    if (Price === void 0) return;
    sum += Price;
  }
  return DiskPriceInfo.length > 0 ? sum : void 0;
}
function timerOf(row) {
  const ends = row.StopSchedulerTime ?? row.SchedulerStopTime ?? 0;
  if (ends > 0) return { endsAt: new Date(ends * 1e3).toISOString() };
  return row.ChargeType === "Spot" ? {} : { untimed: "CompShare shows no timed stop of it" };
}
var heldUnseen = (name, boxId) => ({
  boxId,
  name,
  meters: [meter("gpu", void 0, "InstancePrice"), meter("disk", void 0, "DiskPriceInfo")]
});
var meter = (kind, yuan, field) => ({
  id: kind,
  kind,
  usdPerHour: yuan === void 0 ? void 0 : usdFromYuan(yuan),
  source: yuan === void 0 ? `${field} is not told yet` : `${yuan.toFixed(2)} CNY/h: ${field} of the instance`
});
function readingOf(meter2, row) {
  if (meter2 !== "gpu" && meter2 !== "disk") return "unknown";
  if (!row) return "gone";
  if (meter2 === "disk") return "running";
  if (row.State === "Stopped") return "gone";
  return BILLING.has(row.State) ? "running" : "unknown";
}
function described(row) {
  const native = row.State || "(empty)";
  if (row.State === "Stopped")
    return { state: "stopped", native, ...row.ChargeType === "Spot" ? { evicted: true } : {} };
  if (row.State === "Install Fail")
    return { state: "unknown", native, hopeless: "the image could not be installed on it" };
  if (STARTING.has(row.State)) return { state: "starting", native };
  if (row.State !== "Running") return { state: "unknown", native };
  const endpoint = endpointIn(row.SshLoginCommand);
  return endpoint ? { state: "running", native, endpoint } : { state: "starting", native };
}
function endpointIn(command) {
  const [, user, host] = /\s([a-z_][a-z0-9_-]{0,31})@([A-Za-z0-9.-]{1,253})\s*(?:-p\s*\d+)?$/.exec(command.trim()) ?? [];
  const port = Number(/\s-p\s*(\d{1,5})\b/.exec(command)?.[1] ?? 22);
  return user === void 0 || host === void 0 || port < 1 || port > 65535 ? void 0 : { host, port, user };
}
function instanceResource(row) {
  const owner = ownerIn(row.Remark);
  return {
    kind: "instance",
    id: boxIdOf(row),
    name: row.Name,
    ...owner === void 0 ? {} : { owner },
    native: row.State,
    billing: BILLING.has(row.State) ? "yes" : "unknown",
    ...row.CreateTime > 0 ? { createdAt: new Date(row.CreateTime * 1e3).toISOString() } : {}
  };
}
var diskResource = (row) => ({
  kind: "disk",
  id: row.ResourceId,
  name: row.Name,
  native: row.MountInstance === "" ? "detached" : `attached to ${row.MountInstance}`,
  billing: "yes"
});
var imageResource = (row) => ({
  kind: "snapshot",
  id: row.CompShareImageId,
  name: row.Name,
  native: row.Status,
  billing: "unknown"
});
var everywhere = async (ask, of) => (await Promise.all((await places(ask)).map(of))).flat();
async function rowOf(ask, boxId) {
  const { place, id } = partsOf(boxId);
  const rows = await understood("CompShare", instances(ask, place, id));
  return rows.find(({ UHostId }) => UHostId === id);
}
async function find(ask, name) {
  const all = everywhere(ask, (place) => instances(ask, place));
  return (await understood("CompShare", all)).filter((row) => row.Name === name).sort((a, b) => a.CreateTime - b.CreateTime).map(heldOf);
}
async function inventory(ask) {
  const [boxes, loose, own] = await understood(
    "CompShare",
    Promise.all([
      everywhere(ask, (place) => instances(ask, place)),
      disks(ask),
      everywhere(ask, (place) => ownImages(ask, place))
    ])
  );
  const images2 = new Map(own.map((row) => [row.CompShareImageId, row]));
  return [
    ...boxes.map(instanceResource),
    ...loose.map(diskResource),
    ...[...images2.values()].map(imageResource)
  ];
}
async function describe(ask, boxId, logins) {
  const row = await rowOf(ask, boxId);
  if (!row) return { state: "gone", native: "not listed" };
  const seen = described(row);
  if (!seen.endpoint || await isOurs(row, seen.endpoint, logins)) return seen;
  return { state: "starting", native: row.State };
}
async function isOurs(row, endpoint, logins) {
  const key = keyIn(row.Remark);
  if (key === void 0 || logins.done.has(row.UHostId)) return true;
  const password = Buffer.from(row.Password, "base64").toString("utf8");
  if (await logins.putKeyIn(endpoint, password, key) === "silent") return false;
  logins.done.add(row.UHostId);
  return true;
}
async function meters(ask, held) {
  const row = await rowOf(ask, held.boxId);
  return held.meters.map(({ id }) => ({ id, state: readingOf(id, row) }));
}
async function order(ask, action, boxId) {
  const { place, id } = partsOf(boxId);
  const more = action === "Stop" ? {} : { ReleaseUDisk: false };
  await ask(`${action}CompShareInstance`, { ...place, UHostId: id, ...more }, external_exports.unknown());
}
var terminate = (ask, context, boxId) => removeOnceOff(context, {
  platform: "CompShare",
  boxId,
  async look() {
    const row = await rowOf(ask, boxId);
    const native = row?.State ?? "";
    if (!row) return { state: "gone", native };
    const isReady = ["Stopped", "Install Fail"].includes(native) || row.ChargeType === "Spot";
    return { state: isReady ? "ready" : native === "Stopping" ? "going-off" : "on", native };
  },
  turnOff: () => order(ask, "Stop", boxId),
  remove: () => order(ask, "Terminate", boxId)
});
async function stop(ask, boxId) {
  const row = await rowOf(ask, boxId);
  if (!row || row.State === "Stopped" || row.State === "Stopping") return;
  if (row.ChargeType === "Spot") throw spotStays(boxId);
  await order(ask, "Stop", boxId);
}
var spotStays = (boxId) => new Problem({
  code: "spot-cannot-stop",
  kind: "billing",
  what: `${boxId} is a spot box, and CompShare stops those only itself; it can be deleted, with everything on it.`,
  next: "Collect what must be kept and release it.",
  costing: [boxId]
});

// src/platforms/compshare/offers.ts
var FREE_DISK_GB = 100;
var MOST_DISK_GB = 1e3;
var offerId = ({ place, gpuType, gpus, cpus, memoryMb, charge }) => [place.Region, place.Zone, gpuType, gpus, cpus, memoryMb, charge].join(":");
function specOf(id) {
  const [Region = "", Zone = "", gpuType = "", ...rest] = id.split(":");
  const [gpus = 0, cpus = 0, memoryMb = 0] = rest.slice(0, 3).map(Number);
  const charge = rest[3];
  if (!Region || !Zone || !gpuType || !(gpus > 0 && cpus > 0 && memoryMb > 0)) return;
  if (charge !== "Postpay" && charge !== "Spot") return;
  return { place: { Region, Zone }, gpuType, gpus, cpus, memoryMb, charge };
}
var bootDisk = (want) => [
  { IsBoot: true, Type: "CLOUD_SSD", Size: Math.max(FREE_DISK_GB, Math.ceil(want.diskGb?.min ?? 0)) }
];
var priceParameters = (spec, want, image) => ({
  GpuType: spec.gpuType,
  Gpu: spec.gpus,
  Cpu: spec.cpus,
  Memory: spec.memoryMb,
  ChargeType: spec.charge,
  Disks: bootDisk(want),
  CompShareImageId: image
});
async function offersOf(ask, want, candidate, imageIn2) {
  if (candidate.volume !== void 0) throw noVolume(candidate.volume);
  if ((want.diskGb?.min ?? 0) > MOST_DISK_GB) return [];
  return understood("CompShare", onSale({ ask, want, candidate, imageIn: imageIn2 }));
}
async function onSale(search) {
  const { ask, want, candidate } = search;
  const { market = "any" } = candidate;
  const asked = want.regions?.map((each) => each.toLowerCase());
  const within = (await places(ask)).filter(
    ({ Region, Zone }) => asked === void 0 || asked.includes(Region.toLowerCase()) || asked.includes(Zone.toLowerCase())
  );
  const charges = ["Postpay", "Spot"].filter(
    (each) => market === "any" || each === "Spot" === (market === "spot")
  );
  const offers = [];
  for (const place of within)
    for (const charge of charges) offers.push(...await onSaleAt(search, place, charge));
  return offers;
}
async function onSaleAt(search, place, charge) {
  const offers = [];
  for (const type of await machineTypes(search.ask, place, charge === "Spot")) {
    if (!isWanted(type, search.want)) continue;
    for (const gpus of numbersIn(type, search.want)) {
      const spec = smallest(type, search.want, gpus, { place, charge });
      const offer = spec && await offerOf(search, type, spec);
      if (offer) offers.push(offer);
    }
  }
  return offers;
}
function isWanted(type, { gpu }) {
  if (type.Status === "SoldOut") return false;
  if (!gpu || gpu.names.length === 0) return true;
  const card = cardOf(type, 1);
  return gpu.names.some((name) => isCard(card, name));
}
var cardOf = ({ Name, GraphicsMemory }, count) => ({
  ...offeredGpu(cardName(Name), count, GraphicsMemory?.Value),
  native: Name
});
async function cardsOf(ask) {
  const cards = [];
  for (const place of await places(ask))
    for (const type of await machineTypes(ask, place, false))
      cards.push(...type.MachineSizes.map(({ Gpu }) => cardOf(type, Gpu)));
  return cards;
}
function numbersIn({ MachineSizes }, { gpu }) {
  const least = gpu?.count ?? 1;
  return MachineSizes.map(({ Gpu }) => Gpu).filter((each) => each >= least && each <= (gpu?.most ?? least));
}
function smallest({ Name, MachineSizes }, want, gpus, { place, charge }) {
  const sizes = MachineSizes.filter(({ Gpu }) => Gpu === gpus).flatMap(
    ({ Collection }) => Collection.flatMap(({ Cpu, Memory }) => Memory.map((gb) => ({ cpus: Cpu, gb })))
  ).filter(({ cpus, gb }) => cpus >= (want.cpus?.min ?? 0) && gb >= (want.memoryGb?.min ?? 0)).sort((a, b) => a.cpus - b.cpus || a.gb - b.gb);
  const [least] = sizes;
  return least && { place, gpuType: Name, gpus, cpus: least.cpus, memoryMb: least.gb * 1024, charge };
}
async function offerOf(search, type, spec) {
  const { ask, want, candidate, imageIn: imageIn2 } = search;
  const { place, charge } = spec;
  const image = await imageIn2(place);
  if (!await isThere(ask, want, spec, image)) return;
  const told = await notSold(prices(ask, place, priceParameters(spec, want, image)));
  const price2 = told?.find(({ ChargeType }) => ChargeType === charge);
  return price2 && priced(candidate.platform, type, spec, allOf(price2));
}
async function isThere(ask, want, spec, image) {
  const stock = await notSold(
    capacity(ask, spec.place, {
      GpuType: spec.gpuType,
      MachineType: "G",
      MinimalCpuPlatform: "Auto",
      CompShareImageId: image,
      ChargeType: spec.charge,
      Disks: bootDisk(want)
    })
  );
  const isOfSpec = ({ Gpu, Cpu, Mem }) => Gpu === spec.gpus && Cpu === spec.cpus && Mem === spec.memoryMb / 1024;
  return stock?.some((each) => isOfSpec(each) && each.ResourceEnough) ?? false;
}
function priced(platform, type, spec, yuan) {
  const { place, gpuType, gpus, charge } = spec;
  const graphics = type.GraphicsMemory?.Value;
  const gpu = cardOf(type, gpus);
  const what = `${gpus}x ${gpu.model ?? gpuType}${graphics === void 0 ? "" : ` ${graphics} GB`}`;
  return {
    id: offerId(spec),
    platform,
    type: gpuType,
    summary: `${what}, ${place.Zone}, ${charge === "Spot" ? "spot, " : ""}${yuan.toFixed(2)} CNY/h`,
    usdPerHour: usdFromYuan(yuan),
    market: charge === "Spot" ? "spot" : "on-demand",
    gpu,
    cpus: spec.cpus,
    memoryGb: spec.memoryMb / 1024,
    diskGb: MOST_DISK_GB,
    region: place.Zone
  };
}
var allOf = (price2) => price2.Instance + price2.Disks + price2.SystemDisks + price2.CompShareImage;
async function notSold(call) {
  try {
    return await call;
  } catch (error) {
    if (error instanceof SaidNo) return;
    throw error;
  }
}
var cardName = (gpuType) => (/^\d/.test(gpuType) ? `RTX ${gpuType}` : gpuType).replaceAll("_", " ").replace(/(\d)(Ti)\b/i, "$1 $2");
var noVolume = (volume) => new Problem({
  code: "volume-unsupported",
  kind: "usage",
  what: `Data disks of CompShare, such as ${JSON.stringify(volume)}, are attached by hand so far.`,
  next: 'Remove "volume" from that candidate; what a run leaves is collected from the box.'
});

// src/platforms/compshare/rent.ts
var MOST_NAME = 63;
var LEAST_TIMER_SECONDS = 300;
async function create(ask, clock, intent, imageIn2) {
  const spec = checked(intent);
  const [found] = await find(ask, intent.name);
  if (found) return found;
  const { place, charge } = spec;
  try {
    const id = await createAt(ask, place, createBody(intent, spec, await imageIn2(place)));
    const ends = endsIn(clock, intent.lifetimeSeconds);
    const timer = charge === "Spot" ? {} : await setTimer(ask, place, id, ends);
    const boxId = boxIdOf({ ...place, UHostId: id });
    const row = await rowOf(ask, boxId).catch(() => void 0);
    return { ...row ? heldUntimed(row) : heldUnseen(intent.name, boxId), ...timer };
  } catch (error) {
    throw error instanceof SaidNo ? new RentFailed(error.message, reasonOf(error), { cause: error }) : error;
  }
}
var endsIn = (clock, seconds) => Math.ceil(clock.now().getTime() / 1e3 + Math.max(seconds, LEAST_TIMER_SECONDS + 60));
async function setTimer(ask, place, id, unixSeconds) {
  try {
    await stopAt(ask, place, id, unixSeconds);
    return { endsAt: new Date(unixSeconds * 1e3).toISOString() };
  } catch (error) {
    return { untimed: `CompShare took no timed stop: ${error instanceof Error ? error.message : error}` };
  }
}
function imageIn({ secret }, ask) {
  const known = /* @__PURE__ */ new Map();
  return async (place) => {
    const own = secret("COMPSHARE_IMAGE")?.trim();
    if (own) return own;
    const newest = known.get(place.Zone) ?? askedOnce(async () => newestPyTorch(place, await images(ask, place)));
    known.set(place.Zone, newest);
    return newest();
  };
}
function checked({ offer, image, name }) {
  if (image !== void 0) {
    const what = `CompShare rents no image by its registry name (${image}); it has images of its own`;
    throw new RentFailed(
      `${what}. Remove "image" from the job, or name one of its images in COMPSHARE_IMAGE.`,
      "refused"
    );
  }
  if (!/^[\w.,:-]+$/.test(name) || name.length > MOST_NAME)
    throw new RentFailed(
      `${JSON.stringify(name)} is no name for CompShare (at most ${MOST_NAME} characters)`,
      "refused"
    );
  const spec = specOf(offer.id);
  if (!spec) throw new RentFailed(`${JSON.stringify(offer.id)} is not an offer of CompShare`, "refused");
  return spec;
}
var createBody = (intent, spec, image) => ({
  GpuType: spec.gpuType,
  GPU: spec.gpus,
  CPU: spec.cpus,
  Memory: spec.memoryMb,
  MachineType: "G",
  MinimalCpuPlatform: "Auto",
  CompShareImageId: image,
  Disks: bootDisk(intent.want),
  ChargeType: spec.charge,
  Quantity: 1,
  MaxCount: 1,
  Name: intent.name,
  Remark: remarkOf(intent)
});
function newestPyTorch({ Zone }, found) {
  const fit = found.filter(
    ({ Name, Status }) => /torch/i.test(Name) && (Status === "" || Status === "Available")
  );
  fit.sort((a, b) => b.Name.localeCompare(a.Name, "en", { numeric: true }));
  const [newest] = fit;
  if (newest) return newest.CompShareImageId;
  throw new Problem({
    code: "no-image",
    kind: "usage",
    what: `CompShare lists no image with PyTorch in ${Zone}.`,
    next: "Name one of its images (compshareImage-...) in COMPSHARE_IMAGE."
  });
}
function reasonOf({ code }) {
  if (code === 226604 || code === 8333) return "no-capacity";
  return [230, 226601, 226602, 226603].includes(Number(code)) ? "refused" : "unclear";
}

// src/platforms/compshare/driver.ts
var LATER = "Run the same command again; an operation that is under way locks a box for up to ten minutes.";
function compshare(context, firstLogin = putKeyIn) {
  const ask = openCompshare(context);
  const image = imageIn(context, ask);
  const logins = { putKeyIn: firstLogin, done: /* @__PURE__ */ new Set() };
  return {
    platform: "compshare",
    offers: (want, candidate) => offersOf(ask, want, candidate, image),
    cards: () => understood("CompShare", cardsOf(ask)),
    create: (intent) => create(ask, context.clock, intent, image),
    find: (name) => find(ask, name),
    inventory: () => inventory(ask),
    describe: (boxId) => describe(ask, boxId, logins),
    meters: (held) => meters(ask, held),
    verbs: {
      stop: (boxId, { verb }) => accepted(stop(ask, boxId), { verb, boxId }, LATER),
      terminate: (boxId, { verb }) => accepted(terminate(ask, context, boxId), { verb, boxId }, LATER)
    }
  };
}
export {
  compshare
};
