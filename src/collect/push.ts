import { constants, createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ManifestEntry } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import { writeTar } from '../box/tar-writer.ts';
import { type Clock, systemClock } from '../clock.ts';
import { Problem } from '../problem.ts';
import { type BoxLook, hashOnBox, patienceSeconds } from './box-questions.ts';
import { DiskWorker } from './disk-worker.ts';
import { LocalTree } from './local-tree.ts';
import { readManifest } from './manifest.ts';
import { inBatches, SMALL_BYTES } from './pull-batch.ts';

/**
 * - `pushed`: on the box under its name, hash proven there.
 * - `already`: was there, hash equal.
 * - `newer-there`: the box has another content, written after ours; it was left alone.
 * - `unfit-here`: our copy is missing or is not what the manifest says; nothing was sent.
 * - `refused`: the name cannot be used.
 * - `damaged`: arrived with another hash, or something that is no plain file stands on the box in its place.
 */
export type PushOutcome = 'pushed' | 'already' | 'newer-there' | 'unfit-here' | 'refused' | 'damaged';

export interface PushedFile {
  path: string;
  outcome: PushOutcome;
  bytes: number;
  why?: string;
}

export interface PushReport {
  files: PushedFile[];
  /** Every entry is on the box and proven. */
  complete: boolean;
}

export interface PushRequest {
  fromDir: string;
  /** What our verified copy is; each file is hashed here before it leaves. */
  entries: readonly ManifestEntry[];
  /** Absolute, on the box; made when absent. */
  remoteDir: string;
  clock?: Clock;
  signal?: AbortSignal;
}

/**
 * Pushes our verified copy up, before a run resumes on a new box. Everything goes to a staging directory beside its
 * place, is hashed there by the box, and only what is proven is moved. Safe to repeat after a kill; one at a time.
 *
 * @throws TransportFailed when the line failed; what was moved into place is proven, the rest is not there
 */
export async function pushBack(channel: Channel, request: PushRequest): Promise<PushReport> {
  const { entries, refused } = readManifest(request.entries);
  const files: PushedFile[] = refused.map(({ path, why }) => ({ path, outcome: 'refused', bytes: 0, why }));
  const end = ({ path, bytes }: ManifestEntry, outcome: PushOutcome, why?: string) =>
    files.push({ path, outcome, bytes, ...(why === undefined ? {} : { why }) });

  const tree = await LocalTree.open(request.fromDir);
  const sound = await proveHere(tree, entries, end);
  const toSend = await whatBoxLacks({ channel, request, tree, end }, sound);
  if (toSend.length > 0) {
    const staging = `${request.remoteDir}/.gpu-lease-push`;
    await stage(channel, tree, staging, toSend);
    const proven = await publish(channel, request.remoteDir, staging, toSend);
    for (const entry of toSend) {
      if (proven.has(entry.path)) end(entry, 'pushed');
      else
        end(
          entry,
          'damaged',
          'did not arrive on the box with the hash it left with, or could not be moved there',
        );
    }
  }
  return { files, complete: files.every(({ outcome }) => outcome === 'pushed' || outcome === 'already') };
}

type End = (entry: ManifestEntry, outcome: PushOutcome, why?: string) => unknown;

/** Bit rot on our side must not travel back as truth. */
async function proveHere(
  tree: LocalTree,
  entries: readonly ManifestEntry[],
  end: End,
): Promise<ManifestEntry[]> {
  const disk = new DiskWorker();
  const sound: ManifestEntry[] = [];
  try {
    for (const entry of entries) {
      const here = tree.look(entry.path);
      if (here.kind !== 'file') end(entry, 'unfit-here', here.kind === 'absent' ? 'is not here' : here.why);
      else if (here.stats.size !== entry.bytes) end(entry, 'unfit-here', `has ${here.stats.size} bytes here`);
      else if ((await disk.hash(`${tree.root}/${entry.path}`, entry.bytes)) === entry.sha256)
        sound.push(entry);
      else end(entry, 'unfit-here', 'has another hash here than the manifest says');
    }
  } finally {
    await disk.close();
  }
  return sound;
}

interface Pushing {
  channel: Channel;
  request: PushRequest;
  tree: LocalTree;
  end: End;
}

async function whatBoxLacks(
  { channel, request, tree, end }: Pushing,
  entries: readonly ManifestEntry[],
): Promise<ManifestEntry[]> {
  const { remoteDir, clock = systemClock, signal } = request;
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const paths = entries.map(({ path }) => path);
  const look = await hashOnBox(channel, remoteDir, paths, { bytes, ...(signal ? { signal } : {}) });
  return entries.filter((entry) => {
    const there = look.files.get(entry.path);
    if (there === undefined) return true;
    if (there.sha256 === entry.sha256) end(entry, 'already');
    else if (isNewer(look, entry.path, tree, clock))
      end(entry, 'newer-there', `the box holds ${there.sha256}, written later`);
    else return true;
    return false;
  });
}

