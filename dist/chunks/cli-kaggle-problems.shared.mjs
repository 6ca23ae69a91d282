import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  boundAtCommit
} from "./cli-job-at-commit.shared.mjs";
import {
  cellSource,
  requireCommitted
} from "./cli-committed-job.shared.mjs";
import {
  bindJob
} from "./cli-bind-job.shared.mjs";
import {
  notebookJob
} from "./colab-notebook-job.shared.mjs";
import {
  faceOf
} from "./cli-settings.shared.mjs";
import {
  apiBaseOf
} from "./platforms-context.shared.mjs";
import {
  ApiRefused,
  PlatformAnswer,
  openApi
} from "./platforms-api.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  ASKED_NOTHING_OF_KAGGLE,
  shapeFor
} from "./job-approval-rules.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/kaggle/kernel-job.ts
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
var requestOf = ({ candidates }) => candidates.find(({ platform }) => platform === "kaggle")?.kaggle ?? ASKED_NOTHING_OF_KAGGLE;
function kaggleRunId(job, configHash, request) {
  const { datasets, competitions, models } = request;
  const inputs = { datasets: sorted(datasets), competitions: sorted(competitions), models: sorted(models) };
  const digest = digestOf({ configHash, inputs });
  return `${startOfName(job)}${digest.slice(0, 12)}`;
}
var startOfName = (job) => `${job.slice(0, 20).replace(/-+/g, "-").replace(/-$/, "")}-kaggle-`;
var sorted = (names) => [...names].sort();
var slugOf = (run, session) => `${run}-${session}`;
function kernelJob(bound, session) {
  const { remote: _remote, folder: _folder, ...job } = notebookJob(bound, "");
  return {
    ...job,
    run: kaggleRunId(bound.job.name, bound.configHash, requestOf(bound.job)),
    session: { number: session.number, seconds: session.seconds, stop: session.stopSeconds },
    goes_on: session.goesOn,
    start_over: session.startOver,
    archive: createHash("sha256").update(bound.code.tar).digest("hex")
  };
}
var packedCode = ({ code }) => gzipSync(code.tar, { level: 9 }).toString("base64").replace(/.{1,120}/g, "$&\n").trimEnd();

// src/kaggle/push-body.ts
var SOURCES = [
  ["invalidDatasetSources", "dataset", "datasetDataSources"],
  ["invalidCompetitionSources", "competition", "competitionDataSources"],
  ["invalidKernelSources", "kernel", "kernelDataSources"],
  ["invalidModelSources", "model", "modelDataSources"]
];
var isTpu = (shape) => shape !== void 0 && /^tpu/i.test(shape);
var isGpu = (shape) => shape !== void 0 && !isTpu(shape);
function acceleratorOf({ accelerator }, want) {
  if (accelerator !== void 0) return accelerator === "none" ? void 0 : accelerator;
  const found = shapeFor(want);
  if ("shape" in found) return found.shape;
  throw new Problem({
    code: "kaggle-accelerator",
    kind: "usage",
    what: `No machine shape of Kaggle is known to answer the job's resources.gpu: it asks for ${found.why}. Nothing was pushed.`,
    next: 'Ask for what there is, or name the shape: "kaggle: { accelerator: NAME }" of the candidate.'
  });
}
function sourcesOf({ request, from }) {
  return [
    ...request.datasets.map((each) => `dataset ${each}`),
    ...request.competitions.map((each) => `competition ${each}`),
    ...from === void 0 ? [] : [`kernel ${from}`],
    ...request.models.map((each) => `model ${each}`)
  ];
}
function bodyOf({ user, slug, shape, seconds: seconds2, request, from }, text) {
  return {
    slug: `${user}/${slug}`,
    // Kaggle makes the name out of the title, and has to come to the same.
    newTitle: slug,
    text,
    language: "python",
    kernelType: "script",
    isPrivate: true,
    enableGpu: isGpu(shape),
    enableTpu: isTpu(shape),
    enableInternet: request.internet,
    datasetDataSources: request.datasets,
    competitionDataSources: request.competitions,
    kernelDataSources: from === void 0 ? [] : [from],
    modelDataSources: request.models,
    categoryIds: [],
    sessionTimeoutSeconds: seconds2,
    ...shape === void 0 ? {} : { machineShape: shape }
  };
}
function refusalIn(saved) {
  const lacks = SOURCES.flatMap(([key, kind]) => (saved[key] ?? []).map((name) => `${kind} ${name}`));
  return { error: saved.error || void 0, lacks };
}
function lackingIn(metadata, sources) {
  return sources.filter((source) => {
    const [kind, name = ""] = source.split(" ");
    const key = SOURCES.find(([, each]) => each === kind)?.[2];
    const there = key === void 0 ? void 0 : metadata[key];
    return !(Array.isArray(there) && there.some((each) => sameSource(String(each), name)));
  });
}
var sameSource = (there, asked) => there.toLowerCase() === asked.toLowerCase() || there.toLowerCase().startsWith(`${asked.toLowerCase()}/`);

