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
  markedName,
  readMarkedName
} from "./platforms-owner-mark.shared.mjs";
import {
  startScript
} from "./platforms-first-boot.shared.mjs";
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

// src/platforms/autodl/api.ts
var PLATFORM = "AutoDL";
var KEY_NAME = "AUTODL_TOKEN";
var Instance = external_exports.object({
  uuid: external_exports.string().min(1),
  name: external_exports.string().catch(""),
  status: external_exports.string(),
  gpu_spec_uuid: external_exports.string().catch(""),
  req_gpu_amount: external_exports.number().int().positive().catch(1),
  created_at: external_exports.string().catch("")
});
var Snapshot = external_exports.object({
  proxy_host: external_exports.string().catch(""),
  ssh_port: external_exports.number().int().catch(0),
  /** Yuan x 1000 per hour, after discounts. */
  payg_price: external_exports.number().nonnegative().optional().catch(void 0),
  /** Bytes. */
  expand_system_disk_size: external_exports.number().nonnegative().optional().catch(void 0)
});
var Image = external_exports.object({
  image_uuid: external_exports.string().min(1),
  name: external_exports.string().catch(""),
  status: external_exports.string().catch(""),
  create_at: external_exports.string().catch("")
});
var PRO = "/api/v1/dev/instance/pro";
var PAGE_SIZE = 50;
function openAutodl(context) {
  const { clock, secret, signal } = context;
  const key = secret(KEY_NAME)?.trim() ?? "";
  const api = openApi({
    name: PLATFORM,
    base: apiBaseOf(context, "autodl", "https://api.autodl.com"),
    // No "Bearer": the token is the whole value.
    headers: () => ({ authorization: apiKeyOf(context, PLATFORM, KEY_NAME) }),
    secrets: [key],
    clock,
    keyName: KEY_NAME,
    ...signal ? { signal } : {}
  });
  return async (request, data) => {
    const reply = external_exports.union([
      external_exports.object({ code: external_exports.literal("Success"), data }),
      external_exports.object({ code: external_exports.string().refine((code) => code !== "Success"), msg: external_exports.string().catch("") })
    ]);
    const answer = await api.call({ ...request, reply });
    if (answer.code === "Success") return answer.data;
    const said = oneLine((answer.msg ?? "").replaceAll(key, "***")).slice(0, 200);
    throw refusal(oneLine(answer.code), said, `${PLATFORM} ${request.method} ${request.path}:`);
  };
}
function refusal(code, said, before) {
  if (/^TORealName$/.test(code) || /访问权限/.test(said))
    return keyMayNot(PLATFORM, KEY_NAME, `${code} (${said || "the account is not verified"})`);
  if (/auth|token|login/i.test(code) || /登录|鉴权|token/i.test(said)) return keyRefused(said);
  return new SaidNo(code, said, before);
}
var get = (path, uuid) => ({ method: "GET", path: PRO + path, query: { instance_uuid: uuid } });
var post = (path, body) => ({ method: "POST", path: PRO + path, body, repeatable: true });
async function unlessGone(call, gone) {
  try {
    return await call;
  } catch (error) {
    if (error instanceof SaidNo && error.code === "RecordNotFoundError") return gone;
    throw error;
  }
}
var createAt = (ask, body) => ask({ ...post("/create", body), repeatable: false }, external_exports.string().min(1));
var statusOf = (ask, uuid) => unlessGone(ask(get("/status", uuid), external_exports.string()), "gone");
var detailsOf = (ask, uuid) => unlessGone(ask(get("/snapshot", uuid), Snapshot), void 0);
var instances = (ask) => pages(ask, "/list", Instance);
var images = (ask) => pages(ask, "/image/private/list", Image);
var order = (ask, action, uuid, more = {}) => unlessGone(ask(post(`/${action}`, { instance_uuid: uuid, ...more }), external_exports.unknown()), void 0);
var isSoldOut = ({ code, said }) => code === "InternalError" && /库存|无可用|资源不足/.test(said);
async function pages(ask, path, row) {
  const page = external_exports.object({ list: external_exports.array(row).nullable(), max_page: external_exports.number().int().nonnegative() });
  const all = await everyPage(
    `AutoDL's list ${path}`,
    (page_index = 1) => ask(post(path, { page_index, page_size: PAGE_SIZE }), page),
    ({ max_page }, seen) => seen.length >= max_page ? void 0 : seen.length + 1
  );
  return all.flatMap(({ list }) => list ?? []);
}
var keyRefused = (said) => new Problem({
  code: "api-key-refused",
  kind: "usage",
  what: `AutoDL does not accept the token in ${KEY_NAME}${said === "" ? "" : ` (${said})`}.`,
  next: `Copy the developer token from the console (\u8D26\u53F7 \u2192 \u8BBE\u7F6E \u2192 \u5F00\u53D1\u8005Token), store it as ${KEY_NAME} without "Bearer", and run the same command again.`
});

