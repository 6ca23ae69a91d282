import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  kubernetesOf,
  kubernetesSchema
} from "./job-kubernetes-schema.shared.mjs";
import {
  cellDifferences
} from "./job-cell-differences.shared.mjs";
import {
  patternFault
} from "./metrics-log-pattern.shared.mjs";
import {
  isKubeTarget,
  parseKubeTarget
} from "./job-kube-target.shared.mjs";
import {
  coversGlob,
  globFault
} from "./job-glob.shared.mjs";
import {
  SIGNAL_SECONDS,
  slurmOf,
  slurmSchema
} from "./job-slurm-schema.shared.mjs";
import {
  countRange,
  duration,
  oneLine,
  readDuration,
  readSize,
  refined,
  size,
  sizeRange
} from "./job-quantity.shared.mjs";
import {
  readConsoleLine
} from "./job-console-line.shared.mjs";
import {
  ownerOf
} from "./job-keys-of-others.shared.mjs";
import {
  USUAL_SECRETS
} from "./job-secret-names.shared.mjs";
import {
  inOrder,
  readYaml
} from "./strict-yaml-in-order.shared.mjs";
import {
  mapping
} from "./strict-yaml-mapping.shared.mjs";
import {
  isMoving,
  nameFault,
  readSource,
  sourceFault
} from "./job-data-source.shared.mjs";
import {
  gpuInstead
} from "./job-short-forms.shared.mjs";
import {
  explain,
  isMapping,
  notAMapping,
  wordIssue
} from "./strict-yaml-explain.shared.mjs";
import {
  findSecrets,
  isSecretName,
  quoted,
  withoutSecrets
} from "./secret-shape.shared.mjs";
import {
  countInName,
  knownGpu,
  memorySizesOf,
  nearestGpu
} from "./job-gpu-cards.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  MOST_BOXES,
  PREFLIGHT
} from "./job-job.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  METRICS_FORMATS,
  filesOf,
  formatByName,
  sourcesOf,
  trackerFiles
} from "./metrics-rule.shared.mjs";
import {
  LEVELS,
  ROLES
} from "./evidence-level.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/job/path-schema.ts
var glob = refined(external_exports.string().min(1), (text) => {
  const fault = globFault(text);
  return fault && `${fault.why}. ${fault.next}`;
});
var filePath = refined(oneLine, (text) => {
  const fault = globFault(text);
  if (fault) return `${fault.why}. ${fault.next}`;
  return /[*?[\]]/.test(text) ? "must name one file, without wildcards" : void 0;
});

// src/job/cells-schema.ts
var CELL_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
var CELL_NAME_RULE = 'may hold letters, digits, ".", "_" and "-", at most 100, and starts with a letter or digit';
var VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
var variableName = external_exports.string().regex(
  VARIABLE,
  'is not a name of an environment variable: letters, digits and "_", not starting with a digit'
).refine(
  (name) => !name.startsWith("GPU_LEASE_"),
  "starts with GPU_LEASE_, which is kept for what gpu-lease sets"
);
var variableValue = external_exports.union([
  external_exports.string().refine((text) => !/[\u0000\r]/.test(text), "holds a NUL character or a carriage return").refine((text) => text.length <= 32768, "is longer than 32 KiB"),
  external_exports.number(),
  external_exports.boolean()
]);
var varsSchema = external_exports.record(variableName, variableValue).describe(
  'Plain environment variables, as typed: `1.10` stays `1.10`. `""` sets an empty value; leave a name out to keep it unset. Never secrets.'
);
var weight = external_exports.number().gt(0, "must be above 0").max(1e9, "is above 1,000,000,000; only the ratio counts");
var namedCell = external_exports.union([
  external_exports.string().min(1).max(512),
  mapping({
    name: external_exports.string().regex(CELL_NAME, CELL_NAME_RULE).optional().describe("Unset: the file name of `config`."),
    config: filePath.optional().describe("Configuration file; the command finds it in `$CONFIG`."),
    vars: varsSchema.optional().describe("Variables of this cell, over the job's own."),
    weight: weight.optional().describe(
      "How long this cell takes beside the others, 2 for twice as long. Unset: as `sweep.weight` says, else 1."
    )
  })
]);
var cellsSchema = external_exports.union([
  external_exports.array(namedCell).min(1, "is empty; leave `cells` out for a single run").max(1e4),
  mapping({
    matrix: external_exports.record(variableName, external_exports.array(variableValue).min(1, "has no values").max(1e3)).refine((axes) => Object.keys(axes).length > 0, "has no variables").describe("Variable names, each with its values. One cell per combination.")
  })
]).describe("The configurations of a sweep: names, configuration files, names with variables, or a matrix.");
var sweepSchema = mapping({
  boxes: external_exports.int().min(1).max(
    MOST_BOXES,
    `is above ${MOST_BOXES}, the most jobs that a workflow's matrix may have; a box runs many cells`
  ).optional().describe(
    "Boxes that `gpu-lease sweep` divides the cells over. Unset: said with `--boxes` or the input of that name."
  ),
  "at-once": external_exports.int().min(1).max(1e4, "is above 10,000, the most cells that a job may have").optional().describe(
    "On a queue: all cells are one submission, each has an allocation of its own, and so many may have one at the same time. Every candidate has to be a queue. Unset: they run one after another in one allocation."
  ),
  weight: variableName.optional().describe(
    "Variable whose value says how long a cell takes beside the others, such as its number of steps. Unset: all alike."
  )
}).describe(
  "How a sweep is divided. The budget is divided in the same way; `hours` and `usdPerHour` hold for each box."
);

// src/job/store-schema.ts
var folder = refined(
  oneLine,
  (text) => /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(text) && !text.includes("..") ? void 0 : 'is not a folder such as runs/team-a: letters, digits, ".", "_" and "-" between slashes'
);
var workflowArtifact = mapping({
  days: external_exports.int().min(1).max(400).optional().describe("How long GitHub keeps it, in days. Unset: as the repository is set up, at most 90."),
  most: size.optional().describe(
    "The most that may go there. Unset: 500 MB in a private repository, which is what a free plan holds in all; no limit in a public one."
  )
});
var releaseAsset = mapping({
  tag: external_exports.string().regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/,
    'is not the start of a tag: letters, digits, ".", "_" and "-"'
  ).default("gpu-lease").describe("The draft release is named `<tag>-<run>-<seal>`. A draft is seen by those who may write.")
});
var roleName = external_exports.string().regex(
  /^arn:[a-z0-9-]+:iam::[A-Za-z0-9-]*:role\/[A-Za-z0-9+=,.@_/-]{1,512}$/,
  "is not the name of a role, such as arn:aws:iam::123456789012:role/gpu-lease"
);
var role = external_exports.union([
  roleName,
  mapping({
    arn: roleName.describe("Name of the role."),
    sts: refined(oneLine, endpointFault).optional().describe(
      "Address that lends keys for it. Unset: AWS's own in the region, for other services the `endpoint`."
    ),
    audience: oneLine.optional().describe("For whom the identity token is made out. Unset: `sts.amazonaws.com`.")
  })
]);
var s3 = mapping({
  endpoint: refined(oneLine, endpointFault).describe("Address of the service, without the bucket."),
  bucket: external_exports.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "is not the name of a bucket").describe("An existing bucket."),
  prefix: folder.optional().describe("Folder in it. Unset: none."),
  region: external_exports.string().regex(/^[a-z0-9-]{1,40}$/, "is not the name of a region").optional().describe("Region that requests are signed for. Unset: `auto`."),
  role: role.optional().describe(
    "Role that a workflow job with `id-token: write` is lent keys for, an hour at a time; then no key is stored anywhere. Elsewhere the variables below are used."
  ),
  "access-key": variableName.default("AWS_ACCESS_KEY_ID").describe(
    "Name of the variable that holds the access key id; with the usual one, `AWS_SESSION_TOKEN` is used, too."
  ),
  "secret-key": variableName.default("AWS_SECRET_ACCESS_KEY").describe("Name of the variable that holds the secret key."),
  "from-box": external_exports.boolean().optional().describe(
    "The box sends everything there itself, by addresses signed for one file each, and it is verified there. Unset: only what does not fit on the disk of this machine."
  )
});
var huggingFace = mapping({
  repo: external_exports.string().regex(
    /^((datasets|models)\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,95}\/[A-Za-z0-9][A-Za-z0-9._-]{0,95}$/,
    "is not of the form owner/name or datasets/owner/name"
  ).describe("An existing repository of the Hub: `owner/name` of a model, or `datasets/owner/name`."),
  prefix: folder.optional().describe("Folder in it. Unset: none."),
  token: variableName.default("HF_TOKEN").describe("Name of the variable that holds the token.")
});
var rungSchema = external_exports.union([
  external_exports.enum(["workflow-artifact", "release-asset"]),
  mapping({
    "workflow-artifact": workflowArtifact.optional().describe("An artifact of the workflow run, which GitHub throws away after a time."),
    "release-asset": releaseAsset.optional().describe("Assets of a draft release: at most 2 GiB a file and 1,000 files."),
    s3: s3.optional().describe("A bucket of any service that speaks S3."),
    "hugging-face": huggingFace.optional().describe("A repository of the Hugging Face Hub.")
  })
]);
var storeSchema = external_exports.union([external_exports.literal("none"), external_exports.array(rungSchema).min(1, "is empty; write `none` for no store").max(10)]).describe(
  "Where what is sealed goes, so that it outlives the runner: the first that takes it, in this order, read back and compared before a release may be approved. Unset: in a workflow a workflow artifact, else assets of a draft release; elsewhere the disk of this machine. `none`: the disk alone, for a self-hosted runner that keeps it."
);
function endpointFault(text) {
  if (!URL.canParse(text)) return "is no address, such as https://s3.eu-central-1.amazonaws.com";
  const { protocol, username, password, search, hash, hostname } = new URL(text);
  if (username !== "" || password !== "") return "holds a name or password; keys come from variables";
  if (search !== "" || hash !== "") return "has a query or fragment";
  if (protocol === "https:") return void 0;
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  return protocol === "http:" && isLoopback ? void 0 : "is not https";
}

// src/job/data-schema.ts
var item = mapping({
  from: refined(oneLine, sourceFault).describe(
    "`hf://owner/name[/path]@revision` (a model), `hf://datasets/owner/name[/path]@revision`, `s3://bucket/folder`, or `https://...` of one file. A branch or tag of the Hub is resolved to its commit once, and the run keeps to that."
  ),
  to: refined(oneLine, nameFault).describe(
    "Directory below `$GPU_LEASE_DATA` on the box. A folder keeps its names below it."
  ),
  sha256: external_exports.string().regex(/^[0-9a-f]{64}$/, "is not 64 lower-case hex digits").optional().describe("Of the one file that `from` names. Unset: what the source itself says of its files counts."),
  verify: external_exports.enum(["L1", "L2"]).optional().describe(
    "Read by ranges and verified from here before anything is rented: `L1` every byte by its digest, `L2` also header, index and what a pickle would run. Unset: the box alone holds it against its digest."
  ),
  token: variableName.optional().describe(
    "Name of the secret that opens it, such as HF_TOKEN. The box gets its value with the secrets of the run."
  ),
  endpoint: refined(oneLine, endpointFault).optional().describe(
    "Address of the service of an `s3://` source, without the bucket. Unset: AWS's own in the region."
  ),
  region: external_exports.string().regex(/^[a-z0-9-]{1,40}$/, "is not the name of a region").optional().describe("Region of an `s3://` source. Unset: `us-east-1`."),
  "access-key": variableName.optional().describe(
    "Name of the variable that holds the access key id of an `s3://` source. Unset: AWS_ACCESS_KEY_ID. Keys stay here; the box gets addresses signed for one file each."
  ),
  "secret-key": variableName.optional().describe("Name of the variable that holds its secret key. Unset: AWS_SECRET_ACCESS_KEY.")
});
var dataSchema = external_exports.array(item).min(1, "is empty; leave it out").max(50).describe(
  "Data sets and weights that the box itself fetches before `setup`, each file held against its digest. The command finds them below `$GPU_LEASE_DATA`."
);
function dataRuleOf(file) {
  const read = readSource(file.from);
  if ("fault" in read) throw new Error(`${file.from} passed its schema`);
  const { from, to, sha256, verify, token } = file;
  const named3 = {
    from,
    to,
    ...sha256 !== void 0 && { sha256 },
    ...verify !== void 0 && { verify },
    ...token !== void 0 && { token }
  };
  if (read.source.kind !== "s3") return { ...named3, source: read.source };
  const region = file.region ?? "us-east-1";
  const endpoint = (file.endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, "");
  const { "access-key": accessKey = "AWS_ACCESS_KEY_ID", "secret-key": secretKey = "AWS_SECRET_ACCESS_KEY" } = file;
  return { ...named3, source: { ...read.source, endpoint, region, accessKey, secretKey } };
}

// src/job/kaggle-schema.ts
var USUAL_SECONDS = 30600;
var MOST_SECONDS = 43200;
var STOP_SECONDS = 600;
var MOST_SESSIONS = 10;
var named = (pattern, what) => external_exports.array(external_exports.string().regex(pattern, `is not ${what}`)).min(1, "is empty; leave it out").max(50).optional();
var kaggleSchema = mapping({
  accelerator: external_exports.string().regex(/^[A-Za-z][A-Za-z0-9]{2,39}$/, "is not a machine shape such as NvidiaTeslaT4, or none").optional().describe(
    "Machine shape in Kaggle's words, such as `NvidiaTeslaT4` (two T4) or `TpuV5E8`; `none`: a machine without one. Unset: from `resources.gpu`."
  ),
  internet: external_exports.boolean().default(false).describe("Whether the session may reach the internet. Needs an account with a verified phone."),
  time: duration.refine((seconds) => seconds >= 60, "is shorter than 1 min").refine(
    (seconds) => seconds <= MOST_SECONDS,
    "is longer than 12 h, the most that Kaggle was seen to give"
  ).default(USUAL_SECONDS).meta({
    typed: "510min",
    description: "The most that one session may last. The run goes on in the next one. Always told to Kaggle."
  }),
  stopSeconds: external_exports.int().min(10, "is less than 10 s, in which nothing is saved").max(MOST_SECONDS).default(STOP_SECONDS).describe(
    "How long before the end of a session the command is told to save and ends, in seconds: what a session that is cut off has made may be lost."
  ),
  sessions: external_exports.int().min(1, "is less than 1").max(100, "is above 100").default(MOST_SESSIONS).describe("The most sessions that one run may take."),
  datasets: named(/^[a-z0-9-]{1,60}\/[a-z0-9-]{1,60}$/, "owner/name of a dataset").describe(
    "Datasets of Kaggle that the sessions may read, `owner/name`, private ones of yours too. They lie below `$GPU_LEASE_DATA`."
  ),
  competitions: named(/^[a-z0-9-]{1,100}$/, "the name of a competition").describe(
    "Competitions whose data the sessions may read."
  ),
  models: named(
    /^[A-Za-z0-9-]{1,60}\/[A-Za-z0-9-]{1,60}\/[A-Za-z0-9-]{1,40}\/[A-Za-z0-9.-]{1,60}(?:\/[1-9]\d{0,5})?$/,
    "owner/model/framework/variation of a model"
  ).describe("Models of Kaggle that the sessions may read, `owner/model/framework/variation` and a version.")
});
var ASKED_NOTHING_OF_KAGGLE = {
  internet: false,
  timeSeconds: USUAL_SECONDS,
  stopSeconds: STOP_SECONDS,
  sessions: MOST_SESSIONS,
  datasets: [],
  competitions: [],
  models: []
};
function kaggleOf({
  time,
  accelerator,
  datasets = [],
  competitions = [],
  models = [],
  ...rest
}) {
  return {
    ...rest,
    timeSeconds: time,
    ...accelerator === void 0 ? {} : { accelerator },
    datasets,
    competitions,
    models
  };
}

// src/job/metrics-sources.ts
var sourcesInFile = (metrics) => {
  if (metrics === void 0) return [];
  if (!Array.isArray(metrics)) return [{ source: metrics, path: ["metrics"] }];
  return metrics.map((source, at) => ({ source, path: ["metrics", at] }));
};
function pathOfSource(source) {
  const path = typeof source === "string" ? source : source.path ?? "";
  return path === "" ? "" : filesOf(path, formatIn(source));
}
var carriesStep = (source) => formatIn(source) === "tensorboard";
function formatIn(source) {
  if (typeof source === "string") return formatByName(source);
  return source.log === void 0 ? source.format ?? formatByName(source.path ?? "") : "log";
}
function metricsOfFile(metrics) {
  const [first, ...more] = sourcesInFile(metrics).map(({ source }) => ruleOf(source));
  if (!first) return {};
  const totalSteps = [first, ...more].find((rule) => rule.totalSteps !== void 0)?.totalSteps;
  return {
    metrics: { ...first, ...totalSteps !== void 0 && { totalSteps } },
    ...more.length > 0 && { moreMetrics: more }
  };
}
function ruleOf(source) {
  if (typeof source === "string")
    return {
      path: pathOfSource(source),
      ...formatOf(source),
      stepKey: "step",
      lossKey: "loss"
    };
  return {
    path: pathOfSource(source),
    ...formatOf(source),
    ...source.log !== void 0 && { pattern: source.log },
    stepKey: source["step-key"] ?? "step",
    lossKey: source["loss-key"],
    ...source["total-steps"] !== void 0 && { totalSteps: source["total-steps"] },
    ...source.best && { best: source.best }
  };
}
function formatOf(source) {
  const format = formatIn(source);
  return format === "jsonl" ? {} : { format };
}
function trackerArtifacts({
  artifacts,
  metrics
}) {
  return sourcesOf(metricsOfFile(metrics)).flatMap((rule) => {
    const tracker = trackerFiles(rule);
    if (!tracker || artifacts.some(({ path }) => coversGlob(path, tracker.path))) return [];
    return [{ ...tracker, keep: "evidence", min: 0, contains: [], allowDegraded: true }];
  });
}
var isTracker = (source) => trackerFiles(ruleOf(source)) !== void 0;

