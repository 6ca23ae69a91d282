import type { Channel } from '../box/channel.ts';
import { backoff } from '../host/backoff.ts';
import { inParallel } from '../host/limit.ts';
import { type BoxFolder, CONDITIONS, type Condition } from '../stores/box-store.ts';
import type { PartedUpload } from '../stores/parted-upload.ts';
import type { World } from '../world.ts';
import { type Upload, type Uploader, uploadFromBox } from './box-upload.ts';
import type { ManifestRow } from './manifest.ts';

/** Files of a box, and the place of a store that the box is to send them to. */
export interface Dispatch {
  world: World;
  channel: Channel;
  uploader: Uploader;
  /** Whose box it is. */
  lease: string;
  folder: BoxFolder;
  /** Where the files of a cell lie; absolute, on the box. */
  dirOf(cell: string): string;
}

const LANES = 3;
const TRIES = 4;
/** Written once: what is there already is compared like everything else. */
const THERE_ALREADY = [409, 412];
/** Said by services that do not know a condition, and of a content that is not what was signed. */
const CONDITION_REFUSED = [400, 501];

/** As a store has it. */
export const nameInFolder = ({ cell, path }: { cell: string; path: string }): string => `${cell}/${path}`;

/**
 * Lets the box send what is not there yet. Safe to be killed in and to be called again: an object is there whole or not at all,
 * and is never sent twice.
 *
 * @returns what was not sent, and why
 */
export async function sendFiles(dispatch: Dispatch, files: readonly ManifestRow[]): Promise<string[]> {
  const { face } = dispatch.world;
  const there = new Set((await dispatch.folder.list()).map(({ name }) => name));
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  const sending = new Sending(dispatch);
  const failed: string[] = [];
  let done = 0;
  const one = async (file: ManifestRow): Promise<void> => {
    const name = nameInFolder(file);
    const why = there.has(name) ? undefined : await sending.send(file);
    if (why !== undefined) failed.push(`${name}: ${why}`);
    else if (!there.has(name)) dispatch.world.traffic?.add(dispatch.lease, { fromBoxBytes: file.bytes });
    done += file.bytes;
    face.progress('send', { label: 'box to store', done, total, unit: 'bytes', note: name });
  };
  await inParallel(files, LANES, one).finally(() => face.settle('send'));
  return failed;
}

/** Sizes, which cost nothing to ask: what is missing, cut or nobody's is told before anything is read. */
export async function differingSizes(folder: BoxFolder, files: readonly ManifestRow[]): Promise<string[]> {
  const there = new Map((await folder.list()).map(({ name, bytes }) => [name, bytes]));
  return files.flatMap((file) => {
    const name = nameInFolder(file);
    const bytes = there.get(name);
    if (bytes === file.bytes) return [];
    return [`${name} ${bytes === undefined ? 'is missing' : `has ${bytes} bytes, not ${file.bytes}`}`];
  });
}

class Sending {
  readonly #dispatch: Dispatch;
  #condition: Condition = CONDITIONS[0];

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
  }

  /** @returns why it was not sent */
  async send(file: ManifestRow): Promise<string | undefined> {
    const { folder } = this.#dispatch;
    const inParts = folder.inParts({ path: nameInFolder(file), bytes: file.bytes });
    if (!inParts) return this.#sendWhole(file);
    const upload = await inParts();
    const whys = await inParallel(upload.lacking, LANES, (part) =>
      this.#tried(async () => {
        const link = { url: await upload.link(part), headers: {} };
        return this.#once(file, { link, part });
      }),
    );
    return whys.find((each) => each !== undefined) ?? completed(upload);
  }

  /** @returns why it was not sent */
  async #tried(once: () => ReturnType<typeof uploadFromBox>): Promise<string | undefined> {
    const { clock, signal } = this.#dispatch.world;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const { status, why } = await once();
      if (status !== undefined && status < 300) return undefined;
      const mayHelp = status === undefined || status >= 500 || status === 429;
      if (!mayHelp || attempt >= TRIES) return status === undefined ? why : `HTTP ${status}`;
      await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
    }
  }

  async #sendWhole(file: ManifestRow): Promise<string | undefined> {
    const { clock, signal } = this.#dispatch.world;
    let condition = this.#condition;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const asked = { path: nameInFolder(file), sha256: file.sha256 };
      const link = await this.#dispatch.folder.link(asked, condition);
      const { status, why } = await this.#once(file, { link });
      if (status !== undefined && (status < 300 || THERE_ALREADY.includes(status))) {
        this.#condition = condition;
        return undefined;
      }
      const easier = CONDITIONS[CONDITIONS.indexOf(condition) + 1];
      if (status !== undefined && CONDITION_REFUSED.includes(status) && easier !== undefined) {
        condition = easier;
        attempt -= 1;
        continue;
      }
      const mayHelp = status === undefined || status >= 500 || status === 429;
      if (!mayHelp || attempt >= TRIES) return status === undefined ? why : `HTTP ${status}`;
      await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
    }
  }

  async #once(file: ManifestRow, sent: Pick<Upload, 'link' | 'part'>) {
    const { world, channel, uploader, dirOf } = this.#dispatch;
    return uploadFromBox(channel, uploader, {
      dir: dirOf(file.cell),
      path: file.path,
      bytes: file.bytes,
      ...sent,
      signal: world.signal,
    });
  }
}

/** A file that is shorter by now has a part that is, too. @returns why it was not put together */
const completed = (upload: PartedUpload): Promise<string | undefined> =>
  upload.complete().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof RangeError) return error.message;
      throw error;
    },
  );
