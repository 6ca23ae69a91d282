import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  GITHUB_TOKENS,
  OWN_KEYS,
  PLATFORM_KEYS
} from "./job-keys-of-others.shared.mjs";
import {
  noticeSecretsOf,
  platformSecretsOf
} from "./job-secret-names.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/beside-secrets.ts
var OTHERS = ["AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];
function held(env, job) {
  const names = /* @__PURE__ */ new Set([
    ...OWN_KEYS,
    ...PLATFORM_KEYS,
    ...GITHUB_TOKENS,
    ...OTHERS,
    ...job.secrets,
    ...keysOf(job),
    ...noticeSecretsOf(job),
    ...platformSecretsOf(job)
  ]);
  return [...names].filter((name) => isSet(env, name));
}
var isSet = (env, name) => (env[name] ?? "") !== "";
var keysOf = ({ store }) => (store === void 0 || store === "none" ? [] : store).flatMap(
  (rung) => rung.kind === "s3" ? [rung.secretKey] : rung.kind === "hugging-face" ? [rung.token] : []
);
function refuseBesideSecrets(env, job) {
  if (env["GITHUB_ACTIONS"] !== "true") return;
  const names = held(env, job);
  if (names.length === 0) return;
  throw new Problem({
    code: "smoke-beside-secrets",
    kind: "refused",
    what: `The smoke runs the training script, which could read ${listed(names)} from the environment of this step. Nothing was run.`,
    next: 'Smoke in a job of its own, with "permissions: { contents: read }", no environment and no secret: the action "smoke" (train.yml and sweep.yml have it). The job after it hands its output "evidence" to the action "open", "launch" or "sweep".'
  });
}
var openToLoopback = (env) => env["GITHUB_ACTIONS"] !== "true" || env["GPU_LEASE_LOCAL_IN_WORKFLOW"] === "yes" ? [] : OWN_KEYS.filter((name) => isSet(env, name));
function listed(names) {
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} and ${last}`;
}

export {
  refuseBesideSecrets,
  openToLoopback
};
