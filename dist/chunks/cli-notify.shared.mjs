import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  readJob
} from "./cli-bind-job.shared.mjs";
import {
  bodyFor,
  faultOfTarget,
  sendTo,
  targetWords,
  testMessage
} from "./notify-discord.shared.mjs";
import {
  pageOf
} from "./box-traffic-count.shared.mjs";
import {
  faceOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  noticeSecretsOf
} from "./job-secret-names.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/cli/notify.ts
var MOST_SECONDS = 30;
async function command(request, signal) {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const how = settings.flag("dry-run") ? "show" : settings.flag("test") ? "send" : "list";
  const told = await tellAll({ settings, face, signal }, how);
  if (settings.json) process.stdout.write(jsonLine({ targets: told }));
  else for (const line of told.flatMap(linesOf)) face.line(line);
  return exitOf(told);
}
var exitOf = (told) => told.some(({ fault, taken }) => fault !== null || taken === false) ? EXIT.failed : EXIT.ok;
async function tellAll({ settings, face, signal }, how) {
  const { job } = readJob(settings, face);
  const { env, redactor, clock } = settings;
  for (const name of noticeSecretsOf(job)) redactor.learn(env[name] ?? "");
  const targets = job.notices ?? [];
  if (targets.length === 0) throw nobody(settings);
  const message = testMessage(job.name, `${settings.who}/${clock.now().getTime()}`, clock.now(), pageOf(env));
  return Promise.all(
    targets.map(
      (target, at) => tell(settings, signal, { target, id: `${target.kind}-${at + 1}`, message, how })
    )
  );
}
async function tell({ env, clock }, signal, { target, id, message, how }) {
  const secret = (name) => env[name];
  const fault = faultOfTarget(target, secret) ?? null;
  const until = new Date(clock.now().getTime() + MOST_SECONDS * 1e3);
  const outcome = how === "send" && fault === null ? await sendTo(target, message, secret, { clock, signal, until }) : void 0;
  return {
    target: targetWords(id, target),
    kind: target.kind,
    on: target.on,
    fault,
    taken: outcome?.taken ?? null,
    why: outcome && !outcome.taken ? outcome.why : null,
    body: how === "show" ? bodyFor(target, message) : null
  };
}
function linesOf({ target, on, fault, taken, why, body }) {
  const state = fault !== null ? `cannot be told from here: ${fault}` : taken === null ? `is told of ${on.join(", ")}` : taken ? "took the message" : `did not take the message: ${why}`;
  return [`${target} ${state}`, ...body === null ? [] : body.split("\n").map((line) => `  ${line}`)];
}
var nobody = (settings) => new Problem({
  code: "nobody-to-tell",
  kind: "usage",
  what: `${settings.value("job")} names nobody under \`notify\` whom this side would tell.`,
  next: 'Add `notify: slack`, or `notify: [{ webhook: ... }]` (docs/job-file.md, "Notices"). What the box tells (`url`) is sent by the box alone.'
});

export {
  command,
  exitOf,
  tellAll
};
