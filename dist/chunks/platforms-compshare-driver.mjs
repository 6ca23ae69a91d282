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
  saysNothingOfBoxes,
  verbRefused
} from "./platforms-refusals.shared.mjs";
import {
  apiBaseOf,
  apiKeyOf
} from "./platforms-context.shared.mjs";
import {
  ApiUnclear,
  PlatformAnswer,
  keyMayNot,
  openApi
} from "./platforms-api.shared.mjs";
import {
  knownGpu,
  nameHolds,
  offeredGpu
} from "./job-gpu-cards.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import {
  lineForAnyShell
} from "./box-shell-quote.shared.mjs";
import {
  require_lib
} from "./npm-asn1-lib-ber-errors.shared.mjs";
import "./host-never-sent.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./nearest.shared.mjs";
import "./secret-forms.shared.mjs";
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
var CompshareRefused = class extends PlatformAnswer {
  constructor(code, said, action) {
    super(`${PLATFORM} ${action}: RetCode ${code}${said === "" ? "" : ` (${said})`}`);
    this.code = code;
    this.said = said;
  }
  code;
  said;
  name = "CompshareRefused";
};
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
var MOST_PAGES = 100;
function compshareApi(context) {
  const publicKey = apiKeyOf(context, PLATFORM, PUBLIC_KEY);
  const privateKey = apiKeyOf(context, PLATFORM, PRIVATE_KEY);
  const secrets = [publicKey, privateKey];
  const api = openApi({
    name: PLATFORM,
    base: apiBaseOf(context, "compshare", "https://api.compshare.cn"),
    headers: () => ({}),
    secrets,
    clock: context.clock,
    keyName: PRIVATE_KEY,
    ...context.signal ? { signal: context.signal } : {}
  });
  async function call(action, parameters, shape, repeatable = true) {
    const reply = external_exports.union([
      external_exports.object({ RetCode: external_exports.literal(0) }).and(shape),
      external_exports.object({ RetCode: external_exports.number().refine((code) => code !== 0), Message: text })
    ]);
    const form = signed({ Action: action, ...flat(parameters) }, publicKey, privateKey);
    const answer = await api.call({ method: "POST", path: "/", form, reply, repeatable });
    if (answer.RetCode === 0) return answer;
    const said = secrets.reduce(
      (left, each) => left.replaceAll(each, "***"),
      answer.Message
    );
    throw refusal(answer.RetCode, oneLine(said), action);
  }
  return {
    async places() {
      const { ZoneInfo } = await call(
        "DescribeCompShareSupportZone",
        { Region: "cn-wlcb" },
        external_exports.object({ ZoneInfo: external_exports.array(external_exports.object({ Region: external_exports.string().min(1), Zone: external_exports.string().min(1) })) })
      );
      return ZoneInfo;
    },
    async machineTypes(place, spot) {
      const shape = external_exports.object({ AvailableInstanceTypes: external_exports.array(MachineType).nullish() });
      const parameters = { ...place, InstanceType: spot ? "spot" : "uhost" };
      return (await call("DescribeAvailableCompShareInstanceTypes", parameters, shape)).AvailableInstanceTypes ?? [];
    },
    async capacity(place, parameters) {
      const shape = external_exports.object({ Specs: external_exports.array(Capacity).nullish() });
      return (await call("CheckCompShareResourceCapacity", { ...place, ...parameters }, shape)).Specs ?? [];
    },
    async price(place, parameters) {
      const shape = external_exports.object({ PriceDetails: external_exports.array(PriceDetail).nullish() });
      return (await call("GetCompShareInstancePrice", { ...place, ...parameters }, shape)).PriceDetails ?? [];
    },
    async images(place) {
      const shape = external_exports.object({ ImageSet: external_exports.array(Image).nullish() });
      return (await call("DescribeCompShareImages", { ...place }, shape)).ImageSet ?? [];
    },
    async ownImages(place) {
      const shape = external_exports.object({ ImageSet: external_exports.array(Image).nullish() });
      return (await call("DescribeCompShareCustomImages", { ...place }, shape)).ImageSet ?? [];
    },
    async disks() {
      const shape = external_exports.object({ DiskSet: external_exports.array(Disk).nullish() });
      return (await call("DescribeCompshareDisk", {}, shape)).DiskSet ?? [];
    },
    async instances(place, id) {
      const shape = external_exports.object({ UHostSet: external_exports.array(Instance).nullish(), TotalCount: external_exports.number().optional() });
      const rows = [];
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const parameters = {
          ...place,
          Limit: PAGE,
          Offset: rows.length,
          UHostIds: id === void 0 ? [] : [id]
        };
        const answer = await call("DescribeCompShareInstance", parameters, shape);
        const more = answer.UHostSet ?? [];
        rows.push(...more.map((row) => ({ ...row, ...place })));
        if (more.length < PAGE || rows.length >= (answer.TotalCount ?? rows.length + 1)) return rows;
      }
      throw endless();
    },
    async create(place, parameters) {
      const shape = external_exports.object({ UHostIds: external_exports.array(external_exports.string().min(1)).min(1) });
      const { UHostIds } = await call("CreateCompShareInstance", { ...place, ...parameters }, shape, false);
      return UHostIds[0] ?? "";
    },
    async stop(place, id) {
      await call("StopCompShareInstance", { ...place, UHostId: id }, external_exports.unknown());
    },
    async terminate(place, id) {
      await call("TerminateCompShareInstance", { ...place, UHostId: id, ReleaseUDisk: false }, external_exports.unknown());
    },
    async stopAt(place, id, unixSeconds) {
      const shape = external_exports.object({
        ProjectSet: external_exports.array(external_exports.object({ ProjectId: external_exports.string(), IsDefault: external_exports.boolean().catch(false) })).min(1)
      });
      const { ProjectSet } = await call("GetProjectList", {}, shape);
      const project = ProjectSet.find(({ IsDefault }) => IsDefault) ?? ProjectSet[0];
      await call(
        "UpdateCompShareStopScheduler",
        { ...place, ProjectId: project?.ProjectId, UHostId: id, SchedulerStopTime: unixSeconds },
        external_exports.unknown()
      );
    }
  };
}
function signed(parameters, publicKey, privateKey) {
  const all = { ...parameters, PublicKey: publicKey };
  const names = Object.keys(all).sort();
  const line = names.map((name) => name + all[name]).join("") + privateKey;
  return { ...all, Signature: createHash("sha1").update(line, "utf8").digest("hex") };
}
function flat(parameters) {
  const result = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value === void 0) continue;
    if (!Array.isArray(value)) result[name] = String(value);
    else
      for (const [index, each] of value.entries()) {
        if (typeof each !== "object") result[`${name}.${index}`] = String(each);
        else
          for (const [key, inner] of Object.entries(each)) result[`${name}.${index}.${key}`] = String(inner);
      }
  }
  return result;
}
function refusal(code, said, action) {
  if (code === 299 || code === 226606)
    return keyMayNot(PLATFORM, PUBLIC_KEY, `RetCode ${code} ${said}`.trim());
  if (code !== 171 && code !== 172) return new CompshareRefused(code, said, action);
  return new Problem({
    code: "api-key-refused",
    kind: "usage",
    what: `CompShare does not accept the keys in ${PUBLIC_KEY} and ${PRIVATE_KEY} (RetCode ${code} ${said}).`,
    next: "Copy both from the API page of the CompShare console (keys of UCloud itself are others), store them again, and run the same command again."
  });
}
var endless = () => new Problem({
  code: "api-reply",
  kind: "unreachable",
  what: `CompShare lists more than ${PAGE * MOST_PAGES} instances in one zone, so not everything could be seen.`,
  next: "Look into the console of CompShare; then report this with the version of gpu-lease."
});
var oneLine = (said) => said.replace(/[\x00-\x1f\x7f]+/g, " ").trim().slice(0, 200);

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
async function offersFrom(api, want, { platform, market = "any" }, image) {
  if ((want.diskGb?.min ?? 0) > MOST_DISK_GB) return [];
  const asked = want.regions?.map((each) => each.toLowerCase());
  const places = (await api.places()).filter(
    ({ Region, Zone }) => asked === void 0 || asked.includes(Region.toLowerCase()) || asked.includes(Zone.toLowerCase())
  );
  const charges = ["Postpay", "Spot"].filter(
    (each) => market === "any" || each === "Spot" === (market === "spot")
  );
  const offers = [];
  for (const place of places) {
    for (const charge of charges) {
      const types = await api.machineTypes(place, charge === "Spot");
      for (const type of types.filter((each) => isWanted(each, want))) {
        const spec = smallest(type, want, place, charge);
        const offer = spec && await offerOf(api, platform, type, spec, want, await image(place));
        if (offer) offers.push(offer);
      }
    }
  }
  return offers;
}
function isWanted(type, { gpu }) {
  if (type.Status === "SoldOut") return false;
  if (!gpu) return true;
  const card = cardName(type.Name);
  return gpu.names.some((name) => {
    const known = knownGpu(name)?.model;
    return known === void 0 ? nameHolds(type.Name, name) : known === knownGpu(card)?.model;
  });
}
function smallest({ Name, MachineSizes }, want, place, charge) {
  const gpus = want.gpu?.count ?? 1;
  const sizes = MachineSizes.filter(({ Gpu }) => Gpu === gpus).flatMap(
    ({ Collection }) => Collection.flatMap(({ Cpu, Memory }) => Memory.map((gb) => ({ cpus: Cpu, gb })))
  ).filter(({ cpus, gb }) => cpus >= (want.cpus?.min ?? 0) && gb >= (want.memoryGb?.min ?? 0)).sort((a, b) => a.cpus - b.cpus || a.gb - b.gb);
  const [least] = sizes;
  return least && { place, gpuType: Name, gpus, cpus: least.cpus, memoryMb: least.gb * 1024, charge };
}
async function offerOf(api, platform, type, spec, want, image) {
  const { place, gpuType, charge } = spec;
  const stock = await notSold(
    api.capacity(place, {
      GpuType: gpuType,
      MachineType: "G",
      MinimalCpuPlatform: "Auto",
      CompShareImageId: image,
      ChargeType: charge,
      Disks: bootDisk(want)
    })
  );
  const memoryGb = spec.memoryMb / 1024;
  const isThere = stock?.some(
    (each) => each.Gpu === spec.gpus && each.Cpu === spec.cpus && each.Mem === memoryGb && each.ResourceEnough
  );
  if (!isThere) return;
  const price2 = (await notSold(api.price(place, priceParameters(spec, want, image))))?.find(
    ({ ChargeType }) => ChargeType === charge
  );
  if (!price2) return;
  const yuan = allOf(price2);
  const graphics = type.GraphicsMemory?.Value;
  const gpu = { ...offeredGpu(cardName(gpuType), spec.gpus, graphics), native: gpuType };
  const what = `${spec.gpus}x ${gpu.model ?? gpuType}${graphics === void 0 ? "" : ` ${graphics} GB`}`;
  return {
    id: offerId(spec),
    platform,
    summary: `${what}, ${place.Zone}, ${charge === "Spot" ? "spot, " : ""}${yuan.toFixed(2)} CNY/h`,
    usdPerHour: usdFromYuan(yuan),
    market: charge === "Spot" ? "spot" : "on-demand",
    gpu,
    cpus: spec.cpus,
    memoryGb,
    diskGb: MOST_DISK_GB,
    region: place.Zone
  };
}
var allOf = (price2) => price2.Instance + price2.Disks + price2.SystemDisks + price2.CompShareImage;
async function notSold(call) {
  try {
    return await call;
  } catch (error) {
    if (error instanceof CompshareRefused) return;
    throw error;
  }
}
var cardName = (gpuType) => (/^\d/.test(gpuType) ? `RTX ${gpuType}` : gpuType).replaceAll("_", " ").replace(/(\d)(Ti)\b/i, "$1 $2");