// src/job/notice-events.ts
var NOTICE_EVENTS = {
  started: "work began on a box, at each attempt",
  checkpoint: "the first checkpoint is on this side, loaded",
  ended: "every cell succeeded",
  failed: "a cell died and is not tried again",
  halted: "the run stopped itself and waits for a person",
  preempted: "a box or the work on it was lost",
  stalled: "the work is alive and writes nothing",
  sealed: "everything that was promised is here and proven",
  approval: "the release of a box waits for a person",
  released: "every meter is proven stopped, with what it cost in all",
  debt: "a meter that should have stopped was not seen gone",
  "over-budget": "a budget is used up, or nearly",
  "danger-clock": "a timer of the platform that destroys data or costs money is three quarters over",
  unwatched: "nobody looked for an hour longer than planned while it cost money",
  attention: "something else lasts and costs money: a box that does not answer, say"
};
var noticeEvents = Object.keys(NOTICE_EVENTS);
var USUAL_NOTICES = noticeEvents.filter(
  (event) => !["started", "checkpoint", "preempted", "sealed", "unwatched"].includes(event)
);

// src/job/notify-schema.ts
var BOX_EVENTS = ["ended", "died", "preempted"];
var OWN = new Set(Object.values(USUAL_SECRETS));
var secretName = external_exports.string().refine(
  (name) => OWN.has(name) || variableName.safeParse(name).success,
  "is not the name of a secret; name the variable that holds it, and replace the secret if this was its value"
);
function writtenAddressFault(text) {
  if (!URL.canParse(text)) return "is no address";
  const { protocol, hostname, username, password, search } = new URL(text);
  if (username !== "" || password !== "")
    return "holds a login; keep the address as a secret and name that, and replace the login";
  if (search !== "") return "holds a query, which may be a key; keep the address as a secret and name that";
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return protocol === "https:" || protocol === "http:" && isHere ? void 0 : "is no https address";
}
var address = external_exports.string().superRefine((text, context) => {
  const fault = text.includes("://") ? writtenAddressFault(text) : secretName.safeParse(text).error?.issues[0];
  if (fault === void 0) return;
  context.addIssue({ code: "custom", message: typeof fault === "string" ? fault : fault.message });
});
var MAILBOX = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
var mailbox = external_exports.string().regex(MAILBOX, "is no plain address such as ada@example.org");
var smtpSchema = mapping({
  host: external_exports.string().regex(/^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9a-fA-F:.]{2,45})$/, "is no name of a host").describe("The mail server."),
  port: external_exports.number().int().min(1).max(65535).default(587).describe("465 speaks TLS from the start, others STARTTLS."),
  user: external_exports.string().min(1, "is empty").max(256).optional().describe("Login, if the server asks for one."),
  from: mailbox.optional().describe("Unset: `user`, which must be an address then.")
});
var entrySchema = mapping({
  webhook: address.optional().describe(
    "Gets a JSON body (docs/json.md). Name of the secret that holds its address, or the address itself where that is no secret."
  ),
  secret: secretName.optional().describe("Of a webhook: name of the secret by which messages are signed."),
  slack: secretName.optional().describe("Name of the secret that holds the address of an incoming webhook of Slack."),
  discord: secretName.optional().describe("Name of the secret that holds the address of a webhook of Discord."),
  smtp: smtpSchema.optional().describe("Mail over this server, by TLS alone."),
  password: secretName.optional().describe("Of `smtp`: name of the secret that holds the password of `user`."),
  to: external_exports.union([mailbox, external_exports.array(mailbox).min(1, "is empty").max(20)]).optional().describe("Of `smtp`: who gets the mail."),
  url: variableName.optional().describe(
    "Told by the box itself. Name of the secret that holds the address, https and without a login."
  ),
  hmac: variableName.optional().describe("Of `url`: name of the secret by which the message is signed. Unset: unsigned."),
  on: external_exports.array(external_exports.enum([...noticeEvents, "died"])).min(1, "is empty; name at least one event, or leave it out").optional().describe(
    "What is told ([events](#notices)). Unset: what a person acts upon; of `url`: `ended`, `died`, `preempted`."
  )
});
var wordSchema = external_exports.enum(["webhook", "slack", "discord"]);
var notifySchema = external_exports.union([
  wordSchema,
  entrySchema,
  external_exports.array(external_exports.union([wordSchema, entrySchema])).min(1, "is empty").max(10)
]).describe(
  `Who is told of what became of the run. \`webhook\`, \`slack\` and \`discord\` alone stand for the secrets ${USUAL_SECRETS.webhook} (signed by ${USUAL_SECRETS.secret}), ${USUAL_SECRETS.slack} and ${USUAL_SECRETS.discord}.`
);
var entryOfWord = (word2) => word2 === "webhook" ? { webhook: USUAL_SECRETS.webhook, secret: USUAL_SECRETS.secret } : { [word2]: USUAL_SECRETS[word2] };
var entriesOf = (file) => (Array.isArray(file) ? [...file.entries()] : [[void 0, file]]).map(([at, each]) => ({
  entry: typeof each === "string" ? entryOfWord(each) : each,
  at
}));
function boxNotifyOf(file) {
  const told = entriesOf(file).find(({ entry }) => entry.url !== void 0)?.entry;
  if (told?.url === void 0) return;
  const { url, hmac, on = BOX_EVENTS } = told;
  const words = new Set(on);
  return { url, on: BOX_EVENTS.filter((each) => words.has(each)), ...hmac !== void 0 && { hmac } };
}
var noticeTargetsOf = (file) => entriesOf(file).flatMap(({ entry }) => {
  const way = wayOf(entry);
  const words = new Set(entry.on ?? USUAL_NOTICES);
  return way ? [{ ...way, on: noticeEvents.filter((each) => words.has(each)) }] : [];
});
function wayOf({ webhook, secret, slack, discord, smtp, password, to = [] }) {
  if (webhook !== void 0)
    return {
      kind: "webhook",
      ...webhook.includes("://") ? { address: webhook } : { url: webhook },
      ...secret !== void 0 && { secret }
    };
  if (slack !== void 0) return { kind: "slack", url: slack };
  if (discord !== void 0) return { kind: "discord", url: discord };
  if (smtp === void 0) return;
  const { host, port, user, from = user ?? "" } = smtp;
  return {
    kind: "smtp",
    host,
    port,
    from,
    to: typeof to === "string" ? [to] : to,
    ...user !== void 0 && { user },
    ...password !== void 0 && { password }
  };
}

// src/job/resources-schema.ts
var MOST_CARDS = 64;
var MOST_NODES = 256;
var PLATFORM_SKU = /^(standard_|[a-z]\d[a-z0-9-]*\.(\d*x?large|metal)|[a-z]\d-(highgpu|ultragpu|megagpu))/i;
var gpuName = refined(external_exports.string().min(1).max(60), (text) => {
  if (PLATFORM_SKU.test(text))
    return "is one platform's own name; write the card, such as A100, and let each profile resolve it";
  return /^[A-Za-z0-9][A-Za-z0-9 ._()-]*$/.test(text) ? void 0 : "is not the name of a card, such as A100, H100 or RTX 4090";
});
var gpuNumber = external_exports.int().min(100).max(9999).transform(String);
var regionName = external_exports.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, "is not the name of a region");
var resourcesSchema = mapping({
  gpu: external_exports.union([
    external_exports.literal("none"),
    mapping({
      name: external_exports.union([
        gpuName,
        gpuNumber,
        external_exports.array(external_exports.union([gpuName, gpuNumber])).min(1).max(20)
      ]).optional().describe(
        "Cards that will do, such as `[A100, H100]`, in any spelling that people and platforms use (`RTX4090`, `A100-80GB`, `NVIDIA H100 80GB HBM3`). A form or a memory in the name counts. Unset: any."
      ),
      count: external_exports.union([external_exports.int().min(1).max(MOST_CARDS), countRange]).default(1).describe(
        "Cards in one box: `4`; or a range, `2..8`, of which the number is taken that is expected to cost least. The command must then count its cards itself (`torchrun --nproc-per-node=gpu`)."
      ),
      memory: sizeRange.optional().describe("Memory of one card: `40GB+`, `24GB..48GB`.")
    })
  ]).optional().describe("Unset or `none`: no GPU is asked for."),
  nodes: external_exports.int().min(1, "is less than 1").max(MOST_NODES, `is above ${MOST_NODES}`).optional().describe(
    "Machines that work as one: the command is started on each. Everything else here is said of one of them. Unset: 1. More at a queue that starts them together (`slurm`, `kubernetes`), or on boxes of your own (`peers` of a candidate)."
  ),
  "least-nodes": external_exports.int().min(1, "is less than 1").max(MOST_NODES, `is above ${MOST_NODES}`).optional().describe(
    "The floor of an elastic job: it begins with as few where no more are to be had, and goes on with the rest while as many are left. The command must be able to (`torchrun --nnodes=$GPU_LEASE_LEAST_NODES:$GPU_LEASE_NODES`). Unset: all of `nodes`."
  ),
  cpus: countRange.optional().describe("CPU cores: `8+`, `4..16`."),
  memory: sizeRange.optional().describe("Memory of the box: `32GB+`."),
  disk: sizeRange.optional().describe("Free disk where the run writes: `50GB+`."),
  cuda: external_exports.string({ error: "is not text such as 12.8+" }).regex(/^(>= ?)?\d{1,2}\.\d{1,2}\+?$/, "is not a least version such as 12.8+").transform((text) => text.replace(/[^0-9.]/g, "")).optional().describe(
    "The least CUDA that the driver of the host must offer: `12.8+`. Unset: what the tag of `image` names, else 12.8 for an image of yours, and for the usual image of a platform its own."
  ),
  region: external_exports.union([regionName, external_exports.array(regionName).min(1).max(50)]).optional().describe("Regions that will do, in the platform's words. Unset: any.")
}).describe("What the box must have, as a constraint. Never the name that one platform gives to a machine.");

// src/job/finding.ts
var stop = (code, path, what, next) => ({
  level: "stop",
  code,
  what,
  next,
  path
});
var warn = (code, path, what, next) => ({
  level: "warn",
  code,
  what,
  next,
  path
});

// src/job/secret-rules.ts
function* namedSecretRules({ parts: { requirements, registry } }) {
  for (const part of ["user", "password"]) {
    const owner = registry && ownerOf(registry[part]);
    if (!owner) continue;
    const what = `\`registry.${part}\` names ${registry[part]}, ${owner.is}. The platform hands it to the machine that pulls the image, and whoever runs that machine could ${owner.could}.`;
    yield stop("key-of-another", ["registry", part], what, "Name a secret that may only read that registry.");
  }
  const index = typeof requirements === "object" ? requirements.index : void 0;
  const named3 = [[index?.token, ["requirements", "index", "token"]]];
  for (const [name, path] of named3) {
    const owner = name === void 0 ? void 0 : ownerOf(name);
    if (!owner) continue;
    const what = `\`${path.join(".")}\` names ${name}, ${owner.is}. It would go to the rented machine, and whoever runs that machine could ${owner.could}.`;
    yield stop("key-of-another", path, what, "Name a secret that is for this alone.");
  }
}
function* secretRules({ parts: { env = [] }, raw }) {
  const secrets = /* @__PURE__ */ new Set();
  for (const [at, secret] of env.entries()) {
    const name = nameOfSecret(secret);
    if (secrets.has(name))
      yield stop("duplicate-secret", ["env", at], `\`env\` names ${name} twice.`, "Remove one.");
    secrets.add(name);
    yield* ofOthers(secret, ["env", at]);
  }
  for (const path of [...keysBelow(raw["vars"], ["vars"]), ...keysBelow(raw["cells"], ["cells"])]) {
    const name = String(path.at(-1));
    if (secrets.has(name)) {
      const what = `${name} is a secret of \`env\` and has a value in this file.`;
      yield stop(
        "secret-with-value",
        path,
        what,
        "Remove it here, and replace the secret if this was its value."
      );
    } else if (isSecretName(name)) {
      const next = `List it under \`env: [${name}]\`; its value comes from the environment. Replace the secret if this was its value.`;
      yield stop(
        "secret-in-vars",
        path,
        `${name} is named like a secret, and its value stands in this file.`,
        next
      );
    }
  }
}
var nameOfSecret = (secret) => typeof secret === "string" ? secret : secret.name;
function* ofOthers(secret, path) {
  const name = nameOfSecret(secret);
  const owner = ownerOf(name);
  if (!owner) return;
  if (typeof secret === "string") {
    yield stop(
      "key-of-another",
      path,
      `\`env\` names ${name}, ${owner.is}. It would go to the rented machine, and whoever runs that machine, or anything the job installs there, could ${owner.could}.`,
      `Leave it out: gpu-lease uses it here and needs it nowhere else. If the job itself must have it, say why: \`env: [{ name: ${name}, because: "..." }]\`.`
    );
    return;
  }
  yield warn(
    "key-of-another",
    path,
    `${name}, ${owner.is}, goes to the rented machine, because ${quoted(secret.because)}. Whoever runs that machine could ${owner.could}.`,
    "Use one that may do no more than that, and replace it when the run is over."
  );
}
function* keysBelow(value, path) {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (!Array.isArray(value)) yield at;
    yield* keysBelow(member, at);
  }
}

// src/job/storage-schema.ts
var DIRECTORY = /^(?:~\/|\/)[^\u0000-\u001f\u007f]*$/;
var directory = refined(oneLine, directoryFault);
var directoryOrNone = refined(
  external_exports.string().max(512),
  (text) => text === "" ? void 0 : directoryFault(text)
);
var storageSchema = mapping({
  work: directory.optional().describe(
    "Directory below which the run lives. Unset: the profile's data disk where the box has one, else the home directory."
  ),
  durable: external_exports.union([external_exports.literal("none"), directory]).optional().describe(
    "Directory on what outlives the box; checked copies of checkpoints and results go there while the job runs. Unset: the profile's. `none`: no such copies."
  ),
  data: directoryOrNone.optional().describe("Where data sets lie; the command finds it in `$GPU_LEASE_DATA`. Unset: the profile's."),
  scratch: external_exports.array(glob).max(100).optional().describe(
    "Globs of what may be deleted on the box once a cell has succeeded. Never an artifact, nor the newest checkpoint. Unset: the profile's."
  ),
  "hf-home": directoryOrNone.optional().describe("`HF_HOME`, where Hugging Face libraries keep downloads. Unset: the profile's."),
  "hf-endpoint": refined(external_exports.string().max(300), addressFault).optional().describe("`HF_ENDPOINT`, a mirror of the Hugging Face Hub. Unset: the profile's."),
  python: directoryOrNone.optional().describe(
    "The interpreter; its folder comes first in the `PATH` of the run, so that `python3` is found. Unset: the profile\u2019s."
  ),
  "pip-cache": directoryOrNone.optional().describe("`PIP_CACHE_DIR`. Unset: the profile's."),
  "tensorboard-dir": directoryOrNone.optional().describe(
    "Directory that a TensorBoard of the platform looks at; each cell's output is linked there. Unset: the profile's."
  )
}).describe(
  'Where things lie on the box, over what the profile of its platform says. `""`: deliberately none, whatever the profile says.'
);
function storageOf(file) {
  return {
    ...file.work !== void 0 && { work: file.work },
    ...file.durable !== void 0 && { durable: file.durable },
    ...file.data !== void 0 && { data: file.data },
    ...file.scratch !== void 0 && { scratch: file.scratch },
    ...file["hf-home"] !== void 0 && { hfHome: file["hf-home"] },
    ...file["hf-endpoint"] !== void 0 && { hfEndpoint: file["hf-endpoint"] },
    ...file.python !== void 0 && { python: file.python },
    ...file["pip-cache"] !== void 0 && { pipCache: file["pip-cache"] },
    ...file["tensorboard-dir"] !== void 0 && { tensorboardDir: file["tensorboard-dir"] }
  };
}
function directoryFault(text) {
  if (!DIRECTORY.test(text))
    return "is not a directory of the box: write it absolute, or below the home directory as ~/...";
  return text.split("/").includes("..") ? 'must not contain ".."' : void 0;
}
function addressFault(text) {
  if (text === "") return void 0;
  if (!URL.canParse(text)) return "is no address, such as https://hf-mirror.com";
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== "" || password !== "") return 'holds a name or password; tokens go by "env"';
  if (protocol === "https:") return void 0;
  const isLoopback = hostname === "localhost" || /^127\./.test(hostname);
  return protocol === "http:" && isLoopback ? void 0 : "is not https";
}

// src/job/store-rungs.ts
var AUDIENCE = "sts.amazonaws.com";
function rungsOf(rung) {
  if (rung === "workflow-artifact") return [{ kind: rung }];
  if (rung === "release-asset") return [{ kind: rung, tag: "gpu-lease" }];
  const { "workflow-artifact": artifact2, "release-asset": asset, s3: s32, "hugging-face": hub } = rung;
  return [
    ...artifact2 ? [
      {
        kind: "workflow-artifact",
        ...artifact2.days !== void 0 && { days: artifact2.days },
        ...artifact2.most !== void 0 && { mostBytes: artifact2.most }
      }
    ] : [],
    ...asset ? [{ kind: "release-asset", tag: asset.tag }] : [],
    ...s32 ? [
      {
        kind: "s3",
        endpoint: s32.endpoint.replace(/\/+$/, ""),
        bucket: s32.bucket,
        ...s32.prefix !== void 0 && { prefix: s32.prefix },
        ...s32.region !== void 0 && { region: s32.region },
        ...s32.role !== void 0 && { role: roleOf(s32.role) },
        accessKey: s32["access-key"],
        secretKey: s32["secret-key"],
        ...s32["from-box"] && { fromBox: true }
      }
    ] : [],
    ...hub ? [
      {
        kind: "hugging-face",
        repo: hub.repo,
        ...hub.prefix !== void 0 && { prefix: hub.prefix },
        token: hub.token
      }
    ] : []
  ];
}
function roleOf(role2) {
  if (typeof role2 === "string") return { arn: role2, audience: AUDIENCE };
  const { arn, sts, audience = AUDIENCE } = role2;
  return { arn, ...sts !== void 0 && { sts }, audience };
}

