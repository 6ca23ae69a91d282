import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  BATCH,
  BEGUN,
  BODY,
  DISRUPTED,
  INDEX,
  KUEUE,
  LEASE,
  NODES_BILL,
  OWNER,
  PRICE,
  QUEUE_NAME,
  SECRET_FILE,
  byAge,
  claimOf,
  endOfPod,
  endedBadly,
  events,
  handOver,
  has,
  howEnded,
  isAlive,
  isWaiting,
  job,
  jobManifest,
  jobName,
  jobSet,
  jobSets,
  jobs,
  labelsOf,
  makeWay,
  named,
  noteRecipe,
  notesOf,
  podSpec,
  pods,
  runs,
  sharingOf,
  standingOf,
  takeAway,
  unqueued,
  whyWaiting
} from "./platforms-kubernetes-manifest.shared.mjs";
import {
  JOBSET_API,
  KubeRefused,
  accountPath,
  eventsPath,
  isQuota,
  jobPath,
  jobSetPath,
  jobSetsPath,
  jobsPath,
  notAllowed,
  openKube,
  podPath,
  podsPath
} from "./platforms-kubernetes-access.shared.mjs";
import {
  metersOfQueue
} from "./platforms-queue-meters.shared.mjs";
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
import "./job-kube-target.shared.mjs";
import "./job-quantity.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./secret-forms.shared.mjs";
import "./duration.shared.mjs";
import {
  othersThan,
  placesIn,
  rangesOf
} from "./lease-task-ranges.shared.mjs";
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

// src/platforms/kubernetes/jobset.ts
var GROUP_OF_NODES = "node";
var MAX_NAME = 44;
var BEGUN_AGAIN = 50;
var isSeveral = ({ want }) => (want.nodes ?? 1) > 1;
function jobSetName(lease) {
  const name = jobName(lease, MAX_NAME);
  return /^[a-z]/.test(name) ? name : jobName(`l ${lease}`, MAX_NAME);
}
function jobSetManifest(asked) {
  const labels = labelsOf(asked);
  return {
    apiVersion: JOBSET_API,
    kind: "JobSet",
    metadata: {
      name: jobSetName(asked.name),
      labels: { ...labels, ...unqueued(asked) },
      annotations: notesOf(asked)
    },
    spec: {
      suspend: true,
      // torchrun tells the others the name of its host.
      network: { enableDNSHostnames: true, publishNotReadyAddresses: true },
      successPolicy: { operator: "All" },
      failurePolicy: {
        maxRestarts: BEGUN_AGAIN,
        rules: [
          {
            name: "endedByItself",
            action: "FailJobSet",
            onJobFailureReasons: ["PodFailurePolicy", "DeadlineExceeded"]
          }
        ]
      },
      replicatedJobs: [
        { name: GROUP_OF_NODES, replicas: 1, template: { metadata: { labels }, spec: nodesSpec(asked) } }
      ]
    }
  };
}
var jobWithin = (asked) => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: jobSetName(asked.name), labels: labelsOf(asked) },
  spec: { suspend: true, ...nodesSpec(asked) }
});
function nodesSpec(asked) {
  const { lifetimeSeconds, candidate, want } = asked;
  const { waitSeconds } = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  const nodes = want.nodes ?? 1;
  return {
    completionMode: "Indexed",
    completions: nodes,
    parallelism: nodes,
    // No pod is begun again alone.
    backoffLimit: 0,
    activeDeadlineSeconds: lifetimeSeconds + waitSeconds,
    podReplacementPolicy: "Failed",
    podFailurePolicy: { rules: [{ action: "Count", ...DISRUPTED }, endedBadly()] },
    template: {
      metadata: { labels: labelsOf(asked) },
      spec: {
        // A node is a machine: two pods of one are no network.
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [apartFrom(asked)] } },
        ...podSpec(asked, {
          body: [BODY, '[ "$JOB_COMPLETION_INDEX" = 0 ] || exec sh "$keeper" join "$base"', BATCH].join("\n"),
          secretsOf: jobSetName(asked.name),
          env: [
            { name: "GPU_LEASE_PODS", value: String(nodes) },
            { name: "GPU_LEASE_POD_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } }
          ]
        })
      }
    }
  };
}
var apartFrom = ({ name }) => ({
  labelSelector: { matchLabels: { "jobset.sigs.k8s.io/jobset-name": jobSetName(name) } },
  topologyKey: "kubernetes.io/hostname"
});

