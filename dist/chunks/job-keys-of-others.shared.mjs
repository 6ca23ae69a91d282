import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  REGISTRY_SECRETS,
  USUAL_SECRETS
} from "./job-secret-names.shared.mjs";
import {
  CREDENTIAL_NAME
} from "./secret-redactor.shared.mjs";

// src/job/platform-accounts.ts
var ACCOUNTS = {
  AUTODL_TOKEN: "AutoDL",
  COMPSHARE_PUBLIC_KEY: "CompShare",
  COMPSHARE_PRIVATE_KEY: "CompShare",
  DIGITALOCEAN_TOKEN: "DigitalOcean",
  KAGGLE_KEY: "Kaggle",
  KAGGLE_API_TOKEN: "Kaggle",
  KUBE_CONFIG: "Kubernetes",
  LAMBDA_API_KEY: "Lambda",
  PAPERSPACE_API_KEY: "Paperspace",
  RUNPOD_API_KEY: "RunPod",
  VAST_API_KEY: "vast.ai",
  VERDA_CLIENT_ID: "Verda",
  VERDA_CLIENT_SECRET: "Verda"
};

// src/job/keys-of-others.ts
var PLATFORM_KEYS = Object.keys(ACCOUNTS);
var GITHUB_TOKENS = [
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN"
];
function ownerOf(name) {
  const platform = Object.hasOwn(ACCOUNTS, name) ? ACCOUNTS[name] : void 0;
  if (platform !== void 0)
    return { is: `a key of ${platform}`, could: `rent and destroy in your account at ${platform}` };
  if (GITHUB_TOKENS.includes(name))
    return { is: "a token of GitHub", could: "write wherever that token may, the ledger included" };
  if (/^(ACTIONS|RUNNER)_/.test(name))
    return { is: "the runner's own", could: "act as this workflow's job, to clouds and stores too" };
  return void 0;
}
var OWN_KEYS = [
  "GPU_LEASE_SECRET",
  "GPU_LEASE_LEDGER_TOKEN",
  "GPU_LEASE_SSH_KEY"
];
var RUNNER_TOKEN = /^ACTIONS_\w*TOKEN$/;
var KEPT_FROM_PROGRAMS = /* @__PURE__ */ new Set([
  ...PLATFORM_KEYS,
  ...OWN_KEYS,
  ...Object.values(USUAL_SECRETS),
  ...REGISTRY_SECRETS
]);
var forPrograms = (env) => Object.fromEntries(
  Object.entries(env).filter(([name]) => !KEPT_FROM_PROGRAMS.has(name) && !RUNNER_TOKEN.test(name))
);
var forErrands = (env) => Object.fromEntries(
  Object.entries(forPrograms(env)).filter(
    ([name]) => name.startsWith("GIT_") || !CREDENTIAL_NAME.test(name)
  )
);

export {
  PLATFORM_KEYS,
  GITHUB_TOKENS,
  ownerOf,
  OWN_KEYS,
  forPrograms,
  forErrands
};