// src/job/sweep-rules.ts
function* sweepRules({ parts: { vars = {}, sweep }, cells }) {
  const all = cells.map(({ cell }) => cell);
  const shared = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
  if (sweep && all.length < 2) {
    const what = `\`sweep\` divides cells over boxes, and this job has ${all.length}.`;
    yield warn("sweep-of-one", ["sweep"], what, "Add `cells`, or remove `sweep`.");
  }
  const variable = sweep?.weight;
  const weightless = variable === void 0 ? [] : all.filter((cell) => weightOf(cell, variable, shared) === void 0);
  if (variable !== void 0 && weightless.length > 0) {
    const [first] = weightless;
    const value = first && (first.vars[variable] ?? shared[variable]);
    const what = `\`sweep.weight\` is ${variable}, and ${value === void 0 ? "nothing sets it" : `it is ${quoted(value)}`} in the cell ${quoted(first?.name ?? "")}${weightless.length > 1 ? ` and ${weightless.length - 1} more` : ""}.`;
    const next = "Name a variable that is a number above 0 in every cell, or give those cells a `weight`.";
    yield stop("bad-sweep-weight", ["sweep", "weight"], what, next);
  }
  for (const [first, second] of sameVariables(all, shared)) {
    const what = `The cells ${quoted(first.name)} and ${quoted(second.name)} have the same variables: one configuration, paid for twice.`;
    yield warn("cells-alike", ["cells"], what, "Change what should differ, such as a seed, or remove one.");
  }
}
function weightOf({ weight: weight2, vars }, variable, shared) {
  if (weight2 !== void 0) return weight2;
  const text = Object.hasOwn(vars, variable) ? vars[variable] : shared[variable];
  const value = text === void 0 || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value > 0 ? value : void 0;
}
function sameVariables(cells, shared) {
  const names = [...new Set(cells.flatMap((cell) => Object.keys(cell.vars)))];
  const seen = /* @__PURE__ */ new Map();
  return cells.filter(({ vars }) => Object.keys(vars).length > 0).flatMap((cell) => {
    const key = JSON.stringify(names.map((name) => cell.vars[name] ?? shared[name] ?? null));
    const first = seen.get(key);
    if (!first) seen.set(key, cell);
    return first ? [[first, cell]] : [];
  });
}

// src/job/assemble.ts
var DEFAULT_BUDGET = { usd: 1, hours: 24, usdPerHour: 1 };
function assemble(file, cells) {
  return {
    name: file.name,
    run: file.run,
    ...file.setup?.trim() && { setup: file.setup },
    ...file.image !== void 0 && { image: file.image },
    ...file.registry !== void 0 && { registry: file.registry },
    secrets: (file.env ?? []).map(nameOfSecret),
    vars: textVars(file.vars),
    ...file.requirements !== void 0 && { requirements: requirementsOf(file.requirements) },
    ...file.data !== void 0 && { data: file.data.map(dataRuleOf) },
    ...file.from !== void 0 && { from: file.from },
    resources: constraintOf(file.resources),
    candidates: file.candidates.map(candidateOf),
    ...file.speed !== void 0 && { speed: file.speed },
    ...file.prefer !== void 0 && { prefer: file.prefer },
    ...file.capacity !== void 0 && {
      capacity: { tryAgainSeconds: file.capacity["try-again"], forSeconds: file.capacity.for }
    },
    ...file.preflight !== void 0 && { preflight: preflightOf(file.preflight) },
    smoke: smokeOf(file),
    artifacts: [
      ...file.artifacts.map(({ "allow-degraded": allowDegraded, "in-smoke": inSmoke, ...rule }) => ({
        ...rule,
        allowDegraded,
        ...!inSmoke && { inSmoke }
      })),
      ...trackerArtifacts(file)
    ],
    ...file.store !== void 0 && {
      store: file.store === "none" ? "none" : file.store.flatMap(rungsOf)
    },
    ...file.storage !== void 0 && { storage: storageOf(file.storage) },
    ...metricsOfFile(file.metrics),
    ...file.checkpoint !== void 0 && { checkpoint: checkpointOf(file.checkpoint) },
    budget: file.budget ? budgetOf(file.budget) : DEFAULT_BUDGET,
    onFinish: file["on-finish"],
    ...file["park-after"] !== void 0 && { parkAfterSeconds: file["park-after"] },
    ...file.approval !== void 0 && { approval: approvalOf(file.approval) },
    retry: { max: file.retry?.max ?? 1 },
    watch: {
      stallSeconds: file.watch?.stall ?? 900,
      ...file.watch?.expected !== void 0 && { expectedSeconds: file.watch.expected },
      ...tellAfterOf(file.watch)
    },
    ...noticesOf(file.notify),
    cells: weighed(file, cells),
    ...sweepOf(file.sweep)
  };
}
function sweepOf(file) {
  const { boxes, "at-once": atOnce } = file ?? {};
  if (boxes === void 0 && atOnce === void 0) return {};
  return { sweep: { ...boxes !== void 0 && { boxes }, ...atOnce !== void 0 && { atOnce } } };
}
function preflightOf(file) {
  if (file === "none") return "none";
  const { timeout, gbps } = file;
  return { timeoutSeconds: timeout, ...gbps !== void 0 && { gbps } };
}
function noticesOf(file) {
  if (file === void 0) return {};
  const notify = boxNotifyOf(file);
  const notices = noticeTargetsOf(file);
  return { ...notify && { notify }, ...notices.length > 0 && { notices } };
}
function tellAfterOf(watch) {
  const { unreachable, uncollected, unreleased, held } = watch ?? {};
  const tellAfter = {
    ...unreachable !== void 0 && { unreachableSeconds: unreachable },
    ...uncollected !== void 0 && { uncollectedSeconds: uncollected },
    ...unreleased !== void 0 && { unreleasedSeconds: unreleased },
    ...held !== void 0 && { heldSeconds: held }
  };
  return Object.keys(tellAfter).length > 0 ? { tellAfter } : {};
}
function weighed({ sweep, vars }, cells) {
  const variable = sweep?.weight;
  if (variable === void 0) return cells;
  const shared = textVars(vars);
  return cells.map((cell) => ({ ...cell, weight: weightOf(cell, variable, shared) ?? 1 }));
}
var textVars = (vars) => Object.fromEntries(Object.entries(vars ?? {}).map(([name, value]) => [name, String(value)]));
var asList = (one) => typeof one === "string" ? [one] : one;
function requirementsOf(file) {
  if (typeof file === "string") return { file, torch: "keep-image" };
  const { url, token } = file.index ?? {};
  return {
    file: file.file,
    torch: file.torch ?? "keep-image",
    ...url !== void 0 && { index: { url, ...token !== void 0 && { token } } }
  };
}
function constraintOf(file) {
  if (!file) return {};
  const { gpu, nodes = 1, "least-nodes": leastNodes = nodes, cpus, memory, disk, region, cuda } = file;
  return {
    ...nodes > 1 && { nodes },
    ...leastNodes < nodes && { leastNodes },
    ...gpu !== void 0 && gpu !== "none" && {
      gpu: {
        names: asList(gpu.name ?? []),
        ...numberOf(gpu.count),
        ...gpu.memory && { memoryGb: gpu.memory }
      }
    },
    ...cpus && { cpus },
    ...memory && { memoryGb: memory },
    ...disk && { diskGb: disk },
    ...region !== void 0 && { regions: asList(region) },
    ...cuda !== void 0 && { cuda }
  };
}
var numberOf = (count) => typeof count === "number" ? { count } : { count: count.min ?? 1, most: count.max ?? MOST_CARDS };
function approvalOf(file) {
  const { environment, standing } = file;
  return {
    ...environment !== void 0 && { environment },
    selfReview: file["self-review"],
    adminBypass: file["admin-bypass"],
    ...standing !== void 0 && { standing: standingOf(standing) }
  };
}
function standingOf(file) {
  if (file === "forbid") return file;
  const { level, usdPerHour, within } = file;
  return {
    level,
    ...usdPerHour !== void 0 && { usdPerHour },
    ...within !== void 0 && { withinSeconds: within }
  };
}
function budgetOf({
  usd,
  hours,
  usdPerHour,
  usdPerDay,
  gpuHours,
  usdRepositoryPerDay,
  usdRepositoryPerMonth
}) {
  return {
    usd,
    hours,
    usdPerHour,
    ...usdPerDay !== void 0 && { usdPerDay },
    ...gpuHours !== void 0 && { gpuHours },
    ...usdRepositoryPerDay !== void 0 && { usdRepositoryPerDay },
    ...usdRepositoryPerMonth !== void 0 && { usdRepositoryPerMonth }
  };
}
function candidateOf(file) {
  if (typeof file === "string") return { platform: file };
  return {
    platform: file.platform,
    ...file.attach !== void 0 && { attach: file.attach },
    ...file["self-stop"] === true && { selfStop: true },
    ...file.peers !== void 0 && { peers: file.peers },
    ...file.queue !== void 0 && { queue: file.queue },
    ...file.slurm !== void 0 && { slurm: slurmOf(file.slurm) },
    ...file.kubernetes !== void 0 && { kubernetes: kubernetesOf(file.kubernetes) },
    ...file.kaggle !== void 0 && { kaggle: kaggleOf(file.kaggle) },
    ...file.usdPerHour !== void 0 && { usdPerHour: file.usdPerHour },
    ...file.market !== void 0 && { market: file.market },
    ...file.volume !== void 0 && { volume: file.volume },
    ...file.bidUsdPerHour !== void 0 && { bidUsdPerHour: file.bidUsdPerHour },
    ...file.types !== void 0 && { types: asList(file.types) },
    ...file.region !== void 0 && { regions: asList(file.region) },
    ...file["not-hosts"] !== void 0 && { notHosts: file["not-hosts"] },
    ...file.registry !== void 0 && { registry: file.registry },
    ...file.user !== void 0 && { user: file.user }
  };
}
var resumes = (checkpoint) => typeof checkpoint === "string" || checkpoint?.resume === "continues";
function smokeOf({ smoke, checkpoint }) {
  if (smoke === "none") return "none";
  const whenUnset = resumes(checkpoint) ? { exact: false } : "none";
  const drill = smoke.drill ?? whenUnset;
  const given = drill === "exact" ? { exact: true } : drill;
  return {
    run: smoke.run,
    ...smoke.setup?.trim() && { setup: smoke.setup },
    timeoutSeconds: smoke.timeout,
    memoryMb: Math.max(1, Math.floor(smoke.memory / 1e6)),
    threads: smoke.threads,
    drill: given === "none" ? "none" : drillOf(given, smoke)
  };
}
var drillOf = ({ run, timeout, exact }, smoke) => ({
  run: run ?? smoke.run,
  timeoutSeconds: timeout ?? smoke.timeout,
  ...exact && { exact }
});
function checkpointOf(file) {
  if (typeof file === "string") return { path: file, stepKey: "step", resume: "continues" };
  return {
    path: file.path,
    stepKey: file["step-key"],
    resume: file.resume,
    ...file.complete !== void 0 && { complete: file.complete },
    ...file.retain !== void 0 && { retain: retentionOf(file.retain) },
    ...file.every !== void 0 && { everySeconds: file.every },
    ...file.size !== void 0 && { sizeBytes: file.size }
  };
}
var retentionOf = ({ last, every, best, "on-box": onBox }) => ({
  ...last !== void 0 && { last },
  ...every !== void 0 && { every },
  ...best !== void 0 && { best },
  ...onBox !== void 0 && { onBox }
});

// src/job/cells.ts
var MOST_CELLS = 1e4;
var PLAIN_CELL = { name: "main", vars: {} };
function expandCells(file) {
  if (!Array.isArray(file)) return expandMatrix(file.matrix);
  const cells = [];
  const faults = [];
  for (const [at, entry] of file.entries()) {
    const named3 = nameCell(entry);
    if ("name" in named3) cells.push({ cell: named3, from: [at] });
    else faults.push({ ...named3, from: [at] });
  }
  return { cells, faults: [...faults, ...collisions(cells, (cell) => cell.from.at(-1) ?? 0)] };
}
var CONFIG_FILE = /\.(ya?ml|json|toml|ini|py)$/i;
function nameCell(entry) {
  const typed = typeof entry === "string" ? readEntry(entry) : entry;
  const vars = { ...textVars2(typed.vars ?? {}), ...typed.config !== void 0 && { CONFIG: typed.config } };
  const name = typed.name ?? typed.config?.split("/").at(-1)?.replace(/\.[^.]*$/, "");
  if (name === void 0) {
    return { code: "cell-without-name", what: "This cell has no name.", next: "Add `name:` or `config:`." };
  }
  const fault = nameFault2(name);
  const { weight: weight2 } = typed;
  if (fault)
    return {
      code: "bad-cell-name",
      what: `The cell name ${JSON.stringify(name)} ${fault}.`,
      next: NAME_NEXT
    };
  return { name, vars, ...weight2 !== void 0 && { weight: weight2 } };
}
var NAME_NEXT = 'Give it another `name`: letters, digits, ".", "_" and "-", at most 100.';
function readEntry(entry) {
  return entry.includes("/") || CONFIG_FILE.test(entry) ? { config: entry } : { name: entry };
}
function nameFault2(name) {
  if (!CELL_NAME.test(name)) return "cannot name a directory everywhere";
  if (name.endsWith(".")) return "ends with a dot, which some disks drop";
  return /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i.test(name) ? "is a device on Windows" : void 0;
}
function expandMatrix(matrix) {
  const axes = Object.keys(matrix).sort().map((key) => ({ key, values: matrix[key] ?? [] }));
  const size3 = axes.reduce((product, { values }) => product * values.length, 1);
  if (size3 > MOST_CELLS) {
    const what = `The matrix has ${size3} combinations.`;
    const fault = { code: "too-many-cells", what, next: `Keep it at ${MOST_CELLS} or split the job.` };
    return { cells: [], faults: [{ ...fault, from: ["matrix"] }] };
  }
  let combinations = [{}];
  for (const { key, values } of axes) {
    combinations = combinations.flatMap((vars) => values.map((value) => ({ ...vars, [key]: value })));
  }
  const cells = combinations.map((each) => {
    const vars = textVars2(each);
    return { cell: { name: matrixName(vars), vars }, from: ["matrix"] };
  });
  return { cells, faults: collisions(cells, () => "matrix") };
}
function matrixName(vars) {
  const parts = Object.entries(vars).map(([key, value]) => ({
    key,
    value,
    fit: value.replace(/[^A-Za-z0-9.-]+/g, "-")
  }));
  const name = parts.map(({ key, fit }) => `${key}-${fit}`).join("_").replace(/^[^A-Za-z0-9]+/, "");
  const faithful = parts.every(
    ({ key, value, fit }) => value === fit && !/^_|\.$/.test(key + value) && value !== ""
  );
  if (faithful && name.length <= 80) return name;
  return `${name.slice(0, 80) || "cell"}_x${digestOf(vars).slice(0, 12)}`;
}
function collisions(cells, where) {
  const seen = /* @__PURE__ */ new Map();
  const faults = [];
  for (const expanded of cells) {
    const { cell } = expanded;
    const first = seen.get(cell.name.toLowerCase());
    if (!first) {
      seen.set(cell.name.toLowerCase(), cell);
      continue;
    }
    const same = first.name === cell.name;
    const names = same ? JSON.stringify(cell.name) : `${JSON.stringify(first.name)} and ${JSON.stringify(cell.name)}`;
    const files = cell.vars["CONFIG"] && first.vars["CONFIG"] ? ` (${first.vars["CONFIG"]}, ${cell.vars["CONFIG"]})` : "";
    faults.push({
      code: "duplicate-cell",
      what: same ? `Two cells have the name ${names}${files}: the second would overwrite the results of the first.` : `The cell names ${names}${files} differ only in case: on some disks they are one directory.`,
      next: `Give each cell a \`name\` of its own, such as \`name: ${freeName(cell.name, cells)}\` here.`,
      from: [where(expanded)]
    });
  }
  return faults;
}
function freeName(name, cells) {
  const taken = new Set(cells.map(({ cell }) => cell.name.toLowerCase()));
  for (let n = 2; ; n += 1) if (!taken.has(`${name}-${n}`.toLowerCase())) return `${name}-${n}`;
}
var textVars2 = (vars) => Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));

// src/job/approval-rules.ts
function* approvalRules({ parts: { approval, budget }, raw }) {
  if (!approval) return;
  const typed = Object.keys(raw["approval"] ?? {});
  for (const key of ["self-review", "admin-bypass"]) {
    if (approval.environment !== void 0 || !typed.includes(key)) continue;
    const what = `\`approval.${key}\` speaks of the reviewers of an environment, and none is named.`;
    yield stop("approval-without-environment", ["approval", key], what, "Add `approval.environment`.");
  }
  const standing = approval.standing;
  if (standing === void 0 || standing === "forbid" || standing.usdPerHour === void 0) return;
  const { usdPerHour } = budget ?? DEFAULT_BUDGET;
  if (standing.usdPerHour > usdPerHour) {
    const what = `An approval in advance is bounded by ${standing.usdPerHour} USD/h, and no box of this job may cost more than ${usdPerHour} USD/h.`;
    const next = "Lower `approval.standing.usdPerHour`, or leave it out.";
    yield warn("standing-above-budget", ["approval", "standing", "usdPerHour"], what, next);
  }
}