// src/platforms/kubernetes/kind.ts
var JOB = {
  mark: "",
  word: "Job",
  apiVersion: "batch/v1",
  path: jobPath,
  listPath: jobsPath,
  one: job,
  list: jobs,
  uidOn: "batch.kubernetes.io/controller-uid"
};
var JOBSET = {
  mark: "/jobset",
  word: "JobSet",
  apiVersion: JOBSET_API,
  path: jobSetPath,
  listPath: jobSetsPath,
  one: jobSet,
  list: jobSets,
  uidOn: "jobset.sigs.k8s.io/jobset-uid"
};

// src/platforms/kubernetes/tasks.ts
var isOfTasks = ({ spec }) => spec.backoffLimitPerIndex !== void 0;
function standingOfAll(job2, all, events2) {
  if (!isOfTasks(job2)) return standingOf(job2, all, events2);
  const pods2 = byAge(all);
  const running2 = pods2.filter(runs);
  const isStarting = pods2.some((pod) => isAlive(pod) && !runs(pod));
  const isEnded = (has(job2, "Complete") || has(job2, "Failed")) && !isStarting;
  const tasks = wordsOf(job2, pods2, { running: running2, isEnded });
  const native = countsOf(job2, tasks);
  if (running2.length > 0)
    return { native, word: { phase: "running", ...whileRunning(job2, pods2, isEnded), tasks } };
  if (isEnded) return { native, word: { phase: "over", why: whyOver(job2, native), tasks } };
  const { word, native: said } = standingOf(job2, pods2, events2);
  return { native: said, ...word && { word: { ...word, tasks } } };
}
function wordsOf(job2, pods2, { running: running2, isEnded }) {
  const { completedIndexes = "", failedIndexes = "" } = job2.status;
  const now = rangesOf(running2.flatMap(placeOf));
  const left = othersThan(job2.spec.completions ?? 0, completedIndexes, failedIndexes, now);
  const ended = groups(placesIn(failedIndexes), newestFailed(pods2));
  if (!isEnded) return { waiting: rangesOf(left), running: now, ended };
  const { why, native } = howEnded(job2, []);
  return {
    waiting: "",
    running: now,
    ended: left.length === 0 ? ended : [...ended, { places: rangesOf(left), native, why }]
  };
}
function placeOf({ metadata }) {
  const place = metadata.annotations?.[INDEX];
  return place !== void 0 && /^\d{1,5}$/.test(place) ? [Number(place)] : [];
}
function newestFailed(pods2) {
  const newest = /* @__PURE__ */ new Map();
  for (const pod of pods2)
    for (const place of pod.status.phase === "Failed" ? placeOf(pod) : [])
      if (!newest.has(place)) newest.set(place, pod);
  return newest;
}
function groups(failed, pods2) {
  const ends = /* @__PURE__ */ new Map();
  for (const place of failed) {
    const { why, word } = endOf(pods2.get(place));
    const native = `FAILED ${word}`.trim();
    const kind = native.replace(/:.*/, "");
    const known = ends.get(kind);
    if (known) known.places.push(place);
    else ends.set(kind, { native, why, places: [place] });
  }
  return [...ends.values()].map(({ places, ...end }) => ({ places: rangesOf(places), ...end }));
}
var endOf = (pod) => pod ? endOfPod(pod) : { why: "it failed, and Kubernetes no longer shows its pod", word: "" };
function countsOf({ status: { completedIndexes = "" } }, { waiting, running: running2, ended }) {
  const counts = [
    [placesIn(completedIndexes).length, "COMPLETED"],
    [ended.reduce((sum, { places }) => sum + placesIn(places).length, 0), "FAILED"],
    [placesIn(running2).length, "RUNNING"],
    [placesIn(waiting).length, "PENDING"]
  ];
  return counts.filter(([count]) => count > 0).map(([count, state]) => `${count} ${state}`).join(", ");
}
function whyOver({ status }, counts) {
  const failed = status.conditions?.find(({ type, status: is }) => type === "Failed" && is === "True");
  return failed?.reason === void 0 ? counts : `${counts} (${failed.reason})`;
}
function whileRunning({ metadata }, pods2, isEnded) {
  if (isEnded) return { why: "it is being ended" };
  if (metadata.deletionTimestamp !== void 0) return { why: "it is being deleted" };
  const waits = pods2.find(
    (pod) => isAlive(pod) && pod.status.conditions?.some(({ type, status }) => type === "PodScheduled" && status === "False")
  );
  return waits ? { why: `others of its tasks wait: ${whyWaiting([waits], []).why}` } : {};
}
function tasksLeft(pods2) {
  const places = pods2.filter(isAlive).flatMap(placeOf);
  return places.length === 0 ? {} : { tasks: { waiting: "", running: rangesOf(places), ended: [] } };
}

