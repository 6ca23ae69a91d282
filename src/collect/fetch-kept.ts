import type { ManifestEntry } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { backoff } from '../host/backoff.ts';
import type { BoxFolder } from '../stores/box-store.ts';
import type { World } from '../world.ts';
import { downloadToBox } from './box-download.ts';
import { hashOnBox } from './box-questions.ts';
import { type Uploader, uploaderOf } from './box-upload.ts';
import { readManifest } from './manifest.ts';
import { type PushedFile, type PushReport, publish } from './push.ts';
import { nameInFolder } from './send-files.ts';
import { rangesOf } from './whole-source.ts';

/** Copies of a cell that lie in a store, and the box that is to have them. */
export interface Fetching {
  world: World;
  channel: Channel;
  folder: BoxFolder;
  cell: string;
}

const TRIES = 4;
/** What an earlier fetch left may have been begun from other copies: then it is fetched from its beginning. */
const ROUNDS = 2;

/**
 * Lets a new box fetch what has no room here from the store itself; where it cannot, the bytes pass through this machine and
 * not over its disk. What arrived counts once the box has hashed it, and what was begun is gone on with after a kill.
 *
 * @param remoteDir absolute, on the box; made when absent
 * @throws TransportFailed when the line failed; Problem when the store cannot be read
 */
export async function fetchKept(
  of: Fetching,
  files: readonly ManifestEntry[],
  remoteDir: string,
): Promise<PushReport> {
  const { channel, world } = of;
  const { entries, refused } = readManifest(
    files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  );
  const ends: PushedFile[] = refused.map(({ path, why }) => ({ path, outcome: 'refused', bytes: 0, why }));
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const paths = entries.map(({ path }) => path);
  const there = await hashOnBox(channel, remoteDir, paths, { bytes, signal: world.signal });
  const isThere = ({ path, sha256 }: ManifestEntry) => there.files.get(path)?.sha256 === sha256;
  ends.push(...entries.filter(isThere).map((entry): PushedFile => ({ ...entry, outcome: 'already' })));
  const uploader = await uploaderOf(channel);
  let lacking = entries.filter((entry) => !isThere(entry));
  for (let round = 1; lacking.length > 0 && round <= ROUNDS; round += 1) {
    const staging = `${remoteDir}/.gpu-lease-fetch`;
    for (const entry of lacking) await new FileFetch(of, entry).into(staging, uploader);
    world.face.settle('fetch');
    const proven = await publish(channel, remoteDir, staging, lacking);
    const isProven = ({ path }: ManifestEntry) => proven.has(path);
    ends.push(...lacking.filter(isProven).map((entry): PushedFile => ({ ...entry, outcome: 'pushed' })));
    lacking = lacking.filter((entry) => !isProven(entry));
  }
  const why = `did not come from ${of.folder.place} with the hash that was kept, or could not be moved into place`;
  ends.push(
    ...lacking.map(({ path, bytes: size }): PushedFile => ({ path, bytes: size, outcome: 'damaged', why })),
  );
  return {
    files: ends,
    complete: ends.every(({ outcome }) => outcome === 'pushed' || outcome === 'already'),
  };
}

class FileFetch {
  readonly #of: Fetching;
  readonly #entry: ManifestEntry;

  constructor(of: Fetching, entry: ManifestEntry) {
    this.#of = of;
    this.#entry = entry;
  }

  async into(staging: string, uploader: Uploader | undefined): Promise<void> {
    const { world, channel, folder, cell } = this.#of;
    const { path, bytes } = this.#entry;
    const name = nameInFolder({ cell, path });
    world.face.progress('fetch', { label: 'store to box', done: 0, total: bytes, unit: 'bytes', note: name });
    if (bytes > 0 && uploader && (await this.#byItself(staging, uploader, name))) return;
    if (bytes > 0 && uploader)
      world.face.line(
        `${name}: the box does not get it from ${folder.place}; it passes through this machine`,
      );
    const content = bytes > 0 ? rangesOf(await folder.open(name), world.signal) : new Uint8Array(0);
    await channel.put(`${staging}/${path}`, content, 0o644);
  }

  /** An address is good for a quarter of an hour to begin with, so each try has its own. */
  async #byItself(staging: string, uploader: Uploader, name: string): Promise<boolean> {
    const { world, channel, folder } = this.#of;
    const { path, bytes } = this.#entry;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      world.signal.throwIfAborted();
      const url = await folder.readLink(name);
      const order = { dir: staging, path, bytes, url, signal: world.signal };
      if (await downloadToBox(channel, uploader, order)) return true;
      if (attempt < TRIES) await world.clock.sleep(backoff(attempt, { first: 0.5 }), world.signal);
    }
    return false;
  }
}
