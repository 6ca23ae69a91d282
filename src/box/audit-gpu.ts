import type { Constraint } from '../job/constraint.ts';
import type { AuditFinding, AuditReport } from './audit-finding.ts';
import { type AuditReading, wholeNumber } from './audit-reading.ts';
import { judgeGpuHealth } from './gpu-health.ts';
import { oneLine } from './stranger-text.ts';

type Wanted = NonNullable<Constraint['gpu']>;

export interface SeenGpu {
  index: number;
  name: string;
  /** `undefined`: the tool said N/A, which is no number and no pass. */
  memoryMib: number | undefined;
  usedMib: number | undefined;
  driver: string;
  /** On the PCI bus: `00000000:00:06.0`. */
  address: string;
}

/** Lines of `--query-gpu=index,name,memory.total,memory.used,pci.bus_id,driver_version`, without units. */
export function readGpus(lines: readonly string[]): SeenGpu[] {
  return lines.flatMap((line) => {
    const cells = line.split(',').map((cell) => cell.trim());
    const index = wholeNumber(cells[0]);
    if (index === undefined || cells.length < 6) return [];
    return [
      {
        index,
        name: oneLine(cells[1] ?? '', 80),
        memoryMib: wholeNumber(cells[2]),
        usedMib: wholeNumber(cells[3]),
        driver: oneLine(cells[5] ?? '', 40),
        address: oneLine(cells[4] ?? '', 40),
      },
    ];
  });
}

export interface GpuModel {
  /** `A100`, `4090`, `6000ADA`: without maker, line, memory and form. */
  model: string;
  form: 'SXM' | 'PCIE' | 'NVL' | undefined;
  memoryGb: number | undefined;
}

/**
 * One model from the many ways to write it: `NVIDIA H100 80GB HBM3`, `h100-sxm`, `RTX4090`, `NVIDIA GeForce RTX 4090`.
 * The vendor's tool names the SXM form of H100 and H200 by its memory type or not at all.
 */
export function modelOf(name: string): GpuModel {
  const plain = name.toUpperCase().replace(/[^A-Z0-9]+/g, ' ');
  const memoryGb = /(?:^| |[A-Z0-9](?=\d{2,3} ?GB))(\d{1,3}) ?GB(?: |$)/.exec(plain)?.[1];
  const sxm = /\bSXM\d?\b/.test(plain) || /\bHBM3E?\b/.test(plain);
  const form = /\bNVL\b/.test(plain)
    ? 'NVL'
    : /\bPCIE\b/.test(plain)
      ? 'PCIE'
      : sxm || /\bH200\b/.test(plain)
        ? 'SXM'
        : undefined;
  const model = plain
    .replace(/(\d{1,3}) ?GB\b/g, ' ')
    .replace(/\b(NVIDIA|TESLA|GEFORCE|QUADRO|GRAPHICS|DEVICE|SXM\d?|PCIE|NVL|HBM\dE?)\b/g, ' ')
    .replace(/\b([RG]TX) ?(?=[A-Z0-9])/g, ' ')
    .replace(/\s+/g, '');
  return { model, form, memoryGb: memoryGb === undefined ? undefined : Number(memoryGb) };
}

/** Whether a GPU is one of those asked for, as far as its name tells: a form or memory that was asked for must agree. */
export function isAsked(seen: SeenGpu, asked: string): boolean {
  const [is, wants] = [modelOf(seen.name), modelOf(asked)];
  if (is.model !== wants.model) return false;
  // H200 without a form is the common SXM one for the tool, and any for a person.
  const namesForm = /SXM|PCIE|NVL/i.test(asked);
  if (namesForm && is.form !== wants.form) return false;
  return (
    wants.memoryGb === undefined || seen.memoryMib === undefined || holdsGb(seen.memoryMib, wants.memoryGb)
  );
}

/** The tool counts MiB and cards are sold by round GB: 81559 MiB is "80 GB", 15360 MiB is "16 GB". */
const holdsGb = (memoryMib: number, gb: number): boolean => memoryMib * 1.048576e-3 >= gb * 0.97;
const exceedsGb = (memoryMib: number, gb: number): boolean => memoryMib * 1.048576e-3 > gb * 1.1;

/** Identity and health of the GPUs of a box for a job that asks for some. */
export function judgeGpus(
  reading: AuditReading,
  wanted: Wanted,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const gpus = readGpus(reading.lines('gpu'));
  const exit = reading.value('gpu.exit');
  measured['gpuCount'] = gpus.length;
  if (gpus.length === 0 || exit === 'timeout') return [toolFailed(reading, exit, wanted)];
  measured['gpuName'] = [...new Set(gpus.map((gpu) => gpu.name))].join('; ');
  measured['gpuDriver'] = gpus[0]?.driver ?? '';
  const memory = gpus.flatMap((gpu) => gpu.memoryMib ?? []);
  if (memory.length > 0) measured['gpuMemoryMib'] = Math.min(...memory);
  return [
    ...judgeIdentity(gpus, wanted),
    ...gpus.flatMap((gpu) => judgeHolder(gpu)),
    ...judgeGpuHealth(
      {
        kernel: reading.lines('kernel'),
        kernelExit: reading.value('kernel.exit'),
        performance: reading.lines('performance'),
        performanceExit: reading.value('performance.exit'),
        samples: reading.lines('samples'),
        addresses: new Map(gpus.map(({ index, address }) => [index, address])),
      },
      wanted.count,
    ),
  ];
}

