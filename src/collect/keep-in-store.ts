import type { ManifestEntry } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { digestOf } from '../canonical.ts';
import { fingerprint } from '../job/checkpoint-sets.ts';
import type { EventBody } from '../lease/events.ts';
import { Problem } from '../problem.ts';
import type { BoxFolder, BoxStore } from '../stores/box-store.ts';
import { listDigest } from '../stores/store.ts';
import type { Tree } from '../verify/contract/tree.ts';
import { type Uploader, uploaderOf } from './box-upload.ts';
import { heldStill } from './held-still.ts';
import {
  besideOf,
  isKept,
  isNewer,
  isNewest,
  keptEvent,
  letGo,
  otherThanKept,
  ownOf,
  refuse,
  type Whole,
  wordsOf,
} from './kept-news.ts';
import { AGAIN, type Bundle, type KeptCell, type LookedAt } from './looked-at.ts';
import { differingSizes, sendFiles } from './send-files.ts';
import { loadBeside, loadedSet } from './set-verdict.ts';
import type { Snapshot } from './snapshot.ts';
import { sourceOf, wholeOf } from './whole-source.ts';

const SETTLED: KeptCell = { isSettled: true, hasPulled: true };

/**
 * Lets the box send a checkpoint straight to the first store of the job that takes it, and reads it there by ranges. Nothing of
 * it comes to rest on this machine. Safe to be killed in: what was sent is not sent again, and counts only once it was read.
 *
 * @param why is told of each store that did not take it
 */
export async function keepInStore(
  looked: LookedAt,
  channel: Channel,
  bundle: Bundle,
  why: string[],
): Promise<KeptCell | undefined> {
  const stores = await looked.boxStores();
  if (stores.length === 0) {
    why.push('the job names no store that a box can send to');
    return undefined;
  }
  const uploader = await uploaderOf(channel);
  if (!uploader) {
    why.push('the box has neither curl, wget nor python3 to send it to a store');
    return undefined;
  }
  for (const store of stores) {
    const kept = await new FarKeeping({ looked, channel, bundle, uploader, store }).keep();
    if (typeof kept !== 'string') return kept;
    why.push(`${store.describe()}: ${kept}`);
  }
  return undefined;
}

interface Order {
  looked: LookedAt;
  channel: Channel;
  bundle: Bundle;
  uploader: Uploader;
  store: BoxStore;
}

/** What was sent, under one mark. */
interface SentSet {
  mark: string;
  folder: BoxFolder;
  entries: ManifestEntry[];
}

/** One checkpoint on its way into one store. */
class FarKeeping {
  readonly #order: Order;

  constructor(order: Order) {
    this.#order = order;
  }

  /** @returns why it is not kept there, where it is the store's doing */
  async keep(): Promise<KeptCell | string> {
    const { bundle, looked, channel, store } = this.#order;
    const refusal = store.refusal([...(bundle.set?.files ?? []), ...bundle.beside]);
    if (refusal !== undefined) return refusal;
    const sent = await heldStill(looked, channel, bundle, (snapshot) =>
      this.#asWhy(() => this.#send(snapshot)),
    );
    if (sent === undefined) return AGAIN;
    if (typeof sent === 'string' || 'isSettled' in sent) return sent;
    return this.#asWhy(() => this.#read(sent));
  }