// src/job/artifact-rules.ts
function* artifactRules({ parts: { artifacts, metrics } }) {
  if (!artifacts) return;
  if (artifacts.every(({ min }) => min === 0)) {
    const what = "Every artifact is optional (`min: 0`): a run that wrote nothing would count as complete.";
    yield stop("nothing-required", ["artifacts"], what, "Let at least one have `min: 1`.");
  }
  const seen = /* @__PURE__ */ new Set();
  for (const [at, { path, keep }] of artifacts.entries()) {
    if (seen.has(path)) {
      yield stop(
        "artifact-twice",
        ["artifacts", at, "path"],
        `Two artifacts have the path ${quoted(path)}.`,
        "Keep one."
      );
    }
    seen.add(path);
    if (keep === "best" && !namesBest(metrics)) {
      const what = `${quoted(path)} is kept as best, and no metric says what is best.`;
      yield warn("best-of-what", ["artifacts", at], what, "Add `metrics.best: {key: ..., direction: min}`.");
    }
  }
}
var namesBest = (metrics) => sourcesInFile(metrics).some(({ source }) => typeof source !== "string" && source.best !== void 0);
function* checkpointRules({ parts: { checkpoint, metrics } }) {
  if (checkpoint === void 0 || typeof checkpoint === "string") return;
  const { path, complete, retain } = checkpoint;
  if (Array.isArray(path) && path.length > 1 && complete === void 0 && resumes(checkpoint)) {
    const what = `Nothing says when ${path.map(quoted).join(" and ")} are of one step: a box that is lost, or a trainer that stands, between two of them leaves files of two steps, and they are kept as one checkpoint once they lay still, unless each of them says its step.`;
    yield warn(
      "files-unmarked",
      ["checkpoint", "path"],
      what,
      "Write one more file after the last of them and name it as `complete`, or save all in one file."
    );
  }
  if (complete !== void 0 && typeof path === "string" && path === complete) {
    const what = `The file ${quoted(complete)} is the checkpoint and the sign that it is complete: it can be one of them.`;
    yield stop(
      "complete-is-path",
      ["checkpoint", "complete"],
      what,
      "Remove `complete`, or name another file."
    );
  }
  if (retain?.best === true && !namesBest(metrics)) {
    const what = "The best set is to be kept, and no metric says what is best.";
    yield warn(
      "best-of-what",
      ["checkpoint", "retain", "best"],
      what,
      "Add `metrics.best: {key: ..., direction: min}`."
    );
  }
}

// src/job/slurm-directives.ts
var SHORT = {
  A: "account",
  a: "array",
  B: "extra-node-info",
  b: "begin",
  c: "cpus-per-task",
  C: "constraint",
  D: "chdir",
  d: "dependency",
  e: "error",
  F: "nodefile",
  G: "gpus",
  H: "hold",
  h: "help",
  i: "input",
  J: "job-name",
  k: "no-kill",
  L: "licenses",
  M: "clusters",
  m: "distribution",
  N: "nodes",
  n: "ntasks",
  o: "output",
  O: "overcommit",
  p: "partition",
  Q: "quiet",
  q: "qos",
  S: "core-spec",
  s: "oversubscribe",
  t: "time",
  V: "version",
  v: "verbose",
  W: "wait",
  w: "nodelist",
  x: "exclude"
};
var BARE = "HhkOQsVvW";
var OURS = {
  "job-name": "--job-name, which is the name of the lease: it is found again by it",
  hold: "--hold: it is let go once everything lies in its place",
  output: "--output, where its words are looked for",
  error: "--output, which takes the errors too",
  input: "the script that gpu-lease writes",
  "open-mode": "--open-mode=append, so that a second allocation keeps the words of the first",
  comment: "--comment, by which gpu-lease knows its own",
  signal: "--signal; set `signalSeconds`",
  requeue: "--requeue; set `requeue`",
  "no-requeue": "--requeue; set `requeue`",
  array: "the tasks of the submission; set `sweep.at-once`",
  chdir: "the folder that the keeper goes to",
  clusters: "the cluster of the login node; name another `queue` for another one",
  "test-only": "the submit itself",
  wait: "the submit itself, which waits for nothing",
  wrap: "the script that gpu-lease writes",
  parsable: "the answer that gpu-lease reads",
  quiet: "the answer that gpu-lease reads",
  verbose: "the answer that gpu-lease reads",
  help: "the submit itself",
  usage: "the submit itself",
  version: "the submit itself",
  nodes: "`resources.nodes`",
  nodefile: "`resources.nodes`"
};
var KEYED = {
  partition: "partition",
  account: "account",
  qos: "qos",
  constraint: "constraint",
  reservation: "reservation",
  time: "time",
  gres: "gres",
  gpus: "gpus",
  "cpus-per-task": "cpus",
  mem: "memoryGb",
  dependency: "dependency"
};
var EXCLUDED = {
  "mem-per-cpu": "mem",
  "mem-per-gpu": "mem",
  "gpus-per-node": "gpus",
  "gpus-per-task": "gpus",
  "gpus-per-socket": "gpus"
};
function directiveFaults(directives, renders) {
  const seen = /* @__PURE__ */ new Map();
  return directives.flatMap((text, at) => {
    const option = optionOf(text);
    if (option === void 0)
      return [{ at, why: "is a short option that gpu-lease does not know; write its long form" }];
    const why = whyRefused(option, renders) ?? twice(seen.get(option));
    seen.set(option, text);
    return why === void 0 ? [] : [{ at, why }];
  });
}
var twice = (earlier) => earlier === void 0 ? void 0 : `repeats the directive ${earlier}`;
function whyRefused(option, renders) {
  const ours = named2(OURS, option);
  if (ours !== void 0) return `contradicts ${ours}`;
  const key = named2(KEYED, option);
  if (key !== void 0) return `has a key of its own: set \`${key}\` of \`slurm\``;
  const excluded = named2(EXCLUDED, option);
  const rendered = excluded && renders[excluded];
  return rendered === void 0 ? void 0 : `contradicts ${rendered}, which the script asks for already`;
}
function named2(table, option) {
  if (Object.hasOwn(table, option)) return table[option];
  if (WHOLE.has(option)) return;
  const [, value] = Object.entries(table).find(([each]) => each.startsWith(option)) ?? [];
  return value;
}
var WHOLE = /* @__PURE__ */ new Set(["mem", "time", "exclusive", "gpus", "nodes", "export"]);
function optionOf(text) {
  const [, long] = /^--([a-z0-9-]+)/.exec(text) ?? [];
  if (long !== void 0) return long;
  const letter = text[1] ?? "";
  const full = Object.hasOwn(SHORT, letter) ? SHORT[letter] : void 0;
  return BARE.includes(letter) && text.length > 2 ? void 0 : full;
}

// src/job/queue-rules.ts
var KUBERNETES = "kubernetes";
var QUEUES = /* @__PURE__ */ new Set(["slurm", KUBERNETES]);
var NODE_LOCAL = /^\/(?:tmp|var\/tmp|dev\/shm|run|local|localscratch|scratch\/local)(?:\/|$)/;
function* sharedRules({
  parts: { candidates, storage },
  known: { queues = QUEUES }
}) {
  const queue = (candidates ?? []).map(candidateOf).find(({ platform }) => queues.has(platform));
  if (queue === void 0) return;
  for (const key of ["work", "durable"]) {
    const place2 = storage?.[key];
    if (place2 === void 0 || !NODE_LOCAL.test(place2)) continue;
    yield stop(
      "node-local",
      ["storage", key],
      `${quoted(place2)} lies on one machine, and a job of ${quoted(queue.platform)} runs on another, which wipes such places when it ends.`,
      "Name a directory on the file system that all nodes share; $TMPDIR is for scratch alone."
    );
  }
}
function* queueRules({
  parts: { candidates, resources, image },
  known: { platforms, queues = QUEUES }
}) {
  const want = constraintOf(resources);
  for (const [at, typed] of (candidates ?? []).entries()) {
    const candidate = candidateOf(typed);
    const path = ["candidates", at];
    if (!platforms.has(candidate.platform)) continue;
    const isQueue = queues.has(candidate.platform);
    yield* reachRules(candidate, path, isQueue);
    if (typeof typed === "string") continue;
    const isKubernetes = candidate.platform === KUBERNETES;
    if (typed.kubernetes !== void 0 && !isKubernetes)
      yield stop(
        "kubernetes-elsewhere",
        [...path, "kubernetes"],
        `\`kubernetes\` says what is asked of a Kubernetes cluster, and the candidate is ${quoted(candidate.platform)}.`,
        "Remove it, or write `platform: kubernetes` and `queue`."
      );
    if (typed.slurm !== void 0 && (!isQueue || isKubernetes))
      yield stop(
        "slurm-elsewhere",
        [...path, "slurm"],
        `\`slurm\` says what is asked of a Slurm cluster, and the candidate is ${quoted(candidate.platform)}.`,
        "Remove it, or write `platform: slurm` and `queue`."
      );
    if (isQueue) yield* requestRules(candidate, want, [...path, "slurm"]);
    if (candidate.slurm !== void 0) yield* imageRules(candidate.slurm, image, path);
  }
}
var KUBE_ADDRESS = "kube://context/namespace/claim";
function* reachRules(candidate, path, isQueue) {
  const { platform, attach, queue } = candidate;
  if (attach !== void 0 && queue !== void 0)
    yield stop(
      "attach-and-queue",
      [...path, "queue"],
      "A candidate is a box that is there (`attach`) or a queue (`queue`), and this one is both.",
      "Remove one of them; one more candidate may name the other."
    );
  else if (queue !== void 0 && !isQueue)
    yield stop(
      "no-queue",
      [...path, "queue"],
      `${quoted(platform)} is no queue.`,
      "Remove `queue`; a machine of your own is attached: `platform: generic-ssh` and `attach`."
    );
  else if (queue === void 0 && isQueue)
    yield stop(
      "queue-missing",
      attach === void 0 ? path : [...path, "attach"],
      `The candidate ${quoted(platform)} does not say where its ${platform === KUBERNETES ? "cluster" : "login node"} is.`,
      platform === KUBERNETES ? `Add \`queue: ${KUBE_ADDRESS}\`.` : "Add `queue: ssh://user@login-node` (or a Host name from your ~/.ssh/config)."
    );
  else if (queue !== void 0 && isKubeTarget(queue) !== (platform === KUBERNETES))
    yield stop(
      "queue-of-another",
      [...path, "queue"],
      `\`queue\` names ${isKubeTarget(queue) ? "a claim of a Kubernetes cluster" : "a login node"}, and the candidate is ${quoted(platform)}.`,
      platform === KUBERNETES ? `Write it as ${KUBE_ADDRESS}.` : "Write it as ssh://user@login-node (or a Host name from your ~/.ssh/config)."
    );
  if (queue !== void 0 && candidate.market !== void 0)
    yield stop("market-of-queue", [...path, "market"], "A queue is no market.", "Remove `market`.");
}
function* requestRules({ slurm }, want, path) {
  if (slurm === void 0) return;
  const { gres, gpus, timeSeconds, signalSeconds, directives } = slurm;
  if (gres !== void 0 && gpus !== void 0)
    yield stop(
      "gres-and-gpus",
      [...path, "gpus"],
      `\`gres: ${gres}\` and \`gpus: ${gpus}\` ask for cards twice.`,
      "Keep the one that your site asks for."
    );
  else yield* countRules({ gres, gpus }, want, path);
  if (timeSeconds !== void 0 && signalSeconds >= timeSeconds)
    yield stop(
      "signal-before-start",
      [...path, signalSeconds === SIGNAL_SECONDS ? "time" : "signalSeconds"],
      `The job would be told ${signalSeconds} s before an end that comes after ${timeSeconds} s.`,
      "Ask for a longer `time`, or set `signalSeconds` to what one save takes."
    );
  const mem = slurm.memoryGb ?? want.memoryGb?.min;
  const cards = gres ?? gpus ?? (want.gpu && `gpu:${want.gpu.count}`);
  const renders = {
    ...mem === void 0 ? {} : { mem: `the memory of ${mem} GB` },
    ...cards === void 0 ? {} : { gpus: `the cards ${cards}` }
  };
  for (const fault of directiveFaults(directives, renders))
    yield stop(
      "slurm-directive",
      [...path, "directives", fault.at],
      `The directive ${quoted(directives[fault.at] ?? "")} ${fault.why}.`,
      "Remove it from `directives`."
    );
}
function* imageRules({ container, image: file }, image, path) {
  if (container === void 0 && (image ?? file) !== void 0)
    yield stop(
      "image-without-container",
      file === void 0 ? path : [...path, "slurm", "image"],
      `The commands are to run in ${quoted(file ?? image ?? "")}, and the candidate does not say by what.`,
      "Add `slurm: {container: apptainer}`, or `enroot` where the site has pyxis; a job of which only other candidates use the image is two jobs."
    );
  else if (container !== void 0 && (image ?? file) === void 0)
    yield stop(
      "container-without-image",
      [...path, "slurm", "container"],
      `\`container: ${container}\` runs the commands in an image, and none is named.`,
      "Add `image: name@sha256:<digest>` to the job, or the path of an image file as `slurm.image`."
    );
  else if (container === "enroot" && file === void 0)
    yield stop(
      "enroot-without-file",
      [...path, "slurm", "container"],
      "`srun --container-image` takes tags, which move, and no digest: the `image` of the job cannot be run by it.",
      "Import it once (`enroot import`, or `srun --container-save`), and name the file as `slurm.image`."
    );
}
function* countRules({ gres, gpus }, want, path) {
  const asked = cardsIn(gres, gpus);
  const counted = (want.gpu?.count ?? 0) * (gpus === void 0 ? 1 : want.nodes ?? 1);
  if (asked === void 0 || asked === counted) return;
  const wanted = want.gpu === void 0 ? "asks for none" : `asks for ${counted}`;
  yield stop(
    "slurm-card-count",
    [...path, gres === void 0 ? "gpus" : "gres"],
    `This asks Slurm for ${asked} card${asked === 1 ? "" : "s"}, and \`resources.gpu\` ${wanted}.`,
    "Make the two say the same: what the job was smoked and resumed with is bound to that number."
  );
}
function cardsIn(gres, gpus) {
  if (gpus !== void 0) return Number(/(\d+)$/.exec(gpus)?.[1]);
  const cards = (gres ?? "").split(",").filter((each) => /^gpu(?::|$)/.test(each));
  if (cards.length === 0) return;
  const counts = cards.map((each) => Number(/:(\d+)(?:\(.*)?$/.exec(each)?.[1] ?? 1));
  return counts.reduce((sum, count) => sum + count, 0);
}

// src/job/at-once-rules.ts
function* atOnceRules({
  parts: { sweep, candidates },
  cells,
  known: { platforms, queues = QUEUES }
}) {
  const atOnce = sweep?.["at-once"];
  if (atOnce === void 0) return;
  const path = ["sweep", "at-once"];
  if (sweep?.boxes !== void 0)
    yield stop(
      "boxes-and-at-once",
      path,
      `\`boxes: ${sweep.boxes}\` divides the cells into runs with a box each, and \`at-once: ${atOnce}\` keeps them in one submission to a queue.`,
      "Keep `at-once` for a queue, or `boxes` for boxes that are rented."
    );
  const [rented] = (candidates ?? []).map((typed) => candidateOf(typed).platform).filter((platform) => platforms.has(platform) && !queues.has(platform));
  if (rented !== void 0)
    yield stop(
      "at-once-on-a-box",
      path,
      `\`at-once\` runs cells side by side from one submission to a queue, and ${quoted(rented)} is none: there cells run one after another.`,
      "Remove `at-once` and divide the sweep by `boxes`, or name queues alone as candidates."
    );
  if (atOnce > cells.length)
    yield warn(
      "at-once-of-fewer",
      path,
      `\`at-once: ${atOnce}\` is more than the ${cells.length} cells of this job.`,
      "Nothing has to be done: all of them may run at once."
    );
}

// src/job/data-rules.ts
var OF_S3 = ["endpoint", "region", "access-key", "secret-key"];
function* dataRules({ parts: { data = [] } }) {
  const seen = /* @__PURE__ */ new Map();
  for (const [at, item2] of data.entries()) {
    const first = seen.get(item2.to);
    if (first !== void 0) {
      const what = `Two of \`data\` go to ${quoted(item2.to)}; the second would write over the first.`;
      yield stop("data-twice", ["data", at, "to"], what, "Give each a directory of its own.");
    }
    seen.set(item2.to, at);
    yield* ofSource(item2, at);
    yield* ofToken(item2, at);
  }
}
function* ofSource(item2, at) {
  const read = readSource(item2.from);
  if ("fault" in read) return;
  const { source } = read;
  const strange = OF_S3.filter((key) => item2[key] !== void 0);
  if (source.kind !== "s3" && strange.length > 0) {
    const what = `${strange.map((key) => `\`${key}\``).join(", ")} is of an s3:// source, and ${quoted(item2.from)} is none.`;
    yield stop("data-not-s3", ["data", at, strange[0] ?? "from"], what, "Remove it.");
  }
  if (source.kind === "s3" && item2.token !== void 0) {
    const what = "A bucket is opened by `access-key` and `secret-key`, not by `token`.";
    yield stop(
      "data-token-of-s3",
      ["data", at, "token"],
      what,
      "Name the two variables, and remove `token`."
    );
  }
  if (source.kind === "web" && item2.sha256 === void 0) {
    const what = `Nothing says what ${quoted(item2.to)} must hold: the size alone is checked, and a cut download begins anew.`;
    yield warn("data-unproven", ["data", at], what, "Add `sha256` of the file.");
  }
  if (source.kind === "web" && item2.sha256 === void 0 && item2.verify !== void 0) {
    const what = `${quoted(item2.to)} has no digest, and the box could get other bytes than were verified.`;
    yield stop(
      "data-not-verifiable",
      ["data", at, "verify"],
      what,
      "Add `sha256` of the file, or remove `verify`."
    );
  }
  if (isMoving(source) && source.kind === "hub") {
    const what = `${quoted(source.revision)} of ${quoted(source.repo)} can move: each new run takes what it is then.`;
    yield warn(
      "data-moves",
      ["data", at, "from"],
      what,
      "Name a commit; `gpu-lease plan` shows the present one."
    );
  }
}
function* ofToken({ token }, at) {
  const owner = token === void 0 ? void 0 : ownerOf(token);
  if (!owner) return;
  const what = `\`token\` names ${token}, ${owner.is}. It would go to the rented machine, and whoever runs that machine could ${owner.could}.`;
  const next = "Make a token that may read this one source, and name that.";
  yield stop("key-of-another", ["data", at, "token"], what, next);
}

