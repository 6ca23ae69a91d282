import type { AuditExpectation, AuditFinding, AuditReport } from './audit-finding.ts';
import { roomOf } from './audit-places.ts';
import { type AuditReading, wholeNumber } from './audit-reading.ts';

/** Our slice of the host, from cgroup v2 or v1; `undefined` where there is no limit or it could not be read. */
export interface Slice {
  memoryMaxBytes: number | undefined;
  memoryUsedBytes: number | undefined;
  oomKills: number | undefined;
  /** CPUs of the quota, e.g. 3.5. */
  cpuQuota: number | undefined;
}

/** v1 writes "no limit" as a number near 2^63. */
const NO_LIMIT = 2 ** 60;

/**
 * "FILE LEVEL CONTENT" lines, ours first and the hierarchy's root last. The tightest limit on the way up is the one that
 * counts; usage and kills are read where it stands.
 */
export function sliceOf(lines: readonly string[]): Slice {
  const facts = lines.flatMap((line) => {
    const [, file, level, content] = /^([a-z_.]{1,40}) (\/\S*) (.*)$/.exec(line) ?? [];
    return file === undefined || level === undefined || content === undefined
      ? []
      : [{ file, level, content }];
  });
  const contentOf = (file: string, level?: string) =>
    facts.find((fact) => fact.file === file && (level === undefined || fact.level === level))?.content;
  const v2 = contentOf('memory.max') !== undefined;
  const limits = facts
    .filter((fact) => fact.file === (v2 ? 'memory.max' : 'memory.limit_in_bytes'))
    .map((fact) => ({ level: fact.level, bytes: limitOf(fact.content) }));
  const set = limits.filter((limit): limit is { level: string; bytes: number } => limit.bytes !== undefined);
  const tightest = set.reduce<{ level: string; bytes: number } | undefined>(
    (best, limit) => (best === undefined || limit.bytes < best.bytes ? limit : best),
    undefined,
  );
  const level = tightest?.level ?? limits[0]?.level;
  const events = facts.filter(
    (fact) => fact.file === (v2 ? 'memory.events' : 'memory.oom_control') && fact.level === level,
  );
  return {
    memoryMaxBytes: tightest?.bytes,
    memoryUsedBytes: wholeNumber(contentOf(v2 ? 'memory.current' : 'memory.usage_in_bytes', level)),
    oomKills: wholeNumber(events.flatMap((event) => /^oom_kill (\d+)$/.exec(event.content)?.[1] ?? [])[0]),
    cpuQuota: quotaOf(facts),
  };
}

function limitOf(content: string): number | undefined {
  const bytes = /^\d{1,19}$/.test(content.trim()) ? Number(content) : undefined;
  return bytes !== undefined && bytes < NO_LIMIT ? bytes : undefined;
}

function quotaOf(facts: readonly { file: string; level: string; content: string }[]): number | undefined {
  const quotas = facts.flatMap(({ file, level, content }) => {
    const [quota, period] =
      file === 'cpu.max'
        ? content.split(' ')
        : file === 'cpu.cfs_quota_us'
          ? [
              content,
              facts.find((fact) => fact.file === 'cpu.cfs_period_us' && fact.level === level)?.content,
            ]
          : [];
    const [time, per] = [wholeNumber(quota), wholeNumber(period)];
    return time === undefined || per === undefined || per === 0 || time === 0 ? [] : [time / per];
  });
  return quotas.length === 0 ? undefined : Math.min(...quotas);
}

/** Memory, CPUs and shared memory of our slice against the job; never the host's, which shows the neighbours (U41). */
export function judgeSlice(
  reading: AuditReading,
  expected: AuditExpectation,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const slice = sliceOf(reading.lines('cgroup'));
  return [
    ...judgeMemory(reading, slice, expected, measured),
    ...judgeCpus(reading, slice, expected, measured),
    ...judgeShm(reading, expected, measured),
  ];
}

