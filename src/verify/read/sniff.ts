import type { Role } from '../../evidence-level.ts';
import type { Findings } from '../contract/findings.ts';
import type { Probe } from '../contract/format.ts';
import { findHdf5Signature } from './hdf5-signature.ts';

export const HEAD_BYTES = 65_536;
/** No format that we know begins with so many zeros. */
const NO_MAGIC_BYTES = 64;

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

const ERROR_PAGES = ['<!doctype', '<html', '<?xml', '<head', '<body'];
const [DICOM, DICOM_AT] = [ascii('DICM'), 128];
const LFS_POINTER = ascii('version https://git-lfs');

/** Containers that a transfer or a hook may have put around a file. A format that reads one comes before this list. */
const WRAPPINGS: [string, Uint8Array][] = [
  ['gzip', bytes(0x1f, 0x8b)],
  ['zstd', bytes(0x28, 0xb5, 0x2f, 0xfd)],
  ['xz', bytes(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00)],
  ['bzip2', ascii('BZh')],
  ['lz4', bytes(0x04, 0x22, 0x4d, 0x18)],
  ['7z', bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)],
];

const inEitherCase = (word: string): string =>
  word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const ENDINGS = ['tmp', 'part', 'partial', 'incomplete', 'crdownload', 'aria2', 'download', 'swp']
  .map(inEitherCase)
  .join('|');

/**
 * The six characters that rsync draws from 62: with a capital, or with a digit before a letter. The rest (`.env.sample`,
 * `.model.joblib`, `.model.sha256`) is what people write, and 0.9 % of what rsync draws.
 */
const DRAWN = [0, 1, 2, 3, 4, 5]
  .flatMap((before) => [
    `[a-z0-9]{${before}}[A-Z][A-Za-z0-9]{${5 - before}}`,
    ...(before < 5 ? [`[a-z0-9]{${before}}[0-9][a-z][a-z0-9]{${4 - before}}`] : []),
  ])
  .join('|');

/** As an extended regular expression that minds case, without look-ahead: grep on the box and Python read it too. */
export const UNFINISHED_ERE = `(\\.(${ENDINGS})|~)$|(^|/)\\.[^/]+\\.(${DRAWN})$`;

const UNFINISHED_NAME = new RegExp(UNFINISHED_ERE);

/** What copiers and downloaders call a file until it is whole. */
export const isUnfinishedName = (path: string): boolean => UNFINISHED_NAME.test(path);

/** Kinds of files that begin with a magic, so neither with markup nor with zeros. */
const MAGIC_NAME =
  /\.(jpe?g|png|gif|webp|mp4|mkv|mp3|flac|wav|ogg|npy|npz|pt|pth|ckpt|safetensors|gguf|h5|hdf5|parquet|arrow|feather|zip|gz|zst|xz)$/i;

export const hasMagicByName = (name: string): boolean => MAGIC_NAME.test(name);

export const startsWith = (head: Uint8Array, magic: Uint8Array, at = 0): boolean =>
  head.length >= at + magic.length && magic.every((byte, i) => head[at + i] === byte);

/** Things that arrive in a file's place: error pages, pointers, holes, other people's unfinished downloads. */
export function lookForImpostors(probe: Probe, label: string, findings: Findings): void {
  if (isUnfinishedName(label)) {
    findings.fail('L0', 'unfinished-name', 'has the name of a file that is still being written or copied');
  }
  if (probe.role === 'opaque') return;
  const { head } = probe;
  if (startsWith(head, LFS_POINTER)) {
    findings.fail('L0', 'lfs-pointer', 'is a Git LFS pointer; the object itself was never fetched', {
      offset: 0,
    });
  }
  const page = errorPage(head, probe.role);
  if (page !== undefined)
    findings.fail('L0', 'error-page', 'is a saved error page', { offset: 0, found: page });
  // HDF5 may keep an unused block before its own first byte.
  const isUserBlock = (findHdf5Signature(head) ?? 0) > 0;
  // DICOM leaves its first 128 bytes to whoever writes it, who mostly leaves them too.
  const isPreamble = startsWith(head, DICOM, DICOM_AT);
  if (!isUserBlock && !isPreamble && head.subarray(0, NO_MAGIC_BYTES).every((byte) => byte === 0)) {
    const what = 'begins with zeros: its first part was reserved and never arrived';
    findings.fail('L0', 'zero-filled', what, { offset: 0 });
  }
}

/** Says what an unknown file is wrapped in, when it is. */
export function wrapping(head: Uint8Array): string | undefined {
  return WRAPPINGS.find(([, magic]) => startsWith(head, magic))?.[0];
}

/** Numbers are measured errors, as brain.js gives of a training; but for those by which HTTP says that it failed. */
const ANSWER =
  /^\{\s*"(error|errors|message|detail)"\s*:\s*(?![-\d\s]|$)|^\{\s*"error"\s*:\s*[45]\d\d\s*[,}]/;

function errorPage(head: Uint8Array, role: Role): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 512))
    .toString('latin1')
    .trimStart();
  const start = text.slice(0, 16).toLowerCase();
  const quoted = JSON.stringify(text.slice(0, 40));
  // A log may well begin with a page; a config may well be XML, but no page.
  const isXml = start.startsWith('<?xml');
  const mayBe = role === 'log' || (role === 'config' && isXml);
  if (!mayBe && ERROR_PAGES.some((page) => start.startsWith(page))) return quoted;
  // As services answer: one small object whose first word is that something went wrong.
  const isAnswer = ANSWER.test(text) && head.length < 4096;
  return isAnswer && role !== 'log' ? quoted : undefined;
}