// src/platforms/kaggle/replies.ts
var errorSchema = external_exports.looseObject({ code: external_exports.number().optional(), message: external_exports.string().optional() });
var list = external_exports.array(external_exports.string()).nullish();
var SavedKernel = external_exports.looseObject({
  ref: external_exports.string().nullish(),
  url: external_exports.string().nullish(),
  versionNumber: external_exports.int().nullish(),
  error: external_exports.string().nullish(),
  invalidTags: list,
  invalidDatasetSources: list,
  invalidCompetitionSources: list,
  invalidKernelSources: list,
  invalidModelSources: list
});
var Kernel = external_exports.looseObject({
  metadata: external_exports.looseObject({ slug: external_exports.string().nullish(), currentVersionNumber: external_exports.int().nullish() }),
  blob: external_exports.looseObject({ source: external_exports.string().nullish() })
});
var KernelList = external_exports.looseObject({
  kernels: external_exports.array(
    external_exports.looseObject({
      slug: external_exports.string().nullish(),
      ref: external_exports.string().nullish(),
      lastRunTime: external_exports.string().nullish()
    })
  ).default([])
});
var SessionStatus = external_exports.looseObject({
  status: external_exports.string().default("QUEUED"),
  failureMessage: external_exports.string().nullish()
});
var OutputPage = external_exports.looseObject({
  files: external_exports.array(external_exports.looseObject({ url: external_exports.string().nullish(), fileName: external_exports.string().nullish() })).default([]),
  log: external_exports.string().nullish(),
  nextPageToken: external_exports.string().nullish()
});
var seconds = external_exports.string().regex(/^-?\d{1,12}(?:\.\d{1,9})?s$/).transform((text) => Number(text.slice(0, -1))).nullish();
var quota = external_exports.looseObject({ timeUsed: seconds, timeReserved: seconds, totalTimeAllowed: seconds }).nullish();
var QuotaStatistics = external_exports.looseObject({
  quotaRefreshTime: external_exports.string().nullish(),
  gpuQuota: quota,
  tpuQuota: quota
});

// src/kaggle/quota.ts
async function quotasOf(api) {
  const { quotaRefreshTime, gpuQuota, tpuQuota } = await api.call(
    "GetAcceleratorQuotaStatistics",
    {},
    QuotaStatistics
  );
  return [
    { kind: "GPU", told: gpuQuota },
    { kind: "TPU", told: tpuQuota }
  ].flatMap(
    ({ kind, told }) => typeof told?.totalTimeAllowed === "number" ? [
      {
        kind,
        used: told.timeUsed ?? 0,
        reserved: told.timeReserved ?? 0,
        allowed: told.totalTimeAllowed,
        refreshesAt: quotaRefreshTime ?? void 0
      }
    ] : []
  );
}
var leftOf = ({ used, reserved, allowed }) => Math.max(0, allowed - used - reserved);
var hours = (seconds2) => `${(seconds2 / 3600).toFixed(1)} h`;
function quotaWords(quota2) {
  const { kind, used, reserved, allowed, refreshesAt } = quota2;
  const running = reserved > 0 ? `, ${hours(reserved)} held by sessions that run` : "";
  const again = refreshesAt === void 0 ? "" : `; it begins anew at ${refreshesAt}`;
  return `weekly ${kind} quota: ${hours(used)} of ${hours(allowed)} used${running}${again}`;
}
var LEAST_WORK_SECONDS = 300;
function sessionSeconds({ timeSeconds, stopSeconds }, shape, quotas) {
  const quota2 = shape && quotas.find(({ kind }) => kind === (isTpu(shape) ? "TPU" : "GPU"));
  if (!quota2 || leftOf(quota2) >= timeSeconds) return timeSeconds;
  const left = Math.floor(leftOf(quota2));
  if (left >= stopSeconds + LEAST_WORK_SECONDS) return left;
  throw new Problem({
    code: "kaggle-quota",
    kind: "capacity",
    what: `The quota has too little left for a session that ends ${hours(stopSeconds)} before its time is over: ${quotaWords(quota2)}. Nothing was pushed.`,
    next: `Run the same command again${quota2.refreshesAt === void 0 ? " next week" : ` after ${quota2.refreshesAt}`}; the run goes on from its newest checkpoint.`
  });
}

