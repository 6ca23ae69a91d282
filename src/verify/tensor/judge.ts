import { matchesWildcard } from '../../wildcard.ts';
import type { Matter } from '../contract/format.ts';
import { partOf } from '../contract/key-book.ts';
import type { TensorRow } from '../contract/tensor-table.ts';
import { holdsTensors, type TensorSummary } from '../contract/verdict.ts';
import { beginsAtZeroInAdapter, isFirstFactor, secondFactor } from './adapter-names.ts';
import {
  beginsAtZeroInKeras,
  isWeightByName,
  mayBeginAtZero,
  mayBeInfinite,
  mayBeZero,
} from './deliberate.ts';
import { INDEXES_KEPT, RUN_BYTES } from './element-scan.ts';
import { Scale } from './scale.ts';
import type { ScannedTensor } from './scanned-tensor.ts';
import { isNear, rowElementsOf, ZeroTail } from './zero-tail.ts';

/** Best scores that callbacks of Lightning keep; infinite until there is one. */
const SCORE = /^callbacks\./;
const COUNTER = /(^|[._/])step$/;
const NEVER_NEGATIVE = /(^|[._])((max_)?exp_avg_sq(_row|_col)?|running_var)$/;

/** PyTorch's own have twice as many and more. */
const GENERATOR_BYTES = 2048;
const RANDOM = /(^|[._])(rng|random)([._]|$)|rng_?state|random_?state/i;

/** Asked of every tensor: most names need no look at the whole of them. */
const LAST_LETTERS = /[qwlr]$/;

export const mayNotBeNegative = (names: readonly string[]): boolean =>
  names.some((name) => LAST_LETTERS.test(name.slice(-1)) && NEVER_NEGATIVE.test(name));

const NOT_WHAT_ROLE_SAYS = { declared: 'fail', guessed: 'degraded', set: 'note' } as const;

/** Judges values by what the tensor is. Bits that no checksum guards must at least make sense. */
export class TensorJudge {
  readonly #subject: Matter;
  #count = 0;
  #elements = 0;
  #nonFinite = 0;
  #parameters = 0;
  readonly #dense = new Map<string, { tensors: number; zero: number; adapters: number }>();
  /** Counters of the optimizer's own, one for each weight, as most keep them; zero only where a checksum says so. */
  #counters = { all: 0, zero: 0 };
  /** Of second factors: `called` is what the last of them is, in its library's words. */
  #seconds = { tensors: 0, zero: 0, called: '' };
  readonly #tail: ZeroTail;
  readonly #scale: Scale;

  /** Nobody said that these are weights: rows of data may be missing, and a mask may be all zero. */
  readonly #isData: boolean;

  /** Nobody said what it is: a statistical model has matrices that are zero, an agent's memory flags that nothing set. */
  readonly #isAnything: boolean;

  constructor(subject: Matter) {
    this.#subject = subject;
    this.#isAnything = subject.role === 'archive' && subject.roleFrom === 'guessed';
    this.#isData = subject.role === 'dataset' && subject.roleFrom === 'guessed';
    this.#tail = new ZeroTail(subject);
    this.#scale = new Scale(subject);
  }

