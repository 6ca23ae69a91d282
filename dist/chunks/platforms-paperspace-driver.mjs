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
  ApiRefused
} from "./platforms-api.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
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
import "./nothing.shared.mjs";

// src/platforms/paperspace/api.ts
var Machine = external_exports.object({
  id: external_exports.string().min(1),
  name: external_exports.string(),
  /** Not an enum here: a word that no document knows must become `unknown` and not an error. */
  state: external_exports.string(),
  machineType: external_exports.string(),
  region: external_exports.string().nullish(),
  publicIp: external_exports.string().nullish(),
  usageRate: external_exports.number().min(0),
  storageRate: external_exports.number().min(0),
  dtCreated: external_exports.string(),
  dtDeleted: external_exports.string().nullish(),
  autoShutdownEnabled: external_exports.boolean().nullish(),
  autoShutdownTimeout: external_exports.number().nullish()
});
var pageOf = (item) => external_exports.object({ hasMore: external_exports.boolean(), nextPage: external_exports.string().nullish(), items: external_exports.array(item) });
var Machines = pageOf(Machine);
var Created = external_exports.object({ data: Machine });
var Snapshots = pageOf(
  external_exports.object({
    id: external_exports.string().min(1),
    name: external_exports.string(),
    machineId: external_exports.string(),
    dtCreated: external_exports.string().nullish()
  })
);
var PublicIps = pageOf(external_exports.object({ ip: external_exports.string().min(1), assignedMachineId: external_exports.string().nullish() }));
var SharedDrives = pageOf(external_exports.object({ id: external_exports.string().min(1), name: external_exports.string() }));
var Scripts = pageOf(external_exports.object({ id: external_exports.string().min(1), name: external_exports.string() }));
var Named = external_exports.object({ id: external_exports.string().min(1) });
var Available = external_exports.object({ available: external_exports.boolean() });
var Template = external_exports.object({
  id: external_exports.string().min(1),
  name: external_exports.string(),
  agentType: external_exports.string().nullish(),
  availableMachineTypes: external_exports.array(
    external_exports.object({ machineTypeLabel: external_exports.string(), isAvailable: external_exports.boolean().nullish() })
  )
});
var Templates = pageOf(Template);
var Failure = external_exports.object({ code: external_exports.string(), message: external_exports.string() });
var explain = (body) => {
  const { data } = Failure.safeParse(body);
  return data && `${data.code}: ${data.message}`;
};
var codeOf = (refused) => Failure.safeParse(refused.body).data?.code ?? "";
var openPaperspace = (context) => openKeyed(context, {
  platform: "paperspace",
  name: "Paperspace",
  usual: "https://api.paperspace.com",
  // One question for each type and region, and no limit is documented.
  paces: { availability: 0.5 },
  explain,
  keyName: "PAPERSPACE_API_KEY"
});
async function all(api, path, reply) {
  const pages = await everyPage(
    `Paperspace's list ${path}`,
    (after) => api.call({ method: "GET", path: `/v1${path}`, query: { limit: 50, after }, reply }),
    ({ hasMore, nextPage }) => hasMore ? nextPage || null : void 0
  );
  return pages.flatMap(({ items }) => items);
}
async function isAvailable(api, machineType, region) {
  const query = { machineType, region };
  const request = { method: "GET", path: "/v1/machine-availability", query };
  return (await api.call({ ...request, reply: Available, pace: "availability" })).available;
}
var remove = (api, folder, id) => api.unlessGone({ method: "DELETE", path: `/v1/${folder}/${encodeURIComponent(id)}` });

