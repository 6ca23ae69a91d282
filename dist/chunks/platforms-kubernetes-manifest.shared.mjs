import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KubeRefused,
  claimPath,
  notAllowed,
  podPath,
  podsPath,
  secretPath,
  secretsPath
} from "./platforms-kubernetes-access.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  ASKED_OF_KUBERNETES
} from "./job-kubernetes-schema.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/platforms/kubernetes/manifest.ts
import { createHash } from "node:crypto";

// src/platforms/kubernetes/objects.ts
var meta = external_exports.object({
  name: external_exports.string(),
  uid: external_exports.string(),
  creationTimestamp: external_exports.string().optional(),
  deletionTimestamp: external_exports.string().optional(),
  labels: external_exports.record(external_exports.string(), external_exports.string()).optional(),
  annotations: external_exports.record(external_exports.string(), external_exports.string()).optional()
});
var condition = external_exports.object({
  type: external_exports.string(),
  status: external_exports.string(),
  reason: external_exports.string().optional(),
  message: external_exports.string().optional()
});
var ended = external_exports.object({
  exitCode: external_exports.number(),
  reason: external_exports.string().optional(),
  message: external_exports.string().optional()
});
var containerState = external_exports.object({
  waiting: external_exports.object({ reason: external_exports.string().optional(), message: external_exports.string().optional() }).optional(),
  running: external_exports.object({ startedAt: external_exports.string().optional() }).optional(),
  terminated: ended.optional()
});
var podSpec = external_exports.looseObject({ nodeName: external_exports.string().optional() });
var pod = external_exports.object({
  metadata: meta,
  spec: podSpec,
  status: external_exports.object({
    phase: external_exports.string().optional(),
    reason: external_exports.string().optional(),
    message: external_exports.string().optional(),
    conditions: external_exports.array(condition).optional(),
    containerStatuses: external_exports.array(external_exports.object({ name: external_exports.string(), state: containerState.optional() })).optional()
  })
});
var job = external_exports.object({
  metadata: meta,
  spec: external_exports.object({
    suspend: external_exports.boolean().optional(),
    completions: external_exports.number().optional(),
    backoffLimitPerIndex: external_exports.number().optional(),
    template: external_exports.object({ spec: podSpec })
  }),
  status: external_exports.object({
    active: external_exports.number().optional(),
    failed: external_exports.number().optional(),
    /** Places, `1,3-5`. */
    completedIndexes: external_exports.string().optional(),
    failedIndexes: external_exports.string().optional(),
    conditions: external_exports.array(condition).optional()
  })
});
var jobSet = external_exports.object({
  metadata: meta,
  spec: external_exports.object({ suspend: external_exports.boolean().optional() }),
  // Its controller writes it, which may not have come by yet.
  status: external_exports.object({ conditions: external_exports.array(condition).optional() }).optional()
}).transform(
  ({ metadata, spec, status }) => ({
    metadata,
    spec: { ...spec, template: { spec: {} } },
    status: {
      conditions: (status?.conditions ?? []).map(({ type, ...rest }) => ({
        ...rest,
        type: type === "Completed" ? "Complete" : type
      }))
    }
  })
);
var claim = external_exports.object({
  metadata: meta,
  spec: external_exports.object({ accessModes: external_exports.array(external_exports.string()).optional() }),
  status: external_exports.object({ phase: external_exports.string().optional() }).optional()
});
var named = external_exports.object({ metadata: meta });
var listed = (item) => external_exports.object({
  metadata: external_exports.object({ continue: external_exports.string().optional() }).optional(),
  items: external_exports.array(item)
});
var jobs = listed(job);
var jobSets = listed(jobSet);
var pods = listed(pod);
var events = listed(
  external_exports.object({
    type: external_exports.string().optional(),
    reason: external_exports.string().optional(),
    message: external_exports.string().optional(),
    lastTimestamp: external_exports.string().nullish(),
    eventTime: external_exports.string().nullish(),
    metadata: external_exports.object({ creationTimestamp: external_exports.string().nullish() })
  })
);
var OWNER = "gpu-lease/owner";
var CLAIM = "gpu-lease/claim";
var PLACE = "gpu-lease/place";
var LEASE = "gpu-lease/lease";
var PRICE = "gpu-lease/usd-per-hour";
var BEGUN = "gpu-lease/begun";
var KUEUE = "gpu-lease/kueue";
var INDEX = "batch.kubernetes.io/job-completion-index";
var SECRETS = "gpu-lease/secrets";
var QUEUE_NAME = "kueue.x-k8s.io/queue-name";
var NO_QUEUE = "gpu-lease-held";
var HOME = "/checkpoints";
var CONTAINER = "main";

