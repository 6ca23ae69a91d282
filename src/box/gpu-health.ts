import type { AuditFinding } from './audit-finding.ts';
import { oneLine } from './stranger-text.ts';

export interface HealthReading {
  /** "lines N", then the messages of interest. */
  kernel: readonly string[];
  kernelExit: string | undefined;
  /** `nvidia-smi -q -d PERFORMANCE`. */
  performance: readonly string[];
  performanceExit: string | undefined;
  /** Lines of `--query-gpu=index,utilization.gpu,temperature.gpu,clocks.sm,clocks.max.sm,power.draw`, several per GPU. */
  samples: readonly string[];
  /** PCI address by index, as `performance` names the cards. */
  addresses: ReadonlyMap<number, string>;
}

export type XidClass = 'dead' | 'dead-when-linked' | 'degraded' | 'application' | 'as-stated';

/**
 * NVIDIA's Xid catalogue, condensed (2026-11): what a tenant can do is to re-rent, so "needs a reset" is dead. A code that
 * is not listed is a warning with its line, never dropped.
 */
const XID: ReadonlyMap<number, { meaning: string; class: XidClass }> = new Map(
  (
    [
      ['dead', 'double-bit ECC error', [48]],
      ['dead', 'the GPU fell off the bus', [79]],
      ['application', 'fault of the program', [13, 31, 43, 45]],
      ['application', 'hang or context fault, often of the program', [8, 68, 69, 109]],
      ['dead', 'micro-controller halted', [61, 62, 169]],
      ['degraded', 'memory row remapped, takes effect at the next reset', [63]],
      ['dead', 'remapping a memory row failed', [64]],
      ['dead-when-linked', 'error on a link between GPUs', [74, 121, 136, 144, 145, 146, 147, 148, 149, 150]],
      ['degraded', 'many corrected memory errors', [92]],
      ['degraded', 'memory error, contained to one program', [94]],
      ['dead', 'memory error, not contained', [95, 140]],
      ['dead', 'the GPU system processor does not answer', [119, 120]],
      ['dead', 'security, initialisation or PCIe fault', [110, 143, 167]],
      ['as-stated', 'the driver states a recovery action', [154]],
    ] as const
  ).flatMap(([kind, meaning, codes]) => codes.map((code) => [code, { meaning, class: kind }] as const)),
);

export interface Xid {
  code: number;
  line: string;
}

/** The code stands after the closing bracket of the PCI address, which has hex letters; a pid may equal any code (D-01). */
export function readXids(lines: readonly string[]): Xid[] {
  return lines.flatMap((line) => {
    const code = /NVRM:\s*Xid\s*\([^)]*\):\s*(\d{1,5})\b/.exec(line)?.[1];
    return code === undefined ? [] : [{ code: Number(code), line: oneLine(line, 200) }];
  });
}

/** @param gpuCount GPUs the job asks for: a broken link between GPUs matters to a job on several */
export function judgeGpuHealth(reading: HealthReading, gpuCount: number): AuditFinding[] {
  return [...judgeKernel(reading, gpuCount), ...judgeThrottle(reading), ...judgeSamples(reading.samples)];
}

const RE_RENT = 'release this box and take another: a tenant cannot reset or replace the card';

function judgeKernel(reading: HealthReading, gpuCount: number): AuditFinding[] {
  const total = Number(/^lines (\d+)$/.exec(reading.kernel[0] ?? '')?.[1] ?? 0);
  if (total === 0) {
    const what =
      reading.kernelExit === 'timeout'
        ? 'reading the kernel log did not end in time'
        : 'the kernel log cannot be read';
    const cause = 'containers usually may not read it';
    return [
      {
        id: 'F-K05',
        level: 'warn',
        what: `${what}: past GPU errors are unknown, not absent`,
        cause,
        fix: 'nothing to do; a failing card will show later in the log of the run',
      },
    ];
  }
  const xids = readXids(reading.kernel);
  const findings = [...new Map(xids.map((xid) => [xid.code, xid])).values()].map((xid) =>
    judgeXid(xid, xids, gpuCount),
  );
  const fallen = reading.kernel.find((line) => /fallen off the bus/i.test(line));
  if (fallen !== undefined && !xids.some((xid) => xid.code === 79)) {
    findings.push({
      id: 'F-K02',
      level: 'fail',
      what: oneLine(fallen, 200),
      cause: 'the GPU is gone from the PCIe bus (U22)',
      fix: RE_RENT,
    });
  }
  const killed = reading.kernel.find((line) => /oom-kill:|Out of memory: Killed/.test(line));
  if (killed !== undefined) {
    const cause =
      'a process of this host, not necessarily of this container, ran out of memory before we came';
    findings.push({
      id: 'F-K03',
      level: 'info',
      what: oneLine(killed, 200),
      cause,
      fix: 'nothing to do; our own kills are counted by the cgroup',
    });
  }
  return findings;
}

