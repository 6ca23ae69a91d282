import type { RunDir } from '../launch/launcher.ts';
import type { Piece } from '../metrics/row.ts';
import type { EngineWord, KnownTasks, Probe, ProbeCell, ProbeEarly } from './box-plan.ts';
import { type Channel, TransportFailed } from './channel.ts';
import { callKeeper, KEEPER_GONE, unusableAnswer } from './keeper-call.ts';

const MAX_CELLS = 10_000;
const MOST_SOURCES = 8;
const MOST_PIECE_BYTES = 2 ** 17;

/**
 * One look at the run: one exec. A box on which the keeper is gone (reset to its image, recreated) gives queue `absent`.
 *
 * @param word what the engine of a queue says of the submission: its processes are on another machine
 * @param known where that submission has tasks
 * @throws TransportFailed when the answer did not arrive whole; Problem `unfit` when the keeper failed
 */
export async function probe(
  channel: Channel,
  dir: RunDir,
  word?: EngineWord,
  known?: KnownTasks,
): Promise<Probe> {
  const words = ['probe', dir.base, ...(word === undefined ? [] : [word])];
  if (known) words.push(...(word === undefined ? [''] : []), known.over, 'known');
  const result = await callKeeper(channel, dir, words, {
    maxOutputBytes: 16 * 1024 * 1024,
    ...(known && { stdin: Buffer.from(known.ended.map((name) => `${name}\n`).join('')) }),
  });
  if (result.exitCode === KEEPER_GONE) return nothingThere();
  const lines = result.stdout.split('\n');
  const line = lines.findLast((each) => each.startsWith('{"gpuLease":1,'));
  if (result.exitCode !== 0 || line === undefined) throw unusableAnswer('Looking at the run', result, dir);
  const seen = readProbe(line);
  return seen.tasks ? { ...seen, cells: cellsOfTasks(lines, seen.boxTime) } : seen;
}

/**
 * Of lines that tasks wrote themselves, each at a time of its own, and of the few words of those whose line did not come. A line that is
 * none tells nothing of its cell, and nothing of the others.
 */
function cellsOfTasks(lines: readonly string[], boxTime: number): ProbeCell[] {
  const cells = new Map<string, ProbeCell>();
  for (const line of lines) {
    if (!line.startsWith('{"gpuLeaseTask":1,') || cells.size >= MAX_CELLS) continue;
    const raw = parsed(line);
    const [cell] = readCell(raw['cell']);
    if (!cell) continue;
    const agoSeconds = Math.max(0, boxTime - (count(raw['at']) ?? boxTime));
    const task = count(raw['task']) ?? cells.get(cell.name)?.task;
    const audited = count(raw['audited']);
    const isLost = cells.get(cell.name)?.state === 'lost';
    cells.set(cell.name, {
      ...older(cell, agoSeconds),
      ...(audited !== null && { audited }),
      ...(isLost && { state: 'lost' as const }),
      ...(task !== undefined && { task }),
    });
  }
  return [...cells.values()];
}

function parsed(line: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return {};
  }
}

/** What was so long ago when it was written down is so much longer ago now. */
const older = (cell: ProbeCell, seconds: number): ProbeCell => ({
  ...cell,
  heartbeatAgeSeconds: later(cell.heartbeatAgeSeconds, seconds),
  changedAgoSeconds: later(cell.changedAgoSeconds, seconds),
  quietSeconds: later(cell.quietSeconds, seconds),
});

const later = (age: number | null, seconds: number): number | null => (age === null ? null : age + seconds);