// src/job/from-rules.ts
function* fromRules({ parts: { from, checkpoint, candidates = [] } }) {
  if (from === void 0) return;
  if (!resumes(checkpoint))
    yield stop(
      "from-without-resume",
      ["from"],
      "A checkpoint is laid where `checkpoint.path` is looked for, and this job goes on from none.",
      "Add `checkpoint: {path: ..., resume: continues}`, or remove `from`."
    );
  const notebook = candidates.find((each) => (typeof each === "string" ? each : each.platform) === "kaggle");
  if (notebook !== void 0)
    yield stop(
      "from-on-kaggle",
      ["from"],
      "Sessions of Kaggle begin from their own output, and nothing brings another run there.",
      "Name another candidate, or make the checkpoint a dataset of Kaggle (`kaggle.datasets`)."
    );
}

// src/job/gpu-rules.ts
function* gpuRules({ parts: { resources } }) {
  const gpu = resources?.gpu;
  if (gpu === void 0 || gpu === "none" || gpu.name === void 0) return;
  const named3 = typeof gpu.name === "string" ? [gpu.name] : gpu.name;
  for (const [at, name] of named3.entries()) {
    if (knownGpu(name)) continue;
    const path = ["resources", "gpu", "name", ...typeof gpu.name === "string" ? [] : [at]];
    const near = nearestGpu(name);
    const what = `There is no card ${quoted(name)} that we know of.`;
    yield near === void 0 ? warn(
      "unknown-gpu",
      path,
      what,
      "An offer must hold this very name; `memory: 80GB+` asks for cards without naming them."
    ) : {
      ...stop(
        "unknown-gpu",
        path,
        what,
        `Did you mean ${JSON.stringify(near)}? A card newer than this program is asked for by its memory, such as \`memory: 80GB+\`.`
      ),
      meant: near
    };
  }
  yield* otherCount(named3, gpu.count);
  yield* impossibleMemory(named3, gpu.memory);
}
function* otherCount(named3, count) {
  for (const name of named3) {
    const said = countInName(name);
    if (said === void 0 || said === count || typeof count !== "number") continue;
    yield stop(
      "other-gpu-count",
      ["resources", "gpu", "count"],
      `${quoted(name)} is a machine of ${said} cards, and \`count\` asks for ${count}.`,
      `Write \`count: ${said}\`, or name the card alone: ${JSON.stringify(knownGpu(name)?.model ?? name)}.`
    );
    return;
  }
}
function* impossibleMemory(named3, memory) {
  if (!memory) return;
  const { min = 0, max = Number.POSITIVE_INFINITY } = memory;
  const sizes = named3.map(memorySizesOf);
  if (sizes.some((each) => each === void 0 || each.some((size3) => size3 >= min && size3 <= max))) return;
  const comes = named3.map((name, at) => `${name} with ${sizes[at]?.join(" or ")} GB`).join(", ");
  yield stop(
    "impossible-gpu",
    ["resources", "gpu", "memory"],
    `No card that is named has that memory: there is ${comes}.`,
    "Correct `memory`, or name a card that has it; `count` asks for several cards in one box."
  );
}

// src/job/kaggle-accelerators.ts
var RETIRED_SHAPES = {
  nvidiateslap100: "NvidiaTeslaT4",
  tpuv38: "TpuV5E8",
  tpu1vmv38: "TpuV5E8",
  tpuv232: "a machine without an accelerator",
  tpuv2256: "a machine without an accelerator"
};
var T4 = { shape: "NvidiaTeslaT4", model: "T4", count: 2, memoryGb: 16 };
function shapeFor({ gpu }) {
  if (!gpu) return { shape: void 0 };
  const named3 = gpu.names.length === 0 || gpu.names.some((name) => knownGpu(name)?.model === T4.model);
  if (named3 && gpu.count <= T4.count && (gpu.memoryGb?.min ?? 0) <= T4.memoryGb) return { shape: T4.shape };
  const names = gpu.names.length > 0 ? gpu.names.join(" or ") : "any card";
  const memory = gpu.memoryGb?.min === void 0 ? "" : ` with ${gpu.memoryGb.min} GB`;
  return { why: `${gpu.count} of ${names}${memory}, and ${T4.shape} is ${T4.count} T4 of ${T4.memoryGb} GB` };
}

// src/job/kaggle-rules.ts
function* kaggleRules({ parts: { candidates, resources } }) {
  const want = constraintOf(resources);
  for (const [at, typed] of (candidates ?? []).entries()) {
    const { platform, kaggle } = candidateOf(typed);
    if (kaggle === void 0) continue;
    const path = ["candidates", at, "kaggle"];
    if (platform !== "kaggle") {
      yield stop(
        "kaggle-elsewhere",
        path,
        `\`kaggle\` says what is asked of Kaggle, and the candidate is ${quoted(platform)}.`,
        "Remove it, or write `platform: kaggle`."
      );
      continue;
    }
    const { accelerator, timeSeconds, stopSeconds } = kaggle;
    if (stopSeconds >= timeSeconds)
      yield stop(
        "kaggle-no-time",
        [...path, "stopSeconds"],
        `The command would be told to save ${stopSeconds} s before the end of a session of ${timeSeconds} s.`,
        "Ask for a longer `time`, or set `stopSeconds` to what one save takes."
      );
    const instead = RETIRED_SHAPES[accelerator?.toLowerCase() ?? ""];
    if (instead !== void 0)
      yield stop(
        "kaggle-retired",
        [...path, "accelerator"],
        `${accelerator} is retired: Kaggle would run the session on ${instead} and not say so.`,
        "Name NvidiaTeslaT4 or TpuV5E8, or none."
      );
    if (accelerator === "none" && want.gpu)
      yield stop(
        "kaggle-no-gpu",
        [...path, "accelerator"],
        `\`resources.gpu\` asks for ${want.gpu.count} GPU, and \`accelerator: none\` for a machine without one.`,
        "Make the two say the same."
      );
  }
}

// src/job/metrics-rules.ts
function* metricsRules({ parts: { artifacts, metrics } }) {
  const sources = sourcesInFile(metrics);
  yield* together(sources);
  for (const { source, path } of sources) {
    if (typeof source !== "string") yield* mappingRules(source, path);
    const where = pathOfSource(source);
    const isAsked = where !== "" && !isTracker(source);
    if (isAsked && artifacts && !artifacts.some((artifact2) => coversGlob(artifact2.path, where))) {
      const what = `No artifact covers the metrics ${quoted(where)}.`;
      const next = "Add them to `artifacts` with `role: metrics`.";
      yield warn("metrics-not-kept", placeOf(source, path), what, next);
    }
  }
}
var placeOf = (source, path) => typeof source === "string" ? path : [...path, "path"];
function* together(sources) {
  const seen = /* @__PURE__ */ new Set();
  let steps;
  for (const { source, path } of sources) {
    const { log, "total-steps": said } = typeof source === "string" ? {} : source;
    const where = pathOfSource(source);
    const isTwice = log === void 0 && where !== "" && seen.has(where);
    seen.add(where);
    if (isTwice) {
      const what = `Two sources of metrics have the path ${quoted(where)}.`;
      yield stop(
        "metrics-twice",
        placeOf(source, path),
        what,
        "Keep one: every number of a file is charted."
      );
    }
    if (said !== void 0 && steps !== void 0 && said !== steps) {
      const what = `A complete run has ${steps} steps by one source of metrics, and ${said} by another.`;
      yield stop("total-steps-differ", [...path, "total-steps"], what, "Say it once.");
    }
    steps ??= said;
  }
}
function* mappingRules(source, path) {
  const { log, format, "step-key": stepKey } = source;
  if (log === void 0 && source.path === void 0) {
    const what = "A source of metrics has neither a `path` nor a `log`.";
    const next = "Name its file by `path`, or give by `log` the line that the command prints.";
    yield stop("metrics-nowhere", path, what, next);
  }
  if (log !== void 0 && format !== void 0) {
    const what = `Lines of a log have no format, and \`format\` is ${quoted(format)}.`;
    yield stop("log-with-format", [...path, "format"], what, "Leave out `format`, or `log`.");
  }
  const fault = log === void 0 ? void 0 : patternFault(log, stepKey ?? "step");
  if (log !== void 0 && fault)
    yield stop("log-pattern", [...path, "log"], `The pattern ${quoted(log)} ${fault.why}.`, fault.next);
  if (stepKey !== void 0 && carriesStep(source)) {
    const what = `The step is a part of every event of ${quoted(pathOfSource(source))}, and no key of it.`;
    yield stop("step-key-unused", [...path, "step-key"], what, "Leave `step-key` out.");
  }
}

// src/job/money-rules.ts
var SPOT = /* @__PURE__ */ new Set(["vastai", "verda", "compshare"]);
var NO_SPOT = /* @__PURE__ */ new Set([
  "autodl",
  "colab",
  "digitalocean",
  "featurize",
  "gpushare",
  "kaggle",
  "lambda",
  "lanrui",
  "matpool",
  "paperspace-core",
  "paperspace-gradient",
  "runpod"
]);
var ENDS_ITSELF = /* @__PURE__ */ new Set(["autodl", "vastai"]);
var REGISTRIES = /* @__PURE__ */ new Set(["runpod"]);
var LOGINS = /* @__PURE__ */ new Set(["runpod", "vastai"]);
var IMAGES = {
  autodl: "starts its own images and none of a registry",
  compshare: "starts its own images and none of a registry",
  lambda: "rents whole machines and starts no container image",
  digitalocean: "rents whole machines and starts no container image",
  verda: "rents whole machines and starts no container image",
  "paperspace-core": "rents whole machines and starts no container image",
  kubernetes: "takes pull secrets of the cluster by name (`kubernetes.imagePullSecrets`)",
  slurm: "pulls by the configuration of the cluster's own user",
  kaggle: "starts its own images and none of a registry"
};
var list = (names) => [...names].join(", ");
function* candidateRules({
  parts: { candidates, image, registry },
  known: { platforms, free = /* @__PURE__ */ new Set(["local"]) }
}) {
  if (registry !== void 0 && image === void 0)
    yield stop(
      "registry-without-image",
      ["registry"],
      "`registry` is the login by which `image` is pulled, and the job names no image.",
      "Add `image: name@sha256:...`, or leave `registry` out."
    );
  const seen = /* @__PURE__ */ new Set();
  for (const [at, typed] of (candidates ?? []).entries()) {
    const candidate = candidateOf(typed);
    const path = ["candidates", at];
    const below = (key2) => typeof typed === "string" ? path : [...path, key2];
    if (!platforms.has(candidate.platform)) {
      const names = [...platforms].sort();
      const near = nearestOf(candidate.platform, names);
      const use = `Use one of: ${names.join(", ")}; or add profiles/${candidate.platform}.yml.`;
      yield {
        ...stop(
          "unknown-platform",
          below("platform"),
          `There is no profile for the candidate ${quoted(candidate.platform)}.`,
          near === void 0 ? use : `Did you mean "${near}"? ${use}`
        ),
        ...near !== void 0 && { meant: near }
      };
    }
    if (candidate.market === "spot" && NO_SPOT.has(candidate.platform))
      yield stop(
        "no-spot",
        below("market"),
        `${quoted(candidate.platform)} rents no spot boxes to programs, so there would never be one.`,
        `Leave \`market\` out, or take one of ${list(SPOT)} for spot.`
      );
    if (candidate.registry !== void 0 && !REGISTRIES.has(candidate.platform))
      yield stop(
        "no-registry-login",
        below("registry"),
        `${quoted(candidate.platform)} ${IMAGES[candidate.platform] ?? "pulls public images alone"}, so it takes no login of a registry.`,
        `Leave \`registry\` out, or take one of ${list(REGISTRIES)} for an image that is not public.`
      );
    if (candidate.selfStop && candidate.attach === void 0)
      yield stop(
        "self-stop-of-rented",
        below("self-stop"),
        "`self-stop` is for a box of your own. One that is rented ends its own meter wherever that loses nothing.",
        'Remove `self-stop`, or name the box with `attach`; "gpu-lease plan" shows what ends a rented one.'
      );
    else if (candidate.selfStop && !ENDS_ITSELF.has(candidate.platform))
      yield stop(
        "no-self-stop",
        below("self-stop"),
        `No line is known by which a box of ${quoted(candidate.platform)} ends its own meter and keeps everything that lies on it.`,
        `Remove \`self-stop\` and end the box by hand; it is known of ${list(ENDS_ITSELF)}.`
      );
    const pulls = candidate.attach === void 0 && !free.has(candidate.platform);
    if (registry !== void 0 && pulls && platforms.has(candidate.platform)) {
      if (!LOGINS.has(candidate.platform))
        yield stop(
          "no-registry-login",
          below("platform"),
          `${quoted(candidate.platform)} ${IMAGES[candidate.platform] ?? "pulls public images alone"}, so it takes no \`registry\` of the job.`,
          `Take the candidate out, or leave \`registry\` out; ${list(LOGINS)} take one.`
        );
      else if (candidate.registry !== void 0)
        yield stop(
          "registry-twice",
          below("registry"),
          "The candidate names a login that lies at the platform, and the job names another by its secrets.",
          "Leave one of the two `registry` out."
        );
    }
    if (candidate.attach !== void 0 && candidate.market !== void 0) {
      yield stop(
        "market-of-attached",
        below("market"),
        "An attached box is on no market.",
        "Remove `market`."
      );
    }
    if (candidate.attach !== void 0 && candidate.usdPerHour === void 0) {
      const what = "What this attached box costs is not said, so the budget cannot guard it.";
      yield warn("price-unknown", path, what, "Add `usdPerHour`; 0 for your own.");
    }
    const { platform, attach, market, queue, slurm, kubernetes } = candidate;
    const key = JSON.stringify([platform, attach, market, queue, slurm, kubernetes]);
    if (seen.has(key))
      yield warn("candidate-twice", path, "This candidate stands twice.", "Remove one of them.");
    seen.add(key);
  }
}
function* budgetRules({ parts: { budget, candidates, watch }, known }) {
  const { free = /* @__PURE__ */ new Set(["local"]), queues = QUEUES } = known;
  const costly = (candidates ?? []).map(candidateOf).find(
    ({ platform, usdPerHour = queues.has(platform) ? 0 : void 0 }) => known.platforms.has(platform) && !free.has(platform) && usdPerHour !== 0
  );
  if (budget === void 0 && costly) {
    yield stop(
      "budget-missing",
      ["budget"],
      `\`budget\` is missing, and the candidate ${quoted(costly.platform)} may cost money.`,
      "Add what the run may cost: `budget: {usd: 20, hours: 10, usdPerHour: 2}`."
    );
  }
  if (budget && budget.usd > budget.hours * budget.usdPerHour + 1e-9) {
    const most = budget.hours * budget.usdPerHour;
    const what = `The budget of ${budget.usd} USD can never be reached: ${budget.hours} h at ${budget.usdPerHour} USD/h are ${most} USD.`;
    yield warn("budget-unreachable", ["budget", "usd"], what, "Lower `usd`, or raise what was meant.");
  }
  const hours = (budget ?? DEFAULT_BUDGET).hours;
  if (watch?.expected !== void 0 && watch.expected > hours * 3600) {
    const what = `A run is expected to take ${watch.expected / 3600} h, and the budget ends after ${hours} h.`;
    yield warn("budget-too-short", ["watch", "expected"], what, "Raise `budget.hours`.");
  }
}

