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
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  apiBaseOf,
  apiKeyOf
} from "./platforms-context.shared.mjs";
import {
  offeredGpu
} from "./job-gpu-cards.shared.mjs";
import {
  ApiRefused,
  ApiUnclear,
  isGone,
  keyMayNot,
  openApi,
  unlessGone
} from "./platforms-api.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./secret-forms.shared.mjs";
import "./nearest.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/platforms/paperspace/api.ts
var USER = "paperspace";
var HOURS_PER_MONTH = 730;
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
var Templates = pageOf(
  external_exports.object({
    id: external_exports.string().min(1),
    name: external_exports.string(),
    agentType: external_exports.string().nullish(),
    availableMachineTypes: external_exports.array(
      external_exports.object({ machineTypeLabel: external_exports.string(), isAvailable: external_exports.boolean().nullish() })
    )
  })
);
var Anything = external_exports.unknown();
var Failure = external_exports.object({ code: external_exports.string(), message: external_exports.string() });
var explainPaperspace = (body) => {
  const { data } = Failure.safeParse(body);
  return data && `${data.code}: ${data.message}`;
};
var codeOf = (refused) => Failure.safeParse(refused.body).data?.code ?? "";
var STARTING = ["starting", "restarting", "provisioning", "upgrading", "serviceready"];
function described({ state: native, publicIp }) {
  if (native === "ready" && publicIp)
    return { state: "running", native, endpoint: ipEndpoint(publicIp, USER) };
  if (native === "ready" || STARTING.includes(native)) return { state: "starting", native };
  if (native === "off") return { state: "stopped", native };
  return { state: native === "stopping" ? "running" : "unknown", native };
}
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