// src/platforms/kubernetes/secrets.ts
var FOLDER = "/etc/gpu-lease";
var FILE = "secrets";
var SECRET_FILE = `${FOLDER}/${FILE}`;
var secretName = (job2) => `gpu-lease-secrets-${job2}`;
var secretVolume = (job2) => ({
  name: "secrets",
  // 0440: of the pod's own group, which is nobody else's.
  secret: { secretName: secretName(job2), optional: true, defaultMode: 288 }
});
var SECRET_MOUNT = { name: "secrets", mountPath: FOLDER, readOnly: true };
async function handOver(kube, owner, text) {
  const { name } = owner;
  await note(kube, owner, "kept").catch((error) => {
    throw refused(kube, name, error);
  });
  const make = () => kube.call({
    method: "POST",
    path: secretsPath(kube.namespace),
    query: { fieldValidation: "Strict" },
    body: manifest(owner, text),
    reply: external_exports.unknown()
  });
  try {
    await make().catch(async (error) => {
      if (!(error instanceof KubeRefused) || error.reason !== "AlreadyExists") throw error;
      await remove(kube, name);
      await make();
    });
  } catch (error) {
    throw refused(kube, name, error);
  }
  return SECRET_FILE;
}
var manifest = ({ kind, name, uid }, text) => ({
  apiVersion: "v1",
  kind: "Secret",
  type: "Opaque",
  immutable: true,
  metadata: {
    name: secretName(name),
    labels: { "app.kubernetes.io/managed-by": "gpu-lease" },
    ownerReferences: [{ apiVersion: kind.apiVersion, kind: kind.word, name, uid }]
  },
  data: { [FILE]: Buffer.from(text).toString("base64") }
});
async function takeAway(kube, kind, { metadata }) {
  const { name, uid, annotations } = metadata;
  if (annotations?.[SECRETS] === void 0) return;
  try {
    await remove(kube, name);
    await note(kube, { kind, name, uid }, null);
  } catch (error) {
    if (!(error instanceof KubeRefused)) throw error;
  }
}
var remove = ({ unlessGone, namespace }, job2) => unlessGone({ method: "DELETE", path: secretPath(namespace, secretName(job2)), reply: external_exports.unknown() });
var note = (kube, { kind, name, uid }, word) => kube.call({
  method: "PATCH",
  path: kind.path(kube.namespace, name),
  body: { metadata: { uid, annotations: { [SECRETS]: word } } },
  reply: named
});
var refused = ({ target }, job2, error) => error instanceof KubeRefused && error.status !== 403 ? new Problem(
  {
    code: "secrets-refused",
    kind: "unfit",
    what: `The cluster of ${target} does not take the secrets of ${job2}: ${error.said}. The Job is suspended and costs nothing; nothing was started.`,
    next: "Put that right, then run the same command again. A Secret holds no more than one MiB."
  },
  { cause: error }
) : error;