/** By age and not by date: the two clocks need not agree. A tie counts as newer, for what is kept can still be pushed over. */
function isNewer(look: BoxLook, path: string, tree: LocalTree, clock: Clock): boolean {
  const here = tree.look(path);
  const there = look.files.get(path);
  if (here.kind !== 'file' || there === undefined) return true;
  const ageThere = look.boxTime - there.modifiedAt;
  const ageHere = (clock.now().getTime() - here.stats.mtimeMs) / 1000;
  return ageThere <= ageHere + 2;
}

/** What a killed push left there is removed first: it may be half of anything. */
const UNPACK_SCRIPT = `
umask 077
[ "$2" != first ] || rm -rf -- "$1" || exit
mkdir -p -- "$1" && cd -- "$1" && tar -xf -
`;

async function stage(
  channel: Channel,
  tree: LocalTree,
  staging: string,
  entries: readonly ManifestEntry[],
): Promise<void> {
  const small = entries.filter(({ bytes }) => bytes < SMALL_BYTES);
  let which = 'first';
  for (const batch of small.length === 0 ? [[]] : inBatches(small)) {
    const members = await Promise.all(
      batch.map(async (entry) => ({ path: entry.path, content: await contentOf(tree, entry) })),
    );
    const archive = writeTar(members);
    const stdin = { stdin: archive, timeoutSeconds: patienceSeconds(archive.length) };
    const { exitCode, stderr } = await channel.exec(['sh', '-c', UNPACK_SCRIPT, 'sh', staging, which], stdin);
    if (exitCode !== 0) throw notUnpacked(staging, exitCode, stderr);
    which = 'next';
  }
  for (const { path, bytes } of entries) {
    if (bytes < SMALL_BYTES) continue;
    await channel.put(
      `${staging}/${path}`,
      createReadStream(`${tree.root}/${path}`, { highWaterMark: 1 << 20 }),
      0o644,
    );
  }
}

async function contentOf(tree: LocalTree, { path }: ManifestEntry): Promise<Uint8Array> {
  const handle = await open(`${tree.root}/${path}`, constants.O_RDONLY | constants.O_NOFOLLOW);
  return handle.readFile().finally(() => handle.close());
}

const notUnpacked = (dir: string, exitCode: number, stderr: string): Problem =>
  new Problem({
    code: 'write-refused',
    kind: 'unfit',
    what: `The box did not unpack into ${dir} (exit code ${exitCode}): ${oneLine(stderr) || 'it said nothing'}.`,
    next: 'Free space or inodes on that file system, or correct its permissions, then run the same command again.',
  });

/**
 * Moves what is proven to its place and says the path of each. Nothing that is not a plain file is replaced. The rest of
 * the staging directory goes. All are of one time: a marker that arrived before what it stands for would speak of another content.
 */
const PUBLISH_SCRIPT = `
dir=$1; cd -- "$2" || exit 5
: >"$2.time" || exit 5
while IFS= read -r path; do
  to=$dir/\${path#./}
  [ -d "\${to%/*}" ] || mkdir -p -- "\${to%/*}" || continue
  if [ -L "$to" ] || { [ -e "$to" ] && [ ! -f "$to" ]; }; then continue; fi
  touch -r "$2.time" -- "$path" 2>/dev/null
  mv -f -- "$path" "$to" && printf '%s\\n' "$path"
done
cd / && rm -rf -- "$2" "$2.time"
`;

/** The paths that are in place, each hashed by the box after it arrived. */
export async function publish(
  channel: Channel,
  remoteDir: string,
  staging: string,
  entries: readonly ManifestEntry[],
): Promise<Set<string>> {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const paths = entries.map(({ path }) => path);
  const { files } = await hashOnBox(channel, staging, paths, { bytes });
  const proven = entries.filter(({ path, sha256 }) => files.get(path)?.sha256 === sha256);
  const answer = await channel.exec(['sh', '-c', PUBLISH_SCRIPT, 'sh', remoteDir, staging], {
    stdin: Buffer.from(proven.map(({ path }) => `./${path}\n`).join('')),
    timeoutSeconds: patienceSeconds(0) + entries.length,
    maxOutputBytes: 65_536 + entries.reduce((sum, { path }) => sum + 8 + Buffer.byteLength(path), 0),
  });
  return new Set(answer.stdout.split('\n').map((line) => line.replace(/^\.\//, '')));
}