// src/platforms/autodl/specs.ts
var SPECS = [
  { uuid: "h800", card: "H800", memoryGb: 80, yuanPerHour: 8.88, told: "a price list noted 2026-03" },
  { uuid: "v-48g", card: "RTX 4090", memoryGb: 48, yuanPerHour: 2.88, told: "a price noted 2026" },
  { uuid: "pro6000-p", card: "RTX PRO 6000", memoryGb: 96 },
  { uuid: "v-32g-p", card: "RTX 4080 SUPER", memoryGb: 32 },
  { uuid: "v-48g-350w", card: "RTX 3090", memoryGb: 48, yuanPerHour: 1.5, told: "a price noted 2026-06" },
  { uuid: "5090-p", card: "RTX 5090", memoryGb: 32, yuanPerHour: 2.88, told: "a price list noted 2026-03" },
  { uuid: "4090D", card: "RTX 4090 D", memoryGb: 24 }
];
var DEAREST = Math.max(...SPECS.map(({ yuanPerHour }) => yuanPerHour ?? 0));
var LIKE_AN_ID = /^(?:v-[a-z0-9-]{1,40}|[a-z0-9-]{1,40}-p)$/;
var specOf = (uuid) => SPECS.find((each) => each.uuid === uuid) ?? { uuid, card: uuid };
function specsFor(names) {
  const newer = names.filter((name) => LIKE_AN_ID.test(name) && !SPECS.some(({ uuid }) => uuid === name));
  return [...SPECS, ...newer.map(specOf)];
}
function statedPrice({ yuanPerHour, told }, count) {
  if (yuanPerHour !== void 0)
    return { yuan: yuanPerHour * count, source: `${told}, not the platform's word` };
  return { yuan: DEAREST * count, source: "told only after renting; counted as the dearest card known" };
}
var SYSTEM_DISK_GB = 30;
var MOST_EXTRA_GB = 500;
var YUAN_PER_GB_HOUR = 66e-4 / 24;
var diskYuanPerHour = (extraGb) => extraGb * YUAN_PER_GB_HOUR;
function extraGbFor(leastGb) {
  const extra = Math.max(0, Math.ceil((leastGb ?? 0) - SYSTEM_DISK_GB));
  return extra > MOST_EXTRA_GB ? void 0 : extra;
}
var REGIONS = ["westDC3", "beijingDC2"];
var USUAL_IMAGE = { uuid: "base-image-l2t43iu6uk", cuda: "11.8", cudaFrom: 118 };
var ANY_CUDA = 113;