// src/platforms/kubernetes/box.ts
var BOX = /^([a-z0-9-]{1,63})\/([a-z0-9-]{1,63})\/([0-9a-f-]{36})\/([0-9a-f]{8})(\/jobset)?$/;
var OURS = "app.kubernetes.io/managed-by=gpu-lease";
function partsOf({ namespace }, boxId) {
  const [, space, name, uid, account, mark] = BOX.exec(boxId) ?? [];
  if (name === void 0 || uid === void 0 || account === void 0)
    throw new PlatformAnswer(`${JSON.stringify(boxId.slice(0, 120))} is no id of a Job`);
  if (space !== namespace) throw new PlatformAnswer(`${boxId} lies in another namespace than ${namespace}`);
  return { kind: mark === void 0 ? JOB : JOBSET, name, uid, account };
}
var read = (kube, { kind, name }) => allowed(kube, kube.unlessGone({ method: "GET", path: kind.path(kube.namespace, name), reply: kind.one }));
var unlessForeign = async (kind, nothing, work) => work.catch((error) => {
  if (kind === JOBSET && error instanceof Problem && error.code === "api-key-may-not") return nothing;
  throw error;
});
var allowed = async (kube, work) => work.catch((error) => {
  throw notAllowed(kube, error) ?? error;
});
var accountOf = async (kube) => {
  const { metadata } = await kube.call({ method: "GET", path: accountPath(kube.namespace), reply: named });
  return metadata.uid.slice(0, 8);
};
async function heldAs(kube, { metadata }, kind) {
  const price = priceOf(metadata.annotations?.[PRICE]);
  const account = await allowed(kube, accountOf(kube));
  return {
    boxId: idOf(kube, { metadata }, { kind, account }),
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
var idOf = ({ namespace }, { metadata }, { kind, account }) => `${namespace}/${metadata.name}/${metadata.uid}/${account}${kind.mark}`;
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
  const places = [
    { kind: JOB, name: jobName(name) },
    { kind: JOBSET, name: jobSetName(name) }
  ];
  const held = await Promise.all(
    places.map(async (place) => {
      const found = await unlessForeign(place.kind, void 0, read(kube, place));
      if (found?.metadata.annotations?.[LEASE] !== name) return [];
      const { word } = standingOfAll(found, await podsOf(kube, { ...place, uid: found.metadata.uid }), []);
      return word?.phase === "over" ? [] : [await heldAs(kube, found, place.kind)];
    })
  );
  return held.flat();
}
var UNLESS_WELL = "status.phase!=Succeeded";
var podsOf = async (kube, { kind, uid }) => {
  const query = { labelSelector: `${kind.uidOn}=${uid}`, fieldSelector: UNLESS_WELL };
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
  const first = standingOfAll(found, all, []);
  if (!isWaiting(first) || found.spec.suspend) return first;
  await makeWay(kube, all);
  const one = byAge(all).find(isAlive);
  const names = [found.metadata.name, ...one ? [one.metadata.name] : []];
  return standingOfAll(found, all, await eventsAbout(kube, names));
}
async function look(kube, boxId) {
  const parts = partsOf(kube, boxId);
  const found = await read(kube, parts);
  const left = await podsOf(kube, parts);
  const { uid, account, kind } = parts;
  if (found?.metadata.uid === uid) {
    const standing = await standingWithEvents(kube, found, left);
    if (standing.word?.phase === "over") await takeAway(kube, kind, found);
    return standing;
  }
  if (await allowed(kube, accountOf(kube)) !== account)
    return { native: `${kube.target} is not the namespace in which it was submitted` };
  if (left.some(isAlive))
    return {
      native: "DELETED",
      word: {
        phase: "running",
        why: `its ${kind.word} was deleted and its pod runs on; ending it ends the pod`,
        ...tasksLeft(left)
      }
    };
  return {
    native: "CANCELLED",
    word: { phase: "over", why: `it was cancelled: its ${kind.word} was deleted; ${NODES_BILL}` }
  };
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
async function everyOne(kube, { path, reply, ...only }) {
  const all = [];
  let next;
  do {
    const query = {
      labelSelector: OURS,
      ...only,
      limit: "500",
      ...next === void 0 ? {} : { continue: next }
    };
    const page = await allowed(kube, kube.unlessGone({ method: "GET", path, query, reply }));
    all.push(...page?.items ?? []);
    next = page?.metadata?.continue || void 0;
  } while (next !== void 0);
  return all;
}
var isPartOfSet = ({ metadata }) => metadata.labels?.[JOBSET.uidOn] !== void 0;
async function withPods(kube, sets) {
  const listOf = ({ listPath, list }) => everyOne(kube, { path: listPath(kube.namespace), reply: list });
  const allPods = await everyOne(kube, {
    path: podsPath(kube.namespace),
    reply: pods,
    fieldSelector: UNLESS_WELL
  });
  const allJobs = await listOf(JOB);
  const isAsked = sets === "always" || allPods.some(isPartOfSet) || allJobs.some(isPartOfSet);
  const allSets = isAsked ? await unlessForeign(JOBSET, void 0, listOf(JOBSET)) : [];
  const ofUid = /* @__PURE__ */ new Map();
  for (const pod of allPods)
    for (const { uidOn } of [JOB, JOBSET]) {
      const uid = pod.metadata.labels?.[uidOn];
      if (uid === void 0) continue;
      const known = ofUid.get(uid);
      if (known) known.push(pod);
      else ofUid.set(uid, [pod]);
    }
  const alone = allSets ? allJobs.filter((each) => !isPartOfSet(each)) : allJobs;
  const ours = [
    ...alone.map((found) => ({ kind: JOB, found })),
    ...(allSets ?? []).map((found) => ({ kind: JOBSET, found }))
  ];
  return ours.map((each) => ({ ...each, pods: ofUid.get(each.found.metadata.uid) ?? [] }));
}
async function inventory(kube) {
  const account = await allowed(kube, accountOf(kube));
  return (await withPods(kube, "always")).map(({ found, kind, pods: own }) => {
    const { metadata } = found;
    const { native, word } = standingOfAll(found, own, []);
    const owner = metadata.labels?.[OWNER];
    return {
      kind: "instance",
      id: idOf(kube, found, { kind, account }),
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
  const open = (await withPods(kube, "where seen")).filter(
    ({ found, pods: own }) => standingOfAll(found, own, []).word?.phase !== "over"
  );
  const seen = await Promise.all(
    open.map(async ({ found, kind, pods: own }) => {
      const boxId = idOf(kube, found, { kind, account });
      return [boxId, described(await standingWithEvents(kube, found, own), endpointOf(kube))];
    })
  );
  return new Map(seen);
}
async function meters(kube, held) {
  const { word } = await look(kube, held.boxId).catch(silence);
  return metersOfQueue(held, word);
}

// src/platforms/kubernetes/acts.ts
async function keepSecrets(kube, boxId, text) {
  const { kind, name, uid } = partsOf(kube, boxId);
  const path = kind.path(kube.namespace, name);
  const { metadata } = await allowed(kube, kube.call({ method: "GET", path, reply: kind.one }));
  const isBegun = metadata.uid === uid && metadata.annotations?.[BEGUN] !== void 0;
  return isBegun ? SECRET_FILE : allowed(kube, handOver(kube, { kind, name, uid }, text));
}
var FORGET_SECONDS = 3600;
async function forget(kube, boxId) {
  const { kind, name, uid } = partsOf(kube, boxId);
  const path = kind.path(kube.namespace, name);
  const body = { metadata: { uid }, spec: { ttlSecondsAfterFinished: FORGET_SECONDS } };
  await allowed(
    kube,
    kube.unlessGone({ method: "PATCH", path, body, reply: external_exports.unknown() }).catch(unlessAnother)
  );
}
var unlessAnother = (error) => {
  if (error instanceof KubeRefused && error.status === 409) return void 0;
  throw error;
};
async function begin(kube, boxId) {
  const parts = partsOf(kube, boxId);
  const path = parts.kind.path(kube.namespace, parts.name);
  const { uid } = parts;
  const found = await read(kube, parts);
  if (found?.metadata.uid !== uid || found.metadata.annotations?.[BEGUN] !== void 0) return;
  const queue = found.metadata.annotations?.[KUEUE];
  const body = {
    metadata: {
      uid,
      annotations: { [BEGUN]: "yes" },
      ...queue === void 0 ? {} : { labels: { [QUEUE_NAME]: queue } }
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
  const { kind, name, uid } = partsOf(kube, boxId);
  const body = { propagationPolicy: "Foreground", preconditions: { uid } };
  const path = kind.path(kube.namespace, name);
  await allowed(
    kube,
    kube.unlessGone({ method: "DELETE", path, body, reply: external_exports.unknown() }).catch(unlessAnother)
  );
  const found = await allowed(kube, kube.unlessGone({ method: "GET", path, reply: named }));
  if (found?.metadata.uid === uid) return;
  for (const { metadata } of (await podsOf(kube, { kind, uid })).filter(isAlive))
    await allowed(
      kube,
      kube.unlessGone({ method: "DELETE", path: podPath(kube.namespace, metadata.name), reply: external_exports.unknown() })
    );
}

// src/platforms/kubernetes/offers.ts
var ANY_IMAGE = `registry.invalid/any@sha256:${"0".repeat(64)}`;
async function offersOf(kube, { want, candidate, tasks }) {
  const claim = await claimOf(kube);
  const sharing = sharingOf(claim);
  if (sharing === "pod" && tasks && tasks.atOnce > 1) throw ofOnePod(kube, tasks);
  const nodes = want.nodes ?? 1;
  if (nodes > 1 && sharing !== "any") throw ofOneNode(kube, claim, nodes);
  const { kubernetes: asked = ASKED_OF_KUBERNETES } = candidate;
  const usdPerHour = (candidate.usdPerHour ?? 0) * nodes;
  const queue = await tried(kube, {
    name: "gpu-lease-test",
    owner: "test",
    want,
    candidate,
    lifetimeSeconds: 3600,
    image: ANY_IMAGE,
    claim: kube.claim,
    sharing,
    usdPerHour,
    ...tasks && { tasks }
  });
  if (asked.kueue === void 0) refuseQueued(kube, queue);
  const each = want.gpu ? `${want.gpu.count} ${asked.gpuResource}` : "no cards";
  const cards = nodes > 1 ? `${nodes} nodes, each ${each}` : each;
  const many = tasks ? `, ${tasks.count} tasks, ${tasks.atOnce} at once` : "";
  const modes = claim.spec.accessModes?.join("/") ?? "of unknown access";
  return [
    {
      id: kube.target,
      platform: "kubernetes",
      summary: `namespace ${kube.namespace}, ${cards}, claim ${kube.claim} (${modes})${many}`,
      usdPerHour,
      market: "on-demand"
    }
  ];
}
async function tried(kube, asked) {
  const query = { dryRun: "All", fieldValidation: "Strict" };
  const ask = (path, body) => allowed(kube, kube.call({ method: "POST", path, query, body, reply: named }));
  const several = isSeveral(asked);
  try {
    const first = await ask(jobsPath(kube.namespace), several ? jobWithin(asked) : jobManifest(asked));
    const last = several ? await ask(jobSetsPath(kube.namespace), jobSetManifest(asked)) : first;
    return last.metadata.labels?.[QUEUE_NAME];
  } catch (error) {
    throw several && error instanceof KubeRefused && error.status === 404 ? noJobSet(kube, asked) : refused(kube, error);
  }
}
var ofOnePod = ({ target, claim }, { atOnce }) => new Problem({
  code: "claim-of-one-pod",
  kind: "usage",
  what: `The claim ${claim} of ${target} is ReadWriteOncePod, so one pod at a time may have it, and \`sweep.at-once\` wants ${atOnce}. Nothing was submitted.`,
  next: "Name a claim of ReadWriteMany in `queue`, or set `at-once: 1`."
});
function refuseQueued({ target }, queue) {
  if (queue === void 0) return;
  throw new Problem({
    code: "kueue-unnamed",
    kind: "usage",
    what: `In the namespace of ${target} Kueue puts what names no queue into its queue "${oneLine(queue, 63)}", and the job names none. Nothing was submitted.`,
    next: `Name it in the candidate: kubernetes: { kueue: ${oneLine(queue, 63)} }; then run the same command again.`
  });
}
var ofOneNode = ({ target, claim }, { spec }, nodes) => new Problem({
  code: "claim-of-one-node",
  kind: "usage",
  what: `The claim ${claim} of ${target} is ${spec.accessModes?.join("/") ?? "of unknown access"}, so one node at a time may have it, and the job wants ${nodes}. Nothing was submitted.`,
  next: "Name a claim of ReadWriteMany in `queue`, on storage that several nodes can mount."
});
var noJobSet = ({ target }, { want }) => new Problem({
  code: "no-jobset",
  kind: "usage",
  what: `The cluster of ${target} has no JobSet (${JOBSET_API}), by which ${want.nodes} nodes are started and begun again as one. Nothing was submitted.`,
  next: "Ask its operators to install JobSet (https://jobset.sigs.k8s.io), or take `resources.nodes` out and one node with more cards."
});
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
    const claim = await claimOf(kube);
    await noteRecipe(kube, claim, recipeOf(intent, image));
    const asked = {
      ...intent,
      image,
      claim: kube.claim,
      sharing: sharingOf(claim),
      usdPerHour: intent.offer.usdPerHour
    };
    const sent = isSeveral(asked) ? { kind: JOBSET, name: jobSetName(intent.name), body: jobSetManifest(asked) } : { kind: JOB, name: jobName(intent.name), body: jobManifest(asked) };
    return await heldAs(kube, await submitted(kube, intent, sent), sent.kind);
  } catch (error) {
    throw asRentFailed(error);
  }
}
var NO_IMAGE = 'the job names no image, and a pod runs nothing without one; add "image: name@sha256:..." to the job, with a shell in it';
async function submitted(kube, intent, sent) {
  const { kind, body } = sent;
  const path = kind.listPath(kube.namespace);
  const query = { fieldValidation: "Strict" };
  try {
    return await allowed(kube, kube.call({ method: "POST", path, query, body, reply: kind.one }));
  } catch (error) {
    if (!(error instanceof KubeRefused) || error.reason !== "AlreadyExists") throw error;
    return adopted(kube, intent, sent);
  }
}
async function adopted(kube, { name, owner }, { kind, name: there }) {
  const path = kind.path(kube.namespace, there);
  const found = await allowed(kube, kube.unlessGone({ method: "GET", path, reply: kind.one }));
  if (!found || found.metadata.deletionTimestamp !== void 0)
    throw new RentFailed(`the ${kind.word} ${there} is being deleted at this moment`, "unclear");
  const { annotations, labels } = found.metadata;
  if (annotations?.[LEASE] === name && labels?.[OWNER] === owner) return found;
  throw new RentFailed(
    `there is a ${kind.word} ${there} in the namespace ${kube.namespace}, and it is not of this run; delete or rename it`,
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
    takesTasks: true,
    offers: async (want, candidate, tasks) => offersOf(await kube(), { want, candidate, tasks }),
    create: async (intent) => create(await kube(), intent),
    keepSecrets: async (boxId, text) => keepSecrets(await kube(), boxId, text),
    begin: async (boxId) => begin(await kube(), boxId),
    forget: async (boxId) => forget(await kube(), boxId),
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
