import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  duration
} from "./job-quantity.shared.mjs";
import {
  mapping
} from "./strict-yaml-mapping.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";

// src/job/kubernetes-schema.ts
var GRACE_SECONDS = 120;
var WAIT_SECONDS = 7 * 86400;
var USER = 1e3;
var GPU_RESOURCE = "nvidia.com/gpu";
var word = (pattern, what) => external_exports.string().regex(pattern, `is not ${what}`);
var name = (what) => word(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, what);
var KEY = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
var labelValue = word(/^(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/, "the value of a label");
var toleration = mapping({
  key: word(KEY, "the key of a taint").optional().describe("Unset: every taint."),
  value: labelValue.optional().describe("Unset: whatever its value is."),
  effect: external_exports.enum(["NoSchedule", "PreferNoSchedule", "NoExecute"]).optional().describe("Unset: every effect."),
  seconds: external_exports.int().min(0, "is negative").max(86400, "is more than a day").optional().describe("How long it is tolerated, with `NoExecute` alone. Unset: for ever.")
});
var kubernetesSchema = mapping({
  cpus: external_exports.number().positive("is not above 0").max(4096, "is above 4,096").optional().describe("CPU cores, asked for and the limit. Unset: the least of `resources.cpus`."),
  memoryGb: external_exports.number().positive("is not above 0").max(1e5, "is above 100,000 GB").optional().describe("Memory in GB, asked for and the limit. Unset: the least of `resources.memory`."),
  ephemeralGb: external_exports.number().positive("is not above 0").max(1e5, "is above 100,000 GB").optional().describe("Room on the node's own disk in GB, asked for and the limit. Unset: the cluster's default."),
  gpuResource: word(KEY, "the name of a resource").default(GPU_RESOURCE).describe("What the cluster calls its cards."),
  nodeSelector: external_exports.record(word(KEY, "the key of a label"), labelValue).optional().describe("Labels of the node, such as `nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB`."),
  tolerations: external_exports.array(toleration).min(1, "is empty; leave it out").max(20).optional().describe("Taints that it runs beside. The one of the cards is tolerated where cards are asked for."),
  priorityClass: name("the name of a priority class").optional().describe("`priorityClassName`."),
  imagePullSecrets: external_exports.array(name("the name of a Secret")).min(1, "is empty; leave it out").max(10).optional().describe("Secrets of the namespace by which an `image` is pulled that is not public."),
  kueue: word(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/, "the name of a LocalQueue, of up to 63 letters").optional().describe(
    "The LocalQueue of Kueue in which it waits. An eviction by Kueue is a suspension: it goes on later."
  ),
  graceSeconds: external_exports.int().min(10, "is less than 10 s, in which nothing is saved").max(3600, "is more than an hour").default(GRACE_SECONDS).describe("How long it may take to save when its pod is taken away (`terminationGracePeriodSeconds`)."),
  wait: duration.default(WAIT_SECONDS).describe("How long it may wait for a node beside the time that it runs, before Kubernetes gives it up."),
  user: external_exports.int().min(0, "is negative").max(2 ** 31 - 1, "is no number of a user").default(USER).describe(
    "Number of the user and group as which it runs, to whom the claim is opened. 0 is root, which the restricted Pod Security standard refuses."
  )
});
var ASKED_OF_KUBERNETES = {
  gpuResource: GPU_RESOURCE,
  nodeSelector: {},
  tolerations: [],
  imagePullSecrets: [],
  graceSeconds: GRACE_SECONDS,
  waitSeconds: WAIT_SECONDS,
  user: USER
};
function kubernetesOf(file) {
  const { cpus, memoryGb, ephemeralGb, priorityClass, kueue, wait, gpuResource, graceSeconds, user } = file;
  return {
    gpuResource,
    graceSeconds,
    user,
    waitSeconds: wait,
    nodeSelector: file.nodeSelector ?? {},
    imagePullSecrets: file.imagePullSecrets ?? [],
    tolerations: (file.tolerations ?? []).map(({ key, value, effect, seconds }) => ({
      ...key === void 0 ? {} : { key },
      ...value === void 0 ? { operator: "Exists" } : { operator: "Equal", value },
      ...effect === void 0 ? {} : { effect },
      ...seconds === void 0 ? {} : { tolerationSeconds: seconds }
    })),
    ...cpus === void 0 ? {} : { cpus },
    ...memoryGb === void 0 ? {} : { memoryGb },
    ...ephemeralGb === void 0 ? {} : { ephemeralGb },
    ...priorityClass === void 0 ? {} : { priorityClass },
    ...kueue === void 0 ? {} : { kueue }
  };
}

export {
  kubernetesSchema,
  ASKED_OF_KUBERNETES,
  kubernetesOf
};