// src/platforms/compshare/rent.ts
var MOST_NAME = 63;
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
function asRentFailed(error) {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, "unclear", { cause: error });
  if (!(error instanceof CompshareRefused)) return error;
  const reason = [226604, 8333].includes(error.code) ? "no-capacity" : [230, 226601, 226602, 226603].includes(error.code) ? "refused" : "unclear";
  return new RentFailed(error.message, reason, { cause: error });
}

// src/platforms/compshare/driver.ts
var LEAST_TIMER_SECONDS = 300;
function compshare(context, firstLogin = putKeyIn) {
  let opened;
  const api = () => {
    opened ??= compshareApi(context);
    return opened;
  };
  const images = /* @__PURE__ */ new Map();
  const letIn = /* @__PURE__ */ new Set();
  async function everywhere(ask) {
    return (await Promise.all((await api().places()).map(ask))).flat();
  }
  async function rowOf(boxId) {
    const { place, id } = partsOf(boxId);
    const rows = await understood(api().instances(place, id));
    return rows.find(({ UHostId }) => UHostId === id);
  }
  async function find(name) {
    const rows = await understood(everywhere((place) => api().instances(place)));
    return rows.filter((row) => row.Name === name).sort((a, b) => a.CreateTime - b.CreateTime).map(heldOf);
  }
  async function imageIn(place) {
    const own = context.secret("COMPSHARE_IMAGE")?.trim();
    if (own) return own;
    const known = images.get(place.Zone) ?? api().images(place).then((found) => newestPyTorch(place, found));
    images.set(place.Zone, known);
    known.catch(() => images.delete(place.Zone));
    return known;
  }
  async function create(intent) {
    const spec = checked(intent);
    const [found] = await find(intent.name);
    if (found) return found;
    const { place, charge } = spec;
    try {
      const id = await api().create(place, createBody(intent, spec, await imageIn(place)));
      const timer = charge === "Spot" ? {} : await setTimer(place, id, intent.lifetimeSeconds);
      const boxId = boxIdOf({ ...place, UHostId: id });
      const row = await rowOf(boxId).catch(() => void 0);
      return { ...row ? heldUntimed(row) : heldUnseen(intent.name, boxId), ...timer };
    } catch (error) {
      throw asRentFailed(error);
    }
  }
  async function setTimer(place, id, seconds) {
    const now = context.clock.now().getTime() / 1e3;
    const ends = Math.ceil(now + Math.max(seconds, LEAST_TIMER_SECONDS + 60));
    try {
      await api().stopAt(place, id, ends);
      return { endsAt: new Date(ends * 1e3).toISOString() };
    } catch (error) {
      return { untimed: `CompShare took no timed stop: ${error instanceof Error ? error.message : error}` };
    }
  }
  async function terminate(boxId) {
    const { place, id } = partsOf(boxId);
    await removeOnceOff(context, {
      platform: "CompShare",
      boxId,
      async look() {
        const row = await rowOf(boxId);
        const native = row?.State ?? "";
        if (!row) return { state: "gone", native };
        const isReady = ["Stopped", "Install Fail"].includes(native) || row.ChargeType === "Spot";
        return { state: isReady ? "ready" : native === "Stopping" ? "going-off" : "on", native };
      },
      turnOff: () => api().stop(place, id),
      remove: () => api().terminate(place, id)
    });
  }
  async function stop(boxId) {
    const row = await rowOf(boxId);
    if (!row || row.State === "Stopped" || row.State === "Stopping") return;
    if (row.ChargeType === "Spot") throw spotStays(boxId);
    const { place, id } = partsOf(boxId);
    await api().stop(place, id);
  }
  async function isOurs(row, endpoint) {
    const key = keyIn(row.Remark);
    if (key === void 0 || letIn.has(row.UHostId)) return true;
    const password = Buffer.from(row.Password, "base64").toString("utf8");
    if (await firstLogin(endpoint, password, key) === "silent") return false;
    letIn.add(row.UHostId);
    return true;
  }
  return {
    platform: "compshare",
    create,
    find,
    async offers(want, candidate) {
      if (candidate.volume !== void 0) throw noVolume(candidate.volume);
      return understood(offersFrom(api(), want, candidate, imageIn));
    },
    async inventory() {
      const [rows, disks, own] = await understood(
        Promise.all([
          everywhere((place) => api().instances(place)),
          api().disks(),
          everywhere((place) => api().ownImages(place))
        ])
      );
      const ownImages = new Map(own.map((row) => [row.CompShareImageId, row]));
      return [
        ...rows.map(instanceResource),
        ...disks.map(diskResource),
        ...[...ownImages.values()].map(imageResource)
      ];
    },
    async describe(boxId) {
      const row = await rowOf(boxId);
      if (!row) return { state: "gone", native: "not listed" };
      const seen = described(row);
      if (!seen.endpoint || await isOurs(row, seen.endpoint)) return seen;
      return { state: "starting", native: row.State };
    },
    verbs: {
      stop: (boxId, { verb }) => accepted(stop(boxId), boxId, verb),
      terminate: (boxId, { verb }) => accepted(terminate(boxId), boxId, verb)
    },
    async meters(held) {
      const row = await rowOf(held.boxId);
      return held.meters.map(({ id }) => ({ id, state: readingOf(id, row) }));
    }
  };
}
async function understood(call) {
  try {
    return await call;
  } catch (error) {
    throw error instanceof CompshareRefused ? saysNothingOfBoxes("CompShare", error) : error;
  }
}
async function accepted(call, boxId, verb) {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof CompshareRefused)) throw error;
    const next = "Run the same command again; an operation that is under way locks a box for up to ten minutes.";
    throw verbRefused(boxId, verb, `${error.message}.`, next, error);
  }
}
var spotStays = (boxId) => new Problem({
  code: "spot-cannot-stop",
  kind: "billing",
  what: `${boxId} is a spot box, and CompShare stops those only itself; it can be deleted, with everything on it.`,
  next: "Collect what must be kept and release it.",
  costing: [boxId]
});
var noVolume = (volume) => new Problem({
  code: "volume-unsupported",
  kind: "usage",
  what: `Data disks of CompShare, such as ${JSON.stringify(volume)}, are attached by hand so far.`,
  next: 'Remove "volume" from that candidate; what a run leaves is collected from the box.'
});
export {
  compshare
};