// src/platforms/autodl/box.ts
var STARTING = /* @__PURE__ */ new Set(["creating", "created", "starting"]);
var looked = (look) => understood("AutoDL", look);
async function find(ask, name) {
  const all = await looked(instances(ask));
  const rows = all.filter((row) => readMarkedName(row.name).name === name);
  rows.sort((a, b) => timeOf(a.created_at) - timeOf(b.created_at));
  return Promise.all(rows.map((row) => heldOf(ask, row)));
}
async function heldOf(ask, row) {
  const { name } = readMarkedName(row.name);
  const details = await detailsOf(ask, row.uuid).catch(() => void 0);
  return { boxId: row.uuid, name, meters: metersOf(row, details) };
}
async function inventory(ask) {
  const [boxes, saved] = await looked(Promise.all([instances(ask), images(ask)]));
  return [
    ...boxes.map(
      (row) => ({
        kind: "instance",
        id: row.uuid,
        ...readMarkedName(row.name),
        native: row.status,
        billing: row.status === "running" || STARTING.has(row.status) ? "yes" : "unknown",
        ...createdAt(row.created_at)
      })
    ),
    // A saved image is charged for above a free quota that the API does not tell.
    ...saved.map(
      (row) => ({
        kind: "snapshot",
        id: row.image_uuid,
        ...readMarkedName(row.name),
        native: row.status,
        billing: "unknown",
        ...createdAt(row.create_at)
      })
    )
  ];
}
async function describe(ask, boxId) {
  const native = await looked(statusOf(ask, boxId));
  if (native === "gone") return { state: "gone", native: "RecordNotFoundError" };
  if (native === "shutdown") return { state: "stopped", native };
  if (STARTING.has(native)) return { state: "starting", native };
  if (native !== "running") return { state: "unknown", native };
  const { proxy_host: host = "", ssh_port: port = 0 } = await looked(detailsOf(ask, boxId)) ?? {};
  if (host === "" || port < 1 || port > 65535) return { state: "starting", native };
  return { state: "running", native, endpoint: { host, port, user: "root" } };
}
async function meters(ask, held) {
  const status = await looked(statusOf(ask, held.boxId));
  return held.meters.map(({ id }) => ({ id, state: readingOf(id, status) }));
}
async function powerOff(ask, uuid) {
  const status = await statusOf(ask, uuid);
  if (!["gone", "shutdown", "shutting_down"].includes(status)) await order(ask, "power_off", uuid);
}
async function powerOn(ask, uuid) {
  const status = await looked(statusOf(ask, uuid));
  if (status === "running" || STARTING.has(status)) return;
  try {
    await order(ask, "power_on", uuid, { payload: "gpu" });
  } catch (error) {
    if (!(error instanceof SaidNo)) throw error;
    const reason = isSoldOut(error) ? "no-capacity" : "refused";
    throw new RentFailed(`"${error.said}" (${error.code})`, reason, { cause: error });
  }
}
var release = (ask, context, uuid) => removeOnceOff(context, {
  platform: "AutoDL",
  boxId: uuid,
  async look() {
    const native = await statusOf(ask, uuid);
    if (native === "gone") return { state: "gone", native };
    if (native === "shutdown") return { state: "ready", native };
    return { state: native === "shutting_down" ? "going-off" : "on", native };
  },
  turnOff: () => order(ask, "power_off", uuid),
  remove: () => order(ask, "release", uuid)
});
function readingOf(meter, status) {
  if (!["gpu", "data-disk"].includes(meter)) return "unknown";
  if (status === "gone") return "gone";
  if (meter === "data-disk") return "running";
  if (status === "shutdown") return "gone";
  return status === "running" || status === "shutting_down" || STARTING.has(status) ? "running" : "unknown";
}
function metersOf(row, details) {
  const stated = statedPrice(specOf(row.gpu_spec_uuid), row.req_gpu_amount);
  const told = details?.payg_price;
  const yuan = told === void 0 ? stated.yuan : told / 1e3;
  const source = told === void 0 ? stated.source : "payg_price of the instance";
  const extraBytes = details?.expand_system_disk_size ?? (row.expand_system_disk_by_gb ?? 0) * 2 ** 30;
  const extraGb = Math.round(extraBytes / 2 ** 30);
  return [
    { id: "gpu", kind: "gpu", usdPerHour: usdFromYuan(yuan), source: `${yuan.toFixed(2)} CNY/h: ${source}` },
    {
      id: "data-disk",
      kind: "disk",
      usdPerHour: usdFromYuan(diskYuanPerHour(extraGb)),
      source: `${extraGb} GB beyond the free ${SYSTEM_DISK_GB}: the profile, unsourced`
    }
  ];
}
var timeOf = (text) => Date.parse(text) || 0;
var createdAt = (text) => Number.isNaN(Date.parse(text)) ? {} : { createdAt: new Date(text).toISOString() };

// src/platforms/autodl/offers.ts
var MOST_GPUS = 4;
function offersOf(want, { platform, market, volume }, imageCuda) {
  if (volume !== void 0) throw noVolume(volume);
  if (market === "spot") return [];
  const least = want.gpu?.count ?? 1;
  const counts = [1, 2, 3, 4].filter((each) => each >= least && each <= (want.gpu?.most ?? least));
  const extraGb = extraGbFor(want.diskGb?.min);
  if (extraGb === void 0) return [];
  const asked = want.regions?.map((each) => each.toLowerCase());
  const regions = asked ? REGIONS.filter((each) => asked.includes(each.toLowerCase())) : [void 0];
  return specsFor(want.gpu?.names ?? []).flatMap(
    (spec) => regions.flatMap(
      (region) => counts.map((count) => ({
        ...offerOf(spec, count, extraGb, region),
        platform,
        ...imageCuda !== void 0 && { imageCuda }
      }))
    )
  );
}
var cardsOf = (want) => specsFor(want.gpu?.names ?? []).flatMap(
  ({ card, memoryGb }) => Array.from({ length: MOST_GPUS }, (_, i) => offeredGpu(card, i + 1, memoryGb))
);
function offerOf(spec, count, extraGb, region) {
  const price = statedPrice(spec, count);
  const memory = spec.memoryGb === void 0 ? "" : ` ${spec.memoryGb} GB`;
  const where = region ?? "in a region of its choice";
  return {
    id: [spec.uuid, count, ...region ? [region] : []].join(":"),
    type: spec.uuid,
    summary: `${count}x ${spec.card}${memory} (${spec.uuid}), ${where}; ${price.yuan.toFixed(2)} CNY/h (${price.source})`,
    usdPerHour: usdFromYuan(price.yuan) + usdFromYuan(diskYuanPerHour(extraGb)),
    market: "on-demand",
    gpu: offeredGpu(spec.card, count, spec.memoryGb),
    diskGb: SYSTEM_DISK_GB + MOST_EXTRA_GB,
    ...region ? { region } : {}
  };
}
var noVolume = (volume) => new Problem({
  code: "volume-unknown",
  kind: "usage",
  what: `AutoDL attaches no volume, and so not ${JSON.stringify(volume)}: the file system of a region is mounted at /root/autodl-fs by itself.`,
  next: 'Remove "volume" from that candidate; to be where the data is, name the region under "resources.region".'
});

