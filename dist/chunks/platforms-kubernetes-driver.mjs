import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  metersOfQueue
} from "./platforms-queue-meters.shared.mjs";
import {
  BEGUN,
  KUEUE,
  LEASE,
  OWNER,
  PRICE,
  accountPath,
  claimOf,
  events,
  eventsPath,
  isAlive,
  isWaiting,
  job,
  jobManifest,
  jobName,
  jobPath,
  jobs,
  jobsPath,
  makeWay,
  named,
  noteRecipe,
  podPath,
  pods,
  podsPath,
  standingOf
} from "./platforms-kubernetes-manifest.shared.mjs";
import {
  KubeRefused,
  isQuota,
  notAllowed,
  openKube
} from "./platforms-kubernetes-access.shared.mjs";
import {
  PlatformAnswer
} from "./platforms-api.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  ASKED_OF_KUBERNETES
} from "./job-kubernetes-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./host-never-sent.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./secret-forms.shared.mjs";
import "./duration.shared.mjs";
import "./host-backoff.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/platforms/kubernetes/box.ts
var BOX = /^([a-z0-9-]{1,63})\/([a-z0-9-]{1,63})\/([0-9a-f-]{36})\/([0-9a-f]{8})$/;
var OURS = "app.kubernetes.io/managed-by=gpu-lease";
var OF_JOB = "batch.kubernetes.io/controller-uid";
function partsOf({ namespace }, boxId) {
  const [, space, name, uid, account] = BOX.exec(boxId) ?? [];
  if (name === void 0 || uid === void 0 || account === void 0)
    throw new PlatformAnswer(`${JSON.stringify(boxId.slice(0, 120))} is no id of a Job`);
  if (space !== namespace) throw new PlatformAnswer(`${boxId} lies in another namespace than ${namespace}`);
  return { name, uid, account };
}
var allowed = async (kube, work) => work.catch((error) => {
  throw notAllowed(kube, error) ?? error;
});
var accountOf = async (kube) => {
  const { metadata } = await kube.call({ method: "GET", path: accountPath(kube.namespace), reply: named });
  return metadata.uid.slice(0, 8);
};
async function heldAs(kube, { metadata }) {
  const price = priceOf(metadata.annotations?.[PRICE]);
  const account = await allowed(kube, accountOf(kube));
  return {
    boxId: `${kube.namespace}/${metadata.name}/${metadata.uid}/${account}`,
    name: metadata.annotations?.[LEASE] ?? metadata.name,
    meters: [
      {
        id: "submission",
        kind: "none",
        usdPerHour: 0,
        source: "a Job that waits costs nothing; nodes bill until their pool is scaled down, with a pod or without"
      },
      walltime(price)
    ]
  };
}
var walltime = (usdPerHour) => ({
  id: "walltime",
  kind: "gpu",
  usdPerHour,
  source: usdPerHour === void 0 ? "not written down where it was submitted" : "the job's usdPerHour"
});
function priceOf(text) {
  const price = Number(text);
  return text === void 0 || !Number.isFinite(price) || price < 0 ? void 0 : price;
}
async function find(kube, name) {
  const path = jobPath(kube.namespace, jobName(name));
  const found = await allowed(kube, kube.unlessGone({ method: "GET", path, reply: job }));
  if (found?.metadata.annotations?.[LEASE] !== name) return [];
  const { word } = standingOf(found, await podsOf(kube, found.metadata.uid), []);
  return word?.phase === "over" ? [] : [await heldAs(kube, found)];
}
var podsOf = async (kube, uid) => {
  const query = { labelSelector: `${OF_JOB}=${uid}` };
  return (await allowed(kube, kube.call({ method: "GET", path: podsPath(kube.namespace), query, reply: pods }))).items;
};
async function eventsAbout(kube, names) {
  const path = eventsPath(kube.namespace);
  const lists = await Promise.all(
    names.map(
      (name) => allowed(
        kube,
        kube.call({
          method: "GET",
          path,
          query: { fieldSelector: `involvedObject.name=${name}` },
          reply: events
        })
      )
    )
  );
  const when = ({ lastTimestamp, eventTime, metadata }) => lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? "";
  return lists.flatMap(({ items }) => items).sort((a, b) => when(b).localeCompare(when(a)));
}
async function standingWithEvents(kube, found, all) {
  const first = standingOf(found, all, []);
  if (!isWaiting(first) || found.spec.suspend) return first;
  await makeWay(kube, all);
  const alive = all.filter(isAlive).map(({ metadata }) => metadata.name);
  return standingOf(found, all, await eventsAbout(kube, [found.metadata.name, ...alive]));
}
async function look(kube, boxId) {
  const { name, uid, account } = partsOf(kube, boxId);
  const path = jobPath(kube.namespace, name);
  const found = await allowed(kube, kube.unlessGone({ method: "GET", path, reply: job }));
  const left = await podsOf(kube, uid);
  if (found?.metadata.uid === uid) return standingWithEvents(kube, found, left);
  if (await allowed(kube, accountOf(kube)) !== account)
    return { native: `${kube.target} is not the namespace in which it was submitted` };
  if (left.some(isAlive))
    return {
      native: "DELETED",
      word: { phase: "running", why: "its Job was deleted and its pod runs on; ending it ends the pod" }
    };
  return { native: "CANCELLED", word: { phase: "over", why: "it was cancelled: its Job was deleted" } };
}
function described({ native, word, taken }, endpoint) {
  if (word === void 0) return { state: "unknown", native, endpoint };
  const state = { held: "starting", waiting: "starting", running: "running", over: "gone" }[word.phase];
  return { state, native, endpoint, queue: word, ...taken ? { evicted: true } : {} };
}
function endpointOf({ server, claim }) {
  const { hostname, port, protocol } = new URL(server);
  return { host: hostname, port: Number(port) || (protocol === "http:" ? 80 : 443), user: claim };
}
async function describe(kube, boxId) {
  const standing = await look(kube, boxId).catch(silence);
  return described(standing, endpointOf(kube));
}
function silence(error) {
  if (error instanceof Problem && error.code === "queue-silent")
    return { native: "the API server does not answer" };
  throw error;
}
async function everyOne(kube, path, reply) {
  const all = [];
  let next;
  do {
    const query = { labelSelector: OURS, limit: "500", ...next === void 0 ? {} : { continue: next } };
    const page = await allowed(kube, kube.call({ method: "GET", path, query, reply }));
    all.push(...page.items);
    next = page.metadata?.continue || void 0;
  } while (next !== void 0);
  return all;
}
async function withPods(kube) {
  const allPods = await everyOne(kube, podsPath(kube.namespace), pods);
  const all = await everyOne(kube, jobsPath(kube.namespace), jobs);
  const ofJob = /* @__PURE__ */ new Map();
  for (const pod of allPods) {
    const uid = pod.metadata.labels?.[OF_JOB];
    if (uid !== void 0) ofJob.set(uid, [...ofJob.get(uid) ?? [], pod]);
  }
  return all.map((found) => ({ found, pods: ofJob.get(found.metadata.uid) ?? [] }));
}
async function inventory(kube) {
  const account = await allowed(kube, accountOf(kube));
  return (await withPods(kube)).map(({ found, pods: own }) => {
    const { metadata } = found;
    const { native, word } = standingOf(found, own, []);
    const owner = metadata.labels?.[OWNER];
    return {
      kind: "instance",
      id: `${kube.namespace}/${metadata.name}/${metadata.uid}/${account}`,
      name: oneLine(metadata.annotations?.[LEASE] ?? metadata.name, 120),
      ...owner === void 0 ? {} : { owner },
      native,
      billing: word === void 0 ? "unknown" : word.phase === "over" ? "no" : "yes",
      ...metadata.creationTimestamp === void 0 ? {} : { createdAt: metadata.creationTimestamp }
    };
  });
}
async function running(kube) {
  const account = await allowed(kube, accountOf(kube));
  const open = (await withPods(kube)).filter(
    ({ found, pods: own }) => standingOf(found, own, []).word?.phase !== "over"
  );
  const seen = await Promise.all(
    open.map(async ({ found, pods: own }) => {
      const boxId = `${kube.namespace}/${found.metadata.name}/${found.metadata.uid}/${account}`;
      return [boxId, described(await standingWithEvents(kube, found, own), endpointOf(kube))];
    })
  );
  return new Map(seen);
}
async function meters(kube, held) {
  const { word } = await look(kube, held.boxId).catch(silence);
  return metersOfQueue(held, word);
}
async function begin(kube, boxId) {
  const { name, uid } = partsOf(kube, boxId);
  const path = jobPath(kube.namespace, name);
  const found = await allowed(kube, kube.unlessGone({ method: "GET", path, reply: job }));
  if (found?.metadata.uid !== uid || found.metadata.annotations?.[BEGUN] !== void 0) return;
  const queue = found.metadata.annotations?.[KUEUE];
  const body = {
    metadata: {
      uid,
      annotations: { [BEGUN]: "yes" },
      ...queue === void 0 ? {} : { labels: { "kueue.x-k8s.io/queue-name": queue } }
    },
    ...queue === void 0 ? { spec: { suspend: false } } : {}
  };
  await allowed(kube, kube.call({ method: "PATCH", path, body, reply: external_exports.unknown() })).catch(
    (error) => {
      throw refusedToBegin(kube, boxId, error);
    }
  );
}
var refusedToBegin = ({ target }, boxId, error) => error instanceof KubeRefused ? new Problem(
  {
    code: "begin-refused",
    kind: "unfit",
    what: `Kubernetes does not let ${boxId} go: ${error.said}. It is suspended and costs nothing.`,
    next: `Look at it with "kubectl describe job" at ${target}; then run the same command again, or release it.`
  },
  { cause: error }
) : error;
async function remove(kube, boxId) {
  const { name, uid } = partsOf(kube, boxId);
  const body = { propagationPolicy: "Foreground", preconditions: { uid } };
  const gone = (error) => {
    if (error instanceof KubeRefused && error.status === 409) return void 0;
    throw error;
  };
  const path = jobPath(kube.namespace, name);
  await allowed(kube, kube.unlessGone({ method: "DELETE", path, body, reply: external_exports.unknown() }).catch(gone));
  const found = await allowed(kube, kube.unlessGone({ method: "GET", path, reply: named }));
  if (found?.metadata.uid === uid) return;
  for (const { metadata } of (await podsOf(kube, uid)).filter(isAlive))
    await allowed(
      kube,
      kube.unlessGone({ method: "DELETE", path: podPath(kube.namespace, metadata.name), reply: external_exports.unknown() })
    );
}