/** @throws TransportFailed for anything but the keeper's own line; numbers and texts in it are bounded, not believed */
export function readProbe(line: string): Probe {
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch (cause) {
    throw new TransportFailed('the box answered something that is no JSON', 'short', { cause });
  }
  const top = asObject(raw);
  const disk = asObject(top['disk']);
  const memory = asObject(top['memory']);
  const gpu = bytesOf(top['gpuHex'], 4096);
  return {
    boxTime: count(top['boxTime']) ?? 0,
    bootId: word(top['bootId'], 64),
    uptimeSeconds: count(top['uptimeSeconds']) ?? 0,
    attempt: count(top['attempt']) ?? 0,
    queue: oneOf(top['queue'], ['absent', 'running', 'ended', 'lost'] as const, 'lost'),
    ...endOf(top),
    ...(top['audited'] === true && { audited: true as const }),
    ...(count(top['takenAwayAt']) !== null && { takenAwayAt: count(top['takenAwayAt']) ?? 0 }),
    ...(count(top['parkedAt']) !== null && { parkedAt: count(top['parkedAt']) ?? 0 }),
    ...(count(top['parkExit']) !== null && { parkExit: count(top['parkExit']) ?? 0 }),
    ...(top['setup'] !== undefined && { setup: earlyOf(top['setup']) }),
    ...(top['data'] !== undefined && { data: dataOf(top['data']) }),
    ...tasksOf(top['tasks']),
    cells: Array.isArray(top['cells']) ? top['cells'].slice(0, MAX_CELLS).flatMap(readCell) : [],
    disk: {
      freeBytes: count(disk['freeBytes']) ?? 0,
      totalBytes: count(disk['totalBytes']) ?? 0,
      freeInodes: count(disk['freeInodes']),
      totalInodes: count(disk['totalInodes']),
    },
    memory: {
      usedBytes: count(memory['usedBytes']),
      maxBytes: count(memory['maxBytes']),
      oomKills: count(memory['oomKills']),
    },
    gpu: gpu.length > 0 ? textOf(gpu).replace(/;$/, '') : null,
  };
}

function tasksOf(value: unknown): Pick<Probe, 'tasks'> {
  const { planned, over } = asObject(value);
  const [all, ended] = [count(planned), count(over)];
  return all === null || ended === null ? {} : { tasks: { planned: all, over: ended } };
}

function endOf(top: Record<string, unknown>): Pick<Probe, 'queueExitCode' | 'queueReason'> {
  const queueExitCode = count(top['queueExitCode']);
  if (queueExitCode === null) return {};
  return { queueExitCode, queueReason: textOf(bytesOf(top['queueReasonHex'], 1000)) };
}

function earlyOf(value: unknown): ProbeEarly {
  const early = asObject(value);
  const state = oneOf(early['state'], ['running', 'exited', 'lost'] as const, 'lost');
  return { state, exitCode: count(early['exitCode']), logTail: textOf(bytesOf(early['logTailHex'], 4096)) };
}

function dataOf(value: unknown): NonNullable<Probe['data']> {
  const data = asObject(value);
  const lines = textOf(bytesOf(data['resultHex'], 16_384)).split('\n');
  const fetched = lines.flatMap((line) => {
    const [, files, bytes, sha256] = /^\d{1,3} (\d{1,6}) (\d{1,15}) ([0-9a-f]{64})$/.exec(line) ?? [];
    return sha256 === undefined ? [] : [{ files: Number(files), bytes: Number(bytes), sha256 }];
  });
  return { ...earlyOf(value), bytes: count(data['bytes']) ?? 0, fetched };
}

function readCell(value: unknown): ProbeCell[] {
  const cell = asObject(value);
  const name = word(cell['name'], 100);
  if (name === '') return [];
  const reason = cell['reason'] || undefined;
  return [
    {
      name,
      state: oneOf(cell['state'], ['waiting', 'running', 'exited', 'lost'] as const, 'lost'),
      attempt: count(cell['attempt']) ?? 0,
      exitCode: count(cell['exitCode']),
      ...(reason === undefined ? {} : { reason: oneOf(reason, REASONS, 'unknown') }),
      syncExitCode: count(cell['syncExitCode']),
      ...durableOf(cell),
      startedAt: count(cell['startedAt']),
      endedAt: count(cell['endedAt']),
      heartbeatAgeSeconds: atLeastZero(cell['heartbeatAgeSeconds']),
      logBytes: count(cell['logBytes']) ?? 0,
      logTail: textOf(bytesOf(cell['logTailHex'], 4096)),
      metrics: Array.isArray(cell['metrics'])
        ? cell['metrics'].slice(0, MOST_SOURCES).flatMap((sent) => readSource(asObject(sent)))
        : readOldSource(cell),
      background: count(cell['background']) ?? 0,
      changedAfterEnd: count(cell['changedAfterEnd']) ?? 0,
      changedAgoSeconds: atLeastZero(cell['changedAgoSeconds']),
      quietSeconds: atLeastZero(cell['quietSeconds']),
      watched: readWatched(bytesOf(cell['watchedHex'], 1_000_000)),
      ...(cell['more'] === true && { more: true as const }),
    },
  ];
}