// src/kaggle/script.ts
import { readFileSync } from "node:fs";
var CELLS = [
  "place",
  "files",
  "checkpoints",
  "saver",
  "carry",
  "archive",
  "machine",
  "resume",
  "run"
];
var OWN = ["place", "carry", "archive", "record", "main"];
var MOST_SCRIPT_BYTES = 1e6;
var Header = external_exports.object({
  run: external_exports.string(),
  session: external_exports.int().min(1),
  commit: external_exports.string().regex(/^[0-9a-f]{40,64}$/),
  /** The most that it may last. */
  seconds: external_exports.int(),
  /** Its inputs, as `sourcesOf` names them. */
  sources: external_exports.array(external_exports.string())
});
var FIRST_LINE = /^# gpu-lease kaggle (\{.*\})$/m;
function scriptText(job, archive, header) {
  const cells = CELLS.map((name) => {
    const text = sourceOf(name).replace("@JOB@", () => JSON.stringify(job, void 0, 2).replaceAll("'", "\\u0027")).replace("@ARCHIVE@", () => archive);
    return `CELLS[${JSON.stringify(name)}] = ${quotedCell(text)}`;
  });
  return [
    `# gpu-lease kaggle ${JSON.stringify(header)}`,
    `# Made by "gpu-lease kaggle push" from commit ${job.commit}. It holds no secret.`,
    "CELLS = {}",
    ...cells,
    `RECORD_CELL = ${quotedCell(sourceOf("record"))}`,
    sourceOf("main")
  ].join("\n\n");
}
function headerOf(source) {
  const [, text = ""] = FIRST_LINE.exec(source.slice(0, 2e4)) ?? [];
  try {
    return Header.safeParse(JSON.parse(text)).data;
  } catch {
    return void 0;
  }
}
function quotedCell(text) {
  if (text.includes("'''") || text.endsWith("\\")) throw new Error("a cell would end its own quotes");
  return `r'''
${text.trimEnd()}
'''`;
}
var sourceOf = (name) => OWN.includes(name) ? ownSource(name) : cellSource(name);
var ownSource = (name) => readFileSync(new URL(`./cells/${name}.py`, import.meta.url), "utf8").replaceAll("\r\n", "\n");

