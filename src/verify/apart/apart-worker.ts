import { parentPort } from 'node:worker_threads';
import { aheadThreads, startAhead } from '../tensor/thread.ts';
import type { Told } from './messages.ts';
import { othersFor } from './others.ts';

// The thread in which untrusted files are looked at: whatever they make it do, it can be ended from outside (`apart.ts`). What other
// threads an order needs is known before this one has compiled what it does itself, so they get ready meanwhile. In the bundle this
// is CommonJS, which a thread begins with sooner, and has a `thread.ts` of its own.

const early: Told[] = [];
let hear = (told: Told): void => void early.push(told);

parentPort?.on('message', (told: Told) => {
  if ('order' in told) for (const [name, count] of othersFor(told)) startAhead(name, count);
  hear(told);
});

void import('./apart-work.ts').then((work) => {
  work.takeFrom(aheadThreads());
  for (const told of early) work.hear(told);
  hear = work.hear;
});
