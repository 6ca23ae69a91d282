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
  accepted,
  rentFailure
} from "./platforms-refusals.shared.mjs";
import "./platforms-context.shared.mjs";
import {
  ApiRefused,
  ApiUnclear,
  keyMayNot
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

// src/platforms/lambda/api.ts
var KEY = "LAMBDA_API_KEY";
var V1 = "/api/v1";
var KEYS = `${V1}/ssh-keys`;
var data = (of) => external_exports.object({ data: of });
var InstanceType = external_exports.object({
  name: external_exports.string(),
  description: external_exports.string(),
  gpu_description: external_exports.string(),
  price_cents_per_hour: external_exports.number().min(0),
  specs: external_exports.object({
    vcpus: external_exports.number(),
    memory_gib: external_exports.number(),
    storage_gib: external_exports.number(),
    gpus: external_exports.int()
  })
});
var Region = external_exports.object({ name: external_exports.string() });
var Instance = external_exports.object({
  id: external_exports.string().min(1),
  name: external_exports.string().optional(),
  ip: external_exports.string().optional(),
  /** Not an enum here: a word that no document knows must become `unknown` and not an error. */
  status: external_exports.string(),
  region: Region,
  instance_type: InstanceType,
  tags: external_exports.array(external_exports.object({ key: external_exports.string(), value: external_exports.string() })).optional()
});
var FileSystem = external_exports.object({
  id: external_exports.string().min(1),
  name: external_exports.string(),
  region: Region,
  created: external_exports.string(),
  is_in_use: external_exports.boolean(),
  bytes_used: external_exports.number().optional()
});
var SshKey = external_exports.object({ id: external_exports.string().min(1), name: external_exports.string(), public_key: external_exports.string() });
var OneInstance = data(Instance);
var Instances = data(external_exports.array(Instance));
var FileSystems = data(external_exports.array(FileSystem));
var OneSshKey = data(SshKey);
var SshKeys = data(external_exports.array(SshKey));
var Launched = data(external_exports.object({ instance_ids: external_exports.array(external_exports.string().min(1)).min(1) }));
var Terminated = data(external_exports.object({ terminated_instances: external_exports.array(external_exports.object({ id: external_exports.string() })) }));
var InstanceTypes = data(
  external_exports.record(
    external_exports.string(),
    external_exports.object({ instance_type: InstanceType, regions_with_capacity_available: external_exports.array(Region) })
  )
);
var Failure = external_exports.object({
  error: external_exports.object({ code: external_exports.string(), message: external_exports.string(), suggestion: external_exports.string().optional() })
});
function explain(body) {
  const { data: failure } = Failure.safeParse(body);
  if (!failure) return;
  const { code, message, suggestion } = failure.error;
  return [`${code}:`, message, suggestion].filter(Boolean).join(" ");
}
var codeOf = (refused) => Failure.safeParse(refused.body).data?.error.code ?? "";
function mayNot(refused) {
  if (refused.status !== 403) return refused;
  const code = codeOf(refused);
  if (code !== "global/account-inactive" && code !== "global/invalid-address")
    return keyMayNot("Lambda", KEY, refused.said);
  return new Problem({
    code: "api-key-may-not",
    kind: "usage",
    what: `Lambda rents nothing to the account of ${KEY}: ${refused.said}`,
    next: "Confirm the e-mail address, the means of payment and the billing address in the console of Lambda; then run the same command again."
  });
}
var openLambda = (context) => openKeyed(context, {
  platform: "lambda",
  name: "Lambda",
  usual: "https://cloud.lambda.ai",
  // Documented: one call a second, one launch in twelve.
  paces: { call: 1, launch: 12 },
  explain,
  refused: mayNot,
  keyName: KEY
});
var instances = async (api) => (await api.call({ method: "GET", path: `${V1}/instances`, reply: Instances })).data;
var fileSystems = async (api) => (await api.call({ method: "GET", path: `${V1}/file-systems`, reply: FileSystems })).data;

// src/platforms/lambda/box.ts
var FILE_SYSTEM = { usdPerGibMonth: 0.2, hoursPerMonth: 720 };
var USER = "ubuntu";
var TAG = { name: "gpu-lease:name", owner: "gpu-lease:owner", created: "gpu-lease:created" };
var tagOf = ({ tags = [] }, key) => tags.find((each) => each.key === key)?.value;
var createdMs = (each) => Date.parse(tagOf(each, TAG.created) ?? "") || 0;
var pathOf = (boxId) => `${V1}/instances/${encodeURIComponent(boxId)}`;
var instance = async (api, boxId) => (await api.unlessGone({ method: "GET", path: pathOf(boxId), reply: OneInstance }))?.data;
var priceOf = ({ instance_type: type }) => type.price_cents_per_hour / 100;
async function find(api, name) {
  return (await instances(api)).filter((each) => tagOf(each, TAG.name) === name && each.status !== "terminated").sort((a, b) => createdMs(a) - createdMs(b)).map((each) => heldAs(each.id, name, priceOf(each)));
}
var heldAs = (boxId, name, usdPerHour) => ({
  boxId,
  name,
  meters: [{ id: "gpu", kind: "gpu", usdPerHour, source: "Lambda's price_cents_per_hour" }]
});
async function inventory(api) {
  const boxes = (await instances(api)).map(asResource);
  const kept = (await fileSystems(api)).map(
    (each) => ({
      kind: "filesystem",
      id: each.id,
      ...readMarkedName(each.name),
      native: each.is_in_use ? "in use" : "not in use",
      billing: "yes",
      usdPerHour: (each.bytes_used ?? 0) / 2 ** 30 * FILE_SYSTEM.usdPerGibMonth / FILE_SYSTEM.hoursPerMonth,
      createdAt: each.created
    })
  );
  return [...boxes, ...kept];
}
function asResource(each) {
  const owner = tagOf(each, TAG.owner);
  const createdAt = tagOf(each, TAG.created);
  const meter = meterState(each.status);
  return {
    kind: "instance",
    id: each.id,
    name: tagOf(each, TAG.name) ?? each.name ?? each.id,
    ...owner === void 0 ? {} : { owner },
    native: each.status,
    billing: meter === "running" ? "yes" : meter === "gone" ? "no" : "unknown",
    usdPerHour: priceOf(each),
    ...createdAt === void 0 ? {} : { createdAt }
  };
}
var workedName = (name, word) => `${name.slice(0, 64 - WORK.length - word.length)}${WORK}${word}`;
var WORK = ".work-";
function described(each) {
  const mark2 = readMark(each.name?.split(WORK)[1]);
  return { ...stateOf(each), ...mark2 === void 0 ? {} : { mark: mark2 } };
}
function stateOf({ status: native, ip }) {
  switch (native) {
    case "booting":
      return { state: "starting", native };
    case "active":
      return ip ? { state: "running", native, endpoint: ipEndpoint(ip, USER) } : { state: "starting", native };
    case "unhealthy":
      return {
        state: "unknown",
        native,
        hopeless: "Lambda calls the machine unhealthy; it bills until it is terminated"
      };
    case "terminating":
      return { state: "running", native };
    case "terminated":
      return { state: "gone", native };
    case "preempted":
      return { state: "stopped", native, evicted: true };
    default:
      return { state: "unknown", native };
  }
}
var meterState = (status) => ["booting", "active", "unhealthy", "terminating"].includes(status) ? "running" : status === "terminated" ? "gone" : "unknown";
async function describe(api, boxId) {
  const seen = await instance(api, boxId);
  return seen === void 0 ? { state: "gone" } : described(seen);
}
async function running(api) {
  const seen = (await instances(api)).map((each) => [each.id, described(each)]);
  return new Map(seen.filter(([, { state }]) => state === "running"));
}
async function meters(api, held) {
  const seen = await instance(api, held.boxId);
  const state = seen === void 0 ? "gone" : meterState(seen.status);
  return held.meters.map(({ id }) => ({ id, state: id === "gpu" ? state : "unknown" }));
}
async function mark(api, boxId, word) {
  const name = (await instance(api, boxId))?.name;
  if (name === void 0) return;
  const body = { name: workedName(name, word) };
  await api.call({ method: "POST", path: pathOf(boxId), body, repeatable: true });
}
async function terminate(api, boxId, lease) {
  const seen = await instance(api, boxId).catch(() => void 0);
  await endUnlessGone(api, boxId);
  await removeKey(api, (seen && tagOf(seen, TAG.name)) ?? lease);
}
async function removeKey(api, name) {
  const { data: data2 } = await api.call({ method: "GET", path: KEYS, reply: SshKeys }).catch(() => ({ data: [] }));
  for (const { id } of data2.filter((key) => key.name === name))
    await api.unlessGone({ method: "DELETE", path: `${KEYS}/${encodeURIComponent(id)}` }).catch(() => void 0);
}
async function endUnlessGone(api, boxId) {
  for (let attempt = 1; ; attempt += 1) {
    if (await isTerminated(api, boxId)) return;
    const seen = await instance(api, boxId);
    if (seen === void 0 || /^terminat/.test(seen.status)) return;
    if (attempt === 2) throw notTerminated(seen);
  }
}
async function isTerminated(api, boxId) {
  const path = `${V1}/instance-operations/terminate`;
  const body = { instance_ids: [boxId] };
  try {
    const reply = Terminated;
    const answer = await api.unlessGone({ method: "POST", path, body, timeoutSeconds: 60, reply });
    return answer === void 0 || answer.data.terminated_instances.some(({ id }) => id === boxId);
  } catch (error) {
    if (error instanceof ApiUnclear) return false;
    throw error;
  }
}
var notTerminated = ({ id, status }) => new Problem({
  code: "terminate-unclear",
  kind: "unreachable",
  what: `Lambda did not say that it terminates ${id}, twice, and calls it ${status}.`,
  next: "Run the same command again; if it stays so, terminate the instance in the console of Lambda.",
  costing: [id]
});

// src/platforms/lambda/offers.ts
async function cardsOf(api) {
  const types = Object.values(await everyType(api)).map(({ instance_type: type }) => type);
  return types.filter(({ specs }) => specs.gpus > 0).map((type) => offeredGpu(type.gpu_description, type.specs.gpus));
}
var everyType = async (api) => (await api.call({ method: "GET", path: `${V1}/instance-types`, reply: InstanceTypes })).data;
async function offersOf(api, want, candidate) {
  if (candidate.market === "spot") return [];
  const types = await everyType(api);
  const fileSystem = await fileSystemOf(api, candidate);
  if (fileSystem && fileSystem.name !== candidate.volume) throw namedById(fileSystem);
  const only = fileSystem?.region.name;
  const fitting = Object.values(types).filter(
    ({ instance_type: { specs } }) => specs.gpus > 0 || want.gpu === void 0
  );
  return fitting.flatMap(
    ({ instance_type: type, regions_with_capacity_available: regions }) => regions.filter(({ name }) => only === void 0 || name === only).map(({ name }) => offerFrom(type, name))
  );
}
function offerFrom(type, region) {
  const { gpus, vcpus, memory_gib, storage_gib } = type.specs;
  return {
    id: `${type.name}@${region}`,
    platform: "lambda",
    type: type.name,
    summary: `${type.description}, ${region}, on-demand`,
    usdPerHour: type.price_cents_per_hour / 100,
    market: "on-demand",
    ...gpus > 0 ? { gpu: offeredGpu(type.gpu_description, gpus) } : {},
    cpus: vcpus,
    memoryGb: memory_gib,
    diskGb: storage_gib,
    region
  };
}
var namedById = ({ id, name }) => new Problem({
  code: "volume-by-id",
  kind: "usage",
  what: `The file system of the candidate is given by its id, ${id}; on a box of Lambda it lies under its name, at /lambda/nfs/${name}.`,
  next: `Write \`volume: ${name}\` at the candidate.`
});
async function fileSystemOf(api, { volume }) {
  if (volume === void 0) return;
  const all = await fileSystems(api);
  const found = all.find(({ id, name }) => name === volume || id === volume);
  if (found) return found;
  const names = all.map(({ name }) => name).join(", ");
  throw new Problem({
    code: "volume-unknown",
    kind: "usage",
    what: `There is no file system "${volume}" in the account at Lambda${names === "" ? "" : `; there are ${names}`}.`,
    next: 'Correct "volume" of the candidate, or make the file system in the console of Lambda, in the region of the cards you want.'
  });
}

// src/platforms/lambda/rent.ts
var MAX_NAME = 64;
async function create(api, clock, intent) {
  refuseUnfit(intent);
  const [there] = await find(api, intent.name);
  if (there) return there;
  const fileSystem = await fileSystemOf(api, intent.candidate);
  await registerKey(api, intent);
  try {
    return await launch(api, intent, launchBody(intent, fileSystem?.name, clock.now()));
  } catch (error) {
    if (!(error instanceof RentFailed && error.reason === "unclear")) await removeKey(api, intent.name);
    throw error;
  }
}
async function registered(api, intent) {
  const { data: data2 } = await api.call({ method: "GET", path: KEYS, reply: SshKeys });
  const same = data2.find((each) => each.name === intent.name);
  if (same === void 0 || keyMaterial(same.public_key) === keyMaterial(intent.authorizedKey)) return same;
  throw new RentFailed(
    `the SSH key "${intent.name}" in the account is another one than this lease's; delete it in the console`,
    "refused"
  );
}
var keyMaterial = (line) => line.trim().split(/\s+/).slice(0, 2).join(" ");
async function registerKey(api, intent) {
  if (await registered(api, intent)) return;
  const body = { name: intent.name, public_key: intent.authorizedKey };
  try {
    const request = { method: "POST", path: KEYS, body, repeatable: true, reply: OneSshKey };
    await api.call(request);
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error;
    if (await registered(api, intent)) return;
    throw new RentFailed(`the login key could not be registered: ${error.message}`, "refused");
  }
}
async function launch(api, intent, body) {
  const path = `${V1}/instance-operations/launch`;
  try {
    const { data: data2 } = await api.call({ method: "POST", path, body, pace: "launch", reply: Launched });
    const [id = ""] = data2.instance_ids;
    const seen = await instance(api, id).catch(() => void 0);
    return heldAs(id, intent.name, seen ? priceOf(seen) : intent.offer.usdPerHour);
  } catch (error) {
    throw rentFailure(error, (refused) => meaningOf(refused, intent));
  }
}
function launchBody(intent, fileSystem, now) {
  const { name, owner, offer, authorizedKey, hostKey } = intent;
  const [type, region] = offer.id.split("@");
  return {
    region_name: region,
    instance_type_name: type,
    // Exactly one is taken.
    ssh_key_names: [name],
    name,
    tags: [
      { key: TAG.name, value: name },
      { key: TAG.owner, value: owner },
      { key: TAG.created, value: now.toISOString() }
    ],
    user_data: cloudInit({ authorizedKey, user: USER, ...hostKey === void 0 ? {} : { hostKey } }),
    ...fileSystem === void 0 ? {} : { file_system_names: [fileSystem] }
  };
}
function refuseUnfit({ name, image, offer }) {
  const why = name.length > MAX_NAME ? `the name "${name}" has ${name.length} characters and Lambda takes ${MAX_NAME}; give the job a shorter name` : image !== void 0 ? `Lambda rents machines with Lambda Stack and starts no container image; take "image" out of the job or "lambda" out of its candidates` : !/^[^@]+@[^@]+$/.test(offer.id) ? `"${offer.id}" is no offer of Lambda's` : void 0;
  if (why !== void 0) throw new RentFailed(why, "refused");
}
function meaningOf(refused, { candidate, offer }) {
  const code = codeOf(refused);
  if (code.endsWith("/insufficient-capacity")) return "no-capacity";
  if (!code.endsWith("/file-system-in-wrong-region"))
    return code.startsWith("global/") ? "refused" : "unclear";
  return new Problem({
    code: "volume-elsewhere",
    kind: "usage",
    what: `The file system "${candidate.volume}" is not in ${offer.region ?? offer.id}: ${refused.said}`,
    next: 'Lambda attaches file systems at launch and in their own region only; name one of that region, or leave out "regions".'
  });
}

// src/platforms/lambda/driver.ts
var LATER = "Run the same command again in a few minutes; if it stays so, do it in the console of Lambda.";
function lambda(context) {
  const api = openLambda(context);
  return {
    platform: "lambda",
    offers: (want, candidate) => offersOf(api, want, candidate),
    cards: () => cardsOf(api),
    create: (intent) => create(api, context.clock, intent),
    find: (name) => find(api, name),
    inventory: () => inventory(api),
    describe: (boxId) => describe(api, boxId),
    running: () => running(api),
    mark: (boxId, word) => mark(api, boxId, word),
    meters: (held) => meters(api, held),
    verbs: {
      terminate: (boxId, { verb, warrant }) => accepted(terminate(api, boxId, warrant.lease), { verb, boxId }, LATER),
      "delete-filesystem": (boxId, { verb }) => {
        const path = `${V1}/filesystems/${encodeURIComponent(boxId)}`;
        return accepted(api.unlessGone({ method: "DELETE", path }), { verb, boxId }, LATER);
      }
    }
  };
}
export {
  lambda
};
