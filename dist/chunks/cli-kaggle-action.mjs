import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  takeStep
} from "./cli-kaggle-step.shared.mjs";
import "./cli-kaggle-push.shared.mjs";
import {
  jobOf
} from "./cli-kaggle-collect.shared.mjs";
import "./kaggle-output.shared.mjs";
import {
  inKagglesWords
} from "./cli-kaggle.shared.mjs";
import "./cli-kaggle-problems.shared.mjs";
import "./cli-collect-brought.shared.mjs";
import "./colab-record.shared.mjs";
import "./cli-job-at-commit.shared.mjs";
import "./cli-committed-job.shared.mjs";
import "./cli-bind-job.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./colab-notebook-job.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import {
  parcelOf,
  storeWorldOf,
  uploadOutcome,
  uploadStepOf
} from "./collect-afar.shared.mjs";
import "./collect-box-questions.shared.mjs";
import "./box-audit.shared.mjs";
import {
  markdownCode,
  markdownText
} from "./report-markdown-text.shared.mjs";
import {
  identityOf,
  secretIn
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import {
  RecordArtifacts,
  recordArtifactOf
} from "./github-record-artifacts.shared.mjs";
import "./collect-claims.shared.mjs";
import "./collect-collect-problems.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./verify-contract-key-book.shared.mjs";
import "./collect-places.shared.mjs";
import "./cli-bringing.shared.mjs";
import "./collect-seal.shared.mjs";
import "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./launch-install-command.shared.mjs";
import "./job-watched.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./box-keeper-pattern.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import "./cli-settings.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./platforms-context.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./report-whole-file.shared.mjs";
import {
  publishRecord,
  publishUpload
} from "./github-publish.shared.mjs";
import "./github-inert.shared.mjs";
import "./host-own-environment.shared.mjs";
import {
  maskSecret
} from "./github-runner.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  storeParcel
} from "./stores-ladder.shared.mjs";
import "./stores-compare.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-visible-text.shared.mjs";
import {
  ladderOf,
  openStore,
  storesFor
} from "./stores-hub-token.shared.mjs";
import "./stores-stored-zip.shared.mjs";
import "./verify-codec-checksum.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import {
  openGitHub
} from "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./stores-box-store.shared.mjs";
import "./verify-read-http-source.shared.mjs";
import "./stores-store.shared.mjs";
import "./stores-lent.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./secret-keys.shared.mjs";
import "./profile-overrides.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./job-short-forms.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import {
  startingEvent
} from "./github-starting-event.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/report/kaggle-markdown.ts
function kaggleMarkdown(card) {
  const { run, why, quotas, place } = card;
  return `${[
    `## Kaggle: ${markdownText(headline(card))}`,
    [...run === null ? [] : [`run ${markdownCode(run)}`], ...sessionPart(card), ...sealPart(card)].join(" \xB7 "),
    why === null ? "" : `> [!WARNING]
> ${markdownText(why.slice(0, 2e3))}`,
    place === null ? "" : `Its files, the manifest and the verdicts: ${markdownText(place)}`,
    `**Next:** ${markdownText(next(card))}`,
    quotas.map((each) => `- ${markdownText(each)}`).join("\n")
  ].filter((part) => part !== "").join("\n\n")}
`;
}
function headline({ state, session }) {
  const words = {
    none: "no run was begun",
    pushed: `session ${session} was pushed`,
    "going-on": `session ${session} goes on`,
    waiting: "no room for the next session now",
    unfinished: `session ${session} has ended, and the work is not done`,
    sealed: "done, verified and sealed",
    stored: "done, verified, sealed and stored",
    failed: `session ${session} needs a person`
  };
  return words[state] ?? state;
}
function next({ state }) {
  if (state === "none") return "start this workflow by hand with push: first";
  if (state === "failed")
    return "correct it and commit, which is another run; or start this workflow by hand with push: again";
  if (state === "unfinished") return "start this workflow by hand, or let the schedule push the next session";
  if (state === "stored") return "nothing is left to do here; the schedule of this file may be switched off";
  if (state === "sealed") return "fetch it before this runner ends, or name a store in the job file";
  return "nothing: the next look comes by the schedule, or by hand";
}
function sessionPart({ session, kernel }) {
  if (session === null || kernel === null) return [];
  const isName = /^[\w-]{1,80}\/[\w-]{1,80}$/.test(kernel);
  return [isName ? `[session ${session}](https://www.kaggle.com/code/${kernel})` : `session ${session}`];
}
var sealPart = ({ seal }) => seal === null ? [] : [`seal ${markdownCode(seal.slice(0, 8))}`];