// src/platforms/kubernetes/offers.ts
var ANY_IMAGE = `registry.invalid/any@sha256:${"0".repeat(64)}`;
async function offersOf(kube, want, candidate) {
  const { spec } = await claimOf(kube);
  const { usdPerHour = 0, kubernetes: asked = ASKED_OF_KUBERNETES } = candidate;
  const body = jobManifest({
    name: "gpu-lease-test",
    owner: "test",
    want,
    candidate,
    lifetimeSeconds: 3600,
    image: ANY_IMAGE,
    claim: kube.claim,
    usdPerHour
  });
  const query = { dryRun: "All", fieldValidation: "Strict" };
  await allowed(
    kube,
    kube.call({ method: "POST", path: jobsPath(kube.namespace), query, body, reply: job })
  ).catch((error) => {
    throw refused(kube, error);
  });
  const cards = want.gpu ? `${want.gpu.count} ${asked.gpuResource}` : "no cards";
  const modes = spec.accessModes?.join("/") ?? "of unknown access";
  return [
    {
      id: kube.target,
      platform: "kubernetes",
      summary: `namespace ${kube.namespace}, ${cards}, claim ${kube.claim} (${modes})`,
      usdPerHour,
      market: "on-demand"
    }
  ];
}
function refused({ target }, error) {
  if (!(error instanceof KubeRefused)) return error;
  return new Problem(
    {
      code: "kubernetes-refuses",
      kind: isQuota(error) ? "capacity" : "usage",
      what: `The cluster of ${target} would not take this job: ${error.said}. Nothing was submitted.`,
      next: "Correct `kubernetes` of the candidate, or `resources`; what the namespace allows its operators know."
    },
    { cause: error }
  );
}

