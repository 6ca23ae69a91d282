import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { JsonScanner } from '../read/json-scanner.ts';
import type { StepRecord } from '../read/step-record.ts';
import { tensorRegion } from '../tensor/region.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { type Extent, tensorsMustTile } from '../tensor/tiling.ts';
import { SafetensorsHeader, type TensorEntry } from './header.ts';
import { headerLength } from './header-length.ts';

const WINDOW_BYTES = 1024 ** 2;

export async function openSafetensors(subject: Subject): Promise<Walk> {
  const { header, dataStart } = await readHeader(subject);
  const tensors = inFileOrder(header.tensors);
  tensorsMustTile(extentsOf(tensors, dataStart), dataStart, subject.sizeBytes);
  const book = new TensorBook(subject);
  enterNames(subject, header, book.steps);
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
        yield tensorRegion(subject, { name, dtype, shape, elements, ...place }, book);
      }
    },
    finish: () => book.settle(tensors.length),
    tensors: () => book.summary,
  };
}

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

const extentsOf = (tensors: readonly TensorEntry[], dataStart: number): Extent[] =>
  tensors.map(({ name, begin, end }) => ({ name, offset: dataStart + begin, bytes: end - begin }));

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
