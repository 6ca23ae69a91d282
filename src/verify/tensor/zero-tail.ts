import type { Matter } from '../contract/format.ts';
import { partOf } from '../contract/key-book.ts';
import { quoted } from '../contract/untrusted.ts';
import { holdsTensors } from '../contract/verdict.ts';
import type { ScannedTensor } from './scanned-tensor.ts';

/**
 * Zeros that a writer means begin where a row does, or where a part of a vector does: padding of a vocabulary, channels that
 * were pruned, biases that were never trained. Shorter stretches than this may be chance.
 */
const TELLING_BYTES = 1024;
/** Of zeros before which a tensor ends in them: a few numbers may be zero by chance. */
const TELLING_ELEMENTS = 16;
/** Kernels and heads are shorter than a row. */
const ROW_ELEMENTS = 64;
/** Parts of a vector (heads, blocks, a padded vocabulary) begin at a multiple of this. */
const PART_ELEMENTS = 16;

/**
 * The zeros in which a file without checksums ends. A transfer into a file of the right length that stopped leaves zeros from
 * anywhere to the end: within a tensor and through all that follow it.
 */
export class ZeroTail {
  readonly #subject: Matter;
  /** The last tensor that is not all zero, and what followed it. */
  #last: ScannedTensor | undefined;
  #following = { tensors: 0, bytes: 0 };
  #end = 0;

  constructor(subject: Matter) {
    this.#subject = subject;
  }

  /** In the order of the file. */
  take(tensor: ScannedTensor): void {
    const { scan, fileOffset } = tensor;
    // Another file of the same set.
    if (fileOffset < this.#end) this.settle();
    this.#end = fileOffset + scan.bytes;
    if (scan.zerosAtEnd < scan.bytes) {
      this.#last = tensor;
      this.#following = { tensors: 0, bytes: 0 };
    } else if (scan.bytes > 0) {
      this.#following.tensors += 1;
      this.#following.bytes += scan.bytes;
    }
  }

  /** Call when no more come. */
  settle(): void {
    const last = this.#last;
    this.#last = undefined;
    this.#end = 0;
    // What a checksum vouches for was written so.
    if (last === undefined || last.proven || last.literal === true || last.dtype.kind !== 'float') return;
    const { scan, fileOffset, names } = last;
    const own = scan.zerosAtEnd;
    const all = own + this.#following.bytes;
    if (all < TELLING_BYTES || own < TELLING_ELEMENTS * elementBytesOf(last)) return;
    const { findings, role } = this.#subject;
    const [name = '?'] = names;
    const more = this.#following.tensors;
    const where = {
      offset: fileOffset + scan.bytes - own,
      found: `${all} zero bytes${more === 0 ? '' : `, all of the ${more} tensors behind it among them`}`,
    };
    const isMeant = beginsLikePadding(last, more > 0) || partOf(name) === 'optimizer';
    if (isMeant || !holdsTensors(role)) {
      findings.note('L3', 'zero-tail', `${quoted(name)} ends in zeros, and nothing but zeros follows`, where);
      return;
    }
    const what = `from the middle of ${quoted(name)} on nothing but zeros follows: the rest never arrived`;
    findings.fail('L3', 'zero-tail', what, where);
  }
}

const elementBytesOf = ({ dtype }: ScannedTensor): number => dtype.bits / 8;

/** Where a writer who means it would begin. `goesOn`: through whole tensors. */
function beginsLikePadding(tensor: ScannedTensor, goesOn: boolean): boolean {
  const { scan, dtype } = tensor;
  const elementBytes = elementBytesOf(tensor);
  const from = scan.bytes - scan.zerosAtEnd;
  const row = rowElementsOf(tensor);
  if (row === undefined) return isNear(from, PART_ELEMENTS * elementBytes, elementBytes);
  const rowBytes = row * elementBytes;
  // Columns may be padding in every row, and the last of them is then in the last row alone.
  const isWithinRow = !goesOn && scan.zerosAtEnd < rowBytes;
  return isWithinRow || isNear(from, rowBytes, Math.max(elementBytes, dtype.unitBytes));
}

/** Elements from one row to the next, with kernels as parts of a row; nothing for a vector. */
export function rowElementsOf({
  shape,
  elements,
}: Pick<ScannedTensor, 'shape' | 'elements'>): number | undefined {
  const total = shape.reduce((product, size) => product * size, 1);
  if (shape.length < 2 || total !== elements) return undefined;
  const steps = shape.map((_size, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
  const row = steps.slice(0, -1).findLast((step) => step >= ROW_ELEMENTS) ?? (steps[0] as number);
  return row < total ? row : undefined;
}

/** A number's own zero bytes can lengthen a run by less than one element. */
export function isNear(position: number, grid: number, slackBytes: number): boolean {
  const past = position % grid;
  return past < slackBytes || grid - past < slackBytes;
}