// src/cli/kaggle-problems.ts
function requirePushable(job, { internet }) {
  const token = job.requirements?.index?.token;
  const secrets = [...job.secrets, ...token === void 0 ? [] : [token]];
  if (secrets.length > 0)
    throw new Problem({
      code: "kaggle-secrets",
      kind: "usage",
      what: `The job needs the secret${secrets.length > 1 ? "s" : ""} ${secrets.join(", ")}, and the API of Kaggle takes none. Nothing was pushed.`,
      next: 'Take them out of the job. What they open goes into a private dataset, which "kaggle: { datasets: [owner/name] }" lets the session read.'
    });
  const [first] = job.data ?? [];
  if (first)
    throw new Problem({
      code: "kaggle-data",
      kind: "usage",
      what: `The job has ${first.from} fetched under "data", and in a session of Kaggle nobody does that.`,
      next: 'Make a dataset of it and name that: "kaggle: { datasets: [owner/name] }"; or fetch it in `setup`, with `internet: true`.'
    });
  return lacksOf(job, internet);
}
function lacksOf(job, internet) {
  const said = [
    job.image !== void 0 && `The image ${job.image} is not used: Kaggle has its own.`,
    job.storage?.python !== void 0 && `The interpreter ${job.storage.python} is not used: python3 of Kaggle is.`,
    (job.notify ?? job.notices) !== void 0 && "Nobody is told by `notify`: the session sends nothing.",
    job.requirements !== void 0 && !internet && "The job has `requirements` and its session no internet: what the image lacks cannot be installed. Set `internet: true`, or leave them out.",
    (job.checkpoint === void 0 || job.checkpoint.resume === "none") && "The job cannot resume: a session that ends before the command does has lost its work."
  ];
  return said.filter((each) => each !== false);
}
var tooManySessions = (run, most) => new Problem({
  code: "kaggle-sessions",
  kind: "refused",
  what: `${run} has had ${most} sessions, the most that its job file allows, and is not done. Nothing was pushed.`,
  next: `"gpu-lease kaggle push ${run} --again" pushes one more (in a workflow: push: again). A job file that is changed and committed is another run, which begins at the start.`
});
var scriptTooLarge = (bytes, most) => new Problem({
  code: "kaggle-too-large",
  kind: "usage",
  what: `The script with the code of the commit has ${bytes} bytes, and gpu-lease pushes at most ${most}. Nothing was pushed.`,
  next: 'Take data and weights out of the repository (a dataset of Kaggle can hold them), or out of the archive by "export-ignore" in .gitattributes.'
});
function noFurther(run, { is, newest, why }) {
  const { slug, number } = newest.session;
  const tail = tailOf(newest);
  return new Problem({
    code: is === "failed" ? "kaggle-failed" : "kaggle-no-further",
    kind: "failed",
    what: `Session ${number} of ${run} ${is === "failed" ? "failed" : "brought it no further"}: ${oneLine(why, 500)}. Nothing was pushed.${tail === "" ? "" : `
Its log ends with:
${tail}`}`,
    next: is === "failed" ? `Correct it and commit: that is another run. Where it was chance, "gpu-lease kaggle push ${run} --again" goes on from what is saved (${slug}); in a workflow: push: again.` : `Have the job save more often, or ask for a longer session, and commit: that is another run. "gpu-lease kaggle push ${run} --again" tries once more as it is; in a workflow: push: again.`
  });
}
function tailOf({ output: { log } }, lines = 15) {
  let text = log;
  try {
    const events = JSON.parse(log);
    if (Array.isArray(events)) text = events.map((each) => String(each?.data ?? "")).join("");
  } catch {
  }
  return text.split("\n").filter((line) => line.trim() !== "").slice(-lines).map((line) => `  ${oneLine(line, 200)}`).join("\n");
}
var nothingMade = (run) => new Problem({
  code: "kaggle-nothing",
  kind: "usage",
  what: `Kaggle has no session of ${run} in this account.`,
  next: 'Push one: "gpu-lease kaggle push". A run of an earlier commit is named: "gpu-lease kaggle collect RUN".'
});
function lackingOutput(slug, lacks) {
  const mayCome = lacks.every((each) => each.mayCome);
  const list2 = lacks.slice(0, 20).map(({ cell, path, what }) => `- cells/${cell}/files/${path} ${what}`);
  const more = lacks.length > list2.length ? `
- and ${lacks.length - list2.length} more` : "";
  return new Problem({
    code: mayCome ? "kaggle-not-here" : "kaggle-differs",
    kind: mayCome ? "unreachable" : "failed",
    what: `${lacks.length} file(s) of the output of ${slug} ${mayCome ? "did not come" : "are not what the session recorded"}:
${list2.join("\n")}${more}`,
    next: mayCome ? "Run the same command again; what is here already is not brought twice." : "Nothing is sealed. Look at the output on its page, and at who else may write there."
  });
}
function notSealable(run, obstacles) {
  const list2 = obstacles.slice(0, 20).map((each) => `- ${each.cell}/${each.path}: ${each.code}: ${each.what}`);
  return new Problem({
    code: "not-sealable",
    kind: "failed",
    what: `${run} cannot be sealed:
${list2.join("\n")}`,
    next: "Look at the files. Correct the job, commit, and push it: that is another run."
  });
}