const REASONS = [
  'exited',
  'disk-gate',
  'hook',
  'signal',
  'node-lost',
  'taken',
  'dead-man',
  'background',
  'unknown',
] as const;

const DURABLE_FAILURES = ['no-room', 'not-there', 'changed', 'differs', 'copy-failed', 'unknown'] as const;

function durableOf(cell: Record<string, unknown>): Pick<ProbeCell, 'durable' | 'durableFailure'> {
  const durable = asObject(cell['durable']);
  const [id, files, bytes] = [word(durable['id'], 40), count(durable['files']), count(durable['bytes'])];
  const why = cell['durableFailure'];
  return {
    // Its first number is a time, and a box may say anything.
    ...(/^\d{1,11}-\d{1,9}$/.test(id) &&
      files !== null &&
      bytes !== null && { durable: { id, name: textOf(bytesOf(durable['nameHex'], 1024)), files, bytes } }),
    ...(why !== undefined && { durableFailure: oneOf(why, DURABLE_FAILURES, 'unknown') }),
  };
}

function readWatched(bytes: Buffer): ProbeCell['watched'] {
  return textOf(bytes)
    .split('\n')
    .flatMap((line) => {
      const [, modifiedAt, size, path] = /^(\d{1,12}) (\d{1,15}) \.\/(.+)$/.exec(line) ?? [];
      if (path === undefined) return [];
      return [{ path, bytes: Number(size), modifiedAt: Number(modifiedAt) }];
    });
}

function readSource(sent: Record<string, unknown>): ProbeCell['metrics'] {
  const source = count(sent['source']);
  const start = bytesOf(sent['startHex'], 16_384);
  const head = pieceOf(sent['headHex'], sent['headAt'], start);
  const ofHead = head?.at === 0 ? Buffer.from(head.bytes) : start;
  const tail = pieceOf(sent['tailHex'], sent['tailAt'], start.length > 0 ? start : ofHead);
  const path = textOf(bytesOf(sent['pathHex'], 4096));
  return source === null || !tail ? [] : [{ source, tail, ...(head && { head }), ...(path && { path }) }];
}

function pieceOf(hex: unknown, at: unknown, start: Buffer): Piece | undefined {
  const bytes = bytesOf(hex, MOST_PIECE_BYTES);
  if (bytes.length === 0) return;
  return { bytes, at: count(at) ?? 0, ...(start.length > 0 && { start }) };
}

/** A box whose keeper an earlier version installed: one file of JSON lines. What is left of a line that was cut is no JSON. */
function readOldSource(cell: Record<string, unknown>): ProbeCell['metrics'] {
  const [head, tail] = [bytesOf(cell['metricsHeadHex'], 8192), bytesOf(cell['metricsTailHex'], 8192)];
  if (tail.length === 0) return [];
  return [
    { source: 0, tail: { bytes: tail, at: 0 }, ...(head.length > 0 && { head: { bytes: head, at: 0 } }) },
  ];
}

const nothingThere = (): Probe => ({
  boxTime: 0,
  bootId: '',
  uptimeSeconds: 0,
  attempt: 0,
  queue: 'absent',
  cells: [],
  disk: { freeBytes: 0, totalBytes: 0, freeInodes: null, totalInodes: null },
  memory: { usedBytes: null, maxBytes: null, oomKills: null },
  gpu: null,
});

const asObject = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** A clock that was set back makes an age negative; it is then as fresh as can be told. */
const atLeastZero = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? Math.max(0, value) : null;

const word = (value: unknown, maxLength: number): string =>
  typeof value === 'string' && value.length <= maxLength && /^[A-Za-z0-9._-]*$/.test(value) ? value : '';

function oneOf<const T extends string>(value: unknown, known: readonly T[], otherwise: T): T {
  return known.find((each) => each === value) ?? otherwise;
}

function bytesOf(value: unknown, maxBytes: number): Buffer {
  if (typeof value !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(value)) return Buffer.alloc(0);
  return Buffer.from(value.slice(0, 2 * maxBytes), 'hex');
}

const decoder = new TextDecoder('utf-8');

const textOf = (bytes: Buffer): string => decoder.decode(bytes);