// src/job/nodes-rules.ts
var SEVERAL_NODES = /* @__PURE__ */ new Set(["slurm", "kubernetes"]);
var IN_CONTAINERS = /* @__PURE__ */ new Set(["kubernetes"]);
var WITH_A_FLOOR = /* @__PURE__ */ new Set(["slurm"]);
function* nodesRules({
  parts: { run, candidates, resources, image, sweep },
  known: { platforms }
}) {
  const nodes = resources?.nodes ?? 1;
  const least = resources?.["least-nodes"];
  if (least !== void 0 && least > nodes)
    yield stop(
      "floor-above-nodes",
      ["resources", "least-nodes"],
      `\`least-nodes\` is ${least}, and \`nodes\` asks for ${nodes}: there are never so many.`,
      "Write the most as `nodes`, and as `least-nodes` with how few the job still makes sense."
    );
  if (nodes > 1 && run !== void 0) yield* floorRules(run, least ?? nodes, nodes);
  for (const [at, typed] of (candidates ?? []).entries())
    if (typeof typed !== "string") yield* peersRules(typed, nodes, ["candidates", at, "peers"]);
  if (nodes === 1) return;
  for (const [at, typed] of (candidates ?? []).entries()) {
    const { platform, peers } = typeof typed === "string" ? { platform: typed } : typed;
    const isAllOrNone = SEVERAL_NODES.has(platform) && !WITH_A_FLOOR.has(platform);
    if (least !== void 0 && least < nodes && isAllOrNone)
      yield stop(
        "floor-elsewhere",
        ["candidates", at],
        `\`least-nodes\` says that ${least} of ${nodes} nodes are enough, and ${quoted(platform)} starts all of them or none.`,
        `Take \`least-nodes\` out, or this candidate (${[...WITH_A_FLOOR].join(", ")} and boxes of your own can begin with fewer).`
      );
    if (!platforms.has(platform) || SEVERAL_NODES.has(platform) || peers !== void 0) continue;
    yield stop(
      "nodes-on-box",
      ["candidates", at],
      `\`resources.nodes\` asks for ${nodes} machines that work as one, and a lease at ${quoted(platform)} is one machine.`,
      `Remove this candidate (${[...SEVERAL_NODES].join(", ")} can start several nodes, and a box of your own names others by \`peers\`), or take a box with more cards: \`resources.gpu.count\`.`
    );
  }
  const named3 = (candidates ?? []).map((typed) => typeof typed === "string" ? typed : typed.platform);
  if (image !== void 0 && named3.some((platform) => !IN_CONTAINERS.has(platform)))
    yield stop(
      "nodes-in-image",
      ["image"],
      `The command would run in a container on each of ${nodes} nodes, which gpu-lease starts on Kubernetes alone so far.`,
      "Take `image` out, and load what it needs by `modules` or `setup`; or make two jobs of it, one for Kubernetes."
    );
  if (sweep?.["at-once"] !== void 0)
    yield stop(
      "nodes-at-once",
      ["sweep", "at-once"],
      `Cells that run at once have one node each, and \`resources.nodes\` asks for ${nodes}.`,
      "Take `at-once` out: the cells then run one after another, each on all nodes."
    );
}
function* peersRules({ attach, peers }, nodes, path) {
  if (peers === void 0) return;
  const named3 = peers.length + 1;
  if (attach === void 0)
    yield stop(
      "peers-without-attach",
      path,
      "`peers` are machines beside the one that `attach` names, and this candidate has none.",
      "Name the first machine by `attach`: the run lives on it, and it starts the command on the others."
    );
  if (named3 !== nodes)
    yield stop(
      "peers-and-nodes",
      path,
      `\`attach\` and \`peers\` name ${named3} machines, and \`resources.nodes\` asks for ${nodes}.`,
      `Write \`nodes: ${named3}\` below \`resources\`, or name ${nodes - 1 || "no"} peers.`
    );
  const twice2 = peers.find((peer, at) => peer === attach || peers.indexOf(peer) !== at);
  if (twice2 !== void 0)
    yield stop(
      "peer-twice",
      path,
      `${quoted(twice2)} is named twice, and each node is a machine of its own.`,
      "Name each machine once; several cards of one machine are `resources.gpu.count`."
    );
}
function* floorRules(run, least, most) {
  const [, typed = "", , upper] = /--nnodes[= ]["']?((\d{1,5})(?::(\d{1,5}))?)(?![\w:$])/.exec(run) ?? [];
  if (typed === "") return;
  const [low = 0, high = low] = typed.split(":").map(Number);
  if (low === least && high === most) return;
  const asked = least === most ? `${most} nodes` : `${least} to ${most} nodes`;
  yield warn(
    "floor-differs",
    ["run"],
    `The command says --nnodes=${typed}, and \`resources\` asks for ${asked}: with fewer than its own floor the launcher waits, and gives up after some minutes.`,
    upper === void 0 && least === most ? "Write --nnodes=$GPU_LEASE_NODES." : "Write --nnodes=$GPU_LEASE_LEAST_NODES:$GPU_LEASE_NODES, and the floor as `resources.least-nodes`."
  );
}

// src/job/notify-rules.ts
var WAYS = ["webhook", "slack", "discord", "smtp", "url"];
var BELONGS = {
  secret: "webhook",
  password: "smtp",
  to: "smtp",
  hmac: "url"
};
var OPENS_A_CHANNEL = /^https:\/\/(hooks\.slack(-gov)?\.com\/|(\w+\.)?discord(app)?\.com\/api\/(v\d+\/)?webhooks\/)/i;
function* notifyRules({ parts: { notify } }) {
  if (notify === void 0) return;
  const entries = entriesOf(notify);
  for (const { entry, at } of entries) {
    const path = at === void 0 ? ["notify"] : ["notify", at];
    yield* oneWay(entry, path);
    yield* eventsOf(entry, path);
    yield* mail(entry, path);
    yield* foreignKeys(entry, path);
    if (OPENS_A_CHANNEL.test(entry.webhook ?? ""))
      yield stop(
        "secret-value",
        [...path, "webhook"],
        `\`${textOf(path)}.webhook\` is the address of a channel: whoever has it can write there.`,
        "Make a new one, store it as a secret, and name that: `slack: SLACK_WEBHOOK_URL` or `discord: DISCORD_WEBHOOK_URL`."
      );
  }
  if (entries.filter(({ entry }) => entry.url !== void 0).length > 1)
    yield stop(
      "notify-twice",
      ["notify"],
      "`notify` names more than one `url`, and the box tells one address.",
      "Keep one; a `webhook` may be named as often as you like."
    );
  yield* toldTwice(notify);
}
function* toldTwice(notify) {
  const seen = /* @__PURE__ */ new Set();
  for (const { on, ...way } of noticeTargetsOf(notify)) {
    const place2 = way.kind === "smtp" ? [way.host, way.to] : [way.kind === "webhook" ? way.url ?? way.address : way.url];
    const twice2 = on.filter((event) => seen.has(JSON.stringify([way.kind, place2, event])));
    for (const event of on) seen.add(JSON.stringify([way.kind, place2, event]));
    if (twice2.length > 0)
      yield stop(
        "notify-twice",
        ["notify"],
        `\`notify\` tells the same ${way.kind} of ${twice2.join(", ")} twice.`,
        "Remove one of the two entries, or give each its own events with `on`."
      );
  }
}
var textOf = (path) => path.map((part) => typeof part === "number" ? `[${part}]` : part).join("");
function* oneWay(entry, path) {
  const ways = WAYS.filter((way2) => entry[way2] !== void 0);
  const [way] = ways;
  if (ways.length !== 1) {
    const what = way === void 0 ? "says not how to tell anybody" : `names ${ways.join(" and ")}`;
    yield stop(
      "notify-way",
      path,
      `\`${textOf(path)}\` ${what}.`,
      `Each entry has one of ${WAYS.join(", ")}; write several as a list.`
    );
    return;
  }
  for (const [key, of] of Object.entries(BELONGS))
    if (entry[key] !== void 0 && of !== way)
      yield stop(
        "notify-key",
        [...path, key],
        `\`${textOf(path)}.${key}\` belongs to \`${of}\`, and this is ${way}.`,
        "Remove it."
      );
}
function* eventsOf({ url, on = [] }, path) {
  for (const [at, event] of on.entries()) {
    const isOfBox = BOX_EVENTS.some((each) => each === event);
    if (url === void 0 ? event !== "died" : isOfBox) continue;
    const near = url === void 0 ? "failed" : nearestOf(event, BOX_EVENTS) ?? "died";
    const who = url === void 0 ? "Only a box says" : "A box does not know of";
    yield stop(
      "notify-event",
      [...path, "on", at],
      `${who} "${event}".`,
      `Did you mean "${near}"? ${url === void 0 ? "" : `With \`url\` there are ${BOX_EVENTS.join(", ")}.`}`.trim()
    );
  }
}
function* mail({ smtp, password, to }, path) {
  if (smtp === void 0) return;
  if (to === void 0)
    yield stop(
      "notify-mail",
      path,
      `\`${textOf(path)}\` says not who gets the mail.`,
      "Add `to: ada@example.org`."
    );
  if (smtp.from === void 0 && !smtp.user?.includes("@"))
    yield stop(
      "notify-mail",
      [...path, "smtp"],
      `\`${textOf(path)}.smtp\` says not who the mail is from.`,
      "Add `from: gpu-lease@example.org`."
    );
  if (/[\r\n\u0000]/.test(smtp.user ?? ""))
    yield stop(
      "notify-mail",
      [...path, "smtp", "user"],
      `\`${textOf(path)}.smtp.user\` holds a line end.`,
      "Write the login on one line."
    );
  if (smtp.user === void 0 !== (password === void 0))
    yield stop(
      "notify-mail",
      path,
      `\`${textOf(path)}\` has ${password === void 0 ? "a user and no password" : "a password and no user"}.`,
      "Add the other, or remove this one."
    );
}
function* foreignKeys(entry, path) {
  for (const key of ["url", "hmac", "webhook", "secret", "slack", "discord", "password"]) {
    const name = entry[key];
    const owner = name === void 0 ? void 0 : ownerOf(name);
    if (!owner) continue;
    const reader = key === "url" || key === "hmac" ? "the rented machine" : "another service";
    yield stop(
      "key-of-another",
      [...path, key],
      `\`${textOf(path)}.${key}\` names ${name}, ${owner.is}. It would go to ${reader}, and whoever runs that could ${owner.could}.`,
      "Name a secret that is for this alone."
    );
  }
}

// src/job/run-rules.ts
function* smokeRules({ parts: { smoke, checkpoint } }) {
  if (smoke === "none") {
    const what = "This job rents without a smoke run: an error of import, configuration or shape shows only on the meter.";
    yield warn("smoke-none", ["smoke"], what, "Replace `smoke: none` by a tiny run of the same entry point.");
  }
  if (smoke === void 0 || smoke === "none") return;
  const drills = smoke.drill !== void 0 && smoke.drill !== "none";
  if (drills && !checkpoint) {
    const what = "The drill kills a run and continues it from its checkpoint, and the job has no `checkpoint`.";
    yield stop(
      "drill-without-checkpoint",
      ["smoke", "drill"],
      what,
      "Add `checkpoint: {path: ...}`, or write `drill: none`."
    );
  } else if (drills && !resumes(checkpoint)) {
    const what = "The drill requires that a run continues, and `checkpoint.resume` is none.";
    yield stop(
      "drill-without-resume",
      ["smoke", "drill"],
      what,
      "Write `resume: continues`, or `drill: none`."
    );
  }
  if (smoke.drill === "none" && resumes(checkpoint)) {
    const what = "That a run continues from its checkpoint is claimed and never tried.";
    yield warn("drill-none", ["smoke", "drill"], what, "Remove `drill: none` to have it drilled.");
  }
}
var OUTPUT_FLAG = /--?(?:out|output|save|checkpoint|log)s?(?:[-_]?(?:dir|path|folder))?[= ]+(?!["']?\$)([^\s"'$]+)(?=\s|$)/i;
var RESUME_FLAG = /(?:^|\s)(--?resume(?:[-_]from(?:[-_]checkpoint)?)?|\+?resume=\S+)(?=[\s=]|$)/i;
function* commandRules({ parts: { run }, cells }) {
  if (run === void 0) return;
  if (/(^|[^&])&\s*$/.test(run)) {
    const what = "The command ends with `&`: it would return at once, and the run would count as over.";
    yield warn("run-in-background", ["run"], what, "Remove the `&`; the run is detached anyway.");
  }
  const resume = RESUME_FLAG.exec(run)?.[1];
  if (resume !== void 0) {
    const what = `The command asks for a resume (${quoted(resume)}), also on its first start.`;
    yield warn(
      "resume-flag",
      ["run"],
      what,
      "Let the script load its last checkpoint whenever there is one."
    );
  }
  const output = OUTPUT_FLAG.exec(run)?.[1];
  if (output !== void 0) {
    const shared = cells.length > 1 ? `, the same for all ${cells.length} cells` : "";
    const what = `The command writes to ${quoted(output)}${shared}; artifacts are looked for in \`$GPU_LEASE_OUT\`.`;
    yield warn("fixed-output", ["run"], what, 'Write to "$GPU_LEASE_OUT".');
  }
}
function* cellRules({ parts: { vars = {} }, cells }) {
  const warned = /* @__PURE__ */ new Set();
  for (const { cell, from } of cells) {
    for (const [name, value] of Object.entries(cell.vars)) {
      if (!Object.hasOwn(vars, name) || String(vars[name]) === value || warned.has(name)) continue;
      warned.add(name);
      const what = `The cell ${quoted(cell.name)} sets ${name} to ${quoted(value)}, and the job to ${quoted(String(vars[name]))}; the cell wins.`;
      yield warn("cell-overrides-var", ["cells", ...from], what, "Set it in one place.");
    }
  }
  const shared = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
  const all = cells.map(({ cell }) => cell);
  for (const { name, without } of cellDifferences(all, shared).partial) {
    const some = without.slice(0, 3).join(", ") + (without.length > 3 ? ` and ${without.length - 3} more` : "");
    const what = `${name} is set in some cells and not in ${some}: they are no longer compared under one setting.`;
    yield warn("cell-var-missing", ["cells"], what, `Set ${name} in \`vars\` or in every cell.`);
  }
}
function* requirementRules({ parts: { requirements } }) {
  if (requirements === void 0 || typeof requirements === "object" && requirements.torch !== void 0)
    return;
  const what = "torch, torchvision and torchaudio are taken from the image, not from the requirements.";
  yield warn(
    "torch-of-image",
    ["requirements"],
    what,
    "Say so with `torch: keep-image`, or choose `torch: as-pinned`."
  );
}

// src/job/store-rules.ts
function* storeRules({ parts: { store } }) {
  if (store === void 0 || store === "none") return;
  const seen = /* @__PURE__ */ new Set();
  for (const [at, rung] of store.entries()) {
    const kinds = typeof rung === "string" ? [rung] : Object.keys(rung);
    if (kinds.length !== 1) {
      const what = `\`store[${at}]\` names ${kinds.length === 0 ? "no store" : kinds.join(" and ")}.`;
      yield stop("store-rung", ["store", at], what, 'Write one store a rung, each with a "-" of its own.');
    }
    const key = JSON.stringify(rung);
    if (seen.has(key))
      yield warn("store-twice", ["store", at], "This store stands twice.", "Remove one of them.");
    seen.add(key);
    yield* keysOfOthers(rung, ["store", at]);
  }
}
function* keysOfOthers(rung, path) {
  if (typeof rung === "string") return;
  const { s3: s32, "hugging-face": hub } = rung;
  const named3 = [
    [["s3", "access-key"], s32?.["access-key"]],
    [["hugging-face", "token"], hub?.token]
  ];
  for (const [below, name] of named3) {
    const owner = name === void 0 ? void 0 : ownerOf(name);
    if (name === void 0 || !owner) continue;
    yield stop(
      "key-of-another",
      [...path, ...below],
      `\`${below.join(".")}\` names ${name}, ${owner.is}. It would go to the store, and whoever runs that store could ${owner.could}.`,
      "Name the variable that holds a key of this store and of nothing else."
    );
  }
}

// src/job/rules.ts
var RULES = [
  { reads: ["candidates"], find: candidateRules },
  { reads: ["candidates", "resources"], find: queueRules },
  { reads: ["run", "candidates", "resources", "sweep"], find: nodesRules },
  { reads: ["candidates", "storage"], find: sharedRules },
  { reads: ["candidates", "resources"], find: kaggleRules },
  { reads: ["candidates", "budget", "watch"], find: budgetRules },
  { reads: ["resources"], find: gpuRules },
  { reads: [], find: secretRules },
  { reads: ["smoke", "checkpoint"], find: smokeRules },
  { reads: ["artifacts", "metrics"], find: artifactRules },
  { reads: ["artifacts", "metrics"], find: metricsRules },
  { reads: ["checkpoint", "metrics"], find: checkpointRules },
  { reads: ["store"], find: storeRules },
  { reads: ["run", "cells"], find: commandRules },
  { reads: ["vars", "cells"], find: cellRules },
  { reads: ["vars", "cells", "sweep"], find: sweepRules },
  { reads: ["candidates", "cells", "sweep"], find: atOnceRules },
  { reads: ["requirements"], find: requirementRules },
  { reads: ["data"], find: dataRules },
  { reads: ["from", "checkpoint", "candidates"], find: fromRules },
  { reads: ["requirements"], find: namedSecretRules },
  { reads: ["notify"], find: notifyRules },
  { reads: ["approval", "budget"], find: approvalRules }
];
function crossCheck(context) {
  const isBroken = (key) => Object.hasOwn(context.raw, key) && !Object.hasOwn(context.parts, key);
  return RULES.filter(({ reads }) => !reads.some(isBroken)).flatMap(({ find }) => [...find(context)]);
}

// src/job/approval-schema.ts
var ENVIRONMENT = /^[^\u0000-\u001f\u007f'"`,;\\]{1,255}$/;
var MAX_WITHIN_SECONDS = 90 * 86400;
var standingSchema = external_exports.union([
  external_exports.literal("forbid"),
  mapping({
    level: external_exports.enum(LEVELS).default("L2").describe("The least level of verification that an approval in advance may name."),
    usdPerHour: external_exports.number().gt(0, "must be above 0 USD/h").max(1e3, "is above 1,000 USD/h, which is not plausible").optional().describe(
      "The most that a box may cost per hour to be released by it, in USD. Unset: that of the budget."
    ),
    within: duration.refine((seconds) => seconds >= 60, "is shorter than 1 min, and no run is over by then").refine((seconds) => seconds <= MAX_WITHIN_SECONDS, "is longer than 90 days").optional().describe("How long it counts from when it was given. Unset: the hours of the budget.")
  })
]);
var approvalSchema = mapping({
  environment: external_exports.string().regex(ENVIRONMENT, "is no name of an environment").refine((name) => name.trim() === name, "begins or ends with a blank").optional().describe(
    "Protected environment of the repository whose required reviewers approve a release. In a workflow the typed phrase then counts only where this environment has no required reviewers."
  ),
  "self-review": external_exports.enum(["allow", "forbid"]).default("allow").describe("Whether the one who started the release may also be the one who approves it."),
  "admin-bypass": external_exports.enum(["allow", "forbid"]).default("forbid").describe(
    "Whether an environment counts as protected although administrators may pass by its reviewers, or GitHub does not say."
  ),
  standing: standingSchema.optional().describe(
    "Bounds of approvals in advance, or `forbid`. Unset: level L2, within price and hours of the budget."
  )
}).describe("Who may approve a release. Unset: whoever types its phrase.");

// src/job/artifact-schema.ts
var artifactSchema = mapping({
  path: glob.describe("Glob relative to the cell's output directory; `*`, `?`, `[a-c]`, `**`."),
  role: external_exports.enum(ROLES).describe(
    "What it is, and so how much must be proven before a box may be released. `opaque`: only its hash."
  ),
  keep: external_exports.enum(["best", "last", "evidence"]).default("evidence").describe("`best` and `last` are pulled while the job runs, `evidence` at the end."),
  min: external_exports.int().min(0).max(1e5).default(1).describe("How many files must match, per cell. 0: optional."),
  contains: external_exports.array(external_exports.string().min(1).max(512)).max(1e3).default([]).describe(
    "Tensor or key names, or globs of them, that each file must hold, or what belongs to it (shards, a trainer\u2019s folder)."
  ),
  "allow-degraded": external_exports.boolean().default(false).describe("Whether a file counts that was verified only as far as a format without checksums allows."),
  "in-smoke": external_exports.boolean().default(true).describe(
    "Whether the smoke is expected to write it, too. `false`: only a full training does, and the smoke does not look for it."
  )
});
var metricsSource = mapping({
  path: glob.optional().describe(
    "File or glob relative to the output directory. Of several files the newest is followed, and all are charted. With `log` and unset: what the command prints."
  ),
  log: oneLine.optional().describe(
    "A line as it is printed, with `{name}` where a number stands and `*` for what changes besides: `step {step}/*: loss {loss}`."
  ),
  format: external_exports.enum(METRICS_FORMATS).optional().describe(
    "What the file is: `jsonl` one JSON object a line, `csv` a table with a header, `trainer-state` of the Hugging Face Trainer, `tensorboard` its events, `wandb` the log of a run of Weights & Biases, `trackio` its database. Unset: by its name, `jsonl` if that says nothing."
  ),
  "step-key": oneLine.optional().describe(
    "Key or column of the step in each record. Unset: `step`, of `wandb` and `trackio` also `train/global_step` and the like; `_step` is what a tracker counts. Events carry their own."
  ),
  "loss-key": oneLine.default("loss").describe("Key or column of the loss. Unset, in a table also `train_loss` and the like."),
  "total-steps": external_exports.int().min(1).max(1e12).optional().describe("Steps of a complete run, for progress and ETA."),
  best: mapping({
    key: oneLine.describe("Metric that decides which checkpoint is best."),
    direction: external_exports.enum(["min", "max"]).describe("Whether less or more is better.")
  }).optional().describe("Which metric decides, and in which direction.")
});
var metricsSchema = external_exports.union([
  glob,
  metricsSource,
  external_exports.array(external_exports.union([glob, metricsSource])).min(1, "is empty; name a file, or leave it out").max(8)
]).describe(
  "Where the run writes its metrics: one source or several, of which the first that has a step tells how far it is."
);
var retainSchema = mapping({
  last: external_exports.int().min(1).max(1e3).optional().describe("So many of the newest sets. Unset: the newest alone."),
  every: external_exports.int().min(1).max(1e12).optional().describe("Besides, every set of which the step is a multiple of this."),
  best: external_exports.boolean().optional().describe("Besides, the set that was the best by `metrics.best`."),
  "on-box": external_exports.boolean().optional().describe(
    "Whether whole sets that none of these wants are removed on the box, too, once a newer one is kept."
  )
}).describe("Which sets are kept beside the newest, here and in a store. Unset: none.");
var setFiles = external_exports.array(filePath).min(1, "is empty; name the files that a resume reads").max(100).refine((files) => new Set(files).size === files.length, "names a file twice");
var setPath = external_exports.union([glob, setFiles]).describe(
  "What a resume reads, relative to the output directory: a glob of folders (`checkpoint-*`; all below one of them is one set), a glob of files (each is a set), or a list of files that belong together."
);
var checkpointSchema = external_exports.union([
  glob,
  mapping({
    path: setPath,
    complete: filePath.optional().describe(
      "File that is written last: in the folder of a set, for files in the output directory. Unset: a set counts once it lies still, or once its trainer is known to have finished it; of several files nothing then says that they are of one step."
    ),
    retain: retainSchema.optional(),
    "step-key": oneLine.default("step").describe("Where a checkpoint carries its step: a tensor, scalar or metadata key."),
    resume: external_exports.enum(["continues", "none"]).default("continues").describe(
      "`continues`: the identical command goes on from the checkpoint. `none`: the job starts over."
    ),
    every: duration.optional().describe("How often the run writes one."),
    size: size.optional().describe("Bytes of one set, as a run writes it: `12GB`. Unset: as the smoke measured it.")
  })
]).describe("What makes a preemption harmless: the files that a resume reads, as one set.");

// src/job/candidate-schema.ts
var typeName = external_exports.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}$/, "is not the name of a machine type");
var candidateSchema = external_exports.union([
  external_exports.string().regex(/^[a-z0-9-]+$/, "is not the name of a platform, such as local or runpod"),
  mapping({
    platform: external_exports.string().regex(/^[a-z0-9-]+$/, "is not the name of a platform, such as local or runpod").describe("Name of a profile: `local`, `generic-ssh`, ..."),
    attach: refined(external_exports.string(), attachFault).optional().describe(
      "A box that is already there: `ssh://user@host:port`, a host of `~/.ssh/config`, or the line that a console shows (`ssh -p 12345 root@host`)."
    ),
    "self-stop": external_exports.boolean().optional().describe(
      "Lets the box of `attach` end its own meter once `budget.hours` are over and nobody came: only where its platform keeps everything on it then (`autodl`: `shutdown`, kept for 15 days). A box that gpu-lease rents does it anyway where it can. Unset: `false`."
    ),
    peers: external_exports.array(refined(external_exports.string(), attachFault)).min(1).max(MOST_NODES - 1, `are more than ${MOST_NODES - 1}`).optional().describe(
      "More boxes of your own beside `attach`, which together are the `resources.nodes` of the job: `ssh://user@host:port` or a host of `~/.ssh/config`, as the box of `attach` reaches them itself, by SSH without a question. All of them see one file system."
    ),
    queue: refined(external_exports.string(), queueFault).optional().describe(
      "How a queue is reached: the login node of a Slurm cluster, `ssh://user@host:port` or a host of `~/.ssh/config`; or context, namespace and claim of a Kubernetes cluster, `kube://context/namespace/claim`. Only for `slurm` and `kubernetes`, and needed there."
    ),
    slurm: slurmSchema.optional().describe("What is asked of a Slurm cluster."),
    kubernetes: kubernetesSchema.optional().describe("What is asked of a Kubernetes cluster."),
    kaggle: kaggleSchema.optional().describe("What is asked of Kaggle, by `gpu-lease kaggle push` alone."),
    usdPerHour: external_exports.number().min(0, "is negative").max(1e3, "is above 1,000 USD/h").optional().describe(
      "What the attached box costs, by your word; 0 for one's own. Of a queue: what the site charges for an hour of the allocation; unset: 0. Of a platform that names its prices: the most that an offer of this candidate may cost."
    ),
    market: external_exports.enum(["on-demand", "spot", "any"]).optional().describe("Which offers to consider. Unset: `any`."),
    volume: external_exports.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/, "is not the id or name of a volume").optional().describe(
      "A volume or file system of yours, attached at creation; the box is then rented where it lies. Never released by gpu-lease."
    ),
    bidUsdPerHour: external_exports.number().positive("is not above 0").max(1e3, "is above 1,000 USD/h").optional().describe("The most to bid for a spot box, where the platform takes bids. Unset: the price it names."),
    types: external_exports.union([typeName, external_exports.array(typeName).min(1).max(50)]).optional().describe(
      "Machine types that will do, by the names of that platform: `gpu_8x_h100_sxm5` at Lambda, `NVIDIA H100 80GB HBM3` at RunPod. Unset: any that meets `resources`."
    ),
    region: external_exports.union([regionName, external_exports.array(regionName).min(1).max(50)]).optional().describe("Regions or zones of that platform that will do, in its words. Unset: `resources.region`."),
    "not-hosts": external_exports.array(external_exports.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, "is not the id of a machine")).min(1).max(200).optional().describe(
      "Machines that are never taken, by the id that `gpu-lease offers` shows (vast.ai: `machine 40011`)."
    ),
    registry: external_exports.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "is not the id of a registry login").optional().describe(
      "Id of a registry login that you keep at the platform (RunPod: container registry auth), by which it pulls an `image` that is not public. No secret: the login itself stays there. Taken by `runpod` alone; elsewhere the candidate is declined."
    ),
    user: external_exports.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/, "is not a login name").optional().describe("Login name, where the image has another than the platform\u2019s usual one.")
  })
]);
function queueFault(text) {
  if (!isKubeTarget(text)) return attachFault(text);
  return parseKubeTarget(text) ? void 0 : "is not of the form kube://context/namespace/claim (kube:///namespace/claim for the current context)";
}
function attachFault(text) {
  const line = readConsoleLine(text);
  if (line !== void 0) return typeof line === "string" ? line : void 0;
  if (!text.includes("://")) {
    return /^([A-Za-z0-9._][A-Za-z0-9._-]{0,63}@)?[A-Za-z0-9_][A-Za-z0-9._-]{0,252}$/.test(text) ? void 0 : "is neither ssh://user@host:port nor the name of a host in ~/.ssh/config nor a line such as ssh -p 12345 root@host";
  }
  const parts = /^ssh:\/\/(?:([^@/]*)@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_][A-Za-z0-9._-]{0,252})(?::(\d{1,5}))?\/?$/.exec(
    text
  );
  if (/^[a-z]+:\/\/[^/@]*:[^/]*@/i.test(text)) {
    return "holds a password. Log in with a key: write ssh://user@host:port, and take the password out of the history of this file";
  }
  if (!parts) return "is not of the form ssh://user@host:port";
  if (!/^[A-Za-z0-9._][A-Za-z0-9._-]{0,63}$/.test(parts[1] ?? ""))
    return "names no user: write ssh://user@host:port";
  const port = Number(parts[3] ?? "22");
  return port >= 1 && port <= 65535 ? void 0 : "has a port outside 1 to 65535";
}

