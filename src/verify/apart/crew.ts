import type { Worker } from 'node:worker_threads';
import type { LocalPlaces } from '../contract/tree.ts';
import type { FileVerdict } from '../contract/verdict.ts';
import type { CrewHands, FileCrew, TreeItem } from '../engine/tree-member.ts';
import { takeThread } from '../tensor/thread.ts';
import { ItemPacker, type SharedItems, takeItem } from './item-queue.ts';
import type { ApartTreeOptions, FileProgress, Said } from './messages.ts';
import { costOf, crewFor, slicedFrom } from './others.ts';

/** To one thread of the crew, once. */
export interface CrewOrder {
  items: SharedItems;
  options: ApartTreeOptions;
  local: LocalPlaces;
  cells: Int32Array;
  thread: number;
  tellsVerdicts: boolean;
}

export type CrewSaid =
  | Extract<Said, { said: 'packed' | 'progress' | 'thrown' }>
  | { said: 'settled'; item: TreeItem; verdict: FileVerdict }
  | { said: 'done' };

/** So often this thread listens to the others. */
const BREATH_MS = 20;

interface CrewPlan extends Omit<CrewOrder, 'items' | 'thread'> {
  jobs: number;
  isRefused(path: string): boolean;
  say(said: Said, transfer?: ArrayBuffer[]): void;
  onProgress(of: readonly FileProgress[]): void;
}

/** A thread of the crew is gone. What it had under way may be no fault of the file: two that need much memory met. */
export class CrewLost extends Error {}

/** Up to `jobs - 1` threads beside the one that verifies a tree, which take files of this machine as that one does. */
export class Crew implements FileCrew {
  readonly #plan: CrewPlan;

  constructor(plan: CrewPlan) {
    this.#plan = plan;
  }

  async take(all: () => Iterable<TreeItem>, hands: CrewHands): Promise<Iterable<TreeItem>> {
    const { jobs } = this.#plan;
    let bytes = 0;
    for (const { sizeBytes } of all()) bytes += sizeBytes;
    const cut = slicedFrom(bytes, jobs);
    const stays = (item: TreeItem) => this.#staysHere(item, cut);
    let shared = 0;
    for (const item of all()) if (!stays(item)) shared += costOf(item.sizeBytes);
    const others = crewFor(shared, jobs);
    if (others < 1) return all();
    const packer = new ItemPacker();
    const left: TreeItem[] = [];
    for (const item of all()) {
      if (stays(item)) left.push(item);
      else packer.add(item);
    }
    await this.#share(packer.shared(), others, hands);
    return left;
  }

  #staysHere({ path, sizeBytes, task }: TreeItem, cut: number): boolean {
    // One thread must see all bytes of a hash in their order.
    const isHashed =
      this.#plan.options.hash === true || (task.sha256 !== undefined && task.alreadyHashed === undefined);
    if (sizeBytes >= cut && !isHashed) return true;
    // The tensors of a checkpoint before may be many, and would be sent with each file.
    return task.previous !== undefined || this.#plan.isRefused(path);
  }

  async #share(items: SharedItems, count: number, hands: CrewHands): Promise<void> {
    const others = Array.from({ length: count }, (_none, n) => this.#start(items, n + 1, hands));
    // Awaited below; a failure while this thread works must not count as unhandled.
    for (const { done } of others) done.catch(() => {});
    try {
      let breath = performance.now();
      for (let item = takeItem(items); item !== undefined; item = takeItem(items)) {
        await hands.verifyHere(item);
        if (performance.now() - breath < BREATH_MS) continue;
        await new Promise((resolve) => setImmediate(resolve));
        breath = performance.now();
      }
      this.#plan.cells[0] = -1;
      await Promise.all(others.map(({ done }) => done));
    } finally {
      await Promise.all(others.map(({ worker }) => worker.terminate()));
    }
  }

  #start(items: SharedItems, thread: number, hands: CrewHands): { worker: Worker; done: Promise<void> } {
    const { options, local, cells, tellsVerdicts, say, onProgress } = this.#plan;
    const worker = takeThread('crew-worker');
    const done = new Promise<void>((resolve, reject) => {
      worker.on('error', (error) => reject(new CrewLost(error.message)));
      worker.on('exit', () => reject(new CrewLost('a thread ended by itself')));
      worker.on('message', (said: CrewSaid) => {
        if (said.said === 'packed') say(said, [said.verdicts.buffer as ArrayBuffer]);
        else if (said.said === 'settled') hands.settle(said.item, said.verdict);
        else if (said.said === 'progress') onProgress(said.of);
        else if (said.said === 'thrown') reject(new CrewLost(said.what));
        else resolve();
      });
    });
    worker.postMessage({ items, options, local, cells, thread, tellsVerdicts } satisfies CrewOrder);
    return { worker, done };
  }
}