// src/platforms/kubernetes/manifest.ts
var NOTHING_TO_RUN = 78;
var TOLD_TO_END = 143;
var BEGUN_AGAIN = 6;
var MAX_NAME = 52;
function jobName(lease, most = MAX_NAME) {
  if (lease.length <= most && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(lease)) return lease;
  const words = lease.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replace(/^-+/, "").slice(0, most - 9);
  const hash = createHash("sha256").update(lease).digest("hex").slice(0, 8);
  return `${words.replace(/-+$/, "") || "lease"}-${hash}`;
}
var labelsOf = ({ owner, claim: claim2 }) => ({
  "app.kubernetes.io/managed-by": "gpu-lease",
  [OWNER]: owner,
  [CLAIM]: claim2
});
function notesOf({ name, usdPerHour, candidate }) {
  const { kueue } = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  return {
    [LEASE]: name,
    [PRICE]: String(usdPerHour),
    ...kueue === void 0 ? {} : { [KUEUE]: kueue }
  };
}
var unqueued = ({ candidate }) => candidate.kubernetes?.kueue === void 0 ? {} : { [QUEUE_NAME]: NO_QUEUE };
var DISRUPTED = { onPodConditions: [{ type: "DisruptionTarget", status: "True" }] };
var endedBadly = (tasks) => ({
  action: tasks ? "FailIndex" : "FailJob",
  onExitCodes: { containerName: CONTAINER, operator: "NotIn", values: [0, TOLD_TO_END] }
});
function jobManifest(asked) {
  const { name, lifetimeSeconds, candidate, tasks } = asked;
  const { waitSeconds } = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  const labels = labelsOf(asked);
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: jobName(name), labels: { ...labels, ...unqueued(asked) }, annotations: notesOf(asked) },
    spec: {
      suspend: true,
      ...tasks ? ofTasks(tasks) : { completions: 1, parallelism: 1, backoffLimit: BEGUN_AGAIN },
      // The last layer of the dead-man; it counts from the moment that it is let go, waiting included.
      activeDeadlineSeconds: lifetimeSeconds + waitSeconds,
      // A new pod only when the old one has ended: two of them would write the same files.
      podReplacementPolicy: "Failed",
      podFailurePolicy: { rules: [{ action: "Ignore", ...DISRUPTED }, endedBadly(tasks)] },
      template: { metadata: { labels }, spec: podSpec2(asked, { body: bodyOf(tasks), env: [] }) }
    }
  };
}
var ofTasks = ({ count, atOnce }) => ({
  completionMode: "Indexed",
  completions: count,
  parallelism: atOnce,
  backoffLimitPerIndex: BEGUN_AGAIN
});
function podSpec2(all, { body, env, secretsOf = jobName(all.name) }) {
  const { name, image, claim: claim2, want, candidate, lifetimeSeconds } = all;
  const asked = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  const cards = want.gpu?.count ?? 0;
  return {
    restartPolicy: "Never",
    // Of one pod, in which waiting counts for nothing.
    activeDeadlineSeconds: lifetimeSeconds,
    terminationGracePeriodSeconds: asked.graceSeconds,
    ...commonSpec(asked.user),
    ...togetherOnANode(all),
    nodeSelector: asked.nodeSelector,
    tolerations: [
      ...cards > 0 ? [{ key: asked.gpuResource, operator: "Exists", effect: "NoSchedule" }] : [],
      ...asked.tolerations
    ],
    ...asked.priorityClass === void 0 ? {} : { priorityClassName: asked.priorityClass },
    imagePullSecrets: asked.imagePullSecrets.map((each) => ({ name: each })),
    containers: [
      {
        ...containerOf(image),
        command: ["sh", "-c", body, "gpu-lease", name],
        env: [{ name: "HOME", value: HOME }, ...env],
        resources: resourcesOf({ ...asked, cards }, want),
        volumeMounts: [
          { name: "claim", mountPath: HOME },
          { name: "shm", mountPath: "/dev/shm" },
          SECRET_MOUNT
        ]
      }
    ],
    volumes: [
      { name: "claim", persistentVolumeClaim: { claimName: claim2 } },
      // Workers of a data loader share memory there, and 64 MiB are a container's own.
      { name: "shm", emptyDir: { medium: "Memory" } },
      secretVolume(secretsOf)
    ]
  };
}
function togetherOnANode({ tasks, sharing, claim: claim2 }) {
  if (sharing !== "node" || !tasks || tasks.atOnce === 1) return {};
  const labelSelector = { matchLabels: { [CLAIM]: claim2 } };
  return {
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector, topologyKey: "kubernetes.io/hostname" }
        ]
      }
    }
  };
}
var commonSpec = (user) => ({
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: user > 0,
    runAsUser: user,
    runAsGroup: user,
    fsGroup: user,
    fsGroupChangePolicy: "OnRootMismatch",
    seccompProfile: { type: "RuntimeDefault" }
  }
});
var containerOf = (image) => ({
  name: CONTAINER,
  image,
  workingDir: HOME,
  terminationMessagePolicy: "FallbackToLogsOnError",
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } }
});
function resourcesOf(asked, want) {
  const cpus = asked.cpus ?? want.cpus?.min;
  const memoryGb = asked.memoryGb ?? want.memoryGb?.min;
  const limits = {
    ...cpus === void 0 ? {} : { cpu: `${Math.ceil(cpus * 1e3)}m` },
    ...memoryGb === void 0 ? {} : { memory: String(Math.ceil(memoryGb * 1e9)) },
    ...asked.ephemeralGb === void 0 ? {} : { "ephemeral-storage": String(Math.ceil(asked.ephemeralGb * 1e9)) },
    ...asked.cards > 0 ? { [asked.gpuResource]: String(asked.cards) } : {}
  };
  return { limits, requests: limits };
}
var bodyOf = (tasks) => `${BODY}
${BATCH}${tasks ? ' "$JOB_COMPLETION_INDEX"' : ""}`;
var BATCH = 'exec sh "$keeper" batch "$base" kubernetes';
var BODY = [
  'place="$HOME/.gpu-lease/.queue/$1"',
  'if [ ! -r "$place" ]; then',
  '  echo "gpu-lease: $place is not there: this Job was let go before anything was laid down for it" >&2',
  `  exit ${NOTHING_TO_RUN}`,
  "fi",
  '{ IFS= read -r keeper && IFS= read -r base; } <"$place"',
  'if [ ! -r "$keeper" ] || [ ! -d "$base" ]; then',
  '  echo "gpu-lease: $place names $keeper and $base, and they cannot be read on $(hostname)" >&2',
  `  exit ${NOTHING_TO_RUN}`,
  "fi"
].join("\n");