function judgeIdentity(gpus: readonly SeenGpu[], wanted: Wanted): AuditFinding[] {
  const findings: AuditFinding[] = [];
  const fix =
    'do not launch here: release the box and take an offer that names the card, its memory and its form; of a box of your own write into `resources.gpu` what it has';
  const add = (what: string, cause: string) =>
    findings.push({ id: 'VAST14', level: 'fail', what, cause, fix });
  const strangers =
    wanted.names.length === 0 ? [] : gpus.filter((gpu) => !wanted.names.some((name) => isAsked(gpu, name)));
  const fitting = gpus.length - strangers.length;
  if (strangers.length > 0 && fitting < wanted.count) {
    const seen = [...new Set(strangers.map((gpu) => `${gpu.name} (${gpu.memoryMib ?? '?'} MiB)`))].join(', ');
    add(
      `${seen} here, ${wanted.names.join(' or ')} asked`,
      'offers name cards coarsely: 40 and 80 GB, SXM, PCIe and NVL share a name',
    );
  } else if (fitting < wanted.count) {
    add(
      `${fitting} GPUs visible, ${wanted.count} asked`,
      'the container got fewer than were rented, or a card fell off the bus',
    );
  }
  const { min, max } = wanted.memoryGb ?? {};
  const unread = gpus.filter((gpu) => gpu.memoryMib === undefined);
  if ((min !== undefined || max !== undefined) && unread.length > 0) {
    const what = `memory of GPU ${unread.map((gpu) => gpu.index).join(', ')} could not be read`;
    findings.push({
      id: 'P0-08',
      level: 'warn',
      what,
      cause: 'the tool answers N/A',
      fix: 'unknown is not a pass: look at the card by hand',
    });
  }
  for (const gpu of gpus) {
    if (gpu.memoryMib === undefined) continue;
    const wrong =
      (min !== undefined && !holdsGb(gpu.memoryMib, min)) ||
      (max !== undefined && exceedsGb(gpu.memoryMib, max));
    if (wrong)
      add(
        `GPU ${gpu.index} (${gpu.name}) has ${gpu.memoryMib} MiB, ${rangeText(wanted.memoryGb)} asked`,
        'a name says nothing certain about memory',
      );
  }
  return findings;
}

/** More than a bare driver context holds. */
const HELD_MIB = 1024;

function judgeHolder(gpu: SeenGpu): AuditFinding[] {
  if (gpu.usedMib === undefined || gpu.usedMib <= HELD_MIB) return [];
  return [
    {
      id: 'U11',
      level: 'warn',
      what: `GPU ${gpu.index}: ${gpu.usedMib} MiB in use before anything was started`,
      cause: 'another job on the card, or a dead process whose memory is still held',
      fix: 'find its holder (nvidia-smi, then restart the container); memory is missing until then',
    },
  ];
}

function toolFailed(reading: AuditReading, exit: string | undefined, wanted: Wanted): AuditFinding {
  const said = oneLine([...reading.lines('gpu'), ...reading.lines('gpu.err')].join(' '), 200);
  const nodes = reading.number('nodes') ?? 0;
  const asked = `${wanted.count} x ${wanted.names.join(' or ') || 'any GPU'} asked`;
  if (exit === 'timeout') {
    const cause = 'the driver does not answer, which a GPU that died does';
    return {
      id: 'F-K08',
      level: 'fail',
      what: `nvidia-smi did not answer in time; ${asked}`,
      cause,
      fix: 'take another box',
    };
  }
  if (/insufficient permissions|permission denied|not permitted/i.test(said))
    return {
      id: 'U31',
      level: 'fail',
      what: `this login may not use the GPU (${said}); ${asked}`,
      cause: `the device files are for root or a group that it is not in (\`sudo nvidia-smi\` would work), and nothing is done by sudo here`,
      fix: 'on the box put the user into the group that owns /dev/nvidia* (`ls -l /dev/nvidia*`, then `sudo usermod -aG GROUP USER`), or log in by a user who may use it',
    };
  return {
    id: 'U31',
    level: 'fail',
    what: `no GPU is visible here (${exit === 'absent' ? 'there is no nvidia-smi' : said || `nvidia-smi exit ${exit ?? '?'}`}); ${asked}`,
    cause:
      nodes > 0
        ? `${nodes} device nodes are there, and the driver's tool does not see them`
        : 'the container was started without GPUs, or the box has none',
    fix: 'start the container with the NVIDIA toolkit (--gpus all), or take a box with a GPU: training here would be a hundred times slower without an error. A job that needs none says `gpu: none` under `resources`',
  };
}

function rangeText(range: Wanted['memoryGb']): string {
  if (range?.min !== undefined && range.max !== undefined) return `${range.min} to ${range.max} GB`;
  return range?.min !== undefined ? `at least ${range.min} GB` : `at most ${range?.max} GB`;
}
