import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/**
 * Git objects and the pack that carries them (gitformat-pack(5)), made in memory: an append then needs one
 * `git unpack-objects` instead of two `hash-object`, a `mktree` and a `commit-tree`. Git checks what it unpacks.
 */
export interface GitObject {
  type: 'commit' | 'tree' | 'blob';
  content: Buffer;
  /** Lower-case hex. */
  oid: string;
}

export type ObjectFormat = 'sha1' | 'sha256';

/** What a ref that does not exist is said to be at. */
export const absentOid = (format: ObjectFormat): string => '0'.repeat(format === 'sha1' ? 40 : 64);

/** Git knows the empty tree in every repository, by the name its own hash gives it. */
export const EMPTY_TREE_SHA1 = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export function gitObject(
  type: GitObject['type'],
  content: string | Buffer,
  format: ObjectFormat,
): GitObject {
  const bytes = Buffer.from(content);
  const oid = createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
  return { type, content: bytes, oid };
}

/** A tree of plain files. */
export function treeOf(files: Record<string, GitObject>, format: ObjectFormat): GitObject {
  const entries = Object.entries(files)
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .flatMap(([name, { oid }]) => [Buffer.from(`100644 ${name}\0`), Buffer.from(oid, 'hex')]);
  return gitObject('tree', Buffer.concat(entries), format);
}

/** The name that stands in every commit: nobody's, because a ledger may be public. */
const AUTHOR = 'gpu-lease <noreply@gpu-lease.invalid>';

export function commitOf(
  commit: { tree: string; parent: string | null; message: string; at: Date },
  format: ObjectFormat,
): GitObject {
  const seconds = Math.floor(commit.at.getTime() / 1000);
  const lines = [
    `tree ${commit.tree}`,
    ...(commit.parent === null ? [] : [`parent ${commit.parent}`]),
    `author ${AUTHOR} ${seconds} +0000`,
    `committer ${AUTHOR} ${seconds} +0000`,
    '',
    commit.message,
  ];
  return gitObject('commit', lines.join('\n'), format);
}

/** Parents of a commit object's content, in order. */
export function parentsOf(commit: Buffer): string[] {
  const header = commit.toString('utf8').split('\n\n', 1)[0] ?? '';
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? '');
}

const PACK_TYPE = { commit: 1, tree: 2, blob: 3 } as const;

/** A version 2 pack without deltas. */
export function packOf(objects: readonly GitObject[], format: ObjectFormat): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const body = objects.flatMap(({ type, content }) => [
    packEntryHeader(PACK_TYPE[type], content.length),
    // Git deflates again when it stores the object, so time spent on squeezing here would be wasted.
    deflateSync(content, { level: 1 }),
  ]);
  const pack = Buffer.concat([header, ...body]);
  return Buffer.concat([pack, createHash(format).update(pack).digest()]);
}

/** Type and size: 4 bits of the size in the first byte, then 7 a byte, lowest first. */
function packEntryHeader(type: number, sizeBytes: number): Buffer {
  const bytes = [(type << 4) | (sizeBytes & 15)];
  for (let rest = Math.floor(sizeBytes / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}