  take(tensor: ScannedTensor): void {
    this.#count += tensor.names.length;
    this.#elements += tensor.elements;
    this.#nonFinite += tensor.scan.nonFinite;
    this.#enter(tensor);
    this.#judgeFinite(tensor);
    this.#judgeZero(tensor);
    this.#judgeHoles(tensor);
    this.#tail.take(tensor);
    if (!this.#holdsData(tensor)) this.#scale.take(tensor);
    this.#judgeSign(tensor);
    this.#judgeRandom(tensor);
    const isParameter =
      tensor.literal !== true &&
      !SCORE.test(nameOf(tensor)) &&
      tensor.dtype.kind === 'float' &&
      partOf(nameOf(tensor)) === 'model';
    if (isParameter) this.#parameters += tensor.elements;
  }

  /**
   * What only all tensors together can tell. Call once.
   * @param declared how many the file lists: one that could not be read has its own reason already
   */
  settle(declared: number): TensorSummary {
    const { findings, expectation, role, roleFrom } = this.#subject;
    this.#tail.settle();
    this.#scale.settle();
    if (declared === 0 && holdsTensors(role))
      findings[NOT_WHAT_ROLE_SAYS[roleFrom]]('L3', 'no-tensors', `a ${role} without a single tensor`);
    for (const [part, { tensors, zero, adapters }] of this.#dense) {
      if (tensors === 0 || tensors !== zero) continue;
      if (adapters === zero) this.#neverTrained('every tensor of the adapter');
      else this.#groupIsZero(part, tensors);
    }
    const { tensors, zero, called } = this.#seconds;
    if (tensors > 0 && tensors === zero) this.#neverTrained(`every ${called}`);
    if (expectation.parameters !== undefined && expectation.parameters !== this.#parameters) {
      findings.fail('L3', 'parameter-count', 'another number of parameters than the model was said to have', {
        expected: String(expectation.parameters),
        found: String(this.#parameters),
      });
    }
    return { count: this.#count, elements: this.#elements, nonFinite: this.#nonFinite };
  }

  #enter({ names, dtype, typeName, shape, shapes, scan, fileOffset, isPlain }: ScannedTensor): void {
    const { fingerprint, nonFinite, moments, bytes } = scan;
    names.forEach((name, i) => {
      const row: TensorRow = {
        name,
        dtype: typeName ?? dtype.name,
        shape: shapes?.[i] ?? shape,
        fingerprint,
        nonFinite,
      };
      if (isPlain === true) row.at = { offset: fileOffset, bytes };
      if (moments !== undefined) row.moments = moments;
      this.#subject.table.add(row);
    });
  }

  /** Numbers that were collected, not learned: some may be missing, and all may be zero. */
  #holdsData({ isTable = false }: ScannedTensor): boolean {
    return this.#isData || isTable;
  }

  #judgeFinite(tensor: ScannedTensor): void {
    const { scan, dtype, reaches } = tensor;
    const { findings } = this.#subject;
    const name = nameOf(tensor);
    if (scan.badBools > 0) {
      const what = `"${name}" is bool and holds bytes that are neither 0 nor 1`;
      findings.fail('L3', 'not-a-bool', what, {
        offset: tensor.fileOffset,
        found: `${scan.badBools} of them`,
      });
    }
    if (scan.nonFinite === 0) return;
    const first = scan.nonFiniteAt[0] ?? 0;
    const where = {
      offset: tensor.fileOffset + first * dtype.unitBytes,
      expected: 'finite numbers',
      found: `${scan.nonFinite} NaN or infinite, the first at element ${first}`,
    };
    const allOutOfReach =
      reaches !== undefined &&
      scan.nonFinite <= INDEXES_KEPT &&
      !scan.nonFiniteAt.some((unit) => reaches(unit));
    if (allOutOfReach) {
      const what = `"${name}" lies on a storage with non-finite elements it does not reach`;
      findings.note('L3', 'non-finite-unreached', what, where);
    } else if (
      scan.nan === 0 &&
      (tensor.literal === true || mayBeInfinite(name, tensor.shape) || SCORE.test(name))
    ) {
      findings.note('L3', 'infinite-mask', `"${name}" holds infinities, as masks do`, where);
    } else if (this.#holdsData(tensor)) {
      findings.note(
        'L3',
        'non-finite',
        `"${name}" holds numbers that are not finite, as missing values are`,
        where,
      );
    } else {
      findings.fail('L3', 'non-finite', `"${name}" holds numbers that are not finite`, where);
    }
  }

