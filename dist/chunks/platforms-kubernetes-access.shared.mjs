import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  PlatformAnswer
} from "./platforms-api.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  parseKubeTarget
} from "./job-kube-target.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/platforms/kubernetes/api.ts
import { request as requestPlain } from "node:http";
import { request as requestSafely } from "node:https";

// src/platforms/kubernetes/access.ts
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
var KUBECONFIG_TEXT = "KUBE_CONFIG";
var AUDIENCE = "GPU_LEASE_KUBE_AUDIENCE";
async function accessTo(context) {
  const { queue } = context;
  const target = queue === void 0 ? void 0 : parseKubeTarget(queue);
  if (queue === void 0 || target === void 0) throw noQueue(queue);
  const config = await configOf(context);
  if (target.context !== void 0) {
    if (!config.getContextObject(target.context)) throw noContext(target.context, config);
    config.setCurrentContext(target.context);
  }
  const server = config.getCurrentCluster()?.server.replace(/\/+$/, "");
  if (server === void 0 || !/^https?:\/\//.test(server))
    throw noContext(config.getCurrentContext(), config);
  const workflow = hasOwnLogin(config) ? void 0 : context.identity;
  return {
    ...target,
    target: queue,
    server,
    async options() {
      const options = {};
      await config.applyToHTTPSOptions(options);
      if (workflow) {
        const token = await workflow.token(context.secret(AUDIENCE) || server);
        options.headers = { ...options.headers, Authorization: `Bearer ${token}` };
      }
      return options;
    }
  };
}
async function configOf({ secret }) {
  const { KubeConfig } = await import("./npm-kubernetes-client-node-dist-config.mjs");
  const config = new KubeConfig();
  const text = secret(KUBECONFIG_TEXT);
  const files = (secret("KUBECONFIG") ?? "").split(delimiter).filter(Boolean);
  const usual = join(secret("HOME") ?? "/", ".kube", "config");
  try {
    if (text) config.loadFromString(text);
    else if (files.length > 0 || existsSync(usual))
      readFiles(config, files.length > 0 ? files : [usual], KubeConfig);
    else if (secret("KUBERNETES_SERVICE_HOST")) config.loadFromCluster();
    else throw noConfig();
  } catch (error) {
    throw error instanceof Problem ? error : badConfig(text ? KUBECONFIG_TEXT : files[0] ?? usual, error);
  }
  return config;
}
function readFiles(config, files, More) {
  for (const [at, file] of files.entries()) {
    const read = at === 0 ? config : new More();
    read.loadFromFile(file);
    if (read !== config) config.mergeConfig(read, true);
  }
}
function hasOwnLogin(config) {
  const user = config.getCurrentUser();
  return [user?.token, user?.certData, user?.certFile, user?.exec, user?.authProvider, user?.username].some(
    (each) => each !== void 0 && each !== null && each !== ""
  );
}
var noQueue = (queue) => new Problem({
  code: "queue-missing",
  kind: "usage",
  what: queue === void 0 ? 'The candidate "kubernetes" does not say where its cluster is.' : 'The `queue` of the candidate "kubernetes" is not of the form kube://context/namespace/claim.',
  next: 'Add "queue: kube://context/namespace/claim" to that candidate; kube:///namespace/claim takes the current context.'
});
var noConfig = () => new Problem({
  code: "kubeconfig-missing",
  kind: "usage",
  what: "There is no kubeconfig here, and this is no pod of a cluster; nothing was asked or submitted.",
  next: `Set KUBECONFIG to its path, or ${KUBECONFIG_TEXT} to its text; in a workflow store it as a secret of the environment that holds the keys (gpu-lease).`
});
var badConfig = (where, cause) => new Problem(
  {
    code: "kubeconfig-bad",
    kind: "usage",
    what: `The kubeconfig of ${where} cannot be read as one; nothing was asked or submitted.`,
    next: 'Try "kubectl --kubeconfig FILE config view"; write it anew where that fails too.'
  },
  { cause }
);
function noContext(name, config) {
  const names = config.getContexts().map((each) => each.name);
  return new Problem({
    code: "context-unknown",
    kind: "usage",
    what: `The kubeconfig has no whole context "${name}"; it has ${names.join(", ") || "none"}.`,
    next: "Correct the context in `queue: kube://context/namespace/claim`, or the kubeconfig."
  });
}

// src/platforms/kubernetes/api.ts
var TIMEOUT_SECONDS = 30;
var MAX_BYTES = 64 * 2 ** 20;
var PAUSES = [1, 3];
var KubeRefused = class extends PlatformAnswer {
  constructor(status, reason, said, call) {
    super(`${call}: ${status} ${said}`);
    this.status = status;
    this.reason = reason;
    this.said = said;
  }
  status;
  reason;
  said;
  name = "KubeRefused";
};
var refusal = external_exports.object({ reason: external_exports.string().optional(), message: external_exports.string().optional() });
async function openKube(context) {
  const access = await accessTo(context);
  const line = { access, context };
  return {
    ...access,
    access: async () => access,
    call: (call) => answerTo(line, call),
    unlessGone: (call) => answerTo(line, call).catch((error) => {
      if (error instanceof KubeRefused && error.status === 404) return void 0;
      throw error;
    })
  };
}
async function answerTo(line, call) {
  const { clock, signal } = line.context;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await once(line, call).catch((error) => asError(error));
    const pause = PAUSES[attempt];
    const isLost = answer instanceof Error || answer.status === 429 || answer.status >= 500;
    if (!isLost) return settled(line, call, answer);
    if (pause === void 0 || signal?.aborted) throw silent(line.access, answer);
    await clock.sleep(pause, signal);
  }
}
var asError = (error) => {
  if (error instanceof Problem) throw error;
  return error instanceof Error ? error : new Error(String(error));
};
function settled({ access }, { method, path, reply }, { status, body }) {
  const call = `Kubernetes ${method} ${path}`;
  const json = parsed(body);
  if (status < 200 || status > 299) {
    const { reason = "", message = "" } = refusal.safeParse(json).data ?? {};
    if (status === 401) throw unknownUser(access, oneLine(message));
    throw new KubeRefused(status, reason, oneLine(message, 600) || oneLine(body, 200), call);
  }
  const read = reply.safeParse(json);
  if (read.success) return read.data;
  throw new PlatformAnswer(`${call}: ${status} with a body of another shape`);
}
function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return void 0;
  }
}
async function once({ access, context }, { method, path, query = {}, body }) {
  const url = new URL(access.server + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  const options = await access.options();
  const text = body === void 0 ? void 0 : JSON.stringify(body);
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  return exchanged(url, text, {
    ...options,
    method,
    headers: {
      ...options.headers,
      accept: "application/json",
      "user-agent": "gpu-lease",
      ...text === void 0 ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) }
    },
    signal: AbortSignal.any([
      AbortSignal.timeout(TIMEOUT_SECONDS * 1e3),
      ...context.signal ? [context.signal] : []
    ])
  });
}
function exchanged(url, text, options) {
  const request = url.protocol === "http:" ? requestPlain : requestSafely;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks = [];
      let bytes = 0;
      response.on("data", (chunk) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) sent.destroy(new Error(`an answer of more than ${MAX_BYTES} bytes`));
        else chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.complete)
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") });
        else reject(new Error("the answer was cut"));
      });
    });
    sent.on("error", reject);
    sent.end(text);
  });
}
function silent({ server, target }, answer) {
  const why = answer instanceof Error ? oneLine(answer.message, 200) : `status ${answer.status}`;
  return new Problem(
    {
      code: "queue-silent",
      kind: "unreachable",
      what: `The API server of ${target} (${server}) does not answer: ${why}. This says nothing about jobs there.`,
      next: 'Try "kubectl get jobs" with the same kubeconfig; then run the same command again.'
    },
    answer instanceof Error ? { cause: answer } : {}
  );
}
var unknownUser = ({ target }, said) => new Problem({
  code: "api-key-refused",
  kind: "usage",
  what: `The API server of ${target} does not know who asks (401${said === "" ? "" : `: ${said}`}). Nothing was changed.`,
  next: 'Log in again with the tool of your cluster, or make a new kubeconfig; "kubectl auth whoami" shows whether it works.'
});
function notAllowed({ target, namespace }, error) {
  if (!(error instanceof KubeRefused) || error.status !== 403 || isQuota(error)) return;
  return new Problem(
    {
      code: "api-key-may-not",
      kind: "usage",
      what: `The API server of ${target} refuses it: ${error.said}.`,
      next: `Give that user the role of examples/kubernetes/rbac.yml: kubectl apply -n ${namespace} -f examples/kubernetes/rbac.yml; then run the same command again.`
    },
    { cause: error }
  );
}
var isQuota = ({ said }) => /exceeded quota|\bquota\b/i.test(said);

