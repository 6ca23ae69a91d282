/**
 * Names that promise a secret, after dropping case and punctuation, so that `API_KEY`, `apiKey` and `a.p.i-key` are one.
 * Any name that holds one of these is refused where a value would be written down.
 */
const SECRET_WORDS = [
  'password',
  'passwd',
  'passphrase',
  'apikey',
  'accesskey',
  'privatekey',
  'secret',
  'credential',
  'bearer',
  'authorization',
];

/** `EOS_TOKEN`, `MAX_TOKEN`: words of language models, not of logins. */
const MODEL_TOKEN =
  /(pad|eos|bos|unk|mask|sep|cls|special|stop|start|end|image|audio|num|max|min|per|n)token$/;

/** Whether a variable of this name would hold a secret. A name that ends in FILE, PATH or DIR holds a place, not a value. */
export function isSecretName(name: string): boolean {
  const squashed = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/(file|path|dir)$/.test(squashed)) return false;
  if (SECRET_WORDS.some((word) => squashed.includes(word))) return true;
  const bare = squashed.replace(/(value|env|\d+)$/, '');
  return bare.endsWith('token') && !MODEL_TOKEN.test(bare);
}

/** What leaked keys look like. Each pattern is anchored by a prefix that its issuer made for being searched. */
const SECRET_VALUES: readonly { kind: string; pattern: RegExp }[] = [
  {
    kind: 'a GitHub token',
    // Since April 2026 that of a workflow is `ghs_<app id>_<JWT>`; GitHub names the second form for searching.
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|ghs_[A-Za-z0-9._-]{36,}|github_pat_[A-Za-z0-9_]{20,})/g,
  },
  { kind: 'a GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{16,}/g },
  { kind: 'a Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{24,}/g },
  { kind: 'an API key', pattern: /\bsk-[A-Za-z0-9_-]{20,}/g },
  { kind: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: 'a Google API key', pattern: /\bAIza[A-Za-z0-9_-]{30,}/g },
  { kind: 'a Slack token', pattern: /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'a RunPod API key', pattern: /\brpa_[A-Za-z0-9]{20,}/g },
  { kind: 'a private key', pattern: /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----/g },
  { kind: 'a signed web token', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\./g },
  {
    kind: 'a password in a URL',
    pattern: /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s/:@'"]{0,128}:[^\s/@'"$]{1,256}@/gi,
  },
];

/** Where `text` holds something shaped like a secret, and what kind; never the secret itself. */
export function findSecrets(text: string): { kind: string; offset: number }[] {
  return SECRET_VALUES.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({ kind, offset: match.index })),
  ).sort((a, b) => a.offset - b.offset);
}

/** `text` with everything shaped like a secret blotted out: what we write down may end in a public log. */
export const withoutSecrets = (text: string): string =>
  SECRET_VALUES.reduce((kept, { kind, pattern }) => kept.replaceAll(pattern, `(${kind}, not shown)`), text);

/** `value` as a message shows it: quoted and short. */
export function quoted(value: unknown): string {
  const text = withoutSecrets(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