function judgeXid(xid: Xid, all: readonly Xid[], gpuCount: number): AuditFinding {
  const known = XID.get(xid.code);
  const times = all.filter((other) => other.code === xid.code).length;
  const what = `Xid ${xid.code}${times > 1 ? ` (${times} times)` : ''}: ${known?.meaning ?? 'not in our list'}: ${xid.line}`;
  const dead =
    known?.class === 'dead' ||
    (known?.class === 'dead-when-linked' && gpuCount > 1) ||
    (known?.class === 'as-stated' &&
      all.some((other) => other.code === xid.code && /reset|reboot/i.test(other.line)));
  if (dead)
    return {
      id: 'F-K01',
      level: 'fail',
      what,
      cause: 'the card is broken; code cannot mend it (U22)',
      fix: RE_RENT,
    };
  if (known?.class === 'application') {
    const fix = 'nothing to do unless it comes back with your program';
    return { id: 'F-K01', level: 'warn', what, cause: 'most likely a program that ran here before', fix };
  }
  const fix = 'watch it: the same code again during the run means another box';
  return { id: 'F-K01', level: 'warn', what, cause: 'the card had trouble since it was booted', fix };
}

/** Slowdowns that are never normal. A software power cap is, under load, and a sign of a weak supply when idle. */
const SLOWDOWNS = /^(HW Slowdown|HW Thermal Slowdown|HW Power Brake Slowdown|SW Thermal Slowdown)$/;

export interface ThrottleReading {
  gpu: string;
  reason: string;
  state: 'active' | 'inactive' | 'unknown';
}

/** The "Clocks Throttle Reasons" (or "Event Reasons") entries of `nvidia-smi -q -d PERFORMANCE`. */
export function readThrottle(lines: readonly string[]): ThrottleReading[] {
  const found: ThrottleReading[] = [];
  let gpu = '?';
  for (const line of lines) {
    gpu = /^GPU\s+([0-9A-Fa-f:.]{7,24})\s*$/.exec(line)?.[1] ?? gpu;
    const [, reason, state] = /^\s+((?:HW|SW) [A-Za-z ]+?)\s*:\s*(.+?)\s*$/.exec(line) ?? [];
    // Newer drivers also count microseconds under the same names.
    if (reason === undefined || state === undefined || / us$/.test(state)) continue;
    const known = state === 'Active' ? 'active' : state === 'Not Active' ? 'inactive' : 'unknown';
    found.push({ gpu, reason, state: known });
  }
  return found;
}

function judgeThrottle(reading: HealthReading): AuditFinding[] {
  const all = readThrottle(reading.performance);
  const slowdowns = all.filter((entry) => SLOWDOWNS.test(entry.reason));
  const findings: AuditFinding[] = slowdowns
    .filter((entry) => entry.state === 'active')
    .map((entry) => ({
      id: 'F-K09',
      level: 'fail',
      what: `GPU ${entry.gpu}: ${entry.reason} is active`,
      cause: 'heat, the power supply or a fault slows the card; 25 to 40 % are lost without an error (U23)',
      fix: RE_RENT,
    }));
  const inUse = addressesInUse(reading);
  for (const entry of all.filter((each) => each.reason === 'SW Power Cap' && each.state === 'active')) {
    // A card at full load is held by its limit as a rule: an H200 was, at 690 W and 1,500 of 1,980 MHz.
    if (inUse.has(entry.gpu)) continue;
    const fix = 'compare the power limit with the card’s own (nvidia-smi -q -d POWER) before a long run';
    findings.push({
      id: 'F-K09',
      level: 'warn',
      what: `GPU ${entry.gpu}: held by its power cap before anything runs`,
      cause: 'the host lowered the power limit',
      fix,
    });
  }
  if (slowdowns.length === 0 || slowdowns.some((entry) => entry.state === 'unknown')) {
    const why =
      reading.performanceExit === 'timeout'
        ? 'the tool did not answer in time'
        : 'the tool gives no or N/A answers';
    findings.push({
      id: 'D-12',
      level: 'warn',
      what: `throttling could not be read (${why}): unknown, not healthy`,
      cause: 'virtual GPUs and old drivers hide it',
      fix: 'watch clock and throughput in the first minutes of the run',
    });
  }
  return findings;
}