// src/platforms/paperspace/box.ts
var USER = "paperspace";
var HOURS_PER_MONTH = 730;
var OFF = { everySeconds: 10, withinSeconds: 300 };
var STARTING = ["starting", "restarting", "provisioning", "upgrading", "serviceready"];
var pathOf = (boxId) => `/v1/machines/${encodeURIComponent(boxId)}`;
async function machine(api, boxId) {
  const seen = await api.unlessGone({ method: "GET", path: pathOf(boxId), reply: Machine });
  return seen?.dtDeleted ? void 0 : seen;
}
var machines = async (api) => (await all(api, "/machines", Machines)).filter(({ dtDeleted }) => !dtDeleted);
var find = async (api, name) => (await machines(api)).filter((each) => readMarkedName(each.name).name === name).sort((a, b) => Date.parse(a.dtCreated) - Date.parse(b.dtCreated)).map(heldFrom);
async function describe(api, boxId) {
  const seen = await machine(api, boxId);
  return seen === void 0 ? { state: "gone" } : described(seen);
}
async function running(api) {
  const all2 = (await machines(api)).map((each) => [each.id, described(each)]);
  return new Map(all2.filter(([, { state }]) => state === "running"));
}
function described({ state: native, publicIp }) {
  if (native === "ready" && publicIp)
    return { state: "running", native, endpoint: ipEndpoint(publicIp, USER) };
  if (native === "ready" || STARTING.includes(native)) return { state: "starting", native };
  if (native === "off") return { state: "stopped", native };
  return { state: native === "stopping" ? "running" : "unknown", native };
}
async function meters(api, held) {
  const seen = await machine(api, held.boxId);
  const snapshots = await snapshotsOf(api, held.boxId);
  const state = {
    gpu: computeState(seen),
    storage: seen ? "running" : "gone",
    // As long as the machine is there one can be made of it, so only afterwards none is a proof.
    snapshot: seen || snapshots.length > 0 ? "running" : "gone"
  };
  return held.meters.map(({ id }) => ({
    id,
    state: Object.hasOwn(state, id) ? state[id] ?? "unknown" : "unknown"
  }));
}
var snapshotsOf = async (api, boxId) => (await all(api, "/snapshots", Snapshots)).filter(({ machineId }) => machineId === boxId);
function computeState(seen) {
  if (seen === void 0 || seen.state === "off") return "gone";
  return ["ready", "stopping", ...STARTING].includes(seen.state) ? "running" : "unknown";
}
function heldFrom(seen) {
  const hours = seen.autoShutdownEnabled ? seen.autoShutdownTimeout : void 0;
  const since = Date.parse(seen.dtCreated);
  return {
    boxId: seen.id,
    name: readMarkedName(seen.name).name,
    meters: [
      { id: "gpu", kind: "gpu", usdPerHour: seen.usageRate, source: "Paperspace's usageRate" },
      {
        id: "storage",
        kind: "disk",
        usdPerHour: seen.storageRate / HOURS_PER_MONTH,
        source: "Paperspace's storageRate, taken as of a month"
      },
      // None is asked for; whether one is there and outlives the machine is looked up every time.
      { id: "snapshot", kind: "snapshot", usdPerHour: 0, source: "none is asked for" }
    ],
    since: new Date(since).toISOString(),
    ...hours == null ? { untimed: "Paperspace shows no auto-shutdown of it" } : { endsAt: new Date(since + hours * 36e5).toISOString() }
  };
}
async function inventory(api) {
  const boxes = (await machines(api)).map(asResource);
  const snapshots = await all(api, "/snapshots", Snapshots);
  const ips = await all(api, "/public-ips", PublicIps);
  const drives = await all(api, "/shared-drives", SharedDrives);
  const billing = "yes";
  return [
    ...boxes,
    ...snapshots.map(({ id, name, machineId }) => {
      return { kind: "snapshot", id, ...readMarkedName(name), native: `of ${machineId}`, billing };
    }),
    ...ips.map(({ ip, assignedMachineId: to }) => {
      return { kind: "ip", id: ip, name: ip, native: to ? `assigned to ${to}` : "not assigned", billing };
    }),
    ...drives.map(({ id, name }) => {
      return { kind: "filesystem", id, ...readMarkedName(name), native: "shared drive", billing };
    })
  ];
}
function asResource(seen) {
  return {
    kind: "instance",
    id: seen.id,
    ...readMarkedName(seen.name),
    native: seen.state,
    // A machine that is off still pays its storage.
    billing: computeState(seen) === "unknown" ? "unknown" : "yes",
    usdPerHour: (seen.state === "off" ? 0 : seen.usageRate) + seen.storageRate / HOURS_PER_MONTH,
    createdAt: seen.dtCreated
  };
}
async function removeScripts(api, marked) {
  for (const { id, name } of await all(api, "/startup-scripts", Scripts))
    if (name === marked) await remove(api, "startup-scripts", id);
}
async function stop(api, boxId) {
  for (let waited = 0; ; waited += OFF.everySeconds) {
    const seen = await machine(api, boxId);
    if (seen === void 0 || seen.state === "off") return;
    const isLast = waited >= OFF.withinSeconds;
    if (seen.state !== "stopping") await askToStop(api, boxId, isLast);
    if (seen.state === "ready" || seen.state === "stopping") {
      const now = await machine(api, boxId);
      if (now === void 0 || now.state === "off" || now.state === "stopping") return;
    }
    if (isLast) throw notDone("stop", boxId, seen.state);
    await api.pause(OFF.everySeconds);
  }
}
async function askToStop(api, boxId, isLast) {
  try {
    await api.unlessGone({ method: "PATCH", path: `${pathOf(boxId)}/stop`, body: {}, repeatable: true });
  } catch (error) {
    if (isLast || !(error instanceof ApiRefused)) throw error;
  }
}
async function destroy(api, boxId) {
  const seen = await machine(api, boxId);
  for (let waited = 0; ; waited += OFF.everySeconds) {
    const now = await machine(api, boxId);
    if (now === void 0) break;
    if (now.state === "off") {
      await remove(api, "machines", boxId);
      break;
    }
    await stop(api, boxId);
    if (waited >= OFF.withinSeconds) throw notDone("delete", boxId, now.state);
    await api.pause(OFF.everySeconds);
  }
  if (seen && readMarkedName(seen.name).owner !== void 0)
    await removeScripts(api, seen.name).catch(() => void 0);
}
async function deleteSnapshots(api, id) {
  const mine = await snapshotsOf(api, id);
  for (const each of mine) await remove(api, "snapshots", each.id);
  if (mine.length === 0) await remove(api, "snapshots", id);
}
var notDone = (what, id, state) => new Problem({
  code: `not-${what === "stop" ? "stopped" : "deleted"}`,
  kind: "billing",
  what: `Paperspace did not ${what} the machine ${id}: it is ${state}.`,
  next: "Run the same command again; if it stays so, do it in the console of Paperspace.",
  costing: [id]
});