// src/kaggle/sessions.ts
var ABSENT = [401, 403, 404];
var isAbsence = (error) => error instanceof ApiRefused && ABSENT.includes(error.status) || error instanceof Problem && error.code === "api-key-refused";
async function sessionsOf(api, run, most) {
  const found = [];
  for (let number = 1; number <= most; number += 1) {
    const session = await sessionAt(api, run, number);
    if (!session) return found;
    found.push(session);
  }
  return found;
}
async function sessionAt(api, run, number) {
  const slug = slugOf(run, number);
  const user = await api.user();
  const kernel = await api.call("GetKernel", { userName: user, kernelSlug: slug }, Kernel).catch((error) => {
    if (isAbsence(error)) return void 0;
    throw error;
  });
  if (!kernel) return void 0;
  const header = headerOf(kernel.blob.source ?? "");
  if (header?.run !== run || header.session !== number) throw otherKernel(`${user}/${slug}`);
  const lacks = lackingIn(kernel.metadata, header.sources);
  return { number, slug, version: kernel.metadata.currentVersionNumber ?? 1, header, lacks };
}
var PHASES = {
  QUEUED: "going-on",
  RUNNING: "going-on",
  NEW_SCRIPT: "going-on",
  CANCEL_REQUESTED: "going-on",
  COMPLETE: "complete",
  ERROR: "cut-off",
  CANCEL_ACKNOWLEDGED: "cut-off"
};
async function wordOf(api, { slug, version }) {
  const asked = { userName: await api.user(), kernelSlug: slug, versionLabel: `v${version}` };
  const { status, failureMessage } = await api.call("GetKernelSessionStatus", asked, SessionStatus);
  const native = status.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
  const why = oneLine(failureMessage ?? "", 300) || void 0;
  return { phase: PHASES[native] ?? "unknown", native: oneLine(native, 60), why };
}
var otherKernel = (name) => new Problem({
  code: "kaggle-other-kernel",
  kind: "refused",
  what: `The kernel ${name} is not one that gpu-lease pushed for this run, or it was edited; nothing was pushed over it.`,
  next: "Look at it at kaggle.com/code; rename or delete it there, then run the same command again."
});

// src/platforms/kaggle/api.ts
var TOKEN = "KAGGLE_API_TOKEN";
var USER = "KAGGLE_USERNAME";
var KEY = "KAGGLE_KEY";
var Token = external_exports.looseObject({ active: external_exports.boolean().optional(), username: external_exports.string().optional() });
function openKaggle(context) {
  const login = loginOf(context);
  const api = openApi({
    name: "Kaggle",
    base: apiBaseOf(context, "kaggle", "https://api.kaggle.com"),
    headers: () => ({ authorization: login.authorization }),
    secrets: login.secrets,
    clock: context.clock,
    explain: (body) => errorSchema.safeParse(body).data?.message,
    keyName: login.keyName,
    // A wrong name is answered like a key that may not: who asked knows what it means.
    refused: (refused) => refused,
    ...context.signal === void 0 ? {} : { signal: context.signal }
  });
  let user = login.user === void 0 ? void 0 : Promise.resolve(login.user);
  return {
    user: () => {
      user ??= userOf(api, login.secrets[0] ?? "");
      return user;
    },
    call: (method, body, reply, repeatable = true) => ask(api, `kernels.KernelsApiService/${method}`, { body, reply, repeatable }),
    pause: (seconds2) => api.pause(seconds2)
  };
}
async function ask(api, method, { body, reply, repeatable }) {
  const path = `/v1/${method}`;
  const answer = await api.call({
    method: "POST",
    path,
    body,
    repeatable,
    reply: external_exports.unknown(),
    asAnswered: true,
    timeoutSeconds: 60
  });
  const no = errorSchema.safeParse(answer).data;
  if (no?.code !== void 0 && no.code >= 400)
    throw new ApiRefused(no.code, no.message ?? "", answer, `Kaggle POST ${path}`);
  const read = reply.safeParse(answer);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new PlatformAnswer(
    `Kaggle POST ${path} answered in a shape that gpu-lease does not know (${issue?.path.join(".") || "body"}: ${issue?.code ?? "differs"})`
  );
}
async function userOf(api, token) {
  const told = await ask(api, "security.OAuthService/IntrospectToken", {
    body: { token },
    reply: Token,
    repeatable: true
  });
  if (told.active && told.username) return told.username;
  throw new Problem({
    code: "api-key-refused",
    kind: "usage",
    what: `Kaggle does not accept the token in ${TOKEN}: it is not active.`,
    next: `Make a new one at kaggle.com/settings (API), store it as ${TOKEN}, and run the same command again.`
  });
}
function loginOf({ secret }) {
  const [token, user, key] = [TOKEN, USER, KEY].map((name) => secret(name)?.trim() ?? "");
  if (token)
    return {
      authorization: `Bearer ${token}`,
      secrets: [token],
      keyName: TOKEN,
      ...user ? { user } : {}
    };
  if (user && key) {
    const basic = Buffer.from(`${user}:${key}`).toString("base64");
    return { authorization: `Basic ${basic}`, secrets: [key, basic], keyName: KEY, user };
  }
  throw new Problem({
    code: "api-key-missing",
    kind: "usage",
    what: `Kaggle needs a login, and neither ${TOKEN} is set nor ${USER} together with ${KEY}; nothing was asked or pushed.`,
    next: `Make a token at kaggle.com/settings (API) and set ${TOKEN}; in a workflow store it as a secret of the environment that holds the keys (gpu-lease).`
  });
}

