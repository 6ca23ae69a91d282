import type { CheckpointMeaning } from '../checkpoint/meaning.ts';
import type { Subject } from '../contract/format.ts';
import type { StepRecord } from '../read/step-record.ts';
import { DTYPES, type Dtype, readScalar } from '../tensor/dtype.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { mayNotBeNegative, type TensorJudge } from '../tensor/judge.ts';
import type { ReferredStorage } from './program.ts';
import { elementsOf, reachesElement } from './tensor-view.ts';

export interface StorageContext {
  subject: Subject;
  judge: TensorJudge;
  steps: StepRecord;
  meaning?: CheckpointMeaning;
  littleEndian: boolean;
  /** A checksum or digest vouches for the bytes. */
  proven: boolean;
  /** How many will be fed. */
  bytes: number;
}

/** Scans one storage as it goes by, and has it judged as what the tensors on it are. */
export class StorageScan {
  readonly #referred: ReferredStorage;
  readonly #context: StorageContext;
  readonly #dtype: Dtype;
  /** For workers; else `feed`. */
  readonly scan: ElementScan;

  constructor(referred: ReferredStorage, context: StorageContext) {
    const { subject, littleEndian, bytes } = context;
    this.#referred = referred;
    this.#context = context;
    this.#dtype = elementTypeOf(referred);
    const first = referred.tensors[0]?.name ?? '';
    this.scan = new ElementScan(this.#dtype, {
      moments: subject.scanning.moments === true,
      littleEndian,
      countNegative: mayNotBeNegative(referred.tensors.map(({ name }) => name)),
      mostBytes: bytes,
      firstBytes: context.steps.wants(first) || context.meaning?.wants(first) === true,
    });
  }

  feed(piece: Uint8Array): void {
    this.scan.feed(piece);
  }

  /** @param fileOffset of the first byte that was fed */
  end(fileOffset: number): void {
    const { judge, proven } = this.#context;
    const { tensors } = this.#referred;
    const dtype = this.#dtype;
    const scan = this.scan.finish();
    // A storage that no tensor lies on is kept alive by something we do not rebuild.
    if (tensors.length === 0) return;
    const shown = largest(this.#referred);
    const ordered = [shown, ...tensors.filter((each) => each !== shown)];
    this.#offerStep(scan.firstBytes);
    judge.take({
      names: ordered.map(({ name }) => name),
      dtype,
      shape: shown.tensor.shape,
      shapes: ordered.map(({ tensor }) => tensor.shape),
      elements: Math.floor(scan.bytes / (dtype.bits / 8)),
      fileOffset,
      scan,
      proven,
      reaches: (unit) => tensors.some(({ tensor }) => reachesElement(tensor, elementOfUnit(dtype, unit))),
    });
  }

  #offerStep(firstBytes: Uint8Array): void {
    const { steps, meaning, littleEndian } = this.#context;
    const [first] = this.#referred.tensors;
    if (first === undefined || !(steps.wants(first.name) || meaning?.wants(first.name))) return;
    if (elementsOf(first.tensor.shape) !== 1 || first.tensor.offset !== 0) return;
    const value = readScalar(this.#dtype, firstBytes, littleEndian);
    if (value === undefined) return;
    steps.offer(first.name, value);
    if (meaning?.wants(first.name)) meaning.offer(value);
  }
}

/** Of an untyped storage: what the tensors on it say, when they agree; else bytes without a meaning. */
function elementTypeOf({ storage, tensors }: ReferredStorage): Dtype {
  if (storage.dtype !== undefined) return storage.dtype;
  const types = new Set(tensors.map(({ tensor }) => tensor.dtype));
  const [only] = types;
  return types.size === 1 && only !== undefined ? only : DTYPES.u8;
}

const largest = ({ tensors }: ReferredStorage) =>
  tensors.reduce((best, each) =>
    elementsOf(each.tensor.shape) > elementsOf(best.tensor.shape) ? each : best,
  );

/** Halves of complex numbers are scanned one by one. */
const elementOfUnit = (dtype: Dtype, unit: number): number =>
  Math.floor((unit * dtype.unitBytes * 8) / dtype.bits);