// src/platforms/paperspace/offers.ts
var REGIONS = ["East Coast (NY2)", "Europe (AMS1)", "West Coast (CA1)"];
async function offersOf(api, platform, want, { market, volume, usdPerHour }) {
  if (market === "spot") return [];
  if (volume !== void 0) throw noVolumes(volume);
  if (usdPerHour === void 0) throw noPrice();
  const offers = [];
  for (const { type, gpu, template } of fitting(await ours(api), want))
    for (const region of REGIONS) {
      if (!await isAvailable(api, type, region)) continue;
      const id = `${type}@${region}@${template.id}`;
      const summary = `${type}, ${region}, ${template.name}, at the price that the candidate states`;
      offers.push({ id, platform, type, summary, usdPerHour, market: "on-demand", gpu, region });
    }
  return offers;
}
function fitting(templates, want) {
  const all2 = templates.flatMap(
    (template) => template.availableMachineTypes.filter((each) => each.isAvailable !== false).map(({ machineTypeLabel: type }) => ({ type, gpu: gpuOf(type), template }))
  );
  return all2.filter(
    ({ type, gpu }, index) => (!want.gpu || isWanted(gpu, want.gpu)) && all2.findIndex((each) => each.type === type) === index
  );
}
var isWanted = (card, { names, count, most = count, memoryGb }) => card.count >= count && card.count <= most && (names.length === 0 || names.some((name) => isCard(card, name))) && (memoryGb?.min === void 0 || card.memoryGb === void 0 || card.memoryGb >= memoryGb.min);
var ours = async (api) => (await all(api, "/os-templates", Templates)).filter(({ name }) => /ml-in-a-box/i.test(name));
async function cardsOf(api) {
  const types = (await ours(api)).flatMap(({ availableMachineTypes }) => availableMachineTypes);
  return [...new Set(types.map(({ machineTypeLabel }) => machineTypeLabel))].map(gpuOf);
}
function gpuOf(type) {
  const card = type.replace(/x\d+$/, "");
  return offeredGpu(card, Number(/x(\d+)$/.exec(type)?.[1] ?? 1), SMALLER_GB[card]);
}
var SMALLER_GB = { A100: 40, V100: 16 };
function readOfferId(id) {
  const [, machineType, region, templateId] = /^([^@]+)@([^@]+)@([^@]+)$/.exec(id) ?? [];
  if (machineType && region && templateId) return { machineType, region, templateId };
  throw new RentFailed(`"${id}" is no offer of Paperspace's`, "refused");
}
var noVolumes = (volume) => new Problem({
  code: "volume-unknown",
  kind: "usage",
  what: `Paperspace attaches no volume to a machine by its API, and the candidate names "${volume}"; nothing was rented.`,
  next: 'Leave out "volume" of the candidate; mount a shared drive in the setup of the job.'
});
var noPrice = () => new Problem({
  code: "price-unknown",
  kind: "usage",
  what: "Paperspace's API names no price before a machine is there, and the candidate states none; nothing was rented.",
  next: `Write "usdPerHour" of the candidate, from the platform's page of prices, machine and storage together.`
});