// src/job/schema.ts
var NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
var RUN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
var IMAGE = /^[a-z0-9][a-z0-9._:/-]*@sha256:[0-9a-f]{64}$/;
var command = external_exports.string().refine((text) => text.trim() !== "", "is empty; write the command, or `true` to do nothing on purpose").refine((text) => !text.includes("\0"), "holds a NUL character").refine((text) => text.length <= 65536, "is longer than 64 KiB; put it into a script in the repository");
var optionalCommand = external_exports.string().refine(
  (text) => !text.includes("\0") && text.length <= 65536,
  "holds a NUL character or passes 64 KiB"
);
var secretsSchema = external_exports.array(
  external_exports.union([
    variableName,
    mapping({
      name: variableName.describe("Name of the secret."),
      because: external_exports.string().refine((text) => text.trim() !== "", "is empty; say what the job needs it for").refine((text) => text.length <= 500, "is longer than 500 characters").describe(
        "Why the job needs it on the box. Only so may a platform's key or a token of GitHub or the runner be named."
      )
    })
  ])
).max(100).describe(
  "Names of secrets. Their values are taken from the environment of gpu-lease and go to the box by stdin; they never stand in this file."
);
var indexSchema = mapping({
  url: refined(oneLine, endpointFault).describe("Its address, such as https://pypi.example.org/simple."),
  token: variableName.optional().describe("Name of the secret that opens it. Unset: it is open.")
}).describe("Package index that is asked instead of the public one.");
var requirementsSchema = external_exports.union([
  filePath,
  mapping({
    file: filePath.describe(
      "Requirements file, `uv.lock`, `poetry.lock`, `pyproject.toml` or `environment.yml`, relative to the repository. Of a lock exactly what it holds is installed."
    ),
    index: indexSchema.optional(),
    torch: external_exports.enum(["keep-image", "as-pinned"]).optional().describe(
      "`keep-image` leaves out torch, torchvision and torchaudio and uses those of the image; `as-pinned` installs them as the file says."
    )
  })
]).describe("Python requirements to install on the box before the first cell. Pin every version.");
var drillSchema = external_exports.union([
  external_exports.enum(["none", "exact"]),
  mapping({
    run: command.optional().describe("Command of the drill. Unset: the command of the smoke."),
    timeout: duration.optional().describe("Bound of the whole drill. Unset: the timeout of the smoke."),
    exact: external_exports.boolean().default(false).describe(
      "Whether the run that was killed must end as one that never was: the same losses to 1e-6, the same tensors. Runs the command to its end twice."
    )
  })
]);
var smokeSchema = external_exports.union([
  external_exports.literal("none"),
  mapping({
    run: command.describe(
      "A tiny run of the same entry point: a few steps on a CPU. Writes to `$GPU_LEASE_OUT`."
    ),
    setup: optionalCommand.optional().describe(
      "Command before it. Unset: none; the `setup` of the job is meant for the box and is not used here."
    ),
    timeout: duration.refine((seconds) => seconds <= 3600, "is longer than 1 h; a smoke is a small run").default(300).meta({ typed: "5min", description: "Bound of the run." }),
    memory: size.default(4e9).meta({ typed: "4GB", description: "Memory the run may use." }),
    threads: external_exports.int().min(1).max(64).default(2).describe("CPU threads the run may use."),
    drill: drillSchema.optional().describe(
      "Kill it after its first checkpoint, run it again in a fresh folder that holds what another box would be given, and require that it continues. `exact`: also that it ends as a run that was never killed. Unset: drilled whenever `checkpoint` says that a run can resume."
    )
  })
]).describe(
  "The CPU run that must pass before anything is rented, or `none` (a warning wherever the run is shown)."
);
var preflightSchema = external_exports.union([
  external_exports.literal("none"),
  mapping({
    timeout: duration.refine((seconds) => seconds >= 20 && seconds <= 600, "is not between 20 s and 10 min").default(PREFLIGHT.timeoutSeconds).meta({ typed: "60s", description: "What has not answered by then is a fault." }),
    gbps: external_exports.number().positive("is not above 0").max(1e4, "is above 10,000 Gb/s").optional().describe(
      "What each node must send to the first one, and an all-reduce over all of them come to, in Gb/s. Unset: a node that is four times slower than the fastest is a fault."
    )
  })
]).describe(
  "The look at several nodes before the command of each attempt: fabric, interfaces, MTU, versions, speed, the newest checkpoint. What it finds wrong stops the job before it uses hours. `none`: no look."
);
var amount = (name, most) => external_exports.number().gt(0, `must be above 0 ${name}`).max(most, `is above ${most.toLocaleString("en")} ${name}, which is not plausible`);
var budgetSchema = mapping({
  usd: amount("USD", 1e5).describe("All meters of the run together, in USD."),
  hours: amount("hours", 2160).describe("Hours that boxes may be held, all attempts together."),
  usdPerHour: amount("USD/h", 1e3).describe("The most that one box may cost per hour, in USD."),
  usdPerDay: amount("USD", 1e5).optional().describe("The most that the run may cost in any 24 hours, in USD. Unset: no such bound."),
  gpuHours: amount("GPU-hours", 1e6).optional().describe(
    "GPU-hours of the run: the hours of its boxes or allocations times the cards of `resources.gpu`. For a site that charges no money. Unset: no such bound."
  ),
  usdRepositoryPerDay: amount("USD", 1e5).optional().describe(
    "The most that all runs of the ledger together may have cost in the last 24 hours for another box to be rented, in USD."
  ),
  usdRepositoryPerMonth: amount("USD", 1e6).optional().describe(
    "The most that all runs of the ledger together may have cost in the present month (UTC) for another box to be rented, in USD. The tick tells when nine tenths of it are used."
  )
}).describe("Required as soon as a candidate may cost money. Without: 1 USD, 24 hours, 1 USD/h.");
var JOB_KEYS = {
  name: external_exports.string().regex(
    NAME,
    'may hold lower-case letters, digits and "-", at most 40, and starts and ends with a letter or digit'
  ).describe("Leads every name that gpu-lease gives to anything."),
  run: command.describe(
    "Command of one cell, run by `sh -c` in the code directory. Writes to `$GPU_LEASE_OUT`."
  ),
  setup: optionalCommand.optional().describe('Command run once per box, before the first cell. `""`: none.'),
  image: refined(external_exports.string(), imageFault).optional().describe(
    "Container image by content digest, `name@sha256:<64 hex digits>`. A tag can move and is refused."
  ),
  registry: mapping({
    user: variableName.describe("Name of the secret that holds the login name."),
    password: variableName.describe(
      "Name of the secret that holds the password or token; one that may only read."
    )
  }).optional().describe(
    "Login by which the platform pulls an `image` that is not public, by the names of two secrets. The values go to the platform that pulls, and never to the box. Taken by `runpod` and `vastai`."
  ),
  env: secretsSchema.optional(),
  vars: varsSchema.optional(),
  requirements: requirementsSchema.optional(),
  data: dataSchema.optional(),
  from: external_exports.string().regex(RUN, "is no name of a run, such as digits-1a2b3c4d").optional().describe(
    "A sealed run of the same ledger whose newest checkpoint this one begins from, where `checkpoint` names one. Its digest is recorded and sealed."
  ),
  resources: resourcesSchema.optional(),
  candidates: external_exports.array(candidateSchema).min(1, "is empty; name at least one platform, such as local").max(50).describe(
    "Where a box may come from: platforms, or boxes that are there. `prefer` says whether the order counts."
  ),
  prefer: external_exports.enum(["cheapest", "order"]).optional().describe(
    "Which offer is taken: the one on which the job is expected to cost least, of all candidates, or that of the first candidate that has one. Unset: `cheapest`."
  ),
  speed: external_exports.record(external_exports.string().min(1).max(60), external_exports.number().positive("is not above 0").max(100, "is above 100")).optional().describe(
    "How fast cards do this job, beside the one that `watch.expected` is said of: `{RTX 4090: 1, RTX 3090: 0.55}`. The choice by expected cost counts it. Unset: by a table of their peak rates, beside the card that is named first."
  ),
  capacity: mapping({
    "try-again": duration.refine(
      (seconds) => seconds >= 60,
      "is shorter than 1 min, and platforms count how often they are asked"
    ).default(900).meta({ typed: "15min", description: "How long to wait before the candidates are asked again." }),
    for: duration.default(21600).meta({
      typed: "6h",
      description: "How long to go on asking, from the first time that nobody had a box."
    })
  }).optional().describe(
    "Wait when no candidate has a box, within the bound of the step. Unset: the step ends at once and says when to try again."
  ),
  preflight: preflightSchema.optional(),
  smoke: smokeSchema,
  artifacts: external_exports.array(artifactSchema).min(1, "is empty; name at least one file that must exist when the run is over").max(500).describe("What must exist, and be proven, when the run is over."),
  store: storeSchema.optional(),
  storage: storageSchema.optional(),
  metrics: metricsSchema.optional(),
  checkpoint: checkpointSchema.optional(),
  budget: budgetSchema.optional(),
  "on-finish": external_exports.enum(["hold", "park"]).default("hold").describe(
    "`hold` keeps the box until a release is approved; `park` stops it at once where stopping keeps the data. A rented box that can stop itself does not wait for the next look: when every cell is finished it parks itself (`park-after`), and is started again to be collected."
  ),
  "park-after": duration.optional().meta({
    typed: "10min",
    description: "With `on-finish: park`, of a box that parks itself: so long after its last cell is finished and nobody has looked at it or read from it."
  }),
  approval: approvalSchema.optional(),
  retry: mapping({
    max: external_exports.int().min(0).max(10).default(1).describe("Identical attempts after a failure that chance explains.")
  }).optional().describe("Only the identical configuration is ever tried again."),
  watch: mapping({
    stall: duration.default(900).meta({ typed: "15min", description: "No new byte for so long, while alive, is a stall." }),
    expected: duration.optional().describe("How long a run takes; one that ends in less than half is suspicious."),
    unreachable: duration.optional().meta({ typed: "15min", description: "A person is told of a box that has not answered for so long." }),
    uncollected: duration.optional().meta({
      typed: "1h",
      description: "A person is told of work that ended so long ago and is not sealed."
    }),
    unreleased: duration.optional().meta({
      typed: "1h",
      description: "A person is told of a box that is paid for so long after the seal; where its platform can, it is parked then."
    }),
    held: duration.optional().meta({
      typed: "1h",
      description: "A box of a run that stands halted for so long is parked where its platform can."
    })
  }).optional().describe("When to be alarmed."),
  notify: notifySchema.optional(),
  cells: cellsSchema.optional(),
  sweep: sweepSchema.optional()
};
var JobFileSchema = mapping(JOB_KEYS);
function imageFault(text) {
  if (IMAGE.test(text)) return void 0;
  if (/@sha256:/.test(text))
    return "has a digest that is not 64 lower-case hex digits, or an odd name before it";
  const name = /^[a-z0-9][a-z0-9._:/-]*$/.test(text) ? text : "NAME:TAG";
  const moving = /:latest$/.test(text) || !/:[^/]+$/.test(text) ? 'has no digest, and "latest" moves' : "has a tag, and a tag can move";
  return `${moving}. Write it as name@sha256:<digest>; \`docker buildx imagetools inspect ${name}\` prints the digest`;
}