const HOT_CELSIUS = 83;
const LOADED_PERCENT = 50;

interface Sample {
  index: number;
  utilization: number | undefined;
  celsius: number | undefined;
  clock: number | undefined;
  maxClock: number | undefined;
}

function readSamples(lines: readonly string[]): Sample[] {
  return lines.flatMap((line) => {
    const cells = line.split(',').map((cell) => cell.trim());
    const number = (at: number) => (/^\d+(\.\d+)?$/.test(cells[at] ?? '') ? Number(cells[at]) : undefined);
    const index = number(0);
    if (index === undefined || cells.length < 5) return [];
    return [{ index, utilization: number(1), celsius: number(2), clock: number(3), maxClock: number(4) }];
  });
}

/** Clocks mean something only under load: an idle card clocks down and is well (D-12). */
function judgeSamples(lines: readonly string[]): AuditFinding[] {
  const samples = readSamples(lines);
  const unknown = {
    id: 'D-12',
    level: 'warn',
    cause: 'virtual GPUs and old drivers hide it',
    fix: 'watch clock and throughput in the first minutes of the run',
  } as const;
  if (samples.length === 0)
    return [{ ...unknown, what: 'clock and temperature could not be sampled: unknown, not healthy' }];
  return [...new Set(samples.map((sample) => sample.index))].flatMap((index) => {
    const own = samples.filter((sample) => sample.index === index);
    if (own.every((sample) => sample.celsius === undefined))
      return [{ ...unknown, what: `GPU ${index}: no temperature (N/A): unknown, not healthy` }];
    return judgeOne(index, own);
  });
}

const isLoaded = ({ utilization }: Sample): boolean => (utilization ?? 0) >= LOADED_PERCENT;

const addressesInUse = ({ samples, addresses }: HealthReading): Set<string> =>
  new Set(
    readSamples(samples)
      .filter(isLoaded)
      .flatMap(({ index }) => addresses.get(index) ?? []),
  );

function judgeOne(index: number, own: readonly Sample[]): AuditFinding[] {
  const hottest = Math.max(...own.map((sample) => sample.celsius ?? 0));
  const loaded = own.filter(isLoaded);
  const slow = loaded.find(
    ({ clock, maxClock }) => clock !== undefined && maxClock !== undefined && clock < 0.7 * maxClock,
  );
  const hot = hottest >= HOT_CELSIUS;
  if (slow && hot) {
    const what = `GPU ${index}: ${slow.clock} of ${slow.maxClock} MHz under load at ${hottest} C`;
    return [{ id: 'F-K10', level: 'fail', what, cause: 'the card throttles by heat (U23)', fix: RE_RENT }];
  }
  if (hot) {
    const what = `GPU ${index}: ${hottest} C before our job runs`;
    return [
      {
        id: 'F-K11',
        level: 'warn',
        what,
        cause: 'poor cooling or a neighbour’s load',
        fix: 'watch its clock; it will throttle near this temperature',
      },
    ];
  }
  if (slow) {
    const what = `GPU ${index}: in use by somebody else, at ${slow.clock} of ${slow.maxClock} MHz`;
    return [
      {
        id: 'F-K12',
        level: 'warn',
        what,
        cause: 'starved or power-capped, not hot',
        fix: 'find what runs on the card',
      },
    ];
  }
  if (loaded.length === own.length) {
    const least = Math.min(...loaded.map(({ utilization }) => utilization ?? 0));
    return [
      {
        id: 'U10',
        level: 'warn',
        what: `GPU ${index}: at least ${least} % busy before anything was started`,
        cause: 'somebody else computes on the card, so that the job gets a part of it',
        fix: 'find what runs on the card (nvidia-smi on the box or its host), end it or take another box',
      },
    ];
  }
  return [];
}