// src/cli/kaggle-look.ts
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// src/kaggle/look.ts
var LookSchema = external_exports.object({
  format: external_exports.literal("gpu-lease-kaggle-look/1"),
  run: external_exports.string(),
  session: external_exports.int().min(1),
  version: external_exports.int().min(1),
  /** Why nothing goes on by itself. */
  told: external_exports.object({ code: external_exports.string().max(80), what: external_exports.string().max(4e3) }).nullable(),
  /** As it was found when it was read back. */
  stored: external_exports.object({
    seal: external_exports.string().regex(/^[0-9a-f]{64}$/),
    store: external_exports.enum(["workflow-artifact", "release-asset", "s3", "hugging-face"]),
    id: external_exports.string().max(2e3),
    place: external_exports.string().max(2e3),
    digest: external_exports.string().max(200)
  }).nullable()
});
var lookText = ({ run, session, version }, { told: told2, stored }) => {
  const look = { format: "gpu-lease-kaggle-look/1", run, session, version, told: told2, stored };
  return `${JSON.stringify(look)}
`;
};
function lookFor(texts, seen) {
  const [newest] = texts.flatMap((text) => read(text) ?? []);
  const isOf = newest && newest.run === seen.run && newest.session === seen.session && newest.version === seen.version;
  return isOf ? newest : void 0;
}
function read(text) {
  try {
    return LookSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return void 0;
  }
}

// src/cli/kaggle-look.ts
var DAYS = 90;
var seenIn = (run, standing) => {
  const { number, version, header } = standing.is === "going-on" ? standing.session : standing.newest.session;
  return { run, session: number, version, commit: header.commit };
};
async function lookBefore({ settings, face, signal }, seen) {
  const { env, clock } = settings;
  const github = openGitHub(env, clock, signal);
  if (!github) return;
  const artifacts = new RecordArtifacts({ github, clock, warn: (text) => face.warn(text) });
  const copies = (await artifacts.allIn(recordArtifactOf(seen.run))).get(seen.run) ?? [];
  return lookFor(
    copies.map(({ text }) => text),
    seen
  );
}
async function knownBy(call, { run, stored, told: told2 }, standing) {
  if (standing.is === "going-on") return;
  const { face } = call;
  if (stored && standing.is === "done") {
    const job = await jobOf({ settings: call.settings, run }, standing.newest.session.header.commit);
    if (await isThere(call, stored, { run, job })) {
      face.line(`${run} is done, and stored: ${stored.place}`);
      return { state: "stored", seal: stored.seal, place: stored.place };
    }
    face.warn(
      `what was stored is not there any more, or is another thing (${stored.place}): it is brought and stored again`
    );
    return;
  }
  if (!told2 || !isBySchedule(call) || /store|artifact/.test(told2.code)) return;
  face.warn(toldBefore(told2.what));
  return { state: "failed", why: told2.what };
}
var isBySchedule = ({ settings }) => startingEvent(settings.env).name === "schedule";
var toldBefore = (what) => `${what}
That was told before: what a schedule starts is red for it once. Next: as it says there, or start this workflow by hand.`;
async function isThere(call, stored, { run, job }) {
  for (const store of storesFor(stored, job, kaggleStoreWorld(call, run, void 0))) {
    const set = await store.open(stored.id);
    await set?.close();
    if (set) return set.digest === stored.digest;
  }
  return false;
}
function leaveLook({ settings }, seen, found) {
  if (settings.env["GITHUB_ACTIONS"] !== "true") return;
  const dir = mkdtempSync(join(settings.env["RUNNER_TEMP"] || tmpdir(), "gpu-lease-look-"));
  writeFileSync(join(dir, `${seen.run}.jsonl`), lookText(seen, found), { mode: 384 });
  publishRecord({ path: dir, name: recordArtifactOf(seen.run), days: DAYS, mayReplace: true });
}
function kaggleStoreWorld({ settings, signal }, run, uploads) {
  const { env, clock, storeDir, redactor } = settings;
  const github = openGitHub(env, clock, signal);
  const identity = identityOf(env, redactor);
  return storeWorldOf(
    {
      ...{ clock, signal, storeDir, secret: secretIn(env) },
      ...github ? { github } : {},
      ...identity ? { identity } : {}
    },
    { id: run },
    uploads
  );
}

