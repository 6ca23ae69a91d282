import { ROLES } from '../evidence-level.ts';
import { type OptionDefinition, YES_OR_NO } from './option-definition.ts';

/** What `verify` and `sign` can be told of files, of their tensors and of who attests them. */
export const VERIFYING = {
  path: { about: 'File or directory to verify; several, one per line.', kind: 'text' },
  role: {
    about:
      'What the files are for: checkpoint, model, optimizer, adapter, metrics, config, log, dataset, archive or opaque; guessed from name and content when unset.',
    kind: 'choice',
    choices: ROLES,
  },
  contains: {
    about:
      'What a checkpoint must hold, separated by commas: names or globs of keys and tensors, or model, optimizer, scheduler, step, epoch, rng, scaler, ema.',
    kind: 'text',
  },
  'allow-degraded': {
    about:
      'Whether a pickle that needs more than weights-only loading is "pass-degraded" (true) or a failure (false).',
    kind: 'choice',
    choices: YES_OR_NO,
    fallback: 'true',
  },
  manifest: {
    about: 'Digests as sha256sum lists them; what is listed and not there is a failure.',
    kind: 'text',
  },
  previous: { about: 'The checkpoint before: something must have changed since.', kind: 'text' },
  step: { about: 'Step that a checkpoint must be of.', kind: 'whole', least: 0 },
  'min-step': { about: 'Step that a checkpoint must at least be of.', kind: 'whole', least: 0 },
  'allow-import': {
    about:
      'Names that a pickle may import beyond the list, module.name or patterns as ultralytics.*, separated by commas.',
    kind: 'text',
  },
  'may-be-zero': {
    about:
      'Globs of tensor names that may be zero throughout although they are weights, separated by commas.',
    kind: 'text',
  },
  dtype: {
    about:
      'Type of the numbers in files that are nothing but numbers, as numpy.memmap and tofile leave them: uint16, float32 and the like.',
    kind: 'text',
  },
  'fail-on': {
    about:
      'The least bad verdict that ends with an exit code other than 0: fail, inconclusive, doubtful or degraded. Degraded is also a whole file of a format without checksums; doubtful is what has another reason, such as an unsafe loader.',
    kind: 'choice',
    choices: ['fail', 'inconclusive', 'doubtful', 'degraded'],
    fallback: 'doubtful',
  },
  require: {
    about:
      'What every file must be proven by, or the end is 4: nothing, a checksum (its own or one of the manifest) or a manifest that lists it.',
    kind: 'choice',
    choices: ['nothing', 'checksum', 'manifest'],
    fallback: 'nothing',
  },
  report: { about: 'Where to write a page for people, NAME.html.', kind: 'text' },
  sarif: { about: 'Where to write the findings for code scanning, NAME.sarif.', kind: 'text' },
  jobs: {
    about:
      'Threads that share large files and the files of a folder (default: as many as there are cores, up to 4).',
    kind: 'whole',
    least: 1,
  },
  attested: {
    about:
      'Check the files against a signed statement instead of loading them: who attests what of these bytes.',
    kind: 'flag',
    terminalOnly: true,
  },
  bundle: {
    about: 'The Sigstore bundle with the signed statement; GitHub is asked for it when unset.',
    kind: 'text',
    terminalOnly: true,
  },
  repo: {
    about: 'Repository at GitHub, OWNER/NAME, that the statement must have been signed for.',
    kind: 'text',
    terminalOnly: true,
  },
  'certificate-identity': {
    about:
      'Who must have signed: the address of the workflow, https://github.com/ with OWNER/NAME/.github/workflows/X.yml@REF behind it; * stands for anything.',
    kind: 'text',
    terminalOnly: true,
  },
  'certificate-oidc-issuer': {
    about: 'Who must have vouched for the signer.',
    kind: 'text',
    fallback: 'https://token.actions.githubusercontent.com',
    terminalOnly: true,
  },
  'trusted-root': {
    about:
      'Whom to believe: a file as "gh attestation trusted-root" prints it; the public Sigstore as of this version when unset.',
    kind: 'text',
    terminalOnly: true,
  },
  commit: { about: 'The commit that it must have been made from.', kind: 'text', terminalOnly: true },
  key: {
    about: 'A key of an elliptic curve as PEM: the private one to sign, the public one to verify.',
    kind: 'text',
    terminalOnly: true,
  },
  output: {
    about: 'Where to write the signature; beside the folder, as DIR.sig, when unset.',
    kind: 'text',
    terminalOnly: true,
  },
  sha256: { about: 'Give the digest of every file.', kind: 'flag', terminalOnly: true },
  explain: {
    about: 'Show the tensors of one file or directory, with their values in short.',
    kind: 'flag',
    terminalOnly: true,
  },
  diff: {
    about: 'Compare the tensors of two files or directories; 1 when they differ.',
    kind: 'flag',
    terminalOnly: true,
  },
} as const satisfies Record<string, Omit<OptionDefinition, 'name'>>;
