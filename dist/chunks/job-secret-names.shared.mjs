import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/job/secret-names.ts
var USUAL_SECRETS = {
  webhook: "GPU_LEASE_WEBHOOK_URL",
  secret: "GPU_LEASE_WEBHOOK_SECRET",
  slack: "SLACK_WEBHOOK_URL",
  discord: "DISCORD_WEBHOOK_URL",
  password: "SMTP_PASSWORD"
};
var REGISTRY_SECRETS = ["REGISTRY_USER", "REGISTRY_PASSWORD"];
var secretNamesOf = (job) => [
  .../* @__PURE__ */ new Set([
    ...job.secrets,
    ...job.requirements?.index?.token === void 0 ? [] : [job.requirements.index.token],
    ...boxNoticeSecrets(job),
    ...(job.data ?? []).flatMap(({ token, source }) => [
      ...token === void 0 ? [] : [token],
      ...source.kind === "s3" ? [source.accessKey, source.secretKey] : []
    ])
  ])
];
var platformSecretsOf = ({ registry }) => registry === void 0 ? [] : [.../* @__PURE__ */ new Set([registry.user, registry.password])];
var secretsOfTarget = (target) => target.kind === "smtp" ? [target.password].filter((name) => name !== void 0) : [target.url, target.kind === "webhook" ? target.secret : void 0].filter(
  (name) => name !== void 0
);
var noticeSecretsOf = ({ notices = [] }) => [
  ...new Set(notices.flatMap(secretsOfTarget))
];
var hiddenSecretsOf = (job) => [
  .../* @__PURE__ */ new Set([
    ...job.secrets,
    // The name of a login is no secret, and may be any word of a log.
    ...job.registry === void 0 ? [] : [job.registry.password],
    ...boxNoticeSecrets(job),
    ...noticeSecretsOf(job)
  ])
];
var boxNoticeSecrets = ({ notify }) => notify ? [notify.url, ...notify.hmac === void 0 ? [] : [notify.hmac]] : [];

export {
  USUAL_SECRETS,
  REGISTRY_SECRETS,
  secretNamesOf,
  platformSecretsOf,
  secretsOfTarget,
  noticeSecretsOf,
  hiddenSecretsOf
};