// src/platforms/kubernetes/words.ts
var NEVER_CAME = 75;
var WAITS = [
  [
    /exceeded quota|insufficient quota/i,
    "the quota of the namespace is used up; it starts when others of the namespace end, or ask for less or for a larger quota"
  ],
  [
    /ErrImagePull|ImagePullBackOff|InvalidImageName|Failed to pull image/,
    "its image cannot be pulled; correct `image` (name and digest), or name by `imagePullSecrets` who may pull it"
  ],
  [
    /Multi-Attach error|exclusively attached to one node/,
    "its claim is still attached to another node, and only one may have it; it starts when the pod there has ended. Where that node is lost for good, an operator marks it out of service; a claim of ReadWriteMany has no such wait"
  ],
  [
    /unbound immediate PersistentVolumeClaim|persistentvolumeclaim "[^"]*" (?:not found|is being deleted)/i,
    'its claim is bound to no volume; look at the claim and its storage class ("kubectl describe pvc")'
  ],
  [
    /volume node affinity conflict/,
    "its claim lies in a zone where no fitting node is; take a node there, or another claim"
  ],
  [
    /FailedMount|FailedAttachVolume|MountVolume|AttachVolume/,
    "its claim cannot be mounted; the event says why"
  ],
  [
    /CreateContainerConfigError|runAsNonRoot/,
    "its container cannot be made as asked; the message says what is missing"
  ],
  [
    /violates PodSecurity/,
    "the Pod Security standard of the namespace refuses its pod; leave `user` at its default, and ask the operators where that is not enough"
  ]
];
var NODES = [
  [
    /Insufficient nvidia\.com\/gpu|Insufficient \S*gpu\S*/,
    'no node has as many free cards; it waits until one has. Where "kubectl describe nodes" shows 0 allocatable cards everywhere, the device plugin is down'
  ],
  [
    /Insufficient (?:cpu|memory|ephemeral-storage)/,
    "no node has as much free of what it asks for; wait, or ask for fewer `cpus` or less `memoryGb`"
  ],
  [
    /had untolerated taint/,
    "the nodes that would do have a taint; name it under `tolerations` where it is meant for such work"
  ],
  [/didn't match Pod's node affinity\/selector/, "no node has the labels of `nodeSelector`; correct them"],
  [/were unschedulable/, "nodes are closed for maintenance; it waits until they are open"],
  [/exceed max volume count/, "the node can take no more volumes; wait"]
];
function whyWaiting(pods2, events2) {
  const told = events2.map(({ reason = "", message = "" }) => oneLine(`${reason}: ${message}`, 300));
  for (const pod2 of pods2) {
    const scheduled = pod2.status.conditions?.find(({ type }) => type === "PodScheduled");
    if (scheduled?.status === "False")
      return unschedulable(scheduled.message ?? scheduled.reason ?? "", told);
    const { reason, message = "" } = pod2.status.containerStatuses?.[0]?.state?.waiting ?? {};
    const mount = told.find((line) => /^(?:FailedAttachVolume|FailedMount)/.test(line));
    const own = reason === void 0 || reason === "ContainerCreating" || reason === "PodInitializing";
    const said = own ? mount ?? "its node prepares image and volumes" : `${reason}: ${message}`;
    return { why: inWords(said), native: oneLine(`Pending ${own ? mount ?? reason ?? "" : said}`, 300) };
  }
  const refused2 = told.find((line) => /^FailedCreate/.test(line));
  if (refused2 !== void 0) return { why: inWords(refused2), native: oneLine(`Pending ${refused2}`, 300) };
  return { why: "Kubernetes has not made its pod yet", native: "Pending" };
}
function unschedulable(message, told) {
  const said = oneLine(message, 400);
  const native = oneLine(`Pending ${said}`, 300);
  const claim2 = WAITS.find(([pattern]) => pattern.test(said));
  const parts = NODES.flatMap(([pattern, words2]) => pattern.test(said) ? [words2] : []);
  const words = claim2 ? [claim2[1]] : parts;
  if (words.length > 0) return { why: `${words.join("; ")} (${said})`, native };
  return { why: `no node takes it: ${said || told[0] || "the scheduler has not said why"}`, native };
}
function inWords(said) {
  const words = WAITS.find(([pattern]) => pattern.test(said))?.[1];
  return words === void 0 ? said : `${words} (${oneLine(said, 240)})`;
}
var NODES_BILL = "its node bills until its pool is scaled down, and the claim until you delete it";
function howEnded({ status }, pods2) {
  const failed = status.conditions?.find(({ type, status: is }) => type === "Failed" && is === "True");
  if (!failed) return { why: `its command ended with 0 (Complete); ${NODES_BILL}`, native: "COMPLETED" };
  const { reason = "Failed", message = "" } = failed;
  const last = pods2.find((pod2) => pod2.status.phase === "Failed");
  const native = (word2) => oneLine(`FAILED ${reason}${word2 === "" ? "" : ` ${word2}`}`, 300);
  if (reason === "DeadlineExceeded")
    return {
      why: "it reached the time that it was given, running and waiting together (DeadlineExceeded): `budget.hours` and `wait` of the job",
      native: native("")
    };
  const { why, word, code, taken } = endOfPod(last, codeIn(message));
  const often = reason === "BackoffLimitExceeded" && status.failed !== void 0 ? `its pods ended ${status.failed} times before their time, the last so: ` : "";
  return {
    why: `${often}${code === void 0 && word !== "" ? why : `${why} (${reason})`}`,
    native: native(word),
    ...taken ? { taken } : {}
  };
}
function endOfPod(failed, said) {
  const { reason, message = "", containerStatuses } = failed?.status ?? {};
  if (reason === "Evicted") {
    const evicted = oneLine(message, 200);
    return {
      why: `its node took it away: ${evicted} (Evicted)`,
      word: `Evicted: ${evicted}`,
      taken: true
    };
  }
  if (reason === "DeadlineExceeded")
    return { why: "it ran for as long as it was given (DeadlineExceeded)", word: "DeadlineExceeded" };
  const ended2 = containerStatuses?.[0]?.state?.terminated;
  if (ended2?.reason === "OOMKilled")
    return {
      why: "it used more memory than it asked for; ask for a fifth more by `memoryGb`, and leave the batch size as it is (OOMKilled)",
      word: "OOMKilled"
    };
  const code = ended2?.exitCode ?? said;
  if (code === void 0) return { why: "its command failed", word: "" };
  return { why: ofCode(code, ended2?.message), word: `exit code ${code}`, code };
}
function codeIn(message) {
  const [, code] = /failed with exit code (\d{1,3})/.exec(message) ?? [];
  return code === void 0 ? void 0 : Number(code);
}
function ofCode(code, message = "") {
  if (code === 78)
    return `it found nothing to start (exit code 78): ${oneLine(message, 200) || "its log says what"}`;
  if (code === NEVER_CAME)
    return `its nodes did not come together (exit code ${NEVER_CAME}): ${oneLine(message, 300) || "its log says which"}`;
  if (code === 124)
    return "its keeper ended it: its time was over, or a stop was asked for (exit code 124); its own record says which";
  if (code === 143) return "it was told to end more often than it is begun again (signal 15)";
  if (code > 128)
    return `signal ${code - 128} ended it${code === 137 ? ", for memory, after its grace period, or by hand" : ""}`;
  return `its command ended with exit code ${code}`;
}