// src/cli/kaggle-run.ts
var RUN = /^[a-z0-9][a-z0-9-]{0,30}-kaggle-[0-9a-f]{12}$/;
var kaggleOf = ({ clock, stateDir, env }, signal) => openKaggle({ clock, localRoot: stateDir, selfCommand: ["node"], secret: (name) => env[name], signal });
async function opened(settings, signal, own) {
  const face = own ?? await faceOf(settings);
  const api = kaggleOf(settings, signal);
  return { face, api, quotas: await quotasOf(api) };
}
var isRun = (word) => RUN.test(runIn(word));
var runIn = (word) => RUN.test(word) ? word : word.replace(/^.*\//, "").replace(/-\d{1,3}$/, "");
async function runMeant(settings, named, face) {
  if (named === void 0) {
    const { job, configHash } = await bindJob(settings, face);
    return kaggleRunOf(job, configHash);
  }
  const run = runIn(named);
  if (RUN.test(run)) return run;
  throw new Problem({
    code: "kaggle-run",
    kind: "usage",
    what: `${JSON.stringify(named.slice(0, 80))} is no run on Kaggle: such a name is JOB-kaggle- and 12 hex digits.`,
    next: 'Take the name that "kaggle push" printed, or leave it out: the run of the committed job file is meant then.'
  });
}
async function boundMeant({ settings, face, api }, named) {
  if (named === void 0) {
    const bound = await bindJob(settings, face);
    requireCommitted(settings, bound, "a session");
    return bound;
  }
  const run = await runMeant(settings, named, face);
  const first = await sessionAt(api, run, 1);
  if (!first) throw nothingMade(run);
  return boundAtCommit(settings, { commit: first.header.commit, run }, kaggleRunOf);
}
var kaggleRunOf = (job, configHash) => kaggleRunId(job.name, configHash, requestOf(job));

export {
  requestOf,
  startOfName,
  slugOf,
  kernelJob,
  packedCode,
  SavedKernel,
  KernelList,
  OutputPage,
  acceleratorOf,
  sourcesOf,
  bodyOf,
  refusalIn,
  hours,
  quotaWords,
  sessionSeconds,
  MOST_SCRIPT_BYTES,
  scriptText,
  sessionsOf,
  sessionAt,
  wordOf,
  requirePushable,
  tooManySessions,
  scriptTooLarge,
  noFurther,
  tailOf,
  nothingMade,
  lackingOutput,
  notSealable,
  opened,
  isRun,
  runMeant,
  boundMeant,
  kaggleRunOf
};