  /** What a store refuses or does not answer is a reason to try another one; the line to the box is none. */
  async #asWhy<T>(work: () => Promise<T>): Promise<T | string> {
    try {
      return await work();
    } catch (error) {
      this.#order.looked.of.world.signal.throwIfAborted();
      if (error instanceof Problem || error instanceof RangeError)
        return error instanceof Problem ? error.what : error.message;
      throw error;
    }
  }

  async #send({ dir, entries }: Snapshot): Promise<SentSet | KeptCell | string | undefined> {
    const { bundle, looked, channel, uploader, store } = this.#order;
    const { world, run } = looked.of;
    const cell = looked.cell.name;
    const names = new Set(entries.map(({ path }) => path));
    if (bundle.set?.files.some(({ path }) => !names.has(path))) return undefined;
    const mark = digestOf([{ cell, files: entries.map(({ path, sha256 }) => [path, sha256]) }]);
    if (run.keptSets.has(mark) || isKept(looked, ownOf(bundle, entries))) return this.#settle();
    const folder = store.folder(run.id, mark);
    looked.memory.unfinished.set(folder.id, { mark, folder });
    const rows = entries.map((entry) => ({ ...entry, cell }));
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    world.face.line(`${cell}: ${bytes} bytes do not fit here: from the box straight to ${store.describe()}`);
    const failed = await sendFiles(
      { world, channel, lease: looked.of.lease.name, uploader, folder, dirOf: () => dir },
      rows,
    );
    if (failed.length > 0) return failed.slice(0, 3).join('; ');
    const differing = await differingSizes(folder, rows);
    if (differing.length === 0) return { mark, folder, entries };
    await this.#takeBack(mark, folder);
    return differing.slice(0, 3).join('; ');
  }

  #settle(): KeptCell {
    const { bundle, looked } = this.#order;
    if (bundle.set) looked.memory.kept = fingerprint(bundle.set);
    return SETTLED;
  }

  /** Reads what lies there now, from the store's own answers. */
  async #read({ mark, folder, entries }: SentSet): Promise<KeptCell | string> {
    const { bundle, looked } = this.#order;
    const { of } = looked;
    const cell = looked.cell.name;
    const open = this.#opener(folder, entries);
    const copies = { of, cell, open };
    const verdict = bundle.set && (await loadedSet(copies, bundle.set, entries));
    if (bundle.set && verdict?.isWhole === false) {
      await this.#takeBack(mark, folder);
      if (verdict.isOther) return `${verdict.path} ${verdict.why}`;
      refuse(looked, bundle.set, verdict);
      return AGAIN;
    }
    const whole = verdict?.isWhole ? verdict : undefined;
    const other = whole && (await otherThanKept(whole, open, of.world.signal));
    if (other !== undefined) {
      await this.#takeBack(mark, folder);
      return other;
    }
    const known = of.run.cells.get(cell);
    if (whole && known && !isNewer(known, whole) && !isNewest(known, ownOf(bundle, entries))) {
      await this.#takeBack(mark, folder);
      return this.#settle();
    }
    looked.memory.unfinished.delete(folder.id);
    return this.#keptThere({ mark, folder, entries }, whole, open);
  }

  async #keptThere({ mark, folder, entries }: SentSet, whole: Whole | undefined, open: Tree['open']) {
    const { bundle, looked, store } = this.#order;
    const { of } = looked;
    const cell = looked.cell.name;
    const beside = await loadBeside({ of, cell, open }, besideOf(bundle, entries));
    const copies = [...(whole?.files ?? []), ...beside];
    if (copies.length === 0) return this.#settle();
    const { id, place } = folder;
    const read = async (path: string): Promise<Uint8Array> => wholeOf(await open(path));
    const kept = await keptEvent(looked, {
      bundle,
      whole,
      beside,
      in: { store: store.kind, place, mark },
      read,
    });
    const stored: EventBody = {
      type: 'kept-stored',
      mark,
      cells: [{ cell, copies, ...(whole?.step !== undefined && { step: whole.step }) }],
      store: store.kind,
      id,
      place,
      digest: listDigest(await folder.list()),
      bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0),
      files: entries.length,
    };
    await letGo(of, bundle, cell, []);
    await this.#dropUnfinished();
    if (bundle.set)
      of.world.face.line(
        `${cell}: ${wordsOf(bundle.set, whole?.step)} is in ${place}, hash-equal and loaded there`,
      );
    return { ...this.#settle(), events: [kept, stored] };
  }

  #opener(folder: BoxFolder, entries: readonly ManifestEntry[]): Tree['open'] {
    const cell = this.#order.looked.cell.name;
    const empty = new Set(entries.flatMap(({ path, bytes }) => (bytes === 0 ? [path] : [])));
    // A server has no range to give of what holds nothing.
    return async (path) =>
      empty.has(path) ? sourceOf(path, new Uint8Array(0)) : folder.open(`${cell}/${path}`);
  }

  /** What was begun of checkpoints that nobody wants any more, since this one is newer. */
  async #dropUnfinished(): Promise<void> {
    const { unfinished } = this.#order.looked.memory;
    for (const [id, { mark, folder }] of unfinished) {
      unfinished.delete(id);
      await this.#takeBack(mark, folder);
    }
  }

  /** What does not count is nobody's, unless another machine has counted it meanwhile. */
  async #takeBack(mark: string, folder: BoxFolder): Promise<void> {
    const { world, run } = this.#order.looked.of;
    const { events } = await world.ledger.read(run.id);
    const isCounted = events.some((event) => event.type === 'kept-stored' && event.mark === mark);
    if (isCounted) return;
    this.#order.looked.memory.unfinished.delete(folder.id);
    await folder.drop().catch((error: unknown) => {
      world.signal.throwIfAborted();
      if (!(error instanceof Problem)) throw error;
      world.face.line(`what does not count stays in ${folder.place}: ${error.what}`);
    });
  }
}