// src/platforms/kubernetes/standing.ts
var isAlive = ({ status }) => status.phase !== "Succeeded" && status.phase !== "Failed";
var runs = ({ status }) => status.phase === "Running" && status.containerStatuses?.[0]?.state?.terminated === void 0;
var byAge = (pods2) => [...pods2].sort(
  (a, b) => (b.metadata.creationTimestamp ?? "").localeCompare(a.metadata.creationTimestamp ?? "")
);
var has = ({ status }, wanted) => status.conditions?.some(({ type, status: is }) => type === wanted && is === "True") ?? false;
function standingOf(job2, all, events2) {
  const pods2 = byAge(all);
  const running = pods2.find(runs);
  if (has(job2, "Complete") || has(job2, "Failed")) {
    const { why: why2, native: native2, taken } = howEnded(job2, pods2);
    const left = running ? "running" : pods2.some(isAlive) ? "waiting" : void 0;
    if (left)
      return { native: native2, word: { phase: left, why: "it is being ended, and not all of its pods have" } };
    return { native: native2, word: { phase: "over", why: why2 }, ...taken ? { taken } : {} };
  }
  if (running)
    return {
      native: "RUNNING",
      word: { phase: "running", ...whileRunning(job2, running), ...incomplete(pods2, events2) }
    };
  if (job2.metadata.deletionTimestamp !== void 0)
    return { native: "DELETING", word: { phase: "waiting", why: "it is being deleted" } };
  if (job2.spec.suspend) return suspended(job2);
  const { why, native } = whyWaiting(pods2.filter(isAlive), events2);
  return { native, word: { phase: "waiting", why } };
}
function whileRunning({ metadata }, pod2) {
  if (metadata.deletionTimestamp !== void 0) return { why: "it is being deleted" };
  if (pod2.metadata.deletionTimestamp === void 0) return {};
  const why = pod2.status.conditions?.find(({ type }) => type === "DisruptionTarget");
  const said = why?.message === void 0 ? "" : `: ${oneLine(why.message, 80)}`;
  const lost = why?.reason === "DeletionByTaintManager" ? outOfService(pod2.spec.nodeName ?? "NODE") : "";
  return { why: `its pod is being taken away${said}${lost}` };
}
var outOfService = (node) => `; if its node is lost for good, no other pod begins until an operator says so: kubectl taint node ${node} node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`;
function incomplete(all, events2) {
  const alive = all.filter((pod2) => isAlive(pod2) && pod2.metadata.deletionTimestamp === void 0);
  const others = alive.filter((pod2) => !runs(pod2));
  if (others.length === 0 || others.length === alive.length) return {};
  const { why } = whyWaiting(others, events2);
  return {
    why: `${alive.length - others.length} of ${alive.length} nodes have come, and wait for the others: ${why}`
  };
}
function suspended({ metadata }) {
  if (metadata.annotations?.[BEGUN] === void 0) return { native: "SUSPENDED", word: { phase: "held" } };
  const queue = metadata.annotations[KUEUE];
  const why = queue === void 0 ? 'somebody suspended it, not gpu-lease; let it go with "kubectl patch job NAME -p \'{"spec":{"suspend":false}}\'"; where Kueue holds all jobs of the namespace, name its queue by `kueue`' : `it waits in the queue ${queue} of Kueue for its quota ("kubectl get workloads" says why)`;
  return { native: "SUSPENDED", word: { phase: "waiting", why } };
}
var isWaiting = ({ word }) => word?.phase === "waiting";

