import type { CheckpointMeaning } from '../checkpoint/meaning.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { ArrayScan } from '../tensor/array-scan.ts';
import { countOf } from '../tensor/npy-header.ts';
import type { NumpyType } from '../tensor/numpy-type.ts';
import type { TensorBook } from '../tensor/tensor-book.ts';
import { isOldWrapper } from './joblib-beside.ts';
import { PickleMachine, type PickleWorld, type RawStretch } from './machine.ts';
import { isArrayClass, typeOf } from './numpy.ts';
import { isInt, PyDict, type PyObject, PyTuple, type PyValue } from './value.ts';

/** What a pickled object is entered into once its program has been walked. */
export interface PickledPlace {
  /** Of the object; empty when it is the whole file. */
  name: string;
  /** Where the program begins; absent when its bytes have no place in the file. */
  fileOffset?: number;
  proven: boolean;
  /** Of an array: it lies in a table of pandas. */
  isTable?: boolean;
  book: TensorBook;
  /** Where it is the whole file. */
  meaning?: Pick<CheckpointMeaning, 'number' | 'wants' | 'offer'>;
}

/** Since joblib 0.10; in scikit-learn before 0.21 under its own roof. */
const WRAPPERS = new Set([
  'joblib.numpy_pickle.NumpyArrayWrapper',
  'sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper',
]);

/** An array that joblib wrote between two opcodes. */
export interface JoblibArray extends RawStretch {
  judge(names: readonly string[], place: PickledPlace): void;
  /** Of an array of Python objects: what its own program left. */
  readonly objects?: PyValue | undefined;
}

interface Wrapper {
  type: NumpyType;
  shape: readonly number[];
  fortranOrder: boolean;
  /** Data begins at a multiple of it; absent before joblib 1.2. */
  alignment: number | undefined;
}

/** Where the stretch begins in the stream, and how long that is as far as is known. */
interface StreamPlace {
  position: number;
  streamBytes: number;
}

/** @returns undefined when this object has nothing behind it */
export function joblibStretch(
  subject: Subject,
  world: PickleWorld,
  object: PyObject,
  place: StreamPlace,
): JoblibArray | undefined {
  if (isOldWrapper(object)) {
    if (subject.arraysBeside !== undefined) return undefined;
    const what =
      'keeps its arrays in files beside it, as joblib did before 0.10; they count only in one folder, under the names that they were given';
    throw new Unsettled('L2', 'joblib-siblings', what, { found: object.cls.name });
  }
  if (!WRAPPERS.has(object.cls.name)) return undefined;
  const wrapper = wrapperOf(object.state);
  return wrapper.type.object
    ? new ObjectStretch(subject, world, place)
    : new ElementStretch(subject, wrapper, place);
}

const bad = (what: string): Broken =>
  new Broken('L2', 'pickle-bad-call', `the pickle program announces an array that is none: ${what}`);

/** The attributes of `NumpyArrayWrapper`, from joblib's source. */
function wrapperOf(state: PyValue | undefined): Wrapper {
  const get = (name: string) => (state instanceof PyDict ? state.entries.get(`s${name}`)?.[1] : undefined);
  const [shape, order, alignment = null] = [get('shape'), get('order'), get('numpy_array_alignment_bytes')];
  const type = typeOf(get('dtype'));
  if (type === undefined) throw bad('its type is none');
  if (!isArrayClass(get('subclass'))) throw bad('its class is none of NumPy');
  if (order !== 'C' && order !== 'F') throw bad('its order is none');
  const counts = shape instanceof PyTuple ? shape.items : undefined;
  if (counts === undefined || !counts.every((count) => isInt(count) && count >= 0))
    throw bad('its shape is none');
  if (alignment !== null && !(isInt(alignment) && alignment > 0 && alignment <= 255))
    throw bad('its alignment is none');
  return {
    type,
    shape: counts as number[],
    fortranOrder: order === 'F',
    alignment: alignment ?? undefined,
  };
}

const PADDING = 0xff;

/** The length of the padding in one byte, the padding, the elements. */
class ElementStretch implements JoblibArray {
  readonly #scan: ArrayScan;
  readonly #alignment: number | undefined;
  /** -1 until its length has been read. */
  #paddingLeft: number;
  #left: number;
  #dataAt: number;

  constructor(subject: Subject, wrapper: Wrapper, { position, streamBytes }: StreamPlace) {
    const bytes = BigInt(wrapper.type.bytes) * countOf(wrapper.shape);
    if (bytes > BigInt(Number.MAX_SAFE_INTEGER) || position + Number(bytes) > streamBytes) {
      throw new Broken('L1', 'cut-short', 'an array is longer than what is left of the file', {
        expected: `${bytes} bytes`,
        found: `at most ${streamBytes - position}`,
      });
    }
    this.#scan = new ArrayScan(subject, wrapper);
    this.#alignment = wrapper.alignment;
    this.#paddingLeft = wrapper.alignment === undefined ? 0 : -1;
    this.#left = Number(bytes);
    this.#dataAt = position;
  }

  get done(): boolean {
    return this.#paddingLeft === 0 && this.#left === 0;
  }

  take(bytes: Uint8Array): number {
    let at = 0;
    if (this.#paddingLeft < 0 && bytes.length > 0) {
      this.#paddingLeft = bytes[0] as number;
      this.#dataAt += 1 + this.#paddingLeft;
      at = 1;
      if (this.#paddingLeft > (this.#alignment ?? 0)) throw bad('its padding is longer than its alignment');
    }
    const padding = bytes.subarray(at, at + Math.max(0, this.#paddingLeft));
    if (padding.some((byte) => byte !== PADDING)) throw bad('its padding is not what it should be');
    this.#paddingLeft -= padding.length;
    at += padding.length;
    const data = this.#paddingLeft === 0 ? bytes.subarray(at, at + this.#left) : bytes.subarray(0, 0);
    if (data.length > 0) this.#scan.feed(data);
    this.#left -= data.length;
    return at + data.length;
  }

  judge(names: readonly string[], { book, fileOffset, proven, isTable = false }: PickledPlace): void {
    const at = fileOffset === undefined ? 0 : fileOffset + this.#dataAt;
    this.#scan.judge(book, { names, fileOffset: at, proven, isTable });
  }
}

/** Objects have no bytes of their own: a whole program of their array follows, with a memo of its own. */
class ObjectStretch implements JoblibArray {
  readonly #machine: PickleMachine;
  #objects: PyValue | undefined;

  constructor(subject: Subject, { find, note }: PickleWorld, { position, streamBytes }: StreamPlace) {
    this.#machine = new PickleMachine({ find, note }, subject.budgets, streamBytes - position, true);
  }

  get done(): boolean {
    return this.#objects !== undefined;
  }

  get objects(): PyValue | undefined {
    return this.#objects;
  }

  take(bytes: Uint8Array): number {
    this.#machine.feed(bytes);
    if (this.#machine.stoppedAt === undefined) return bytes.length;
    this.#objects = this.#machine.value();
    return bytes.length - this.#machine.unread;
  }

  judge(): void {}
}
