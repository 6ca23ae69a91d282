import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { Problem, type ProblemDetail } from '../../problem.ts';
import type { RangeSource } from '../contract/source.ts';
import { roleOfSource } from '../engine/role-by-content.ts';
import { verifyFile } from '../engine/verify-file.ts';
import { verifyTree } from '../engine/verify-tree.ts';
import type { SourceExtras } from '../read/bounded-reader.ts';
import type { Failure, OpenedSource, Order, Question, Said, Told } from './messages.ts';
import { keyOf } from './messages.ts';

// The thread in which untrusted files are looked at: whatever they make it do, it can be ended from outside (`apart.ts`).

const waiting = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>();
/** Errors that came from beyond this thread, by the answer that brought them: they are thrown there as they were. */
const foreign = new WeakMap<Error, number>();
let asked = 0;

const say = (said: Said): void => parentPort?.postMessage(said);

parentPort?.on('message', (told: Told) => {
  if ('order' in told) void carryOut(told);
  else take(told);
});

async function carryOut(order: Order): Promise<void> {
  try {
    say({ said: 'done', result: await work(order) });
  } catch (error) {
    const id = error instanceof Error ? foreign.get(error) : undefined;
    say({
      said: 'thrown',
      what: String(error).slice(0, 200),
      ...(error instanceof Problem ? { problem: detailOf(error) } : {}),
      ...(id === undefined ? {} : { id }),
    });
  }
}

async function work(order: Order): Promise<unknown> {
  if (order.order === 'tree') return await lookAtTree(order);
  say({ said: 'turn', turn: { kind: 'all', path: '', bytes: order.bytes } });
  const source = await open('');
  try {
    if (order.order === 'role') return await roleOfSource(source);
    return await verifyFile(source, { ...order.options, onProgress: progressOf('') });
  } finally {
    await source.close();
  }
}

function lookAtTree({ label, files, tasks, options, refusals }: Order & { order: 'tree' }) {
  const taskOf = new Map(tasks);
  const progress = new Map<string, (done: number, total: number) => void>();
  return verifyTree(
    { label, files, open },
    {
      ...options,
      taskOf: (path) => taskOf.get(path),
      onProgress(path, done, total) {
        const tell = progress.get(path) ?? progressOf(path);
        progress.set(path, tell);
        tell(done, total);
        if (done === total) progress.delete(path);
      },
      onVerdict: ({ table: _table, ...verdict }) => say({ said: 'verdict', verdict }),
    },
    { begin: (turn) => say({ said: 'turn', turn }), refusal: (turn) => refusals.get(keyOf(turn)) },
  );
}

const TELL_EVERY_MS = 50;

/** A message for each chunk would cost more than reading it. */
function progressOf(path: string): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    const now = performance.now();
    if (done < total && now - last < TELL_EVERY_MS) return;
    last = now;
    say({ said: 'progress', path, done, total });
  };
}

async function open(path: string): Promise<RangeSource & SourceExtras> {
  const opened = await ask<OpenedSource>({ to: 'open', path });
  const { source, label, sizeBytes, descriptor } = opened;
  return {
    label,
    sizeBytes,
    ...(descriptor === undefined ? {} : readingOf(opened, descriptor)),
    read: (offset, length) =>
      descriptor === undefined
        ? ask({ to: 'read', source, offset, length })
        : readHere(opened, offset, length),
    changed: () => ask({ to: 'changed', source }),
    close: () => ask({ to: 'close', source }),
  };
}

async function readHere(opened: OpenedSource, offset: number, length: number): Promise<Uint8Array> {
  if (length > opened.sizeBytes)
    throw new RangeError(`${length} bytes lie outside ${opened.label} (${opened.sizeBytes} bytes)`);
  const target = new Uint8Array(length);
  readNow(opened, opened.descriptor as number, offset, target);
  return target;
}

const readingOf = (opened: OpenedSource, descriptor: number): Required<Omit<SourceExtras, 'changed'>> => ({
  descriptor,
  readIntoNow: (offset, target) => readNow(opened, descriptor, offset, target),
  readInto: async (offset, target) => readNow(opened, descriptor, offset, target),
});

function readNow(
  { label, sizeBytes }: OpenedSource,
  descriptor: number,
  offset: number,
  target: Uint8Array,
): void {
  if (offset < 0 || offset + target.length > sizeBytes)
    throw new RangeError(`${target.length} bytes from ${offset} lie outside ${label} (${sizeBytes} bytes)`);
  for (let done = 0; done < target.length; ) {
    const read = readSync(descriptor, target, done, target.length - done, offset + done);
    if (read === 0) throw new RangeError(`${label} ended at ${offset + done}, it had ${sizeBytes} bytes`);
    done += read;
  }
}

function ask<Value>(question: Question): Promise<Value> {
  const id = asked++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    say({ said: 'ask', id, question });
  });
}

function take(told: Exclude<Told, Order>): void {
  const asker = waiting.get(told.answer);
  waiting.delete(told.answer);
  if ('failure' in told) asker?.reject(errorOf(told.failure));
  else asker?.resolve(told.value as never);
}

function errorOf(failure: Failure): Error {
  const error = madeOf(failure);
  foreign.set(error, failure.id);
  return error;
}

function madeOf(failure: Failure): Error {
  if (failure.kind === 'range') return new RangeError(failure.message);
  if (failure.kind === 'problem') return new Problem(failure.detail);
  return Object.assign(new Error(failure.message), { name: failure.name });
}

function detailOf({ code, kind, what, next, costing, at }: Problem): ProblemDetail {
  return { code, kind, what, next, costing, ...(at && { at }) };
}