// src/platforms/kubernetes/place-pod.ts
var recipe = external_exports.object({
  image: external_exports.string(),
  user: external_exports.number(),
  nodeSelector: external_exports.record(external_exports.string(), external_exports.string()),
  tolerations: external_exports.array(external_exports.unknown()),
  imagePullSecrets: external_exports.array(external_exports.string())
});
var IDLE_ROUNDS = 12;
var LONGEST_SECONDS = 6 * 3600;
var GRACE_SECONDS = 2;
var USED = "/dev/shm/gpu-lease.used";
var using = (argv, hasInput) => [
  "sh",
  "-c",
  `: 2>/dev/null >${USED}; ${hasInput ? '"$@"; c=$?; cat >/dev/null; exit "$c"' : 'exec "$@"'}`,
  "sh",
  ...argv
];
var IDLE = `trap 'exit 0' TERM INT
idle=0
while [ "$idle" -lt ${IDLE_ROUNDS} ]; do
  sleep 5 &
  wait $!
  set -- /proc/[0-9]*
  if [ $# -gt 1 ] || [ -e ${USED} ]; then idle=0; else idle=$((idle + 1)); fi
  rm -f ${USED}
done`;
var placeName = (claim2) => `gpu-lease-place-${claim2}`;
var allowed = async (kube, work) => work.catch((error) => {
  throw notAllowed(kube, error) ?? error;
});
async function claimOf(kube) {
  const { namespace, claim: claim2, target } = kube;
  const path = claimPath(namespace, claim2);
  const found = await allowed(kube, kube.unlessGone({ method: "GET", path, reply: claim }));
  if (found) return found;
  throw new Problem({
    code: "no-claim",
    kind: "usage",
    what: `There is no PersistentVolumeClaim ${claim2} in the namespace ${namespace} (${target}). Nothing was submitted.`,
    next: 'Make it with "kubectl apply", as docs/kubernetes.md shows, or correct the last part of `queue`.'
  });
}
async function noteRecipe(kube, found, wanted) {
  const text = JSON.stringify(wanted);
  if (found.metadata.annotations?.[PLACE] === text) return;
  const body = { metadata: { annotations: { [PLACE]: text } } };
  const path = claimPath(kube.namespace, kube.claim);
  await allowed(kube, kube.call({ method: "PATCH", path, body, reply: external_exports.unknown() }));
}
function sharingOf({ spec }) {
  const modes = spec.accessModes ?? [];
  if (modes.includes("ReadWriteMany")) return "any";
  return modes.includes("ReadWriteOncePod") ? "pod" : "node";
}
var placePodOf = (kube) => {
  const path = podPath(kube.namespace, placeName(kube.claim));
  return allowed(kube, kube.unlessGone({ method: "GET", path, reply: pod }));
};
async function around(kube) {
  const query = { labelSelector: `${CLAIM}=${kube.claim}`, fieldSelector: STILL_THERE };
  const path = podsPath(kube.namespace);
  const [placePod, all] = await Promise.all([
    placePodOf(kube),
    allowed(kube, kube.call({ method: "GET", path, query, reply: pods }))
  ]);
  return { placePod, working: byAge(all.items).filter(isAlive) };
}
var STILL_THERE = "status.phase!=Succeeded,status.phase!=Failed";
var isOpen = ({ metadata, status }) => metadata.deletionTimestamp === void 0 && status.phase === "Running" && status.containerStatuses?.find(({ name }) => name === CONTAINER)?.state?.running !== void 0;
async function findPlace(kube, found) {
  const { placePod, working } = await around(kube);
  const open = [placePod, ...working].find((each) => each !== void 0 && isOpen(each));
  if (open) return { open: open.metadata.name };
  if (placePod && !isAlive(placePod)) {
    await removePlacePod(kube, placePod);
    return { wait: "an earlier one is being taken away" };
  }
  if (placePod) return whyNotOpen(kube, placePod);
  const bound = working.find(({ spec }) => spec.nodeName !== void 0);
  if (sharingOf(found) === "pod" && working.length > 0)
    return { wait: "the run's own pod is about to have the claim, which takes one pod alone" };
  return { make: placeManifest(kube, found, sharingOf(found) === "node" ? bound?.spec.nodeName : void 0) };
}
var NEVER = /^(?:InvalidImageName|ImagePullBackOff|CreateContainerConfigError|CreateContainerError)$/;
function whyNotOpen({ target }, { metadata, status }) {
  if (metadata.deletionTimestamp !== void 0) return { wait: "an earlier one is being taken away" };
  const { reason = "", message = "" } = status.containerStatuses?.[0]?.state?.waiting ?? {};
  if (NEVER.test(reason))
    throw new Problem({
      code: "place-hopeless",
      kind: "unfit",
      what: `The pod ${metadata.name}, through which files of ${target} are reached, does not start: ${reason}: ${oneLine(message, 300)}.`,
      next: "Correct `image` (name and digest), `imagePullSecrets` or `user`; then run the same command again."
    });
  const scheduled = status.conditions?.find(({ type }) => type === "PodScheduled");
  if (scheduled?.status === "False") return { wait: oneLine(scheduled.message ?? "no node takes it", 300) };
  return {
    wait: reason === "" ? "its node has not started it" : `${reason} ${oneLine(message, 200)}`.trim()
  };
}
function placeManifest(kube, { metadata }, node) {
  const { claim: claim2, namespace, target } = kube;
  const { image, user, nodeSelector, tolerations, imagePullSecrets } = recipeOf(
    metadata.annotations?.[PLACE],
    target
  );
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: placeName(claim2),
      namespace,
      labels: { "app.kubernetes.io/managed-by": "gpu-lease", [PLACE]: claim2 }
    },
    spec: {
      restartPolicy: "Never",
      activeDeadlineSeconds: LONGEST_SECONDS,
      terminationGracePeriodSeconds: GRACE_SECONDS,
      ...commonSpec(user),
      tolerations,
      affinity: { nodeAffinity: affinity(nodeSelector, node) },
      imagePullSecrets: imagePullSecrets.map((name) => ({ name })),
      containers: [
        {
          ...containerOf(image),
          command: ["sh", "-c", IDLE],
          env: [
            { name: "HOME", value: HOME },
            // Images of CUDA ask for every card, and a node may give them where none were asked for.
            { name: "NVIDIA_VISIBLE_DEVICES", value: "void" }
          ],
          resources: { requests: { cpu: "50m", memory: "64Mi" }, limits: { cpu: "2", memory: "1Gi" } },
          volumeMounts: [{ name: "claim", mountPath: HOME }]
        }
      ],
      volumes: [{ name: "claim", persistentVolumeClaim: { claimName: claim2 } }]
    }
  };
}
function affinity(labels, node) {
  if (node !== void 0)
    return {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }]
      }
    };
  const matchExpressions = Object.entries(labels).map(([key, value]) => ({
    key,
    operator: "In",
    values: [value]
  }));
  if (matchExpressions.length === 0) return {};
  return {
    preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, preference: { matchExpressions } }]
  };
}
function recipeOf(text, target) {
  const read = recipe.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new Problem({
    code: "no-recipe",
    kind: "unfit",
    what: `Nothing was ever submitted for the claim of ${target}, so there is no image by which its files could be looked at.`,
    next: "Run the job first; where the claim was made anew, what lay on the old one is gone."
  });
}
function parsed(text) {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return void 0;
  }
}
async function makePlace(kube, manifest2) {
  const path = podsPath(kube.namespace);
  await allowed(kube, kube.call({ method: "POST", path, body: manifest2, reply: pod })).catch(
    (error) => {
      if (!(error instanceof KubeRefused) || error.reason !== "AlreadyExists") throw error;
    }
  );
}
async function removePlacePod(kube, { metadata }) {
  const body = { gracePeriodSeconds: GRACE_SECONDS, preconditions: { uid: metadata.uid } };
  const path = podPath(kube.namespace, metadata.name);
  await allowed(kube, kube.unlessGone({ method: "DELETE", path, body, reply: external_exports.unknown() })).catch(
    (error) => {
      if (!(error instanceof KubeRefused) || error.status !== 409) throw error;
    }
  );
}
async function makeWay(kube, own) {
  const waiting = own.filter(isAlive);
  if (waiting.length === 0) return;
  const placePod = await placePodOf(kube);
  if (!placePod || !isAlive(placePod) || placePod.metadata.deletionTimestamp !== void 0) return;
  const shared = sharingOf(await claimOf(kube));
  const isElsewhere = waiting.some(
    ({ spec }) => spec.nodeName !== void 0 && spec.nodeName !== placePod.spec.nodeName
  );
  if (shared === "pod" || shared === "node" && isElsewhere) await removePlacePod(kube, placePod);
}

export {
  job,
  jobSet,
  named,
  jobs,
  jobSets,
  pods,
  events,
  OWNER,
  LEASE,
  PRICE,
  BEGUN,
  KUEUE,
  INDEX,
  QUEUE_NAME,
  CONTAINER,
  SECRET_FILE,
  handOver,
  takeAway,
  jobName,
  labelsOf,
  notesOf,
  unqueued,
  DISRUPTED,
  endedBadly,
  jobManifest,
  podSpec2 as podSpec,
  BATCH,
  BODY,
  whyWaiting,
  NODES_BILL,
  howEnded,
  endOfPod,
  isAlive,
  runs,
  byAge,
  has,
  standingOf,
  isWaiting,
  using,
  claimOf,
  noteRecipe,
  sharingOf,
  findPlace,
  makePlace,
  makeWay
};
