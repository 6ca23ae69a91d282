import type { Matter } from '../contract/format.ts';
import { partOf } from '../contract/key-book.ts';
import { quoted } from '../contract/untrusted.ts';
import { isWeightByName, mayBeInfinite, mayBeZero } from './deliberate.ts';
import { HUGE, LARGE } from './dtype.ts';
import type { ScannedTensor } from './scanned-tensor.ts';

/** Of a name with its numbers left out, so many tensors must be of the usual size before another one is not. */
const FEWEST_USUAL = 3;
/** One broken number among others; a tensor of as many was made so. */
const FEW = 16;
const KEPT = 100;

interface Odd {
  name: string;
  fileOffset: number;
  large: number;
  elements: number;
}

/** What is as finite as the rest and cannot have been learned: a number of no use, or a tensor in another unit than its siblings. */
export class Scale {
  readonly #subject: Matter;
  /** By names without their numbers. */
  readonly #siblings = new Map<string, { usual: number; odd: Odd[] }>();

  constructor(subject: Matter) {
    this.#subject = subject;
  }

  take(tensor: ScannedTensor): void {
    const { names, dtype, shape, literal, scan, elements, fileOffset } = tensor;
    const [name = ''] = names;
    const hasSiblings = shape.length >= 2 && dtype.count?.large !== undefined && isWeightByName(name);
    if (dtype.kind !== 'float' || literal === true || !(hasSiblings || scan.huge > 0)) return;
    const part = partOf(name);
    if (part !== 'model' && part !== 'ema') return;
    if (scan.huge > 0) this.#judgeHuge(tensor, name);
    const isTold = scan.nonFinite > 0 || (scan.huge > 0 && scan.large * 2 <= elements);
    if (!hasSiblings || isTold) return;
    const key = name.replace(/\d+/g, '#');
    const siblings = this.#siblings.get(key) ?? { usual: 0, odd: [] };
    this.#siblings.set(key, siblings);
    if (scan.large === 0) siblings.usual += 1;
    else if (siblings.odd.length < KEPT && !mayBeZero(name))
      siblings.odd.push({ name, fileOffset, large: scan.large, elements });
  }

  /** Call when no more come. */
  settle(): void {
    const { findings } = this.#subject;
    for (const { usual, odd } of this.#siblings.values()) {
      if (usual < FEWEST_USUAL) continue;
      for (const { name, fileOffset, large, elements } of odd) {
        const where = {
          offset: fileOffset,
          expected: `below ${LARGE}`,
          found: `${large} of ${elements} are not`,
        };
        const others = `while ${usual} tensors of the same kind have no such number`;
        if (large * 2 > elements)
          findings.fail(
            'L3',
            'out-of-scale',
            `${quoted(name)} is of another scale: most of it is large, ${others}`,
            where,
          );
        else findings.note('L3', 'out-of-scale', `${quoted(name)} holds large numbers, ${others}`, where);
      }
    }
  }

  #judgeHuge({ scan, dtype, shape, elements, fileOffset, reaches }: ScannedTensor, name: string): void {
    const { findings } = this.#subject;
    const { huge, hugeAt = 0 } = scan;
    const where = {
      offset: fileOffset + hugeAt * dtype.unitBytes,
      expected: 'below 2^64',
      found: `${huge} of ${elements} are not, the first at element ${hugeAt}`,
    };
    const isOne = elements === 1 || scan.constant;
    const isMeant = isOne || mayBeInfinite(name, shape) || mayBeZero(name) || huge * FEW > elements;
    const what = `${quoted(name)} holds numbers of ${HUGE.toExponential(0)} and more`;
    if (isMeant || reaches?.(hugeAt) === false) findings.note('L3', 'huge-number', what, where);
    else findings.fail('L3', 'huge-number', `${what}, which nothing that was trained does`, where);
  }
}
