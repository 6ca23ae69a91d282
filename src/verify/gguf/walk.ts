import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { StepRecord } from '../read/step-record.ts';
import type { Region } from '../tensor/pass.ts';
import { type PlacedTensor, tensorRegion } from '../tensor/region.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { BlockScan, blockDtype } from './block-scan.ts';
import { GGML_TYPES, type GgmlType } from './ggml-types.ts';
import { type GgufHeader, type GgufTensor, readGgufHeader } from './header.ts';

export async function openGguf(subject: Subject): Promise<Walk> {
  const header = await readGgufHeader(subject);
  const book = new TensorBook(subject);
  enterKeys(subject, header, book.steps);
  const layout = layOut(subject, header);
  const { littleEndian, tensors } = header;
  return {
    checksummed: false,
    reaches: 'L3',
    *regions() {
      let end = header.end;
      for (const placed of layout.tensors) {
        if (placed.at > end) yield zeroPadding(end, placed.at);
        yield regionOf(subject, placed, littleEndian, book);
        end = placed.at + placed.bytes;
      }
      if (end < subject.sizeBytes) yield zeroPadding(end, subject.sizeBytes);
    },
    finish() {
      // Of a split model the first file may hold the keys alone.
      const inAll = header.scalars.get('split.tensors.count');
      book.settle(typeof inAll === 'number' ? Math.max(inAll, tensors.length) : tensors.length);
    },
    tensors: () => book.summary,
  };
}

interface Placed {
  name: string;
  type: GgmlType;
  /** Row-major, as other formats have it: the row's length last. */
  shape: number[];
  elements: number;
  at: number;
  bytes: number;
}

function enterKeys({ findings, keys, facts }: Subject, header: GgufHeader, steps: StepRecord): void {
  for (const [key, value] of header.scalars) {
    keys.addValue(key, key);
    if (typeof value === 'number') steps.offer(key, value);
  }
  for (const { name } of header.tensors) keys.addTensor(name, name);
  facts.scalars = Object.fromEntries(header.scalars);
  const [no, count] = ['split.no', 'split.count'].map((key) => header.scalars.get(key));
  const isSplit = typeof count === 'number' && count > 1;
  if (isSplit) findings.note('L2', 'part-of-split', `is one of ${count} files of a split model`);
  const first = !isSplit || no === 0;
  // llama.cpp keeps of an importance matrix which tensors it is about, not of which architecture these are.
  const isMatrix = header.scalars.get('general.type') === 'imatrix';
  if (first && !isMatrix && typeof header.scalars.get('general.architecture') !== 'string') {
    // MLX keeps any tensors so.
    const what = 'does not say of what architecture it is: no runtime for models takes it';
    findings.degraded('L2', 'architecture-missing', what, { expected: 'general.architecture' });
  }
}

/** Where every tensor lies, and that nothing lies between or behind them but padding. */
function layOut({ sizeBytes }: Subject, header: GgufHeader): { tensors: Placed[] } {
  const { alignment } = header;
  const dataStart = aligned(BigInt(header.end), alignment);
  let end = BigInt(header.end);
  let sum = 0n;
  const tensors: Placed[] = [];
  for (const tensor of header.tensors) {
    const { bytes, type, elements } = measured(tensor, header);
    if (tensor.offset !== sum) {
      const what = `tensor ${quoted(tensor.name)} does not lie behind the one before it`;
      throw new Broken('L2', 'offset-lies', what, {
        offset: tensor.entryAt,
        expected: String(sum),
        found: String(tensor.offset),
      });
    }
    end = dataStart + sum + bytes;
    sum += aligned(bytes, alignment);
    if (end > BigInt(sizeBytes)) throw cutShort(tensor.name, end, sizeBytes);
    const shape = [...tensor.sizes].reverse();
    const at = Number(dataStart + tensor.offset);
    tensors.push({ name: tensor.name, type, shape, elements, at, bytes: Number(bytes) });
  }
  mustEnd(end, dataStart + sum, sizeBytes);
  return { tensors };
}

function measured({ name, sizes, typeId, entryAt }: GgufTensor, { littleEndian }: GgufHeader) {
  const type = GGML_TYPES.get(typeId);
  if (type === undefined) {
    const what = `tensor ${quoted(name)} is of a type that this version does not know`;
    throw new Unsettled('L2', 'unknown-dtype', what, { offset: entryAt, found: String(typeId) });
  }
  if (!littleEndian && type.dtype === undefined) {
    // Writers swap the fields inside a block, or leave them: nothing in the file tells which.
    const what = `tensor ${quoted(name)} has packed blocks in a big-endian file`;
    throw new Unsettled('L2', 'big-endian-blocks', what, { offset: entryAt, found: type.name });
  }
  const row = sizes[0] ?? 1;
  if (row % type.blockElements !== 0) {
    throw new Broken('L2', 'row-not-whole', `a row of tensor ${quoted(name)} is no whole number of blocks`, {
      offset: entryAt,
      expected: `a multiple of ${type.blockElements}`,
      found: String(row),
    });
  }
  const elements = sizes.reduce((product, size) => product * BigInt(size), 1n);
  const bytes = (elements / BigInt(type.blockElements)) * BigInt(type.blockBytes);
  return { type, bytes, elements: Number(elements) };
}

const aligned = (bytes: bigint, alignment: number): bigint => {
  const step = BigInt(alignment);
  return ((bytes + step - 1n) / step) * step;
};

/** Some writers pad the last tensor too, some do not; nothing else may follow it. */
function mustEnd(end: bigint, padded: bigint, sizeBytes: number): void {
  const size = BigInt(sizeBytes);
  if (size === end || size === padded) return;
  const surplus = size > padded;
  throw new Broken(
    'L1',
    surplus ? 'trailing-bytes' : 'cut-short',
    surplus ? 'bytes follow the last tensor' : 'the file ends inside the padding of its last tensor',
    { offset: Number(surplus ? padded : size), expected: `${padded} bytes`, found: `${size} bytes` },
  );
}

const cutShort = (name: string, end: bigint, sizeBytes: number): Broken =>
  new Broken('L1', 'cut-short', `the file ends before tensor ${quoted(name)} does`, {
    offset: sizeBytes,
    expected: `at least ${end} bytes`,
    found: `${sizeBytes} bytes`,
  });

function regionOf(
  subject: Subject,
  { name, type, shape, elements, at, bytes }: Placed,
  littleEndian: boolean,
  book: TensorBook,
): Region {
  const { dtype } = type;
  if (dtype !== undefined) {
    const placed: PlacedTensor = {
      ...{ name, dtype, shape, elements, fileOffset: at, bytes, littleEndian },
      proven: false,
    };
    return tensorRegion(subject, placed, book);
  }
  const scan = new BlockScan(type, bytes);
  return {
    offset: at,
    length: bytes,
    feed: (piece) => scan.feed(piece),
    end: () =>
      book.judge.take({
        ...{ names: [name], dtype: blockDtype(type), shape, elements, fileOffset: at },
        scan: scan.finish(),
        proven: subject.digestGiven,
      }),
  };
}

/** Writers pad with zeros; anything else was not written by one. */
const zeroPadding = (from: number, to: number): Region => ({
  offset: from,
  length: to - from,
  feed(piece, fileOffset) {
    const at = piece.findIndex((byte) => byte !== 0);
    if (at < 0) return;
    throw new Broken('L1', 'padding-not-zero', 'the padding between tensors is not zero', {
      offset: fileOffset + at,
    });
  },
  end() {},
});
