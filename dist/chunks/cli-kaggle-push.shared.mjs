import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  standingOf
} from "./kaggle-output.shared.mjs";
import {
  KernelList,
  MOST_SCRIPT_BYTES,
  SavedKernel,
  acceleratorOf,
  bodyOf,
  boundMeant,
  hours,
  kaggleRunOf,
  kernelJob,
  noFurther,
  opened,
  packedCode,
  quotaWords,
  refusalIn,
  requestOf,
  requirePushable,
  scriptText,
  scriptTooLarge,
  sessionAt,
  sessionSeconds,
  slugOf,
  sourcesOf,
  startOfName,
  tooManySessions
} from "./cli-kaggle-problems.shared.mjs";
import {
  ApiRefused,
  ApiUnclear,
  oneLine
} from "./platforms-api.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/kaggle/push.ts
var LOOKS = 5;
var LOOK_SECONDS = 3;
async function pushSession(api, push, { run, number, text }) {
  const name = `${push.user}/${push.slug}`;
  const usual = `https://www.kaggle.com/code/${name}`;
  const saved = await api.call("SaveKernel", bodyOf(push, text), SavedKernel, false).catch((error2) => {
    if (error2 instanceof ApiUnclear) return error2;
    throw error2 instanceof ApiRefused ? refused(name, `${error2.status} ${error2.said}`) : error2;
  });
  const told = saved instanceof Error ? void 0 : versionIn(saved);
  const { error, lacks } = saved instanceof Error ? NOTHING_SAID : refusalIn(saved);
  if (error !== void 0) throw refused(name, error);
  if (told === void 0) {
    const version = await lookFor(api, run, number);
    if (version === void 0) throw unclear(name, saved instanceof Error ? saved : void 0);
    if (lacks.length > 0) throw withoutSources(push, lacks);
    return { url: usual, version, isFound: true };
  }
  if (lacks.length > 0) throw withoutSources(push, lacks);
  if (!told.segments.includes(push.slug)) throw otherName(push, told.ref);
  return { url: usual, version: told.version, isFound: false };
}
var NOTHING_SAID = { error: void 0, lacks: [] };
function versionIn({ ref, url, versionNumber }) {
  const where = ref || url || "";
  if (where === "" || typeof versionNumber !== "number" || versionNumber < 1) return void 0;
  return { version: versionNumber, ref: where, segments: where.toLowerCase().split(/[/?#]/) };
}
async function lookFor(api, run, number) {
  for (let look = 1; look <= LOOKS; look += 1) {
    const there = await sessionAt(api, run, number);
    if (there) return there.version;
    await api.pause(LOOK_SECONDS);
  }
  return void 0;
}
function refused(name, said) {
  const words = oneLine(said);
  if (/session count|quota|capacity|try again later/i.test(words))
    return new Problem({
      code: "kaggle-busy",
      kind: "capacity",
      what: `Kaggle does not take ${name} now: ${words}`,
      next: "Run the same command again when another session has ended or the quota begins anew."
    });
  return new Problem({
    code: "kaggle-push-refused",
    kind: "usage",
    what: `Kaggle refused the push of ${name}: ${words}`,
    next: "Nothing runs. Correct what it says, commit, and run the same command again."
  });
}
var withoutSources = ({ user, slug, shape, seconds }, lacks) => new Problem({
  code: "kaggle-sources",
  kind: "usage",
  what: `Kaggle took ${user}/${slug} without ${lacks.join(", ")}: no such thing is known there, or the account may not read it.`,
  next: `Stop the session at https://www.kaggle.com/code/${user}/${slug} (no call of the API can). Correct the names, commit, and push again; what this session makes is not taken.`,
  costing: shape === void 0 ? [] : [`${slug}: up to ${hours(seconds)} of the weekly quota`]
});
var otherName = ({ user, slug, shape, seconds }, ref) => new Problem({
  code: "kaggle-other-name",
  kind: "failed",
  what: `Kaggle took the push of ${user}/${slug} and calls it ${oneLine(ref)}: a run is found by the names of its sessions, so what that one makes is not taken.`,
  next: "Stop it on its page (no call of the API can), and give the job a name of small letters, digits and single dashes.",
  costing: shape === void 0 ? [] : [`${oneLine(ref)}: up to ${hours(seconds)} of the weekly quota`]
});
var unclear = (name, cause) => new Problem(
  {
    code: "kaggle-push-unclear",
    kind: "unreachable",
    what: `The answer to the push of ${name} was lost or says nothing, and the kernel is not to be seen yet. It may run all the same.`,
    next: "Run the same command again in a minute: it looks for the session by its name before it pushes."
  },
  cause ? { cause } : {}
);

// src/kaggle/runs.ts
var PAGE_SIZE = 100;
var runsOf = async (api, job) => newestFirst(await kernelsOf(api), job);
async function requireUnlisted(api, run, number) {
  const numbers = (await kernelsOf(api)).map(({ name }) => numberIn(name, run));
  const newest = Math.max(0, ...numbers);
  if (newest < number) return;
  throw new Problem({
    code: "kaggle-listed",
    kind: "refused",
    what: `Kaggle lists session ${newest} of ${run} and shows no session ${number}: it was deleted, or this login may not read it. Nothing was pushed.`,
    next: `Look at ${slugOf(run, newest)} at kaggle.com/code. What a deleted session made is lost; where none is to be gone on from, delete the others too, or commit: that is another run.`
  });
}
function numberIn(name, run) {
  const [, number = "0"] = name.startsWith(`${run}-`) ? /^(\d{1,3})$/.exec(name.slice(run.length + 1)) ?? [] : [];
  return Number(number);
}
async function kernelsOf(api) {
  const { kernels } = await api.call(
    "ListKernels",
    {
      ...{ group: "PROFILE", sortBy: "DATE_RUN", page: 1, pageSize: PAGE_SIZE },
      ...{ kernelType: "all", language: "all", outputType: "all" }
    },
    KernelList
  );
  const user = await api.user();
  return kernels.map(({ ref, slug, lastRunTime }) => ({
    name: nameOf(user, ref ?? "", slug ?? ""),
    at: lastRunTime ?? void 0
  }));
}
function nameOf(user, ref, slug) {
  const [owner, name] = ref.replace(/^\/?(?:code\/)?/, "").split("/");
  if (name === void 0) return slug;
  return owner?.toLowerCase() === user.toLowerCase() ? name : "";
}
function newestFirst(kernels, job) {
  const start = startOfName(job);
  const newest = /* @__PURE__ */ new Map();
  for (const { name, at } of kernels) {
    const [, end] = name.startsWith(start) ? /^([0-9a-f]{12})-\d{1,3}$/.exec(name.slice(start.length)) ?? [] : [];
    if (end === void 0) continue;
    const time = at === void 0 ? Number.POSITIVE_INFINITY : Date.parse(at);
    const run = `${start}${end}`;
    newest.set(run, Math.max(newest.get(run) ?? Number.NEGATIVE_INFINITY, Number.isNaN(time) ? 0 : time));
  }
  return [...newest].sort(([, one], [, other]) => other > one ? 1 : other < one ? -1 : 0).map(([run]) => run);
}

// src/cli/kaggle-push.ts
async function pushNext(settings, named, signal) {
  const { face, api, quotas } = await opened(settings, signal);
  const bound = await boundMeant({ settings, face, api }, named);
  const run = kaggleRunOf(bound.job, bound.configHash);
  const at = { settings, face, api, run };
  const standing = await standingOf(api, run, signal);
  const told = standing.is === "going-on" || standing.is === "done" ? await leftAlone(at, standing) : await pushOnto(at, { bound, standing, quotas, isAgain: settings.flag("again") });
  if (settings.json) process.stdout.write(jsonLine(told));
  return EXIT.ok;
}
async function pushOnto(at, { bound, standing, quotas, isAgain }) {
  const { face, api, run } = at;
  const request = requestOf(bound.job);
  for (const warning of requirePushable(bound.job, request)) face.warn(warning);
  const shape = acceleratorOf(request, bound.job.resources);
  for (const quota of quotas) face.line(quotaWords(quota));
  if (standing.is === "failed" || standing.is === "still") {
    if (!isAgain) throw noFurther(run, standing);
    face.warn(
      `session ${standing.newest.session.number}: ${standing.why}; another is pushed because you said so`
    );
  }
  const number = standing.sessions.length + 1;
  if (number > request.sessions && !isAgain) throw tooManySessions(run, request.sessions);
  await requireUnlisted(api, run, number);
  const user = await api.user();
  const from = standing.is === "none" ? void 0 : standing.from;
  const push = {
    user,
    slug: slugOf(run, number),
    shape,
    seconds: sessionSeconds(request, shape, quotas),
    request,
    from: from && `${user}/${from.session.slug}`
  };
  return pushed(at, bound, { number, push, isAgain });
}
async function pushed({ face, api, run }, bound, { number, push, isAgain }) {
  const { slug, seconds, request, from } = push;
  if (seconds < request.timeSeconds)
    face.warn(
      `the session is cut to ${hours(seconds)} of ${hours(request.timeSeconds)}: the quota has no more`
    );
  const text = textOf(bound, push, {
    number,
    seconds,
    stopSeconds: request.stopSeconds,
    goesOn: from !== void 0,
    startOver: isAgain
  });
  const { url, version, isFound } = await pushSession(api, push, { run, number, text });
  if (isFound) face.line(`the answer was lost, and ${slug} is there: it is taken as pushed`);
  if (version > 1)
    face.warn(
      `${slug} has ${version} versions: it was pushed more than once, and each uses the quota until it ends. Its newest counts`
    );
  const start = from === void 0 ? "begins at the start" : `goes on from ${from}`;
  face.line(`pushed session ${number} of ${run}: ${url}`);
  face.line(
    `it ${start}, and ends after ${hours(seconds)} at the latest; nothing but its page can end it earlier`
  );
  face.line('next: "gpu-lease kaggle status" while it runs, "gpu-lease kaggle collect" when it is over');
  const kernel = `${push.user}/${slug}`;
  return { run, state: "pushed", session: number, kernel, version, url, seconds, from: from ?? null };
}
function textOf(bound, push, session) {
  const job = kernelJob(bound, session);
  const { number, seconds } = session;
  const header = { run: job.run, session: number, commit: job.commit, seconds, sources: sourcesOf(push) };
  const text = scriptText(job, packedCode(bound), header);
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_SCRIPT_BYTES) throw scriptTooLarge(bytes, MOST_SCRIPT_BYTES);
  return text;
}
async function leftAlone({ face, api, run }, standing) {
  const isOver = standing.is !== "going-on";
  const session = standing.is === "going-on" ? standing.session : standing.newest.session;
  const native = standing.is === "going-on" ? standing.word.native : standing.newest.word.native;
  face.line(
    isOver ? `${run} is done by session ${session.number} (${session.slug}): "gpu-lease kaggle collect" brings it` : `session ${session.number} of ${run} is ${native}: nothing is pushed beside it`
  );
  const kernel = `${await api.user()}/${session.slug}`;
  const { number, version, header } = session;
  return {
    run,
    state: isOver ? "done" : "going-on",
    session: number,
    kernel,
    version,
    url: `https://www.kaggle.com/code/${kernel}`,
    seconds: header.seconds,
    from: header.sources.find((each) => each.startsWith("kernel "))?.slice("kernel ".length) ?? null
  };
}

export {
  runsOf,
  requireUnlisted,
  pushNext,
  pushOnto
};
