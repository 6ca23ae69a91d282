import type { CheckpointMeaning } from '../checkpoint/meaning.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { StepRecord } from '../read/step-record.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { readScalar } from '../tensor/element-values.ts';
import { mayNotBeNegative, type TensorJudge } from '../tensor/judge.ts';
import { IndexBounds } from './index-bounds.ts';
import { elementsOf, reachesElement } from './tensor-view.ts';
import type { PyStorage, PyTensor } from './value.ts';

/** A storage that a pickled object refers to, and the tensors that lie on it. */
export interface ReferredStorage {
  storage: PyStorage;
  tensors: { name: string; top: string; tensor: PyTensor }[];
}

/** What a storage is scanned for, and entered into. */
export interface StorageBook {
  subject: Pick<Subject, 'scanning' | 'findings'>;
  steps: StepRecord;
  meaning: Pick<CheckpointMeaning, 'wants' | 'offer'>;
  judge: Pick<TensorJudge, 'take'>;
}

/** How the bytes of one storage come. */
export interface StorageBytes {
  littleEndian: boolean;
  /** A checksum or digest vouches for them. */
  proven: boolean;
  /** How many will be fed. */
  bytes: number;
}

/** Scans one storage as it goes by, and has it judged as what the tensors on it are. */
export class StorageScan {
  readonly #referred: ReferredStorage;
  readonly #book: StorageBook;
  readonly #come: StorageBytes;
  readonly #dtype: Dtype;
  /** For workers, unless `bounds` are there; else `feed`. */
  readonly scan: ElementScan;
  /** Of a storage with indices. */
  readonly bounds: IndexBounds | undefined;

  constructor(referred: ReferredStorage, book: StorageBook, come: StorageBytes) {
    this.#referred = referred;
    this.#book = book;
    this.#come = come;
    this.#dtype = elementTypeOf(referred, come.bytes);
    const first = referred.tensors[0]?.name ?? '';
    const indices = referred.tensors.filter(({ tensor }) => tensor.rule !== undefined);
    const width = this.#dtype.bits / 8;
    if (indices.length > 0 && (width === 4 || width === 8))
      this.bounds = new IndexBounds(indices, width, come.littleEndian);
    this.scan = new ElementScan(this.#dtype, {
      moments: book.subject.scanning.moments === true,
      littleEndian: come.littleEndian,
      countNegative: mayNotBeNegative(referred.tensors.map(({ name }) => name)),
      mostBytes: come.bytes,
      firstBytes: book.steps.wants(first) || book.meaning.wants(first),
    });
  }

  feed(piece: Uint8Array): void {
    this.scan.feed(piece);
    this.bounds?.feed(piece);
  }

  /**
   * @param fileOffset of the first byte that was fed
   * @param isStored in the file as they were fed
   */
  end(fileOffset: number, isStored: boolean): void {
    const { proven } = this.#come;
    const { tensors } = this.#referred;
    const dtype = this.#dtype;
    const scan = this.scan.finish();
    this.#judgeBounds(fileOffset);
    // A storage that no tensor lies on is kept alive by something we do not rebuild.
    if (tensors.length === 0) return;
    this.#judgeTypes();
    const ofType = tensors.filter(({ tensor }) => tensor.dtype === dtype);
    const shown = largest(ofType.length > 0 ? ofType : tensors);
    const ordered = [shown, ...tensors.filter((each) => each !== shown)];
    this.#offerStep(scan.firstBytes);
    this.#book.judge.take({
      names: ordered.map(({ name }) => name),
      dtype,
      shape: shown.tensor.shape,
      shapes: ordered.map(({ tensor }) => tensor.shape),
      elements: Math.floor(scan.bytes / (dtype.bits / 8)),
      fileOffset,
      scan,
      proven,
      isPlain: isStored && this.#come.littleEndian,
      reaches: (unit) =>
        (ofType.length > 0 ? ofType : tensors).some(({ tensor }) =>
          reachesElement(tensor, elementOfUnit(dtype, unit)),
        ),
    });
  }

  /** Bytes that are read as numbers of several types are judged as one of them. */
  #judgeTypes(): void {
    const unseen = this.#referred.tensors.find(
      ({ tensor }) => tensor.dtype?.kind === 'float' && tensor.dtype !== this.#dtype,
    );
    if (unseen === undefined || this.#referred.storage.dtype === unseen.tensor.dtype) return;
    const what = `${quoted(unseen.name)} lies on bytes that others read as another type: its numbers were not looked at`;
    this.#book.subject.findings.inconclusive('L3', 'types-mixed', what);
  }

  #judgeBounds(fileOffset: number): void {
    const stray = this.bounds?.stray;
    if (stray === undefined) {
      this.#judgeOrder();
      return;
    }
    const what = `${quoted(stray.name)} are indices of a sparse tensor, and do not fit it`;
    this.#book.subject.findings.fail('L2', 'sparse-indices', what, {
      offset: fileOffset + stray.element * (this.#dtype.bits / 8),
      expected: stray.expected,
      found: String(stray.value),
    });
  }

  #judgeOrder(): void {
    for (const { name, tensor } of this.bounds === undefined ? [] : this.#referred.tensors) {
      const found = tensor.rule?.order?.fault();
      if (found === undefined) continue;
      const what = `${quoted(name)} are indices of a sparse tensor that do not ascend as those do`;
      this.#book.subject.findings.fail('L2', 'sparse-indices', what, { found });
    }
  }

  #offerStep(firstBytes: Uint8Array): void {
    const { steps, meaning } = this.#book;
    const [first] = this.#referred.tensors;
    if (first === undefined || !(steps.wants(first.name) || meaning.wants(first.name))) return;
    if (elementsOf(first.tensor.shape) !== 1 || first.tensor.offset !== 0) return;
    const value = readScalar(this.#dtype, firstBytes, this.#come.littleEndian);
    if (value === undefined) return;
    steps.offer(first.name, value);
    if (meaning.wants(first.name)) meaning.offer(value);
  }
}

/**
 * What the tensors on a storage say, when they agree; else, of floats that fill it, what these are; else bytes without a meaning.
 * @param bytes of the storage
 */
function elementTypeOf({ storage, tensors }: ReferredStorage, bytes: number): Dtype {
  const types = new Set(tensors.map(({ tensor }) => tensor.dtype));
  const [only = storage.dtype] = types;
  if (types.size < 2) return only ?? DTYPES.u8;
  const filling = tensors.find(({ tensor: { dtype, shape, offset } }) => {
    return dtype?.kind === 'float' && offset === 0 && elementsOf(shape) * dtype.bits === bytes * 8;
  });
  return filling?.tensor.dtype ?? storage.dtype ?? DTYPES.u8;
}

const largest = (tensors: ReferredStorage['tensors']) =>
  tensors.reduce((best, each) =>
    elementsOf(each.tensor.shape) > elementsOf(best.tensor.shape) ? each : best,
  );

/** Halves of complex numbers are scanned one by one. */
const elementOfUnit = (dtype: Dtype, unit: number): number =>
  Math.floor((unit * dtype.unitBytes * 8) / dtype.bits);