// src/cli/kaggle-store.ts
async function storeSealed(call, stepped, seen, uploads) {
  const { settings, face, signal } = call;
  const { run } = seen;
  const ladder = ladderOf(await jobOf({ settings, run }, seen.commit));
  if (ladder.length === 0) {
    face.warn(
      'the job file says "store: none": what is sealed ends with this runner, and Kaggle keeps its output'
    );
    return stepped;
  }
  const parcel = await parcelOf(settings.storeDir, { id: run, seal: { seal: stepped.seal ?? "" } });
  if (!parcel) throw new Error(`what was sealed of ${run} is not in ${settings.storeDir}`);
  const world = kaggleStoreWorld(call, run, uploads);
  const outcome = await storeParcel(
    ladder.map((rung) => openStore(rung, world)),
    parcel,
    {
      say: (line) => face.line(line),
      onProgress: (done, total) => face.progress("read back", { label: "read back", done, total, unit: "bytes" }),
      signal,
      costing: [],
      meanwhile: { held: "Kaggle keeps the output of its session.", again: "this workflow" }
    }
  );
  face.settle("read back");
  if ("upload" in outcome) {
    face.line(`the next step uploads ${outcome.upload.name}; it counts once it was read back`);
    return outcome;
  }
  const { seal, store, id, place, digest, files } = outcome.stored;
  face.line(`stored: ${files} files in ${place}, read back and equal`);
  leaveLook(call, seen, { told: null, stored: { seal, store, id, place, digest } });
  return { ...stepped, state: "stored", place };
}

// src/cli/kaggle-action.ts
var UPLOAD_OF = /^kaggle ([a-z0-9-]{1,80})$/;
var TOLD_ONCE = ["failed", "refused"];
var step = (call) => inKagglesWords(() => stepIn(call));
async function stepIn(call) {
  const { settings, face, signal, tell } = call;
  const { env } = settings;
  for (const name of ["KAGGLE_API_TOKEN", "KAGGLE_KEY"]) maskSecret(env[name] ?? "");
  const uploadedRun = UPLOAD_OF.exec(env["GPU_LEASE_UPLOAD_OF"] ?? "")?.[1];
  const uploads = uploadStepOf(env, uploadedRun === void 0 ? void 0 : uploadOutcome(env));
  const quotas = [];
  let seen;
  let look;
  try {
    const stepped = await takeStep({
      ...{ settings, face, signal, named: uploadedRun ?? settings.value("run") },
      onQuota: (words) => quotas.push(words),
      known: async (run, standing) => {
        seen = seenIn(run, standing);
        look = await lookBefore(call, seen);
        return look && uploadedRun === void 0 ? knownBy(call, look, standing) : void 0;
      }
    });
    const done = stepped.state === "sealed" && seen ? await storeSealed(call, stepped, seen, uploads) : stepped;
    if ("upload" in done) {
      tell(outputsOf(stepped));
      publishUpload({ ...done.upload, of: `kaggle ${stepped.run}` });
      return EXIT.ok;
    }
    return await told(call, done, quotas);
  } catch (error) {
    if (!seen || !(error instanceof Problem) || !TOLD_ONCE.includes(error.kind)) throw error;
    tell({ run: seen.run, state: "failed", session: String(seen.session) });
    const isTold = look?.told?.code === error.code;
    leaveLook(call, seen, { told: { code: error.code, what: error.what.slice(0, 4e3) }, stored: null });
    if (!isTold || !isBySchedule(call)) throw error;
    face.warn(toldBefore(error.what));
    return EXIT.ok;
  }
}
async function told({ settings, tell, summarize }, done, quotas) {
  tell(outputsOf(done));
  await summarize(kaggleMarkdown(settings.redactor.deep({ ...done, quotas: [...quotas] })));
  return EXIT.ok;
}
var outputsOf = ({ run, state, session, kernel, seal, place }) => ({
  run: run ?? "",
  state,
  session: session === null ? "" : String(session),
  url: kernel === null ? "" : `https://www.kaggle.com/code/${kernel}`,
  seal: seal ?? "",
  place: place ?? ""
});
export {
  step
};