// src/platforms/kubernetes/rent.ts
async function create(kube, intent) {
  const { image } = intent;
  if (image === void 0) throw new RentFailed(NO_IMAGE, "refused");
  try {
    await noteRecipe(kube, await claimOf(kube), recipeOf(intent, image));
    const body = jobManifest({ ...intent, image, claim: kube.claim, usdPerHour: intent.offer.usdPerHour });
    const query = { fieldValidation: "Strict" };
    return await heldAs(kube, await submitted(kube, intent, { body, query }));
  } catch (error) {
    throw asRentFailed(error);
  }
}
var NO_IMAGE = 'the job names no image, and a pod runs nothing without one; add "image: name@sha256:..." to the job, with a shell in it';
async function submitted(kube, intent, sent) {
  const path = jobsPath(kube.namespace);
  try {
    return await allowed(kube, kube.call({ method: "POST", path, ...sent, reply: job }));
  } catch (error) {
    if (!(error instanceof KubeRefused) || error.reason !== "AlreadyExists") throw error;
    return adopted(kube, intent);
  }
}
async function adopted(kube, { name, owner }) {
  const path = jobPath(kube.namespace, jobName(name));
  const found = await allowed(kube, kube.unlessGone({ method: "GET", path, reply: job }));
  if (!found || found.metadata.deletionTimestamp !== void 0)
    throw new RentFailed(`the Job ${jobName(name)} is being deleted at this moment`, "unclear");
  const { annotations, labels } = found.metadata;
  if (annotations?.[LEASE] === name && labels?.[OWNER] === owner) return found;
  throw new RentFailed(
    `there is a Job ${jobName(name)} in the namespace ${kube.namespace}, and it is not of this run; delete or rename it`,
    "refused"
  );
}
var recipeOf = ({ candidate, want }, image) => {
  const asked = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  const { nodeSelector, tolerations, imagePullSecrets, user, gpuResource } = asked;
  const cards = { key: gpuResource, operator: "Exists", effect: "NoSchedule" };
  return {
    image,
    user,
    nodeSelector,
    tolerations: [...want.gpu ? [cards] : [], ...tolerations],
    imagePullSecrets
  };
};
function asRentFailed(error) {
  if (error instanceof KubeRefused)
    return new RentFailed(
      `Kubernetes refuses the Job: ${error.said}`,
      isQuota(error) ? "no-capacity" : "refused",
      {
        cause: error
      }
    );
  if (error instanceof Problem && error.code === "queue-silent")
    return new RentFailed(error.what, "unclear", { cause: error });
  if (error instanceof Problem && error.code === "no-claim")
    return new RentFailed(error.what, "refused", { cause: error });
  return error;
}

// src/platforms/kubernetes/driver.ts
function kubernetes(context) {
  let opened;
  const kube = () => {
    opened ??= openKube(context).catch((error) => {
      opened = void 0;
      throw error;
    });
    return opened;
  };
  return {
    platform: "kubernetes",
    createsOnce: true,
    offers: async (want, candidate) => offersOf(await kube(), want, candidate),
    create: async (intent) => create(await kube(), intent),
    begin: async (boxId) => begin(await kube(), boxId),
    find: async (name) => find(await kube(), name),
    inventory: async () => inventory(await kube()),
    describe: async (boxId) => describe(await kube(), boxId),
    running: async () => running(await kube()),
    meters: async (held) => meters(await kube(), held),
    verbs: { "delete-job": async (boxId) => remove(await kube(), boxId) }
  };
}
export {
  kubernetes
};
