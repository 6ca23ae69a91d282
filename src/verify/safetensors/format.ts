import { Broken, overBudget } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { JsonScanner } from '../read/json-scanner.ts';
import { StepRecord } from '../read/step-record.ts';
import { TensorJudge } from '../tensor/judge.ts';
import { tensorRegion } from '../tensor/region.ts';
import { SafetensorsHeader, type TensorEntry } from './header.ts';

const WINDOW_BYTES = 1024 ** 2;

/**
 * A u64 header length, a JSON header, and the tensors' bytes without a gap. Facts from the format's README and reference
 * reader. It carries no checksum: flipped bits inside a tensor are only seen with a manifest digest.
 */
export const safetensors: Format = {
  name: 'safetensors',
  proves:
    'header length and JSON without duplicate keys; dtype x shape = bytes; tensors cover the data without hole, overlap or tail; values',
  checksum: 'none',

  recognises({ head, sizeBytes }: Probe): boolean {
    if (head.length < 10 || head[8] !== 0x7b) return false;
    const claimed = headerLength(head);
    // Also when the length is a lie: a safetensors file with a broken length is broken, not unknown.
    return claimed <= BigInt(sizeBytes) || head[9] === 0x22;
  },

  async open(subject: Subject): Promise<Walk> {
    const { header, dataStart } = await readHeader(subject);
    const tensors = inFileOrder(header.tensors);
    mustTile(tensors, dataStart, subject.sizeBytes);
    const judge = new TensorJudge(subject);
    const steps = new StepRecord(subject);
    enterNames(subject, header, steps);
    let summary: TensorSummary = { count: 0, elements: 0, nonFinite: 0 };
    return {
      checksummed: false,
      reaches: 'L3',
      *regions() {
        for (const { name, dtype, shape, elements, begin, end } of tensors) {
          const place = {
            fileOffset: dataStart + begin,
            bytes: end - begin,
            littleEndian: true,
            proven: false,
          };
          yield tensorRegion(subject, { name, dtype, shape, elements, ...place }, judge, steps);
        }
      },
      finish() {
        steps.settle();
        summary = judge.settle(tensors.length);
      },
      tensors: () => summary,
    };
  },
};

const headerLength = (head: Uint8Array): bigint =>
  new DataView(head.buffer, head.byteOffset, head.length).getBigUint64(0, true);

async function readHeader(subject: Subject): Promise<{ header: SafetensorsHeader; dataStart: number }> {
  const { reader, budgets, sizeBytes, head } = subject;
  const claimed = headerLength(head);
  if (claimed + 8n > BigInt(sizeBytes)) {
    throw new Broken('L1', 'header-cut', 'the header is longer than the file', {
      offset: 0,
      expected: `at most ${sizeBytes - 8} bytes`,
      found: `${claimed} bytes`,
    });
  }
  const length = Number(claimed);
  if (length > budgets.safetensorsHeaderBytes) {
    throw overBudget('safetensorsHeaderBytes', budgets.safetensorsHeaderBytes, length, 0);
  }
  const header = new SafetensorsHeader();
  const limits = { depth: 4, constantBytes: budgets.constantBytes, keys: 4_000_000 };
  const scanner = new JsonScanner(header, limits);
  for (let at = 8; at < 8 + length; at += WINDOW_BYTES) {
    scanner.feed(await reader.read(at, Math.min(WINDOW_BYTES, 8 + length - at)), at);
  }
  scanner.end(8 + length);
  return { header, dataStart: 8 + length };
}

const inFileOrder = (tensors: TensorEntry[]): TensorEntry[] =>
  [...tensors].sort((a, b) => a.begin - b.begin || a.end - b.end);

/** Sorted by offset the tensors must cover the data exactly: no hole, no overlap, no tail. */
function mustTile(tensors: TensorEntry[], dataStart: number, sizeBytes: number): void {
  let covered = 0;
  for (const { name, begin, end } of tensors) {
    if (begin !== covered) {
      const code = begin < covered ? 'tensors-overlap' : 'hole-between-tensors';
      throw new Broken('L2', code, `${JSON.stringify(name)} does not begin where the one before it ended`, {
        offset: dataStart + begin,
        expected: String(covered),
        found: String(begin),
      });
    }
    covered = end;
  }
  if (dataStart + covered === sizeBytes) return;
  const cut = dataStart + covered > sizeBytes;
  throw new Broken(
    'L1',
    cut ? 'cut-short' : 'trailing-bytes',
    cut ? 'the file ends before its tensors do' : 'bytes follow the last tensor',
    {
      offset: Math.min(sizeBytes, dataStart + covered),
      expected: `${dataStart + covered} bytes`,
      found: `${sizeBytes} bytes`,
    },
  );
}

function enterNames({ keys, facts }: Subject, header: SafetensorsHeader, steps: StepRecord): void {
  for (const { name } of header.tensors) keys.addTensor(name, name);
  const shown: [string, string | number][] = [];
  for (const [name, text] of header.metadata) {
    keys.addValue(name, name);
    const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(text);
    if (isNumber) steps.offer(name, Number(text));
    if (shown.length < 64) shown.push([name, isNumber ? Number(text) : text.slice(0, 200)]);
  }
  facts.scalars = Object.fromEntries(shown);
}