// src/platforms/paperspace/driver.ts
var KEY = "PAPERSPACE_API_KEY";
var REGIONS = ["East Coast (NY2)", "Europe (AMS1)", "West Coast (CA1)"];
var LEAST_DISK_GB = 50;
var LONGEST_HOURS = 168;
var MOST_PAGES = 100;
var LET_IN = `dir=/home/paperspace/.ssh
mkdir -p "$dir" && touch "$dir/authorized_keys"
grep -qxF "$key" "$dir/authorized_keys" || printf '%s\\n' "$key" >>"$dir/authorized_keys"
chmod 700 "$dir" && chmod 600 "$dir/authorized_keys" && chown -R paperspace: "$dir"`;
var OFF = { everySeconds: 10, withinSeconds: 300 };
function paperspace(context, platform) {
  const { clock, secret, signal } = context;
  const api = openApi({
    name: "Paperspace",
    base: apiBaseOf(context, "paperspace", "https://api.paperspace.com"),
    headers: () => ({ authorization: `Bearer ${apiKeyOf(context, "paperspace", KEY)}` }),
    secrets: [secret(KEY)?.trim() ?? ""],
    clock,
    explain: explainPaperspace,
    keyName: KEY,
    ...signal === void 0 ? {} : { signal }
  });
  const ask = (request) => api.call(request).catch((error) => {
    throw error instanceof ApiRefused && error.status === 403 ? keyMayNot("Paperspace", KEY, error.said) : error;
  });
  async function all(path, reply, query = {}) {
    const rows = [];
    let after;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const seen = await ask({
        method: "GET",
        path: `/v1${path}`,
        query: { ...query, limit: 50, after },
        reply
      });
      rows.push(...seen.items);
      if (!seen.hasMore) return rows;
      if (!seen.nextPage) break;
      after = seen.nextPage;
    }
    throw new Problem({
      code: "api-reply",
      kind: "unreachable",
      what: `Paperspace's list ${path} did not come to its end after ${rows.length} rows.`,
      next: "Look into the console of Paperspace; then report this with the version of gpu-lease."
    });
  }
  const pathOf = (boxId) => `/v1/machines/${encodeURIComponent(boxId)}`;
  async function machine(boxId) {
    const seen = await unlessGone(ask({ method: "GET", path: pathOf(boxId), reply: Machine }));
    return seen?.dtDeleted ? void 0 : seen;
  }
  const find = async (name) => (await all("/machines", Machines)).filter((each) => !each.dtDeleted && readMarkedName(each.name).name === name).sort((a, b) => Date.parse(a.dtCreated) - Date.parse(b.dtCreated)).map(heldFrom);
  async function removeScripts(marked) {
    for (const { id } of (await all("/startup-scripts", Scripts)).filter(({ name }) => name === marked)) {
      const path = `/v1/startup-scripts/${encodeURIComponent(id)}`;
      await unlessGone(ask({ method: "DELETE", path, reply: Anything }));
    }
  }
  async function rent(intent) {
    const { name, owner, offer, want, authorizedKey, hostKey, lifetimeSeconds } = intent;
    const [, machineType, region, templateId] = /^([^@]+)@([^@]+)@([^@]+)$/.exec(offer.id) ?? [];
    if (!machineType || !region || !templateId)
      throw new RentFailed(`"${offer.id}" is no offer of Paperspace's`, "refused");
    const query = { machineType, region };
    if (!(await ask({ method: "GET", path: "/v1/machine-availability", query, reply: Available })).available)
      throw new RentFailed(`Paperspace has no ${machineType} in ${region} at this moment`, "no-capacity");
    const marked = markedName(name, owner);
    await removeScripts(marked);
    const script = startScript({
      authorizedKey,
      ...hostKey === void 0 ? {} : { hostKey },
      extra: LET_IN
    });
    const scriptBody = { name: marked, script, isEnabled: true, isRunOnce: false };
    const { id } = await ask({
      method: "POST",
      path: "/v1/startup-scripts",
      body: scriptBody,
      repeatable: true,
      reply: Named
    });
    const body = {
      name: marked,
      machineType,
      templateId,
      region,
      diskSize: Math.max(LEAST_DISK_GB, Math.ceil(want.diskGb?.min ?? 0)),
      // A static one bills until it is released by itself.
      publicIpType: "dynamic",
      startOnCreate: true,
      startupScriptId: id,
      autoShutdownEnabled: true,
      autoShutdownTimeout: Math.min(LONGEST_HOURS, Math.max(1, Math.ceil(lifetimeSeconds / 3600))),
      autoShutdownForce: true,
      takeInitialSnapshot: false,
      emailPassword: false
    };
    try {
      return heldFrom((await ask({ method: "POST", path: "/v1/machines", body, reply: Created })).data);
    } catch (error) {
      throw failureOf(error);
    }
  }
  async function stop(boxId) {
    for (let waited = 0; ; waited += OFF.everySeconds) {
      const seen = await machine(boxId);
      if (seen === void 0 || seen.state === "off") return;
      if (seen.state !== "stopping")
        await ask({
          method: "PATCH",
          path: `${pathOf(boxId)}/stop`,
          body: {},
          repeatable: true,
          reply: Anything
        }).catch((error) => {
          if (!isGone(error) && !(error instanceof ApiRefused && waited < OFF.withinSeconds)) throw error;
        });
      if (seen.state === "ready" || seen.state === "stopping") {
        const now = await machine(boxId);
        if (now === void 0 || now.state === "off" || now.state === "stopping") return;
      }
      if (waited >= OFF.withinSeconds) throw notDone("stop", boxId, seen.state);
      await clock.sleep(OFF.everySeconds, signal);
      signal?.throwIfAborted();
    }
  }
  async function destroy(boxId) {
    const seen = await machine(boxId);
    for (let waited = 0; ; waited += OFF.everySeconds) {
      const now = await machine(boxId);
      if (now === void 0) break;
      if (now.state === "off") {
        await unlessGone(ask({ method: "DELETE", path: pathOf(boxId), reply: Anything }));
        break;
      }
      await stop(boxId);
      if (waited >= OFF.withinSeconds) throw notDone("delete", boxId, now.state);
      await clock.sleep(OFF.everySeconds, signal);
      signal?.throwIfAborted();
    }
    if (seen && readMarkedName(seen.name).owner !== void 0)
      await removeScripts(seen.name).catch(() => void 0);
  }
  async function remove(path) {
    await ask({ method: "DELETE", path, reply: Anything }).catch((error) => {
      if (!isGone(error)) throw error;
    });
  }
  const snapshotsOf = async (boxId) => (await all("/snapshots", Snapshots)).filter(({ machineId }) => machineId === boxId);
  return {
    platform,
    async offers(want, candidate) {
      if (candidate.market === "spot") return [];
      if (candidate.volume !== void 0) throw noVolumes(candidate.volume);
      const { usdPerHour } = candidate;
      if (usdPerHour === void 0) throw noPrice();
      const templates = (await all("/os-templates", Templates)).filter(
        ({ name }) => /ml-in-a-box/i.test(name)
      );
      const offers = [];
      const seen = /* @__PURE__ */ new Set();
      for (const template of templates)
        for (const { machineTypeLabel: type, isAvailable } of template.availableMachineTypes) {
          const count = Number(/x(\d+)$/.exec(type)?.[1] ?? 1);
          const gpu = offeredGpu(type.replace(/x\d+$/, ""), count);
          if (isAvailable === false || seen.has(type) || want.gpu && !want.gpu.names.includes(gpu.model ?? ""))
            continue;
          seen.add(type);
          for (const region of REGIONS) {
            const query = { machineType: type, region };
            const { available } = await ask({
              method: "GET",
              path: "/v1/machine-availability",
              query,
              reply: Available
            });
            if (!available) continue;
            const id = `${type}@${region}@${template.id}`;
            const summary = `${type}, ${region}, ${template.name}, at the price that the candidate states`;
            offers.push({
              id,
              platform,
              summary,
              usdPerHour,
              market: "on-demand",
              gpu,
              region
            });
          }
        }
      return offers;
    },
    async create(intent) {
      if (intent.image !== void 0)
        throw new RentFailed(
          'Paperspace rents machines made of templates and starts no container image; take "image" out of the job',
          "refused"
        );
      if (intent.candidate.volume !== void 0) throw noVolumes(intent.candidate.volume);
      const [there] = await find(intent.name);
      return there ?? rent(intent);
    },
    find,
    async inventory() {
      const machines = (await all("/machines", Machines)).filter(({ dtDeleted }) => !dtDeleted).map(asResource);
      const snapshots = (await all("/snapshots", Snapshots)).map(
        (each) => ({
          kind: "snapshot",
          id: each.id,
          ...readMarkedName(each.name),
          native: `of ${each.machineId}`,
          billing: "yes"
        })
      );
      const ips = (await all("/public-ips", PublicIps)).map(
        (each) => ({
          kind: "ip",
          id: each.ip,
          name: each.ip,
          native: each.assignedMachineId ? `assigned to ${each.assignedMachineId}` : "not assigned",
          billing: "yes"
        })
      );
      const drives = (await all("/shared-drives", SharedDrives)).map(
        (each) => ({
          kind: "filesystem",
          id: each.id,
          ...readMarkedName(each.name),
          native: "shared drive",
          billing: "yes"
        })
      );
      return [...machines, ...snapshots, ...ips, ...drives];
    },
    async describe(boxId) {
      const seen = await machine(boxId);
      return seen === void 0 ? { state: "gone" } : described(seen);
    },
    verbs: {
      "shut-down": stop,
      destroy,
      "release-ip": (id) => remove(`/v1/public-ips/${encodeURIComponent(id)}`),
      "delete-storage": (id) => remove(`/v1/shared-drives/${encodeURIComponent(id)}`),
      async "delete-snapshots"(boxId) {
        const mine = await snapshotsOf(boxId);
        for (const each of mine) await remove(`/v1/snapshots/${encodeURIComponent(each.id)}`);
        if (mine.length === 0) await remove(`/v1/snapshots/${encodeURIComponent(boxId)}`);
      }
    },
    async meters(held) {
      const seen = await machine(held.boxId);
      const snapshots = await snapshotsOf(held.boxId);
      const state = {
        gpu: computeState(seen),
        storage: seen ? "running" : "gone",
        // As long as the machine is there one can be made of it, so only afterwards none is a proof.
        snapshot: seen || snapshots.length > 0 ? "running" : "gone"
      };
      return held.meters.map(({ id }) => ({
        id,
        state: Object.hasOwn(state, id) ? state[id] : "unknown"
      }));
    }
  };
}
function failureOf(error) {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, "unclear", { cause: error });
  if (error instanceof Problem && error.code === "api-reply")
    return new RentFailed(error.what, "unclear", { cause: error });
  if (!(error instanceof ApiRefused)) return error;
  const isFull = /capacity|not available|unavailable|out of stock/i.test(error.said);
  return new RentFailed(
    error.message,
    isFull ? "no-capacity" : codeOf(error) === "" ? "unclear" : "refused",
    { cause: error }
  );
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
var notDone = (what, id, state) => new Problem({
  code: `not-${what === "stop" ? "stopped" : "deleted"}`,
  kind: "billing",
  what: `Paperspace did not ${what} the machine ${id}: it is ${state}.`,
  next: "Run the same command again; if it stays so, do it in the console of Paperspace.",
  costing: [id]
});
export {
  paperspace
};
