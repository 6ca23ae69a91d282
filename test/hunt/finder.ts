import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/** A secret that stands nowhere else, and what kind of secret it plays. */
export interface Marked {
  kind: string;
  value: string;
}

/** Somewhere a secret may turn up. */
export interface Sink {
  where: string;
  bytes: Buffer;
}

export interface Hit {
  kind: string;
  form: string;
  where: string;
}

/** With what a URL, JSON, a shell and base64 each treat in their own way. */
export const marked = (kind: string, prefix = ''): Marked => ({
  kind,
  // None of it is long and the same in two of them.
  value: `${prefix}${randomBytes(18).toString('base64url')}${['/', '+', '%', '="'].map((sign) => sign + randomBytes(4).toString('hex')).join('')}`,
});

/** For keys of which the platform or HTTP allows plain characters only. */
export const plainMarked = (kind: string, prefix = ''): Marked => ({
  kind,
  value:
    prefix +
    randomBytes(20)
      .toString('hex')
      .replaceAll(/[0-4]/g, (digit) => 'ghjkm'[Number(digit)] ?? ''),
});

/** Pieces that are shorter than this in every form are not found. */
const PIECE = 12;
const STRIDE = 4;

interface Needle {
  kind: string;
  form: string;
  bytes: Buffer;
}

/** In which forms: written here and not taken from the program that is tested. */
function formsOf(value: string): [form: string, text: string][] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const aligned = [0, 1, 2].map((skip): [string, string] => {
    const text = Buffer.concat([Buffer.alloc(skip), bytes]).toString('base64');
    return ['base64', text.slice(skip === 0 ? 0 : 4, -4)];
  });
  return [
    ['raw', value],
    ...aligned,
    ...aligned.map(([, text]): [string, string] => [
      'base64url',
      text.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
    ['url', encodeURIComponent(value)],
    ['url', encodeURIComponent(value).replaceAll(/%../g, (code) => code.toLowerCase())],
    ['hex', hex],
    ['hex', hex.toUpperCase()],
    ['json', JSON.stringify(value).slice(1, -1)],
    ['json in json', JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1)],
    ['reversed', [...value].reverse().join('')],
  ];
}

/** Every whole form, and every piece of one that is long enough to be nothing else. */
function needlesOf({ kind, value }: Marked): Needle[] {
  const seen = new Set<string>();
  const needles: Needle[] = [];
  for (const [form, text] of formsOf(value))
    for (let at = 0; at === 0 || at + PIECE <= text.length; at += STRIDE) {
      const piece = text.slice(at, at + PIECE);
      if (seen.has(piece) || piece.length < PIECE) continue;
      seen.add(piece);
      needles.push({ kind, form, bytes: Buffer.from(piece) });
    }
  return needles;
}