// src/platforms/paperspace/rent.ts
var LEAST_DISK_GB = 50;
var LONGEST_HOURS = 168;
var LET_IN = `dir=/home/paperspace/.ssh
mkdir -p "$dir" && touch "$dir/authorized_keys"
grep -qxF "$key" "$dir/authorized_keys" || printf '%s\\n' "$key" >>"$dir/authorized_keys"
chmod 700 "$dir" && chmod 600 "$dir/authorized_keys" && chown -R paperspace: "$dir"`;
async function create(api, intent) {
  if (intent.image !== void 0)
    throw new RentFailed(
      'Paperspace rents machines made of templates and starts no container image; take "image" out of the job',
      "refused"
    );
  if (intent.candidate.volume !== void 0) throw noVolumes(intent.candidate.volume);
  const [there] = await find(api, intent.name);
  return there ?? rent(api, intent);
}
async function rent(api, intent) {
  const { machineType, region } = readOfferId(intent.offer.id);
  if (!await isAvailable(api, machineType, region))
    throw new RentFailed(`Paperspace has no ${machineType} in ${region} at this moment`, "no-capacity");
  const body = bodyOf(intent, await freshScript(api, intent));
  try {
    return heldFrom((await api.call({ method: "POST", path: "/v1/machines", body, reply: Created })).data);
  } catch (error) {
    throw rentFailure(error, (refused) => {
      if (/capacity|not available|unavailable|out of stock/i.test(refused.said)) return "no-capacity";
      return codeOf(refused) === "" ? "unclear" : "refused";
    });
  }
}
async function freshScript(api, intent) {
  const { name, owner, authorizedKey, hostKey } = intent;
  const marked = markedName(name, owner);
  await removeScripts(api, marked);
  const script = startScript({ authorizedKey, ...hostKey === void 0 ? {} : { hostKey }, extra: LET_IN });
  const body = { name: marked, script, isEnabled: true, isRunOnce: false };
  const request = { method: "POST", path: "/v1/startup-scripts", body, repeatable: true };
  return (await api.call({ ...request, reply: Named })).id;
}
function bodyOf({ name, owner, offer, want, lifetimeSeconds }, startupScriptId) {
  return {
    name: markedName(name, owner),
    ...readOfferId(offer.id),
    diskSize: Math.max(LEAST_DISK_GB, Math.ceil(want.diskGb?.min ?? 0)),
    // A static one bills until it is released by itself.
    publicIpType: "dynamic",
    startOnCreate: true,
    startupScriptId,
    autoShutdownEnabled: true,
    autoShutdownTimeout: Math.min(LONGEST_HOURS, Math.max(1, Math.ceil(lifetimeSeconds / 3600))),
    autoShutdownForce: true,
    takeInitialSnapshot: false,
    emailPassword: false
  };
}

// src/platforms/paperspace/driver.ts
function paperspace(context, platform) {
  const api = openPaperspace(context);
  return {
    platform,
    offers: (want, candidate) => offersOf(api, platform, want, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, intent),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId),
    running: () => running(api),
    meters: (held) => meters(api, held),
    verbs: {
      "shut-down": (boxId) => stop(api, boxId),
      destroy: (boxId) => destroy(api, boxId),
      "delete-snapshots": (boxId) => deleteSnapshots(api, boxId),
      "release-ip": async (id) => void await remove(api, "public-ips", id),
      "delete-storage": async (id) => void await remove(api, "shared-drives", id)
    }
  };
}
export {
  paperspace
};