// src/platforms/kubernetes/paths.ts
var encoded = encodeURIComponent;
var jobsPath = (namespace) => `/apis/batch/v1/namespaces/${encoded(namespace)}/jobs`;
var jobPath = (namespace, name) => `${jobsPath(namespace)}/${encoded(name)}`;
var JOBSET_API = "jobset.x-k8s.io/v1alpha2";
var jobSetApiPath = `/apis/${JOBSET_API}`;
var jobSetsPath = (namespace) => `${jobSetApiPath}/namespaces/${encoded(namespace)}/jobsets`;
var jobSetPath = (namespace, name) => `${jobSetsPath(namespace)}/${encoded(name)}`;
var core = (namespace) => `/api/v1/namespaces/${encoded(namespace)}`;
var secretsPath = (namespace) => `${core(namespace)}/secrets`;
var secretPath = (namespace, name) => `${secretsPath(namespace)}/${encoded(name)}`;
var podsPath = (namespace) => `${core(namespace)}/pods`;
var podPath = (namespace, name) => `${podsPath(namespace)}/${encoded(name)}`;
var claimPath = (namespace, name) => `${core(namespace)}/persistentvolumeclaims/${encoded(name)}`;
var eventsPath = (namespace) => `${core(namespace)}/events`;
var accountPath = (namespace) => `${core(namespace)}/serviceaccounts/default`;

export {
  KubeRefused,
  openKube,
  notAllowed,
  isQuota,
  jobsPath,
  jobPath,
  JOBSET_API,
  jobSetApiPath,
  jobSetsPath,
  jobSetPath,
  secretsPath,
  secretPath,
  podsPath,
  podPath,
  claimPath,
  eventsPath,
  accountPath
};
