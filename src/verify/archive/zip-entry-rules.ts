import { utf8 } from '../codec/utf8.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';

/** Of the external attributes, whatever system the archive says that it was made on. */
const DOS_FOLDER = 0x10;
const DOS_VOLUME = 0x08;
/** Types of files in the mode of Unix, which lies above the attributes of DOS. */
const FOLDER = 0o04;
const REGULAR = 0o10;
const LINK = 0o12;
const READABLE_BY_OWNER = 0o400;
const PERMISSIONS = 0o777;

/** DOS, Unix, NTFS (two numbers), FAT and macOS (APPNOTE 4.4.2): what others mean by attributes readers do not agree about. */
const KNOWN_HOSTS = new Set([0, 3, 10, 11, 14, 19]);
/** A text, as some writers guess; no other bit of the internal attributes has a meaning that readers share. */
const TEXT = 1;

interface Marked {
  name: string;
  bytes: number;
  attributes: number;
  internal: number;
  /** Upper byte of the version that it was made by. */
  host: number;
  /** Of the entry, in the file. */
  at: number;
}

/**
 * What a reader acts on in a member's external attributes: whether it is a folder, a link or a device, and whether it can be
 * read once it is unpacked. PyTorch's reader (miniz) goes by the bit for folders and gives memory that nobody filled.
 */
export function mustBePlain({ name, bytes, attributes, internal, host, at }: Marked): void {
  if (internal > TEXT)
    throw broken(
      `${quoted(name)} has attributes that no writer gives`,
      at,
      `internal 0x${internal.toString(16)}`,
    );
  if (!KNOWN_HOSTS.has(host))
    throw new Unsettled(
      'L1',
      'zip-attributes',
      `${quoted(name)} was made on a system that readers do not agree about`,
      {
        offset: at,
        found: `host ${host}`,
      },
    );
  const hasName = name.endsWith('/');
  const mode = attributes >>> 16;
  const type = mode >>> 12;
  const isMarked = (attributes & DOS_FOLDER) !== 0 || type === FOLDER;
  // Only of what is wrong: there may be a hundred thousand members.
  const found = () => `0x${attributes.toString(16).padStart(8, '0')}`;
  if ((hasName || isMarked) && bytes !== 0)
    throw new Broken('L1', 'zip-folder', `${quoted(name)} is marked as a folder and has content`, {
      offset: at,
      found: `${bytes} bytes`,
    });
  if (isMarked && !hasName)
    throw broken(`${quoted(name)} is marked as a folder and is not called like one`, at, found());
  if (type === LINK)
    throw new Unsettled('L1', 'zip-attributes', `${quoted(name)} is a link, which is not followed`, {
      offset: at,
      found: found(),
    });
  const isKnown = type === 0 || type === FOLDER || type === REGULAR;
  const isStrange = (attributes & DOS_VOLUME) !== 0 || !isKnown;
  if (isStrange) throw broken(`${quoted(name)} is marked as a device, a pipe or a volume`, at, found());
  if ((mode & PERMISSIONS) !== 0 && (mode & READABLE_BY_OWNER) === 0)
    throw broken(`${quoted(name)} could not be read once it is unpacked`, at, found());
}

const broken = (what: string, offset: number, found: string): Broken =>
  new Broken('L1', 'zip-attributes', what, { offset, found });

/** The name is UTF-8 (APPNOTE 4.4.4). */
const IS_UTF8 = 0x0800;

interface Named {
  name: string;
  nameIn: 'utf8' | 'latin1';
}

/**
 * A member's name, which must stay inside of the archive. Without the mark of UTF-8 it is of whatever letters the writer's machine
 * used (Windows), and reads as something in each: then it is kept byte by byte.
 *
 * @throws Broken
 */
export function nameOf(bytes: Uint8Array, flags: number, at: number): Named {
  const text = utf8(bytes);
  if (text === undefined && (flags & IS_UTF8) !== 0)
    throw new Broken('L1', 'zip-structure', 'a member name is not UTF-8', { offset: at });
  const name = text ?? Buffer.from(bytes).toString('latin1');
  mustStayInside(name, at);
  return { name, nameIn: text === undefined ? 'latin1' : 'utf8' };
}

function mustStayInside(name: string, at: number): void {
  const parts = name.split('/');
  const bad =
    name === '' ||
    /[\0\\]/.test(name) ||
    /^[a-z]:/i.test(name) ||
    parts[0] === '' ||
    parts.includes('..') ||
    parts.includes('.');
  if (bad)
    throw new Broken('L1', 'zip-name', 'a member name could leave the archive', {
      offset: at,
      found: quoted(name),
    });
}

/** With which PyTorch aligns data; filled with the letter Z. */
export const PADDING_ID = 0x4246;
const PADDING = 0x5a;
const UNICODE_NAME = 0x7075;
/** zip64, NTFS and Unix times, Unix owners, the mark of jar files; a name in UTF-8, which is judged. */
const KNOWN = new Set([PADDING_ID, UNICODE_NAME, 0x0001, 0x000a, 0x5455, 0x5855, 0x7855, 0x7875, 0xcafe]);
/** Of a Unicode name: its version and the CRC of the other name. */
const NAME_FROM = 5;

/**
 * @returns the kinds that nothing explains
 * @throws Broken for a second name, which some readers take for the first; beside a name in letters that nobody tells it may stand, and
 * must stay inside too
 */
export function unknownExtra(
  fields: readonly { id: number; bytes: Uint8Array }[],
  { name, nameIn }: Named,
  at: number,
): number[] {
  for (const { id, bytes } of fields) {
    if (id !== UNICODE_NAME) continue;
    const second = utf8(bytes.subarray(NAME_FROM));
    if (second === undefined || (nameIn === 'utf8' && second !== name))
      throw new Broken('L1', 'zip-name', `${quoted(name)} has another name beside its own`, { offset: at });
    mustStayInside(second, at);
  }
  return fields.flatMap(({ id }) => (KNOWN.has(id) ? [] : [id]));
}

/** What PyTorch aligns data with. */
export function isPadding(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i += 1) if (bytes[i] !== PADDING) return false;
  return true;
}