// src/platforms/autodl/rent.ts
async function create(ask, intent, ownImage) {
  const body = createBody(intent, ownImage);
  const [found] = await find(ask, intent.name);
  if (found) return found;
  try {
    return await heldOf(ask, { ...body, uuid: await createAt(ask, body), name: body.instance_name });
  } catch (error) {
    if (!(error instanceof SaidNo)) throw error;
    throw new RentFailed(error.message, reasonOf(error), { cause: error });
  }
}
function reasonOf({ code, said }) {
  if (isSoldOut({ code, said })) return "no-capacity";
  const isPermanent = code === "RequestParameterIsWrong" || code === "BadRequest" || /余额|欠费/.test(said);
  return isPermanent ? "refused" : "unclear";
}
var asNumber = (cuda) => Number((cuda ?? "0").replace(".", ""));
function createBody({ offer, ...intent }, ownImage) {
  if (intent.image !== void 0) {
    const what = `AutoDL rents no image by its registry name (${intent.image}); it has images of its own`;
    throw new RentFailed(
      `${what}. Remove "image" from the job, or save a private image and name it in AUTODL_IMAGE.`,
      "refused"
    );
  }
  const [uuid = "", count = "", region] = offer.id.split(":");
  const extraGb = extraGbFor(intent.want.diskGb?.min);
  if (uuid === "" || !/^[1-4]$/.test(count) || extraGb === void 0)
    throw new RentFailed(`${JSON.stringify(offer.id)} is not an offer of AutoDL`, "refused");
  return {
    gpu_spec_uuid: uuid,
    req_gpu_amount: Number(count),
    image_uuid: ownImage ?? USUAL_IMAGE.uuid,
    expand_system_disk_by_gb: extraGb,
    cuda_v_from: Math.max(
      ownImage === void 0 ? USUAL_IMAGE.cudaFrom : ANY_CUDA,
      asNumber(intent.want.cuda)
    ),
    ...region ? { data_center_list: [region] } : {},
    instance_name: markedName(intent.name, intent.owner),
    start_command: startScript({
      authorizedKey: intent.authorizedKey,
      ...intent.hostKey === void 0 ? {} : { hostKey: intent.hostKey }
    })
  };
}

// src/platforms/autodl/driver.ts
var AGAIN = "Run the same command again; if it goes on, look into the console of AutoDL.";
function autodl(context) {
  const ask = openAutodl(context);
  const ownImage = () => context.secret("AUTODL_IMAGE")?.trim() || void 0;
  return {
    platform: "autodl",
    // Of an image of one's own nobody tells the CUDA.
    offers: async (want, candidate) => offersOf(want, candidate, ownImage() === void 0 ? USUAL_IMAGE.cuda : void 0),
    cards: async (want) => cardsOf(want),
    create: (intent) => create(ask, intent, ownImage()),
    find: (name) => find(ask, name),
    inventory: () => inventory(ask),
    describe: (boxId) => describe(ask, boxId),
    startAgain: (boxId) => powerOn(ask, boxId),
    meters: (held) => meters(ask, held),
    verbs: {
      "power-off": (boxId, { verb }) => accepted(powerOff(ask, boxId), { verb, boxId }, AGAIN),
      release: (boxId, { verb }) => accepted(release(ask, context, boxId), { verb, boxId }, AGAIN)
    }
  };
}
export {
  autodl
};
