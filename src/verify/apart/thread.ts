import { deserialize } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { Problem } from '../../problem.ts';
import type { RangeSource } from '../contract/source.ts';
import type { FileVerdict } from '../contract/verdict.ts';
import type { SourceExtras } from '../read/bounded-reader.ts';
import type { FilesUnderWay } from './files-under-way.ts';
import { type ApartLimits, type Breach, LimitWatch } from './limits.ts';
import type { FinalVerdict, Order, Said, Told } from './messages.ts';
import { keepThread, takeThread } from './ready-thread.ts';
import { ApartSources } from './sources.ts';

/** What an order needs of the world. */
export interface Beyond {
  open(path: string): Promise<RangeSource & SourceExtras>;
  limits: ApartLimits;
  signal?: AbortSignal | undefined;
  /** It leaves much memory behind, which is worth more than a thread that waits. */
  isMuch?: boolean;
  /** Of a tree, which of them are under way. */
  files?: FilesUnderWay;
  onProgress?: ((path: string, done: number, total: number) => void) | undefined;
  onVerdict?: ((verdict: FileVerdict) => void) | undefined;
  onFinal?: (verdicts: readonly FinalVerdict[]) => void;
}

/** `turn`: that in which the thread was ended. `isOver`: there is no time for another try without it. */
export type Outcome = { result: unknown } | (Breach & { isOver: boolean });

/**
 * Carries an order out in a thread, which is ended when it takes too long or too much, or when the signal says so.
 *
 * @throws `signal.reason` when aborted; what `open` or a source threw, as they threw it
 */
export async function inThread(order: Order, beyond: Beyond): Promise<Outcome> {
  beyond.signal?.throwIfAborted();
  const { heapBytes } = beyond.limits;
  const worker = takeThread(heapBytes);
  // Only while there is work may the process not end before the thread.
  worker.ref();
  const sources = new ApartSources(beyond.open, (told, transfer) => worker.postMessage(told, transfer));
  let isFit = false;
  try {
    const outcome = await ended(worker, order, beyond, sources);
    isFit = 'result' in outcome;
    return outcome;
  } finally {
    worker.unref();
    if (!isFit || beyond.isMuch || !keepThread(worker, heapBytes)) await worker.terminate();
    await sources.close();
  }
}

function ended(worker: Worker, order: Order, beyond: Beyond, sources: ApartSources): Promise<Outcome> {
  const { signal, limits, files, onProgress, onVerdict, onFinal } = beyond;
  return new Promise<Outcome>((resolve, reject) => {
    const stop = (breach: Breach) => done(resolve, { ...breach, isOver: watch.isTotalOver });
    const watch = new LimitWatch(limits, files, stop);
    const abort = () => done(reject, signal?.reason);
    const listeners = {
      error(error: NodeJS.ErrnoException) {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
          stop({ turn: watch.turn, why: watch.heapWords, ofMemory: true });
        else done(reject, error);
      },
      exit: () => done(reject, new Error('the thread that verifies ended by itself')),
      message(said: Said) {
        if (said.said === 'turn') watch.begin(said.turn);
        else if (said.said === 'ask') void sources.answer(said.id, said.question);
        else if (said.said === 'progress') for (const each of said.of) onProgress?.(...each);
        else if (said.said === 'final') onFinal?.(said.verdicts);
        else if (said.said === 'packed') onFinal?.(deserialize(said.verdicts));
        else if (said.said === 'crowded') stop({ turn: watch.turn, why: said.what, ofMemory: true });
        else if (said.said === 'verdict') onVerdict?.(said.verdict);
        else if (said.said === 'done') done(resolve, { result: said.result });
        else if (said.id !== undefined) done(reject, sources.failure(said.id));
        else if (said.problem !== undefined) done(reject, new Problem(said.problem));
        else stop({ turn: watch.turn, why: `could not be examined: ${said.what}` });
      },
    };
    const done = <Value>(settle: (value: Value) => void, value: Value) => {
      watch.end();
      signal?.removeEventListener('abort', abort);
      for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener);
      settle(value);
    };
    signal?.addEventListener('abort', abort, { once: true });
    for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener);
    worker.postMessage(order satisfies Told);
  });
}