// src/job/job-name.ts
var jobName = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 40).replace(/^-+|-+$/g, "") || "train";

// src/job/usual-forms.ts
function lineInstead(path, value, within) {
  return gpuInstead(path, value, within) ?? FORMS[place(path)]?.(value) ?? byKey(path, value);
}
var place = (path) => path.map((part) => typeof part === "number" ? "[]" : `.${part}`).join("").slice(1);
var sure = (line, note) => ({ line, isSure: true, ...note && { note } });
var formOnly = (line, note) => ({ ...sure(line, note), isSure: false });
var ofText = (make) => (value) => typeof value === "string" && value.trim() !== "" ? make(value.trim()) : void 0;
var PLATFORM = /^[a-z0-9-]+$/;
var FORMS = {
  name: (value) => isScalar(value) ? sure(`name: ${jobName(String(value))}`) : void 0,
  candidates: ofText((text) => PLATFORM.test(text) ? sure(`candidates: [${text}]`) : void 0),
  artifacts: ofText((text) => isPath(text) ? formOnly(`artifacts: [${artifact(text)}]`) : void 0),
  "artifacts[]": ofText((text) => isPath(text) ? formOnly(artifact(text)) : void 0),
  smoke: (value) => isOff(value) ? formOnly("smoke: none", "to rent without one") : command2("smoke", value),
  "smoke.drill": (value) => isOff(value) ? sure("drill: none") : command2("drill", value),
  budget: (value) => typeof value === "number" && value > 0 ? formOnly(
    `budget: { usd: ${value}, hours: 24, usdPerHour: 2 }`,
    "with the hours and the price that you mean"
  ) : void 0,
  retry: (value) => isCount(value) ? sure(`retry: { max: ${value} }`) : void 0,
  watch: ofText((text) => readDuration(text).ok ? sure(`watch: { stall: ${text} }`) : void 0),
  run: commandOf("run"),
  setup: commandOf("setup"),
  "smoke.run": commandOf("run"),
  "smoke.setup": commandOf("setup"),
  "smoke.drill.run": commandOf("run"),
  vars: (value) => variables(value),
  "env[]": ofText((text) => {
    const name = /^(?:export )?([A-Za-z_][A-Za-z0-9_]*)\s*[=:]/.exec(text)?.[1] ?? /^\$\{?(\w+)\}?$/.exec(text)?.[1];
    return name === void 0 ? void 0 : sure(name, "and replace the secret if its value stood here");
  }),
  spot: spotMarket,
  use_spot: spotMarket
};
var isOff = (value) => value === false || typeof value === "string" && /^(no|off|false|skip|disabled)$/i.test(value);
var isScalar = (value) => ["string", "number", "boolean"].includes(typeof value);
var isCount = (value) => Number.isInteger(value) && Number(value) >= 0;
var isPath = (text) => globFault(text) === void 0;
var artifact = (path) => `{ path: ${word(path)}, role: ${/\.jsonl$|\.csv$/.test(path) ? "metrics" : "model"} }`;
var word = (text) => /^[A-Za-z0-9_./][\w./+ -]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
function command2(key, value) {
  return typeof value === "string" && value.trim() !== "" ? sure(`${key}: { run: ${word(value.trim())} }`) : void 0;
}
function commandOf(key) {
  return (value) => {
    if (!Array.isArray(value) || value.length === 0) return;
    const all = value.map((each) => isScalar(each) ? String(each).trim() : "");
    if (all.includes("") || all.some((each) => each.includes("\n"))) return;
    const isWords = all.every((each) => !/\s/.test(each));
    return sure(`${key}: ${word(all.join(isWords ? " " : " && "))}`);
  };
}
function variables(value) {
  if (!Array.isArray(value) || value.length === 0) return;
  const pairs = value.map((each) => {
    if (isMapping(each)) return Object.keys(each).length === 1 ? Object.entries(each)[0] : void 0;
    return typeof each === "string" ? /^([A-Za-z_]\w*)=(.*)$/s.exec(each)?.slice(1) : void 0;
  });
  if (pairs.some((pair) => pair === void 0 || !isScalar(pair[1]))) return;
  return sure(`vars: { ${pairs.map((pair) => `${pair?.[0]}: ${word(String(pair?.[1]))}`).join(", ")} }`);
}
function spotMarket(value) {
  const market = isOff(value) ? "on-demand" : "spot";
  return formOnly(
    `market: ${market}`,
    "of a candidate, as in `candidates: [{ platform: vastai, market: spot }]`"
  );
}
var SECONDS = /* @__PURE__ */ new Set([
  "timeout",
  "every",
  "try-again",
  "for",
  "stall",
  "expected",
  "unreachable",
  "uncollected",
  "unreleased",
  "held",
  "within"
]);
var SIZES = /* @__PURE__ */ new Set(["memory", "disk", "size"]);
var PATHS = /* @__PURE__ */ new Set(["path", "metrics", "checkpoint", "complete", "config", "file"]);
function byKey(path, value) {
  const key = path.findLast((part) => typeof part === "string");
  if (key === void 0) return;
  const entry = (text) => typeof path.at(-1) === "string" ? `${key}: ${text}` : text;
  if (SECONDS.has(key)) return duration2(value, entry);
  if (SIZES.has(key)) return size2(path, value, entry);
  if (PATHS.has(key) && typeof value === "string") {
    const plain = plainPath(value);
    if (plain !== void 0) return sure(entry(word(plain)));
    const inside = value.replace(/^(?:\.\.\/)+/, "");
    return inside !== value && isPath(inside) ? formOnly(entry(word(inside)), "and let the command write there") : void 0;
  }
  return path[0] === "budget" && typeof value === "number" && value < 0 ? formOnly(entry(String(-value))) : void 0;
}
var UNITS = [
  [/^(?:s|sec|secs|second|seconds)$/i, "s"],
  [/^(?:m|mins?|minutes?)$/i, "min"],
  [/^(?:h|hrs?|hours?)$/i, "h"],
  [/^(?:d|days?)$/i, "d"]
];
function duration2(value, entry) {
  if (typeof value === "number" && value > 0)
    return { line: entry(`${value}s`), note: `for ${value} seconds; minutes are ${value}min`, isSure: false };
  if (typeof value !== "string") return;
  const [, days, hours, minutes, seconds] = /^(?:(\d+)-)?(\d{1,3}):(\d\d):(\d\d)$/.exec(value.trim()) ?? [];
  if (minutes !== void 0) {
    const all = ((Number(days ?? 0) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds) | 0;
    return all > 0 ? sure(entry(all % 60 === 0 ? `${all / 60}min` : `${all}s`)) : void 0;
  }
  const [, amount2, named3 = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(value.trim()) ?? [];
  const unit = UNITS.find(([pattern]) => pattern.test(named3))?.[1];
  return amount2 === void 0 || unit === void 0 ? void 0 : sure(entry(`${amount2}${unit}`));
}
function size2(path, value, entry) {
  if (typeof value !== "string") return;
  const [, amount2, letter = "", binary, plus] = /^(\d+(?:\.\d+)?)\s*([MGT])(i?)B?\s*(\+?)$/i.exec(value.trim()) ?? [];
  if (amount2 === void 0) return;
  const text = `${amount2}${letter.toUpperCase()}${binary ? "i" : ""}B`;
  if (!readSize(text).ok) return;
  const atLeast = path[0] === "resources";
  const written = `${text}${atLeast ? "+" : plus}`;
  if (written === value) return;
  const make = readSize(value).ok ? formOnly : sure;
  return make(entry(written), atLeast ? `for at least ${text}` : void 0);
}
function plainPath(text) {
  const plain = text.replaceAll("\\", "/").replace(/^["']?\$\{?GPU_LEASE_OUT\}?["']?\//, "").replace(/^(?:\.\/)+/, "").replace(/\/$/, "/**");
  return plain !== text && isPath(plain) ? plain : void 0;
}

// src/job/load.ts
var JOB = {
  name: "job",
  start: "Start from `gpu-lease init`, which writes one for this repository.",
  manyValues: "Write the values out, or use `cells: {matrix: ...}`.",
  // They become environment variables and names.
  textAt: (path) => path[0] === "vars" || path[0] === "name" || path[0] === "cells" && !isWeight(path),
  instead: lineInstead,
  // What follows the "=" of a secret would be the secret itself.
  shown: (text, path) => path[0] === "env" ? text.replace(/[=:].*$/s, "=...") : hiddenInNotify(text, path),
  missing: {
    smoke: "Add `smoke: {run: <a tiny run of the same entry point>}`, or `smoke: none` to rent without one.",
    run: 'Add the command that trains, such as `run: python train.py --out "$GPU_LEASE_OUT"`.',
    artifacts: 'Add what must exist when the run is over, such as `artifacts: [{path: "*.safetensors", role: model}]`.',
    candidates: "Add where to run it, such as `candidates: [local]`."
  }
};
function parseJob(text, file, known) {
  const source = readYaml(text, file, JOB);
  const problems = [...source.problems, ...writtenSecrets(text, source)];
  const raw = source.value;
  if (!isMapping(raw)) throw inOrder(problems.length > 0 ? problems : [notAMapping(source)]);
  const { parts, faults } = readKeys(raw, source);
  const { cells, findings: cellFindings } = cellsOf(parts);
  const commands = withoutCarriageReturns(parts, text, file);
  const findings = [...cellFindings, ...commands, ...crossCheck({ parts, raw, cells, known })];
  problems.push(
    ...faults,
    ...findings.filter(({ level }) => level === "stop").map((each) => problemOf(each, source))
  );
  if (problems.length > 0) throw inOrder(problems);
  const job = assemble(
    parts,
    cells.map(({ cell }) => cell)
  );
  return { job, warnings: findings.map((finding) => warningOf(finding, source)) };
}
var placeInJob = (text, file, path) => readYaml(text, file, JOB).placeOf(path);
var SECRET_KEYS_OF_NOTIFY = ["webhook", "secret", "slack", "discord", "password", "url", "hmac"];
var hiddenInNotify = (text, path) => path[0] === "notify" && SECRET_KEYS_OF_NOTIFY.includes(String(path.at(-1))) && !/^[A-Z][A-Z0-9_]*$/.test(text) ? "(not shown)" : text;
var isWeight = ([, cell, key, ...deeper]) => typeof cell === "number" && key === "weight" && deeper.length === 0;
function readKeys(raw, source) {
  const known = Object.keys(JOB_KEYS);
  const unknown = Object.keys(raw).filter((key) => !known.includes(key));
  const faults = explain(
    { code: "unrecognized_keys", keys: unknown, path: [], message: known.join(" ") },
    [],
    raw,
    source
  );
  const entries = Object.entries(JOB_KEYS).flatMap(([key, schema]) => {
    const value = Object.hasOwn(raw, key) ? raw[key] : void 0;
    const result = schema.safeParse(value, { error: wordIssue });
    if (result.success) return result.data === void 0 ? [] : [[key, result.data]];
    if (key === "env" && namesWithValues(value).length > 0) faults.push(valuesInEnv(value, source));
    else faults.push(...result.error.issues.flatMap((issue) => explain(issue, [key], raw, source)));
    return [];
  });
  return { parts: Object.fromEntries(entries), faults };
}
var namesWithValues = (env) => (Array.isArray(env) ? env : [env]).filter(isMapping).filter((each) => !(Array.isArray(env) && "name" in each)).flatMap((each) => Object.keys(each));
function valuesInEnv(env, source) {
  const names = namesWithValues(env).join(", ");
  return new Problem({
    code: "secret-value",
    kind: "usage",
    what: "`env` gives values to names. It lists the names of secrets only.",
    next: `Write \`env: [${names}]\` for secrets, and replace those that stood here; move what is not secret to \`vars\`.`,
    at: source.placeOfKey(["env"])
  });
}
function writtenSecrets(text, source) {
  return findSecrets(text).map(
    ({ kind, offset }) => new Problem({
      code: "secret-value",
      kind: "usage",
      what: `Here stands what looks like ${kind}.`,
      next: "Replace that secret now, take it out of the history, and name it under `env` instead.",
      at: source.placeOfOffset(offset)
    })
  );
}
function cellsOf(parts) {
  if (parts.cells === void 0) return { cells: [{ cell: PLAIN_CELL, from: [] }], findings: [] };
  const { cells, faults } = expandCells(parts.cells);
  return {
    cells,
    findings: faults.map(({ from, ...fault }) => ({ ...fault, level: "stop", path: ["cells", ...from] }))
  };
}
function withoutCarriageReturns(parts, text, file) {
  const findings = [];
  const clean = (command3, path) => {
    if (!command3.includes("\r")) return command3;
    findings.push(carriageReturns(path, "This command holds carriage returns (Windows line ends)."));
    return command3.replace(/\r\n?/g, "\n");
  };
  if (text.includes("\r\n")) findings.push(windowsFile(file));
  if (parts.run !== void 0) parts.run = clean(parts.run, ["run"]);
  if (parts.setup !== void 0) parts.setup = clean(parts.setup, ["setup"]);
  const smoke = parts.smoke;
  if (smoke === void 0 || smoke === "none") return findings;
  smoke.run = clean(smoke.run, ["smoke", "run"]);
  if (smoke.setup !== void 0) smoke.setup = clean(smoke.setup, ["smoke", "setup"]);
  if (typeof smoke.drill === "object" && smoke.drill.run !== void 0) {
    smoke.drill.run = clean(smoke.drill.run, ["smoke", "drill", "run"]);
  }
  return findings;
}
var windowsFile = (file) => {
  const next = `Save it with LF, as \`sed -i 's/\\r$//' ${file}\` does; the commands were read as if it were.`;
  return { level: "warn", code: "crlf", what: "This file has Windows line ends.", next, path: [] };
};
var carriageReturns = (path, what) => {
  const next = "Save it with LF; the commands were read as if it were.";
  return { level: "warn", code: "crlf", what, next, path };
};
var problemOf = ({ code, what, next, path, meant }, source) => new Problem({
  code,
  kind: "usage",
  what,
  next,
  at: source.placeOf(path),
  ...meant !== void 0 && { meant: { path, as: { value: meant } } }
});
var warningOf = ({ code, what, next, path }, source) => ({
  code,
  what: withoutSecrets(what),
  next,
  at: source.placeOf(path)
});

export {
  ASKED_NOTHING_OF_KAGGLE,
  shapeFor,
  jobName,
  parseJob,
  placeInJob
};