/** What stands between the parts of a text that was cut up: line ends, quotes, commas, zero bytes, escapes. */
const BETWEEN = /[\s\0'"`,;|\\]|\\n/g;

/**
 * Thousands of needles in one pass: by three bytes in a row (of the first of them the lower bits) a table says which needles may
 * begin there, and in nearly every place it says none.
 */
class Haystack {
  readonly #mayBegin = new Uint8Array(1 << KEY_BITS);
  readonly #by = new Map<number, Needle[]>();

  constructor(needles: readonly Needle[]) {
    for (const needle of needles) {
      const [a = 0, b = 0, c = 0] = needle.bytes;
      const key = ((((a << 6) ^ b) << 6) ^ c) & KEYS;
      this.#mayBegin[key] = 1;
      this.#by.set(key, [...(this.#by.get(key) ?? []), needle]);
    }
  }

  *in(hay: Buffer): Generator<Needle> {
    let key = 0;
    for (let at = 0; at < hay.length; at += 1) {
      key = ((key << 6) ^ (hay[at] as number)) & KEYS;
      if (this.#mayBegin[key] !== 1) continue;
      for (const needle of this.#by.get(key) ?? []) {
        const end = at - 2 + needle.bytes.length;
        if (at >= 2 && end <= hay.length && needle.bytes.compare(hay, at - 2, end) === 0) yield needle;
      }
    }
  }
}

const KEY_BITS = 18;
const KEYS = (1 << KEY_BITS) - 1;

/** Looks for secrets in everything that it is given, whole, in pieces and cut up. */
export class Finder {
  readonly #needles: Haystack;
  readonly #joined: Haystack;

  constructor(secrets: readonly Marked[]) {
    this.#needles = new Haystack(secrets.flatMap(needlesOf));
    this.#joined = new Haystack(
      secrets.flatMap(({ kind, value }) =>
        formsOf(value).map(([form, text]) => ({
          kind,
          form: `split ${form}`,
          bytes: Buffer.from(text.replaceAll(BETWEEN, '')),
        })),
      ),
    );
  }

  find({ where, bytes }: Sink): Hit[] {
    const hits = new Map<string, Hit>();
    const look = (needles: Haystack, hay: Buffer) => {
      for (const { kind, form } of needles.in(hay)) hits.set(`${kind} ${form}`, { kind, form, where });
    };
    for (const layer of [bytes, ...unpacked(bytes)]) {
      look(this.#needles, layer);
      if (layer.length < 4_000_000)
        look(this.#joined, Buffer.from(layer.toString('latin1').replaceAll(BETWEEN, ''), 'latin1'));
    }
    return [...hits.values()];
  }

  findAll(sinks: Iterable<Sink>): Hit[] {
    return [...sinks].flatMap((sink) => this.find(sink));
  }
}

/** What lies in a gzip or in the members of a zip. */
function unpacked(bytes: Buffer): Buffer[] {
  try {
    if (bytes.readUInt16BE(0) === 0x1f8b) return [gunzipSync(bytes)];
    if (bytes.readUInt32BE(0) === 0x504b0304) return membersOf(bytes);
  } catch {
    // Not what it looks like.
  }
  return [];
}

function membersOf(zip: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = zip.indexOf(MEMBER); at >= 0; at = zip.indexOf(MEMBER, at + 4)) {
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    try {
      if (zip.readUInt16LE(at + 8) === 8) found.push(inflateRawSync(zip.subarray(start)));
    } catch {
      // Cut, or no member after all.
    }
  }
  return found;
}

const MEMBER = Buffer.from('PK\x03\x04', 'latin1');
const MOST_BYTES = 64 << 20;

/** Every file below a directory, its name too. */
export function* filesBelow(dir: string, leave: (path: string) => boolean = () => false): Generator<Sink> {
  let entries: ReturnType<typeof list> = [];
  try {
    entries = list(dir);
  } catch {
    return; // It was taken away meanwhile.
  }
  for (const entry of entries) {
    const path = join(dir, entry.name);
    if (leave(path)) continue;
    yield { where: `name ${path}`, bytes: Buffer.from(entry.name) };
    if (entry.isDirectory()) yield* filesBelow(path, leave);
    if (!entry.isFile()) continue;
    try {
      if (lstatSync(path).size < MOST_BYTES) yield { where: path, bytes: readFileSync(path) };
    } catch {
      // As above.
    }
  }
}

const list = (dir: string) => readdirSync(dir, { withFileTypes: true });

/** Every object of a repository, reachable or not. */
export function* objectsOf(gitDir: string): Generator<Sink> {
  const format = '--batch=%(objecttype) %(objectname) %(objectsize)';
  const all: Buffer = execFileSync(
    'git',
    [`--git-dir=${gitDir}`, 'cat-file', '--batch-all-objects', format],
    {
      maxBuffer: 256 << 20,
      timeout: 60_000,
    },
  );
  for (let at = 0; at < all.length; ) {
    const end = all.indexOf('\n', at);
    const [type = '', name = '', size = ''] = all.toString('latin1', at, end).split(' ');
    const bytes = all.subarray(end + 1, end + 1 + Number(size));
    yield { where: `${type} ${name} of ${gitDir}`, bytes };
    at = end + 1 + bytes.length + 1;
  }
}
