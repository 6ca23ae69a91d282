import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { Role } from '../../evidence-level.ts';
import { Problem } from '../../problem.ts';
import type { RangeSource } from '../contract/source.ts';
import type { FileVerdict } from '../contract/verdict.ts';
import { roleOfSource } from '../engine/role-by-content.ts';
import { verifyFile } from '../engine/verify-file.ts';
import { verifyEach } from '../engine/verify-tree.ts';
import type { SourceExtras } from '../read/bounded-reader.ts';
import { openLocal } from '../read/local-file.ts';
import { Crew, CrewLost } from './crew.ts';
import { setUnderWay } from './files-under-way.ts';
import type {
  Failure,
  FileProgress,
  FinalVerdict,
  OpenedSource,
  Order,
  Question,
  Said,
  Told,
} from './messages.ts';
import { keyOf, thrown, VERDICTS_AT_ONCE } from './messages.ts';
import { ProgressOfMany } from './progress-of-many.ts';

// What the thread `apart-worker.ts` does, loaded when it has begun to listen.

const waiting = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>();
/** Errors that came from beyond this thread, by the answer that brought them: they are thrown there as they were. */
const foreign = new WeakMap<Error, number>();
let asked = 0;

const say = (said: Said, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(said, transfer);
const sayProgress = (of: FileProgress[]): void => say({ said: 'progress', of });

export { takeFrom } from '../tensor/thread.ts';

/** One message after the other, as they came. */
export function hear(told: Told): void {
  if ('order' in told) void carryOut(told);
  else take(told);
}

async function carryOut(order: Order): Promise<void> {
  try {
    say({ said: 'done', result: await work(order) });
  } catch (error) {
    if (error instanceof CrewLost) say({ said: 'crowded', what: error.message });
    else say(thrown(error, error instanceof Error ? foreign.get(error) : undefined));
  }
}

async function work(order: Order): Promise<unknown> {
  if (order.order === 'tree') return await lookAtTree(order);
  if (order.order === 'roles') return await rolesOf(order);
  say({ said: 'turn', turn: { kind: 'all', path: '', bytes: order.bytes } });
  const source = await open('');
  try {
    if (order.order === 'role') return await roleOfSource(source);
    return await verifyFile(source, { ...order.options, onProgress: progressOf('') });
  } finally {
    await source.close();
  }
}

async function rolesOf({ files, local }: Order & { order: 'roles' }): Promise<Role[]> {
  const roles: Role[] = [];
  for (const file of files) {
    const source = openLocal(local, file);
    roles.push(await roleOfSource(source).catch(() => 'opaque' as const));
    await source.close();
  }
  return roles;
}

async function lookAtTree(order: Order & { order: 'tree' }): Promise<FileVerdict[]> {
  const { label, files, tasks, options, refusals, cells, local, tellsVerdicts } = order;
  const indexes = new Map(files.map(({ path }, index) => [path, index]));
  const openHere = async (path: string) => {
    if (local === undefined) return open(path);
    const file = files[indexes.get(path) ?? -1];
    // What a file names is no place: only what the listing found is opened.
    if (file === undefined) throw new Error(`${JSON.stringify(path)} is not among the files of ${label}`);
    return openLocal(local, file);
  };
  const progress = new ProgressOfMany(sayProgress);
  let final: FinalVerdict[] = [];
  const sayFinal = () => {
    if (final.length > 0) say({ said: 'final', verdicts: final });
    final = [];
  };
  const { jobs = 1 } = options;
  const crew =
    local === undefined || jobs < 2
      ? undefined
      : new Crew({
          ...{ jobs, options, local, cells, tellsVerdicts, say },
          isRefused: (path) => refusals.has(keyOf({ kind: 'file', path })),
          onProgress: sayProgress,
        });
  const sets = await verifyEach(
    { label, files, open: openHere },
    {
      ...options,
      taskOf: (path) => tasks[indexes.get(path) ?? -1],
      onProgress: (path, done, total) => progress.tell(path, done, total),
      ...(tellsVerdicts && {
        onVerdict: ({ table: _table, ...verdict }: FileVerdict) => say({ said: 'verdict', verdict }),
      }),
    },
    {
      turns: {
        begin(turn) {
          setUnderWay(cells, 0, turn.index);
          if (turn.index === undefined) say({ said: 'turn', turn });
        },
        refusal: (turn) => refusals.get(keyOf(turn)),
      },
      ...(crew && { crew }),
      onFinal(index, verdict) {
        final.push([index, verdict]);
        if (final.length >= VERDICTS_AT_ONCE) sayFinal();
      },
    },
  );
  sayFinal();
  progress.flush();
  return sets;
}

function progressOf(path: string): (done: number, total: number) => void {
  const progress = new ProgressOfMany(sayProgress);
  return (done, total) => {
    progress.tell(path, done, total);
    if (done === total) progress.flush();
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