  #judgeZero(tensor: ScannedTensor): void {
    const { scan, dtype, shape, elements } = tensor;
    if (dtype.kind !== 'float' || elements === 0 || tensor.literal === true) return;
    const name = nameOf(tensor);
    const { findings, expectation } = this.#subject;
    if (shape.length > 0 && !this.#holdsData(tensor)) this.#countDense(name, scan.allZero);
    else if (COUNTER.test(name) && partOf(name) === 'optimizer') {
      this.#counters.all += 1;
      if (scan.allZero && tensor.proven) this.#counters.zero += 1;
    }
    const second = secondFactor(name);
    if (second !== undefined)
      this.#seconds = {
        tensors: this.#seconds.tensors + 1,
        zero: this.#seconds.zero + (scan.allZero ? 1 : 0),
        called: second,
      };
    if (!scan.allZero) {
      if (scan.constant && shape.length >= 2)
        findings.note('L3', 'constant', `"${name}" has one value throughout`);
      return;
    }
    const isSaid = expectation.mayBeZero?.some((pattern) => matchesWildcard(pattern, name)) ?? false;
    const isWeight =
      elements > 1 &&
      shape.length >= 2 &&
      partOf(name) !== 'optimizer' &&
      second === undefined &&
      !mayBeZero(name) &&
      !beginsAtZeroInKeras(name, shape);
    const where = { offset: tensor.fileOffset, found: `${elements} zeros` };
    if (isSaid || !(isWeight || isFirstFactor(name))) {
      if (elements > 1) findings.note('L3', 'all-zero', `"${name}" is zero throughout`);
    } else if (this.#holdsData(tensor)) {
      if (tensor.proven) findings.note('L3', 'all-zero', `"${name}" is zero throughout`, where);
      else findings.degraded('L3', 'all-zero', `"${name}" is zero throughout, or was never written`, where);
    } else if (this.#isAnything && !isWeightByName(name)) {
      const what = `"${name}" is zero throughout, as much is that is no weight`;
      findings.degraded('L3', 'all-zero', what, where);
    } else if (mayBeginAtZero(name)) {
      const what = `"${name}" is zero throughout, as some layers are before the first step`;
      findings.degraded('L3', 'all-zero', what, where);
    } else findings.fail('L3', 'all-zero', `"${name}" is zero throughout`, where);
  }

  /**
   * A lost segment leaves whole pages of zero between numbers; one that was cut, zeros from anywhere to the edge of a page. An
   * unused row of an embedding is zero from edge to edge, a triangle or a diagonal never for two rows. Packed blocks are zero
   * where all of their numbers are, so whole rows of them.
   */
  #judgeHoles(tensor: ScannedTensor): void {
    const { scan, dtype, fileOffset, proven } = tensor;
    if (dtype.kind !== 'float' || scan.zeroRuns.length === 0) return;
    const elementBytes = dtype.bits / 8;
    const slack = Math.max(elementBytes, dtype.unitBytes);
    const rowBytes = (rowElementsOf(tensor) ?? 0) * elementBytes;
    const isPacked = rowBytes > 0 && !Number.isInteger(dtype.bits);
    const isOnRow = (at: number) => rowBytes > 0 && isNear(at, rowBytes, slack);
    const isOnPage = (at: number) => isNear(fileOffset + at, RUN_BYTES, slack);
    for (const { from, to } of scan.zeroRuns) {
      const rows = rowBytes > 0 ? (to - from) / rowBytes : 0;
      const ends = [from, to].filter(isOnRow).length;
      const onPages = (from === 0 || isOnPage(from)) && (to === scan.bytes || isOnPage(to));
      const isCut = !isOnRow(to) && isOnPage(to) && rows > 2;
      const isPackedHole = isPacked && to < scan.bytes && (ends === 0 || rows > 1);
      if (ends === 2 || !(onPages || isCut || isPackedHole)) continue;
      const how = onPages
        ? 'from one page edge to another between other numbers'
        : 'where no row begins or ends';
      const what = `"${nameOf(tensor)}" has a hole: zeros ${how}`;
      const where = { offset: fileOffset + from, found: `${to - from} zero bytes` };
      if (proven) this.#subject.findings.note('L3', 'zero-hole', what, where);
      else this.#subject.findings.fail('L3', 'zero-hole', what, where);
    }
  }

  #judgeSign({ names, scan, fileOffset }: ScannedTensor): void {
    if (scan.negative === 0) return;
    const what = `"${names.find((name) => NEVER_NEGATIVE.test(name))}" is a sum of squares and holds negative numbers`;
    this.#subject.findings.fail('L3', 'negative-square', what, {
      offset: fileOffset,
      found: `${scan.negative} of them`,
    });
  }

  /** The state of a generator is never all zero; that of CUDA's is a seed and an offset, and may be. */
  #judgeRandom(tensor: ScannedTensor): void {
    const { scan, dtype, elements, fileOffset } = tensor;
    if (!scan.allZero || dtype.name !== 'u8' || elements < GENERATOR_BYTES || !RANDOM.test(nameOf(tensor)))
      return;
    this.#subject.findings.fail(
      'L3',
      'rng-zero',
      `"${nameOf(tensor)}" is no state of a generator: it is zero`,
      {
        offset: fileOffset,
        found: `${elements} zeros`,
      },
    );
  }

  #countDense(name: string, zero: boolean): void {
    const part = partOf(name);
    if (part !== 'model' && part !== 'optimizer' && part !== 'ema') return;
    const count = this.#dense.get(part) ?? { tensors: 0, zero: 0, adapters: 0 };
    count.tensors += 1;
    if (zero) count.zero += 1;
    if (zero && beginsAtZeroInAdapter(name)) count.adapters += 1;
    this.#dense.set(part, count);
  }

  /** An adapter that was only made is whole; one that is said to have made steps is not. */
  #neverTrained(which: string): void {
    const { findings, facts, expectation } = this.#subject;
    const what = `${which} is zero, as before the first step`;
    const steps = Math.max(facts.step ?? 0, expectation.step ?? 0, expectation.minStep ?? 0);
    if (steps > 0) findings.fail('L3', 'never-trained', what, { found: `${steps} steps` });
    else if (facts.step === 0) findings.note('L3', 'never-trained', what);
    else findings.degraded('L3', 'never-trained', what);
  }

  #groupIsZero(part: string, tensors: number): void {
    const { findings, facts } = this.#subject;
    const what = `all ${tensors} tensors of the ${part} are zero`;
    const { all, zero } = this.#counters;
    // Before the first step Adam's moments are zero and nothing is wrong.
    if (part === 'optimizer' && facts.step === 0) findings.note('L3', 'part-all-zero', what);
    // Adagrad has its sums from the beginning (torch 2.15: `Adagrad.__init__`).
    else if (part === 'optimizer' && all > 0 && all === zero) this.#neverTrained('the whole optimizer');
    else findings.fail('L3', 'part-all-zero', what);
  }
}

const nameOf = (tensor: ScannedTensor): string => tensor.names[0] ?? '?';