function judgeMemory(
  reading: AuditReading,
  slice: Slice,
  expected: AuditExpectation,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const hostKb = wholeNumber(/^MemTotal:\s+(\d+) kB/.exec(reading.lines('meminfo')[0] ?? '')?.[1]);
  const host = hostKb === undefined ? undefined : hostKb * 1024;
  const max = slice.memoryMaxBytes === undefined ? host : Math.min(slice.memoryMaxBytes, host ?? Infinity);
  if (max !== undefined) measured['memoryMaxBytes'] = max;
  measured['memoryLimited'] = slice.memoryMaxBytes !== undefined;
  if (slice.oomKills !== undefined) measured['oomKills'] = slice.oomKills;
  const findings: AuditFinding[] = [];
  const asked = expected.memoryGb?.min;
  const fix = 'take an offer with more memory for this container; the size of the host does not help';
  if (asked !== undefined && max === undefined) {
    const what = 'the memory limit could not be read';
    findings.push({ id: 'P0-07', level: 'warn', what, cause: 'no cgroup file and no /proc/meminfo', fix });
  } else if (asked !== undefined && max !== undefined && max < asked * 1e9 * TOLERANCE) {
    const what = `${inGb(max)} of memory here, at least ${asked} GB asked`;
    const cause =
      slice.memoryMaxBytes === undefined
        ? 'the machine has no more'
        : 'the container is limited below its host';
    findings.push({ id: 'P0-07', level: 'fail', what, cause, fix });
  }
  const { memoryUsedBytes: used, memoryMaxBytes: limit } = slice;
  if (used !== undefined && limit !== undefined && used > 0.9 * limit) {
    findings.push({
      id: 'P4-07',
      level: 'warn',
      what: `${inGb(used)} of the container's ${inGb(limit)} are in use before anything was started`,
      cause: 'something else runs in the container, or its page cache counts against it',
      fix: 'end what runs there; the kernel kills at the limit without a traceback (U9)',
    });
  }
  return findings;
}

/** Platforms count memory and CPUs a little below the round number they sell. */
const TOLERANCE = 0.95;

function judgeCpus(
  reading: AuditReading,
  slice: Slice,
  expected: AuditExpectation,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const processors = reading.number('processors');
  const cpus = slice.cpuQuota ?? processors;
  if (cpus !== undefined) measured['cpus'] = cpus;
  if (slice.cpuQuota !== undefined) measured['cpuQuota'] = slice.cpuQuota;
  const asked = expected.cpus?.min;
  const findings: AuditFinding[] = [];
  if (asked !== undefined && cpus !== undefined && cpus < asked * TOLERANCE) {
    findings.push({
      id: 'P0-07',
      level: 'fail',
      what: `${cpus} CPUs here, at least ${asked} asked`,
      cause:
        slice.cpuQuota === undefined
          ? 'the machine has no more'
          : `the container's quota is ${slice.cpuQuota} of ${processors ?? '?'} CPUs`,
      fix: 'take an offer with more CPUs',
    });
  }
  if (slice.cpuQuota !== undefined && processors !== undefined && processors >= 2 * slice.cpuQuota) {
    findings.push({
      id: 'U40',
      level: 'info',
      what: `quota of ${slice.cpuQuota} CPUs on a host that shows ${processors}`,
      cause: "libraries size their thread pools by the host's CPUs",
      fix: 'nothing to do: thread pools are capped to the quota unless the job sets its own',
    });
  }
  return findings;
}

function judgeShm(
  reading: AuditReading,
  expected: AuditExpectation,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const room = roomOf(reading, 'shm');
  if (room !== undefined) measured['shmBytes'] = room.totalBytes;
  const need = expected.shmBytes ?? (expected.gpu ? 1e9 : 0);
  if (need === 0 || (room !== undefined && room.totalBytes >= need)) return [];
  return [
    {
      id: 'DP15',
      level: 'warn',
      what:
        room === undefined
          ? '/dev/shm could not be read'
          : `/dev/shm holds ${(room.totalBytes / 1e6).toFixed(0)} MB, ${inGb(need)} wanted`,
      cause:
        'a container gets 64 MB unless it asks for more; loader workers share batches there and die with a bus error',
      fix: 'start the container with --shm-size=8g or host IPC, use the file_system sharing strategy, or no loader workers',
    },
  ];
}

const inGb = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
