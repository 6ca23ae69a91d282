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
  tooManySessions
} from "./cli-kaggle-problems.shared.mjs";
import "./colab-record.shared.mjs";
import "./cli-job-at-commit.shared.mjs";
import "./cli-committed-job.shared.mjs";
import "./colab-notebook-job.shared.mjs";
import "./cli-bind-job.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import "./launch-install-command.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./job-watched.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./cli-settings.shared.mjs";
import "./platforms-context.shared.mjs";
import {
  ApiRefused,
  ApiUnclear,
  oneLine
} from "./platforms-api.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./github-runner.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-glob.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./host-installed.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./host-backoff.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./verify-read-hdf5-signature.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./clock.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

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
  if (saved instanceof Error) {
    const version = await lookFor(api, run, number);
    if (version === void 0) throw unclear(name, saved);
    return { url: usual, version, isFound: true };
  }
  const { error, lacks } = refusalIn(saved);
  if (error !== void 0) throw refused(name, error);
  if (lacks.length > 0) throw withoutSources(push, lacks);
  return { url: saved.url || usual, version: saved.versionNumber ?? 1, isFound: false };
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
var unclear = (name, cause) => new Problem(
  {
    code: "kaggle-push-unclear",
    kind: "unreachable",
    what: `The answer to the push of ${name} was lost, and the kernel is not to be seen yet. It may run all the same.`,
    next: "Run the same command again in a minute: it looks for the session by its name before it pushes."
  },
  { cause }
);

// src/cli/kaggle-push.ts
async function pushNext(settings, named, signal) {
  const { face, api, quotas } = await opened(settings, signal);
  const bound = await boundMeant({ settings, face, api }, named);
  const request = requestOf(bound.job);
  for (const warning of requirePushable(bound.job, request)) face.warn(warning);
  const shape = acceleratorOf(request, bound.job.resources);
  for (const quota of quotas) face.line(quotaWords(quota));
  const run = kaggleRunOf(bound.job, bound.configHash);
  const standing = await standingOf(api, run, signal);
  if (standing.is === "going-on" || standing.is === "done")
    return nothingToPush({ settings, face, api, run }, standing);
  const isAgain = settings.flag("again");
  if (standing.is === "failed" || standing.is === "still") {
    if (!isAgain) throw noFurther(run, standing);
    face.warn(
      `session ${standing.newest.session.number}: ${standing.why}; another is pushed because you said so`
    );
  }
  const number = standing.sessions.length + 1;
  if (number > request.sessions && !isAgain) throw tooManySessions(run, request.sessions);
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
  return pushed({ settings, face, api, run }, bound, { number, push, isAgain });
}
async function pushed({ settings, face, api, run }, bound, { number, push, isAgain }) {
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
  print(settings, {
    run,
    state: "pushed",
    session: number,
    kernel,
    version,
    url,
    seconds,
    from: from ?? null
  });
  return EXIT.ok;
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
async function nothingToPush({ settings, face, api, run }, standing) {
  const isOver = standing.is !== "going-on";
  const session = standing.is === "going-on" ? standing.session : standing.newest.session;
  const native = standing.is === "going-on" ? standing.word.native : standing.newest.word.native;
  face.line(
    isOver ? `${run} is done by session ${session.number} (${session.slug}): "gpu-lease kaggle collect" brings it` : `session ${session.number} of ${run} is ${native}: nothing is pushed beside it`
  );
  const kernel = `${await api.user()}/${session.slug}`;
  const { number, version, header } = session;
  print(settings, {
    run,
    state: isOver ? "done" : "going-on",
    session: number,
    kernel,
    version,
    url: `https://www.kaggle.com/code/${kernel}`,
    seconds: header.seconds,
    from: header.sources.find((each) => each.startsWith("kernel "))?.slice("kernel ".length) ?? null
  });
  return EXIT.ok;
}
function print({ json }, told) {
  if (json) process.stdout.write(jsonLine(told));
}
export {
  pushNext
};
