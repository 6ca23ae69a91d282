import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/secret/shape.ts
var SECRET_WORDS = [
  "password",
  "passwd",
  "passphrase",
  "apikey",
  "accesskey",
  "privatekey",
  "secret",
  "credential",
  "bearer",
  "authorization"
];
var MODEL_TOKEN = /(pad|eos|bos|unk|mask|sep|cls|special|stop|start|end|image|audio|num|max|min|per|n)token$/;
function isSecretName(name) {
  const squashed = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (/(file|path|dir)$/.test(squashed)) return false;
  if (SECRET_WORDS.some((word) => squashed.includes(word))) return true;
  const bare = squashed.replace(/(value|env|\d+)$/, "");
  return bare.endsWith("token") && !MODEL_TOKEN.test(bare);
}
var SECRET_VALUES = [
  {
    kind: "a GitHub token",
    // Since April 2026 that of a workflow is `ghs_<app id>_<JWT>`; GitHub names the second form for searching.
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|ghs_[A-Za-z0-9._-]{36,}|github_pat_[A-Za-z0-9_]{20,})/g
  },
  { kind: "a GitLab token", pattern: /\bglpat-[A-Za-z0-9_-]{16,}/g },
  { kind: "a Hugging Face token", pattern: /\bhf_[A-Za-z0-9]{24,}/g },
  { kind: "an API key", pattern: /\bsk-[A-Za-z0-9_-]{20,}/g },
  { kind: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: "a Google API key", pattern: /\bAIza[A-Za-z0-9_-]{30,}/g },
  { kind: "a Slack token", pattern: /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g },
  { kind: "a RunPod API key", pattern: /\brpa_[A-Za-z0-9]{20,}/g },
  { kind: "a private key", pattern: /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----/g },
  { kind: "a signed web token", pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\./g },
  {
    kind: "a password in a URL",
    pattern: /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s/:@'"]{0,128}:[^\s/@'"$]{1,256}@/gi
  }
];
function findSecrets(text) {
  return SECRET_VALUES.flatMap(
    ({ kind, pattern }) => [...text.matchAll(pattern)].map((match) => ({ kind, offset: match.index }))
  ).sort((a, b) => a.offset - b.offset);
}
var withoutSecrets = (text) => SECRET_VALUES.reduce((kept, { kind, pattern }) => kept.replaceAll(pattern, `(${kind}, not shown)`), text);
function quoted(value) {
  const text = withoutSecrets(typeof value === "string" ? value : JSON.stringify(value) ?? String(value));
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}

export {
  isSecretName,
  findSecrets,
  withoutSecrets,
  quoted
};
