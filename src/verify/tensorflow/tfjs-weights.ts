import { Broken, Unsettled } from '../contract/findings.ts';
import type { SetProof, SetSubject } from '../contract/set.ts';
import { inFolder } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { type Program, PushParser } from '../read/push-parser.ts';
import type { Dtype } from '../tensor/dtype.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { mayNotBeNegative } from '../tensor/judge.ts';
import { wholeFile } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import type { StoredWeight, WeightGroup } from './tfjs-manifest.ts';

/** Reads the files of each group in their order, as if they were one. */
export async function examineWeights(
  subject: SetSubject,
  folder: string,
  groups: readonly WeightGroup[],
): Promise<SetProof> {
  const book = new TensorBook(subject);
  let declared = 0;
  for (const group of groups) {
    declared += group.weights.length;
    await subject.findings.guard(() => readGroup(subject, folder, group, book));
  }
  if (!subject.findings.has('fail') && !subject.findings.has('inconclusive')) book.settle(declared);
  return { reaches: 'L3', checksummed: false };
}

async function readGroup(
  subject: SetSubject,
  folder: string,
  { paths, weights }: WeightGroup,
  book: TensorBook,
): Promise<void> {
  const sizes = new Map(subject.tree.files.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const files = paths.map((path) => inFolder(folder, path));
  const absent = files.filter((path) => !sizes.has(path));
  if (absent.length > 0)
    throw new Broken('L2', 'shard-missing', `${quoted(absent[0] ?? '')} is named and not there`, {
      expected: `${paths.length} files`,
      found: `${paths.length - absent.length} files`,
    });
  const bytes = files.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  mustFill(weights, bytes);
  const reading = new GroupReading(subject, book);
  const parser = new PushParser(reading.program(weights));
  for (const path of files) {
    const part = await subject.part(path);
    reading.enter(part.sizeBytes);
    const feed = (piece: Uint8Array, offset: number) => parser.feed(piece, offset);
    const isWhole = await part.pass([wholeFile(part, { feed, end() {} })]);
    await part.close();
    // Behind a fault nobody knows where the next weight begins.
    if (!isWhole) return;
  }
  parser.end(bytes);
}

/** Where no text is among them, their bytes are known beforehand. */
function mustFill(weights: readonly StoredWeight[], bytes: number): void {
  const sizes = weights.map(({ name, shape, dtype, typeName }) => {
    if (dtype === undefined)
      throw new Unsettled('L2', 'unknown-dtype', `${quoted(name)} has an element type that we do not know`, {
        found: typeName.slice(0, 40),
      });
    return dtype === 'text' ? Number.NaN : elementsOf(shape) * (dtype.bits / 8);
  });
  const wanted = sizes.reduce((sum, size) => sum + size, 0);
  if (Number.isNaN(wanted) || wanted === bytes) return;
  throw new Broken('L2', 'size-lies', 'the files of the weights are not as long as the weights', {
    expected: `${wanted} bytes`,
    found: `${bytes} bytes`,
  });
}

const elementsOf = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1);

class GroupReading {
  readonly #subject: SetSubject;
  readonly #book: TensorBook;
  /** Of the group's bytes: taken so far, and where the file that goes by begins. */
  #taken = 0;
  #fileAt = 0;
  #nextAt = 0;

  constructor(subject: SetSubject, book: TensorBook) {
    this.#subject = subject;
    this.#book = book;
  }

  enter(sizeBytes: number): void {
    this.#fileAt = this.#nextAt;
    this.#nextAt += sizeBytes;
  }

  *program(weights: readonly StoredWeight[]): Program {
    for (const weight of weights) {
      this.#subject.keys.addTensor(weight.name, weight.name.split('/', 1)[0] ?? weight.name);
      if (weight.dtype === 'text') yield* this.#texts(elementsOf(weight.shape));
      else if (weight.dtype !== undefined) yield* this.#numbers(weight, weight.dtype);
    }
  }

  *#texts(count: number): Program {
    for (let i = 0; i < count; i += 1) {
      const length = yield 4;
      const bytes = new DataView(length.buffer, length.byteOffset, 4).getUint32(0, true);
      yield { bytes, sink: () => {} };
      this.#taken += 4 + bytes;
    }
  }

  *#numbers({ name, shape, typeName }: StoredWeight, dtype: Dtype): Program {
    const { scanning, digestGiven: proven } = this.#subject;
    const elements = elementsOf(shape);
    const bytes = elements * (dtype.bits / 8);
    const fileOffset = Math.max(0, this.#taken - this.#fileAt);
    const scan = new ElementScan(dtype, {
      ...{ ...scanning, littleEndian: true, mostBytes: bytes },
      countNegative: mayNotBeNegative([name.replaceAll('/', '.')]),
      firstBytes: this.#book.steps.wants(name),
    });
    yield { bytes, sink: (piece) => scan.feed(piece) };
    this.#taken += bytes;
    this.#book.take({
      ...{ names: [name], dtype, typeName, shape, elements, fileOffset, proven },
      scan: scan.finish(),
    });
  }
}
