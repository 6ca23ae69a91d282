import type { Probe, ProbeCell } from '../../src/box/box-plan.ts';

/** One look at a box on which the cell `main` runs and all is well; a test states what is different. */
export const cellOf = (over: Partial<ProbeCell> = {}): ProbeCell => ({
  name: 'main',
  state: 'running',
  attempt: 1,
  exitCode: null,
  syncExitCode: null,
  startedAt: 1000,
  endedAt: null,
  heartbeatAgeSeconds: 1,
  logBytes: 10,
  logTail: '',
  metrics: [],
  background: 0,
  changedAfterEnd: 0,
  changedAgoSeconds: null,
  quietSeconds: 1,
  watched: [],
  ...over,
});

/** What a look sends of the job's one file of JSON lines: the first line of this attempt, and its last ones. */
export const wrote = (first: string | null, ...last: string[]): Pick<ProbeCell, 'metrics'> => {
  const piece = (lines: string[]) => ({
    bytes: Buffer.from(lines.map((line) => `${line}\n`).join('')),
    at: 0,
  });
  const head = first === null ? {} : { head: piece([first]) };
  return { metrics: last.length === 0 ? [] : [{ source: 0, ...head, tail: piece(last) }] };
};

export const probeOf = (over: Partial<Probe> = {}, ...cells: ProbeCell[]): Probe => ({
  boxTime: 2000,
  bootId: 'boot-1',
  uptimeSeconds: 5000,
  attempt: 1,
  queue: 'running',
  cells: cells.length > 0 ? cells : [cellOf()],
  disk: { freeBytes: 1e12, totalBytes: 2e12, freeInodes: 1e6, totalInodes: 2e6 },
  memory: { usedBytes: 1e9, maxBytes: 4e9, oomKills: 0 },
  gpu: null,
  ...over,
});

export const exited = (exitCode: number, over: Partial<ProbeCell> = {}): ProbeCell =>
  cellOf({ state: 'exited', exitCode, endedAt: 1900, reason: 'exited', heartbeatAgeSeconds: null, ...over });

const hex = (text: string | Uint8Array): string => Buffer.from(text).toString('hex');

/** The keeper's own line for it, so that a test of a look goes through the real reading of it. */
export function lineOf(probe: Probe): string {
  const { cells, queueReason, gpu, setup, ...top } = probe;
  return `${JSON.stringify({
    gpuLease: 1,
    ...top,
    ...(queueReason === undefined ? {} : { queueReasonHex: hex(queueReason) }),
    ...(setup ? { setup: { ...setup, logTailHex: hex(setup.logTail) } } : {}),
    gpuHex: hex(gpu ?? ''),
    cells: cells.map(({ logTail, metrics, watched, ...cell }) => ({
      ...cell,
      logTailHex: hex(logTail),
      metrics: metrics.map(({ source, head, tail }) => ({
        source,
        tailAt: tail.at,
        tailHex: hex(tail.bytes),
        ...(head && { headAt: head.at, headHex: hex(head.bytes) }),
      })),
      watchedHex: hex(watched.map((file) => `${file.modifiedAt} ${file.bytes} ./${file.path}\n`).join('')),
    })),
  })}\n`;
}
