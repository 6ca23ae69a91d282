import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { shown, verifyMember } from '../engine/tree-member.ts';
import { openLocal } from '../read/local-file.ts';
import type { CrewOrder, CrewSaid } from './crew.ts';
import { setUnderWay } from './files-under-way.ts';
import { takeItem } from './item-queue.ts';
import { type FinalVerdict, thrown, VERDICTS_AT_ONCE } from './messages.ts';
import { ProgressOfMany } from './progress-of-many.ts';

// One of the threads that `Crew` starts.

const say = (said: CrewSaid, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(said, transfer);

parentPort?.once('message', (order: CrewOrder) => {
  work(order).catch((error: unknown) => say(thrown(error)));
});

async function work({ items, options, local, cells, thread, tellsVerdicts }: CrewOrder): Promise<void> {
  const progress = new ProgressOfMany((of) => say({ said: 'progress', of }));
  const onProgress = (path: string, done: number, total: number) => progress.tell(path, done, total);
  let final: FinalVerdict[] = [];
  const sayFinal = () => {
    if (final.length === 0) return;
    // Whoever hands it on need not read it.
    const packed = new Uint8Array(serialize(final));
    say({ said: 'packed', verdicts: packed }, [packed.buffer]);
    final = [];
  };
  for (let item = takeItem(items); item !== undefined; item = takeItem(items)) {
    setUnderWay(cells, thread, item.index);
    const source = openLocal(local, item);
    const verdict = await verifyMember(source, { ...options, onProgress }, item.task, { path: item.path });
    if (item.isAwaited || (tellsVerdicts && item.isWanted)) say({ said: 'settled', item, verdict });
    else final.push([item.index, shown(verdict, options)]);
    if (final.length >= VERDICTS_AT_ONCE) sayFinal();
  }
  setUnderWay(cells, thread);
  sayFinal();
  progress.flush();
  say({ said: 'done' });
}
